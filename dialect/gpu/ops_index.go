package gpu

import "optc/ir"

// upperBoundDef declares the largest value that is known of a result, exclusive.
func upperBoundDef() ir.PropDef {
	return ir.PropDef{Name: upperBoundAttr, Type: ir.IndexAttr, Optional: true, Doc: "the result is below this"}
}

// position declares a question for one dimension of a position or size.
func position(kind positionKind, summary, description string) *ir.OpDef {
	prefix := kind.mnemonic() + "_"
	return &ir.OpDef{
		Kind: kind, Summary: summary, Description: description,
		Results:  []ir.ValueDef{{Name: "", Type: ir.IndexConstraint}},
		Attrs:    []ir.PropDef{{Name: dimensionAttr, Type: dimensions.Constraint()}, upperBoundDef()},
		Traits:   ir.Pure,
		Assembly: "$dimension (`upper_bound` $upper_bound^)? attr-dict",
		ResultNames: func(op *ir.Operation, set func(*ir.Value, string)) {
			set(kind.result(op), prefix+kind.Dimension(op).String())
		},
	}
}

func positions() []*ir.OpDef {
	return []*ir.OpDef{
		position(ThreadID, "index of the thread in its block", "Counts from 0 in the dimension."),
		position(BlockID, "index of the block in the grid", "Counts from 0 in the dimension."),
		position(BlockDim, "threads of a block", "The number of threads in the dimension."),
		position(GridDim, "blocks of the grid", "The number of blocks in the dimension."),
		position(GlobalID, "index of the thread in the grid", "block_id * block_dim + thread_id of the dimension."),
		position(ClusterDim, "clusters of the grid", "The number of clusters in the dimension."),
		position(ClusterDimBlocks, "blocks of a cluster", "The number of blocks of a cluster in the dimension."),
		position(ClusterID, "index of the cluster in the grid", "Counts from 0 in the dimension."),
		position(ClusterBlockID, "index of the block in its cluster", "Counts from 0 in the dimension."),
	}
}

// scalar declares a question whose answer has no dimension.
func scalar(kind ir.OpKind, summary, description string) *ir.OpDef {
	return &ir.OpDef{
		Kind: kind, Summary: summary, Description: description,
		Results:  []ir.ValueDef{{Name: "result", Type: ir.IndexConstraint}},
		Attrs:    []ir.PropDef{upperBoundDef()},
		Traits:   ir.Pure,
		Assembly: "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)",
	}
}

func scalars() []*ir.OpDef {
	laneID := scalar(LaneID, "index of the thread in its subgroup", "Counts from 0.")
	laneID.Assembly = "(`upper_bound` $upper_bound^)? attr-dict"
	return []*ir.OpDef{
		laneID,
		scalar(SubgroupID, "index of the subgroup in its block", "Subgroups divide the threads of a block in the order of their flat ids."),
		scalar(SubgroupSize, "threads of a subgroup", "The number of threads in a subgroup."),
		scalar(NumSubgroups, "subgroups of a block", "The number of subgroups in a block."),
	}
}
