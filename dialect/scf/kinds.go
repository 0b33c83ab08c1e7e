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

// ForallBounds returns the lower bounds, upper bounds and steps of scf.forall.
func ForallBounds(op *ir.Operation) [3][]ir.Mixed {
	return [...][]ir.Mixed{forallLowers.Of(op), forallUppers.Of(op), forallSteps.Of(op)}
}
