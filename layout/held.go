package layout

import (
	"cmp"
	"slices"
)

// Held returns the elements that a unit holds, as flat row-major indices in the order of
// their offsets: the elements that [Map.Invert] finds for one offset after the other. The
// digits of the unit are taken modulo their sizes, so that there is an answer for every
// unit, also where units cannot be distinguished. Each digit has a unit step or an offset
// step; of digits with neither, only the value 0 is used.
func Held(dims []Dim, unit int64) []int64 {
	type step struct {
		Digit
		weight int64 // in flat indices
	}
	var inside []step
	first, weight := int64(0), int64(1)
	for _, dim := range slices.Backward(dims) {
		below := weight
		for _, g := range dim.Digits {
			switch {
			case g.Size == 1:
			case g.Unit > 0:
				first += unit / g.Unit % g.Size * below
			case g.Offset > 0:
				inside = append(inside, step{g, below})
			}
			below *= g.Size
		}
		weight *= dim.Size
	}
	slices.SortFunc(inside, func(a, b step) int { return cmp.Compare(b.Offset, a.Offset) })
	held := []int64{first}
	for _, s := range inside {
		more := make([]int64, 0, int64(len(held))*s.Size)
		for _, h := range held {
			for i := range s.Size {
				more = append(more, h+i*s.weight)
			}
		}
		held = more
	}
	return held
}
