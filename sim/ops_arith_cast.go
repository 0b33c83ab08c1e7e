package sim

import (
	"optc/diag"
	"optc/dialect/arith"
	"optc/ir"
	"optc/num"
)

// castOps are the conversions of arith.
func castOps(t Table) {
	t[arith.ExtSI.Kind] = resize(num.Int.SignExtend)
	t[arith.ExtUI.Kind] = resize(num.Int.ZeroExtend)
	t[arith.TruncI.Kind] = elementwise(truncate)
	t[arith.IndexCast.Kind] = scalarsOnly(resize(num.Int.SignExtend))
	t[arith.IndexCastUI.Kind] = scalarsOnly(resize(num.Int.ZeroExtend))
	t[arith.ExtF.Kind] = elementwise(convertFloat)
	t[arith.TruncF.Kind] = elementwise(convertFloat)
	t[arith.ScalingExtF.Kind] = elementwise(scaleUp)
	t[arith.ScalingTruncF.Kind] = elementwise(scaleDown)
	t[arith.SIToFP.Kind] = intToFloat(true)
	t[arith.UIToFP.Kind] = intToFloat(false)
	t[arith.FPToSI.Kind] = floatToInt(true)
	t[arith.FPToUI.Kind] = floatToInt(false)
	t[arith.Bitcast.Kind] = scalarsOnly(elementwise(func(*ir.Operation, []number, []number) compute {
		return func(x, r []uint64) error {
			r[0] = x[0]
			return nil
		}
	}))
}

// scalarsOnly refuses the casts of memrefs, whose elements would change type in
// place.
func scalarsOnly(f Func) Func {
	return func(fr *Frame, in *Instr) error {
		if t, ok := arith.Bitcast.In(in.Op).Type().(*ir.MemRefType); ok {
			return diag.Errorf("unsupported", "cannot execute a cast of the elements of %s", t)
		}
		return f(fr, in)
	}
}

// resize extends or truncates an integer to the width of the result.
func resize(f func(v num.Int, width int) num.Int) Func {
	return elementwise(func(_ *ir.Operation, in, out []number) compute {
		from, to := in[0], out[0]
		return func(x, r []uint64) error {
			r[0] = f(from.int(x[0]), to.width).Uint64()
			return nil
		}
	})
}

// truncate drops bits; with flags, extending must restore the operand.
func truncate(op *ir.Operation, in, out []number) compute {
	from, to, flags := in[0], out[0], arith.OverflowFlags(op)
	return func(x, r []uint64) error {
		a := from.int(x[0])
		v := a.Truncate(to.width)
		r[0] = v.Uint64()
		if flags&arith.NSW != 0 && !v.SignExtend(from.width).Equal(a) || flags&arith.NUW != 0 && !v.ZeroExtend(from.width).Equal(a) {
			return isPoison
		}
		return nil
	}
}

func convertFloat(op *ir.Operation, in, out []number) compute {
	from, to, mode, flags := in[0], out[0], arith.Rounding(op), arith.FastMathFlags(op)
	return func(x, r []uint64) error {
		a := from.float(x[0])
		v, _ := a.Convert(to.kind, mode)
		r[0] = floatBits(v)
		if breaks(flags, a) || breaks(flags, v) {
			return isPoison
		}
		return nil
	}
}

// scale returns the scale as a number of another format, after rounding it to the
// format of scales (OCP Microscaling Formats specification, E8M0).
func scale(s num.Float, k *num.FloatKind) num.Float {
	power, _ := s.Convert(num.F8E8M0FNU, num.NearestEven)
	v, _ := power.Convert(k, num.NearestEven)
	return v
}

func scaleUp(_ *ir.Operation, in, out []number) compute {
	from, by, to := in[0], in[1], out[0]
	return func(x, r []uint64) error {
		wide, _ := from.float(x[0]).Convert(to.kind, num.NearestEven)
		r[0] = floatBits(wide.Mul(scale(by.float(x[1]), to.kind), num.NearestEven))
		return nil
	}
}

func scaleDown(op *ir.Operation, in, out []number) compute {
	from, by, to, mode := in[0], in[1], out[0], arith.Rounding(op)
	return func(x, r []uint64) error {
		scaled := from.float(x[0]).Div(scale(by.float(x[1]), from.kind), num.NearestEven)
		v, _ := scaled.Convert(to.kind, mode)
		r[0] = floatBits(v)
		return nil
	}
}

func intToFloat(signed bool) Func {
	return elementwise(func(_ *ir.Operation, in, out []number) compute {
		from, to := in[0], out[0]
		return func(x, r []uint64) error {
			v, _ := num.FloatFromInt(to.kind, from.int(x[0]), signed, num.NearestEven)
			r[0] = floatBits(v)
			return nil
		}
	})
}

// floatToInt rounds towards zero; what does not fit is poison.
func floatToInt(signed bool) Func {
	return elementwise(func(_ *ir.Operation, in, out []number) compute {
		from, to := in[0], out[0]
		return func(x, r []uint64) error {
			v, _, ok := from.float(x[0]).ToInt(to.width, signed, num.TowardZero)
			r[0] = v.Uint64()
			if !ok {
				return isPoison
			}
			return nil
		}
	})
}
