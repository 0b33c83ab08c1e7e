package passes_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/internal/testing/oracle"
	"optc/ir"
	"optc/passes"
	"optc/passes/standard"
)

// TestLinearWork runs passes on modules in which many operations share a value, block, symbol or
// table, and on modules four times as large: a pass that visits all sharing operations for each of
// them does sixteen times as much work. Work is measured by the allocations of a run and by how
// often it checks whether it has ended, which it does after a fixed number of visits; a walk along
// uses that allocates nothing is not measured. The test is not parallel, because allocations are
// counted for the whole process.
func TestLinearWork(t *testing.T) {
	const n, factor, limit = 2000, 4, 6
	small, large := sharing(n), sharing(factor*n)
	for i, c := range small {
		t.Run(c.name, func(t *testing.T) {
			few, many := workOf(t, c), workOf(t, large[i])
			for k, name := range []string{"visits", "allocations", "bytes"} {
				if many[k] > limit*few[k] {
					t.Errorf("%d times as many operations take %d %s instead of %d", factor, many[k], name, few[k])
				}
			}
		})
	}
}

// workOf runs the pass of an input and returns the number of polls of the context, which may be 0
// for the smaller input, of allocations and of allocated bytes.
func workOf(t *testing.T, c shared) [3]uint64 {
	ctx := all.Context()
	ctx.AllowUnregistered = true
	m := oracle.Parse(t, ctx, c.text)
	manager := passes.NewManager(ctx)
	manager.Threads = 1
	polled := &polledContext{Context: t.Context()}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := manager.Run(polled, passes.On(ir.ModuleOp{}, passes.Use(c.pass)), m); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return [3]uint64{1 + polled.polls, after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc}
}

// polledContext counts how often it is checked.
type polledContext struct {
	context.Context
	polls uint64
}

func (c *polledContext) Err() error {
	c.polls++
	return c.Context.Err()
}

// numbered joins a line for every number below n.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(strings.ReplaceAll(format, "#+", fmt.Sprint(i+1)), "#", fmt.Sprint(i)))
	}
	return b.String()
}

type shared struct {
	name, text string
	pass       *passes.Pass
}

// sharing returns the inputs with n operations.
func sharing(n int) []shared {
	each := func(format string) string { return numbered(n, format) }
	list := func(format string) string { return strings.TrimSuffix(each(format), ",") }
	return []shared{
		{"globals", each("memref.global \"private\" constant @g# : memref<2xi32> = dense<[#, 2]>\n") +
			"func.func @f(%i: index) {\n" + each("  %g# = memref.get_global @g# : memref<2xi32>\n"+
			"  %x# = affine.load %g#[1] : memref<2xi32>\n  \"t.use\"(%x#) : (i32) -> ()\n") + "  return\n}", standard.Canonicalize},
		{"cases", "func.func @f(%x: i32, %a: i32) -> i32 {\n  cf.switch %x : i32, [default: ^d(%a : i32)," + list("#: ^d(%a : i32),") +
			"]\n^d(%r: i32):\n  return %r : i32\n}", standard.Canonicalize},
		{"arguments", "func.func @f(%a: i32) -> i32 {\n  cf.br ^b(" + list("%a,") + " : " + list("i32,") + ")\n^b(" + list("%x#: i32,") +
			"):\n  %c = \"t.c\"() : () -> i1\n  cf.cond_br %c, ^b(" + list("%x#,") + " : " + list("i32,") + "), ^e\n^e:\n  return %x0 : i32\n}", standard.Canonicalize},
		{"uses of a condition", "func.func @f(%c: i1) {\n" + each("  scf.if %c {\n    \"t.a\"() : () -> ()\n  }\n  \"t.b\"() : () -> ()\n") +
			"  return\n}", standard.Canonicalize},
		{"regions of one condition", "func.func @f(%c: i1, %a: i32, %x0: i32) -> i32 {\n" +
			each("  %x#+ = scf.if %c -> (i32) {\n    %y = arith.addi %x#, %a : i32\n    scf.yield %y : i32\n  } else {\n    scf.yield %a : i32\n  }\n") +
			fmt.Sprintf("  return %%x%d : i32\n}", n), standard.CSE},
		{"callees of one function", "func.func @f(%x0: i32) -> i32 {\n" + each("  %x#+ = call @f#(%x#) : (i32) -> i32\n") +
			fmt.Sprintf("  return %%x%d : i32\n}\n", n) + each("func.func private @f#(%a: i32) -> i32 {\n  return %a : i32\n}\n"), standard.Inline},
		{"chain of calls", each("func.func @f#(%a: i32) -> i32 {\n  %0 = call @f#+(%a) : (i32) -> i32\n  return %0 : i32\n}\n") +
			fmt.Sprintf("func.func @f%d(%%a: i32) -> i32 {\n  return %%a : i32\n}\n", n), standard.Inline},
		{"chain of private calls", "func.func @f(%a: i32) -> i32 {\n  %0 = call @f0(%a) : (i32) -> i32\n  return %0 : i32\n}\n" +
			each("func.func private @f#(%a: i32) -> i32 {\n  %c = arith.constant # : i32\n  %x = arith.xori %a, %c : i32\n"+
				"  %0 = call @f#+(%x) : (i32) -> i32\n  %y = arith.muli %0, %a : i32\n  return %y : i32\n}\n") +
			fmt.Sprintf("func.func private @f%d(%%a: i32) -> i32 {\n  return %%a : i32\n}\n", n), standard.Inline},
	}
}
