package sim

import (
	"optc/diag"
	"optc/dialect/arith"
	"optc/internal/num"
	"optc/ir"
)

// elementOp computes one element from the raw bits of its operands. ok is false
// when the result is poison.
type elementOp func(in *Instr, args []uint64) (bits uint64, ok bool)

// elementwise lifts a computation of elements to scalars, vectors and tensors.
// An element with a poison operand is poison.
func elementwise(compute elementOp) Func {
	return func(f *Frame, in *Instr) error {
		values := f.Args(in)
		bits := make([]uint64, len(values))
		if _, shaped := in.Op.Result(0).Type().(ir.ShapedType); !shaped {
			for i, v := range values {
				if v.IsPoison() {
					f.Set(in, 0, Poison)
					return nil
				}
				bits[i] = v.Bits
			}
			f.Set(in, 0, scalarResult(compute(in, bits)))
			return nil
		}
		vecs := make([]*Vector, len(values))
		var shape []int64
		for i := range values {
			if _, shaped := in.Op.Operand(i).Type().(ir.ShapedType); shaped {
				vecs[i] = f.shapedArg(in, i)
				shape = vecs[i].Shape
			}
		}
		out := NewVector(shape, ir.ElementOrSelf(in.Op.Result(0).Type()))
	lane:
		for lane := range out.Elems {
			for i, v := range values {
				if vecs[i] != nil {
					v = vecs[i].At(lane)
				}
				if v.IsPoison() {
					out.SetUndef(lane)
					continue lane
				}
				bits[i] = v.Bits
			}
			out.Set(lane, scalarResult(compute(in, bits)))
		}
		f.Set(in, 0, Value{Ref: out})
		return nil
	}
}

// shapedArg is vectorArg for operands that may be tensors.
func (f *Frame) shapedArg(in *Instr, i int) *Vector {
	if x := f.Arg(in, i).Vector(); x != nil {
		return x
	}
	x := VectorLike(in.Op.Operand(i).Type().(ir.ShapedType))
	for k := range x.Elems {
		x.SetUndef(k)
	}
	return x
}

func scalarResult(bits uint64, ok bool) Value {
	if !ok {
		return Poison
	}
	return Int(bits)
}

// operandElem and resultElem are the element types of operand 0 and result 0.
func operandElem(in *Instr) ir.Type { return ir.ElementOrSelf(in.Op.Operand(0).Type()) }
func resultElem(in *Instr) ir.Type  { return ir.ElementOrSelf(in.Op.Result(0).Type()) }

func toInt(t ir.Type, bits uint64) num.Int { return num.IntFromUint64(width(t), bits) }

func toFloat(t ir.Type, bits uint64) num.Float {
	return num.FloatFromBits(t.(*ir.FloatType).Kind, 0, bits)
}

func floatBits(f num.Float) uint64 {
	_, lo := f.Bits()
	return lo
}

// intBinary lifts an operation that is defined for all operands.
func intBinary(compute func(a, b num.Int) num.Int) Func {
	return elementwise(func(in *Instr, x []uint64) (uint64, bool) {
		t := operandElem(in)
		return compute(toInt(t, x[0]), toInt(t, x[1])).Uint64(), true
	})
}

// intPartial lifts an operation that is poison where compute says so.
func intPartial(compute func(a, b num.Int) (num.Int, bool)) Func {
	return elementwise(func(in *Instr, x []uint64) (uint64, bool) {
		t := operandElem(in)
		r, ok := compute(toInt(t, x[0]), toInt(t, x[1]))
		return r.Uint64(), ok
	})
}

// division lifts a division; by zero, and the overflowing quotient, are undefined
// behaviour and reported as such.
func division(compute func(a, b num.Int) (num.Int, bool)) Func {
	lifted := intPartial(compute)
	return func(f *Frame, in *Instr) error {
		if err := lifted(f, in); err != nil {
			return err
		}
		if v := f.slots[in.res]; v.IsPoison() && !f.Arg(in, 0).IsPoison() && !f.Arg(in, 1).IsPoison() {
			return diag.Errorf("division", "division by zero, or a quotient that does not fit")
		}
		return nil
	}
}

