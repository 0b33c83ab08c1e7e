package prove

import (
	"slices"

	"optc/sim"
	"optc/validate/internal/prove/sat"
)

// Bits translates terms to clauses over their bits. Integers are exact; of floats, the sign, the
// order and NaN are exact; a function of floats that rounds is unknown, and equal terms have equal
// bits. Each term has an additional literal, which is true if the term is poison.
type Bits struct {
	terms   *Terms
	solver  *sat.Solver
	yes     sat.Literal
	gates   map[[3]sat.Literal]sat.Literal
	known   map[uint64]word
	unknown map[unknownKey]word // functions that are not translated, by their value
	// Steps bound each question.
	Steps int
	// Stop, if set, reports whether the time is over. Questions are open then.
	Stop func() bool
}

// word is the bits of a number, the lowest first, and the literal that is true if the number is poison.
type word struct {
	bits   []sat.Literal
	poison sat.Literal
}

type unknownKey struct {
	number, exponent uint64
	width            int
}

// defaultSteps bound a question to about a second.
const defaultSteps = 3 << 20

// maxVariables bounds the memory of a solver.
const maxVariables = 1 << 21

// NewBits returns an empty set of clauses about the terms of a store.
func NewBits(ts *Terms) *Bits {
	b := &Bits{
		terms: ts, solver: &sat.Solver{}, gates: map[[3]sat.Literal]sat.Literal{}, known: map[uint64]word{},
		unknown: map[unknownKey]word{}, Steps: defaultSteps,
	}
	b.yes = b.solver.NewVariable()
	b.solver.Add(b.yes)
	return b
}

func (b *Bits) no() sat.Literal { return b.yes.Not() }

func (b *Bits) constant(v bool) sat.Literal {
	if v {
		return b.yes
	}
	return b.no()
}

func (b *Bits) and(x, y sat.Literal) sat.Literal {
	switch {
	case x == b.no() || y == b.no() || x == y.Not():
		return b.no()
	case x == b.yes || x == y:
		return y
	case y == b.yes:
		return x
	}
	return b.gate(0, x, y, func(z sat.Literal) {
		b.solver.Add(z.Not(), x)
		b.solver.Add(z.Not(), y)
		b.solver.Add(z, x.Not(), y.Not())
	})
}

// gate returns the literal of a gate with two commuting inputs; a gate is made once for each pair.
func (b *Bits) gate(kind, x, y sat.Literal, clauses func(z sat.Literal)) sat.Literal {
	key := [3]sat.Literal{kind, min(x, y), max(x, y)}
	z, ok := b.gates[key]
	if !ok {
		z = b.solver.NewVariable()
		b.gates[key] = z
		clauses(z)
	}
	return z
}

func (b *Bits) or(x, y sat.Literal) sat.Literal { return b.and(x.Not(), y.Not()).Not() }

func (b *Bits) xor(x, y sat.Literal) sat.Literal {
	switch {
	case x == b.no():
		return y
	case y == b.no():
		return x
	case x == b.yes:
		return y.Not()
	case y == b.yes:
		return x.Not()
	case x == y:
		return b.no()
	case x == y.Not():
		return b.yes
	}
	odd := (x^y)&1 != 0
	x, y = x&^1, y&^1
	z := b.gate(1, x, y, func(z sat.Literal) {
		b.solver.Add(z.Not(), x, y)
		b.solver.Add(z.Not(), x.Not(), y.Not())
		b.solver.Add(z, x.Not(), y)
		b.solver.Add(z, x, y.Not())
	})
	if odd {
		z = z.Not()
	}
	return z
}

// mux returns x where c is true, otherwise y.
func (b *Bits) mux(c, x, y sat.Literal) sat.Literal {
	if x == y {
		return x
	}
	return b.or(b.and(c, x), b.and(c.Not(), y))
}

func (b *Bits) muxAll(c sat.Literal, x, y []sat.Literal) []sat.Literal {
	r := make([]sat.Literal, len(x))
	for i := range r {
		r[i] = b.mux(c, x[i], y[i])
	}
	return r
}

func (b *Bits) any(list ...sat.Literal) sat.Literal {
	r := b.no()
	for _, l := range list {
		r = b.or(r, l)
	}
	return r
}

func (b *Bits) all(list ...sat.Literal) sat.Literal {
	r := b.yes
	for _, l := range list {
		r = b.and(r, l)
	}
	return r
}

func (b *Bits) fresh(width int) []sat.Literal {
	r := make([]sat.Literal, width)
	for i := range r {
		r[i] = b.solver.NewVariable()
	}
	return r
}

