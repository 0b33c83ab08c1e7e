package all_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/diag"
	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
	"optc/sim"
)

// TestUndefined: the simulator finds every row of the tables of undefined behaviour.
func TestUndefined(t *testing.T) {
	t.Parallel()
	rows := 0
	for _, d := range all.Dialects() {
		m, ok := d.Meanings().(*sim.Meanings)
		if !ok {
			continue
		}
		for i := range m.Undefined {
			u := &m.Undefined[i]
			rows++
			var constants strings.Builder
			for k, a := range u.Arguments {
				fmt.Fprintf(&constants, "  %%%c = arith.constant %s\n", 'a'+k, strings.TrimSuffix(a, " : i1"))
			}
			text := fmt.Sprintf("func.func @f() -> %s {\n%s  %s\n  return %%r : %s\n}\n", u.Result, constants.String(), u.Example, u.Result)
			module, err := parser.Parse(t.Context(), all.Context(), &ir.Source{Text: text}, nil)
			if err != nil {
				t.Errorf("%s: %v\n%s", u.Op.Kind(), err, text)
				continue
			}
			got, err := sim.New(module, nil).Call(t.Context(), "f")
			switch {
			case u.Stops != nil && diag.CodeOf(err) == u.Stops.Code:
			case u.Stops == nil && err == nil && got[0].IsPoison():
			default:
				t.Errorf("%s where %s: got %v, %v", u.Op.Kind(), u.When, got, err)
			}
		}
	}
	if rows < 30 {
		t.Errorf("found only %d rows", rows)
	}
}
