package ireelinalgext

import "optc/ir"

// MapStoring is satisfied by the types of iree_linalg_ext.map_store and
// iree_linalg_ext.map_scatter.
type MapStoring interface {
	ir.TypedOp
	Input() *ir.Value
	Output() *ir.Value
}
