package arith

import (
	"slices"

	"optc/diag"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// meaning defines what the operations of arith compute. Results are poison where upstream
// defines them so: for shifts that are too far, results that break the promise of a flag
// (nsw, nuw, exact, nnan, ninf), and floats that do not fit an integer.
func meaning() ir.Meaning {
	return &sim.Meanings{Table: sim.Join(exactMeanings(), castMeanings()), Quick: quickForms(), Reads: readsOperands}
}

// readsOperands reports whether executing an operation reads its operands; a select by a
// scalar condition hands on an operand as its result.
func readsOperands(op *ir.Operation) bool {
	if selectOp := ir.As[SelectOp](op); selectOp.Ok() {
		_, byElement := selectOp.Condition().Type().(ir.ShapedType)
		return byElement
	}
	return op.Has(ir.Elementwise)
}

// exactMeanings holds the meanings of all operations but casts.
func exactMeanings() sim.Table {
	return sim.Table{
		ConstantOp{}.Kind():   runConstant,
		AddIOp{}.Kind():       overflowing(num.Int.AddOverflow),
		SubIOp{}.Kind():       overflowing(num.Int.SubOverflow),
		MulIOp{}.Kind():       overflowing(num.Int.MulOverflow),
		ShLIOp{}.Kind():       sim.IntPartial(shiftLeft),
		ShRSIOp{}.Kind():      sim.IntPartial(shiftRight(num.Int.ShrSigned)),
		ShRUIOp{}.Kind():      sim.IntPartial(shiftRight(num.Int.ShrUnsigned)),
		AndIOp{}.Kind():       sim.IntBinary(num.Int.And),
		OrIOp{}.Kind():        sim.IntBinary(num.Int.Or),
		XOrIOp{}.Kind():       sim.IntBinary(num.Int.Xor),
		MinSIOp{}.Kind():      sim.IntBinary(num.Int.MinSigned),
		MaxSIOp{}.Kind():      sim.IntBinary(num.Int.MaxSigned),
		MinUIOp{}.Kind():      sim.IntBinary(num.Int.MinUnsigned),
		MaxUIOp{}.Kind():      sim.IntBinary(num.Int.MaxUnsigned),
		DivSIOp{}.Kind():      division(num.Int.DivSigned),
		DivUIOp{}.Kind():      division(num.Int.DivUnsigned),
		RemSIOp{}.Kind():      division(num.Int.RemSigned),
		RemUIOp{}.Kind():      division(num.Int.RemUnsigned),
		CeilDivSIOp{}.Kind():  division(num.Int.CeilDivSigned),
		CeilDivUIOp{}.Kind():  division(num.Int.CeilDivUnsigned),
		FloorDivSIOp{}.Kind(): division(num.Int.FloorDivSigned),
		AddUIExtendedOp{}.Kind(): intPair(func(a, b num.Int) (sum, carry uint64) {
			v, o := a.AddOverflow(b)
			return v.Uint64(), sim.BoolBits(o.Unsigned)
		}),
		MulSIExtendedOp{}.Kind(): intPair(halves(num.Int.MulSignedExtended)),
		MulUIExtendedOp{}.Kind(): intPair(halves(num.Int.MulUnsignedExtended)),
		AddFOp{}.Kind():          toNearest(num.Float.Add),
		SubFOp{}.Kind():          toNearest(num.Float.Sub),
		MulFOp{}.Kind():          toNearest(num.Float.Mul),
		DivFOp{}.Kind():          toNearest(num.Float.Div),
		RemFOp{}.Kind():          FloatBinary(num.Float.Rem),
		MinimumFOp{}.Kind():      FloatBinary(num.Float.Minimum),
		MaximumFOp{}.Kind():      FloatBinary(num.Float.Maximum),
		MinNumFOp{}.Kind():       FloatBinary(num.Float.MinNum),
		MaxNumFOp{}.Kind():       FloatBinary(num.Float.MaxNum),
		NegFOp{}.Kind():          FloatUnary(num.Float.Neg),
		CmpIOp{}.Kind(): sim.Elementwise(func(op *ir.Operation, in, _ []sim.Number) sim.Compute {
			n, p := in[0], ir.Cast[CmpIOp](op).Predicate()
			return func(x, r []uint64) error {
				r[0] = sim.BoolBits(p.Holds(n.Int(x[0]), n.Int(x[1])))
				return nil
			}
		}),
		CmpFOp{}.Kind(): sim.Elementwise(func(op *ir.Operation, in, _ []sim.Number) sim.Compute {
			cmpF := ir.Cast[CmpFOp](op)
			n, p, flags := in[0], cmpF.Predicate(), cmpF.Fastmath()
			return func(x, r []uint64) error {
				a, b := n.Float(x[0]), n.Float(x[1])
				if breaks(flags, a) || breaks(flags, b) {
					return sim.ErrPoisonResult
				}
				r[0] = sim.BoolBits(p.Holds(a, b))
				return nil
			}
		}),
		SelectOp{}.Kind(): runSelect,
	}
}

// intFunction is the meaning of an operation of two integers with its flags.
type intFunction = func(op *ir.Operation) func(a, b num.Int) (num.Int, error)

// overflowing executes an operation that wraps; its flags promise that it does not.
func overflowing(f func(a, b num.Int) (num.Int, num.Overflow)) sim.Func {
	return sim.IntPartial(func(op *ir.Operation) func(a, b num.Int) (num.Int, error) {
		flags := OverflowFlags(op)
		return func(a, b num.Int) (num.Int, error) {
			v, o := f(a, b)
			if flags&NSW != 0 && o.Signed || flags&NUW != 0 && o.Unsigned {
				return v, sim.ErrPoisonResult
			}
			return v, nil
		}
	})
}

// shiftLeft: with flags, shifting back must restore the operand.
func shiftLeft(op *ir.Operation) func(a, by num.Int) (num.Int, error) {
	flags := OverflowFlags(op)
	return func(a, by num.Int) (num.Int, error) {
		v, ok := a.Shl(by)
		if !ok {
			return v, sim.ErrPoisonResult
		}
		signed, _ := v.ShrSigned(by)
		unsigned, _ := v.ShrUnsigned(by)
		if flags&NSW != 0 && !signed.Equal(a) || flags&NUW != 0 && !unsigned.Equal(a) {
			return v, sim.ErrPoisonResult
		}
		return v, nil
	}
}

// shiftRight: an exact shift drops no set bit.
func shiftRight(f func(a, by num.Int) (num.Int, bool)) intFunction {
	return func(op *ir.Operation) func(a, by num.Int) (num.Int, error) {
		exact := IsExact(op)
		return func(a, by num.Int) (num.Int, error) {
			v, ok := f(a, by)
			if !ok {
				return v, sim.ErrPoisonResult
			}
			if back, _ := v.Shl(by); exact && !back.Equal(a) {
				return v, sim.ErrPoisonResult
			}
			return v, nil
		}
	}
}

// division is undefined for a divisor of zero or poison and a quotient that does
// not fit, and, if it is exact, poison for a remainder.
func division(f func(a, b num.Int) (num.Int, bool)) sim.Func {
	run := sim.IntPartial(func(op *ir.Operation) func(a, b num.Int) (num.Int, error) {
		exact := IsExact(op)
		return func(a, b num.Int) (num.Int, error) {
			v, ok := f(a, b)
			if !ok {
				return v, ErrDivision
			}
			if exact && !v.Mul(b).Equal(a) {
				return v, sim.ErrPoisonResult
			}
			return v, nil
		}
	})
	return func(f *sim.Frame, in *sim.Instr) error {
		// A poison dividend makes no difference to a bad divisor.
		divisor := f.Value(in, in.Op.Typed().(Binary).Rhs())
		v := divisor.Vector()
		switch {
		case divisor.IsPoison() || v != nil && slices.Contains(v.Undef, true):
			return sim.ErrPoison
		case v == nil && divisor.Bits == 0 || v != nil && slices.Contains(v.Elems, 0):
			return ErrDivision
		}
		return run(f, in)
	}
}

// ErrDivision is the undefined behaviour of divisions.
var ErrDivision = diag.Errorf("division", "division by zero, or a quotient that does not fit")

// intPair lifts a function of two integers with two results.
func intPair(f func(a, b num.Int) (first, second uint64)) sim.Func {
	return sim.Elementwise(func(_ *ir.Operation, in, _ []sim.Number) sim.Compute {
		n := in[0]
		return func(x, r []uint64) error {
			r[0], r[1] = f(n.Int(x[0]), n.Int(x[1]))
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

func toNearest(f func(a, b num.Float, mode num.Rounding) num.Float) sim.Func {
	return FloatBinary(func(a, b num.Float) num.Float { return f(a, b, num.NearestEven) })
}

// runConstant makes the value of an arith.constant once and reuses it; values are never
// changed.
func runConstant(f *sim.Frame, in *sim.Instr) error {
	if in.Data == nil {
		v, err := sim.ValueOf(ir.Cast[ConstantOp](in.Op).Value())
		if err != nil {
			return err
		}
		in.Data = v
	}
	f.Set(in, 0, in.Data.(sim.Value))
	return nil
}
