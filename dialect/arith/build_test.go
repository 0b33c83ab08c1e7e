package arith_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/dialect/arith"
	"optc/dialect/ub"
	"optc/ir"
)

// An operation makes no promise unless the builder is told to.
func TestPromises(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(arith.Dialect)
	b := ir.NewBuilder(c).AtEnd(ir.NewBlock(nil, nil))
	x := arith.NewConstant(b, c.Int(c.I32(), 20)).Result()
	for _, k := range []struct {
		op   *ir.Value
		want bool
	}{
		{arith.NewShRUI(b, x, x).Result(), false},
		{arith.NewShRUI(b, x, x, false).Result(), false},
		{arith.NewShRSI(b, x, x, true).Result(), true},
		{arith.NewDivUI(b, x, x, true).Result(), true},
		{arith.NewAddI(b, x, x).Result(), false},
	} {
		if got := arith.IsExact(k.op.DefiningOp()); got != k.want {
			t.Errorf("%s: exact is %t", k.op.DefiningOp(), got)
		}
	}
	if f := arith.FastMathFlags(x.DefiningOp()); f != 0 {
		t.Errorf("a constant has fast-math flags %d", f)
	}
	if f := arith.OverflowFlags(arith.NewAddI(b, x, x).Result().DefiningOp()); f != 0 {
		t.Errorf("a sum has overflow flags %d", f)
	}
}

func TestMaterialize(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(arith.Dialect, ub.Dialect)
	b := ir.NewBuilder(c).AtEnd(ir.NewBlock(nil, nil))
	v := ir.Vector([]int64{2}, c.I32())
	signed := c.IntegerOf(32, ir.Signed)
	for _, k := range []struct {
		value ir.Attribute
		t     ir.Type
		want  string
	}{
		{c.Int(c.I32(), 7), c.I32(), "arith.constant"},
		{c.Int(c.I32(), 7), c.I64(), ""},
		{c.FloatAttrOf(c.F32(), 1), c.F32(), "arith.constant"},
		{c.FloatAttrOf(c.F32(), 1), c.I32(), ""},
		{c.Dense(v, []byte{1, 0, 0, 0}), v, "arith.constant"},
		{c.Dense(v, []byte{1, 0, 0, 0}), c.I32(), ""},
		{c.Int(signed, 7), signed, ""},
		{c.Str("seven"), c.I32(), ""},
		{c.Unit(), c.I32(), ""},
		{ub.PoisonOf(c), c.I32(), "ub.poison"},
	} {
		got := ""
		if op := arith.Materialize(b, k.value, k.t, b.Loc); op != nil {
			got = op.Name()
			if op.Result(0).Type() != k.t {
				t.Errorf("%s as %s has type %s", k.value, k.t, op.Result(0).Type())
			}
		}
		if got != k.want {
			t.Errorf("%s as %s is made by %q, want %q", k.value, k.t, got, k.want)
		}
	}
}

// Every operation can be built; the builder returns each result of an operation that has
// several.
func TestBuild(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(arith.Dialect)
	b := ir.NewBuilder(c)
	module := b.Op(ir.ModuleOp{}, nil, nil)
	b.NewBlock(module.Region(0), nil, ir.Location{})
	x := arith.ConstantInt(b, c.I32(), 1<<32+20)
	f := arith.NewConstant(b, c.FloatAttrOf(c.F32(), 2)).Result()
	sum := arith.NewAddUIExtended(b, x, x)
	product := arith.NewMulUIExtended(b, x, sum.Sum())
	arith.NewSelect(b, sum.Overflow(), product.Low(), product.High())
	less := arith.NewCmpF(b, arith.OLT, arith.NewNegF(b, f).Result(), f, arith.NoNaNs).Result()
	scaled := arith.NewScalingExtF(b, c.F64(), f, f).Out()
	arith.NewSelect(b, less, scaled, scaled)
	want := `module {
  %c20_i32 = arith.constant 20 : i32
  %cst = arith.constant 2.000000e+00 : f32
  %sum, %overflow = arith.addui_extended %c20_i32, %c20_i32 : i32, i1
  %low, %high = arith.mului_extended %c20_i32, %sum : i32
  %0 = arith.select %overflow, %low, %high : i32
  %1 = arith.negf %cst : f32
  %2 = arith.cmpf olt, %1, %cst fastmath<nnan> : f32
  %3 = arith.scaling_extf %cst, %cst : f32, f32 to f64
  %4 = arith.select %2, %3, %3 : f64
}
`
	if diff := cmp.Diff(want, module.String()); diff != "" {
		t.Error(diff)
	}
}
