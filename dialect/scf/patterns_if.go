package scf

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
)

// ifPatterns are the canonicalizations of scf.if.
func ifPatterns() []*ir.Pattern {
	return append([]*ir.Pattern{
		{Name: "combine-ifs", Root: IfOp{}, Rewrite: combineIfs},
		{Name: "combine-nested-ifs", Root: IfOp{}, Rewrite: combineNestedIfs},
		{Name: "propagate-condition", Root: IfOp{}, Rewrite: propagateCondition},
		{Name: "convert-trivial-if-to-select", Root: IfOp{}, Rewrite: convertToSelect},
		{Name: "remove-empty-else", Root: IfOp{}, Rewrite: removeEmptyElse},
		{Name: "remove-static-condition", Root: IfOp{}, Rewrite: removeStaticCondition},
		{Name: "replace-if-yield-with-condition", Root: IfOp{}, Rewrite: replaceByCondition},
	}, ir.RegionBranchPatterns(IfOp{})...)
}

// foldIf swaps the branches of a negated condition.
//
//	%n = arith.xori %c, %true
//	scf.if %n { a } else { b }   →   scf.if %c { b } else { a }
func foldIf(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	ifOp := ir.Cast[IfOp](op)
	not := negated(ifOp.Condition())
	if ifOp.ElseRegion().Empty() || not == nil {
		return ir.FoldResult{}
	}
	ifOp.ConditionMutable().Set(not)
	then := ifOp.ThenRegion().Front()
	then.Remove()
	ifOp.ThenRegion().TakeBody(ifOp.ElseRegion())
	ifOp.ElseRegion().Append(then)
	return ir.FoldInPlace()
}

// removeStaticCondition keeps only the region that a constant condition selects.
//
//	scf.if %true { a } else { b }  →  a
func removeStaticCondition(op *ir.Operation, rw *ir.Rewriter) bool {
	ifOp := ir.Cast[IfOp](op)
	cond, ok := ir.ConstantValue(ifOp.Condition()).(*ir.IntegerAttr)
	if !ok {
		return false
	}
	region := ifOp.ElseRegion()
	if cond.Bool() {
		region = ifOp.ThenRegion()
	}
	if region.Empty() {
		rw.Erase(op)
		return true
	}
	inline(op, region.Front(), nil, rw)
	return true
}

// removeEmptyElse drops an else region that does nothing.
func removeEmptyElse(op *ir.Operation, rw *ir.Rewriter) bool {
	ifOp := ir.Cast[IfOp](op)
	r := ifOp.ElseRegion()
	if op.NumResults() > 0 || r.Empty() || !isOnlyTerminator(r.Front()) {
		return false
	}
	n := ir.Cast[IfOp](buildLike(rw, op, op.OperandList(), nil))
	n.ThenRegion().TakeBody(ifOp.ThenRegion())
	rw.Erase(op)
	return true
}

// propagateCondition replaces the condition by true in the first region and by false in
// the second.
//
//	scf.if %c { use %c } else { use %c }   →   scf.if %c { use %true } else { use %false }
func propagateCondition(op *ir.Operation, rw *ir.Rewriter) bool {
	c := ir.Cast[IfOp](op).Condition()
	if ir.ConstantValue(c) != nil || !mayUseInside(op, c) {
		return false
	}
	var constants [2]*ir.Value // constants yielded in the regions
	for u := c.FirstUse(); u != nil; {
		next := u.Next()
		for i := range constants {
			if !op.Region(i).IsAncestorOf(u.Owner().ParentRegion()) {
				continue
			}
			if constants[i] == nil {
				constants[i] = arith.ConstantBool(rw, i == 0)
			}
			rw.Modify(u.Owner(), func() { u.Set(constants[i]) })
		}
		u = next
	}
	return constants[0] != nil || constants[1] != nil
}

// smallBranches bounds the operations that mayUseInside looks at.
const smallBranches = 256

