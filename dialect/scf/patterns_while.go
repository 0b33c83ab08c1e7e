package scf

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
)

// whilePatterns are the canonicalizations of scf.while.
func whilePatterns() []*ir.Pattern {
	return append([]*ir.Pattern{
		{Name: "while-condition-truth", Root: WhileOp{}, Rewrite: useConditionTruth},
		{Name: "while-compare-condition", Root: WhileOp{}, Rewrite: useComparison},
		{Name: "while-align-before-args", Root: WhileOp{}, Rewrite: alignBeforeArgs},
		{Name: "while-move-if-down", Root: WhileOp{}, Rewrite: moveIfDown},
	}, ir.RegionBranchPatterns(WhileOp{})...)
}

// whileParts are the blocks of scf.while and the terminator of the first.
func whileParts(op *ir.Operation) (before, after *ir.Block, cond *ir.Operation) {
	while := ir.Cast[WhileOp](op)
	before, after = while.Before().Front(), while.After().Front()
	return before, after, before.Back()
}

// useConditionTruth replaces a forwarded condition by true in the after region.
func useConditionTruth(op *ir.Operation, rw *ir.Rewriter) bool {
	_, after, cond := whileParts(op)
	var constant *ir.Value
	condition := ir.Cast[ConditionOp](cond)
	for i, v := range condition.Args() {
		if v != condition.Condition() || after.Arg(i).FirstUse() == nil {
			continue
		}
		if constant == nil {
			constant = arith.ConstantBool(rw, true)
		}
		rw.ReplaceUses(after.Arg(i), constant)
	}
	return constant != nil
}

// useComparison replaces comparisons, in the after region, that equal the condition or its negation
// by its known result; in the comparison, a forwarded value may replace the original one.
//
//	%c = arith.cmpi ne, %a, %n
//	scf.condition(%c) %a
//	^after(%b): arith.cmpi eq, %b, %n   →   false
func useComparison(op *ir.Operation, rw *ir.Rewriter) bool {
	_, after, cond := whileParts(op)
	condition := ir.Cast[ConditionOp](cond)
	cmp := ir.DefiningOp[arith.CmpIOp](condition.Condition())
	if !cmp.Ok() {
		return false
	}
	p := cmp.Predicate()
	changed := false
	for i, v := range condition.Args() {
		for side := range 2 {
			if v != cmp.Operation().Operand(side) {
				continue
			}
			for u := after.Arg(i).FirstUse(); u != nil; {
				other := u.Owner()
				u = u.Next()
				cmpI := ir.As[arith.CmpIOp](other)
				if !cmpI.Ok() || other.Operand(1-side) != cmp.Operation().Operand(1-side) || other.Operand(side) != after.Arg(i) {
					continue
				}
				q := cmpI.Predicate()
				if q != p && q != p.Inverse() {
					continue
				}
				rw.Replace(other, arith.ConstantBool(rw, q == p))
				changed = true
			}
		}
	}
	return changed
}

// alignBeforeArgs forwards the arguments of the before region in order if the condition
// forwards a permutation of them.
func alignBeforeArgs(op *ir.Operation, rw *ir.Rewriter) bool {
	before, after, cond := whileParts(op)
	condition := ir.Cast[ConditionOp](cond)
	args, forwarded := before.Args(), condition.Args()
	if len(args) != len(forwarded) || slices.Equal(args, forwarded) {
		return false
	}
	at := make([]int, len(args)) // at[k]: the number of the argument that is forwarded at position k
	seen := make([]bool, len(args))
	for k, v := range forwarded {
		i := slices.Index(args, v)
		if i < 0 || seen[i] {
			return false
		}
		at[k], seen[i] = i, true
	}
	types := before.ArgTypes()
	n := buildLike(rw, op, op.OperandList(), types)
	while := ir.Cast[WhileOp](n)
	newBefore := rw.NewBlock(while.Before(), types, op.Loc())
	newAfter := rw.NewBlock(while.After(), types, op.Loc())
	results, afterArgs := make([]*ir.Value, len(args)), make([]*ir.Value, len(args))
	for k, i := range at {
		results[k], afterArgs[k] = n.Result(i), newAfter.Arg(i)
	}
	rw.InlineBlock(before, newBefore, nil, newBefore.Args())
	rw.InlineBlock(after, newAfter, nil, afterArgs)
	rw.Before(cond)
	rw.Loc = cond.Loc()
	NewCondition(rw, condition.Condition(), newBefore.Args())
	rw.Erase(cond)
	rw.Replace(op, results...)
	return true
}

// moveIfDown moves the then region of an scf.if that is right before the condition, and
// tests the same condition, into the after region.
//
//	%r = scf.if %c { a; yield %t } else { yield %e }
//	scf.condition(%c) %r                 →   scf.condition(%c) %e
//	^after(%p): use %p                       ^after(%q): a; use %t
func moveIfDown(op *ir.Operation, rw *ir.Rewriter) bool {
	_, after, cond := whileParts(op)
	branch := ir.As[IfOp](cond.Prev())
	condition := ir.Cast[ConditionOp](cond)
	if !branch.Ok() || branch.Condition() != condition.Condition() {
		return false
	}
	then, els := branch.ThenRegion().Front(), branch.ElseRegion().Front()
	if els != nil && !isOnlyTerminator(els) {
		return false
	}
	for i, v := range condition.Args() {
		if v.DefiningOp() == branch.Operation() {
			k := v.Index()
			rw.ReplaceUses(v, els.Back().Operand(k))
			rw.ReplaceUses(after.Arg(i), then.Back().Operand(k))
		}
	}
	// Values of the before region that the moved operations use are forwarded too.
	var used []*ir.Value
	while := ir.Cast[WhileOp](op)
	ir.WalkRegion(branch.ThenRegion(), func(o *ir.Operation) ir.WalkResult {
		for _, v := range o.Operands() {
			r := v.ParentBlock().Region()
			if while.Before().IsAncestorOf(r) && !branch.ThenRegion().IsAncestorOf(r) && !slices.Contains(used, v) {
				used = append(used, v)
			}
		}
		return ir.Advance
	})
	types := op.ResultTypes()
	for _, v := range used {
		types = append(types, v.Type())
	}
	n := buildLike(rw, op, op.OperandList(), types)
	nWhile := ir.Cast[WhileOp](n)
	nWhile.Before().TakeBody(while.Before())
	nWhile.After().TakeBody(while.After())
	args := make([]*ir.Value, len(used))
	for i, v := range used {
		args[i] = after.AddArg(v.Type(), op.Loc())
	}
	rw.Modify(cond, func() { cond.SetOperands(concat(cond.OperandList(), used)) })
	for i, v := range used {
		for _, r := range []*ir.Region{branch.ThenRegion(), nWhile.After()} {
			usesIn(v, r, func(u *ir.OpOperand) {
				rw.Modify(u.Owner(), func() { u.Set(args[i]) })
			})
		}
	}
	rw.Erase(then.Back())
	rw.InlineBlock(then, after, after.Front(), nil)
	rw.Erase(branch.Operation())
	rw.Replace(op, n.ResultList()[:op.NumResults()]...)
	return true
}
