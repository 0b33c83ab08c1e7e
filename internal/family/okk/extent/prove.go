package extent

import (
	"math"
	"slices"

	"optc/dialect/arith"
	"optc/dialect/scf"
	"optc/ir"
	"optc/num"
)

// Facts are what is known at a place of a kernel, beside the bounds of parameters: indices
// are within their loops, and the conditions of enclosing branches hold.
type Facts struct {
	sizes *Sizes
	// hold are sizes of at least 0, from the outermost place to the innermost.
	hold []Size
}

// At returns the facts at an operation.
func (x *Sizes) At(op *ir.Operation) *Facts {
	f := &Facts{sizes: x}
	f.collect(op)
	return f
}

// And returns the facts of two places together.
func (f *Facts) And(g *Facts) *Facts {
	return &Facts{sizes: f.sizes, hold: slices.Concat(f.hold, g.hold)}
}

func (f *Facts) collect(op *ir.Operation) {
	parent := op.Parent()
	if parent == nil {
		return
	}
	f.collect(parent)
	// These two operations are the control of a kernel.
	switch p := parent.Typed().(type) {
	case scf.ForOp:
		index := f.sizes.Of(p.Region().Front().Args()[0])
		low, high := f.sizes.Of(p.LowerBound()), f.sizes.Of(p.UpperBound())
		f.hold = append(f.hold, index.Minus(low), high.Minus(index).Add(-1))
		if step, known := f.sizes.Of(p.Step()).Constant(); known && step > 1 {
			// The last index is a whole number of steps above the first one.
			steps := f.sizes.Quotient(high.Minus(low).Add(-1), Constant(step))
			f.hold = append(f.hold, low.Plus(steps.Times(step)).Minus(index))
		}
	case scf.IfOp:
		f.assume(p.Condition(), op.Block().Region() == p.ThenRegion())
	}
}

// assume adds the comparison that a condition is, or its opposite.
func (f *Facts) assume(condition *ir.Value, holds bool) {
	def := condition.DefiningOp()
	if and := ir.As[arith.AndIOp](def); and.Ok() && holds {
		f.assume(and.Lhs(), true)
		f.assume(and.Rhs(), true)
		return
	}
	compare := ir.As[arith.CmpIOp](def)
	if !compare.Ok() {
		return
	}
	a, b := f.sizes.Of(compare.Lhs()), f.sizes.Of(compare.Rhs())
	less := func(a, b Size) { f.hold = append(f.hold, b.Minus(a).Add(-1)) }
	atMost := func(a, b Size) { f.hold = append(f.hold, b.Minus(a)) }
	p := compare.Predicate()
	if !holds {
		p = p.Inverse()
	}
	switch p {
	case arith.SLT, arith.ULT:
		less(a, b)
	case arith.SGT, arith.UGT:
		less(b, a)
	case arith.SLE, arith.ULE:
		atMost(a, b)
	case arith.SGE, arith.UGE:
		atMost(b, a)
	case arith.EQ:
		atMost(a, b)
		atMost(b, a)
	}
}

// AtLeast reports whether a size is proven to be at least n for all parameters. False means
// that no proof was found.
func (f *Facts) AtLeast(s Size, n int64) bool {
	p := &prover{facts: f, left: maxSteps}
	return p.nonNegative(s.Add(-n))
}

// AtMost reports whether a size is proven to be at most n.
func (f *Facts) AtMost(s Size, n int64) bool { return f.AtLeast(s.Times(-1), -n) }

// maxSteps bounds the replacements of a proof.
const maxSteps = 4000

type prover struct {
	facts *Facts
	left  int
}

