package run_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/diag"
	"optc/internal/family/poplar/run"
)

// unsafe is a program whose vertex has the given kind, field types and code. x and y have
// 4 floats each, y after x on the tile; h has 6 halves.
func unsafe(kind, x, y, h, code string) string {
	worker := ""
	if kind == "multi" {
		worker = " worker(%w : index)"
	}
	return fmt.Sprintf(`
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" %s {
    poplar.field @x : %s
    poplar.field @y : %s
    poplar.field @h : %s
    poplar.field @n : !poplar.array<2 x ui32>
    poplar.compute (%%x : memref<?xf32>, %%y : memref<?xf32>, %%h : memref<?xf16>, %%n : memref<2xi32>)%s {
      %%c0 = arith.constant 0 : index
      %%c1 = arith.constant 1 : index
      %%c3 = arith.constant 3 : index
      %%c4 = arith.constant 4 : index
      %%big = arith.constant 4611686018427387904 : index
      %%f = arith.constant 7.0 : f32
      %%g = arith.constant 7.0 : f16
      %%i = arith.constant 7 : i32
%s
      poplar.compute_return
    }
  }
  func.func @deep(%%n : index) {
    %%b = memref.alloca() : memref<1000xi8>
    %%i = arith.constant 7 : i8
    memref.store %%i, %%b[%%n] : memref<1000xi8>
    %%j = memref.load %%b[%%n] : memref<1000xi8>
    %%z = arith.divsi %%i, %%j : i8
    return
  }
  func.func @store(%%m : memref<?xf32>, %%i : index) {
    %%f = arith.constant 7.0 : f32
    memref.store %%f, %%m[%%i] : memref<?xf32>
    return
  }
  func.func @strided(%%m : memref<?xf32, strided<[?], offset: ?>>, %%i : index) {
    %%f = arith.constant 7.0 : f32
    memref.store %%f, %%m[%%i] : memref<?xf32, strided<[?], offset: ?>>
    return
  }
  func.func @longer(%%m : memref<?xf32>) -> memref<8xf32> {
    %%r = memref.reinterpret_cast %%m to offset: [0], sizes: [8], strides: [1] : memref<?xf32> to memref<8xf32>
    return %%r : memref<8xf32>
  }
  poplar.graph @main {
    %%x = poplar.variable "x" = dense<1.0> : !poplar.tensor<4xf32>
    %%y = poplar.variable "y" = dense<2.0> : !poplar.tensor<4xf32>
    %%h = poplar.variable "h" = dense<3.0> : !poplar.tensor<6xf16>
    poplar.set_tile_mapping %%x on 0
    poplar.set_tile_mapping %%y on 0
    poplar.set_tile_mapping %%h on 0
    poplar.compute_set @cs {
      %%v = poplar.add_vertex @"demo::P" on 0
      poplar.connect %%v @x to %%x
      poplar.connect %%v @y to %%y
      poplar.connect %%v @h to %%h
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}`, kind, x, y, h, worker, code)
}

