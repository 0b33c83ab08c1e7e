package arith

import (
	"optc/ir"
	"optc/ir/ranges"
)

// linearSum: x + y, x - y and casts are sums of the operands with fixed factors.
func linearSum(factors ...int64) ir.Implementation {
	return ranges.Linear.By(func(*ir.Operation) ([]int64, int64, bool) { return factors, 0, true })
}

// linearProduct: x * y is a multiple of one operand if the other is constant.
var linearProduct = ranges.Linear.By(func(op *ir.Operation) (factors []int64, constant int64, ok bool) {
	for i := range 2 {
		if n, ok := ir.ConstantInt(op.Operand(1 - i)); ok && n.Width() <= 64 {
			factors = make([]int64, 2)
			factors[i] = n.Int64()
			return factors, 0, true
		}
	}
	return nil, 0, false
})
