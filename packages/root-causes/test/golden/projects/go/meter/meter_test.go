package meter

import "testing"

func expectTariff(t *testing.T, hour, want int) {
	if got := Tariff(hour); got != want {
		t.Fatalf("tariff(%d) = %d, want %d", hour, got, want)
	}
}

func guarded(t *testing.T) {
	if reason := recover(); reason != nil {
		t.Fatalf("panic: %v", reason)
	}
}

func TestTariffAtNight(t *testing.T) { expectTariff(t, 2, 1) }

func TestTariffAtNoon(t *testing.T) { expectTariff(t, 12, 2) }

func TestRegisters(t *testing.T) {
	if err := Register("A-17"); err != nil {
		t.Fatal(err)
	}
}

func TestRegistersAgain(t *testing.T) {
	if err := Register("ZZ-4711"); err != nil {
		t.Fatalf("%v", err)
	}
}

func TestConnects(t *testing.T) {
	if err := Connect(15); err != nil {
		t.Fatal(err)
	}
}

func TestConnectsToSpare(t *testing.T) {
	if err := Connect(17); err != nil {
		t.Error(err)
	}
}

func TestCountsPhases(t *testing.T) {
	if got := len("ab"); got != 3 {
		t.Errorf("got %d, want %d", got, 3)
	}
}

func TestCountsRegisters(t *testing.T) {
	if got := len("a"); got != 3 {
		t.Errorf("got %d, want %d", got, 3)
	}
}

func TestLast(t *testing.T) {
	defer guarded(t)
	Last([]int{1})
}

func TestSum(t *testing.T) {
	defer guarded(t)
	Sum([]Reading{{}})
}