func floatBinary(compute func(a, b num.Float) num.Float) Func {
	return elementwise(func(in *Instr, x []uint64) (uint64, bool) {
		t := operandElem(in)
		return floatBits(compute(toFloat(t, x[0]), toFloat(t, x[1]))), true
	})
}

// rounding returns the rounding mode of an operation, to nearest even by default.
func rounding(in *Instr) num.Rounding {
	modes := []num.Rounding{num.NearestEven, num.Downward, num.Upward, num.TowardZero, num.NearestAway}
	if i := ir.IntOr(in.Op.Attr("roundingmode"), 0); i >= 0 && int(i) < len(modes) {
		return modes[i]
	}
	return num.NearestEven
}

func floatRounded(compute func(a, b num.Float, mode num.Rounding) num.Float) Func {
	return elementwise(func(in *Instr, x []uint64) (uint64, bool) {
		t := operandElem(in)
		return floatBits(compute(toFloat(t, x[0]), toFloat(t, x[1]), rounding(in))), true
	})
}

// unlessOverflow adds the poison of the nsw and nuw flags to a wrapping operation.
func unlessOverflow(compute func(a, b num.Int) (num.Int, num.Overflow)) Func {
	return elementwise(func(in *Instr, x []uint64) (uint64, bool) {
		t := operandElem(in)
		r, o := compute(toInt(t, x[0]), toInt(t, x[1]))
		flags := arith.Overflow(0)
		if a := ir.Get[*arith.OverflowAttr](in.Op, "overflowFlags"); a != nil {
			flags = a.Flags
		}
		if flags&arith.NSW != 0 && o.Signed || flags&arith.NUW != 0 && o.Unsigned {
			return 0, false
		}
		return r.Uint64(), true
	})
}

// arithOps are the operations of arith and ub.
func arithOps(t Table) {
	t[arith.Constant] = constant
	t["ub.poison"] = func(f *Frame, in *Instr) error {
		f.Set(in, 0, Poison)
		return nil
	}
	t[arith.AddI] = unlessOverflow(num.Int.AddOverflow)
	t[arith.SubI] = unlessOverflow(num.Int.SubOverflow)
	t[arith.MulI] = unlessOverflow(num.Int.MulOverflow)
	t[arith.AndI] = intBinary(num.Int.And)
	t[arith.OrI] = intBinary(num.Int.Or)
	t[arith.XOrI] = intBinary(num.Int.Xor)
	t[arith.MinSI] = intBinary(num.Int.MinSigned)
	t[arith.MaxSI] = intBinary(num.Int.MaxSigned)
	t[arith.MinUI] = intBinary(num.Int.MinUnsigned)
	t[arith.MaxUI] = intBinary(num.Int.MaxUnsigned)
	t[arith.ShLI] = intPartial(num.Int.Shl)
	t[arith.ShRSI] = intPartial(num.Int.ShrSigned)
	t[arith.ShRUI] = intPartial(num.Int.ShrUnsigned)
	t[arith.DivSI] = division(num.Int.DivSigned)
	t[arith.DivUI] = division(num.Int.DivUnsigned)
	t[arith.RemSI] = division(num.Int.RemSigned)
	t[arith.RemUI] = division(num.Int.RemUnsigned)
	t[arith.CeilDivSI] = division(num.Int.CeilDivSigned)
	t[arith.CeilDivUI] = division(num.Int.CeilDivUnsigned)
	t[arith.FloorDivSI] = division(num.Int.FloorDivSigned)
	t[arith.AddUIExtended] = addExtended
	t[arith.MulSIExtended] = mulExtended(num.Int.MulSignedExtended)
	t[arith.MulUIExtended] = mulExtended(num.Int.MulUnsignedExtended)

	t[arith.AddF] = floatRounded(num.Float.Add)
	t[arith.SubF] = floatRounded(num.Float.Sub)
	t[arith.MulF] = floatRounded(num.Float.Mul)
	t[arith.DivF] = floatRounded(num.Float.Div)
	t[arith.RemF] = floatBinary(num.Float.Rem)
	t[arith.MinimumF] = floatBinary(num.Float.Minimum)
	t[arith.MaximumF] = floatBinary(num.Float.Maximum)
	t[arith.MinNumF] = floatBinary(num.Float.MinNum)
	t[arith.MaxNumF] = floatBinary(num.Float.MaxNum)
	t[arith.NegF] = elementwise(func(in *Instr, x []uint64) (uint64, bool) {
		return floatBits(toFloat(operandElem(in), x[0]).Neg()), true
	})

	t[arith.CmpI] = elementwise(func(in *Instr, x []uint64) (uint64, bool) {
		e := operandElem(in)
		return boolBits(compareInts(ir.IntOr(in.Op.Attr("predicate"), 0), toInt(e, x[0]), toInt(e, x[1]))), true
	})
	t[arith.CmpF] = elementwise(func(in *Instr, x []uint64) (uint64, bool) {
		e := operandElem(in)
		return boolBits(compareFloats(ir.IntOr(in.Op.Attr("predicate"), 0), toFloat(e, x[0]), toFloat(e, x[1]))), true
	})
	t[arith.Select] = selectOp
	castOps(t)
}

