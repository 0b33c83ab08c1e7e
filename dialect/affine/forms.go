package affine

import (
	"optc/ir"
	"optc/ir/affine"
)

// extremum is satisfied by the types of affine.min and affine.max.
type extremum interface {
	ir.TypedOp
	Map() affine.Map
	Operands() []*ir.Value
	Result() *ir.Value
}
