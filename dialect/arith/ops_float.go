package arith

import (
	"optc/ir"
	"optc/num"
)

func negF() *ir.OpDef {
	return &ir.OpDef{
		Kind: "arith.negf", GoName: "NegF", Summary: "negation of a float",
		Fold:        foldNegF,
		Description: `The operand with the opposite sign, also of zeros and NaNs.`,
		Operands:    []ir.ValueDef{{Name: "operand", Type: ir.FloatLike}},
		Results:     []ir.ValueDef{{Name: "result", Type: ir.FloatLike}},
		Attrs:       []ir.PropDef{FastMathProp()},
		Traits:      ir.Pure | ir.SameOperandsAndResultType | ir.Elementwise,
		Assembly:    "$operand " + fastMathAssembly + "attr-dict `:` type($result)",
	}
}

func addF() *ir.OpDef {
	return floatBinary(&ir.OpDef{
		Kind: "arith.addf", GoName: "AddF", Summary: "addition of floats",
		Fold:        foldFloatBinary(isNegZero, nearest(num.Float.Add)),
		Traits:      ir.Commutative,
		Description: `The sum, rounded to nearest even.`,
		Examples: []string{`func.func @f(%a: f32, %t: tensor<4x?xf8E5M2>) {
  %0 = arith.addf %a, %a fastmath<nnan,ninf> : f32
  %1 = arith.addf %t, %t : tensor<4x?xf8E5M2>
  return
}`},
	})
}

func subF() *ir.OpDef {
	return floatBinary(&ir.OpDef{Kind: "arith.subf", GoName: "SubF", Summary: "subtraction of floats",
		Fold:        foldFloatBinary(isPosZero, nearest(num.Float.Sub)),
		Description: `The difference, rounded to nearest even.`})
}

func mulF() *ir.OpDef {
	return floatBinary(&ir.OpDef{Kind: "arith.mulf", GoName: "MulF", Summary: "multiplication of floats",
		Fold:        foldMulF,
		Patterns:    []*ir.Pattern{ofNegated(MulFOp{})},
		Traits:      ir.Commutative,
		Description: `The product, rounded to nearest even.`})
}

func divF() *ir.OpDef {
	return floatBinary(&ir.OpDef{Kind: "arith.divf", GoName: "DivF", Summary: "division of floats",
		Fold:        foldFloatBinary(equalsFloat(1), nearest(num.Float.Div)),
		Patterns:    []*ir.Pattern{ofNegated(DivFOp{})},
		Description: `The quotient, rounded to nearest even.`})
}

func remF() *ir.OpDef {
	return floatBinary(&ir.OpDef{Kind: "arith.remf", GoName: "RemF", Summary: "remainder of floats",
		Fold: foldFloatBinary(nil, num.Float.Rem),
		Description: `The exact remainder of the division truncated towards zero (C's fmod); it has the
sign of the dividend.`})
}

func maximumF() *ir.OpDef {
	return floatBinary(&ir.OpDef{Kind: "arith.maximumf", GoName: "MaximumF", Summary: "maximum of floats, NaN if one is",
		Fold:        foldFloatExtreme(isNegInf, num.Float.Maximum),
		Traits:      ir.Commutative,
		Description: `The greater operand, where -0 is less than +0; NaN if an operand is NaN.`})
}

func maxNumF() *ir.OpDef {
	return floatBinary(&ir.OpDef{Kind: "arith.maxnumf", GoName: "MaxNumF", Summary: "maximum of floats, ignoring NaN",
		Fold:        foldFloatExtreme(num.Float.IsNaN, num.Float.MaxNum),
		Traits:      ir.Commutative,
		Description: `The greater operand; if one is NaN, the other one.`})
}

func minimumF() *ir.OpDef {
	return floatBinary(&ir.OpDef{Kind: "arith.minimumf", GoName: "MinimumF", Summary: "minimum of floats, NaN if one is",
		Fold:        foldFloatExtreme(isPosInf, num.Float.Minimum),
		Traits:      ir.Commutative,
		Description: `The smaller operand, where -0 is less than +0; NaN if an operand is NaN.`})
}

func minNumF() *ir.OpDef {
	return floatBinary(&ir.OpDef{Kind: "arith.minnumf", GoName: "MinNumF", Summary: "minimum of floats, ignoring NaN",
		Fold:        foldFloatExtreme(num.Float.IsNaN, num.Float.MinNum),
		Traits:      ir.Commutative,
		Description: `The smaller operand; if one is NaN, the other one.`})
}

func cmpF() *ir.OpDef {
	return comparison(&ir.OpDef{
		Kind: "arith.cmpf", GoName: "CmpF",
		New: []string{"predicate", "lhs", "rhs", "fastmath..."}, Summary: "comparison of floats",
		Fold:     foldCmpF,
		Patterns: cmpFPatterns,
		Description: `Tests whether two floats are in a relation. Ordered relations
(prefix o) are false when an operand is NaN, unordered ones (prefix u) are true; ord and
uno test just that.`,
		Examples: []string{`func.func @f(%a: f32) -> i1 {
  %0 = arith.cmpf oeq, %a, %a fastmath<nnan> : f32
  return %0 : i1
}`},
	}, ir.FloatLike, cmpFConstraint, fastMathAssembly, FastMathProp())
}
