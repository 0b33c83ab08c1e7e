// Package threads holds the interface by which operations on vectors are distributed over
// threads: it replaces them by the code for one thread, which holds a part of each
// vector.
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
// A rule builds code with d.Rewriter. It has three means:
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
package threads
