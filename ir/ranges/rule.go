package ranges

import "optc/ir"

// Inference is the interface of operations with known bounds of their results, or of the
// arguments of their regions.
var Inference = ir.NewInterface[*Rule]("ranges of integers")

// Rule sets the intervals of the integers that an operation op makes, with known.Set. Either
// field may be nil.
type Rule struct {
	// Arguments sets the intervals of arguments of the regions, before the operations in the
	// regions are visited.
	Arguments func(op *ir.Operation, known Values)
	// Results sets the intervals of the results, after the operations in the regions were
	// visited, so that the operands of terminators are known.
	Results func(op *ir.Operation, known Values)
}

// Values are the intervals that are known so far.
type Values interface {
	// Of returns the interval of a value, which has all values of its type if nothing is known.
	Of(v *ir.Value) Interval
	// Signed returns the interval of a value as a signed number: an i1 is -1 or 0.
	Signed(v *ir.Value) Interval
	// Set sets the interval of a value. It ignores values that are not integers.
	Set(v *ir.Value, r Interval)
}

// OfResult returns the rule of operations with one result, whose interval infer returns. infer
// is called if the result is an integer.
func OfResult(infer func(op *ir.Operation, known Values) Interval) *Rule {
	return &Rule{Results: func(op *ir.Operation, known Values) {
		if _, ok := Full(op.Result(0).Type()); ok {
			known.Set(op.Result(0), infer(op, known))
		}
	}}
}

// Simplification is the interface of operations that can be simplified if more is known of their
// operands, such as a minimum whose second operand is never the smaller one.
var Simplification = ir.NewInterface[Simplify]("simplification by ranges")

// Simplify replaces, erases or modifies op if the intervals of its operands allow it, and
// reports whether it does. The rewriter inserts before op. A new value has the interval that
// Simplify sets, or nothing is known of it.
type Simplify func(op *ir.Operation, rw *ir.Rewriter, known Values) bool
