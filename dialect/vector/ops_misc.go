package vector

import (
	"optc/ir"
	ways "optc/ir/lowering"
)

func step() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "vector.step",
		Summary:     "the numbers 0, 1, 2, …",
		Description: `Element i is i.`,
		Results:     []ir.ValueDef{{Name: "result", Type: indexVector}},
		Traits:      ir.Pure,
		Assembly:    "attr-dict `:` type($result)",
		Patterns:    stepPatterns,
		Examples: []string{`func.func @f() -> vector<[4]xindex> {
  %0 = vector.step : vector<[4]xindex>
  return %0 : vector<[4]xindex>
}`},
	}
}

func vscale() *ir.OpDef {
	return &ir.OpDef{
		Kind: "vector.vscale", GoName: "VScale",
		Summary:     "the factor of scalable dimensions",
		Description: `By how much scalable dimensions are longer than written; a positive constant of the machine.`,
		Implements:  []ir.Implementation{ways.By(ways.Never("gpu"))},
		Results:     []ir.ValueDef{{Name: "res", Type: ir.IndexConstraint}},
		Traits:      ir.Pure,
		Assembly:    "attr-dict",
		ResultNames: func(op *ir.Operation, set func(v *ir.Value, name string)) { set(ir.Cast[VScaleOp](op).Res(), "vscale") },
	}
}

func printOp() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "vector.print",
		Summary:     "print a value for debugging",
		Description: `Prints a vector, a scalar or a string, followed by a punctuation mark.`,
		Implements:  []ir.Implementation{ways.By(ways.Never("gpu"))},
		Operands:    []ir.ValueDef{{Name: "source", Type: printable, Kind: ir.Optional}},
		Attrs: []ir.PropDef{
			{Name: punctuationName, Type: punctuationConstraint, Default: func(c *ir.Context) ir.Attribute { return punctuations.Of(c, int(NewLine)) }},
			{Name: stringLiteral, Type: ir.StrAttr, Go: ir.GoAttr[*ir.StringAttr](), Optional: true},
		},
		Constraints: []ir.Constraint{ir.Predicate{
			Sentence: "`source` or `punctuation` are not set when printing strings",
			Holds: func(op *ir.Operation) bool {
				printOp := ir.Cast[PrintOp](op)
				return printOp.StringLiteral() == nil || printOp.Source() == nil && printOp.Punctuation() == NewLine
			},
		}},
		Traits:   ir.HasEffects,
		Effects:  func(*ir.Operation) []ir.Effect { return []ir.Effect{{Kind: ir.Write}} },
		Assembly: "($source^ `:` type($source))? oilist(`str` $stringLiteral | `punctuation` $punctuation) attr-dict",
		Examples: []string{`func.func @f(%v: vector<4xf32>) {
  vector.print %v : vector<4xf32> punctuation <comma>
  vector.print str "done"
  return
}`},
	}
}
