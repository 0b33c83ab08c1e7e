package vector

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
	"optc/ir/affine"
)

// TransferToLoad returns the patterns that turn transfers of memrefs into vector.load,
// vector.store and their masked forms. Transfers of rank above 1 are split into transfers
// of their rows; a row along the innermost dimension of the memref is loaded or stored.
// Transfers are kept if they may leave the bounds, if they are both permuted and masked,
// or if their rows are not contiguous.
func TransferToLoad() []*ir.Pattern {
	return []*ir.Pattern{
		transferPattern("transfer-read-turn", TransferReadOp{}, func(t Transfer, l lowering) bool { return l.turn(t) }),
		transferPattern("transfer-write-turn", TransferWriteOp{}, func(t Transfer, l lowering) bool { return l.turn(t) }),
		transferPattern("transfer-read-rows", TransferReadOp{}, func(t Transfer, l lowering) bool { return l.rows(t) }),
		transferPattern("transfer-write-rows", TransferWriteOp{}, func(t Transfer, l lowering) bool { return l.rows(t) }),
		transferPattern("transfer-read-to-load", TransferReadOp{}, func(t Transfer, l lowering) bool { return l.loadRow(t) }),
		transferPattern("transfer-write-to-store", TransferWriteOp{}, func(t Transfer, l lowering) bool { return l.storeRow(t) }),
	}
}

// turn makes the rows of a transfer run along contiguous memory.
//
//	%v = vector.transfer_read %m[%i, %j], %pad {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<8x8xf32>, vector<4x2xf32>
//	→ %t = vector.transfer_read %m[%i, %j], %pad : memref<8x8xf32>, vector<2x4xf32>
//	  %v = vector.transpose %t, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
func (l lowering) turn(t Transfer) bool {
	m, ok := t.BaseType().(*ir.MemRefType)
	vec, dims := t.VectorType(), t.Map().Results
	if !ok || vec.AnyScalable() || m.Elem != vec.Elem || len(m.Dims) == 0 {
		return false
	}
	minor := slices.IndexFunc(dims, affine.Dim(len(m.Dims)-1).Equal)
	strides, _, ok := m.StridesAndOffset()
	if last := len(dims) - 1; !ok || minor < 0 || minor == last || strides[len(strides)-1] != 1 || vec.Dims[minor] == 1 {
		return false
	}
	perm, inverse := make([]int64, 0, len(dims)), make([]int64, len(dims))
	for d := range dims {
		if d != minor {
			perm = append(perm, int64(d))
		}
	}
	perm = append(perm, int64(minor))
	p := place{base: t.Base(), indices: t.Indices(), mask: t.Mask(), perm: affine.Map{NumDims: len(m.Dims)}}
	shape := make([]int64, len(dims))
	for to, d := range perm {
		inverse[d], shape[to] = int64(to), vec.Dims[d]
		p.perm.Results, p.bounds = append(p.perm.Results, dims[d]), append(p.bounds, t.InBounds()[d])
	}
	if t.IsRead() {
		l.done(t, NewTranspose(l, l.transfer(t, p, nil, ir.Vector(shape, vec.Elem)), inverse).Result())
	} else {
		l.transfer(t, p, NewTranspose(l, t.Vector(), perm).Result(), nil)
		l.done(t, nil)
	}
	return true
}

// rows splits a transfer along the outermost dimension of its vector.
//
//	%v = vector.transfer_read %m[%i, %j], %pad {in_bounds = [true, true]} : memref<8x16xf32>, vector<2x4xf32>
//	→ %r0 = vector.transfer_read %m[%i, %j] … : …, vector<4xf32>
//	  %i1 = arith.addi %i, %c1
//	  %r1 = vector.transfer_read %m[%i1, %j] … : …, vector<4xf32>
//	  … joined by vector.insert_strided_slice
func (l lowering) rows(t Transfer) bool {
	vec, perm := t.VectorType(), t.Map()
	if t.OnTensor() || len(vec.Dims) < 2 || vec.AnyScalable() || t.MayLeaveBounds() || t.Mask() != nil && !perm.IsMinorIdentity() {
		return false
	}
	row := ir.Vector(vec.Dims[1:], vec.Elem)
	inner := affine.Map{NumDims: perm.NumDims, Results: perm.Results[1:]}
	var acc *ir.Value
	if t.IsRead() {
		acc = arith.NewConstant(l, l.Context().Dense(vec, make([]byte, ir.ElementBytes(vec.Elem)))).Result()
	}
	for i := range vec.Dims[0] {
		p := place{base: t.Base(), indices: t.Indices(), perm: inner, bounds: t.InBounds()[1:], mask: l.at(t.Mask(), i)}
		if d, ok := perm.DimPosition(0); ok && i > 0 {
			p.indices[d] = arith.NewAddI(l, p.indices[d], arith.ConstantIndex(l.Builder, i)).Result()
		}
		if !t.IsRead() {
			l.transfer(t, p, NewExtract(l, t.Vector(), i).Result(), nil)
			continue
		}
		at := make([]int64, len(vec.Dims))
		at[0] = i
		acc = NewInsertStridedSlice(l, l.transfer(t, p, nil, row), acc, at).Result()
	}
	l.done(t, acc)
	return true
}

// done replaces a transfer by the vector that was read, or erases it.
func (l lowering) done(t Transfer, read *ir.Value) {
	if t.IsRead() {
		l.Replace(t.Operation, read)
	} else {
		l.Erase(t.Operation)
	}
}

// isRow reports whether a transfer moves neighbours of the innermost dimension.
func (t Transfer) isRow() bool {
	m, ok := t.BaseType().(*ir.MemRefType)
	if !ok || len(t.VectorType().Dims) != 1 || t.MayLeaveBounds() || !t.Map().IsMinorIdentity() || m.Elem != t.VectorType().Elem {
		return false
	}
	strides, _, ok := m.StridesAndOffset()
	return ok && strides[len(strides)-1] == 1
}

// loadRow replaces a read of neighbours.
//
//	vector.transfer_read %m[%i], %pad, %k {in_bounds = [true]} : memref<64xf32>, vector<4xf32>
//	→ vector.maskedload %m[%i], %k, %pads : …
func (l lowering) loadRow(t Transfer) bool {
	if !t.isRow() {
		return false
	}
	if t.Mask() == nil {
		l.done(t, NewLoad(l, t.VectorType(), t.Base(), t.Indices()).Result())
		return true
	}
	pads := NewBroadcast(l, t.VectorType(), t.Padding()).Vector()
	l.done(t, NewMaskedLoad(l, t.Base(), t.Indices(), t.Mask(), pads).Result())
	return true
}

// storeRow replaces a write of neighbours.
func (l lowering) storeRow(t Transfer) bool {
	if !t.isRow() {
		return false
	}
	if t.Mask() == nil {
		NewStore(l, t.Vector(), t.Base(), t.Indices())
	} else {
		NewMaskedStore(l, t.Base(), t.Indices(), t.Mask(), t.Vector())
	}
	l.done(t, nil)
	return true
}
