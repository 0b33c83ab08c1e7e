package sim

import (
	"errors"
	"slices"

	"optc/diag"
	"optc/ir"
	"optc/num"
)

// Compute computes one element of an operation from the raw bits x of its operands and stores the
// raw bits of its results in r. It returns ErrPoisonResult if they are poison; any other error is
// undefined behaviour and ends the run.
type Compute func(x, r []uint64) error

// ErrPoisonResult is returned if the results are poison.
var ErrPoisonResult = errors.New("poison")

// ErrEitherZero is returned together with a zero result whose sign is arbitrary, because of the
// flag nsz.
var ErrEitherZero = errors.New("sign of zero")

// Elementwise returns the meaning of an operation that works element by element on
// scalars, vectors and tensors: prepare returns the function for an element, given the
// formats of operands and results. An element with a poison operand is poison.
func Elementwise(prepare func(op *ir.Operation, x, r []Number) Compute) Func {
	return func(f *Frame, in *Instr) error {
		l, ok := in.Data.(*lifted)
		if !ok {
			l = lift(in.Op, prepare)
			in.Data = l
		}
		if l.shapes == nil {
			return l.scalar(f, in)
		}
		return l.vector(f, in)
	}
}

// lifted is an elementwise operation that is ready to run. The slices are scratch space.
type lifted struct {
	compute  Compute
	wide     []num.Int // the operands and results of more than 64 bits; x and r have their positions
	x, r     []uint64
	shapes   []ir.ShapedType // shapes of the results, nil for scalars
	operands []*Vector
	results  []*Vector
}

func lift(op *ir.Operation, prepare func(op *ir.Operation, x, r []Number) Compute) *lifted {
	l := &lifted{x: make([]uint64, op.NumOperands()), r: make([]uint64, op.NumResults())}
	x, r := make([]Number, len(l.x)), make([]Number, len(l.r))
	for i, v := range op.Operands() {
		x[i] = l.numberOf(v)
	}
	for i, v := range op.Results() {
		r[i] = l.numberOf(v)
		if s, ok := v.Type().(ir.ShapedType); ok {
			l.shapes = append(l.shapes, s)
		}
	}
	l.compute = prepare(op, x, r)
	l.operands, l.results = make([]*Vector, len(l.x)), make([]*Vector, len(l.r))
	return l
}

func (l *lifted) scalar(f *Frame, in *Instr) error {
	var err error
	l.wide = l.wide[:0]
	for i := range l.x {
		v := f.arg(in, i)
		if v.IsPoison() {
			err = ErrPoisonResult
		}
		l.x[i] = l.bits(v)
	}
	if err == nil {
		err = f.chosen(l.number(f, in.Op))
	}
	for i := range l.r {
		switch err {
		case nil:
			f.Set(in, i, l.value(in.Op, i))
		case ErrPoisonResult:
			f.Set(in, i, Poison)
		default:
			return err
		}
	}
	return nil
}

// bits returns the raw bits of a scalar, or the position of its integer in l.wide.
func (l *lifted) bits(v Value) uint64 {
	if n, ok := v.Ref.(num.Int); ok {
		l.wide = append(l.wide, n)
		return uint64(len(l.wide) - 1)
	}
	return v.Bits
}

// value returns scalar result i.
func (l *lifted) value(op *ir.Operation, i int) Value {
	if len(l.wide) > 0 && IsWide(op.Result(i).Type()) && !IsSymbol(l.r[i]) {
		return Value{Ref: l.wide[l.r[i]]}
	}
	return Int(l.r[i])
}

// number computes one element.
func (l *lifted) number(f *Frame, op *ir.Operation) error {
	if f.Symbols != nil && slices.ContainsFunc(l.x, IsSymbol) {
		for i := range l.x {
			if IsWide(op.Operand(i).Type()) && !IsSymbol(l.x[i]) {
				l.x[i] = f.Symbols.Wide(l.wide[l.x[i]])
			}
		}
		return f.Symbols.Compute(op, l.x, l.r, l.compute)
	}
	return l.compute(l.x, l.r)
}

// chosen decides the value of a result whose sign is open.
func (f *Frame) chosen(err error) error {
	switch {
	case err != ErrEitherZero:
		return err
	case f.AnyZero:
		return ErrPoisonResult
	}
	return nil
}

// SameExtents returns an error copy-shape unless tensors of unknown extents have the same extents. A nil is a tensor that
// is poison as a whole; the first tensor must not be nil.
func SameExtents(list ...*Vector) error {
	for _, x := range list[1:] {
		if x != nil && !slices.Equal(x.Shape, list[0].Shape) {
			return diag.Errorf("copy-shape", "the operands have the extents [%s] and [%s]", num.JoinInts(list[0].Shape), num.JoinInts(x.Shape))
		}
	}
	return nil
}

