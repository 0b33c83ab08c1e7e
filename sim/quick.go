package sim

import (
	"math"
	"slices"

	"optc/ir"
)

// Quick computes an operation on numbers of the processor, given by their raw bits. A function of
// one operand gets it twice. ok is false if the exact arithmetic of package num must decide: for
// NaN results, poison and undefined behaviour.
type Quick struct {
	One       func(a, b uint64, n NumberFormat) (r uint64, ok bool)
	Scalar    Func           // One for numbers in the frame, by [Apply]; nil: One is called
	Loops     Loops          // loops for the elements of vectors
	FoldShort Folder[uint32] // folder of a reduction; nil: One is used for each element
	FoldLong  Folder[uint64]
	Format    NumberFormat
}

// Loops compute the elements of a result from the elements of operands, which are in Vector.Short
// or Vector.Long. If a loop is nil, One is used for each element.
type Loops struct {
	Short  Loop[uint32, uint32]
	Long   Loop[uint64, uint64]
	Widen  Loop[uint64, uint32]
	Narrow Loop[uint32, uint64]
}

// Loop computes the elements of r, of type R, from the elements of a and b.
type Loop[R, T uint32 | uint64] func(r []R, a, b []T, n *NumberFormat) (ok bool)

// NumberFormat holds the properties of a number type that quick functions need.
type NumberFormat struct {
	Up       uint   // 64 less the width of the operands
	Keep     uint64 // the bits of a result
	Relation uint   // the tested relation: bit 0 less, bit 1 equal, bit 2 greater
	Flip     uint64 // maps signed 64-bit numbers to unsigned numbers in the same order
}

// Signed returns an operand as a signed number.
func (n NumberFormat) Signed(a uint64) int64 { return int64(a<<(n.Up&63)) >> (n.Up & 63) }

// Apply computes the result of an instruction on one or two numbers, for [Finish]. ok is false if
// the exact meaning must compute it. The compiler inlines Apply together with one.
func Apply(f *Frame, in *Instr, one func(a, b uint64, n NumberFormat) (uint64, bool)) (_ *Frame, _ *Instr, r uint64, ok bool) {
	a, b := &f.slots[in.first], &f.slots[in.last]
	if a.Ref == nil && b.Ref == nil && f.slots[in.res].Ref == nil {
		r, ok = one(a.Bits, b.Bits, in.format)
	}
	return f, in, r, ok
}

// Finish stores the result of Apply, or executes the exact meaning of the instruction.
func Finish(f *Frame, in *Instr, r uint64, ok bool) error {
	if ok {
		f.slots[in.res].Bits = r
		return nil
	}
	return in.exact(f, in)
}

// Each applies f element by element. The compiler inlines it together with f.
func Each[R, T uint32 | uint64](r []R, a, b []T, of *NumberFormat, f func(a, b uint64, n NumberFormat) (uint64, bool)) bool {
	a, b = a[:len(r)], b[:len(r)]
	n := *of
	for i := range r {
		v, ok := f(uint64(a[i]), uint64(b[i]), n)
		if !ok {
			return false
		}
		r[i] = R(v)
	}
	return true
}

// Folder combines elements with acc, one after the other, as long as that is ok, and
// returns the number of combined elements.
type Folder[T uint32 | uint64] func(acc uint64, elems []T, n *NumberFormat) (r uint64, done int)

// FoldAll combines elements with f. The compiler inlines it together with f.
func FoldAll[T uint32 | uint64](acc uint64, elems []T, of *NumberFormat, f func(a, b uint64, n NumberFormat) (uint64, bool)) (uint64, int) {
	n := *of
	for i, x := range elems {
		v, ok := f(acc, uint64(x), n)
		if !ok {
			return acc, i
		}
		acc = v
	}
	return acc, len(elems)
}

// Quicken returns the meaning of an operation on one or two numbers, or vectors of numbers, that
// uses the quick form returned by prepare. If the quick form is nil or not ok, and for poison, the
// exact meaning is used.
func Quicken(prepare func(op *ir.Operation) *Quick) QuickForm {
	return func(exact Func) Func {
		return func(f *Frame, in *Instr) error {
			fn := exact
			if q := prepare(in.Op); q != nil {
				fn = q.scalar(in, exact)
				if _, shaped := in.Op.Result(0).Type().(ir.ShapedType); shaped {
					fn = q.vector(in, exact)
				}
			}
			return in.Become(fn)(f, in)
		}
	}
}

