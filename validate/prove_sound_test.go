package validate_test

import (
	"strings"
	"testing"

	"optc/validate"
)

// TestNeverCalledEqual: pairs of functions of which the second does not refine the first, each
// because of one detail that is easily overlooked.
func TestNeverCalledEqual(t *testing.T) {
	t.Parallel()
	const outside = "func.func private @call()\nfunc.func private @take(memref<?xi32, strided<[?], offset: ?>>)\nfunc.func private @number(i32)\n"
	for _, test := range []struct {
		name, signature, before, after string
		others                         string // functions and globals between the two
	}{
		{name: "undefined behaviour moves before a call", signature: "(%x: i32, %y: i32) -> i32 ",
			before: "func.call @call() : () -> ()\n%q = arith.divui %x, %y : i32\nreturn %q : i32",
			after:  "%q = arith.divui %x, %y : i32\nfunc.call @call() : () -> ()\nreturn %q : i32"},
		{name: "undefined behaviour before a call", signature: "(%m: memref<4xi32>) ",
			before: "func.call @call() : () -> ()\n%c = arith.constant 7 : index\n%v = memref.load %m[%c] : memref<4xi32>\nvector.print %v : i32\nreturn",
			after:  "%c = arith.constant 7 : index\n%v = memref.load %m[%c] : memref<4xi32>\nfunc.call @call() : () -> ()\nvector.print %v : i32\nreturn"},
		{name: "a number that is only right if the division after the call is defined", signature: "(%x: i32, %y: i32) -> i32 ",
			before: "func.call @number(%y) : (i32) -> ()\n%q = arith.divui %x, %y : i32\nreturn %q : i32",
			after:  "%c1 = arith.constant 1 : i32\n%z = arith.maxui %y, %c1 : i32\nfunc.call @number(%z) : (i32) -> ()\n%q = arith.divui %x, %y : i32\nreturn %q : i32"},
		{name: "a permission that is added to a maximum", signature: "(%x: f32) -> f32 ",
			before: "return %x : f32",
			after:  "%a = arith.maximumf %x, %x fastmath<nnan> : f32\nreturn %a : f32"},
		{name: "a permission that is added to a negation", signature: "(%x: f32) -> f32 ",
			before: "return %x : f32",
			after:  "%a = arith.negf %x fastmath<nnan> : f32\n%b = arith.negf %a : f32\nreturn %b : f32"},
		{name: "a print of another type", signature: "(%x: i32) ",
			before: "%a = arith.constant 65 : i8\nvector.print %a : i8\nreturn",
			after:  "%a = arith.constant 65 : i16\nvector.print %a : i16\nreturn"},
		{name: "a call with other elements of a memory", signature: "(%m: memref<8xi32>) ",
			before: "%z = arith.constant dense<0> : vector<8xi32>\n%c = arith.constant 0 : index\nvector.store %z, %m[%c] : memref<8xi32>, vector<8xi32>\n%v = memref.subview %m[0] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1]>>\n%w = memref.cast %v : memref<4xi32, strided<[1]>> to memref<?xi32, strided<[?], offset: ?>>\nfunc.call @take(%w) : (memref<?xi32, strided<[?], offset: ?>>) -> ()\nreturn",
			after:  "%z = arith.constant dense<0> : vector<8xi32>\n%c = arith.constant 0 : index\nvector.store %z, %m[%c] : memref<8xi32>, vector<8xi32>\n%v = memref.subview %m[4] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: 4>>\n%w = memref.cast %v : memref<4xi32, strided<[1], offset: 4>> to memref<?xi32, strided<[?], offset: ?>>\nfunc.call @take(%w) : (memref<?xi32, strided<[?], offset: ?>>) -> ()\nreturn"},
		{name: "a copy is returned", signature: "(%m: memref<4xi32>) -> memref<4xi32> ",
			before: "return %m : memref<4xi32>",
			after:  "%c = arith.constant 0 : index\n%a = memref.alloc() : memref<4xi32>\n%v = vector.load %m[%c] : memref<4xi32>, vector<4xi32>\nvector.store %v, %a[%c] : memref<4xi32>, vector<4xi32>\nreturn %a : memref<4xi32>"},
		{name: "one memory is returned twice", signature: "() -> (memref<4xi32>, memref<4xi32>) ",
			before: "%c = arith.constant 0 : index\n%z = arith.constant dense<0> : vector<4xi32>\n%a = memref.alloc() : memref<4xi32>\nvector.store %z, %a[%c] : memref<4xi32>, vector<4xi32>\n%b = memref.alloc() : memref<4xi32>\nvector.store %z, %b[%c] : memref<4xi32>, vector<4xi32>\nreturn %a, %b : memref<4xi32>, memref<4xi32>",
			after:  "%c = arith.constant 0 : index\n%z = arith.constant dense<0> : vector<4xi32>\n%a = memref.alloc() : memref<4xi32>\nvector.store %z, %a[%c] : memref<4xi32>, vector<4xi32>\nreturn %a, %a : memref<4xi32>, memref<4xi32>"},
		{name: "memory of the caller is freed before", signature: "(%m: memref<4xi32>, %x: i32) -> i32 ",
			before: "memref.dealloc %m : memref<4xi32>\nreturn %x : i32",
			after:  "%c = arith.constant 3 : i32\nreturn %c : i32"},
		{name: "an address", signature: "(%m: memref<4xi32>) -> index ",
			before: "%a = memref.extract_aligned_pointer_as_index %m : memref<4xi32> -> index\nreturn %a : index",
			after:  "%c = arith.constant 0 : index\nreturn %c : index"},
		{name: "an alignment is promised", signature: "(%m: memref<4xi32>, %x: i32) ",
			before: "%c = arith.constant 0 : index\nmemref.store %x, %m[%c] : memref<4xi32>\nreturn",
			after:  "%c = arith.constant 0 : index\n%n = memref.assume_alignment %m, 64 : memref<4xi32>\nmemref.store %x, %n[%c] : memref<4xi32>\nreturn"},
		{name: "an alignment of an access is promised", signature: "(%m: memref<4xi32>, %x: i32, %i: index) ",
			before: "memref.store %x, %m[%i] : memref<4xi32>\nreturn",
			after:  "memref.store %x, %m[%i] {alignment = 64 : i64} : memref<4xi32>\nreturn"},
		{name: "poison that nobody uses", signature: "(%v: vector<4xi32>, %x: i32) -> i32 ",
			before: "%p = ub.poison : index\n%e = vector.extract %v[%p] : i32 from vector<4xi32>\nreturn %x : i32",
			after:  "%c = arith.constant 3 : i32\nreturn %c : i32"},
		{name: "poison that may be used", signature: "(%v: vector<4xi32>, %x: i32, %i: index) -> i32 ",
			before: "%c = arith.constant 100 : index\n%j = arith.addi %i, %c overflow<nuw> : index\n%e = vector.create_mask %j : vector<4xi1>\nreturn %x : i32",
			after:  "%c = arith.constant 100 : index\n%z = arith.constant 0 : index\n%j = arith.addi %i, %c : index\n%u = arith.cmpi ult, %j, %c : index\n%k = arith.constant 3 : i32\n%r = arith.select %u, %k, %x : i32\nreturn %r : i32"},
		{name: "a vector of poison is stored", signature: "(%m: memref<4xi32>, %x: i32) -> i32 ",
			before: "%c = arith.constant 0 : index\n%p = ub.poison : vector<4xi32>\nvector.store %p, %m[%c] : memref<4xi32>, vector<4xi32>\nreturn %x : i32",
			after:  "%k = arith.constant 3 : i32\nreturn %k : i32"},
		{name: "a selection of a vector of poison", signature: "(%c: vector<2xi1>, %v: vector<2xi32>) -> vector<2xi32> ",
			before: "return %v : vector<2xi32>",
			after:  "%p = ub.poison : vector<2xi32>\n%r = arith.select %c, %p, %v : vector<2xi1>, vector<2xi32>\nreturn %r : vector<2xi32>"},
		{name: "a global of a called function", signature: "(%m: memref<i32>, %x: i32, %y: i32) -> i32 ",
			others: "memref.global @v : memref<i32> = uninitialized\nfunc.func private @set(%x: i32) {\n%g = memref.get_global @v : memref<i32>\nmemref.store %x, %g[] : memref<i32>\nreturn\n}\n",
			before: "memref.store %x, %m[] : memref<i32>\nfunc.call @set(%y) : (i32) -> ()\n%r = memref.load %m[] : memref<i32>\nreturn %r : i32",
			after:  "memref.store %x, %m[] : memref<i32>\nfunc.call @set(%y) : (i32) -> ()\nreturn %x : i32"},
		{name: "strides of a memory", signature: "(%m: memref<2x2xi32, strided<[?, ?]>>) -> i32 ",
			before: "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%r = memref.load %m[%c1, %c0] : memref<2x2xi32, strided<[?, ?]>>\nreturn %r : i32",
			after:  "%c0 = arith.constant 0 : index\n%b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<2x2xi32, strided<[?, ?]>> -> memref<i32>, index, index, index, index, index\n%v = memref.reinterpret_cast %b to offset: [2], sizes: [1], strides: [1] : memref<i32> to memref<1xi32, strided<[1], offset: 2>>\n%r = memref.load %v[%c0] : memref<1xi32, strided<[1], offset: 2>>\nreturn %r : i32"},
		{name: "a constant that looks like a term", signature: "(%x: i64) -> i64 ",
			before: "return %x : i64",
			after:  "%c = arith.constant 9220557287087669248 : i64\nreturn %c : i64"},
		{name: "a constant that is 0 in the field of terms", signature: "(%x: i64) -> i64 ",
			before: "return %x : i64",
			after:  "%c = arith.constant 6917529027641080819 : i64\n%r = arith.addi %x, %c : i64\nreturn %r : i64"},
		{name: "a wide constant that is 0 in the field of terms", signature: "(%x: i128) -> i128 ",
			before: "return %x : i128",
			after:  "%c = arith.constant 13835058055282161638 : i128\n%r = arith.addi %x, %c : i128\nreturn %r : i128"},
		{name: "no lane, and one value twice", signature: "(%n: index) -> vector<2x2xi1> ",
			before: "%r = vector.create_mask %n, %n : vector<2x2xi1>\nreturn %r : vector<2x2xi1>",
			after:  "%c2 = arith.constant 2 : index\n%r = vector.create_mask %n, %c2 : vector<2x2xi1>\nreturn %r : vector<2x2xi1>"},
		{name: "a loop near the largest number", signature: "(%n: i8) -> i32 ",
			before: "%lo = arith.constant 120 : i8\n%by = arith.constant 5 : i8\n%z = arith.constant 0 : i32\n%o = arith.constant 1 : i32\n%r = scf.for %i = %lo to %n step %by iter_args(%a = %z) -> (i32) : i8 {\n%b = arith.addi %a, %o : i32\nscf.yield %b : i32\n}\nreturn %r : i32",
			after:  "%z = arith.constant 0 : i32\nreturn %z : i32"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			text := "func.func @f" + test.signature + "{\n" + test.before + "\n}\n" + outside + test.others + "func.func @g" + test.signature + "{\n" + test.after + "\n}\n"
			var proofs []string
			proveWith(t, text, "builtin.module(become)", nil, func(p validate.Proof) { proofs = append(proofs, p.String()) }, becoming)
			if len(proofs) == 0 {
				t.Fatal("no proof")
			}
			if proof := proofs[0]; strings.HasPrefix(proof, "become @f: equal") && !strings.Contains(proof, "if arguments do not share memory") && !strings.Contains(proof, "contiguous") {
				t.Error(proof)
			} else {
				t.Log(proof)
			}
		})
	}
}
