package tune

import (
	"math"
	"slices"

	"optc/ir"
)

// reading is a read of a part of memory, with its cost.
type reading struct {
	access ir.Access
	cost   int64
}

// readings are the reads of each block that are counted.
type readings map[*ir.Block][]reading

// unrepeated returns the part of a cost of op by which it is dearer than the reads of its block whose
// elements it may read again: equal reads of a thread become one.
func (r readings) unrepeated(op *ir.Operation, cost int64) int64 {
	if cost == 0 {
		return 0
	}
	a, ok := ir.MoveOf(op)
	if !ok || a.Kind != ir.Read {
		return cost
	}
	more := cost
	for _, x := range r[op.Block()] {
		if mayOverlap(x.access, a) {
			more -= x.cost
		}
	}
	if more = max(more, 0); more > 0 {
		r[op.Block()] = append(r[op.Block()], reading{a, more})
	}
	return more
}

// mayOverlap reports whether two reads may read an element of memory twice.
func mayOverlap(a, b ir.Access) bool {
	if x, y := readBox(a), readBox(b); x != nil && y != nil && a.Memory == b.Memory {
		for d, first := range x.first {
			if second := y.first[d]; first+x.extent[d] <= second || second+y.extent[d] <= first {
				return false
			}
		}
		return true
	}
	roots := ir.MemoryRoots(a.Memory)
	return slices.ContainsFunc(ir.MemoryRoots(b.Memory), func(v *ir.Value) bool { return slices.Contains(roots, v) })
}

// box is a part of memory.
type box struct {
	first, extent []int64 // along each dimension
}

// readBox returns the part of memory that an access at constant places reads, or nil. Along a dimension
// whose place is not known it is all.
func readBox(a ir.Access) *box {
	if !a.IsPlaced() {
		return nil
	}
	x := &box{extent: slices.Repeat([]int64{1}, len(a.Indices))}
	for d, e := range a.Map.Results {
		if r, ok := e.IsDim(); ok {
			x.extent[d] = a.VectorType().Dims[r]
		}
	}
	for d, index := range a.Indices {
		at, every := multipleOf(index)
		if every != 0 {
			at, x.extent[d] = 0, math.MaxInt64
		}
		x.first = append(x.first, at)
	}
	return x
}
