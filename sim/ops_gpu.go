package sim

import (
	"optc/diag"
	"optc/dialect/gpu"
	"optc/ir"
)

// gpuOps are the operations of gpu that one thread runs; launches are in
// launch.go. Matrix fragments and the sparse library have no meaning here.
func gpuOps(t Table) {
	positions(t)
	t[gpu.Barrier.Kind] = func(f *Frame, in *Instr) error {
		_, err := f.meet(in, true, Value{})
		return err
	}
	t[gpu.Shuffle.Kind] = shuffleLanes
	t[gpu.Rotate.Kind] = func(f *Frame, in *Instr) error {
		offset, width := gpu.Rotate.Offset(in.Op), gpu.Rotate.Width(in.Op)
		lane := f.Thread.Lane()
		return f.takeFrom(in, gpu.Rotate.Value(in.Op), lane, (lane+offset)%width, width)
	}
	t[gpu.SubgroupBroadcast.Kind] = broadcastLane
	t[gpu.SubgroupReduce.Kind] = reduceSubgroup
	t[gpu.AllReduce.Kind] = reduceBlock
	t[gpu.Return], t[gpu.Yield.Kind], t[gpu.Terminator] = Leave, Leave, Leave
	launchOps(t)
}

// Lane returns the number of the thread in its subgroup.
func (t Thread) Lane() int64 { return t.Linear() % t.lanes() }

// lanes returns the number of threads of a subgroup.
func (t Thread) lanes() int64 { return max(t.SubgroupSize, 1) }

// positions are the operations that ask where a thread is.
func positions(t Table) {
	for kind, of := range map[ir.Kind]func(Thread) [3]int64{
		gpu.ThreadID.Kind:         func(t Thread) [3]int64 { return t.ID },
		gpu.BlockID.Kind:          func(t Thread) [3]int64 { return t.BlockID },
		gpu.BlockDim.Kind:         func(t Thread) [3]int64 { return t.BlockDim },
		gpu.GridDim.Kind:          func(t Thread) [3]int64 { return t.GridDim },
		gpu.ClusterID.Kind:        func(t Thread) [3]int64 { return t.BlockID }, // clusters of one block
		gpu.ClusterDim.Kind:       func(t Thread) [3]int64 { return t.GridDim },
		gpu.ClusterBlockID.Kind:   func(Thread) [3]int64 { return [3]int64{} },
		gpu.ClusterDimBlocks.Kind: func(Thread) [3]int64 { return [3]int64{1, 1, 1} },
		gpu.GlobalID.Kind: func(t Thread) (g [3]int64) {
			for d := range g {
				g[d] = t.BlockID[d]*t.BlockDim[d] + t.ID[d]
			}
			return g
		},
	} {
		t[kind] = func(f *Frame, in *Instr) error {
			f.Set(in, 0, Int(uint64(of(f.Thread)[gpu.ThreadID.Dimension(in.Op)])))
			return nil
		}
	}
	for kind, of := range map[ir.Kind]func(Thread) int64{
		gpu.LaneID:       Thread.Lane,
		gpu.SubgroupID:   func(t Thread) int64 { return t.Linear() / t.lanes() },
		gpu.SubgroupSize: func(t Thread) int64 { return t.SubgroupSize },
		gpu.NumSubgroups: func(t Thread) int64 {
			size := t.lanes()
			return (t.BlockDim[0]*t.BlockDim[1]*t.BlockDim[2] + size - 1) / size
		},
	} {
		t[kind] = func(f *Frame, in *Instr) error {
			f.Set(in, 0, Int(uint64(of(f.Thread))))
			return nil
		}
	}
}

// meet waits for the other threads of the subgroup or block at an operation and
// returns what each of them brings. A thread on its own is the whole group.
func (f *Frame) meet(in *Instr, whole bool, bring Value) ([]Value, error) {
	if f.Exchange == nil {
		return []Value{bring}, nil
	}
	return f.Exchange.Meet(in.Op, whole, bring)
}

