package passes

import (
	"encoding/binary"
	"slices"

	"optc/dialect/arith"
	"optc/dialect/ireemap"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout"
)

// packDistributor distributes vectors with layouts of the dialect iree_map (IREE
// MapDistributionPatterns.cpp). Every digit of a coordinate is found in the thread or in
// the position in its part, so that there are no batches, outers and subgroups.
type packDistributor struct {
	parts[*ireemap.PackLayout]
	base    *distributor // builds code of threads
	spreads map[*ireemap.PackLayout]*packSpread
}

func newPackDistributor(base *distributor) *packDistributor {
	point, _ := ireemap.NewPackLayout(base.c.IR, nil)
	return &packDistributor{parts: newParts(base.c, base.rw, point), base: base, spreads: map[*ireemap.PackLayout]*packSpread{}}
}

// packDistributions lists the rewrites by operation, without those of parts.shared.
var packDistributions = map[ir.Kind]func(d *packDistributor, op *ir.Operation, sig packSignature) bool{
	vector.Broadcast.Kind:     packBroadcast,
	vector.Transpose.Kind:     packTranspose,
	vector.ShapeCast.Kind:     packShapeCast,
	vector.Step.Kind:          packStep,
	vector.TransferRead.Kind:  packTransferRead,
	vector.TransferWrite.Kind: packTransferWrite,
	vectorext.ToLayout.Kind:   packToLayout,
}

type packSignature = signatureOf[*ireemap.PackLayout]

// run distributes everything in root.
func (d *packDistributor) run(root *ir.Operation) {
	d.analyze(root)
	d.each(func(op *ir.Operation, sig packSignature) {
		switch rule := packDistributions[op.Kind()]; {
		case rule != nil:
			rule(d, op, sig)
		case isShared(op):
			d.shared(op, sig)
		default:
			d.leave(op, "is not distributed: there is no rule for it in a layout of iree_map")
		}
	})
}

// packSpread says where a thread finds the digits of a layout in its number.
type packSpread struct {
	radix layout.Radix
	first []int // of each dimension: the number of its first digit among those of threads
}

