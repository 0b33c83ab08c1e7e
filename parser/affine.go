package parser

import (
	"math"

	"optc/ir"
	"optc/ir/affine"
)

// affineParser parses affine expressions, maps and sets. Names are dimensions and symbols
// that were declared before; where SSA values are allowed, each new value becomes a
// dimension, or inside symbol(…) a symbol.
type affineParser struct {
	p     *tokenStream
	names []affineName

	ssa                 bool
	dimUses, symbolUses []ir.Unresolved
}

type affineName struct {
	name   string
	number int
	pos    int // offset of the first use
	expr   affine.Expr
}

// affineMap parses (dims)[symbols] -> (exprs).
func (a *affineParser) affineMap() affine.Map {
	pos := a.p.tok.lo
	m, _, isMap := a.mapOrSet()
	if !isMap {
		a.p.errorAt(pos, "expected AffineMap, but got IntegerSet")
	}
	return m
}

// integerSet parses (dims)[symbols] : (constraints).
func (a *affineParser) integerSet() affine.IntegerSet {
	pos := a.p.tok.lo
	_, s, isMap := a.mapOrSet()
	if isMap {
		a.p.errorAt(pos, "expected IntegerSet, but got AffineMap")
	}
	return s
}

func (a *affineParser) mapOrSet() (m affine.Map, s affine.IntegerSet, isMap bool) {
	p := a.p
	dims, symbols := 0, 0
	p.list(tokLParen, tokRParen, " in dimensional identifier list", func() {
		a.declare(affine.Dim(dims))
		dims++
	})
	if p.tok.kind == tokLSquare {
		p.list(tokLSquare, tokRSquare, " in symbol list", func() {
			a.declare(affine.Symbol(symbols))
			symbols++
		})
	}
	if p.accept(tokArrow) {
		var exprs []affine.Expr
		p.list(tokLParen, tokRParen, " in affine map range", func() { exprs = append(exprs, a.expr()) })
		return affine.Map{NumDims: dims, NumSymbols: symbols, Results: exprs}, s, true
	}
	p.expect(tokColon, "expected '->' or ':'")
	s = affine.IntegerSet{NumDims: dims, NumSymbols: symbols}
	p.list(tokLParen, tokRParen, " in integer set constraint list", func() {
		e, eq := a.constraint()
		s.Constraints = append(s.Constraints, e)
		s.EqFlags = append(s.EqFlags, eq)
	})
	if len(s.Constraints) == 0 {
		// No constraint at all is written 0 == 0.
		s.Constraints, s.EqFlags = []affine.Expr{affine.Const(0)}, []bool{true}
	}
	return m, s, false
}

func (a *affineParser) declare(e affine.Expr) {
	p := a.p
	if p.tok.kind != tokWord {
		p.wrongToken("expected bare identifier")
		return
	}
	name := p.spelling()
	for i := range a.names {
		if a.names[i].name == name {
			p.error("redefinition of identifier '%s'", name)
			return
		}
	}
	p.next()
	a.names = append(a.names, affineName{name: name, expr: e})
}

// constraint parses e == e, e >= e or e <= e and returns the difference, which is
// compared with zero.
func (a *affineParser) constraint() (e affine.Expr, eq bool) {
	p := a.p
	l := a.expr()
	switch {
	case p.acceptPair(tokGreater, tokEqual):
		return subtractAffine(l, a.expr()), false
	case p.acceptPair(tokLess, tokEqual):
		return subtractAffine(a.expr(), l), false
	case p.acceptPair(tokEqual, tokEqual):
		return subtractAffine(l, a.expr()), true
	}
	p.error("expected '== affine-expr' or '>= affine-expr' at end of affine constraint")
	return e, false
}

func subtractAffine(l, r affine.Expr) affine.Expr {
	if l.IsZero() || r.IsZero() {
		return affine.Expr{}
	}
	return l.Sub(r)
}

// expr parses a sum of products; the zero Expr signals an error. All operators associate
// to the left.
func (a *affineParser) expr() affine.Expr {
	l := a.product(false)
	for {
		plus := a.p.tok.kind == tokPlus
		if !plus && a.p.tok.kind != tokMinus || l.IsZero() {
			return l
		}
		a.p.next()
		r := a.product(true)
		if r.IsZero() {
			return r
		}
		if plus {
			l = l.Add(r)
		} else {
			l = l.Sub(r)
		}
	}
}

