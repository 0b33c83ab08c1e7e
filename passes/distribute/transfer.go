package distribute

import (
	"slices"

	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
)

// unpacked is a distributed operand of a transfer (mask or index vector) with a dimension
// per dimension of the whole vector: batch*outer*element elements each, so that the part
// for a tile is a strided slice.
type unpacked struct {
	value  *ir.Value
	layout *vectorext.NestedLayout
	// dims has, for each dimension of the operand, the dimension of the transferred vector
	// that it follows, or -1.
	dims []int
}

// unpacked deinterleaves the part of a thread:
//
//	B1xB2xO1xO2xE1xE2 → transpose [0, 2, 4, 1, 3, 5] → shape_cast (B1*O1*E1)x(B2*O2*E2)
func (d *distributor) unpacked(part *ir.Value, l *vectorext.NestedLayout) *ir.Value {
	rank := l.Rank()
	var perm []int64
	for i := range rank {
		perm = append(perm, int64(i), int64(rank+i), int64(2*rank+i))
	}
	part = d.shapeCast(part, l.DistributedShape())
	return d.shapeCast(vector.NewTranspose(d.rw, part, perm).Result(), l.DistributedUnpackedShape())
}

// packed is the inverse of unpacked.
func (d *distributor) packed(v *ir.Value, l *vectorext.NestedLayout) *ir.Value {
	rank := l.Rank()
	var shape, perm []int64
	for i := range rank {
		shape = append(shape, l.BatchTile[i], l.OuterTile[i], l.ElementTile[i])
	}
	for group := range 3 {
		for i := range rank {
			perm = append(perm, int64(3*i+group))
		}
	}
	return vector.NewTranspose(d.rw, d.shapeCast(v, shape), perm).Result()
}

// unpack deinterleaves the part of an operand. The map gives, for each dimension of the
// operand, the dimension of the transferred vector.
func (d *distributor) unpack(v *ir.Value, l *vectorext.NestedLayout, m affine.Map) unpacked {
	part := d.unpacked(d.partOf(v, l), l)
	rank := l.Rank()
	dims := make([]int, rank)
	for i, e := range m.Results {
		dims[i] = -1
		if p, ok := e.IsDim(); ok {
			dims[i] = p
		}
	}
	return unpacked{part, l, dims}
}

// at takes the slice of the part that belongs to a tile of the transferred vector. The
// tile's position is projected through the operand's map; the reference pairs the n-th
// tiles instead, which is wrong for permuted maps.
func (d *distributor) at(u unpacked, t tile) *ir.Value {
	rank := len(u.dims)
	if rank == 0 {
		return u.value
	}
	offsets := make([]int64, rank)
	for q, p := range u.dims {
		if p >= 0 {
			offsets[q] = (t.batch[p]*u.layout.OuterTile[q] + t.outer[p]) * u.layout.ElementTile[q]
		}
	}
	return vector.NewExtractStridedSlice(d.rw, u.value, offsets, u.layout.ElementTile).Result()
}

// insert puts the elements of a tile into the SIMT vector acc.
func (d *distributor) insert(part, acc *ir.Value, t tile) *ir.Value {
	if len(t.batch) == 0 {
		return part
	}
	return vector.NewInsertStridedSlice(d.rw, part, acc, t.offsets()).Result()
}

// transferDims returns, per vector dimension, the memory dimension that a
// vector.transfer_* runs along, or -1.
func transferDims(op *ir.Operation) []int {
	t, _ := vector.AsTransfer(op)
	perm := t.Map()
	dims := make([]int, len(perm.Results))
	for r, e := range perm.Results {
		dims[r] = -1
		if k, ok := e.IsDim(); ok {
			dims[r] = k
		}
	}
	return dims
}

func onMemRef(v *ir.Value) bool {
	_, ok := v.Type().(*ir.MemRefType)
	return ok
}

// writeOnce prepares a write of a value with layout l to base. It returns the condition under
// which a thread writes its elements: one of the threads that hold the same elements does.
func (d *distributor) writeOnce(op *ir.Operation, base *ir.Value, l *vectorext.NestedLayout) (s *spread, cond *ir.Value, ok bool) {
	if !onMemRef(base) {
		return nil, nil, d.leaveWhole(op, "is not distributed: it writes a tensor")
	}
	if d.unguarded[op] {
		return d.spread(l), d.constant(d.rw.Context().Bool(true)), true
	}
	cond, ok = d.firstCopy(op, l)
	return d.spread(l), cond, ok
}

// partialTransfer builds the transfer of a tile: op with other operands in the groups of
// indices and mask, and another result.
func (d *distributor) partialTransfer(op *ir.Operation, groups [][]*ir.Value, results []ir.Type) *ir.Operation {
	st := stateLike(op)
	sizes := make([]int, len(groups))
	for g, vs := range groups {
		st.Operands = append(st.Operands, vs...)
		sizes[g] = len(vs)
	}
	st.SetSegments(d.rw.Context(), sizes...)
	st.ResultTypes = results
	return d.rw.Create(st)
}

