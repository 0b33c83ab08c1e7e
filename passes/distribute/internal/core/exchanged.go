package core

import (
	"slices"

	"optc/dialect/gpu"
	"optc/dialect/memref"
	"optc/dialect/vectorext"
	"optc/ir"
)

// Role is the place of a barrier in its exchange (package barriers).
type Role uint8

const (
	BeforeWrites Role = 1 + iota // earlier reads of the buffers have ended
	AfterWrites                  // the buffers may be read
)

// Barrier places a barrier of an exchange.
func (d *Nested) Barrier(role Role) {
	d.Barriers[gpu.NewBarrier(d.RW, gpu.Workgroup).Operation()] = role
}

// WorkgroupMemory allocates memory that all threads of the workgroup see.
func (d *Nested) WorkgroupMemory(shape []int64, elem ir.Type) *ir.Value {
	m := memref.NewAlloc(d.RW, gpu.WorkgroupMemory(shape, elem), nil, nil, nil).Memref()
	d.Buffers[m] = true
	return m
}

// NestedLayout returns the attribute of lists that are known to be valid.
func (d *Nested) NestedLayout(lists vectorext.LayoutLists) *vectorext.NestedLayout {
	l, _ := vectorext.NewLayout(d.RW.Context(), lists)
	return l
}

// CloneLists copies the lists of a layout, which are then changed.
func CloneLists(l *vectorext.NestedLayout) vectorext.LayoutLists {
	return vectorext.LayoutLists{
		SubgroupTile: slices.Clone(l.SubgroupTile), BatchTile: slices.Clone(l.BatchTile), OuterTile: slices.Clone(l.OuterTile),
		ThreadTile: slices.Clone(l.ThreadTile), ElementTile: slices.Clone(l.ElementTile),
		SubgroupStrides: slices.Clone(l.SubgroupStrides), ThreadStrides: slices.Clone(l.ThreadStrides),
	}
}

// Exchanges reports whether threads can exchange values as op requires; if they cannot, it leaves
// op undistributed. The workers of a tile cannot.
func (d *Nested) Exchanges(op *ir.Operation) bool {
	return !d.Alone || d.LeaveWhole(op, "is not distributed: it needs elements of several workers, which cannot exchange values while they run")
}
