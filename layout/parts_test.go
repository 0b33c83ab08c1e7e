package layout

import (
	"math/rand/v2"
	"testing"

	"optc/internal/testing/layouttest"
)

// randomChain returns a map of random digits, or of one such map after another.
func randomChain(t *testing.T, rng *rand.Rand) (m *Map, first, outer Digits) {
	t.Helper()
	first = randomRadices(rng, layouttest.Shape(rng))
	first.Width = 1
	m = build(t, first)
	units, cells := m.bounds()
	shape := []int64{units + rng.Int64N(2), cells + rng.Int64N(3)}
	if m.units == 1 {
		shape = []int64{shape[1]}
	}
	outer = randomRadices(rng, shape)
	return m, first, outer
}

// chainOf returns one map after another as a chain, whether their digits have a common form or not.
func chainOf(t *testing.T, first, outer Digits) *Map {
	t.Helper()
	m, then := build(t, first), build(t, outer)
	return m.before(then, m.columns(then))
}

// TestRandomParts: the place of an element is the sum of its parts; each part depends on different digits of the flat index.
func TestRandomParts(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 50))
	divided, linear := 0, 0
	for range compared {
		m, first, outer := randomChain(t, rng)
		if rng.IntN(4) > 0 {
			m = chainOf(t, first, outer)
		}
		parts, ok := m.parts()
		if !ok {
			continue
		}
		count := int64(1)
		for _, p := range parts {
			count *= sizeOf(p.ranges)
		}
		if count != m.count {
			t.Fatalf("%+v then %+v: parts of %d elements, want %d", first, outer, count, m.count)
		}
		if m.chain != nil && len(parts) > 1 {
			divided++
		}
		zero, _ := m.LocateIndex(0)
		for index := range m.count {
			sum := zero
			for _, p := range parts {
				part, value := int64(0), int64(0)
				for _, r := range p.ranges {
					value = index % r.end / r.weight
					part += value * r.weight
				}
				at, _ := m.LocateIndex(part)
				at = at.minus(zero)
				sum = sum.plus(at)
				if p.linear {
					linear++
					if step, _ := m.LocateIndex(min(p.ranges[0].weight, m.count-1)); value > 0 && at != step.minus(zero).Times(value) {
						t.Fatalf("%+v then %+v: the part %v moves by other steps", first, outer, p.ranges)
					}
				}
			}
			if at, _ := m.LocateIndex(index); at != sum {
				t.Fatalf("%+v then %+v: element %d is at %v, its parts add up to %v: %+v", first, outer, index, at, sum, parts)
			}
		}
	}
	t.Logf("%d chains have several parts, %d parts move by steps", divided, linear)
	if divided < compared/10 || linear < compared {
		t.Errorf("%d chains have several parts, %d parts move by steps", divided, linear)
	}
}

// TestRandomPartsDifferences compares chains that differ in a digit of one of their maps, or in none, element by element.
func TestRandomPartsDifferences(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 51))
	differing, equal := 0, 0
	for range compared {
		_, first, outer := randomChain(t, rng)
		m := chainOf(t, first, outer)
		otherFirst, otherOuter := first, outer
		if rng.IntN(2) == 0 {
			otherFirst = otherSpelling(rng, first)
		} else {
			otherOuter = otherSpelling(rng, outer)
		}
		x, err1 := New(otherFirst)
		y, err2 := New(otherOuter)
		if err1 != nil || err2 != nil {
			continue
		}
		other, err := x.newChain(y)
		if err != nil {
			continue
		}
		other.width = m.width
		same := func(a, b Place) bool { return a == b }
		want, wanted := firstDifference(m, other)
		a, ok1 := m.parts()
		b, ok2 := other.parts()
		if ok1 && ok2 {
			index, differ, ok := m.partsDifference(other, commonParts(a, b, m.count), same)
			if !ok || differ != wanted || index != want {
				t.Fatalf("the first difference is at %d, %t, %t; want %d, %t\n%+v\n%+v\n%+v\n%+v", index, differ, ok, want, wanted, first, outer, otherFirst, otherOuter)
			}
			if differ {
				differing++
			} else {
				equal++
			}
		}
		if index, differ := m.differs(other); index != want || differ != wanted {
			t.Fatalf("the first difference is at %d, %t; want %d, %t", index, differ, want, wanted)
		}
		local := true
		for i := range m.count {
			p, q := m.locateAllIndex(i, nil), other.locateAllIndex(i, nil)
			local = local && len(p) == len(q)
			for k := range min(len(p), len(q)) {
				local = local && p[k].Unit == q[k].Unit
			}
		}
		if m.sameUnits(other) != local {
			t.Fatalf("the units are the same: %t, want %t\n%+v\n%+v\n%+v\n%+v", !local, local, first, outer, otherFirst, otherOuter)
		}
	}
	t.Logf("%d differ, %d are equal", differing, equal)
	if differing < compared/5 || equal < compared/5 {
		t.Errorf("%d differ, %d are equal", differing, equal)
	}
}

// TestRandomChainCells compares the cells of chains with all elements: the ranges in use, and the contents of each cell.
func TestRandomChainCells(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 52))
	summed := 0
	for range compared / 4 {
		_, first, outer := randomChain(t, rng)
		m := chainOf(t, first, outer)
		n := naive{shape: m.Shape(), places: make([][]Place, m.count)}
		for i := range m.count {
			n.places[i] = m.locateAllIndex(i, nil)
		}
		n.check(t, m)
		if _, ok := m.partsExtents(); ok {
			summed++
		}
	}
	if summed < compared/8 {
		t.Errorf("%d ranges are sums of parts", summed)
	}
}
