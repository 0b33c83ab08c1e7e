package layout

import (
	"slices"
	"testing"
)

// Queries at the first and last index, and at one beyond each.
func TestBounds(t *testing.T) {
	t.Parallel()
	d := Digits{Units: 2, Width: 2, Base: Place{0, 4}, Reserved: 8, Capacity: 12, Dims: []Dim{
		{Size: 2, Digits: []Digit{{2, 1, 0}}}, {Size: 3, Digits: []Digit{{3, 0, 2}}},
	}}
	digits := build(t, d)
	for _, m := range []*Map{digits, digits.Table()} {
		for index, want := range map[int64][]int64{-1: nil, 0: {0, 0}, 5: {1, 2}, 6: nil} {
			if got := m.Coord(index, nil); !slices.Equal(got, want) {
				t.Errorf("Coord(%d) = %v, want %v", index, got, want)
			}
		}
		for _, c := range []struct {
			coord []int64
			index int64
			ok    bool
		}{
			{[]int64{0, 0}, 0, true}, {[]int64{1, 2}, 5, true}, {[]int64{1, 3}, 0, false}, {[]int64{2, 0}, 0, false},
			{[]int64{-1, 0}, 0, false}, {[]int64{1}, 0, false}, {[]int64{1, 2, 0}, 0, false},
		} {
			if index, ok := m.Index(c.coord); ok != c.ok || ok && index != c.index {
				t.Errorf("Index(%v) = %d, %v, want %d, %v", c.coord, index, ok, c.index, c.ok)
			}
		}
		for unit, want := range map[int][2]int64{-1: {}, 0: {4, 12}, 1: {4, 12}, 2: {}} {
			if lo, hi := m.owns(unit); [2]int64{lo, hi} != want {
				t.Errorf("Range(%d) = [%d, %d), want %v", unit, lo, hi, want)
			}
		}
	}
	for capacity, fits := range map[int64]bool{0: true, 11: false, 12: true} {
		d.Capacity = capacity
		if _, err := New(d); (err == nil) != fits {
			t.Errorf("8 cells from 4 on in %d: %v", capacity, err)
		}
	}
}
