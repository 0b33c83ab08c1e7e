package exchange

import (
	"math/bits"
	"slices"

	"optc/dialect/iree/revision"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes/distribute/internal/core"
)

// meeting describes an exchange of the threads' partial results through workgroup memory.
type meeting struct {
	Shape       []int64                 // shape of the memory: one element per holder along a reduced dimension
	Write, Read *vectorext.NestedLayout // layouts in which the threads write the memory, and read it
}

// MeetingOf plans the exchange of partial results of a layout over the reduced dimensions dims.
// Along a dimension of cross.lanes all lanes of a cluster have the same partial result. If the
// lanes of a reduced dimension are enough and the holders are a power of two, each lane reads the
// result of one holder; otherwise every thread reads all.
func MeetingOf(d *core.Nested, l *vectorext.NestedLayout, dims []int64, cross Crossing) meeting {
	write, read := core.CloneLists(l), core.CloneLists(l)
	m := meeting{Shape: l.UndistributedShape()}
	need, count := int64(1), int64(1)
	for _, dim := range dims {
		threads := l.ThreadTile[dim]
		if slices.Contains(cross.Lanes, int(dim)) {
			threads = 1
		}
		write.BatchTile[dim], write.OuterTile[dim], write.ThreadTile[dim], write.ElementTile[dim] = 1, 1, threads, 1
		m.Shape[dim] = l.SubgroupTile[dim] * threads
		need, count = need*PowerOf2(m.Shape[dim]), count*m.Shape[dim]
	}
	// Lanes that have nothing to read would make the addresses of a planned buffer irregular.
	byLanes := need == count || revision.Of(d.RW.Context()) != revision.Release
	stride := int64(0) // stride of the lanes that read; 0 if each thread reads all elements
	for _, dim := range cross.Lanes {
		if byLanes && l.ThreadTile[dim] >= need {
			stride = l.ThreadStrides[dim]
			break
		}
	}
	for _, dim := range dims {
		for _, tile := range [][]int64{read.SubgroupTile, read.BatchTile, read.OuterTile, read.ThreadTile, read.ElementTile} {
			tile[dim] = 1
		}
		if stride == 0 {
			read.ElementTile[dim] = m.Shape[dim]
			continue
		}
		read.ThreadTile[dim], read.ThreadStrides[dim] = PowerOf2(m.Shape[dim]), stride
		stride *= read.ThreadTile[dim]
	}
	m.Write, m.Read = d.NestedLayout(write), d.NestedLayout(read)
	return m
}

// PowerOf2 returns the least power of two that is not below n.
func PowerOf2(n int64) int64 { return 1 << bits.Len64(uint64(n-1)) }

// WriteAll writes the whole vector whose parts are v in a layout.
func WriteAll(d *core.Nested, v, buffer *ir.Value, l *vectorext.NestedLayout) {
	rank := l.Rank()
	whole := vectorext.NewToSIMD(d.RW, ir.Vector(l.UndistributedShape(), ir.ElementOrSelf(v.Type())), v, l).Output()
	write := vector.NewTransferWrite(d.RW, whole, buffer, d.Zeros(rank), nil, affine.Identity(rank), slices.Repeat([]bool{true}, rank)).Operation()
	d.Schedule(write, append([]*vectorext.NestedLayout{l}, make([]*vectorext.NestedLayout, 1+rank)...), nil)
}

// ReadAll reads the buffer in the layout of a meeting. Lanes that have nothing to read
// get the padding.
func ReadAll(d *core.Nested, buffer *ir.Value, m meeting, padding *ir.Value) *ir.Value {
	rank := m.Read.Rank()
	shape := m.Read.UndistributedShape()
	operands := make([]*vectorext.NestedLayout, 2+rank)
	var mask *ir.Value
	if !slices.Equal(shape, m.Shape) {
		sizes := make([]*ir.Value, rank)
		for i, n := range m.Shape {
			sizes[i] = d.Index(n)
		}
		mask = vector.NewCreateMask(d.RW, ir.Vector(shape, d.RW.Context().I1()), sizes).Result()
		d.Schedule(mask.DefiningOp(), make([]*vectorext.NestedLayout, rank), []*vectorext.NestedLayout{m.Read})
		operands = append(operands, m.Read)
	}
	t := ir.Vector(shape, padding.Type())
	read := vector.NewTransferRead(d.RW, t, buffer, d.Zeros(rank), padding, mask, affine.Identity(rank), slices.Repeat([]bool{true}, rank)).Vector()
	d.Schedule(read.DefiningOp(), operands, []*vectorext.NestedLayout{m.Read})
	return read
}

// Meet brings the threads' partial results together, and returns for each the whole vector in the layout m.Read. Lanes that have
// nothing to read get the padding. Buffers are planned if possible.
func Meet(d *core.Nested, op *ir.Operation, m meeting, partials, padding []*ir.Value) []*ir.Value {
	all := make([]*ir.Value, len(partials))
	for i, v := range partials {
		if p := PlanPartials(d, m, ir.ElementOrSelf(v.Type()), nil); p != nil {
			all[i] = p.ReadAll(d, op, d.ShapeCast(v, m.Write.DistributedShape()))
		}
	}
	if !slices.Contains(all, nil) {
		return all
	}
	buffers := bring(d, m, partials, all)
	for i := range partials {
		if all[i] == nil {
			all[i] = ReadAll(d, buffers[i], m, padding[i])
		}
	}
	return all
}

// bring writes the partial results that are not exchanged yet to workgroup memory, between two barriers.
func bring(d *core.Nested, m meeting, partials, exchanged []*ir.Value) []*ir.Value {
	buffers := make([]*ir.Value, len(partials))
	for i, v := range partials {
		if exchanged[i] == nil {
			buffers[i] = d.WorkgroupMemory(m.Shape, ir.ElementOrSelf(v.Type()))
		}
	}
	d.Barrier(core.BeforeWrites)
	for i, v := range partials {
		if exchanged[i] == nil {
			WriteAll(d, d.ShapeCast(v, m.Write.DistributedShape()), buffers[i], m.Write)
		}
	}
	d.Barrier(core.AfterWrites)
	return buffers
}
