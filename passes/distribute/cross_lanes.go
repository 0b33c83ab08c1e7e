package distribute

import (
	"math/bits"

	"optc/dialect/gpu"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
)

// crossing holds the ways in which threads combine their partial results of a reduction.
type crossing struct {
	lanes  []int // dimensions that a cluster of lanes of a subgroup combines in registers
	memory []int // dimensions whose threads, or subgroups, combine through workgroup memory
}

// crossing decides how a reduction of some dimensions crosses lanes and subgroups. Lanes combine a
// dimension if its threads are a cluster of one subgroup and the chip exchanges elements of that
// type; the other threads, and all subgroups, combine through memory. ok is false, and op is left,
// if the threads cannot exchange values.
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

// exchanges reports whether threads can exchange values, as op needs; if not, it leaves op. The
// workers of a tile cannot.
func (d *distributor) exchanges(op *ir.Operation) bool {
	return !d.alone || d.leaveWhole(op, "is not distributed: it needs elements of several workers, which cannot exchange values while they run")
}

// isCluster reports whether threads at a stride can be a cluster of gpu.subgroup_reduce in all subgroups, also in a last subgroup that has
// fewer lanes.
func (d *distributor) isCluster(threads, stride int64) bool {
	power := func(n int64) bool { return bits.OnesCount64(uint64(n)) == 1 }
	return power(threads) && power(stride) && d.subgroup%(threads*stride) == 0 && d.lanesOfPartialSubgroup()%(threads*stride) == 0
}

// lanesOfPartialSubgroup returns the number of lanes of the last subgroup if it has fewer lanes than the others, and otherwise 0.
func (d *distributor) lanesOfPartialSubgroup() int64 {
	if len(d.workgroup) == 0 {
		return 0
	}
	return d.workgroupThreads() % d.subgroup
}

// hasLanesOf reports whether the last subgroup has the lanes that an instruction on matrices needs; if not, it leaves op.
func (d *distributor) hasLanesOf(mma *ireegpu.MMA, op *ir.Operation) bool {
	rest := d.lanesOfPartialSubgroup()
	return rest%mma.Lanes == 0 || d.leaveWhole(op, "is not distributed: %s needs %d lanes, but the last subgroup of the workgroup has %d", mma.Name, mma.Lanes, rest)
}

// reduceLanes combines every element of v over the lanes of some dimensions.
func (d *distributor) reduceLanes(kind vector.Kind, v *ir.Value, l *vectorext.NestedLayout, dims []int) *ir.Value {
	return d.eachElement(v, func(x *ir.Value) *ir.Value {
		for _, dim := range dims {
			x = gpu.NewSubgroupReduce(d.rw, gpu.ReductionOfWord(kind.String()), x, l.ThreadTile[dim], l.ThreadStrides[dim]).Result()
		}
		return x
	})
}

// eachElement builds a vector from the elements of v, each of which compute replaces.
func (d *distributor) eachElement(v *ir.Value, compute func(x *ir.Value) *ir.Value) *ir.Value {
	t := v.Type().(*ir.VectorType)
	n, _ := ir.NumElements(t.Dims)
	flat := d.shapeCast(v, []int64{n})
	out := d.zero(ir.Vector([]int64{n}, t.Elem))
	for i := range n {
		out = vector.NewInsert(d.rw, compute(vector.NewExtract(d.rw, flat, i).Result()), out, i).Result()
	}
	return d.shapeCast(out, t.Dims)
}
