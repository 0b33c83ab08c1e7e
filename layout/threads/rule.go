package threads

import (
	"optc/ir"
	"optc/layout/flow"
)

// Distribution is the interface of operations that can be distributed over threads.
var Distribution = ir.NewInterface[*Rule]("distribution over threads")

// Rule describes the replacement of an operation on vectors with layouts.
type Rule struct {
	// Distribute replaces op by operations on parts of its vectors, with d.Replace or, if
	// op has no vector results, with the rewriter. If op cannot be distributed, Distribute
	// calls d.Leave before it builds anything.
	Distribute func(d Distributor, op *ir.Operation)

	// Order replaces op, before distribution, by operations on whole vectors that combine elements in
	// the order in which the threads will combine them: first the elements within a thread, then
	// lanes, then subgroups. It may be nil. Only operations that combine elements need it:
	// distribution changes the order of their sums, and the execution check compares distributed code
	// with ordered code. An operation that Distribute lowers to reductions must also do so in Order,
	// and enqueue the reductions.
	Order func(d Distributor, op *ir.Operation)
}

// Distributor distributes the current operation, for which a rule was called. The methods
// take operands and results of the current operation.
type Distributor interface {
	// Rewriter returns the rewriter, which inserts before the current operation.
	Rewriter() *ir.Rewriter

	// Layout returns the layout of an operand or a result, nil if it is no vector.
	Layout(v *ir.Value) flow.Layout
	// PartType returns the type of the part of v, or the type of v if v is not a vector.
	PartType(v *ir.Value) ir.Type
	// Part returns the part of an operand that the thread holds. A value that is not a
	// vector is its own part.
	Part(v *ir.Value) *ir.Value
	// Whole returns the vector of a type whose parts in layout l are part.
	Whole(t ir.Type, part *ir.Value, l flow.Layout) *ir.Value
	// Replace replaces the current operation: each result by the vector with a given part, or,
	// if it is no vector, by the given value.
	Replace(parts ...*ir.Value)
	// OnParts builds an operation with the name and the attributes of the current
	// operation on parts of its vectors. Its regions are empty.
	OnParts() *ir.Operation

	// Enqueue lets op, which the rule built on whole vectors, be distributed, too. Operands and
	// results are the layouts of its vectors, nil for other values; missing entries are nil.
	Enqueue(op *ir.Operation, operands, results []flow.Layout)

	// Yields returns the layouts of the operands of the terminator of region r; ok is false if an
	// operand that is a vector has none.
	Yields(r int) (layouts []flow.Layout, ok bool)
	// MoveRegion moves region r of the current operation to op. Block arguments with a
	// layout become parts, and the terminator gets the parts of its operands.
	MoveRegion(r int, op *ir.Operation, args []flow.Layout)

	// Thread returns the number of the thread in its workgroup, an index.
	Thread() *ir.Value
	// Coordinates returns where in v the elements of the thread are along dimension dim:
	// a vector of index that can be broadcast to the part of v. If the layout does not
	// distinguish threads, ok is false and the operation is not distributed.
	Coordinates(v *ir.Value, dim int) (at *ir.Value, ok bool)
	// FirstHolder returns the condition under which the thread is the first of the threads that hold
	// the same elements of v, so that only one of them writes the elements. ok is as in Coordinates.
	FirstHolder(v *ir.Value) (first *ir.Value, ok bool)

	// Agree reports whether have and want are the same layouts; if not, the operation is
	// not distributed.
	Agree(have, want []flow.Layout) bool
	// Leave records why the current operation cannot be distributed. The message follows the
	// name of the operation: "is not distributed: …". Leave returns false.
	Leave(format string, args ...any) bool
}

// SameOnParts is the rule of operations that compute on parts in the same way as on whole
// vectors.
var SameOnParts = &Rule{Distribute: func(d Distributor, op *ir.Operation) {
	d.Replace(d.OnParts().ResultList()...)
}}

// RuleOf returns the rule of an operation, or nil.
func RuleOf(op *ir.Operation) *Rule {
	if rule, ok := Distribution.Of(op); ok {
		return rule
	}
	if op != nil && op.Has(ir.Elementwise) {
		return SameOnParts
	}
	return nil
}
