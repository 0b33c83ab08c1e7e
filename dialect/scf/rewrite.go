package scf

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
)

// This file has what the patterns of several operations need.

// inline puts the operations of a block in the place of op, whose results become
// the operands of the block's terminator.
func inline(op *ir.Operation, b *ir.Block, args []*ir.Value, rw *ir.Rewriter) {
	term := b.Back()
	rw.InlineBlock(b, op.Block(), op, args)
	rw.Replace(op, term.Operands()...)
	rw.Erase(term)
}

// replaceYield replaces the terminator of a block by scf.yield of other values.
func replaceYield(rw *ir.Rewriter, b *ir.Block, values []*ir.Value) {
	old := b.Back()
	rw.Before(old)
	rw.Op(Yield, values, []ir.Type{})
	rw.Erase(old)
}

// like builds an operation in front of op with its attributes, other operands and
// results, and regions that are still empty.
func like(rw *ir.Rewriter, op *ir.Operation, operands []*ir.Value, types []ir.Type) *ir.Operation {
	st := &ir.OpState{Def: op.Def(), Loc: op.Loc(), Operands: operands, ResultTypes: types, NumRegions: op.NumRegions()}
	for i := range op.Def().AttrNames() {
		st.Props = append(st.Props, op.Prop(i))
	}
	if d := op.Discardable(); d != nil {
		st.Attrs = d.Entries
	}
	if types == nil {
		st.ResultTypes = []ir.Type{}
	}
	rw.Before(op)
	return rw.Create(st)
}

// tripCount returns how often a loop runs, if that is constant
// (constantTripCount upstream): bounds that are equal, constant, or a constant
// apart.
func tripCount(lower, upper, step ir.Mixed, unsigned bool) (n int64, known bool) {
	if lower == upper {
		return 0, true
	}
	lo, okLo := lower.Constant()
	hi, okHi := upper.Constant()
	distance := uint64(hi) - uint64(lo)
	switch {
	case okLo && okHi:
		if unsigned && uint64(lo) >= uint64(hi) || !unsigned && lo >= hi {
			return 0, true
		}
	default:
		d, ok := distanceOf(lower, upper, unsigned)
		if !ok {
			return 0, false
		}
		if d <= 0 {
			return 0, true
		}
		distance = uint64(d)
	}
	by, ok := step.Constant()
	if !ok || by == 0 || by < 0 && !unsigned {
		return 0, false
	}
	n = int64((distance-1)/uint64(by)) + 1
	return n, n >= 0
}

// distanceOf returns upper - lower if upper is defined as lower plus a constant
// that is promised not to wrap.
func distanceOf(lower, upper ir.Mixed, unsigned bool) (d int64, ok bool) {
	if upper.Value == nil || lower.Value == nil {
		return 0, false
	}
	add := upper.Value.DefiningOp()
	want := arith.NSW
	if unsigned {
		want = arith.NUW
	}
	if !add.Is(arith.AddI) || arith.OverflowFlags(add) != want || add.Operand(0) != lower.Value {
		return 0, false
	}
	return ir.Mixed{Value: add.Operand(1)}.Constant()
}

func mixed(v *ir.Value) ir.Mixed { return ir.Mixed{Value: v} }

// valueOf returns the value of an entry, building a constant for a number.
func valueOf(rw *ir.Rewriter, m ir.Mixed) *ir.Value {
	if m.Value != nil {
		return m.Value
	}
	return arith.NewIndex(rw.Builder, m.Const)
}

// isNot tells whether v is the negation of w, arith.xori with true.
func isNot(v, w *ir.Value) bool {
	x := v.DefiningOp()
	return x.Is(arith.XOrI) && x.Operand(0) == w && isTrue(x.Operand(1))
}

func isTrue(v *ir.Value) bool {
	a, ok := ir.ConstantValue(v).(*ir.IntegerAttr)
	return ok && a.Bool()
}

// isOnlyTerminator tells whether a block has nothing but its terminator.
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
