package validate

import (
	"errors"
	"fmt"
	"strings"

	"optc/diag"
	"optc/ir"
	"optc/lower"
	"optc/passes"
	"optc/sim"
	"optc/validate/internal/prove"
)

// Outcome is what is known of a function before and after a pass.
type Outcome int

// The outcomes, from the best.
const (
	// EqualBits: equal bit for bit.
	EqualBits Outcome = iota
	// EqualSums: equal up to rounding, such as another order of sums.
	EqualSums
	// Undecided: neither a proof nor a difference was found.
	Undecided
	// Different: there are inputs with different results.
	Different
)

func (o Outcome) String() string {
	return [...]string{"equal bit for bit", "equal up to the order of sums", "not decided", "different"}[o]
}

// Proof is the comparison of a function before and after a pass for all inputs of the
// extents that its execution has.
type Proof struct {
	Pass     string
	Function string // its symbol
	Outcome  Outcome
	Reason   string // why it is not decided, or ""
	// Integers: integers of the input have random values, because the function decides by
	// them; only floats have any value.
	Integers bool
	Terms    int // that were compared
}

func (p Proof) String() string {
	s := fmt.Sprintf("%s @%s: %s", p.Pass, p.Function, p.Outcome)
	if p.Integers {
		s += ", with random integers"
	}
	if p.Reason != "" {
		s += ": " + p.Reason
	}
	return s
}

// Prove returns a check that compares functions for all inputs, see package prove, and
// reports each comparison. Where it finds terms that differ, random inputs decide, as for
// New.
func Prove(l sim.Limits, report func(Proof), families ...*lower.Family) passes.ExecCheck {
	c := newChecker(l, families)
	c.proved = report
	return c.check
}

// prove compares a function before and after a pass for all inputs. ordered is the function
// before the pass with the sums in the order that execution has afterwards. A result that is
// not nil is an error.
func (c *checker) prove(e *passes.Event, before, ordered, after Function) *ir.Diagnostic {
	p := Proof{Pass: e.Instance.Pass.Name, Function: after.Path}
	return c.decide(e, &p,
		func() (int, string, error) { return compareTerms(e, before, after, &p) },
		func() *ir.Diagnostic { return c.execute(e, ordered, after, searchRuns) })
}

// decide compares on terms, first with any integers and then, where the numbers of integers
// are needed, with random ones; where terms differ, it searches for a difference by
// execution. It reports the proof.
func (c *checker) decide(e *passes.Event, p *Proof, compare func() (terms int, difference string, err error), search func() *ir.Diagnostic) *ir.Diagnostic {
	terms, difference, err := compare()
	if needsNumber(err) {
		p.Integers = true
		terms, difference, err = compare()
	}
	p.Terms = terms
	var fault *ir.Diagnostic
	switch {
	case e.Run.Context.Err() != nil:
		return nil
	case err != nil:
		p.Outcome, p.Reason = Undecided, reasonOf(err)
	case difference != "":
		p.Outcome, p.Reason = Undecided, difference
	}
	if p.Outcome == Undecided {
		if fault = search(); fault != nil {
			p.Outcome, p.Reason = Different, ""
		}
	}
	c.proved(*p)
	return fault
}

// reasonOf says at which operation of the function an execution ended.
func reasonOf(err error) string {
	var at *sim.RuntimeError
	if errors.As(err, &at) {
		return fmt.Sprintf("'%s' op %v", at.Op.Name(), at.Err)
	}
	return err.Error()
}