// spread returns how a layout of op spreads its vector; nil, with a reason, when digits
// of different dimensions are the same digit of the thread.
func (d *packDistributor) spread(op *ir.Operation, l *ireemap.PackLayout) *packSpread {
	if s := d.spreads[l]; s != nil {
		return s
	}
	s := &packSpread{}
	var sizes, strides []int64
	for dim := range l.Rank() {
		s.first = append(s.first, len(sizes))
		for _, leaf := range l.Mode(dim) {
			if leaf.Stride > 0 {
				sizes, strides = append(sizes, leaf.Size), append(strides, leaf.Stride)
			}
		}
	}
	radix, overlap := layout.NewRadix(sizes, strides)
	if overlap != nil {
		d.leave(op, "is not distributed: strides of %s overlap", l.Stripped())
		return nil
	}
	s.radix = radix
	d.spreads[l] = s
	return s
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

// packToLayout drops what changes nothing.
func packToLayout(d *packDistributor, op *ir.Operation, sig packSignature) bool {
	if sig.operands[0] != sig.results[0] {
		return d.leave(op, "is not distributed: there is no rule for changes of a layout of iree_map")
	}
	d.rw.Replace(op, vectorext.ToLayout.Input(op))
	return true
}

// packBroadcast repeats the part along the digits of the added dimensions.
//
//	vector.broadcast %v : vector<32xf16> to vector<8x32xf16> in ((4, 2), (8, 4)) : ((1, 0), (4, 0))
//	→ vector.broadcast %p : vector<4xf16> to vector<2x4xf16>
func packBroadcast(d *packDistributor, op *ir.Operation, sig packSignature) bool {
	l, src := sig.results[0], vector.Broadcast.Source(op)
	if t, ok := src.Type().(*ir.VectorType); ok {
		drop := make([]bool, l.Rank())
		for i := range l.Rank() - len(t.Dims) {
			drop[i] = true
		}
		if l.Project(drop) != sig.operands[0] {
			return d.leave(op, "is not distributed: it stretches unit dimensions, or changes the layout")
		}
		src = d.dist(src, sig.operands[0])
	}
	d.replace(op, vector.Broadcast.Build(d.rw, simtType(vector.Broadcast.Vector(op), l), src))
	return true
}

// packTranspose permutes the digits that a thread holds with their dimensions.
//
//	vector.transpose %v, [1, 0] in ((2, 8), 16) : ((0, 1), 8)  →  vector.transpose %p, [1, 0] : vector<2x1xf16> to vector<1x2xf16>
func packTranspose(d *packDistributor, op *ir.Operation, sig packSignature) bool {
	l := sig.operands[0]
	first := make([]int64, l.Rank()+1) // of the digits of each dimension
	for dim := range l.Rank() {
		first[dim+1] = first[dim] + int64(len(l.Mode(dim).Values()))
	}
	var perm []int64
	for _, p := range vector.Transpose.Permutation(op) {
		for at := first[p]; at < first[p+1]; at++ {
			perm = append(perm, at)
		}
	}
	d.replace(op, vector.Transpose.Build(d.rw, d.dist(vector.Transpose.Vector(op), l), perm))
	return true
}

// packShapeCast casts the part, whose elements come in the same order in both shapes.
func packShapeCast(d *packDistributor, op *ir.Operation, sig packSignature) bool {
	from, to := sig.operands[0], sig.results[0]
	if from.Reshape(to.UndistributedShape()) != to {
		return d.leave(op, "is not distributed: %s is not %s in another shape", to.Stripped(), from.Stripped())
	}
	d.replace(op, d.base.shapeCast(d.dist(vector.ShapeCast.Source(op), from), to.DistributedShape()))
	return true
}

// packStep adds the position of a thread's first element to the distances of its others.
//
//	vector.step : vector<48xindex> in ((2, 8, 3)) : ((0, 1, 0))
//	→ %c = arith.constant dense<[[0, 1, 2], [24, 25, 26]]> : vector<2x3xindex>
//	  %c + affine.linearize_index disjoint [%c0, %digit, %c0] by (2, 8, 3)
func packStep(d *packDistributor, op *ir.Operation, sig packSignature) bool {
	l := sig.results[0]
	s := d.spread(op, l)
	if s == nil {
		return false
	}
	t := simtType(vector.Step.Result(op), l)
	var raw []byte
	held, err := l.Held(0, 0)
	if err != nil {
		return d.base.leave(op, "is not distributed: %v", err)
	}
	for _, at := range held {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(at))
	}
	distances := d.base.constant(d.rw.Context().Dense(t, raw))
	threads := d.base.digits(s.radix)
	first := d.begin(l, s, 0, threads, nil, nil)
	d.replace(op, arith.AddI.Build(d.rw, distances, vector.Broadcast.Build(d.rw, t, first)))
	return true
}

// packTile is a run of elements that a thread holds side by side in memory: own are the
// other digits of the part, one list per dimension, and at where it begins in the part.
type packTile struct {
	own [][]int64
	at  []int64
}

// packTiles lists the tiles of a part in its order, and the shape of one: the last digit
// of each dimension, if a thread holds all of its values.
func packTiles(l *ireemap.PackLayout) (tiles []packTile, shape, inPart []int64) {
	var others []int64 // digits that are constant in a tile
	for dim := range l.Rank() {
		m, values := l.Mode(dim), l.Mode(dim).Values()
		run := int64(1)
		if n := len(m); n > 0 && m[n-1].Stride == 0 {
			run = m[n-1].Size
		}
		shape = append(shape, run)
		for i, n := range values {
			if last := i == len(values)-1; last && run > 1 {
				others, inPart = append(others, 1), append(inPart, run)
			} else {
				others, inPart = append(others, n), append(inPart, 1)
			}
		}
	}
	for at := range positionsIn(others) {
		t := packTile{at: slices.Clone(at)}
		rest := t.at
		for dim := range l.Rank() {
			n := len(l.Mode(dim).Values())
			t.own, rest = append(t.own, rest[:n]), rest[n:]
		}
		tiles = append(tiles, t)
	}
	return tiles, shape, inPart
}

