package affine

import (
	"slices"

	"optc/num"
)

// Simplify returns e as a sum of products: coefficients of equal terms are added up,
// common factors of dividends and divisors cancel. e has dimensions below numDims and
// symbols below numSymbols. An expression that divides by a constant below 1, or whose
// coefficients exceed 64 bits, is returned unchanged. The form is the same as in MLIR's
// simplifyAffineExpr.
//
//	d0 * 2 + (d1 - d0) + 4 floordiv 2  →  d0 + d1 + 2
func Simplify(e Expr, numDims, numSymbols int) Expr {
	switch e.n.kind {
	case KindConst, KindDim, KindSymbol:
		return e
	}
	if e.has(simpleFact) {
		return e
	}
	s := simplify(e, numDims, numSymbols)
	if s.Equal(e) {
		e.record(simpleFact)
		return e
	}
	return s
}

func simplify(e Expr, numDims, numSymbols int) Expr {
	if !e.n.pure {
		e = simplifySemiAffine(e, numDims, numSymbols)
	}
	if e.isSimple() {
		return e
	}
	f := flattener{numDims: numDims, numSymbols: numSymbols}
	flat, ok := f.flatten(e)
	if !ok {
		return e
	}
	rebuilt := f.rebuild(flat)
	if e.n.pure || e.Equal(rebuilt) {
		return rebuilt
	}
	return f.rebuildSemiAffine(flat)
}

// isSimple quickly recognizes most expressions that are already simple: x, x * c and x *
// c + c, where x is a dimension or a symbol.
func (e Expr) isSimple() bool {
	if e.n.kind == KindAdd && e.n.rhs.n.kind == KindConst && e.n.rhs.n.value != 0 {
		e = e.n.lhs
	}
	if e.n.kind == KindMul && e.n.rhs.n.kind == KindConst && e.n.rhs.n.value != 0 && e.n.rhs.n.value != 1 {
		e = e.n.lhs
		return e.n.kind == KindDim || e.n.kind == KindSymbol
	}
	return e.n.kind <= KindSymbol
}

// flattener turns expressions into rows of coefficients, with a column for each
// dimension, symbol and local and a last column for the constant. A local represents an
// expression that is not a sum of products.
type flattener struct {
	numDims, numSymbols int
	locals              []Expr
	hashes              []uint64 // hashes of the locals, which are compared only if the hashes agree
	linear              bool     // only rows without locals are wanted
}

// row holds the coefficients of an expression. Few of the many locals occur in a row.
type row struct {
	inputs   []int64
	locals   []localTerm // in the order of the locals
	constant int64
}

// localTerm is the coefficient of a local in a row.
type localTerm struct {
	local       int
	coefficient int64
}

func (f *flattener) newRow() row { return row{inputs: make([]int64, f.numDims+f.numSymbols)} }

// each calls do for every coefficient of r.
func (r *row) each(do func(c *int64)) {
	for i := range r.inputs {
		do(&r.inputs[i])
	}
	for i := range r.locals {
		do(&r.locals[i].coefficient)
	}
	do(&r.constant)
}

// scale multiplies r by c; ok is false on overflow.
func (r *row) scale(c int64) (ok bool) {
	ok = true
	r.each(func(v *int64) {
		product, fits := mul(*v, c)
		*v, ok = product, ok && fits
	})
	return ok
}

// addLocal adds c to the coefficient of a local; ok is false on overflow.
func (r *row) addLocal(local int, c int64) (ok bool) {
	at, found := slices.BinarySearchFunc(r.locals, local, func(t localTerm, local int) int { return t.local - local })
	if !found {
		r.locals = slices.Insert(r.locals, at, localTerm{local, c})
		return true
	}
	t := &r.locals[at]
	t.coefficient, ok = add(t.coefficient, c)
	return ok
}

// divisor returns the greatest common divisor of c and all coefficients.
func (r *row) divisor(c int64) int64 {
	r.each(func(v *int64) { c = num.GCD(c, *v) })
	return c
}

func (r *row) divide(c int64) {
	r.each(func(v *int64) { *v /= c })
}

func (r row) clone() row {
	return row{slices.Clone(r.inputs), slices.Clone(r.locals), r.constant}
}

