package lit_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"optc/lit"
)

// BenchmarkSuite runs 500 tests of a function each, with optc and FileCheck, in one
// process.
func BenchmarkSuite(b *testing.B) {
	const tests = 500
	r := newRunner(b)
	r.Root = b.TempDir()
	for i := range tests {
		text := fmt.Sprintf(`// RUN: optc %%s --canonicalize | FileCheck %%s

// CHECK-LABEL: func.func @f%d(
// CHECK-SAME:    %%[[A:.+]]: i32)
// CHECK-NEXT:    %%[[B:.+]] = arith.addi %%[[A]], %%[[A]] : i32
// CHECK-NEXT:    return %%[[B]] : i32
func.func @f%d(%%a: i32) -> i32 {
  %%0 = arith.addi %%a, %%a : i32
  return %%0 : i32
}
`, i, i)
		if err := os.WriteFile(filepath.Join(r.Root, fmt.Sprintf("t%d.mlir", i)), []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	names, err := r.Discover(".")
	if err != nil || len(names) != tests {
		b.Fatal(len(names), err)
	}
	for b.Loop() {
		r.RunAll(b.Context(), names, func(res lit.Result) {
			if res.Status != lit.Pass {
				b.Fatal(res.Report)
			}
		})
	}
}
