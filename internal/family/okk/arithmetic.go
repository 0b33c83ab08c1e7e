package okk

import (
	"math"
	"slices"

	"optc/diag"
	"optc/dialect/okk"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// The arithmetic of the operations. Sums and products of f32 are rounded to f32 one by
// one, in the order that the operation defines; functions that the hardware approximates
// are computed exactly and then rounded.

// arithmetic computes with the bits of numbers, and with symbols in their place. Of
// functions other than sums and products of f32 nothing is known but the name.
type arithmetic struct {
	symbols sim.Symbols // nil: all bits are numbers
	f32     ir.Type
}

func float(bits uint64) float32 { return math.Float32frombits(uint32(bits)) }

// bitsOf replaces every NaN by the same NaN, so that results do not depend on the
// processor.
func bitsOf(v float32) uint64 {
	if v != v {
		return 0x7fc00000
	}
	return uint64(math.Float32bits(v))
}

// add returns x + y.
func (a *arithmetic) add(x, y uint64) uint64 {
	if a.symbols != nil && (sim.IsSymbol(x) || sim.IsSymbol(y)) {
		return a.symbols.Combine("add", a.f32, x, y)
	}
	return bitsOf(float(x) + float(y))
}

// mul returns x · y.
func (a *arithmetic) mul(x, y uint64) uint64 {
	if a.symbols != nil && (sim.IsSymbol(x) || sim.IsSymbol(y)) {
		return a.symbols.Combine("mul", a.f32, x, y)
	}
	return bitsOf(float(x) * float(y))
}

// unknown applies a function of that name if one of its operands is a symbol; ok is false
// otherwise.
func (a *arithmetic) unknown(name string, x ...uint64) (bits uint64, ok bool) {
	if a.symbols == nil || !slices.ContainsFunc(x, sim.IsSymbol) {
		return 0, false
	}
	return a.symbols.Unknown("okk."+name, x...), true
}

// integer is the number that the bits represent in an element type.
func integer(t okk.DType, bits uint64) int64 {
	shift := 64 - 8*uint(t.Bytes())
	if t.Signed() {
		return int64(bits<<shift) >> shift
	}
	return int64(bits)
}

// saturated is the nearest number of an element type.
func saturated(t okk.DType, v int64) uint64 {
	width := 8 * uint(t.Bytes())
	lo, hi := int64(0), int64(1)<<width-1
	if t.Signed() {
		lo, hi = -1<<(width-1), 1<<(width-1)-1
	}
	return uint64(min(max(v, lo), hi)) & (1<<width - 1)
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
func (a *arithmetic) compute(op *ir.Operation, args []*elements) error {
	dst := args[0]
	switch o := op.Typed().(type) {
	case okk.EltwiseOp:
		f := a.eltwise(o.KindAttr())
		eachElement(op, args, o.Scalar(), func(i int, x, y uint64) { dst.bits[i] = f(dst.bits[i], x, y) })
	case okk.SelectOp:
		a.selectElements(op, args)
	case okk.FunctionOp:
		f := functions[o.KindAttr()]
		a.eachUnknown(o.KindAttr(), dst, args[1:2], func(i int) { dst.bits[i] = f(args[1].bits[i]) })
		return checkTable(op, args[1])
	case okk.BiasOp:
		perChannel(args, func(x, b, _ uint64) uint64 { return a.add(x, b) })
	case okk.ScaleOp:
		perChannel(args, func(x, s, _ uint64) uint64 { return a.mul(x, s) })
	case okk.ScaleBiasOp:
		perChannel(args, func(x, s, b uint64) uint64 { return a.add(a.mul(x, s), b) })
	case okk.Conv2DOp:
		a.convolve(op, args)
	case okk.DepthwiseOp:
		a.convolveChannels(op, args)
	case okk.PoolOp:
		a.pool(op, args)
	case okk.MatmulOp:
		a.multiply(op, args)
	case okk.FixedPointOp:
		a.fixedPoint(op, args)
	default: // okk.int8_to_fp32
		a.eachUnknown("int8_to_fp32 "+args[1].dtype.String(), dst, args[1:2], func(i int) {
			dst.bits[i] = bitsOf(float32(integer(args[1].dtype, args[1].bits[i])))
		})
	}
	return nil
}

// eachUnknown calls f for every element of a destination whose sources are numbers, and
// applies a function of that name to sources one of which is a symbol.
func (a *arithmetic) eachUnknown(name string, dst *elements, sources []*elements, f func(i int)) {
	x := make([]uint64, len(sources))
	for i := range dst.bits {
		if a.symbols != nil {
			for k, s := range sources {
				x[k] = s.bits[i]
			}
			if bits, ok := a.unknown(name, x...); ok {
				dst.bits[i] = bits
				continue
			}
		}
		f(i)
	}
}

// eachElement calls f with the sources of every element; a number may replace one of
// them.
func eachElement(op *ir.Operation, args []*elements, number ir.Attribute, f func(i int, x, y uint64)) {
	constant := uint64(numberBits(number))
	for i := range args[0].bits {
		var x, y uint64
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

// eltwise returns a function of okk.eltwise, of the bits of destination and sources.
func (a *arithmetic) eltwise(kind string) func(d, x, y uint64) uint64 {
	switch kind {
	case "copy":
		return func(_, x, _ uint64) uint64 { return x }
	case "add":
		return func(_, x, y uint64) uint64 { return a.add(x, y) }
	case "mul":
		return func(_, x, y uint64) uint64 { return a.mul(x, y) }
	case "mac":
		return func(d, x, y uint64) uint64 { return a.add(d, a.mul(x, y)) }
	}
	f := eltwise[kind]
	if a.symbols == nil {
		return func(_, x, y uint64) uint64 { return f(x, y) }
	}
	return func(_, x, y uint64) uint64 {
		if bits, ok := a.unknown(kind, x, y); ok {
			return bits
		}
		return f(x, y)
	}
}

// floats converts a function of f32 to a function of bits.
func floats(f func(x, y float32) float32) func(x, y uint64) uint64 {
	return func(x, y uint64) uint64 { return bitsOf(f(float(x), float(y))) }
}

// eltwise holds the functions of okk.eltwise that are not sums, products or copies, of the
// bits of the sources.
var eltwise = map[string]func(x, y uint64) uint64{
	"relu":       floats(func(x, _ float32) float32 { return larger(x, 0) }),
	"reciprocal": floats(func(x, _ float32) float32 { return 1 / x }),
	"neg":        floats(func(x, _ float32) float32 { return -x }),
	"sub":        floats(func(x, y float32) float32 { return x - y }),
	"div":        floats(func(x, y float32) float32 { return x / y }),
	"max":        floats(larger),
	"min":        floats(func(x, y float32) float32 { return -larger(-x, -y) }),
	"and":        func(x, y uint64) uint64 { return x & y },
	"or":         func(x, y uint64) uint64 { return x | y },
	"xor":        func(x, y uint64) uint64 { return x ^ y },
	"arithmetic_shift": func(x, y uint64) uint64 {
		return uint64(uint32(shifted(int64(int32(x)), int64(int32(y)))))
	},
	"logical_shift": func(x, y uint64) uint64 { return uint64(uint32(shifted(int64(x), int64(int32(y))))) },
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
var functions = map[string]func(x uint64) uint64{}

func init() {
	exact := func(f func(x float64) float64) func(uint64) uint64 {
		return func(x uint64) uint64 { return bitsOf(float32(f(float64(float(x))))) }
	}
	exp := exact(math.Exp)
	sigmoid := exact(func(x float64) float64 { return 1 / (1 + math.Exp(-x)) })
	tanh := exact(math.Tanh)
	for name, f := range map[string]func(uint64) uint64{
		"sqrt": exact(math.Sqrt), "rsqrt": exact(func(x float64) float64 { return 1 / math.Sqrt(x) }),
		"taylor_exp": exp, "exp": exp, "exp_tunable": exp, "sigmoid": sigmoid, "sigmoid_tunable": sigmoid, "tanh": tanh, "tanh_tunable": tanh,
		"lookup_exp":      func(x uint64) uint64 { return bitsOf(float32(math.Exp(float64(int32(x))))) },
		"fp32_to_int32":   func(x uint64) uint64 { return truncated(float64(float(x))) },
		okk.LookupInteger: func(x uint64) uint64 { return bitsOf(float32(int32(x))) },
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
		if sim.IsSymbol(x) {
			return diag.Errorf("symbol", "needs the number that element (%s) is, which depends on the inputs", num.JoinInts(source.at(i)))
		}
		if v := int32(x); v < -128 || v > 127 {
			return diag.Errorf("value-range", "element (%s) is %d; the table has [-128, 127]", num.JoinInts(source.at(i)), v)
		}
	}
	return nil
}

// truncated returns the integer part of a number, the nearest integer of 32 bits if that
// has more bits, and 0 for a NaN.
func truncated(v float64) uint64 {
	if v != v {
		return 0
	}
	return uint64(uint32(int32(min(max(math.Trunc(v), math.MinInt32), math.MaxInt32))))
}

// selectElements executes okk.select.
func (a *arithmetic) selectElements(op *ir.Operation, args []*elements) {
	dst, sources := args[0], args[1:]
	var choices [4]func(i int) uint64
	choices[3] = func(int) uint64 { return 0 }
	selectOp := ir.Cast[okk.SelectOp](op)
	for k, constant := range selectOp.Constants() {
		if ir.IsAttr[*ir.UnitAttr](constant) {
			source := sources[0]
			sources = sources[1:]
			choices[k] = func(i int) uint64 { return source.bits[i] }
			continue
		}
		bits := uint64(numberBits(constant))
		choices[k] = func(int) uint64 { return bits }
	}
	greater := selectOp.Predicate() == okk.Greater
	for i := range dst.bits {
		if bits, ok := a.unknown("select "+selectOp.Predicate(), choices[0](i), choices[1](i), choices[2](i), choices[3](i)); ok {
			dst.bits[i] = bits
			continue
		}
		x, y := float(choices[0](i)), float(choices[1](i))
		if greater && x > y || !greater && x == y {
			dst.bits[i] = choices[2](i)
		} else {
			dst.bits[i] = choices[3](i)
		}
	}
}

// perChannel computes with a number per channel of each further operand.
func perChannel(args []*elements, f func(x, a, b uint64) uint64) {
	dst, src := args[0], args[1]
	plane := src.shape[2] * src.shape[3]
	for i, x := range src.bits {
		c := int64(i) / plane % src.shape[1]
		var b uint64
		if len(args) > 3 {
			b = args[3].bits[c]
		}
		dst.bits[i] = f(x, args[2].bits[c], b)
	}
}

// multiply executes okk.matmul.
func (a *arithmetic) multiply(op *ir.Operation, args []*elements) {
	dst, left, right := args[0], args[1], args[2]
	rows, inner, cols := left.shape[0], left.shape[1], right.shape[1]
	for i := range rows {
		for j := range cols {
			var sum uint64
			if okk.ResultAdd(op) {
				sum = dst.bits[i*cols+j]
			}
			for k := range inner {
				sum = a.add(sum, a.mul(left.bits[i*inner+k], right.bits[k*cols+j]))
			}
			if len(args) > 3 {
				sum = a.add(sum, args[3].bits[j])
			}
			dst.bits[i*cols+j] = sum
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
