package standard

import (
	"slices"

	"optc/dialect/bufferization"
	"optc/dialect/linalg"
	"optc/dialect/tensor"
	"optc/ir"
)

// cleanup returns the patterns that simplify the IR after loops and dimensions of extent 1 are removed.
func (d unitDropper) cleanup() []*ir.Pattern {
	list := []*ir.Pattern{{Name: "move-init-operands-to-input", Root: linalg.GenericOp{}, Rewrite: moveOutputsToInputs}}
	if !d.slices {
		list = append(list,
			&ir.Pattern{Name: "rank-reduced-extract-slice", Root: tensor.ExtractSliceOp{}, Rewrite: reduceExtractedSlice},
			&ir.Pattern{Name: "rank-reduced-insert-slice", Root: tensor.InsertSliceOp{}, Rewrite: reduceInsertedSlice},
			&ir.Pattern{Name: "rank-reduced-parallel-insert-slice", Root: tensor.ParallelInsertSliceOp{}, Rewrite: reduceInsertedSlice})
		list = append(list, canonicalizations(tensor.CollapseShapeOp{}, tensor.ExpandShapeOp{})...)
	}
	return slices.Concat(list, canonicalizations(linalg.FillOp{}, tensor.EmptyOp{}), []*ir.Pattern{
		{Name: "fold-empty-tensor-with-extract-slice", Root: tensor.ExtractSliceOp{}, Rewrite: sliceOfEmpty},
		{Name: "fold-empty-tensor-with-expand-shape", Root: tensor.ExpandShapeOp{}, Rewrite: expandOfEmpty},
		{Name: "fold-empty-tensor-with-collapse-shape", Root: tensor.CollapseShapeOp{}, Rewrite: collapseOfEmpty},
		{Name: "fold-concats-of-empty", Root: tensor.ConcatOp{}, Rewrite: concatOfEmpties},
		{Name: "dim-of-known-extent", Root: tensor.DimOp{}, Rewrite: dimOfKnownExtent},
	})
}

// moveOutputsToInputs makes an input of an output whose old elements the region reads, if there are no reductions.
//
//	linalg.generic … ins(%x) outs(%f) {          →   %e = tensor.empty()
//	^bb0(%in: f32, %out: f32):                       linalg.generic … ins(%x, %f) outs(%e) {
//	  %0 = arith.addf %in, %out : f32                ^bb0(%in: f32, %in_0: f32, %out: f32):
//	  linalg.yield %0 : f32                            %0 = arith.addf %in, %in_0 : f32
//	}                                                  linalg.yield %0 : f32
//	                                                 }
func moveOutputsToInputs(op *ir.Operation, rw *ir.Rewriter) bool {
	iterators := linalg.IteratorsOf(op)
	if !linalg.IsOnTensors(op) || slices.Contains(iterators, linalg.Reduction) {
		return false
	}
	ms, body := linalg.MapsOf(op), op.Body()
	inputs, outputs := slices.Clone(linalg.InputsOf(op)), slices.Clone(linalg.OutputsOf(op))
	first := len(inputs)
	args := slices.Clone(body.Args()[:first])
	fresh := slices.Clone(ms[:first])
	read := make([]bool, len(outputs))
	for k, v := range outputs {
		if arg := body.Arg(first + k); !arg.Unused() {
			read[k] = true
			inputs, args, fresh = append(inputs, v), append(args, arg), append(fresh, ms[first+k])
		}
	}
	if len(inputs) == first {
		return false
	}
	at := rw.Save()
	for k, v := range outputs {
		if read[k] {
			t := v.Type().(*ir.TensorType)
			afterValue(rw, v)
			outputs[k] = tensor.EmptyOf(rw, tensor.MixedSizes(rw, v), t.Elem, nil)
		}
	}
	rw.Restore(at)
	generic := linalg.NewGeneric(rw, inputs, outputs, append(fresh, ms[first:]...), iterators).Operation()
	copyAttributes(generic, op)
	at = rw.Save()
	block, m := rw.NewBlock(generic.Region(0), nil, op.Loc()), &ir.Mapping{}
	for _, a := range args {
		m.Map(a, block.AddArg(a.Type(), op.Loc()))
	}
	for k := range outputs {
		arg := body.Arg(first + k)
		if fresh := block.AddArg(arg.Type(), op.Loc()); !read[k] {
			m.Map(arg, fresh)
		}
	}
	for inner := range body.Ops() {
		rw.Clone(inner, m)
	}
	rw.Restore(at)
	rw.Replace(op, generic.ResultList()...)
	return true
}

// afterValue moves the insertion point after the definition of a value.
func afterValue(rw *ir.Rewriter, v *ir.Value) {
	if def := v.DefiningOp(); def != nil {
		rw.After(def)
	} else {
		rw.AtStart(v.OwnerBlock())
	}
}

// copyAttributes copies from one linalg.generic to another the attributes that do not follow from its operands.
func copyAttributes(to, from *ir.Operation) {
	for _, e := range from.AllAttrs() {
		if e.Name != "indexing_maps" && e.Name != "iterator_types" && e.Name != "operandSegmentSizes" {
			to.SetAttr(e.Name, e.Value)
		}
	}
}

// unitGroups groups dimensions such that each group has at most one extent other than 1: its last one, except at the end
// (getReassociationMapForFoldingUnitDims upstream).
func unitGroups(shape []int64) (groups [][]int64) {
	var group []int64
	for i, n := range shape {
		group = append(group, int64(i))
		if n != 1 {
			groups = append(groups, group)
			group = nil
		}
	}
	if last := len(groups) - 1; last >= 0 {
		groups[last] = append(groups[last], group...)
	}
	return groups
}

