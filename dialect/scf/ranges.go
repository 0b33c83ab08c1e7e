package scf

import (
	"optc/ir"
	"optc/ir/ranges"
)

// inferFor gives the induction variable of a loop its interval, unless the loop is unsigned and
// a bound may be negative as a signed number. If the first value and the step are known, the
// last value is known, too.
var inferFor = ranges.Inference.By(&ranges.Rule{Arguments: func(op *ir.Operation, known ranges.Values) {
	loop := ir.Cast[ForOp](op)
	lower, upper, step := known.Of(loop.LowerBound()), known.Of(loop.UpperBound()), known.Of(loop.Step())
	if loop.UnsignedCmp() && (lower.Lo < 0 || upper.Lo < 0) {
		return
	}
	if step.Lo < 1 || lower.Lo >= upper.Hi {
		return
	}
	last := upper.Hi - 1
	if length, ok := ranges.Single(last).Sub(lower); ok && lower.IsSingle() && step.IsSingle() {
		last -= length.Lo % step.Lo
	}
	known.Set(op.Body().Arg(0), ranges.Interval{Lo: lower.Lo, Hi: last})
}})