// mayUseInside reports whether v may be used in the regions of op. It also returns true
// for large regions, without looking at them. The uses of v are not visited, because a
// condition can have many uses elsewhere, which would be visited again for each scf.if.
func mayUseInside(op *ir.Operation, v *ir.Value) bool {
	n := 0
	return !ir.Walk(op, func(inner *ir.Operation) ir.WalkResult {
		if n++; n > smallBranches {
			return ir.Interrupt
		}
		for i := 0; i < inner.NumOperands() && inner != op; i++ {
			if inner.Operand(i) == v {
				return ir.Interrupt
			}
		}
		return ir.Advance
	})
}

// convertToSelect replaces results by arith.select where both regions yield values from
// outside.
//
//	%r = scf.if %c -> (f32) { scf.yield %x } else { scf.yield %y }   →   %r = arith.select %c, %x, %y
func convertToSelect(op *ir.Operation, rw *ir.Rewriter) bool {
	if op.NumResults() == 0 {
		return false
	}
	ifOp := ir.Cast[IfOp](op)
	then, els := ifOp.ThenRegion().Front(), ifOp.ElseRegion().Front()
	a, b := then.Back().OperandList(), els.Back().OperandList()
	inside := func(i int) bool { return a[i].ParentBlock() == then || b[i].ParentBlock() == els }
	var types []ir.Type
	var keptA, keptB []*ir.Value
	for i := range a {
		if inside(i) {
			types = append(types, a[i].Type())
			keptA, keptB = append(keptA, a[i]), append(keptB, b[i])
		}
	}
	if len(types) == len(a) {
		return false
	}
	n := buildLike(rw, op, op.OperandList(), types)
	n.SetDiscardable(nil)
	ifOp2 := ir.Cast[IfOp](n)
	ifOp2.ThenRegion().TakeBody(ifOp.ThenRegion())
	ifOp2.ElseRegion().TakeBody(ifOp.ElseRegion())
	rw.Before(n)
	results := make([]*ir.Value, len(a))
	k := 0
	for i := range a {
		switch {
		case inside(i):
			results[i] = n.Result(k)
			k++
		case a[i] == b[i]:
			results[i] = a[i]
		default:
			results[i] = arith.NewSelect(rw, ifOp.Condition(), a[i], b[i]).Result()
		}
	}
	replaceYield(rw, then, keptA)
	replaceYield(rw, els, keptB)
	rw.Replace(op, results...)
	return true
}

// replaceByCondition replaces results that are equal in both regions, or that are the
// condition or its negation.
//
//	%r = scf.if %c -> (i1) { scf.yield %true } else { scf.yield %false }   →   %c
func replaceByCondition(op *ir.Operation, rw *ir.Rewriter) bool {
	if op.NumResults() == 0 {
		return false
	}
	ifOp := ir.Cast[IfOp](op)
	a, b := ifOp.ThenRegion().Front().Back().OperandList(), ifOp.ElseRegion().Front().Back().OperandList()
	c := ifOp.Condition()
	changed := false
	replace := func(i int, by func() *ir.Value) {
		if r := op.Result(i); r.FirstUse() != nil {
			rw.ReplaceUses(r, by())
			changed = true
		}
	}
	for i := range a {
		if a[i] == b[i] {
			replace(i, func() *ir.Value { return a[i] })
			continue
		}
		x, ok := boolOf(a[i])
		y, ok2 := boolOf(b[i])
		switch {
		case !ok || !ok2:
		case x && !y:
			replace(i, func() *ir.Value { return c })
		case !x && y:
			replace(i, func() *ir.Value {
				one := arith.ConstantBool(rw, true)
				return arith.NewXOrI(rw, c, one).Result()
			})
		}
	}
	return changed
}

// boolOf returns the value of a constant of type i1.
func boolOf(v *ir.Value) (value, ok bool) {
	a, ok := ir.ConstantValue(v).(*ir.IntegerAttr)
	ok = ok && ir.BoolConstraint.Check(v.Type())
	return ok && a.Bool(), ok
}

