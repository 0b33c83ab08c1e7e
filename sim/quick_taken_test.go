package sim_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
	"optc/sim"
)

// countingTable returns the meanings of all dialects; it counts, by name of the
// operation, the executions that quick forms leave to the exact forms.
func countingTable(slow map[string]int) sim.Table {
	t := exact()
	for kind, fn := range t {
		t[kind] = func(f *sim.Frame, in *sim.Instr) error {
			slow[in.Op.Name()]++
			return fn(f, in)
		}
	}
	for _, d := range all.Dialects() {
		if m, ok := d.Meanings().(*sim.Meanings); ok {
			for kind, quick := range m.Quick {
				t[kind] = quick(t[kind])
			}
		}
	}
	return t
}

func parseQuick(t *testing.T, text string) *ir.Operation {
	t.Helper()
	var ds ir.Diagnostics
	module, err := parser.Parse(t.Context(), all.Context(), &ir.Source{Name: "in.mlir", Text: text}, &ds)
	if err != nil || ir.Verify(module, &ds) != nil {
		t.Fatalf("%s\nin\n%s", ds.String(), text)
	}
	return module
}

// Scalars and vectors of ordinary numbers have a quick form, except for operations and
// types that are rare, and for flags under which results may be poison.
func TestQuickForms(t *testing.T) {
	t.Parallel()
	slowOnes := strings.Fields(`arith.divui||exact:i8 arith.shrui||exact:i8 arith.divui||exact:i17 arith.shrui||exact:i17
arith.divui||exact:i32 arith.shrui||exact:i32 arith.divui||exact:i64 arith.shrui||exact:i64 arith.divui||exact:index arith.shrui||exact:index
arith.subi||overflow<nsw,nuw>:i8 arith.subi||overflow<nsw,nuw>:i17 arith.subi||overflow<nsw,nuw>:i32 arith.subi||overflow<nsw,nuw>:i64 arith.subi||overflow<nsw,nuw>:index
arith.addf||fastmath<fast>:f16 arith.mulf||fastmath<nnan,ninf>:f16 arith.subf||fastmath<nsz>:f16
arith.addf||fastmath<fast>:f32 arith.mulf||fastmath<nnan,ninf>:f32 arith.subf||fastmath<nsz>:f32
arith.addf||fastmath<fast>:f64 arith.mulf||fastmath<nnan,ninf>:f64 arith.subf||fastmath<nsz>:f64
math.fma||fastmath<nnan>:f16 math.fma||fastmath<nnan>:f32 math.fma||fastmath<nnan>:f64
math.fma||fastmath<contract>:f16 arith.divf:f16 math.absf:f16 math.sqrt:f16 math.fma:f16
arith.sitofp|||f16:i8 arith.sitofp|||f16:i32 arith.trunci||overflow<nsw>|i32:i64 arith.extf|||f64:f16
arith.addf||fastmath<fast>:bf16 arith.mulf||fastmath<nnan,ninf>:bf16 arith.subf||fastmath<nsz>:bf16
arith.divf:bf16 math.absf:bf16 math.sqrt:bf16 math.fma:bf16 arith.extf|||f64:bf16 arith.truncf||upward|f16:f32 arith.fptosi|||i8:f32 arith.truncf|||f16:f64 arith.fptosi|||i16:f64
arith.extf||fastmath<nnan>|f64:f32 arith.truncf||upward|f32:f64 arith.trunci||overflow<nuw>|i8:i64`)
	cases := append(slices.Clone(quickCases), []struct{ types, ops string }{
		{"f16 f32 f64", "math.fma||fastmath<nnan> math.fma||fastmath<contract>"}, {"f32", "arith.extf||fastmath<nnan>|f64"}, {"f64", "arith.truncf||upward|f32"}, {"i64", "arith.trunci||overflow<nuw>|i8"},
	}...)
	for _, group := range cases {
		for _, elem := range strings.Fields(group.types) {
			if elem == "i1" { // has no three different numbers
				continue
			}
			for _, op := range strings.Fields(group.ops) {
				want := 0
				if slices.Contains(slowOnes, op+":"+elem) {
					want = 1
				}
				literal := func(n int) string {
					if strings.Contains(elem, "f") {
						return fmt.Sprintf("%d.0", n)
					}
					return fmt.Sprint(n)
				}
				for _, typ := range []string{elem, fmt.Sprintf("vector<%dx%s>", 2*sim.PollSteps+3, elem)} {
					operation, _, _ := statement(op, typ, elem)
					text := "func.func @f() {\n"
					for i, name := range []string{"a", "b", "c"} {
						value := literal(3 - i)
						if typ != elem {
							value = "dense<" + value + ">"
						}
						text += fmt.Sprintf("%%%s = arith.constant %s : %s\n", name, value, typ)
					}
					slow := map[string]int{}
					if _, err := sim.New(parseQuick(t, text+"%r = "+operation+"\nreturn\n}"), countingTable(slow)).Call(t.Context(), "f"); err != nil {
						t.Fatalf("%s: %v", operation, err)
					}
					if name, _, _ := strings.Cut(op, "|"); slow[name] != want {
						t.Errorf("%s: %d times the exact form, want %d", operation, slow[name], want)
					}
				}
			}
		}
	}
}

