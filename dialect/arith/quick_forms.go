package arith

import (
	"math"

	"optc/dialect/arith/internal/quick"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

func combineSingles(acc uint64, elems []uint32, f func(a, b float32) float32) (r uint64, done int) {
	a := sim.AsSingle(acc)
	for _, x := range sim.Singles(elems) {
		v := f(a, x)
		if v != v {
			break
		}
		a = v
		done++
	}
	return uint64(math.Float32bits(a)), done
}

func combineDoubles(acc uint64, elems []uint64, f func(a, b float64) float64) (r uint64, done int) {
	a := sim.AsDouble(acc)
	for _, x := range elems {
		v := f(a, sim.AsDouble(x))
		if v != v {
			break
		}
		a = v
		done++
	}
	return math.Float64bits(a), done
}

// quickInt prepares an operation on integers of at most 64 bits. checked holds the forms, by
// overflow flag, that are not ok if the result wraps around in a way that the flag excludes.
func quickInt(plain sim.Quick, checked map[Overflow]sim.Quick) func(op *ir.Operation) *sim.Quick {
	return func(op *ir.Operation) *sim.Quick {
		switch flags := OverflowFlags(op); {
		case IsExact(op):
			return nil
		case flags != 0:
			return sim.Prepared(op, checked[flags])
		}
		return sim.Prepared(op, plain)
	}
}

// strict is the set of licences under which operations on floats are not computed as
// written.
const strict = NoNaNs | NoInfs | NoSignedZeros

// FloatForms holds the quick forms of an operation: on halves, on numbers of bf16, and on the
// floats of the processor.
type FloatForms struct{ Half, Brain, Single, Double sim.Quick }

// of returns the form for floats of kind k, if there is one.
func (f *FloatForms) of(k *num.FloatKind) (q sim.Quick) {
	switch k {
	case num.F16:
		q = f.Half
	case num.BF16:
		q = f.Brain
	case num.F32:
		q = f.Single
	case num.F64:
		q = f.Double
	}
	return q
}

// QuickFloat prepares an operation on floats that the processor has.
func QuickFloat(forms FloatForms) func(op *ir.Operation) *sim.Quick {
	return func(op *ir.Operation) *sim.Quick {
		t, _ := sim.ElementOf(op).(*ir.FloatType)
		if t == nil || FastMathFlags(op)&strict != 0 {
			return nil
		}
		return sim.Prepared(op, forms.of(t.Kind))
	}
}

// formats is the pair of formats of a conversion.
type formats struct{ from, to *num.FloatKind }

// quickConversion prepares a conversion between two kinds of floats; a nil kind stands
// for integers.
func quickConversion(forms map[formats]sim.Quick) func(op *ir.Operation) *sim.Quick {
	kind := func(t ir.Type) *num.FloatKind {
		f, _ := t.(*ir.FloatType)
		if f == nil {
			return nil
		}
		return f.Kind
	}
	return func(op *ir.Operation) *sim.Quick {
		if FastMathFlags(op)&strict != 0 || Rounding(op) != num.NearestEven || OverflowFlags(op) != 0 {
			return nil
		}
		return sim.Prepared(op, forms[formats{kind(sim.ElementOf(op)), kind(ir.ElementOrSelf(op.Result(0).Type()))}])
	}
}

// quickCompare prepares a comparison of integers of at most 64 bits; it is nil for wider ones.
func quickCompare(op *ir.Operation) *sim.Quick {
	q := sim.Prepared(op, sim.Quick{One: quick.CompareBits, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.CompareBits)) }, Loops: sim.Loops{
		Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.CompareBits) },
		Narrow: func(r []uint32, a, b []uint64, n *sim.NumberFormat) bool {
			return sim.Each(r, a, b, n, quick.CompareBits)
		},
	}})
	if q == nil {
		return nil
	}
	p := ir.Cast[CmpIOp](op).Predicate()
	q.Format.Relation = uint(cmpIOutcomes[p])
	switch {
	case p >= ULT || p < SLT:
		q.Loops = sim.Loops{Short: quick.CompareIntegers[uint32], Narrow: quick.CompareIntegers[uint64]}
	case q.Format.Up == 32 || q.Format.Up == 0:
		q.Loops = sim.Loops{Short: quick.CompareSigned32, Narrow: quick.CompareSigned64}
	}
	if p < ULT {
		q.Format.Flip = 1 << 63
	}
	return q
}

// quickCompareFloat prepares a comparison of floats. Comparisons with a NaN are left to
// package num.
func quickCompareFloat(op *ir.Operation) *sim.Quick {
	q := QuickFloat(FloatForms{
		Half:   sim.Quick{One: quick.CompareHalf},
		Brain:  sim.Quick{One: quick.CompareBrain},
		Single: sim.Quick{One: quick.CompareSingle, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.CompareSingle)) }, Loops: sim.Loops{Short: quick.CompareSingles}},
		Double: sim.Quick{One: quick.CompareDouble, Loops: sim.Loops{Narrow: quick.CompareDoubles}},
	})(op)
	if q == nil {
		return nil
	}
	q.Format.Relation = uint(cmpFOutcomes[ir.Cast[CmpFOp](op).Predicate()])
	return q
}