// combineIfs merges an scf.if with the scf.if just before it if their conditions are
// equal or one is the negation of the other.
//
//	scf.if %c { a } else { b }
//	scf.if %c { x } else { y }   →   scf.if %c { a x } else { b y }
func combineIfs(next *ir.Operation, rw *ir.Rewriter) bool {
	prev := next.Prev()
	ifOp := ir.As[IfOp](prev)
	if !ifOp.Ok() {
		return false
	}
	var then, els *ir.Block // the blocks of next that run when the condition of prev is true and false
	ifOp2 := ir.Cast[IfOp](next)
	c, d := ifOp.Condition(), ifOp2.Condition()
	switch {
	case c == d:
		then, els = ifOp2.ThenRegion().Front(), ifOp2.ElseRegion().Front()
	case negated(d) == c, negated(c) == d:
		then, els = ifOp2.ElseRegion().Front(), ifOp2.ThenRegion().Front()
	default:
		return false
	}
	for i := range prev.NumResults() {
		for k, b := range []*ir.Block{then, els} {
			if b == nil {
				continue
			}
			v := prev.Region(k).Front().Back().Operand(i)
			usesIn(prev.Result(i), b.Region(), func(u *ir.OpOperand) {
				rw.Modify(u.Owner(), func() { u.Set(v) })
			})
		}
	}
	both := NewIf(rw, c, slices.Concat(prev.ResultTypes(), next.ResultTypes())...).Operation()
	for k, second := range []*ir.Block{then, els} {
		r := both.Region(k)
		r.TakeBody(prev.Region(k))
		switch {
		case second == nil:
		case r.Empty():
			r.TakeBody(second.Region())
		default:
			first := r.Front()
			y := first.Back()
			rw.InlineBlock(second, first, nil, nil)
			replaceYield(rw, first, concat(y.OperandList(), first.Back().OperandList()))
			rw.Erase(y)
		}
	}
	results, n := both.ResultList(), prev.NumResults()
	rw.Replace(prev, results[:n]...)
	rw.Replace(next, results[n:]...)
	return true
}

// combineNestedIfs merges an scf.if with an scf.if that is the only operation in its
// region.
//
//	scf.if %c { scf.if %d { a } }   →   %e = arith.andi %c, %d
//	                                    scf.if %e { a }
func combineNestedIfs(op *ir.Operation, rw *ir.Rewriter) bool {
	ifOp := ir.Cast[IfOp](op)
	then, els := ifOp.ThenRegion().Front(), ifOp.ElseRegion().Front()
	nested := ir.As[IfOp](then.Front())
	if !nested.Ok() || nested.Operation().Next() != then.Back() || els != nil && !isOnlyTerminator(els) {
		return false
	}
	innerThen, innerElse := nested.ThenRegion().Front(), nested.ElseRegion().Front()
	if innerElse != nil && !isOnlyTerminator(innerElse) {
		return false
	}
	yielded := then.Back().OperandList()
	var otherwise []*ir.Value
	if els != nil {
		otherwise = els.Back().OperandList()
	}
	var selects []int // results that depend only on the outer condition
	for i, v := range yielded {
		if v.DefiningOp() == nested.Operation() {
			k := v.Index()
			if innerElse.Back().Operand(k) != otherwise[i] {
				return false
			}
			yielded[i] = innerThen.Back().Operand(k)
			continue
		}
		selects = append(selects, i)
	}
	c := arith.NewAndI(rw, ifOp.Condition(), nested.Condition()).Result()
	n := NewIf(rw, c, op.ResultTypes()...)
	results := n.Operation().ResultList()
	rw.Before(n.Operation())
	for _, i := range selects {
		results[i] = arith.NewSelect(rw, ifOp.Condition(), yielded[i], otherwise[i]).Result()
	}
	n.ThenRegion().TakeBody(nested.ThenRegion())
	replaceYield(rw, innerThen, yielded)
	if len(otherwise) > 0 {
		rw.NewBlock(n.ElseRegion(), nil, op.Loc())
		NewYield(rw, otherwise...)
	}
	rw.Replace(op, results...)
	return true
}
