package layout

import (
	"math/rand/v2"
	"testing"

	"optc/diag"
	"optc/internal/testing/layouttest"
	"optc/layout/axes"
)

// TestAlong: groups of units, places in groups and banks hold the elements that the definitions say, in random layouts.
func TestAlong(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 50))
	for range *layouttest.Layouts {
		shape := layouttest.Shape(rng)
		m := build(t, randomLayout(rng, shape))
		size := int64(1 + rng.IntN(4))
		grouped, err1 := m.Grouped(size, axes.Pair{Unit: axes.Subgroup})
		dealt, err2 := m.Dealt(size, axes.Pair{Unit: axes.Lane})
		if int64(m.units)%size != 0 {
			if diag.CodeOf(err1) != "unit-range" || diag.CodeOf(err2) != "unit-range" {
				t.Fatalf("%d units in groups of %d: %v, %v", m.units, size, err1, err2)
			}
			continue
		}
		banked, err3 := m.InBanks(3, 2)
		if err1 != nil || err2 != nil || err3 != nil && m.units == 1 {
			t.Fatal(err1, err2, err3)
		}
		_, cells := m.bounds()
		groups := int64(m.units) / size
		for i := range m.count {
			for _, p := range m.locateAllIndex(i, nil) {
				unit := int64(p.Unit)
				checkHolds(t, grouped, i, Place{int(unit / size), unit%size*cells + p.Offset})
				checkHolds(t, dealt, i, Place{int(unit % size), unit/size*cells + p.Offset})
				if m.units == 1 {
					checkHolds(t, banked, i, Place{int(p.Offset / 2 % 3), p.Offset / 6})
				}
			}
		}
		if int64(grouped.units) != groups || int64(dealt.units) != size || grouped.Axes().Unit != axes.Subgroup {
			t.Fatalf("%d groups and %d places of %d units in groups of %d", grouped.units, dealt.units, m.units, size)
		}
		large := make([]int64, len(shape))
		for d, n := range shape {
			large[d] = n * (1 + rng.Int64N(3))
		}
		tiled := diag.Must(m.Tiled(large))
		for i := range tiled.count {
			coord, tile := tiled.Coord(i, nil), int64(0)
			for d, n := range shape {
				tile = tile*(large[d]/n) + coord[d]/n
				coord[d] %= n
			}
			p, _ := m.Locate(coord)
			checkHolds(t, tiled, i, Place{int(tile)*m.units + p.Unit, p.Offset})
		}
	}
}

func checkHolds(t *testing.T, m *Map, index int64, at Place) {
	t.Helper()
	for _, p := range m.locateAllIndex(index, nil) {
		if p == at {
			return
		}
	}
	t.Fatalf("element %d is at %v, not at %v", index, m.locateAllIndex(index, nil), at)
}
