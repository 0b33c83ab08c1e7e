package ir_test

import (
	"strings"
	"testing"

	"optc/ir"
)

// effectsOf describes an operation's effects: the effects themselves, whether it and the operations
// nested in it are free of effects, whether it could be erased, and whether it may be executed
// speculatively.
func effectsOf(op *ir.Operation) string {
	effects, known := ir.EffectsOf(op)
	var words []string
	for _, e := range effects {
		word := map[ir.EffectKinds]string{ir.Read: "read", ir.Write: "write", ir.Allocate: "allocate", ir.Free: "free"}[e.Kind]
		if e.Value != nil && e.Value.DefiningOp() == op {
			word += " result"
		} else if e.Value != nil {
			word += " operand"
		}
		words = append(words, word)
	}
	if !known {
		words = append(words, "any")
	}
	for _, is := range []struct {
		word string
		of   bool
	}{
		{"free of effects", ir.IsMemoryEffectFree(op)}, {"may go", ir.WouldBeTriviallyDead(op)}, {"unused", ir.IsTriviallyDead(op)},
		{"early", ir.IsSpeculatable(op)}, {"pure", ir.IsPure(op)},
		{"only reads", ir.OnlyHasEffects(op, ir.Read)}, {"only reads or writes", ir.OnlyHasEffects(op, ir.Read|ir.Write)},
	} {
		if is.of {
			words = append(words, is.word)
		}
	}
	return strings.Join(words, ", ")
}

func TestEffectsOfOperations(t *testing.T) {
	t.Parallel()
	loop := func(body string) string {
		return "%c = arith.constant 1 : index\nscf.for %i = %c to %c step %c {\n" + body + "\n}"
	}
	for _, test := range []struct{ name, body, want string }{
		{"sum", "%0 = arith.addi %a, %b : i32", "free of effects, may go, unused, early, pure"},
		{"sum that is used", "%0 = arith.addi %a, %b : i32\n\"x.use\"(%0) : (i32) -> ()", "free of effects, may go, early, pure"},
		{"quotient", "%0 = arith.divsi %a, %b : i32", "free of effects, may go, unused"},
		{"load", "%m = \"x.m\"() : () -> memref<i32>\n%0 = memref.load %m[] : memref<i32>", "read operand, may go, unused, only reads, only reads or writes"},
		{"store", "%m = \"x.m\"() : () -> memref<i32>\nmemref.store %a, %m[] : memref<i32>", "write operand, only reads or writes"},
		{"copy", "%m = \"x.m\"() : () -> memref<i32>\nmemref.copy %m, %m : memref<i32> to memref<i32>", "read operand, write operand, only reads or writes"},
		{"alloc", "%m = memref.alloc() : memref<i32>", "allocate result, may go, unused"},
		{"dealloc", "%m = \"x.m\"() : () -> memref<i32>\nmemref.dealloc %m : memref<i32>", "free operand"},
		{"call", "func.call @f(%a, %b, %k) : (i32, i32, i1) -> ()", "any"},
		{"unknown", "\"x.unknown\"() : () -> ()", "any"},
		{"assert", "cf.assert %k, \"no\"", "write, only reads or writes"},
		{"empty loop", loop(""), "any, free of effects, may go, unused, early, pure"},
		{"loop that adds", loop("%0 = arith.addi %a, %b : i32"), "any, free of effects, may go, unused, early, pure"},
		{"loop that divides", loop("%0 = arith.divsi %a, %b : i32"), "any, free of effects, may go, unused"},
		{"loop that loads", "%m = \"x.m\"() : () -> memref<i32>\n" + loop("%0 = memref.load %m[] : memref<i32>"), "any, may go, unused"},
		{"loop that stores", "%m = \"x.m\"() : () -> memref<i32>\n" + loop("memref.store %a, %m[] : memref<i32>"), "any"},
		{"loop that allocates", loop("%m = memref.alloca() : memref<i32>"), "any, may go, unused"},
		{"loop around the unknown", loop("\"x.unknown\"() : () -> ()"), "any"},
		{"branch", "scf.if %k {\n  %0 = arith.addi %a, %b : i32\n}", "any, free of effects, may go, unused, early, pure"},
		{"second branch stores", "%m = \"x.m\"() : () -> memref<i32>\nscf.if %k {\n} else {\n  memref.store %a, %m[] : memref<i32>\n}", "any"},
		{"region", "scf.execute_region {\n  scf.yield\n}", "any, free of effects, may go, unused"},
		{"atomic", "%m = \"x.m\"() : () -> memref<i32>\n%0 = memref.atomic_rmw addi %a, %m[] : (i32, memref<i32>) -> i32", "read operand, write operand, only reads or writes"},
		{"module", "builtin.module {\n}", "any"},
	} {
		f := parseBody(t, test.body+"\nreturn")
		op := f.Body().Back().Prev()
		if strings.Contains(test.body, "x.use") {
			op = op.Prev()
		}
		if got := effectsOf(op); got != test.want {
			t.Errorf("%s: got %s", test.name, got)
		}
	}
}
