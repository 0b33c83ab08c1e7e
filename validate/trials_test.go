package validate_test

import (
	"strings"
	"testing"
)

// TestTrials: execution finds rare differences: at edges, in shared memory, at small extents
// and at the constants of the code. It reports no difference of equal functions.
func TestTrials(t *testing.T) {
	t.Parallel()
	const (
		index = "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
		two   = "(%m: memref<8xf32>, %n: memref<8xf32>, %x: f32, %y: f32) -> f32"
		apart = "(%m: memref<8xf32> {llvm.noalias}, %n: memref<8xf32>, %x: f32, %y: f32) -> f32"
		both  = index + "memref.store %x, %m[%c0] : memref<8xf32>\nmemref.store %y, %n[%c0] : memref<8xf32>\n"
		load  = "%0 = memref.load %m[%c0] : memref<8xf32>\nreturn %0 : f32"
	)
	for _, c := range []struct {
		name, signature, before, after string
		equal                          bool
	}{
		{name: "an overflow", signature: "(%x: i32) -> i1",
			before: "%c = arith.constant 1 : i32\n%0 = arith.addi %x, %c : i32\n%1 = arith.cmpi sgt, %0, %x : i32\nreturn %1 : i1",
			after:  "%t = arith.constant true\nreturn %t : i1"},
		{name: "a flag", signature: "(%x: i32, %y: i32) -> i32",
			before: "%0 = arith.muli %x, %y : i32\nreturn %0 : i32", after: "%0 = arith.muli %x, %y overflow<nuw> : i32\nreturn %0 : i32"},
		{name: "a flag dropped", signature: "(%x: i32, %y: i32) -> i32", equal: true,
			before: "%0 = arith.muli %x, %y overflow<nsw> : i32\nreturn %0 : i32", after: "%0 = arith.muli %x, %y : i32\nreturn %0 : i32"},
		{name: "a constant", signature: "(%x: i32) -> i32",
			before: "return %x : i32", after: "%k = arith.constant 123456789 : i32\n%z = arith.constant 0 : i32\n%c = arith.cmpi eq, %x, %k : i32\n%0 = arith.select %c, %z, %x : i32\nreturn %0 : i32"},
		{name: "equal operands", signature: "(%x: i64, %y: i64) -> i1",
			before: "%0 = arith.cmpi slt, %x, %y : i64\nreturn %0 : i1", after: "%0 = arith.cmpi sle, %x, %y : i64\nreturn %0 : i1"},
		{name: "the sign of zero", signature: "(%x: f32) -> f32",
			before: "%z = arith.constant 0.0 : f32\n%0 = arith.addf %x, %z : f32\nreturn %0 : f32", after: "return %x : f32"},
		{name: "NaN", signature: "(%x: f16, %y: f16) -> f16",
			before: "%0 = arith.maximumf %x, %y : f16\nreturn %0 : f16", after: "%0 = arith.maxnumf %x, %y : f16\nreturn %0 : f16"},
		{name: "a denormal", signature: "(%x: f64) -> f64",
			before: "return %x : f64", after: "%h = arith.constant 0.5 : f64\n%t = arith.constant 2.0 : f64\n%0 = arith.mulf %x, %h : f64\n%1 = arith.mulf %0, %t : f64\nreturn %1 : f64"},
		{name: "an index of 64 bits", signature: "(%x: index) -> index",
			before: "return %x : index", after: "%0 = arith.index_cast %x : index to i32\n%1 = arith.index_cast %0 : i32 to index\nreturn %1 : index"},
		{name: "shared memory", signature: two, before: both + load, after: both + "return %x : f32"},
		{name: "separate memory", signature: apart, before: both + load, after: both + "return %x : f32", equal: true},
		{name: "overlapping views", signature: "(%m: memref<4xi32, strided<[1], offset: ?>>, %n: memref<4xi32, strided<[1], offset: ?>>, %x: i32) -> i32",
			before: index + "%0 = memref.load %m[%c1] : memref<4xi32, strided<[1], offset: ?>>\nmemref.store %x, %n[%c0] : memref<4xi32, strided<[1], offset: ?>>\nreturn %0 : i32",
			after:  index + "memref.store %x, %n[%c0] : memref<4xi32, strided<[1], offset: ?>>\n%0 = memref.load %m[%c1] : memref<4xi32, strided<[1], offset: ?>>\nreturn %0 : i32"},
		{name: "an empty memref", signature: "(%m: memref<?xf32>) -> i32",
			before: index + "%z = arith.constant 0 : i32\nreturn %z : i32", after: index + "%z = arith.constant 0 : i32\n%0 = memref.load %m[%c0] : memref<?xf32>\nreturn %z : i32"},
		{name: "the tail of a loop", signature: "(%m: tensor<?xf32>) -> index",
			before: index + "%0 = tensor.dim %m, %c0 : tensor<?xf32>\nreturn %0 : index",
			after:  index + "%c8 = arith.constant 8 : index\n%0 = tensor.dim %m, %c0 : tensor<?xf32>\n%1 = arith.divui %0, %c8 : index\n%2 = arith.muli %1, %c8 : index\nreturn %2 : index"},
		{name: "another dimension", signature: "(%m: memref<?x?xf32>) -> index",
			before: index + "%0 = memref.dim %m, %c0 : memref<?x?xf32>\nreturn %0 : index", after: index + "%0 = memref.dim %m, %c1 : memref<?x?xf32>\nreturn %0 : index"},
		{name: "a print", signature: "(%x: i32)", before: "vector.print %x : i32\nreturn", after: "return"},
		{name: "permuted memory", signature: "(%m: memref<4x8xf32, affine_map<(i, j) -> (j, i)>>, %i: index, %j: index) -> f32",
			before: "%0 = memref.load %m[%i, %j] : memref<4x8xf32, affine_map<(i, j) -> (j, i)>>\nreturn %0 : f32",
			after:  "%0 = memref.load %m[%j, %i] : memref<4x8xf32, affine_map<(i, j) -> (j, i)>>\nreturn %0 : f32"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			text := "func.func @f" + c.signature + " {\n" + c.before + "\n}\nfunc.func @g" + c.signature + " {\n" + c.after + "\n}\n"
			got := run(t, text, "builtin.module(become)", becoming)
			if c.equal == strings.Contains(got, "error: ") || c.equal && got != "" {
				t.Errorf("got %q", got)
			}
		})
	}
}

// TestTrialsOfLimits: the remark counts the trials that were compared, and does not call a
// function that takes a few more steps after a pass endless.
func TestTrialsOfLimits(t *testing.T) {
	t.Parallel()
	const loop = "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%k = arith.constant 600000 : index\n%z = arith.constant 0 : i32\n" +
		"%s = arith.cmpi sgt, %x, %z : i32\n%n = arith.select %s, %k, %c1 : index\n%r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (i32) {\n"
	text := "func.func @f(%x: i32) -> i32 {\n" + loop + "scf.yield %a : i32\n}\nreturn %r : i32\n}\n" +
		"func.func @g(%x: i32) -> i32 {\n" + loop + "%b = arith.addi %a, %z : i32\nscf.yield %b : i32\n}\nreturn %r : i32\n}\n"
	got := run(t, text, "builtin.module(become)", becoming)
	if !strings.Contains(got, "remark: 'func.func' op @f is compared in ") || !strings.Contains(got, " exceeded the steps)") || strings.Contains(got, "error") {
		t.Errorf("got %s", got)
	}
}
