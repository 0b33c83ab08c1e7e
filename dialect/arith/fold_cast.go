package arith

import (
	"optc/dialect/ub"
	"optc/ir"
	"optc/num"
)

// readThrough makes op read the operand of the operation inner, in place.
func readThrough(op, inner *ir.Operation) ir.FoldResult {
	op.SetOperand(0, input(inner))
	return ir.FoldInPlace()
}

func elementOf(v *ir.Value) ir.Type { return ir.ElementOrSelf(v.Type()) }

// castInts computes the cast of a constant integer to the width of the result.
func castInts(op *ir.Operation, operand ir.Attribute, f func(x num.Int, width int) num.Int) ir.FoldResult {
	width := ir.IntWidth(elementOf(op.Result(0)))
	return ir.FoldToAttr(MapConstant(Ints, Ints, operand, op.Result(0).Type(),
		func(x num.Int) (num.Int, bool) { return f(x, width), true }))
}

// foldExtension: an extension of an extension of the same kind extends the original
// value.
func foldExtension(f func(x num.Int, width int) num.Int) func(*ir.Operation, []ir.Attribute) ir.FoldResult {
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
		if inner := input(op).DefiningOp(); op.Kind().Is(inner) {
			return readThrough(op, inner)
		}
		return castInts(op, operands[0], f)
	}
}

func foldTruncI(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	truncI := ir.Cast[TruncIOp](op)
	inner := truncI.In().DefiningOp()
	switch {
	case ir.Is[ExtUIOp](inner) || ir.Is[ExtSIOp](inner):
		source, result := elementOf(input(inner)), elementOf(op.Result(0))
		if ir.IntWidth(source) > ir.IntWidth(result) {
			return readThrough(op, inner)
		}
		if source == result {
			return ir.FoldToValue(input(inner))
		}
	case ir.Is[TruncIOp](inner):
		// The truncation of the original value keeps a promise only if both truncations
		// do. Upstream keeps the flags of the second truncation: 3 : i3 becomes -1 : i2,
		// which fits i1; 3 itself does not.
		if flags := truncI.OverflowFlags(); flags&^ir.Cast[TruncIOp](inner).OverflowFlags() != 0 {
			op.SetAttr(overflowFlags, OverflowOf(op.Result(0).Type().Context(), flags&ir.Cast[TruncIOp](inner).OverflowFlags()))
		}
		return readThrough(op, inner)
	}
	return castInts(op, operands[0], num.Int.ZeroExtend)
}

// castFloats computes the cast of a constant float if no information is lost.
func castFloats(op *ir.Operation, operand ir.Attribute, mode num.Rounding) ir.FoldResult {
	kind := elementOf(op.Result(0)).(*ir.FloatType).Kind
	return ir.FoldToAttr(MapConstant(Floats, Floats, operand, op.Result(0).Type(),
		func(x num.Float) (num.Float, bool) { return convertExactly(x, kind, mode) }))
}

// convertExactly converts a float; ok is false when information is lost. A NaN loses its
// signaling bit, part of its payload, or, in a format with a single NaN, all of its
// payload (convertFloatValue).
func convertExactly(x num.Float, kind *num.FloatKind, mode num.Rounding) (r num.Float, ok bool) {
	r, ok = x.Convert(kind, mode)
	if !ok || !x.IsNaN() || x.Kind.NonFinite != num.IEEE {
		return r, ok
	}
	back, _ := r.Convert(x.Kind, mode)
	return r, kind.NonFinite == num.IEEE && back == x
}

func foldExtF(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	inner := ir.DefiningOp[TruncFOp](ir.Cast[ExtFOp](op).In())
	if inner.Ok() && inner.In().Type() == op.Result(0).Type() &&
		FastMathFlags(inner.Operation())&FastMathFlags(op)&AllowContract != 0 {
		return ir.FoldToValue(inner.In())
	}
	return castFloats(op, operands[0], num.NearestEven)
}

func foldTruncF(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	if inner := ir.DefiningOp[ExtFOp](ir.Cast[TruncFOp](op).In()); inner.Ok() {
		source, result := elementOf(inner.In()).(*ir.FloatType), elementOf(op.Result(0)).(*ir.FloatType)
		if source.Kind.Bits > result.Kind.Bits {
			return readThrough(op, inner.Operation())
		}
		if source == result {
			return ir.FoldToValue(inner.In())
		}
	}
	return castFloats(op, operands[0], Rounding(op))
}

// Rounding returns the rounding mode of a truncation, to nearest even by default.
func Rounding(op *ir.Operation) num.Rounding {
	return [...]num.Rounding{
		ToNearestEven: num.NearestEven,
		Downward:      num.Downward,
		Upward:        num.Upward,
		TowardZero:    num.TowardZero,
		ToNearestAway: num.NearestAway,
	}[ir.IntOr(op.Attr(roundingMode), ToNearestEven)]
}

func foldIntToFloat(signed bool) func(*ir.Operation, []ir.Attribute) ir.FoldResult {
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
		kind := elementOf(op.Result(0)).(*ir.FloatType).Kind
		return ir.FoldToAttr(MapConstant(Ints, Floats, operands[0], op.Result(0).Type(), func(x num.Int) (num.Float, bool) {
			v, _ := num.FloatFromInt(kind, x, signed, num.NearestEven)
			return v, true
		}))
	}
}

func foldFloatToInt(signed bool) func(*ir.Operation, []ir.Attribute) ir.FoldResult {
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
		width := ir.IntWidth(elementOf(op.Result(0)))
		return ir.FoldToAttr(MapConstant(Floats, Ints, operands[0], op.Result(0).Type(), func(x num.Float) (num.Int, bool) {
			v, _, ok := x.ToInt(width, signed, num.TowardZero)
			return v, ok
		}))
	}
}

func foldIndexCast(f func(x num.Int, width int) num.Int) func(*ir.Operation, []ir.Attribute) ir.FoldResult {
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult { return castInts(op, operands[0], f) }
}

func foldBitcast(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	if a := bitcastConstant(operands[0], op.Result(0).Type()); a != nil {
		return ir.FoldToAttr(a)
	}
	// Upstream folds every cast to the type of its operand (foldCastInterfaceOp); of the
	// casts of arith only bitcast allows equal types.
	bitcast := ir.Cast[BitcastOp](op)
	if op.Result(0).Type() == bitcast.In().Type() {
		return ir.FoldToValue(bitcast.In())
	}
	return ir.FoldResult{}
}

// bitcastConstant reads the bits of a constant as another type.
func bitcastConstant(a ir.Attribute, t ir.Type) ir.Attribute {
	c := t.Context()
	if d, ok := a.(*ir.DenseAttr); ok {
		return c.Dense(ir.WithElement(d.ShapedType(), ir.ElementOrSelf(t)).(ir.ShapedType), d.Raw)
	}
	if _, shaped := t.(ir.ShapedType); shaped {
		return nil
	}
	if ub.IsPoison(a) {
		return a
	}
	var raw []byte
	switch a := a.(type) {
	case *ir.IntegerAttr:
		raw = a.Value.AppendBytes(nil)
	case *ir.FloatAttr:
		raw = a.Value.AppendBytes(nil)
	default:
		return nil
	}
	if f, ok := t.(*ir.FloatType); ok {
		return c.FloatOf(f, num.FloatFromBytes(f.Kind, raw))
	}
	return c.IntOf(t, num.IntFromBytes(ir.IntWidth(t), raw))
}
