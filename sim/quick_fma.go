package sim

import (
	"math"

	"optc/dialect/arith"
	mathd "optc/dialect/math"
	"optc/dialect/vector"
	"optc/ir"
	"optc/num"
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
	return double(math.FMA(asDouble(a), asDouble(b), asDouble(c)))
}

// fmaSingle has the exact product in double precision, and the sum rounded to odd: rounding
// that to single precision is rounding once (Boldo and Melquiond, "Emulation of FMA and
// correctly rounded sums", 2008). The error of the sum is that of Knuth's two-sum.
func fmaSingle(a, b, c uint64) (uint64, bool) {
	p, z := float64(asSingle(a))*float64(asSingle(b)), float64(asSingle(c))
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
	return single(float32(s))
}

// fusedOps gives fused multiplications and additions their quick form.
func fusedOps(t Table) {
	for _, kind := range []ir.Kind{mathd.FMA.Kind, vector.FMA.Kind} {
		t[kind] = quickFMA(t[kind])
	}
}

func quickFMA(slow Func) Func {
	return func(f *Frame, in *Instr) error {
		fn, t := slow, in.Op.Result(0).Type()
		if compute := fusedOf(ir.ElementOrSelf(t)); compute != nil && arith.FastMathFlags(in.Op)&strict == 0 {
			fn = compute.scalar(slow)
			if _, shaped := t.(ir.ShapedType); shaped {
				fn = compute.vector(slow)
			}
		}
		return in.become(fn)(f, in)
	}
}

func (compute fused) scalar(slow Func) Func {
	return func(f *Frame, in *Instr) error {
		a, b, c := &f.slots[in.args[0]], &f.slots[in.args[1]], &f.slots[in.args[2]]
		if a.Ref == nil && b.Ref == nil && c.Ref == nil {
			if v, ok := compute(a.Bits, b.Bits, c.Bits); ok {
				f.slots[in.res].setBits(v)
				return nil
			}
		}
		return slow(f, in)
	}
}

func (compute fused) vector(slow Func) Func {
	return func(f *Frame, in *Instr) error {
		a, b, c := f.arg(in, 0).Vector(), f.arg(in, 1).Vector(), f.arg(in, 2).Vector()
		if a == nil || !plain(len(a.Elems), a, b, c) {
			return slow(f, in)
		}
		out := f.newVector(in, a.Shape, a.Elem)
		for i, x := range a.Elems {
			v, ok := compute(x, b.Elems[i], c.Elems[i])
			if !ok {
				return slow(f, in)
			}
			out.Elems[i] = v
			if err := f.worked(1); err != nil {
				return err
			}
		}
		f.Set(in, 0, Value{Ref: out})
		return nil
	}
}
