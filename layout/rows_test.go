package layout

import (
	"math/rand/v2"
	"testing"

	"optc/diag"
)

// randomLinear returns a layout of 16x8 elements over 32 lanes with 4 registers, in which each bit of an element is the exclusive or with random
// bits of lanes and registers.
func randomLinear(r *rand.Rand) *Map {
	for {
		images := [][]int64{make([]int64, 4), make([]int64, 3)}
		for i := range images {
			for k := range images[i] {
				images[i][k] = 1 + r.Int64N(127)
			}
		}
		cells, err := Linear(images)
		if err != nil {
			continue
		}
		if _, _, shared, _ := cells.Collides(); shared {
			continue
		}
		places := diag.Must(New(Digits{Units: 32, Width: 1, Dims: []Dim{{Size: 128, Digits: []Digit{{4, 0, 1}, {32, 1, 0}}}}}))
		return diag.Must(cells.Compose(places))
	}
}

// Changes between linear layouts take listed shuffles, or memory row by row.
func TestChangesOfLinearLayouts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	traffic := Traffic{Banks: Banks{Count: 32, Word: 4}, Widest: 16, Element: 4, Subgroup: 32}
	turned, padded := 0, 0
	for range 300 {
		from, to := randomLinear(r), randomLinear(r)
		b, _, _, err := FindRows(from, to, traffic)
		if err != nil {
			t.Fatal(err)
		}
		if b.Cells > 128 {
			padded++
		}
		rows := diag.Must(RowMajor(from.Shape()))
		plain := diag.Must(AccessMemory(from, rows, traffic, 128)).Cycles + diag.Must(AccessMemory(to, rows, traffic, 128)).Cycles
		if n := b.Write.Cycles + b.Read.Cycles; n > plain || n < b.Bound {
			t.Fatalf("%d cycles with padding, %d without, at least %d", n, plain, b.Bound)
		}
		if from.digits != nil && to.digits != nil {
			continue
		}
		turned++
		x, why := PlanListed(from, to, 32, 0)
		if why != "" {
			t.Fatal(why)
		}
		checkRounds(t, &x, from, to, 32, 0)
	}
	t.Logf("%d changes with turns, %d padded", turned, padded)
	if turned < 200 || padded == 0 {
		t.Errorf("%d changes with turns, %d padded", turned, padded)
	}
}
