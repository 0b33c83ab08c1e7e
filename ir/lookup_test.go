package ir_test

import (
	"testing"

	"optc/ir"
)

// TestLookupThroughUnknown: a reference is looked up first in an operation that only upstream
// knows, and then around it. An operation that neither side knows may be a symbol table if it has
// exactly one region.
func TestLookupThroughUnknown(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, table, want string }{
		{"of upstream", `"test.table"() ({
			"test.symbol"() {sym_name = "g"} : () -> ()
			"test.use"() : () -> ()
		}) : () -> ()`, "f g"},
		{"of upstream, without the symbol", `"test.table"() ({ "test.use"() : () -> () }) : () -> ()`, "f"},
		{"of upstream, two regions", `"test.table"() ({
			"test.symbol"() {sym_name = "g"} : () -> ()
			"test.use"() : () -> ()
		}, {}) : () -> ()`, "f"},
		{"unknown", `"x.table"() ({
			"test.symbol"() {sym_name = "g"} : () -> ()
			"test.use"() : () -> ()
		}) : () -> ()`, ""},
		{"unknown, two regions", `"x.table"() ({
			"test.symbol"() {sym_name = "g"} : () -> ()
			"test.use"() : () -> ()
		}, {}) : () -> ()`, "f"},
		{"known", `scf.execute_region {
			"test.symbol"() {sym_name = "g"} : () -> ()
			"test.use"() : () -> ()
			scf.yield
		}`, "f"},
	} {
		m := parseModule(t, "func.func @f() {\n"+test.table+"\nreturn\n}\n")
		var use *ir.Operation
		ir.Walk(m, func(op *ir.Operation) ir.WalkResult {
			if op.Name() == "test.use" {
				use = op
			}
			return ir.Advance
		})
		got, names := "", m.Body().Front().Attr("function_type").Context()
		s := ir.NewSymbolTables()
		for _, name := range []string{"f", "g", "h"} {
			if op := s.LookupFrom(use, names.SymbolRef(name)); op != nil {
				if got != "" {
					got += " "
				}
				if got += name; ir.SymbolName(op) != name {
					t.Errorf("%s: %s leads to %s", test.name, name, op)
				}
			}
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}
