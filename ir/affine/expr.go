// Package affine holds affine expressions, maps and integer sets: the index
// arithmetic of memrefs, loops and vector transfers.
//
// Expressions are immutable trees over dimensions d0, d1, …, symbols s0, s1, … and 64-bit
// constants. The constructors simplify as MLIR's do, so that a tree built here prints
// like the tree that MLIR builds from the same operations. A product or division with a
// symbolic right operand (semi-affine) is kept unchanged.
//
// The package does not depend on operations or source text; the parser reads maps from
// text.
package affine

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"optc/num"
)

// ExprKind is the form of an expression.
type ExprKind uint8

// The kinds of expressions. Only the zero Expr has KindNone.
const (
	KindNone ExprKind = iota
	KindConst
	KindDim
	KindSymbol
	KindAdd
	KindMul
	KindMod
	KindFloorDiv
	KindCeilDiv
)

// IsBinary reports whether expressions of this kind have two operands.
func (k ExprKind) IsBinary() bool { return k >= KindAdd }

// Expr is an affine expression. The zero Expr is not an expression; IsZero recognizes it.
// Expressions are compared with Equal: == compares identity of nodes.
type Expr struct{ n *node }

type node struct {
	kind     ExprKind
	symbolic bool   // no dimension below
	pure     bool   // multiplies, divides and takes remainders only by constants
	divides  bool   // contains a quotient or remainder
	grouped  bool   // a sum is the right operand of a sum; its parentheses are not printed
	facts    uint32 // bits that are set once a fact is known; read and written atomically
	hash     uint64 // equal trees have equal hashes
	value    int64  // the constant, the position of the dimension or symbol, or the largest known divisor of a binary expression
	lhs, rhs Expr
}

// Facts about an expression that are recorded when they are found.
const (
	simpleFact    = 1 << iota // Simplify finds nothing to do
	nonlinearFact             // a division in it does not cancel
)

func (e Expr) has(fact uint32) bool { return atomic.LoadUint32(&e.n.facts)&fact != 0 }

func (e Expr) record(fact uint32) { atomic.OrUint32(&e.n.facts, fact) }

const hashPrime = 0x9E3779B97F4A7C15 // 2^64 divided by the golden ratio: distributes the bits

// leafExpr returns the leaf of a kind with a number; leaves with small numbers, which are very
// frequent, are shared.
func leafExpr(k ExprKind, v int64) Expr {
	if small := smallLeaves(); 0 <= v && v < int64(len(small[k])) {
		return Expr{&small[k][v]}
	}
	n := newLeaf(k, v)
	return Expr{&n}
}

func newLeaf(k ExprKind, v int64) node {
	h := (uint64(v)*hashPrime ^ uint64(k)) * hashPrime
	return node{kind: k, symbolic: k != KindDim, pure: true, hash: h ^ h>>29, value: v}
}

// smallLeaves returns the leaves from 0 to 31 by kind.
var smallLeaves = sync.OnceValue(func() *[KindSymbol + 1][32]node {
	var small [KindSymbol + 1][32]node
	for k := range small {
		for v := range small[k] {
			small[k][v] = newLeaf(ExprKind(k), int64(v))
		}
	}
	return &small
})

// raw builds the tree of two operands without simplification.
func raw(k ExprKind, l, r Expr) Expr {
	h := (l.n.hash*3 + r.n.hash ^ uint64(k)) * hashPrime
	n := &node{kind: k, symbolic: l.n.symbolic && r.n.symbolic, hash: h ^ h>>29, value: knownDivisor(k, l, r), lhs: l, rhs: r}
	n.divides = l.n.divides || r.n.divides || k != KindAdd && k != KindMul
	n.grouped = l.n.grouped || r.n.grouped || k == KindAdd && r.n.kind == KindAdd
	switch k {
	case KindAdd:
		n.pure = l.n.pure && r.n.pure
	case KindMul:
		n.pure = l.n.pure && r.n.pure && (l.n.kind == KindConst || r.n.kind == KindConst)
	default:
		n.pure = l.n.pure && r.n.kind == KindConst
	}
	return Expr{n}
}

// Const returns the constant expression v.
func Const(v int64) Expr { return leafExpr(KindConst, v) }

// Dim returns dimension number i, from 0.
func Dim(i int) Expr { return leafExpr(KindDim, int64(i)) }

// Symbol returns symbol number i, from 0.
func Symbol(i int) Expr { return leafExpr(KindSymbol, int64(i)) }

// Dims returns d0 … d(n-1).
func Dims(n int) []Expr { return sequence(KindDim, 0, n) }

// Symbols returns s0 … s(n-1).
func Symbols(n int) []Expr { return sequence(KindSymbol, 0, n) }

// sequence returns n leaves of a kind, beginning with position first.
func sequence(k ExprKind, first, n int) []Expr {
	es := make([]Expr, n)
	for i := range es {
		es[i] = leafExpr(k, int64(first+i))
	}
	return es
}

// IsZero reports whether e is not an expression.
func (e Expr) IsZero() bool { return e.n == nil }

// Kind returns the form of e.
func (e Expr) Kind() ExprKind {
	if e.n == nil {
		return KindNone
	}
	return e.n.kind
}

// LHS returns the left operand of a binary expression, or else the zero Expr.
func (e Expr) LHS() Expr { return e.n.lhs }

