package okk

import "optc/ir"

// copyKinds are the operations of the copy engine, with the memories between which each
// copies.
var copyKinds = []struct {
	kind             ir.Kind
	source, dest     *ir.TypeConstraint
	summary, example string
}{
	{kind: LoadOp{}.Kind(), source: systemConstraint, dest: localConstraint, summary: "copy from system memory to local memory", example: `  %x = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, continuous>
  %t = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  okk.load %x to %t : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xf32, aligned>`},
	{kind: StoreOp{}.Kind(), source: localConstraint, dest: systemConstraint, summary: "copy from local memory to system memory", example: `  %x = okk.sys_buffer "x" : !okk.sysmatrix<2x40xf32, row_stride = 40>
  %t = okk.alloc : !okk.matrix<2x40xf32, w = 10>
  okk.store %t to %x : !okk.matrix<2x40xf32, w = 10> to !okk.sysmatrix<2x40xf32, row_stride = 40>`},
	{kind: CopyOp{}.Kind(), source: localConstraint, dest: localConstraint, summary: "copy within local memory, between any NPUs", example: `  %t = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  %u = okk.alloc : !okk.local<1x3x4x5xf32, compact, start = 2>
  okk.copy %t to %u : !okk.local<1x3x4x5xf32, aligned> to !okk.local<1x3x4x5xf32, compact, start = 2>`},
	{kind: SysCopyOp{}.Kind(), source: systemConstraint, dest: systemConstraint, summary: "copy within system memory", example: `  %x = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, continuous>
  %y = okk.sys_buffer "y" : !okk.sys<1x3x4x5xf32, strides[96, 32, 8, 1], space = global>
  okk.sys_copy %x to %y : !okk.sys<1x3x4x5xf32, continuous> to !okk.sys<1x3x4x5xf32, strides[96, 32, 8, 1], space = global>`},
}

const moveAssembly = "$source `to` $destination attr-dict `:` type($source) `to` type($destination)"

func copyOps() []*ir.OpDef {
	var defs []*ir.OpDef
	for _, k := range copyKinds {
		defs = append(defs, &ir.OpDef{
			Kind: k.kind, Summary: k.summary,
			Description: "Source and destination have one shape, element type and mode, and W stride 1. Whole units are copied, with their dummies.",
			Operands: []ir.ValueDef{
				{Name: "source", Type: k.source, Effects: ir.Read}, {Name: "destination", Type: k.dest, Effects: ir.Write},
			},
			Traits: ir.HasEffects, Assembly: moveAssembly, Verify: verifyCopy, Examples: []string{"okk.kernel @k {\n" + k.example + "\n}"},
		})
	}
	fill := func(kind ir.Kind, t *ir.TypeConstraint, summary, verb string) *ir.OpDef {
		return &ir.OpDef{
			Kind: kind, Summary: summary, Description: "Dummies keep their contents.",
			Operands: []ir.ValueDef{{Name: "destination", Type: t, Effects: ir.Write}},
			Attrs:    []ir.PropDef{{Name: valueAttr, Type: numberAttr}},
			Traits:   ir.HasEffects, Assembly: "$destination `,` $value attr-dict `:` type($destination)", Verify: verifyFill,
			Examples: []string{"okk.kernel @k {\n  %t = okk.alloc : !okk.local<1x3x4x5xf32, auto>\n  okk." + verb + " %t, 1.5 : f32 : !okk.local<1x3x4x5xf32, auto>\n}"},
		}
	}
	return append(defs,
		fill(FillOp{}.Kind(), tensorConstraint, "a number to every element, by the copy engine", "fill"),
		fill(SetOp{}.Kind(), localConstraint, "a number to every element of 32 bits, by the compute engine", "set"),
		&ir.OpDef{
			Kind: "okk.pack", Summary: "from mode n1 to a packed mode",
			Description: "Element (n, c, h, w) moves from its place in mode n1 to its place in the unit that holds it. Dummies get the byte `fill`, 0 if it is not given.",
			Operands: []ir.ValueDef{
				{Name: "source", Type: localConstraint, Effects: ir.Read}, {Name: "destination", Type: localConstraint, Effects: ir.Write},
			},
			Attrs:    []ir.PropDef{optionalInt("fill", 0, "0 to 255")},
			Traits:   ir.HasEffects,
			Assembly: "$source `to` $destination (`fill` $fill^)? attr-dict `:` type($source) `to` type($destination)", Verify: verifyPack,
			Examples: []string{packExample},
		},
		&ir.OpDef{
			Kind: "okk.unpack", Summary: "from a packed mode to mode n1", Description: "The opposite of okk.pack; dummies, which only fill up the units of the packed mode, are not copied.",
			Operands: []ir.ValueDef{
				{Name: "source", Type: localConstraint, Effects: ir.Read}, {Name: "destination", Type: localConstraint, Effects: ir.Write},
			},
			Traits: ir.HasEffects, Assembly: moveAssembly, Verify: verifyPack, Examples: []string{packExample},
		})
}

const packExample = `okk.kernel @k {
  %t = okk.alloc : !okk.local<6x5x4x5xi8, compact>
  %u = okk.alloc : !okk.local<6x5x4x5xi8, mode = n4, aligned>
  okk.pack %t to %u fill 255 : !okk.local<6x5x4x5xi8, compact> to !okk.local<6x5x4x5xi8, mode = n4, aligned>
  okk.unpack %u to %t : !okk.local<6x5x4x5xi8, mode = n4, aligned> to !okk.local<6x5x4x5xi8, compact>
}`
