package validate_test

import (
	"strings"
	"testing"

	"optc/dialect/arith"
	"optc/ir"
)

// TestFunctionInPlace: a pass on a function is compared together with the functions and
// globals around it, and a function that calls itself calls what it was before the pass.
func TestFunctionInPlace(t *testing.T) {
	t.Parallel()
	const text = `module @outer {
  memref.global "private" constant @seven : memref<1xi32> = dense<7>
  func.func private @below(%a: i32) -> i32 {
    %c0 = arith.constant 0 : index
    %g = memref.get_global @seven : memref<1xi32>
    %b = memref.load %g[%c0] : memref<1xi32>
    %0 = arith.addi %a, %b : i32
    return %0 : i32
  }
  func.func @f(%n: i32) -> i32 {
    %c0 = arith.constant 0 : i32
    %c15 = arith.constant 15 : i32
    %m = arith.andi %n, %c15 : i32
    %stop = arith.cmpi eq, %m, %c0 : i32
    %r = scf.if %stop -> (i32) {
      %0 = func.call @below(%m) : (i32) -> i32
      scf.yield %0 : i32
    } else {
      %c1 = arith.constant 1 : i32
      %less = arith.OPERATION : i32
      %0 = func.call @f(%less) : (i32) -> i32
      %1 = arith.addi %0, %m : i32
      scf.yield %1 : i32
    }
    return %r : i32
  }
}`
	for _, c := range []struct {
		name, operation string
		swapped         ir.OpKind
		want            string
	}{
		{name: "right", operation: "addi %m, %c15", swapped: arith.AddIOp{}},
		// After the pass, the function calls itself for ever with 1 - m, whose last bits are
		// never zero.
		{name: "wrong", operation: "subi %m, %c1", swapped: arith.SubIOp{}, want: "'func.func' op can be executed before the pass, but afterwards"},
	} {
		got := run(t, strings.Replace(text, "OPERATION", c.operation, 1), "builtin.module(func.func(break))", breaking(c.swapped, swap))
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: got %s", c.name, got)
		}
	}
}