func (b *Bits) number(n uint64, width int) []sat.Literal {
	r := make([]sat.Literal, width)
	for i := range r {
		r[i] = b.constant(i < 64 && n>>i&1 != 0)
	}
	return r
}

// word returns the bits of a term, or of a constant that is read as a number.
func (b *Bits) word(x uint64, kind sim.Number) word {
	if !sim.IsSymbol(x) {
		return word{b.number(x, kind.Width), b.no()}
	}
	w, ok := b.known[x]
	if !ok {
		w = b.write(x)
		b.known[x] = w
	}
	return w
}

// write writes a term.
func (b *Bits) write(x uint64) word {
	n := b.terms.node(x)
	f := b.terms.functions[n.fn]
	if f.Form == variable {
		return word{b.fresh(f.Result.Width), b.no()}
	}
	args := make([]word, len(f.Operands))
	poison := b.no()
	for i := range args {
		args[i] = b.word(n.args[i], f.Operands[i])
		poison = b.or(poison, args[i].poison)
	}
	if hasRule(f.Do, f.Operands) {
		w := rules[f.Do](b, f, args)
		if !f.decides() {
			w.poison = b.or(w.poison, poison)
		}
		for _, flag := range f.Flags {
			if _, ok := integerFlags[flag]; !ok { // a flag that permits freedom for floats: unknown if it makes poison
				w.poison = b.or(w.poison, b.unwritten("flag "+flag, x, 1).bits[0])
			}
		}
		return w
	}
	w := b.unwritten("", x, f.Result.Width)
	w.poison = poison
	if f.mayMakePoison() {
		w.poison = b.or(poison, b.unwritten("poison "+f.flags(), x, 1).bits[0])
	}
	return w
}

// unwritten returns unknown bits for a property, what, of a term. Terms that are equal bit for bit
// have the same unknown bits.
func (b *Bits) unwritten(what string, x uint64, width int) word {
	v := b.terms.value(x, sim.Number{}, 0)
	key := unknownKey{number: v.number, exponent: v.exponent ^ hashText(0, what), width: width}
	w, ok := b.unknown[key]
	if !ok {
		w = word{b.fresh(width), b.no()}
		b.unknown[key] = w
	}
	return w
}

// ask searches for values that make all literals true.
func (b *Bits) ask(list ...sat.Literal) sat.Answer {
	if b.solver.Variables() > maxVariables || b.Stop != nil && b.Stop() {
		return sat.Unknown
	}
	return b.solver.Solve(b.Steps, list...)
}

// rule writes an operation. Its literal for poison covers only the operation itself.
type rule func(b *Bits, f *Function, x []word) word

func (b *Bits) bit(l sat.Literal) word             { return word{[]sat.Literal{l}, b.no()} }
func (b *Bits) plain(bits []sat.Literal) word      { return word{bits, b.no()} }
func sign(x []sat.Literal) sat.Literal             { return x[len(x)-1] }
func (b *Bits) isZero(x []sat.Literal) sat.Literal { return b.any(x...).Not() }

// sum adds, with a carry into the lowest bit, and returns the carry out of the highest.
func (b *Bits) sum(x, y []sat.Literal, carry sat.Literal) ([]sat.Literal, sat.Literal) {
	r := make([]sat.Literal, len(x))
	for i := range r {
		half := b.xor(x[i], y[i])
		r[i] = b.xor(half, carry)
		carry = b.or(b.and(x[i], y[i]), b.and(half, carry))
	}
	return r, carry
}

func inverted(x []sat.Literal) []sat.Literal {
	r := make([]sat.Literal, len(x))
	for i := range r {
		r[i] = x[i].Not()
	}
	return r
}

func (b *Bits) negative(x []sat.Literal) []sat.Literal {
	r, _ := b.sum(inverted(x), b.number(0, len(x)), b.yes)
	return r
}

func (b *Bits) difference(x, y []sat.Literal) ([]sat.Literal, sat.Literal) {
	r, carry := b.sum(x, inverted(y), b.yes)
	return r, carry.Not() // the borrow
}

func (b *Bits) extended(x []sat.Literal, width int, with sat.Literal) []sat.Literal {
	r := make([]sat.Literal, width)
	for i := range r {
		r[i] = with
	}
	copy(r, x)
	return r
}

// product multiplies modulo the width.
func (b *Bits) product(x, y []sat.Literal) []sat.Literal {
	r := b.number(0, len(x))
	for i, bit := range y {
		if bit == b.no() {
			continue
		}
		part := b.number(0, len(x))
		for k := range len(x) - i {
			part[i+k] = b.and(x[k], bit)
		}
		r, _ = b.sum(r, part, b.no())
	}
	return r
}

