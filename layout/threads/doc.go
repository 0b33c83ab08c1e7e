// Package threads holds the interface by which operations on vectors are distributed over threads:
// the operation is replaced by code for one thread, which holds a part of each vector. It also
// determines which values are the same for several threads: see [FindDivergence].
//
// The pass vectorext-distribute-nested-layout (package optc/passes/distribute) first
// finds a layout for every vector; package [optc/layout/flow] has the interface for that.
// Then it uses the rule of each operation on vectors with a layout:
//
//	%b = arith.addf %a, %a : vector<8x16xf32>
//	→ %q = arith.addf %p, %p : vector<2x1x1x1x1x2xf32>    // %p is the part of %a
//
// An operation implements its rule in its definition, or a model implements it for an
// operation of another dialect (passes/distribute has models for operations of upstream):
//
//	Implements: []ir.Implementation{threads.Distribution.By(&threads.Rule{
//		Distribute: func(d threads.Distributor, op *ir.Operation) {
//			part := d.Part(op.Operand(0))
//			d.Replace(arith.NewMulF(d.Rewriter(), part, part).Result())
//		},
//	})},
//
// A rule builds code with d.Rewriter. There are three ways to declare it:
//
//   - [Distributor.Part] and [Distributor.Replace]: compute the part of a result from the
//     parts of operands. Most operations need nothing else.
//   - [Distributor.Coordinates] and [Distributor.FirstHolder]: ask which elements of the
//     whole vector the thread holds, and whether it is the thread that writes them.
//   - [Distributor.Enqueue]: build operations on whole vectors, which are distributed in
//     turn. A rule whose threads exchange elements builds a vector.multi_reduction, a
//     vector.scan or an iree_vector_ext.to_layout this way, and leaves the exchange to
//     the rules of these.
//
// Operations with the trait [ir.Elementwise] need no rule.
//
// # Divergence
//
// [FindDivergence] finds among which threads every value is the same, and which threads arrive at
// every operation together, as LLVM's uniformity analysis does for one group of threads:
//
//	%t = gpu.thread_id x              // differs between threads
//	%w = arith.divui %t, %c64         // is the same in each group of 64 neighbours
//	%s = gpu.subgroup_reduce add %x   // is the same in a subgroup
//	%b = gpu.block_id x               // is the same in a workgroup
//
// The results of most operations are the same where their operands are the same, and need no rule.
// Operations for which this is wrong implement [Uniformity], and operations that threads execute
// together implement [Meeting].
//
//   - Where the condition of a branch differs, threads part. They meet where all ways lead, and
//     the values that come from different ways differ.
//   - Where threads leave a loop in different iterations, the values that they take out of it
//     differ. Within the loop the threads that are left run together.
//   - A load from the private memory of a thread is the same where all stores to that memory
//     are. A load from other memory is the same where the address is.
package threads
