package gpu

import (
	"optc/dialect/internal/word"
	"optc/ir"
)

// Dimension is one of the three dimensions x, y and z of grids, blocks and clusters.
type Dimension int

const (
	X Dimension = iota
	Y
	Z
)

// String is the word of the dimension.
func (d Dimension) String() string { return dimensions.Words[d] }

// AddressSpace is a kind of memory.
type AddressSpace int

const (
	Global AddressSpace = iota
	Workgroup
	Private
)

// String is the word of the address space.
func (s AddressSpace) String() string { return addressSpaces.Words[s] }

// Reduction is the way in which gpu.all_reduce and gpu.subgroup_reduce combine two
// values.
type Reduction int

// The reductions, numbered as upstream (GPUOps.td).
const (
	Add Reduction = iota
	Mul
	MinUI
	MinSI
	MinNumF
	MaxUI
	MaxSI
	MaxNumF
	And
	Or
	Xor
	MinimumF
	MaximumF
)

// String is the word of the reduction.
func (r Reduction) String() string { return reductions.Words[r] }

// ShuffleMode specifies the lane whose value gpu.shuffle takes.
type ShuffleMode int

const (
	ShuffleXor  ShuffleMode = iota // lane ^ offset
	ShuffleDown                    // lane + offset
	ShuffleUp                      // lane - offset
	ShuffleIdx                     // offset
)

// BroadcastType specifies the lane whose value gpu.subgroup_broadcast takes.
type BroadcastType int

const (
	FirstActiveLane BroadcastType = iota
	SpecificLane
)

// Values of gpu.create_2to4_spmat and of the sparse products.
const (
	pruneAndCheck = 2
	nonTranspose  = 0
)

var mappingIDs = []string{"x", "y", "z", "linear_dim_0", "linear_dim_1", "linear_dim_2", "linear_dim_3", "linear_dim_4",
	"linear_dim_5", "linear_dim_6", "linear_dim_7", "linear_dim_8", "linear_dim_9"}

// mapping declares an attribute that maps a loop to threads of some granularity.
func mapping(mnemonic string) *word.Set {
	return &word.Set{Dialect: dialectName, Mnemonic: mnemonic, Class: "::mlir::gpu::MappingId", Summary: "maps a loop to the " + mnemonic + "s of a gpu", Words: mappingIDs, Angles: true, Device: true}
}

var (
	dimensions    = &word.Set{Dialect: dialectName, Mnemonic: "dim", Class: "::mlir::gpu::Dimension", Summary: "a dimension, either 'x', 'y', or 'z'", Words: []string{"x", "y", "z"}}
	addressSpaces = &word.Set{Dialect: dialectName, Mnemonic: "address_space", Class: "::mlir::gpu::AddressSpace", Summary: "GPU address space",
		Words: []string{"global", "workgroup", "private"}, Angles: true, Shared: "workgroup"}
	reductions = &word.Set{Dialect: dialectName, Mnemonic: "all_reduce_op", Class: "::mlir::gpu::AllReduceOperation", Summary: "built-in reduction operations supported by gpu.allreduce.",
		Words: []string{"add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor", "minimumf", "maximumf"}}
	shuffleModes = &word.Set{Dialect: dialectName, Mnemonic: "shuffle_mode", Class: "::mlir::gpu::ShuffleMode", Summary: "Indexing modes supported by gpu.shuffle.",
		Words: []string{"xor", "down", "up", "idx"}, Listed: []string{"xor", "up", "down", "idx"}}
	broadcastTypes = &word.Set{Dialect: dialectName, Mnemonic: "broadcast", Class: "::mlir::gpu::BroadcastType", Summary: "a lane to broadcast from",
		Words: []string{"first_active_lane", "specific_lane"}}
	elementwiseOps = &word.Set{Dialect: dialectName, Mnemonic: "mma_element_wise", Class: "::mlir::gpu::MMAElementwiseOp", Summary: "elementwise operation to apply to mma matrix",
		Words: []string{"addf", "mulf", "subf", "maxf", "minf", "divf", "addi", "muli", "subi", "divs", "divu", "negatef", "negates", "extf"}}
	pruneFlags = &word.Set{Dialect: dialectName, Mnemonic: "prune_2to4_spmat_flag", Class: "::mlir::gpu::Prune2To4SpMatFlag", Summary: "pruning strategy for 2:4 sparse matrix",
		Words: []string{"NONE", "PRUNE_ONLY", "PRUNE_AND_CHECK"}}
	transposeModes = &word.Set{Dialect: dialectName, Mnemonic: "mat_transpose_mode", Class: "::mlir::gpu::TransposeMode", Summary: "transpose mode of sparse matrix supported by sparse tensor ops",
		Words: []string{"NON_TRANSPOSE", "TRANSPOSE", "CONJUGATE_TRANSPOSE"}}
	estimateKinds = &word.Set{Dialect: dialectName, Mnemonic: "spgemm_work_estimation_or_compute_kind", Class: "::mlir::gpu::SpGEMMWorkEstimationOrComputeKind",
		Summary: "choose whether spgemm_work_estimation_or_compute does work estimation or compute", Words: []string{"WORK_ESTIMATION", "COMPUTE"}}
	blockMapping     = mapping("block")
	warpgroupMapping = mapping("warpgroup")
	warpMapping      = mapping("warp")
	threadMapping    = mapping("thread")
	laneMapping      = mapping("lane")
	memoryMapping    = &word.Set{Dialect: dialectName, Mnemonic: "memory_space", Class: "::mlir::gpu::AddressSpace", Summary: "maps a buffer to a kind of memory",
		Words: addressSpaces.Words, Angles: true, Device: true}
)

// Attributes of the enumerations, and of lists of them.

func dimensionOf(c *ir.Context, d Dimension) *word.Attr       { return dimensions.Of(c, int(d)) }
func reductionAttr(c *ir.Context, r Reduction) *word.Attr     { return reductions.Of(c, int(r)) }
func shuffleModeAttr(c *ir.Context, m ShuffleMode) *word.Attr { return shuffleModes.Of(c, int(m)) }
func broadcastAttr(c *ir.Context, t BroadcastType) *word.Attr { return broadcastTypes.Of(c, int(t)) }

func readSpaces(a ir.Attribute) []AddressSpace { return word.ReadList[[]AddressSpace](a) }

// inSpace reports whether a memory space is #gpu.address_space<s>; known is false
// for any other attribute.
func inSpace(space ir.Attribute, s AddressSpace) (is, known bool) {
	a, ok := space.(*word.Attr)
	if !ok || !addressSpaces.Is(a) {
		return false, false
	}
	return AddressSpace(a.Value()) == s, true
}

func spaceList(c *ir.Context, spaces []AddressSpace) *ir.ArrayAttr {
	list := make([]ir.Attribute, len(spaces))
	for i, s := range spaces {
		list[i] = addressSpaces.Of(c, int(s))
	}
	return c.Array(list)
}

// ReductionOf returns the reduction of gpu.all_reduce or gpu.subgroup_reduce; ok is false
// when a region describes it.
func ReductionOf(op *ir.Operation) (r Reduction, ok bool) {
	v := reductions.Get(op, opAttr)
	return Reduction(v), v >= 0
}
