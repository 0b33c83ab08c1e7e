package math

import (
	"math"

	"optc/dialect/arith"
	"optc/ir"
	"optc/num"
)

const (
	common   = ir.Pure | ir.Elementwise
	sameType = common | ir.SameOperandsAndResultType

	fastMathAssembly = "(`fastmath` `` $fastmath^)? "
)

func values(t *ir.TypeConstraint, names ...string) []ir.ValueDef {
	vs := make([]ir.ValueDef, len(names))
	for i, n := range names {
		vs[i] = ir.ValueDef{Name: n, Type: t}
	}
	return vs
}

// fold is the Fold of a definition.
type fold = func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult

// floatUnary declares a function of one float; f may be nil.
func floatUnary(kind ir.OpKind, goName, summary string, f fold) *ir.OpDef {
	return &ir.OpDef{
		Kind: kind.Kind(), GoName: goName, Summary: summary, Description: "The " + summary + " of a float.",
		New: []string{"operand", "fastmath..."}, Operands: values(ir.FloatLike, "operand"), Results: values(ir.FloatLike, "result"),
		Attrs: []ir.PropDef{arith.FastMathProp()}, Traits: sameType,
		Assembly: "$operand " + fastMathAssembly + "attr-dict `:` type($result)",
		Fold:     f,
	}
}

// classification declares a test of a float.
func classification(kind ir.OpKind, goName, summary string, test func(num.Float) bool, answers ...ir.Implementation) *ir.OpDef {
	return &ir.OpDef{
		Kind: kind.Kind(), GoName: goName, Implements: answers, Summary: summary, Description: "Whether a float is " + summary + ".",
		New: []string{"operand", "fastmath..."}, Operands: values(ir.FloatLike, "operand"), Results: values(ir.BoolLike, "result"),
		Attrs: []ir.PropDef{arith.FastMathProp()}, Traits: common,
		Constraints: []ir.Constraint{arith.SameShapeI1("operand")},
		Assembly:    "$operand attr-dict `:` type($operand)",
		Fold:        foldTest(test),
	}
}

// intUnary declares a function of one integer.
func intUnary(kind ir.OpKind, goName, summary string, f func(num.Int) num.Int) *ir.OpDef {
	return &ir.OpDef{
		Kind: kind.Kind(), GoName: goName, Summary: summary, Description: "The " + summary + " of an integer.",
		Operands: values(ir.SignlessIntegerLike, "operand"), Results: values(ir.SignlessIntegerLike, "result"),
		Traits:   sameType,
		Assembly: "$operand attr-dict `:` type($result)",
		Fold:     foldInt(f),
	}
}

// floatBinary declares a function of two floats.
func floatBinary(kind ir.OpKind, goName, summary, description string, f fold) *ir.OpDef {
	return &ir.OpDef{
		Kind: kind.Kind(), GoName: goName, Summary: summary, Description: description,
		New: []string{"lhs", "rhs", "fastmath..."}, Operands: values(ir.FloatLike, "lhs", "rhs"), Results: values(ir.FloatLike, "result"),
		Attrs: []ir.PropDef{arith.FastMathProp()}, Traits: sameType,
		Assembly: "$lhs `,` $rhs " + fastMathAssembly + "attr-dict `:` type($result)",
		Fold:     f,
	}
}

func ops() []*ir.OpDef {
	return append([]*ir.OpDef{
		floatUnary(AbsFOp{}, "AbsF", "absolute value", foldFloat(num.Float.Abs)),
		floatUnary(CeilOp{}, "Ceil", "smallest integer that is not less", foldFloat(rounded(num.Upward))),
		floatUnary(FloorOp{}, "Floor", "largest integer that is not greater", foldFloat(rounded(num.Downward))),
		floatUnary(RoundEvenOp{}, "RoundEven", "nearest integer, halves to even", foldFloat(rounded(num.NearestEven))),
		floatUnary(RoundOp{}, "Round", "nearest integer, halves away from zero", foldNative(rounded(num.NearestAway))),
		floatUnary(TruncOp{}, "Trunc", "integer part", foldNative(rounded(num.TowardZero))),
		floatUnary(CbrtOp{}, "Cbrt", "cube root", nil),
		floatUnary(RsqrtOp{}, "Rsqrt", "reciprocal of the square root", nil),

		classification(IsFiniteOp{}, "IsFinite", "neither infinite nor NaN", num.Float.IsFinite),
		classification(IsInfOp{}, "IsInf", "infinite", num.Float.IsInf, loweredInf),
		classification(IsNaNOp{}, "IsNaN", "NaN", num.Float.IsNaN),
		classification(IsNormalOp{}, "IsNormal", "neither zero, subnormal, infinite nor NaN", IsNormalNumber, notLowered),

		intUnary(AbsIOp{}, "AbsI", "absolute value, modulo 2^N,", num.Int.Abs),
		intUnary(CtLZOp{}, "CtLZ", "number of leading zero bits", countAsNumber(num.Int.LeadingZeros)),
		intUnary(CtTZOp{}, "CtTZ", "number of trailing zero bits", countAsNumber(num.Int.TrailingZeros)),
		intUnary(CtPopOp{}, "CtPop", "number of set bits", countAsNumber(num.Int.PopCount)),

		floatBinary(Atan2Op{}, "Atan2", "angle of a vector", `The angle of the point (rhs, lhs) from the positive x axis, in radians.`,
			foldFloats(atan2)),
		floatBinary(CopySignOp{}, "CopySign", "magnitude with the sign of another float", `The first operand with the sign of the second.`,
			foldFloats(func(x, y num.Float) (num.Float, bool) { return x.CopySign(y), true })),
		floatBinary(PowFOp{}, "PowF", "power", `The first operand to the power of the second.`,
			foldFloats(nativeBinary(math.Pow, true, powNaN))),

		ipowi(), fpowi(), fma(), clampF(), sinCos(),
	}, transcendental()...)
}

