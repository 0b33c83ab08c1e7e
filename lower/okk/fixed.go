package okk

import (
	"optc/dialect/okk"
	"optc/ir"
)

// fixedPoint executes okk.fixed_point. Results are exact, shifted to the right with
// rounding down, and saturated.
func fixedPoint(op *ir.Operation, args []*elements) {
	dst, kind := args[0], okk.FixedPointOp.KindAttr(op)
	right := okk.FixedPointOp.Rshift(op)
	put := func(i int, v int64) { dst.bits[i] = saturated(dst.dtype, v>>right) }
	first := args[1].dtype
	switch kind {
	case okk.SplitHigh, okk.SplitLow:
		shift := 0
		if kind == okk.SplitHigh {
			shift = 8
		}
		for i, x := range args[1].bits {
			dst.bits[i] = x >> shift & 0xff
		}
		return
	case okk.Mul16x8:
		for i, high := range args[1].bits {
			put(i, (integer(first, high)<<8+int64(args[2].bits[i]&0xff))*integer(args[3].dtype, args[3].bits[i]))
		}
		return
	}
	// Numbers are as they are written; elements of their type.
	types := [2]okk.DType{first, first}
	if len(args) > 2 {
		types[1] = args[2].dtype
	}
	number := okk.FixedPointOp.Scalar(op)
	value := func(t okk.DType, bits uint32, isNumber bool) int64 {
		if isNumber {
			return int64(int32(bits))
		}
		return integer(t, bits)
	}
	reversedNumber := number != nil && okk.FixedPointOp.Reversed(op)
	each(op, args, number, func(i int, xbits, ybits uint32) {
		x := value(types[0], xbits, reversedNumber)
		y := value(types[1], ybits, number != nil && !reversedNumber)
		if kind == "logical_shift" && !reversedNumber {
			x = int64(xbits & 0xffff)
		}
		switch kind {
		case "add":
			put(i, x+y)
		case "sub":
			put(i, x-y)
		case "mul":
			put(i, x*y)
		case "mac":
			put(i, integer(dst.dtype, dst.bits[i])<<okk.FixedPointOp.Lshift(op)+x*y)
		case "max":
			put(i, max(x, y))
		case "min":
			put(i, min(x, y))
		default: // shifts drop what leaves 16 bits
			dst.bits[i] = uint32(shifted(x, y)) & 0xffff
		}
	})
}
