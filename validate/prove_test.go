package validate_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"optc/dialect/all"
	"optc/ir"
	"optc/lower"
	"optc/parser"
	"optc/passes"
	"optc/registry"
	"optc/sim"
	"optc/validate"
)

// becoming is a pass that replaces the first function of a module by the last one.
var becoming = &passes.Pass{Name: "become", Title: "replace functions", Run: func(c *passes.Context) (bool, error) {
	before, after := c.Op.Body().Front(), c.Op.Body().Back()
	after.SetAttr("sym_name", before.Attr("sym_name"))
	before.Erase()
	return true, nil
}}

// TestProve: pairs of functions that are proven equal, that are different, and that are undecided.
func TestProve(t *testing.T) {
	t.Parallel()
	const scalars = "(%x: f32, %y: f32, %z: f32) -> f32 "
	for _, test := range []struct {
		name, signature, before, after string
		want                           string
	}{
		{name: "commuted", signature: scalars,
			before: "%a = arith.addf %x, %y : f32\nreturn %a : f32",
			after:  "%a = arith.addf %y, %x : f32\nreturn %a : f32", want: "equal"},
		{name: "reassociated", signature: scalars,
			before: "%a = arith.addf %x, %y : f32\n%b = arith.addf %a, %z : f32\nreturn %b : f32",
			after:  "%a = arith.addf %y, %z : f32\n%b = arith.addf %x, %a : f32\nreturn %b : f32", want: "equal up to the order of sums"},
		{name: "an operand replaced", signature: scalars,
			before: "%a = arith.addf %x, %y : f32\nreturn %a : f32",
			after:  "%a = arith.addf %x, %z : f32\nreturn %a : f32", want: "different"},
		{name: "a rare case", signature: scalars, // hardly any random input has the number
			before: "return %x : f32",
			after:  "%c = arith.constant 12345.678 : f32\n%i = arith.cmpf oeq, %x, %c : f32\n%r = arith.select %i, %y, %x : f32\nreturn %r : f32",
			want:   "different"},
		{name: "a mirrored comparison", signature: scalars,
			before: "%i = arith.cmpf olt, %x, %y : f32\n%r = arith.select %i, %y, %x : f32\nreturn %r : f32",
			after:  "%i = arith.cmpf ogt, %y, %x : f32\n%r = arith.select %i, %y, %x : f32\nreturn %r : f32", want: "equal"},
		{name: "another comparison", signature: scalars,
			before: "%i = arith.cmpf olt, %x, %y : f32\n%r = arith.select %i, %y, %x : f32\nreturn %r : f32",
			after:  "%i = arith.cmpf ole, %x, %y : f32\n%r = arith.select %i, %x, %y : f32\nreturn %r : f32", want: "different"},
		{name: "memory", signature: "(%m: memref<4xf16>) ",
			before: "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%v = memref.load %m[%c0] : memref<4xf16>\nmemref.store %v, %m[%c1] : memref<4xf16>\nreturn",
			after:  "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%v = memref.load %m[%c0] : memref<4xf16>\nmemref.store %v, %m[%c1] : memref<4xf16>\nreturn", want: "equal"},
		{name: "integers are a ring", signature: "(%a: i32, %b: i32) -> i32 ",
			before: "%s = arith.addi %a, %b : i32\n%p = arith.muli %s, %s : i32\nreturn %p : i32",
			after:  "%aa = arith.muli %a, %a : i32\n%bb = arith.muli %b, %b : i32\n%ab = arith.muli %a, %b : i32\n%s = arith.addi %aa, %bb : i32\n%d = arith.addi %ab, %ab : i32\n%r = arith.addi %s, %d : i32\nreturn %r : i32",
			want:   "equal"},
		{name: "a sum that wraps around before it is extended", signature: "(%a: i8, %b: i8) -> i32 ",
			before: "%s = arith.addi %a, %b : i8\n%r = arith.extsi %s : i8 to i32\nreturn %r : i32",
			after:  "%x = arith.extsi %a : i8 to i32\n%y = arith.extsi %b : i8 to i32\n%r = arith.addi %x, %y : i32\nreturn %r : i32", want: "different"},
		{name: "a part of a number in memory", signature: "(%m: memref<2xf64>) -> i32 ",
			before: "%c0 = arith.constant 0 : index\n%a = memref.alloc() : memref<8xi8>\n%f = memref.view %a[%c0][] : memref<8xi8> to memref<1xf64>\n%x = memref.load %m[%c0] : memref<2xf64>\nmemref.store %x, %f[%c0] : memref<1xf64>\n%i = memref.view %a[%c0][] : memref<8xi8> to memref<2xi32>\n%r = memref.load %i[%c0] : memref<2xi32>\nreturn %r : i32",
			after:  "%c0 = arith.constant 0 : index\n%a = memref.alloc() : memref<8xi8>\n%f = memref.view %a[%c0][] : memref<8xi8> to memref<1xf64>\n%x = memref.load %m[%c0] : memref<2xf64>\nmemref.store %x, %f[%c0] : memref<1xf64>\n%i = memref.view %a[%c0][] : memref<8xi8> to memref<2xi32>\n%r = memref.load %i[%c0] : memref<2xi32>\nreturn %r : i32",
			want:   "not decided: 'memref.load' op reads 4 bytes of a number of 8 bytes that depends on the inputs [symbol]"},
		{name: "a loop bound of the input", signature: "(%n: i32, %x: f32) -> f32 ",
			before: "%c0 = arith.constant 0 : i32\n%c1 = arith.constant 1 : i32\n%m = arith.andi %n, %c1 : i32\n%r = scf.for %i = %c0 to %m step %c1 iter_args(%a = %x) -> (f32) : i32 {\n%b = arith.addf %a, %x : f32\nscf.yield %b : f32\n}\nreturn %r : f32",
			after:  "%c0 = arith.constant 0 : i32\n%c1 = arith.constant 1 : i32\n%m = arith.andi %n, %c1 : i32\n%r = scf.for %i = %c0 to %m step %c1 iter_args(%a = %x) -> (f32) : i32 {\n%b = arith.addf %x, %a : f32\nscf.yield %b : f32\n}\nreturn %r : f32",
			want:   "equal"},
		{name: "a branch on data", signature: scalars,
			before: "%i = arith.cmpf olt, %x, %y : f32\n%r = scf.if %i -> f32 {\nscf.yield %x : f32\n} else {\nscf.yield %y : f32\n}\nreturn %r : f32",
			after:  "%i = arith.cmpf olt, %x, %y : f32\n%r = scf.if %i -> f32 {\nscf.yield %x : f32\n} else {\nscf.yield %y : f32\n}\nreturn %r : f32",
			want:   "equal"},
		{name: "a sum that is not nearly", signature: scalars,
			before: "%a = arith.addf %x, %y : f32\n%b = arith.subf %a, %y : f32\nreturn %b : f32",
			after:  "return %x : f32", want: "equal as real numbers (the order of sums; x - x = 0; not for NaN, infinities and -0)"},
		{name: "a flag that is added", signature: "(%x: i32, %y: i32) -> i32 ",
			before: "%a = arith.addi %x, %y : i32\nreturn %a : i32",
			after:  "%a = arith.addi %x, %y overflow<nsw> : i32\nreturn %a : i32", want: "different"},
		{name: "a division that is executed always", signature: "(%x: i32, %y: i32, %c: i1) -> i32 ",
			before: "%r = scf.if %c -> i32 {\n%q = arith.divsi %x, %y : i32\nscf.yield %q : i32\n} else {\nscf.yield %x : i32\n}\nreturn %r : i32",
			after:  "%q = arith.divsi %x, %y : i32\n%r = arith.select %c, %q, %x : i32\nreturn %r : i32", want: "different"},
		{name: "identities of bits", signature: "(%x: i32, %y: i32) -> i32 ",
			before: "%a = arith.andi %x, %y : i32\n%b = arith.ori %x, %y : i32\n%s = arith.addi %a, %b : i32\nreturn %s : i32",
			after:  "%s = arith.addi %x, %y : i32\nreturn %s : i32", want: "equal"},
		{name: "half of all numbers", signature: "(%x: i64) -> i64 ",
			before: "%c = arith.constant -9223372036854775808 : i64\n%p = arith.muli %x, %c : i64\nreturn %p : i64",
			after:  "%c = arith.constant 0 : i64\nreturn %c : i64", want: "different"},
		{name: "memory that may be shared", signature: "(%m: memref<4xf32>, %n: memref<4xf32>, %x: f32, %y: f32) -> f32 ",
			before: "%c = arith.constant 0 : index\nmemref.store %x, %m[%c] : memref<4xf32>\nmemref.store %y, %n[%c] : memref<4xf32>\n%r = memref.load %m[%c] : memref<4xf32>\nreturn %r : f32",
			after:  "%c = arith.constant 0 : index\nmemref.store %x, %m[%c] : memref<4xf32>\nmemref.store %y, %n[%c] : memref<4xf32>\nreturn %x : f32", want: "different"},
		{name: "memory that is not shared", signature: "(%m: memref<4xf32> {llvm.noalias}, %n: memref<4xf32>, %x: f32, %y: f32) -> f32 ",
			before: "%c = arith.constant 0 : index\nmemref.store %x, %m[%c] : memref<4xf32>\nmemref.store %y, %n[%c] : memref<4xf32>\n%r = memref.load %m[%c] : memref<4xf32>\nreturn %r : f32",
			after:  "%c = arith.constant 0 : index\nmemref.store %x, %m[%c] : memref<4xf32>\nmemref.store %y, %n[%c] : memref<4xf32>\nreturn %x : f32", want: "equal"},
		{name: "an index that may be outside", signature: "(%m: memref<4xf32>, %i: index) -> f32 ",
			before: "%r = memref.load %m[%i] : memref<4xf32>\nreturn %r : f32",
			after:  "%c = arith.constant 3 : index\n%j = arith.andi %i, %c : index\n%r = memref.load %m[%j] : memref<4xf32>\nreturn %r : f32", want: "equal"},
		{name: "an extent", signature: "(%m: memref<?xf32>, %x: f32) ",
			before: "%c = arith.constant 0 : index\n%o = arith.constant 1 : index\n%n = memref.dim %m, %c : memref<?xf32>\nscf.for %i = %c to %n step %o {\nmemref.store %x, %m[%i] : memref<?xf32>\n}\nreturn",
			after:  "%c = arith.constant 0 : index\n%o = arith.constant 1 : index\n%n = memref.dim %m, %c : memref<?xf32>\nscf.for %i = %c to %n step %o {\n%k = arith.subi %n, %i : index\n%j = arith.subi %k, %o : index\nmemref.store %x, %m[%j] : memref<?xf32>\n}\nreturn",
			want:   "equal for extents up to 17"},
		{name: "a print that is lost", signature: "(%x: i32) ", before: "vector.print %x : i32\nreturn", after: "return", want: "different"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			text := "func.func @f" + test.signature + "{\n" + test.before + "\n}\nfunc.func @g" + test.signature + "{\n" + test.after + "\n}\n"
			var proofs []string
			ds := proveWith(t, text, "builtin.module(become)", nil, func(p validate.Proof) { proofs = append(proofs, p.String()) }, becoming)
			if len(proofs) == 1 && strings.HasPrefix(test.want, "different") {
				proofs[0], _, _ = strings.Cut(proofs[0], ": with ")
			}
			if diff := cmp.Diff([]string{"become @f: " + test.want}, proofs); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if different := strings.HasPrefix(test.want, "different"); different != ds.HasErrors() {
				t.Errorf("reported %s", ds.String())
			}
		})
	}
}

// proveWith runs a pipeline and proves the changes that its passes make to functions, and to
// programs of some families.
func proveWith(t testing.TB, text, pipeline string, families []*lower.Family, report func(validate.Proof), more ...*passes.Pass) *ir.Diagnostics {
	t.Helper()
	ctx := all.Context()
	ds := &ir.Diagnostics{}
	module, err := parser.Parse(context.Background(), ctx, &ir.Source{Name: "x.mlir", Text: text}, ds)
	if err != nil || ir.Verify(module, ds) != nil {
		t.Fatalf("%s\n%s", ds.String(), text)
	}
	registry := registry.Passes()
	registry.Passes = append(registry.Passes, more...)
	p, err := registry.Parse(pipeline)
	if err != nil {
		t.Fatal(err)
	}
	m := passes.NewManager(ctx)
	m.Registry, m.Sink = registry, ds
	m.Instrumentations = append(m.Instrumentations, passes.VerifyExec(validate.Prove(sim.Limits{}, time.Minute, report, families...)))
	if failed := m.Run(context.Background(), p, module) != nil; failed != ds.HasErrors() {
		t.Errorf("failed: %v, but reported %s", failed, ds.String())
	}
	return ds
}
