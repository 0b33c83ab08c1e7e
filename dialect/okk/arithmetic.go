package okk

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"optc/diag"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// The arithmetic of the operations. Sums and products of f32 are rounded to f32 one by
// one, in the order that the operation defines; functions that the hardware approximates
// are computed exactly and then rounded.

// Arithmetic computes with the bits of numbers, and with symbols in their place. Of
// functions other than sums and products of f32 nothing is known but the name.
type Arithmetic struct {
	Symbols sim.Symbols // nil: all bits are numbers
	F32     ir.Type
	Numbers *Numbers // of the machine
	// Outside is called for an operation whose operand leaves the domain of its function; nil stops the
	// execution.
	Outside func(op *ir.Operation, err error)
	Top     int64 // rows of padding that an operand of the running operation adds at the top
}

// Elements are the elements of a tensor in row-major order.
type Elements struct {
	DType DType
	Shape []int64
	Bits  []uint64 // of each element, without sign extension; or symbols
}

// At returns the coordinates of an element.
func (e *Elements) At(index int) []int64 {
	at := make([]int64, len(e.Shape))
	for d, rest := len(at)-1, int64(index); d >= 0; d-- {
		at[d] = rest % e.Shape[d]
		rest /= e.Shape[d]
	}
	return at
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
func (a *Arithmetic) add(x, y uint64) uint64 {
	if a.Symbols != nil && (sim.IsSymbol(x) || sim.IsSymbol(y)) {
		return a.Symbols.Combine("add", a.F32, x, y)
	}
	n := a.Numbers
	return n.flushed(bitsOf(float(n.flushed(x)) + float(n.flushed(y))))
}

// mul returns x · y.
func (a *Arithmetic) mul(x, y uint64) uint64 {
	if a.Symbols != nil && (sim.IsSymbol(x) || sim.IsSymbol(y)) {
		return a.Symbols.Combine("mul", a.F32, x, y)
	}
	n := a.Numbers
	return n.flushed(bitsOf(float(n.flushed(x)) * float(n.flushed(y))))
}

// scaledBy is scaled for an operation with a number per channel.
func (a *Arithmetic) scaledBy(x, p, _ uint64) uint64 { return a.scaled(x, p) }

// unknown applies a function of that name if one of its operands is a symbol; ok is false
// otherwise.
func (a *Arithmetic) unknown(name string, x ...uint64) (bits uint64, ok bool) {
	if a.Symbols == nil || !slices.ContainsFunc(x, sim.IsSymbol) {
		return 0, false
	}
	return a.Symbols.Unknown("okk."+name, append([]uint64(nil), x...)...), true // a copy, so that x stays on the stack
}

// apply returns a function of the bits of destination and sources.
func (a *Arithmetic) apply(f *Function, d, x, y uint64) uint64 {
	if f.Sum != nil {
		return f.Sum(a, d, x, y)
	}
	if bits, ok := a.unknown(f.Name, x, y); ok {
		return bits
	}
	if !f.Flushes || a.Numbers == nil {
		return f.Bits(x, y)
	}
	small, other := a.Numbers.flushed(x), a.Numbers.flushed(y)
	result := a.Numbers.flushed(f.Bits(small, other))
	switch {
	case !f.Keeps:
		return result
	case result == bitsOf(float(small)):
		return x
	}
	return y
}

// scaled returns x · y, which is no negative zero.
func (a *Arithmetic) scaled(x, y uint64) uint64 {
	product := a.mul(x, y)
	if product == 1<<31 && a.Numbers != nil && (a.Symbols == nil || !sim.IsSymbol(product)) {
		return 0
	}
	return product
}

// integer is the number that the bits represent in an element type.
func integer(t DType, bits uint64) int64 {
	shift := 64 - 8*uint(t.Bytes())
	if t.Signed() {
		return int64(bits<<shift) >> shift
	}
	return int64(bits)
}

// saturated is the nearest number of an element type.
func saturated(t DType, v int64) uint64 {
	width := 8 * uint(t.Bytes())
	lo, hi := int64(0), int64(1)<<width-1
	if t.Signed() {
		lo, hi = -1<<(width-1), 1<<(width-1)-1
	}
	return uint64(min(max(v, lo), hi)) & (1<<width - 1)
}

// NumberBits returns the bits of a number as an element.
func NumberBits(a ir.Attribute) (bits uint32) {
	switch a := a.(type) {
	case *ir.FloatAttr:
		_, lo := a.Value.Bits()
		bits = uint32(lo)
	case *ir.IntegerAttr:
		bits = uint32(a.Int64())
	}
	return bits
}

// eachElement calls f with the sources of every element; a number may replace one of
// them.
func eachElement(op *ir.Operation, args []*Elements, f func(i int, x, y uint64)) {
	number, reversed := op.Attr(scalarAttr), op.Attr(reversedAttr) != nil
	constant := uint64(NumberBits(number))
	for i := range args[0].Bits {
		var x, y uint64
		switch sources := args[1:]; {
		case number != nil && reversed:
			x, y = constant, sources[0].Bits[i]
		case number != nil:
			x, y = sources[0].Bits[i], constant
		case len(sources) > 1:
			x, y = sources[0].Bits[i], sources[1].Bits[i]
		default:
			x = sources[0].Bits[i]
		}
		f(i, x, y)
	}
}

// elementwise computes a function of okk.eltwise.
func (a *Arithmetic) elementwise(op *ir.Operation, args []*Elements) error {
	f, dst := FunctionOf(Eltwise, ir.Cast[EltwiseOp](op).KindAttr()), args[0].Bits
	domain, limited := a.domain(f)
	unary := f.Sources == 1
	compute := f.Typed
	if a.Numbers != nil && a.Numbers.Chooses && f.TPU.Typed != nil {
		compute = f.TPU.Typed
	}
	var err error
	eachElement(op, args, func(i int, x, y uint64) {
		if divisor := y; limited && err == nil {
			if unary {
				divisor = x
			}
			err = a.inside(op, f, domain, divisor, args[0], i)
		}
		switch t := args[0].DType; {
		case compute != nil:
			dst[i] = a.typed(f.Name, compute, t, x, y)
		case f.First != nil && a.Numbers != nil && a.Numbers.Chooses:
			dst[i] = a.chosen(t, f, x, y)
		case t != F32 && f.Types == f32Set:
			dst[i] = a.narrow(t, f, dst[i], x, y)
		default:
			dst[i] = a.apply(f, dst[i], x, y)
		}
	})
	return err
}

// domain returns the numbers for which the machine computes a function.
func (a *Arithmetic) domain(f *Function) (d Domain, limited bool) {
	if a.Numbers != nil {
		d, limited = a.Numbers.Domains[f.Name]
	}
	return d, limited
}

// domainOf is domain for an operation, whose attribute may give the terms of a series.
func (a *Arithmetic) domainOf(op *ir.Operation, f *Function) (d Domain, limited bool) {
	if d, limited = a.domain(f); f.Series && !limited && a.Numbers != nil {
		return seriesDomain(ir.Cast[FunctionOp](op).Series()), true
	}
	return d, limited
}

// inside returns an error if an operand, element i of a tensor, is not in a domain. The error code is out-of-domain.
func (a *Arithmetic) inside(op *ir.Operation, f *Function, d Domain, bits uint64, of *Elements, i int) error {
	if a.Symbols != nil && sim.IsSymbol(bits) {
		return nil
	}
	v := float(a.Numbers.flushed(bits))
	if d.Has(v) {
		return nil
	}
	err := f.outside(d, v, of.At(i))
	if a.Outside == nil {
		return err
	}
	a.Outside(op, err)
	return nil
}

// whole computes a function of okk.function. The error codes are value-range for an element that
// is not in the table of the function, and out-of-domain for one for which the hardware computes something
// else.
func (a *Arithmetic) whole(op *ir.Operation, args []*Elements) error {
	f, dst, source := FunctionOf(WholeTensor, ir.Cast[FunctionOp](op).KindAttr()), args[0].Bits, args[1]
	domain, limited := a.domainOf(op, f)
	for i, x := range source.Bits {
		dst[i] = a.apply(f, 0, x, 0)
		if limited {
			if err := a.inside(op, f, domain, x, source, i); err != nil {
				return err
			}
		}
	}
	if f.Table == nil {
		return nil
	}
	for i, x := range source.Bits {
		if sim.IsSymbol(x) {
			return diag.Errorf("symbol", "needs the number that element (%s) is, which depends on the inputs", num.JoinInts(source.At(i)))
		}
		if v := int64(int32(x)); v < f.Table[0] || v > f.Table[1] {
			return diag.Errorf("value-range", "element (%s) is %d; the table has [%d, %d]", num.JoinInts(source.At(i)), v, f.Table[0], f.Table[1])
		}
	}
	return nil
}

// outside is the error about a number outside of the domain.
func (f *Function) outside(d Domain, v float32, at []int64) error {
	err := diag.Errorf("out-of-domain", "element (%s) is %g; the chip computes '%s' for %s", num.JoinInts(at), v, f.Name, d)
	if remedy := f.Remedy(d, v, v); remedy != "" {
		return err.Note("%s", remedy)
	}
	return err
}

// scalarText spells a number as a float of the text of a kernel.
func scalarText(v float32) string {
	text := strconv.FormatFloat(float64(v), 'g', -1, 32)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

// floats converts a function of f32 to a function of bits.
func floats(f func(x, y float32) float32) func(x, y uint64) uint64 {
	return func(x, y uint64) uint64 { return bitsOf(f(float(x), float(y))) }
}

// exact converts a function of numbers, whose result is rounded, to a function of bits.
func exact(f func(x float64) float64) func(x, y uint64) uint64 {
	return func(x, _ uint64) uint64 { return bitsOf(float32(f(float64(float(x))))) }
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// larger returns the larger number, or the second one if they are unordered.
func larger(x, y float32) float32 {
	if x > y {
		return x
	}
	return y
}

// smaller returns the first number if it is not larger than the second one, or else the second one.
func smaller(x, y float32) float32 {
	if x <= y {
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

// truncated returns the integer part of a number, and the nearest integer of 32 bits if that has more bits; of a NaN
// the largest integer, or the smallest one if the NaN has a sign.
func truncated(bits uint64) uint64 {
	v := float64(float(bits))
	if v != v {
		return 1<<31 - 1 + bits>>31&1
	}
	return uint64(uint32(int32(min(max(math.Trunc(v), math.MinInt32), math.MaxInt32))))
}

// choose computes okk.select.
func (a *Arithmetic) choose(op *ir.Operation, args []*Elements) error {
	dst, sources := args[0].Bits, args[1:]
	var choices [4]func(i int) uint64
	choices[3] = func(int) uint64 { return 0 }
	selectOp := ir.Cast[SelectOp](op)
	for k, constant := range selectOp.Constants() {
		if ir.IsAttr[*ir.UnitAttr](constant) {
			source := sources[0]
			sources = sources[1:]
			choices[k] = func(i int) uint64 { return source.Bits[i] }
			continue
		}
		bits := uint64(NumberBits(constant))
		choices[k] = func(int) uint64 { return bits }
	}
	predicate, t := selectOp.Predicate(), comparedType(op)
	if a.Numbers != nil && a.Numbers.Chooses && len(selectOp.Constants()) == 3 && numberAttr.Check(selectOp.Constants()[0]) {
		// The chip compares a tensor with a number, never a number with a tensor.
		predicate, choices[0], choices[1] = mirrored[predicate], choices[1], choices[0]
	}
	for i := range dst {
		if bits, ok := a.unknown("select "+predicate, choices[0](i), choices[1](i), choices[2](i), choices[3](i)); ok {
			dst[i] = bits
			continue
		}
		if a.Numbers.holds(predicate, t, choices[0](i), choices[1](i)) {
			dst[i] = choices[2](i)
		} else {
			dst[i] = choices[3](i)
		}
	}
	return nil
}

// perChannel returns the computation with a number per channel of each further operand.
func perChannel(f func(a *Arithmetic, x, p, q uint64) uint64) func(*Arithmetic, *ir.Operation, []*Elements) error {
	return func(a *Arithmetic, _ *ir.Operation, args []*Elements) error {
		dst, src := args[0].Bits, args[1]
		plane := src.Shape[2] * src.Shape[3]
		for i, x := range src.Bits {
			c := int64(i) / plane % src.Shape[1]
			var q uint64
			if len(args) > 3 {
				q = args[3].Bits[c]
			}
			dst[i] = f(a, x, args[2].Bits[c], q)
		}
		return nil
	}
}

// multiply computes okk.matmul.
func (a *Arithmetic) multiply(op *ir.Operation, args []*Elements) error {
	dst, left, right := args[0].Bits, args[1], args[2]
	rows, inner, cols := left.Shape[0], left.Shape[1], right.Shape[1]
	adds := resultAdd(op)
	for i := range rows {
		for j := range cols {
			var sum uint64
			if adds {
				sum = dst[i*cols+j]
			}
			for k := range inner {
				sum = a.add(sum, a.mul(left.Bits[i*inner+k], right.Bits[k*cols+j]))
			}
			if len(args) > 3 {
				sum = a.add(sum, args[3].Bits[j])
			}
			dst[i*cols+j] = sum
		}
	}
	return nil
}
