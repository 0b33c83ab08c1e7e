package tensor

import (
	"slices"

	"optc/dialect/affine"
	"optc/dialect/view"
	"optc/ir"
	exprs "optc/ir/affine"
)

var padPatterns = []*ir.Pattern{
	{Name: "fold-zero-padding", Root: Pad, Rewrite: foldZeroPadding},
	{Name: "fold-pad-of-cast", Root: Pad, Rewrite: padOfCast},
	{Name: "fold-cast-of-pad", Root: Pad, Rewrite: padBeforeCast},
	{Name: "fold-orthogonal-paddings", Root: Pad, Rewrite: foldOrthogonalPaddings},
	{Name: "fold-padding-constants", Root: Pad, Rewrite: foldPaddingConstants},
	{Name: "fold-consecutive-paddings", Root: Pad, Rewrite: foldConsecutivePaddings},
}

func allZero(ms []ir.Mixed) bool {
	return !slices.ContainsFunc(ms, func(m ir.Mixed) bool {
		n, ok := m.Constant()
		return !ok || n != 0
	})
}

func foldZeroPadding(op *ir.Operation, rw *ir.Rewriter) bool {
	if !allZero(Pad.Low.Of(op)) || !allZero(Pad.High.Of(op)) || Pad.Nofold(op) {
		return false
	}
	Cast.Replace(rw, op, Pad.Source(op))
	return true
}

// padOfCast pads the more static tensor before a cast.
func padOfCast(op *ir.Operation, rw *ir.Rewriter) bool {
	c := Pad.Source(op).DefiningOp()
	if !IsStaticCast(c) {
		return false
	}
	source, t := Cast.Source(c), typeOf(Pad.Result(op))
	from := typeOf(source)
	padded := ir.Tensor(paddedShape(from.Dims, Pad.Low.Static(op), Pad.High.Static(op), t.Dims), from.Elem, nil)
	if padded == t {
		rw.Modify(op, func() { Pad.SourceMutable(op).Set(source) })
		return true
	}
	Cast.Replace(rw, op, Pad.BuildLike(rw, op, padded, source, Pad.Low.Of(op), Pad.High.Of(op)))
	return true
}

// padBeforeCast gives the result the type to which its only user casts it.
func padBeforeCast(op *ir.Operation, rw *ir.Rewriter) bool {
	r := Pad.Result(op)
	if !r.HasOneUse() {
		return false
	}
	c := r.FirstUse().Owner()
	if !Cast.Is(c) || !PreservesStaticInformation(r.Type(), Cast.Dest(c).Type()) {
		return false
	}
	v := Pad.BuildLike(rw, op, Cast.Dest(c).Type(), Pad.Source(op), Pad.Low.Of(op), Pad.High.Of(op))
	rw.Replace(op, v)
	rw.Replace(c, v)
	return true
}

// foldPaddingConstants turns operands that are constants into numbers, if an extent of
// the result becomes static thereby.
func foldPaddingConstants(op *ir.Operation, rw *ir.Rewriter) bool {
	low, high := Pad.Low.Of(op), Pad.High.Of(op)
	ir.FoldMixed(low, ir.Dynamic+1)
	ir.FoldMixed(high, ir.Dynamic+1)
	t := typeOf(Pad.Result(op))
	shape := slices.Clone(t.Dims)
	for i, n := range paddedShape(typeOf(Pad.Source(op)).Dims, view.Statics(low), view.Statics(high), nil) {
		if shape[i] == ir.Dynamic {
			shape[i] = n
		}
	}
	if slices.Equal(shape, t.Dims) || view.CountDynamic(shape) == len(shape) {
		return false
	}
	Cast.Replace(rw, op, Pad.BuildLike(rw, op, ir.Tensor(shape, t.Elem, nil), Pad.Source(op), low, high))
	return true
}

// paddingValue returns the value of all new elements: a constant or a value from outside
// of the region; nil if the elements may differ.
func paddingValue(op *ir.Operation) *ir.Value {
	v := Yield.Value(op.Body().Back())
	if ir.ConstantValue(v) == nil && v.ParentBlock() == op.Body() {
		return nil
	}
	return v
}

// foldConsecutivePaddings merges two pads with the same value.
func foldConsecutivePaddings(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := Pad.DefiningOp(Pad.Source(op))
	if Pad.Nofold(op) || inner == nil || Pad.Nofold(inner) {
		return false
	}
	if v := paddingValue(op); v == nil || v != paddingValue(inner) {
		return false
	}
	sum := func(l view.List) []ir.Mixed {
		a, b := l.Of(op), l.Of(inner)
		sums := make([]ir.Mixed, len(a))
		for i := range a {
			sums[i] = affine.ComposedApply(rw.Builder, addDims, []ir.Mixed{a[i], b[i]})
		}
		return sums
	}
	high := sum(Pad.High)
	low := sum(Pad.Low)
	rw.Replace(op, Pad.BuildLike(rw, op, Pad.Result(op).Type(), Pad.Source(inner), low, high))
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
	innerSlice := ExtractSlice.DefiningOp(Pad.Source(op))
	if innerSlice == nil {
		return false
	}
	outerPad := Pad.DefiningOp(ExtractSlice.Source(innerSlice))
	if outerPad == nil || Pad.Nofold(outerPad) {
		return false
	}
	outerSlice := ExtractSlice.DefiningOp(Pad.Source(outerPad))
	if outerSlice == nil {
		return false
	}
	rank := len(typeOf(Pad.Source(op)).Dims)
	inner, outer := ExtractSlice.Lists(innerSlice), ExtractSlice.Lists(outerSlice)
	if len(inner.Sizes) != rank || len(outer.Sizes) != rank || len(typeOf(Pad.Source(outerPad)).Dims) != rank ||
		!allOnes(inner.Strides) || !allOnes(outer.Strides) ||
		!allZero(Pad.Low.Of(op)) || !allZero(Pad.Low.Of(outerPad)) || !samePadding(op, outerPad) {
		return false
	}
	zero := func(m ir.Mixed) bool { return allZero([]ir.Mixed{m}) }
	innerHigh, outerHigh := Pad.High.Of(op), Pad.High.Of(outerPad)
	m := view.Mixed{Offsets: make([]ir.Mixed, rank), Sizes: slices.Clone(inner.Sizes), Strides: inner.Strides}
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
			if n, ok := inner.Sizes[i].Constant(); !ok || n != typeOf(ExtractSlice.Source(innerSlice)).Dims[i] {
				return false
			}
			high[i], m.Sizes[i] = outerHigh[i], outer.Sizes[i]
		}
	}
	source := ExtractSlice.Source(outerSlice)
	v := ExtractSlice.Build(rw, ir.Tensor(view.Statics(m.Sizes), typeOf(source).Elem, typeOf(source).Encoding), source, m)
	rw.Replace(op, Pad.BuildLike(rw, op, Pad.Result(op).Type(), v, Pad.Low.Of(op), high))
	return true
}

func allOnes(ms []ir.Mixed) bool {
	return !slices.ContainsFunc(ms, func(m ir.Mixed) bool { return !m.IsConst(1) })
}

// samePadding reports whether two pads add the same constant.
func samePadding(a, b *ir.Operation) bool {
	v, w := paddingValue(a), paddingValue(b)
	if v == nil || w == nil {
		return false
	}
	c := ir.ConstantValue(v)
	return c != nil && c == ir.ConstantValue(w)
}
