package arith

import (
	"optc/ir"
	"optc/num"
)

// optionalFastMath and optionalRounding have no default: an absent attribute does not
// mean none.
func optionalFastMath() ir.PropDef {
	return ir.PropDef{Name: fastMath, Type: FastMathConstraint, Optional: true}
}

func optionalRounding() ir.PropDef {
	return ir.PropDef{Name: roundingMode, Type: roundingConstraint, Optional: true}
}

func extUI() *ir.OpDef {
	return cast(&ir.OpDef{
		Kind: "arith.extui", GoName: "ExtUI", Summary: "zero extension",
		Fold:        foldExtension(num.Int.ZeroExtend),
		Description: `Adds zero bits at the top.`,
		Verify:      verifyWidening,
		Examples: []string{`func.func @f(%a: i16) -> i32 {
  %0 = arith.extui %a : i16 to i32
  return %0 : i32
}`},
	}, fixedWidthIntegerLike, fixedWidthIntegerLike, "")
}

func extSI() *ir.OpDef {
	return cast(&ir.OpDef{
		Kind: "arith.extsi", GoName: "ExtSI", Summary: "sign extension",
		Fold:        foldExtension(num.Int.SignExtend),
		Patterns:    extSIPatterns,
		Description: `Adds copies of the sign bit at the top.`,
		Verify:      verifyWidening,
	}, fixedWidthIntegerLike, fixedWidthIntegerLike, "")
}

func truncI() *ir.OpDef {
	return cast(&ir.OpDef{
		Kind: "arith.trunci", GoName: "TruncI",
		New: []string{"out", "in", "overflowFlags..."}, Summary: "truncation of an integer",
		Fold:     foldTruncI,
		Patterns: truncIPatterns,
		Description: `Drops the top bits. nsw and nuw promise that they are copies of the sign bit, or
zero.`,
		Verify: verifyNarrowing,
		Examples: []string{`func.func @f(%a: i32) -> i16 {
  %0 = arith.trunci %a overflow<nuw> : i32 to i16
  return %0 : i16
}`},
	}, fixedWidthIntegerLike, fixedWidthIntegerLike, "(`overflow` `` $overflowFlags^)? ", overflowProp())
}

func extF() *ir.OpDef {
	return cast(&ir.OpDef{
		Kind: "arith.extf", GoName: "ExtF", Summary: "cast to a wider float",
		Fold:        foldExtF,
		Description: `The same number in a wider format.`,
		Verify:      verifyWidening,
	}, ir.FloatLike, ir.FloatLike, fastMathAssembly, optionalFastMath())
}

func truncF() *ir.OpDef {
	return cast(&ir.OpDef{
		Kind: "arith.truncf", GoName: "TruncF", Summary: "cast to a narrower float",
		Fold:     foldTruncF,
		Patterns: truncFPatterns,
		Description: `The number rounded to a narrower format, to nearest even unless a rounding mode
is given.`,
		Verify: verifyNarrowing,
		Examples: []string{`func.func @f(%a: f32) -> f16 {
  %0 = arith.truncf %a upward fastmath<nnan> : f32 to f16
  return %0 : f16
}`},
	}, ir.FloatLike, ir.FloatLike, "($roundingmode^)? "+fastMathAssembly, optionalRounding(), optionalFastMath())
}

func scalingExtF() *ir.OpDef {
	return scalingCast(&ir.OpDef{
		Kind: "arith.scaling_extf", GoName: "ScalingExtF", Summary: "cast to a wider float, scaled",
		Description: `Multiplies by a power of two: the scale is first rounded to f8E8M0FNU (OCP
Microscaling Formats specification).`,
		Examples: []string{`func.func @f(%a: f4E2M1FN, %s: f8E8M0FNU) -> f32 {
  %0 = arith.scaling_extf %a, %s : f4E2M1FN, f8E8M0FNU to f32
  return %0 : f32
}`},
	}, ir.Rule{Sentence: "the result is wider", Verify: scaledShapes(func(a, b int) bool { return a < b })}, fastMathAssembly, optionalFastMath())
}

func scalingTruncF() *ir.OpDef {
	return scalingCast(&ir.OpDef{
		Kind: "arith.scaling_truncf", GoName: "ScalingTruncF", Summary: "cast to a narrower float, scaled",
		Description: `Divides by a power of two: the scale is first rounded to f8E8M0FNU (OCP
Microscaling Formats specification).`,
	}, ir.Rule{Sentence: "the result is narrower", Verify: scaledShapes(func(a, b int) bool { return a > b })}, "($roundingmode^)? "+fastMathAssembly, optionalRounding(), optionalFastMath())
}

