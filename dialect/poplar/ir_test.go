package poplar_test

import (
	"strings"
	"testing"

	"optc/dialect/poplar"
	"optc/ir"
	"optc/parser"
)

// parseModule reads and verifies text; it returns the diagnostics, "" for none.
func parseModule(ctx *ir.Context, text string) (*ir.Operation, string) {
	var diags ir.Diagnostics
	module, ok := parser.Parse(ctx, &ir.Source{Name: "test.mlir", Text: text}, &diags)
	if ok {
		ir.Verify(module, &diags)
	}
	return module, diags.String()
}

// roundTrip parses, prints and parses again, in both forms.
func roundTrip(t *testing.T, text string) string {
	t.Helper()
	ctx := ir.NewContext(poplar.Dialect)
	module, diags := parseModule(ctx, text)
	if diags != "" {
		t.Fatalf("%s\nin\n%s", diags, text)
	}
	pretty := module.String()
	for _, o := range []ir.PrintOptions{{}, {Generic: true}} {
		printed := string(ir.Print(module, o))
		again, diags := parseModule(ctx, printed)
		if diags != "" {
			t.Fatalf("%s\nin\n%s", diags, printed)
		}
		if got := again.String(); got != pretty {
			t.Fatalf("printed\n%s\nbut read again it prints\n%s", pretty, got)
		}
	}
	return pretty
}

func TestExamplesRoundTrip(t *testing.T) {
	t.Parallel()
	for _, op := range poplar.Dialect.Ops {
		if len(op.Examples) == 0 {
			t.Errorf("%s has no example", op.Name)
		}
		mentioned := false
		for _, e := range op.Examples {
			mentioned = mentioned || strings.Contains(e, op.Name)
			roundTrip(t, e)
		}
		if !mentioned {
			t.Errorf("the examples of %s do not show it", op.Name)
		}
	}
}
