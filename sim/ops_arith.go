package sim

import (
	"slices"

	"optc/diag"
	"optc/dialect/arith"
	"optc/dialect/ub"
	"optc/ir"
	"optc/num"
)

// arithOps are the operations of arith and ub. Poison results are as upstream
// defines them: shifts that are too far, results that break a promise of a flag
// (nsw, nuw, exact, nnan, ninf), floats that do not fit an integer.
func arithOps(t Table) {
	t[arith.Constant.Kind] = constant
	t[ub.Unreachable] = func(*Frame, *Instr) error {
		return diag.Errorf("unreachable", "is reached")
	}
	t[ub.Poison.Kind] = func(f *Frame, in *Instr) error {
		f.Set(in, 0, Poison)
		return nil
	}
	t[arith.AddI.Kind] = overflowing(num.Int.AddOverflow)
	t[arith.SubI.Kind] = overflowing(num.Int.SubOverflow)
	t[arith.MulI.Kind] = overflowing(num.Int.MulOverflow)
	t[arith.ShLI.Kind] = intPartial(shiftLeft)
	t[arith.ShRSI.Kind] = intPartial(shiftRight(num.Int.ShrSigned))
	t[arith.ShRUI.Kind] = intPartial(shiftRight(num.Int.ShrUnsigned))
	t[arith.AndI.Kind] = intBinary(num.Int.And)
	t[arith.OrI.Kind] = intBinary(num.Int.Or)
	t[arith.XOrI.Kind] = intBinary(num.Int.Xor)
	t[arith.MinSI.Kind] = intBinary(num.Int.MinSigned)
	t[arith.MaxSI.Kind] = intBinary(num.Int.MaxSigned)
	t[arith.MinUI.Kind] = intBinary(num.Int.MinUnsigned)
	t[arith.MaxUI.Kind] = intBinary(num.Int.MaxUnsigned)
	t[arith.DivSI.Kind] = division(num.Int.DivSigned)
	t[arith.DivUI.Kind] = division(num.Int.DivUnsigned)
	t[arith.RemSI.Kind] = division(num.Int.RemSigned)
	t[arith.RemUI.Kind] = division(num.Int.RemUnsigned)
	t[arith.CeilDivSI.Kind] = division(num.Int.CeilDivSigned)
	t[arith.CeilDivUI.Kind] = division(num.Int.CeilDivUnsigned)
	t[arith.FloorDivSI.Kind] = division(num.Int.FloorDivSigned)
	t[arith.AddUIExtended.Kind] = intPair(func(a, b num.Int) (sum, carry uint64) {
		v, o := a.AddOverflow(b)
		return v.Uint64(), boolBits(o.Unsigned)
	})
	t[arith.MulSIExtended.Kind] = intPair(halves(num.Int.MulSignedExtended))
	t[arith.MulUIExtended.Kind] = intPair(halves(num.Int.MulUnsignedExtended))

	t[arith.AddF.Kind] = nearest(num.Float.Add)
	t[arith.SubF.Kind] = nearest(num.Float.Sub)
	t[arith.MulF.Kind] = nearest(num.Float.Mul)
	t[arith.DivF.Kind] = nearest(num.Float.Div)
	t[arith.RemF.Kind] = floatBinary(num.Float.Rem)
	t[arith.MinimumF.Kind] = floatBinary(num.Float.Minimum)
	t[arith.MaximumF.Kind] = floatBinary(num.Float.Maximum)
	t[arith.MinNumF.Kind] = floatBinary(num.Float.MinNum)
	t[arith.MaxNumF.Kind] = floatBinary(num.Float.MaxNum)
	t[arith.NegF.Kind] = floatUnary(num.Float.Neg)

	t[arith.CmpI.Kind] = elementwise(func(op *ir.Operation, in, _ []number) compute {
		n, p := in[0], arith.CmpI.Predicate(op)
		return func(x, r []uint64) error {
			r[0] = boolBits(p.Holds(n.int(x[0]), n.int(x[1])))
			return nil
		}
	})
	t[arith.CmpF.Kind] = elementwise(func(op *ir.Operation, in, _ []number) compute {
		n, p, flags := in[0], arith.CmpF.Predicate(op), arith.CmpF.Fastmath(op)
		return func(x, r []uint64) error {
			a, b := n.float(x[0]), n.float(x[1])
			if breaks(flags, a) || breaks(flags, b) {
				return isPoison
			}
			r[0] = boolBits(p.Holds(a, b))
			return nil
		}
	})
	t[arith.Select.Kind] = selectOp
	castOps(t)
}

// intFunction is the meaning of an operation of two integers with its flags.
type intFunction = func(op *ir.Operation) func(a, b num.Int) (num.Int, error)

