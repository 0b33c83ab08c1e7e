package bufferization

import (
	"slices"

	"optc/ir"
)

// Constraints; the summaries are upstream's.
var (
	bufferLike = &ir.TypeConstraint{Summary: "BufferLikeTypeInterface instance", Check: ir.AnyRankedOrUnrankedMemRef.Check, Class: ir.AnyMemRefClass}
	tensorLike = &ir.TypeConstraint{Summary: "TensorLikeTypeInterface instance", Check: ir.AnyTensor.Check, Class: ir.TensorClass}
)

func flag(name string) ir.PropDef {
	return ir.PropDef{Name: name, Type: ir.UnitConstraint, Optional: true}
}

// sameData requires a tensor and a buffer with the same shape and elements.
type sameData struct{ tensor, buffer string }

func (sameData) Doc() string { return "specified tensor and buffer types match" }

func (c sameData) Check(op *ir.Operation) *ir.Diagnostic {
	t, b := op.NamedType(c.tensor), op.NamedType(c.buffer)
	tensor, buffer := t.(ir.ShapedType), b.(ir.ShapedType)
	_, unrankedTensor := t.(*ir.UnrankedTensorType)
	_, unrankedBuffer := b.(*ir.UnrankedMemRefType)
	switch {
	case unrankedTensor != unrankedBuffer || !slices.Equal(tensor.Shape(), buffer.Shape()):
		return op.PlainErrorf("shapes do not match")
	case tensor.ElementType() != buffer.ElementType():
		return op.PlainErrorf("element types do not match")
	}
	return nil
}

func toTensor() *ir.OpDef {
	return &ir.OpDef{
		Kind: "bufferization.to_tensor", New: []string{"result", "buffer", "restrict", "writable"}, Summary: "the contents of a buffer as a tensor",
		Description: `The elements of a buffer as a value. restrict promises that no other operation makes a tensor
of this memory; writable allows the memory to be changed by operations that produce tensors.`,
		Operands:    []ir.ValueDef{{Name: "buffer", Type: bufferLike, Effects: ir.Read}},
		Results:     []ir.ValueDef{{Name: "result", Type: tensorLike}},
		Attrs:       []ir.PropDef{flag("restrict"), flag("writable")},
		Traits:      ir.SameOperandsAndResultShape | ir.SameOperandsAndResultElementType,
		Constraints: []ir.Constraint{sameData{"result", "buffer"}},
		Assembly:    "$buffer (`restrict` $restrict^)? (`writable` $writable^)? attr-dict `:` type($buffer) `to` type($result)",
		Fold: func(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
			// The contents of a buffer that was made of a tensor right before.
			to := ir.DefiningOp[ToBufferOp](ir.Cast[ToTensorOp](op).Buffer())
			if to.Ok() && to.Operation().Block() == op.Block() && to.Operation().Next() == op && to.Tensor().Type() == op.Result(0).Type() {
				return ir.FoldToValue(to.Tensor())
			}
			return ir.FoldResult{}
		},
		Examples: []string{`func.func @f(%m: memref<4xf32>) -> tensor<4xf32> {
  %0 = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}`},
	}
}

func toBuffer() *ir.OpDef {
	return &ir.OpDef{
		Kind: "bufferization.to_buffer", New: []string{"buffer", "tensor", "read_only"}, Summary: "a buffer with the contents of a tensor",
		Description: "A buffer with the elements of a tensor. read_only promises that the buffer is not changed.",
		Operands:    []ir.ValueDef{{Name: "tensor", Type: tensorLike}},
		Results:     []ir.ValueDef{{Name: "buffer", Type: bufferLike}},
		Attrs:       []ir.PropDef{flag("read_only")},
		Traits:      ir.Pure | ir.SameOperandsAndResultShape | ir.SameOperandsAndResultElementType,
		Constraints: []ir.Constraint{sameData{"tensor", "buffer"}},
		Assembly:    "$tensor (`read_only` $read_only^)? attr-dict `:` type($tensor) `to` type($buffer)",
		Fold: func(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
			from := ir.DefiningOp[ToTensorOp](ir.Cast[ToBufferOp](op).Tensor())
			if from.Ok() && from.Buffer().Type() == op.Result(0).Type() {
				return ir.FoldToValue(from.Buffer())
			}
			return ir.FoldResult{}
		},
		Examples: []string{`func.func @f(%t: tensor<4xf32>) -> memref<4xf32> {
  %0 = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}`},
	}
}

func clone() *ir.OpDef {
	return &ir.OpDef{
		Kind: "bufferization.clone", Summary: "a buffer with the same contents",
		Description: "New memory with the elements of a buffer; neither the input nor the output may be changed afterwards.",
		Operands:    []ir.ValueDef{{Name: "input", Type: ir.AnyRankedOrUnrankedMemRef, Effects: ir.Read}},
		Results:     []ir.ValueDef{{Name: "output", Type: ir.AnyRankedOrUnrankedMemRef, Effects: ir.Allocate | ir.Write}},
		Assembly:    "$input attr-dict `:` type($input) `to` type($output)",
		Examples: []string{`func.func @f(%m: memref<4xf32>) -> memref<4xf32> {
  %0 = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}`},
	}
}

func deallocTensor() *ir.OpDef {
	return &ir.OpDef{
		Kind: "bufferization.dealloc_tensor", Summary: "the last use of a tensor",
		Description: "Releases the memory that a tensor may have.",
		Operands:    []ir.ValueDef{{Name: "tensor", Type: ir.AnyTensor}},
		Assembly:    "$tensor attr-dict `:` type($tensor)",
		Examples: []string{`func.func @f(%t: tensor<4xf32>) {
  bufferization.dealloc_tensor %t : tensor<4xf32>
  return
}`},
	}
}

