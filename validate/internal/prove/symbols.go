package prove

import (
	"fmt"
	"slices"
	"strings"

	"optc/diag"
	"optc/dialect/arith"
	"optc/dialect/math"
	"optc/dialect/poplar"
	"optc/dialect/vector"
	"optc/ir"
	"optc/sim"
)

// Symbols executes with terms instead of numbers; it implements sim.Symbols.
type Symbols struct {
	*Terms
	Bits *Bits
	path
	// Assumed are the cases that the paths so far do not cover.
	Assumed []string
	// Numbers, if set, gives inputs numbers instead of variables.
	Numbers func(variable uint64, t ir.Type) uint64

	ofOp      map[*ir.Operation]*Function
	combining map[combination]*Function
	widening  map[[2]ir.Type]*Function
}

type combination struct {
	kind string
	t    ir.Type
}

// NewSymbols returns Symbols with terms of a store.
func NewSymbols(ts *Terms) *Symbols {
	return &Symbols{
		Terms: ts, Bits: NewBits(ts), ofOp: map[*ir.Operation]*Function{},
		combining: map[combination]*Function{}, widening: map[[2]ir.Type]*Function{},
	}
}

// Compute applies an elementwise operation.
func (s *Symbols) Compute(op *ir.Operation, x, r []uint64, exact sim.Compute) error {
	symbols := false
	for i, v := range x {
		if n, ok := s.numbers[v]; ok && sim.IsSymbol(v) {
			x[i] = n
		}
		symbols = symbols || sim.IsSymbol(x[i])
	}
	if !symbols {
		return exact(x, r)
	}
	f := s.ofOp[op]
	if f == nil {
		f = functionOf(op)
		s.ofOp[op] = f
	}
	if word, ok := partial[f.Do]; ok {
		if word == "" {
			return diag.Errorf("symbol", "is not defined for all numbers, and depends on the inputs")
		}
		s.require(uint64(s.Apply(&Function{Name: word + " " + spellNumber(f.Operands[0]), Do: word, Operands: f.Operands, Result: sim.Number{Width: 1}}, x...)))
	}
	if len(r) != 1 {
		for i := range r {
			part := *f
			part.Name, part.Do = fmt.Sprintf("result %d of %s", i, f.Name), fmt.Sprintf("%s#%d", f.Do, i)
			part.Result = NumberOf(op.Result(i).Type())
			r[i] = uint64(s.Apply(&part, x...))
		}
		return nil
	}
	if compare, ok := op.Typed().(arith.Comparison); ok {
		_, word, _ := strings.Cut(op.Name(), ".")
		r[0] = s.compare(word+" ", compare.Relation(), f, x)
		return nil
	}
	if ir.Is[arith.SubFOp](op) && len(f.Flags) == 0 { // a - b is a + -b, bit for bit
		r[0] = s.sum(f, x[0], s.negated(f, x[1]))
		return nil
	}
	if convert := ir.As[poplar.ConvertOp](op); convert.Ok() && convert.Value().Type() == convert.Result().Type() {
		r[0] = x[0]
		return nil
	}
	r[0] = uint64(s.Apply(f, x...))
	return nil
}

// partial are the operations that are not defined for all operands, with the condition that
// must hold.
var partial = map[string]string{
	"divui": "defined divui", "remui": "defined divui", "ceildivui": "defined divui",
	"divsi": "defined divsi", "remsi": "defined divsi", "ceildivsi": "defined divsi", "floordivsi": "defined divsi",
	"ipowi": "",
}

// sum returns a + b for floats of the type of f's operands.
func (s *Symbols) sum(f *Function, a, b uint64) uint64 {
	return uint64(s.Apply(binary("add", f.Operands[0], Add, true), a, b))
}

// negated returns -x for a float of the type of f's operands.
func (s *Symbols) negated(f *Function, x uint64) uint64 {
	n := f.Operands[0]
	if !sim.IsSymbol(x) {
		return sim.FloatBits(n.Float(x).Neg())
	}
	return uint64(s.Apply(&Function{Name: "neg " + spellNumber(n), Do: "negf", Form: Neg, Operands: []sim.Number{n}, Result: n}, x))
}

