package affine

import (
	"slices"

	"optc/ir"
	"optc/ir/affine"
)

func applyPatterns() []*ir.Pattern {
	return []*ir.Pattern{simplifyMapOf(ApplyOp{}, func(rw *ir.Rewriter, op *ir.Operation, v Value) {
		rw.Replace(op, NewApply(rw, v.Map, v.Operands).Result())
	})}
}

// simplifyMapOf composes and simplifies the map of an operation; replace stores the new
// map in the operation.
//
//	%1 = affine.apply (d0) -> (d0 * 2) (%0)
//	%2 = affine.apply (d0) -> (d0 + 1) (%1)   →   affine.apply (d0) -> (d0 * 2 + 1) (%0)
func simplifyMapOf(kind ir.OpKind, replace func(rw *ir.Rewriter, op *ir.Operation, v Value)) *ir.Pattern {
	return &ir.Pattern{Name: "simplify-" + kind.Kind().String(), Root: kind, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		operands := op.OperandList()
		if a, ok := op.Typed().(accessOp); ok {
			operands = a.Indices()
		}
		old := Value{MapOf(op), operands}
		v := old
		v.Compose()
		v.Canonicalize()
		v.SimplifyWithOperands()
		if v.Equal(old) {
			return false
		}
		replace(rw, op, v)
		return true
	}}
}

// accessPatterns simplify the map of a load, store or prefetch.
func accessPatterns(kind ir.OpKind) []*ir.Pattern {
	return []*ir.Pattern{simplifyMapOf(kind, func(rw *ir.Rewriter, op *ir.Operation, v Value) {
		before := op.OperandList()[:op.NumOperands()-len(accessOf(op).Indices())]
		st := &ir.OpState{Def: op.Def(), Operands: slices.Concat(before, v.Operands), ResultTypes: op.ResultTypes(), Loc: op.Loc()}
		for i := range op.Def().Attrs {
			st.Props = append(st.Props, op.Prop(i))
		}
		st.SetProp(mapAttr, rw.Context().AffineMap(v.Map))
		rw.Replace(op, rw.Create(st).ResultList()...)
	})}
}

var (
	minPatterns = minMaxPatterns(MinOp{})
	maxPatterns = minMaxPatterns(MaxOp{})
)

// minMaxPatterns are the canonicalizations of affine.min and affine.max.
func minMaxPatterns(kind extremum) []*ir.Pattern {
	replace := func(rw *ir.Rewriter, op *ir.Operation, v Value) {
		rw.Before(op)
		rw.Replace(op, buildMap(rw, kind.Kind(), v.Map, v.Operands))
	}
	return []*ir.Pattern{
		{Name: "single-result-" + kind.Kind().String(), Root: kind, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			extreme := op.Typed().(extremum)
			m := extreme.Map()
			if len(m.Results) != 1 {
				return false
			}
			rw.Replace(op, NewApply(rw, m, extreme.Operands()).Result())
			return true
		}},
		{Name: "deduplicate-" + kind.Kind().String(), Root: kind, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			extreme := op.Typed().(extremum)
			m := extreme.Map()
			var unique []affine.Expr
			for _, e := range m.Results {
				if !slices.ContainsFunc(unique, e.Equal) {
					unique = append(unique, e)
				}
			}
			if len(unique) == len(m.Results) {
				return false
			}
			replace(rw, op, Value{m.WithResults(unique), extreme.Operands()})
			return true
		}},
		{Name: "merge-" + kind.Kind().String(), Root: kind, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			v, ok := mergeProducers(kind, op)
			if ok {
				replace(rw, op, v)
			}
			return ok
		}},
		simplifyMapOf(kind, replace),
		{Name: "sort-" + kind.Kind().String(), Root: kind, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			extreme := op.Typed().(extremum)
			m, ok := sortResults(extreme.Map())
			if ok {
				replace(rw, op, Value{m, extreme.Operands()})
			}
			return ok
		}},
	}
}

