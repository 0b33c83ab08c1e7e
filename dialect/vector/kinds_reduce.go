package vector

import (
	"optc/ir"
)

// This file holds the accessors and builders of the operations that combine elements.

// CombiningKind returns the way in which a reduction, contraction, scan or outer product
// combines elements.
func CombiningKind(op *ir.Operation) Kind { return Kind(kinds.Get(op, kindName)) }
