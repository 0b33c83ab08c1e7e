// Package cube is a dialect whose types were never generated, although its code uses them.
package cube

import (
	"strings"

	"optc/ir"
)

// Dialect has operations whose types opgen is to write.
var Dialect = &ir.Dialect{Name: "cube", Define: func() ir.Definitions {
	return ir.Definitions{Typed: typedOps(), Ops: []*ir.OpDef{power(), unary(EdgeLengthOp{}), body()}}
}}

// The field of a definition that the generator does not read, a literal, a function and a
// method use what is missing.
func power() *ir.OpDef {
	return &ir.OpDef{
		Kind: "cube.power", GoName: "Pow", Summary: "power",
		Operands: []ir.ValueDef{{Name: "x", Type: ir.FloatLike}},
		Results:  []ir.ValueDef{{Name: "result", Type: ir.FloatLike}},
		Attrs:    []ir.PropDef{{Name: "exponent", Type: ir.I64Attr}, {Name: "scale", Type: ir.F32Attr, Optional: true}},
		Traits:   ir.Pure | ir.SameOperandsAndResultType,
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			if ir.Cast[PowOp](op).Exponent() < 0 {
				return op.Errorf("expected an exponent that is not negative")
			}
			return nil
		}, Fold: foldPower,
		Effects: noEffects(PowOp.X),
	}
}

func foldPower(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	if p := ir.Cast[PowOp](op); p.Exponent() == 1 {
		return ir.FoldToValues([]*ir.Value{p.X()})
	}
	return ir.FoldResult{}
}

func noEffects(func(PowOp) *ir.Value) func(*ir.Operation) []ir.Effect { return nil }

func (op PowOp) isSquare() bool { return op.Exponent() == 2 }

// The kind of the second definition is known to its type only.
func unary(kind ir.OpKind) *ir.OpDef {
	return &ir.OpDef{
		Kind: kind.Kind(), Summary: strings.TrimSpace(" an edge "),
		Operands: []ir.ValueDef{{Name: "x", Type: ir.FloatLike}},
		Results:  []ir.ValueDef{{Name: "result", Type: ir.FloatLike}},
		Traits:   ir.SameOperandsAndResultType,
	}
}

func body() *ir.OpDef {
	return &ir.OpDef{Kind: "cube.body", Summary: "body", Regions: []ir.RegionDef{{Name: "body"}}}
}

func twice(b ir.OpBuilder, x *ir.Value) *ir.Value {
	return NewPow(b, NewPow(b, x, 2).Result(), 2).Result()
}