func (b *Bits) equal(x, y []sat.Literal) sat.Literal {
	r := b.yes
	for i := range x {
		r = b.and(r, b.xor(x[i], y[i]).Not())
	}
	return r
}

// less compares without signs.
func (b *Bits) less(x, y []sat.Literal) sat.Literal {
	_, borrow := b.difference(x, y)
	return borrow
}

func (b *Bits) lessSigned(x, y []sat.Literal) sat.Literal { return b.less(b.flipped(x), b.flipped(y)) }

// flipped maps signed numbers to unsigned numbers in the same order.
func (b *Bits) flipped(x []sat.Literal) []sat.Literal {
	r := append([]sat.Literal(nil), x...)
	r[len(r)-1] = r[len(r)-1].Not()
	return r
}

// shift shifts bits by a number of positions, and fills in a literal for bits from outside.
func (b *Bits) shift(x, by []sat.Literal, left bool, fill sat.Literal) []sat.Literal {
	n := len(x)
	for s, bit := range by {
		moved := make([]sat.Literal, n)
		for i := range moved {
			from := i + 1<<min(s, 30)
			if left {
				from = i - 1<<min(s, 30)
			}
			if moved[i] = fill; from >= 0 && from < n {
				moved[i] = x[from]
			}
		}
		x = b.muxAll(bit, moved, x)
	}
	return x
}

// quotient returns x / y and x % y without signs, for y that is not 0.
func (b *Bits) quotient(x, y []sat.Literal) (q, r []sat.Literal) {
	n := len(x)
	q, r = make([]sat.Literal, n), b.number(0, n+1)
	wide := b.extended(y, n+1, b.no())
	for i := n - 1; i >= 0; i-- {
		r = append([]sat.Literal{x[i]}, r[:n]...)
		less, borrow := b.difference(r, wide)
		q[i] = borrow.Not()
		r = b.muxAll(q[i], less, r)
	}
	return q, r[:n]
}

// magnitude returns |x|, without a sign.
func (b *Bits) magnitude(x []sat.Literal) []sat.Literal { return b.muxAll(sign(x), b.negative(x), x) }

// quotientSigned rounds towards zero.
func (b *Bits) quotientSigned(x, y []sat.Literal) (q, r []sat.Literal) {
	q, r = b.quotient(b.magnitude(x), b.magnitude(y))
	q = b.muxAll(b.xor(sign(x), sign(y)), b.negative(q), q)
	return q, b.muxAll(sign(x), b.negative(r), r)
}

// model returns the numbers of the variables for the values that the last question found.
func (b *Bits) model() map[uint64]uint64 {
	m := map[uint64]uint64{}
	for x, w := range b.known {
		if b.terms.functions[b.terms.node(x).fn].Form != variable {
			continue
		}
		var v uint64
		for i, l := range w.bits {
			if i < 64 && b.solver.Holds(l) {
				v |= 1 << i
			}
		}
		m[x] = v
	}
	return m
}

// valuesOf returns the numbers that bits may have while holds are true, ascending, or nil if there
// are more than most or the search takes too long.
func (b *Bits) valuesOf(bits, holds []sat.Literal, most int) (list []uint64) {
	question := slices.Clone(holds)
	for range most + 1 {
		switch b.ask(question...) {
		case sat.Impossible:
			slices.Sort(list)
			return list
		case sat.Unknown:
			return nil
		}
		var v uint64
		other := b.no()
		for i, l := range bits {
			set := b.solver.Holds(l)
			if set {
				v |= 1 << i
			}
			other = b.or(other, b.xor(l, b.constant(set)))
		}
		list, question = append(list, v), append(question, other)
	}
	return nil
}

// valuesBy returns the numbers, ascending, that bits have while holds are true and others have one of
// numbers. It reports false if such a number does not determine the bits by propagation.
func (b *Bits) valuesBy(bits, others []sat.Literal, numbers []uint64, holds []sat.Literal) (list []uint64, ok bool) {
	truth := make([]int8, len(bits))
	for _, n := range numbers {
		given := slices.Clone(holds)
		for i, l := range others {
			if n>>i&1 == 0 {
				l = l.Not()
			}
			given = append(given, l)
		}
		if b.solver.Follow(bits, truth, given...) {
			continue
		}
		if slices.Contains(truth, 0) {
			return nil, false
		}
		var v uint64
		for i, t := range truth {
			if t > 0 {
				v |= 1 << i
			}
		}
		list = append(list, v)
	}
	slices.Sort(list)
	return slices.Compact(list), true
}
