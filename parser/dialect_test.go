package parser_test

import "optc/ir"

// vec is a small dialect whose operations use all features of the format language.
var vec = &ir.Dialect{
	Name:    "vec",
	Summary: "operations for the tests of the parser",
	Define: func() ir.Definitions {
		return ir.Definitions{
			Ops: []*ir.OpDef{
				{
					Kind:    "vec.func",
					Summary: "a function",
					Attrs:   []ir.PropDef{{Name: "sym_name", Type: ir.SymbolNameAttr}},
					Regions: []ir.RegionDef{{Name: "body"}},
					Traits:  ir.IsolatedFromAbove | ir.Symbol, DefaultDialect: "vec",
					Assembly: "$sym_name attr-dict-with-keyword $body",
				},
				{
					Kind:     "vec.add",
					Summary:  "a sum",
					Operands: []ir.ValueDef{{Name: "lhs", Type: ir.AnyType}, {Name: "rhs", Type: ir.AnyType}},
					Results:  []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
					Attrs:    []ir.PropDef{{Name: "flags", Type: flags, Default: func(c *ir.Context) ir.Attribute { return c.Int(c.I32(), 0) }}},
					Traits:   ir.SameOperandsAndResultType | ir.Pure,
					Assembly: "$lhs `,` $rhs (`flags` `<` $flags^ `>`)? attr-dict `:` type($result)",
				},
				{
					Kind:    "vec.make",
					Summary: "results by a function type",
					Results: []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
					Parse: func(p ir.OpParser, st *ir.OpState) {
						if t := p.FunctionType(); t != nil {
							st.ResultTypes = t.Results
						}
					},
					Print: func(p *ir.Printer, op *ir.Operation) { p.Str(" ").FunctionalType(nil, op.ResultTypes()) },
				},
				{
					Kind:     "vec.load",
					Summary:  "a load",
					Operands: []ir.ValueDef{{Name: "base", Type: ir.AnyMemRef}, {Name: "indices", Type: ir.IndexConstraint, Kind: ir.Variadic}},
					Results:  []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
					Attrs:    []ir.PropDef{{Name: "nontemporal", Type: ir.UnitConstraint, Optional: true}},
					Assembly: "$base `[` $indices `]` (`nontemporal` $nontemporal^)? attr-dict `:` type($base) `,` type($result)",
				},
				{
					Kind:     "vec.select",
					Summary:  "one of two values",
					Operands: []ir.ValueDef{{Name: "cond", Type: ir.BoolConstraint}, {Name: "a", Type: ir.AnyType}, {Name: "b", Type: ir.AnyType}},
					Results:  []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
					Constraints: []ir.Constraint{
						ir.AllTypesMatch{"a", "b", "result"},
					},
					Assembly: "$cond `,` $a `,` $b attr-dict `:` type($b)",
				},
				{
					Kind:     "vec.elem",
					Summary:  "the first element",
					Operands: []ir.ValueDef{{Name: "source", Type: ir.AnyVector}},
					Results:  []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
					Constraints: []ir.Constraint{ir.TypesMatchWith{
						Sentence: "result is the element of the source", From: "source", To: "result",
						Transform: ir.ElementOrSelf,
					}},
					Assembly: "$source attr-dict `:` type($source)",
				},
				{
					Kind:     "vec.copy",
					Summary:  "operands in groups",
					Operands: []ir.ValueDef{{Name: "in", Type: ir.AnyType, Kind: ir.Variadic}, {Name: "mask", Type: ir.AnyType, Kind: ir.Optional}, {Name: "out", Type: ir.AnyType, Kind: ir.Variadic}},
					Attrs:    []ir.PropDef{{Name: "fast", Type: ir.UnitConstraint, Optional: true}},
					Traits:   ir.AttrSizedOperandSegments,
					Assembly: "`in` `(` ($in^ `:` type($in))? `)` (`mask` $mask^ `:` type($mask))? oilist(`fast` $fast | `out` `(` $out `:` type($out) `)`) attr-dict",
				},
				{
					Kind:     "vec.const",
					Summary:  "a constant",
					Results:  []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
					Attrs:    []ir.PropDef{{Name: "value", Type: ir.TypedAttrConstraint}},
					Traits:   ir.FirstAttrDerivedResultType | ir.Pure,
					Assembly: "attr-dict $value",
				},
				{
					Kind:     "vec.call",
					Summary:  "a call",
					Operands: []ir.ValueDef{{Name: "operands", Type: ir.AnyType, Kind: ir.Variadic}},
					Results:  []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
					Attrs:    []ir.PropDef{{Name: "callee", Type: ir.FlatSymbolAttr}},
					Assembly: "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)",
				},
				{
					Kind:       "vec.br",
					Summary:    "a branch",
					Operands:   []ir.ValueDef{{Name: "args", Type: ir.AnyType, Kind: ir.Variadic}},
					Successors: []ir.SuccessorDef{{Name: "dest"}},
					Traits:     ir.Terminator,
					Assembly:   "$dest (`(` $args^ `:` type($args) `)`)? attr-dict",
				},
				{
					Kind:     "vec.return",
					Summary:  "the end of a function",
					Operands: []ir.ValueDef{{Name: "operands", Type: ir.AnyType, Kind: ir.Variadic}},
					Traits:   ir.Terminator,
					Assembly: "attr-dict ($operands^ `:` type($operands))?",
				},
				{
					Kind:     "vec.if",
					Summary:  "a conditional",
					Operands: []ir.ValueDef{{Name: "cond", Type: ir.BoolConstraint}},
					Regions:  []ir.RegionDef{{Name: "then"}, {Name: "else"}},
					Traits:   ir.SingleBlock | ir.ImplicitTerminator,
					Interfaces: ir.Interfaces{
						Terminator: ir.Kind("vec.return"),
					},
					Assembly: "$cond $then (`else` $else^)? attr-dict",
				},
				{
					Kind:     "vec.kind",
					Summary:  "an enumeration",
					Attrs:    []ir.PropDef{{Name: "mode", Type: flags}, {Name: "n", Type: ir.I64Attr, Optional: true}},
					Assembly: "$mode (`,` $n^)? attr-dict",
				},
			},
		}
	},
}

var flags = ir.IntEnum("flags", 32, []string{"none", "fast", "slow"}, nil)
