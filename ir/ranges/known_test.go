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

// TestKnown: the known interval of a value in a function with the argument %n: the first operand of
// the operation "ask".
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
		{name: "any number of its type", body: `%a = arith.index_cast %n : index to i8 "ask"(%a) : (i8) -> ()`, lo: -128,
			hi: 127},
		{name: "any bit", body: `%a = arith.cmpi eq, %n, %n : index "ask"(%a) : (i1) -> ()`, lo: 0, hi: 1},
		{name: "too wide", body: `%a = arith.constant 5 : i65 "ask"(%a) : (i65) -> ()`, lo: 0, hi: 0},
		{name: "as wide as an interval", body: `%a = arith.constant -5 : i64 "ask"(%a) : (i64) -> ()`, lo: -5, hi: -5,
			known: true},
		{name: "no integer", body: `%a = arith.constant 5.0 : f32 "ask"(%a) : (f32) -> ()`, lo: 0, hi: 0},
		{name: "a bit is 0 or 1", body: `%a = arith.constant true "ask"(%a) : (i1) -> ()`, lo: 1, hi: 1, known: true},
		{name: "a bit as a number is negative",
			body: `%b = arith.constant true %a = arith.index_cast %b : i1 to index "ask"(%a) : (index) -> ()`, lo: -1,
			hi: -1, known: true},
		{name: "from the first to the last index", body: bounded("zero", "ten", "one", ""), lo: 0, hi: 9, known: true},
		{name: "steps that hit the bound", body: bounded("one", "nine", "c1", ""), lo: 1, hi: 5, known: true},
		{name: "steps that miss it", body: bounded("one", "ten", "c1", ""), lo: 1, hi: 9, known: true},
		{name: "steps from an unknown index", body: bounded("bit", "ten", "c1", ""), lo: 0, hi: 9, known: true},
		{name: "an unknown step", body: bounded("zero", "ten", "n", ""), lo: math.MinInt64, hi: most},
		{name: "a step that may be 0", body: bounded("zero", "ten", "bit", ""), lo: math.MinInt64, hi: most},
		{name: "no turn", body: bounded("ten", "ten", "one", ""), lo: math.MinInt64, hi: most},
		{name: "one turn", body: bounded("nine", "ten", "one", ""), lo: 9, hi: 9, known: true},
		{name: "unsigned from 0", body: bounded("zero", "upto", "one", "unsigned "), lo: 0, hi: 9, known: true},
		{name: "unsigned to a bound that may be negative", body: bounded("zero", "below", "one", "unsigned "),
			lo: math.MinInt64, hi: most},
		{name: "unsigned from an index that may be negative", body: bounded("below", "ten", "one", "unsigned "),
			lo: math.MinInt64, hi: most},
		{name: "signed from it", body: bounded("below", "ten", "one", ""), lo: math.MinInt64, hi: 9, known: true},
		{name: "a thread", body: `%a = gpu.thread_id x upper_bound 8 "ask"(%a) : (index) -> ()`, lo: 0, hi: 7, known: true},
		{name: "the only thread", body: `%a = gpu.thread_id x upper_bound 1 "ask"(%a) : (index) -> ()`, lo: 0, hi: 0,
			known: true},
		{name: "some thread", body: `%a = gpu.thread_id x "ask"(%a) : (index) -> ()`, lo: 0, hi: most, known: true},
		{name: "a size", body: `%a = gpu.block_dim x upper_bound 8 "ask"(%a) : (index) -> ()`, lo: 1, hi: 8, known: true},
		{name: "the smallest size", body: `%a = gpu.grid_dim x upper_bound 1 "ask"(%a) : (index) -> ()`, lo: 1, hi: 1,
			known: true},
		{name: "some size", body: `%a = gpu.block_dim x "ask"(%a) : (index) -> ()`, lo: 1, hi: most, known: true},
		{name: "the last digits of a natural number", body: `%z = arith.constant 0 : index %x = arith.maxsi %n, %z : index
			%a:3 = affine.delinearize_index %x into (2, 4, 8) : index, index, index "ask"(%a#2) : (index) -> ()`, lo: 0, hi: 7, known: true},
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
