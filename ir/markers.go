package ir

import "fmt"

// The interfaces in this file mark types and attributes of dialects that may be used where only
// some builtin types and attributes are allowed. They have no methods of their own.

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

// IsBuiltinAttr reports whether an attribute belongs to the builtin dialect.
func IsBuiltinAttr(a Attribute) bool {
	switch a.(type) {
	case *UnitAttr, *IntegerAttr, *FloatAttr, *StringAttr, *ArrayAttr, *DictAttr, *TypeAttr,
		*SymbolRefAttr, *AffineMapAttr, *IntegerSetAttr, *StridedLayoutAttr, *DistinctAttr,
		*DenseArrayAttr, *DenseAttr, *ResourceAttr, *SparseAttr, LocationAttr:
		return true
	}
	return false
}

// The element types that builtin types accept. Types and attributes of unregistered dialects are
// assumed to be valid wherever they are used: upstream, where the dialect is registered, has
// checked them.

// IsVectorElement reports whether a vector may have elements of type t: integers, index,
// floats, and types that dialects mark.
func IsVectorElement(t Type) bool {
	switch t := t.(type) {
	case *IntegerType, *IndexType, *FloatType:
		return true
	case *OpaqueType:
		return IsForeign(t.Dialect)
	}
	_, ok := t.(VectorElement)
	return ok
}

// IsTensorElement reports whether a tensor may have elements of type t, which is true for all but
// the builtin container types.
func IsTensorElement(t Type) bool {
	switch t.(type) {
	case *TensorType, *UnrankedTensorType, *MemRefType, *UnrankedMemRefType, *FunctionType, *NoneType, *TupleType:
		return false
	}
	return true
}

// IsMemRefElement reports whether a memref may have elements of type t: numbers, vectors,
// memrefs, complex numbers, and types that dialects mark.
func IsMemRefElement(t Type) bool {
	switch t := t.(type) {
	case *IntegerType, *IndexType, *FloatType, *ComplexType, *VectorType, *MemRefType, *UnrankedMemRefType:
		return true
	case *OpaqueType:
		return IsForeign(t.Dialect)
	}
	_, ok := t.(MemRefElement)
	return ok
}

// IsMemRefLayout reports whether an attribute may be the layout of a memref.
func IsMemRefLayout(a Attribute) bool {
	switch a.(type) {
	case *AffineMapAttr, *StridedLayoutAttr, MemRefLayout:
		return true
	}
	return false
}

// IsMemorySpace reports whether an attribute may be a memory space: none, integers,
// strings, dictionaries, and the attributes of dialects.
func IsMemorySpace(a Attribute) bool {
	switch a := a.(type) {
	case nil, *IntegerAttr, *StringAttr, *DictAttr:
		return true
	case *OpaqueAttr:
		return IsForeign(a.Dialect)
	}
	return !IsBuiltinAttr(a)
}

// CheckLayout checks that the rank of a layout equals the given rank of a memref. It
// returns the fault, or "".
func CheckLayout(layout Attribute, rank int) string {
	switch l := layout.(type) {
	case *AffineMapAttr:
		if l.Map.NumDims != rank {
			return fmt.Sprintf("memref layout mismatch between rank and affine map: %d != %d", rank, l.Map.NumDims)
		}
	case *StridedLayoutAttr:
		if len(l.Strides) != rank {
			return "expected the number of strides to match the rank"
		}
	}
	return ""
}
