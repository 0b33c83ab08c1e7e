// Package irtest has modules and passes that tests of passes share.
package irtest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	fn "optc/dialect/func"
	"optc/ir"
	"optc/parser"
	"optc/passes"
)

// Parse reads a module, which may have operations that are not registered, and fails the
// test if it cannot.
func Parse(t testing.TB, text string) (*ir.Context, *ir.Operation) {
	t.Helper()
	c := ir.NewContext(all.Dialects()...)
	c.AllowUnregistered = true
	var ds ir.Diagnostics
	m, err := parser.Parse(t.Context(), c, &ir.Source{Name: "in.mlir", Text: text}, &ds)
	if err != nil {
		t.Fatal(ds.String())
	}
	return c, m
}

// Functions is the text of n functions, each with a value that is used twice.
func Functions(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "func.func @f%d(%%a: i32) -> i32 {\n  %%0 = arith.muli %%a, %%a : i32\n  %%1 = arith.muli %%a, %%a : i32\n"+
			"  %%2 = arith.addi %%0, %%1 : i32\n  return %%2 : i32\n}\n", i)
	}
	return b.String()
}

// Speak is a pass that reports and prints about every function and fails on some.
func Speak(failing ...string) *passes.Pass {
	return &passes.Pass{Name: "speak", Title: "test", Anchor: []ir.OpKind{fn.FuncOp{}}, Run: func(c *passes.Context) (bool, error) {
		name := ir.SymbolName(c.Op)
		fmt.Fprintf(c.Out(), "out %s\n", name)
		c.Report(c.Op.Remarkf("seen"))
		if slices.Contains(failing, name) {
			c.Report(c.Op.Errorf("bad"))
		}
		return false, nil
	}}
}