func boolBits(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// compareInts applies arith.cmpi's predicate, in the order of the dialect:
// eq ne slt sle sgt sge ult ule ugt uge.
func compareInts(predicate int64, a, b num.Int) bool {
	s, u := a.CmpSigned(b), a.CmpUnsigned(b)
	return [...]bool{u == 0, u != 0, s < 0, s <= 0, s > 0, s >= 0, u < 0, u <= 0, u > 0, u >= 0}[predicate]
}

// compareFloats applies arith.cmpf's predicate: false, oeq ogt oge olt ole one
// ord, ueq ugt uge ult ule une uno, true.
func compareFloats(predicate int64, a, b num.Float) bool {
	c, ordered := a.Compare(b)
	holds := [...]bool{c == 0, c > 0, c >= 0, c < 0, c <= 0, c != 0}
	switch {
	case predicate == 0:
		return false
	case predicate <= 6:
		return ordered && holds[predicate-1]
	case predicate == 7:
		return ordered
	case predicate <= 13:
		return !ordered || holds[predicate-8]
	case predicate == 14:
		return !ordered
	}
	return true
}

// constant makes the value of an arith.constant once; values are never changed.
func constant(f *Frame, in *Instr) error {
	if in.Data == nil {
		v, err := valueOf(in.Op.Attr("value"))
		if err != nil {
			return err
		}
		in.Data = v
	}
	f.Set(in, 0, in.Data.(Value))
	return nil
}

// valueOf returns the value of a constant attribute.
func valueOf(a ir.Attribute) (Value, error) {
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
			out.Elems[i] = mask(out.Elem, rawBits(a.Element(i)))
		}
		return Value{Ref: out}, nil
	}
	return Value{}, diag.Errorf("unsupported", "cannot execute with the constant %s", a)
}

// selectOp chooses per element, or the whole value for a scalar condition.
func selectOp(f *Frame, in *Instr) error {
	cond := f.Arg(in, 0)
	mask := cond.Vector()
	if mask == nil {
		switch {
		case cond.IsPoison():
			f.Set(in, 0, Poison)
		case cond.Bits != 0:
			f.Set(in, 0, f.Arg(in, 1))
		default:
			f.Set(in, 0, f.Arg(in, 2))
		}
		return nil
	}
	a, b := f.shapedArg(in, 1), f.shapedArg(in, 2)
	out := VectorLike(in.Op.Result(0).Type().(ir.ShapedType))
	for i := range out.Elems {
		switch {
		case mask.IsUndef(i):
			out.SetUndef(i)
		case mask.Elems[i] != 0:
			out.Set(i, a.At(i))
		default:
			out.Set(i, b.At(i))
		}
	}
	f.Set(in, 0, Value{Ref: out})
	return nil
}