// maskOf unpacks a mask, if there is one.
func (d *distributor) maskOf(mask *ir.OpOperand, sig signature, m affine.Map) (u unpacked, ok bool) {
	if mask == nil {
		return u, false
	}
	return d.unpack(mask.Value(), sig.operands[mask.Index()], m), true
}

func (d *distributor) maskAt(u unpacked, has bool, t tile) []*ir.Value {
	if !has {
		return nil
	}
	return []*ir.Value{d.at(u, t)}
}

// distributeTransferRead reads each tile of a thread's part.
//
//	vector.transfer_read %m[%i, %j], %pad : memref<64x64xf32>, vector<16x16xf32>, batch [1,2], thread [8,4], element [2,2]
//	→ %r = affine.linearize_index [%s0, %c0, %c0, %t0, %i] by (1, 1, 1, 8, 2)
//	  %c = affine.linearize_index [%s1, %c0, %c0, %t1, %j] by (1, 2, 1, 4, 2)
//	  %x = vector.transfer_read %m[%r, %c], %pad : memref<64x64xf32>, vector<2x2xf32>
//	  %a = vector.insert_strided_slice %x, %zero {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]}
//	  … and so on for the second batch of dimension 1
func distributeTransferRead(d *distributor, op *ir.Operation, sig signature) {
	l := sig.results[0]
	transferRead := ir.Cast[vector.TransferReadOp](op)
	base := transferRead.Base()
	if !onMemRef(base) {
		d.leaveWhole(op, "is not distributed: it reads a tensor")
		return
	}
	d.explainTransfer(op, l)
	s := d.spread(l)
	mask, masked := d.maskOf(transferRead.MaskMutable(), sig, maskMapOf(op))
	t := partType(transferRead.Vector(), l)
	acc := d.zero(t)
	ids := d.ids(s)
	dims, idx := transferDims(op), transferRead.Indices()
	for _, at := range tiles(l) {
		now := d.indices(at, s, ids, dims, idx)
		read := ir.Cast[vector.TransferReadOp](d.partialTransfer(op, [][]*ir.Value{
			[]*ir.Value{base}, now, []*ir.Value{transferRead.Padding()}, d.maskAt(mask, masked, at),
		}, []ir.Type{ir.Vector(l.ElementTile, t.Elem)}))
		acc = d.insert(read.Vector(), acc, at)
	}
	d.replaceByParts(op, acc)
}

// distributeTransferWrite writes each tile of a thread's part, in one of the
// threads that hold it.
//
//	vector.transfer_write %v, %m[%i, %j]
//	→ scf.if %first_copy {
//	    %x = vector.extract %part[b0, b1, o0, o1]
//	    vector.transfer_write %x, %m[%r, %c] … }
func distributeTransferWrite(d *distributor, op *ir.Operation, sig signature) {
	l := sig.operands[0]
	transferWrite := ir.Cast[vector.TransferWriteOp](op)
	base := transferWrite.Base()
	s, cond, ok := d.writeOnce(op, base, l)
	if !ok {
		return
	}
	d.explainTransfer(op, l)
	mask, masked := d.maskOf(transferWrite.MaskMutable(), sig, maskMapOf(op))
	ids := d.ids(s)
	guard := scf.NewIf(d.rw, cond)
	d.rw.NewBlock(guard.ThenRegion(), nil, op.Loc())
	part := d.partOf(transferWrite.ValueToStore(), l)
	dims, idx := transferDims(op), transferWrite.Indices()
	for _, at := range tiles(l) {
		now := d.indices(at, s, ids, dims, idx)
		d.partialTransfer(op, [][]*ir.Value{
			[]*ir.Value{d.extractTile(part, l, at)}, []*ir.Value{base}, now, d.maskAt(mask, masked, at),
		}, []ir.Type{})
	}
	scf.NewYield(d.rw)
	d.rw.Before(op)
	d.rw.Erase(op)
}

// extractTile returns the elements of a tile as a vector of the element tile.
func (d *distributor) extractTile(part *ir.Value, l *vectorext.NestedLayout, t tile) *ir.Value {
	x := vector.NewExtract(d.rw, part, slices.Concat(t.batch, t.outer)...).Result()
	if l.Rank() == 0 {
		return vector.NewBroadcast(d.rw, part.Type(), x).Vector()
	}
	return x
}

