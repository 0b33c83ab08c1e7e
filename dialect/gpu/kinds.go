package gpu

import (
	"optc/ir"
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

// GridSize returns the numbers of blocks of gpu.launch or gpu.launch_func along x, y
// and z.
func GridSize(op *ir.Operation) []*ir.Value { return launchSize(op, launchGrid) }

// BlockSize returns the numbers of threads of a block along x, y and z.
func BlockSize(op *ir.Operation) []*ir.Value { return launchSize(op, launchBlock) }

func launchSize(op *ir.Operation, group int) []*ir.Value {
	return []*ir.Value{op.OptionalOperand(group), op.OptionalOperand(group + 1), op.OptionalOperand(group + 2)}
}
