package ranges_test

import (
	"math"
	"testing"

	"optc/dialect/affine"
	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/scf"
	"optc/ir"
	"optc/ir/ranges"
	"optc/parser"
)

// TestKnown: what is known of a value of a function with the argument %n, the first operand
// of the operation "ask".
func TestKnown(t *testing.T) {
	t.Parallel()
	const most = math.MaxInt64
	bounded := func(lower, upper, step, unsigned string) string {
		return `%one = arith.constant 1 : index
			%zero = arith.constant 0 : index
			%c1 = arith.constant 4 : index
			%nine = arith.constant 9 : index
			%ten = arith.constant 10 : index
			%natural = arith.maxsi %n, %zero : index
			%bit = arith.minsi %natural, %one : index
			%upto = arith.minsi %natural, %ten : index
			%below = arith.minsi %n, %ten : index
			scf.for ` + unsigned + `%i = %` + lower + ` to %` + upper + ` step %` + step + ` {
			  "ask"(%i) : (index) -> ()
			}`
	}
	for _, c := range []struct {
		name, body string
		lo, hi     int64
		known      bool
	}{
		{"any number of its type", `%a = arith.index_cast %n : index to i8 "ask"(%a) : (i8) -> ()`, -128, 127, false},
		{"any bit", `%a = arith.cmpi eq, %n, %n : index "ask"(%a) : (i1) -> ()`, 0, 1, false},
		{"too wide", `%a = arith.constant 5 : i65 "ask"(%a) : (i65) -> ()`, 0, 0, false},
		{"as wide as an interval", `%a = arith.constant -5 : i64 "ask"(%a) : (i64) -> ()`, -5, -5, true},
		{"no integer", `%a = arith.constant 5.0 : f32 "ask"(%a) : (f32) -> ()`, 0, 0, false},
		{"a bit is 0 or 1", `%a = arith.constant true "ask"(%a) : (i1) -> ()`, 1, 1, true},
		{"a bit as a number is negative", `%b = arith.constant true %a = arith.index_cast %b : i1 to index "ask"(%a) : (index) -> ()`, -1, -1, true},
		{"from the first to the last index", bounded("zero", "ten", "one", ""), 0, 9, true},
		{"steps that hit the bound", bounded("one", "nine", "c1", ""), 1, 5, true},
		{"steps that miss it", bounded("one", "ten", "c1", ""), 1, 9, true},
		{"steps from an unknown index", bounded("bit", "ten", "c1", ""), 0, 9, true},
		{"an unknown step", bounded("zero", "ten", "n", ""), math.MinInt64, most, false},
		{"a step that may be 0", bounded("zero", "ten", "bit", ""), math.MinInt64, most, false},
		{"no turn", bounded("ten", "ten", "one", ""), math.MinInt64, most, false},
		{"one turn", bounded("nine", "ten", "one", ""), 9, 9, true},
		{"unsigned from 0", bounded("zero", "upto", "one", "unsigned "), 0, 9, true},
		{"unsigned to a bound that may be negative", bounded("zero", "below", "one", "unsigned "), math.MinInt64, most, false},
		{"unsigned from an index that may be negative", bounded("below", "ten", "one", "unsigned "), math.MinInt64, most, false},
		{"signed from it", bounded("below", "ten", "one", ""), math.MinInt64, 9, true},
		{"a thread", `%a = gpu.thread_id x upper_bound 8 "ask"(%a) : (index) -> ()`, 0, 7, true},
		{"the only thread", `%a = gpu.thread_id x upper_bound 1 "ask"(%a) : (index) -> ()`, 0, 0, true},
		{"some thread", `%a = gpu.thread_id x "ask"(%a) : (index) -> ()`, 0, most, true},
		{"a size", `%a = gpu.block_dim x upper_bound 8 "ask"(%a) : (index) -> ()`, 1, 8, true},
		{"the smallest size", `%a = gpu.grid_dim x upper_bound 1 "ask"(%a) : (index) -> ()`, 1, 1, true},
		{"some size", `%a = gpu.block_dim x "ask"(%a) : (index) -> ()`, 1, most, true},
		{"the last digits of a natural number", `%z = arith.constant 0 : index %x = arith.maxsi %n, %z : index
			%a:3 = affine.delinearize_index %x into (2, 4, 8) : index, index, index "ask"(%a#2) : (index) -> ()`, 0, 7, true},
	} {
		ctx := ir.NewContext(fn.Dialect, arith.Dialect, scf.Dialect, gpu.Dialect, affine.Dialect)
		ctx.AllowUnregistered = true
		m, err := parser.Parse(t.Context(), ctx, &ir.Source{Name: "in.mlir", Text: "func.func @f(%n: index) {\n" + c.body + "\nreturn\n}"}, nil)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var v *ir.Value
		ir.Walk(m, func(op *ir.Operation) ir.WalkResult {
			if op.Name() == "ask" {
				v = op.Operand(0)
			}
			return ir.Advance
		})
		if r, known := ranges.Analyze(m, nil).Known(v); r.Lo != c.lo || r.Hi != c.hi || known != c.known {
			t.Errorf("%s: %d to %d (%t), want %d to %d (%t)", c.name, r.Lo, r.Hi, known, c.lo, c.hi, c.known)
		}
	}
}
