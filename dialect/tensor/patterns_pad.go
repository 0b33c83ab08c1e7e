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

// newPad builds a pad of a source with the region of op, which it takes, and its
// nofold.
func newPad(rw *ir.Rewriter, op *ir.Operation, t ir.Type, source *ir.Value, low, high []ir.Mixed) *ir.Operation {
	c := rw.Context()
	staticLow, lows := ir.SplitMixed(low)
	staticHigh, highs := ir.SplitMixed(high)
	st := &ir.OpState{Def: op.Def(), Loc: op.Loc(), ResultTypes: []ir.Type{t}, NumRegions: 1,
		Operands: slices.Concat([]*ir.Value{source}, lows, highs)}
	st.SetProp(lowList.Attr, c.DenseI64Array(staticLow))
	st.SetProp(highList.Attr, c.DenseI64Array(staticHigh))
	if op.Attr("nofold") != nil {
		st.SetProp("nofold", op.Attr("nofold"))
	}
	st.SetSegments(c, 1, len(lows), len(highs))
	rw.Before(op)
	n := rw.Create(st)
	n.Region(0).TakeBody(op.Region(0))
	return n
}

func allZero(ms []ir.Mixed) bool {
	return !slices.ContainsFunc(ms, func(m ir.Mixed) bool {
		n, ok := m.Constant()
		return !ok || n != 0
	})
}

func foldZeroPadding(op *ir.Operation, rw *ir.Rewriter) bool {
	if !allZero(lowList.Of(op)) || !allZero(highList.Of(op)) || op.Attr("nofold") != nil {
		return false
	}
	rw.Before(op)
	replaceByCast(rw, op, op.Operand(0))
	return true
}

// padOfCast pads the more static tensor before a cast.
func padOfCast(op *ir.Operation, rw *ir.Rewriter) bool {
	c := op.Operand(0).DefiningOp()
	if !IsStaticCast(c) {
		return false
	}
	source, t := typeOf(c.Operand(0)), typeOf(op.Result(0))
	padded := ir.Tensor(paddedShape(source.Dims, lowList.Static(op), highList.Static(op), t.Dims), source.Elem, nil)
	if padded == t {
		rw.Modify(op, func() { op.SetOperand(0, c.Operand(0)) })
		return true
	}
	n := newPad(rw, op, padded, c.Operand(0), lowList.Of(op), highList.Of(op))
	replaceByCast(rw, op, n.Result(0))
	return true
}

// padBeforeCast gives the result the type that its only user casts it to.
func padBeforeCast(op *ir.Operation, rw *ir.Rewriter) bool {
	r := op.Result(0)
	if !r.HasOneUse() {
		return false
	}
	c := r.FirstUse().Owner()
	if !Cast.Is(c) || !PreservesStaticInformation(r.Type(), c.Result(0).Type()) {
		return false
	}
	n := newPad(rw, op, c.Result(0).Type(), op.Operand(0), lowList.Of(op), highList.Of(op))
	rw.Replace(op, n.Result(0))
	rw.Replace(c, n.Result(0))
	return true
}

// foldPaddingConstants makes numbers of operands that are constants, if an extent
// of the result becomes known.
func foldPaddingConstants(op *ir.Operation, rw *ir.Rewriter) bool {
	low, high := lowList.Of(op), highList.Of(op)
	ir.FoldMixed(low, ir.Dynamic+1)
	ir.FoldMixed(high, ir.Dynamic+1)
	t := typeOf(op.Result(0))
	shape := slices.Clone(t.Dims)
	for i, n := range paddedShape(typeOf(op.Operand(0)).Dims, view.Statics(low), view.Statics(high), nil) {
		if shape[i] == ir.Dynamic {
			shape[i] = n
		}
	}
	if slices.Equal(shape, t.Dims) || view.CountDynamic(shape) == len(shape) {
		return false
	}
	n := newPad(rw, op, ir.Tensor(shape, t.Elem, nil), op.Operand(0), low, high)
	replaceByCast(rw, op, n.Result(0))
	return true
}

// paddingValue returns the value of all new elements: a constant or one from
// outside of the region; nil if they may differ.
func paddingValue(op *ir.Operation) *ir.Value {
	v := op.Body().Back().Operand(0)
	if ir.ConstantValue(v) == nil && v.ParentBlock() == op.Body() {
		return nil
	}
	return v
}

