package affine

import (
	"errors"

	"optc/dialect/arith"
	"optc/ir"
	"optc/ir/affine"
)

// errDivisor explains why an expression cannot be expanded: affine division is defined
// only for positive divisors.
var errDivisor = map[affine.ExprKind]error{
	affine.KindMod:      errors.New("modulo by non-positive value is not supported"),
	affine.KindFloorDiv: errors.New("division by non-positive value is not supported"),
	affine.KindCeilDiv:  errors.New("division by non-positive value is not supported"),
}

// Expand builds the arithmetic of every result of a map and returns their values
// (expandAffineMap upstream). It fails on division by a constant that is not positive;
// operations that were built before are kept.
//
//	(d0) -> (d0 * 2 + 1)   →   %0 = arith.muli %d0, %c2 overflow<nsw>; arith.addi %0, %c1
func (v Value) Expand(b *ir.Builder) ([]*ir.Value, error) {
	n := v.Map.NumDims
	results := make([]*ir.Value, len(v.Map.Results))
	var failed error
	for i, e := range v.Map.Results {
		x := expander{Builder: b, dims: v.Operands[:n], symbols: v.Operands[n:]}
		results[i] = x.expand(e)
		if failed == nil {
			failed = x.err
		}
	}
	return results, failed
}

// expander builds the arithmetic of expressions. The first error is kept.
type expander struct {
	*ir.Builder
	dims, symbols []*ir.Value
	err           error
}

func (x *expander) op(kind ir.OpKind, l, r *ir.Value) *ir.Value {
	return x.Value(kind, []*ir.Value{l, r}, nil)
}

func (x *expander) compare(p arith.CmpIPredicate, l, r *ir.Value) *ir.Value {
	return arith.NewCmpI(x, p, l, r).Result()
}

func (x *expander) expand(e affine.Expr) *ir.Value {
	if i, ok := e.IsDim(); ok {
		return x.dims[i]
	}
	if i, ok := e.IsSymbol(); ok {
		return x.symbols[i]
	}
	if c, ok := e.IsConst(); ok {
		return arith.ConstantIndex(x, c)
	}
	if c, ok := e.RHS().IsConst(); ok && c <= 0 {
		if err := errDivisor[e.Kind()]; err != nil {
			x.err = err
			return nil
		}
	}
	l := x.expand(e.LHS())
	if x.err != nil {
		return nil
	}
	r := x.expand(e.RHS())
	if x.err != nil {
		return nil
	}
	switch e.Kind() {
	case affine.KindAdd:
		return x.op(arith.AddIOp{}, l, r)
	case affine.KindMul:
		return arith.NewMulI(x, l, r, arith.NSW).Result()
	case affine.KindMod:
		return x.mod(l, r)
	case affine.KindFloorDiv:
		return x.floorDiv(l, r)
	}
	return x.ceilDiv(l, r)
}

// mod: the remainder of arith.remsi has the sign of l.
func (x *expander) mod(l, r *ir.Value) *ir.Value {
	rest := x.op(arith.RemSIOp{}, l, r)
	zero := arith.ConstantIndex(x, 0)
	negative := x.compare(arith.SLT, rest, zero)
	corrected := x.op(arith.AddIOp{}, rest, r)
	return arith.NewSelect(x, negative, corrected, rest).Result()
}

// floorDiv: l < 0 ? -1 - (-1 - l) / r : l / r.
func (x *expander) floorDiv(l, r *ir.Value) *ir.Value {
	zero, minusOne := arith.ConstantIndex(x, 0), arith.ConstantIndex(x, -1)
	negative := x.compare(arith.SLT, l, zero)
	dividend := arith.NewSelect(x, negative, x.op(arith.SubIOp{}, minusOne, l), l).Result()
	quotient := x.op(arith.DivSIOp{}, dividend, r)
	return arith.NewSelect(x, negative, x.op(arith.SubIOp{}, minusOne, quotient), quotient).Result()
}

// ceilDiv: l <= 0 ? -(-l / r) : (l - 1) / r + 1.
func (x *expander) ceilDiv(l, r *ir.Value) *ir.Value {
	zero, one := arith.ConstantIndex(x, 0), arith.ConstantIndex(x, 1)
	notPositive := x.compare(arith.SLE, l, zero)
	negated := x.op(arith.SubIOp{}, zero, l)
	dividend := arith.NewSelect(x, notPositive, negated, x.op(arith.SubIOp{}, l, one)).Result()
	quotient := x.op(arith.DivSIOp{}, dividend, r)
	negated = x.op(arith.SubIOp{}, zero, quotient)
	return arith.NewSelect(x, notPositive, negated, x.op(arith.AddIOp{}, quotient, one)).Result()
}
