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

	Barrier            = barrierKind{"gpu.barrier"}
	Ballot             = ballotKind{"gpu.ballot"}
	Shuffle            = shuffleKind{"gpu.shuffle"}
	Rotate             = rotateKind{"gpu.rotate"}
	AllReduce          = allReduceKind{"gpu.all_reduce"}
	SubgroupReduce     = subgroupReduceKind{"gpu.subgroup_reduce"}
	SubgroupBroadcast  = broadcastKind{"gpu.subgroup_broadcast"}
	WarpExecuteOnLane0 = warpKind{"gpu.warp_execute_on_lane_0"}

	Yield      = yieldKind{"gpu.yield"}
	Launch     = launchKind{"gpu.launch"}
	LaunchFunc = launchFuncKind{"gpu.launch_func"}

	Alloc               = allocKind{"gpu.alloc"}
	Dealloc             = deallocKind{"gpu.dealloc"}
	Memcpy              = memcpyKind{"gpu.memcpy"}
	Memset              = memsetKind{"gpu.memset"}
	DynamicSharedMemory = sharedMemoryKind{"gpu.dynamic_shared_memory"}

	SubgroupMMACompute     = mmaComputeKind{"gpu.subgroup_mma_compute"}
	SubgroupMMALoadMatrix  = mmaLoadKind{"gpu.subgroup_mma_load_matrix"}
	SubgroupMMAStoreMatrix = mmaStoreKind{"gpu.subgroup_mma_store_matrix"}
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

// UpperBound returns the exclusive upper bound of an id, or the largest size; ok is false
// when the operation does not specify it.
func (positionKind) UpperBound(op *ir.Operation) (n int64, ok bool) {
	a, ok := op.Attr(upperBoundAttr).(*ir.IntegerAttr)
	if !ok {
		return 0, false
	}
	return a.Int64(), true
}

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
// memories are visible afterwards. No spaces stand for all memories.
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

func (shuffleKind) Value(op *ir.Operation) *ir.Value         { return op.Operand(0) }
func (shuffleKind) Offset(op *ir.Operation) *ir.Value        { return op.Operand(1) }
func (shuffleKind) Width(op *ir.Operation) *ir.Value         { return op.Operand(2) }
func (shuffleKind) ShuffleResult(op *ir.Operation) *ir.Value { return op.Result(0) }
func (shuffleKind) Valid(op *ir.Operation) *ir.Value         { return op.Result(1) }

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

type rotateKind struct{ ir.OldKind }

func (rotateKind) Value(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (rotateKind) Offset(op *ir.Operation) int64    { return ir.IntOr(op.Attr(offsetAttr), 0) }
func (rotateKind) Width(op *ir.Operation) int64     { return ir.IntOr(op.Attr(widthAttr), 0) }

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
func (broadcastKind) BroadcastType(op *ir.Operation) BroadcastType {
	return BroadcastType(broadcastTypes.Get(op, broadcastTypeAttr))
}

type warpKind struct{ ir.OldKind }

func (warpKind) LaneID(op *ir.Operation) *ir.Value      { return op.Operand(0) }
func (warpKind) Args(op *ir.Operation) []*ir.Value      { return op.OperandGroup(1) }
func (warpKind) WarpRegion(op *ir.Operation) *ir.Region { return op.Region(0) }
func (warpKind) WarpSize(op *ir.Operation) int64        { return ir.IntOr(op.Attr(warpSize), 0) }

type yieldKind struct{ ir.OldKind }

func (yieldKind) Values(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }

// GridSize returns the numbers of blocks of gpu.launch or gpu.launch_func along x, y
// and z.
func GridSize(op *ir.Operation) []*ir.Value { return launchSize(op, launchGrid) }

// BlockSize returns the numbers of threads of a block along x, y and z.
func BlockSize(op *ir.Operation) []*ir.Value { return launchSize(op, launchBlock) }

func launchSize(op *ir.Operation, group int) []*ir.Value {
	return []*ir.Value{op.OptionalOperand(group), op.OptionalOperand(group + 1), op.OptionalOperand(group + 2)}
}

type launchKind struct{ ir.OldKind }

func (launchKind) Body(op *ir.Operation) *ir.Region { return op.Region(0) }

type launchFuncKind struct{ ir.OldKind }

func (launchFuncKind) GridSizeX(op *ir.Operation) *ir.Value { return op.OptionalOperand(launchGrid) }
func (launchFuncKind) KernelOperands(op *ir.Operation) []*ir.Value {
	return op.OperandGroup(launchFuncArgs)
}

// Kernel returns the symbol of the kernel, or nil in operations that are not verified.
func (launchFuncKind) Kernel(op *ir.Operation) *ir.SymbolRefAttr {
	return ir.Get[*ir.SymbolRefAttr](op, calleeAttr)
}

type allocKind struct{ ir.OldKind }

func (allocKind) DynamicSizes(op *ir.Operation) []*ir.Value   { return op.OperandGroup(1) }
func (allocKind) SymbolOperands(op *ir.Operation) []*ir.Value { return op.OperandGroup(2) }
func (allocKind) Memref(op *ir.Operation) *ir.Value           { return op.Result(0) }

type deallocKind struct{ ir.OldKind }

func (deallocKind) Memref(op *ir.Operation) *ir.Value { return op.OptionalOperand(1) }

type memsetKind struct{ ir.OldKind }

func (memsetKind) Dst(op *ir.Operation) *ir.Value   { return op.OptionalOperand(1) }
func (memsetKind) Value(op *ir.Operation) *ir.Value { return op.OptionalOperand(2) }

type memcpyKind struct{ ir.OldKind }

func (memcpyKind) Dst(op *ir.Operation) *ir.Value { return op.OptionalOperand(1) }
func (memcpyKind) Src(op *ir.Operation) *ir.Value { return op.OptionalOperand(2) }

type sharedMemoryKind struct{ ir.OldKind }

func (sharedMemoryKind) ResultMemref(op *ir.Operation) *ir.Value { return op.Result(0) }

type mmaComputeKind struct{ ir.OldKind }

func (mmaComputeKind) OpA(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (mmaComputeKind) OpB(op *ir.Operation) *ir.Value { return op.Operand(1) }
func (mmaComputeKind) OpC(op *ir.Operation) *ir.Value { return op.Operand(2) }

type mmaLoadKind struct{ ir.OldKind }

func (mmaLoadKind) SrcMemref(op *ir.Operation) *ir.Value { return op.Operand(0) }

type mmaStoreKind struct{ ir.OldKind }

func (mmaStoreKind) Src(op *ir.Operation) *ir.Value       { return op.Operand(0) }
func (mmaStoreKind) DstMemref(op *ir.Operation) *ir.Value { return op.Operand(1) }
