package poplar

import (
	"fmt"
	"strings"
	"testing"

	"optc/dialect/arith"
	"optc/dialect/cf"
	fn "optc/dialect/func"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/ir"
	"optc/parser"
)

// frameOf estimates the frame of the first function of a module.
func frameOf(t *testing.T, text string) (int64, *ir.Diagnostic) {
	t.Helper()
	c := ir.NewContext(fn.Dialect, arith.Dialect, cf.Dialect, scf.Dialect, memref.Dialect)
	m, err := parser.Parse(t.Context(), c, &ir.Source{Name: "in.mlir", Text: text}, nil)
	if err == nil {
		err = ir.Verify(m, nil)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return newFrames().of(m.Body().Front())
}

// Eight values of a type are arguments that live at the same time.
func TestFrameOfValues(t *testing.T) {
	t.Parallel()
	for typ, want := range map[string]int64{
		"i1": 4, "i32": 4, "i33": 8, "i64": 8, "i65": 12, "index": 4, "f16": 4, "f32": 4, "f64": 8, "memref<?x2xf32>": 8,
		"vector<f32>": 4, "vector<3xf16>": 6, "vector<2x3xi8>": 6, "vector<5xi1>": 5,
	} {
		args := strings.Repeat(fmt.Sprintf("%%a: %s, ", typ), 8)
		for i := range 8 {
			args = strings.Replace(args, "%a:", fmt.Sprintf("%%a%d:", i), 1)
		}
		n, d := frameOf(t, fmt.Sprintf("func.func @f(%s) {\n  return\n}", strings.TrimSuffix(args, ", ")))
		if d != nil || n != 8*want {
			t.Errorf("8 values of %s take %d bytes (%v), want %d", typ, n, d, 8*want)
		}
	}
}

func TestFrameOfLives(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, body string
		want       int64
	}{
		{"nothing", "return", 0},
		{"one word, aligned", "%a = arith.constant 1 : i32\nreturn", 8},
		{"a value that nobody uses ends where it begins", "%a = arith.constant dense<1> : vector<8xi32>\n%b = arith.constant dense<1> : vector<8xi32>\nreturn", 32},
		{"a value ends at its last use", `%a = arith.constant dense<1> : vector<8xi32>
			%b = arith.addi %a, %a : vector<8xi32>
			%c = arith.addi %b, %b : vector<8xi32>
			%d = arith.addi %c, %c : vector<8xi32>
			return`, 64},
		{"the last use counts, not the first", `%a = arith.constant dense<1> : vector<8xi32>
			%b = arith.addi %a, %a : vector<8xi32>
			%c = arith.addi %b, %b : vector<8xi32>
			%d = arith.addi %c, %a : vector<8xi32>
			return`, 96},
		{"a use inside of an operation is one by it", `%p = arith.constant true
			%a = arith.constant dense<1> : vector<8xi32>
			%r = scf.if %p -> vector<8xi32> {
			  %x = arith.addi %a, %a : vector<8xi32>
			  scf.yield %x : vector<8xi32>
			} else {
			  scf.yield %a : vector<8xi32>
			}
			%s = arith.addi %r, %r : vector<8xi32>
			%u = arith.addi %r, %s : vector<8xi32>
			%v = arith.addi %u, %s : vector<8xi32>
			return`, 104},
		{"regions of one operation are not in use at the same time", `%p = arith.constant true
			scf.if %p {
			  %x = arith.constant dense<1> : vector<8xi32>
			} else {
			  %y = arith.constant dense<1> : vector<16xi32>
			}
			return`, 72},
		{"a value that another block uses lives to the end of its own", `%v = arith.constant dense<1> : vector<8xi32>
			%x = arith.constant dense<1> : vector<8xi32>
			%y = arith.addi %x, %x : vector<8xi32>
			cf.br ^next
		^next:
			%w = arith.addi %v, %v : vector<8xi32>
			return`, 96},
		{"arguments of blocks count", `%v = arith.constant dense<1> : vector<8xi32>
			cf.br ^next(%v, %v : vector<8xi32>, vector<8xi32>)
		^next(%a: vector<8xi32>, %b: vector<8xi32>):
			%w = arith.addi %a, %b : vector<8xi32>
			return`, 96},
		{"allocations take whole words and add up", "%a = memref.alloca() : memref<3xi8>\n%b = memref.alloca() : memref<5xi8>\nreturn", 24},
		{"elements of less than a byte take one", "%a = memref.alloca() : memref<16xi1>\nreturn", 24},
		{"of callees the deepest counts", "call @a() : () -> ()\ncall @b() : () -> ()\ncall @a() : () -> ()\n%m = memref.alloca() : memref<2xf32>\nreturn", 16 + 208},
		{"calls of calls add up", "call @c() : () -> ()\nreturn", 16 + 208},
		{"a callee of a callee that is known already", "call @c() : () -> ()\ncall @d() : () -> ()\nreturn", 16 + 16 + 208},
		{"one byte more than is aligned", "%a = arith.constant dense<1> : vector<9xi8>\nreturn", 16},
		{"other ways to a block are no loop", `%p = arith.constant true
			cf.cond_br %p, ^a, ^b
		^a:
			%m = memref.alloca() : memref<2xf32>
			cf.br ^c
		^b:
			cf.br ^c
		^c:
			return`, 16},
		{"a loop behind an allocation", `%m = memref.alloca() : memref<2xf32>
			cf.br ^a
		^a:
			cf.br ^b
		^b:
			cf.br ^a`, 16},
		{"a branch of an if", "%p = arith.constant true\nscf.if %p {\n%m = memref.alloca() : memref<2xf32>\n}\nreturn", 24},
		{"what a loop allocates is released at the end of a turn", `%i = arith.constant 1 : index
			scf.for %k = %i to %i step %i {
			  %m = memref.alloca() : memref<2xf32>
			}
			return`, 24},
	} {
		n, d := frameOf(t, "func.func @f() {\n"+c.body+"\n}\n"+callees)
		if d != nil || n != c.want {
			t.Errorf("%s: %d bytes (%v), want %d", c.name, n, d, c.want)
		}
	}
}

