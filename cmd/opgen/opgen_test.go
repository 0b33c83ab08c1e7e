package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The types of a dialect are generated although its checks, folds, methods and other code use them.
// Afterwards the folder of the dialect contains no additional file.
func TestNothingGenerated(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	if err := newOverlay().generate("optc/cmd/opgen/testdata/gen", &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`func (PowOp) Kind() ir.Kind `, `{ return "cube.power" }`, `) Exponent() int64 `, `) Scale() float64 `, `SetAttr("scale", ir.ContextOf(op.Operation()).F32Attr(v))`, `{ return "cube.edge_length" }`, `) Body() *ir.Region `,
		"func NewPow(b ir.OpBuilder, x *ir.Value, exponent int64) PowOp {", "ir.TypeOf[EdgeLengthOp](),",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("expected %q in\n%s", want, out.String())
		}
	}
	names, err := filepath.Glob("testdata/cube/*")
	if err != nil || len(names) != 1 {
		t.Errorf("got files %v, error %v", names, err)
	}
}

// An error in a definition is reported at its place.
func TestDefinitionDoesNotCompile(t *testing.T) {
	t.Parallel()
	err := newOverlay().generate("optc/cmd/opgen/testdata/genwrong", os.Stdout)
	if err == nil || !strings.Contains(err.Error(), "wrong.go:14:") || !strings.Contains(err.Error(), "undefined: ir.AnyNumber") {
		t.Errorf("got %v", err)
	}
}

// Line numbers do not change, and of two nested edits the outer one wins.
func TestApply(t *testing.T) {
	t.Parallel()
	const text = "a := func() {\n\tb()\n}\nc()\n"
	got := apply([]byte(text), []edit{{start: 15, end: 16, text: "x"}, {start: 12, end: 20, text: "{ panic(1) }"}})
	if want := "a := func() { panic(1) \n\n}\nc()\n"; string(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
