package complex

import (
	"optc/dialect/arith"
	"optc/ir"
	"optc/num"
)

// Sums and products of floats are rounded, so that (a - b) + b is not always a, and a + 0 is not -0 if
// a is. Upstream folds them all the same. Here a fold needs flags that allow a different result, or
// constants for which the result is the same.

// parts returns the real and the imaginary part of a constant number of floats.
func parts(a ir.Attribute) (re, im num.Float, ok bool) {
	list, _ := a.(*ir.ArrayAttr)
	if list == nil || len(list.Elems) != 2 {
		return re, im, false
	}
	x, isFloat := list.Elems[0].(*ir.FloatAttr)
	y, areFloats := list.Elems[1].(*ir.FloatAttr)
	if !isFloat || !areFloats {
		return re, im, false
	}
	return x.Value, y.Value, true
}

// licensed reports whether an operation has all of the flags.
func licensed(op *ir.Operation, flags arith.FastMath) bool {
	return arith.FastMathFlags(op)&flags == flags
}

// restores reports whether result, the other operand of inner, is the value of an operation: outer is
// the inverse of inner with the same operand b.
func restores(outer, inner *ir.Operation, a, b *ir.Value, undo, do func(x, y num.Float, mode num.Rounding) num.Float) bool {
	if licensed(outer, arith.Reassoc|arith.NoSignedZeros|arith.NoInfs|arith.NoNaNs) && licensed(inner, arith.Reassoc) {
		return true
	}
	ar, ai, ok := parts(ir.ConstantValue(a))
	br, bi, known := parts(ir.ConstantValue(b))
	back := func(x, y num.Float) bool { return same(undo(do(x, y, num.NearestEven), y, num.NearestEven), x) }
	return ok && known && back(ar, br) && back(ai, bi)
}

func same(x, y num.Float) bool {
	xh, xl := x.Bits()
	yh, yl := y.Bits()
	return xh == yh && xl == yl
}

func foldAdd(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	add := ir.Cast[AddOp](op)
	// (a - b) + b → a, b + (a - b) → a
	for _, v := range [2][2]*ir.Value{{add.Lhs(), add.Rhs()}, {add.Rhs(), add.Lhs()}} {
		sub := ir.DefiningOp[SubOp](v[0])
		if sub.Ok() && sub.Rhs() == v[1] && restores(op, sub.Operation(), sub.Lhs(), v[1], num.Float.Add, num.Float.Sub) {
			return ir.FoldToValue(sub.Lhs())
		}
	}
	return foldNeutral(op, operands, num.Float.Add)
}

func foldSub(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	sub := ir.Cast[SubOp](op)
	// (a + b) - b → a
	add := ir.DefiningOp[AddOp](sub.Lhs())
	if add.Ok() && add.Rhs() == sub.Rhs() && restores(op, add.Operation(), add.Lhs(), sub.Rhs(), num.Float.Sub, num.Float.Add) {
		return ir.FoldToValue(add.Lhs())
	}
	return foldNeutral(op, operands, num.Float.Sub)
}

// foldNeutral folds a + 0 and a - 0 to a.
func foldNeutral(op *ir.Operation, operands []ir.Attribute, f func(x, y num.Float, mode num.Rounding) num.Float) ir.FoldResult {
	re, im, ok := parts(operands[1])
	if !ok || !re.IsZero() || !im.IsZero() {
		return ir.FoldResult{}
	}
	keeps := func(x, zero num.Float) bool { return same(f(x, zero, num.NearestEven), x) }
	minus := num.FloatFromFloat64(re.Kind, 0).Neg()
	exact := keeps(minus, re) && keeps(minus, im) // all other numbers are unchanged
	if ar, ai, known := parts(operands[0]); known {
		exact = exact || keeps(ar, re) && keeps(ai, im)
	}
	if exact || licensed(op, arith.NoSignedZeros) {
		return ir.FoldToValue(op.Operand(0))
	}
	return ir.FoldResult{}
}

func foldMul(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	return foldOne(op, operands, product)
}

func foldDiv(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	return foldOne(op, operands, quotient)
}

// foldOne folds a · 1 and a / 1 to a.
func foldOne(op *ir.Operation, operands []ir.Attribute, f func(a, b pair) pair) ir.FoldResult {
	re, im, ok := parts(operands[1])
	if !ok || !im.IsZero() || !re.IsExactly(1) {
		return ir.FoldResult{}
	}
	exact := licensed(op, arith.NoSignedZeros|arith.NoInfs|arith.NoNaNs)
	if ar, ai, known := parts(operands[0]); known && !exact {
		r := f(pair{ar, ai}, pair{re, im})
		exact = same(r.re, ar) && same(r.im, ai)
	}
	if exact {
		return ir.FoldToValue(op.Operand(0))
	}
	return ir.FoldResult{}
}

