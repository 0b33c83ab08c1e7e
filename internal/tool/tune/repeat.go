package tune

import (
	"math"
	"slices"

	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
)

// reading is an operation that reads a part of memory, with its cost.
type reading struct {
	op   *ir.Operation
	cost int64
}

// readings are the reads of each block that are counted.
type readings map[*ir.Block][]reading

// unrepeated returns the part of a cost of op by which it is dearer than the reads of its block whose
// elements it may read again: equal reads of a thread become one.
func (r readings) unrepeated(op *ir.Operation, cost int64) int64 {
	if cost == 0 || !ir.Is[vector.TransferReadOp](op) && !ir.Is[vectorext.TransferGatherOp](op) {
		return cost
	}
	more := cost
	for _, x := range r[op.Block()] {
		if mayOverlap(x.op, op) {
			more -= x.cost
		}
	}
	if more = max(more, 0); more > 0 {
		r[op.Block()] = append(r[op.Block()], reading{op, more})
	}
	return more
}

// mayOverlap reports whether two reads may read an element of memory twice.
func mayOverlap(a, b *ir.Operation) bool {
	if x, y := readBox(a), readBox(b); x != nil && y != nil && x.base == y.base {
		for d, first := range x.first {
			if second := y.first[d]; first+x.extent[d] <= second || second+y.extent[d] <= first {
				return false
			}
		}
		return true
	}
	roots := ir.MemoryRoots(baseOf(a))
	return slices.ContainsFunc(ir.MemoryRoots(baseOf(b)), func(v *ir.Value) bool { return slices.Contains(roots, v) })
}

// baseOf returns the memory of a read.
func baseOf(op *ir.Operation) *ir.Value {
	if t, ok := vector.AsTransfer(op); ok {
		return t.Base()
	}
	t, _ := vectorext.AsTransfer(op)
	return t.Base()
}

// box is a part of memory.
type box struct {
	base          *ir.Value
	first, extent []int64 // along each dimension
}

// readBox returns the part of memory that a transfer at constant places reads, or nil. Along a dimension
// whose place is not known it is all.
func readBox(op *ir.Operation) *box {
	t, ok := vector.AsTransfer(op)
	if !ok {
		return nil
	}
	x := &box{base: t.Base(), extent: slices.Repeat([]int64{1}, len(t.Indices()))}
	for r, e := range t.Map().Results {
		if d, ok := e.IsDim(); ok {
			x.extent[d] = t.VectorType().Dims[r]
		}
	}
	for d, index := range t.Indices() {
		at, every := multipleOf(index)
		if every != 0 {
			at, x.extent[d] = 0, math.MaxInt64
		}
		x.first = append(x.first, at)
	}
	return x
}