// Numbers in memory are read and written by quick forms, singly and in rows, and
// reductions use quick forms too; rare and wrong cases are left to the exact forms.
func TestQuickAccesses(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, code string
		slow       int
	}{
		{"memref.load", "%r = memref.load %m[%c1] : memref<8xi32>", 0},
		{"memref.load", "%r = memref.load %g[%c1, %c1] : memref<4x8xi32>", 0},
		{"memref.load", "%r = memref.load %z[] : memref<i32>", 0},
		{"memref.load", "%a = memref.alloc() : memref<2xvector<2xi32>>\n%r = memref.load %a[%c1] : memref<2xvector<2xi32>>", 1},
		{"memref.store", "memref.store %x, %m[%c7] : memref<8xi32>", 0},
		{"memref.store", "%p = ub.poison : i32\nmemref.store %p, %m[%c1] : memref<8xi32>", 1},
		{"memref.store", "%a = memref.alloc() : memref<2xvector<2xi32>>\nmemref.store %w, %a[%c1] : memref<2xvector<2xi32>>", 1},
		{"vector.load", "%r = vector.load %m[%c6] : memref<8xi32>, vector<2xi32>", 0},
		{"vector.load", "%r = vector.load %g[%c1, %c6] : memref<4x8xi32>, vector<3x2xi32>", 0},
		{"vector.load", "%r = vector.load %m[%c1] : memref<8xi32>, vector<i32>", 1},
		{"vector.load", "%c3 = arith.constant 3 : index\n%r = vector.load %g[%c3, %c6] : memref<4x8xi32>, vector<2xi32>", 0},
		{"vector.load", "%r = vector.load %b[%c1] : memref<8xi8>, vector<7xi8>", 0},
		{"vector.load", "%r = vector.load %d[%c1] : memref<8xf64>, vector<7xf64>", 0},
		{"vector.load", "%r = vector.load %h[%c1] : memref<8xf16>, vector<7xf16>", 0},
		{"vector.load", "%s = memref.subview %m[0] [4] [2] : memref<8xi32> to memref<4xi32, strided<[2]>>\n%r = vector.load %s[%c1] : memref<4xi32, strided<[2]>>, vector<1xi32>", 1},
		{"vector.transfer_read", "%s = memref.transpose %g (i, j) -> (j, i) : memref<4x8xi32> to memref<8x4xi32, strided<[1, 8]>>\n%r = vector.transfer_read %s[%c1, %c1], %x : memref<8x4xi32, strided<[1, 8]>>, vector<2xi32>", 1},
		{"vector.store", "vector.store %w, %m[%c6] : memref<8xi32>, vector<2xi32>", 0},
		{"vector.store", "%p = ub.poison : i32\n%v = vector.insert %p, %w [1] : i32 into vector<2xi32>\nvector.store %v, %m[%c6] : memref<8xi32>, vector<2xi32>", 1},
		{"vector.transfer_read", "%r = vector.transfer_read %m[%c6], %x : memref<8xi32>, vector<2xi32>", 0},
		{"vector.transfer_read", "%r = vector.transfer_read %g[%c1, %c6], %x : memref<4x8xi32>, vector<3x2xi32>", 0},
		{"vector.transfer_read", "%r = vector.transfer_read %g[%c1, %c6], %x {in_bounds = [true, true]} : memref<4x8xi32>, vector<3x2xi32>", 0},
		{"vector.transfer_read", "%r = vector.transfer_read %m[%c7], %x : memref<8xi32>, vector<2xi32>", 1},
		{"vector.transfer_read", "%r = vector.transfer_read %m[%c1], %x, %on : memref<8xi32>, vector<2xi32>", 1},
		{"vector.transfer_read", "%r = vector.mask %on { vector.transfer_read %m[%c1], %x : memref<8xi32>, vector<2xi32> } : vector<2xi1> -> vector<2xi32>", 1},
		{"vector.transfer_read", "%r = vector.transfer_read %g[%c1, %c1], %x {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<4x8xi32>, vector<2x2xi32>", 1},
		{"vector.transfer_read", "%t = tensor.splat %x : tensor<8xi32>\n%r = vector.transfer_read %t[%c1], %x : tensor<8xi32>, vector<2xi32>", 1},
		{"vector.transfer_write", "vector.transfer_write %w, %m[%c6] : vector<2xi32>, memref<8xi32>", 0},
		{"vector.transfer_write", "vector.transfer_write %w, %m[%c7] : vector<2xi32>, memref<8xi32>", 1},
		{"vector.transfer_write", "vector.transfer_write %w, %m[%c1], %on : vector<2xi32>, memref<8xi32>", 1},
		{"vector.reduction", "%r = vector.reduction <add>, %w : vector<2xi32> into i32", 0},
		{"vector.reduction", "%r = vector.reduction <add>, %w, %x : vector<2xi32> into i32", 0},
		{"vector.reduction", "%r = vector.mask %on { vector.reduction <add>, %w : vector<2xi32> into i32 } : vector<2xi1> -> i32", 1},
		{"vector.reduction", "%p = ub.poison : i32\n%r = vector.reduction <add>, %w, %p : vector<2xi32> into i32", 1},
		{"vector.fma", "%f = arith.constant dense<2.0> : vector<4xf32>\n%r = vector.fma %f, %f, %f : vector<4xf32>", 0},
		{"math.fma", "%i = arith.constant dense<0x7F800000> : vector<2xf32>\n%f = arith.constant dense<0.0> : vector<2xf32>\n%r = math.fma %i, %f, %f : vector<2xf32>", 1},
	} {
		t.Run(test.code, func(t *testing.T) {
			t.Parallel()
			text := `func.func @f() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %x = arith.constant 5 : i32
  %w = arith.constant dense<[3, 4]> : vector<2xi32>
  %on = arith.constant dense<true> : vector<2xi1>
  %m = memref.get_global @m : memref<8xi32>
  %g = memref.get_global @g : memref<4x8xi32>
  %z = memref.get_global @z : memref<i32>
  %b = memref.get_global @b : memref<8xi8>
  %h = memref.get_global @h : memref<8xf16>
  %d = memref.get_global @d : memref<8xf64>
` + test.code + `
  return
}
memref.global @m : memref<8xi32> = dense<1>
memref.global @g : memref<4x8xi32> = dense<2>
memref.global @z : memref<i32> = dense<3>
memref.global @b : memref<8xi8> = dense<4>
memref.global @h : memref<8xf16> = dense<5.0>
memref.global @d : memref<8xf64> = dense<6.0>`
			slow := map[string]int{}
			if _, err := sim.New(parseQuick(t, text), countingTable(slow)).Call(t.Context(), "f"); err != nil {
				t.Fatal(err)
			}
			if slow[test.name] != test.slow {
				t.Errorf("%d times the exact form, want %d", slow[test.name], test.slow)
			}
		})
	}
}
