package sim

import (
	"math"
	"slices"

	"optc/dialect/arith"
	"optc/ir"
	"optc/num"
)

// quick is what an operation does to numbers of the processor, by their raw bits. A function
// of one operand gets it twice. ok is false where the exact arithmetic of package num must
// decide: it says which NaN is the result, what is poison and what is undefined.
type quick struct {
	one  func(a, b uint64, n format) (r uint64, ok bool)
	many func(r, a, b []uint64, n *format) (ok bool) // the same for all elements; nil: with one
	fold folder                                      // of a reduction; nil: with one
	n    format
}

// format is what quick functions need to know of their numbers.
type format struct {
	up       uint   // 64 less the width of the operands
	keep     uint64 // the bits of a result
	relation uint   // that is tested: bit 0 less, bit 1 equal, bit 2 greater
	flip     uint64 // makes unsigned numbers of 64 bits from signed ones, of the same order
}

func (n format) signed(a uint64) int64 { return int64(a<<(n.up&63)) >> (n.up & 63) }

// each computes element by element. It is inlined together with f.
func each(r, a, b []uint64, of *format, f func(a, b uint64, n format) (uint64, bool)) bool {
	a, b = a[:len(r)], b[:len(r)]
	n := *of
	for i := range r {
		v, ok := f(a[i], b[i], n)
		if !ok {
			return false
		}
		r[i] = v
	}
	return true
}

// folder combines elements with acc, one after the other, as far as that is ok, and returns
// how many these are.
type folder func(acc uint64, elems []uint64, n *format) (r uint64, done int)

// combineAll combines with f. It is inlined together with f.
func combineAll(acc uint64, elems []uint64, of *format, f func(a, b uint64, n format) (uint64, bool)) (uint64, int) {
	n := *of
	for i, x := range elems {
		v, ok := f(acc, x, n)
		if !ok {
			return acc, i
		}
		acc = v
	}
	return acc, len(elems)
}

// combineSingles and combineDoubles combine with f in the processor's registers for floats. A
// result that is no number is not ok. They are inlined together with f, which a generic
// function of both would not be.

func combineSingles(acc uint64, elems []uint64, f func(a, b float32) float32) (r uint64, done int) {
	a := asSingle(acc)
	for _, x := range elems {
		v := f(a, asSingle(x))
		if v != v {
			break
		}
		a = v
		done++
	}
	return uint64(math.Float32bits(a)), done
}

func combineDoubles(acc uint64, elems []uint64, f func(a, b float64) float64) (r uint64, done int) {
	a := asDouble(acc)
	for _, x := range elems {
		v := f(a, asDouble(x))
		if v != v {
			break
		}
		a = v
		done++
	}
	return math.Float64bits(a), done
}

// elements returns the function that computes the elements of r from those of a and b.
func (q *quick) elements() func(r, a, b []uint64, n *format) (ok bool) {
	if q.many != nil {
		return q.many
	}
	one := q.one
	return func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, one) }
}

// quicken gives an operation of one or two numbers, or vectors of them, the quick meaning
// that prepare returns for it. Where that is nil or not ok, and for poison, it means what
// slow does.
func quicken(slow Func, prepare func(op *ir.Operation) *quick) Func {
	return func(f *Frame, in *Instr) error {
		fn := slow
		if q := prepare(in.Op); q != nil {
			fn = q.scalar(in, slow)
			if _, shaped := in.Op.Result(0).Type().(ir.ShapedType); shaped {
				fn = q.vector(in, slow)
			}
		}
		return in.become(fn)(f, in)
	}
}

func (q *quick) scalar(in *Instr, slow Func) Func {
	one, n := q.one, q.n
	x, y, z := in.args[0], in.args[len(in.args)-1], in.res
	return func(f *Frame, in *Instr) error {
		a, b := &f.slots[x], &f.slots[y]
		if a.Ref == nil && b.Ref == nil {
			if v, ok := one(a.Bits, b.Bits, n); ok {
				f.slots[z].setBits(v)
				return nil
			}
		}
		return slow(f, in)
	}
}

func (q *quick) vector(in *Instr, slow Func) Func {
	elem, many, n := ir.ElementOrSelf(in.Op.Result(0).Type()), q.elements(), &q.n
	x, y, z := in.args[0], in.args[len(in.args)-1], in.res
	return func(f *Frame, in *Instr) error {
		a, b := f.slots[x].Vector(), f.slots[y].Vector()
		if a == nil || !plain(len(a.Elems), a, b) {
			return slow(f, in)
		}
		out := f.newVector(in, a.Shape, elem)
		r, xs, ys := out.Elems, a.Elems, b.Elems
		for len(xs) > pollSteps {
			if !many(r[:pollSteps], xs, ys, n) {
				return slow(f, in)
			}
			if err := f.worked(pollSteps); err != nil {
				return err
			}
			r, xs, ys = r[pollSteps:], xs[pollSteps:], ys[pollSteps:]
		}
		if !many(r, xs, ys, n) {
			return slow(f, in)
		}
		f.slots[z].setVector(out)
		return f.worked(int64(len(xs)))
	}
}

