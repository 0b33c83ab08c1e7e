package gpu

import (
	"optc/ir"
)

// The operations that folds, passes and the simulator look into. Accessors are named
// like the operands and attributes of the definitions.
var (
	ThreadID = positionKind{"gpu.thread_id"}

	Barrier        = barrierKind{"gpu.barrier"}
	Ballot         = ballotKind{"gpu.ballot"}
	Shuffle        = shuffleKind{"gpu.shuffle"}
	SubgroupReduce = subgroupReduceKind{"gpu.subgroup_reduce"}
)

// Names of the attributes.
const (
	addressSpacesAttr = "address_spaces"
	dimensionAttr     = "dimension"
	upperBoundAttr    = "upper_bound"
	opAttr            = "op"
	uniformAttr       = "uniform"
	modeAttr          = "mode"
	offsetAttr        = "offset"
	widthAttr         = "width"
	clusterSizeAttr   = "cluster_size"
	clusterStrideAttr = "cluster_stride"
	broadcastTypeAttr = "broadcast_type"
	warpSize          = "warp_size"
	calleeAttr        = "kernel"
)

type positionKind struct{ ir.OldKind }

// Build returns a dimension of a position or size, with the given upper bound unless it
// is 0.
func (k positionKind) Build(b ir.OpBuilder, d Dimension, bound int64) *ir.Value {
	st := &ir.OpState{Def: b.Context().MustOpDef(k), ResultTypes: []ir.Type{b.Context().Index()}}
	st.SetProp(dimensionAttr, dimensions.Of(b.Context(), int(d)))
	if bound > 0 {
		st.SetProp(upperBoundAttr, b.Context().IndexAttr(bound))
	}
	return k.CreateValue(b, st)
}

type barrierKind struct{ ir.OldKind }

func spaceList(c *ir.Context, spaces []AddressSpace) *ir.ArrayAttr {
	list := make([]ir.Attribute, len(spaces))
	for i, s := range spaces {
		list[i] = addressSpaces.Of(c, int(s))
	}
	return c.Array(list)
}

// Build makes all threads of the block wait for each other; their writes to the given
// memories are visible afterwards. No spaces means all memories.
func (k barrierKind) Build(b ir.OpBuilder, spaces ...AddressSpace) *ir.Operation {
	st := &ir.OpState{Def: b.Context().MustOpDef(k)}
	if len(spaces) > 0 {
		st.SetProp(addressSpacesAttr, spaceList(b.Context(), spaces))
	}
	return k.Create(b, st)
}

type ballotKind struct{ ir.OldKind }

// Build asks all lanes; t is i32 or i64.
func (k ballotKind) Build(b ir.OpBuilder, t ir.Type, predicate *ir.Value) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Operands: []*ir.Value{predicate}, ResultTypes: []ir.Type{t}})
}

type shuffleKind struct{ ir.OldKind }

// Build takes the value of another lane; offset and width are i32.
func (k shuffleKind) Build(b ir.OpBuilder, mode ShuffleMode, v, offset, width *ir.Value) *ir.Value {
	st := &ir.OpState{
		Def: b.Context().MustOpDef(k), Operands: []*ir.Value{v, offset, width},
		ResultTypes: []ir.Type{v.Type(), b.Context().I1()},
	}
	st.SetProp(modeAttr, shuffleModes.Of(b.Context(), int(mode)))
	return k.Create(b, st).Result(0)
}

// ReductionOf returns the reduction of gpu.all_reduce or gpu.subgroup_reduce; ok is false
// when a region describes it.
func ReductionOf(op *ir.Operation) (r Reduction, ok bool) {
	v := reductions.Get(op, opAttr)
	return Reduction(v), v >= 0
}

type subgroupReduceKind struct{ ir.OldKind }

// Build combines v over the lanes of a cluster.
func (k subgroupReduceKind) Build(b ir.OpBuilder, r Reduction, v *ir.Value, clusterSize, clusterStride int64) *ir.Value {
	c := b.Context()
	st := &ir.OpState{Def: c.MustOpDef(k), Operands: []*ir.Value{v}, ResultTypes: []ir.Type{v.Type()}}
	st.SetProp(opAttr, reductions.Of(c, int(r)))
	st.SetProp(clusterSizeAttr, c.Int(c.I32(), clusterSize))
	st.SetProp(clusterStrideAttr, c.Int(c.I32(), clusterStride))
	return k.CreateValue(b, st)
}

// GridSize returns the numbers of blocks of gpu.launch or gpu.launch_func along x, y
// and z.
func GridSize(op *ir.Operation) []*ir.Value { return launchSize(op, launchGrid) }

// BlockSize returns the numbers of threads of a block along x, y and z.
func BlockSize(op *ir.Operation) []*ir.Value { return launchSize(op, launchBlock) }

func launchSize(op *ir.Operation, group int) []*ir.Value {
	return []*ir.Value{op.OptionalOperand(group), op.OptionalOperand(group + 1), op.OptionalOperand(group + 2)}
}
