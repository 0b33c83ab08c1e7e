package ranges

import (
	"slices"

	"optc/ir"
)

// Linear is the interface of operations whose only result is a sum of operands, each times a
// constant, and a constant.
var Linear = ir.NewInterface[Factors]("linear combination of operands")

// Factors returns the factor of every operand and the constant; ok is false if the result is no
// such sum, for these operands and attributes.
type Factors func(op *ir.Operation) (factors []int64, constant int64, ok bool)

// Sum is a sum of values, each times a factor, and a constant.
type Sum struct {
	Constant int64
	Terms    []Term // of different values, none with factor 0
}

// Term is a value times a factor.
type Term struct {
	Value  *ir.Value
	Factor int64
}

// Bounds of sums: numbers of larger magnitude could overflow, and further operations are not
// followed.
const (
	maxFactor = 1 << 40
	maxDepth  = 16
)

// SumOf returns an integer as a sum of values that are no sums themselves. It assumes that the
// arithmetic of indices does not overflow.
func SumOf(v *ir.Value) Sum { return sumOf(v, 0) }

func sumOf(v *ir.Value, depth int) Sum {
	whole := Sum{Terms: []Term{{Value: v, Factor: 1}}}
	if n, ok := ir.ConstantInt(v); ok {
		if c := n.Int64(); -maxFactor < c && c < maxFactor {
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
		part, ok := sumOf(op.Operand(i), depth+1).Times(f)
		if !ok {
			return whole
		}
		if sum, ok = sum.Plus(part); !ok {
			return whole
		}
	}
	return sum
}

// Plus returns s + t; ok is false if a number could overflow.
func (s Sum) Plus(t Sum) (sum Sum, ok bool) {
	sum = Sum{Constant: s.Constant + t.Constant, Terms: slices.Clone(s.Terms)}
	ok = inBounds(sum.Constant)
	for _, term := range t.Terms {
		i := slices.IndexFunc(sum.Terms, func(o Term) bool { return o.Value == term.Value })
		if i < 0 {
			sum.Terms = append(sum.Terms, term)
			continue
		}
		sum.Terms[i].Factor += term.Factor
		ok = ok && inBounds(sum.Terms[i].Factor)
	}
	sum.Terms = slices.DeleteFunc(sum.Terms, func(t Term) bool { return t.Factor == 0 })
	return sum, ok
}

// Times returns s times a factor; ok is false if a number could overflow.
func (s Sum) Times(f int64) (product Sum, ok bool) {
	if f == 0 {
		return Sum{}, true
	}
	if !inBounds(f) {
		return Sum{}, false
	}
	product, ok = Sum{Constant: s.Constant * f}, fits(s.Constant, f)
	for _, t := range s.Terms {
		ok = ok && fits(t.Factor, f)
		product.Terms = append(product.Terms, Term{t.Value, t.Factor * f})
	}
	return product, ok
}

func inBounds(n int64) bool { return -maxFactor <= n && n <= maxFactor }

// fits reports whether a * b is in bounds; b is not 0.
func fits(a, b int64) bool { return max(a, -a) <= maxFactor/max(b, -b) }
