package arith

import (
	"optc/dialect/arith/internal/quick"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// fused computes products and sums with one rounding. The results are not ok if they are NaN.
type fused struct {
	one   func(a, b, c uint64) (r uint64, ok bool)
	short func(r, a, b, c []uint32) (ok bool) // form for vectors; nil for a type of 64 bits
	long  func(r, a, b, c []uint64) (ok bool) // form for vectors; nil for a type of 32 bits
}

// fusedOf returns the quick form for a type of floats, or nil.
func fusedOf(t ir.Type) *fused {
	if f, ok := t.(*ir.FloatType); ok {
		return map[*num.FloatKind]*fused{num.F32: {one: quick.FmaSingle, short: quick.FmaSingles}, num.F64: {one: quick.FmaDouble, long: quick.FmaDoubles}}[f.Kind]
	}
	return nil
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
func (compute *fused) scalar(slow sim.Func) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		a, b, c := f.At(in.OperandSlot(0)), f.At(in.OperandSlot(1)), f.At(in.OperandSlot(2))
		if a.Ref == nil && b.Ref == nil && c.Ref == nil {
			if v, ok := compute.one(a.Bits, b.Bits, c.Bits); ok {
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
func (compute *fused) vector(slow sim.Func) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		a, b, c := f.At(in.OperandSlot(0)).Vector(), f.At(in.OperandSlot(1)).Vector(), f.At(in.OperandSlot(2)).Vector()
		if a == nil {
			return slow(f, in)
		}
		out := f.NewVector(in, a.Shape, a.Elem)
		n := out.Len()
		short := compute.short != nil
		if short && !sim.AllShort(n, out, a, b, c) || !short && !sim.AllLong(n, out, a, b, c) {
			return slow(f, in)
		}
		for first := 0; first < n; {
			to, ok := min(n, first+sim.PollSteps), false
			if short {
				ok = compute.short(out.Short[first:to], a.Short[first:to], b.Short[first:to], c.Short[first:to])
			} else {
				ok = compute.long(out.Long[first:to], a.Long[first:to], b.Long[first:to], c.Long[first:to])
			}
			if !ok {
				return slow(f, in)
			}
			if err := f.Worked(int64(to - first)); err != nil {
				return err
			}
			first = to
		}
		f.At(in.ResultSlot(0)).SetVector(out)
		return nil
	}
}

// FusedMultiplyAdd is a product and a sum with one rounding.
var FusedMultiplyAdd = FloatFunction(func(*ir.Operation) func([]num.Float) num.Float {
	return func(x []num.Float) num.Float { return x[0].FMA(x[1], x[2], num.NearestEven) }
})
