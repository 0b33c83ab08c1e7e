package distribute

import (
	"encoding/binary"
	"slices"

	"optc/dialect/arith"
	"optc/dialect/iree/ireemap"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout"
	"optc/passes"
	"optc/passes/layouts"
)

// packDistributor distributes vectors with layouts of the dialect iree_map (IREE
// MapDistributionPatterns.cpp). Every digit of a coordinate is found in the thread or in
// the position in its part, so that there are no batches, outers and subgroups.
type packDistributor struct {
	parts[*ireemap.PackLayout]
	base     *distributor // builds code of threads, and distributes operations with nested layouts
	spreadOf map[*ireemap.PackLayout]*packSpread
}

func newPackDistributor(base *distributor) *packDistributor {
	point, _ := ireemap.NewPackLayout(base.c.IR, nil)
	return &packDistributor{parts: newParts(base.c, base.rw, point), base: base, spreadOf: map[*ireemap.PackLayout]*packSpread{}}
}

type packSignature = signatureOf[*ireemap.PackLayout]

// plan finds layouts for values that have no layout of another kind.
func (d *packDistributor) planWork(root *ir.Operation) {
	d.otherKind = func(v *ir.Value) bool { return d.base.layouts[v] != nil }
	d.parts.planWork(root)
	if d.base.layouts != nil {
		// Layouts of vectors of rank 0 are the same in both kinds, and the other
		// distributor handles these vectors, including copies made meanwhile.
		d.queue = slices.DeleteFunc(d.queue, func(op *ir.Operation) bool {
			sig := d.signatures[op]
			points := !slices.ContainsFunc(slices.Concat(sig.operands, sig.results), func(l *ireemap.PackLayout) bool { return l != nil && l != d.rank0 })
			if points {
				delete(d.signatures, op)
				if _, listed := d.base.signatures[op]; !listed {
					d.inNested(op, sig)
				}
			}
			return points
		})
	}
}

// distributeQueue distributes the queued operations.
func (d *packDistributor) distributeQueue() {
	d.visitQueue(func(op *ir.Operation, _ packSignature) {
		d.base.explainIndexed(op)
		if rule := ruleOf(op); rule != nil {
			rule.Distribute(d, op)
		}
	})
}

// packSpread holds the radix in which a thread finds the digits of a layout in its id.
type packSpread struct {
	radix layout.Radix
	first []int // number of the first digit of each dimension, among all digits of threads
}

// spread returns the spread of a layout for which spreads returned true.
func (d *packDistributor) spread(l *ireemap.PackLayout) *packSpread { return d.spreadOf[l] }

// spreads reports whether different dimensions of the layout have different digits of the thread
// id; if not, it leaves op.
func (d *packDistributor) spreads(op *ir.Operation, l *ireemap.PackLayout) bool {
	if d.spreadOf[l] != nil {
		return true
	}
	s, overlap := newPackSpread(l)
	if overlap != nil {
		return d.leaveWhole(op, "is not distributed: strides of %s overlap", l.Stripped())
	}
	d.spreadOf[l] = s
	return true
}

// tellsParts reports whether the layouts of op distribute its vectors, so that each
// thread can compute which elements it holds; if not, it leaves op undistributed.
func (d *packDistributor) tellsParts(op *ir.Operation, sig packSignature) bool {
	for _, l := range slices.Concat(sig.operands, sig.results) {
		if l != nil && !d.spreads(op, l) {
			return false
		}
	}
	return true
}

func newPackSpread(l *ireemap.PackLayout) (s *packSpread, overlap error) {
	s = &packSpread{}
	var sizes, strides []int64
	for dim := range l.Rank() {
		s.first = append(s.first, len(sizes))
		for _, leaf := range l.Mode(dim) {
			if leaf.Stride > 0 {
				sizes, strides = append(sizes, leaf.Size), append(strides, leaf.Stride)
			}
		}
	}
	radix, err := layout.NewRadix(sizes, strides)
	if err != nil {
		return nil, err
	}
	s.radix = radix
	return s, nil
}

