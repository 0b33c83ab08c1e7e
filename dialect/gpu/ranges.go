package gpu

import (
	"math"

	"optc/ir"
	"optc/ir/ranges"
)

// bounded is satisfied by the types of operations that declare an upper bound of their result.
type bounded interface {
	~struct{ ir.Op }
	ir.TypedOp
	UpperBound() (n int64, given bool)
}

// inferBlockID is the rule of the index of a block: it is below its upper bound, and below the extent of the grid that
// the kernel around it declares.
var inferBlockID = ranges.Inference.By(ranges.OfResult(func(op *ir.Operation, _ ranges.Values) ranges.Interval {
	id := ir.Cast[BlockIDOp](op)
	n, _ := id.UpperBound()
	if f := ir.Enclosing[FuncOp](op); f.Ok() {
		if grid := f.KnownGridSize(); len(grid) == 3 && grid[id.Dimension()] > 0 && (n <= 0 || grid[id.Dimension()] < n) {
			n = grid[id.Dimension()]
		}
	}
	if n > 0 {
		return ranges.Interval{Lo: 0, Hi: n - 1}
	}
	return ranges.Naturals
}))

// inferID returns the rule of an id, which is below its upper bound.
func inferID[T bounded]() ir.Implementation {
	return ranges.Inference.By(ranges.OfResult(func(op *ir.Operation, _ ranges.Values) ranges.Interval {
		if n, _ := ir.Cast[T](op).UpperBound(); n > 0 {
			return ranges.Interval{Lo: 0, Hi: n - 1}
		}
		return ranges.Naturals
	}))
}

// inferSize returns the rule of a size, which is from 1 to its upper bound.
func inferSize[T bounded]() ir.Implementation {
	return ranges.Inference.By(ranges.OfResult(func(op *ir.Operation, _ ranges.Values) ranges.Interval {
		if n, _ := ir.Cast[T](op).UpperBound(); n > 0 {
			return ranges.Interval{Lo: 1, Hi: n}
		}
		return ranges.Interval{Lo: 1, Hi: math.MaxInt64}
	}))
}