func ipowi() *ir.OpDef {
	return &ir.OpDef{
		Kind: "math.ipowi", GoName: "IPowI", Summary: "integer power",
		Description: `The first operand to the power of the second, both signed, modulo 2^N. For a
negative exponent, the power is rounded towards zero; 0 to a negative power is undefined.`,
		Implements: []ir.Implementation{notLowered},
		Operands:   values(ir.SignlessIntegerLike, "lhs", "rhs"), Results: values(ir.SignlessIntegerLike, "result"),
		Traits:   sameType,
		Assembly: "$lhs `,` $rhs attr-dict `:` type($result)",
		Fold:     foldIPowI,
	}
}

func fpowi() *ir.OpDef {
	return &ir.OpDef{
		Kind: "math.fpowi", GoName: "FPowI",
		New: []string{"lhs", "rhs", "fastmath..."}, Summary: "power with an integer exponent",
		Description: `A float to the power of a signed integer.`,
		Operands:    []ir.ValueDef{{Name: "lhs", Type: ir.FloatLike}, {Name: "rhs", Type: ir.SignlessIntegerLike}},
		Results:     values(ir.FloatLike, "result"),
		Attrs:       []ir.PropDef{arith.FastMathProp()},
		Traits:      common | ir.SameOperandsAndResultShape,
		Constraints: []ir.Constraint{ir.AllTypesMatch{"lhs", "result"}},
		Assembly:    "$lhs `,` $rhs " + fastMathAssembly + "attr-dict `:` type($lhs) `,` type($rhs)",
		Examples: []string{`func.func @f(%x: f32, %n: i32) -> f32 {
  %0 = math.fpowi %x, %n : f32, i32
  return %0 : f32
}`},
	}
}

func fma() *ir.OpDef {
	return &ir.OpDef{
		Kind: "math.fma", GoName: "FMA",
		New: []string{"a", "b", "c", "fastmath..."}, Summary: "fused multiply and add",
		Description: `a * b + c, rounded once.`,
		Operands:    values(ir.FloatLike, "a", "b", "c"), Results: values(ir.FloatLike, "result"),
		Attrs: []ir.PropDef{arith.FastMathProp()}, Traits: sameType,
		Assembly: "$a `,` $b `,` $c " + fastMathAssembly + "attr-dict `:` type($result)",
	}
}

func clampF() *ir.OpDef {
	return &ir.OpDef{
		Kind: "math.clampf", GoName: "ClampF",
		New: []string{"value", "min", "max", "fastmath..."}, Summary: "nearest number of a range",
		Description: `value if it is between min and max, otherwise the limit that it passes.`,
		Implements:  []ir.Implementation{notLowered},
		Operands:    values(ir.FloatLike, "value", "min", "max"), Results: values(ir.FloatLike, "result"),
		Attrs: []ir.PropDef{arith.FastMathProp()}, Traits: sameType,
		Assembly: "$value `to` ` ` `[` $min `,` $max `]` " + fastMathAssembly + "attr-dict `:` type($result)",
		Examples: []string{`func.func @f(%x: f32, %lo: f32, %hi: f32) -> f32 {
  %0 = math.clampf %x to [%lo, %hi] fastmath<nnan> : f32
  return %0 : f32
}`},
	}
}

func sinCos() *ir.OpDef {
	return &ir.OpDef{
		Kind: "math.sincos", GoName: "SinCos",
		New: []string{"operand", "fastmath..."}, Summary: "sine and cosine",
		Description: `The sine and the cosine of an angle in radians.`,
		Implements:  []ir.Implementation{loweredSinCos},
		Operands:    values(ir.FloatLike, "operand"), Results: values(ir.FloatLike, "sin", "cos"),
		Attrs:       []ir.PropDef{arith.FastMathProp()},
		Traits:      common | ir.SameOperandsAndResultShape,
		Constraints: []ir.Constraint{ir.AllTypesMatch{"operand", "sin", "cos"}},
		Assembly:    "$operand " + fastMathAssembly + "attr-dict `:` type($operand)",
		Examples: []string{`func.func @f(%x: f32) -> (f32, f32) {
  %sin, %cos = math.sincos %x : f32
  return %sin, %cos : f32, f32
}`},
	}
}
