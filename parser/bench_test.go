package parser_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/ir"
	"optc/parser"
)

// straightLine returns functions of straight-line vector code.
func straightLine(functions, ops int) string {
	var b strings.Builder
	b.WriteString("#map = affine_map<(d0, d1) -> (d0, d1)>\nmodule {\n")
	for f := range functions {
		fmt.Fprintf(&b, "  vec.func @f%d {\n  ^bb0(%%m: memref<?x8xf32>, %%i: index, %%c: i1):\n", f)
		b.WriteString("    %0 = vec.const dense<1.000000e+00> : vector<4x8xf32>\n")
		b.WriteString("    %1 = vec.load %m[%i, %i] : memref<?x8xf32>, vector<4x8xf32>\n")
		for n := 2; n < ops; n++ {
			switch n % 5 {
			case 0:
				fmt.Fprintf(&b, "    %%%d = vec.load %%m[%%i, %%i] : memref<?x8xf32>, vector<4x8xf32>\n", n)
			case 1:
				fmt.Fprintf(&b, "    %%%d = vec.select %%c, %%%d, %%%d : vector<4x8xf32>\n", n, n-1, n-2)
			case 2:
				fmt.Fprintf(&b, "    %%%d = \"foo.fma\"(%%%d, %%%d) {map = #map} : (vector<4x8xf32>, vector<4x8xf32>) -> vector<4x8xf32>\n", n, n-1, n/2)
			default:
				fmt.Fprintf(&b, "    %%%d = vec.add %%%d, %%%d : vector<4x8xf32>\n", n, n-1, n-2)
			}
		}
		b.WriteString("    vec.return\n  }\n")
	}
	b.WriteString("}\n")
	return b.String()
}

func newContext() *ir.Context {
	ctx := ir.NewContext(vec)
	ctx.AllowUnregistered = true
	return ctx
}

func benchmarkParse(b *testing.B, text string, threads int) {
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		var ds ir.Diagnostics
		if _, err := parser.Parse(b.Context(), newContext(), &ir.Source{Name: "-", Text: text}, &ds, parser.Threads(threads)); err != nil {
			b.Fatal(ds.String())
		}
	}
}

func BenchmarkStraightLine(b *testing.B) {
	text := straightLine(40, 2500)
	b.Run("threads=1", func(b *testing.B) { benchmarkParse(b, text, 1) })
	b.Run("threads=2", func(b *testing.B) { benchmarkParse(b, text, 2) })
}

func BenchmarkOneFunction(b *testing.B) { benchmarkParse(b, straightLine(1, 100000), 1) }

func BenchmarkTiny(b *testing.B) { benchmarkParse(b, "module {\n}\n", 0) }

func BenchmarkDenseHex(b *testing.B) {
	text := `"a.b"() {a = dense<"0x` + strings.Repeat("0123456789ABCDEF", 1<<18) + `"> : tensor<262144xf64>} : () -> ()`
	benchmarkParse(b, text, 1)
}

func BenchmarkDenseDecimal(b *testing.B) {
	text := `"a.b"() {a = dense<[` + strings.Repeat("1.500000e+00, ", 1<<18) + `0.0]> : tensor<262145xf32>} : () -> ()`
	benchmarkParse(b, text, 1)
}