func binary(name string, n sim.Number, form Form, commutes bool) *Function {
	do := name
	switch {
	case n.Kind != nil && (name == "add" || name == "mul"):
		do = name + "f"
	case n.Kind == nil && slices.Contains([]string{"add", "sub", "mul", "and", "or", "xor"}, name):
		do = name + "i"
	}
	return &Function{Name: name + " " + spellNumber(n), Do: do, Form: form, Commutes: commutes, Operands: []sim.Number{n, n}, Result: n}
}

func spellNumber(n sim.Number) string {
	if n.Kind != nil {
		return n.Kind.Name
	}
	return fmt.Sprintf("i%d", n.Width)
}

// compare applies a comparison. Of a relation and its mirror image only one is used: a > b is b <
// a.
func (s *Symbols) compare(word, predicate string, f *Function, x []uint64) uint64 {
	a, b := x[0], x[1]
	if mirrored := strings.NewReplacer("gt", "lt", "ge", "le").Replace(predicate); mirrored != predicate {
		predicate, a, b = mirrored, b, a
	}
	commutes := !strings.Contains(predicate, "lt") && !strings.Contains(predicate, "le")
	return uint64(s.Apply(&Function{
		Name: predicate + " " + spellNumber(f.Operands[0]), Do: word + predicate, Commutes: commutes,
		Flags: f.Flags, Operands: f.Operands, Result: sim.Number{Width: 1},
	}, a, b))
}

// knownFunctions are the functions for which the prover knows a law.
var knownFunctions = map[ir.Kind]struct {
	name     string
	form     Form
	commutes bool
}{
	arith.AddFOp{}.Kind(): {"add", Add, true}, arith.MulFOp{}.Kind(): {"mul", Mul, true}, arith.DivFOp{}.Kind(): {"div", Div, false},
	arith.NegFOp{}.Kind(): {"neg", Neg, false}, math.FMAOp{}.Kind(): {"fma", FMA, false}, vector.FMAOp{}.Kind(): {"fma", FMA, false},
	math.ExpOp{}.Kind(): {string(math.ExpOp{}.Kind()), Exp, false}, math.Exp2Op{}.Kind(): {string(math.Exp2Op{}.Kind()), Exp, false},
	arith.MaximumFOp{}.Kind(): {"maximumf", Lattice, true}, arith.MinimumFOp{}.Kind(): {"minimumf", Lattice, true},
	arith.MaxNumFOp{}.Kind(): {"maxnumf", Lattice, true}, arith.MinNumFOp{}.Kind(): {"minnumf", Lattice, true},
	arith.MaxSIOp{}.Kind(): {"maxsi", Lattice, true}, arith.MinSIOp{}.Kind(): {"minsi", Lattice, true},
	arith.MaxUIOp{}.Kind(): {"maxui", Lattice, true}, arith.MinUIOp{}.Kind(): {"minui", Lattice, true},
	arith.AndIOp{}.Kind(): {"and", Lattice, true}, arith.OrIOp{}.Kind(): {"or", Lattice, true}, arith.XOrIOp{}.Kind(): {"xor", Unknown, true},
	arith.AddIOp{}.Kind(): {"add", IntegerAdd, true}, arith.SubIOp{}.Kind(): {"sub", IntegerSub, false}, arith.MulIOp{}.Kind(): {"mul", IntegerMul, true},
}

// widens has the operations whose result is the same number in a wider type.
var widens = map[ir.Kind]bool{arith.ExtFOp{}.Kind(): true, arith.ExtSIOp{}.Kind(): true}

// functionOf returns the function that an elementwise operation applies. An operation that
// is not listed is an unknown function with the name, the attributes and the types of the
// operation, but without its permissions to deviate.
func functionOf(op *ir.Operation) *Function {
	_, word, _ := strings.Cut(op.Name(), ".")
	f := &Function{Do: word, Flags: flagsOf(op), Result: NumberOf(op.Result(0).Type())}
	for _, v := range op.Operands() {
		f.Operands = append(f.Operands, NumberOf(v.Type()))
	}
	n := spellNumber(f.Operands[0])
	if k, ok := knownFunctions[op.Kind()]; ok {
		f.Name, f.Form, f.Commutes = k.name+" "+n, k.form, k.commutes
		return f
	}
	if widens[op.Kind()] {
		cast := op.Typed().(arith.Conversion)
		return widening(cast.In().Type(), cast.Out().Type()).with(f.Flags)
	}
	name := new(strings.Builder)
	name.WriteString(op.Name())
	if convert := ir.As[poplar.ConvertOp](op); convert.Ok() {
		from, to := convert.Value().Type(), convert.Result().Type()
		if sim.Width(from) < sim.Width(to) {
			return widening(from, to)
		}
		name.Reset()
		name.WriteString(string(arith.TruncFOp{}.Kind())) // canonicalize makes it
		f.Do = "truncf"
	}
	for _, a := range op.AllAttrs() {
		if !slices.Contains(permissions, a.Name) {
			fmt.Fprintf(name, " %s=%s", a.Name, a.Value)
		}
	}
	for _, v := range op.Operands() {
		fmt.Fprintf(name, " %s", ir.ElementOrSelf(v.Type()))
	}
	fmt.Fprintf(name, " %s", ir.ElementOrSelf(op.Result(0).Type()))
	f.Name = name.String()
	return f
}

