package standard

import (
	"optc/dialect/arith"
	"optc/ir"
	"optc/num"
)

// like returns the type of a value with another element type.
func like(v *ir.Value, elem ir.Type) ir.Type { return ir.WithElement(v.Type(), elem) }

// intLike returns the type of a value with integers as elements.
func intLike(v *ir.Value, width int) ir.Type { return like(v, v.Type().Context().Integer(width)) }

func (e *expander) bitcast(t ir.Type, v *ir.Value) *ir.Value { return arith.NewBitcast(e, t, v).Out() }

func (e *expander) trunc(t ir.Type, v *ir.Value) *ir.Value { return arith.NewTruncI(e, t, v).Out() }

func (e *expander) left(v, by *ir.Value) *ir.Value { return arith.NewShLI(e, v, by).Result() }

func (e *expander) right(v, by *ir.Value) *ir.Value { return arith.NewShRUI(e, v, by).Result() }

func (e *expander) and(a, b *ir.Value) *ir.Value { return arith.NewAndI(e, a, b).Result() }

// withFlags gives a cast the flags of the operation that it expands, if that has flags.
func withFlags(cast interface {
	arith.Conversion
	SetFastmath(flags arith.FastMath)
}, op *ir.Operation) *ir.Value {
	if flags, given := op.Typed().(interface{ Fastmath() (arith.FastMath, bool) }).Fastmath(); given {
		cast.SetFastmath(flags)
	}
	return cast.Out()
}

// extBF16: the bits of bf16 are the upper half of those of f32.
func extBF16(e *expander, op *ir.Operation, xs []*ir.Value) *ir.Value {
	if !e.static(op, xs[0].Type()) {
		return nil
	}
	i32 := intLike(xs[0], 32)
	wide := arith.NewExtUI(e, i32, e.bitcast(intLike(xs[0], 16), xs[0])).Out()
	return e.bitcast(op.Result(0).Type(), e.left(wide, e.int(i32, 16)))
}

// truncBF16 adds half of the last place that remains, less one if the place is even, and takes the upper half of the bits. A carry into
// the exponent is right: the next number has that exponent, and infinity follows the largest number. NaN becomes 0x7FC0.
func truncBF16(e *expander, op *ir.Operation, xs []*ir.Value) *ir.Value {
	if rounds(op) || !e.static(op, xs[0].Type()) {
		return nil
	}
	i16, i32 := intLike(xs[0], 16), intLike(xs[0], 32)
	isNaN := arith.NewCmpF(e, arith.UNE, xs[0], xs[0]).Result()
	half, nan, sixteen, one := e.int(i32, 0x7fff), e.int(i16, 0x7fc0), e.int(i32, 16), e.int(i32, 1)
	bits := e.bitcast(i32, xs[0])
	odd := e.and(e.right(bits, sixteen), one)
	rounded := e.add(bits, e.add(odd, half))
	upper := e.trunc(i16, e.right(rounded, sixteen))
	return e.bitcast(op.Result(0).Type(), e.choose(isNaN, nan, upper))
}

// rounds reports whether a truncation has a rounding mode.
func rounds(op *ir.Operation) bool {
	_, given := ir.Cast[arith.TruncFOp](op).Roundingmode()
	return given
}

// extF8E8M0: the bits of f8E8M0FNU are the exponent of f32; 255 is NaN.
func extF8E8M0(e *expander, op *ir.Operation, xs []*ir.Value) *ir.Value {
	if !e.static(op, xs[0].Type()) {
		return nil
	}
	c := xs[0].Type().Context()
	i8, i32 := intLike(xs[0], 8), intLike(xs[0], 32)
	bits := e.bitcast(i8, xs[0])
	nan, wideNaN, mantissa := e.int(i8, 0xff), e.int(i32, -1), e.int(i32, 23)
	wide := e.left(arith.NewExtUI(e, i32, bits).Out(), mantissa)
	wide = e.choose(e.cmp(arith.EQ, bits, nan), wideNaN, wide)
	f32 := e.bitcast(like(xs[0], c.F32()), wide)
	return e.resize(op, op.Result(0).Type(), f32)
}

