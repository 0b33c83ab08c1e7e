package explore

import "testing"

// TestFoldUnits: units with the same allocations have them once.
func TestFoldUnits(t *testing.T) {
	t.Parallel()
	a, b := []Alloc{{Name: "a", Size: 4}}, []Alloc{{Name: "b", Size: 4}}
	units := []Unit{{Number: 3, Allocs: a}, {Number: 4, Allocs: b}, {Number: 7, Allocs: a}, {Number: 8, Allocs: b}}
	foldUnits(units)
	for i, like := range []int{-1, -1, 3, 4} {
		u := units[i]
		if like < 0 && (u.Like != nil || len(u.Allocs) != 1) || like >= 0 && (u.Like == nil || *u.Like != like || u.Allocs != nil) {
			t.Errorf("unit %d: %+v, want it like %d", u.Number, u, like)
		}
	}
}
