package layout

import (
	"cmp"
	"iter"
	"slices"
)

// Held returns the elements that a unit holds, as flat row-major indices in the order of their
// offsets: the elements that [Map.Invert] finds for one offset after the other. The digits of the
// unit are taken modulo their sizes, so that there is an answer for every unit, even if units
// cannot be distinguished. Each digit has a unit step or an offset step; of a digit with neither,
// only the value 0 is used.
func Held(dims []Dim, unit int64) []int64 {
	type step struct {
		Digit
		weight int64 // weight in flat indices
	}
	var inside []step
	for g, weight := range flatDigits(dims) {
		if g.Unit == 0 && g.Offset > 0 {
			inside = append(inside, step{g, weight})
		}
	}
	slices.SortFunc(inside, func(a, b step) int { return cmp.Compare(b.Offset, a.Offset) })
	held := []int64{First(dims, unit)}
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

// First returns the first element that a unit holds; see [Held].
func First(dims []Dim, unit int64) (first int64) {
	for g, weight := range flatDigits(dims) {
		if g.Unit > 0 {
			first += unit / g.Unit % g.Size * weight
		}
	}
	return first
}

// flatDigits yields the digits of more than one value, with the distance of neighbouring values in flat
// row-major indices.
func flatDigits(dims []Dim) iter.Seq2[Digit, int64] {
	return func(yield func(Digit, int64) bool) {
		weight := int64(1)
		for _, dim := range slices.Backward(dims) {
			below := weight
			for _, g := range dim.Digits {
				if g.Size != 1 && !yield(g, below) {
					return
				}
				below *= g.Size
			}
			weight *= dim.Size
		}
	}
}
