package change

import (
	"math/rand/v2"
	"slices"
	"testing"

	"optc/diag"
	"optc/internal/testing/layouttest"
	"optc/layout"
)

// randomLinear returns a layout of 16x8 elements over 32 lanes with 4 registers, in which each bit of an element is the exclusive or with random
// bits of lanes and registers.
func randomLinear(r *rand.Rand) *layout.Map {
	for {
		images := [][]int64{make([]int64, 4), make([]int64, 3)}
		for i := range images {
			for k := range images[i] {
				images[i][k] = 1 + r.Int64N(127)
			}
		}
		cells, err := layout.Linear(images)
		if err != nil {
			continue
		}
		if _, _, shared, _ := cells.Collides(); shared {
			continue
		}
		places := diag.Must(layout.New(layout.Digits{Units: 32, Width: 1, Dims: []layout.Dim{{Size: 128, Digits: []layout.Digit{{Size: 4, Unit: 0, Offset: 1}, {Size: 32, Unit: 1, Offset: 0}}}}}))
		return diag.Must(cells.Compose(places))
	}
}

// Changes between linear layouts take listed shuffles, or memory row by row.
func TestChangesOfLinearLayouts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	traffic := Traffic{Banks: Banks{Count: 32, Word: 4}, Widest: 16, Element: 4, Subgroup: 32}
	turned, permuted, least, free := 0, 0, 0, 0
	for range 300 {
		from, to := randomLinear(r), randomLinear(r)
		b, err := FindMemory(from, to, traffic)
		if err != nil {
			t.Fatal(err)
		}
		if !b.ByRows {
			permuted++
		}
		if b.IsLeast() {
			least++
		}
		if b.Write.Cycles == b.Write.Least && b.Read.Cycles == b.Read.Least {
			free++
		}
		rows := diag.Must(layout.RowMajor(from.Shape()))
		plain := diag.Must(AccessMemory(from, rows, traffic, Before, 128)).Cycles + diag.Must(AccessMemory(to, rows, traffic, After, 128)).Cycles
		if n := b.Write.Cycles + b.Read.Cycles; n > plain || n < b.Bound {
			t.Fatalf("%d cycles with padding, %d without, at least %d", n, plain, b.Bound)
		}
		_, ok1 := from.Digits()
		_, ok2 := to.Digits()
		if ok1 && ok2 {
			continue
		}
		turned++
		x, why := PlanListed(from, to, 32, 0)
		if why != "" {
			t.Fatal(why)
		}
		checkRounds(t, &x, from, to, 32, 0)
	}
	t.Logf("%d changes with turns; memory is permuted for %d, least for %d, without conflicts for %d", turned, permuted, least, free)
	if turned < 200 || permuted == 0 {
		t.Errorf("%d changes with turns, %d permuted", turned, permuted)
	}
}

// linearOver returns the map of 16x16 elements over 32 lanes with 8 registers whose lanes and registers have the elements of their bits.
func linearOver(bits []uint64) *layout.Map {
	cells := diag.Must(memoryOf([]int64{16, 16}, bits))
	return diag.Must(cells.Compose(diag.Must(layout.New(layout.Digits{Units: 32, Width: 1, Dims: []layout.Dim{{Size: 256, Digits: []layout.Digit{{Size: 8, Unit: 0, Offset: 1}, {Size: 32, Unit: 1, Offset: 0}}}}}))))
}

// No memory takes fewer cycles than the linear one that is found, for elements of any size and other numbers of banks, if the layouts
// have some registers in common.
func TestLinearMemoriesReachBound(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 2))
	random := func(kept []uint64) []uint64 {
		for len(kept) < 8 {
			if x := r.Uint64N(256); !bitSpan(kept).has(x) {
				kept = append(kept, x)
			}
		}
		return kept
	}
	least, free := 0, 0
	for range *layouttest.Layouts {
		a := random(nil)
		b := random(slices.Clone(a[:r.IntN(4)]))
		traffic := Traffic{Banks: Banks{Count: 8 << r.IntN(4), Word: 4}, Widest: 16, Element: 1 << r.IntN(5), Subgroup: 16 << r.IntN(3)}
		if traffic.Banks.Count == 32 && r.IntN(2) == 0 {
			traffic.Banks = phased(32, 1, 2, 20)
		}
		m, err := FindMemory(linearOver(a), linearOver(b), traffic)
		if err != nil {
			t.Fatal(a, b, err)
		}
		if m.cycles() < m.Bound {
			t.Fatalf("%v to %v: %d cycles, below the bound of %d: %+v", a, b, m.cycles(), m.Bound, traffic)
		}
		if m.IsLeast() {
			least++
		}
		if m.Write.Cycles == m.Write.Least && m.Buffer.Read.Cycles == m.Buffer.Read.Least {
			free++
		}
	}
	t.Logf("%d changes, of which %d take the fewest cycles, and %d have no conflicts", *layouttest.Layouts, least, free)
	if least < *layouttest.Layouts*9/10 {
		t.Errorf("%d of %d changes take the fewest cycles", least, *layouttest.Layouts)
	}
}
