package okk

import (
	"fmt"

	"optc/dialect/okk"
	"optc/ir"
)

// fixedPoint executes okk.fixed_point. Results are exact, shifted to the right with half
// a unit added before (OKKernel manual, Fixed Point Binary Functions), and saturated:
// differences and results of a signed source as signed numbers, others as unsigned
// numbers, whatever the sign of the destination (functional model of BM1684).
func (a *arithmetic) fixedPoint(op *ir.Operation, args []*elements) {
	fixedPoint := ir.Cast[okk.FixedPointOp](op)
	dst, kind := args[0], fixedPoint.KindAttr()
	right := fixedPoint.Rshift()
	half := int64(1) << right >> 1
	result := integerType(dst.dtype, okk.IsSignedResult(op))
	put := func(i int, v int64) { dst.bits[i] = saturated(result, (v+half)>>right) }
	// What a function of symbols depends on besides their numbers.
	name := fmt.Sprintf("%s %s %d %d %v", kind, dst.dtype, right, fixedPoint.Lshift(), fixedPoint.Reversed())
	for _, s := range args[1:] {
		name += " " + s.dtype.String()
	}
	first := args[1].dtype
	switch kind {
	case okk.SplitHigh, okk.SplitLow:
		shift := 0
		if kind == okk.SplitHigh {
			shift = 8
		}
		a.eachUnknown(name, dst, args[1:], func(i int) { dst.bits[i] = args[1].bits[i] >> shift & 0xff })
		return
	case okk.MulS16U8:
		a.eachUnknown(name, dst, args[1:], func(i int) {
			put(i, integer(first, args[1].bits[i])*integer(args[2].dtype, args[2].bits[i]))
		})
		return
	case okk.Mul16x8:
		a.eachUnknown(name, dst, args[1:], func(i int) {
			high, low := integer(first, args[1].bits[i]), int64(args[2].bits[i]&0xff)
			put(i, (high<<8+low)*integer(args[3].dtype, args[3].bits[i]))
		})
		return
	}
	number := fixedPoint.Scalar()
	switch kind {
	case "arithmetic_shift", "logical_shift":
		// Shifts take elements of 16 bits, signed or unsigned, and drop bits that are
		// shifted out.
		eachElement(op, args, number, func(i int, x, y uint64) {
			if bits, ok := a.unknown(name, x, y); ok {
				dst.bits[i] = bits
				return
			}
			v := int64(int16(x))
			if kind == "logical_shift" {
				v = int64(uint16(x))
			}
			dst.bits[i] = uint64(shifted(v, int64(int16(y)))) & 0xffff
		})
		return
	}
	// Numbers are as they are written; elements of their type.
	types := [2]okk.DType{first, first}
	if len(args) > 2 {
		types[1] = args[2].dtype
	}
	if number != nil {
		place := 1
		if fixedPoint.Reversed() {
			place = 0
		}
		types[place] = okk.I32
	}
	eachElement(op, args, number, func(i int, xbits, ybits uint64) {
		if bits, ok := a.unknown(name, dst.bits[i], xbits, ybits); ok {
			dst.bits[i] = bits
			return
		}
		x, y := integer(types[0], xbits), integer(types[1], ybits)
		switch kind {
		case "add":
			put(i, x+y)
		case "sub":
			put(i, x-y)
		case "mul":
			put(i, x*y)
		case "mac":
			put(i, integer(result, dst.bits[i])<<fixedPoint.Lshift()+x*y)
		case "max":
			put(i, max(x, y))
		case "min":
			put(i, min(x, y))
		}
	})
}

// integerType is the type of small integers of the width of t with or without a sign.
func integerType(t okk.DType, signed bool) okk.DType {
	switch {
	case t.Bytes() == 1 && signed:
		return okk.I8
	case t.Bytes() == 1:
		return okk.UI8
	case signed:
		return okk.I16
	}
	return okk.UI16
}
