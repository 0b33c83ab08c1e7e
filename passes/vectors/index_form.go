package vectors

import (
	"slices"

	"optc/ir"
	"optc/num"
	"optc/num/linear"
)

// maxElements limits the size of vectors whose elements are computed separately.
const maxElements = 1 << 16

// indexForm describes the elements of an integer vector in terms of scalars of the
// program:
//
//	element i = table[i] + Σ terms[k].factor · terms[k].value   (modulo 2^width)
//
// A scalar has the form of a vector with one element. Constants, steps and values
// computed from them are in the table, so that every operation on them is exact; scalars
// that all elements share are in the terms.
type indexForm struct {
	width int     // bits of an element, at most 64
	dims  []int64 // empty for a scalar
	table []int64 // row-major, as signed integers of width bits
	terms []indexTerm
}

// scalar is an integer or index of the program, read as a signed or as an unsigned integer
// of its own width.
type scalar struct {
	value    *ir.Value
	unsigned bool
}

// indexTerm is a multiple of a scalar.
type indexTerm = linear.Term[scalar]

// constantForm returns the form of constants.
func constantForm(width int, dims []int64, table []int64) *indexForm {
	f := &indexForm{width: width, dims: dims, table: table}
	f.wrap()
	return f
}

// scalarForm returns the form of a scalar about which nothing is known.
func scalarForm(v *ir.Value) *indexForm {
	return &indexForm{width: ir.IntWidth(v.Type()), table: []int64{0}, terms: linear.Of(scalar{value: v}).Terms}
}

// wrap reduces the table to signed integers of the width.
func (f *indexForm) wrap() {
	shift := 64 - f.width
	for i, v := range f.table {
		f.table[i] = v << shift >> shift
	}
}

// isConstant reports whether no scalar is involved.
func (f *indexForm) isConstant() bool { return len(f.terms) == 0 }

// uniformConstant returns the constant that every element is.
func (f *indexForm) uniformConstant() (v int64, ok bool) {
	v = f.table[0]
	return v, f.isConstant() && !slices.ContainsFunc(f.table, func(w int64) bool { return w != v })
}

// rearranged returns a vector whose element i is the element source(i) of f.
func (f *indexForm) rearranged(dims []int64, source func(i int) int) *indexForm {
	table := make([]int64, elementsOf(dims))
	for i := range table {
		table[i] = f.table[source(i)]
	}
	return &indexForm{width: f.width, dims: dims, table: table, terms: f.terms}
}

// combined returns x·f + y·g for two vectors of the same type.
func combined(f *indexForm, x int64, g *indexForm, y int64) *indexForm {
	table := make([]int64, len(f.table))
	for i := range table {
		table[i] = x*f.table[i] + y*g.table[i]
	}
	out := constantForm(f.width, f.dims, table)
	out.terms = linear.Combine(x, f.sum(), y, g.sum()).Wrap(f.width).Terms
	return out
}

// sum returns the part of the elements that all of them share.
func (f *indexForm) sum() linear.Sum[scalar] { return linear.Sum[scalar]{Terms: f.terms} }

// product returns f·g, if one of them is a constant that is the same for all elements, or if both
// consist only of constants.
func product(f, g *indexForm) (*indexForm, bool) {
	if c, ok := g.uniformConstant(); ok {
		return combined(f, c, g, 0), true
	}
	if c, ok := f.uniformConstant(); ok {
		return combined(g, c, f, 0), true
	}
	if !f.isConstant() || !g.isConstant() {
		return nil, false
	}
	table := make([]int64, len(f.table))
	for i := range table {
		table[i] = f.table[i] * g.table[i]
	}
	return constantForm(f.width, f.dims, table), true
}

// wide is the width in which sums of products of 64-bit integers are exact.
const wide = 256

func wideInt(v int64) num.Int { return num.IntFromInt64(wide, v) }

// exactRange returns the range of the elements in exact arithmetic, in which nothing wraps around.
func (f *indexForm) exactRange(ranges valueRanges) (lo, hi num.Int) {
	lo = wideInt(slices.Min(f.table))
	hi = wideInt(slices.Max(f.table))
	for _, t := range f.terms {
		a, b := t.Value.bounds(ranges)
		factor := wideInt(t.Factor)
		a, b = a.Mul(factor), b.Mul(factor)
		if t.Factor < 0 {
			a, b = b, a
		}
		lo, hi = lo.Add(a), hi.Add(b)
	}
	return lo, hi
}

// bounds returns the interval of a scalar.
func (t scalar) bounds(ranges valueRanges) (lo, hi num.Int) {
	l, h := ranges(t.value)
	width := ir.IntWidth(t.value.Type())
	if t.unsigned && l < 0 {
		return wideInt(0), num.MaxUnsigned(width).ZeroExtend(wide)
	}
	return wideInt(l), wideInt(h)
}

