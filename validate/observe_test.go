package validate_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
	"optc/sim"
	"optc/validate"
)

func functions(t testing.TB, text string) []validate.Function {
	t.Helper()
	var ds ir.Diagnostics
	m, err := parser.Parse(context.Background(), all.Context(), &ir.Source{Name: "in.mlir", Text: text}, &ds)
	if err != nil || ir.Verify(m, &ds) != nil {
		t.Fatal(ds.String())
	}
	return validate.Functions(m)
}

// Two functions are distinguished by their results for the same argument.
func ExampleFunction_Run() {
	fs := functions(&testing.T{}, `
		func.func @twice(%a: i32) -> i32 {
		  %r = arith.addi %a, %a : i32
		  return %r : i32
		}
		func.func @square(%a: i32) -> i32 {
		  %r = arith.muli %a, %a : i32
		  return %r : i32
		}`)
	twice, _ := fs[0].Run(context.Background(), []sim.Value{sim.Int(3)})
	square, _ := fs[1].Run(context.Background(), []sim.Value{sim.Int(3)})
	fmt.Println(square.Differs(twice))
	// Output: expected 6 of type 'i32', but got 9
}

// The simulator accepts arguments of every kind, and a seed always gives the same
// arguments.
func TestArguments(t *testing.T) {
	t.Parallel()
	f := functions(t, `func.func @f(%a: i1, %b: index, %c: f16, %d: vector<2x4xf8E4M3FN>, %e: tensor<?x3xi64>, %f: memref<2x?xf32>,
		%g: memref<3xvector<4xf32>>, %h: memref<2x2xi8, strided<[8, 3], offset: 5>>, %i: memref<f32>, %j: memref<0x4xf32>) { return }`)[0]
	var seen []*validate.Observation
	for range 2 {
		args, err := validate.NewRandom(1).Arguments(f)
		if err != nil {
			t.Fatal(err)
		}
		o, err := f.Run(context.Background(), args)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range o.Memory {
			if text := sim.Format(m.Type, m.Value); strings.Contains(text, "undef") {
				t.Errorf("%s is %s", m.Type, text)
			}
		}
		seen = append(seen, o)
	}
	if d := seen[1].Differs(seen[0]); d != "" || len(seen[0].Memory) != 5 {
		t.Errorf("%d memrefs; %s", len(seen[0].Memory), d)
	}
	for _, typ := range []string{"complex<f80>", "tensor<*xf32>", "memref<*xf32>", "memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>", "memref<4xf32, strided<[-1], offset: 3>>"} {
		if _, err := validate.NewRandom(1).Arguments(functions(t, "func.func @f(%a: "+typ+") { return }")[0]); err == nil {
			t.Errorf("there is an argument of type %s", typ)
		}
	}
}

// Threads share memory and return separate results.
func TestThreads(t *testing.T) {
	t.Parallel()
	f := functions(t, `func.func @f(%m: memref<4xindex>) -> index {
		%x = gpu.thread_id x
		memref.store %x, %m[%x] : memref<4xindex>
		return %x : index
	}`)[0]
	f.Block[0] = 4
	args, err := validate.NewRandom(0).Arguments(f)
	if err != nil {
		t.Fatal(err)
	}
	o, err := f.Run(context.Background(), args)
	if err != nil {
		t.Fatal(err)
	}
	if got := sim.Format(o.Memory[0].Type, o.Memory[0].Value); got != "[0, 1, 2, 3]" || len(o.Results) != 4 || o.Results[3][0].Value.Bits != 3 {
		t.Errorf("got %s, results %v", got, o.Results)
	}
}

func TestDiffers(t *testing.T) {
	t.Parallel()
	c := all.Context()
	vector := func(elem ir.Type, bits ...uint64) sim.Value {
		return sim.Value{Ref: sim.VectorOf([]int64{int64(len(bits))}, elem, bits)}
	}
	undef := func(v sim.Value, i int) sim.Value {
		v = sim.Value{Ref: v.Vector().Clone()}
		v.Vector().SetUndef(i)
		return v
	}
	memory := func(first uint64, n int64) sim.Value {
		m, err := sim.Alloc("m", []int64{2}, ir.Vector([]int64{2}, c.I32()))
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			if err := m.Store([]int64{i}, vector(c.I32(), first, uint64(i))); err != nil {
				t.Fatal(err)
			}
		}
		return sim.Value{Ref: m}
	}
	ints, floats := ir.Vector([]int64{2}, c.I32()), ir.Vector([]int64{2}, c.F32())
	for _, test := range []struct {
		name      string
		typ       ir.Type
		want, got sim.Value
		differs   string
	}{
		{name: "equal", typ: c.I32(), want: sim.Int(4), got: sim.Int(4)},
		{name: "another number", typ: c.I32(), want: sim.Int(4), got: sim.Int(5),
			differs: "expected 4 of type 'i32', but got 5"},
		{name: "zeros of both signs", typ: c.F32(), want: sim.Int(0), got: sim.Int(1 << 31),
			differs: "expected 0.000000e+00 of type 'f32', but got -0.000000e+00"},
		{name: "NaNs", typ: c.F32(), want: sim.Int(0x7fc00000), got: sim.Int(0xff800001)},
		{name: "infinity for NaN", typ: c.F32(), want: sim.Int(0x7fc00000), got: sim.Int(0x7f800000),
			differs: "expected 0x7FC00000 of type 'f32', but got 0x7F800000"},
		{name: "bits of NaNs as integers", typ: c.I32(), want: sim.Int(0x7fc00000), got: sim.Int(0x7fc00001),
			differs: "expected 2143289344 of type 'i32', but got 2143289345"},
		{name: "more defined", typ: c.I32(), want: sim.Poison, got: sim.Int(5)},
		{name: "less defined", typ: c.I32(), want: sim.Int(5), got: sim.Poison,
			differs: "expected 5 of type 'i32', but got poison"},
		{name: "an element more defined", typ: ints, want: undef(vector(c.I32(), 1, 2), 1), got: vector(c.I32(), 1, 7)},
		{name: "an element less defined", typ: ints, want: vector(c.I32(), 1, 2), got: undef(vector(c.I32(), 1, 2), 1),
			differs: "expected [1, 2] of type 'vector<2xi32>', but got [1, undef]"},
		{name: "beside an undefined element", typ: ints, want: undef(vector(c.I32(), 1, 2), 1), got: vector(c.I32(), 3, 2),
			differs: "expected [1, undef] of type 'vector<2xi32>', but got [3, 2]"},
		{name: "nothing defined", typ: ints, want: undef(undef(vector(c.I32(), 1, 2), 0), 1), got: sim.Poison},
		{name: "NaN in a vector", typ: floats, want: vector(c.F32(), 0x7fc00000, 2), got: vector(c.F32(), 0xffc00000, 2)},
		{name: "memory of vectors", typ: ints, want: memory(7, 2), got: memory(8, 2),
			differs: "expected [[7, 0], [7, 1]] of type 'vector<2xi32>', but got [[8, 0], [8, 1]]"},
		{name: "memory that was not written", typ: ints, want: memory(7, 1), got: memory(7, 2)},
		{name: "memory that is not written", typ: ints, want: memory(7, 2), got: memory(7, 1),
			differs: "expected [[7, 0], [7, 1]] of type 'vector<2xi32>', but got [[7, 0], [undef, undef]]"},
	} {
		if got := validate.Differs([]validate.Value{{Type: test.typ, Value: test.want}}, []validate.Value{{Type: test.typ, Value: test.got}}); got != test.differs {
			t.Errorf("%s: got %q, want %q", test.name, got, test.differs)
		}
	}
}
