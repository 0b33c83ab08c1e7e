package okk

import "optc/ir"

const moveAssembly = "$source `to` $destination attr-dict `:` type($source) `to` type($destination)"

// moved returns the operands of an operation that moves elements.
func moved(source, destination *ir.TypeConstraint) []Column {
	return []Column{{Name: "source", Memory: source, Access: ir.Read}, {Name: "destination", Memory: destination, Access: ir.Write}}
}

// copyRows declares the operations that move elements.
func copyRows() []*Row {
	copies := func(name, summary string, source, destination *ir.TypeConstraint, example string) *Row {
		return &Row{
			Kind: ir.Kind("okk." + name), Summary: summary,
			Description: "Source and destination have one shape, element type and mode, and W stride 1. Whole units are copied, with their dummies.",
			Assembly:    moveAssembly, OpClass: OpClass{Name: name, Operands: moved(source, destination)}, Check: verifyCopy,
			Engine: CopyEngine, Movement: Copies, Range: sourceRange, Divide: "NCHW", Examples: []string{"okk.kernel @k {\n" + example + "\n}"},
		}
	}
	fill := func(name, summary string, memory *ir.TypeConstraint, types DTypeSet) *Row {
		return &Row{
			Kind: ir.Kind("okk." + name), Summary: summary, Description: "Dummies keep their contents.",
			Attrs: []ir.PropDef{{Name: valueAttr, Type: numberAttr}}, Assembly: "$destination `,` $value attr-dict `:` type($destination)",
			OpClass: OpClass{Name: name, Operands: []Column{{Name: "destination", Memory: memory, Access: ir.Write, Types: types}}}, CheckAttrs: verifyFill,
			Movement: Fills, Range: numberRange, Divide: "NCH",
			Examples: []string{"okk.kernel @k {\n  %t = okk.alloc : !okk.local<1x3x4x5xf32, auto>\n  okk." + name + " %t, 1.5 : f32 : !okk.local<1x3x4x5xf32, auto>\n}"},
		}
	}
	byCopy := fill("fill", "a number to every element, by the copy engine", tensorConstraint, 0)
	byCopy.Engine, byCopy.Check = CopyEngine, func(*ir.Operation) *ir.Diagnostic { return nil }
	byCompute := fill("set", "a number to every element, by the compute engine, on BM1684 of 32 bits", localConstraint, bits32)
	byCompute.Engine = ComputeEngine
	byCompute.Calls = map[string]Caller{OKKernel: func(op *ir.Operation) Call {
		return Call{"okk_bdc_32bit_set_C", []Arg{addressArg(0), textArg("%s", x32(op.Attr(valueAttr))), shapeArg(0), strideArg(0)}}
	}}
	byCompute.Calls[TPUKernel] = func(op *ir.Operation) Call {
		return Call{"tpu_bdc_set_C", []Arg{addressArg(0), scalarArg(op.Attr(valueAttr)), shapeArg(0), strideArg(0), typeArg(op, 0)}}
	}
	byCompute.Machine = func(m *Machine, _ *ir.Operation, c *OpClass) error {
		if m.Interface == TPUKernel {
			c.Operands[0].Types = allDTypes
		}
		return nil
	}
	return []*Row{
		copies("load", "copy from system memory to local memory", systemConstraint, localConstraint, `  %x = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, continuous>
  %t = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  okk.load %x to %t : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xf32, aligned>`),
		copies("store", "copy from local memory to system memory", localConstraint, systemConstraint, `  %x = okk.sys_buffer "x" : !okk.sysmatrix<2x40xf32, row_stride = 40>
  %t = okk.alloc : !okk.matrix<2x40xf32, w = 10>
  okk.store %t to %x : !okk.matrix<2x40xf32, w = 10> to !okk.sysmatrix<2x40xf32, row_stride = 40>`),
		copies("copy", "copy within local memory, between any NPUs", localConstraint, localConstraint, `  %t = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  %u = okk.alloc : !okk.local<1x3x4x5xf32, compact, start = 2>
  okk.copy %t to %u : !okk.local<1x3x4x5xf32, aligned> to !okk.local<1x3x4x5xf32, compact, start = 2>`),
		copies("sys_copy", "copy within system memory", systemConstraint, systemConstraint, `  %x = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, continuous>
  %y = okk.sys_buffer "y" : !okk.sys<1x3x4x5xf32, strides[96, 32, 8, 1], space = global>
  okk.sys_copy %x to %y : !okk.sys<1x3x4x5xf32, continuous> to !okk.sys<1x3x4x5xf32, strides[96, 32, 8, 1], space = global>`),
		byCopy,
		byCompute,
		{
			Kind: "okk.pack", Summary: "from mode n1 to a packed mode",
			Description: "Element (n, c, h, w) moves from its place in mode n1 to its place in the unit that holds it. Dummies get the byte `fill`, 0 if it is not given.",
			Attrs:       []ir.PropDef{optionalInt("fill", 0, "0 to 255")},
			Assembly:    "$source `to` $destination (`fill` $fill^)? attr-dict `:` type($source) `to` type($destination)",
			OpClass:     OpClass{Name: "pack", Operands: moved(localConstraint, localConstraint)}, CheckAttrs: checkFillByte, Check: verifyPack,
			Engine: CopyEngine, Movement: Packs, Range: sourceRange, Examples: []string{packExample},
		},
		{
			Kind: "okk.unpack", Summary: "from a packed mode to mode n1", Description: "The opposite of okk.pack; dummies, which only fill up the units of the packed mode, are not copied.",
			Assembly: moveAssembly, OpClass: OpClass{Name: "unpack", Operands: moved(localConstraint, localConstraint)}, Check: verifyPack,
			Engine: CopyEngine, Movement: Unpacks, Range: sourceRange, Examples: []string{packExample},
		},
	}
}

const packExample = `okk.kernel @k {
  %t = okk.alloc : !okk.local<6x5x4x5xi8, compact>
  %u = okk.alloc : !okk.local<6x5x4x5xi8, mode = n4, aligned>
  okk.pack %t to %u fill 255 : !okk.local<6x5x4x5xi8, compact> to !okk.local<6x5x4x5xi8, mode = n4, aligned>
  okk.unpack %u to %t : !okk.local<6x5x4x5xi8, mode = n4, aligned> to !okk.local<6x5x4x5xi8, compact>
}`