// local returns the number of the local for e, which is made on demand.
func (f *flattener) local(e Expr) int {
	for at, h := range f.hashes {
		if h == e.n.hash && f.locals[at].Equal(e) {
			return at
		}
	}
	f.locals, f.hashes = append(f.locals, e), append(f.hashes, e.n.hash)
	return len(f.locals) - 1
}

// localRow returns the row of the local for e.
func (f *flattener) localRow(e Expr) row {
	r := f.newRow()
	r.locals = []localTerm{{f.local(e), 1}}
	return r
}

// flatten returns the row of e; ok is false when e has none.
func (f *flattener) flatten(e Expr) (r row, ok bool) {
	switch e.n.kind {
	case KindConst:
		r = f.newRow()
		r.constant = e.n.value
		return r, true
	case KindDim:
		r = f.newRow()
		r.inputs[e.n.value] = 1
		return r, true
	case KindSymbol:
		r = f.newRow()
		r.inputs[f.numDims+int(e.n.value)] = 1
		return r, true
	}
	l, ok := f.flatten(e.n.lhs)
	if !ok {
		return row{}, false
	}
	rhs, ok := f.flatten(e.n.rhs)
	if !ok {
		return row{}, false
	}
	if e.n.kind == KindAdd {
		return f.sum(l, rhs)
	}
	c, isConst := e.n.rhs.IsConst()
	switch {
	case !isConst:
		return f.localRow(Binary(e.n.kind, f.rebuild(l), f.rebuild(rhs))), !f.linear
	case e.n.kind == KindMul:
		return l, l.scale(c)
	case c <= 0:
		return row{}, false
	case e.n.kind == KindMod:
		return f.remainder(l, c)
	}
	return f.quotient(e.n.kind, l, c)
}

func (f *flattener) sum(l, r row) (total row, ok bool) {
	ok = true
	for i, v := range r.inputs {
		sum, fits := add(l.inputs[i], v)
		l.inputs[i], ok = sum, ok && fits
	}
	for _, t := range r.locals {
		ok = l.addLocal(t.local, t.coefficient) && ok
	}
	sum, fits := add(l.constant, r.constant)
	l.constant = sum
	return l, ok && fits
}

// remainder flattens l mod c, c > 0, to l - c * q with the local q = l floordiv c, in which the
// common factor of l and c is cancelled.
func (f *flattener) remainder(l row, c int64) (r row, ok bool) {
	g := l.divisor(c)
	if g == c {
		return f.newRow(), true
	}
	if f.linear {
		return row{}, false
	}
	dividend := l.clone()
	dividend.divide(g)
	q := f.local(f.rebuild(dividend).FloorDiv(Const(c / g)))
	// The quotient may occur in l already. MLIR overwrites its coefficient.
	ok = l.addLocal(q, -c)
	return l, ok
}

// quotient flattens l / c, c > 0, with common factors cancelled.
func (f *flattener) quotient(k ExprKind, l row, c int64) (r row, ok bool) {
	g := l.divisor(c)
	l.divide(g)
	if g == c {
		return l, true
	}
	if f.linear {
		return row{}, false
	}
	return f.localRow(Binary(k, f.rebuild(l), Const(c/g))), true
}

// term is a summand: an expression and its coefficient.
type term struct {
	coefficient int64
	e           Expr
}

func sumOf(terms []term, constant int64) Expr {
	sum := Const(0)
	for _, t := range terms {
		if t.coefficient != 0 {
			sum = sum.Add(t.e.Mul(Const(t.coefficient)))
		}
	}
	if constant != 0 {
		sum = sum.Add(Const(constant))
	}
	return sum
}

// rebuild returns the expression of a row: dimensions, symbols, locals, constant.
func (f *flattener) rebuild(r row) Expr {
	var terms []term
	for i, c := range r.inputs {
		e := leafExpr(KindDim, int64(i))
		if i >= f.numDims {
			e = leafExpr(KindSymbol, int64(i-f.numDims))
		}
		terms = append(terms, term{c, e})
	}
	for _, t := range r.locals {
		terms = append(terms, term{t.coefficient, f.locals[t.local]})
	}
	return sumOf(terms, r.constant)
}
