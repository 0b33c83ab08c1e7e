package validate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"optc/diag"
	"optc/ir"
	"optc/lower"
	"optc/passes"
	"optc/passes/distribute"
	"optc/sim"
	"optc/validate/internal/prove"
)

// Outcome is the knowledge about a function before and after a pass.
type Outcome int

// The outcomes, from the best.
const (
	// Equal: wherever the function before is defined, the one after is, with the same bits,
	// the same memory and the same effects.
	Equal Outcome = iota
	// EqualSums: equal as real numbers, if only the order of sums differs.
	EqualSums
	// EqualReals: equal as real numbers, by other laws.
	EqualReals
	// Undecided: neither a proof nor a difference was found.
	Undecided
	// Different: there are inputs with different results.
	Different
)

// Proof is the comparison of a function before and after a pass.
type Proof struct {
	Pass     string
	Function string // its symbol
	Outcome  Outcome
	// Assumed are the cases that the proof leaves out: bounds of extents and of loops.
	Assumed []string
	// Apart: the proof is about arguments that do not share memory.
	Apart bool
	Laws  string // of real numbers that the proof uses, or ""
	laws  prove.Laws
	// Reason is why it is not decided, or the inputs that have different results.
	Reason string
	Terms  int // number of terms that were compared
}

// uses adds laws to the laws that the proof uses.
func (p *Proof) uses(laws prove.Laws) {
	switch p.laws |= laws; p.laws {
	case 0:
	case prove.Sums:
		p.Outcome = max(p.Outcome, EqualSums)
	default:
		p.Outcome, p.Laws = max(p.Outcome, EqualReals), p.laws.String()
	}
}

func (p Proof) String() string {
	var verdict string
	switch p.Outcome {
	case Equal:
		verdict = "equal"
	case EqualSums:
		verdict = "equal up to the order of sums"
	case EqualReals:
		verdict = fmt.Sprintf("equal as real numbers (%s; not for NaN, infinities and -0)", p.Laws)
	default:
		verdict = map[Outcome]string{Undecided: "not decided", Different: "different"}[p.Outcome]
	}
	if p.Outcome < Undecided && len(p.Assumed) > 0 {
		verdict += " for " + strings.Join(p.Assumed, " and ")
	}
	if p.Outcome < Undecided && p.Apart {
		verdict += ", if arguments do not share memory"
	}
	if p.Reason != "" {
		verdict += ": " + p.Reason
	}
	return fmt.Sprintf("%s @%s: %s", p.Pass, p.Function, verdict)
}

// DefaultProofTime is the time for a proof of one function.
const DefaultProofTime = 10 * time.Second

// Prove returns a check that compares functions for all inputs, see package prove, and
// reports each comparison. A proof of a function that takes longer than the time is not
// decided.
func Prove(l sim.Limits, limit time.Duration, report func(Proof), families ...*lower.Family) passes.ExecCheck {
	c := newChecker(l, families)
	c.proved, c.proofTime = report, limit
	return c.check
}

// prove compares a function before and after a pass for all inputs, reports the proof, and
// returns an error if the functions differ.
func (c *checker) prove(e *passes.Event, before, after Function) *ir.Diagnostic {
	ctx, cancel := context.WithTimeout(e.Run.Context, c.proofTime)
	defer cancel()
	q := &question{ctx: ctx, before: before, after: after}
	_, q.distribution = passes.InstanceOptions[distribute.DistributeOptions](e.Instance)
	p := q.decide()
	if e.Run.Context.Err() != nil {
		return nil
	}
	p.Pass, p.Function = e.Instance.Pass.Name, after.Path
	c.proved(p)
	if p.Outcome == Different {
		return after.Op.Errorf("differs from the function before the pass: %s", p.Reason)
	}
	return nil
}

// reasonOf describes at which operation of the function an execution ended.
func reasonOf(err error) string {
	var at *sim.RuntimeError
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "the proof takes longer than its limit, see --prove-seconds"
	case errors.As(err, &at):
		return fmt.Sprintf("'%s' op %v", at.Op.Name(), at.Err)
	}
	return err.Error()
}

