package okk

import (
	"encoding/binary"
	"math"
	"slices"

	"optc/ir"
)

// Range bounds the elements of a tensor of f32: Low ≤ element ≤ High, or the element is a NaN. A tensor that
// nothing wrote has the zero Range.
type Range struct {
	Low, High float32
	Written   bool
}

// AnyNumber is the range about which nothing is known.
var AnyNumber = Range{float32(math.Inf(-1)), float32(math.Inf(1)), true}

// RangeOf is the range from one number to another one.
func RangeOf(low, high float32) Range { return Range{low, high, true} }

// Or is the smallest range with the numbers of both.
func (r Range) Or(s Range) Range {
	switch {
	case !r.Written:
		return s
	case !s.Written:
		return r
	}
	return RangeOf(min(r.Low, s.Low), max(r.High, s.High))
}

// Widened is a range that further steps of a loop, which turned r into s, do not leave: a bound that moved is
// infinite.
func (r Range) Widened(s Range) Range {
	w := r.Or(s)
	if r.Written && w.Low < r.Low {
		w.Low = AnyNumber.Low
	}
	if r.Written && w.High > r.High {
		w.High = AnyNumber.High
	}
	return w
}

// In reports whether a chip computes a function of each number of a range.
func (r Range) In(d Domain) bool {
	if r.Low < d.Low || r.High > d.High || r.Low <= 0 && r.High >= 0 && !d.Zero {
		return false
	}
	return d.Near == 0 || r.Low >= d.Near || r.High <= -d.Near || r.Low == 0 && r.High == 0
}

// corners returns the range of a function that is monotonic in each operand, so that extreme operands have the extreme
// results. If a corner is no number, such as 0 · ∞, nothing is known.
func corners(f func(x []uint64) uint64, args ...Range) Range {
	var r Range
	x := make([]uint64, len(args))
	for corner := range 1 << len(args) {
		for i, a := range args {
			if x[i] = bitsOf(a.Low); corner>>i&1 != 0 {
				x[i] = bitsOf(a.High)
			}
		}
		v := float(f(x))
		if v != v {
			return AnyNumber
		}
		r = r.Or(RangeOf(v, v))
	}
	return r
}

// ranges is the arithmetic of ranges on a machine.
type ranges struct{ Arithmetic }

func (a *ranges) sum(x, y Range) Range {
	return corners(func(x []uint64) uint64 { return a.add(x[0], x[1]) }, x, y)
}

func (a *ranges) product(x, y Range) Range {
	return corners(func(x []uint64) uint64 { return a.mul(x[0], x[1]) }, x, y)
}

// mostTerms is the number of terms that a sum of ranges adds one by one, as the chip rounds them.
const mostTerms = 1 << 20

// total is the range of the sum of n numbers of one range, added in order to a first one.
func (a *ranges) total(first, each Range, n int64) Range {
	if n > mostTerms {
		return AnyNumber
	}
	low, high := bitsOf(first.Low), bitsOf(first.High)
	for range n {
		low, high = a.add(low, bitsOf(each.Low)), a.add(high, bitsOf(each.High))
	}
	if l, h := float(low), float(high); l == l && h == h {
		return RangeOf(l, h)
	}
	return AnyNumber
}

// zero is the range of an empty sum.
var zero = RangeOf(0, 0)

// function is the range of a function of a destination and two sources.
func (a *ranges) function(f *Function, d, x, y Range) Range {
	if !f.Monotonic {
		return AnyNumber
	}
	if limit, limited := a.domain(f); limited && limit.Divisor {
		divisor := y
		if f.Sources == 1 {
			divisor = x
		}
		if divisor.Low <= 0 && divisor.High >= 0 {
			return AnyNumber
		}
	}
	args := []Range{x, y, d}[:f.Sources-f.Works]
	if f.ReadsDestination {
		args = []Range{x, y, d}
	}
	return corners(func(x []uint64) uint64 {
		var given [3]uint64
		copy(given[:], x)
		return a.apply(f, given[2], given[0], given[1])
	}, args...)
}

