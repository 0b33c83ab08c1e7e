package poplar

import "optc/ir"

// Operations that are checked and removed by the pass that computes what they
// speak about.
func assertOps() []*ir.OpDef {
	return []*ir.OpDef{
		formed(&ir.OpDef{
			Name:        AssertMappingOp,
			Summary:     "the mapping of a view, checked by poplar-map-tensors",
			Constraints: []ir.Constraint{ir.HasParent{GraphOp}},
			Examples:    []string{assertExample},
		}, noTypes, tensor("tensor"), anything("mapping", mappingConstraint)),

		formed(&ir.OpDef{
			Name:        AssertImbalanceOp,
			Summary:     "by how many elements a tile exceeds the balanced number, checked by poplar-map-tensors",
			Constraints: []ir.Constraint{ir.HasParent{GraphOp}},
			Examples:    []string{assertExample},
		}, noTypes, tensor("tensor"), optional(keyword("min"), integer("min"), keyword("grain"), integer("grain")), keyword("is"), integer("is")),

		formed(&ir.OpDef{
			Name:        AssertSplitOp,
			Summary:     "whether a dimension is split over tiles and IPUs, checked by poplar-map-tensors",
			Constraints: []ir.Constraint{ir.HasParent{GraphOp}},
			Examples:    []string{assertExample},
		}, noTypes, tensor("tensor"), keyword("dim"), integer("dim"), keyword("tiles"), truth("tiles"), keyword("ipus"), truth("ipus")),

		formed(&ir.OpDef{
			Name:    AssertFieldOp,
			Summary: "where a field lies, checked by poplar-resolve-layouts",
			Description: "The layout is the name of a vector or list layout, or the type of a plain field; of an array of edges it " +
				"is that of the table.",
			Examples: []string{`poplar.assert_field @"demo::Scale<half>" @dst layout SPAN offset 0 size 8`},
		}, noTypes, symbol("vertex"), symbol("field"), keyword("layout"), layoutWord("layout"), keyword("offset"), integer("offset"), keyword("size"), integer("size")),

		formed(&ir.OpDef{
			Name:     AssertSymbolOp,
			Summary:  "the mangled name of a vertex, checked by poplar-mangle-names",
			Examples: []string{`poplar.assert_symbol @"demo::Fill<half>" "__runCodelet_demo__Fill___half"`},
		}, noTypes, symbol("vertex"), text("symbol")),

		formed(&ir.OpDef{
			Name:     AssertBytesOp,
			Summary:  "bytes in the memory of a tile, checked by poplar-pack-state",
			Examples: []string{`poplar.assert_bytes tile 0 at 0x4c020 "00 c0 04 00"`},
			Verify: func(op *ir.Operation) *ir.Diagnostic {
				if _, _, ok := ParseBytes(StrAttr(op, "bytes")); !ok {
					return op.Errorf("expected bytes of two hexadecimal digits or '--', but got '%s'", StrAttr(op, "bytes")).WithCode(Codes + "bytes-parse")
				}
				return nil
			},
		}, noTypes, keyword("tile"), integer("tile"), keyword("at"), address("address"), text("bytes")),

		formed(&ir.OpDef{
			Name:        PrintMappingOp,
			Summary:     "report the mapping of a view as a remark",
			Constraints: []ir.Constraint{ir.HasParent{GraphOp}},
			Examples:    []string{assertExample},
		}, noTypes, tensor("tensor")),
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

// layoutWord is the name of a layout or a scalar type, stored as a string.
func layoutWord(name string) part {
	return attribute{name: name, typ: ir.StrAttr, doc: "(layout | type)",
		read: func(p ir.OpParser) ir.Attribute {
			if t := p.OptionalType(); t != nil {
				return p.Context().Str(t.String())
			}
			return p.Context().Str(p.KeywordOrString())
		},
		write: func(p *ir.Printer, a ir.Attribute) {
			s := a.(*ir.StringAttr).Value
			if ir.IsBareIdentifier(s) {
				p.Str(s)
			} else {
				p.Quoted(s)
			}
		}}
}