// RHS returns the right operand of a binary expression, else the zero Expr.
func (e Expr) RHS() Expr { return e.n.rhs }

// IsConst returns the value of a constant, 0 for other expressions.
func (e Expr) IsConst() (v int64, ok bool) {
	if e.Kind() != KindConst {
		return 0, false
	}
	return e.n.value, true
}

// IsDim returns the position of a dimension.
func (e Expr) IsDim() (position int, ok bool) { return e.position(KindDim) }

// IsSymbol returns the position of a symbol.
func (e Expr) IsSymbol() (position int, ok bool) { return e.position(KindSymbol) }

func (e Expr) position(k ExprKind) (int, bool) {
	if e.Kind() != k {
		return 0, false
	}
	return int(e.n.value), true
}

func (e Expr) isConstOf(v int64) bool { return e.n.kind == KindConst && e.n.value == v }

// Equal reports whether e and f are the same tree.
func (e Expr) Equal(f Expr) bool {
	if e.n == f.n {
		return true
	}
	if e.n == nil || f.n == nil || e.n.hash != f.n.hash || e.n.kind != f.n.kind || e.n.value != f.n.value {
		return false
	}
	return !e.n.kind.IsBinary() || e.n.lhs.Equal(f.n.lhs) && e.n.rhs.Equal(f.n.rhs)
}

// IsSymbolicOrConstant reports whether no dimension occurs in e.
func (e Expr) IsSymbolicOrConstant() bool { return e.n.symbolic }

// IsFunctionOfDim reports whether dimension i occurs in e.
func (e Expr) IsFunctionOfDim(i int) bool { return e.contains(KindDim, i) }

// IsFunctionOfSymbol reports whether symbol i occurs in e.
func (e Expr) IsFunctionOfSymbol(i int) bool { return e.contains(KindSymbol, i) }

func (e Expr) contains(k ExprKind, i int) bool {
	found := false
	e.Walk(func(f Expr) {
		p, ok := f.position(k)
		found = found || ok && p == i
	})
	return found
}

// Walk calls f for every node of e, operands before the expression they form.
func (e Expr) Walk(f func(Expr)) {
	if e.n.kind.IsBinary() {
		e.n.lhs.Walk(f)
		e.n.rhs.Walk(f)
	}
	f(e)
}

// LargestKnownDivisor returns the largest integer that is known to divide every
// value of e; 0 for the constant 0, which every integer divides.
func (e Expr) LargestKnownDivisor() int64 {
	switch {
	case e.n.kind == KindConst:
		return abs(e.n.value)
	case e.n.kind.IsBinary():
		return e.n.value
	}
	return 1
}

// knownDivisor returns the largest known divisor of `l op r`.
func knownDivisor(k ExprKind, l, r Expr) int64 {
	switch k {
	case KindMul:
		x, y := l.LargestKnownDivisor(), r.LargestKnownDivisor()
		if product, ok := mul(x, y); ok {
			return product
		}
		return max(x, y)
	case KindAdd, KindMod:
		return num.GCD(l.LargestKnownDivisor(), r.LargestKnownDivisor())
	}
	c, _ := r.IsConst()
	if c == 0 {
		return 1
	}
	if d := l.LargestKnownDivisor(); d%c == 0 {
		return abs(d / c)
	}
	return 1
}

// IsMultipleOf reports whether every value of e is known to be a multiple of
// factor, which is not 0.
func (e Expr) IsMultipleOf(factor int64) bool { return e.LargestKnownDivisor()%factor == 0 }

// Eval returns the value of e for the given dimensions and symbols, which must be at
// least as many as occur in e. A division by 0, a remainder by less than 1 and a result
// outside 64 bits are errors.
func (e Expr) Eval(dims, symbols []int64) (int64, error) {
	switch e.n.kind {
	case KindConst:
		return e.n.value, nil
	case KindDim, KindSymbol:
		values := dims
		if e.n.kind == KindSymbol {
			values = symbols
		}
		if e.n.value >= int64(len(values)) {
			return 0, fmt.Errorf("no value for %s", e)
		}
		return values[e.n.value], nil
	}
	l, err := e.n.lhs.Eval(dims, symbols)
	if err != nil {
		return 0, err
	}
	r, err := e.n.rhs.Eval(dims, symbols)
	if err != nil {
		return 0, err
	}
	return apply(e.n.kind, l, r)
}

// apply computes one operation on known operands.
func apply(k ExprKind, l, r int64) (v int64, err error) {
	ok := true
	switch k {
	case KindAdd:
		v, ok = add(l, r)
	case KindMul:
		v, ok = mul(l, r)
	case KindMod:
		if r < 1 {
			return 0, fmt.Errorf("expected a positive divisor of mod, but got %d", r)
		}
		v = num.Mod(l, r)
	default:
		if r == 0 {
			return 0, fmt.Errorf("division by zero in affine expression")
		}
		if l == math.MinInt64 && r == -1 {
			ok = false
		} else if k == KindFloorDiv {
			v = num.FloorDiv(l, r)
		} else {
			v = num.CeilDiv(l, r)
		}
	}
	if !ok {
		return 0, fmt.Errorf("affine expression overflows 64 bits: %d%s%d", l, spelling[k], r)
	}
	return v, nil
}
