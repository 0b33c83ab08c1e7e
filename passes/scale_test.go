package passes_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"optc/dialect/all"
	"optc/ir"
	"optc/passes"
	"optc/validate/oracle"
)

// TestLinearTime runs passes on modules in which many operations share one value,
// block, symbol or table, and on four times larger ones: what looks at all of them
// for each takes sixteen times as long.
func TestLinearTime(t *testing.T) {
	t.Parallel()
	const n, factor, limit, attempts = 2000, 4, 11, 10 // others may use the machine
	small, large := sharing(n), sharing(factor*n)
	for i, c := range small {
		t.Run(c.name, func(t *testing.T) {
			short, long := timeOf(t, c), timeOf(t, large[i])
			for n := 0; n < attempts && long >= limit*short; n++ {
				short, long = min(short, timeOf(t, c)), min(long, timeOf(t, large[i]))
			}
			if long < limit*short {
				return
			}
			t.Errorf("%d times as many operations take %.1f times as long", factor, float64(long)/float64(short))
		})
	}
}

// timeOf runs the pass of an input.
func timeOf(t *testing.T, c shared) time.Duration {
	ctx := all.Context()
	ctx.AllowUnregistered = true
	m := oracle.Parse(t, ctx, c.text)
	start := time.Now()
	if err := passes.NewManager(ctx).Run(t.Context(), passes.On(ir.Module, passes.Use(c.pass)), m); err != nil {
		t.Fatal(err)
	}
	return time.Since(start)
}

type shared struct {
	name, text string
	pass       *passes.Pass
}

// sharing returns the inputs with n operations.
func sharing(n int) []shared {
	// each joins a line for every number below n.
	each := func(format string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(strings.ReplaceAll(format, "#+", fmt.Sprint(i+1)), "#", fmt.Sprint(i)))
		}
		return b.String()
	}
	list := func(format string) string { return strings.TrimSuffix(each(format), ",") }
	return []shared{
		{"globals", each("memref.global \"private\" constant @g# : memref<2xi32> = dense<[#, 2]>\n") +
			"func.func @f(%i: index) {\n" + each("  %g# = memref.get_global @g# : memref<2xi32>\n"+
			"  %x# = affine.load %g#[1] : memref<2xi32>\n  \"t.use\"(%x#) : (i32) -> ()\n") + "  return\n}", passes.Canonicalize},
		{"cases", "func.func @f(%x: i32, %a: i32) -> i32 {\n  cf.switch %x : i32, [default: ^d(%a : i32)," + list("#: ^d(%a : i32),") +
			"]\n^d(%r: i32):\n  return %r : i32\n}", passes.Canonicalize},
		{"arguments", "func.func @f(%a: i32) -> i32 {\n  cf.br ^b(" + list("%a,") + " : " + list("i32,") + ")\n^b(" + list("%x#: i32,") +
			"):\n  %c = \"t.c\"() : () -> i1\n  cf.cond_br %c, ^b(" + list("%x#,") + " : " + list("i32,") + "), ^e\n^e:\n  return %x0 : i32\n}", passes.Canonicalize},
		{"uses of a condition", "func.func @f(%c: i1) {\n" + each("  scf.if %c {\n    \"t.a\"() : () -> ()\n  }\n  \"t.b\"() : () -> ()\n") +
			"  return\n}", passes.Canonicalize},
		{"regions of one condition", "func.func @f(%c: i1, %a: i32, %x0: i32) -> i32 {\n" +
			each("  %x#+ = scf.if %c -> (i32) {\n    %y = arith.addi %x#, %a : i32\n    scf.yield %y : i32\n  } else {\n    scf.yield %a : i32\n  }\n") +
			fmt.Sprintf("  return %%x%d : i32\n}", n), passes.CSE},
		{"callees of one function", "func.func @f(%x0: i32) -> i32 {\n" + each("  %x#+ = call @f#(%x#) : (i32) -> i32\n") +
			fmt.Sprintf("  return %%x%d : i32\n}\n", n) + each("func.func private @f#(%a: i32) -> i32 {\n  return %a : i32\n}\n"), passes.Inline},
		{"chain of calls", each("func.func @f#(%a: i32) -> i32 {\n  %0 = call @f#+(%a) : (i32) -> i32\n  return %0 : i32\n}\n") +
			fmt.Sprintf("func.func @f%d(%%a: i32) -> i32 {\n  return %%a : i32\n}\n", n), passes.Inline},
	}
}
