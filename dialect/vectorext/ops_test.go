package vectorext_test

import (
	"context"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/parser"
)

// parseModule reads and verifies text; it returns the diagnostics, "" for none.
func parseModule(c *ir.Context, text string) (*ir.Operation, string) {
	var diags ir.Diagnostics
	module, err := parser.Parse(context.Background(), c, &ir.Source{Name: "test.mlir", Text: text}, &diags)
	if err == nil {
		ir.Verify(module, &diags)
	}
	return module, diags.String()
}

// Every example parses, verifies, and reads back the same from both forms.
func TestExamplesRoundTrip(t *testing.T) {
	t.Parallel()
	for _, op := range vectorext.Dialect.Definitions().Ops {
		for _, example := range op.Examples {
			if !strings.Contains(example, op.Name()) {
				t.Errorf("an example of %s does not show it", op.Name())
			}
			c := all.Context()
			module, diags := parseModule(c, example)
			if diags != "" {
				t.Fatalf("%s\nin\n%s", diags, example)
			}
			for _, o := range []ir.PrintOptions{{}, {Generic: true}} {
				printed := string(ir.Print(module, o))
				again, diags := parseModule(c, printed)
				if diags != "" {
					t.Fatalf("%s\nin\n%s", diags, printed)
				}
				if got := again.String(); got != module.String() {
					t.Errorf("printed\n%s\nbut read again it prints\n%s", module, got)
				}
			}
		}
	}
}

func TestAttributeExamples(t *testing.T) {
	t.Parallel()
	c := all.Context()
	for _, kind := range vectorext.Dialect.Definitions().Attrs {
		for _, example := range kind.Examples {
			var diags ir.Diagnostics
			if a, err := parser.ParseAttr(c, example, nil, &diags); err != nil || a.String() != example {
				t.Errorf("%s reads as %v\n%s", example, a, diags.String())
			}
		}
	}
}
