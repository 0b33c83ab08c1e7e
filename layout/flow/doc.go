// Package flow holds the interface by which operations take part in the analysis of layouts, which
// derives the layouts of other vectors from the layout of one vector.
//
// The analysis (package optc/passes/layouts) starts at the to_layout operations,
// the anchors, and uses the rule of every operation that a layout reaches:
//
//	%b = iree_vector_ext.to_layout %a to layout(#l)     // the anchor: %b has #l
//	%c = arith.addf %b, %b                              // forwards: %c has #l
//	%d = vector.transpose %c, [1, 0]                    // forwards: %d has #l permuted
//	%e = vector.broadcast %x : … to vector<8x16xf32>
//	%f = arith.addf %e, %c                              // backwards: %e has #l, then %x part of it
//
// An operation implements the rule in its definition, or a model does so for an operation
// of another dialect:
//
//	Implements: []ir.Implementation{flow.Propagation.By(&flow.Rule{
//		Forwards: func(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
//			p.Give(op.Result(0), l)
//		},
//		Backwards: func(p flow.Propagator, op *ir.Operation, v *ir.Value, l flow.Layout) {
//			p.Want(op.OpOperand(0), l)
//		},
//	})},
//
// Operations with the trait [ir.Elementwise] need no rule: all their operands and results
// have the same layout.
package flow
