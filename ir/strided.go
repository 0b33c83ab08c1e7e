package ir

import (
	"slices"

	"optc/ir/affine"
)

// This file computes strides of memrefs, as BuiltinTypes.cpp does upstream
// (MemRefType::getStridesAndOffset).

// StridesAndOffset returns the strides and the offset, in elements, of a layout that is
// linear in the indices; Dynamic means an unknown number. ok is false for any other
// layout.
func (t *MemRefType) StridesAndOffset() (strides []int64, offset int64, ok bool) {
	switch l := t.Layout.(type) {
	case nil:
		return RowMajorStrides(t.Dims), 0, true
	case *StridedLayoutAttr:
		return slices.Clone(l.Strides), l.Offset, true
	case *AffineMapAttr:
		return stridesOfMap(l.Map, len(t.Dims))
	}
	return nil, 0, false
}

// IsStrided reports whether StridesAndOffset succeeds.
func (t *MemRefType) IsStrided() bool {
	_, _, ok := t.StridesAndOffset()
	return ok
}

// NumLayoutSymbols returns how many numbers the layout leaves open: the symbols of a map,
// or the ? of a strided layout.
func (t *MemRefType) NumLayoutSymbols() int {
	n := 0
	switch l := t.Layout.(type) {
	case *AffineMapAttr:
		return l.Map.NumSymbols
	case *StridedLayoutAttr:
		for _, v := range append([]int64{l.Offset}, l.Strides...) {
			if v == Dynamic {
				n++
			}
		}
	}
	return n
}

// RowMajorStrides returns the strides of a contiguous layout; counted from the right, the strides
// after the first unknown extent are Dynamic.
func RowMajorStrides(shape []int64) []int64 {
	strides := make([]int64, len(shape))
	step := int64(1)
	for d := len(shape) - 1; d >= 0; d-- {
		strides[d] = step
		step = MulSaturated(step, shape[d])
	}
	return strides
}

// MulSaturated multiplies numbers where Dynamic means an unknown number; 0 times an
// unknown number is 0.
func MulSaturated(a, b int64) int64 {
	switch {
	case a == 0 || b == 0:
		return 0
	case a == Dynamic || b == Dynamic:
		return Dynamic
	}
	return a * b
}

// AddSaturated adds numbers; Dynamic is unknown.
func AddSaturated(a, b int64) int64 {
	if a == Dynamic || b == Dynamic {
		return Dynamic
	}
	return a + b
}

func stridesOfMap(m affine.Map, rank int) (strides []int64, offset int64, ok bool) {
	if len(m.Results) != 1 {
		return nil, 0, false
	}
	s := linearTerms{strides: make([]affine.Expr, rank), offset: affine.Const(0)}
	for i := range s.strides {
		s.strides[i] = affine.Const(0)
	}
	if !s.add(affine.Simplify(m.Results[0], m.NumDims, m.NumSymbols), affine.Const(1)) {
		return nil, 0, false
	}
	known := func(e affine.Expr) int64 {
		if v, ok := affine.Simplify(e, m.NumDims, m.NumSymbols).IsConst(); ok {
			return v
		}
		return Dynamic
	}
	strides = make([]int64, rank)
	for i, e := range s.strides {
		strides[i] = known(e)
	}
	return strides, known(s.offset), true
}

// linearTerms collects the factor of every dimension and the rest of a sum.
type linearTerms struct {
	strides []affine.Expr
	offset  affine.Expr
}

// add adds e times factor; it fails on a remainder or quotient of dimensions.
func (s *linearTerms) add(e, factor affine.Expr) bool {
	switch e.Kind() {
	case affine.KindAdd:
		return s.add(e.LHS(), factor) && s.add(e.RHS(), factor)
	case affine.KindMul:
		if d, ok := e.LHS().IsDim(); ok {
			s.strides[d] = s.strides[d].Add(e.RHS().Mul(factor))
			return true
		}
		if e.LHS().IsSymbolicOrConstant() {
			return s.add(e.RHS(), factor.Mul(e.LHS()))
		}
		return s.add(e.LHS(), factor.Mul(e.RHS()))
	case affine.KindDim:
		d, _ := e.IsDim()
		s.strides[d] = s.strides[d].Add(factor)
		return true
	case affine.KindConst, affine.KindSymbol:
		s.offset = s.offset.Add(e.Mul(factor))
		return true
	}
	return false
}

// LayoutMap returns the layout as an affine map from indices: the identity for the
// default layout, and for a strided layout the sum of the offset and of every index times
// its stride, with symbols for unknown numbers.
func (t *MemRefType) LayoutMap() affine.Map {
	switch l := t.Layout.(type) {
	case *AffineMapAttr:
		return l.Map
	case *StridedLayoutAttr:
		return StridedMap(l.Offset, l.Strides)
	}
	return affine.Identity(len(t.Dims))
}

// StridedMap returns the map (d0, …)[s0, …] -> (offset + d0 * strides[0] + …).
func StridedMap(offset int64, strides []int64) affine.Map {
	symbols := 0
	number := func(v int64) affine.Expr {
		if v != Dynamic {
			return affine.Const(v)
		}
		symbols++
		return affine.Symbol(symbols - 1)
	}
	e := number(offset)
	for d, s := range strides {
		e = e.Add(affine.Dim(d).Mul(number(s)))
	}
	return affine.NewMap(len(strides), symbols, e)
}

// HasIdentityLayout reports whether the indices themselves are the place of an element: there is no
// layout, or a layout that has no effect, such as strided<[1]>.
func (t *MemRefType) HasIdentityLayout() bool {
	return t.Layout == nil || t.LayoutMap().IsIdentity()
}
