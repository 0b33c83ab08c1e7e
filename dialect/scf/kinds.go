package scf

import (
	"optc/ir"
)

// This file holds the accessors and builders of the operations; see ir.Kind.

// Positions of the operand groups that interfaces give ranges of.
const (
	forInits   = 3
	forallOuts = 3
)

// Names of the attributes that parsers and printers mention too.
const (
	unsignedCmp      = "unsignedCmp"
	noInline         = "no_inline"
	switchCases      = "cases"
	staticLowerBound = "staticLowerBound"
	staticUpperBound = "staticUpperBound"
	staticStep       = "staticStep"
	mapping          = "mapping"
)

// The operations.
var (
	Condition = conditionKind{"scf.condition"}
	For       = forKind{"scf.for"}
	If        = ifKind{"scf.if"}
	While     = whileKind{"scf.while"}
	Yield     = yieldKind{"scf.yield"}
)

type conditionKind struct{ ir.OldKind }

// ArgOf returns the number of the argument that a use in scf.condition is; ok is false if
// the use is the condition itself.
func (conditionKind) ArgOf(u *ir.OpOperand) (i int, ok bool) { return u.Index() - 1, u.Index() > 0 }

type forKind struct{ ir.OldKind }

// InitOf returns the number of the loop-carried value whose initial value is a use in
// scf.for; ok is false for uses as bounds or step.
func (forKind) InitOf(u *ir.OpOperand) (i int, ok bool) {
	i = u.Index() - forInits
	return i, i >= 0
}

// ForallBounds returns the lower bounds, upper bounds and steps of scf.forall.
func ForallBounds(op *ir.Operation) [3][]ir.Mixed {
	return [...][]ir.Mixed{forallLowers.Of(op), forallUppers.Of(op), forallSteps.Of(op)}
}

type ifKind struct{ ir.OldKind }

func (ifKind) ThenRegion(op *ir.Operation) *ir.Region { return op.Region(0) }

// Build builds a conditional with results. Its regions are empty.
func (k ifKind) Build(b ir.OpBuilder, condition *ir.Value, results ...ir.Type) *ir.Operation {
	return k.Create(b, &ir.OpState{Operands: []*ir.Value{condition}, ResultTypes: append([]ir.Type{}, results...)})
}

type whileKind struct{ ir.OldKind }

type yieldKind struct{ ir.OldKind }

// Build ends a region with values.
func (k yieldKind) Build(b ir.OpBuilder, values ...*ir.Value) *ir.Operation {
	return k.Create(b, &ir.OpState{Operands: values, ResultTypes: []ir.Type{}})
}
