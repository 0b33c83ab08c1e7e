package linalg

import (
	"optc/dialect/affine"
	"optc/dialect/arith"
	"optc/dialect/tensor"
	"optc/ir"
	maps "optc/ir/affine"
)

// fillPatterns move linalg.fill to the end of a chain of operations that only move elements (the canonicalization patterns of
// FillOp upstream).
func fillPatterns() []*ir.Pattern {
	return []*ir.Pattern{
		{Name: "fold-concats-of-fill", Root: tensor.ConcatOp{}, Rewrite: concatOfFills},
		{Name: "fold-fill-with-copy", Root: CopyOp{}, Rewrite: copyOfFill},
		{Name: "fold-fill-with-tensor-extract", Root: tensor.ExtractOp{}, Rewrite: extractOfFill},
		{Name: "fold-fill-with-pack", Root: PackOp{}, Rewrite: packOfFill},
		{Name: "fold-fill-with-pad", Root: tensor.PadOp{}, Rewrite: padOfFill},
		{Name: "fold-fill-with-collapse-shape", Root: tensor.CollapseShapeOp{}, Rewrite: collapseOfFill},
		{Name: "fold-fill-with-expand-shape", Root: tensor.ExpandShapeOp{}, Rewrite: expandOfFill},
		{Name: "fold-insert-pad-into-fill", Root: tensor.InsertSliceOp{}, Rewrite: insertOfPad},
		{Name: "fold-fill-with-transpose", Root: TransposeOp{}, Rewrite: transposeOfFill},
	}
}

// filled returns the fill that defines a tensor, its number and its output.
func filled(v *ir.Value) (fill *ir.Operation, number, output *ir.Value) {
	f := ir.DefiningOp[FillOp](v)
	if !f.Ok() {
		return nil, nil, nil
	}
	return f.Operation(), f.Inputs()[0], f.Outputs()[0]
}

// sameNumber reports whether two values are one value or equal constants.
func sameNumber(a, b *ir.Value) bool {
	c := ir.ConstantValue(a)
	return a == b || c != nil && c == ir.ConstantValue(b)
}

// concatOfFills fills the concatenated outputs.
//
//	tensor.concat dim(0) (linalg.fill %c into %a), (linalg.fill %c into %b)   →   linalg.fill %c into (tensor.concat dim(0) %a, %b)
func concatOfFills(op *ir.Operation, rw *ir.Rewriter) bool {
	concat := ir.Cast[tensor.ConcatOp](op)
	var first *ir.Value
	var outputs []*ir.Value
	for _, v := range concat.Inputs() {
		fill, number, output := filled(v)
		if fill == nil || first != nil && (!sameNumber(first, number) || first.Type() != number.Type()) {
			return false
		}
		if first == nil {
			first = number
		}
		outputs = append(outputs, output)
	}
	if first == nil {
		return false
	}
	whole := tensor.NewConcat(rw, concat.Result().Type(), concat.Dim(), outputs).Result()
	rw.Replace(op, NewFill(rw.Builder, first, whole).ResultTensors()...)
	return true
}

// copyOfFill fills the output of a copy that does not convert, or copies to the output of a fill.
func copyOfFill(op *ir.Operation, rw *ir.Rewriter) bool {
	c := ir.Cast[CopyOp](op)
	if fill, number, _ := filled(c.Inputs()[0]); fill != nil && number.Type() == ir.ElementOrSelf(c.Outputs()[0].Type()) {
		rw.Replace(op, NewFill(rw.Builder, number, c.Outputs()[0]).ResultTensors()...)
		return true
	}
	fill, _, output := filled(c.Outputs()[0])
	if fill == nil {
		return false
	}
	rw.Modify(op, func() { c.OutputsMutable()[0].Set(output) })
	return true
}

// extractOfFill is the number of the fill.
func extractOfFill(op *ir.Operation, rw *ir.Rewriter) bool {
	fill, number, _ := filled(ir.Cast[tensor.ExtractOp](op).Tensor())
	if fill == nil {
		return false
	}
	rw.Replace(op, number)
	return true
}

// packOfFill fills the output of a pack whose padding, if any, is the number of the fill.
func packOfFill(op *ir.Operation, rw *ir.Rewriter) bool {
	pack := ir.Cast[PackOp](op)
	if !IsOnTensors(op) {
		return false
	}
	fill, number, _ := filled(pack.Source())
	if fill == nil || pack.PaddingValue() != nil && !sameNumber(pack.PaddingValue(), number) || !pack.Dest().HasOneUse() {
		return false
	}
	rw.Replace(op, NewFill(rw.Builder, number, pack.Dest()).ResultTensors()...)
	return true
}

// padOfFill fills a larger tensor.
//
//	tensor.pad (linalg.fill %c into %e) low[1] high[2] { tensor.yield %c }   →   linalg.fill %c into tensor.empty()
func padOfFill(op *ir.Operation, rw *ir.Rewriter) bool {
	pad := ir.Cast[tensor.PadOp](op)
	fill, number, _ := filled(pad.Source())
	if fill == nil || number != tensor.PaddingOf(op) {
		return false
	}
	t := pad.Result().Type().(*ir.TensorType)
	var sizes []*ir.Value
	for _, v := range Extents(rw, pad.Result()) {
		if v != nil {
			sizes = append(sizes, v)
		}
	}
	empty := tensor.NewEmpty(rw, ir.Tensor(t.Dims, t.Elem, nil), sizes).Result()
	rw.Loc = fill.Loc()
	v := NewFill(rw.Builder, number, empty).ResultTensors()[0]
	if v.Type() != ir.Type(t) {
		v = tensor.NewCast(rw, t, v).Dest()
	}
	rw.Replace(op, v)
	return true
}

