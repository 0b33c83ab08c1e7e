package tensor

import (
	"slices"

	"optc/dialect/affine"
	"optc/dialect/internal/view"
	"optc/ir"
	exprs "optc/ir/affine"
)

var padPatterns = []*ir.Pattern{
	{Name: "fold-zero-padding", Root: PadOp{}, Rewrite: foldZeroPadding},
	{Name: "fold-pad-of-cast", Root: PadOp{}, Rewrite: padOfCast},
	{Name: "fold-cast-of-pad", Root: PadOp{}, Rewrite: padBeforeCast},
	{Name: "fold-orthogonal-paddings", Root: PadOp{}, Rewrite: foldOrthogonalPaddings},
	{Name: "fold-padding-constants", Root: PadOp{}, Rewrite: foldPaddingConstants},
	{Name: "fold-consecutive-paddings", Root: PadOp{}, Rewrite: foldConsecutivePaddings},
}

func allZero(ms []ir.Mixed) bool {
	return !slices.ContainsFunc(ms, func(m ir.Mixed) bool {
		n, ok := m.Constant()
		return !ok || n != 0
	})
}

func foldZeroPadding(op *ir.Operation, rw *ir.Rewriter) bool {
	pad := ir.Cast[PadOp](op)
	if !allZero(pad.MixedLow()) || !allZero(pad.MixedHigh()) || pad.Nofold() {
		return false
	}
	ReplaceByCast(rw, op, pad.Source())
	return true
}

// padOfCast pads the more static tensor before a cast.
func padOfCast(op *ir.Operation, rw *ir.Rewriter) bool {
	pad := ir.Cast[PadOp](op)
	c := pad.Source().DefiningOp()
	if !IsStaticCast(c) {
		return false
	}
	source, t := ir.Cast[CastOp](c).Source(), typeOf(pad.Result())
	from := typeOf(source)
	padded := ir.Tensor(paddedShape(from.Dims, pad.StaticLow(), pad.StaticHigh(), t.Dims), from.Elem, nil)
	if padded == t {
		rw.Modify(op, func() { pad.SourceMutable().Set(source) })
		return true
	}
	ReplaceByCast(rw, op, padLike(rw, pad, padded, source, pad.MixedLow(), pad.MixedHigh()))
	return true
}

// padLike builds a pad of source that has the nofold of pad, and takes over its region.
func padLike(rw *ir.Rewriter, pad PadOp, t ir.Type, source *ir.Value, low, high []ir.Mixed) *ir.Value {
	like := NewPad(rw, t, source, low, high)
	if pad.Nofold() {
		like.SetNofold(true)
	}
	like.Region().TakeBody(pad.Region())
	return like.Result()
}

// padBeforeCast gives the result the type to which its only user casts it.
func padBeforeCast(op *ir.Operation, rw *ir.Rewriter) bool {
	pad := ir.Cast[PadOp](op)
	r := pad.Result()
	if !r.HasOneUse() {
		return false
	}
	c := ir.As[CastOp](r.FirstUse().Owner())
	if !c.Ok() || !PreservesStaticInformation(r.Type(), c.Dest().Type()) {
		return false
	}
	v := padLike(rw, pad, c.Dest().Type(), pad.Source(), pad.MixedLow(), pad.MixedHigh())
	rw.Replace(op, v)
	rw.Replace(c.Operation(), v)
	return true
}

// foldPaddingConstants replaces constant operands by attributes, if this makes an extent of the
// result static.
func foldPaddingConstants(op *ir.Operation, rw *ir.Rewriter) bool {
	pad := ir.Cast[PadOp](op)
	low, high := pad.MixedLow(), pad.MixedHigh()
	ir.FoldMixed(low, ir.Dynamic+1)
	ir.FoldMixed(high, ir.Dynamic+1)
	t := typeOf(pad.Result())
	shape := slices.Clone(t.Dims)
	for i, n := range paddedShape(typeOf(pad.Source()).Dims, view.Statics(low), view.Statics(high), nil) {
		if shape[i] == ir.Dynamic {
			shape[i] = n
		}
	}
	if slices.Equal(shape, t.Dims) || view.CountDynamic(shape) == len(shape) {
		return false
	}
	ReplaceByCast(rw, op, padLike(rw, pad, ir.Tensor(shape, t.Elem, nil), pad.Source(), low, high))
	return true
}

// PaddingOf returns the value of all new elements: a constant or a value from outside
// of the region; nil if the elements may differ.
func PaddingOf(op *ir.Operation) *ir.Value {
	v := ir.Cast[YieldOp](op.Body().Back()).Value()
	if ir.ConstantValue(v) == nil && v.ParentBlock() == op.Body() {
		return nil
	}
	return v
}

