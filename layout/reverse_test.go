package layout

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"optc/internal/testing/layouttest"
)

// withReversals reverses some digits. The places in use stay the same.
func withReversals(rng *rand.Rand, d Digits) Digits {
	d.Dims = slices.Clone(d.Dims)
	for i := range d.Dims {
		d.Dims[i].Digits = slices.Clone(d.Dims[i].Digits)
		for k, g := range d.Dims[i].Digits {
			if rng.IntN(2) == 0 {
				d.Base = d.Base.add(g, g.Size-1)
				d.Dims[i].Digits[k] = g.reverse()
			}
		}
	}
	d.Reserved = 0 // it is counted from the base
	return d
}

// TestReversedDigits compares every answer about maps with reversed digits with a list of all places.
func TestReversedDigits(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 4))
	for _, name := range slices.Sorted(maps.Keys(smallDigits())) {
		for range 4 {
			d := withReversals(rng, smallDigits()[name])
			m, err := New(d)
			if err != nil { // digits that are not full reach below the first cell
				continue
			}
			want := spell(d)
			want.check(t, m)
			want.check(t, m.Table())
		}
	}
}

// TestReversedAlgebra compares compositions and inverses of maps with reversed digits with those of their tables.
func TestReversedAlgebra(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 5))
	tables := 0
	for range 3 * *layouttest.Layouts {
		shape := layouttest.Shape(rng)
		from, to := build(t, withReversals(rng, randomLayout(rng, shape))), build(t, withReversals(rng, randomLayout(rng, shape)))
		inverse, ok := from.Inverse()
		if !ok {
			t.Fatalf("%v has no inverse", from.digits.spec)
		}
		around, err := from.Compose(inverse)
		if err != nil {
			t.Fatal(err)
		}
		for i := range from.count {
			if p, _ := around.LocateIndex(i); p.Offset != i {
				t.Fatalf("%v: element %d comes back as %d", from.digits.spec, i, p.Offset)
			}
		}
		change, err := inverse.Compose(to)
		if err != nil {
			t.Fatal(err)
		}
		if change.digits == nil {
			tables++
		}
		runs, err := inverse.composeRuns(to)
		if err != nil {
			t.Fatal(err)
		}
		if !change.same(runs) {
			t.Fatalf("%v followed by %v: digits and runs differ", inverse.digits.spec, to.digits.spec)
		}
		perm := rng.Perm(len(shape))
		turned, err := from.Transpose(perm)
		if err != nil {
			t.Fatal(err)
		}
		if want, err := from.Table().Transpose(perm); err != nil || !turned.same(want) {
			t.Fatalf("%v: transposed otherwise than its table", from.digits.spec)
		}
		if flat, err := from.Reshape([]int64{from.count}); err == nil {
			if _, differ := flat.differs(from); differ {
				t.Fatalf("%v: flattened otherwise", from.digits.spec)
			}
		}
	}
	if tables > *layouttest.Layouts {
		t.Errorf("%d of %d changes have no digits", tables, 3**layouttest.Layouts)
	}
	t.Logf("%d of %d changes have no digits", tables, 3**layouttest.Layouts)
}
