// Package bufferization is the dialect between tensors and buffers: tensors that get memory, buffers
// with the contents of tensors, copies, and deallocation.
package bufferization

import "optc/ir"

const memorySpace = "memory_space"

// Dialect is the bufferization dialect.
var Dialect = &ir.Dialect{
	Name:        "bufferization",
	Summary:     "tensors that become memory",
	Description: "Tensors with memory, buffers with the contents of tensors, copies, and deallocation.",
	Meaning:     meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{Typed: typedOps(), Ops: []*ir.OpDef{
			allocTensor(), toTensor(), toBuffer(), clone(), deallocTensor(), materialize(), dealloc(),
		}}
	},
}

func allocTensor() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "bufferization.alloc_tensor",
		New:     []string{"result", "memory_space", "dynamic_sizes..."},
		Summary: "tensor with newly allocated memory",
		Description: `A tensor with newly allocated memory in the memory space. Its elements are
undefined, or copied from copy.`,
		Operands: []ir.ValueDef{
			ir.VariadicIndex("dynamic_sizes"), {Name: "copy", Type: ir.AnyTensor, Kind: ir.Optional},
			{Name: "size_hint", Type: ir.IndexConstraint, Kind: ir.Optional},
		},
		Results: []ir.ValueDef{{Name: "result", Type: ir.AnyTensor}},
		Attrs:   []ir.PropDef{{Name: memorySpace, Type: ir.AnyAttr, Optional: true}},
		Traits:  ir.AttrSizedOperandSegments,
		Form:    "`(` $dynamic_sizes `)` (`copy` `(` $copy `)`)? (`size_hint` `=` $size_hint)? attr-dict `:` type($result)",
		Parse:   parseAllocTensor, Print: printAllocTensor, Verify: verifyAllocTensor,
		Examples: []string{`func.func @f(%n: index) -> tensor<4x?xf32> {
  %t = bufferization.alloc_tensor(%n) : tensor<4x?xf32>
  return %t : tensor<4x?xf32>
}`},
	}
}

func parseAllocTensor(p ir.OpParser, st *ir.OpState) {
	var copied, hint []ir.Unresolved
	sizes := p.Operands("()")
	if p.AcceptKeyword("copy") {
		p.Expect("(")
		copied = append(copied, p.Operand())
		p.Expect(")")
	}
	if p.AcceptKeyword("size_hint") {
		p.Expect("=")
		hint = append(hint, p.Operand())
	}
	p.AttrDict(st)
	p.Expect(":")
	t := p.Type()
	if !p.Ok() {
		return
	}
	p.ResolveEach(st, p.Context().Index(), sizes)
	p.ResolveEach(st, t, copied)
	p.ResolveEach(st, p.Context().Index(), hint)
	st.SetSegments(p.Context(), len(sizes), len(copied), len(hint))
	st.ResultTypes = []ir.Type{t}
}

func printAllocTensor(p *ir.Printer, op *ir.Operation) {
	allocTensor := ir.Cast[AllocTensorOp](op)
	p.Str("(").Operands(allocTensor.DynamicSizes()).Str(")")
	if v := allocTensor.Copy(); v != nil {
		p.Str(" copy(").Operand(v).Str(")")
	}
	if v := allocTensor.SizeHint(); v != nil {
		p.Str(" size_hint=").Operand(v)
	}
	p.AttrDict(op, "operandSegmentSizes")
	p.Str(" : ").Type(allocTensor.Result().Type())
}

// verifyAllocTensor follows AllocTensorOp::verify (BufferizationOps.cpp).
func verifyAllocTensor(op *ir.Operation) *ir.Diagnostic {
	allocTensor := ir.Cast[AllocTensorOp](op)
	t, ranked := allocTensor.Result().Type().(*ir.TensorType)
	dynamic := 0
	if ranked {
		for _, n := range t.Dims {
			if n == ir.Dynamic {
				dynamic++
			}
		}
	}
	switch copied := allocTensor.Copy(); {
	case copied != nil && len(allocTensor.DynamicSizes()) > 0:
		return op.Errorf("dynamic sizes not needed when copying a tensor")
	case copied == nil && len(allocTensor.DynamicSizes()) != dynamic:
		return op.Errorf("incorrect number of dynamic sizes, has %d, expected %d", len(allocTensor.DynamicSizes()), dynamic)
	case copied != nil && copied.Type() != allocTensor.Result().Type():
		return op.Errorf("expected that `copy` and return type match")
	}
	return nil
}
