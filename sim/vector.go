package sim

import (
	"slices"

	"optc/ir"
	"optc/num"
)

// Vector holds the elements of a vector or of a tensor of static shape, row-major.
type Vector struct {
	Shape []int64
	Elem  ir.Type
	// The raw bits of the elements are in Short if the type has at most 32 bits, in Long
	// otherwise, and once an element is a symbol.
	Short []uint32
	Long  []uint64
	// Wide has the elements, instead of Long, if they are integers of more than 64 bits.
	Wide []num.Int
	// Undef marks elements that are poison; nil when no element is.
	Undef []bool
}

// NewVector returns a vector of zeros.
func NewVector(shape []int64, elem ir.Type) *Vector {
	n, _ := ir.NumElements(shape)
	v := &Vector{Shape: shape, Elem: elem}
	switch {
	case IsShort(elem):
		v.Short = make([]uint32, n)
	default:
		v.Long = make([]uint64, n)
	}
	if IsWide(elem) {
		v.Wide = wideZeros(elem, n)
	}
	return v
}

// VectorOf returns a vector of numbers, given by their raw bits.
func VectorOf(shape []int64, elem ir.Type, bits []uint64) *Vector {
	v := NewVector(shape, elem)
	for i, b := range bits {
		v.SetBits(i, b)
	}
	return v
}

// IsShort reports whether a vector stores elements of a type in 32 bits.
func IsShort(t ir.Type) bool { return Width(t) <= 32 }

// Len returns the number of elements.
func (v *Vector) Len() int { return len(v.Short) + len(v.Long) }

// Bits returns the raw bits of element i, which is not wide.
func (v *Vector) Bits(i int) uint64 {
	if v.Short != nil {
		return uint64(v.Short[i])
	}
	return v.Long[i]
}

// SetBits sets the raw bits of element i.
func (v *Vector) SetBits(i int, bits uint64) {
	if v.Short != nil {
		if bits>>32 == 0 {
			v.Short[i] = uint32(bits)
			return
		}
		v.Long, v.Short = v.AllBits(), nil
	}
	v.Long[i] = bits
}

// AllBits returns a copy of the raw bits of all elements.
func (v *Vector) AllBits() []uint64 {
	if v.Short == nil {
		return slices.Clone(v.Long)
	}
	all := make([]uint64, len(v.Short))
	for i, bits := range v.Short {
		all[i] = uint64(bits)
	}
	return all
}

// Fill sets the raw bits of n elements, beginning with element first.
func (v *Vector) Fill(first, n int, bits uint64) {
	if v.Short != nil && bits>>32 == 0 {
		fill(v.Short[first:][:n], uint32(bits))
		return
	}
	v.SetBits(first, bits)
	fill(v.Long[first:][:n], bits)
}

func fill[T uint32 | uint64](elems []T, bits T) {
	for i := range elems {
		elems[i] = bits
	}
}

// Reshaped returns a vector of the same elements.
func (v *Vector) Reshaped(shape []int64) *Vector {
	r := *v
	r.Shape = shape
	return &r
}

// VectorLike returns a vector of zeros of a vector or tensor type.
func VectorLike(t ir.ShapedType) *Vector { return NewVector(t.Shape(), t.ElementType()) }

// SetUndef marks element i as poison.
func (v *Vector) SetUndef(i int) {
	if v.Undef == nil {
		v.Undef = make([]bool, v.Len())
	}
	v.Undef[i] = true
}

// IsUndef reports whether element i is poison.
func (v *Vector) IsUndef(i int) bool { return v.Undef != nil && v.Undef[i] }

// allUndef reports whether there are elements and all of them are poison, so that the vector is
// poison as a whole.
func (v *Vector) allUndef() bool { return len(v.Undef) > 0 && !slices.Contains(v.Undef, false) }

// At returns element i as a value.
func (v *Vector) At(i int) Value {
	if v.IsUndef(i) {
		return Poison
	}
	if v.Wide != nil {
		return Value{Ref: v.Wide[i]}
	}
	return Value{Bits: v.Bits(i)}
}

// Set stores a scalar, possibly poison, as element i.
func (v *Vector) Set(i int, x Value) {
	if x.IsPoison() {
		v.SetUndef(i)
		return
	}
	if v.Wide != nil {
		v.Wide[i] = x.AsInt(v.Elem)
	}
	v.SetBits(i, x.Bits)
	if v.Undef != nil {
		v.Undef[i] = false
	}
}

// Clone returns a copy of the elements.
func (v *Vector) Clone() *Vector {
	c := *v
	c.Short, c.Long = slices.Clone(v.Short), slices.Clone(v.Long)
	c.Wide = append([]num.Int(nil), v.Wide...)
	if v.Undef != nil {
		c.Undef = append([]bool(nil), v.Undef...)
	}
	return &c
}

// Index returns the coordinates of an element.
func (v *Vector) Index(at int64) []int64 {
	index := make([]int64, len(v.Shape))
	for d := len(index) - 1; d >= 0; d-- {
		index[d] = at % v.Shape[d]
		at /= v.Shape[d]
	}
	return index
}
