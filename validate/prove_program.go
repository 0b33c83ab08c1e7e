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

// proveProgram compares a program before and after a pass for all contents of its variables: by its
// plain meaning, and on the simulated device once it is lowered. If that does not decide, it
// searches for a difference by execution.
func (c *checker) proveProgram(e *passes.Event, k *lower.Family, before, was, now *ir.Operation) *ir.Diagnostic {
	ctx, cancel := context.WithTimeout(e.Run.Context, c.proofTime)
	defer cancel()
	p := c.compareProgramTerms(ctx, e, k, before, now)
	var fault *ir.Diagnostic
	if p.Outcome == Undecided {
		if fault = c.executeProgram(e, k, before, was, now, runs); fault != nil {
			p.Outcome, p.Reason = Different, fault.Msg
		}
	}
	if e.Run.Context.Err() != nil {
		return nil
	}
	p.Pass, p.Function = e.Instance.Pass.Name, ir.SymbolName(now)
	c.proved(p)
	return fault
}

// sumsReordered reports whether a program before and after a pass is the same for all
// contents of its variables as real numbers, which distribution may change.
func (c *checker) sumsReordered(e *passes.Event, k *lower.Family, before, now *ir.Operation) bool {
	ctx, cancel := context.WithTimeout(e.Run.Context, DefaultProofTime)
	defer cancel()
	return c.compareProgramTerms(ctx, e, k, before, now).Outcome <= EqualReals
}

// compareProgramTerms executes a program before and after a pass on terms.
func (c *checker) compareProgramTerms(ctx context.Context, e *passes.Event, k *lower.Family, before, now *ir.Operation) (p Proof) {
	in := &symbolicInputs{symbols: prove.NewSymbols(prove.NewTerms(proofSeed)), known: map[element]uint64{}}
	var failed error
	err := in.symbols.Explore(ctx, func() bool {
		failed = c.programPath(ctx, e, k, before, now, in, &p)
		if noPath(failed) {
			failed = nil
		}
		return failed == nil && p.Outcome < Undecided
	})
	p.Terms = in.symbols.Len()
	if failed != nil {
		err = failed
	}
	if err != nil {
		return Proof{Outcome: Undecided, Reason: reasonOf(err), Terms: p.Terms}
	}
	p.Assumed = in.symbols.Assumed
	return p
}

// programPath compares on one path.
func (c *checker) programPath(ctx context.Context, e *passes.Event, k *lower.Family, before, now *ir.Operation, in *symbolicInputs, p *Proof) error {
	in.symbols.BeginRun()
	options := func() lower.Options {
		return lower.Options{Limits: c.limits, Threads: 1, Symbols: in.symbols}
	}
	m, err := plainMachine(e, k, before, options())
	if err != nil {
		return err
	}
	want, err := in.run(ctx, m)
	if err != nil && isUndefined(err) {
		return nil
	}
	if err != nil {
		return err
	}
	defined, effects, _ := in.symbols.Ended()
	if len(effects) > 0 {
		return diag.Errorf("symbol", "the program prints or asserts, which is not compared")
	}
	compare := func(m lower.Machine, err error) error {
		if err != nil {
			return err
		}
		in.symbols.BeginRun()
		got, err := in.run(ctx, m)
		if err != nil {
			return err
		}
		after, effects, _ := in.symbols.Ended()
		if len(effects) > 0 {
			return diag.Errorf("symbol", "the program prints or asserts after the pass, which is not compared")
		}
		for _, d := range after {
			if !in.symbols.Follows(d, defined).Holds {
				p.Outcome, p.Reason = Undecided, "the program after may be undefined"
				return nil
			}
		}
		compareContents(in.symbols, defined, want, got, p)
		return nil
	}
	o := options()
	o.Order = 1 // another order of the workers must not matter
	if err = compare(plainMachine(e, k, e.Run.Op, o)); err != nil || p.Outcome == Undecided {
		return err
	}
	if k.Stage(ctx, now) >= lower.Complete {
		return compare(deviceMachine(ctx, k, now, options()))
	}
	return nil
}

// element is an element of a variable.
type element struct {
	variable string
	index    int64
}

// symbolicInputs fills variables with terms, the same for every machine.
type symbolicInputs struct {
	symbols *prove.Symbols
	known   map[element]uint64
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

// fill stores a term in each element of a variable.
func (in *symbolicInputs) fill(v *lower.HostVariable, runs []lower.ElementRun) error {
	for _, r := range runs {
		for i := r.Begin; i < r.End; i++ {
			at := element{v.Name, i}
			bits, ok := in.known[at]
			if !ok {
				bits = uint64(in.symbols.Variable(fmt.Sprintf("%s[%d]", v.Name, i), prove.NumberOf(v.Elem)))
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

// compareContents compares the variables of a program; any value may replace an element that was
// never written.
func compareContents(s *prove.Symbols, defined []prove.Condition, want, got *symbolicContents, p *Proof) {
	has := map[string]bool{}
	for _, v := range got.variables {
		has[v.Name] = true
	}
	undecided := func(format string, args ...any) {
		p.Outcome, p.Reason = Undecided, fmt.Sprintf(format, args...)
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
				undecided("element %d of variable '%s' is not written after the pass", i, v.Name)
				return
			}
			kind := prove.NumberOf(v.Elem)
			a := s.Refines(prove.Claim{Want: x, Got: y, Kind: kind}, defined)
			if !a.Holds {
				undecided("element %d of variable '%s' is %s before, and %s after", i, v.Name, s.Format(x, kind, 3), s.Format(y, kind, 3))
				return
			}
			p.uses(a.Laws)
		}
	}
}