// Ranges returns the tensors that an operation writes on a machine, the destination first, and the range of the
// destination; nothing is known of the others, which are work buffers. of is asked for the ranges of tensors before the
// operation, and outside is called for an operand that may leave the domain of the function that the operation applies.
func Ranges(m *Machine, op *ir.Operation, of func(v *ir.Value) Range, outside func(f *Function, d Domain, operand Range)) (written []*ir.Value, r Range) {
	a, row := &ranges{Arithmetic{Numbers: m.Numbers}}, RowOf(op)
	class, args := row.Of(op), []Range{{}}
	for i, v := range Tensors(op) {
		if class.column(i).Access&ir.Write != 0 {
			written = append(written, v)
		} else {
			args = append(args, of(v))
		}
	}
	args[0] = of(written[0])
	for _, x := range args[1:] {
		if !x.Written { // to read what nothing wrote is another error
			return written, args[0]
		}
	}
	if f, operand := a.operandOf(op, row, args); f != nil {
		if domain, limited := a.domainOf(op, f); limited && !operand.In(domain) {
			outside(f, domain, operand)
		}
	}
	if to, local := written[0].Type().(*LocalType); row.Range == nil || local && to.Tensor.DType != F32 && !row.keepsTypes() {
		return written, AnyNumber
	}
	return written, row.Range(a, op, args)
}

// operandOf returns the function of an operation that has a table of functions, and the range of the operand that
// its domain limits.
func (a *ranges) operandOf(op *ir.Operation, row *Row, args []Range) (*Function, Range) {
	kind, _ := op.Attr(kindAttr).(*ir.StringAttr)
	if kind == nil {
		return nil, Range{}
	}
	f := FunctionOf(row.Functions, kind.Value)
	switch {
	case f == nil:
		return nil, Range{}
	case ir.Is[EltwiseOp](op):
		x, y := sourcesIn(op, args)
		if f.Sources > 1 {
			return f, y
		}
		return f, x
	case f.Argument != nil:
		return f, f.argumentRange(args[1], op.Attr(scalarAttr))
	}
	return f, args[1]
}

// argumentRange is the range of the number that has to be in the domain of a function of a base, which rises or falls with the source.
func (f *Function) argumentRange(x Range, base ir.Attribute) Range {
	if base == nil || x == AnyNumber {
		return AnyNumber
	}
	b := float(uint64(NumberBits(base)))
	low, high := f.Argument(x.Low, b), f.Argument(x.High, b)
	return RangeOf(min(low, high), max(low, high))
}

// sourcesIn returns the ranges of the two sources of okk.eltwise, of which one may be a number.
func sourcesIn(op *ir.Operation, args []Range) (x, y Range) {
	x = args[1]
	if number := op.Attr(scalarAttr); number != nil {
		v := float(uint64(NumberBits(number)))
		if y = RangeOf(v, v); op.Attr(reversedAttr) != nil {
			x, y = y, x
		}
	} else if len(args) > 2 {
		y = args[2]
	}
	return x, y
}

// elementwiseRange is the range of okk.eltwise. The square of a tensor has no negative elements.
func elementwiseRange(a *ranges, op *ir.Operation, args []Range) Range {
	f := FunctionOf(Eltwise, ir.Cast[EltwiseOp](op).KindAttr())
	x, y := sourcesIn(op, args)
	r := a.function(f, args[0], x, y)
	if f.Name == "mul" && len(args) > 2 && op.Operand(1) == op.Operand(2) && r.Low < 0 && r.High >= 0 {
		r.Low = 0
	}
	return r
}

// wholeRange is the range of okk.function.
func wholeRange(a *ranges, op *ir.Operation, args []Range) Range {
	f := FunctionOf(WholeTensor, ir.Cast[FunctionOp](op).KindAttr())
	if f.Table != nil {
		return RangeOf(float32(f.Table[0]), float32(f.Table[1]))
	}
	return a.function(f, Range{}, args[1], Range{})
}

// chosenRange is the range of okk.select: of what is chosen, or 0.
func chosenRange(_ *ranges, op *ir.Operation, args []Range) Range {
	choices := ir.Cast[SelectOp](op).Constants()
	var r Range
	n := 1
	for i, c := range choices {
		var one Range
		if ir.IsAttr[*ir.UnitAttr](c) {
			one = args[n]
			n++
		} else {
			v := float(uint64(NumberBits(c)))
			one = RangeOf(v, v)
		}
		if i >= 2 {
			r = r.Or(one)
		}
	}
	if len(choices) == 3 {
		r = r.Or(zero)
	}
	return r
}

