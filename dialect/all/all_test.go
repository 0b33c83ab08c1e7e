package all_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/dialect/all"
	"optc/dialect/linalg"
	"optc/ir"
	"optc/parser"
)

// parse reads a valid module.
func parse(t *testing.T, text string) *ir.Operation {
	t.Helper()
	return parseIn(t, all.Context(), text)
}

func parseIn(t *testing.T, c *ir.Context, text string) *ir.Operation {
	t.Helper()
	c.AllowUnregistered = true
	var ds ir.Diagnostics
	m, err := parser.Parse(t.Context(), c, &ir.Source{Name: "example.mlir", Text: text}, &ds)
	if err != nil || ir.Verify(m, &ds) != nil {
		t.Fatalf("%s\n%s", ds.String(), text)
	}
	return m
}

// TestDeclarations checks every declared operation: its format is valid, it is
// documented, and its examples are valid and survive both forms.
func TestDeclarations(t *testing.T) {
	t.Parallel()
	if err := ir.CheckDialects(append(all.Dialects(), ir.Builtin)...); err != nil {
		t.Error(err)
	}
	for _, d := range append(all.Dialects(), ir.Builtin) {
		t.Run(d.Name, func(t *testing.T) {
			t.Parallel()
			if d.Summary == "" || d.Description == "" {
				t.Errorf("dialect %s is not documented", d.Name)
			}
			for _, op := range d.Definitions().Ops {
				if op.Summary == "" {
					t.Errorf("%s is not documented", op.Name())
				}
				if op.Assembly == "" && op.Parse != nil && (op.Form == "" || len(op.Examples) == 0) {
					t.Errorf("help shows no form, or no example, of %s", op.Name())
				}
				for _, example := range op.Examples {
					roundTrip(t, op.Name(), example)
				}
			}
		})
	}
}

func roundTrip(t *testing.T, name, example string) {
	t.Helper()
	c := all.Context()
	m := parseIn(t, c, example)
	pretty := string(ir.Print(m, ir.PrintOptions{}))
	short := name[strings.LastIndexByte(name, '.')+1:] // regions may have a default dialect
	if !strings.Contains(pretty, short) {
		t.Errorf("the example of %s does not show it:\n%s", name, pretty)
	}
	if diff := cmp.Diff(pretty, string(ir.Print(parse(t, pretty), ir.PrintOptions{}))); diff != "" {
		t.Errorf("%s: pretty form parses to something else (-printed +again):\n%s", name, diff)
	}
	generic := string(ir.Print(m, ir.PrintOptions{Generic: true}))
	if diff := cmp.Diff(pretty, string(ir.Print(parse(t, generic), ir.PrintOptions{}))); diff != "" {
		t.Errorf("%s: generic form parses to something else (-pretty +generic):\n%s", name, diff)
	}
	// Neither form loses an unknown attribute, except in regions that the pretty form implies.
	note := c.Str("kept")
	ir.Walk(m, func(op *ir.Operation) ir.WalkResult {
		op.SetAttr("test.note", note)
		if loops, ok := linalg.Structured.Of(op); ok && loops.Build != nil {
			return ir.Skip
		}
		return ir.Advance
	})
	noted := ir.Print(m, ir.PrintOptions{Generic: true})
	again := ir.Print(parse(t, string(ir.Print(m, ir.PrintOptions{}))), ir.PrintOptions{Generic: true})
	if diff := cmp.Diff(string(noted), string(again)); diff != "" {
		t.Errorf("%s: pretty form loses an attribute (-printed +again):\n%s", name, diff)
	}
}

// TestEffects: operands of an operation without effects have no effects.
func TestEffects(t *testing.T) {
	t.Parallel()
	for _, d := range all.Dialects() {
		for _, op := range d.Definitions().Ops {
			if op.Traits&(ir.Pure|ir.NoMemoryEffect) == 0 {
				continue
			}
			for _, v := range slices.Concat(op.Operands, op.Results) {
				if v.Effects != 0 {
					t.Errorf("%s has no effects, yet %s has", op.Name(), v.Name)
				}
			}
			if op.Effects != nil {
				t.Errorf("%s has no effects, yet a function for them", op.Name())
			}
		}
	}
}
