package scf

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
	"optc/num"
)

// This file holds functions that the patterns of several operations need.

// inline moves the operations of a block to the place of op, and replaces the results of
// op by the operands of the block's terminator.
func inline(op *ir.Operation, b *ir.Block, args []*ir.Value, rw *ir.Rewriter) {
	term := b.Back()
	rw.InlineBlock(b, op.Block(), op, args)
	rw.Replace(op, term.OperandList()...)
	rw.Erase(term)
}

// replaceYield replaces the terminator of a block by an scf.yield of other values.
func replaceYield(rw *ir.Rewriter, b *ir.Block, values []*ir.Value) {
	old := b.Back()
	defer func(l ir.Location) { rw.Loc = l }(rw.Loc)
	rw.Before(old).Loc = old.Loc()
	NewYield(rw, values...)
	rw.Erase(old)
}

// buildLike builds an operation with the attributes of op but other operands and results,
// and with regions that are still empty.
func buildLike(rw *ir.Rewriter, op *ir.Operation, operands []*ir.Value, types []ir.Type) *ir.Operation {
	if types == nil {
		types = []ir.Type{}
	}
	return rw.Like(op, operands, types)
}

// tripCount returns how often a loop runs if that is constant (constantTripCount
// upstream): the bounds are equal, constant, or differ by a constant. The step of a loop
// must be positive; a loop with another step counts as having no iterations. Unlike
// upstream, the step of an unsigned loop is unsigned, and the distance of the bounds may
// be so large that it is negative as a signed number of their width.
func tripCount(lower, upper, step ir.Mixed, unsigned bool) (n num.Int, known bool) {
	none := num.IntFromUint64(widthOf(lower), 0)
	if lower == upper {
		return none, true
	}
	by, hasStep := constantOf(step)
	if hasStep && (by.IsZero() || by.IsNegative() && !unsigned) {
		return none, true
	}
	lo, okLo := constantOf(lower)
	hi, okHi := constantOf(upper)
	if !okLo && !okHi { // counted from the lower bound
		lo = none
		hi, okHi = distanceOf(lower, upper, unsigned)
		okLo = okHi
	}
	switch {
	case !okLo || !okHi:
		return none, false
	case unsigned && hi.CmpUnsigned(lo) <= 0, !unsigned && hi.CmpSigned(lo) <= 0:
		return none, true
	case !hasStep:
		return none, false
	}
	return hi.Sub(lo).CeilDivUnsigned(by)
}

// widthOf returns the bits of a bound; an index has 64.
func widthOf(m ir.Mixed) int {
	if m.Value != nil {
		if t, ok := m.Value.Type().(*ir.IntegerType); ok {
			return t.Width
		}
	}
	return 64
}

// constantOf returns the constant value of a bound, if it is known.
func constantOf(m ir.Mixed) (v num.Int, ok bool) {
	if m.Value == nil {
		return num.IntFromInt64(64, m.Const), true
	}
	return ir.ConstantInt(m.Value)
}

// distanceOf returns upper - lower for bounds that are not constant, if upper is defined
// as lower plus a constant with the promise not to wrap.
func distanceOf(lower, upper ir.Mixed, unsigned bool) (d num.Int, ok bool) {
	add := ir.DefiningOp[arith.AddIOp](upper.Value)
	want := arith.NSW
	if unsigned {
		want = arith.NUW
	}
	if !add.Ok() || arith.OverflowFlags(add.Operation()) != want || add.Lhs() != lower.Value {
		return d, false
	}
	return ir.ConstantInt(add.Rhs())
}

func mixedValue(v *ir.Value) ir.Mixed { return ir.Mixed{Value: v} }

// valueOf returns the value of an entry, building a constant for a number.
func valueOf(rw *ir.Rewriter, m ir.Mixed) *ir.Value {
	if m.Value != nil {
		return m.Value
	}
	return arith.ConstantIndex(rw, m.Const)
}

// negated returns the value that v negates, or nil.
func negated(v *ir.Value) *ir.Value {
	if x := ir.DefiningOp[arith.XOrIOp](v); x.Ok() && isTrue(x.Rhs()) {
		return x.Lhs()
	}
	return nil
}

func isTrue(v *ir.Value) bool {
	a, ok := ir.ConstantValue(v).(*ir.IntegerAttr)
	return ok && a.Bool()
}

// isOnlyTerminator reports whether a block contains nothing but its terminator.
func isOnlyTerminator(b *ir.Block) bool { return b.Front() == b.Back() }

// usesIn calls visit for every use of v in a region; visit may change the use.
func usesIn(v *ir.Value, r *ir.Region, visit func(u *ir.OpOperand)) {
	for u := v.FirstUse(); u != nil; {
		next := u.Next()
		if r.IsAncestorOf(u.Owner().ParentRegion()) {
			visit(u)
		}
		u = next
	}
}

// concat joins lists of values.
func concat(lists ...[]*ir.Value) []*ir.Value { return slices.Concat(lists...) }