func (l *lifted) vector(f *Frame, in *Instr) error {
	for i := range l.operands {
		l.operands[i] = f.arg(in, i).Vector()
		if l.operands[i] == nil { // poison as a whole
			for k := range l.r {
				f.Set(in, k, Poison)
			}
			return nil
		}
	}
	if err := SameExtents(l.operands...); err != nil {
		return err
	}
	shape := l.operands[0].Shape
	for k := range l.results {
		l.results[k] = NewVector(shape, l.shapes[k].ElementType())
		f.Set(in, k, Value{Ref: l.results[k]})
	}
	for lane := range l.results[0].Len() {
		var err error
		if err := f.Worked(1); err != nil {
			return err
		}
		l.wide = l.wide[:0]
		for i, v := range l.operands {
			if v.IsUndef(lane) {
				err = ErrPoisonResult
			}
			if l.x[i] = v.Bits(lane); v.Wide != nil {
				l.x[i] = l.bits(Value{Ref: v.Wide[lane]})
			}
		}
		if err == nil {
			err = f.chosen(l.number(f, in.Op))
		}
		for k, v := range l.results {
			switch err {
			case nil:
				if v.Wide != nil {
					v.Wide[lane] = l.wide[l.r[k]]
				} else {
					v.SetBits(lane, l.r[k])
				}
			case ErrPoisonResult:
				v.SetUndef(lane)
			default:
				return err
			}
		}
	}
	return nil
}

// Number reads and writes raw bits of an element type.
type Number struct {
	Width int
	Kind  *num.FloatKind // nil for integers
	// wide, if set, has the integers whose positions are the raw bits, because they have
	// more than 64 bits.
	wide *[]num.Int
}

func (l *lifted) numberOf(v *ir.Value) Number {
	t := ir.ElementOrSelf(v.Type())
	n := Number{Width: Width(t)}
	if IsWide(t) {
		n.wide = &l.wide
	}
	if f, ok := t.(*ir.FloatType); ok {
		n.Kind = f.Kind
	}
	return n
}

// Int returns the integer with these raw bits.
func (n Number) Int(bits uint64) num.Int {
	if n.wide != nil {
		return (*n.wide)[bits]
	}
	return num.IntFromUint64(n.Width, bits)
}

// Float returns the float with these raw bits.
func (n Number) Float(bits uint64) num.Float { return num.FloatFromBits(n.Kind, 0, bits) }

// Bits returns the raw bits of an integer.
func (n Number) Bits(v num.Int) uint64 {
	if n.wide != nil {
		*n.wide = append(*n.wide, v)
		return uint64(len(*n.wide) - 1)
	}
	return v.Uint64()
}

// ToInt reads raw bits of a type of integers.
func ToInt(t ir.Type, bits uint64) num.Int { return num.IntFromUint64(Width(t), bits) }

// ToFloat reads raw bits of a type of floats.
func ToFloat(t ir.Type, bits uint64) num.Float {
	return num.FloatFromBits(t.(*ir.FloatType).Kind, 0, bits)
}

// FloatBits returns the raw bits of a float.
func FloatBits(f num.Float) uint64 {
	_, lo := f.Bits()
	return lo
}

// BoolBits returns the raw bits of an i1.
func BoolBits(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// IntUnary lifts a function of one integer.
func IntUnary(f func(num.Int) num.Int) Func {
	return Elementwise(func(_ *ir.Operation, in, out []Number) Compute {
		n, to := in[0], out[0]
		return func(x, r []uint64) error {
			r[0] = to.Bits(f(n.Int(x[0])))
			return nil
		}
	})
}

// IntBinary lifts a function of two integers that is defined for all.
func IntBinary(f func(a, b num.Int) num.Int) Func {
	return IntPartial(func(*ir.Operation) func(a, b num.Int) (num.Int, error) {
		return func(a, b num.Int) (num.Int, error) { return f(a, b), nil }
	})
}

// IntPartial lifts a function of two integers that is not defined for all integers; it
// may depend on the flags of the operation.
func IntPartial(f func(op *ir.Operation) func(a, b num.Int) (num.Int, error)) Func {
	return Elementwise(func(op *ir.Operation, in, out []Number) Compute {
		n, to, g := in[0], out[0], f(op)
		return func(x, r []uint64) error {
			v, err := g(n.Int(x[0]), n.Int(x[1]))
			if err == nil {
				r[0] = to.Bits(v)
			}
			return err
		}
	})
}
