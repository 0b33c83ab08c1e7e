package vectorext

import "optc/ir"

// layoutCast is satisfied by the types of iree_vector_ext.to_simd and
// iree_vector_ext.to_simt.
type layoutCast interface {
	ir.TypedOp
	Input() *ir.Value
	Output() *ir.Value
	Layout() Distribution
}