// begin returns the coordinate of the first element that a thread holds in a dimension,
// from at on; own are its digits within the part.
//
//	affine.linearize_index [own or digit of the thread, …, at] by (sizes of the digits, …)
func (d *packDistributor) begin(l *ireemap.PackLayout, s *packSpread, dim int, threads []*ir.Value, own []int64, at *ir.Value) *ir.Value {
	var digits []*ir.Value
	var basis []int64
	next := s.first[dim]
	for _, leaf := range l.Mode(dim) {
		basis = append(basis, leaf.Size)
		if leaf.Stride > 0 {
			digits = append(digits, threads[next])
			next++
			continue
		}
		value := int64(0)
		if len(own) > 0 {
			value, own = own[0], own[1:]
		}
		digits = append(digits, d.base.index(value))
	}
	if at == nil {
		return d.base.linearize(digits, basis, true)
	}
	return d.base.linearize(append(digits, at), append(basis, 1), false)
}

// packToLayout drops an operation that changes nothing. For another layout it makes a cast of a
// cast, which a joint resolves.
func packToLayout(d *packDistributor, op *ir.Operation, sig packSignature) {
	if sig.operands[0] == sig.results[0] {
		d.rw.Replace(op, ir.Cast[vectorext.ToLayoutOp](op).Input())
	} else {
		d.takeFromOtherKind(op, sig.results[0])
	}
}

// packBroadcast repeats the part along the digits of dimensions that are added or stretched.
//
//	vector.broadcast %v : vector<32xf16> to vector<8x32xf16> in ((4, 2), (8, 4)) : ((1, 0), (4, 0))
//	→ vector.broadcast %p : vector<4xf16> to vector<2x4xf16>
func packBroadcast(d *packDistributor, op *ir.Operation, sig packSignature) {
	broadcast := ir.Cast[vector.BroadcastOp](op)
	l, src := sig.results[0], broadcast.Source()
	if passes.IsVectorValue(src) {
		m := layouts.BroadcastMap(op)
		src = d.partOf(src, sig.operands[0])
		if len(m.BroadcastResults()) > 0 {
			var shape []int64
			for dim := range l.Rank() {
				values := l.Mode(dim).Values()
				if _, ok := m.ResultPosition(dim); !ok {
					values = slices.Repeat([]int64{1}, len(values))
				}
				shape = append(shape, values...)
			}
			src = d.base.shapeCast(src, shape)
		}
	}
	d.replaceByParts(op, vector.NewBroadcast(d.rw, partType(broadcast.Vector(), l), src).Vector())
}

// packTranspose permutes the digits that a thread holds with their dimensions.
//
//	vector.transpose %v, [1, 0] in ((2, 8), 16) : ((0, 1), 8)  →  vector.transpose %p, [1, 0] : vector<2x1xf16> to vector<1x2xf16>
func packTranspose(d *packDistributor, op *ir.Operation, sig packSignature) {
	l := sig.operands[0]
	first := make([]int64, l.Rank()+1) // of the digits of each dimension
	for dim := range l.Rank() {
		first[dim+1] = first[dim] + int64(len(l.Mode(dim).Values()))
	}
	var perm []int64
	transpose := ir.Cast[vector.TransposeOp](op)
	for _, p := range transpose.Permutation() {
		for at := first[p]; at < first[p+1]; at++ {
			perm = append(perm, at)
		}
	}
	d.replaceByParts(op, vector.NewTranspose(d.rw, d.partOf(transpose.Vector(), l), perm).Result())
}

// packShapeCast casts the part, whose elements are in the same order in both shapes.
func packShapeCast(d *packDistributor, op *ir.Operation, sig packSignature) {
	from, to := sig.operands[0], sig.results[0]
	if from.Reshape(to.UndistributedShape()) != to {
		d.leaveWhole(op, "is not distributed: %s is not %s in another shape", to.Stripped(), from.Stripped())
		return
	}
	d.replaceByParts(op, d.base.shapeCast(d.partOf(ir.Cast[vector.ShapeCastOp](op).Source(), from), to.DistributedShape()))
}

// packStep adds the position of a thread's first element to the distances of its others.
//
//	vector.step : vector<48xindex> in ((2, 8, 3)) : ((0, 1, 0))
//	→ %c = arith.constant dense<[[0, 1, 2], [24, 25, 26]]> : vector<2x3xindex>
//	  %c + affine.linearize_index disjoint [%c0, %digit, %c0] by (2, 8, 3)
func packStep(d *packDistributor, op *ir.Operation, sig packSignature) {
	l := sig.results[0]
	s := d.spread(l)
	d.replaceByParts(op, d.coordinates(l, s, d.base.digits(s.radix), 0))
}