// takeFrom exchanges values within the first width lanes of the subgroup: result 0
// is what lane source brought, result 1 tells whether there is one.
func (f *Frame) takeFrom(in *Instr, value *ir.Value, lane, source, width int64) error {
	all, err := f.meet(in, false, f.Value(in, value))
	if err != nil {
		return err
	}
	if lane >= width || source < 0 || source >= min(width, int64(len(all))) {
		f.Set(in, 0, Poison)
		f.Set(in, 1, Bool(false))
		return nil
	}
	f.Set(in, 0, all[source])
	f.Set(in, 1, Bool(true))
	return nil
}

func shuffleLanes(f *Frame, in *Instr) error {
	offset, width := f.Value(in, gpu.Shuffle.Offset(in.Op)), f.Value(in, gpu.Shuffle.Width(in.Op))
	if offset.IsPoison() || width.IsPoison() {
		return ErrPoison
	}
	lane, by := f.Thread.Lane(), int64(int32(offset.Bits))
	source := by
	switch gpu.Shuffle.Mode(in.Op) {
	case gpu.ShuffleXor:
		source = lane ^ by
	case gpu.ShuffleDown:
		source = lane + by
	case gpu.ShuffleUp:
		source = lane - by
	}
	return f.takeFrom(in, gpu.Shuffle.Value(in.Op), lane, source, int64(int32(width.Bits)))
}

func broadcastLane(f *Frame, in *Instr) error {
	lane := int64(0)
	if from := gpu.SubgroupBroadcast.Lane(in.Op); from != nil {
		v := f.Value(in, from)
		if v.IsPoison() {
			return ErrPoison
		}
		lane = int64(int32(v.Bits))
	}
	all, err := f.meet(in, false, f.Value(in, gpu.SubgroupBroadcast.Src(in.Op)))
	if err != nil {
		return err
	}
	if lane < 0 || lane >= int64(len(all)) {
		return diag.Errorf("lane", "lane %d is not below %d", lane, len(all))
	}
	f.Set(in, 0, all[lane])
	return nil
}

// reduceSubgroup combines in the order of the lanes.
func reduceSubgroup(f *Frame, in *Instr) error {
	all, err := f.meet(in, false, f.Value(in, gpu.SubgroupReduce.Value(in.Op)))
	if err != nil {
		return err
	}
	size, stride := gpu.SubgroupReduce.ClusterSize(in.Op), gpu.SubgroupReduce.ClusterStride(in.Op)
	first, n := int64(0), int64(len(all))
	if size == 0 {
		size, stride = n, 1
	} else {
		// A cluster has the lanes whose number agrees in all bits but those of its digit.
		span := size * stride
		lane := f.Thread.Lane()
		first = lane/span*span + lane%stride
	}
	kind, _ := gpu.ReductionOf(in.Op)
	t := gpu.SubgroupReduce.Result(in.Op).Type()
	acc := all[first]
	for i := int64(1); i < size; i++ {
		lane := first + i*stride
		if lane >= n {
			return diag.Errorf("cluster", "a cluster of %d lanes with stride %d does not fit into a subgroup of %d", size, stride, n)
		}
		acc = combineShaped(kind.String(), t, acc, all[lane])
	}
	f.Set(in, 0, acc)
	return nil
}

// reduceBlock combines in the order of the flat thread ids.
func reduceBlock(f *Frame, in *Instr) error {
	all, err := f.meet(in, true, f.Value(in, gpu.AllReduce.Value(in.Op)))
	if err != nil {
		return err
	}
	kind, given := gpu.ReductionOf(in.Op)
	acc := all[0]
	for _, v := range all[1:] {
		if given {
			acc = combine(kind.String(), gpu.AllReduce.Result(in.Op).Type(), acc, v)
			continue
		}
		out, err := f.Region(in, gpu.AllReduce.Body(in.Op).Index(), []Value{acc, v})
		if err != nil {
			return err
		}
		acc = out[0]
	}
	f.Set(in, 0, acc)
	return nil
}
