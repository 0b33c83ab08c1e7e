package layout

import (
	"cmp"
	"slices"

	"optc/diag"
	"optc/layout/axes"
)

// Radix is a mixed radix for the numbers of units. It inverts a map, like [Map.Invert], for code
// that does not know the unit yet: every digit of a coordinate that moves the element between units
// is a digit of the unit's number.
//
//	digits of 2 and 4 values, of strides 16 and 1   →   Sizes [4, 4, 2], At [2, 0]
//
// The 4 in the middle is filler: units that differ in it hold the same elements.
type Radix struct {
	Sizes []int64 // sizes of the digits, least significant first; the part above the digits has no bound
	At    []int   // At[i] is the position in Sizes of the i-th requested digit
	Span  int64   // product of the sizes
}

// NewRadix returns the radix in which digit i of a number n is n div strides[i] mod sizes[i]. A
// digit of size 1 is 0, whatever its stride. Errors: bad-digit if strides overlap or a digit of
// more than one value has no stride; too-large.
func NewRadix(sizes, strides []int64) (Radix, *diag.Error) {
	type digit struct {
		stride, size int64
		at           int
	}
	digits := make([]digit, len(sizes))
	for i, size := range sizes {
		digits[i] = digit{strides[i], size, i}
		switch {
		case size == 1:
			digits[i].stride = 1
		case size < 1 || strides[i] < 1 || strides[i] >= Limit:
			return Radix{}, diag.Errorf("bad-digit", "expected a stride of at least 1 for %d values, but got %d", size, strides[i])
		}
	}
	slices.SortFunc(digits, func(a, b digit) int {
		return cmp.Or(cmp.Compare(a.stride, b.stride), cmp.Compare(a.size, b.size), cmp.Compare(a.at, b.at))
	})
	r := Radix{At: make([]int, len(sizes)), Span: 1}
	for _, g := range digits {
		if g.stride%r.Span != 0 {
			return Radix{}, diag.Errorf("bad-digit", "the stride %d is not a multiple of %d, the span of the digits of smaller strides", g.stride, r.Span)
		}
		if g.stride != r.Span {
			r.Sizes = append(r.Sizes, g.stride/r.Span)
		}
		r.At[g.at] = len(r.Sizes)
		r.Sizes = append(r.Sizes, g.size)
		var ok bool
		if r.Span, ok = Mul(g.stride, g.size); !ok {
			return Radix{}, diag.Errorf("too-large", "%d values of stride %d reach beyond 2^62", g.size, g.stride)
		}
	}
	return r, nil
}

// Filler returns the digits that were not requested as the Free digits of a map: an
// element has a copy at each of their values. A step of the lowest digit moves the
// element by unit units.
func (r Radix) Filler(unit int64) []Digit {
	var free []Digit
	span := unit
	for p, size := range r.Sizes {
		if !slices.Contains(r.At, p) {
			free = append(free, Digit{Size: size, Unit: span})
		}
		span *= size
	}
	return free
}

// UnitRadix returns the radix of the digits of dims that move elements between units, in
// their order. Errors: see [NewRadix].
func UnitRadix(dims []Dim) (Radix, *diag.Error) {
	var sizes, strides []int64
	for _, dim := range dims {
		for _, g := range dim.Digits {
			if g.Size > 1 && (g.Unit > 0 || g.Offset == 0) {
				sizes, strides = append(sizes, g.Size), append(strides, g.Unit)
			}
		}
	}
	return NewRadix(sizes, strides)
}

// Repeated returns the map of a layout whose threads take the digits of dims from their
// number: threads that differ in other digits hold copies. The number of units is a
// multiple of the span of the radix r of dims. The error code is too-large.
func Repeated(dims []Dim, r Radix, units int64) (*Map, error) {
	r.Sizes = append(slices.Clone(r.Sizes), units/r.Span)
	return New(Digits{Units: int(units), Axes: axes.Pair{Unit: axes.Thread, Cell: axes.Register}, Width: 1, Dims: dims, Free: r.Filler(1)})
}
