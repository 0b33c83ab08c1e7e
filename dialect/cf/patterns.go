package cf

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/ub"
	"optc/ir"
)

// branchInstead replaces a terminator by cf.br. It returns true, the result of a pattern
// that was applied.
func branchInstead(rw *ir.Rewriter, op *ir.Operation, to Target) bool {
	NewBranch(rw, to)
	rw.Erase(op)
	return true
}

// collapse follows a branch to a block that only branches to another block. It returns
// the new destination and the values passed to it; ok is false when dest contains other
// operations, or when the branches form a cycle.
func collapse(dest *ir.Block, args []*ir.Value) (_ *ir.Block, _ []*ir.Value, ok bool) {
	br := dest.Front()
	branch := ir.As[BranchOp](br)
	if br != dest.Back() || !branch.Ok() {
		return nil, nil, false
	}
	for _, a := range dest.Args() {
		for u := a.FirstUse(); u != nil; u = u.Next() {
			if u.Owner() != br {
				return nil, nil, false
			}
		}
	}
	next := branch.Dest()
	if next == dest || inCircle(dest, next) {
		return nil, nil, false
	}
	passed := br.OperandList()
	for i, v := range passed {
		if v.OwnerBlock() == dest {
			passed[i] = args[v.Index()]
		}
	}
	return next, passed, true
}

// inCircle reports whether the chain of unconditional branches that leads from first to next comes
// back to one of its blocks.
func inCircle(first, next *ir.Block) bool {
	seen := map[*ir.Block]bool{first: true, next: true}
	for br := next.Back(); ir.Is[BranchOp](br); br = ir.Cast[BranchOp](br).Dest().Back() {
		if seen[ir.Cast[BranchOp](br).Dest()] {
			return true
		}
		seen[ir.Cast[BranchOp](br).Dest()] = true
	}
	return false
}

// eraseTrueAssert drops an assertion that always holds.
//
//	cf.assert %true, "m"    →   (nothing)
func eraseTrueAssert(op *ir.Operation, rw *ir.Rewriter) bool {
	if v, ok := ir.ConstantInt(ir.Cast[AssertOp](op).Arg()); !ok || !v.IsOne() {
		return false
	}
	rw.Erase(op)
	return true
}

// simplifyBranch merges a block with its only successor if the successor has no other
// predecessor, or skips a block that only branches.
//
//	  cf.br ^bb1(%a : i32)           →   "use"(%a)
//	^bb1(%x: i32):  // pred: ^bb0
//	  "use"(%x)
//
//	  cf.br ^bb1(%a : i32)           →   cf.br ^bb2(%a : i32)
//	^bb1(%x: i32):
//	  cf.br ^bb2(%x : i32)
func simplifyBranch(op *ir.Operation, rw *ir.Rewriter) bool {
	dest, here := ir.Cast[BranchOp](op).Dest(), op.Block()
	if dest == here {
		return false
	}
	if dest.SinglePredecessor() != nil {
		args := op.OperandList()
		rw.Erase(op)
		rw.InlineBlock(dest, here, nil, args)
		return true
	}
	next, args, ok := collapse(dest, op.OperandList())
	return ok && branchInstead(rw, op, Target{next, args})
}

// target returns a successor of cf.cond_br and the values passed to it.
func target(op *ir.Operation, i int) (*ir.Block, []*ir.Value) {
	return op.Successor(i), op.OperandGroup(groupTrue + i)
}

// constantCondition keeps the branch that a constant condition selects.
//
//	cf.cond_br %true, ^bb1, ^bb2    →   cf.br ^bb1
func constantCondition(op *ir.Operation, rw *ir.Rewriter) bool {
	c, ok := ir.ConstantInt(ir.Cast[CondBranchOp](op).Condition())
	if !ok {
		return false
	}
	taken := 0
	if c.IsZero() {
		taken = 1
	}
	dest, args := target(op, taken)
	return branchInstead(rw, op, Target{dest, args})
}

// passThroughCondBranch skips blocks that only branch.
//
//	  cf.cond_br %c, ^bb1, ^bb2    →   cf.cond_br %c, ^bb3, ^bb2
//	^bb1:
//	  cf.br ^bb3
func passThroughCondBranch(op *ir.Operation, rw *ir.Rewriter) bool {
	some := false
	var dests [2]*ir.Block
	var args [2][]*ir.Value
	for i := range dests {
		dests[i], args[i] = target(op, i)
		if next, passed, ok := collapse(dests[i], args[i]); ok {
			dests[i], args[i], some = next, passed, true
		}
	}
	if !some {
		return false
	}
	condBranch := ir.Cast[CondBranchOp](op)
	n := NewCondBranch(rw, condBranch.Condition(), Target{dests[0], args[0]}, Target{dests[1], args[1]}).Operation()
	if w := condBranch.BranchWeights(); w != nil {
		n.SetAttr(branchWeights, w)
	}
	rw.Erase(op)
	return true
}

