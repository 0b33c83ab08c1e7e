package exchange

import (
	"math/bits"

	"optc/dialect/gpu"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/passes/distribute/internal/core"
)

// Crossing describes how threads combine their partial results of a reduction.
type Crossing struct {
	Lanes  []int // dimensions that a cluster of lanes of a subgroup combines in registers
	Memory []int // dimensions whose threads, or subgroups, combine through workgroup memory
}

// CrossingOf decides how a reduction of some dimensions crosses lanes and subgroups. Lanes combine a
// dimension if its threads are a cluster of one subgroup and the chip exchanges elements of that
// type; the other threads, and all subgroups, combine through memory. ok is false, and op is left
// undistributed, if the threads cannot exchange values.
func CrossingOf(d *core.Nested, op *ir.Operation, l *vectorext.NestedLayout, elem ir.Type, dims []int64) (c Crossing, ok bool) {
	for _, dim := range dims {
		t, stride := l.ThreadTile[dim], l.ThreadStrides[dim]
		inLanes := t > 1 && IsCluster(d, t, stride) && d.Chip.Exchanges(elem)
		if inLanes {
			c.Lanes = append(c.Lanes, int(dim))
		}
		if l.SubgroupTile[dim] > 1 || t > 1 && !inLanes {
			c.Memory = append(c.Memory, int(dim))
		}
	}
	return c, len(c.Lanes)+len(c.Memory) == 0 || d.Exchanges(op)
}

// IsCluster reports whether threads at a stride can be a cluster of gpu.subgroup_reduce in all subgroups, also in a last subgroup that has
// fewer lanes.
func IsCluster(d *core.Nested, threads, stride int64) bool {
	power := func(n int64) bool { return bits.OnesCount64(uint64(n)) == 1 }
	return power(threads) && power(stride) && d.Chip.Lanes(d.Subgroup)%(threads*stride) == 0 && d.LanesOfPartialSubgroup()%(threads*stride) == 0
}

// ReduceLanes combines every element of v over the lanes of some dimensions.
func ReduceLanes(d *core.Nested, kind vector.Kind, v *ir.Value, l *vectorext.NestedLayout, dims []int) *ir.Value {
	return EachElement(d, v, func(x *ir.Value) *ir.Value {
		for _, dim := range dims {
			x = gpu.NewSubgroupReduce(d.RW, gpu.ReductionOfWord(kind.String()), x, l.ThreadTile[dim], l.ThreadStrides[dim]).Result()
		}
		return x
	})
}

// EachElement builds a vector by applying compute to each element of v.
func EachElement(d *core.Nested, v *ir.Value, compute func(x *ir.Value) *ir.Value) *ir.Value {
	t := v.Type().(*ir.VectorType)
	n, _ := ir.NumElements(t.Dims)
	flat := d.ShapeCast(v, []int64{n})
	out := d.Zero(ir.Vector([]int64{n}, t.Elem))
	for i := range n {
		out = vector.NewInsert(d.RW, compute(vector.NewExtract(d.RW, flat, i).Result()), out, i).Result()
	}
	return d.ShapeCast(out, t.Dims)
}
