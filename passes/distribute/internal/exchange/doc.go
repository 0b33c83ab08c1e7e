// Package exchange moves elements between threads: it changes the layout of a vector, in the cheapest of
// three ways.
//
//	%y = iree_vector_ext.to_layout %x to layout(#b)    // %x in #a
//	→ vector.transpose and vector.shape_cast of the part, where every thread keeps its elements
//	→ gpu.shuffle idx %x0, %lane, 64                   // through registers, between lanes of a subgroup
//	→ vector.store %x0, %m[%w]                         // through workgroup memory,
//	  gpu.barrier memfence [#gpu.address_space<workgroup>]
//	  memref.load %m[%r]                               // at addresses without conflicts of banks
//
// Package layout plans rounds of shuffles and buffers, and counts their cycles; this package builds the code. It
// also contains the ways in which threads combine partial results, which package reductions uses, and the
// conversion between layouts of iree_map and nested layouts.
package exchange
