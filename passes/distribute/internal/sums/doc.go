// Package sums fixes the order in which sums are added. Sums of floats depend on it.
//
// The pass vectorext-order-sums writes the order of distributed code into code for whole vectors, so that both
// give the same bits:
//
//	vector.multi_reduction <add>, %v, %a [0] : vector<8xf32>, thread 4, element 2
//	→ %t = vector.shape_cast %v : vector<8xf32> to vector<1x4x2xf32>
//	  the sum of the two elements of each thread, then of threads 0 and 1, 2 and 3, then of the pairs, and %a
//
// The option reassociate changes the order instead: a loop carries the sums of each thread, and lanes are added
// once, after the loop.
//
//	scf.for … iter_args(%a = %z) {           scf.for … iter_args(%p = %zeros) {
//	  %s = gpu.subgroup_reduce add %x    →     %q = arith.addf %p, %x
//	  %b = arith.addf %a, %s                 }
//	}                                        gpu.subgroup_reduce add %q
package sums
