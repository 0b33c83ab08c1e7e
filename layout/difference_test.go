package layout

import (
	"math/rand/v2"
	"slices"
	"testing"

	"optc/internal/testing/layouttest"
)

// firstDifference compares the places of all elements.
func firstDifference(a, b *Map) (index int64, differ bool) {
	for index = range a.count {
		p := a.LocateAll(a.Coord(index, nil), nil)
		q := b.LocateAll(b.Coord(index, nil), nil)
		if !slices.Equal(p, q) {
			return index, true
		}
	}
	return 0, false
}

// randomShifted returns digits, some of which have shifts, or more values than the dimension has elements.
func randomShifted(rng *rand.Rand) Digits {
	d := Digits{Width: 1 + rng.Int64N(2), Base: Place{rng.IntN(2), rng.Int64N(3)}}
	units := int64(d.Base.Unit)
	for range 1 + rng.IntN(3) {
		dim, values := Dim{}, int64(1)
		for range 1 + rng.IntN(2) {
			g := Digit{Size: 1 + rng.Int64N(4)}
			if rng.IntN(2) == 0 {
				g.Unit = rng.Int64N(3)
			} else {
				g.Offset = rng.Int64N(7)
			}
			dim.Digits = append(dim.Digits, g)
			values *= g.Size
			units += (g.Size - 1) * g.Unit
		}
		dim.Size = values
		if rng.IntN(3) == 0 {
			dim.Shift = rng.Int64N(values)
			dim.Size = 1 + rng.Int64N(values-dim.Shift)
		}
		d.Dims = append(d.Dims, dim)
	}
	if rng.IntN(4) == 0 {
		d.Free = []Digit{{2, 1 + rng.Int64N(3), 0}}
		units += d.Free[0].Unit
	}
	d.Units = int(units + 4)
	return d
}

// TestDifferences compares random maps with the same maps in other digits and shapes, and with maps that differ in one digit,
// element by element. If both maps have digits, digits decide.
func TestDifferences(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 30))
	decided, differing := 0, 0
	compare := func(m, other *Map) {
		t.Helper()
		index, differ := m.differs(other)
		want, wanted := firstDifference(m, other)
		if index != want || differ != wanted {
			t.Fatalf("the first difference is at %d, %t; want %d, %t\n%+v\n%+v", index, differ, want, wanted, m.digits, other.digits)
		}
		if _, _, ok := m.digitDifference(other); ok {
			decided++
		}
		if differ {
			differing++
		}
	}
	runs := 10 * *layouttest.Layouts
	for range runs {
		d := randomShifted(rng)
		m := build(t, d)
		other := m
		switch rng.IntN(4) {
		case 0: // a digit in two
			x := build(t, d).mustDigits()
			dim := &x.Dims[rng.IntN(len(x.Dims))]
			if g := &dim.Digits[rng.IntN(len(dim.Digits))]; g.Size == 4 {
				*g = Digit{2, g.Unit, g.Offset}
				dim.Digits = slices.Insert(dim.Digits, slices.Index(dim.Digits, *g)+1, Digit{2, 2 * g.Unit, 2 * g.Offset})
			}
			other = build(t, x)
		case 1: // another shape
			if flat, err := m.Reshape([]int64{m.count}); err == nil {
				other = flat
			}
		case 2: // another step
			x := build(t, d).mustDigits()
			dim := &x.Dims[rng.IntN(len(x.Dims))]
			dim.Digits[rng.IntN(len(dim.Digits))].Offset++
			other = build(t, x)
		default: // another form of the beginning
			x := build(t, d).mustDigits()
			x.Base.Offset++
			other = build(t, x)
		}
		compare(m, other)
		compare(other, m)
	}
	if decided < 2*runs*9/10 || differing < runs/2 {
		t.Errorf("digits decide %d of %d, %d differ", decided, 2*runs, differing)
	}
	decided = 0
	for range runs {
		bits := 1 + rng.IntN(6)
		images := [][]int64{nil}
		for _, k := range rng.Perm(bits) {
			images[0] = append(images[0], 1<<k|rng.Int64N(1<<k))
		}
		m, err := Linear(images)
		if err != nil {
			continue
		}
		if rng.IntN(2) == 0 {
			images[0][rng.IntN(bits)] ^= 1 << rng.IntN(bits)
		}
		other, err := Linear(images)
		if err != nil {
			continue
		}
		compare(m, inRows([]int64{1 << bits}, 0, []int64{1 << bits}).before(other, other.count))
		compare(m, other)
	}
	if decided < runs {
		t.Errorf("bits decide %d of %d", decided, 2*runs)
	}
}

func (m *Map) mustDigits() Digits {
	d, _ := m.Digits()
	return d
}

// TestCollisionsByDigits compares the elements that share a cell with all pairs of elements. Mostly, digits decide.
func TestCollisionsByDigits(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 31))
	decided, shared := 0, 0
	runs := 10 * *layouttest.Layouts
	for range runs {
		d := randomShifted(rng)
		m, n := build(t, d), spell(d)
		first, second, found := m.shares()
		if a, b, want := n.collides(m.width); found != want || found && (a != first || b != second) {
			t.Fatalf("%+v: elements %d and %d share a cell, %t; want %d and %d, %t", d, first, second, found, a, b, want)
		}
		if _, _, _, ok := m.digitCollision(maxCollideSteps); ok {
			decided++
		}
		if found {
			shared++
		}
	}
	if decided < runs*3/4 || shared < runs/4 {
		t.Errorf("digits decide %d of %d, %d have collisions", decided, runs, shared)
	}
}
