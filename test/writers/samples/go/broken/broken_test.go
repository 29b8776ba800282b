package broken

import "testing"

func TestNeverStarts(t *testing.T) { missing() }
