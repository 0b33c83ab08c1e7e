package arith

import (
	"math"

	"optc/ir"
	"optc/num"
	"optc/sim"
)

// fused computes a product and a sum with one rounding.
type fused func(a, b, c uint64) (r uint64, ok bool)

// fusedOf returns the quick form for a type of floats, or nil.
func fusedOf(t ir.Type) fused {
	if f, ok := t.(*ir.FloatType); ok {
		return map[*num.FloatKind]fused{num.F32: fmaSingle, num.F64: fmaDouble}[f.Kind]
	}
	return nil
}

func fmaDouble(a, b, c uint64) (uint64, bool) {
	return sim.FromDouble(math.FMA(sim.AsDouble(a), sim.AsDouble(b), sim.AsDouble(c)))
}

// fmaSingle computes the exact product in double precision and rounds the sum to odd;
// rounding that sum to single precision has the effect of a single rounding (Boldo and
// Melquiond, "Emulation of FMA and correctly rounded sums", 2008). The error of the sum
// is computed by Knuth's two-sum.
func fmaSingle(a, b, c uint64) (uint64, bool) {
	p, z := float64(sim.AsSingle(a))*float64(sim.AsSingle(b)), float64(sim.AsSingle(c))
	s := p + z
	t := s - p
	e := (p - (s - t)) + (z - t)
	if bits := math.Float64bits(s); (e < 0 || e > 0) && bits&1 == 0 {
		if math.Signbit(e) == math.Signbit(s) {
			bits++
		} else {
			bits--
		}
		s = math.Float64frombits(bits)
	}
	return sim.FromSingle(float32(s))
}

// QuickFMA is the quick form of a product and a sum with one rounding.
func QuickFMA(slow sim.Func) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		fn, t := slow, in.Op.Result(0).Type()
		if compute := fusedOf(ir.ElementOrSelf(t)); compute != nil && FastMathFlags(in.Op)&strict == 0 {
			fn = compute.scalar(slow)
			if _, shaped := t.(ir.ShapedType); shaped {
				fn = compute.vector(slow)
			}
		}
		return in.Become(fn)(f, in)
	}
}

// scalar returns the quick form for scalars. Neither scalar nor vector is inlined: in a
// function that was copied by inlining, the compiler does not inline calls of package
// sim.
//
//go:noinline
func (compute fused) scalar(slow sim.Func) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		a, b, c := f.At(in.OperandSlot(0)), f.At(in.OperandSlot(1)), f.At(in.OperandSlot(2))
		if a.Ref == nil && b.Ref == nil && c.Ref == nil {
			if v, ok := compute(a.Bits, b.Bits, c.Bits); ok {
				f.At(in.ResultSlot(0)).SetBits(v)
				return nil
			}
		}
		return slow(f, in)
	}
}

// vector returns the quick form for vectors.
//
//go:noinline
func (compute fused) vector(slow sim.Func) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		a, b, c := f.At(in.OperandSlot(0)).Vector(), f.At(in.OperandSlot(1)).Vector(), f.At(in.OperandSlot(2)).Vector()
		if a == nil || !sim.Plain(len(a.Elems), a, b, c) {
			return slow(f, in)
		}
		out := f.NewVector(in, a.Shape, a.Elem)
		for i, x := range a.Elems {
			v, ok := compute(x, b.Elems[i], c.Elems[i])
			if !ok {
				return slow(f, in)
			}
			out.Elems[i] = v
			if err := f.Worked(1); err != nil {
				return err
			}
		}
		f.Set(in, 0, sim.Value{Ref: out})
		return nil
	}
}

// FusedMultiplyAdd is a product and a sum with one rounding.
var FusedMultiplyAdd = FloatFunction(func(*ir.Operation) func([]num.Float) num.Float {
	return func(x []num.Float) num.Float { return x[0].FMA(x[1], x[2], num.NearestEven) }
})