// foldInverse folds f(f(a)) to a.
func foldInverse(kind ir.OpKind) func(*ir.Operation, []ir.Attribute) ir.FoldResult {
	return func(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
		if def := op.Operand(0).DefiningOp(); kind.Kind().Is(def) {
			return ir.FoldToValue(def.Operand(0))
		}
		return ir.FoldResult{}
	}
}

// foldInexactInverse folds log(exp(a)) and exp(log(a)) to a where functions may be approximated.
func foldInexactInverse(inverse ir.OpKind) func(*ir.Operation, []ir.Attribute) ir.FoldResult {
	fold := foldInverse(inverse)
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
		if !licensed(op, arith.ApproxFunc|arith.Reassoc) {
			return ir.FoldResult{}
		}
		return fold(op, operands)
	}
}

// foldPart folds the real part (0) or the imaginary part (1) of a constant, or of a complex.create.
func foldPart(i int) func(*ir.Operation, []ir.Attribute) ir.FoldResult {
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
		if list, ok := operands[0].(*ir.ArrayAttr); ok && len(list.Elems) == 2 {
			return ir.FoldToAttr(list.Elems[i])
		}
		if c := ir.DefiningOp[CreateOp](op.Operand(0)); c.Ok() {
			return ir.FoldToValue(c.Operation().Operand(i))
		}
		return ir.FoldResult{}
	}
}

// foldCreate folds complex.create(re(x), im(x)) to x.
func foldCreate(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	create := ir.Cast[CreateOp](op)
	re, im := ir.DefiningOp[ReOp](create.Real()), ir.DefiningOp[ImOp](create.Imaginary())
	if re.Ok() && im.Ok() && re.Complex() == im.Complex() {
		return ir.FoldToValue(re.Complex())
	}
	return ir.FoldResult{}
}

func foldBitcast(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	if b := ir.Cast[BitcastOp](op); b.Operand().Type() == b.Result().Type() {
		return ir.FoldToValue(b.Operand())
	}
	return ir.FoldResult{}
}

// partOfNegative replaces a part of complex.neg(complex.create(…)) by the negated operand.
//
//	%z = complex.create %x, %y
//	%n = complex.neg %z          →   %r = arith.negf %x
//	%r = complex.re %n
func partOfNegative(name string, root ir.OpKind, i int) *ir.Pattern {
	return &ir.Pattern{Name: name, Root: root, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		neg := ir.DefiningOp[NegOp](op.Operand(0))
		if !neg.Ok() {
			return false
		}
		c := ir.DefiningOp[CreateOp](neg.Complex())
		if !c.Ok() {
			return false
		}
		rw.Replace(op, arith.NewNegF(rw, c.Operation().Operand(i)).Result())
		return true
	}}
}

// bitcastOfBitcast joins two casts, the second of which is complex.bitcast.
func bitcastOfBitcast(op *ir.Operation, rw *ir.Rewriter) bool {
	b := ir.Cast[BitcastOp](op)
	to := b.Result().Type()
	if inner := ir.DefiningOp[BitcastOp](b.Operand()); inner.Ok() {
		x := inner.Operand()
		if partOf(to) == nil && partOf(x.Type()) == nil {
			rw.Replace(op, arith.NewBitcast(rw, to, x).Out())
		} else {
			rw.Replace(op, NewBitcast(rw, to, x).Result())
		}
		return true
	}
	if inner := ir.DefiningOp[arith.BitcastOp](b.Operand()); inner.Ok() {
		rw.Replace(op, NewBitcast(rw, to, inner.In()).Result())
		return true
	}
	return false
}

// bitcastOfBits joins arith.bitcast with the complex.bitcast of its operand.
var bitcastOfBits = &ir.Pattern{Name: "bitcast-of-complex-bitcast", Root: arith.BitcastOp{}, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
	b := ir.Cast[arith.BitcastOp](op)
	inner := ir.DefiningOp[BitcastOp](b.In())
	if !inner.Ok() {
		return false
	}
	rw.Replace(op, NewBitcast(rw, b.Out().Type(), inner.Operand()).Result())
	return true
}}
