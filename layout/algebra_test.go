package layout

import (
	"math/rand/v2"
	"slices"
	"testing"

	"optc/internal/testing/layouttest"
)

// randomLayout distributes the elements of a shape over units and cells.
func randomLayout(rng *rand.Rand, shape []int64) Digits {
	dims, free, units := layouttest.Deal(rng, shape)
	d := Digits{Units: units, Width: 1}
	for i, digits := range dims {
		dim := Dim{Size: shape[i]}
		for _, g := range digits {
			dim.Digits = append(dim.Digits, Digit(g))
		}
		d.Dims = append(d.Dims, dim)
	}
	for _, g := range free {
		d.Free = append(d.Free, Digit(g))
	}
	return d
}

// A map followed by its inverse finds every element, and a map between places agrees with composing
// the places.
func TestAlgebraAgreesWithEnumeration(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 1))
	for range *layouttest.Layouts {
		shape := layouttest.Shape(rng)
		from, to := build(t, randomLayout(rng, shape)), build(t, randomLayout(rng, shape))
		inverse, ok := from.Inverse()
		if !ok {
			t.Fatalf("%v has no inverse", from.digits.spec)
		}
		around, err := from.Compose(inverse)
		if err != nil {
			t.Fatal(err)
		}
		for i := range from.count {
			if p := around.LocateAll(around.Coord(i, nil), nil); len(p) != 1 || p[0].Offset != i {
				t.Fatalf("element %d is found at %v", i, p)
			}
		}
		after, err := inverse.Compose(to)
		if err != nil {
			t.Fatal(err)
		}
		runs, err := inverse.composeRuns(to)
		if err != nil {
			t.Fatal(err)
		}
		if !after.same(runs) {
			t.Fatalf("%v followed by %v: digits and runs differ", inverse.digits.spec, to.digits.spec)
		}
	}
}

// The cost of composition, inversion, comparison and the search for collisions grows with the digits, not with the elements. A walk
// over the runs of the largest squares would not end.
func TestAlgebraCountsDigits(t *testing.T) {
	square := func(n int64) (from, to *Map) {
		shape := []int64{n, n}
		from = build(t, Digits{Units: 1024, Width: 1, Dims: []Dim{
			{Size: n, Digits: []Digit{{n / 32, 0, 1}, {32, 32, 0}}}, {Size: n, Digits: []Digit{{32, 1, 0}, {n / 32, 0, n / 32}}},
		}})
		to = build(t, Digits{Units: 1024, Width: 1, Dims: []Dim{
			{Size: n, Digits: []Digit{{32, 1, 0}, {n / 32, 0, n / 32}}}, {Size: n, Digits: []Digit{{n / 32, 0, 1}, {32, 32, 0}}},
		}})
		if !slices.Equal(from.shape, shape) {
			t.Fatal(from.shape)
		}
		return from, to
	}
	compare := func(n int64) {
		from, to := square(n)
		divided, _ := from.Digits()
		divided.Dims[1].Digits = []Digit{{4, 1, 0}, {8, 4, 0}, {n / 32, 0, n / 32}}
		if again := build(t, divided); !from.same(again) || from.same(to) || !from.sameUnits(again) {
			t.Fatal("equal maps differ, or others do not")
		}
		if index, differ := from.differs(to); !differ || index != 1 {
			t.Fatalf("the first difference is at %d", index)
		}
		overlap := build(t, Digits{Units: 1, Width: 1, Dims: []Dim{{Size: n, Digits: []Digit{{n, 0, 2}}}, {Size: n, Digits: []Digit{{n, 0, 2*n + 1}}}}})
		meets := build(t, Digits{Units: 1, Width: 1, Dims: []Dim{{Size: n, Digits: []Digit{{n, 0, 2}}}, {Size: n, Digits: []Digit{{n, 0, 2*n - 2}}}}})
		if _, _, found := overlap.shares(); found {
			t.Fatal("elements share a cell")
		}
		if first, second, found := meets.shares(); first != 1 || second != (n-1)*n || !found {
			t.Fatalf("the elements %d and %d share a cell", first, second)
		}
		rows := inRows([]int64{n, n}, 0, []int64{n, n})
		turned, _ := rows.Digits()
		turned.Dims[0].Digits = []Digit{{2, 0, n}, {n / 2, 0, 2 * n}}
		turned.Dims[1].Digits = []Digit{{2, 0, 1}, {n / 2, 0, 2}}
		turned.Turns = []Turn{{At: DigitRef{1, 0}, By: DigitRef{0, 0}, Factor: 1}}
		exchanged := build(t, turned)
		if chain, err := rows.newChain(exchanged); err != nil || !chain.same(exchanged) || exchanged.same(rows) {
			t.Fatal("an exclusive or differs from its chain, or does nothing")
		}
	}
	sizes := []int64{64, 4096, 1 << 18, 1 << 28}
	var allocated, compared [4]float64
	for i, n := range sizes {
		compared[i] = testing.AllocsPerRun(5, func() { compare(n) })
		from, to := square(n)
		allocated[i] = testing.AllocsPerRun(5, func() {
			inverse, ok := from.Inverse()
			if !ok {
				t.Fatal("no inverse")
			}
			after, err := inverse.Compose(to)
			if err != nil {
				t.Fatal(err)
			}
			if _, digits := after.Digits(); !digits {
				t.Fatal("a table")
			}
		})
	}
	if slices.Max(allocated[:]) > 2*allocated[0] || slices.Max(compared[:]) > 2*compared[0] {
		t.Errorf("%v allocations to compose, and %v to compare, for squares of %v", allocated, compared, sizes)
	}
}
