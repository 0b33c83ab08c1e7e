package scf

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
)

// whilePatterns are the canonicalizations of scf.while.
func whilePatterns() []*ir.Pattern {
	return append([]*ir.Pattern{
		{Name: "while-condition-truth", Root: While, Rewrite: useConditionTruth},
		{Name: "while-compare-condition", Root: While, Rewrite: useComparison},
		{Name: "while-align-before-args", Root: While, Rewrite: alignBeforeArgs},
		{Name: "while-move-if-down", Root: While, Rewrite: moveIfDown},
	}, ir.RegionBranchPatterns(While)...)
}

// whileParts are the blocks of scf.while and the terminator of the first.
func whileParts(op *ir.Operation) (before, after *ir.Block, cond *ir.Operation) {
	before, after = While.Before(op).Front(), While.After(op).Front()
	return before, after, before.Back()
}

// useConditionTruth replaces a forwarded condition by true in the after region.
func useConditionTruth(op *ir.Operation, rw *ir.Rewriter) bool {
	_, after, cond := whileParts(op)
	var constant *ir.Value
	for i, v := range Condition.Args(cond) {
		if v != Condition.Condition(cond) || after.Arg(i).FirstUse() == nil {
			continue
		}
		if constant == nil {
			constant = arith.Constant.Bool(rw, true)
		}
		rw.ReplaceUses(after.Arg(i), constant)
	}
	return constant != nil
}

// useComparison decides comparisons in the after region that equal the condition, or its
// negation, with a forwarded value in place of the original value.
//
//	%c = arith.cmpi ne, %a, %n
//	scf.condition(%c) %a
//	^after(%b): arith.cmpi eq, %b, %n   →   false
func useComparison(op *ir.Operation, rw *ir.Rewriter) bool {
	_, after, cond := whileParts(op)
	cmp := Condition.Condition(cond).DefiningOp()
	if !arith.CmpI.Is(cmp) {
		return false
	}
	p := arith.CmpI.Predicate(cmp)
	changed := false
	for i, v := range Condition.Args(cond) {
		for side := range 2 {
			if v != cmp.Operand(side) {
				continue
			}
			for u := after.Arg(i).FirstUse(); u != nil; {
				other := u.Owner()
				u = u.Next()
				if !arith.CmpI.Is(other) || other.Operand(1-side) != cmp.Operand(1-side) || other.Operand(side) != after.Arg(i) {
					continue
				}
				q := arith.CmpI.Predicate(other)
				if q != p && q != p.Inverse() {
					continue
				}
				rw.Replace(other, arith.Constant.Bool(rw, q == p))
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
	args, forwarded := before.Args(), Condition.Args(cond)
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
	n := like(rw, op, op.OperandList(), types)
	newBefore := rw.NewBlock(While.Before(n), types, op.Loc())
	newAfter := rw.NewBlock(While.After(n), types, op.Loc())
	results, afterArgs := make([]*ir.Value, len(args)), make([]*ir.Value, len(args))
	for k, i := range at {
		results[k], afterArgs[k] = n.Result(i), newAfter.Arg(i)
	}
	rw.InlineBlock(before, newBefore, nil, newBefore.Args())
	rw.InlineBlock(after, newAfter, nil, afterArgs)
	rw.Before(cond)
	rw.Loc = cond.Loc()
	Condition.Build(rw, Condition.Condition(cond), newBefore.Args())
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
	branch := cond.Prev()
	if !If.Is(branch) || If.Condition(branch) != Condition.Condition(cond) {
		return false
	}
	then, els := If.ThenRegion(branch).Front(), If.ElseRegion(branch).Front()
	if els != nil && !isOnlyTerminator(els) {
		return false
	}
	for i, v := range Condition.Args(cond) {
		if v.DefiningOp() == branch {
			k := v.Index()
			rw.ReplaceUses(v, els.Back().Operand(k))
			rw.ReplaceUses(after.Arg(i), then.Back().Operand(k))
		}
	}
	// Values of the before region that the moved operations use are forwarded too.
	var used []*ir.Value
	ir.WalkRegion(If.ThenRegion(branch), func(o *ir.Operation) ir.WalkResult {
		for _, v := range o.Operands() {
			r := v.ParentBlock().Region()
			if While.Before(op).IsAncestorOf(r) && !If.ThenRegion(branch).IsAncestorOf(r) && !slices.Contains(used, v) {
				used = append(used, v)
			}
		}
		return ir.Advance
	})
	types := op.ResultTypes()
	for _, v := range used {
		types = append(types, v.Type())
	}
	n := like(rw, op, op.OperandList(), types)
	While.Before(n).TakeBody(While.Before(op))
	While.After(n).TakeBody(While.After(op))
	args := make([]*ir.Value, len(used))
	for i, v := range used {
		args[i] = after.AddArg(v.Type(), op.Loc())
	}
	rw.Modify(cond, func() { cond.SetOperands(concat(cond.OperandList(), used)) })
	for i, v := range used {
		for _, r := range []*ir.Region{If.ThenRegion(branch), While.After(n)} {
			usesIn(v, r, func(u *ir.OpOperand) {
				rw.Modify(u.Owner(), func() { u.Set(args[i]) })
			})
		}
	}
	rw.Erase(then.Back())
	rw.InlineBlock(then, after, after.Front(), nil)
	rw.Erase(branch)
	rw.Replace(op, n.ResultList()[:op.NumResults()]...)
	return true
}