// proofSeed is the seed of the random choices of a proof.
const proofSeed = 1

// undefined are the codes of errors that are undefined behaviour of the program. All other errors
// are limits of the simulator.
var undefined = map[string]bool{
	"poison": true, "out-of-bounds": true, "division": true, "step": true, "use-after-free": true,
	"cast": true, "copy-shape": true, "subview-size": true, "unreachable": true, "uninitialized": true,
}

// isUndefined reports whether an error is undefined behaviour. An operation without effects that
// cannot be executed for poison has poison as its result, which the simulator does not follow.
func isUndefined(err error) bool {
	code := diag.CodeOf(err)
	code = code[strings.LastIndex(code, ".")+1:]
	var at *sim.RuntimeError
	if code == "poison" && errors.As(err, &at) && ir.IsPure(at.Op) && !at.Op.IsTerminator() {
		return false
	}
	return undefined[code]
}

// record is the effect of an execution.
type record struct {
	defined []prove.Condition
	effects []prove.Effect
	world   []prove.World
	results [][]Value
	ended   error // nil, stopped by the program, or undefined
}

// execute runs a function on a setting and returns a record of its effects. Errors are limits.
func execute(ctx context.Context, f Function, s *prove.Symbols, at *setting) (*record, error) {
	args, err := at.arguments(s, f)
	if err != nil {
		return nil, err
	}
	f.Symbols = s
	o, err := f.Run(ctx, args)
	r := &record{}
	if err == nil && slices.ContainsFunc(o.Results, hasMemRef) {
		if err := s.KnowAll(); err != nil {
			return nil, err
		}
	}
	r.defined, r.effects, r.world = s.Ended()
	switch {
	case err == nil:
		r.results = o.Results
	case errors.Is(err, prove.ErrStopped) || isUndefined(err):
		r.ended = err
	default:
		return nil, err
	}
	return r, nil
}

// hasMemRef reports whether a value is memory, whose elements are seen as a whole.
func hasMemRef(values []Value) bool {
	return slices.ContainsFunc(values, func(v Value) bool { return v.Value.MemRef() != nil })
}

// reached returns how many effects certainly become visible: all, or, if undefined behaviour
// follows, those up to the last effect after which the program may stop.
func (r *record) reached() int {
	if !r.undefined() {
		return len(r.effects)
	}
	for i := len(r.effects); i > 0; i-- {
		if r.effects[i-1].MayEnd {
			return i
		}
	}
	return 0
}

// holdsAt returns the conditions that hold where an effect is reached: those that are needed before
// the next effect after which the program may stop.
func (r *record) holdsAt(effect int) []prove.Condition {
	for effect < len(r.effects) && !r.effects[effect].MayEnd {
		effect++
	}
	var list []prove.Condition
	for _, d := range r.defined {
		if d.Effects <= effect {
			list = append(list, d)
		}
	}
	return list
}

// placesOf names the memory that results are.
func (r *record) placesOf(results []Value) []string {
	var own []*sim.Memory
	names := make([]string, len(results))
	for i, v := range results {
		m := v.Value.MemRef()
		if m == nil {
			continue
		}
		if names[i] = prove.PlaceOf(r.world, m); names[i] == "" {
			if !slices.Contains(own, m.Mem) {
				own = append(own, m.Mem)
			}
			names[i] = prove.PlaceIn(fmt.Sprintf("allocation %d", slices.Index(own, m.Mem)), m)
		}
	}
	return names
}

// usesGlobal reports whether the world has a global.
func (r *record) usesGlobal() bool {
	return slices.ContainsFunc(r.world, func(w prove.World) bool { return w.Global })
}

func (r *record) undefined() bool { return r.ended != nil && !errors.Is(r.ended, prove.ErrStopped) }

// shown returns the values that an effect shows, with their types.
func shown(e prove.Effect) []Value {
	list := make([]Value, len(e.Values))
	for i, v := range e.Values {
		list[i] = Value{e.Types[i], v}
	}
	return list
}
