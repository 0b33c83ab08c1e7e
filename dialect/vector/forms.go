package vector

import "optc/ir"

// MaskedLoading is satisfied by the types of vector.maskedload and vector.expandload.
type MaskedLoading interface {
	ir.TypedOp
	Base() *ir.Value
	Indices() []*ir.Value
	Mask() *ir.Value
	MaskMutable() *ir.OpOperand
	PassThru() *ir.Value
	PassThruMutable() *ir.OpOperand
	Result() *ir.Value
}

// MaskedStoring is satisfied by the types of vector.maskedstore and vector.compressstore.
type MaskedStoring interface {
	ir.TypedOp
	Base() *ir.Value
	Indices() []*ir.Value
	Mask() *ir.Value
	MaskMutable() *ir.OpOperand
	ValueToStore() *ir.Value
	ValueToStoreMutable() *ir.OpOperand
}

// positioned is satisfied by the types of vector.extract and vector.insert.
type positioned interface {
	ir.TypedOp
	StaticPosition() []int64
	SetStaticPosition(pos []int64)
	DynamicPosition() []*ir.Value
}

// Taking is satisfied by the types of operations that take a part of a vector: vector.extract and
// vector.extract_strided_slice.
type Taking interface {
	ir.TypedOp
	Source() *ir.Value
	SourceMutable() *ir.OpOperand
	Result() *ir.Value
}

// Putting is satisfied by the types of operations that put a part into a vector: vector.insert and
// vector.insert_strided_slice.
type Putting interface {
	ir.TypedOp
	ValueToStore() *ir.Value
	ValueToStoreMutable() *ir.OpOperand
	Dest() *ir.Value
	DestMutable() *ir.OpOperand
	Result() *ir.Value
}
