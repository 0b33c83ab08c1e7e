package okk

import (
	"math"

	"optc/diag"
	"optc/dialect/okk"
	"optc/ir"
	"optc/num"
)

// The arithmetic of the operations. Sums and products of f32 are rounded to f32 one by
// one, in the order that the operation defines; functions that the hardware approximates
// are computed exactly and then rounded.

func float(bits uint32) float32 { return math.Float32frombits(bits) }

// bitsOf replaces every NaN by the same NaN, so that results do not depend on the
// processor.
func bitsOf(v float32) uint32 {
	if v != v {
		return 0x7fc00000
	}
	return math.Float32bits(v)
}

// integer is the number that the bits represent in an element type.
func integer(t okk.DType, bits uint32) int64 {
	shift := 64 - 8*uint(t.Bytes())
	if t.Signed() {
		return int64(uint64(bits)<<shift) >> shift
	}
	return int64(bits)
}

// saturated is the nearest number of an element type.
func saturated(t okk.DType, v int64) uint32 {
	width := 8 * uint(t.Bytes())
	lo, hi := int64(0), int64(1)<<width-1
	if t.Signed() {
		lo, hi = -1<<(width-1), 1<<(width-1)-1
	}
	return uint32(min(max(v, lo), hi)) & (1<<width - 1)
}

// numberBits returns the bits of a number as an element.
func numberBits(a ir.Attribute) (bits uint32) {
	switch a := a.(type) {
	case *ir.FloatAttr:
		_, lo := a.Value.Bits()
		bits = uint32(lo)
	case *ir.IntegerAttr:
		bits = uint32(a.Int64())
	}
	return bits
}

// readsDestination reports whether an operation needs the contents of its destination.
func readsDestination(op *ir.Operation) bool {
	switch o := op.Typed().(type) {
	case okk.EltwiseOp:
		return okk.FunctionOf(okk.Eltwise, o.KindAttr()).ReadsDestination
	case okk.FixedPointOp:
		return okk.FunctionOf(okk.FixedPoint, o.KindAttr()).ReadsDestination
	case okk.Conv2DOp, okk.MatmulOp:
		return okk.ResultAdd(op)
	}
	return false
}

// compute executes an operation on its operands, the destination first.
func compute(op *ir.Operation, args []*elements) error {
	dst := args[0]
	switch o := op.Typed().(type) {
	case okk.EltwiseOp:
		f := eltwise[o.KindAttr()]
		eachElement(op, args, o.Scalar(), func(i int, x, y uint32) { dst.bits[i] = f(dst.bits[i], x, y) })
	case okk.SelectOp:
		selectElements(op, args)
	case okk.FunctionOp:
		f := functions[o.KindAttr()]
		for i, x := range args[1].bits {
			dst.bits[i] = f(x)
		}
		return checkTable(op, args[1])
	case okk.BiasOp:
		perChannel(args, func(x, b, _ float32) float32 { return x + b })
	case okk.ScaleOp:
		perChannel(args, func(x, s, _ float32) float32 { return x * s })
	case okk.ScaleBiasOp:
		perChannel(args, func(x, s, b float32) float32 { return float32(x*s) + b })
	case okk.Conv2DOp:
		convolve(op, args)
	case okk.DepthwiseOp:
		convolveChannels(op, args)
	case okk.PoolOp:
		pool(op, args)
	case okk.MatmulOp:
		multiply(op, args)
	case okk.FixedPointOp:
		fixedPoint(op, args)
	default: // okk.int8_to_fp32
		for i, x := range args[1].bits {
			dst.bits[i] = bitsOf(float32(integer(args[1].dtype, x)))
		}
	}
	return nil
}

// eachElement calls f with the sources of every element; a number may replace one of
// them.
func eachElement(op *ir.Operation, args []*elements, number ir.Attribute, f func(i int, x, y uint32)) {
	constant := numberBits(number)
	for i := range args[0].bits {
		var x, y uint32
		switch sources := args[1:]; {
		case number != nil && isReversed(op):
			x, y = constant, sources[0].bits[i]
		case number != nil:
			x, y = sources[0].bits[i], constant
		case len(sources) > 1:
			x, y = sources[0].bits[i], sources[1].bits[i]
		default:
			x = sources[0].bits[i]
		}
		f(i, x, y)
	}
}

// floats converts a function of f32 to a function of bits.
func floats(f func(x, y float32) float32) func(d, x, y uint32) uint32 {
	return func(_, x, y uint32) uint32 { return bitsOf(f(float(x), float(y))) }
}

// eltwise holds the functions of okk.eltwise, of the bits of destination and sources.
var eltwise = map[string]func(d, x, y uint32) uint32{
	"copy":       func(_, x, _ uint32) uint32 { return x },
	"relu":       floats(func(x, _ float32) float32 { return larger(x, 0) }),
	"reciprocal": floats(func(x, _ float32) float32 { return 1 / x }),
	"neg":        floats(func(x, _ float32) float32 { return -x }),
	"add":        floats(func(x, y float32) float32 { return x + y }),
	"sub":        floats(func(x, y float32) float32 { return x - y }),
	"mul":        floats(func(x, y float32) float32 { return x * y }),
	"div":        floats(func(x, y float32) float32 { return x / y }),
	"mac":        func(d, x, y uint32) uint32 { return bitsOf(float(d) + float32(float(x)*float(y))) },
	"max":        floats(larger),
	"min":        floats(func(x, y float32) float32 { return -larger(-x, -y) }),
	"and":        func(_, x, y uint32) uint32 { return x & y },
	"or":         func(_, x, y uint32) uint32 { return x | y },
	"xor":        func(_, x, y uint32) uint32 { return x ^ y },
	"arithmetic_shift": func(_, x, y uint32) uint32 {
		return uint32(shifted(int64(int32(x)), int64(int32(y))))
	},
	"logical_shift": func(_, x, y uint32) uint32 { return uint32(shifted(int64(x), int64(int32(y)))) },
}

