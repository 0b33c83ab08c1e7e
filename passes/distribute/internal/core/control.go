package core

import (
	"optc/ir"
)

// MaxLoops bounds the depth of loops whose bodies may be followed by another iteration.
const MaxLoops = 6

// IsMasking reports whether op exists and applies a mask to the operation in its region.
func IsMasking(op *ir.Operation) bool { return op != nil && op.Def().Interfaces.Masking }