// compareTerms executes a function before and after a pass on terms and sets the outcome. A
// difference is described, and is no fault yet.
func compareTerms(e *passes.Event, before, after Function, p *Proof) (terms int, difference string, err error) {
	store := prove.NewTerms(proofSeed)
	run := func(f Function) (*Observation, error) {
		symbols := prove.NewSymbols(store)
		f.Symbols = symbols
		random := NewRandom(0)
		n := 0
		random.Symbol = func(t ir.Type) (uint64, bool) {
			if _, isFloat := t.(*ir.FloatType); !isFloat && (p.Integers || t == t.Context().Index()) {
				return 0, false
			}
			n++
			return uint64(store.Variable(fmt.Sprintf("x%d", n-1))), true
		}
		args, err := random.Arguments(f)
		if err != nil {
			return nil, err
		}
		return f.Run(e.Run.Context, args)
	}
	want, err := run(before)
	if err != nil {
		return store.Len(), "", err
	}
	got, err := run(after)
	if err != nil {
		return store.Len(), "", err
	}
	p.Outcome, difference = compareObservations(store, want, got)
	return store.Len(), difference, nil
}

// searchRuns are the executions that look for a difference where terms differ.
const searchRuns = 40

// proofSeed is the seed of the random choices of a proof.
const proofSeed = 1

// needsNumber reports whether an execution ended where a number was needed in the place of a
// term.
func needsNumber(err error) bool {
	return err != nil && strings.HasSuffix(diag.CodeOf(err), "symbol")
}

// compareObservations compares what two executions on terms did. The second result
// describes a difference.
func compareObservations(ts *prove.Terms, want, got *Observation) (worst Outcome, difference string) {
	compare := func(where string, want, got []Value) {
		if len(want) != len(got) {
			worst, difference = Undecided, fmt.Sprintf("%s: %d values before, and %d after", where, len(want), len(got))
			return
		}
		for i := range want {
			o, d := compareValues(ts, want[i], got[i])
			worst = max(worst, o)
			if d != "" && difference == "" {
				difference = fmt.Sprintf("%s %d: %s", where, i, d)
			}
		}
	}
	compare("memory", want.Memory, got.Memory)
	if len(want.Results) != 1 && len(want.Results) != len(got.Results) {
		return worst, difference
	}
	for thread, values := range got.Results {
		compare("result", want.Results[thread%len(want.Results)], values)
	}
	return worst, difference
}

// compareValues compares two values; anything may replace poison and what was never
// written.
func compareValues(ts *prove.Terms, want, got Value) (worst Outcome, difference string) {
	if want.Value.IsPoison() {
		return EqualBits, ""
	}
	if sim.IsWide(ir.ElementOrSelf(want.Type)) {
		return Undecided, "integers of more than 64 bits are not compared"
	}
	x, y := elementsOf(want.Value), elementsOf(got.Value)
	kind := prove.NumberOf(want.Type)
	if x == nil || y == nil {
		if got.Value.IsPoison() {
			return Undecided, "poison after the pass"
		}
		return compareNumbers(ts, want.Value.Bits, got.Value.Bits, kind)
	}
	if x.Len() != y.Len() {
		return Undecided, fmt.Sprintf("%d elements before, and %d after", x.Len(), y.Len())
	}
	for i := range x.Len() {
		switch {
		case x.IsUndef(i):
		case y.IsUndef(i):
			return Undecided, fmt.Sprintf("element %d is poison after the pass", i)
		default:
			o, d := compareNumbers(ts, x.Bits(i), y.Bits(i), kind)
			if d != "" {
				return o, fmt.Sprintf("element %d is %s", i, d)
			}
			worst = max(worst, o)
		}
	}
	return worst, ""
}

func compareNumbers(ts *prove.Terms, want, got uint64, kind sim.Number) (Outcome, string) {
	switch ts.Compare(want, got, kind) {
	case prove.Equal:
		return EqualBits, ""
	case prove.Reordered:
		return EqualSums, ""
	}
	const depth = 3
	return Undecided, fmt.Sprintf("%s before, and %s after", ts.Format(want, kind, depth), ts.Format(got, kind, depth))
}

// elementsOf returns the elements of a vector or of memory, nil for a number.
func elementsOf(v sim.Value) *sim.Vector {
	if m := v.MemRef(); m != nil {
		return m.Elements()
	}
	return v.Vector()
}
