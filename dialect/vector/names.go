package vector

// Names of the attributes that several operations and functions share.
const (
	staticPosition    = "static_position" // ir.Dynamic means an operand
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