// coordinates builds the coordinates along a dimension of the elements that a thread
// holds, of extent 1 in the digits of other dimensions.
func (d *packDistributor) coordinates(l *ireemap.PackLayout, s *packSpread, threads []*ir.Value, dim int) *ir.Value {
	var shape []int64
	for other := range l.Rank() {
		values := l.Mode(other).Values()
		if other != dim {
			values = slices.Repeat([]int64{1}, len(values))
		}
		shape = append(shape, values...)
	}
	var raw []byte
	held, _ := l.Project(allBut(l.Rank(), dim)).Held(0, 0) // which has no errors
	for _, at := range held {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(at))
	}
	c := d.rw.Context()
	t := ir.Vector(shape, c.Index())
	distances := d.base.constant(c.Dense(t, raw))
	first := d.begin(l, s, dim, threads, nil, nil)
	return arith.NewAddI(d.rw, distances, vector.NewBroadcast(d.rw, t, first).Vector()).Result()
}

// Coordinates implements threads.Distributor.
func (d *packDistributor) Coordinates(v *ir.Value, dim int) (at *ir.Value, ok bool) {
	l := d.ownLayout(v)
	if !d.spreads(d.current, l) {
		return nil, false
	}
	s := d.spread(l)
	return d.coordinates(l, s, d.base.digits(s.radix), dim), true
}

// Thread implements threads.Distributor.
func (d *packDistributor) Thread() *ir.Value { return d.base.threadID }

// FirstHolder implements threads.Distributor.
func (d *packDistributor) FirstHolder(v *ir.Value) (first *ir.Value, ok bool) {
	l := d.ownLayout(v)
	if !d.spreads(d.current, l) {
		return nil, false
	}
	return d.base.firstOf(d.spread(l).radix), true
}

// packTile is the position in a part, as the digits of each dimension, of a run of elements that
// are side by side in memory.
type packTile [][]int64

// tiling divides a part into tiles: the last digit of each dimension, if a thread holds
// all of its values.
type tiling struct {
	tiles  []packTile // in the order of the part
	shape  []int64    // of a tile, per dimension
	inPart [][]int64  // and per digit
}

func tilingOf(l *ireemap.PackLayout) (t tiling) {
	var others []int64 // digits that are constant in a tile
	for dim := range l.Rank() {
		m, values := l.Mode(dim), l.Mode(dim).Values()
		run := int64(1)
		if n := len(m); n > 0 && m[n-1].Stride == 0 {
			run = m[n-1].Size
		}
		inPart := slices.Repeat([]int64{1}, len(values))
		if last := len(values) - 1; run > 1 {
			inPart[last], values[last] = run, 1
		}
		t.shape, t.inPart, others = append(t.shape, run), append(t.inPart, inPart), append(others, values...)
	}
	for at := range positionsIn(others) {
		rest, tile := slices.Clone(at), packTile{}
		for _, digits := range t.inPart {
			tile, rest = append(tile, rest[:len(digits)]), rest[len(digits):]
		}
		t.tiles = append(t.tiles, tile)
	}
	return t
}

// slice takes a tile out of a part. dims has, for each dimension of the part, the dimension of
// the tiling, or a negative number if it has extent 1.
func (d *packDistributor) slice(part *ir.Value, t tiling, at packTile, dims []int) *ir.Value {
	offsets, sizes, shape := []int64{}, []int64{}, []int64{}
	for _, dim := range dims {
		if dim < 0 {
			offsets, sizes, shape = append(offsets, 0), append(sizes, 1), append(shape, 1)
		} else {
			offsets, sizes, shape = append(offsets, at[dim]...), append(sizes, t.inPart[dim]...), append(shape, t.shape[dim])
		}
	}
	if len(dims) == 0 {
		return part
	}
	return d.base.shapeCast(vector.NewExtractStridedSlice(d.rw, part, offsets, sizes).Result(), shape)
}

// packMask is the part of a mask of a transfer, and the dimension of the vector that each
// of its dimensions follows; nil without a mask.
type packMask struct {
	part *ir.Value
	dims []int
}

func (d *packDistributor) maskOf(op *ir.Operation, sig packSignature, mask *ir.OpOperand) *packMask {
	if mask == nil {
		return nil
	}
	dims := make([]int, 0)
	for _, e := range maskMapOf(op).Results {
		dim, ok := e.IsDim()
		if !ok {
			dim = -1
		}
		dims = append(dims, dim)
	}
	return &packMask{d.partOf(mask.Value(), sig.operands[mask.Index()]), dims}
}

