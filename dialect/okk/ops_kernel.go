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
			Description: "The unit of allocation, lowering and execution. It runs from top to bottom. Loops are scf.for, decisions scf.if; both depend on constants " +
				"and parameters, and are removed before a run. The tensors of a tiled kernel may be larger than the memory.",
			Attrs:         []ir.PropDef{{Name: "sym_name", Type: ir.SymbolNameAttr}, word("tiled", "tensors may be larger than the memory; okk-tile divides the kernel")},
			Regions:       []ir.RegionDef{{Name: "body", SingleBlock: true}},
			Traits:        ir.IsolatedFromAbove | ir.Symbol | ir.NoTerminator | ir.SingleBlock,
			Assembly:      "$sym_name (`tiled` $tiled^)? attr-dict-with-keyword $body",
			VerifyRegions: verifyLives,
			Examples:      []string{kernelExample},
		},
		{
			Kind:    "okk.param",
			Summary: "size that is known when the kernel runs",
			Description: "A parameter is a number between the two bounds, which belong to it. Extents of tensors, bounds of loops, offsets and conditions are computed " +
				"from parameters by operations of the dialect arith. Memory is reserved for the largest sizes, okk-check-sizes proves what it can for all of " +
				"them, and okk-bind-sizes gives parameters numbers, without which they have their largest ones.",
			Results: []ir.ValueDef{{Name: "result", Type: ir.IndexConstraint}},
			Attrs: []ir.PropDef{
				{Name: nameAttr, Type: ir.StrAttr},
				{Name: rangeAttr, Type: ir.DenseI64ArrayAttr},
			},
			Traits:   ir.Pure,
			Assembly: "$name `range` $range attr-dict",
			Verify:   verifyParam,
			ResultNames: func(op *ir.Operation, set func(v *ir.Value, name string)) {
				if n := ir.Cast[ParamOp](op).Name(); ir.IsBareIdentifier(n) {
					set(op.Result(0), n)
				}
			},
			Examples: []string{openExample},
		},
		{
			Kind:    "okk.sys_buffer",
			Summary: "buffer in system memory",
			Description: "A named buffer is an input or output of a run; it holds the optional values before the run. A buffer " +
				"without an address gets the lowest free address of its space that is a multiple of 128, in the order " +
				"of the text. The extents that the type leaves open are values. A host sees the buffer with the extents after `as`, if there are any. The numbers of an input stay between the two after `range`, which okk-check-domains uses; a run refuses others.",
			Operands: []ir.ValueDef{ir.VariadicIndex("sizes")},
			Results:  []ir.ValueDef{{Name: "result", Type: systemConstraint}},
			Attrs: []ir.PropDef{
				optional(nameAttr, ir.StrAttr, ""),
				optional(addressAttr, integerAttr, "address of the first byte"),
				optional("bytes", integerAttr, "size, if it is more than the tensor spans"),
				optional(valueAttr, ir.DenseConstraint, ""),
				optional(rangeAttr, ir.ArrayConstraint, "smallest and largest number of an input of f32, f16 or bf16"),
				{Name: "shape", Type: ir.DenseI64ArrayAttr, Optional: true, Doc: "extents that a host sees, with as many elements"},
			},
			Assembly: "($name^)? (`as` $shape^)? (`sizes` `` `(` $sizes^ `)`)? (`at` $address^)? (`bytes` $bytes^)? (`range` $range^)? (`=` $value^)? attr-dict `:` type($result)",
			Verify:   verifySysBuffer,
			ResultNames: func(op *ir.Operation, set func(v *ir.Value, name string)) {
				if n := ir.Cast[SysBufferOp](op).Name(); ir.IsBareIdentifier(n) {
					set(op.Result(0), n)
				}
			},
			Examples: []string{
				kernelExample,
				"okk.kernel @k {\n  %x = okk.sys_buffer \"x\" range [-8.0, 8.0] : !okk.sys<1x1x2x4xf32, continuous>\n}",
				"okk.kernel @k {\n  %w = okk.sys_buffer \"w\" at 4096 bytes 64 = dense<1.0> : tensor<1x1x2x4xf32> : !okk.sys<1x1x2x4xf32, continuous>\n}",
				"okk.kernel @k {\n  %v = okk.sys_buffer \"v\" as [8] : !okk.sys<1x1x1x8xf32, continuous>\n}",
			},
		},
		{
			Kind:    "okk.alloc",
			Summary: "tensor in local memory",
			Description: "Reserves the same range of offsets in every NPU. The address is the address of element (0, 0, 0, 0). " +
				"okk-allocate keeps an address that is written and chooses the others. The extents that the type leaves open are values; " +
				"memory is reserved for the largest ones.",
			Operands:   []ir.ValueDef{ir.VariadicIndex("sizes")},
			Results:    []ir.ValueDef{{Name: "result", Type: localConstraint}},
			Attrs:      []ir.PropDef{optional(addressAttr, integerAttr, "NPU times bytes per NPU plus offset")},
			Traits:     ir.HasEffects,
			Effects:    allocates,
			Assembly:   "(`sizes` `` `(` $sizes^ `)`)? (`at` $address^)? attr-dict `:` type($result)",
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
				"okk_parallel_start and okk_parallel_end. Operations of the compute engine run in the order of the text. No copy may write a tensor that " +
				"another operation uses, nor read one that another operation writes.",
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

const openExample = `okk.kernel @twice {
  %n = okk.param "n" range [1, 100]
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %x = okk.sys_buffer "x" sizes(%n) : !okk.sys<?x3x4x5xf32, max = [100], continuous>
  %t = okk.alloc : !okk.local<8x3x4x5xf32, auto>
  scf.for %i = %c0 to %n step %c8 {
    %left = arith.subi %n, %i : index
    %m = arith.minui %left, %c8 : index
    %part = okk.slice %x[%i, 0, 0, 0] sizes(%m) : !okk.sys<?x3x4x5xf32, max = [100], continuous> to !okk.sys<?x3x4x5xf32, max = [8], continuous>
    %now = okk.slice %t[0, 0, 0, 0] sizes(%m) : !okk.local<8x3x4x5xf32, auto> to !okk.local<?x3x4x5xf32, max = [8], auto>
    okk.load %part to %now : !okk.sys<?x3x4x5xf32, max = [8], continuous> to !okk.local<?x3x4x5xf32, max = [8], auto>
    okk.eltwise add %now, %now, %now : !okk.local<?x3x4x5xf32, max = [8], auto>, !okk.local<?x3x4x5xf32, max = [8], auto>, !okk.local<?x3x4x5xf32, max = [8], auto>
    okk.store %now to %part : !okk.local<?x3x4x5xf32, max = [8], auto> to !okk.sys<?x3x4x5xf32, max = [8], continuous>
  }
}`

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
