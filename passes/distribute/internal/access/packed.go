package access

import (
	"slices"

	"optc/dialect/iree/ireemap"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/ir"
	"optc/passes/distribute/internal/core"
	"optc/passes/distribute/internal/sectors"
)

// packTile is the position in a part, as the digits of each dimension, of a run of elements that
// are contiguous in memory.
type packTile [][]int64

// tiling divides a part into tiles: the last digit of each dimension, if a thread holds
// all of its values.
type tiling struct {
	tiles  []packTile // tiles in the order of the part
	shape  []int64    // shape of a tile, per dimension
	inPart [][]int64  // the shape of a tile per digit
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
	for at := range core.PositionsIn(others) {
		rest, tile := slices.Clone(at), packTile{}
		for _, digits := range t.inPart {
			tile, rest = append(tile, rest[:len(digits)]), rest[len(digits):]
		}
		t.tiles = append(t.tiles, tile)
	}
	return t
}

// sliceOf extracts a tile from a part. dims has, for each dimension of the part, the dimension of
// the tiling, or a negative number if it has extent 1.
func sliceOf(d *core.Packed, part *ir.Value, t tiling, at packTile, dims []int) *ir.Value {
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
	return d.ShapeCast(vector.NewExtractStridedSlice(d.RW, part, offsets, sizes).Result(), shape)
}

// packMask is a thread's part of the mask of a transfer, and for each of its dimensions the
// dimension of the vector that it belongs to; nil without a mask.
type packMask struct {
	part *ir.Value
	dims []int
}

func packedMaskOf(d *core.Packed, op *ir.Operation, sig core.PackedSignature, mask *ir.OpOperand) *packMask {
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
	return &packMask{d.PartOf(mask.Value(), sig.Operands[mask.Index()]), dims}
}

// packedMaskAt returns the mask of a tile, if there is one.
func packedMaskAt(d *core.Packed, m *packMask, t tiling, at packTile) []*ir.Value {
	if m == nil {
		return nil
	}
	return []*ir.Value{sliceOf(d, m.part, t, at, m.dims)}
}

// packedIndices returns the memory indices of a tile of a transfer.
func packedIndices(d *core.Packed, op *ir.Operation, l *ireemap.PackLayout, s *core.PackedSpread, threads []*ir.Value, t packTile) []*ir.Value {
	transfer, _ := vector.AsTransfer(op)
	out := slices.Clone(transfer.Indices())
	for dim, k := range transferDims(op) {
		if k >= 0 {
			out[k] = d.Begin(l, s, dim, threads, t[dim], out[k])
		}
	}
	return out
}

// transferable reports whether a transfer can be distributed.
func transferable(d *core.Packed, op *ir.Operation) bool {
	if t, _ := vector.AsTransfer(op); !core.OnMemRef(t.Base()) {
		return d.LeaveWhole(op, "is not distributed: it is a transfer of a tensor")
	}
	return true
}

// PackedTransferRead reads tile by tile.
//
//	vector.transfer_read %m[%i], %pad : memref<64xf32>, vector<64xf32> in ((2, 8, 4)) : ((0, 1, 0))
//	→ %x = vector.transfer_read %m[linearize [0, %digit, 0, %i] by (2, 8, 4, 1)] : memref<64xf32>, vector<4xf32>
//	  %p = vector.insert_strided_slice (vector.shape_cast %x : … to vector<1x4xf32>), %zeros {offsets = [0, 0]} …
//	  … and the same with 1 for the first digit
func PackedTransferRead(d *core.Packed, op *ir.Operation, sig core.PackedSignature) {
	l := sig.Results[0]
	if !transferable(d, op) {
		return
	}
	sectors.ExplainTransfer(d.Base, op, l)
	s := d.Spread(l)
	transferRead := ir.Cast[vector.TransferReadOp](op)
	part := core.PartType(transferRead.Vector(), l)
	acc := d.Zero(part)
	threads := d.Digits(s.Radix)
	mask, tiles := packedMaskOf(d, op, sig, transferRead.MaskMutable()), tilingOf(l)
	for _, at := range tiles.tiles {
		read := ir.Cast[vector.TransferReadOp](partialTransfer(d.Base, op, [][]*ir.Value{
			[]*ir.Value{transferRead.Base()}, packedIndices(d, op, l, s, threads, at), []*ir.Value{transferRead.Padding()}, packedMaskAt(d, mask, tiles, at),
		}, []ir.Type{ir.Vector(tiles.shape, part.Elem)}))
		x := d.ShapeCast(read.Vector(), slices.Concat(tiles.inPart...))
		if l.Rank() == 0 {
			acc = x
		} else {
			acc = vector.NewInsertStridedSlice(d.RW, x, acc, slices.Concat(at...)).Result()
		}
	}
	d.ReplaceByParts(op, acc)
}

// PackedTransferWrite writes tile by tile, from only one of the threads that hold a tile.
func PackedTransferWrite(d *core.Packed, op *ir.Operation, sig core.PackedSignature) {
	l := sig.Operands[0]
	if !transferable(d, op) {
		return
	}
	sectors.ExplainTransfer(d.Base, op, l)
	s := d.Spread(l)
	transferWrite := ir.Cast[vector.TransferWriteOp](op)
	mask, tiles := packedMaskOf(d, op, sig, transferWrite.MaskMutable()), tilingOf(l)
	threads := d.Digits(s.Radix)
	guard := scf.NewIf(d.RW, d.FirstOf(s.Radix, 1))
	d.RW.NewBlock(guard.ThenRegion(), nil, op.Loc())
	part := d.PartOf(transferWrite.ValueToStore(), l)
	dims := make([]int, l.Rank())
	for dim := range dims {
		dims[dim] = dim
	}
	for _, at := range tiles.tiles {
		partialTransfer(d.Base, op, [][]*ir.Value{
			[]*ir.Value{sliceOf(d, part, tiles, at, dims)}, []*ir.Value{transferWrite.Base()}, packedIndices(d, op, l, s, threads, at), packedMaskAt(d, mask, tiles, at),
		}, []ir.Type{})
	}
	scf.NewYield(d.RW)
	d.RW.Before(op)
	d.RW.Erase(op)
}
