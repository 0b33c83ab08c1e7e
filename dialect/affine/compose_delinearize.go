package affine

import (
	"slices"

	"optc/ir"
	"optc/ir/affine"
)

// sources holds the operands of a map while the computations of operands are moved into
// the map. New operands are appended; operands that were replaced are nil.
type sources struct {
	m             affine.Map
	dims, symbols []*ir.Value
}

// cancelDelinearize replaces the sum of all results of an affine.delinearize_index with
// constant basis, each times its stride, by the index that was split.
//
//	%0:2 = affine.delinearize_index %x into (20)
//	(s0 + s1 * 20 + 1)[%0#1, %0#0]   →   (s0 + 1)[%x]
//
// It applies only to the last result, so that a sum is searched for only once.
func (s *sources) cancelDelinearize(last *ir.Value) bool {
	op := last.DefiningOp()
	n := op.NumResults()
	delinearizeIndex := ir.Cast[DelinearizeIndexOp](op)
	static := delinearizeIndex.StaticBasis()
	if len(delinearizeIndex.DynamicBasis()) > 0 || last != op.Result(n-1) {
		return false
	}
	leaves := make([]affine.Expr, n)
	allDims := true
	find := func(list []*ir.Value, leaf func(int) affine.Expr) {
		for i, v := range list {
			if v != nil && v.DefiningOp() == op {
				leaves[v.Index()] = leaf(i)
			}
		}
	}
	find(s.dims, affine.Dim)
	find(s.symbols, affine.Symbol)
	stride := int64(1)
	terms := make([]affine.Expr, n)
	for i := n - 1; i >= 0; i-- {
		if leaves[i].IsZero() {
			return false
		}
		_, isDim := leaves[i].IsDim()
		allDims = allDims && isDim
		terms[i] = leaves[i].Mul(affine.Const(stride))
		if k := len(static) - n + i; k >= 0 {
			stride *= static[k]
		}
	}
	whole := affine.Symbol(len(s.symbols))
	if allDims {
		whole = affine.Dim(len(s.dims))
	}
	var found []exchange
	for _, e := range s.m.Results {
		found = shortenSums(e, terms, whole, found)
	}
	if len(found) == 0 {
		return false
	}
	if allDims {
		s.dims = append(s.dims, delinearizeIndex.LinearIndex())
	} else {
		s.symbols = append(s.symbols, delinearizeIndex.LinearIndex())
	}
	for _, f := range slices.Backward(found) { // sums before the sums inside them
		s.m = s.m.Replace(f.old, f.by, len(s.dims), len(s.symbols))
	}
	for _, e := range leaves {
		if i, ok := e.IsDim(); ok && !s.m.IsFunctionOfDim(i) {
			s.dims[i] = nil
		}
		if i, ok := e.IsSymbol(); ok && !s.m.IsFunctionOfSymbol(i) {
			s.symbols[i] = nil
		}
	}
	return true
}

// exchange is an expression with its replacement.
type exchange struct{ old, by affine.Expr }

// shortenSums finds sums that contain all the terms, and records the sums with whole in
// place of the terms.
func shortenSums(e affine.Expr, terms []affine.Expr, whole affine.Expr, found []exchange) []exchange {
	if !e.Kind().IsBinary() {
		return found
	}
	if e.Kind() != affine.KindAdd {
		return shortenSums(e.RHS(), terms, whole, shortenSums(e.LHS(), terms, whole, found))
	}
	missing := slices.Clone(terms)
	var kept []affine.Expr // collected from the right
	visit := func(term affine.Expr) {
		if i := slices.IndexFunc(missing, term.Equal); i >= 0 {
			missing = slices.Delete(missing, i, i+1)
			return
		}
		kept = append(kept, term)
		found = shortenSums(term, terms, whole, found)
	}
	rest := e
	for rest.Kind() == affine.KindAdd {
		visit(rest.RHS())
		rest = rest.LHS()
	}
	visit(rest)
	if len(missing) > 0 {
		return found
	}
	sum := whole
	for _, k := range slices.Backward(kept) {
		sum = sum.Add(k)
	}
	return append(found, exchange{e, sum})
}
