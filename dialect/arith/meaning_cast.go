package arith

import (
	"optc/diag"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// castMeanings are the conversions.
func castMeanings() sim.Table {
	return sim.Table{
		ExtSIOp{}.Kind():         resize(num.Int.SignExtend),
		ExtUIOp{}.Kind():         resize(num.Int.ZeroExtend),
		TruncIOp{}.Kind():        sim.Elementwise(truncate),
		IndexCastOp{}.Kind():     scalarsOnly(resize(num.Int.SignExtend)),
		IndexCastUIOp{}.Kind():   scalarsOnly(resize(num.Int.ZeroExtend)),
		ExtFOp{}.Kind():          sim.Elementwise(convertFloat),
		TruncFOp{}.Kind():        sim.Elementwise(convertFloat),
		ScalingExtFOp{}.Kind():   sim.Elementwise(scaleUp),
		ScalingTruncFOp{}.Kind(): sim.Elementwise(scaleDown),
		SIToFPOp{}.Kind():        intToFloat(true),
		UIToFPOp{}.Kind():        intToFloat(false),
		FPToSIOp{}.Kind():        floatToInt(true),
		FPToUIOp{}.Kind():        floatToInt(false),
		BitcastOp{}.Kind(): scalarsOnly(sim.Elementwise(func(*ir.Operation, []sim.Number, []sim.Number) sim.Compute {
			return func(x, r []uint64) error {
				r[0] = x[0]
				return nil
			}
		})),
	}
}

// scalarsOnly refuses the casts of memrefs, whose elements would change type in
// place.
func scalarsOnly(f sim.Func) sim.Func {
	return func(fr *sim.Frame, in *sim.Instr) error {
		if t, ok := input(in.Op).Type().(*ir.MemRefType); ok {
			return diag.Errorf("unsupported", "cannot execute a cast of the elements of %s", t)
		}
		return f(fr, in)
	}
}

// resize extends or truncates an integer to the width of the result.
func resize(f func(v num.Int, width int) num.Int) sim.Func {
	return sim.Elementwise(func(_ *ir.Operation, in, out []sim.Number) sim.Compute {
		from, to := in[0], out[0]
		return func(x, r []uint64) error {
			r[0] = to.Bits(f(from.Int(x[0]), to.Width))
			return nil
		}
	})
}

// truncate drops bits; with flags, extending must restore the operand.
func truncate(op *ir.Operation, in, out []sim.Number) sim.Compute {
	from, to, flags := in[0], out[0], OverflowFlags(op)
	return func(x, r []uint64) error {
		a := from.Int(x[0])
		v := a.Truncate(to.Width)
		r[0] = to.Bits(v)
		if flags&NSW != 0 && !v.SignExtend(from.Width).Equal(a) || flags&NUW != 0 && !v.ZeroExtend(from.Width).Equal(a) {
			return sim.ErrPoisonResult
		}
		return nil
	}
}

func convertFloat(op *ir.Operation, in, out []sim.Number) sim.Compute {
	from, to, mode, flags := in[0], out[0], Rounding(op), FastMathFlags(op)
	return func(x, r []uint64) error {
		a := from.Float(x[0])
		v, _ := a.Convert(to.Kind, mode)
		r[0] = sim.FloatBits(v)
		if breaks(flags, a) || breaks(flags, v) {
			return sim.ErrPoisonResult
		}
		return nil
	}
}

// scale returns the scale in another format, after rounding it to the format of scales
// (OCP Microscaling Formats specification, E8M0).
func scale(s num.Float, k *num.FloatKind) num.Float {
	power, _ := s.Convert(num.F8E8M0FNU, num.NearestEven)
	v, _ := power.Convert(k, num.NearestEven)
	return v
}

func scaleUp(_ *ir.Operation, in, out []sim.Number) sim.Compute {
	from, by, to := in[0], in[1], out[0]
	return func(x, r []uint64) error {
		wide, _ := from.Float(x[0]).Convert(to.Kind, num.NearestEven)
		r[0] = sim.FloatBits(wide.Mul(scale(by.Float(x[1]), to.Kind), num.NearestEven))
		return nil
	}
}

func scaleDown(op *ir.Operation, in, out []sim.Number) sim.Compute {
	from, by, to, mode := in[0], in[1], out[0], Rounding(op)
	return func(x, r []uint64) error {
		scaled := from.Float(x[0]).Div(scale(by.Float(x[1]), from.Kind), num.NearestEven)
		v, _ := scaled.Convert(to.Kind, mode)
		r[0] = sim.FloatBits(v)
		return nil
	}
}

func intToFloat(signed bool) sim.Func {
	return sim.Elementwise(func(_ *ir.Operation, in, out []sim.Number) sim.Compute {
		from, to := in[0], out[0]
		return func(x, r []uint64) error {
			v, _ := num.FloatFromInt(to.Kind, from.Int(x[0]), signed, num.NearestEven)
			r[0] = sim.FloatBits(v)
			return nil
		}
	})
}

// floatToInt rounds towards zero; a number that does not fit is poison.
func floatToInt(signed bool) sim.Func {
	return sim.Elementwise(func(_ *ir.Operation, in, out []sim.Number) sim.Compute {
		from, to := in[0], out[0]
		return func(x, r []uint64) error {
			v, _, ok := from.Float(x[0]).ToInt(to.Width, signed, num.TowardZero)
			r[0] = to.Bits(v)
			if !ok {
				return sim.ErrPoisonResult
			}
			return nil
		}
	})
}
