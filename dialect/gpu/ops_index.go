package gpu

import (
	"strings"

	"optc/dialect/internal/word"
	"optc/ir"
	"optc/ir/lowering"
)

// Meaning of the upper bound: ids are below it, sizes may reach it (GPUOps.td).
const (
	idBound   = "the result is below this"
	sizeBound = "the result is at most this"
)

// upperBoundDef declares the upper bound of a result.
func upperBoundDef(doc string) ir.PropDef {
	return ir.PropDef{Name: upperBoundAttr, Type: ir.IndexAttr, Optional: true, Doc: doc}
}

// position declares an operation that returns a dimension of a position or size.
func position(kind Position, bound, summary, description string) *ir.OpDef {
	prefix := strings.TrimPrefix(kind.Kind().String(), "gpu.") + "_"
	return &ir.OpDef{
		Kind: kind.Kind(), Summary: summary, Description: description,
		New:      []string{"dimension", "upper_bound?"},
		Results:  []ir.ValueDef{{Name: "", Type: ir.IndexConstraint}},
		Attrs:    []ir.PropDef{{Name: dimensionAttr, Type: dimensions.Constraint().In(ir.GoAs(word.Read[Dimension], dimensionOf))}, upperBoundDef(bound)},
		Traits:   ir.Pure,
		Assembly: "$dimension (`upper_bound` $upper_bound^)? attr-dict",
		ResultNames: func(op *ir.Operation, set func(*ir.Value, string)) {
			set(op.Result(0), prefix+op.Typed().(Position).Dimension().String())
		},
	}
}

// lowered is the answer of operations that upstream's tools lower in a kernel.
var lowered = lowering.By(lowering.Native("gpu"))

// loweredMatrix is the answer of operations on matrices of a subgroup, which upstream's tools lower
// for NVIDIA's chips.
var loweredMatrix = lowering.By(lowering.Native("nvidia"))

// implementing adds implementations to a definition.
func implementing(def *ir.OpDef, list ...ir.Implementation) *ir.OpDef {
	def.Implements = append(def.Implements, list...)
	return def
}

func positions() []*ir.OpDef {
	return []*ir.OpDef{
		implementing(position(ThreadIDOp{}, idBound, "index of the thread in its block", "Counts from 0 in the dimension."), inferID[ThreadIDOp](), threadNumber, uniformThreadID, lowered),
		implementing(position(BlockIDOp{}, idBound, "index of the block in the grid", "Counts from 0 in the dimension."), inferBlockID, inWorkgroup, lowered),
		implementing(position(BlockDimOp{}, sizeBound, "threads of a block", "The number of threads in the dimension."), inferSize[BlockDimOp](), lowered),
		implementing(position(GridDimOp{}, sizeBound, "blocks of the grid", "The number of blocks in the dimension."), inferSize[GridDimOp](), lowered),
		implementing(position(GlobalIDOp{}, idBound, "index of the thread in the grid", "block_id * block_dim + thread_id of the dimension."), perThread, lowered),
		position(ClusterDimOp{}, sizeBound, "clusters of the grid", "The number of clusters in the dimension."),
		position(ClusterDimBlocksOp{}, sizeBound, "blocks of a cluster", "The number of blocks of a cluster in the dimension."),
		implementing(position(ClusterIDOp{}, idBound, "index of the cluster in the grid", "Counts from 0 in the dimension."), inWorkgroup),
		implementing(position(ClusterBlockIDOp{}, idBound, "index of the block in its cluster", "Counts from 0 in the dimension."), inWorkgroup),
	}
}

// scalarQueryDef declares a question whose answer has no dimension.
func scalarQueryDef(kind ir.OpKind, bound, summary, description string) *ir.OpDef {
	return &ir.OpDef{
		Kind: kind.Kind(), Summary: summary, Description: description,
		Results:  []ir.ValueDef{{Name: "result", Type: ir.IndexConstraint}},
		Attrs:    []ir.PropDef{upperBoundDef(bound)},
		Traits:   ir.Pure,
		Assembly: "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)",
	}
}

func scalars() []*ir.OpDef {
	laneID := scalarQueryDef(LaneIDOp{}, idBound, "index of the thread in its subgroup", "Counts from 0.")
	laneID.Assembly = "(`upper_bound` $upper_bound^)? attr-dict"
	return []*ir.OpDef{
		implementing(laneID, otherNumber, uniformLaneID, lowered),
		implementing(scalarQueryDef(SubgroupIDOp{}, idBound, "index of the subgroup in its block", "Subgroups divide the threads of a block in the order of their flat ids."), otherNumber, uniformSubgroupID),
		scalarQueryDef(SubgroupSizeOp{}, sizeBound, "threads of a subgroup", "The number of threads in a subgroup."),
		scalarQueryDef(NumSubgroupsOp{}, sizeBound, "subgroups of a block", "The number of subgroups in a block."),
	}
}
