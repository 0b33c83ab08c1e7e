package conformance

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"optc/diag"
	fn "optc/dialect/func"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/sim"
)

// Execution is the comparison of a module's functions before and after
// canonicalization on random inputs.
type Execution struct {
	Ran       int    // functions with a result that can be compared
	Undefined string // why some function had no defined behaviour before, if any
	Unknown   string // the operation that the simulator does not know, if any
	Wrong     string // what changed; "" when nothing did
}

// Execute runs every function of a module before and after
// `canonicalize,cse,canonicalize`. Results must agree bit for bit; where there was
// poison before, anything may be afterwards.
func Execute(text string, seed uint64) (x Execution) {
	before, after := load(text), load(text)
	if before == nil || after == nil {
		x.Wrong = "the module is rejected"
		return x
	}
	p, err := passes.Table().Parse("builtin.module(canonicalize,cse,canonicalize)")
	if err == nil {
		err = (&passes.Manager{Context: after.ctx, Registry: passes.Table(), Threads: 1}).Run(p, after.op)
	}
	if err != nil {
		x.Wrong = err.Error()
		return x
	}
	for f := range before.op.Body().Ops() {
		if !f.Is(fn.Func) {
			continue
		}
		name := ir.SymbolName(f)
		want, werr := before.run(name, seed)
		got, gerr := after.run(name, seed)
		var e *diag.Error
		switch {
		case errors.As(werr, &e) && e.Code == "no-meaning":
			x.Unknown = werr.Error()
		case werr != nil:
			x.Undefined = werr.Error() // it may become anything
		case gerr != nil:
			x.Wrong = fmt.Sprintf("@%s: %v", name, gerr)
			return x
		default:
			x.Ran++
			if d := differs(want, got); d != "" {
				x.Wrong = fmt.Sprintf("@%s: %s", name, d)
				return x
			}
		}
	}
	return x
}

type module struct {
	ctx *ir.Context
	op  *ir.Operation
}

func load(text string) *module {
	c := ir.NewContext(upstreamDialects()...)
	var ds ir.Diagnostics
	m, ok := parser.Parse(c, &ir.Source{Name: "input.mlir", Text: text}, &ds, parser.Threads(1))
	if !ok || !ir.Verify(m, &ds) {
		return nil
	}
	return &module{c, m}
}

// run calls a function with random arguments, the same for a seed, and returns
// what can be observed: the results and the memory of the arguments.
func (m *module) run(name string, seed uint64) ([]observed, error) {
	machine := sim.New(m.op, nil)
	machine.MaxSteps = 1 << 20
	var args []sim.Value
	var all []observed
	for f := range m.op.Body().Ops() {
		if ir.SymbolName(f) != name {
			continue
		}
		r := rand.New(rand.NewPCG(seed, 7))
		for _, a := range f.Body().Args() {
			v := randomValue(r, a.Type())
			args = append(args, v)
			if v.MemRef() != nil {
				all = append(all, observed{a.Type(), v})
			}
		}
		results, err := machine.Call(name, args...)
		if err != nil {
			return nil, err
		}
		for i, v := range results {
			all = append(all, observed{fn.TypeOf(f).Results[i], v})
		}
	}
	return all, nil
}

// observed is a value that a function gives away.
type observed struct {
	typ   ir.Type
	value sim.Value
}

// differs describes the first difference that poison does not allow.
func differs(want, got []observed) string {
	for i := range want {
		w, g := sim.Format(want[i].typ, want[i].value), sim.Format(got[i].typ, got[i].value)
		if w == g || allowed(w, g) {
			continue
		}
		return fmt.Sprintf("value %d of type %s was %s and is %s", i, want[i].typ, w, g)
	}
	return ""
}

// allowed tells whether a formatted value only differs where there was poison.
func allowed(want, got string) bool {
	if want == "poison" {
		return true
	}
	w, g := strings.Split(want, ", "), strings.Split(got, ", ")
	if len(w) != len(g) {
		return false
	}
	for i := range w {
		if w[i] != g[i] && !strings.Contains(w[i], "undef") {
			return false
		}
	}
	return true
}

// randomValue returns a value of a type, often one that folds look for.
func randomValue(r *rand.Rand, t ir.Type) sim.Value {
	shaped, ok := t.(ir.ShapedType)
	if !ok {
		return sim.Int(randomBits(r, t))
	}
	if _, isMemRef := t.(*ir.MemRefType); isMemRef {
		m, err := sim.Alloc("argument", shaped.Shape(), shaped.ElementType())
		if err != nil {
			return sim.Poison
		}
		fill(r, m, nil, shaped.Shape())
		return sim.Value{Ref: m}
	}
	v := sim.VectorLike(shaped)
	for i := range v.Elems {
		v.Elems[i] = randomBits(r, v.Elem)
	}
	return sim.Value{Ref: v}
}

// fill stores random elements below an index.
func fill(r *rand.Rand, m *sim.MemRef, index, shape []int64) {
	if len(shape) == 0 {
		m.Store(index, sim.Int(randomBits(r, m.Elem)))
		return
	}
	for i := range shape[0] {
		fill(r, m, append(index, i), shape[1:])
	}
}

// randomBits returns the bits of a scalar, often small.
func randomBits(r *rand.Rand, t ir.Type) uint64 {
	bits := r.Uint64()
	if _, isFloat := t.(*ir.FloatType); !isFloat && r.IntN(2) == 0 {
		bits = uint64(r.IntN(9)) - 2
	}
	w := 64
	switch t := t.(type) {
	case *ir.IntegerType:
		w = t.Width
	case *ir.FloatType:
		w = t.Kind.Bits
	}
	if w < 64 {
		bits &= 1<<w - 1
	}
	return bits
}