// distributeTransferGather gathers each tile of a thread's part with the slices of
// the index operands that belong to it.
//
//	iree_vector_ext.transfer_gather %m[%i, %j] [%v : vector<8xindex>], %pad, batch [2,1], thread [4,8], element [1,2]
//	→ for each tile: %k = vector.extract_strided_slice %unpacked …
//	  iree_vector_ext.transfer_gather %m[%i, %col] [%k : vector<1xindex>], %pad : memref<64x16xf32>, vector<1x2xf32>
//
// Indexed memory dimensions keep their offset; scalar index operands stay.
func distributeTransferGather(d *distributor, op *ir.Operation, sig signature) {
	t, _ := vectorext.AsTransfer(op)
	l := sig.results[0]
	if !onMemRef(t.Base()) {
		d.leaveWhole(op, "is not distributed: it reads a tensor")
		return
	}
	s := d.spread(l)
	maps := t.VectorMaps()
	operands := make([]unpacked, len(t.IndexVecs()))
	transferGather := ir.Cast[vectorext.TransferGatherOp](op)
	for k, u := range transferGather.IndexVecsMutable() {
		if l := sig.operands[u.Index()]; l != nil {
			operands[k] = d.unpack(u.Value(), l, maps[k])
		} else {
			operands[k] = unpacked{value: u.Value()}
		}
	}
	mask, masked := d.maskOf(transferGather.MaskMutable(), sig, maskMapOf(op))
	part := partType(t.Vector(), l)
	acc := d.zero(part)
	ids := d.ids(s)
	dims, offsets := t.ContiguousDims(), t.Offsets()
	for _, at := range tiles(l) {
		now := d.indices(at, s, ids, dims, offsets)
		vecs := make([]*ir.Value, len(operands))
		for k, u := range operands {
			vecs[k] = d.at(u, at)
		}
		g := ir.Cast[vectorext.TransferGatherOp](d.partialTransfer(op, [][]*ir.Value{
			[]*ir.Value{t.Base()}, now, vecs, []*ir.Value{t.Padding()}, d.maskAt(mask, masked, at),
		}, []ir.Type{ir.Vector(l.ElementTile, part.Elem)}))
		acc = d.insert(g.Vector(), acc, at)
	}
	d.replaceByParts(op, acc)
}

// distributeTransferScatter scatters each tile of a thread's part, in one of the threads
// that hold it. As in the whole operation, the order of elements that are written to the
// same place is not specified.
func distributeTransferScatter(d *distributor, op *ir.Operation, sig signature) {
	t, _ := vectorext.AsTransfer(op)
	l := d.operandLayout(op, sig, t.Vector())
	s, cond, ok := d.writeOnce(op, t.Base(), l)
	if !ok {
		return
	}
	maps := t.VectorMaps()
	operands := make([]unpacked, len(t.IndexVecs()))
	for k, v := range t.IndexVecs() {
		if il := d.operandLayout(op, sig, v); il != nil {
			operands[k] = d.unpack(v, il, maps[k])
		} else {
			operands[k] = unpacked{value: v}
		}
	}
	var mask unpacked
	if m := t.Mask(); m != nil {
		mask = d.unpack(m, d.operandLayout(op, sig, m), t.MaskMap())
	}
	ids := d.ids(s)
	guard := scf.NewIf(d.rw, cond)
	d.rw.NewBlock(guard.ThenRegion(), nil, op.Loc())
	part := d.partOf(t.Vector(), l)
	dims, offsets := t.ContiguousDims(), t.Offsets()
	for _, at := range tiles(l) {
		vecs := make([]*ir.Value, len(operands))
		for k, u := range operands {
			vecs[k] = d.at(u, at)
		}
		d.partialTransfer(op, [][]*ir.Value{
			[]*ir.Value{t.Base()}, []*ir.Value{d.extractTile(part, l, at)}, d.indices(at, s, ids, dims, offsets), vecs, d.maskAt(mask, t.Mask() != nil, at),
		}, []ir.Type{})
	}
	scf.NewYield(d.rw)
	d.rw.Before(op)
	d.rw.Erase(op)
}

// distributeVectorScatter scatters the part of one of the threads that hold it.
func distributeVectorScatter(d *distributor, op *ir.Operation, sig signature) {
	scatter := ir.Cast[vector.ScatterOp](op)
	l := d.operandLayout(op, sig, scatter.ValueToStore())
	together := []*vectorext.NestedLayout{d.operandLayout(op, sig, scatter.Indices()), d.operandLayout(op, sig, scatter.Mask())}
	_, cond, ok := d.writeOnce(op, scatter.Base(), l)
	if !ok || !d.layoutsAgree(op, together, []*vectorext.NestedLayout{l, l}) {
		return
	}
	guard := scf.NewIf(d.rw, cond)
	d.rw.NewBlock(guard.ThenRegion(), nil, op.Loc())
	vector.NewScatter(d.rw, scatter.Base(), scatter.Offsets(), d.partOf(scatter.Indices(), l),
		d.partOf(scatter.Mask(), l), d.partOf(scatter.ValueToStore(), l))
	scf.NewYield(d.rw)
	d.rw.Before(op)
	d.rw.Erase(op)
}

// maskMapOf returns the map of the mask of an operation that moves a vector, or an empty map without a mask.
func maskMapOf(op *ir.Operation) affine.Map {
	a, _ := ir.MoveOf(op)
	return a.MaskMap
}