func (f *Function) with(flags []string) *Function {
	f.Flags = flags
	return f
}

// flagsOf returns the flags of an operation that make its result poison, or change it.
func flagsOf(op *ir.Operation) (flags []string) {
	for _, a := range op.AllAttrs() {
		switch a.Name {
		case "fastmath", "overflowFlags":
			_, list, _ := strings.Cut(a.Value.String(), "<")
			for _, flag := range strings.Split(strings.TrimSuffix(list, ">"), ",") {
				if flag = strings.TrimSpace(flag); flag != "none" && flag != "" {
					flags = append(flags, flag)
				}
			}
		case "isExact":
			flags = append(flags, "exact")
		case "nonNeg":
			flags = append(flags, "nneg")
		}
	}
	return flags
}

// permissions are attributes that allow an operation other results without changing the
// result that it has.
var permissions = []string{"fastmath", "overflowFlags", "isExact", "nonNeg"}

// NumberOf returns how the bits of a number of a type, or of a type's elements, are read.
func NumberOf(t ir.Type) sim.Number {
	t = ir.ElementOrSelf(t)
	n := sim.Number{Width: sim.Width(t)}
	if f, ok := t.(*ir.FloatType); ok {
		n.Kind = f.Kind
	}
	return n
}

// Combine combines two elements of a reduction.
func (s *Symbols) Combine(kind string, t ir.Type, a, b uint64) uint64 {
	c := combination{kind, t}
	f := s.combining[c]
	if f == nil {
		f = combiningFunction(kind, NumberOf(t))
		s.combining[c] = f
	}
	return uint64(s.Apply(f, a, b))
}

// Unknown implements sim.Symbols. Constants among the operands are read as integers, which
// keeps different constants different.
func (s *Symbols) Unknown(name string, x ...uint64) uint64 {
	f := &Function{Name: name, Operands: make([]sim.Number, len(x)), Result: sim.Number{Width: 64}}
	for i := range f.Operands {
		f.Operands[i].Width = 64
	}
	return uint64(s.Apply(f, x...))
}

// combiningFunction returns the same function that functionOf has for the operation of
// arith.
func combiningFunction(kind string, n sim.Number) *Function {
	switch {
	case kind == "add" && n.Kind != nil:
		return binary("add", n, Add, true)
	case kind == "mul" && n.Kind != nil:
		return binary("mul", n, Mul, true)
	case kind == "add":
		return binary("add", n, IntegerAdd, true)
	case kind == "mul":
		return binary("mul", n, IntegerMul, true)
	case kind == "xor":
		return binary("xor", n, Unknown, true)
	}
	return binary(kind, n, Lattice, true)
}

// Widen converts a term to a wider type.
func (s *Symbols) Widen(from, to ir.Type, x uint64) uint64 {
	f := s.widening[[2]ir.Type{from, to}]
	if f == nil {
		f = widening(from, to)
		s.widening[[2]ir.Type{from, to}] = f
	}
	return uint64(s.Apply(f, x))
}

func widening(from, to ir.Type) *Function {
	from, to = ir.ElementOrSelf(from), ir.ElementOrSelf(to)
	f := &Function{Name: fmt.Sprintf("extend %s %s", from, to), Do: "extsi", Operands: []sim.Number{NumberOf(from)}, Result: NumberOf(to)}
	if f.Operands[0].Kind != nil {
		f.Do = "extf"
		f.Form = Identity // a sum of integers may wrap around in the narrow type only
	}
	return f
}
