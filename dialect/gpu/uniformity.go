package gpu

import (
	"optc/dialect/internal/word"
	"optc/ir"
	"optc/layout/threads"
)

// Operations that subgroups or workgroups execute together.
var (
	meetsSubgroup  = threads.MeetingOf(threads.OfSubgroup)
	meetsWorkgroup = threads.MeetingOf(threads.OfWorkgroup)
)

// inWorkgroup is the rule for results that are equal in all threads of a workgroup, perThread the
// rule for results that differ between threads.
var (
	inWorkgroup = threads.AlwaysIn(threads.Workgroup)
	perThread   = threads.AlwaysIn(threads.Thread)
)

// broadcastMeets: the first active lane is found whichever lanes arrive.
var broadcastMeets = threads.Meeting.By(func(op *ir.Operation) (threads.Participants, bool) {
	return threads.OfSubgroup, ir.Cast[SubgroupBroadcastOp](op).BroadcastType() == SpecificLane
})

// uniformThreadID: gpu.thread_id is a digit of the flat id.
var uniformThreadID = threads.Uniformity.By(&threads.UniformityRule{Results: func(op *ir.Operation, known threads.Scopes) {
	id := ir.Cast[ThreadIDOp](op)
	if n, _ := id.UpperBound(); n != 1 {
		known.SetDigit(id.Result(), known.Shape().Of(int(id.Dimension())))
	}
}})

// uniformLaneID and uniformSubgroupID divide the flat id by the size of a subgroup.
var (
	uniformLaneID = threads.Uniformity.By(&threads.UniformityRule{Results: func(op *ir.Operation, known threads.Scopes) {
		known.SetDigit(op.Result(0), threads.Digit{Divisor: 1, Modulus: known.Shape().Subgroup})
	}})
	uniformSubgroupID = threads.Uniformity.By(&threads.UniformityRule{Results: func(op *ir.Operation, known threads.Scopes) {
		known.SetDigit(op.Result(0), threads.Digit{Divisor: known.Shape().Subgroup})
	}})
)

// uniformBallot: all lanes get the same bits.
var uniformBallot = threads.Uniformity.By(&threads.UniformityRule{Results: func(op *ir.Operation, known threads.Scopes) {
	known.Set(op.Result(0), known.Shape().InSubgroup())
}})

// uniformReduce: all lanes of a cluster of neighbours get the combination. The lanes of a cluster
// with a stride are no neighbours.
var uniformReduce = threads.Uniformity.By(&threads.UniformityRule{Results: func(op *ir.Operation, known threads.Scopes) {
	reduce := ir.Cast[SubgroupReduceOp](op)
	known.Set(reduce.Result(), ofCluster(known, reduce.Value(), reduce.ClusterSize(), reduce.ClusterStride()))
}})

// ofCluster returns the scope of a combination of v over a cluster of lanes; size 0 is the whole
// subgroup.
func ofCluster(known threads.Scopes, v *ir.Value, size, stride int64) threads.Scope {
	lanes := known.Shape().InSubgroup()
	switch {
	case size == 0 || known.Of(v).Covers(lanes):
		return lanes
	case stride == 1:
		return threads.Groups(size)
	}
	return threads.Thread
}

// uniformBroadcast: all lanes of the subgroup get the value of one of them.
var uniformBroadcast = threads.Uniformity.By(&threads.UniformityRule{Results: func(op *ir.Operation, known threads.Scopes) {
	lanes := known.Shape().InSubgroup()
	if s := known.Of(ir.Cast[SubgroupBroadcastOp](op).Src()); s.Covers(lanes) {
		lanes = s
	}
	known.Set(op.Result(0), lanes)
}})

// uniformShuffle: lanes get the same value if they all hold the same value, or if all of them read
// from the same lane.
var uniformShuffle = threads.Uniformity.By(&threads.UniformityRule{Results: func(op *ir.Operation, known threads.Scopes) {
	shuffle := ir.Cast[ShuffleOp](op)
	lanes := known.Shape().InSubgroup()
	asked := known.Of(shuffle.Offset()).Meet(known.Of(shuffle.Width()))
	value, valid := known.Of(shuffle.Value()), threads.Thread
	if shuffle.Mode() == ShuffleIdx {
		valid = asked.Meet(lanes)
		if !value.Covers(valid) {
			value = valid
		}
	}
	known.Set(shuffle.ShuffleResult(), value)
	known.Set(shuffle.Valid(), valid)
}})

// uniformRotate: lanes get the same value if they have the same value.
var uniformRotate = threads.Uniformity.By(&threads.UniformityRule{Results: func(op *ir.Operation, known threads.Scopes) {
	rotate := ir.Cast[RotateOp](op)
	known.Set(rotate.RotateResult(), known.Of(rotate.Value()))
	known.Set(rotate.Valid(), threads.Thread)
}})

// uniformWarp: lane 0 alone executes the region.
var uniformWarp = threads.Uniformity.By(&threads.UniformityRule{
	Arguments: func(op *ir.Operation, known threads.Scopes) {
		known.SetControl(ir.Cast[WarpExecuteOnLane0Op](op).WarpRegion(), threads.Thread)
	},
	Results: func(op *ir.Operation, known threads.Scopes) {
		for i, r := range op.Results() {
			s := known.Shape().InSubgroup()
			if yielded := op.Body().Back().Operand(i); yielded.Type() != r.Type() {
				s = threads.Thread // each lane gets its part
			}
			known.Set(r, s)
		}
	},
})

// uniformLaunch: the first arguments of the region are the ids and sizes of the grid.
var uniformLaunch = threads.Uniformity.By(&threads.UniformityRule{Arguments: func(op *ir.Operation, known threads.Scopes) {
	for i, arg := range op.Body().Args()[:min(numConfigArgs(op), op.Body().NumArgs())] {
		switch i - i%3 {
		case argThreadID:
			known.SetDigit(arg, known.Shape().Of(i%3))
		case argBlockID, argClusterID:
			known.Set(arg, threads.Workgroup)
		}
	}
}})

// sharedSpace: workgroup memory belongs to a workgroup, private memory to a thread.
var sharedSpace = threads.Sharing.By(func(space ir.Attribute) threads.Scope {
	switch AddressSpace(space.(*word.Attr).Value()) {
	case Workgroup:
		return threads.Workgroup
	case Private:
		return threads.Thread
	}
	return threads.Grid
})

// addressSpaceDef declares #gpu.address_space.
func addressSpaceDef() *ir.AttrDef {
	def := addressSpaces.Def()
	def.Implements = []ir.Implementation{sharedSpace}
	return def
}
