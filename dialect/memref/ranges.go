package memref

import (
	"optc/ir"
	"optc/ir/ranges"
)

// inferDim: the extent of a dimension is a natural number.
var inferDim = ranges.Inference.By(ranges.OfResult(func(*ir.Operation, ranges.Values) ranges.Interval { return ranges.Naturals }))
