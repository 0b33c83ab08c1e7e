// Package prove compares functions before and after a pass for all inputs of their shapes.
// A function is executed with a variable in place of every number that it is given; what
// it computes from them is a term. Two terms are compared by their values under a random
// assignment of the variables, in two readings:
//
//   - exact: an operation that rounds is an unknown function of its operands, so that equal
//     terms are equal bit for bit. What is known of the bits holds: sums and products
//     commute, maxima are sets, integers are a ring.
//   - field: sums, products and quotients of floats are those of a finite field, as in
//     Mirage (Wu et al., OSDI 2025), so that equal terms are equal up to rounding: the order
//     of sums, distribution of products, fused operations, sums of exponents. Everything else
//     is an unknown function still.
//
// Two polynomials that differ, of degree d, have the same value with probability d/2^59 at
// most (Schwartz and Zippel); unknown functions are hashes of 62 bits.
package prove

import (
	"fmt"
	"slices"
	"strings"

	"optc/sim"
)

// Term is a term of a store, the symbol that stands in the place of the bits of a number.
type Term uint64

// Form says how a function is evaluated.
type Form uint8

const (
	Unknown    Form = iota // a function of which nothing is known
	Add                    // of floats
	Mul                    // of floats
	Neg                    // of a float
	Div                    // of floats
	FMA                    // a·b + c of floats
	Identity               // a conversion of floats that changes no number
	Exp                    // an exponential: its law holds for sums of finite numbers
	Lattice                // a minimum or maximum: associative, commutative, idempotent
	IntegerAdd             // modulo 2^width
	IntegerSub
	IntegerMul
	variable
)

// Function is what an inner term applies to its operands.
type Function struct {
	Name     string // with everything that tells it from others: types, attributes
	Form     Form
	Commutes bool
	Operands []sim.Number // how constants among the operands are read
}

// functionID numbers the functions of a store.
type functionID uint32

// maxOperands is the largest number of operands of a term.
const maxOperands = 3

type node struct {
	fn   functionID
	args [maxOperands]uint64 // terms or the bits of constants
}

// Terms is a store of terms, each of which it has once.
type Terms struct {
	seed      uint64
	nodes     []node
	index     map[node]Term
	functions []*Function
	byName    map[string]functionID
	values    [2]struct {
		known []bool
		value []value
	}
}

// value is the value of a term: of an integer or in the exact reading one word, in the
// field reading of floats a number in both fields.
type value struct{ number, exponent uint64 }

// reading is how terms are evaluated.
type reading int

const (
	exact reading = iota
	field
)

// NewTerms returns an empty store, whose random choices come from a seed.
func NewTerms(seed uint64) *Terms {
	return &Terms{seed: seed, index: map[node]Term{}, byName: map[string]functionID{}}
}

// Len returns the number of terms.
func (ts *Terms) Len() int { return len(ts.nodes) }

// Variable returns a new term of which nothing is known. The name is for messages.
func (ts *Terms) Variable(name string) Term {
	// A variable is a function without operands.
	return ts.Apply(&Function{Name: name, Form: variable})
}

// Apply returns a function of operands, terms or bits of constants.
func (ts *Terms) Apply(f *Function, args ...uint64) Term {
	if len(args) > maxOperands {
		// f(a, b, c, d) is f(a, b, list(c, d)), whose evaluation is the same.
		rest := ts.Apply(&Function{Name: "list of " + f.Name, Operands: f.Operands[maxOperands-1:]}, args[maxOperands-1:]...)
		shorter := &Function{Name: f.Name, Form: Unknown, Operands: f.Operands[:maxOperands]}
		return ts.Apply(shorter, args[0], args[1], uint64(rest))
	}
	if t, ok := ts.simplified(f, args); ok {
		return t
	}
	n := node{fn: ts.function(f)}
	copy(n.args[:], args)
	if f.Commutes && n.args[0] > n.args[1] {
		n.args[0], n.args[1] = n.args[1], n.args[0]
	}
	t, ok := ts.index[n]
	if !ok {
		t = Term(sim.Symbol(uint64(len(ts.nodes))))
		ts.nodes = append(ts.nodes, n)
		ts.index[n] = t
	}
	return t
}