// indices returns the memory indices of a tile of a transfer.
func (d *packDistributor) indices(op *ir.Operation, l *ireemap.PackLayout, s *packSpread, threads []*ir.Value, t packTile) []*ir.Value {
	transfer, _ := vector.AsTransfer(op)
	out := slices.Clone(transfer.Indices())
	for dim, k := range transferDims(op) {
		if k >= 0 {
			out[k] = d.begin(l, s, dim, threads, t.own[dim], out[k])
		}
	}
	return out
}

// transferable tells whether a transfer can be distributed.
func (d *packDistributor) transferable(op *ir.Operation) bool {
	switch t, _ := vector.AsTransfer(op); {
	case !onMemRef(t.Base()):
		return d.leave(op, "is not distributed: it is a transfer of a tensor")
	case t.Mask() != nil:
		return d.leave(op, "is not distributed: there is no rule for masks in a layout of iree_map")
	}
	return true
}

// packTransferRead reads tile by tile.
//
//	vector.transfer_read %m[%i], %pad : memref<64xf32>, vector<64xf32> in ((2, 8, 4)) : ((0, 1, 0))
//	→ %x = vector.transfer_read %m[linearize [0, %digit, 0, %i] by (2, 8, 4, 1)] : memref<64xf32>, vector<4xf32>
//	  %p = vector.insert_strided_slice (vector.shape_cast %x : … to vector<1x4xf32>), %zeros {offsets = [0, 0]} …
//	  … and the same with 1 for the first digit
func packTransferRead(d *packDistributor, op *ir.Operation, sig packSignature) bool {
	l := sig.results[0]
	if !d.transferable(op) {
		return false
	}
	s := d.spread(op, l)
	if s == nil {
		return false
	}
	part := simtType(vector.TransferRead.Vector(op), l)
	acc := d.base.zero(part)
	threads := d.base.digits(s.radix)
	tiles, shape, inPart := packTiles(l)
	for _, t := range tiles {
		read := d.base.partialTransfer(op, [][]*ir.Value{
			group(vector.TransferRead.Base(op)), d.indices(op, l, s, threads, t), group(vector.TransferRead.Padding(op)), nil,
		}, []ir.Type{ir.Vector(shape, part.Elem)})
		x := d.base.shapeCast(vector.TransferRead.Vector(read), inPart)
		if len(t.at) == 0 {
			acc = x
		} else {
			acc = vector.InsertStridedSlice.Build(d.rw, x, acc, t.at)
		}
	}
	d.replace(op, acc)
	return true
}

// packTransferWrite writes tile by tile, in one of the threads that hold it.
func packTransferWrite(d *packDistributor, op *ir.Operation, sig packSignature) bool {
	l := sig.operands[0]
	if !d.transferable(op) {
		return false
	}
	s := d.spread(op, l)
	if s == nil {
		return false
	}
	threads := d.base.digits(s.radix)
	guard := scf.If.Build(d.rw, d.base.firstOf(s.radix))
	d.rw.NewBlock(scf.If.ThenRegion(guard), nil, op.Loc())
	part := d.dist(vector.TransferWrite.ValueToStore(op), l)
	tiles, shape, inPart := packTiles(l)
	for _, t := range tiles {
		x := part
		if len(t.at) > 0 {
			x = vector.ExtractStridedSlice.Build(d.rw, part, t.at, inPart)
		}
		d.base.partialTransfer(op, [][]*ir.Value{
			group(d.base.shapeCast(x, shape)), group(vector.TransferWrite.Base(op)), d.indices(op, l, s, threads, t), nil,
		}, []ir.Type{})
	}
	scf.Yield.Build(d.rw)
	d.rw.Before(op)
	d.rw.Erase(op)
	return true
}