// twoResults lifts an operation with two results of one shape.
func twoResults(f *Frame, in *Instr, compute func(a, b num.Int) (uint64, uint64)) error {
	t := operandElem(in)
	if _, shaped := in.Op.Result(0).Type().(ir.ShapedType); !shaped {
		a, b := f.Arg(in, 0), f.Arg(in, 1)
		if a.IsPoison() || b.IsPoison() {
			f.SetAll(in, []Value{Poison, Poison})
			return nil
		}
		x, y := compute(toInt(t, a.Bits), toInt(t, b.Bits))
		f.SetAll(in, []Value{Int(x), Int(y)})
		return nil
	}
	a, b := f.shapedArg(in, 0), f.shapedArg(in, 1)
	first := NewVector(a.Shape, ir.ElementOrSelf(in.Op.Result(0).Type()))
	second := NewVector(a.Shape, ir.ElementOrSelf(in.Op.Result(1).Type()))
	for i := range a.Elems {
		if a.IsUndef(i) || b.IsUndef(i) {
			first.SetUndef(i)
			second.SetUndef(i)
			continue
		}
		first.Elems[i], second.Elems[i] = compute(toInt(t, a.Elems[i]), toInt(t, b.Elems[i]))
	}
	f.SetAll(in, []Value{{Ref: first}, {Ref: second}})
	return nil
}

func addExtended(f *Frame, in *Instr) error {
	return twoResults(f, in, func(a, b num.Int) (uint64, uint64) {
		sum, o := a.AddOverflow(b)
		return sum.Uint64(), boolBits(o.Unsigned)
	})
}

func mulExtended(compute func(a, b num.Int) (low, high num.Int)) Func {
	return func(f *Frame, in *Instr) error {
		return twoResults(f, in, func(a, b num.Int) (uint64, uint64) {
			low, high := compute(a, b)
			return low.Uint64(), high.Uint64()
		})
	}
}

// castOps are the conversions of arith.
func castOps(t Table) {
	resize := func(extend func(v num.Int, width int) num.Int) Func {
		return elementwise(func(in *Instr, x []uint64) (uint64, bool) {
			return extend(toInt(operandElem(in), x[0]), width(resultElem(in))).Uint64(), true
		})
	}
	t[arith.ExtSI] = resize(num.Int.SignExtend)
	t[arith.ExtUI] = resize(num.Int.ZeroExtend)
	t[arith.TruncI] = resize(num.Int.Truncate)
	t[arith.IndexCast] = resize(num.Int.SignExtend)
	t[arith.IndexCastUI] = resize(num.Int.ZeroExtend)
	convert := elementwise(func(in *Instr, x []uint64) (uint64, bool) {
		r, _ := toFloat(operandElem(in), x[0]).Convert(resultElem(in).(*ir.FloatType).Kind, rounding(in))
		return floatBits(r), true
	})
	t[arith.ExtF] = convert
	t[arith.TruncF] = convert
	fromInt := func(signed bool) Func {
		return elementwise(func(in *Instr, x []uint64) (uint64, bool) {
			r, _ := num.FloatFromInt(resultElem(in).(*ir.FloatType).Kind, toInt(operandElem(in), x[0]), signed, num.NearestEven)
			return floatBits(r), true
		})
	}
	t[arith.SIToFP] = fromInt(true)
	t[arith.UIToFP] = fromInt(false)
	toInteger := func(signed bool) Func {
		return elementwise(func(in *Instr, x []uint64) (uint64, bool) {
			v, _, ok := toFloat(operandElem(in), x[0]).ToInt(width(resultElem(in)), signed, num.TowardZero)
			return v.Uint64(), ok
		})
	}
	t[arith.FPToSI] = toInteger(true)
	t[arith.FPToUI] = toInteger(false)
	t[arith.Bitcast] = elementwise(func(in *Instr, x []uint64) (uint64, bool) { return x[0], true })
}
