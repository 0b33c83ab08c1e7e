package gpu

import (
	"optc/diag"
	"optc/dialect/arith"
	"optc/ir"
	"optc/sim"
)

// runBallot collects the predicates of the lanes. The bits of lanes that have ended are
// 0.
func runBallot(f *sim.Frame, in *sim.Instr) error {
	ballot := ir.Cast[BallotOp](in.Op)
	all, err := f.Meet(in, false, f.Value(in, ballot.Predicate()))
	if err != nil {
		return err
	}
	votes := uint64(0)
	for lane, v := range all {
		votes |= v.Bits & 1 << lane
	}
	f.Set(in, 0, sim.Int(sim.Truncate(ballot.Result().Type(), votes)))
	return nil
}

// takeFrom exchanges values within the first width lanes of the subgroup: result 0
// is the value of lane source, result 1 reports whether that lane exists.
func takeFrom(f *sim.Frame, in *sim.Instr, value sim.Slot, lane, source, width int64) error {
	all, err := f.Meet(in, false, *f.At(value))
	if err != nil {
		return err
	}
	if lane >= width || source < 0 || source >= min(width, int64(len(all))) {
		f.Set(in, 0, sim.Poison)
		f.Set(in, 1, sim.Bool(false))
		return nil
	}
	f.Set(in, 0, all[source])
	f.Set(in, 1, sim.Bool(true))
	return nil
}

func shuffleLanes(f *sim.Frame, in *sim.Instr) error {
	shuffle := ir.Cast[ShuffleOp](in.Op)
	value, offset, width, mode := in.Slot(shuffle.Value()), in.Slot(shuffle.Offset()), in.Slot(shuffle.Width()), shuffle.Mode()
	return in.Become(func(f *sim.Frame, in *sim.Instr) error {
		offset, width := f.At(offset), f.At(width)
		if offset.IsPoison() || width.IsPoison() {
			return sim.ErrPoison
		}
		lane, by := f.Thread.Lane(), int64(int32(offset.Bits))
		source := by
		switch mode {
		case ShuffleXor:
			source = lane ^ by
		case ShuffleDown:
			source = lane + by
		case ShuffleUp:
			source = lane - by
		}
		return takeFrom(f, in, value, lane, source, int64(int32(width.Bits)))
	})(f, in)
}

func broadcastLane(f *sim.Frame, in *sim.Instr) error {
	lane := int64(0)
	broadcast := ir.Cast[SubgroupBroadcastOp](in.Op)
	if from := broadcast.Lane(); from != nil {
		v := f.Value(in, from)
		if v.IsPoison() {
			return sim.ErrPoison
		}
		lane = int64(int32(v.Bits))
	}
	all, err := f.Meet(in, false, f.Value(in, broadcast.Src()))
	if err != nil {
		return err
	}
	if lane < 0 || lane >= int64(len(all)) {
		return diag.Errorf("lane", "lane %d is not below %d", lane, len(all))
	}
	f.Set(in, 0, all[lane])
	return nil
}

// reduceSubgroup combines neighbours, then the combinations of neighbours, and so on, as lanes
// do that exchange values at distances which double.
//
//	a b c d  →  a+b c+d  →  (a+b)+(c+d)
func reduceSubgroup(f *sim.Frame, in *sim.Instr) error {
	reduce := ir.Cast[SubgroupReduceOp](in.Op)
	all, err := f.Meet(in, false, f.Value(in, reduce.Value()))
	if err != nil {
		return err
	}
	size, stride := reduce.ClusterSize(), reduce.ClusterStride()
	first, n := int64(0), int64(len(all))
	if size == 0 {
		size, stride = n, 1
	} else {
		// A cluster consists of the lanes whose numbers agree in all bits except the bits
		// of the cluster's digit.
		span := size * stride
		lane := f.Thread.Lane()
		first = lane/span*span + lane%stride
	}
	kind, _ := ReductionOf(in.Op)
	t := reduce.Result().Type()
	if first+(size-1)*stride >= n {
		return diag.Errorf("cluster", "a cluster of %d lanes with stride %d does not fit into a subgroup of %d", size, stride, n)
	}
	values := make([]sim.Value, size)
	for i := range values {
		values[i] = all[first+int64(i)*stride]
	}
	for len(values) > 1 {
		pairs := len(values) / 2
		for i := range pairs {
			values[i] = arith.CombineShaped(f.Machine, kind.String(), t, values[2*i], values[2*i+1])
		}
		if len(values)%2 > 0 {
			values[pairs] = values[len(values)-1]
			pairs++
		}
		values = values[:pairs]
	}
	f.Set(in, 0, values[0])
	return nil
}

// reduceBlock combines in the order of the flat thread ids.
func reduceBlock(f *sim.Frame, in *sim.Instr) error {
	allReduce := ir.Cast[AllReduceOp](in.Op)
	all, err := f.Meet(in, true, f.Value(in, allReduce.Value()))
	if err != nil {
		return err
	}
	kind, given := ReductionOf(in.Op)
	acc := all[0]
	for _, v := range all[1:] {
		if given {
			acc = arith.Combine(f.Machine, kind.String(), allReduce.Result().Type(), acc, v)
			continue
		}
		out, err := f.Region(in, allReduce.Body().Index(), []sim.Value{acc, v})
		if err != nil {
			return err
		}
		acc = out[0]
	}
	f.Set(in, 0, acc)
	return nil
}
