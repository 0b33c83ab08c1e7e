package ptx

import (
	"optc/dialect/arith"
	"optc/dialect/math"
	"optc/dialect/vector"
	"optc/ir"
)

// row specifies the instruction that computes an operation, on its operands in order, by the type
// of the first operand. "<" before an instruction means that the operands are exchanged; for the
// type "wide" the operation is computed in f32.
type row struct {
	kind ir.OpKind
	by   map[string]string
}

// table holds the operations that are one instruction.
var table = []row{
	{arith.AddFOp{}, map[string]string{"f16": "add.rn.f16", "f32": "add.rn.f32", "f64": "add.rn.f64"}},
	{arith.SubFOp{}, map[string]string{"f16": "sub.rn.f16", "f32": "sub.rn.f32", "f64": "sub.rn.f64"}},
	{arith.MulFOp{}, map[string]string{"f16": "mul.rn.f16", "f32": "mul.rn.f32", "f64": "mul.rn.f64"}},
	{arith.DivFOp{}, map[string]string{"f16": wide, "bf16": wide, "f32": "div.rn.f32", "f64": "div.rn.f64"}},
	{arith.NegFOp{}, map[string]string{"f32": "neg.f32", "f64": "neg.f64"}},
	{arith.MaximumFOp{}, map[string]string{"f16": "max.NaN.f16", "bf16": "max.NaN.bf16", "f32": "max.NaN.f32"}},
	{arith.MinimumFOp{}, map[string]string{"f16": "min.NaN.f16", "bf16": "min.NaN.bf16", "f32": "min.NaN.f32"}},
	{arith.MaxNumFOp{}, map[string]string{"f16": "max.f16", "bf16": "max.bf16", "f32": "max.f32", "f64": "max.f64"}},
	{arith.MinNumFOp{}, map[string]string{"f16": "min.f16", "bf16": "min.bf16", "f32": "min.f32", "f64": "min.f64"}},
	{math.FMAOp{}, map[string]string{"f16": "fma.rn.f16", "bf16": "fma.rn.bf16", "f32": "fma.rn.f32", "f64": "fma.rn.f64"}},
	{vector.FMAOp{}, map[string]string{"f16": "fma.rn.f16", "bf16": "fma.rn.bf16", "f32": "fma.rn.f32", "f64": "fma.rn.f64"}},
	{math.AbsFOp{}, map[string]string{"f32": "abs.f32", "f64": "abs.f64"}},
	{math.SqrtOp{}, map[string]string{"f16": wide, "bf16": wide, "f32": "sqrt.rn.f32", "f64": "sqrt.rn.f64"}},
	{math.CeilOp{}, map[string]string{"f16": "cvt.rpi.f16.f16", "bf16": wide, "f32": "cvt.rpi.f32.f32", "f64": "cvt.rpi.f64.f64"}},
	{math.FloorOp{}, map[string]string{"f16": "cvt.rmi.f16.f16", "bf16": wide, "f32": "cvt.rmi.f32.f32", "f64": "cvt.rmi.f64.f64"}},
	{math.TruncOp{}, map[string]string{"f16": "cvt.rzi.f16.f16", "bf16": wide, "f32": "cvt.rzi.f32.f32", "f64": "cvt.rzi.f64.f64"}},
	{math.RoundEvenOp{}, map[string]string{"f16": "cvt.rni.f16.f16", "bf16": wide, "f32": "cvt.rni.f32.f32", "f64": "cvt.rni.f64.f64"}},
	{math.CopySignOp{}, map[string]string{"f32": "<copysign.f32", "f64": "<copysign.f64"}},
	{arith.AddIOp{}, map[string]string{"pred": "xor.pred", "32": "add.s32", "64": "add.s64"}},
	{arith.SubIOp{}, map[string]string{"pred": "xor.pred", "32": "sub.s32", "64": "sub.s64"}},
	{arith.MulIOp{}, map[string]string{"pred": "and.pred", "32": "mul.lo.s32", "64": "mul.lo.s64"}},
	{arith.AndIOp{}, map[string]string{"pred": "and.pred", "32": "and.b32", "64": "and.b64"}},
	{arith.OrIOp{}, map[string]string{"pred": "or.pred", "32": "or.b32", "64": "or.b64"}},
	{arith.XOrIOp{}, map[string]string{"pred": "xor.pred", "32": "xor.b32", "64": "xor.b64"}},
}

// extended holds the operations that are one instruction of whole numbers: operands of fewer than 32
// bits are extended before, as the instruction's type says.
var extended = []row{
	{arith.DivSIOp{}, map[string]string{"32": "div.s32", "64": "div.s64"}},
	{arith.DivUIOp{}, map[string]string{"32": "div.u32", "64": "div.u64"}},
	{arith.RemSIOp{}, map[string]string{"32": "rem.s32", "64": "rem.s64"}},
	{arith.RemUIOp{}, map[string]string{"32": "rem.u32", "64": "rem.u64"}},
	{arith.MaxSIOp{}, map[string]string{"pred": "and.pred", "32": "max.s32", "64": "max.s64"}},
	{arith.MinSIOp{}, map[string]string{"pred": "or.pred", "32": "min.s32", "64": "min.s64"}},
	{arith.MaxUIOp{}, map[string]string{"pred": "or.pred", "32": "max.u32", "64": "max.u64"}},
	{arith.MinUIOp{}, map[string]string{"pred": "and.pred", "32": "min.u32", "64": "min.u64"}},
	{math.AbsIOp{}, map[string]string{"32": "abs.s32", "64": "abs.s64"}},
}

// wide means that an operation is computed in f32. The result is rounded to the narrower type, and is the same as if
// it had been rounded once: f32 has more than twice the bits.
const wide = "wide"

// integerRelations holds the relations of setp, by the predicate of arith.cmpi.
var integerRelations = []string{"eq.s", "ne.s", "lt.s", "le.s", "gt.s", "ge.s", "lt.u", "le.u", "gt.u", "ge.u"}

// floatRelations holds the relations of setp, by the predicate of arith.cmpf.
var floatRelations = map[arith.CmpFPredicate]string{
	arith.OEQ: "eq", arith.OGT: "gt", arith.OGE: "ge", arith.OLT: "lt", arith.OLE: "le", arith.ONE: "ne", arith.ORD: "num",
	arith.UEQ: "equ", arith.UGTF: "gtu", arith.UGEF: "geu", arith.ULTF: "ltu", arith.ULEF: "leu", arith.UNE: "neu", arith.UNO: "nan",
}
