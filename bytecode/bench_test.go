package bytecode_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"optc/bytecode"
	"optc/ir"
	"optc/parser"
)

// straightLine returns functions of vector code.
func straightLine(functions, ops int) string {
	var b strings.Builder
	for f := range functions {
		fmt.Fprintf(&b, "func.func @f%d(%%m: memref<?x8xf32>, %%i: index, %%c: i1) -> vector<4x8xf32> {\n", f)
		b.WriteString("  %p = arith.constant 0.0 : f32\n  %0 = arith.constant dense<1.0> : vector<4x8xf32>\n")
		b.WriteString("  %1 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true]} : memref<?x8xf32>, vector<4x8xf32>\n")
		for n := 2; n < ops; n++ {
			switch n % 5 {
			case 0:
				fmt.Fprintf(&b, "  %%%d = vector.transfer_read %%m[%%i, %%i], %%p {in_bounds = [true, true]} : memref<?x8xf32>, vector<4x8xf32>\n", n)
			case 1:
				fmt.Fprintf(&b, "  %%%d = arith.select %%c, %%%d, %%%d : vector<4x8xf32>\n", n, n-1, n-2)
			case 2:
				fmt.Fprintf(&b, "  %%%d = vector.fma %%%d, %%%d, %%%d : vector<4x8xf32>\n", n, n-1, n/2, n-2)
			default:
				fmt.Fprintf(&b, "  %%%d = arith.addf %%%d, %%%d : vector<4x8xf32>\n", n, n-1, n-2)
			}
		}
		fmt.Fprintf(&b, "  return %%%d : vector<4x8xf32>\n}\n", ops-1)
	}
	return b.String()
}

// manySmall returns functions that share no attributes, types and strings.
func manySmall(functions int) string {
	var b strings.Builder
	for f := range functions {
		fmt.Fprintf(&b, "func.func @f%d(%%a: memref<%dx8xf32>, %%i: index, %%c: i1) attributes {own.name = \"function %d\"} {\n", f, f+1, f)
		fmt.Fprintf(&b, "  %%0 = affine.apply affine_map<(d0) -> (d0 * %d + 3)>(%%i)\n  %%1 = arith.constant %d : index\n", f+2, f)
		b.WriteString("  %2 = scf.for %k = %0 to %1 step %i iter_args(%s = %i) -> (index) {\n    %3 = scf.if %c -> (index) {\n      scf.yield %s : index\n    } else {\n")
		fmt.Fprintf(&b, "      %%4 = \"own.op\"(%%s) {value = dense<[%d, 1]> : tensor<2xi32>} : (index) -> index\n", f)
		b.WriteString("      scf.yield %4 : index\n    }\n    scf.yield %3 : index\n  }\n  return\n}\n")
	}
	return b.String()
}

// BenchmarkRead reads the same modules as text and as bytecode.
func BenchmarkRead(b *testing.B) {
	for _, in := range []struct{ name, text string }{{"straight", straightLine(40, 2500)}, {"small", manySmall(6000)}} {
		c := newContext()
		data := write(b, c, parse(b, c, in.text), bytecode.MaxVersion)
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/text/threads=%d", in.name, threads), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := parser.Parse(context.Background(), newContext(), &ir.Source{Text: in.text}, nil, parser.Threads(threads)); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run(fmt.Sprintf("%s/bytecode/threads=%d", in.name, threads), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := read(newContext(), data, threads); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkWrite writes a module.
func BenchmarkWrite(b *testing.B) {
	c := newContext()
	module := parse(b, c, straightLine(40, 2500))
	b.ReportAllocs()
	for b.Loop() {
		write(b, c, module, bytecode.MaxVersion)
	}
}
