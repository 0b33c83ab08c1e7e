package change

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"optc/internal/testing/layouttest"
	"optc/layout"
)

// randomDeal distributes the elements of a shape over units and cells.
func randomDeal(t *testing.T, rng *rand.Rand, shape []int64) *layout.Map {
	t.Helper()
	dims, free, units := layouttest.Deal(rng, shape)
	d := layout.Digits{Units: units, Width: 1}
	for i, digits := range dims {
		dim := layout.Dim{Size: shape[i]}
		for _, g := range digits {
			dim.Digits = append(dim.Digits, layout.Digit(g))
		}
		d.Dims = append(d.Dims, dim)
	}
	for _, g := range free {
		d.Free = append(d.Free, layout.Digit(g))
	}
	m, err := layout.New(d)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The digits of a change are the places before it and after it, and a buffer carries it out.
func TestStepsAgreeWithEnumeration(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 1))
	regular := 0
	for range *layouttest.Layouts {
		shape := layouttest.Shape(rng)
		from, to := randomDeal(t, rng, shape), randomDeal(t, rng, shape)
		steps, ok := Steps(from, to)
		if !ok {
			continue
		}
		regular++
		checkSteps(t, steps, from, to)
		checkBuffer(t, rng, from, to)
	}
	if regular < *layouttest.Layouts/2 {
		t.Errorf("%d of %d changes are regular", regular, *layouttest.Layouts)
	}
	t.Logf("%d of %d changes are regular", regular, *layouttest.Layouts)
}

// eachValue visits the values of digits.
func eachValue(steps []Step, visit func(values []int64)) {
	values := make([]int64, len(steps))
	for i := 0; i >= 0; {
		visit(values)
		for i = len(steps) - 1; i >= 0; i-- {
			if values[i]++; values[i] < steps[i].Size {
				break
			}
			values[i] = 0
		}
	}
}

func checkSteps(t *testing.T, steps []Step, from, to *layout.Map) {
	t.Helper()
	var got, want []string
	eachValue(steps, func(values []int64) {
		var a, b layout.Place
		for i, v := range values {
			a.Unit, a.Offset = a.Unit+int(v)*steps[i].From.Unit, a.Offset+v*steps[i].From.Offset
			b.Unit, b.Offset = b.Unit+int(v)*steps[i].To.Unit, b.Offset+v*steps[i].To.Offset
		}
		got = append(got, fmt.Sprint(a, b))
	})
	for i := range from.Count() {
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
