// Package core is the context of a function whose vectors are divided among threads: the layout of each
// vector, the operations that are to be distributed, and the casts between whole vectors and parts.
//
//	%r = arith.addf %a, %b : vector<8xf32>             // 4 threads with 2 elements each
//	→ %p = iree_vector_ext.to_simt %a                  // vector<1x1x2xf32>, the part of a thread
//	  %q = iree_vector_ext.to_simt %b
//	  %s = arith.addf %p, %q : vector<1x1x2xf32>
//	  %r = iree_vector_ext.to_simd %s                  // the whole vector, for users that are not distributed yet
//
// A to_simt of a to_simd folds away, so that no whole vector is left if all operations are distributed.
//
// There are two kinds of layouts, and a context for each: Nested for nested layouts of iree_vector_ext, Packed
// for layouts of iree_map. Their common part is Parts. The packages beside this one contain the rules of
// operations, by subject; package distribute lists them.
package core
