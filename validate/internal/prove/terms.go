// Package prove compares functions before and after a pass for all inputs of their shapes. A
// function is executed with a variable in place of every number that it is given; a number that it
// computes from them is a term. If the execution needs the number of a term, it chooses a possible
// number; it is repeated until all possible numbers have been chosen, see Symbols.Explore.
//
// Terms are compared in two ways. By laws: both have the same value under a random assignment of
// the variables; an operation without a law is a hash of its operands. Without any law of real
// numbers, an operation on floats that rounds is an unknown function, so that equal terms are equal
// bit for bit; sums and products commute, maxima are sets, integers are a ring. With such laws,
// floats are added, multiplied and divided in a finite field, as in Mirage (Wu et al., OSDI 2025).
// Two polynomials that differ, of degree d, have the same value with probability d/2^59 at most
// (Schwartz and Zippel); hashes have 62 bits. Otherwise bit by bit, see Bits.
package prove

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"optc/sim"
)

// Term is a term of a store, the symbol that replaces the bits of a number.
type Term uint64

// Form describes how a function is evaluated.
type Form uint8

const (
	Unknown    Form = iota // an unknown function
	Add                    // of floats
	Mul                    // of floats
	Neg                    // negation of a float
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

// Function is the function that an inner term applies to its operands.
type Function struct {
	Name     string // including everything that distinguishes it: types, attributes
	Do       string // word that identifies its bits, see rules
	Form     Form
	Commutes bool
	Flags    []string     // flags that make the result poison for some operands
	Operands []sim.Number // how constants among the operands are read
	Result   sim.Number
}

// functionID numbers the functions of a store.
type functionID uint32

// maxOperands is the largest number of operands of a term.
const maxOperands = 3

type node struct {
	fn   functionID
	args [maxOperands]uint64 // terms, or the bits of constants
}

// Terms is a store of terms, which contains each term once.
type Terms struct {
	seed      uint64
	nodes     []node
	index     index
	functions []*Function
	byName    map[string]functionID
	values    map[Laws]*values
	assumed   *assumption
	lately    Laws   // laws of reals that the last comparison needed
	poisonous []int8 // whether a term may be poison, by term: 1 or -1
}

// assumption gives terms numbers, so that terms have other values.
type assumption struct {
	numbers map[uint64]uint64
	values  map[Laws]*values
}

// values are the values of terms by some laws.
type values struct {
	known []bool
	value []value
}

// value is the value of a term: for an integer, or without laws of reals, one word; otherwise a
// number in both fields.
type value struct{ number, exponent uint64 }

// Laws are laws of real numbers that floats do not have.
type Laws uint8

// The laws. No law means equality bit for bit.
const (
	Sums      Laws = 1 << iota // the order of sums
	Zeros                      // x + 0 = x, x · 0 = 0
	Negations                  // x - x = 0, (-x) · y = -(x · y)
	Products                   // the order of products, a · (b + c) = a · b + a · c
	Fusing                     // fma(a, b, c) = a · b + c
	Quotients                  // a / b · b = a
	Powers                     // exp(a + b) = exp(a) · exp(b)
	Widening                   // a conversion to a wider type changes nothing
	AllLaws   Laws = 1<<iota - 1
)

var lawNames = []string{"the order of sums", "x + 0 = x and x * 0 = 0", "x - x = 0", "a * (b + c) = a * b + a * c", "fma(a, b, c) = a * b + c",
	"a / b * b = a", "exp(a + b) = exp(a) * exp(b)", "computing in a wider type"}

func (l Laws) String() string {
	var names []string
	for i, name := range lawNames {
		if l>>i&1 != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, "; ")
}

// NewTerms returns an empty store, whose random choices come from a seed.
func NewTerms(seed uint64) *Terms {
	return &Terms{seed: seed, byName: map[string]functionID{}, values: map[Laws]*values{}}
}

// Len returns the number of terms.
func (ts *Terms) Len() int { return len(ts.nodes) }

// Variable returns the variable with a name, an unknown number of the given kind.
func (ts *Terms) Variable(name string, kind sim.Number) Term {
	// A variable is a function without operands.
	return ts.Apply(&Function{Name: name, Form: variable, Result: kind})
}

// Apply returns a function of operands, terms or bits of constants.
func (ts *Terms) Apply(f *Function, args ...uint64) Term {
	if len(args) > maxOperands {
		// f(a, b, c, d) is f(a, b, list(c, d)), whose evaluation is the same.
		rest := ts.Apply(&Function{Name: "list of " + f.Name, Operands: f.Operands[maxOperands-1:]}, args[maxOperands-1:]...)
		shorter := &Function{Name: f.Name, Form: Unknown, Operands: f.Operands[:maxOperands], Flags: f.Flags, Result: f.Result}
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
	number, ok := ts.index.find(ts.nodes, &n)
	if !ok {
		if len(ts.nodes) == cap(ts.nodes) {
			ts.nodes = slices.Grow(ts.nodes, len(ts.nodes)+1)
		}
		ts.nodes = append(ts.nodes, n)
	}
	return Term(sim.Symbol(uint64(number)))
}

// simplified returns an operand that the application is equal to, bit for bit.
//
//	max(x, x) → x, neg(neg(x)) → x, x · 1 → x, x + -0 → x, maximumf(x, -inf) → x
func (ts *Terms) simplified(f *Function, args []uint64) (Term, bool) {
	if len(f.Flags) > 0 {
		return 0, false
	}
	switch {
	case f.Do == "select" && args[1] == args[2] && sim.IsSymbol(args[1]) && !ts.mayBePoison(args[0]):
		return Term(args[1]), true
	case f.Form == Lattice && args[0] == args[1]:
		return Term(args[0]), sim.IsSymbol(args[0])
	case f.Form == Neg:
		if n := ts.node(args[0]); n != nil && ts.functions[n.fn].Form == Neg && len(ts.functions[n.fn].Flags) == 0 {
			return Term(n.args[0]), sim.IsSymbol(n.args[0])
		}
	}
	if f.Form == Unknown || len(args) != 2 {
		return 0, false
	}
	for i, a := range args {
		other := args[1-i]
		if !sim.IsSymbol(a) && sim.IsSymbol(other) && (f.Commutes || i == 1) && f.isNeutral(a) {
			return Term(other), true
		}
	}
	return 0, false
}

// isNeutral reports whether a constant operand leaves the other one as it is.
func (f *Function) isNeutral(bits uint64) bool {
	n := f.Operands[0]
	if n.Kind == nil {
		i := n.Int(bits)
		switch f.Do {
		case "addi", "subi", "ori", "xori", "maxui":
			return i.IsZero()
		case "andi", "minui":
			return i.IsAllOnes()
		case "muli":
			return bits == 1
		case "maxsi":
			return i.IsMinSigned()
		}
		return false
	}
	v := n.Float(bits)
	switch {
	case f.Form == Mul:
		return v.IsExactly(1)
	case f.Form == Add:
		return v.IsZero() && v.IsNegative()
	case f.Do == "maximumf":
		return v.IsInf() && v.IsNegative()
	case f.Do == "minimumf":
		return v.IsInf() && !v.IsNegative()
	case f.Do == "maxnumf" || f.Do == "minnumf":
		return v.IsNaN()
	}
	return false
}

// mayBePoison reports whether a term may be poison for some numbers of its variables.
func (ts *Terms) mayBePoison(x uint64) bool {
	if !sim.IsSymbol(x) {
		return false
	}
	for int(sim.SymbolNumber(x)) >= len(ts.poisonous) { // operands come before the terms that they are in
		n := &ts.nodes[len(ts.poisonous)]
		f := ts.functions[n.fn]
		may := f.mayMakePoison()
		for _, a := range n.args[:min(len(f.Operands), maxOperands)] {
			may = may || sim.IsSymbol(a) && ts.poisonous[sim.SymbolNumber(a)] > 0
		}
		mark := int8(-1)
		if may {
			mark = 1
		}
		ts.poisonous = append(ts.poisonous, mark)
	}
	return ts.poisonous[sim.SymbolNumber(x)] > 0
}

// node returns the node of a term, nil for a constant.
func (ts *Terms) node(bits uint64) *node {
	if !sim.IsSymbol(bits) {
		return nil
	}
	return &ts.nodes[sim.SymbolNumber(bits)]
}

func (ts *Terms) function(f *Function) functionID {
	key := f.Name
	if len(f.Flags) > 0 {
		key += " flags " + f.flags()
	}
	id, ok := ts.byName[key]
	if !ok {
		id = functionID(len(ts.functions))
		ts.functions = append(ts.functions, f)
		ts.byName[key] = id
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

// Compare reports whether two terms or constants of a kind are equal by laws of integers, and
// by the fewest laws of real numbers. Poison is not compared.
func (ts *Terms) Compare(a, b uint64, kind sim.Number) (laws Laws, equal bool) {
	same := func(laws Laws) bool { return ts.value(a, kind, laws).number == ts.value(b, kind, laws).number }
	switch {
	case a == b || same(0):
		return 0, true
	case same(Sums):
		return Sums, true
	case ts.lately != 0 && same(ts.lately): // elements of a result mostly need the same laws
		return ts.lately, true
	case !same(AllLaws):
		return 0, false
	}
	laws = AllLaws
	for i := len(lawNames) - 1; i >= 0; i-- {
		if without := laws &^ (1 << i); same(without) {
			laws = without
		}
	}
	ts.lately = laws
	return laws, true
}

// value evaluates a term, or a constant of a kind. It evaluates a term after the terms below it, so
// that chains of any length need no deep recursion.
func (ts *Terms) value(bits uint64, kind sim.Number, r Laws) value {
	if !sim.IsSymbol(bits) {
		return ts.constant(bits, kind, r)
	}
	all, known := ts.values, map[uint64]uint64(nil)
	if ts.assumed != nil {
		all, known = ts.assumed.values, ts.assumed.numbers
	}
	v := all[r]
	if v == nil {
		v = &values{}
		all[r] = v
	}
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
		if n, ok := known[sim.Symbol(i)]; ok {
			v.value[i], v.known[i] = ts.constant(n, ts.functions[ts.nodes[i].fn].Result, r), true
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
func (ts *Terms) evaluate(i uint64, r Laws) value {
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
	const p = modular(numbers)
	if v, ok := ts.small(n); ok {
		return value{number: v}
	}
	switch f.Form {
	case IntegerAdd: // equality of integers is equality modulo 2^width
		return value{number: p.add(x[0].number, x[1].number)}
	case IntegerSub:
		return value{number: p.add(x[0].number, p.neg(x[1].number))}
	case IntegerMul:
		return value{number: p.mul(x[0].number, x[1].number)}
	case Exp:
		if r&Powers != 0 {
			base := p.pow(2+ts.hashed(f, nil).number>>1, cofactor) // a unit of order exponents
			return value{p.pow(base, x[0].exponent), ts.hashed(f, []uint64{x[0].exponent}).exponent}
		}
	case FMA:
		if r&Fusing != 0 {
			product := ts.apply(f, Mul, r, x[0], x[1])
			return ts.apply(f, Add, r, product, x[2])
		}
	case Add, Mul, Div, Neg, Identity:
		return ts.apply(f, f.Form, r, x[:len(f.Operands)]...)
	}
	return ts.opaque(f, x[:len(f.Operands)])
}

// opaque is a function about which nothing is known except whether it commutes.
func (ts *Terms) opaque(f *Function, x []value) value {
	var words [maxOperands]uint64
	for k := range x {
		words[k] = x[k].number
	}
	if f.Commutes && words[0] > words[1] {
		words[0], words[1] = words[1], words[0]
	}
	return ts.hashed(f, words[:len(x)])
}

// lawOf is the law by which a form is computed in the fields.
var lawOf = map[Form]Laws{Add: Sums, Mul: Products, Div: Quotients, Neg: Negations, Identity: Widening}

// formNames are the names of the functions that functionOf gives to forms.
var formNames = map[Form]string{Add: "add ", Mul: "mul "}

// apply computes in the fields if there is a law for that. f is a function of the form, or is
// composed of such functions.
func (ts *Terms) apply(f *Function, form Form, r Laws, x ...value) value {
	if r&lawOf[form] == 0 {
		if f.Form != form {
			f = &Function{Name: formNames[form] + spellNumber(f.Operands[0]), Commutes: true}
		}
		return ts.opaque(f, x)
	}
	in := func(p modular, a, b uint64) uint64 {
		switch form {
		case Add:
			return p.add(a, b)
		case Mul:
			return p.mul(a, b)
		case Div:
			return p.mul(a, p.inverse(b))
		case Neg:
			return p.neg(a)
		}
		return a
	}
	second := x[len(x)-1]
	return value{in(numbers, x[0].number, second.number), in(exponents, x[0].exponent, second.exponent)}
}

// hashed is an unknown function of values.
func (ts *Terms) hashed(f *Function, x []uint64) value {
	h := hashText(ts.seed, f.Name)
	for _, v := range x {
		h = mixWords(h, v)
	}
	return value{h % numbers, mixWords(h, 1) % exponents}
}

// constant evaluates the bits of a number. Without laws any float is an unknown number; an infinity
// or a NaN always is, and zero is if only the order of sums may change.
func (ts *Terms) constant(bits uint64, kind sim.Number, r Laws) value {
	if kind.Kind == nil {
		n := kind.Int(bits).Int64()
		switch v := uint64(max(n, -n)); {
		case v >= numbers/2: // the field does not have each of these once
			return value{number: mixWords(hashText(ts.seed, "integer"), uint64(n)) % numbers}
		case n < 0:
			return value{number: modular(numbers).neg(v)}
		default:
			return value{number: v}
		}
	}
	if f := kind.Float(bits); r&^Sums != 0 && f.IsFinite() && kind.Width <= 64 && (r&Zeros != 0 || !f.IsZero()) {
		return value{modular(numbers).float(f), modular(exponents).float(f)}
	}
	if f := kind.Float(bits); f.IsNaN() {
		bits = ^uint64(0) // any NaN may stand for another
	}
	h := mixWords(hashText(ts.seed, kind.Kind.Name), bits)
	return value{h % numbers, mixWords(h, 1) % exponents}
}

// below returns a number that a term is always below, if its function provides one, or the highest number.
func (ts *Terms) below(t uint64) uint64 {
	n := ts.node(t)
	switch c := n.args[1]; {
	case sim.IsSymbol(c):
	case ts.functions[n.fn].Do == "remui" && c > 0:
		return c
	case ts.functions[n.fn].Do == "andi" && c < math.MaxUint64:
		return c + 1
	}
	return math.MaxUint64
}

// firstNumbers returns 0 to n-1.
func firstNumbers(n uint64) []uint64 {
	list := make([]uint64, n)
	for i := range list {
		list[i] = uint64(i)
	}
	return list
}
