package amdgpu

import "optc/ir"

// matrixProduct is satisfied by the types of the instructions that add the product of an
// m x k and a k x n matrix to an m x n matrix.
type matrixProduct interface {
	ir.TypedOp
	M() int64
	N() int64
	K() int64
	SourceA() *ir.Value
	SourceB() *ir.Value
	DestC() *ir.Value
	DestD() *ir.Value
}
