package vector

import (
	"optc/ir"
	"optc/ir/affine"
)

// Transfer is a view of vector.transfer_read and vector.transfer_write.
type Transfer struct{ *ir.Operation }

// AsTransfer returns the view of a transfer; ok is false for other operations.
func AsTransfer(op *ir.Operation) (t Transfer, ok bool) {
	return Transfer{op}, ir.Is[TransferReadOp](op) || ir.Is[TransferWriteOp](op)
}

// IsRead reports whether the transfer reads memory.
func (t Transfer) IsRead() bool { return ir.Is[TransferReadOp](t.Operation) }

// BaseType returns the type of the base.
func (t Transfer) BaseType() ir.ShapedType { return t.Base().Type().(ir.ShapedType) }

// OnTensor reports whether the transfer reads or writes a tensor value.
func (t Transfer) OnTensor() bool {
	_, ok := t.Base().Type().(*ir.TensorType)
	return ok
}

// Vector returns the vector that is read or written.
func (t Transfer) Vector() *ir.Value {
	if t.IsRead() {
		return ir.Cast[TransferReadOp](t.Operation).Vector()
	}
	return ir.Cast[TransferWriteOp](t.Operation).ValueToStore()
}

// VectorType returns the type of the vector.
func (t Transfer) VectorType() *ir.VectorType { return vectorOf(t.Vector()) }

// Padding returns the value that a read gives for elements out of bounds or masked off.
func (t Transfer) Padding() *ir.Value { return ir.Cast[TransferReadOp](t.Operation).Padding() }

// Map returns the permutation map: the base dimension of each vector dimension, and the
// constant 0 for dimensions that are broadcast.
func (t Transfer) Map() affine.Map { return ir.Get[*ir.AffineMapAttr](t.Operation, permutationMap).Map }

// Rank returns the number of vector dimensions that the map moves.
func (t Transfer) Rank() int { return len(t.Map().Results) }

// InBounds returns for each result of the map whether the dimension is known to stay
// inside the base.
func (t Transfer) InBounds() []bool {
	bounds, _ := ir.Bools(t.Attr(inBounds))
	return bounds
}

// MayLeaveBounds reports whether some dimension may run out of the base.
func (t Transfer) MayLeaveBounds() bool {
	for _, b := range t.InBounds() {
		if !b {
			return true
		}
	}
	return false
}

// MinorIdentityMap returns the map of a transfer between a memref or tensor and a vector
// whose text has no map. ok is false when the ranks do not allow it.
func MinorIdentityMap(base ir.ShapedType, v *ir.VectorType) (m *ir.AffineMapAttr, ok bool) {
	rank, want := len(base.Shape()), effectiveRank(base, v)
	if want < 0 || want > rank {
		return nil, false
	}
	return v.Context().MinorIdentity(rank, want), true
}

// effectiveRank returns the rank of v without the dimensions that belong to the base's elements,
// which may be vectors.
func effectiveRank(base ir.ShapedType, v *ir.VectorType) int {
	if e, ok := base.ElementType().(*ir.VectorType); ok {
		return len(v.Dims) - len(e.Dims)
	}
	return len(v.Dims)
}

// TransferMaskType returns the type of the mask of a transfer: the vector before the
// permutation, without the broadcast dimensions, with at least one dimension. It is nil
// when the map is not a permutation with broadcasts of the vector's dimensions.
func TransferMaskType(v *ir.VectorType, perm affine.Map) *ir.VectorType {
	inverse, ok := affine.InversePermutation(affine.CompressUnusedDims(perm))
	if !ok {
		return nil
	}
	var dims []int64
	var scalable []bool
	for _, e := range inverse.Results {
		d, isDim := e.IsDim()
		if !isDim || d >= len(v.Dims) {
			return nil
		}
		dims, scalable = append(dims, v.Dims[d]), append(scalable, v.IsScalable(d))
	}
	if dims == nil {
		dims, scalable = []int64{1}, []bool{false}
	}
	return ir.ScalableVector(dims, scalable, v.Context().I1())
}

// In both transfers the indices follow the base, and the mask is the last group of
// operands.

func (t Transfer) baseGroup() int {
	if t.IsRead() {
		return 0
	}
	return 1
}

// Base returns the memref or tensor.
func (t Transfer) Base() *ir.Value { return t.Operand(t.baseGroup()) }

func (t Transfer) indicesGroup() int { return t.baseGroup() + 1 }

// Indices returns the element at which the transfer begins, as an index per dimension of
// the base.
func (t Transfer) Indices() []*ir.Value { return t.OperandGroup(t.indicesGroup()) }

// Mask returns the mask, or nil.
func (t Transfer) Mask() *ir.Value { return t.OptionalOperand(3) }

// SetMask sets the mask.
func (t Transfer) SetMask(mask *ir.Value) { t.SetOperandGroup(3, []*ir.Value{mask}) }

func (t Transfer) removeMask() { t.SetOperandGroup(3, nil) }
