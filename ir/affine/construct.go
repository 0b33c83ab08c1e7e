package affine

import (
	"math"

	"optc/num"
)

// Binary returns `l op r` for a binary kind, simplified as the methods do.
func Binary(k ExprKind, l, r Expr) Expr {
	var e Expr
	switch k {
	case KindAdd:
		e = simplifyAdd(l, r)
	case KindMul:
		e = simplifyMul(l, r)
	case KindMod:
		e = simplifyMod(l, r)
	case KindFloorDiv:
		e = simplifyFloorDiv(l, r)
	case KindCeilDiv:
		e = simplifyCeilDiv(l, r)
	}
	if e.IsZero() {
		return raw(k, l, r)
	}
	return e
}

// Add returns e + f.
func (e Expr) Add(f Expr) Expr { return Binary(KindAdd, e, f) }

// Sub returns e - f, which is e + f * -1.
func (e Expr) Sub(f Expr) Expr { return e.Add(f.Neg()) }

// Neg returns e * -1.
func (e Expr) Neg() Expr { return e.Mul(Const(-1)) }

// Mul returns e * f.
func (e Expr) Mul(f Expr) Expr { return Binary(KindMul, e, f) }

// Mod returns e mod f: the remainder of floor division, from 0 to f-1.
func (e Expr) Mod(f Expr) Expr { return Binary(KindMod, e, f) }

// FloorDiv returns e floordiv f, rounded towards minus infinity.
func (e Expr) FloorDiv(f Expr) Expr { return Binary(KindFloorDiv, e, f) }

// CeilDiv returns e ceildiv f, rounded towards infinity.
func (e Expr) CeilDiv(f Expr) Expr { return Binary(KindCeilDiv, e, f) }

// The simplify functions return the zero Expr when no rule applies. Their rules and the
// order of the rules are MLIR's (mlir/lib/IR/AffineExpr.cpp), because the order decides
// which of several equal trees results.

func simplifyAdd(l, r Expr) Expr {
	lc, lIsConst := l.IsConst()
	rc, rIsConst := r.IsConst()
	switch {
	case lIsConst && rIsConst:
		if sum, ok := add(lc, rc); ok {
			return Const(sum)
		}
		return Expr{}
	case lIsConst || l.n.symbolic && !r.n.symbolic || isLeafAfter(l, r):
		return r.Add(l) // constants, then symbolic terms, to the right
	case rIsConst && rc == 0:
		return l
	}

	// (x + 2) + 3 → x + 5
	sumConst, lIsSumWithConst := int64(0), false
	if l.n.kind == KindAdd {
		sumConst, lIsSumWithConst = l.n.rhs.IsConst()
	}
	if lIsSumWithConst && rIsConst {
		return l.n.lhs.Add(Const(sumConst + rc))
	}

	// x * c1 + x * c2 → x * (c1 + c2)
	first, c1 := splitCoefficient(l)
	second, c2 := splitCoefficient(r)
	if first.Equal(second) {
		return first.Mul(Const(c1 + c2))
	}

	// (x + 2) + y → (x + y) + 2
	if lIsSumWithConst {
		return l.n.lhs.Add(r).Add(l.n.rhs)
	}
	return simplifyRemainder(l, r)
}

// isLeafAfter reports whether l and r are two dimensions, or two symbols, and r comes
// first.
func isLeafAfter(l, r Expr) bool {
	k := l.n.kind
	return (k == KindDim || k == KindSymbol) && k == r.n.kind && l.n.value > r.n.value
}

// splitCoefficient splits `x * c` into x and c; any other expression is returned with c =
// 1.
func splitCoefficient(e Expr) (x Expr, c int64) {
	if e.n.kind == KindMul {
		if c, ok := e.n.rhs.IsConst(); ok {
			return e.n.lhs, c
		}
	}
	return e, 1
}

