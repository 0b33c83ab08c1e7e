package ireelinalgext

import (
	"optc/ir"
	"optc/num"
)

var rankedTensorOrMemRef = ir.AnyOf(ir.AnyRankedTensor, ir.AnyMemRef)

// destination returns the effects of an operation that reads its inputs and writes its outputs, if
// they are buffers.
func destination(op *ir.Operation) (list []ir.Effect) {
	lo, hi := op.Def().Interfaces.DestStyle.Inits(op)
	for i, v := range op.Operands() {
		if !ir.AnyMemRef.Check(v.Type()) {
			continue
		}
		list = append(list, ir.Effect{Kind: ir.Read, Value: v})
		if i >= lo && i < hi {
			list = append(list, ir.Effect{Kind: ir.Write, Value: v})
		}
	}
	return list
}

func speculatable(op *ir.Operation) ir.Speculatability {
	for _, v := range op.Operands() {
		if ir.AnyMemRef.Check(v.Type()) {
			return ir.NotSpeculatable
		}
	}
	return ir.RecursivelySpeculatableOps
}

func gather() *ir.OpDef {
	optional := ir.ValueDef{Name: "mask", Type: rankedTensorOrMemRef, Kind: ir.Optional}
	return &ir.OpDef{
		Kind:    "iree_linalg_ext.gather",
		New:     ir.ByHand,
		Summary: "slices of a tensor, selected by a tensor of indices",
		Description: `The first dimensions of the output are the batch: they run over the indices. For each of
their points the output gets the slice of the source at the indices:

    output[b…, s…] = source[i…, s…]   where i[dimension_map[k]] = indices[b…, k]

With one index the last dimension of the indices may be absent. Where an optional mask is false,
the output keeps its elements.`,
		Operands: []ir.ValueDef{
			{Name: "source", Type: rankedTensorOrMemRef}, {Name: "indices", Type: rankedTensorOrMemRef}, optional,
			{Name: "output", Type: rankedTensorOrMemRef},
		},
		Results: []ir.ValueDef{{Name: "results", Type: ir.AnyRankedTensor, Kind: ir.Variadic}},
		Attrs:   []ir.PropDef{{Name: "dimension_map", Type: ir.DenseI64ArrayAttr, Go: ir.GoSharedI64}},
		Traits:  ir.HasEffects,
		Interfaces: ir.Interfaces{DestStyle: &ir.DestStyle{Inits: func(op *ir.Operation) (lo, hi int) {
			return op.NumOperands() - 1, op.NumOperands()
		}}},
		Effects:      destination,
		Speculatable: speculatable,
		Assembly: "attr-dict `dimension_map` `=` $dimension_map `ins` `(` $source `,` $indices (`,` $mask^)? `:` type($source) `,` type($indices) " +
			"(`,` type($mask)^)? `)` `outs` `(` $output `:` type($output) `)` (`->` type($results)^)?",
		Verify: verifyGather,
		Examples: []string{`func.func @f(%x: tensor<1024x128xf32>, %i: tensor<10xi32>, %y: tensor<10x128xf32>) -> tensor<10x128xf32> {
  %0 = iree_linalg_ext.gather dimension_map = [0] ins(%x, %i : tensor<1024x128xf32>, tensor<10xi32>) outs(%y : tensor<10x128xf32>) -> tensor<10x128xf32>
  return %0 : tensor<10x128xf32>
}`},
	}
}

// BatchRank returns the number of dimensions of the output that run over the indices.
func (op GatherOp) BatchRank() int {
	return len(shapeOf(op.Output())) - (len(shapeOf(op.Source())) - len(op.DimensionMap()))
}

func shapeOf(v *ir.Value) []int64 { return v.Type().(ir.ShapedType).Shape() }

// verifyGather follows verifyGatherScatter (IREE, LinalgExtOps.cpp).
func verifyGather(op *ir.Operation) *ir.Diagnostic {
	gatherOp := ir.Cast[GatherOp](op)
	source, indices, output := shapeOf(gatherOp.Source()), shapeOf(gatherOp.Indices()), shapeOf(gatherOp.Output())
	depth, batch := len(gatherOp.DimensionMap()), gatherOp.BatchRank()
	if len(indices) < 1 || !isIndexLike(ir.ElementOrSelf(gatherOp.Indices().Type())) {
		return op.Errorf("expected indices to be of rank 1 or greater and of integer or index element type")
	}
	if !num.IsPermutation(gatherOp.DimensionMap()) {
		return op.Errorf("dimension map is invalid.")
	}
	switch {
	case depth == 0:
		return op.Errorf("dimension map must have at least one element")
	case depth > len(source):
		return op.Errorf("expected source rank to be greater or equal to index depth")
	case batch < 0:
		return op.Errorf("expected output to be at least the rank of non indexed source dims")
	case (len(indices) != batch || depth != 1) && len(indices) != batch+1:
		return op.Errorf("expected indices to be equal to batch rank or batch rank + 1")
	}
	for d := range batch {
		if indices[d] != output[d] {
			return op.Errorf("mismatch in shape of indices and output value at dim#%d", d)
		}
	}
	if len(indices) > batch && indices[batch] != int64(depth) {
		return op.Errorf("size of dimension map must match the last dimension of indices")
	}
	if mask := gatherOp.Mask(); mask != nil {
		if diag := verifyGatherMask(op, mask, output[:batch]); diag != nil {
			return diag
		}
	}
	for d := range len(source) - depth {
		from, to := source[depth+d], output[batch+d]
		if from != ir.Dynamic && to != ir.Dynamic && from != to {
			return op.Errorf("shape of output value dim#%d must match source value at dim#%d", batch+d, depth+d)
		}
	}
	return verifyResults(op, gatherOp.Output())
}

func verifyGatherMask(op *ir.Operation, mask *ir.Value, batch []int64) *ir.Diagnostic {
	if w := ir.IntWidth(ir.ElementOrSelf(mask.Type())); w != 1 && w != 8 {
		return op.Errorf("expected mask to have i1 or storage-legalized i8 element type")
	}
	shape := shapeOf(mask)
	if len(shape) != len(batch) {
		return op.Errorf("expected mask rank to match batch rank")
	}
	for d, n := range batch {
		if n != ir.Dynamic && shape[d] != ir.Dynamic && n != shape[d] {
			return op.Errorf("mask shape must match batch dimensions at dim#%d", d)
		}
	}
	return nil
}

// verifyResults checks that there is a result for each output that is a tensor, of its type.
func verifyResults(op *ir.Operation, outputs ...*ir.Value) *ir.Diagnostic {
	var want []ir.Type
	for _, v := range outputs {
		if ir.AnyRankedTensor.Check(v.Type()) {
			want = append(want, v.Type())
		}
	}
	if op.NumResults() != len(want) {
		return op.Errorf("expected the number of tensor results (%d) to be equal to the number of output tensors (%d)", op.NumResults(), len(want))
	}
	for i, t := range want {
		if got := op.Result(i).Type(); got != t {
			return op.Errorf("expected type of result %d (%s) to match type of corresponding output (%s)", i, got, t)
		}
	}
	return nil
}

func isIndexLike(t ir.Type) bool { return ir.IndexConstraint.Check(t) || ir.AnyInteger.Check(t) }
