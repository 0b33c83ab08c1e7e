package arith

import (
	"slices"

	"optc/ir"
	"optc/num"
	"optc/sim"
)

// meaning defines what the operations of arith compute. Results are poison where upstream
// defines them so: for shifts that are too far, results that break the promise of a flag
// (nsw, nuw, exact, nnan, ninf), and floats that do not fit an integer.
func meaning() ir.Meaning {
	return &sim.Meanings{Table: sim.Join(exactMeanings(), castMeanings()), Quick: quickForms(), Reads: readsOperands, Undefined: undefined()}
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
	rows := undefined()
	wrapping := func(k ir.OpKind, f func(a, b num.Int) num.Int) sim.Func {
		return sim.CheckedBinary(sim.UndefinedOf(rows, k), f)
	}
	partial := func(k ir.OpKind, f func(a, b num.Int) (num.Int, bool)) sim.Func { return wrapping(k, defined(f)) }
	divides := func(k ir.OpKind, f func(a, b num.Int) (num.Int, bool)) sim.Func {
		return division(sim.UndefinedOf(rows, k), f)
	}
	return sim.Table{
		ConstantOp{}.Kind():   runConstant,
		AddIOp{}.Kind():       wrapping(AddIOp{}, num.Int.Add),
		SubIOp{}.Kind():       wrapping(SubIOp{}, num.Int.Sub),
		MulIOp{}.Kind():       wrapping(MulIOp{}, num.Int.Mul),
		ShLIOp{}.Kind():       partial(ShLIOp{}, num.Int.Shl),
		ShRSIOp{}.Kind():      partial(ShRSIOp{}, num.Int.ShrSigned),
		ShRUIOp{}.Kind():      partial(ShRUIOp{}, num.Int.ShrUnsigned),
		AndIOp{}.Kind():       sim.IntBinary(num.Int.And),
		OrIOp{}.Kind():        sim.IntBinary(num.Int.Or),
		XOrIOp{}.Kind():       sim.IntBinary(num.Int.Xor),
		MinSIOp{}.Kind():      sim.IntBinary(num.Int.MinSigned),
		MaxSIOp{}.Kind():      sim.IntBinary(num.Int.MaxSigned),
		MinUIOp{}.Kind():      sim.IntBinary(num.Int.MinUnsigned),
		MaxUIOp{}.Kind():      sim.IntBinary(num.Int.MaxUnsigned),
		DivSIOp{}.Kind():      divides(DivSIOp{}, num.Int.DivSigned),
		DivUIOp{}.Kind():      divides(DivUIOp{}, num.Int.DivUnsigned),
		RemSIOp{}.Kind():      divides(RemSIOp{}, num.Int.RemSigned),
		RemUIOp{}.Kind():      divides(RemUIOp{}, num.Int.RemUnsigned),
		CeilDivSIOp{}.Kind():  divides(CeilDivSIOp{}, num.Int.CeilDivSigned),
		CeilDivUIOp{}.Kind():  divides(CeilDivUIOp{}, num.Int.CeilDivUnsigned),
		FloorDivSIOp{}.Kind(): divides(FloorDivSIOp{}, num.Int.FloorDivSigned),
		AddUIExtendedOp{}.Kind(): intPair(func(a, b num.Int) (sum, carry num.Int) {
			v, o := a.AddOverflow(b)
			return v, num.IntFromBool(o.Unsigned)
		}),
		MulSIExtendedOp{}.Kind(): intPair(num.Int.MulSignedExtended),
		MulUIExtendedOp{}.Kind(): intPair(num.Int.MulUnsignedExtended),
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

// defined adapts f for rows that list its undefined operands: it drops f's own report.
func defined(f func(a, b num.Int) (num.Int, bool)) func(a, b num.Int) num.Int {
	return func(a, b num.Int) num.Int {
		v, _ := f(a, b)
		return v
	}
}

// division executes a division. A poison divisor is undefined behaviour, too.
func division(rows []*sim.Undefined, f func(a, b num.Int) (num.Int, bool)) sim.Func {
	run := sim.CheckedBinary(rows, defined(f))
	return func(f *sim.Frame, in *sim.Instr) error {
		// A poison dividend makes no difference to a bad divisor.
		divisor := f.Value(in, in.Op.Typed().(Binary).Rhs())
		v := divisor.Vector()
		switch {
		case divisor.IsPoison() || v != nil && slices.Contains(v.Undef, true):
			return sim.ErrPoison
		case holdsZero(divisor):
			return ErrZeroDivisor
		}
		return run(f, in)
	}
}

// intPair lifts a function of two integers with two results.
func intPair(f func(a, b num.Int) (first, second num.Int)) sim.Func {
	return sim.Elementwise(func(_ *ir.Operation, in, out []sim.Number) sim.Compute {
		n := in[0]
		return func(x, r []uint64) error {
			first, second := f(n.Int(x[0]), n.Int(x[1]))
			r[0], r[1] = out[0].Bits(first), out[1].Bits(second)
			return nil
		}
	})
}

// holdsZero reports whether a number, or an element of a vector, is 0.
func holdsZero(v sim.Value) bool {
	if n, wide := v.Ref.(num.Int); wide {
		return n.IsZero()
	}
	x := v.Vector()
	switch {
	case x == nil:
		return v.Bits == 0
	case x.Wide != nil:
		return slices.ContainsFunc(x.Wide, num.Int.IsZero)
	}
	return slices.Contains(x.Short, 0) || slices.Contains(x.Long, 0)
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