// nonNegative proves that a size is at least 0. It replaces the atom of the highest rank by a
// bound on the side that makes the size smaller, until a number is left.
func (p *prover) nonNegative(s Size) bool {
	if n, ok := s.Constant(); ok {
		return n >= 0
	}
	if p.left--; p.left < 0 || tooLarge(s) {
		return false
	}
	if low, _ := p.facts.sizes.Interval(s); low >= 0 {
		return true
	}
	t, rest := s.split()
	a := t.Value
	with := func(bound Size, times int64) bool {
		return p.nonNegative(rest.Times(times).Plus(bound.Times(t.Factor)))
	}
	either := func() bool { return with(a.Sizes[0], 1) || with(a.Sizes[1], 1) }
	both := func() bool { return with(a.Sizes[0], 1) && with(a.Sizes[1], 1) }
	positive := t.Factor > 0
	switch a.Kind {
	case Smallest:
		if positive && both() || !positive && either() {
			return true
		}
	case Largest:
		if positive && either() || !positive && both() {
			return true
		}
	case Choice:
		if p.branches(t, rest) {
			return true
		}
	case Quotient:
		if n, ok := a.Sizes[1].Constant(); ok && n > 0 {
			// f · (a / n) is at least -r if a is at least n · ceil(-r / f).
			if r, alone := rest.Constant(); alone && positive && p.nonNegative(a.Sizes[0].Add(-n*num.CeilDiv(-r, t.Factor))) {
				return true
			}
			bound := a.Sizes[0] // n · (a / n) is in [a - n + 1, a]
			if positive {
				bound = bound.Add(1 - n)
			}
			if with(bound, n) {
				return true
			}
		}
	}
	// Facts about the atom, the innermost first.
	for i := len(p.facts.hold) - 1; i >= 0; i-- {
		fact := p.facts.hold[i]
		// With fact = k·a + other ≥ 0 and the signs of k and of the factor f alike,
		// |k|·s - |f|·fact has no a, and s is not negative if that is not.
		k := fact.factorOf(a)
		if k == 0 || (k > 0) != positive {
			continue
		}
		if without := s.Times(max(k, -k)).plus(fact, -max(t.Factor, -t.Factor)); p.nonNegative(without) {
			return true
		}
	}
	low, high := p.facts.sizes.bounds(a)
	if positive && low > -unbounded || !positive && high < unbounded {
		bound := low
		if !positive {
			bound = high
		}
		return with(Constant(bound), 1)
	}
	return false
}

// branches proves a size with a choice for both of its outcomes, assuming the condition and
// its opposite.
func (p *prover) branches(t term, rest Size) bool {
	for i, holds := range []bool{true, false} {
		f := &Facts{sizes: p.facts.sizes, hold: p.facts.hold[:len(p.facts.hold):len(p.facts.hold)]}
		f.assume(t.Value.Value, holds)
		q := &prover{facts: f, left: p.left / 2}
		if !q.nonNegative(rest.Plus(t.Value.Sizes[i].Times(t.Factor))) {
			return false
		}
	}
	return true
}

func (s Size) factorOf(a *Atom) int64 {
	for _, t := range s.sum.Terms {
		if t.Value == a {
			return t.Factor
		}
	}
	return 0
}

// tooLarge reports whether the factors of a size could overflow.
func tooLarge(s Size) bool {
	return !s.sum.Within(1 << 40)
}

// Interval returns bounds of a size, from the bounds of its atoms alone; they are ±2^50 where
// none is known.
func (x *Sizes) Interval(s Size) (low, high int64) {
	low, high = s.sum.Constant, s.sum.Constant
	for _, t := range s.sum.Terms {
		l, h := x.bounds(t.Value)
		if t.Factor < 0 {
			l, h = h, l
		}
		low, high = addBound(low, t.Factor, l, -unbounded), addBound(high, t.Factor, h, unbounded)
	}
	return low, high
}

// addBound adds factor · bound to the bound of a sum, which remains none once it is.
func addBound(sum, factor, bound, none int64) int64 {
	n := saturated(float64(factor) * float64(bound))
	if sum == none || n == none {
		return none
	}
	return saturated(float64(sum) + float64(n))
}

// unbounded is larger than any size.
const unbounded = 1 << 50

func saturated(v float64) int64 { return int64(math.Max(-unbounded, math.Min(unbounded, v))) }

// bounds returns bounds of an atom.
func (x *Sizes) bounds(a *Atom) (low, high int64) {
	if a.Kind == Value {
		if low, high, ok := ParameterRange(a.Value); ok {
			return low, high
		}
		return x.indexBounds(a.Value)
	}
	l0, h0 := x.Interval(a.Sizes[0])
	l1, h1 := x.Interval(a.Sizes[1])
	switch a.Kind {
	case Product:
		if l0 >= 0 && l1 >= 0 {
			return saturated(float64(l0) * float64(l1)), saturated(float64(h0) * float64(h1))
		}
	case Quotient:
		if l0 >= 0 && l1 > 0 {
			if h0 < unbounded {
				h0 /= l1
			}
			return l0 / h1, h0
		}
	case Rest:
		if l1 > 0 {
			return 0, addBound(h1, 1, -1, unbounded)
		}
	case Smallest:
		return min(l0, l1), min(h0, h1)
	case Largest:
		return max(l0, l1), max(h0, h1)
	case Choice:
		return min(l0, l1), max(h0, h1)
	}
	return -unbounded, unbounded
}

// indexBounds returns bounds of the index of a loop.
func (x *Sizes) indexBounds(v *ir.Value) (low, high int64) {
	if loop := loopOf(v); loop.Ok() {
		low, _ = x.Interval(x.Of(loop.LowerBound()))
		_, high = x.Interval(x.Of(loop.UpperBound()))
		return low, addBound(high, 1, -1, unbounded)
	}
	return -unbounded, unbounded
}