// identicalSuccessors branches without condition when both successors are the same block,
// and selects values that differ if the block has no other predecessor.
//
//	cf.cond_br %c, ^bb1(%a : i32), ^bb1(%b : i32)    →   %s = arith.select %c, %a, %b : i32
//	                                                     cf.br ^bb1(%s : i32)
func identicalSuccessors(op *ir.Operation, rw *ir.Rewriter) bool {
	dest, yes := target(op, 0)
	other, no := target(op, 1)
	if dest != other {
		return false
	}
	if slices.Equal(yes, no) {
		return branchInstead(rw, op, Target{dest, yes})
	}
	for pred := range dest.Predecessors() {
		if pred != op.Block() {
			return false
		}
	}
	merged := make([]*ir.Value, len(yes))
	for i := range yes {
		merged[i] = yes[i]
		if yes[i] != no[i] {
			merged[i] = arith.NewSelect(rw, ir.Cast[CondBranchOp](op).Condition(), yes[i], no[i]).Result()
		}
	}
	return branchInstead(rw, op, Target{dest, merged})
}

// sameCondition replaces a condition on which the only predecessor has already branched.
//
//	  cf.cond_br %c, ^bb1, ^bb2    →   cf.cond_br %c, ^bb1, ^bb2
//	^bb1:  // pred: ^bb0               ^bb1:
//	  cf.cond_br %c, ^bb3, ^bb4          cf.br ^bb3
func sameCondition(op *ir.Operation, rw *ir.Rewriter) bool {
	pred := op.Block().SinglePredecessor()
	if pred == nil {
		return false
	}
	before := ir.As[CondBranchOp](pred.Back())
	if !before.Ok() || before.Condition() != ir.Cast[CondBranchOp](op).Condition() {
		return false
	}
	taken := 1
	if before.TrueDest() == op.Block() {
		taken = 0
	}
	dest, args := target(op, taken)
	return branchInstead(rw, op, Target{dest, args})
}

// propagateCondition replaces the condition by a constant in a successor that has no
// other predecessor.
//
//	  cf.cond_br %c, ^bb1, ^bb2    →   %true = arith.constant true
//	^bb1:  // pred: ^bb0               cf.cond_br %c, ^bb1, ^bb2
//	  "use"(%c)                      ^bb1:
//	                                   "use"(%true)
func propagateCondition(op *ir.Operation, rw *ir.Rewriter) bool {
	condition := ir.Cast[CondBranchOp](op).Condition()
	replaced := false
	for i := range 2 {
		dest := op.Successor(i)
		if dest.SinglePredecessor() == nil {
			continue
		}
		var known *ir.Value
		for _, u := range usesIn(condition, dest) {
			if known == nil {
				known = arith.ConstantBool(rw, i == 0)
			}
			rw.Modify(u.Owner(), func() { u.Set(known) })
			replaced = true
		}
	}
	return replaced
}

// usesIn returns the uses of v by operations directly in b, as a rule the last one first. It walks
// the uses and the block in parallel until either ends: a condition may have many uses in many
// blocks.
func usesIn(v *ir.Value, b *ir.Block) []*ir.OpOperand {
	var among, inside []*ir.OpOperand
	u, op := v.FirstUse(), b.Back()
	for u != nil && op != nil {
		if u.Owner().Block() == b {
			among = append(among, u)
		}
		u = u.Next()
		for i := op.NumOperands() - 1; i >= 0; i-- {
			if op.Operand(i) == v {
				inside = append(inside, op.OpOperand(i))
			}
		}
		op = op.Prev()
	}
	if u == nil {
		return among
	}
	return inside
}

// dropUnreachable branches without condition when one of the successors is never reached.
//
//	  cf.cond_br %c, ^bb1, ^bb2    →   cf.br ^bb2
//	^bb1:
//	  ub.unreachable
func dropUnreachable(op *ir.Operation, rw *ir.Rewriter) bool {
	for i := range 2 {
		if b := op.Successor(i); b.Front() == b.Back() && ir.Is[ub.UnreachableOp](b.Back()) {
			dest, args := target(op, 1-i)
			return branchInstead(rw, op, Target{dest, args})
		}
	}
	return false
}

// verifyWeights checks that there is a weight per successor, and that not all weights are
// zero (verifyBranchWeights, ControlFlowInterfaces.cpp).
func verifyWeights(op *ir.Operation) *ir.Diagnostic {
	weights, ok := ir.Int64s(op.Attr(branchWeights))
	if !ok || len(weights) == 0 {
		return nil
	}
	if len(weights) != op.NumSuccessors() {
		return op.PlainErrorf("expects number of branch weights to match number of successors: %d vs %d", len(weights), op.NumSuccessors())
	}
	if !slices.ContainsFunc(weights, func(w int64) bool { return w != 0 }) {
		return op.PlainErrorf("branch weights cannot all be zero")
	}
	return nil
}