// callees need 104, 208, 16 + 208 and 16 + 16 + 208 bytes.
const callees = `
func.func @a() {
  %m = memref.alloca() : memref<24xf32>
  return
}
func.func @b() {
  %m = memref.alloca() : memref<50xf32>
  return
}
func.func @c() {
  call @b() : () -> ()
  %m = memref.alloca() : memref<2xf32>
  return
}
func.func @d() {
  call @c() : () -> ()
  %m = memref.alloca() : memref<1xi8>
  return
}
func.func @even() {
  call @odd() : () -> ()
  return
}
func.func @odd() {
  call @even() : () -> ()
  return
}
func.func private @elsewhere()`

func TestFramesNotKnown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, body, want string }{
		{"strided", "%m = memref.alloca() : memref<4xf32, strided<[2]>>\nreturn", "known only at run time"},
		{"too many bytes", "%m = memref.alloca() : memref<4611686018427387904x4xi8>\nreturn", "known only at run time"},
		{"recursion", "call @even() : () -> ()\nreturn", "recursion even → odd → even needs"},
		{"no body", "call @elsewhere() : () -> ()\nreturn", "without a body"},
		{"the first of two", "%m = memref.alloc() : memref<4xf32>\ncall @elsewhere() : () -> ()\nreturn", "needs a heap"},
		{"a while loop", `%p = arith.constant true
			scf.while : () -> () {
			  scf.condition(%p)
			} do {
			  %m = memref.alloca() : memref<2xf32>
			  scf.yield
			}
			return`, "in a loop"},
		{"two blocks that follow each other", `%p = arith.constant true
			cf.br ^a
		^a:
			cf.br ^b
		^b:
			%m = memref.alloca() : memref<2xf32>
			cf.cond_br %p, ^a, ^c
		^c:
			return`, "in a loop"},
		{"a branch in such a block", `%p = arith.constant true
			cf.br ^a
		^a:
			scf.if %p {
			  %m = memref.alloca() : memref<2xf32>
			}
			cf.br ^a`, "in a loop"},
	} {
		if n, d := frameOf(t, "func.func @f() {\n"+c.body+"\n}\n"+callees); n != 0 || d == nil || !strings.Contains(d.Msg, c.want) {
			t.Errorf("%s: %d bytes (%v), want a frame that is not known: %s", c.name, n, d, c.want)
		}
	}
}
