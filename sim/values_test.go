package sim_test

import (
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// Types up to 64 bits and 2^26 elements have values.
func TestSupported(t *testing.T) {
	t.Parallel()
	c := all.Context()
	i8, i64, i65 := c.Integer(8), c.Integer(64), c.Integer(65)
	tensor := func(elem ir.Type, dims ...int64) ir.Type { return &ir.TensorType{Dims: dims, Elem: elem} }
	for _, test := range []struct {
		t  ir.Type
		ok bool
	}{
		{i64, true}, {i65, true}, {c.Float(num.F80), false}, {c.Index(), true}, {ir.Vector([]int64{1 << 26}, i8), true}, {ir.Vector([]int64{1<<26 + 1}, i8), false},
		{ir.Vector([]int64{2}, i65), true}, {ir.Vector([]int64{2}, c.Float(num.F80)), false}, {tensor(i8, 1<<26), true}, {tensor(i8, 1<<26+1), false}, {tensor(i8, ir.Dynamic), true},
		{tensor(ir.Vector([]int64{2}, i8), 2), false},
	} {
		if err := sim.Supported(test.t); (err == nil) != test.ok {
			t.Errorf("%s: %v", test.t, err)
		}
	}
}

// An argument must have the type of the parameter; a vector must be poison or have the
// parameter's shape.
func TestArgumentTypes(t *testing.T) {
	t.Parallel()
	c, m := parse(t, "func.func @m(%m: memref<4xf32>) { return }\nfunc.func @v(%m: vector<2xi8>) { return }\nfunc.func @t(%m: tensor<2x?xi8>) { return }\nfunc.func @u(%m: tensor<*xi8>) { return }\nfunc.func @i(%m: i8) { return }\nfunc.func @f(%m: f32) { return }\nfunc.func @x(%m: index) { return }")
	memref := func(elem ir.Type, shape ...int64) sim.Value {
		r, err := sim.Alloc("m", shape, elem)
		if err != nil {
			t.Fatal(err)
		}
		return sim.Value{Ref: r}
	}
	vector := func(shape ...int64) sim.Value { return sim.Value{Ref: sim.NewVector(shape, c.Integer(8))} }
	for _, test := range []struct {
		name string
		v    sim.Value
		ok   bool
	}{
		{"m", memref(c.F32(), 4), true}, {"m", memref(c.F32(), 2, 2), false}, {"m", memref(c.I32(), 4), false}, {"m", sim.Int(0), false}, {"m", vector(4), false}, {"m", sim.Poison, false},
		{"v", vector(2), true}, {"v", vector(3), false}, {"v", vector(2, 1), false}, {"v", sim.Int(0), false}, {"v", sim.Poison, true},
		{"t", vector(2, 5), true}, {"t", vector(3, 5), false}, {"t", vector(2), false}, {"t", sim.Int(0), false}, {"t", sim.Poison, true},
		{"u", vector(2, 5), true},
		{"i", sim.Int(1), true}, {"i", sim.Poison, true}, {"i", vector(2), false}, {"f", sim.Int(1), true}, {"f", vector(2), false}, {"x", sim.Int(1), true}, {"x", memref(c.F32(), 4), false},
	} {
		if _, err := sim.New(m, nil).Call(t.Context(), test.name, test.v); (err == nil) != test.ok {
			t.Errorf("@%s of %v: %v", test.name, test.v, err)
		}
	}
}

// Scalars are written as MLIR writes constants; long arrays may end early.
func TestFormats(t *testing.T) {
	t.Parallel()
	c := all.Context()
	for _, test := range []struct {
		t    ir.Type
		bits uint64
		want string
	}{
		{c.Integer(1), 1, "true"}, {c.Integer(1), 0, "false"}, {c.Integer(2), 3, "-1"}, {c.I32(), 1 << 31, "-2147483648"}, {c.Index(), 1<<64 - 1, "-1"},
		{c.F32(), 0x3fc00000, "1.500000e+00"}, {c.Integer(64), 1 << 63, "-9223372036854775808"},
	} {
		if got := sim.FormatScalar(test.t, test.bits); got != test.want {
			t.Errorf("%#x of %s: %s, want %s", test.bits, test.t, got, test.want)
		}
	}
	data, written := []byte{1, 0, 2, 0, 0xff, 0xff, 4, 0}, []bool{true, true, true, false}
	for most, want := range map[int]string{0: "[", 1: "[", 2: "[[", 3: "[[1", 7: "[[1, 2]", 8: "[[1, 2], []", 11: "[[1, 2], [-1]", 12: "[[1, 2], [-1]", 13: "[[1, 2], [-1, undef]]"} {
		if got := sim.FormatStart([]int64{2, 2}, c.Integer(16), data, written, most); got != want {
			t.Errorf("the first %d bytes: %s, want %s", most, got, want)
		}
	}
	if got := sim.FormatArray([]int64{2, 2}, c.Integer(16), data, written); got != "[[1, 2], [-1, undef]]" {
		t.Errorf("the whole: %s", got)
	}
	if got := sim.FormatArray(nil, c.Integer(16), data, written); got != "1" {
		t.Errorf("a scalar: %s", got)
	}
}

// Calls and memory from memref.alloca take whole words on the stack.
func TestStack(t *testing.T) {
	t.Parallel()
	_, m := parse(t, `func.func @f() {
  %a = memref.alloca() : memref<5xi8>
  func.call @g() : () -> ()
  func.call @g() : () -> ()
  %b = memref.alloca() : memref<4xi8>
  memref.alloca_scope {
    %c = memref.alloca() : memref<16xi8>
  }
  %d = memref.alloca() : memref<16xi8>
  return
}
func.func private @g() {
  %a = memref.alloca() : memref<1xi8>
  return
}`)
	const most = 8 + 8 + 4 + 16
	for size, ok := range map[int64]bool{most: true, most - 1: false} {
		machine := sim.New(m, nil)
		machine.Stack = &sim.Stack{Size: size}
		_, err := machine.Call(t.Context(), "f")
		if (err == nil) != ok || machine.Stack.High != most {
			t.Errorf("a stack of %d bytes: %d in use, %v", size, machine.Stack.High, err)
		}
		if _, again := machine.Call(t.Context(), "f"); ok && (again != nil || machine.Stack.High != most) {
			t.Errorf("the second time: %d in use, %v", machine.Stack.High, again)
		}
	}
}
