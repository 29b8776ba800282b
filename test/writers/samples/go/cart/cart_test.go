package cart

import (
	"fmt"
	"testing"
)

func TestAdds(t *testing.T)      {}
func TestPays(t *testing.T)      { t.Error("no <card> & cash") }
func TestIsSkipped(t *testing.T) { t.Skip("no terminal") }
func TestPrints(t *testing.T)    { fmt.Println("printed by a test") }
func TestCosts(t *testing.T) {
	for _, price := range []string{"1", "2", "\"quotes\" & <angles>"} {
		t.Run(price, func(t *testing.T) {})
	}
}
func TestGroup(t *testing.T) {
	t.Run("deep", func(t *testing.T) { t.Run("is nested", func(t *testing.T) {}) })
}
func TestHasAFailedTearDown(t *testing.T) { t.Cleanup(func() { t.Error("cannot tear down") }) }
