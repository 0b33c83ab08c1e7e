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

// Products returns the number of products that the instruction adds up: M · N · K of each block.
func (op MFMAOp) Products() int64 { return op.M() * op.N() * op.K() * int64(op.Blocks()) }

// Products returns the number of products that the instruction adds up: M · N · K.
func (op WMMAOp) Products() int64 { return op.M() * op.N() * op.K() }
