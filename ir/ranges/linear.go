package ranges

import (
	"optc/ir"
	"optc/num/linear"
)

// Linear is the interface of operations whose only result is a sum of operands, each times a
// constant, and a constant.
var Linear = ir.NewInterface[Factors]("linear combination of operands")

// Factors returns the factor of every operand and the constant; ok is false if the result is not
// such a sum, for these operands and attributes.
type Factors func(op *ir.Operation) (factors []int64, constant int64, ok bool)

// Sum is a sum of values, each times a factor, and a constant.
type Sum = linear.Sum[*ir.Value]

// Limit is the largest magnitude of a number in a sum: larger numbers could overflow.
const Limit = 1 << 40

// maxDepth is the number of operations, one inside the other, that are followed.
const maxDepth = 16

// SumOf returns an integer as a sum of values that are no sums themselves. It assumes that the
// arithmetic of indices does not overflow.
func SumOf(v *ir.Value) Sum { return sumOf(v, 0) }

func sumOf(v *ir.Value, depth int) Sum {
	whole := linear.Of(v)
	if n, ok := ir.ConstantInt(v); ok {
		if c := n.Int64(); -Limit < c && c < Limit {
			return Sum{Constant: c}
		}
		return whole
	}
	op := v.DefiningOp()
	factorsOf, ok := Linear.Of(op)
	if !ok || depth == maxDepth {
		return whole
	}
	factors, constant, ok := factorsOf(op)
	if !ok {
		return whole
	}
	sum := Sum{Constant: constant}
	for i, f := range factors {
		part, ok := sumOf(op.Operand(i), depth+1).TimesWithin(f, Limit)
		if !ok {
			return whole
		}
		if sum, ok = sum.PlusWithin(part, Limit); !ok {
			return whole
		}
	}
	return sum
}