// mergeProducers merges an operand that is itself a minimum (or maximum) into op, if a result of
// op's map is only that operand.
//
//	%0 = affine.min (d0) -> (d0, 4) (%a)
//	%1 = affine.min (d0) -> (d0, 8) (%0)   →   affine.min (d0, d1) -> (8, d1, 4) (%0, %a)
func mergeProducers(kind extremum, op *ir.Operation) (Value, bool) {
	extreme := op.Typed().(extremum)
	m, operands := extreme.Map(), extreme.Operands()
	dims, symbols := slices.Clone(operands[:m.NumDims]), slices.Clone(operands[m.NumDims:])
	var results []affine.Expr
	var producers []extremum
	for _, e := range m.Results {
		var v *ir.Value
		if d, ok := e.IsDim(); ok {
			v = dims[d]
		} else if s, ok := e.IsSymbol(); ok {
			v = symbols[s]
		}
		if v != nil && kind.Kind().Is(v.DefiningOp()) {
			producers = append(producers, v.DefiningOp().Typed().(extremum))
		} else {
			results = append(results, e)
		}
	}
	for _, p := range producers {
		pm, vs := p.Map(), p.Operands()
		results = append(results, pm.ShiftDims(len(dims), 0).ShiftSymbols(len(symbols), 0).Results...)
		dims = append(dims, vs[:pm.NumDims]...)
		symbols = append(symbols, vs[pm.NumDims:]...)
	}
	return Value{affine.NewMap(len(dims), len(symbols), results...), slices.Concat(dims, symbols)}, len(producers) > 0
}

// sortResults orders linear results by their coefficients; ok is false if they are
// already in order, or if a result is not linear.
func sortResults(m affine.Map) (sorted affine.Map, ok bool) {
	type linear struct {
		e    affine.Expr
		rows []int64
	}
	all := make([]linear, len(m.Results))
	for i, e := range m.Results {
		inputs, constant, isLinear := e.Linear(m.NumDims, m.NumSymbols)
		if !isLinear {
			return m, false
		}
		all[i] = linear{e, append(inputs, constant)}
	}
	byRow := func(a, b linear) int { return slices.Compare(a.rows, b.rows) }
	if slices.IsSortedFunc(all, byRow) {
		return m, false
	}
	slices.SortStableFunc(all, byRow)
	results := make([]affine.Expr, len(all))
	for i := range all {
		results[i] = all[i].e
	}
	return m.WithResults(results), true
}

var ifPatterns = []*ir.Pattern{
	{Name: "simplify-affine-dead-else", Root: IfOp{}, Rewrite: dropEmptyElse},
	{Name: "inline-decided-affine-if", Root: IfOp{}, Rewrite: inlineDecided},
}

// dropEmptyElse removes an else region that does nothing.
func dropEmptyElse(op *ir.Operation, rw *ir.Rewriter) bool {
	r := ir.Cast[IfOp](op).ElseRegion()
	if op.NumResults() > 0 || r.Empty() || r.Front().Front() != r.Front().Back() {
		return false
	}
	rw.Modify(op, func() { rw.EraseBlock(r.Front()) })
	return true
}

// inlineDecided keeps the region that is always taken because the set contains everything
// or nothing.
//
//	affine.if affine_set<() : (1 == 0)> { a } else { b }   →   b
func inlineDecided(op *ir.Operation, rw *ir.Rewriter) bool {
	ifOp := ir.Cast[IfOp](op)
	set := ifOp.Condition()
	region := ifOp.ThenRegion()
	switch {
	case set.IsEmptySet():
		region = ifOp.ElseRegion()
		if region.Empty() {
			rw.Erase(op)
			return true
		}
	case len(set.Constraints) != 1 || !set.EqFlags[0] || !set.Constraints[0].Equal(affine.Const(0)):
		return false
	}
	body := region.Front()
	term := body.Back()
	rw.InlineBlock(body, op.Block(), op, nil)
	rw.Replace(op, term.OperandList()...)
	rw.Erase(term)
	return true
}
