package arith

import (
	"optc/ir"
	"optc/num"
)

// ofOperand returns the pattern that replaces outer(inner(x)) by result(x).
func ofOperand(name string, outer, inner, result Conversion) *ir.Pattern {
	return &ir.Pattern{Name: name, Root: outer, Benefit: 2, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		def := input(op).DefiningOp()
		if !inner.Kind().Is(def) {
			return false
		}
		locate(rw, op, def)
		rw.Replace(op, convert(rw, result, op.Result(0).Type(), input(def)))
		return true
	}}
}

// thereAndBack: an index cast of an index cast of the same kind is replaced by the
// original value if the types agree and the type in between holds every value.
func thereAndBack(root Conversion) *ir.Pattern {
	return &ir.Pattern{Name: "there-and-back", Root: root, Benefit: 2, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		def := input(op).DefiningOp()
		if !root.Kind().Is(def) || input(def).Type() != op.Result(0).Type() || elementWidth(input(op)) < elementWidth(op.Result(0)) {
			return false
		}
		rw.Replace(op, input(def))
		return true
	}}
}

// elementWidth returns the width of the integers or indices of a value.
func elementWidth(v *ir.Value) int { return ir.IntWidth(ir.ElementOrSelf(v.Type())) }

var (
	extSIPatterns = []*ir.Pattern{ofOperand("extsi-of-extui", ExtSIOp{}, ExtUIOp{}, ExtUIOp{})}

	bitcastPatterns = []*ir.Pattern{ofOperand("bitcast-of-bitcast", BitcastOp{}, BitcastOp{}, BitcastOp{})}

	indexCastPatterns   = []*ir.Pattern{thereAndBack(IndexCastOp{}), ofOperand("index-cast-of-extsi", IndexCastOp{}, ExtSIOp{}, IndexCastOp{})}
	indexCastUIPatterns = []*ir.Pattern{thereAndBack(IndexCastUIOp{}), ofOperand("index-castui-of-extui", IndexCastUIOp{}, ExtUIOp{}, IndexCastUIOp{})}

	truncIPatterns = []*ir.Pattern{
		truncOfExtended(ExtSIOp{}),
		truncOfExtended(ExtUIOp{}),
		{Name: "trunc-of-shift", Root: TruncIOp{}, Benefit: 2, Rewrite: truncOfShift},
	}

	truncFPatterns = []*ir.Pattern{truncOfConverted(SIToFPOp{}), truncOfConverted(UIToFPOp{})}
)

// truncOfExtended extends less far when only extension bits are dropped.
//
//	%e = arith.extsi %x : i8 to i32     →   %t = arith.extsi %x : i8 to i16
//	%t = arith.trunci %e : i32 to i16
func truncOfExtended(ext Conversion) *ir.Pattern {
	return &ir.Pattern{Name: "trunc-of-extended", Root: TruncIOp{}, Benefit: 2, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		truncI := ir.Cast[TruncIOp](op)
		def := truncI.In().DefiningOp()
		if !ext.Kind().Is(def) || bitWidth(op.Result(0).Type()) <= bitWidth(input(def).Type()) {
			return false
		}
		locate(rw, op, def)
		rw.Replace(op, convert(rw, ext, truncI.Out().Type(), input(def)))
		return true
	}}
}

// truncOfShift makes an arithmetic shift logical when none of the bits that it
// fills in are kept.
//
//	%s = arith.shrsi %x, %c16 : i32     →   %s = arith.shrui %x, %c16 : i32
//	%t = arith.trunci %s : i32 to i16       %t = arith.trunci %s : i32 to i16
//
// Unlike upstream, the flag nsw is dropped: the logical shift of a negative number does
// not keep its promise.
func truncOfShift(op *ir.Operation, rw *ir.Rewriter) bool {
	truncI := ir.Cast[TruncIOp](op)
	shift := ir.DefiningOp[ShRSIOp](truncI.In())
	if !shift.Ok() {
		return false
	}
	x := shift.Lhs()
	value, _ := ir.ConstantValue(shift.Rhs()).(ir.TypedAttr)
	by, ok := ir.IntOf(value)
	dropped := bitWidth(x.Type()) - bitWidth(op.Result(0).Type())
	if !ok || !by.IsUint64() || by.Uint64() != uint64(dropped) {
		return false
	}
	locate(rw, op, shift.Rhs().DefiningOp())
	shifted := NewShRUI(rw, x, NewConstant(rw, value).Result(), shift.IsExact()).Result()
	rw.Replace(op, NewTruncI(rw, truncI.Out().Type(), shifted, truncI.OverflowFlags()&^NSW).Out())
	return true
}

// truncOfConverted converts an integer to the narrower float at once.
//
//	%f = arith.sitofp %x : i8 to f32     →   %t = arith.sitofp %x : i8 to f16
//	%t = arith.truncf %f : f32 to f16
func truncOfConverted(conversion Conversion) *ir.Pattern {
	return &ir.Pattern{Name: "truncf-of-converted", Root: TruncFOp{}, Benefit: 2, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		truncF := ir.Cast[TruncFOp](op)
		def := truncF.In().DefiningOp()
		if !conversion.Kind().Is(def) || op.Attr(roundingMode) != nil || roundsTwice(def, elementOf(op.Result(0)).(*ir.FloatType).Kind) {
			return false
		}
		locate(rw, op, def)
		rw.Replace(op, convert(rw, conversion, truncF.Out().Type(), input(def)))
		return true
	}}
}

// roundsTwice reports whether the conversion of an integer to a float may round it, such that
// rounding the float again, to the narrower format to, can give another number than rounding the
// integer to that format directly. Upstream does not check this: 2^25 + 2^17 + 1 becomes 2^25 +
// 2^17 as f32 and then 2^25 as bf16, but 2^25 + 2^18 when it is rounded once.
func roundsTwice(conversion *ir.Operation, to *num.FloatKind) bool {
	bits := elementWidth(input(conversion))
	if ir.Is[SIToFPOp](conversion) {
		bits--
	}
	exact := elementOf(conversion.Result(0)).(*ir.FloatType).Kind.Precision()
	if bits <= exact {
		return false
	}
	_, holds := powerOfTwo(to, exact) // otherwise the rounded part is too large anyway
	return holds
}
