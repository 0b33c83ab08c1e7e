package fn_test

import (
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
	"optc/sim"
)

// TestRuntime calls functions that a module only declares, and expects the text that mlir-runner 22.1 prints.
func TestRuntime(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want, err string }{
		{name: "memref", text: `
			func.func private @printMemrefF32(memref<*xf32>)
			func.func @main() {
				%a = memref.alloc() : memref<2x3x2xf32>
				%c0 = arith.constant 0 : index
				%c1 = arith.constant 1 : index
				%d = arith.constant 0.333333333 : f32
				linalg.fill ins(%d : f32) outs(%a : memref<2x3x2xf32>)
				%big = arith.constant 12345678.0 : f32
				memref.store %big, %a[%c1, %c0, %c1] : memref<2x3x2xf32>
				%s = memref.subview %a[0, 0, 1] [2, 2, 1] [1, 1, 1] : memref<2x3x2xf32> to memref<2x2x1xf32, strided<[6, 2, 1], offset: 1>>
				%u = memref.cast %s : memref<2x2x1xf32, strided<[6, 2, 1], offset: 1>> to memref<*xf32>
				call @printMemrefF32(%u) : (memref<*xf32>) -> ()
				return
			}`, want: "Unranked Memref base@ = 0x0 rank = 3 offset = 1 sizes = [2, 2, 1] strides = [6, 2, 1] data = \n" +
			"[[[0.333333], \n  [0.333333]], \n [[1.23457e+07], \n  [0.333333]]]\n"},
		{name: "tensor", text: `
			func.func private @printMemrefI32(tensor<*xi32>)
			func.func @main() {
				%a = arith.constant dense<[1, -2, 3]> : tensor<3xi32>
				%u = tensor.cast %a : tensor<3xi32> to tensor<*xi32>
				call @printMemrefI32(%u) : (tensor<*xi32>) -> ()
				return
			}`, want: "Unranked Memref base@ = 0x0 rank = 1 offset = 0 sizes = [3] strides = [1] data = \n[1,  -2,  3]\n"},
		{name: "numbers", text: `
			func.func private @printF64(f64)
			func.func private @printI64(i64)
			func.func private @printU64(i64)
			func.func private @printOpen()
			func.func private @printComma()
			func.func private @printClose()
			func.func private @printNewline()
			func.func private @rtclock() -> f64
			func.func @main() {
				%a = arith.constant 1.5e-9 : f64
				%b = arith.constant -1 : i64
				%t = call @rtclock() : () -> f64
				%z = arith.subf %t, %t : f64
				call @printOpen() : () -> ()
				call @printF64(%a) : (f64) -> ()
				call @printComma() : () -> ()
				call @printI64(%b) : (i64) -> ()
				call @printComma() : () -> ()
				call @printU64(%b) : (i64) -> ()
				call @printComma() : () -> ()
				call @printF64(%z) : (f64) -> ()
				call @printClose() : () -> ()
				call @printNewline() : () -> ()
				return
			}`, want: "( 1.5e-09, -1, 18446744073709551615, 0 )\n"},
		{name: "another type", text: `
			func.func private @printF64(f32)
			func.func @main() {
				%a = arith.constant 1.5 : f32
				call @printF64(%a) : (f32) -> ()
				return
			}`, err: "function @printF64 has no body"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var ds ir.Diagnostics
			module, err := parser.Parse(t.Context(), ir.NewContext(all.Dialects()...), &ir.Source{Name: "in.mlir", Text: c.text}, &ds)
			if err != nil {
				t.Fatal(ds.String())
			}
			var out strings.Builder
			m := sim.New(module, nil)
			m.Out = &out
			_, err = m.Call(t.Context(), "main")
			if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
				t.Fatal(err)
			}
			if out.String() != c.want {
				t.Errorf("got %q, expected %q", out.String(), c.want)
			}
		})
	}
}
