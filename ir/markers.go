package ir

// The interfaces in this file let types and attributes of dialects appear where
// only some builtin ones are allowed. They have no behaviour.

// VectorElement marks types that may be the elements of a vector
// (VectorElementTypeInterface upstream).
type VectorElement interface {
	Type
	IsVectorElement()
}

// MemRefElement marks types that may be the elements of a memref
// (MemRefElementTypeInterface upstream).
type MemRefElement interface {
	Type
	IsMemRefElement()
}

// MemRefLayout marks attributes that may be the layout of a memref
// (MemRefLayoutAttrInterface upstream).
type MemRefLayout interface {
	Attribute
	IsMemRefLayout()
}

// IsBuiltinAttr tells whether an attribute belongs to the builtin dialect.
func IsBuiltinAttr(a Attribute) bool {
	switch a.(type) {
	case *UnitAttr, *IntegerAttr, *FloatAttr, *StringAttr, *ArrayAttr, *DictAttr, *TypeAttr,
		*SymbolRefAttr, *AffineMapAttr, *IntegerSetAttr, *StridedLayoutAttr, *DistinctAttr,
		*DenseArrayAttr, *DenseAttr, *ResourceAttr, *SparseAttr, LocationAttr:
		return true
	}
	return false
}