// overflowing is a wrapping operation whose flags promise that it does not wrap.
func overflowing(f func(a, b num.Int) (num.Int, num.Overflow)) Func {
	return intPartial(func(op *ir.Operation) func(a, b num.Int) (num.Int, error) {
		flags := arith.OverflowFlags(op)
		return func(a, b num.Int) (num.Int, error) {
			v, o := f(a, b)
			if flags&arith.NSW != 0 && o.Signed || flags&arith.NUW != 0 && o.Unsigned {
				return v, isPoison
			}
			return v, nil
		}
	})
}

// shiftLeft: with flags, shifting back must restore the operand.
func shiftLeft(op *ir.Operation) func(a, by num.Int) (num.Int, error) {
	flags := arith.OverflowFlags(op)
	return func(a, by num.Int) (num.Int, error) {
		v, ok := a.Shl(by)
		if !ok {
			return v, isPoison
		}
		signed, _ := v.ShrSigned(by)
		unsigned, _ := v.ShrUnsigned(by)
		if flags&arith.NSW != 0 && !signed.Equal(a) || flags&arith.NUW != 0 && !unsigned.Equal(a) {
			return v, isPoison
		}
		return v, nil
	}
}

// shiftRight: an exact shift drops no set bit.
func shiftRight(f func(a, by num.Int) (num.Int, bool)) intFunction {
	return func(op *ir.Operation) func(a, by num.Int) (num.Int, error) {
		exact := arith.IsExact(op)
		return func(a, by num.Int) (num.Int, error) {
			v, ok := f(a, by)
			if !ok {
				return v, isPoison
			}
			if back, _ := v.Shl(by); exact && !back.Equal(a) {
				return v, isPoison
			}
			return v, nil
		}
	}
}

// division is undefined for a divisor of zero or poison and a quotient that does
// not fit, and, if it is exact, poison for a remainder.
func division(f func(a, b num.Int) (num.Int, bool)) Func {
	run := intPartial(func(op *ir.Operation) func(a, b num.Int) (num.Int, error) {
		exact := arith.IsExact(op)
		return func(a, b num.Int) (num.Int, error) {
			v, ok := f(a, b)
			if !ok {
				return v, errDivision
			}
			if exact && !v.Mul(b).Equal(a) {
				return v, isPoison
			}
			return v, nil
		}
	})
	return func(f *Frame, in *Instr) error {
		// A poison dividend makes no difference to a bad divisor.
		divisor := f.Value(in, arith.DivSI.Rhs(in.Op))
		v := divisor.Vector()
		switch {
		case divisor.IsPoison() || v != nil && slices.Contains(v.Undef, true):
			return ErrPoison
		case v == nil && divisor.Bits == 0 || v != nil && slices.Contains(v.Elems, 0):
			return errDivision
		}
		return run(f, in)
	}
}

var errDivision = diag.Errorf("division", "division by zero, or a quotient that does not fit")

// intPair lifts a function of two integers with two results.
func intPair(f func(a, b num.Int) (first, second uint64)) Func {
	return elementwise(func(_ *ir.Operation, in, _ []number) compute {
		n := in[0]
		return func(x, r []uint64) error {
			r[0], r[1] = f(n.int(x[0]), n.int(x[1]))
			return nil
		}
	})
}

func halves(f func(a, b num.Int) (low, high num.Int)) func(a, b num.Int) (uint64, uint64) {
	return func(a, b num.Int) (uint64, uint64) {
		low, high := f(a, b)
		return low.Uint64(), high.Uint64()
	}
}

func nearest(f func(a, b num.Float, mode num.Rounding) num.Float) Func {
	return floatBinary(func(a, b num.Float) num.Float { return f(a, b, num.NearestEven) })
}

// constant makes the value of an arith.constant once; values are never changed.
func constant(f *Frame, in *Instr) error {
	if in.Data == nil {
		v, err := ValueOf(arith.Constant.Value(in.Op))
		if err != nil {
			return err
		}
		in.Data = v
	}
	f.Set(in, 0, in.Data.(Value))
	return nil
}

// ValueOf returns the value of a constant attribute.
func ValueOf(a ir.Attribute) (Value, error) {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		return Int(a.Value.Uint64()), nil
	case *ir.FloatAttr:
		return Int(floatBits(a.Value)), nil
	case *ir.DenseAttr:
		if a.Strings != nil {
			return Value{}, diag.Errorf("unsupported", "cannot execute with a constant of strings")
		}
		out := VectorLike(a.ShapedType())
		for i := range out.Elems {
			out.Elems[i] = mask(out.Elem, RawBits(a.Element(i)))
		}
		return Value{Ref: out}, nil
	}
	return Value{}, diag.Errorf("unsupported", "cannot execute with the constant %s", a)
}
