package poplar

import "optc/ir"

// Operations that state a result of a pass; the pass checks and removes them.
func assertOps() []*ir.OpDef {
	return []*ir.OpDef{
		{
			Kind:        "poplar.assert_mapping",
			Summary:     "the mapping of a view, checked by poplar-map-tensors",
			Operands:    []ir.ValueDef{tensorOperand("tensor")},
			Attrs:       []ir.PropDef{{Name: "mapping", Type: chosenMapping}},
			Constraints: []ir.Constraint{inside{GraphOp{}}},
			Assembly:    "$tensor qualified($mapping) attr-dict",
			Examples:    []string{assertExample},
		},

		{
			Kind:     "poplar.assert_imbalance",
			Summary:  "by how many elements a tile exceeds the balanced number, checked by poplar-map-tensors",
			Operands: []ir.ValueDef{tensorOperand("tensor")},
			Attrs: []ir.PropDef{
				{Name: "min", Type: integerAttr, Optional: true, Absent: 0},
				{Name: "grain", Type: integerAttr, Optional: true, Absent: 1},
				{Name: "is", Type: integerAttr},
			},
			Constraints: []ir.Constraint{inside{GraphOp{}}},
			Assembly:    "$tensor (`min` $min^ `grain` $grain)? `is` $is attr-dict",
			Examples:    []string{assertExample},
		},

		{
			Kind:     "poplar.assert_split",
			Summary:  "whether a dimension is split over tiles and IPUs, checked by poplar-map-tensors",
			Operands: []ir.ValueDef{tensorOperand("tensor")},
			Attrs: []ir.PropDef{
				{Name: "dim", Type: integerAttr},
				{Name: "tiles", Type: truthAttr("tiles")},
				{Name: "ipus", Type: truthAttr("ipus")},
			},
			Constraints: []ir.Constraint{inside{GraphOp{}}},
			Assembly:    "$tensor `dim` $dim `tiles` $tiles `ipus` $ipus attr-dict",
			Examples:    []string{assertExample},
		},

		{
			Kind:    "poplar.assert_field",
			Summary: "place of a field, checked by poplar-resolve-layouts",
			Description: "The layout is the name of a vector or list layout, or the type of a plain field. For an array of " +
				"edges, it is the layout of the table of the array.",
			Attrs: []ir.PropDef{
				{Name: "vertex", Type: symbolAttr},
				{Name: "field", Type: symbolAttr},
				{Name: "layout", Type: layoutAttr},
				{Name: "offset", Type: integerAttr},
				{Name: "size", Type: integerAttr},
			},
			Assembly: "$vertex $field `layout` $layout `offset` $offset `size` $size attr-dict",
			Examples: []string{`poplar.assert_field @"demo::Scale<half>" @dst layout SPAN offset 0 size 8`},
		},

		{
			Kind:     "poplar.assert_symbol",
			Summary:  "the mangled name of a vertex, checked by poplar-mangle-names",
			Attrs:    []ir.PropDef{{Name: "vertex", Type: symbolAttr}, {Name: "symbol", Type: stringAttr}},
			Assembly: "$vertex $symbol attr-dict",
			Examples: []string{`poplar.assert_symbol @"demo::Fill<half>" "__runCodelet_demo__Fill___half"`},
		},

		{
			Kind:    "poplar.assert_bytes",
			Summary: "bytes in the memory of a tile, checked by poplar-pack-state",
			Attrs: []ir.PropDef{
				{Name: "tile", Type: integerAttr},
				{Name: "address", Type: addressAttr},
				{Name: "bytes", Type: stringAttr},
			},
			Assembly: "`tile` $tile `at` $address $bytes attr-dict",
			Examples: []string{`poplar.assert_bytes tile 0 at 0x4c020 "00 c0 04 00"`},
			Verify: func(op *ir.Operation) *ir.Diagnostic {
				if _, _, ok := ParseBytes(strAttr(op, "bytes")); !ok {
					return op.Errorf("expected bytes of two hexadecimal digits or '--', but got '%s'", strAttr(op, "bytes")).WithCode(Codes + "bytes-parse")
				}
				return nil
			},
		},

		{
			Kind:        "poplar.print_mapping",
			Summary:     "report the mapping of a view as a remark",
			Operands:    []ir.ValueDef{tensorOperand("tensor")},
			Constraints: []ir.Constraint{inside{GraphOp{}}},
			Assembly:    "$tensor attr-dict",
			Examples:    []string{assertExample},
		},
	}
}

const assertExample = `poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x64xf16>
  poplar.set_tile_mapping %x on 0
  poplar.assert_mapping %x #poplar.mapping<0: 0..256>
  poplar.assert_imbalance %x is 0
  poplar.assert_imbalance %x min 4 grain 2 is 0
  poplar.assert_split %x dim 1 tiles false ipus false
  poplar.print_mapping %x
}`
