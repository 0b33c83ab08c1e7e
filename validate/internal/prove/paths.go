package prove

import (
	"context"
	"errors"
	"fmt"

	"optc/diag"
	"optc/sim"
	"optc/validate/internal/prove/sat"
)

// ErrImpossible ends a run on a path for which no input exists.
var ErrImpossible = errors.New("no input leads here")

// errUndefined is undefined behaviour, which a program may avoid by its inputs.
var errUndefined = diag.Errorf("out-of-bounds", "the index is outside the extents")

const (
	// maxPaths and maxChoices bound the paths of a function, maxNumbers the numbers that are
	// tried for one term.
	maxPaths   = 4096
	maxChoices = 2048
	maxNumbers = 72
)

// decision is the choice of a path between a condition and its negation.
type decision struct {
	condition uint64
	taken     bool
	open      bool   // the other way is possible, too
	number    uint64 // number that the condition gives a term
}

// path holds what a run knows about the inputs: the choices so far.
type path struct {
	script   []decision
	at       int
	numbers  map[uint64]uint64 // by term
	holds    []sat.Literal
	defined  []Condition // conditions that must hold for the run to be defined
	effects  []Effect
	world    []World
	calls    int
	indices  []uint64          // terms that chose among results
	same     map[uint64]uint64 // the first of the equal indices
	domains  map[uint64]domain // by term
	searched []uint64          // terms of domains that no other domain decides
	here     *assumption       // assumption of the current numbers
	known    int               // how many numbers here covers
}

// domain is the list of numbers that a term may have after that many choices.
type domain struct {
	bits    []sat.Literal // bits of the term
	numbers []uint64
	holds   int
}

// Condition is a term that must be true after a given number of effects.
type Condition struct {
	Term    uint64
	Effects int
}

// Explore calls run for each path, with all choices that inputs can make, until run returns
// false. The error code is paths if there are too many.
func (s *Symbols) Explore(ctx context.Context, run func() bool) error {
	s.path = path{}
	for range maxPaths {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.begin()
		if !run() {
			return nil
		}
		script := s.script[:s.at]
		for len(script) > 0 && !script[len(script)-1].open {
			script = script[:len(script)-1]
		}
		if len(script) == 0 {
			return nil
		}
		last := &script[len(script)-1]
		last.taken, last.open = !last.taken, false
		s.script = script
	}
	return fmt.Errorf("has more than %d paths", maxPaths)
}

// begin begins a path again.
func (s *Symbols) begin() {
	s.path = path{script: s.script, numbers: map[uint64]uint64{}, holds: s.holds[:0], same: map[uint64]uint64{}, domains: map[uint64]domain{}}
}

// BeginRun returns the effects of the previous run on this path, and forgets them.
func (s *Symbols) BeginRun() (defined []Condition, effects []Effect, world []World) {
	defined, effects, world = s.defined, s.effects, s.world
	s.defined, s.effects, s.world, s.calls = nil, nil, nil, 0
	return defined, effects, world
}

// decide chooses between a condition and its negation.
func (s *Symbols) decide(condition, number uint64) (bool, uint64, error) {
	if !sim.IsSymbol(condition) {
		return condition&1 != 0, number, nil
	}
	if v, ok := s.numbers[condition]; ok {
		return v != 0, number, nil
	}
	w := s.Bits.word(condition, sim.Number{Width: 1})
	if s.at == len(s.script) {
		c := decision{condition: condition, taken: true, number: number}
		yes := s.Bits.ask(append(s.holds, w.bits[0])...)
		no := s.Bits.ask(append(s.holds, w.bits[0].Not())...)
		switch {
		case yes == sat.Impossible && no == sat.Impossible:
			return false, 0, ErrImpossible
		case yes == sat.Impossible:
			c.taken = false
		default:
			c.open = no != sat.Impossible
		}
		if len(s.script) >= maxChoices {
			return false, 0, fmt.Errorf("has paths of more than %d choices", maxChoices)
		}
		s.script = append(s.script, c)
	}
	c := s.script[s.at]
	if c.condition != condition {
		return false, 0, diag.Errorf("symbol", "is not executed in the same way when it is executed again")
	}
	s.at++
	if c.taken {
		s.numbers[condition], s.holds = 1, append(s.holds, w.bits[0])
	} else {
		s.numbers[condition], s.holds = 0, append(s.holds, w.bits[0].Not())
	}
	return c.taken, c.number, nil
}

// require notes a condition that must hold for the run to be defined.
func (s *Symbols) require(condition uint64) {
	if condition != 1 {
		s.defined = append(s.defined, Condition{condition, len(s.effects)})
	}
}

// requireNumber notes that a term must not be poison, whose number is used.
func (s *Symbols) requireNumber(x uint64, kind sim.Number) {
	if s.mayBePoison(x) {
		s.require(uint64(s.Apply(definedNumber(kind), x)))
	}
}