func materialize() *ir.OpDef {
	return &ir.OpDef{
		Kind: "bufferization.materialize_in_destination", New: ir.ByHand, Summary: "a tensor that gets the memory of a destination",
		Description: `The elements of source, in the memory of dest: a tensor, whose memory the result gets, or a
buffer that changes.`,
		Operands:   []ir.ValueDef{{Name: "source", Type: ir.AnyTensor}, {Name: "dest", Type: ir.AnyShaped}},
		Results:    []ir.ValueDef{{Name: "result", Type: ir.AnyTensor, Kind: ir.Optional}},
		Attrs:      []ir.PropDef{flag("restrict"), flag("writable")},
		Interfaces: ir.Interfaces{DestStyle: &ir.DestStyle{Inits: func(*ir.Operation) (lo, hi int) { return 1, 2 }}},
		Traits:     ir.HasEffects,
		Effects: func(op *ir.Operation) []ir.Effect {
			if dest := op.Operand(1); ir.AnyRankedOrUnrankedMemRef.Check(dest.Type()) {
				return []ir.Effect{{Kind: ir.Write, Value: dest}}
			}
			return nil
		},
		Assembly: "$source `in` (`restrict` $restrict^)? (`writable` $writable^)? $dest attr-dict `:` functional-type(operands, results)",
		Verify:   verifyMaterialize,
		Examples: []string{`func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>) {
  bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}`},
	}
}

func verifyMaterialize(op *ir.Operation) *ir.Diagnostic {
	m := ir.Cast[MaterializeInDestinationOp](op)
	dest := m.Dest().Type()
	isTensor, isBuffer := ir.AnyTensor.Check(dest), ir.AnyRankedOrUnrankedMemRef.Check(dest)
	switch {
	case !isTensor && !isBuffer:
		return op.Errorf("'dest' must be a tensor or a memref")
	case isTensor && op.NumResults() != 1:
		return op.Errorf("tensor 'dest' implies exactly one tensor result")
	case isTensor && op.Result(0).Type() != dest:
		return op.Errorf("result and 'dest' types must match")
	case isBuffer && op.NumResults() != 0:
		return op.Errorf("memref 'dest' implies zero results")
	case m.Restrict() && !isBuffer:
		return op.Errorf("'restrict' is valid only for memref destinations")
	case m.Writable() != isBuffer:
		return op.Errorf("'writable' must be specified if and only if the destination is of memref type")
	}
	source, ranked := m.Source().Type().(*ir.TensorType)
	_, unrankedTensor := dest.(*ir.UnrankedTensorType)
	_, unrankedBuffer := dest.(*ir.UnrankedMemRefType)
	if ranked == (unrankedTensor || unrankedBuffer) {
		return op.Errorf("source/destination shapes are incompatible")
	}
	if !ranked {
		return nil
	}
	shape := dest.(ir.ShapedType).Shape()
	if len(shape) != len(source.Dims) {
		return op.Errorf("rank mismatch between source and destination shape")
	}
	for i, n := range source.Dims {
		if n != ir.Dynamic && shape[i] != ir.Dynamic && n != shape[i] {
			return op.Errorf("source/destination shapes are incompatible")
		}
	}
	return nil
}

func dealloc() *ir.OpDef {
	return &ir.OpDef{
		Kind: "bufferization.dealloc", New: []string{"memrefs", "conditions", "retained"}, Summary: "deallocation of buffers that nothing retains",
		Description: `Deallocates each buffer whose condition is true, unless one of the retained buffers has the
same memory. A result is true if a retained buffer must be deallocated later.`,
		Operands: []ir.ValueDef{
			{Name: "memrefs", Type: ir.AnyRankedOrUnrankedMemRef, Kind: ir.Variadic},
			{Name: "conditions", Type: ir.BoolConstraint, Kind: ir.Variadic},
			{Name: "retained", Type: ir.AnyRankedOrUnrankedMemRef, Kind: ir.Variadic},
		},
		Results: []ir.ValueDef{{Name: "updatedConditions", Type: ir.BoolConstraint, Kind: ir.Variadic}},
		Traits:  ir.AttrSizedOperandSegments,
		Infer: func(c *ir.Context, st *ir.OpState) ([]ir.Type, *ir.Diagnostic) {
			sizes, _ := ir.ReadInt64s(st.Prop("operandSegmentSizes"))
			if len(sizes) != 3 {
				return nil, nil
			}
			return slices.Repeat([]ir.Type{c.I1()}, int(sizes[2])), nil
		},
		Assembly: "(` ``(` $memrefs^ `:` type($memrefs) `)` `if` ` ` `(` $conditions `)` )? (`retain` ` ` `(` $retained^ `:` type($retained) `)` )? attr-dict",
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			d := ir.Cast[DeallocOp](op)
			if len(d.Memrefs()) != len(d.Conditions()) {
				return op.Errorf("must have the same number of conditions as memrefs to deallocate")
			}
			if len(d.Retained()) != op.NumResults() {
				return op.Errorf("must have the same number of updated conditions (results) as retained operands")
			}
			return nil
		},
		Examples: []string{`func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %c: i1) -> i1 {
  %0 = bufferization.dealloc (%a : memref<4xf32>) if (%c) retain (%b : memref<4xf32>)
  return %0 : i1
}`},
	}
}
