package sim

import (
	"errors"
	"slices"

	"optc/diag"
	"optc/dialect/arith"
	"optc/ir"
	"optc/num"
)

// compute computes one element of an operation from the raw bits x of its
// operands and stores the raw bits of its results in r. It returns isPoison when
// they are poison; any other error is undefined behaviour and ends the run.
type compute func(x, r []uint64) error

var isPoison = errors.New("poison")

// signOpen is returned with a result that could have been another one, because the
// flag nsz leaves the sign of zeros open.
var signOpen = errors.New("sign of zero")

// elementwise gives an operation on scalars, and element by element on vectors
// and tensors, the meaning that prepare returns for it, given how elements of its
// operands and results are read. An element with a poison operand is poison.
func elementwise(prepare func(op *ir.Operation, x, r []number) compute) Func {
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

// lifted is an elementwise operation ready to run. The slices are scratch space.
type lifted struct {
	compute  compute
	x, r     []uint64
	shapes   []ir.ShapedType // of the results, nil for scalars
	operands []*Vector
	results  []*Vector
}

func lift(op *ir.Operation, prepare func(op *ir.Operation, x, r []number) compute) *lifted {
	l := &lifted{x: make([]uint64, op.NumOperands()), r: make([]uint64, op.NumResults())}
	x, r := make([]number, len(l.x)), make([]number, len(l.r))
	for i, v := range op.Operands() {
		x[i] = numberOf(v)
	}
	for i, v := range op.Results() {
		r[i] = numberOf(v)
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
	for i := range l.x {
		v := f.arg(in, i)
		if v.IsPoison() {
			err = isPoison
		}
		l.x[i] = v.Bits
	}
	if err == nil {
		err = f.chosen(l.compute(l.x, l.r))
	}
	for i := range l.r {
		switch err {
		case nil:
			f.Set(in, i, Int(l.r[i]))
		case isPoison:
			f.Set(in, i, Poison)
		default:
			return err
		}
	}
	return nil
}

// chosen says what becomes of a result whose sign is open.
func (f *Frame) chosen(err error) error {
	switch {
	case err != signOpen:
		return err
	case f.AnyZero:
		return isPoison
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
	shape := l.operands[0].Shape
	for _, x := range l.operands[1:] {
		if !slices.Equal(x.Shape, shape) { // of tensors of unknown extents
			return diag.Errorf("copy-shape", "the operands have the extents [%s] and [%s]", num.JoinInts(shape), num.JoinInts(x.Shape))
		}
	}
	for k := range l.results {
		l.results[k] = NewVector(shape, l.shapes[k].ElementType())
		f.Set(in, k, Value{Ref: l.results[k]})
	}
	for lane := range l.results[0].Elems {
		var err error
		if err := f.worked(1); err != nil {
			return err
		}
		for i, v := range l.operands {
			if v.IsUndef(lane) {
				err = isPoison
			}
			l.x[i] = v.Elems[lane]
		}
		if err == nil {
			err = f.chosen(l.compute(l.x, l.r))
		}
		for k, v := range l.results {
			switch err {
			case nil:
				v.Elems[lane] = l.r[k]
			case isPoison:
				v.SetUndef(lane)
			default:
				return err
			}
		}
	}
	return nil
}

// number reads and writes raw bits of an element type.
type number struct {
	width int
	kind  *num.FloatKind // nil for integers
}

func numberOf(v *ir.Value) number {
	t := ir.ElementOrSelf(v.Type())
	n := number{width: width(t)}
	if f, ok := t.(*ir.FloatType); ok {
		n.kind = f.Kind
	}
	return n
}

func (n number) int(bits uint64) num.Int     { return num.IntFromUint64(n.width, bits) }
func (n number) float(bits uint64) num.Float { return num.FloatFromBits(n.kind, 0, bits) }

// toInt and toFloat read raw bits of a type, for single elements.
func toInt(t ir.Type, bits uint64) num.Int { return num.IntFromUint64(width(t), bits) }

func toFloat(t ir.Type, bits uint64) num.Float {
	return num.FloatFromBits(t.(*ir.FloatType).Kind, 0, bits)
}

func floatBits(f num.Float) uint64 {
	_, lo := f.Bits()
	return lo
}

func boolBits(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// intUnary lifts a function of one integer.
func intUnary(f func(num.Int) num.Int) Func {
	return elementwise(func(_ *ir.Operation, in, _ []number) compute {
		n := in[0]
		return func(x, r []uint64) error {
			r[0] = f(n.int(x[0])).Uint64()
			return nil
		}
	})
}

// intBinary lifts a function of two integers that is defined for all.
func intBinary(f func(a, b num.Int) num.Int) Func {
	return intPartial(func(*ir.Operation) func(a, b num.Int) (num.Int, error) {
		return func(a, b num.Int) (num.Int, error) { return f(a, b), nil }
	})
}

// intPartial lifts a function of two integers that is not defined for all; it may
// depend on the flags of the operation.
func intPartial(f func(op *ir.Operation) func(a, b num.Int) (num.Int, error)) Func {
	return elementwise(func(op *ir.Operation, in, _ []number) compute {
		n, g := in[0], f(op)
		return func(x, r []uint64) error {
			v, err := g(n.int(x[0]), n.int(x[1]))
			r[0] = v.Uint64()
			return err
		}
	})
}

// floatFunction lifts a function of floats of one format. The flags nnan and ninf
// make the result poison when an operand or the result is not as they promise.
func floatFunction(f func(op *ir.Operation) func(x []num.Float) num.Float) Func {
	return elementwise(func(op *ir.Operation, in, _ []number) compute {
		n, g, flags := in[0], f(op), arith.FastMathFlags(op)
		fs := make([]num.Float, len(in))
		return func(x, r []uint64) error {
			for i := range x {
				fs[i] = n.float(x[i])
				if breaks(flags, fs[i]) {
					return isPoison
				}
			}
			v := g(fs)
			if breaks(flags, v) {
				return isPoison
			}
			r[0] = floatBits(v)
			if flags&arith.NoSignedZeros != 0 && dependsOnZeros(g, fs, v) {
				return signOpen
			}
			return nil
		}
	})
}

// dependsOnZeros tells whether v, the result of g, is a zero or changes with the signs
// of the zeros among the operands.
func dependsOnZeros(g func([]num.Float) num.Float, x []num.Float, v num.Float) bool {
	if v.IsZero() {
		return true
	}
	any := false
	for i, f := range x {
		if f.IsZero() {
			x[i], any = f.Neg(), true
		}
	}
	return any && floatBits(g(x)) != floatBits(v)
}

// breaks tells whether a float is what fast-math flags promise not to occur.
func breaks(flags arith.FastMath, v num.Float) bool {
	return flags&arith.NoNaNs != 0 && v.IsNaN() || flags&arith.NoInfs != 0 && v.IsInf()
}

func floatUnary(f func(num.Float) num.Float) Func {
	return floatFunction(func(*ir.Operation) func([]num.Float) num.Float {
		return func(x []num.Float) num.Float { return f(x[0]) }
	})
}

func floatBinary(f func(a, b num.Float) num.Float) Func {
	return floatFunction(func(*ir.Operation) func([]num.Float) num.Float {
		return func(x []num.Float) num.Float { return f(x[0], x[1]) }
	})
}
