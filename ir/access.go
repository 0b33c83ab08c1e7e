package ir

import (
	"slices"

	"optc/ir/affine"
)

// This file has the interface by which operations list the elements of memory that they read and write.
//
//	vector.transfer_read %m[%i, %j], %pad, %mask {permutation_map = affine_map<(d0, d1) -> (d1)>, in_bounds = [false]}
//	→ Kind Read, Memory %m, Indices %i, %j, Map (d0) -> (0, d0), Mask %mask, Guarded dimension 1
//	iree_vector_ext.transfer_gather %m[%i, %j] [%rows : vector<8xindex>], %pad : memref<64x4xf32>, vector<8x4xf32>
//	→ Kind Read, Memory %m, Indices %i, %j, Map (d0, d1)[s0] -> (s0, d1), Chosen %rows by (d0, d1) -> (d0)

// Accessing is the interface of operations that read or write elements of memory. An operation that declares no effects has
// the effects of its accesses.
var Accessing = NewInterface[AccessRule]("accesses to memory")

// AccessRule lists the accesses of an operation.
type AccessRule func(op *Operation) []Access

// Access describes the elements of a memory that an operation reads or writes. Without a value Moved, the operation may access any
// element, and the fields after it are empty, unless Bytes is known. With one, the access is complete: the operation moves elements
// between the memory and the value and does nothing else, so that other accesses to the same elements can take its place.
type Access struct {
	Kind   EffectKinds // Read or Write, or both if the operation combines elements with others in one step
	Memory *Value      // a memref, or a tensor
	Moved  *Value      // the vector or element that is read, written or combined, or nil

	Indices []*Value // the place in memory where the access begins
	Bytes   int64    // without Moved: the number of bytes that the thread accesses from the place on; they are not the bytes of its results
	// Map has a result for each dimension of the memory, and a dimension for each dimension of the moved vector. It adds to the
	// place of an element: Map has a dimension of the vector that runs along the memory, a symbol for an element of Chosen, or
	// the constant 0.
	Map    affine.Map
	Chosen []Choice
	// Body computes the place of an element instead of Indices and Map: from the indices of the element in the moved vector it
	// yields the indices in memory, and whether the element is stored.
	Body *Block

	Mask    *Value     // elements that are off are not touched; nil: all are on
	MaskMap affine.Map // the element of the mask, from the dimensions of the moved vector
	Packed  bool       // active elements are contiguous in memory, even if inactive elements are between them
	// Guarded lists dimensions of the memory in which elements may be out of bounds; such elements are not accessed.
	Guarded []int
	Padding *Value // the result of a read for elements that are not accessed: an element, or a vector like the moved one

	Alignment int64 // known alignment in bytes of the address of the first element, or 0
	Single    bool  // elements are accessed one by one, even if they are contiguous
}

// Choice is an operand that chooses places in memory: a vector of indices, or an index for all elements.
type Choice struct {
	Operand *Value
	Map     affine.Map // the element of the operand, from the dimensions of the moved vector
}

// AccessesMemory returns the implementation of an operation with one access.
func AccessesMemory(of func(op *Operation) Access) Implementation {
	return Accessing.By(func(op *Operation) []Access { return []Access{of(op)} })
}

// AccessesOf returns the accesses of an operation, nil for an operation without the interface.
func AccessesOf(op *Operation) []Access {
	rule, ok := Accessing.Of(op)
	if !ok {
		return nil
	}
	return rule(op)
}

// MoveOf returns the access of an operation that only moves elements between a memory and a value; ok is false for other
// operations.
func MoveOf(op *Operation) (a Access, ok bool) {
	if list := AccessesOf(op); len(list) == 1 && list[0].Moved != nil && (list[0].Kind == Read || list[0].Kind == Write) {
		return list[0], true
	}
	return a, false
}

// TrailingAccess returns the access to an element, or to a vector along the last dimensions of the memory.
func TrailingAccess(kind EffectKinds, memory *Value, indices []*Value, moved *Value) Access {
	along := 0
	if v, ok := moved.Type().(*VectorType); ok {
		along = len(v.Dims)
		if t, ok := memory.Type().(ShapedType); ok {
			if of, ok := t.ElementType().(*VectorType); ok {
				along -= len(of.Dims)
			}
		}
	}
	results := slices.Repeat([]affine.Expr{affine.Const(0)}, len(indices))
	for d := range along {
		if k := len(indices) - along + d; k >= 0 {
			results[k] = affine.Dim(d)
		}
	}
	return Access{Kind: kind, Memory: memory, Indices: indices, Moved: moved, Map: affine.NewMap(along, 0, results...)}
}

// IsPlaced reports whether Indices and Map alone determine the place of every element; a mask and guards may still leave
// elements out.
func (a *Access) IsPlaced() bool {
	return a.Moved != nil && a.Body == nil && len(a.Chosen) == 0 && !a.Packed
}

// TouchesAll reports whether no mask and no guard leaves out elements of the moved value.
func (a *Access) TouchesAll() bool { return a.Mask == nil && len(a.Guarded) == 0 }

// IsRun reports whether an access is to a single element of a memref, or to a run of contiguous elements.
func (a *Access) IsRun() bool {
	if !a.IsPlaced() || !a.TouchesAll() {
		return false
	}
	v, t := a.VectorType(), a.MemRef()
	if v == nil || t == nil {
		return t != nil
	}
	strides, _, known := t.StridesAndOffset()
	for d, k := range a.Along() {
		if v.Dims[d] > 1 && (!known || k < 0 || strides[k] != 1) {
			return false
		}
	}
	return true
}

// VectorType returns the type of the moved vector, or nil if a single element of the memory is moved.
func (a *Access) VectorType() *VectorType {
	if a.Moved == nil || a.Moved.Type() == ElementOrSelf(a.Memory.Type()) {
		return nil
	}
	v, _ := a.Moved.Type().(*VectorType)
	return v
}

// MemRef returns the type of the memory, or nil if it is no memref.
func (a *Access) MemRef() *MemRefType {
	t, _ := a.Memory.Type().(*MemRefType)
	return t
}

// Along returns, for each dimension of the moved vector, the dimension of the memory along which it runs, or -1.
func (a *Access) Along() []int {
	dims := slices.Repeat([]int{-1}, a.Map.NumDims)
	for k, e := range a.Map.Results {
		if d, ok := e.IsDim(); ok {
			dims[d] = k
		}
	}
	return dims
}

// IsSpread reports whether each dimension of the moved vector runs along a dimension of the memory, so that no element of the
// memory is moved twice.
func (a *Access) IsSpread() bool { return !slices.Contains(a.Along(), -1) }

// accessEffects returns the effects of the accesses of an operation.
func accessEffects(rule AccessRule) func(op *Operation) []Effect {
	return func(op *Operation) (list []Effect) {
		for _, a := range rule(op) {
			if IsMemory(a.Memory) {
				a.Kind.visit(a.Memory, func(e Effect) bool {
					list = append(list, e)
					return true
				})
			}
		}
		return list
	}
}