// simplified returns an operand that the application is equal to, bit for bit.
//
//	max(x, x) → x, neg(neg(x)) → x, x · 1 → x, x + -0 → x
func (ts *Terms) simplified(f *Function, args []uint64) (Term, bool) {
	switch f.Form {
	case Lattice:
		if args[0] == args[1] {
			return Term(args[0]), sim.IsSymbol(args[0])
		}
	case Neg:
		if n := ts.node(args[0]); n != nil && ts.functions[n.fn].Form == Neg {
			return Term(n.args[0]), sim.IsSymbol(n.args[0])
		}
	case Mul, Add:
		for i, a := range args {
			c := f.Operands[i]
			if sim.IsSymbol(a) || c.Kind == nil || !sim.IsSymbol(args[1-i]) {
				continue
			}
			if v := c.Float(a); f.Form == Mul && v.IsExactly(1) || f.Form == Add && v.IsZero() && v.IsNegative() {
				return Term(args[1-i]), true
			}
		}
	}
	return 0, false
}

// node returns the node of a term, nil for a constant.
func (ts *Terms) node(bits uint64) *node {
	if !sim.IsSymbol(bits) {
		return nil
	}
	return &ts.nodes[sim.SymbolNumber(bits)]
}

func (ts *Terms) function(f *Function) functionID {
	id, ok := ts.byName[f.Name]
	if !ok {
		id = functionID(len(ts.functions))
		ts.functions = append(ts.functions, f)
		ts.byName[f.Name] = id
	}
	return id
}

// Format spells a term, with … below a depth.
func (ts *Terms) Format(bits uint64, kind sim.Number, depth int) string {
	n := ts.node(bits)
	if n == nil {
		if kind.Kind != nil {
			return kind.Float(bits).String()
		}
		return fmt.Sprint(kind.Int(bits).Int64())
	}
	f := ts.functions[n.fn]
	if f.Form == variable {
		return f.Name
	}
	if depth == 0 {
		return "…"
	}
	args := make([]string, len(f.Operands))
	for i := range args {
		args[i] = ts.Format(n.args[i], f.Operands[i], depth-1)
	}
	name, _, _ := strings.Cut(f.Name, " ")
	return name + "(" + strings.Join(args, ", ") + ")"
}

// Verdict is how two values compare for all inputs.
type Verdict int

const (
	Equal     Verdict = iota // bit for bit
	Reordered                // up to rounding: the order of sums and what follows from it
	Different
)

// Compare compares two values, terms or constants of a kind.
func (ts *Terms) Compare(a, b uint64, kind sim.Number) Verdict {
	switch {
	case a == b || ts.value(a, kind, exact).number == ts.value(b, kind, exact).number:
		return Equal
	case ts.value(a, kind, field).number == ts.value(b, kind, field).number:
		return Reordered
	}
	return Different
}

// value evaluates a term, or a constant of a kind. It works through the terms below before
// it evaluates one, so that chains of any length need no deep recursion.
func (ts *Terms) value(bits uint64, kind sim.Number, r reading) value {
	if !sim.IsSymbol(bits) {
		return ts.constant(bits, kind, r)
	}
	v := &ts.values[r]
	if missing := len(ts.nodes) - len(v.known); missing > 0 {
		v.known = append(v.known, make([]bool, missing)...)
		v.value = append(v.value, make([]value, missing)...)
	}
	root := sim.SymbolNumber(bits)
	stack := []uint64{root}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		if v.known[i] {
			stack = stack[:len(stack)-1]
			continue
		}
		ready := true
		for _, a := range ts.needs(i) {
			if j := sim.SymbolNumber(a); sim.IsSymbol(a) && !v.known[j] {
				stack, ready = append(stack, j), false
			}
		}
		if ready {
			v.value[i], v.known[i] = ts.evaluate(i, r), true
			stack = stack[:len(stack)-1]
		}
	}
	return v.value[root]
}

// needs returns the terms whose values a node is computed from: its operands, or the
// operands of the whole minimum or maximum that it is.
func (ts *Terms) needs(i uint64) []uint64 {
	n := &ts.nodes[i]
	f := ts.functions[n.fn]
	if f.Form == Lattice {
		return ts.leaves(i)
	}
	return n.args[:min(len(f.Operands), maxOperands)]
}