func (a *affineParser) product(right bool) affine.Expr {
	p := a.p
	l := a.operand(right)
	for !l.IsZero() {
		op, word := a.operator()
		if op == affine.KindAdd {
			return l
		}
		pos := p.tok.lo
		p.next()
		r := a.operand(true)
		if k, _ := a.operator(); k != affine.KindAdd {
			pos = p.tok.lo // where upstream reports the error
		}
		switch {
		case r.IsZero():
			return r
		case op == affine.KindMul && !l.IsSymbolicOrConstant() && !r.IsSymbolicOrConstant():
			p.errorAt(pos, "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic")
			return affine.Expr{}
		case op != affine.KindMul && !r.IsSymbolicOrConstant():
			p.errorAt(pos, "non-affine expression: right operand of "+word+" has to be either a constant or symbolic")
			return affine.Expr{}
		}
		l = affine.Binary(op, l, r)
	}
	return l
}

// operator returns the multiplicative operator that comes next, or KindAdd when there is
// none.
func (a *affineParser) operator() (k affine.ExprKind, word string) {
	p := a.p
	switch p.tok.kind {
	case tokStar:
		return affine.KindMul, "*"
	case tokWord:
		switch w := p.spelling(); w {
		case "floordiv":
			return affine.KindFloorDiv, w
		case "ceildiv":
			return affine.KindCeilDiv, w
		case "mod":
			return affine.KindMod, w
		}
	}
	return affine.KindAdd, ""
}

// operand parses a name, a number, a value, a negation or an expression in
// parentheses. right reports whether an operator precedes it.
func (a *affineParser) operand(right bool) (e affine.Expr) {
	p := a.p
	defer p.leave()
	if !p.enter() {
		return e
	}
	switch p.tok.kind {
	case tokInt:
		return a.constant()
	case tokValue:
		return a.value(false)
	case tokLParen:
		p.next()
		if p.tok.kind == tokRParen {
			p.error("no expression inside parentheses")
			return e
		}
		e = a.expr()
		p.expect(tokRParen, "expected ')'")
		return e
	case tokMinus:
		p.next()
		e = a.operand(right)
		if e.IsZero() {
			p.addError(p.tok.lo, "missing operand of negation")
			return e
		}
		return e.Neg()
	case tokWord:
		return a.name()
	}
	switch {
	case right:
		p.error("missing right operand of binary operator")
	case p.tok.kind == tokPlus || p.tok.kind == tokStar:
		p.error("missing left operand of binary operator")
	default:
		p.error("expected affine expression")
	}
	return e
}

func (a *affineParser) constant() (e affine.Expr) {
	p := a.p
	v, err := parseUint(p.spelling(), 64)
	if err != nil || v > math.MaxInt64 {
		p.error("constant too large for index")
		return e
	}
	p.next()
	return affine.Const(int64(v))
}

func (a *affineParser) name() (e affine.Expr) {
	p := a.p
	word := p.spelling()
	if word == "symbol" {
		p.next()
		p.expect(tokLParen, "expected '(' at start of SSA symbol")
		e = a.value(true)
		p.expect(tokRParen, "expected ')' at end of SSA symbol")
		return e
	}
	for i := range a.names {
		if a.names[i].name == word {
			p.next()
			return a.names[i].expr
		}
	}
	p.wrongToken("use of undeclared identifier")
	return e
}

// value parses an SSA value that is a dimension or a symbol.
func (a *affineParser) value(symbol bool) (e affine.Expr) {
	p := a.p
	if !a.ssa {
		p.wrongToken("unexpected ssa identifier")
		return e
	}
	if !p.peekValue() {
		p.wrongToken("expected ssa identifier")
		return e
	}
	u := p.valueUse(true)
	if p.failed {
		return e
	}
	for i := range a.names {
		if a.names[i].name == u.Name && a.names[i].number == u.Number {
			p.cfg.names.repeat(u.Pos, a.names[i].pos)
			return a.names[i].expr
		}
	}
	if symbol {
		e = affine.Symbol(len(a.symbolUses))
		a.symbolUses = append(a.symbolUses, u)
	} else {
		e = affine.Dim(len(a.dimUses))
		a.dimUses = append(a.dimUses, u)
	}
	a.names = append(a.names, affineName{name: u.Name, number: u.Number, pos: u.Pos, expr: e})
	return e
}