// foldConsecutivePaddings merges two pads with the same value.
func foldConsecutivePaddings(op *ir.Operation, rw *ir.Rewriter) bool {
	pad := ir.Cast[PadOp](op)
	inner := ir.DefiningOp[PadOp](pad.Source())
	if pad.Nofold() || !inner.Ok() || inner.Nofold() {
		return false
	}
	if v := PaddingOf(op); v == nil || v != PaddingOf(inner.Operation()) {
		return false
	}
	sum := func(a, b []ir.Mixed) []ir.Mixed {
		sums := make([]ir.Mixed, len(a))
		for i := range a {
			sums[i] = affine.ComposedApply(rw.Builder, addDims, []ir.Mixed{a[i], b[i]})
		}
		return sums
	}
	high := sum(pad.MixedHigh(), inner.MixedHigh())
	low := sum(pad.MixedLow(), inner.MixedLow())
	rw.Replace(op, padLike(rw, pad, pad.Result().Type(), inner.Source(), low, high))
	return true
}

var addDims = exprs.Map{NumDims: 2, Results: []exprs.Expr{exprs.Dim(0).Add(exprs.Dim(1))}}

// foldOrthogonalPaddings merges two pairs of slice and pad into one pair, if the pads add
// elements with the same constant value to different dimensions, and only at their ends.
//
//	%0 = tensor.extract_slice %t[16, 0] [%a, 64] [1, 1] : tensor<64x64xf32> to tensor<?x64xf32>
//	%1 = tensor.pad %0 low[0, 0] high[%p, 0] … : tensor<?x64xf32> to tensor<8x64xf32>
//	%2 = tensor.extract_slice %1[0, 4] [8, %b] [1, 1] : tensor<8x64xf32> to tensor<8x?xf32>
//	%3 = tensor.pad %2 low[0, 0] high[0, %q] … : tensor<8x?xf32> to tensor<8x4xf32>
//	→ %0 = tensor.extract_slice %t[16, 4] [%a, %b] [1, 1] : tensor<64x64xf32> to tensor<?x?xf32>
//	  %3 = tensor.pad %0 low[0, 0] high[%p, %q] … : tensor<?x?xf32> to tensor<8x4xf32>
func foldOrthogonalPaddings(op *ir.Operation, rw *ir.Rewriter) bool {
	pad := ir.Cast[PadOp](op)
	innerSlice := ir.DefiningOp[ExtractSliceOp](pad.Source())
	if !innerSlice.Ok() {
		return false
	}
	outerPad := ir.DefiningOp[PadOp](innerSlice.Source())
	if !outerPad.Ok() || outerPad.Nofold() {
		return false
	}
	outerSlice := ir.DefiningOp[ExtractSliceOp](outerPad.Source())
	if !outerSlice.Ok() {
		return false
	}
	rank := len(typeOf(pad.Source()).Dims)
	inner, outer := innerSlice.Lists(), outerSlice.Lists()
	if len(inner.Sizes) != rank || len(outer.Sizes) != rank || len(typeOf(outerPad.Source()).Dims) != rank ||
		!allOnes(inner.Strides) || !allOnes(outer.Strides) ||
		!allZero(pad.MixedLow()) || !allZero(outerPad.MixedLow()) || !samePadding(op, outerPad.Operation()) {
		return false
	}
	zero := func(m ir.Mixed) bool { return allZero([]ir.Mixed{m}) }
	innerHigh, outerHigh := pad.MixedHigh(), outerPad.MixedHigh()
	m := ir.MixedSlice{Offsets: make([]ir.Mixed, rank), Sizes: slices.Clone(inner.Sizes), Strides: inner.Strides}
	high := make([]ir.Mixed, rank)
	for i := range rank {
		padsInner, padsOuter := !zero(innerHigh[i]), !zero(outerHigh[i])
		switch {
		case padsInner && padsOuter:
			return false
		case !padsInner && zero(inner.Offsets[i]):
			m.Offsets[i] = outer.Offsets[i]
		case !padsOuter && zero(outer.Offsets[i]):
			m.Offsets[i] = inner.Offsets[i]
		default:
			return false
		}
		if padsInner {
			high[i] = innerHigh[i]
		}
		if padsOuter {
			if n, ok := inner.Sizes[i].Constant(); !ok || n != typeOf(innerSlice.Source()).Dims[i] {
				return false
			}
			high[i], m.Sizes[i] = outerHigh[i], outer.Sizes[i]
		}
	}
	source := outerSlice.Source()
	v := NewExtractSlice(rw, ir.Tensor(view.Statics(m.Sizes), typeOf(source).Elem, typeOf(source).Encoding), source, m.Offsets, m.Sizes, m.Strides).Result()
	rw.Replace(op, padLike(rw, pad, pad.Result().Type(), v, pad.MixedLow(), high))
	return true
}

func allOnes(ms []ir.Mixed) bool {
	return !slices.ContainsFunc(ms, func(m ir.Mixed) bool { return !m.IsConst(1) })
}

// samePadding reports whether two pads add the same constant.
func samePadding(a, b *ir.Operation) bool {
	v, w := PaddingOf(a), PaddingOf(b)
	if v == nil || w == nil {
		return false
	}
	c := ir.ConstantValue(v)
	return c != nil && c == ir.ConstantValue(w)
}