// fits reports whether no element wraps around as a signed, or as an unsigned, integer of width
// bits.
func (f *indexForm) fits(width int, unsigned bool, ranges valueRanges) bool {
	lo, hi := f.exactRange(ranges)
	least, most := num.MinSigned(width).SignExtend(wide), num.MaxSigned(width).SignExtend(wide)
	if unsigned {
		least, most = wideInt(0), num.MaxUnsigned(width).ZeroExtend(wide)
	}
	return lo.CmpSigned(least) >= 0 && hi.CmpSigned(most) <= 0
}

// isNatural reports whether all elements are at least 0 and the same as signed and as
// unsigned integers.
func (f *indexForm) isNatural(ranges valueRanges) bool {
	return f.fits(f.width, false, ranges) && f.fits(f.width, true, ranges)
}

// resized returns the elements as integers of another width: truncated, or extended as signed or as
// unsigned integers. If scalars are involved, an extension requires that no element wraps around in
// the narrow type.
func (f *indexForm) resized(width int, unsigned bool, ranges valueRanges) (*indexForm, bool) {
	table, sum := slices.Clone(f.table), f.sum()
	if width > f.width {
		switch {
		case f.isConstant() && unsigned:
			for i := range table {
				table[i] &= 1<<f.width - 1
			}
		case f.isConstant():
		case f.isScalar():
			sum = linear.Of(scalar{f.terms[0].Value.value, unsigned})
		case !f.fits(f.width, unsigned, ranges):
			return nil, false
		}
	}
	out := constantForm(width, f.dims, table)
	out.terms = sum.Wrap(width).Terms
	return out, true
}

// isScalar reports whether all elements are the same scalar, with the width of the
// elements.
func (f *indexForm) isScalar() bool {
	return len(f.terms) == 1 && f.terms[0].Factor == 1 && ir.IntWidth(f.terms[0].Value.value.Type()) == f.width &&
		!slices.ContainsFunc(f.table, func(v int64) bool { return v != 0 })
}

// quotient returns f / c rounded down and the rest, for c > 0. Factors of scalars must be
// multiples of c, and elements that are not negative are the same for signed and unsigned
// division.
//
//	(64·x + [0, …, 127]) / 64  →  x + [0, …, 1]
func (f *indexForm) quotient(c int64, ranges valueRanges) (quotient, rest *indexForm, ok bool) {
	if c <= 0 || !f.isConstant() && !f.fits(f.width, false, ranges) {
		return nil, nil, false
	}
	q, r := make([]int64, len(f.table)), make([]int64, len(f.table))
	for i, v := range f.table {
		q[i] = num.FloorDiv(v, c)
		r[i] = v - c*q[i]
	}
	quotient, rest = constantForm(f.width, f.dims, q), constantForm(f.width, f.dims, r)
	whole, left := f.sum().Divide(c)
	if !left.IsConstant() {
		return nil, nil, false
	}
	quotient.terms = whole.Terms
	return quotient, rest, true
}

// extremeForm returns the smaller of f and g, or the larger if larger is set, if their ranges decide which one it is.
func extremeForm(f, g *indexForm, larger bool, ranges valueRanges) (*indexForm, bool) {
	fLo, fHi := f.exactRange(ranges)
	gLo, gHi := g.exactRange(ranges)
	switch {
	case !f.fits(f.width, false, ranges) || !g.fits(g.width, false, ranges):
		return nil, false
	case fHi.CmpSigned(gLo) <= 0:
		return pickForm(f, g, larger), true
	case gHi.CmpSigned(fLo) <= 0:
		return pickForm(g, f, larger), true
	}
	return nil, false
}

// pickForm returns b if other is set, and otherwise a.
func pickForm(a, b *indexForm, other bool) *indexForm {
	if other {
		return b
	}
	return a
}

// elementsOf returns the product of extents.
func elementsOf(dims []int64) int {
	n, _ := ir.NumElements(dims)
	return int(n)
}

// denseOf returns the elements of a form without scalars as a constant of type t.
func (f *indexForm) denseOf(c *ir.Context, t ir.Type) ir.Attribute {
	shaped, ok := t.(*ir.VectorType)
	if !ok {
		return c.Int(t, f.table[0])
	}
	var raw []byte
	for _, v := range f.table {
		raw = num.IntFromInt64(f.width, v).AppendBytes(raw)
	}
	return c.Dense(shaped, raw)
}

// formOfConstant returns the form of an integer attribute or of a dense attribute.
func formOfConstant(a ir.Attribute) (*indexForm, bool) {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		if w := ir.IntWidth(a.Type()); w <= 64 {
			return constantForm(w, nil, []int64{a.Value.Int64()}), true
		}
	case *ir.DenseAttr:
		t, isVector := a.ShapedType().(*ir.VectorType)
		if !isVector || !isIntOrIndex(t.Elem) || ir.IntWidth(t.Elem) > 64 || a.NumElements() > maxElements {
			return nil, false
		}
		table := make([]int64, a.NumElements())
		for i := range table {
			table[i] = num.IntFromBytes(ir.IntWidth(t.Elem), a.Element(i)).Int64()
		}
		return constantForm(ir.IntWidth(t.Elem), t.Dims, table), true
	}
	return nil, false
}
