package layout

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"optc/internal/testing/raced"
)

// layouts is the number of random layouts per test.
var layouts = flag.Int("layouts", raced.Runs(300), "random layouts that the tests of the algebra compare with enumeration")

// randomRadix divides a dimension into digits.
func randomRadix(rng *rand.Rand, n int64) (sizes []int64) {
	for n > 1 {
		p := int64(2)
		for n%p != 0 || rng.IntN(3) == 0 && p < n {
			p++
			for n%p != 0 {
				p++
			}
		}
		sizes = append(sizes, p)
		n /= p
	}
	return sizes
}

// randomLayout distributes the elements of a shape: each digit moves the element to another unit or
// another cell. Some units hold copies.
func randomLayout(rng *rand.Rand, shape []int64) Digits {
	d := Digits{Width: 1}
	type at struct{ dim, digit int }
	var all []at
	for i, n := range shape {
		dim := Dim{Size: n}
		for _, size := range randomRadix(rng, n) {
			all = append(all, at{i, len(dim.Digits)})
			dim.Digits = append(dim.Digits, Digit{Size: size})
		}
		d.Dims = append(d.Dims, dim)
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	units, cells := int64(1), int64(1)
	for _, x := range all {
		if rng.IntN(6) == 0 {
			n := int64(2 + rng.IntN(2))
			d.Free = append(d.Free, Digit{Size: n, Unit: units})
			units *= n
		}
		g := &d.Dims[x.dim].Digits[x.digit]
		if rng.IntN(2) == 0 {
			g.Unit = units
			units *= g.Size
		} else {
			g.Offset = cells
			cells *= g.Size
		}
	}
	d.Units = int(units)
	return d
}

func randomShape(rng *rand.Rand) []int64 {
	shape := make([]int64, 1+rng.IntN(2))
	for i := range shape {
		shape[i] = []int64{1, 2, 4, 6, 8, 12, 16, 24, 9, 20}[rng.IntN(10)]
	}
	return shape
}

// A map followed by its inverse finds every element, and a map between places finds what
// composition of the places gives.
func TestAlgebraAgreesWithEnumeration(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 1))
	regular := 0
	for range *layouts {
		shape := randomShape(rng)
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
		change, err := inverse.Compose(to)
		if err != nil {
			t.Fatal(err)
		}
		runs, err := inverse.composeRuns(to)
		if err != nil {
			t.Fatal(err)
		}
		if !change.same(runs) {
			t.Fatalf("%v followed by %v: digits and runs differ", inverse.digits.spec, to.digits.spec)
		}
		steps, ok := Steps(from, to)
		if !ok {
			continue
		}
		regular++
		checkSteps(t, steps, from, to)
		checkBuffer(t, rng, from, to)
	}
	if regular < *layouts/2 {
		t.Errorf("%d of %d changes are regular", regular, *layouts)
	}
	t.Logf("%d of %d changes are regular", regular, *layouts)
}

// eachValue visits the values of digits.
func eachValue(steps []Step, visit func(values []int64)) {
	sizes := make([]int64, len(steps))
	for i, s := range steps {
		sizes[i] = s.Size
	}
	each(sizes, visit)
}

func checkSteps(t *testing.T, steps []Step, from, to *Map) {
	t.Helper()
	var got, want []string
	eachValue(steps, func(values []int64) {
		var a, b Place
		for i, v := range values {
			a.Unit, a.Offset = a.Unit+int(v)*steps[i].From.Unit, a.Offset+v*steps[i].From.Offset
			b.Unit, b.Offset = b.Unit+int(v)*steps[i].To.Unit, b.Offset+v*steps[i].To.Offset
		}
		got = append(got, fmt.Sprint(a, b))
	})
	for i := range from.count {
		coord := from.Coord(i, nil)
		for _, a := range from.LocateAll(coord, nil) {
			for _, b := range to.LocateAll(coord, nil) {
				want = append(want, fmt.Sprint(a, b))
			}
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("%v: places %v, want %v", steps, got, want)
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
			change, err := inverse.Compose(to)
			if err != nil {
				t.Fatal(err)
			}
			if _, digits := change.Digits(); !digits {
				t.Fatal("a table")
			}
		})
	}
	if slices.Max(allocated[:]) > 2*allocated[0] || slices.Max(compared[:]) > 2*compared[0] {
		t.Errorf("%v allocations to compose, and %v to compare, for squares of %v", allocated, compared, sizes)
	}
}