// resize converts floats of 32 bits to a type; there are flags as in op.
func (e *expander) resize(op *ir.Operation, t ir.Type, v *ir.Value) *ir.Value {
	switch from, to := floatKind(v), ir.ElementOrSelf(t).(*ir.FloatType).Kind; {
	case to.Bits < from.Bits:
		return withFlags(arith.NewTruncF(e, t, v), op)
	case to.Bits > from.Bits:
		return withFlags(arith.NewExtF(e, t, v), op)
	}
	return v
}

// truncF8E8M0 takes the exponent of f32. Infinities and NaN have the exponent 255, which is NaN.
func truncF8E8M0(e *expander, op *ir.Operation, xs []*ir.Value) *ir.Value {
	if rounds(op) || !e.static(op, xs[0].Type()) {
		return nil
	}
	i8, i32 := intLike(xs[0], 8), intLike(xs[0], 32)
	bits := e.bitcast(i32, e.resize(op, like(xs[0], xs[0].Type().Context().F32()), xs[0]))
	exponent := e.trunc(i8, e.right(bits, e.int(i32, 23)))
	return e.bitcast(op.Result(0).Type(), exponent)
}

// extF4E2M1 composes the bits of f32 from three parts. Counted from 0, bits 22 and 23 are the two low bits of the magnitude, except
// for 0.5; the bits above are the exponent's, which takes three values; bit 31 is the sign.
//
//	magnitude       0   0.5    1   1.5    2    3    4    6
//	f4E2M1FN      000   001  010   011  100  101  110  111
//	bits 22, 23    00    00   10    11   00   01   10   11
//	bits 24 to 31   0    3f   3f    3f   40   40   40   40
func extF4E2M1(e *expander, op *ir.Operation, xs []*ir.Value) *ir.Value {
	if !e.static(op, xs[0].Type()) {
		return nil
	}
	i4, i32 := intLike(xs[0], 4), intLike(xs[0], 32)
	bits := e.bitcast(i4, xs[0])
	zero, one, two, four, seven := e.int(i4, 0), e.int(i4, 1), e.int(i4, 2), e.int(i4, 4), e.int(i4, 7)
	magnitude := e.and(bits, seven)

	by := e.int(i32, 20)
	low := e.left(magnitude, two)
	low = e.choose(e.cmp(arith.EQ, magnitude, one), zero, low)
	low = e.left(arith.NewExtUI(e, i32, low).Out(), by)

	none, large, small := e.int(i32, 0), e.int(i32, 0x40000000), e.int(i32, 0x3f000000)
	high := e.choose(e.cmp(arith.UGE, magnitude, four), large, small)
	high = e.choose(e.cmp(arith.EQ, magnitude, zero), none, high)

	minus, eight := e.int(i32, 0x80000000), e.int(i4, 8)
	sign := e.choose(e.cmp(arith.UGE, bits, eight), minus, none)

	f32 := e.bitcast(like(xs[0], xs[0].Type().Context().F32()), e.add(e.add(low, high), sign))
	switch t := op.Result(0).Type(); {
	case floatKind(op.Result(0)).Bits > 32:
		return arith.NewExtF(e, t, f32).Out()
	case floatKind(op.Result(0)) != num.F32:
		return arith.NewTruncF(e, t, f32).Out()
	}
	return f32
}