func (q *Quick) scalar(in *Instr, slow Func) Func {
	in.first, in.last, in.format, in.exact = in.args[0], in.args[len(in.args)-1], q.Format, slow
	if q.Scalar != nil {
		return q.Scalar
	}
	one := q.One
	return func(f *Frame, in *Instr) error {
		return Finish(Apply(f, in, one))
	}
}

func (q *Quick) vector(in *Instr, slow Func) Func {
	switch from, to := IsShort(ElementOf(in.Op)), IsShort(ir.ElementOrSelf(in.Op.Result(0).Type())); {
	case from && to:
		return elementwise(q, in, slow, q.Loops.Short)
	case from:
		return elementwise(q, in, slow, q.Loops.Widen)
	case to:
		return elementwise(q, in, slow, q.Loops.Narrow)
	}
	return elementwise(q, in, slow, q.Loops.Long)
}

// elementwise is the quick form of an operation on vectors.
func elementwise[R, T uint32 | uint64](q *Quick, in *Instr, slow Func, loop Loop[R, T]) Func {
	if loop == nil {
		one := q.One
		loop = func(r []R, a, b []T, n *NumberFormat) bool { return Each(r, a, b, n, one) }
	}
	elem, n := ir.ElementOrSelf(in.Op.Result(0).Type()), &q.Format
	in.first, in.last = in.args[0], in.args[len(in.args)-1]
	return func(f *Frame, in *Instr) error {
		a, b := f.slots[in.first].Vector(), f.slots[in.last].Vector()
		if a == nil || b == nil || a.Undef != nil || b.Undef != nil {
			return slow(f, in)
		}
		out := f.usualVector(in)
		if out == nil {
			out = f.anotherVector(in, a.Shape, elem)
		}
		r, xs, ys := elementsOf[R](out), elementsOf[T](a), elementsOf[T](b)
		if len(xs) != len(r) || len(ys) != len(r) {
			return slow(f, in)
		}
		for len(r) > PollSteps {
			if !loop(r[:PollSteps], xs[:PollSteps], ys[:PollSteps], n) {
				return slow(f, in)
			}
			if err := f.Worked(PollSteps); err != nil {
				return err
			}
			r, xs, ys = r[PollSteps:], xs[PollSteps:], ys[PollSteps:]
		}
		if !loop(r, xs, ys, n) {
			return slow(f, in)
		}
		f.slots[in.res].SetVector(out)
		return f.Worked(int64(len(r)))
	}
}

// Defined reports whether Short or Long has all elements of some vectors: none is poison or
// has more than 64 bits.
func Defined(vs ...*Vector) bool {
	return !slices.ContainsFunc(vs, func(v *Vector) bool { return v.Undef != nil || v.Wide != nil })
}

// AllShort reports whether each vector has n elements in Short, none of them poison.
func AllShort(n int, vs ...*Vector) bool {
	for _, v := range vs {
		if v == nil || v.Undef != nil || len(v.Short) != n {
			return false
		}
	}
	return true
}

// AllLong reports whether each vector has n elements in Long, none of them poison.
func AllLong(n int, vs ...*Vector) bool {
	for _, v := range vs {
		if v == nil || v.Undef != nil || v.Wide != nil || len(v.Long) != n {
			return false
		}
	}
	return true
}

// ElementOf returns the type of the numbers that an operation computes on.
func ElementOf(op *ir.Operation) ir.Type {
	for _, v := range op.Operands() {
		return ir.ElementOrSelf(v.Type())
	}
	return nil
}

// Prepared returns a quick form, or nil, with the formats of the numbers of an operation.
func Prepared(op *ir.Operation, q Quick) *Quick {
	if q.One == nil {
		return nil
	}
	from, to := Width(ElementOf(op)), Width(ir.ElementOrSelf(op.Result(0).Type()))
	if max(from, to) > 64 {
		return nil
	}
	q.Format = NumberFormat{Up: uint(64 - from), Keep: ^uint64(0) >> (64 - to)}
	return &q
}

// AsSingle and AsDouble read a float; FromSingle and FromDouble write a float and are not
// ok for a NaN.
func AsSingle(a uint64) float32           { return math.Float32frombits(uint32(a)) }
func AsDouble(a uint64) float64           { return math.Float64frombits(a) }
func FromSingle(r float32) (uint64, bool) { return uint64(math.Float32bits(r)), r == r }
func FromDouble(r float64) (uint64, bool) { return math.Float64bits(r), r == r }