// larger returns the larger number, or the second one if they are unordered.
func larger(x, y float32) float32 {
	if x > y {
		return x
	}
	return y
}

// shifted shifts to the left by a positive and to the right by a negative amount.
func shifted(v, by int64) int64 {
	if by >= 0 {
		return v << by
	}
	return v >> -by
}

// functions holds the functions of okk.function.
var functions = map[string]func(x uint32) uint32{}

func init() {
	exact := func(f func(x float64) float64) func(uint32) uint32 {
		return func(x uint32) uint32 { return bitsOf(float32(f(float64(float(x))))) }
	}
	exp := exact(math.Exp)
	sigmoid := exact(func(x float64) float64 { return 1 / (1 + math.Exp(-x)) })
	tanh := exact(math.Tanh)
	for name, f := range map[string]func(uint32) uint32{
		"sqrt": exact(math.Sqrt), "rsqrt": exact(func(x float64) float64 { return 1 / math.Sqrt(x) }),
		"taylor_exp": exp, "exp": exp, "exp_tunable": exp, "sigmoid": sigmoid, "sigmoid_tunable": sigmoid, "tanh": tanh, "tanh_tunable": tanh,
		"lookup_exp":      func(x uint32) uint32 { return bitsOf(float32(math.Exp(float64(int32(x))))) },
		"fp32_to_int32":   func(x uint32) uint32 { return rounded(float64(float(x))) },
		okk.LookupInteger: func(x uint32) uint32 { return bitsOf(float32(int32(x))) },
	} {
		functions[name] = f
	}
}

// checkTable verifies that the table of int32_to_fp32 has the integers of a source. The
// error code is value-range.
func checkTable(op *ir.Operation, source *elements) error {
	if ir.Cast[okk.FunctionOp](op).KindAttr() != okk.LookupInteger {
		return nil
	}
	for i, x := range source.bits {
		if v := int32(x); v < -128 || v > 127 {
			return diag.Errorf("value-range", "element (%s) is %d; the table has [-128, 127]", num.JoinInts(source.at(i)), v)
		}
	}
	return nil
}

// rounded returns the nearest integer, the even one of two; 0 for a NaN.
func rounded(v float64) uint32 {
	if v != v {
		return 0
	}
	return uint32(int32(min(max(math.RoundToEven(v), math.MinInt32), math.MaxInt32)))
}

// selectElements executes okk.select.
func selectElements(op *ir.Operation, args []*elements) {
	dst, sources := args[0], args[1:]
	var choices [4]func(i int) uint32
	choices[3] = func(int) uint32 { return 0 }
	selectOp := ir.Cast[okk.SelectOp](op)
	for k, a := range selectOp.Constants() {
		if ir.IsAttr[*ir.UnitAttr](a) {
			source := sources[0]
			sources = sources[1:]
			choices[k] = func(i int) uint32 { return source.bits[i] }
			continue
		}
		bits := numberBits(a)
		choices[k] = func(int) uint32 { return bits }
	}
	greater := selectOp.Predicate() == okk.Greater
	for i := range dst.bits {
		x, y := float(choices[0](i)), float(choices[1](i))
		if greater && x > y || !greater && x == y {
			dst.bits[i] = choices[2](i)
		} else {
			dst.bits[i] = choices[3](i)
		}
	}
}

// perChannel computes with a number per channel of each further operand.
func perChannel(args []*elements, f func(x, a, b float32) float32) {
	dst, src := args[0], args[1]
	plane := src.shape[2] * src.shape[3]
	for i, x := range src.bits {
		c := int64(i) / plane % src.shape[1]
		var b float32
		if len(args) > 3 {
			b = float(args[3].bits[c])
		}
		dst.bits[i] = bitsOf(f(float(x), float(args[2].bits[c]), b))
	}
}

// multiply executes okk.matmul.
func multiply(op *ir.Operation, args []*elements) {
	dst, left, right := args[0], args[1], args[2]
	rows, inner, cols := left.shape[0], left.shape[1], right.shape[1]
	for i := range rows {
		for j := range cols {
			var sum float32
			if okk.ResultAdd(op) {
				sum = float(dst.bits[i*cols+j])
			}
			for k := range inner {
				sum += float32(float(left.bits[i*inner+k]) * float(right.bits[k*cols+j]))
			}
			if len(args) > 3 {
				sum += float(args[3].bits[j])
			}
			dst.bits[i*cols+j] = bitsOf(sum)
		}
	}
}

// isReversed reports whether the number of an operation is its first source.
func isReversed(op *ir.Operation) bool {
	if fixedPoint := ir.As[okk.FixedPointOp](op); fixedPoint.Ok() {
		return fixedPoint.Reversed()
	}
	return ir.Cast[okk.EltwiseOp](op).Reversed()
}
