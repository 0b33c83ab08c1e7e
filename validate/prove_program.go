package validate

import (
	"context"
	"fmt"

	"optc/diag"
	"optc/ir"
	"optc/lower"
	"optc/passes"
	"optc/validate/internal/prove"
)

// proveProgram compares a program before and after a pass for all contents of its variables:
// by its plain meaning, and on the simulated device once it is lowered.
func (c *checker) proveProgram(e *passes.Event, k *lower.Family, before, was, now *ir.Operation) *ir.Diagnostic {
	p := Proof{Pass: e.Instance.Pass.Name, Function: ir.SymbolName(now)}
	return c.decide(e, &p,
		func() (int, string, error) { return c.compareProgramTerms(e, k, before, now, &p) },
		func() *ir.Diagnostic { return c.executeProgram(e, k, before, was, now, runs) })
}

// sumsReordered reports whether a program before and after a pass is the same for all
// contents of its variables up to the order of sums, which distribution may change.
func (c *checker) sumsReordered(e *passes.Event, k *lower.Family, before, now *ir.Operation) bool {
	p := Proof{Integers: true}
	_, difference, err := c.compareProgramTerms(e, k, before, now, &p)
	return difference == "" && err == nil && p.Outcome <= EqualSums
}

// compareProgramTerms executes a program before and after a pass on terms and sets the
// outcome. A difference is described, and is no fault yet.
func (c *checker) compareProgramTerms(e *passes.Event, k *lower.Family, before, now *ir.Operation, p *Proof) (terms int, difference string, err error) {
	ctx := e.Run.Context
	in := &symbolicInputs{store: prove.NewTerms(proofSeed), integers: p.Integers, known: map[element]uint64{}}
	options := func() lower.Options {
		return lower.Options{Limits: c.limits, Threads: 1, Symbols: prove.NewSymbols(in.store)}
	}
	m, err := plainMachine(e, k, before, options())
	if err != nil {
		return 0, "", err
	}
	want, err := in.run(ctx, m)
	if err != nil {
		return in.store.Len(), "", err
	}
	p.Outcome = EqualBits
	compare := func(m lower.Machine, err error) (string, error) {
		if err != nil {
			return "", err
		}
		got, err := in.run(ctx, m)
		if err != nil {
			return "", err
		}
		o, d := compareContents(in.store, want, got)
		p.Outcome = max(p.Outcome, o)
		return d, nil
	}
	o := options()
	o.Order = 1 // another order of the workers must not matter
	if difference, err = compare(plainMachine(e, k, e.Run.Op, o)); difference != "" || err != nil {
		return in.store.Len(), difference, err
	}
	if k.Stage(ctx, now) >= lower.Complete {
		difference, err = compare(deviceMachine(ctx, k, now, options()))
	}
	return in.store.Len(), difference, err
}

// element is an element of a variable.
type element struct {
	variable string
	index    int64
}

// symbolicInputs fills variables with terms, the same for every machine.
type symbolicInputs struct {
	store    *prove.Terms
	integers bool // integers are random
	known    map[element]uint64
}

// symbolicContents holds the elements that were written of the variables that are not
// constant.
type symbolicContents struct {
	variables []*lower.HostVariable
	elements  map[element]uint64
}

// run fills the variables that a host may set, runs the machine and reads the variables that
// are not constant.
func (in *symbolicInputs) run(ctx context.Context, m lower.Machine) (*symbolicContents, error) {
	for _, v := range m.Variables() {
		_, runs, err := m.Elements(v.Name)
		if diag.CodeOf(err) == "no-place" {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, r := range runs {
			r.Memory.HoldSymbols()
		}
		if !v.Initial && !v.Input {
			continue
		}
		if err := in.fill(v, runs); err != nil {
			return nil, err
		}
	}
	if err := m.Run(ctx); err != nil {
		return nil, err
	}
	out := &symbolicContents{elements: map[element]uint64{}}
	for _, v := range m.Variables() {
		_, runs, err := m.Elements(v.Name)
		if err != nil || v.Constant {
			continue
		}
		out.variables = append(out.variables, v)
		if err := out.read(v, runs); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// fill stores a term in each element of a variable. Without terms, integers keep the values
// of the text, or otherwise are random.
func (in *symbolicInputs) fill(v *lower.HostVariable, runs []lower.ElementRun) error {
	switch _, isFloat := v.Elem.(*ir.FloatType); {
	case !in.integers || isFloat:
	case v.Initial:
		return nil
	default:
		return v.Store(runs, randomValues(v, proofSeed))
	}
	for _, r := range runs {
		for i := r.Begin; i < r.End; i++ {
			at := element{v.Name, i}
			bits, ok := in.known[at]
			if !ok {
				bits = uint64(in.store.Variable(fmt.Sprintf("%s[%d]", v.Name, i)))
				in.known[at] = bits
			}
			if err := r.Memory.Store(r.Addr+(i-r.Begin)*int64(v.Bytes), v.Bytes, bits); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *symbolicContents) read(v *lower.HostVariable, runs []lower.ElementRun) error {
	for _, r := range runs {
		for i := r.Begin; i < r.End; i++ {
			bits, written, err := r.Memory.Load(r.Addr+(i-r.Begin)*int64(v.Bytes), v.Bytes)
			if err != nil {
				return err
			}
			if written {
				c.elements[element{v.Name, i}] = bits
			}
		}
	}
	return nil
}

// compareContents compares the variables of a program; anything may replace an element that
// was never written. The second result describes a difference.
func compareContents(ts *prove.Terms, want, got *symbolicContents) (worst Outcome, difference string) {
	has := map[string]bool{}
	for _, v := range got.variables {
		has[v.Name] = true
	}
	for _, v := range want.variables {
		if !has[v.Name] {
			continue
		}
		for i := range v.Len() {
			x, ok := want.elements[element{v.Name, i}]
			if !ok {
				continue
			}
			y, ok := got.elements[element{v.Name, i}]
			if !ok {
				return Undecided, fmt.Sprintf("element %d of variable '%s' is not written after the pass", i, v.Name)
			}
			o, d := compareNumbers(ts, x, y, prove.NumberOf(v.Elem))
			if d != "" {
				return Undecided, fmt.Sprintf("element %d of variable '%s' is %s", i, v.Name, d)
			}
			worst = max(worst, o)
		}
	}
	return worst, ""
}
