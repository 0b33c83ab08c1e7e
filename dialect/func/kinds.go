package fn

import "optc/ir"

// This file holds the accessors and builders of the operations; see ir.Kind.

// The operations.
var (
	Func = funcKind{"func.func"}
)

// Names of the attributes of calls and constants.
const (
	callee   = "callee"
	noInline = "no_inline"
	symbol   = "value"
)

type funcKind struct{ ir.OldKind }

func (funcKind) Body(op *ir.Operation) *ir.Region { return op.Region(0) }