func uiToFP() *ir.OpDef {
	return cast(&ir.OpDef{
		Kind: "arith.uitofp", GoName: "UIToFP", Summary: "unsigned integer to float",
		Fold:        foldIntToFloat(false),
		Description: `The float nearest to an unsigned integer.`, Verify: verifyCast(true),
	}, fixedWidthIntegerLike, ir.FloatLike, "")
}

func siToFP() *ir.OpDef {
	return cast(&ir.OpDef{
		Kind: "arith.sitofp", GoName: "SIToFP", Summary: "signed integer to float",
		Fold:        foldIntToFloat(true),
		Description: `The float nearest to a signed integer.`, Verify: verifyCast(true),
	}, fixedWidthIntegerLike, ir.FloatLike, "")
}

func fpToUI() *ir.OpDef {
	return cast(&ir.OpDef{
		Kind: "arith.fptoui", GoName: "FPToUI", Summary: "float to unsigned integer",
		Fold:        foldFloatToInt(false),
		Description: `The number rounded towards zero; poison if it does not fit.`, Verify: verifyCast(true),
	}, ir.FloatLike, fixedWidthIntegerLike, "")
}

func fpToSI() *ir.OpDef {
	return cast(&ir.OpDef{
		Kind: "arith.fptosi", GoName: "FPToSI", Summary: "float to signed integer",
		Fold:        foldFloatToInt(true),
		Description: `The number rounded towards zero; poison if it does not fit.`, Verify: verifyCast(true),
	}, ir.FloatLike, fixedWidthIntegerLike, "")
}

func memRefOf(elem func(ir.Type) bool) func(ir.Type) bool {
	return func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		return ok && elem(m.Elem)
	}
}

var indexCastTypes = &ir.TypeConstraint{
	Summary: "signless-integer-like or memref of signless-integer",
	Check: func(t ir.Type) bool {
		return ir.SignlessIntegerLike.Check(t) ||
			memRefOf(func(e ir.Type) bool { return ir.AnySignlessInteger.Check(e) || ir.IsType[*ir.IndexType](e) })(t)
	},
}

var bitcastTypes = &ir.TypeConstraint{
	Summary: "signless-integer-or-float-like or memref of signless-integer or float",
	Check: func(t ir.Type) bool {
		return fixedWidthIntegerLike.Check(t) || ir.FloatLike.Check(t) ||
			memRefOf(func(e ir.Type) bool { return ir.AnySignlessInteger.Check(e) || ir.AnyFloat.Check(e) })(t)
	},
}

func indexCast() *ir.OpDef {
	return cast(&ir.OpDef{
		Kind: "arith.index_cast", Summary: "between index and integers",
		Implements:  []ir.Implementation{inferIndexCast, uniformCast, linearSum(1)},
		Fold:        foldIndexCast(num.Int.SignExtend),
		Patterns:    indexCastPatterns,
		Description: `Truncates, or extends with the sign bit.`, Verify: verifyIndexCast,
		Examples: []string{`func.func @f(%a: index) -> i32 {
  %0 = arith.index_cast %a : index to i32
  return %0 : i32
}`},
	}, indexCastTypes, indexCastTypes, "")
}

func indexCastUI() *ir.OpDef {
	return cast(&ir.OpDef{
		Kind: "arith.index_castui", GoName: "IndexCastUI", Summary: "between index and unsigned integers",
		Implements:  []ir.Implementation{uniformCast},
		Fold:        foldIndexCast(num.Int.ZeroExtend),
		Patterns:    indexCastUIPatterns,
		Description: `Truncates, or extends with zeros.`, Verify: verifyIndexCast,
	}, indexCastTypes, indexCastTypes, "")
}

func bitcast() *ir.OpDef {
	return cast(&ir.OpDef{
		Kind: "arith.bitcast", Summary: "the same bits as another type",
		Fold:        foldBitcast,
		Patterns:    bitcastPatterns,
		Description: `Reads the bits of an integer or float as an integer or float of the same width.`,
		Verify:      verifyBitcast,
		Examples: []string{`func.func @f(%a: f32) -> i32 {
  %0 = arith.bitcast %a : f32 to i32
  return %0 : i32
}`},
	}, bitcastTypes, bitcastTypes, "")
}
