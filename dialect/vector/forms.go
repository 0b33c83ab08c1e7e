package vector

import "optc/ir"

// maskedLoading is satisfied by the types of vector.maskedload and vector.expandload.
type maskedLoading interface {
	ir.TypedOp
	Base() *ir.Value
	Indices() []*ir.Value
	Mask() *ir.Value
	PassThru() *ir.Value
	Result() *ir.Value
}

// maskedStoring is satisfied by the types of vector.maskedstore and vector.compressstore.
type maskedStoring interface {
	ir.TypedOp
	Base() *ir.Value
	Indices() []*ir.Value
	Mask() *ir.Value
	ValueToStore() *ir.Value
}

// positioned is satisfied by the types of vector.extract and vector.insert.
type positioned interface {
	ir.TypedOp
	StaticPosition() []int64
	SetStaticPosition(pos []int64)
	DynamicPosition() []*ir.Value
}
