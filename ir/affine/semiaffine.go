package affine

import (
	"cmp"
	"slices"
)

// rebuildSemiAffine returns the expression of a row with its terms ordered by the
// position of their dimension or symbol, so that terms with the same dimension are
// adjacent: d0 + d0 * s0 + s0 + d1 * s1. The sort keys are the same as in MLIR's
// getSemiAffineExprFromFlatForm.
func (f *flattener) rebuildSemiAffine(r row) Expr {
	type keyed struct {
		position, order int // order among the terms with the same position
		term
	}
	var sorted []keyed
	var rest []term
	put := func(position, order int, c int64, e Expr) {
		sorted = append(sorted, keyed{position, order, term{c, e}})
	}
	// Dimensions precede all positions, the last one first; symbols follow them.
	before := func() int { return -1 - len(sorted) }
	behind := max(f.numDims, f.numSymbols)

	for i, c := range r.inputs[f.numDims:] {
		if c != 0 {
			put(i, behind, c, Symbol(i))
		}
	}
	for _, t := range r.locals {
		c, e := t.coefficient, f.locals[t.local]
		if c == 0 {
			continue
		}
		if !e.n.kind.IsBinary() || e.n.lhs.n.kind > KindSymbol || e.n.lhs.n.kind == KindConst || e.n.rhs.n.kind > KindSymbol {
			rest = append(rest, term{c, e})
			continue
		}
		position := int(e.n.lhs.n.value)
		switch {
		case e.n.lhs.n.kind == KindSymbol:
			put(position, behind, c, e)
		case e.n.rhs.n.kind == KindConst:
			put(position, before(), c, e)
		default:
			put(position, int(e.n.rhs.n.value), c, e)
		}
	}
	for i, c := range r.inputs[:f.numDims] {
		if c != 0 {
			put(i, before(), c, Dim(i))
		}
	}
	slices.SortStableFunc(sorted, func(a, b keyed) int {
		return cmp.Or(cmp.Compare(a.position, b.position), cmp.Compare(a.order, b.order))
	})
	terms := make([]term, 0, len(sorted)+len(rest))
	for _, k := range sorted {
		terms = append(terms, k.term)
	}
	return sumOf(append(terms, rest...), r.constant)
}

// simplifySemiAffine cancels a symbol that divides the left operand of a division
// or remainder by it:
//
//	(d0 * s0) floordiv s0  →  d0
//	(d0 * s0) mod s0       →  0
//	(d0 - d0 mod s0) mod s0  →  0
func simplifySemiAffine(e Expr, numDims, numSymbols int) Expr {
	if !e.n.kind.IsBinary() {
		return e
	}
	l := simplifySemiAffine(e.n.lhs, numDims, numSymbols)
	r := simplifySemiAffine(e.n.rhs, numDims, numSymbols)
	if e.n.kind == KindAdd || e.n.kind == KindMul {
		return Binary(e.n.kind, l, r)
	}
	if e.n.kind == KindMod && isModOfModSubtraction(l, r, numDims, numSymbols) {
		return Const(0)
	}
	s, isSymbol := r.IsSymbol()
	// As MLIR, the unsimplified operand is tested, and the simplified operand is divided.
	if !isSymbol || !e.n.lhs.divisibleBySymbol(s, e.n.kind) || !l.divisibleBySymbol(s, e.n.kind) {
		return Binary(e.n.kind, l, r)
	}
	if e.n.kind == KindMod {
		return Const(0)
	}
	return l.divideBySymbol(s)
}

// isModOfModSubtraction reports whether l is a multiple of r because l is x minus `x mod
// r`.
func isModOfModSubtraction(l, r Expr, numDims, numSymbols int) bool {
	summands := l.appendSummands(nil)
	for i, s := range summands {
		negated, c := splitCoefficient(s)
		if c != -1 || negated.n.kind != KindMod || !negated.n.rhs.Equal(r) {
			continue
		}
		diff := Const(0)
		for j, other := range summands {
			if j != i {
				diff = diff.Add(other)
			}
		}
		if Simplify(diff.Sub(negated.n.lhs), numDims, numSymbols).isConstOf(0) {
			return true
		}
	}
	return false
}

func (e Expr) appendSummands(dst []Expr) []Expr {
	if e.n.kind != KindAdd {
		return append(dst, e)
	}
	return e.n.rhs.appendSummands(e.n.lhs.appendSummands(dst))
}

// divisibleBySymbol reports whether e is known to be a multiple of symbol s. For a floordiv or
// ceildiv it reports whether dividing e by s with the same rounding, k, is equivalent to dividing
// the operand of e by s first: (x floordiv y) floordiv s = (x floordiv s) floordiv y. For products
// this does not hold: they need multiples (KindMod). It holds for only one summand: all others must
// be multiples.
func (e Expr) divisibleBySymbol(s int, k ExprKind) bool {
	l, r := e.n.lhs, e.n.rhs
	switch e.n.kind {
	case KindConst:
		return e.n.value == 0
	case KindSymbol:
		return int(e.n.value) == s
	case KindAdd:
		return l.divisibleBySymbol(s, KindMod) && r.divisibleBySymbol(s, k) ||
			l.divisibleBySymbol(s, k) && r.divisibleBySymbol(s, KindMod)
	case KindMod:
		return l.divisibleBySymbol(s, KindMod) && r.divisibleBySymbol(s, KindMod)
	case KindMul:
		return l.divisibleBySymbol(s, KindMod) || r.divisibleBySymbol(s, KindMod)
	case KindFloorDiv, KindCeilDiv:
		return e.n.kind == k && l.divisibleBySymbol(s, k)
	}
	return false
}

// divideBySymbol divides e, which is divisibleBySymbol, by symbol s.
func (e Expr) divideBySymbol(s int) Expr {
	l, r := e.n.lhs, e.n.rhs
	switch e.n.kind {
	case KindSymbol:
		return Const(1)
	case KindAdd:
		return l.divideBySymbol(s).Add(r.divideBySymbol(s))
	case KindMod:
		return l.divideBySymbol(s).Mod(r.divideBySymbol(s))
	case KindMul:
		if l.divisibleBySymbol(s, KindMod) {
			return l.divideBySymbol(s).Mul(r)
		}
		return l.Mul(r.divideBySymbol(s))
	case KindFloorDiv, KindCeilDiv:
		return Binary(e.n.kind, l.divideBySymbol(s), r)
	}
	return Const(0) // the constant 0 is the only other multiple
}
