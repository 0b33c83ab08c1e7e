package vector

import (
	"slices"

	"optc/ir"
)

// sizedGroups sets the operands of the groups and their sizes; nil means an optional
// operand that is absent.
func sizedGroups(b ir.OpBuilder, st *ir.OpState, groups ...[]*ir.Value) {
	sizes := make([]int, len(groups))
	for i, g := range groups {
		if len(g) == 1 && g[0] == nil {
			continue
		}
		st.Operands = append(st.Operands, g...)
		sizes[i] = len(g)
	}
	st.SetSegments(b.Context(), sizes...)
}

// Names of the attributes that several operations and functions share.
const (
	staticPosition    = "static_position" // ir.Dynamic stands for an operand
	permutationAttr   = "permutation"
	sliceOffsets      = "offsets"
	sliceSizes        = "sizes"
	sliceStrides      = "strides"
	maskAttr          = "mask"
	posAttr           = "pos"
	permutationMap    = "permutation_map"
	inBounds          = "in_bounds"
	alignmentAttr     = "alignment"
	maskDimSizes      = "mask_dim_sizes"
	kindName          = "kind"
	reductionDims     = "reduction_dims"
	reductionDim      = "reduction_dim"
	inclusive         = "inclusive"
	indexingMaps      = "indexing_maps"
	iteratorTypesAttr = "iterator_types"
	punctuationName   = "punctuation"
	stringLiteral     = "stringLiteral"
)

func ones(n int) []int64 { return slices.Repeat([]int64{1}, n) }
