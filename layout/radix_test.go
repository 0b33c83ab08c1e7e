package layout

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestRadix(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sizes, strides []int64
		want, filler   []int64 // nil: refused
		at             []int
	}{
		"ordered": {sizes: []int64{4, 2}, strides: []int64{1, 4}, want: []int64{4, 2}, at: []int{0, 1}},
		"filler": {sizes: []int64{2, 4}, strides: []int64{16, 1}, want: []int64{4, 4, 2}, filler: []int64{4},
			at: []int{2, 0}},
		"repeated": {sizes: []int64{4}, strides: []int64{16}, want: []int64{16, 4}, filler: []int64{16}, at: []int{1}},
		"unit tile": {sizes: []int64{4, 1}, strides: []int64{2, 7}, want: []int64{1, 2, 4}, filler: []int64{2},
			at: []int{2, 0}},
		"none":      {at: []int{}},
		"overlap":   {sizes: []int64{4, 4}, strides: []int64{1, 2}},
		"no stride": {sizes: []int64{4}, strides: []int64{0}},
		"too large": {sizes: []int64{1 << 40}, strides: []int64{1 << 40}},
	} {
		r, err := NewRadix(c.sizes, c.strides)
		if c.at == nil {
			if err == nil {
				t.Errorf("%s: got %+v, want an error", name, r)
			}
			continue
		}
		if err != nil || !slices.Equal(r.Sizes, c.want) || !slices.Equal(r.At, c.at) {
			t.Errorf("%s: got %+v, %v, want sizes %v at %v", name, r, err, c.want, c.at)
		}
		var filler []int64
		for _, g := range r.Filler(1) {
			filler = append(filler, g.Size)
		}
		if !slices.Equal(filler, c.filler) {
			t.Errorf("%s: filler %v, want %v", name, filler, c.filler)
		}
	}
}

// A digit of the radix has the requested value.
func TestRadixIsClosedForm(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		sizes, strides := make([]int64, 3), make([]int64, 3)
		span := int64(1)
		for _, i := range rng.Perm(3) {
			sizes[i], strides[i] = []int64{1, 2, 3, 4}[rng.IntN(4)], span*[]int64{1, 1, 2}[rng.IntN(3)]
			span = sizes[i] * strides[i]
		}
		r, err := NewRadix(sizes, strides)
		if err != nil {
			t.Fatal(err)
		}
		for id := range int64(200) {
			rest := id
			digits := make([]int64, len(r.Sizes))
			for p, size := range r.Sizes {
				digits[p], rest = rest%size, rest/size
			}
			for i, size := range sizes {
				if want := id / strides[i] % size; digits[r.At[i]] != want {
					t.Fatalf("sizes %v, strides %v: %d has digit %d for dimension %d, want %d", sizes, strides, id, digits[r.At[i]], i, want)
				}
			}
		}
	}
}

func TestInvertAllocates(t *testing.T) {
	m, err := Nested(NestedLayout{
		Subgroup: []int64{1, 2}, Batch: []int64{2, 1}, Outer: []int64{1, 3}, Thread: []int64{4, 8}, Element: []int64{1, 2},
		SubgroupStrides: []int64{0, 1}, ThreadStrides: []int64{1, 4},
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(100, func() { m.Invert(5, 7) }); n > 0 {
		t.Errorf("%v allocations for a cell", n)
	}
}