// foldConsecutivePaddings makes one pad of two with the same value.
func foldConsecutivePaddings(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := op.Operand(0).DefiningOp()
	if op.Attr("nofold") != nil || !Pad.Is(inner) || inner.Attr("nofold") != nil {
		return false
	}
	if v := paddingValue(op); v == nil || v != paddingValue(inner) {
		return false
	}
	rw.Before(op)
	sum := func(l view.List) []ir.Mixed {
		a, b := l.Of(op), l.Of(inner)
		sums := make([]ir.Mixed, len(a))
		for i := range a {
			sums[i] = affine.ComposedApply(rw.Builder, addDims, []ir.Mixed{a[i], b[i]})
		}
		return sums
	}
	high := sum(highList)
	low := sum(lowList)
	n := newPad(rw, op, op.Result(0).Type(), inner.Operand(0), low, high)
	rw.Replace(op, n.Result(0))
	return true
}

var addDims = exprs.Map{NumDims: 2, Results: []exprs.Expr{exprs.Dim(0).Add(exprs.Dim(1))}}

// foldOrthogonalPaddings makes one slice and pad of two pairs that pad different
// dimensions, upwards only and with the same constant.
//
//	%0 = tensor.extract_slice %t[16, 0] [%a, 64] [1, 1] : tensor<64x64xf32> to tensor<?x64xf32>
//	%1 = tensor.pad %0 low[0, 0] high[%p, 0] … : tensor<?x64xf32> to tensor<8x64xf32>
//	%2 = tensor.extract_slice %1[0, 4] [8, %b] [1, 1] : tensor<8x64xf32> to tensor<8x?xf32>
//	%3 = tensor.pad %2 low[0, 0] high[0, %q] … : tensor<8x?xf32> to tensor<8x4xf32>
//	→ %0 = tensor.extract_slice %t[16, 4] [%a, %b] [1, 1] : tensor<64x64xf32> to tensor<?x?xf32>
//	  %3 = tensor.pad %0 low[0, 0] high[%p, %q] … : tensor<?x?xf32> to tensor<8x4xf32>
func foldOrthogonalPaddings(op *ir.Operation, rw *ir.Rewriter) bool {
	innerSlice := op.Operand(0).DefiningOp()
	if !ExtractSlice.Is(innerSlice) {
		return false
	}
	outerPad := innerSlice.Operand(0).DefiningOp()
	if !Pad.Is(outerPad) || outerPad.Attr("nofold") != nil {
		return false
	}
	outerSlice := outerPad.Operand(0).DefiningOp()
	if !ExtractSlice.Is(outerSlice) {
		return false
	}
	rank := len(typeOf(op.Operand(0)).Dims)
	inner, outer := extractLists.Of(innerSlice), extractLists.Of(outerSlice)
	if len(inner.Sizes) != rank || len(outer.Sizes) != rank || len(typeOf(outerPad.Operand(0)).Dims) != rank ||
		!allOnes(inner.Strides) || !allOnes(outer.Strides) ||
		!allZero(lowList.Of(op)) || !allZero(lowList.Of(outerPad)) || !samePadding(op, outerPad) {
		return false
	}
	zero := func(m ir.Mixed) bool { return allZero([]ir.Mixed{m}) }
	innerHigh, outerHigh := highList.Of(op), highList.Of(outerPad)
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
			if n, ok := inner.Sizes[i].Constant(); !ok || n != typeOf(innerSlice.Operand(0)).Dims[i] {
				return false
			}
			high[i], m.Sizes[i] = outerHigh[i], outer.Sizes[i]
		}
	}
	source := outerSlice.Operand(0)
	rw.Before(op)
	v := NewExtractSlice(rw.Builder, ir.Tensor(view.Statics(m.Sizes), typeOf(source).Elem, typeOf(source).Encoding), source, m)
	rw.Replace(op, newPad(rw, op, op.Result(0).Type(), v, lowList.Of(op), high).Result(0))
	return true
}

func allOnes(ms []ir.Mixed) bool {
	return !slices.ContainsFunc(ms, func(m ir.Mixed) bool { return !m.IsConst(1) })
}

// samePadding tells whether two pads add the same constant.
func samePadding(a, b *ir.Operation) bool {
	v, w := paddingValue(a), paddingValue(b)
	if v == nil || w == nil {
		return false
	}
	c := ir.ConstantValue(v)
	return c != nil && c == ir.ConstantValue(w)
}
