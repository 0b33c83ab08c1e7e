package ir_test

import (
	"testing"

	"optc/ir"
	"optc/parser"
)

// The operations differ, apart from locations, in one operand, one successor, the order,
// the number of operands, an attribute or the end of a region.
func TestFingerprintsDiffer(t *testing.T) {
	t.Parallel()
	ctx := newContext()
	fingerprint := func(text string) uint64 {
		m, err := parser.Parse(t.Context(), ctx, &ir.Source{Name: "test.mlir", Text: text}, nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		ir.Walk(m, func(op *ir.Operation) ir.WalkResult {
			op.SetLoc(ir.Location{})
			for r := range op.Regions() {
				for b := range r.Blocks() {
					for i := range b.NumArgs() {
						b.SetArgLoc(i, ir.Location{})
					}
				}
			}
			return ir.Advance
		})
		return ir.Fingerprint(m)
	}
	const head = "func.func @f(%a: i32, %b: i32, %k: i1) {\n"
	seen := map[uint64]string{}
	for _, body := range []string{
		"\"x\"(%a, %b) : (i32, i32) -> ()\nreturn\n}",
		"\"x\"(%b, %a) : (i32, i32) -> ()\nreturn\n}",
		"\"x\"(%a, %a) : (i32, i32) -> ()\nreturn\n}",
		"\"x\"(%b, %b) : (i32, i32) -> ()\nreturn\n}",
		"\"y\"(%b, %b) : (i32, i32) -> ()\nreturn\n}",
		"\"x\"(%a) : (i32) -> (i32, i32) \nreturn\n}",
		"cf.cond_br %k, ^x, ^y\n^x: \"p\"() : () -> () return\n^y: \"q\"() : () -> () return\n}",
		"cf.cond_br %k, ^y, ^x\n^x: \"p\"() : () -> () return\n^y: \"q\"() : () -> () return\n}",
		"cf.cond_br %k, ^x, ^x\n^x: \"p\"() : () -> () return\n^y: \"q\"() : () -> () return\n}",
		"cf.cond_br %k, ^y, ^y\n^x: \"p\"() : () -> () return\n^y: \"q\"() : () -> () return\n}",
		"cf.cond_br %k, ^x, ^y\n^x: \"q\"() : () -> () return\n^y: \"p\"() : () -> () return\n}",
		"\"x\"() {n = 1} : () -> ()\nreturn\n}",
		"\"x\"() {n = 2} : () -> ()\nreturn\n}",
		"\"x\"() {m = 1} : () -> ()\nreturn\n}",
		"\"x\"() ({ \"y\"() : () -> ()\n }, { }) : () -> ()\nreturn\n}",
		"\"x\"() ({ }, { \"y\"() : () -> ()\n }) : () -> ()\nreturn\n}",
	} {
		text := head + body
		got := fingerprint(text)
		if again := fingerprint(text); again != got {
			t.Errorf("two fingerprints of\n%s", text)
		}
		if other, found := seen[got]; found {
			t.Errorf("one fingerprint of\n%s\nand\n%s", other, text)
		}
		seen[got] = text
	}
}