// number chooses the number of a term: one of first if that is possible, otherwise any.
func (s *Symbols) number(x uint64, kind sim.Number, first ...uint64) (uint64, error) {
	if v, ok := s.numbers[x]; ok {
		return v, nil
	}
	s.requireNumber(x, kind)
	same := equality(kind)
	for k := range maxNumbers {
		if kind.Width == 1 {
			yes, _, err := s.decide(x, 0)
			return sim.BoolBits(yes), err
		}
		var candidate uint64
		switch {
		case s.at < len(s.script):
			candidate = s.script[s.at].number
		case k < len(first):
			candidate = first[k]
		default:
			w := s.Bits.word(x, kind)
			if a := s.Bits.ask(s.holds...); a != sat.Possible {
				if a == sat.Impossible {
					return 0, ErrImpossible
				}
				return 0, diag.Errorf("symbol", "needs a number for which the search takes too long")
			}
			for i, l := range w.bits {
				if i < 64 && s.Bits.solver.Holds(l) {
					candidate |= 1 << i
				}
			}
		}
		yes, v, err := s.decide(uint64(s.Apply(same, x, candidate)), candidate)
		if err != nil {
			return 0, err
		}
		if yes {
			s.numbers[x] = v
			return v, nil
		}
	}
	return 0, diag.Errorf("symbol", "needs a number that has more than %d values", maxNumbers)
}

func equality(kind sim.Number) *Function {
	return &Function{Name: "eq " + spellNumber(kind), Do: "cmpi eq", Commutes: true, Operands: []sim.Number{kind, kind}, Result: sim.Number{Width: 1}}
}

func definedNumber(kind sim.Number) *Function {
	return &Function{Name: "number " + spellNumber(kind), Do: "defined number", Operands: []sim.Number{kind}, Result: sim.Number{Width: 1}}
}

func inside(kind sim.Number) *Function {
	return &Function{Name: "inside " + spellNumber(kind), Do: "defined inside", Operands: []sim.Number{kind, kind}, Result: sim.Number{Width: 1}}
}

// Claim is a condition that must follow from a path.
type Claim struct {
	Want, Got uint64
	Kind      sim.Number
}

// Answer describes how a claim follows.
type Answer struct {
	Laws  Laws // laws that it needs
	Holds bool
	// Model gives numbers to variables for which the claim may be false; nil: the question is
	// undecided.
	Model map[uint64]uint64
}

// Refines reports whether a number may replace another one on this path, if the conditions before,
// under which the old program is defined, hold: it is the same number, and poison only if the old
// one is.
func (s *Symbols) Refines(c Claim, before []Condition) Answer {
	if c.Want == c.Got {
		return Answer{Holds: true}
	}
	laws, equal := s.Terms.Compare(c.Want, c.Got, c.Kind)
	if (!equal || laws != 0) && len(s.numbers) > 0 {
		if s.here == nil || len(s.numbers) != s.known {
			s.here, s.known = &assumption{s.numbers, map[Laws]*values{}}, len(s.numbers)
		}
		s.assumed = s.here
		laws, equal = s.Terms.Compare(c.Want, c.Got, c.Kind)
		s.assumed = nil
	}
	if equal && !s.mayBePoison(c.Got) {
		return Answer{Laws: laws, Holds: true}
	}
	want, got := s.Bits.word(c.Want, c.Kind), s.Bits.word(c.Got, c.Kind)
	wrong := got.poison
	if !equal {
		same := s.Bits.equal(want.bits, got.bits)
		if c.Kind.Kind != nil {
			same = s.Bits.sameFloat(want.bits, got.bits, c.Kind.Kind)
		}
		wrong = s.Bits.or(wrong, same.Not())
	}
	return s.refuted(laws, before, want.poison.Not(), wrong)
}

// Follows reports whether a condition of the run after a pass holds on this path where before
// was defined.
func (s *Symbols) Follows(c Condition, before []Condition) Answer {
	return s.refuted(0, before, s.Bits.word(c.Term, sim.Number{Width: 1}).bits[0].Not())
}

// Excluded reports whether no input leads here under the conditions before.
func (s *Symbols) Excluded(before []Condition) Answer { return s.refuted(0, before) }

// refuted asks for inputs of the path for which literals hold.
func (s *Symbols) refuted(laws Laws, before []Condition, literals ...sat.Literal) Answer {
	list := append([]sat.Literal(nil), s.holds...)
	for _, d := range before {
		list = append(list, s.Bits.word(d.Term, sim.Number{Width: 1}).bits[0])
	}
	switch s.Bits.ask(append(list, literals...)...) {
	case sat.Impossible:
		return Answer{Laws: laws, Holds: true}
	case sat.Unknown:
		return Answer{}
	}
	return Answer{Model: s.Bits.model()}
}

// Example returns inputs of the path that satisfy before, or nil.
func (s *Symbols) Example(before []Condition) map[uint64]uint64 {
	return s.refuted(0, before).Model
}

// Poisoned reports whether a number is poison on this path.
func (s *Symbols) Poisoned(x uint64, kind sim.Number, before []Condition) Answer {
	return s.refuted(0, before, s.Bits.word(x, kind).poison.Not())
}

// Equals is the condition that a term equals a number.
func (s *Symbols) Equals(x, number uint64, kind sim.Number) Condition {
	return Condition{Term: uint64(s.Apply(equality(kind), x, number))}
}
