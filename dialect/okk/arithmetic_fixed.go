package okk

import (
	"fmt"

	"optc/ir"
)

// fixedPoint computes okk.fixed_point. Results are exact, shifted to the right with half
// a unit added before (OKKernel manual, Fixed Point Binary Functions), and saturated:
// differences and results of a signed source as signed numbers, others as unsigned
// numbers, whatever the sign of the destination (functional model of BM1684). A raw function
// computes bits instead, and drops those that leave the destination.
func (a *Arithmetic) fixedPoint(op *ir.Operation, args []*Elements) error {
	fixedPoint := ir.Cast[FixedPointOp](op)
	f := FunctionOf(FixedPoint, fixedPoint.KindAttr())
	dst, left, right := args[0], fixedPoint.Lshift(), fixedPoint.Rshift()
	half := int64(1) << right >> 1
	result := integerType(dst.DType, isSignedResult(op))
	mask := uint64(1)<<(8*dst.DType.Bytes()) - 1
	// What a function of symbols depends on besides their numbers.
	name := fmt.Sprintf("%s %s %d %d %v", f.Name, dst.DType, right, left, fixedPoint.Reversed())
	for _, s := range args[1:] {
		name += " " + s.DType.String()
	}
	// Numbers are as they are written; elements of their type.
	sources := args[1:]
	var types [3]DType
	for k, s := range sources[:min(len(sources), len(types))] {
		types[k] = s.DType
	}
	if fixedPoint.Scalar() != nil {
		if types[1] = I32; fixedPoint.Reversed() {
			types[0], types[1] = I32, types[0]
		}
	}
	eachElement(op, args, func(i int, x, y uint64) {
		z := uint64(0)
		if len(sources) > 2 {
			z = sources[2].Bits[i]
		}
		d := dst.Bits[i]
		if bits, ok := a.unknown(name, d, x, y, z); ok {
			dst.Bits[i] = bits
			return
		}
		v := f.Exact(integer(result, d)<<left, integer(types[0], x), integer(types[1], y), integer(types[2], z))
		if f.Raw {
			dst.Bits[i] = uint64(v) & mask
		} else {
			dst.Bits[i] = saturated(result, (v+half)>>right)
		}
	})
	return nil
}

// convert computes okk.int8_to_fp32.
func (a *Arithmetic) convert(_ *ir.Operation, args []*Elements) error {
	dst, source := args[0].Bits, args[1]
	for i, x := range source.Bits {
		if bits, ok := a.unknown("int8_to_fp32 "+source.DType.String(), x); ok {
			dst[i] = bits
			continue
		}
		dst[i] = bitsOf(float32(integer(source.DType, x)))
	}
	return nil
}

// integerType is the type of small integers of the width of t with or without a sign.
func integerType(t DType, signed bool) DType {
	switch {
	case t.Bytes() == 1 && signed:
		return I8
	case t.Bytes() == 1:
		return UI8
	case signed:
		return I16
	}
	return UI16
}
