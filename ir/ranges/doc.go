// Package ranges holds the interface by which operations report the bounds of their integers, and
// the analysis that asks them.
//
//	%t = gpu.thread_id x upper_bound 8        // 0 to 7
//	%i = arith.muli %t, %c4                   // 0 to 28
//	scf.for %j = %c0 to %i step %c1 { … }     // %j is 0 to 27
//
// An operation implements its rule in its definition, or a model does so for an operation of
// another dialect:
//
//	Implements: []ir.Implementation{ranges.Inference.By(ranges.OfResult(
//		func(op *ir.Operation, known ranges.Values) ranges.Interval {
//			low, high := ir.Cast[ClampOp](op).Bounds()
//			return ranges.Interval{low, high}
//		},
//	))},
//
// [Analyze] finds the intervals of all integers in an operation. The pass int-range-optimizations
// (package optc/passes/standard) replaces results that have only one possible value by constants,
// and lets operations with the interface [Simplification] use the known ranges of their operands.
package ranges