// Code that accesses tile memory in a forbidden way ends the run, with the field, the
// vertex and the memory that it would have accessed.
func TestUnsafeCode(t *testing.T) {
	t.Parallel()
	const in, out, inout, half = "!poplar.in<vec<f32, ONE_PTR>>", "!poplar.out<vec<f32, ONE_PTR>>", "!poplar.inout<vec<f32, ONE_PTR>>", "!poplar.inout<vec<f16, ONE_PTR>>"
	// Code that depends on a condition is not refused before it runs; %t is true.
	const choose = "%first = memref.load %n[%c0] : memref<2xi32>\n%t = arith.cmpi ne, %first, %i : i32\n"
	const chooseX = choose + "%m = arith.select %t, %x, %y : memref<?xf32>\n"
	for _, c := range []struct {
		name, kind, x, y, code string
		want                   string // code and parts of the message, or "" for a run that is right
	}{
		{name: "within", kind: "worker", x: in, y: out, code: "memref.store %f, %y[%c3] : memref<?xf32>"},
		{name: "store behind a pointer", kind: "worker", x: inout, y: out, code: "memref.store %f, %x[%c4] : memref<?xf32>",
			want: "edge-bounds|field 'x' of vertex 0 ('demo::P')|'y'[0] lies at"},
		{name: "load behind a pointer", kind: "worker", x: in, y: inout,
			code: "%v = memref.load %x[%c4] : memref<?xf32>\nmemref.store %v, %y[%c0] : memref<?xf32>",
			want: "edge-bounds|loads 4 bytes|'y'[0] lies at"},
		{name: "behind a scaled pointer", kind: "worker", x: "!poplar.inout<vec<f32, SCALED_PTR128>>", y: out,
			code: "memref.store %f, %x[%c4] : memref<?xf32>", want: "edge-bounds|'y'[0] lies at"},
		{name: "an index that wraps around", kind: "worker", x: inout, y: out,
			code: "memref.store %f, %x[%big] : memref<?xf32>", want: "edge-bounds"},
		{name: "behind a span", kind: "worker", x: "!poplar.inout<vec<f32>>", y: out,
			code: "memref.store %f, %x[%c4] : memref<?xf32>", want: "out-of-bounds|field 'x' of vertex 0|'y'[0] lies at"},
		{name: "a view that claims more", kind: "worker", x: "!poplar.inout<vec<f32>>", y: out,
			code: "%r = memref.reinterpret_cast %x to offset: [0], sizes: [8], strides: [1] : memref<?xf32> to memref<8xf32>\nmemref.store %f, %r[%c4] : memref<8xf32>", want: "edge-bounds|'y'[0]"},
		{name: "a view of another view", kind: "worker", x: "!poplar.inout<vec<f32>>", y: out,
			code: "%p = memref.subview %x[2] [2] [1] : memref<?xf32> to memref<2xf32, strided<[1], offset: 2>>\n%r = memref.reinterpret_cast %p to offset: [2], sizes: [4], strides: [1] : memref<2xf32, strided<[1], offset: 2>> to memref<4xf32, strided<[1], offset: 2>>\nmemref.store %f, %r[%c3] : memref<4xf32, strided<[1], offset: 2>>", want: "edge-bounds|'y'[1]"},
		{name: "an alias through a function", kind: "worker", x: "!poplar.inout<vec<f32>>", y: out,
			code: "func.call @store(%x, %c4) : (memref<?xf32>, index) -> ()",
			want: "out-of-bounds|field 'x' of vertex 0|'y'[0] lies at"},
		{name: "an input through a function", kind: "worker", x: in, y: out,
			code: chooseX + "func.call @store(%m, %c0) : (memref<?xf32>, index) -> ()", want: "input-store|field 'x'"},
		{name: "a view through a function", kind: "worker", x: in, y: out,
			code: chooseX + "%p = memref.subview %m[1] [2] [1] : memref<?xf32> to memref<2xf32, strided<[1], offset: 1>>\n%q = memref.cast %p : memref<2xf32, strided<[1], offset: 1>> to memref<?xf32, strided<[?], offset: ?>>\nfunc.call @strided(%q, %c0) : (memref<?xf32, strided<[?], offset: ?>>, index) -> ()", want: "input-store|field 'x'"},
		{name: "a view that a function returns", kind: "worker", x: "!poplar.inout<vec<f32>>", y: out,
			code: "%r = func.call @longer(%x) : (memref<?xf32>) -> memref<8xf32>\nmemref.store %f, %r[%c4] : memref<8xf32>", want: "edge-bounds|'y'[0]"},
		{name: "a view that a loop carries", kind: "worker", x: "!poplar.inout<vec<f32>>", y: out,
			code: "%r = memref.reinterpret_cast %x to offset: [0], sizes: [8], strides: [1] : memref<?xf32> to memref<8xf32>\n%e = scf.for %k = %c0 to %c4 step %c1 iter_args(%m = %r) -> (memref<8xf32>) {\nscf.yield %m : memref<8xf32>\n}\nmemref.store %f, %e[%c4] : memref<8xf32>", want: "edge-bounds|'y'[0]"},
		{name: "one of two views", kind: "worker", x: inout, y: out,
			code: "%t = arith.cmpi eq, %c0, %c1 : index\n%e = arith.select %t, %y, %x : memref<?xf32>\nmemref.store %f, %e[%c4] : memref<?xf32>", want: "edge-bounds|field 'x'|'y'[0] lies at"},
		{name: "one byte of two workers through a view", kind: "multi", x: in, y: out,
			code: "%p = memref.subview %y[1] [1] [1] : memref<?xf32> to memref<1xf32, strided<[1], offset: 1>>\nmemref.store %f, %p[%c0] : memref<1xf32, strided<[1], offset: 1>>", want: "worker-race|stores to"},
		{name: "store to an input", kind: "worker", x: in, y: out, code: chooseX + "memref.store %f, %m[%c0] : memref<?xf32>",
			want: "input-store|field 'x'"},
		{name: "store to a plain field", kind: "worker", x: in, y: out,
			code: choose + "%b = memref.alloca() : memref<2xi32>\n%m = arith.select %t, %n, %b : memref<2xi32>\nmemref.store %i, %m[%c0] : memref<2xi32>",
			want: "input-store|field 'n'"},
		{name: "old data of an output", kind: "worker", x: in, y: out,
			code: "%v = memref.load %y[%c0] : memref<?xf32>\nmemref.store %v, %y[%c3] : memref<?xf32>",
			want: "uninitialized|field 'y'|what an output held before"},
		{name: "new data of an output", kind: "worker", x: in, y: out,
			code: "memref.store %f, %y[%c0] : memref<?xf32>\n%v = memref.load %y[%c0] : memref<?xf32>"},
		{name: "two workers store to one element", kind: "multi", x: in, y: out,
			code: "memref.store %f, %y[%c0] : memref<?xf32>",
			want: "worker-race|stores to|worker 0 of vertex 0 ('demo::P')"},
		{name: "a worker reads what another one wrote", kind: "multi", x: in, y: inout,
			code: "%v = memref.load %y[%c0] : memref<?xf32>\nmemref.store %v, %y[%c0] : memref<?xf32>",
			want: "worker-race|loads from"},
		{name: "two workers store to parts of a word", kind: "multi", x: in, y: out,
			code: "memref.store %g, %h[%w] : memref<?xf16>", want: "atomic-hazard|stores 2 bytes|4-byte word"},
		{name: "more stack than is known", kind: "worker", x: in, y: out, code: "func.call @deep(%c0) : (index) -> ()"},
		{name: "an endless loop", kind: "worker", x: in, y: out,
			code: "cf.br ^l\n^l:\n%j = arith.addi %i, %i : i32\ncf.br ^l\n^never:", want: "steps|still reached after"},
	} {
		names, list, err := machines(unsafe(c.kind, c.x, c.y, half, c.code))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		list[len(list)-1].(*run.Device).MaxSteps = 10000
		err = list[len(list)-1].Run(t.Context())
		code, parts, _ := strings.Cut(c.want, "|")
		if diag.CodeOf(err) != code {
			t.Errorf("%s on %s: got %v, want %s", c.name, names[len(list)-1], err, c.want)
			continue
		}
		for _, part := range strings.Split(parts, "|") {
			if err != nil && !strings.Contains(err.Error(), part) {
				t.Errorf("%s: got %v, want %s", c.name, err, part)
			}
		}
	}
}

// A declared stack that is too small is detected when it is used.
func TestStackOverflow(t *testing.T) {
	t.Parallel()
	text := unsafe("worker", "!poplar.in<vec<f32>>", "!poplar.out<vec<f32>>", "!poplar.in<vec<f16>>", "func.call @deep(%c0) : (index) -> ()")
	text = strings.Replace(text, "func.func @deep", "poplar.function @\"demo::P::compute\" total_stack(64)\nfunc.func @deep", 1)
	_, list, err := machines(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := list[2].Run(t.Context()); diag.CodeOf(err) != "stack-overflow" || !strings.Contains(err.Error(), "uses 1008 bytes of a stack of 64") {
		t.Errorf("got %v", err)
	}
}
