package okk

import (
	"optc/ir"
	"optc/layout/picture"
)

func kernelOps() []*ir.OpDef {
	return []*ir.OpDef{
		{
			Kind:    "okk.kernel",
			Summary: "kernel: buffers, tensors, copies and operations, in order",
			Description: "The unit of allocation, lowering and execution. It runs from top to bottom; loops are scf.for with constant bounds " +
				"and are unrolled before anything is allocated.",
			Attrs:         []ir.PropDef{{Name: "sym_name", Type: ir.SymbolNameAttr}},
			Regions:       []ir.RegionDef{{Name: "body", SingleBlock: true}},
			Traits:        ir.IsolatedFromAbove | ir.Symbol | ir.NoTerminator | ir.SingleBlock,
			Assembly:      "$sym_name attr-dict-with-keyword $body",
			VerifyRegions: verifyLives,
			Examples:      []string{kernelExample},
		},
		{
			Kind:    "okk.sys_buffer",
			Summary: "buffer in system memory",
			Description: "A named buffer is an input or output of a run; it holds the optional values before the run. A buffer " +
				"without an address gets the lowest free address of its space that is a multiple of 128, in the order " +
				"of the text.",
			Results: []ir.ValueDef{{Name: "result", Type: systemConstraint}},
			Attrs: []ir.PropDef{
				optional(nameAttr, ir.StrAttr, ""),
				optional(addressAttr, integerAttr, "address of the first byte"),
				optional("bytes", integerAttr, "size, if it is more than the tensor spans"),
				optional(valueAttr, ir.DenseConstraint, ""),
			},
			Assembly: "($name^)? (`at` $address^)? (`bytes` $bytes^)? (`=` $value^)? attr-dict `:` type($result)",
			Verify:   verifySysBuffer,
			ResultNames: func(op *ir.Operation, set func(v *ir.Value, name string)) {
				if n := ir.Cast[SysBufferOp](op).Name(); ir.IsBareIdentifier(n) {
					set(op.Result(0), n)
				}
			},
			Examples: []string{
				kernelExample,
				"okk.kernel @k {\n  %w = okk.sys_buffer \"w\" at 4096 bytes 64 = dense<1.0> : tensor<1x1x2x4xf32> : !okk.sys<1x1x2x4xf32, continuous>\n}",
			},
		},
		{
			Kind:    "okk.alloc",
			Summary: "tensor in local memory",
			Description: "Reserves the same range of offsets in every NPU. The address is the address of element (0, 0, 0, 0). " +
				"okk-allocate keeps an address that is written and chooses the others.",
			Results:    []ir.ValueDef{{Name: "result", Type: localConstraint}},
			Attrs:      []ir.PropDef{optional(addressAttr, integerAttr, "NPU times bytes per NPU plus offset")},
			Traits:     ir.HasEffects,
			Effects:    allocates,
			Assembly:   "(`at` $address^)? attr-dict `:` type($result)",
			Verify:     verifyAlloc,
			Implements: []ir.Implementation{picture.Operation.By(drawAlloc)},
			Examples:   []string{"okk.kernel @k {\n  %t = okk.alloc : !okk.local<2x3x4x5xf32, auto>\n  %u = okk.alloc at 2048 : !okk.local<2x3x4x5xf32, aligned[64, 32, 5, 1], start = 2>\n}"},
		},
		{
			Kind:    "okk.dealloc",
			Summary: "end of the life of a tensor",
			Description: "The memory of the tensor is used again; neither the tensor nor a view of it may be used after the operation. " +
				"It is in the block of the allocation.",
			Operands: []ir.ValueDef{{Name: "tensor", Type: localConstraint, Effects: ir.Free}},
			Traits:   ir.HasEffects,
			Assembly: "$tensor attr-dict `:` type($tensor)",
			Examples: []string{"okk.kernel @k {\n  %t = okk.alloc : !okk.local<2x3x4x5xf32, auto>\n  okk.dealloc %t : !okk.local<2x3x4x5xf32, auto>\n}"},
		},
		{
			Kind:    "okk.parallel",
			Summary: "operations that may run at the same time",
			Description: "The copy engine and the compute engine work at the same time on the operations between " +
				"okk_parallel_start and okk_parallel_end, so no operation may write a tensor that another one uses.",
			Regions:  []ir.RegionDef{{Name: "body", SingleBlock: true}},
			Traits:   ir.NoTerminator | ir.SingleBlock | ir.RecursiveMemoryEffects,
			Assembly: "attr-dict-with-keyword $body",
			Examples: []string{kernelExample},
		},
	}
}

// allocates is the effect of reserving memory for the result.
func allocates(op *ir.Operation) []ir.Effect {
	return []ir.Effect{{Kind: ir.Allocate, Value: op.Result(0)}}
}

const kernelExample = `okk.kernel @relu {
  %x = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, continuous>
  %y = okk.sys_buffer "y" : !okk.sys<1x3x4x5xf32, continuous>
  %z = okk.sys_buffer "z" : !okk.sys<1x3x4x5xf32, continuous>
  %a = okk.alloc : !okk.local<1x3x4x5xf32, auto>
  %b = okk.alloc : !okk.local<1x3x4x5xf32, auto>
  okk.load %x to %a : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xf32, auto>
  okk.parallel {
    okk.eltwise relu %b, %a : !okk.local<1x3x4x5xf32, auto>, !okk.local<1x3x4x5xf32, auto>
    okk.sys_copy %x to %z : !okk.sys<1x3x4x5xf32, continuous> to !okk.sys<1x3x4x5xf32, continuous>
  }
  okk.store %b to %y : !okk.local<1x3x4x5xf32, auto> to !okk.sys<1x3x4x5xf32, continuous>
}`