// leaves returns the operands of nested applications of one minimum or maximum, each once.
func (ts *Terms) leaves(i uint64) (leaves []uint64) {
	fn := ts.nodes[i].fn
	seen := map[uint64]bool{}
	stack := []uint64{sim.Symbol(i)}
	for len(stack) > 0 {
		a := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[a] {
			continue
		}
		seen[a] = true
		if n := ts.node(a); n != nil && n.fn == fn {
			stack = append(stack, n.args[0], n.args[1])
			continue
		}
		leaves = append(leaves, a)
	}
	return leaves
}

// evaluate computes the value of a node whose operands have theirs.
func (ts *Terms) evaluate(i uint64, r reading) value {
	n := &ts.nodes[i]
	f := ts.functions[n.fn]
	if f.Form == variable {
		return ts.hashed(f, []uint64{i})
	}
	if f.Form == Lattice {
		leaves := ts.leaves(i)
		values := make([]uint64, len(leaves))
		for k, a := range leaves {
			values[k] = ts.value(a, f.Operands[0], r).number
		}
		slices.Sort(values)
		return ts.hashed(f, slices.Compact(values))
	}
	var x [maxOperands]value
	for k := range f.Operands {
		x[k] = ts.value(n.args[k], f.Operands[k], r)
	}
	switch f.Form {
	case IntegerAdd:
		return value{number: x[0].number + x[1].number}
	case IntegerSub:
		return value{number: x[0].number - x[1].number}
	case IntegerMul:
		return value{number: x[0].number * x[1].number}
	}
	if r == field {
		if f.Form == Exp {
			base := modular(numbers).pow(2+ts.hashed(f, nil).number>>1, cofactor) // of order exponents
			power := modular(numbers).pow(base, x[0].exponent)
			return value{power, ts.hashed(f, []uint64{x[0].exponent}).exponent}
		}
		number, ok := arithmetic(f.Form, numbers, [maxOperands]uint64{x[0].number, x[1].number, x[2].number})
		if ok {
			exponent, _ := arithmetic(f.Form, exponents, [maxOperands]uint64{x[0].exponent, x[1].exponent, x[2].exponent})
			return value{number, exponent}
		}
	}
	if f.Commutes && x[0].number > x[1].number {
		x[0], x[1] = x[1], x[0]
	}
	var words [maxOperands]uint64
	for k := range x {
		words[k] = x[k].number
	}
	return ts.hashed(f, words[:len(f.Operands)])
}

// arithmetic computes in a field; ok is false for a function of which nothing is known.
func arithmetic(form Form, p modular, x [maxOperands]uint64) (v uint64, ok bool) {
	switch form {
	case Add:
		return p.add(x[0], x[1]), true
	case Mul:
		return p.mul(x[0], x[1]), true
	case Neg:
		return p.neg(x[0]), true
	case Div:
		return p.mul(x[0], p.inverse(x[1])), true
	case FMA:
		return p.add(p.mul(x[0], x[1]), x[2]), true
	case Identity:
		return x[0], true
	}
	return 0, false
}

// hashed is an unknown function of values.
func (ts *Terms) hashed(f *Function, x []uint64) value {
	h := hashText(ts.seed, f.Name)
	for _, v := range x {
		h = mixWords(h, v)
	}
	return value{h % numbers, mixWords(h, 1) % exponents}
}

// constant evaluates the bits of a number.
func (ts *Terms) constant(bits uint64, kind sim.Number, r reading) value {
	if kind.Kind == nil {
		return value{number: uint64(kind.Int(bits).Int64())}
	}
	if f := kind.Float(bits); r == field && f.IsFinite() && kind.Width <= 64 {
		return value{modular(numbers).float(f), modular(exponents).float(f)}
	}
	// An infinity or a NaN, or any float in the exact reading, is an unknown number.
	h := mixWords(hashText(ts.seed, kind.Kind.Name), bits)
	return value{h % numbers, mixWords(h, 1) % exponents}
}
