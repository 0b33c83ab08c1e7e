package arith

import (
	"optc/dialect/ub"
	"optc/ir"
	"optc/ir/integers"
)

// Dialect is the arith dialect.
var Dialect = &ir.Dialect{
	Name:    "arith",
	Summary: "integer and floating point arithmetic",
	Description: `Unary, binary and ternary arithmetic, bit operations, shifts, comparisons and
casts of integers, index and floats, and of vectors and tensors of these, element
by element. An operation whose operand is poison has the result poison.`,
	Meaning: meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Typed: typedOps(),
			Ops: integers.Implement([]*ir.OpDef{
				constant(), selectOp(),
				addI(), subI(), mulI(), divUI(), divSI(), ceilDivUI(), ceilDivSI(), floorDivSI(), remUI(), remSI(),
				addUIExtended(), mulSIExtended(), mulUIExtended(),
				andI(), orI(), xorI(), shlI(), shrUI(), shrSI(),
				maxSI(), maxUI(), minSI(), minUI(),
				negF(), addF(), subF(), mulF(), divF(), remF(), maximumF(), maxNumF(), minimumF(), minNumF(),
				extUI(), extSI(), truncI(), extF(), truncF(), scalingExtF(), scalingTruncF(),
				uiToFP(), siToFP(), fpToUI(), fpToSI(), indexCast(), indexCastUI(), bitcast(),
				cmpI(), cmpF(),
			}, integerFunctions),
			Attrs: []*ir.AttrDef{fastMathDef, overflowDef},
		}
	},
	Materialize: Materialize,
}

// Materialize builds arith.constant for integers, floats and dense constants of
// their own type, ub.poison for poison, and returns nil for anything else.
func Materialize(b *ir.Builder, value ir.Attribute, t ir.Type, loc ir.Location) *ir.Operation {
	if ub.IsPoison(value) {
		return ub.Materialize(b, value, t, loc)
	}
	typed, ok := value.(ir.TypedAttr)
	if !ok || typed.Type() != t || !isConstantValue(value) {
		return nil
	}
	if i, isInt := ir.ElementOrSelf(t).(*ir.IntegerType); isInt && i.Signedness != ir.Signless {
		return nil
	}
	return b.Create(&ir.OpState{
		Def: b.Context().MustOpDef(ConstantOp{}), Loc: loc, Props: []ir.Attribute{value}, ResultTypes: []ir.Type{t},
	})
}

func isConstantValue(a ir.Attribute) bool {
	switch a.(type) {
	case *ir.IntegerAttr, *ir.FloatAttr, ir.ElementsAttr:
		return true
	}
	return false
}
