package vector

import (
	"slices"

	affined "optc/dialect/affine"
	"optc/dialect/arith"
	"optc/dialect/memref"
	"optc/ir"
	"optc/ir/affine"
)

// FlattenTransfers returns the patterns that turn transfers of contiguous rows of a memref into
// transfers of rank 1, if the innermost dimension of the vector has fewer than targetBits bits.
// They are used together with UnitDims (pass flatten-vector-transfers). Only unmasked transfers of
// integers and floats are flattened, and only if they stay inside the bounds and have the minor
// identity as their map.
//
// Upstream is not followed where it makes invalid operations: transfers inside of
// vector.mask, and from memrefs of vectors, are kept.
func FlattenTransfers(targetBits uint32) []*ir.Pattern {
	return append([]*ir.Pattern{
		transferPattern("FlattenContiguousRowMajorTransferReadPattern", TransferReadOp{}, func(t Transfer, l lowering) bool { return l.flatten(t, targetBits) }),
		transferPattern("FlattenContiguousRowMajorTransferWritePattern", TransferWriteOp{}, func(t Transfer, l lowering) bool { return l.flatten(t, targetBits) }),
	}, UnitDims()...)
}

// transferPattern makes a pattern from a function that replaces a transfer, or returns
// false before it builds anything. Transfers inside of vector.mask are kept, because a
// mask has room for only one operation.
func transferPattern(name string, root ir.OpKind, replace func(t Transfer, l lowering) bool) *ir.Pattern {
	return &ir.Pattern{Name: name, Root: root, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		if maskOf(op) != nil {
			return false
		}
		return replace(Transfer{op}, lowering{rw, op, nil})
	}}
}

// place describes where a transfer reads or writes.
type place struct {
	base    *ir.Value
	indices []*ir.Value
	perm    affine.Map
	bounds  []bool
	mask    *ir.Value // or nil
}

// transfer builds a transfer like t at another place. It reads a vector of type result, or writes
// v; a write returns the new tensor, or nil for a memref.
func (l lowering) transfer(t Transfer, p place, v *ir.Value, result *ir.VectorType) *ir.Value {
	if t.IsRead() {
		return NewTransferRead(l, result, p.base, p.indices, t.Padding(), p.mask, p.perm, p.bounds).Vector()
	}
	return ir.Cast[TransferWriteOp](NewTransferWrite(l, v, p.base, p.indices, p.mask, p.perm, p.bounds).Operation()).Result()
}

// isPlain reports whether a transfer moves a block of elements unchanged, all of it
// inside the bounds.
func (t Transfer) isPlain() bool {
	return !t.MayLeaveBounds() && t.Map().IsMinorIdentity() && len(t.Map().Results) == len(t.VectorType().Dims)
}

// contiguous returns the extents of a vector without its leading dimensions of extent 1,
// if every transfer of such a vector accesses contiguous elements of the memref: the
// inner extents equal the memref's, and the memref's inner strides leave no gaps.
func contiguous(m *ir.MemRefType, t *ir.VectorType) (dims []int64, ok bool) {
	dims = t.Dims
	for len(dims) > 0 && dims[0] == 1 {
		dims = dims[1:]
	}
	if len(dims) == 0 || t.AnyScalable() {
		return nil, false
	}
	inner := m.Dims[len(m.Dims)-len(dims):]
	strides, _, ok := m.StridesAndOffset()
	if !ok || !slices.Equal(dims[1:], inner[1:]) {
		return nil, false
	}
	step := int64(1)
	for i, stride := range slices.Backward(strides[len(strides)-len(dims):]) {
		if inner[i] != 1 && stride != step {
			return nil, false
		}
		step = ir.MulSaturated(step, inner[i])
	}
	return dims, true
}

// flatten replaces a transfer by a transfer of rank 1.
//
//	%0 = vector.transfer_read %m[%i, %j, %c0], %p {in_bounds = [true, true]} : memref<4x3x2xi8>, vector<3x2xi8>
//	→ %f = memref.collapse_shape %m [[0], [1, 2]] : memref<4x3x2xi8> into memref<4x6xi8>
//	  %k = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%j]
//	  %v = vector.transfer_read %f[%i, %k], %p {in_bounds = [true]} : memref<4x6xi8>, vector<6xi8>
//	  %0 = vector.shape_cast %v : vector<6xi8> to vector<3x2xi8>
func (l lowering) flatten(t Transfer, targetBits uint32) bool {
	m, onMemRef := t.BaseType().(*ir.MemRefType)
	v := t.VectorType()
	if !onMemRef || len(v.Dims) < 2 || !isSignlessIntOrFloat(v.Elem) || !t.isPlain() || t.Mask() != nil ||
		v.Dims[len(v.Dims)-1]*BitWidth(v.Elem) >= int64(targetBits) {
		return false
	}
	dims, ok := contiguous(m, v)
	if !ok {
		return false
	}
	first := len(m.Dims) - len(dims)
	groups := make([][]int64, first+1)
	for d := range m.Dims {
		g := min(d, first)
		groups[g] = append(groups[g], int64(d))
	}
	base := memref.NewCollapseShape(l, memref.CollapsedType(m, groups), t.Base(), groups).Result()
	p := place{base: base, indices: append(t.Indices()[:first], l.linearIndex(m, t.Indices()[first:])), bounds: []bool{true}}
	p.perm = affine.MinorIdentity(first+1, 1)
	flat := ir.Vector([]int64{numElements(v)}, v.Elem)
	if t.IsRead() {
		l.Rewriter.Replace(t.Operation, l.reshape(l.transfer(t, p, nil, flat), v.Dims, nil))
		return true
	}
	l.transfer(t, p, l.reshape(t.Vector(), flat.Dims, nil), nil)
	l.Erase(t.Operation)
	return true
}

// linearIndex returns the index of an element in the dimension that results from
// collapsing the innermost dimensions of a memref.
func (l lowering) linearIndex(m *ir.MemRefType, indices []*ir.Value) *ir.Value {
	sum := affine.Const(0)
	step := int64(1)
	operands := make([]ir.Mixed, len(indices))
	for i, v := range slices.Backward(indices) {
		sum = affine.Symbol(i).Mul(affine.Const(step)).Add(sum)
		step = ir.MulSaturated(step, m.Dims[len(m.Dims)-len(indices)+i])
		operands[i] = ir.Mixed{Value: v}
	}
	at := affined.ComposedApply(l.Builder, affine.NewMap(0, len(indices), sum), operands)
	if at.Value == nil {
		return arith.ConstantIndex(l, at.Const)
	}
	return at.Value
}

// isSignlessIntOrFloat reports whether t is a signless integer or a float.
func isSignlessIntOrFloat(t ir.Type) bool {
	return ir.AnySignlessInteger.Check(t) || ir.AnyFloat.Check(t)
}