// simplifyRemainder rewrites `l + r`:
//
//	x - (x floordiv q) * q → x mod q
//
// where r is (x floordiv q) * -q for a constant q > 0, or ((x floordiv q) * q) * -1; x
// may also be the last summand of l.
func simplifyRemainder(l, r Expr) Expr {
	if r.n.kind != KindMul {
		return Expr{}
	}
	product, factor := r.n.lhs, r.n.rhs
	if factor.isConstOf(-1) && product.n.kind == KindMul {
		div, q := product.n.lhs, product.n.rhs
		if div.n.kind == KindFloorDiv && div.n.rhs.Equal(q) && l.Equal(div.n.lhs) {
			return l.Mod(q)
		}
		return Expr{}
	}
	if product.n.kind != KindFloorDiv {
		return Expr{}
	}
	x, q := product.n.lhs, product.n.rhs
	if c, _ := q.IsConst(); c > 0 && factor.isConstOf(-c) && l.Equal(x) {
		return l.Mod(q)
	}
	if l.n.kind == KindAdd {
		if last := simplifyAdd(l.n.rhs, r); !last.IsZero() {
			return l.n.lhs.Add(last)
		}
	}
	return Expr{}
}

func simplifyMul(l, r Expr) Expr {
	lc, lIsConst := l.IsConst()
	rc, rIsConst := r.IsConst()
	switch {
	case lIsConst && rIsConst:
		if product, ok := mul(lc, rc); ok {
			return Const(product)
		}
		return Expr{}
	case !l.n.symbolic && !r.n.symbolic:
		return Expr{} // not affine: kept unchanged
	case !r.n.symbolic || lIsConst || isLeafAfter(l, r):
		return r.Mul(l) // the symbolic or constant factor to the right
	case rIsConst && rc == 1:
		return l
	case rIsConst && rc == 0:
		return r
	}
	if l.n.kind == KindMul {
		if c, ok := l.n.rhs.IsConst(); ok {
			if rIsConst {
				return l.n.lhs.Mul(Const(c * rc)) // (x * 2) * 3 → x * 6
			}
			return l.n.lhs.Mul(r).Mul(l.n.rhs) // (x * 2) * y → (x * y) * 2
		}
	}
	return Expr{}
}

func simplifyFloorDiv(l, r Expr) Expr {
	if e := simplifyDiv(KindFloorDiv, l, r); !e.IsZero() {
		return e
	}
	// (x + y) floordiv c → x floordiv c + y floordiv c, if c divides x or y
	c, _ := r.IsConst()
	if c == 0 || l.n.kind != KindAdd {
		return Expr{}
	}
	if l.n.lhs.IsMultipleOf(c) || l.n.rhs.IsMultipleOf(c) {
		return l.n.lhs.FloorDiv(r).Add(l.n.rhs.FloorDiv(r))
	}
	return Expr{}
}

func simplifyCeilDiv(l, r Expr) Expr { return simplifyDiv(KindCeilDiv, l, r) }

// simplifyDiv contains the rules that both divisions share. A division by zero has no
// value and is kept unchanged.
func simplifyDiv(k ExprKind, l, r Expr) Expr {
	c, _ := r.IsConst()
	if c == 0 {
		return Expr{}
	}
	if lc, ok := l.IsConst(); ok {
		if v, err := apply(k, lc, c); err == nil {
			return Const(v)
		}
		return Expr{}
	}
	if c == 1 {
		return l
	}
	// (x * 128) floordiv 64 → x * 2
	if l.n.kind == KindMul {
		if lc, ok := l.n.rhs.IsConst(); ok && lc%c == 0 && !(lc == math.MinInt64 && c == -1) {
			return l.n.lhs.Mul(Const(lc / c))
		}
	}
	return Expr{}
}

func simplifyMod(l, r Expr) Expr {
	c, _ := r.IsConst()
	if c < 1 {
		return Expr{} // either unknown, or without value and kept unchanged
	}
	if lc, ok := l.IsConst(); ok {
		return Const(num.Mod(lc, c))
	}
	if l.IsMultipleOf(c) {
		return Const(0)
	}
	switch l.n.kind {
	case KindAdd:
		// (x + y) mod c → y mod c, if c divides x
		if l.n.lhs.IsMultipleOf(c) {
			return l.n.rhs.Mod(r)
		}
		if l.n.rhs.IsMultipleOf(c) {
			return l.n.lhs.Mod(r)
		}
	case KindMod:
		// (x mod 8) mod 4 → x mod 4
		if lc, _ := l.n.rhs.IsConst(); lc > 0 && lc%c == 0 {
			return l.n.lhs.Mod(r)
		}
	}
	return Expr{}
}