// fewer reports whether sums of an operation may have fewer terms than its types say: because of padding, or of
// extents that are known later.
func fewer(op *ir.Operation) bool {
	if w := WindowOf(op); w.Top|w.Bottom|w.Left|w.Right != 0 || len(w.Edges) > 0 {
		return true
	}
	return slices.ContainsFunc(Tensors(op), func(v *ir.Value) bool { return sizesOf(v.Type()).Open != 0 })
}

// products is the range of sums of n products of the first two sources, and of a bias.
func (a *ranges) products(op *ir.Operation, args []Range, n int64) Range {
	first, each := zero, a.product(args[1], args[2])
	if fewer(op) {
		each = each.Or(zero)
	}
	if resultAdd(op) {
		first = args[0]
	}
	r := a.total(first, each, n)
	if len(args) > 3 {
		r = a.sum(r, args[3])
	}
	return r
}

// windowRange is the range of a convolution, of one channel or of all.
func windowRange(a *ranges, op *ir.Operation, args []Range) Range {
	w := WindowOf(op)
	n := w.Kernel[0] * w.Kernel[1]
	if RowOf(op).Sum != "" {
		n = mul(n, op.Operand(1).Type().(*LocalType).Tensor.Shape[1])
	}
	return a.products(op, args, n)
}

// matrixRange is the range of a product of matrices.
func matrixRange(a *ranges, op *ir.Operation, args []Range) Range {
	return a.products(op, args, op.Operand(1).Type().(*LocalType).Tensor.LogicalShape()[1])
}

// poolRange is the range of a maximum or an average. The maximum over nothing but padding is the lowest number.
func poolRange(a *ranges, op *ir.Operation, args []Range) Range {
	w, x := WindowOf(op), args[1]
	if ir.Cast[PoolOp](op).KindAttr() == Maximum {
		if w.Top >= w.Kernel[0] || w.Bottom >= w.Kernel[0] || w.Left >= w.Kernel[1] || w.Right >= w.Kernel[1] || len(w.Edges) > 0 {
			x.Low = min(x.Low, float(a.Numbers.lowest()))
		}
		return x
	}
	if fewer(op) {
		x = x.Or(zero)
	}
	n := w.Kernel[0] * w.Kernel[1]
	count := RangeOf(float32(n), float32(n))
	return a.function(FunctionOf(Eltwise, "div"), Range{}, a.total(zero, x, n), count)
}

// perChannelRange is the range of a function of a source and of numbers per channel.
func perChannelRange(compute func(a *Arithmetic, x, p, q uint64) uint64) func(*ranges, *ir.Operation, []Range) Range {
	return func(a *ranges, _ *ir.Operation, args []Range) Range {
		return corners(func(x []uint64) uint64 {
			var numbers [3]uint64
			copy(numbers[:], x)
			return compute(&a.Arithmetic, numbers[0], numbers[1], numbers[2])
		}, args[1:]...)
	}
}

// sourceRange is the range of the source of an operation that moves elements.
func sourceRange(_ *ranges, _ *ir.Operation, args []Range) Range { return args[1] }

// numberRange is the range of a fill.
func numberRange(_ *ranges, op *ir.Operation, _ []Range) Range {
	v := float(uint64(NumberBits(op.Attr(valueAttr))))
	return RangeOf(v, v)
}

// DeclaredRange returns the range that okk.sys_buffer declares for its elements.
func DeclaredRange(op *ir.Operation) (r Range, declared bool) {
	list, _ := op.Attr(rangeAttr).(*ir.ArrayAttr)
	if list == nil || len(list.Elems) != 2 {
		return Range{}, false
	}
	low, isLow := list.Elems[0].(*ir.FloatAttr)
	high, isHigh := list.Elems[1].(*ir.FloatAttr)
	if !isLow || !isHigh {
		return Range{}, false
	}
	return RangeOf(float32(low.Value.Float64()), float32(high.Value.Float64())), true
}

// ConstantRange is the range of the values of a constant of f32; of other constants nothing is known.
func ConstantRange(values *ir.DenseAttr) (r Range) {
	elem := values.ShapedType().ElementType()
	if elem != elem.Context().F32() {
		return AnyNumber
	}
	n := values.NumElements()
	if values.Splat {
		n = min(n, 1)
	}
	for i := range n {
		v := math.Float32frombits(binary.LittleEndian.Uint32(values.Element(i)))
		if v != v {
			continue // a NaN is in each range
		}
		r = r.Or(RangeOf(v, v))
	}
	if !r.Written {
		return AnyNumber
	}
	return r
}
