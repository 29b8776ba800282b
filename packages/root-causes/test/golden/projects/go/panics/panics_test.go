package panics

import (
	"testing"

	"example.org/meter/meter"
)

func TestSumOfNothing(t *testing.T) {
	meter.Sum([]meter.Reading{{}})
}