// truncF4E2M1 composes f4E2M1FN from the sign, the exponent less 126, and the first bit of the mantissa of f32, and adds one if the
// rest of the mantissa is at least half. Below 0.5 there is no such exponent: those numbers become 15 or 0, and adding one gives
// the result.
func truncF4E2M1(e *expander, op *ir.Operation, xs []*ir.Value) *ir.Value {
	from := xs[0]
	if !e.static(op, from.Type()) {
		return nil
	}
	if floatKind(from).Bits > 32 {
		e.c.Report(op.Errorf("expected at most 32 bits to expand, but got '%s'", from.Type()).
			HintNote(op.Loc(), "a number that is rounded to 'f32' and then to 'f4E2M1FN' may differ from one that is rounded once; write both casts if that is enough"))
		return nil
	}
	c := from.Type().Context()
	i4, i8, i32, f32 := intLike(from, 4), intLike(from, 8), intLike(from, 32), like(from, c.F32())
	if floatKind(from) != num.F32 {
		from = arith.NewExtF(e, f32, from).Out()
	}
	one, three, twentyTwo := e.int(i4, 1), e.int(i4, 3), e.int(i32, 22)
	zero8, minusOne8, zero := e.int(i8, 0), e.int(i8, -1), e.int(i32, 0)

	largest, least := e.constant(f32, c.F32Attr(6)), e.constant(f32, c.F32Attr(-6))
	clamped := arith.NewMinNumF(e, largest, from).Result()
	clamped = arith.NewMaxNumF(e, least, clamped).Result()
	bits := e.bitcast(i32, clamped)

	sign := e.right(bits, e.int(i32, 31))
	result := e.left(e.trunc(i4, sign), three)

	bias, mantissa := e.int(i32, 126), e.int(i32, 23)
	biased := arith.NewSubI(e, e.right(bits, mantissa), bias).Result()
	result = e.add(result, e.left(e.trunc(i4, biased), one))

	first := e.right(e.and(bits, e.int(i32, 1<<22)), twentyTwo)
	result = e.add(result, e.trunc(i4, first))

	mask := e.int(i32, 1<<23-1)
	exponent := e.trunc(i8, biased)
	subnormal := e.cmp(arith.SLE, exponent, zero8)
	isQuarter := e.cmp(arith.EQ, exponent, minusOne8)
	above := e.cmp(arith.UGT, e.and(bits, mask), zero)
	roundsUp := e.and(isQuarter, above)
	isHalf := e.cmp(arith.EQ, exponent, zero8)
	beforeZero, beforeHalf := e.int(i4, 15), e.int(i4, 0)
	small := e.choose(subnormal, beforeZero, result)
	small = e.choose(roundsUp, beforeHalf, small)
	result = e.choose(isHalf, result, small)

	rest, half := e.int(i32, 1<<22-1), e.int(i32, 1<<21)
	up := e.cmp(arith.UGE, e.and(bits, rest), half)
	up = arith.NewOrI(e, up, subnormal).Result()
	return e.bitcast(op.Result(0).Type(), e.choose(up, e.add(result, one), result))
}

// scalingExt: the number times the scale, both in the result type.
func scalingExt(e *expander, op *ir.Operation, xs []*ir.Value) *ir.Value {
	s, t := e.scale(op, xs[1]), op.Result(0).Type()
	if s == nil {
		return nil
	}
	by := withFlags(arith.NewExtF(e, t, s), op)
	from := withFlags(arith.NewExtF(e, t, xs[0]), op)
	return arith.NewMulF(e, from, by, arith.FastMathFlags(op)).Result()
}

// scalingTrunc: the number divided by the scale, in the number's type, and then truncated.
func scalingTrunc(e *expander, op *ir.Operation, xs []*ir.Value) *ir.Value {
	s := e.scale(op, xs[1])
	if s == nil {
		return nil
	}
	by := withFlags(arith.NewExtF(e, xs[0].Type(), s), op)
	quotient := arith.NewDivF(e, xs[0], by, arith.FastMathFlags(op)).Result()
	result := arith.NewTruncF(e, op.Result(0).Type(), quotient)
	if mode, given := ir.Cast[arith.ScalingTruncFOp](op).Roundingmode(); given {
		result.SetRoundingmode(mode)
	}
	return withFlags(result, op)
}

// scale returns a scale as f8E8M0FNU. A scale of at least 16 bits is truncated; nil: no other type is converted.
func (e *expander) scale(op *ir.Operation, s *ir.Value) *ir.Value {
	if floatKind(s).Bits >= 16 {
		s = withFlags(arith.NewTruncF(e, like(s, s.Type().Context().Float(num.F8E8M0FNU)), s), op)
	}
	if floatKind(s) != num.F8E8M0FNU {
		return nil
	}
	return s
}