// defined tells whether no element of some vectors is poison.
func defined(vs ...*Vector) bool {
	return !slices.ContainsFunc(vs, func(v *Vector) bool { return v.Undef != nil })
}

// plain tells whether vectors have n elements of which none is poison.
func plain(n int, vs ...*Vector) bool {
	for _, v := range vs {
		if v == nil || v.Undef != nil || len(v.Elems) != n {
			return false
		}
	}
	return true
}

// elementOf returns the type of the numbers that an operation computes with.
func elementOf(op *ir.Operation) ir.Type {
	for _, v := range op.Operands() {
		return ir.ElementOrSelf(v.Type())
	}
	return nil
}

// prepared returns a quick form, if there is one, with the formats of the numbers of an operation.
func prepared(op *ir.Operation, q quick) *quick {
	if q.one == nil {
		return nil
	}
	from, to := width(elementOf(op)), width(ir.ElementOrSelf(op.Result(0).Type()))
	q.n = format{up: uint(64 - from), keep: ^uint64(0) >> (64 - to)}
	return &q
}

// quickInt prepares an operation on integers of at most 64 bits; checked is what it does
// where flags promise that it does not wrap around.
func quickInt(plain quick, checked map[arith.Overflow]quick) func(op *ir.Operation) *quick {
	return func(op *ir.Operation) *quick {
		switch flags := arith.OverflowFlags(op); {
		case arith.IsExact(op):
			return nil
		case flags != 0:
			return prepared(op, checked[flags])
		}
		return prepared(op, plain)
	}
}

// strict are the licences under which operations on floats are not computed as written.
const strict = arith.NoNaNs | arith.NoInfs | arith.NoSignedZeros

// quickFloat prepares an operation on floats that the processor has.
func quickFloat(forms map[*num.FloatKind]quick) func(op *ir.Operation) *quick {
	return func(op *ir.Operation) *quick {
		t, _ := elementOf(op).(*ir.FloatType)
		if t == nil || arith.FastMathFlags(op)&strict != 0 {
			return nil
		}
		return prepared(op, forms[t.Kind])
	}
}

// formats are those that a conversion is between.
type formats struct{ from, to *num.FloatKind }

// quickConversion prepares a conversion between floats, or, where a kind is nil, integers.
func quickConversion(forms map[formats]quick) func(op *ir.Operation) *quick {
	kind := func(t ir.Type) *num.FloatKind {
		f, _ := t.(*ir.FloatType)
		if f == nil {
			return nil
		}
		return f.Kind
	}
	return func(op *ir.Operation) *quick {
		if arith.FastMathFlags(op)&strict != 0 || arith.Rounding(op) != num.NearestEven || arith.OverflowFlags(op) != 0 {
			return nil
		}
		return prepared(op, forms[formats{kind(elementOf(op)), kind(ir.ElementOrSelf(op.Result(0).Type()))}])
	}
}

// relations are the bits of format.relation that a predicate tests.
const (
	less, equal, greater = 1, 2, 4
)

// quickCompare prepares a comparison of integers of at most 64 bits.
func quickCompare(op *ir.Operation) *quick {
	q := prepared(op, quick{one: compareBits, many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, compareBits) }})
	p := arith.CmpI.Predicate(op)
	q.n.relation = map[arith.CmpIPredicate]uint{
		arith.EQ: equal, arith.NE: less | greater,
		arith.SLT: less, arith.SLE: less | equal, arith.SGT: greater, arith.SGE: greater | equal,
		arith.ULT: less, arith.ULE: less | equal, arith.UGT: greater, arith.UGE: greater | equal,
	}[p]
	if p < arith.ULT {
		q.n.flip = 1 << 63
	}
	return q
}

// quickCompareFloat prepares a comparison of floats. Operands that are no numbers are left
// to package num.
func quickCompareFloat(op *ir.Operation) *quick {
	q := quickFloat(map[*num.FloatKind]quick{
		num.F16: {one: compareHalf},
		num.F32: {one: compareSingle, many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, compareSingle) }},
		num.F64: {one: compareDouble, many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, compareDouble) }},
	})(op)
	if q == nil {
		return nil
	}
	q.n.relation = map[arith.CmpFPredicate]uint{
		arith.OEQ: equal, arith.UEQ: equal, arith.ONE: less | greater, arith.UNE: less | greater,
		arith.OLT: less, arith.ULTF: less, arith.OLE: less | equal, arith.ULEF: less | equal,
		arith.OGT: greater, arith.UGTF: greater, arith.OGE: greater | equal, arith.UGEF: greater | equal,
		arith.ORD: less | equal | greater, arith.AlwaysTrue: less | equal | greater,
	}[arith.CmpF.Predicate(op)]
	return q
}