// maskAt returns the mask of a tile, if there is one.
func (d *packDistributor) maskAt(m *packMask, t tiling, at packTile) []*ir.Value {
	if m == nil {
		return nil
	}
	return []*ir.Value{d.slice(m.part, t, at, m.dims)}
}

// indices returns the memory indices of a tile of a transfer.
func (d *packDistributor) indices(op *ir.Operation, l *ireemap.PackLayout, s *packSpread, threads []*ir.Value, t packTile) []*ir.Value {
	transfer, _ := vector.AsTransfer(op)
	out := slices.Clone(transfer.Indices())
	for dim, k := range transferDims(op) {
		if k >= 0 {
			out[k] = d.begin(l, s, dim, threads, t[dim], out[k])
		}
	}
	return out
}

// transferable reports whether a transfer can be distributed.
func (d *packDistributor) transferable(op *ir.Operation) bool {
	if t, _ := vector.AsTransfer(op); !onMemRef(t.Base()) {
		return d.leaveWhole(op, "is not distributed: it is a transfer of a tensor")
	}
	return true
}

// packTransferRead reads tile by tile.
//
//	vector.transfer_read %m[%i], %pad : memref<64xf32>, vector<64xf32> in ((2, 8, 4)) : ((0, 1, 0))
//	→ %x = vector.transfer_read %m[linearize [0, %digit, 0, %i] by (2, 8, 4, 1)] : memref<64xf32>, vector<4xf32>
//	  %p = vector.insert_strided_slice (vector.shape_cast %x : … to vector<1x4xf32>), %zeros {offsets = [0, 0]} …
//	  … and the same with 1 for the first digit
func packTransferRead(d *packDistributor, op *ir.Operation, sig packSignature) {
	l := sig.results[0]
	if !d.transferable(op) {
		return
	}
	d.base.explainTransfer(op, l)
	s := d.spread(l)
	transferRead := ir.Cast[vector.TransferReadOp](op)
	part := partType(transferRead.Vector(), l)
	acc := d.base.zero(part)
	threads := d.base.digits(s.radix)
	mask, tiles := d.maskOf(op, sig, transferRead.MaskMutable()), tilingOf(l)
	for _, at := range tiles.tiles {
		read := ir.Cast[vector.TransferReadOp](d.base.partialTransfer(op, [][]*ir.Value{
			[]*ir.Value{transferRead.Base()}, d.indices(op, l, s, threads, at), []*ir.Value{transferRead.Padding()}, d.maskAt(mask, tiles, at),
		}, []ir.Type{ir.Vector(tiles.shape, part.Elem)}))
		x := d.base.shapeCast(read.Vector(), slices.Concat(tiles.inPart...))
		if l.Rank() == 0 {
			acc = x
		} else {
			acc = vector.NewInsertStridedSlice(d.rw, x, acc, slices.Concat(at...)).Result()
		}
	}
	d.replaceByParts(op, acc)
}

// packTransferWrite writes tile by tile, in one of the threads that hold it.
func packTransferWrite(d *packDistributor, op *ir.Operation, sig packSignature) {
	l := sig.operands[0]
	if !d.transferable(op) {
		return
	}
	d.base.explainTransfer(op, l)
	s := d.spread(l)
	transferWrite := ir.Cast[vector.TransferWriteOp](op)
	mask, tiles := d.maskOf(op, sig, transferWrite.MaskMutable()), tilingOf(l)
	threads := d.base.digits(s.radix)
	guard := scf.NewIf(d.rw, d.base.firstOf(s.radix))
	d.rw.NewBlock(guard.ThenRegion(), nil, op.Loc())
	part := d.partOf(transferWrite.ValueToStore(), l)
	dims := make([]int, l.Rank())
	for dim := range dims {
		dims[dim] = dim
	}
	for _, at := range tiles.tiles {
		d.base.partialTransfer(op, [][]*ir.Value{
			[]*ir.Value{d.slice(part, tiles, at, dims)}, []*ir.Value{transferWrite.Base()}, d.indices(op, l, s, threads, at), d.maskAt(mask, tiles, at),
		}, []ir.Type{})
	}
	scf.NewYield(d.rw)
	d.rw.Before(op)
	d.rw.Erase(op)
}
