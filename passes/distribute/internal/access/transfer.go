package access

import (
	"slices"

	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes/distribute/internal/core"
	"optc/passes/distribute/internal/sectors"
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

// unpack deinterleaves the part of an operand. The map gives, for each dimension of the
// operand, the dimension of the transferred vector.
func unpack(d *core.Nested, v *ir.Value, l *vectorext.NestedLayout, m affine.Map) unpacked {
	part := d.UnpackedPart(d.PartOf(v, l), l)
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

// partAt takes the slice of the part that belongs to a tile of the transferred vector. The
// tile's position is projected through the operand's map; the reference pairs the n-th
// tiles instead, which is wrong for permuted maps.
func partAt(d *core.Nested, u unpacked, t tile) *ir.Value {
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
	return vector.NewExtractStridedSlice(d.RW, u.value, offsets, u.layout.ElementTile).Result()
}

// insertTile puts the elements of a tile into the SIMT vector acc.
func insertTile(d *core.Nested, part, acc *ir.Value, t tile) *ir.Value {
	if len(t.batch) == 0 {
		return part
	}
	return vector.NewInsertStridedSlice(d.RW, part, acc, t.offsets()).Result()
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

// writeOnce prepares a write of a value with layout l to base. It returns the condition under which
// a thread writes its elements: only one of the threads that hold the same elements writes them.
func writeOnce(d *core.Nested, op *ir.Operation, base *ir.Value, l *vectorext.NestedLayout) (s *core.NestedSpread, cond *ir.Value, ok bool) {
	if !core.OnMemRef(base) {
		return nil, nil, d.LeaveWhole(op, "is not distributed: it writes a tensor")
	}
	if d.Unguarded[op] {
		return d.Spread(l), d.Constant(d.RW.Context().Bool(true)), true
	}
	cond, ok = d.FirstCopy(op, l)
	return d.Spread(l), cond, ok
}

// partialTransfer builds the transfer of a tile: op with other operands in the groups of
// indices and mask, and another result.
func partialTransfer(d *core.Nested, op *ir.Operation, groups [][]*ir.Value, results []ir.Type) *ir.Operation {
	st := core.StateLike(op)
	sizes := make([]int, len(groups))
	for g, vs := range groups {
		st.Operands = append(st.Operands, vs...)
		sizes[g] = len(vs)
	}
	st.SetSegments(d.RW.Context(), sizes...)
	st.ResultTypes = results
	return d.RW.Create(st)
}

// maskOf unpacks a mask, if there is one.
func maskOf(d *core.Nested, mask *ir.OpOperand, sig core.NestedSignature, m affine.Map) (u unpacked, ok bool) {
	if mask == nil {
		return u, false
	}
	return unpack(d, mask.Value(), sig.Operands[mask.Index()], m), true
}

func maskAt(d *core.Nested, u unpacked, has bool, t tile) []*ir.Value {
	if !has {
		return nil
	}
	return []*ir.Value{partAt(d, u, t)}
}

// TransferRead reads each tile of a thread's part.
//
//	vector.transfer_read %m[%i, %j], %pad : memref<64x64xf32>, vector<16x16xf32>, batch [1,2], thread [8,4], element [2,2]
//	→ %r = affine.linearize_index [%s0, %c0, %c0, %t0, %i] by (1, 1, 1, 8, 2)
//	  %c = affine.linearize_index [%s1, %c0, %c0, %t1, %j] by (1, 2, 1, 4, 2)
//	  %x = vector.transfer_read %m[%r, %c], %pad : memref<64x64xf32>, vector<2x2xf32>
//	  %a = vector.insert_strided_slice %x, %zero {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]}
//	  … and so on for the second batch of dimension 1
func TransferRead(d *core.Nested, op *ir.Operation, sig core.NestedSignature) {
	l := sig.Results[0]
	transferRead := ir.Cast[vector.TransferReadOp](op)
	base := transferRead.Base()
	if !core.OnMemRef(base) {
		d.LeaveWhole(op, "is not distributed: it reads a tensor")
		return
	}
	sectors.ExplainTransfer(d, op, l)
	s := d.Spread(l)
	mask, masked := maskOf(d, transferRead.MaskMutable(), sig, maskMapOf(op))
	t := core.PartType(transferRead.Vector(), l)
	acc := d.Zero(t)
	ids := d.IDs(s)
	dims, idx := transferDims(op), transferRead.Indices()
	for _, at := range tiles(l) {
		now := indices(d, at, s, ids, dims, idx)
		read := ir.Cast[vector.TransferReadOp](partialTransfer(d, op, [][]*ir.Value{
			[]*ir.Value{base}, now, []*ir.Value{transferRead.Padding()}, maskAt(d, mask, masked, at),
		}, []ir.Type{ir.Vector(l.ElementTile, t.Elem)}))
		acc = insertTile(d, read.Vector(), acc, at)
	}
	d.ReplaceByParts(op, acc)
}

// TransferWrite writes each tile of a thread's part, from only one of the threads that hold it.
//
//	vector.transfer_write %v, %m[%i, %j]
//	→ scf.if %first_copy {
//	    %x = vector.extract %part[b0, b1, o0, o1]
//	    vector.transfer_write %x, %m[%r, %c] … }
func TransferWrite(d *core.Nested, op *ir.Operation, sig core.NestedSignature) {
	l := sig.Operands[0]
	transferWrite := ir.Cast[vector.TransferWriteOp](op)
	base := transferWrite.Base()
	s, cond, ok := writeOnce(d, op, base, l)
	if !ok {
		return
	}
	sectors.ExplainTransfer(d, op, l)
	mask, masked := maskOf(d, transferWrite.MaskMutable(), sig, maskMapOf(op))
	ids := d.IDs(s)
	guard := scf.NewIf(d.RW, cond)
	d.RW.NewBlock(guard.ThenRegion(), nil, op.Loc())
	part := d.PartOf(transferWrite.ValueToStore(), l)
	dims, idx := transferDims(op), transferWrite.Indices()
	for _, at := range tiles(l) {
		now := indices(d, at, s, ids, dims, idx)
		partialTransfer(d, op, [][]*ir.Value{
			[]*ir.Value{extractTile(d, part, l, at)}, []*ir.Value{base}, now, maskAt(d, mask, masked, at),
		}, []ir.Type{})
	}
	scf.NewYield(d.RW)
	d.RW.Before(op)
	d.RW.Erase(op)
}

// extractTile returns the elements of a tile as a vector of the element tile.
func extractTile(d *core.Nested, part *ir.Value, l *vectorext.NestedLayout, t tile) *ir.Value {
	x := vector.NewExtract(d.RW, part, slices.Concat(t.batch, t.outer)...).Result()
	if l.Rank() == 0 {
		return vector.NewBroadcast(d.RW, part.Type(), x).Vector()
	}
	return x
}

// TransferGather gathers each tile of a thread's part with the slices of
// the index operands that belong to it.
//
//	iree_vector_ext.transfer_gather %m[%i, %j] [%v : vector<8xindex>], %pad, batch [2,1], thread [4,8], element [1,2]
//	→ for each tile: %k = vector.extract_strided_slice %unpacked …
//	  iree_vector_ext.transfer_gather %m[%i, %col] [%k : vector<1xindex>], %pad : memref<64x16xf32>, vector<1x2xf32>
//
// Indexed memory dimensions keep their offset; scalar index operands are unchanged.
func TransferGather(d *core.Nested, op *ir.Operation, sig core.NestedSignature) {
	t, _ := vectorext.AsTransfer(op)
	l := sig.Results[0]
	if !core.OnMemRef(t.Base()) {
		d.LeaveWhole(op, "is not distributed: it reads a tensor")
		return
	}
	s := d.Spread(l)
	maps := t.VectorMaps()
	operands := make([]unpacked, len(t.IndexVecs()))
	transferGather := ir.Cast[vectorext.TransferGatherOp](op)
	for k, u := range transferGather.IndexVecsMutable() {
		if l := sig.Operands[u.Index()]; l != nil {
			operands[k] = unpack(d, u.Value(), l, maps[k])
		} else {
			operands[k] = unpacked{value: u.Value()}
		}
	}
	mask, masked := maskOf(d, transferGather.MaskMutable(), sig, maskMapOf(op))
	part := core.PartType(t.Vector(), l)
	acc := d.Zero(part)
	ids := d.IDs(s)
	dims, offsets := t.ContiguousDims(), t.Offsets()
	for _, at := range tiles(l) {
		now := indices(d, at, s, ids, dims, offsets)
		vecs := make([]*ir.Value, len(operands))
		for k, u := range operands {
			vecs[k] = partAt(d, u, at)
		}
		g := ir.Cast[vectorext.TransferGatherOp](partialTransfer(d, op, [][]*ir.Value{
			[]*ir.Value{t.Base()}, now, vecs, []*ir.Value{t.Padding()}, maskAt(d, mask, masked, at),
		}, []ir.Type{ir.Vector(l.ElementTile, part.Elem)}))
		acc = insertTile(d, g.Vector(), acc, at)
	}
	d.ReplaceByParts(op, acc)
}

// TransferScatter scatters each tile of a thread's part, from only one of the threads that hold it.
// As in the whole operation, the order of elements that are written to the same place is not
// specified.
func TransferScatter(d *core.Nested, op *ir.Operation, sig core.NestedSignature) {
	t, _ := vectorext.AsTransfer(op)
	l := d.OperandLayout(op, sig, t.Vector())
	s, cond, ok := writeOnce(d, op, t.Base(), l)
	if !ok {
		return
	}
	maps := t.VectorMaps()
	operands := make([]unpacked, len(t.IndexVecs()))
	for k, v := range t.IndexVecs() {
		if il := d.OperandLayout(op, sig, v); il != nil {
			operands[k] = unpack(d, v, il, maps[k])
		} else {
			operands[k] = unpacked{value: v}
		}
	}
	var mask unpacked
	if m := t.Mask(); m != nil {
		mask = unpack(d, m, d.OperandLayout(op, sig, m), t.MaskMap())
	}
	ids := d.IDs(s)
	guard := scf.NewIf(d.RW, cond)
	d.RW.NewBlock(guard.ThenRegion(), nil, op.Loc())
	part := d.PartOf(t.Vector(), l)
	dims, offsets := t.ContiguousDims(), t.Offsets()
	for _, at := range tiles(l) {
		vecs := make([]*ir.Value, len(operands))
		for k, u := range operands {
			vecs[k] = partAt(d, u, at)
		}
		partialTransfer(d, op, [][]*ir.Value{
			[]*ir.Value{t.Base()}, []*ir.Value{extractTile(d, part, l, at)}, indices(d, at, s, ids, dims, offsets), vecs, maskAt(d, mask, t.Mask() != nil, at),
		}, []ir.Type{})
	}
	scf.NewYield(d.RW)
	d.RW.Before(op)
	d.RW.Erase(op)
}

// VectorScatter scatters the part from only one of the threads that hold it.
func VectorScatter(d *core.Nested, op *ir.Operation, sig core.NestedSignature) {
	scatter := ir.Cast[vector.ScatterOp](op)
	l := d.OperandLayout(op, sig, scatter.ValueToStore())
	together := []*vectorext.NestedLayout{d.OperandLayout(op, sig, scatter.Indices()), d.OperandLayout(op, sig, scatter.Mask())}
	_, cond, ok := writeOnce(d, op, scatter.Base(), l)
	if !ok || !d.LayoutsAgree(op, together, []*vectorext.NestedLayout{l, l}) {
		return
	}
	guard := scf.NewIf(d.RW, cond)
	d.RW.NewBlock(guard.ThenRegion(), nil, op.Loc())
	vector.NewScatter(d.RW, scatter.Base(), scatter.Offsets(), d.PartOf(scatter.Indices(), l),
		d.PartOf(scatter.Mask(), l), d.PartOf(scatter.ValueToStore(), l))
	scf.NewYield(d.RW)
	d.RW.Before(op)
	d.RW.Erase(op)
}

// maskMapOf returns the map of the mask of an operation that moves a vector, or an empty map without a mask.
func maskMapOf(op *ir.Operation) affine.Map {
	a, _ := ir.MoveOf(op)
	return a.MaskMap
}
