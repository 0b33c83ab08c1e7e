package distribute

import (
	"math/bits"
	"optc/dialect/gpu"
	"optc/dialect/memref"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"slices"
)

// meeting describes an exchange of the threads' partial results through workgroup memory.
type meeting struct {
	shape       []int64                 // of the memory: one element per holder along a reduced dimension
	write, read *vectorext.NestedLayout // in which the threads write the memory, and read it
}

// meetingOf plans the exchange of partial results of a layout over the reduced dimensions dims.
// Along a dimension of cross.lanes all lanes of a cluster have the same partial result. If the
// lanes of a reduced dimension are enough, each lane reads the result of one holder; otherwise
// every thread reads all.
func (d *distributor) meetingOf(l *vectorext.NestedLayout, dims []int64, cross crossing) meeting {
	write, read := cloneLists(l), cloneLists(l)
	m := meeting{shape: l.UndistributedShape()}
	need := int64(1)
	for _, dim := range dims {
		threads := l.ThreadTile[dim]
		if slices.Contains(cross.lanes, int(dim)) {
			threads = 1
		}
		write.BatchTile[dim], write.OuterTile[dim], write.ThreadTile[dim], write.ElementTile[dim] = 1, 1, threads, 1
		m.shape[dim] = l.SubgroupTile[dim] * threads
		need *= powerOf2(m.shape[dim])
	}
	stride := int64(0) // of the lanes that read; 0 when each thread reads all
	for _, dim := range cross.lanes {
		if l.ThreadTile[dim] >= need {
			stride = l.ThreadStrides[dim]
			break
		}
	}
	for _, dim := range dims {
		for _, tile := range [][]int64{read.SubgroupTile, read.BatchTile, read.OuterTile, read.ThreadTile, read.ElementTile} {
			tile[dim] = 1
		}
		if stride == 0 {
			read.ElementTile[dim] = m.shape[dim]
			continue
		}
		read.ThreadTile[dim], read.ThreadStrides[dim] = powerOf2(m.shape[dim]), stride
		stride *= read.ThreadTile[dim]
	}
	m.write, m.read = d.layout(write), d.layout(read)
	return m
}

// powerOf2 returns the least power of two that is not below n.
func powerOf2(n int64) int64 { return 1 << bits.Len64(uint64(n-1)) }

func cloneLists(l *vectorext.NestedLayout) vectorext.LayoutLists {
	return vectorext.LayoutLists{
		SubgroupTile: slices.Clone(l.SubgroupTile), BatchTile: slices.Clone(l.BatchTile), OuterTile: slices.Clone(l.OuterTile),
		ThreadTile: slices.Clone(l.ThreadTile), ElementTile: slices.Clone(l.ElementTile),
		SubgroupStrides: slices.Clone(l.SubgroupStrides), ThreadStrides: slices.Clone(l.ThreadStrides),
	}
}

// layout returns the attribute of lists that are known to be valid.
func (d *distributor) layout(lists vectorext.LayoutLists) *vectorext.NestedLayout {
	l, _ := vectorext.NewLayout(d.rw.Context(), lists)
	return l
}

// workgroupMemory allocates memory that all threads of the workgroup see.
func (d *distributor) workgroupMemory(shape []int64, elem ir.Type) *ir.Value {
	m := memref.NewAlloc(d.rw, gpu.WorkgroupMemory(shape, elem), nil, nil, nil).Memref()
	d.buffers[m] = true
	return m
}

// writeAll writes the whole vector whose parts are v in a layout.
func (d *distributor) writeAll(v, buffer *ir.Value, l *vectorext.NestedLayout) {
	rank := l.Rank()
	whole := vectorext.NewToSIMD(d.rw, ir.Vector(l.UndistributedShape(), ir.ElementOrSelf(v.Type())), v, l).Output()
	write := vector.NewTransferWrite(d.rw, whole, buffer, d.zeros(rank), nil, affine.Identity(rank), slices.Repeat([]bool{true}, rank)).Operation()
	d.enqueue(write, append([]*vectorext.NestedLayout{l}, make([]*vectorext.NestedLayout, 1+rank)...), nil)
}

// readAll reads the buffer in the layout of a meeting. Lanes that have nothing to read
// get the padding.
func (d *distributor) readAll(buffer *ir.Value, m meeting, padding *ir.Value) *ir.Value {
	rank := m.read.Rank()
	shape := m.read.UndistributedShape()
	operands := make([]*vectorext.NestedLayout, 2+rank)
	var mask *ir.Value
	if !slices.Equal(shape, m.shape) {
		sizes := make([]*ir.Value, rank)
		for i, n := range m.shape {
			sizes[i] = d.index(n)
		}
		mask = vector.NewCreateMask(d.rw, ir.Vector(shape, d.rw.Context().I1()), sizes).Result()
		d.enqueue(mask.DefiningOp(), make([]*vectorext.NestedLayout, rank), []*vectorext.NestedLayout{m.read})
		operands = append(operands, m.read)
	}
	t := ir.Vector(shape, padding.Type())
	read := vector.NewTransferRead(d.rw, t, buffer, d.zeros(rank), padding, mask, affine.Identity(rank), slices.Repeat([]bool{true}, rank)).Vector()
	d.enqueue(read.DefiningOp(), operands, []*vectorext.NestedLayout{m.read})
	return read
}

func (d *distributor) zeros(n int) []*ir.Value {
	vs := make([]*ir.Value, n)
	for i := range vs {
		vs[i] = d.index(0)
	}
	return vs
}
