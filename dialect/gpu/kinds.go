package gpu

import (
	"slices"
	"strings"

	"optc/dialect/internal/word"
	"optc/ir"
)

// The operations that folds, passes and the simulator look into. Accessors are named
// like the operands and attributes of the definitions.
var (
	ThreadID         = positionKind{"gpu.thread_id"}
	BlockID          = positionKind{"gpu.block_id"}
	BlockDim         = positionKind{"gpu.block_dim"}
	GridDim          = positionKind{"gpu.grid_dim"}
	GlobalID         = positionKind{"gpu.global_id"}
	ClusterID        = positionKind{"gpu.cluster_id"}
	ClusterDim       = positionKind{"gpu.cluster_dim"}
	ClusterBlockID   = positionKind{"gpu.cluster_block_id"}
	ClusterDimBlocks = positionKind{"gpu.cluster_dim_blocks"}

	Barrier           = barrierKind{"gpu.barrier"}
	Ballot            = ballotKind{"gpu.ballot"}
	Shuffle           = shuffleKind{"gpu.shuffle"}
	AllReduce         = allReduceKind{"gpu.all_reduce"}
	SubgroupReduce    = subgroupReduceKind{"gpu.subgroup_reduce"}
	SubgroupBroadcast = broadcastKind{"gpu.subgroup_broadcast"}
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

func (positionKind) Dimension(op *ir.Operation) Dimension {
	return Dimension(dimensions.Get(op, dimensionAttr))
}

// mnemonic returns the name without the dialect.
func (k positionKind) mnemonic() string { return strings.TrimPrefix(k.String(), "gpu.") }

func (positionKind) result(op *ir.Operation) *ir.Value { return op.Result(0) }

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

// AddressSpaces returns the memories whose accesses the barrier orders; nil means
// all.
func (barrierKind) AddressSpaces(op *ir.Operation) (spaces []AddressSpace) {
	list, _ := op.Attr(addressSpacesAttr).(*ir.ArrayAttr)
	if list == nil {
		return nil
	}
	for _, a := range list.Elems {
		spaces = append(spaces, AddressSpace(a.(*word.Attr).Value()))
	}
	return spaces
}

// Orders reports whether the barrier orders accesses to a memref.
func (k barrierKind) Orders(op *ir.Operation, t *ir.MemRefType) bool {
	spaces := k.AddressSpaces(op)
	return spaces == nil || slices.Contains(spaces, SpaceOf(t))
}

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

func (ballotKind) Predicate(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (ballotKind) Result(op *ir.Operation) *ir.Value    { return op.Result(0) }

// Build asks all lanes; t is i32 or i64.
func (k ballotKind) Build(b ir.OpBuilder, t ir.Type, predicate *ir.Value) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Operands: []*ir.Value{predicate}, ResultTypes: []ir.Type{t}})
}

type shuffleKind struct{ ir.OldKind }

func (shuffleKind) Value(op *ir.Operation) *ir.Value  { return op.Operand(0) }
func (shuffleKind) Offset(op *ir.Operation) *ir.Value { return op.Operand(1) }
func (shuffleKind) Width(op *ir.Operation) *ir.Value  { return op.Operand(2) }

// Build takes the value of another lane; offset and width are i32.
func (k shuffleKind) Build(b ir.OpBuilder, mode ShuffleMode, v, offset, width *ir.Value) *ir.Value {
	st := &ir.OpState{
		Def: b.Context().MustOpDef(k), Operands: []*ir.Value{v, offset, width},
		ResultTypes: []ir.Type{v.Type(), b.Context().I1()},
	}
	st.SetProp(modeAttr, shuffleModes.Of(b.Context(), int(mode)))
	return k.Create(b, st).Result(0)
}

func (shuffleKind) Mode(op *ir.Operation) ShuffleMode {
	return ShuffleMode(shuffleModes.Get(op, modeAttr))
}

// ReductionOf returns the reduction of gpu.all_reduce or gpu.subgroup_reduce; ok is false
// when a region describes it.
func ReductionOf(op *ir.Operation) (r Reduction, ok bool) {
	v := reductions.Get(op, opAttr)
	return Reduction(v), v >= 0
}

type allReduceKind struct{ ir.OldKind }

func (allReduceKind) Value(op *ir.Operation) *ir.Value  { return op.Operand(0) }
func (allReduceKind) Result(op *ir.Operation) *ir.Value { return op.Result(0) }
func (allReduceKind) Body(op *ir.Operation) *ir.Region  { return op.Region(0) }

type subgroupReduceKind struct{ ir.OldKind }

func (subgroupReduceKind) Value(op *ir.Operation) *ir.Value  { return op.Operand(0) }
func (subgroupReduceKind) Result(op *ir.Operation) *ir.Value { return op.Result(0) }

// Build combines v over the lanes of a cluster.
func (k subgroupReduceKind) Build(b ir.OpBuilder, r Reduction, v *ir.Value, clusterSize, clusterStride int64) *ir.Value {
	c := b.Context()
	st := &ir.OpState{Def: c.MustOpDef(k), Operands: []*ir.Value{v}, ResultTypes: []ir.Type{v.Type()}}
	st.SetProp(opAttr, reductions.Of(c, int(r)))
	st.SetProp(clusterSizeAttr, c.Int(c.I32(), clusterSize))
	st.SetProp(clusterStrideAttr, c.Int(c.I32(), clusterStride))
	return k.CreateValue(b, st)
}

// ClusterSize returns the number of lanes of a cluster, or 0 for the whole subgroup.
func (subgroupReduceKind) ClusterSize(op *ir.Operation) int64 {
	return ir.IntOr(op.Attr(clusterSizeAttr), 0)
}

// ClusterStride returns the distance of neighbours of a cluster.
func (subgroupReduceKind) ClusterStride(op *ir.Operation) int64 {
	return ir.IntOr(op.Attr(clusterStrideAttr), 0)
}

type broadcastKind struct{ ir.OldKind }

func (broadcastKind) Src(op *ir.Operation) *ir.Value  { return op.Operand(0) }
func (broadcastKind) Lane(op *ir.Operation) *ir.Value { return op.OptionalOperand(1) }

// GridSize returns the numbers of blocks of gpu.launch or gpu.launch_func along x, y
// and z.
func GridSize(op *ir.Operation) []*ir.Value { return launchSize(op, launchGrid) }

// BlockSize returns the numbers of threads of a block along x, y and z.
func BlockSize(op *ir.Operation) []*ir.Value { return launchSize(op, launchBlock) }

func launchSize(op *ir.Operation, group int) []*ir.Value {
	return []*ir.Value{op.OptionalOperand(group), op.OptionalOperand(group + 1), op.OptionalOperand(group + 2)}
}