// reduceExtractedSlice extracts a slice without dimensions of extent 1, and adds them by a reshape.
//
//	tensor.extract_slice %t[%i, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<1x4xf32>
//	→ %s = tensor.extract_slice %t[%i, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<4xf32>
//	  tensor.expand_shape %s [[0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32>
func reduceExtractedSlice(op *ir.Operation, rw *ir.Rewriter) bool {
	slice := ir.Cast[tensor.ExtractSliceOp](op)
	t, source := slice.Result().Type().(*ir.TensorType), slice.Source().Type().(*ir.TensorType)
	groups := unitGroups(t.Dims)
	if len(groups) == len(t.Dims) {
		return false
	}
	m := slice.Lists()
	sizes, _ := ir.SplitMixed(m.Sizes)
	reduced := ir.Tensor(withoutFirstUnits(sizes, len(groups)), source.Elem, source.Encoding)
	v := tensor.NewExtractSlice(rw, reduced, slice.Source(), m.Offsets, m.Sizes, m.Strides).Result()
	rw.Replace(op, expandShape(rw, t, v, groups))
	return true
}

// withoutFirstUnits leaves out extents of 1 from the beginning until the rank is reached.
func withoutFirstUnits(shape []int64, rank int) []int64 {
	kept, drop := []int64{}, len(shape)-rank
	for _, n := range shape {
		if n == 1 && drop > 0 {
			drop--
			continue
		}
		kept = append(kept, n)
	}
	return kept
}

// reduceInsertedSlice inserts a slice after it lost its dimensions of extent 1.
func reduceInsertedSlice(op *ir.Operation, rw *ir.Rewriter) bool {
	insert := op.Typed().(tensor.SliceInsertion)
	t, m := insert.Source().Type().(*ir.TensorType), insert.Lists()
	groups := unitGroups(t.Dims)
	if len(groups) == len(t.Dims) {
		return false
	}
	shape := make([]int64, len(groups))
	for i, g := range groups {
		shape[i] = 1
		for _, d := range g {
			if n := t.Dims[d]; n != 1 {
				shape[i] = n
			}
		}
	}
	parallel := ir.Is[tensor.ParallelInsertSliceOp](op)
	if parallel {
		rw.Before(op.Parent())
	}
	source := tensor.NewCollapseShape(rw, ir.Tensor(shape, t.Elem, nil), insert.Source(), groups).Result()
	rw.Before(op)
	if parallel {
		tensor.NewParallelInsertSlice(rw, source, insert.Dest(), m.Offsets, m.Sizes, m.Strides)
		rw.Replace(op)
		return true
	}
	rw.Replace(op, tensor.NewInsertSlice(rw, source, insert.Dest(), m.Offsets, m.Sizes, m.Strides).Result())
	return true
}

// sliceOfEmpty is a smaller empty tensor.
func sliceOfEmpty(op *ir.Operation, rw *ir.Rewriter) bool {
	slice := ir.Cast[tensor.ExtractSliceOp](op)
	if !ir.DefiningOp[tensor.EmptyOp](slice.Source()).Ok() {
		return false
	}
	rw.Replace(op, tensor.NewEmpty(rw, slice.Result().Type(), slice.Sizes()).Result())
	return true
}

// collapseOfEmpty and expandOfEmpty are empty tensors of another shape.
func collapseOfEmpty(op *ir.Operation, rw *ir.Rewriter) bool {
	return reshapeOfEmpty(op, rw, ir.Cast[tensor.CollapseShapeOp](op).Src())
}

// expandOfEmpty is described at collapseOfEmpty.
func expandOfEmpty(op *ir.Operation, rw *ir.Rewriter) bool {
	return reshapeOfEmpty(op, rw, ir.Cast[tensor.ExpandShapeOp](op).Src())
}

func reshapeOfEmpty(op *ir.Operation, rw *ir.Rewriter, src *ir.Value) bool {
	if !ir.DefiningOp[tensor.EmptyOp](src).Ok() {
		return false
	}
	rw.Replace(op, emptyLike(rw, op.Result(0)))
	return true
}

// concatOfEmpties is an empty tensor.
func concatOfEmpties(op *ir.Operation, rw *ir.Rewriter) bool {
	for _, v := range op.Operands() {
		if !ir.DefiningOp[tensor.EmptyOp](v).Ok() {
			return false
		}
	}
	rw.Replace(op, emptyLike(rw, op.Result(0)))
	return true
}

// emptyLike builds an empty tensor with the type and the extents of a result.
func emptyLike(rw *ir.Rewriter, v *ir.Value) *ir.Value {
	var sizes []*ir.Value
	for _, extent := range linalg.Extents(rw, v) {
		if extent != nil {
			sizes = append(sizes, extent)
		}
	}
	return tensor.NewEmpty(rw, v.Type(), sizes).Result()
}

// dimOfKnownExtent replaces a tensor.dim of a result by the extent, if the operation that makes the
// result knows it (DimOfReifyRankedShapedTypeOpInterface upstream).
func dimOfKnownExtent(op *ir.Operation, rw *ir.Rewriter) bool {
	dim := ir.Cast[tensor.DimOp](op)
	t, ranked := dim.Source().Type().(*ir.TensorType)
	d, known := dim.ConstantIndex()
	def := dim.Source().DefiningOp()
	if !ranked || !known || def == nil || d < 0 || d >= int64(len(t.Dims)) || t.Dims[d] != ir.Dynamic {
		return false
	}
	if alloc := ir.As[bufferization.AllocTensorOp](def); alloc.Ok() && alloc.Copy() == nil {
		rw.Replace(op, ir.MergeMixed(t.Dims, alloc.DynamicSizes())[d].Value)
		return true
	}
	extents := linalg.Extents(rw, dim.Source())
	if extents == nil {
		return false
	}
	rw.Replace(op, extents[d])
	return true
}
