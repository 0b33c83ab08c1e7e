package ireecheck

import (
	"math"
	"slices"

	"optc/diag"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

func meaning() ir.Meaning {
	t := sim.Table{
		ExpectTrueOp{}.Kind():    expectTruth(true),
		ExpectFalseOp{}.Kind():   expectTruth(false),
		ExpectAllTrueOp{}.Kind(): expectAllTrue,
	}
	for _, k := range []ir.OpKind{ExpectEqOp{}, ExpectEqConstOp{}} {
		t[k.Kind()] = func(f *sim.Frame, in *sim.Instr) error { return compare(f, in, sameNumber) }
	}
	for _, k := range []ir.OpKind{ExpectAlmostEqOp{}, ExpectAlmostEqConstOp{}} {
		t[k.Kind()] = func(f *sim.Frame, in *sim.Instr) error {
			atol, rtol := ir.ReadFloat(in.Op.Attr("atol")), ir.ReadFloat(in.Op.Attr("rtol"))
			return compare(f, in, func(t ir.Type, a, b uint64) bool { return almost(t, a, b, atol, rtol) })
		}
	}
	return t
}

func expectTruth(want bool) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		v := f.Args(in)[0]
		if v.IsPoison() {
			return sim.ErrPoison
		}
		if (v.Bits != 0) != want {
			return diag.Errorf("expectation", "the number is %s, but %t is expected", sim.Format(in.Op.Operand(0).Type(), v), want)
		}
		return nil
	}
}

func expectAllTrue(f *sim.Frame, in *sim.Instr) error {
	x, err := f.Tensor(in, in.Op.Operand(0))
	if err != nil {
		return err
	}
	for i := range x.Len() {
		if x.IsUndef(i) || x.Bits(i) == 0 {
			return diag.Errorf("expectation", "element [%s] is 0", num.JoinInts(x.Index(int64(i))))
		}
	}
	return nil
}

// sameNumber reports whether two numbers are equal: zeros of both signs are, a NaN equals none.
func sameNumber(t ir.Type, a, b uint64) bool {
	if _, ok := t.(*ir.FloatType); ok {
		return sim.ToFloat(t, a).Float64() == sim.ToFloat(t, b).Float64()
	}
	return a == b
}

// almost is NumPy's isclose.
func almost(t ir.Type, a, b uint64, atol, rtol float64) bool {
	x, y := sim.ToFloat(t, a).Float64(), sim.ToFloat(t, b).Float64()
	return x == y || !math.IsInf(y, 0) && math.Abs(x-y) <= atol+rtol*math.Abs(y)
}

// compare compares a tensor with a tensor or a constant. The error code is expectation.
func compare(f *sim.Frame, in *sim.Instr, equal func(t ir.Type, a, b uint64) bool) error {
	got, err := f.Tensor(in, in.Op.Operand(0))
	if err != nil {
		return err
	}
	var want *sim.Vector
	if value := in.Op.Attr("value"); value != nil {
		v, err := sim.ValueOf(value)
		if err != nil {
			return err
		}
		want = v.Vector()
	} else if want, err = f.Tensor(in, in.Op.Operand(1)); err != nil {
		return err
	}
	if !slices.Equal(got.Shape, want.Shape) {
		return diag.Errorf("expectation", "the tensor has the extents [%s], but [%s] are expected", num.JoinInts(got.Shape), num.JoinInts(want.Shape))
	}
	wrong, first := 0, -1
	for i := range got.Len() {
		if got.IsUndef(i) || want.IsUndef(i) || !equal(got.Elem, got.Bits(i), want.Bits(i)) {
			if wrong++; first < 0 {
				first = i
			}
		}
	}
	if wrong == 0 {
		return nil
	}
	text := func(x *sim.Vector) string { return sim.Format(x.Elem, x.At(first)) }
	return diag.Errorf("expectation", "element [%s] is %s, but %s is expected", num.JoinInts(got.Index(int64(first))), text(got), text(want)).
		Note("%d of %d elements differ", wrong, got.Len())
}
