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

// Symbols executes with terms in the place of numbers; it is a sim.Symbols.
type Symbols struct {
	*Terms
	Bits *Bits
	path
	// Assumed is what the paths so far leave out.
	Assumed []string
	// Numbers, if set, gives inputs numbers in the place of variables.
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
	switch op := op.Typed().(type) {
	case arith.SubFOp: // a - b is a + -b, bit for bit
		if len(f.Flags) == 0 {
			r[0] = s.sum(f, x[0], s.negated(f, x[1]))
			return nil
		}
		r[0] = uint64(s.Apply(f, x...))
	case poplar.ConvertOp:
		if r[0] = x[0]; op.Value().Type() != op.Result().Type() {
			r[0] = uint64(s.Apply(f, x...))
		}
	case arith.CmpFOp:
		r[0] = s.compare("cmpf ", op.Predicate().String(), f, x)
	case arith.CmpIOp:
		r[0] = s.compare("cmpi ", op.Predicate().String(), f, x)
	default:
		r[0] = uint64(s.Apply(f, x...))
	}
	return nil
}

// partial are the operations that are not defined for all operands, with the condition that
// must hold.
var partial = map[string]string{
	"divui": "defined divui", "remui": "defined divui", "ceildivui": "defined divui",
	"divsi": "defined divsi", "remsi": "defined divsi", "ceildivsi": "defined divsi", "floordivsi": "defined divsi",
	"ipowi": "",
}

// sum returns a + b for floats of the type of the operands of f.
func (s *Symbols) sum(f *Function, a, b uint64) uint64 {
	return uint64(s.Apply(binary("add", f.Operands[0], Add, true), a, b))
}

// negated returns -x for a float of the type of the operands of f.
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

// compare applies a comparison. Of a relation and its mirror image one is kept: a > b is
// b < a.
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
	known := func(name string, form Form, commutes bool) *Function {
		f.Name, f.Form, f.Commutes = name+" "+n, form, commutes
		return f
	}
	switch op := op.Typed().(type) {
	case arith.AddFOp:
		return known("add", Add, true)
	case arith.MulFOp:
		return known("mul", Mul, true)
	case arith.DivFOp:
		return known("div", Div, false)
	case arith.NegFOp:
		return known("neg", Neg, false)
	case math.FMAOp, vector.FMAOp:
		return known("fma", FMA, false)
	case math.ExpOp, math.Exp2Op:
		return known(string(op.Kind()), Exp, false)
	case arith.MaximumFOp, arith.MinimumFOp, arith.MaxNumFOp, arith.MinNumFOp,
		arith.MaxSIOp, arith.MinSIOp, arith.MaxUIOp, arith.MinUIOp:
		return known(word, Lattice, true)
	case arith.AndIOp:
		return known("and", Lattice, true)
	case arith.OrIOp:
		return known("or", Lattice, true)
	case arith.XOrIOp:
		return known("xor", Unknown, true)
	case arith.AddIOp:
		return known("add", IntegerAdd, true)
	case arith.SubIOp:
		return known("sub", IntegerSub, false)
	case arith.MulIOp:
		return known("mul", IntegerMul, true)
	case arith.ExtFOp:
		return widening(op.In().Type(), op.Out().Type()).with(f.Flags)
	case arith.ExtSIOp:
		return widening(op.In().Type(), op.Out().Type())
	}
	name := new(strings.Builder)
	name.WriteString(op.Name())
	if convert := ir.As[poplar.ConvertOp](op); convert.Ok() {
		from, to := convert.Value().Type(), convert.Result().Type()
		if sim.Width(from) < sim.Width(to) {
			return widening(from, to)
		}
		name.Reset()
		name.WriteString(string(arith.TruncFOp{}.Kind())) // which canonicalize makes of it
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

// flagsOf returns the flags of an operation that make its result poison, or another one.
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

// NumberOf returns how the bits of a number, or of elements, of a type are read.
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
