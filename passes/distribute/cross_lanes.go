package distribute

import (
	"math/bits"
	"optc/dialect/gpu"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
)

// crossing says how partial results of a reduction meet that different threads hold.
type crossing struct {
	lanes  []int // dimensions whose threads are a cluster of lanes of one subgroup
	memory []int // dimensions whose threads, or subgroups, meet in workgroup memory
}

// crossing plans the reduction of some dimensions of a layout; ok is false, with a
// remark, when threads would have to exchange values that cannot.
func (d *distributor) crossing(op *ir.Operation, l *vectorext.NestedLayout, elem ir.Type, dims []int64) (c crossing, ok bool) {
	for _, dim := range dims {
		t, stride := l.ThreadTile[dim], l.ThreadStrides[dim]
		inLanes := t > 1 && d.isCluster(t, stride) && d.chip.Exchanges(elem)
		if inLanes {
			c.lanes = append(c.lanes, int(dim))
		}
		if l.SubgroupTile[dim] > 1 || t > 1 && !inLanes {
			c.memory = append(c.memory, int(dim))
		}
	}
	return c, len(c.lanes)+len(c.memory) == 0 || d.exchanges(op)
}

// exchanges reports whether threads can exchange values, as op needs; the workers of a tile
// cannot.
func (d *distributor) exchanges(op *ir.Operation) bool {
	return !d.alone || d.leaveWhole(op, "is not distributed: it needs elements of several workers, which cannot exchange values while they run")
}

// isCluster reports whether threads with some stride are a cluster of
// gpu.subgroup_reduce.
func (d *distributor) isCluster(threads, stride int64) bool {
	power := func(n int64) bool { return bits.OnesCount64(uint64(n)) == 1 }
	return power(threads) && power(stride) && d.subgroup%(threads*stride) == 0
}

// reduceLanes combines every element of v over the lanes of some dimensions.
func (d *distributor) reduceLanes(kind vector.Kind, v *ir.Value, l *vectorext.NestedLayout, dims []int) *ir.Value {
	return d.eachElement(v, func(x *ir.Value) *ir.Value {
		for _, dim := range dims {
			x = gpu.SubgroupReduce.Build(d.rw, gpu.ReductionOfWord(kind.String()), x, l.ThreadTile[dim], l.ThreadStrides[dim])
		}
		return x
	})
}

// eachElement builds a vector whose elements are computed one by one from those of v.
func (d *distributor) eachElement(v *ir.Value, compute func(x *ir.Value) *ir.Value) *ir.Value {
	t := v.Type().(*ir.VectorType)
	n, _ := ir.NumElements(t.Dims)
	flat := d.shapeCast(v, []int64{n})
	out := d.zero(ir.Vector([]int64{n}, t.Elem))
	for i := range n {
		out = vector.Insert.Build(d.rw, compute(vector.Extract.Build(d.rw, flat, i)), out, i)
	}
	return d.shapeCast(out, t.Dims)
}
