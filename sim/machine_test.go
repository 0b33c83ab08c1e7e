package sim_test

import (
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
	"optc/sim"
)

// parse reads and verifies a module.
func parse(t testing.TB, text string) (*ir.Context, *ir.Operation) {
	t.Helper()
	c := all.Context()
	var ds ir.Diagnostics
	module, err := parser.Parse(t.Context(), c, &ir.Source{Name: "in.mlir", Text: text}, &ds)
	if err != nil || ir.Verify(module, &ds) != nil {
		t.Fatalf("%s\nin\n%s", ds.String(), text)
	}
	return c, module
}

// Values that the simulator cannot represent are refused at their operation; wrong
// programs and arguments give errors.
func TestErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"wide float", "func.func @f() {\n %0 = arith.constant 1.0 : f80\n return }", "in.mlir:2:7: 'arith.constant' op cannot execute with values of type f80: the simulator has at most 64 bits"},
		{"wide element", "func.func @f() {\n %0 = ub.poison : vector<2xf128>\n return }", "the simulator has at most 64 bits"},
		{"wide parameter", "func.func @f(%a: f80) { return }", "the simulator has at most 64 bits"},
		{"wide memory", "func.func @f() {\n %0 = memref.alloc() : memref<2xf128>\n return }", "the simulator has at most 64 bits"},
		{"large", "func.func @f() {\n %0 = arith.constant dense<0> : vector<100000x100000xi8>\n return }", "expected a known number of elements of at most 67108864"},
		{"unwritten", "func.func @f() {\n %c = arith.constant 1 : index\n %m = memref.alloc() : memref<2xf32>\n %0 = memref.load %m[%c] : memref<2xf32>\n return }",
			"in.mlir:4:7: 'memref.load' op element [1] of allocation 1 is read before it is written"},
		{"outside", "func.func @f() {\n %c = arith.constant 2 : index\n %m = memref.alloc() : memref<2xindex>\n memref.store %c, %m[%c] : memref<2xindex>\n return }",
			"'memref.store' op index [2] is outside the extents [2] of allocation 1"},
		{"freed", "func.func @f() {\n %c = arith.constant 0 : index\n %m = memref.alloc() : memref<2xindex>\n memref.dealloc %m : memref<2xindex>\n memref.store %c, %m[%c] : memref<2xindex>\n return }", "was deallocated"},
		{"memory of the stack freed", "func.func @f() {\n %m = memref.alloca() : memref<2xindex>\n memref.dealloc %m : memref<2xindex>\n return }", "'memref.dealloc' op allocation 1 was not allocated by memref.alloc"},
		{"wide step", "func.func @f() {\n %c = arith.constant 0 : i128\n scf.for %i = %c to %c step %c : i128 { }\n return }", "loop step must be positive, but got 0"},
		{"large tensor", "func.func @f() {\n %0 = ub.poison : tensor<100000x100000xi8>\n return }", "expected a known number of elements of at most 67108864"},
		{"tensor of vectors", "func.func @f() {\n %0 = ub.poison : tensor<2xvector<2xi8>>\n return }", "cannot execute with values of type tensor<2xvector<2xi8>>"},
		{"wide block argument", "func.func @f() {\n cf.br ^a\n^a:\n return\n^b(%a: f80):\n return }", "the simulator has at most 64 bits"},
		{"wide in a loop", "func.func @f(%a: i1) {\n scf.while : () -> () {\n %0 = arith.constant 1.0 : f128\n scf.condition(%a)\n } do {\n scf.yield\n }\n return }", "the simulator has at most 64 bits"},
		{"endless", "func.func @f() {\n cf.br ^a\n^a:\n cf.br ^a }", "is still reached after 1000 operations"},
		{"unreachable", "func.func @f(%a: i1) {\n cf.cond_br %a, ^a, ^b\n^a:\n return\n^b:\n ub.unreachable }", "in.mlir:6:2: 'ub.unreachable' op is reached"},
		{"poison", "func.func @f() {\n %p = ub.poison : i1\n scf.if %p { }\n return }", "behaviour depends on a poison value"},
		{"poison index", "func.func @f() {\n %c = arith.constant 0 : index\n %f = arith.constant 0.0 : f32\n %p = ub.poison : vector<2xindex>\n %m = memref.alloc() : memref<2xf32>\n" +
			" %r = iree_vector_ext.transfer_gather %m[%c] [%p : vector<2xindex>], %f {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<2xf32>, vector<2xf32>\n return }",
			"behaviour depends on a poison value"},
		{"integers into a float", "func.func @f() {\n %a = arith.constant dense<1> : vector<2xi8>\n %c = arith.constant 1.0 : f32\n" +
			" %r = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = [\"reduction\"], kind = #vector.kind<add>} %a, %a, %c : vector<2xi8>, vector<2xi8> into f32\n return }",
			"'vector.contract' op elements of type 'i8' are not combined into type 'f32'"},
		{"poison mask", "func.func @f() {\n %c = arith.constant 0 : index\n %f = arith.constant 0.0 : f32\n %p = ub.poison : vector<2xi1>\n %m = memref.alloc() : memref<2xf32>\n" +
			" %r = vector.transfer_read %m[%c], %f, %p : memref<2xf32>, vector<2xf32>\n return }",
			"behaviour depends on a poison value"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, module := parse(t, c.text)
			m := sim.New(module, nil)
			m.MaxSteps = 1000
			args := make([]sim.Value, module.Body().Front().Body().NumArgs())
			if _, err := m.Call(t.Context(), "f", args...); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestArgumentsAreChecked(t *testing.T) {
	t.Parallel()
	c, module := parse(t, "func.func @f(%m: memref<4xf32>, %v: vector<2xf32>, %i: index, %t: tensor<?x2xi8>) { return }\nmodule @inner { func.func @g() { return } }")
	m4, err := sim.Alloc("m", []int64{4}, c.F32())
	if err != nil {
		t.Fatal(err)
	}
	good := []sim.Value{{Ref: m4}, {Ref: sim.NewVector([]int64{2}, c.F32())}, sim.Int(1), {Ref: sim.NewVector([]int64{3, 2}, c.Integer(8))}}
	if _, err := sim.New(module, nil).Call(t.Context(), "f", good...); err != nil {
		t.Error(err)
	}
	for i := range good {
		bad := append([]sim.Value(nil), good...)
		bad[i] = good[(i+1)%4]
		if _, err := sim.New(module, nil).Call(t.Context(), "f", bad...); err == nil || !strings.Contains(err.Error(), "argument") {
			t.Errorf("argument %d: got %v", i, err)
		}
	}
	for i := range good {
		undefined := append([]sim.Value(nil), good...)
		undefined[i] = sim.Poison
		if _, err := sim.New(module, nil).Call(t.Context(), "f", undefined...); (err == nil) != (i > 0) {
			t.Errorf("poison for argument %d: got %v", i, err)
		}
	}
	for name, want := range map[string]string{"inner::g": "", "inner::h": "there is no function @inner::h", "f::g": "there is no function @f::g", "none::g": "there is no function @none::g"} {
		if _, err := sim.New(module, nil).Call(t.Context(), name); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, want %q", name, err, want)
		}
	}
	if _, err := sim.New(module, nil).Call(t.Context(), "f"); err == nil {
		t.Error("no arguments are accepted")
	}
	if _, err := sim.New(module, nil).Call(t.Context(), "g"); err == nil {
		t.Error("a missing function is accepted")
	}
}

