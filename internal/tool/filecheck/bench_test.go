package filecheck_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"optc/internal/tool/filecheck"
)

// largePair returns an input of about megabytes MB and a check file with
// directives spread over it.
func largePair(megabytes, directives int) (checks, input string) {
	var in, ch strings.Builder
	const perFunction = 8
	for n := 0; in.Len() < megabytes<<20; n++ {
		fmt.Fprintf(&in, "  func.func @f%d(%%arg0: vector<16x16xf32>, %%arg1: memref<?x?xf32>) -> vector<16x16xf32> {\n", n)
		for i := range perFunction {
			fmt.Fprintf(&in, "    %%%d = arith.addf %%arg0, %%%d : vector<16x16xf32> loc(\"f\":%d:%d)\n", i, i, n, i)
		}
		in.WriteString("    return %7 : vector<16x16xf32>\n  }\n")
	}
	functions := strings.Count(in.String(), "func.func")
	const perBlock = 5
	step := functions / (directives / perBlock)
	for n := 0; n < directives/perBlock; n++ {
		fmt.Fprintf(&ch, "// CHECK-LABEL: func.func @f%d(\n", n*step)
		ch.WriteString("// CHECK-SAME:    %[[ARG:.+]]: vector<16x16xf32>,\n")
		ch.WriteString("// CHECK:         %[[X:.+]] = arith.addf %[[ARG]], %{{[0-9]+}} : vector\n")
		ch.WriteString("// CHECK-NOT:     arith.mulf\n")
		ch.WriteString("// CHECK:         return %{{.*}} : vector<16x16xf32>\n")
	}
	return ch.String(), in.String()
}

func BenchmarkCheckLarge(b *testing.B) {
	checks, input := largePair(12, 10000)
	b.SetBytes(int64(len(input)))
	for b.Loop() {
		if exit := filecheck.Run("checks", checks, "input", input, filecheck.Options{}, io.Discard); exit != 0 {
			b.Fatal("exit code ", exit)
		}
	}
}

func BenchmarkCheckSmall(b *testing.B) {
	const checks = "// CHECK-LABEL: @f\n// CHECK: %[[A:.+]] = arith.addi\n// CHECK-NEXT: return %[[A]]\n"
	const input = "func.func @f(%arg0: i32) -> i32 {\n  %0 = arith.addi %arg0, %arg0 : i32\n  return %0 : i32\n}\n"
	for b.Loop() {
		if exit := filecheck.Run("checks", checks, "input", input, filecheck.Options{}, io.Discard); exit != 0 {
			b.Fatal("exit code ", exit)
		}
	}
}