// collapseOfFill and expandOfFill reshape the output of a fill instead of its result.
func collapseOfFill(op *ir.Operation, rw *ir.Rewriter) bool {
	collapse := ir.Cast[tensor.CollapseShapeOp](op)
	return reshapeOfFill(op, rw, func(output *ir.Value) *ir.Value {
		return tensor.NewCollapseShape(rw, collapse.Result().Type(), output, collapse.Reassociation()).Result()
	})
}

// expandOfFill is described at collapseOfFill.
func expandOfFill(op *ir.Operation, rw *ir.Rewriter) bool {
	expand := ir.Cast[tensor.ExpandShapeOp](op)
	return reshapeOfFill(op, rw, func(output *ir.Value) *ir.Value {
		return tensor.NewExpandShape(rw, expand.Result().Type(), output, expand.Reassociation(), expand.MixedOutputShape()).Result()
	})
}

func reshapeOfFill(op *ir.Operation, rw *ir.Rewriter, reshape func(output *ir.Value) *ir.Value) bool {
	fill, number, output := filled(op.Operand(0))
	if fill == nil {
		return false
	}
	rw.Loc = fill.Loc()
	output = reshape(output)
	rw.Loc = op.Loc()
	rw.Replace(op, NewFill(rw.Builder, number, output).ResultTensors()...)
	return true
}

// insertOfPad replaces the insertion of a padded tensor by an insertion of the unpadded one, if the destination already holds the
// padding value.
//
//	%f = linalg.fill ins(%c) outs(%e) -> tensor<8xf32>
//	%p = tensor.pad %x low[1] high[1] { tensor.yield %c } : tensor<2xf32> to tensor<4xf32>
//	tensor.insert_slice %p into %f[2] [4] [1]   →   tensor.insert_slice %x into %f[3] [2] [1]
func insertOfPad(op *ir.Operation, rw *ir.Rewriter) bool {
	insert := ir.Cast[tensor.InsertSliceOp](op)
	pad := ir.DefiningOp[tensor.PadOp](insert.Source())
	if !pad.Ok() || !keepsRank(insert) {
		return false
	}
	first := insert.Dest()
	for {
		previous := ir.DefiningOp[tensor.InsertSliceOp](first)
		if !previous.Ok() {
			break
		}
		if !keepsRank(previous) {
			return false
		}
		if !areDisjoint(previous, insert) {
			break
		}
		first = previous.Dest()
	}
	padding := tensor.PaddingOf(pad.Operation())
	if fill, number, _ := filled(first); fill == nil || padding == nil || number != padding {
		return false
	}
	sum := maps.NewMap(0, 2, maps.Symbol(0).Add(maps.Symbol(1)))
	offsets := insert.MixedOffsets()
	for d, low := range pad.MixedLow() {
		offsets[d] = affine.ComposedApply(rw.Builder, sum, []ir.Mixed{low, offsets[d]})
	}
	sizes := ir.MergeMixed(pad.Source().Type().(*ir.TensorType).Dims, nil)
	for d := range sizes {
		if sizes[d].Const == ir.Dynamic {
			sizes[d] = ir.Mixed{Value: tensor.NewDim(rw, pad.Source(), arith.ConstantIndex(rw, int64(d))).Result()}
		}
	}
	rw.Replace(op, tensor.NewInsertSlice(rw, pad.Source(), insert.Dest(), offsets, sizes, insert.MixedStrides()).Result())
	return true
}

func keepsRank(insert tensor.InsertSliceOp) bool {
	return len(shapeOf(insert.Source())) == len(shapeOf(insert.Result()))
}

// areDisjoint reports whether two slices of a tensor are known to have no common element.
func areDisjoint(a, b tensor.InsertSliceOp) bool {
	ends := func(m ir.MixedSlice, d int) (first, last int64, known bool) {
		if m.Offsets[d].Value != nil || m.Sizes[d].Value != nil || m.Strides[d].Value != nil {
			return 0, 0, false
		}
		return m.Offsets[d].Const, m.Offsets[d].Const + (m.Sizes[d].Const-1)*m.Strides[d].Const, true
	}
	x, y := a.Lists(), b.Lists()
	for d := range x.Offsets {
		from, to, known := ends(x, d)
		begin, end, known2 := ends(y, d)
		if known && known2 && (to < begin || end < from) {
			return true
		}
	}
	return false
}

// transposeOfFill fills the output of a transposition.
func transposeOfFill(op *ir.Operation, rw *ir.Rewriter) bool {
	transpose := ir.Cast[TransposeOp](op)
	fill, number, _ := filled(transpose.Input())
	if fill == nil {
		return false
	}
	rw.Replace(op, NewFill(rw.Builder, number, transpose.Init()).ResultTensors()...)
	return true
}