// Transfers: permutation, padding out of bounds, lanes that are masked off.
func TestTransfers(t *testing.T) {
	t.Parallel()
	const head = "func.func @f() -> vector<2x3xi32> {\n %c = arith.constant 0 : index\n %c1 = arith.constant 1 : index\n %c2 = arith.constant 2 : index\n" +
		" %p = arith.constant -1 : i32\n %v = arith.constant dense<[[1, 2], [3, 4], [5, 6]]> : vector<3x2xi32>\n" +
		" %m = memref.alloc() : memref<3x2xi32>\n vector.transfer_write %v, %m[%c, %c] {in_bounds = [true, true]} : vector<3x2xi32>, memref<3x2xi32>\n"
	for _, c := range []struct{ name, read, want string }{
		{"permuted", "vector.transfer_read %m[%c, %c], %p {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<3x2xi32>, vector<2x3xi32>", "[[1, 3, 5], [2, 4, 6]]"},
		{"padded", "vector.transfer_read %m[%c1, %c1], %p : memref<3x2xi32>, vector<2x3xi32>", "[[4, -1, -1], [6, -1, -1]]"},
		{"broadcast", "vector.transfer_read %m[%c1, %c], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, 0)>} : memref<3x2xi32>, vector<2x3xi32>", "[[3, 3, 3], [4, 4, 4]]"},
		// The mask has the dimensions of the memory.
		{"masked", "vector.transfer_read %m[%c, %c], %p, %k {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<3x2xi32>, vector<2x3xi32>", "[[1, 3, -1], [-1, -1, -1]]"},
	} {
		ctx, module := parse(t, head+" %k = vector.create_mask %c2, %c1 : vector<3x2xi1>\n %r = "+c.read+"\n return %r : vector<2x3xi32> }")
		out, err := sim.New(module, nil).Call(t.Context(), "f")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := sim.Format(ir.Vector([]int64{2, 3}, ctx.I32()), out[0]); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// Threads wait at a barrier: each reads the element that its neighbour wrote before.
func TestBarrier(t *testing.T) {
	t.Parallel()
	const text = `func.func @f(%m: memref<8xindex>) -> index {
		%c1 = arith.constant 1 : index
		%c8 = arith.constant 8 : index
		%t = gpu.thread_id x
		memref.store %t, %m[%t] : memref<8xindex>
		BARRIER
		%n = arith.addi %t, %c1 : index
		%w = arith.remui %n, %c8 : index
		%r = memref.load %m[%w] : memref<8xindex>
		return %r : index
	}`
	for barrier, want := range map[string]string{
		"gpu.barrier": "",
		"":            "thread 0: in.mlir:9:8: 'memref.load' op element [1] of m is read before it is written",
		"%z = arith.constant 3 : index\n %b = arith.cmpi eq, %t, %z : index\n scf.if %b { gpu.barrier } else { gpu.barrier }": "'gpu.barrier' op not all threads of the group arrive here",
	} {
		c, module := parse(t, strings.Replace(text, "BARRIER", barrier, 1))
		m, allocErr := sim.Alloc("m", []int64{8}, c.Index())
		if allocErr != nil {
			t.Fatal(allocErr)
		}
		g := sim.Group{Module: module, BlockDim: [3]int64{8, 1, 1}}
		out, err := g.Run(t.Context(), "f", func(sim.Thread) []sim.Value { return []sim.Value{{Ref: m}} })
		if want != "" {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: got %v, want %s", barrier, err, want)
			}
			continue
		}
		if err != nil {
			t.Error(err)
			continue
		}
		for i, r := range out {
			if int(r[0].Bits) != (i+1)%8 {
				t.Errorf("thread %d reads %d", i, r[0].Bits)
			}
		}
	}
}

func TestLargeGroup(t *testing.T) {
	t.Parallel()
	_, module := parse(t, "func.func @f() { return }")
	g := sim.Group{Module: module, BlockDim: [3]int64{1 << 40, 1 << 40, 1}, SubgroupSize: -1}
	if _, err := g.Run(t.Context(), "f", func(sim.Thread) []sim.Value { return nil }); err == nil {
		t.Error("a workgroup of 2^80 threads is accepted")
	}
}

func TestMemory(t *testing.T) {
	t.Parallel()
	m := sim.NewMemory("m", 0x100, 16)
	if err := m.Store(0x104, 4, 0x11223344); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		addr    int64
		size    int
		bits    uint64
		written bool
	}{{addr: 0x104, size: 4, bits: 0x11223344, written: true}, {addr: 0x105, size: 2, bits: 0x2233, written: true}, {addr: 0x103, size: 2, bits: 0x4400}, {addr: 0x106, size: 4, bits: 0x1122}} {
		if bits, written, err := m.Load(c.addr, c.size); err != nil || bits != c.bits || written != c.written {
			t.Errorf("load %#x, %d: %#x, %v, %v; want %#x, %v", c.addr, c.size, bits, written, err, c.bits, c.written)
		}
	}
	for _, addr := range []int64{0xff, 0x10d, -1, 1<<63 - 1} {
		if _, _, err := m.Load(addr, 4); err == nil {
			t.Errorf("a load at %#x is accepted", addr)
		}
	}
	if err := m.Forget(0x105, 1); err != nil {
		t.Fatal(err)
	}
	other := sim.NewMemory("n", 0, 8)
	if err := sim.Move(other, 2, m, 0x104, 4); err != nil {
		t.Fatal(err)
	}
	if _, written, _ := other.Load(2, 1); !written {
		t.Error("a written byte moves as unwritten")
	}
	if _, written, _ := other.Load(3, 1); written {
		t.Error("a forgotten byte moves as written")
	}
}

// The region of a reduction can use values of the function and of the enclosing loop.
func TestReductionSeesValues(t *testing.T) {
	t.Parallel()
	_, module := parse(t, `func.func @f(%a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %r = scf.parallel (%i) = (%c0) to (%c3) step (%c1) init (%zero) -> i32 {
    %n = arith.index_cast %i : index to i32
    scf.reduce(%n : i32) {
    ^bb0(%x: i32, %y: i32):
      %s = arith.addi %x, %y : i32
      %t = arith.addi %s, %a : i32
      %u = arith.addi %t, %n : i32
      scf.reduce.return %u : i32
    }
  }
  return %r : i32
}`)
	got, err := sim.New(module, nil).Call(t.Context(), "f", sim.Int(10))
	if err != nil || got[0].Bits != 3*10+2*(0+1+2) {
		t.Errorf("got %v, %v", got, err)
	}
}
