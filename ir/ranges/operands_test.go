package ranges_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/internal/testing/irtest"

	"optc/ir"
	"optc/ir/ranges"
)

// TestKnownOfOperands: the interval of each operand of "t.use". %p is in [0, 15], %q in [1, 8], %x
// in [-3, 5], %y in [4, 7], %z in [0, 3], and %n, %k, %f are arbitrary.
func TestKnownOfOperands(t *testing.T) {
	t.Parallel()
	const prelude = `
  %c-3 = arith.constant -3 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c16 = arith.constant 16 : index
  %p = gpu.thread_id x upper_bound 16
  %q = gpu.block_dim x upper_bound 8
  %x0 = arith.minsi %n, %c5 : index
  %x = arith.maxsi %x0, %c-3 : index
  %y0 = arith.minsi %n, %c7 : index
  %y = arith.maxsi %y0, %c4 : index
  %z0 = arith.minsi %n, %c3 : index
  %z = arith.maxsi %z0, %c0 : index
`
	for _, c := range []struct{ op, want string }{
		{`"t.use"(%n, %k, %f, %w, %e, %c7) : (index, i8, i1, i65, f32, index) -> ()`, "? ? ? ? ? 7"},
		{`"t.use"(%p, %q, %x, %y, %z) : (index, index, index, index, index) -> ()`, "0..15 1..8 -3..5 4..7 0..3"},
		{`%a = gpu.thread_id x %b = gpu.block_dim y "t.use"(%a, %b) : (index, index) -> ()`, "0..9223372036854775807 1..9223372036854775807"},
		{`%a = arith.constant true %b = arith.constant false %d = arith.constant -1 : i8 %g = arith.constant 255 : i8 "t.use"(%a, %b, %d, %g) : (i1, i1, i8, i8) -> ()`, "1 0 -1 -1"},
		{`%a = arith.addi %p, %x : index %b = arith.subi %p, %x : index %d = arith.muli %p, %x : index %g = arith.muli %x, %x : index "t.use"(%a, %b, %d, %g) : (index, index, index, index) -> ()`, "-3..20 -5..18 -45..75 -15..25"},
		{`%m = gpu.thread_id x %a = arith.addi %m, %c1 : index %b = arith.addi %m, %c0 : index %d = arith.subi %c-3, %m : index %g = arith.muli %m, %c1 : index "t.use"(%a, %b, %d, %g) : (index, index, index, index) -> ()`, "? 0..9223372036854775807 ? 0..9223372036854775807"},
		{`%m = gpu.thread_id x %a = arith.subi %c-3, %m : index %b = arith.addi %a, %c3 : index %d = arith.subi %c0, %m : index %g = arith.subi %d, %c1 : index %h = arith.subi %g, %c1 : index "t.use"(%d, %g, %h) : (index, index, index) -> ()`, "-9223372036854775807..0 -9223372036854775808..-1 ?"},
		{`%m = gpu.thread_id x %a = arith.muli %m, %c4 : index %b = arith.muli %m, %c-3 : index "t.use"(%a, %b) : (index, index) -> ()`, "? ?"},
		{`%a = arith.divui %p, %y : index %b = arith.divsi %p, %y : index %d = arith.divui %x, %y : index %g = arith.divui %p, %z : index %h = arith.divsi %p, %q : index "t.use"(%a, %b, %d, %g, %h) : (index, index, index, index, index) -> ()`, "0..3 0..3 ? ? 0..15"},
		{`%a = arith.remui %p, %y : index %b = arith.remsi %p, %c4 : index %d = arith.remui %z, %y : index %g = arith.remui %x, %y : index %h = arith.remui %y, %c4 : index %i = arith.remui %p, %z : index "t.use"(%a, %b, %d, %g, %h, %i) : (index, index, index, index, index, index) -> ()`, "0..6 0..3 0..3 ? 0..3 ?"},
		{`%a = arith.addi %y, %c4 : index %b = arith.remui %a, %c16 : index %d = arith.remui %a, %c5 : index %g = arith.remui %a, %c7 : index "t.use"(%b, %d, %g) : (index, index, index) -> ()`, "8..11 0..4 1..4"},
		{`%a = arith.minsi %p, %y : index %b = arith.maxsi %p, %y : index %d = arith.minui %p, %y : index %g = arith.maxui %p, %y : index %h = arith.minui %x, %y : index %i = arith.maxui %p, %x : index "t.use"(%a, %b, %d, %g, %h, %i) : (index, index, index, index, index, index) -> ()`, "0..7 4..15 0..7 4..15 ? ?"},
		{`%a = arith.andi %p, %y : index %b = arith.andi %x, %y : index %d = arith.andi %p, %z : index "t.use"(%a, %b, %d) : (index, index, index) -> ()`, "0..7 ? 0..3"},
		{`%a = arith.cmpi slt, %z, %y : index %b = arith.cmpi slt, %y, %z : index %d = arith.cmpi sle, %z, %c3 : index %g = arith.cmpi slt, %z, %c3 : index %h = arith.cmpi sgt, %y, %c3 : index %i = arith.cmpi sge, %y, %c4 : index %j = arith.cmpi sgt, %c4, %y : index "t.use"(%a, %b, %d, %g, %h, %i, %j) : (i1, i1, i1, i1, i1, i1, i1) -> ()`, "1 0 1 ? 1 1 0"},
		{`%a = arith.cmpi eq, %z, %y : index %b = arith.cmpi ne, %z, %y : index %d = arith.cmpi eq, %c3, %c3 : index %g = arith.cmpi ne, %c3, %c3 : index %h = arith.cmpi eq, %z, %z : index %i = arith.cmpi eq, %z, %c3 : index %j = arith.cmpi eq, %y, %z : index "t.use"(%a, %b, %d, %g, %h, %i, %j) : (i1, i1, i1, i1, i1, i1, i1) -> ()`, "0 1 1 0 ? ? 0"},
		{`%a = arith.cmpi ult, %z, %y : index %b = arith.cmpi uge, %z, %y : index %d = arith.cmpi ult, %x, %c7 : index %g = arith.cmpi ule, %c7, %x : index %h = arith.cmpi ugt, %y, %c7 : index %i = arith.cmpi ule, %y, %c7 : index "t.use"(%a, %b, %d, %g, %h, %i) : (i1, i1, i1, i1, i1, i1) -> ()`, "1 0 ? ? 0 1"},
		{`%t = arith.constant true %u = arith.constant false %a = arith.cmpi slt, %t, %u : i1 %b = arith.cmpi ult, %t, %u : i1 %d = arith.cmpi sge, %u, %f : i1 "t.use"(%a, %b, %d) : (i1, i1, i1) -> ()`, "1 0 1"},
		{`%t = arith.constant true %u = arith.constant false %a = arith.select %t, %x, %p : index %b = arith.select %u, %x, %p : index %d = arith.select %f, %x, %p : index "t.use"(%a, %b, %d) : (index, index, index) -> ()`, "-3..5 0..15 -3..15"},
		{`%a = arith.addi %k, %k : i8 %d = arith.addi %f, %f : i1 "t.use"(%a, %d) : (i8, i1) -> ()`, "? ?"},
		{`%l = arith.constant 127 : i8 %m = arith.minsi %k, %l : i8 %o = arith.constant 1 : i8 %r = arith.constant 126 : i8 %s = arith.minsi %k, %r : i8 %z8 = arith.constant 0 : i8 %s2 = arith.maxsi %s, %z8 : i8 %a = arith.addi %s2, %o : i8 %b = arith.addi %a, %o : i8 "t.use"(%s, %a, %b) : (i8, i8, i8) -> ()`, "-128..126 1..127 ?"},
		// Loops: up to the last index, if the first index and the step are known.
		{`scf.for %i = %c0 to %c16 step %c5 { "t.use"(%i) : (index) -> () }`, "0..15"},
		{`scf.for %i = %c0 to %c16 step %c4 { "t.use"(%i) : (index) -> () }`, "0..12"},
		{`scf.for %i = %c1 to %c16 step %c7 { "t.use"(%i) : (index) -> () }`, "1..15"},
		{`scf.for %i = %z to %c16 step %c4 { "t.use"(%i) : (index) -> () }`, "0..15"},
		{`scf.for %i = %c0 to %y step %q { "t.use"(%i) : (index) -> () }`, "0..6"},
		{`scf.for %i = %c0 to %c1 step %c1 { "t.use"(%i) : (index) -> () }`, "0"},
		{`scf.for %i = %c4 to %c4 step %c1 { "t.use"(%i) : (index) -> () }`, "?"},
		{`scf.for %i = %c0 to %c16 step %z { "t.use"(%i) : (index) -> () }`, "?"},
		{`scf.for %i = %c-3 to %c16 step %c4 { "t.use"(%i) : (index) -> () }`, "-3..13"},
		{`scf.for unsigned %i = %c-3 to %c16 step %c4 { "t.use"(%i) : (index) -> () }`, "?"},
		{`scf.for unsigned %i = %c0 to %x step %c4 { "t.use"(%i) : (index) -> () }`, "?"},
		{`scf.for unsigned %i = %c0 to %p step %c4 { "t.use"(%i) : (index) -> () }`, "0..12"},
		// Digits.
		{`%d:3 = affine.delinearize_index %p into (2, 4, 5) : index, index, index "t.use"(%d#0, %d#1, %d#2) : (index, index, index) -> ()`, "0 0..3 0..4"},
		{`%d:2 = affine.delinearize_index %p into (5) : index, index "t.use"(%d#0, %d#1) : (index, index) -> ()`, "0..3 0..4"},
		{`%d:2 = affine.delinearize_index %y into (2, 8) : index, index "t.use"(%d#0, %d#1) : (index, index) -> ()`, "0 4..7"},
		{`%d:2 = affine.delinearize_index %x into (2, 8) : index, index "t.use"(%d#0, %d#1) : (index, index) -> ()`, "? 0..7"},
		{`%d:2 = affine.delinearize_index %p into (2, %q) : index, index "t.use"(%d#0, %d#1) : (index, index) -> ()`, "? ?"},
		{`%d:3 = affine.delinearize_index %p into (2, %q, 4) : index, index, index "t.use"(%d#0, %d#1, %d#2) : (index, index, index) -> ()`, "? ? 0..3"},
		{`%l = affine.linearize_index [%z, %y] by (4, 8) : index %m = affine.linearize_index [%z, %y] by (8) : index %o = affine.linearize_index [%z, %x] by (%q, 8) : index "t.use"(%l, %m, %o) : (index, index, index) -> ()`, "4..31 4..31 -3..29"},
		{`%l = affine.linearize_index [%z, %y] by (%q) : index %m = affine.linearize_index [%p, %z, %y] by (3, 5) : index "t.use"(%l, %m) : (index, index) -> ()`, "? 4..247"},
	} {
		_, module := irtest.Parse(t, "func.func @f(%n: index, %k: i8, %f: i1, %w: i65, %e: f32) {\n"+prelude+c.op+"\n  return\n}")
		known := ranges.Analyze(module, nil)
		var got []string
		ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
			if op.Name() != "t.use" {
				return ir.Advance
			}
			for _, v := range op.Operands() {
				switch r, ok := known.Known(v); {
				case !ok:
					got = append(got, "?")
				case r.IsSingle():
					got = append(got, fmt.Sprint(r.Lo))
				default:
					got = append(got, fmt.Sprintf("%d..%d", r.Lo, r.Hi))
				}
			}
			return ir.Advance
		})
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.op, got, c.want)
		}
	}
}
