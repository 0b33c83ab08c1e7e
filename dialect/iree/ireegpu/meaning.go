package ireegpu

import (
	"optc/diag"
	"optc/ir"
	"optc/sim"
)

// meaning is the meaning of the operations of iree_gpu.
func meaning() ir.Meaning {
	return sim.Table{
		SubgroupScanOp{}.Kind(): scanLanes,
		YieldOp{}.Kind():        sim.Leave,
	}
}

// Product is the matrix product d = a·b + c of an m x k and a k x n matrix, whose elements are
// divided among a number of lanes.
type Product struct {
	Family     Family
	Lanes      int64
	M, N, K    int64
	A, B, C, D *ir.Value
}

// scanLanes combines in the order of the lanes of a cluster.
func scanLanes(f *sim.Frame, in *sim.Instr) error {
	subgroupScan := ir.Cast[SubgroupScanOp](in.Op)
	all, err := f.Meet(in, false, f.Value(in, subgroupScan.Value()))
	if err != nil {
		return err
	}
	size, stride := subgroupScan.ClusterSize(), subgroupScan.ClusterStride()
	first, position := int64(0), f.Thread.Lane()
	if size == 0 {
		size, stride = int64(len(all)), 1
	} else {
		lane := f.Thread.Lane()
		first = lane/(size*stride)*(size*stride) + lane%stride
		position = (lane - first) / stride
	}
	if first+(size-1)*stride >= int64(len(all)) {
		return diag.Errorf("cluster", "a cluster of %d lanes with stride %d does not fit into a subgroup of %d", size, stride, len(all))
	}
	inclusive := subgroupScan.Inclusive()
	acc, started := sim.Value{}, false
	if id := subgroupScan.Identity(); id != nil {
		acc, started = f.Value(in, id), true
	}
	result := acc
	for i := range size {
		v := all[first+i*stride]
		if i == position && !inclusive {
			result = acc
		}
		if started {
			out, err := f.Region(in, 0, []sim.Value{acc, v})
			if err != nil {
				return err
			}
			v = out[0]
		}
		if acc, started = v, true; i == position && inclusive {
			result = acc
		}
	}
	f.SetAll(in, []sim.Value{result, acc})
	return nil
}
