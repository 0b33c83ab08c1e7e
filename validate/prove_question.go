package validate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"optc/ir"
	"optc/sim"
	"optc/validate/internal/prove"
)

// question is whether a function after a pass refines the one before it.
type question struct {
	ctx           context.Context
	before, after Function
	distribution  bool
	terms         int
	proof         Proof
	followed      bool // a path was followed to its end, so that not all are left out
	globals       bool // whether an execution used a global that is not constant
}

// decide answers a question by following paths on terms, for all extents up to a bound and all ways
// to share memory; if that fails and the input has few bits, by trying all inputs. If that does not
// decide, it searches for a difference.
func (q *question) decide() Proof {
	err := q.settings()
	if q.proof.Outcome == Different {
		return q.proof
	}
	if err != nil {
		q.proof = Proof{Outcome: Undecided, Reason: reasonOf(err), Terms: q.terms}
	}
	if q.proof.Outcome == Undecided && q.decideAll() {
		return q.proof
	}
	if q.proof.Outcome == Undecided || len(q.proof.Assumed) > 0 || q.proof.Apart && !q.distribution {
		q.search()
	}
	return q.proof
}

// settings compares the functions for one setting after the other.
func (q *question) settings() error {
	unknown := unknownExtents(q.before)
	most, err := largestExtents(len(unknown))
	if err != nil {
		return err
	}
	done := int64(-1)
	for n := int64(0); n <= most; n++ {
		for _, extents := range extentsUpTo(len(unknown), n) {
			if err := q.sharing(&setting{unknown: unknown, extents: extents}); err != nil || q.proof.Outcome >= Undecided {
				if errors.Is(err, context.DeadlineExceeded) && done >= 2 {
					most, err = done, nil
				}
				if err != nil || q.proof.Outcome >= Undecided {
					return err
				}
			}
			if done == most {
				break
			}
		}
		if done < most {
			done = n
		}
	}
	if !q.followed && len(q.proof.Assumed) > 0 {
		return errors.New("each path is left out")
	}
	if hasOpenLayout(q.before) {
		q.assume("contiguous memory")
	}
	if len(unknown) > 0 {
		q.proof.Assumed = append([]string{fmt.Sprintf("extents up to %d", most)}, q.proof.Assumed...)
	}
	return nil
}

// sharing compares with separate arguments, and with all ways of sharing memory that matter.
func (q *question) sharing(at *setting) error {
	touched := newTouched()
	at.touched = touched
	if err := q.compare(at); err != nil || q.proof.Outcome >= Undecided {
		return err
	}
	at.touched = nil
	may := mayShare(q.before)
	if hasMemory(q.before) && q.globals {
		q.proof.Apart = true // an argument may be the memory of a global
	}
	if len(may) == 0 {
		return nil
	}
	if q.distribution || q.before.inGroup() || q.after.inGroup() {
		q.proof.Apart = true
		return nil
	}
	places, ok := touched.placements(at, q.before, may)
	if !ok {
		q.proof.Apart = true
		return nil
	}
	for _, p := range places {
		together := *at
		together.places = p
		if err := q.compare(&together); err != nil || q.proof.Outcome >= Undecided {
			return err
		}
	}
	return nil
}

// compare compares all paths of a setting, and weakens the proof by what it finds.
func (q *question) compare(at *setting) error {
	store := prove.NewTerms(proofSeed)
	s := prove.NewSymbols(store)
	s.Bits.Stop = func() bool { return q.ctx.Err() != nil }
	var failed error
	err := s.Explore(q.ctx, func() bool {
		failed = q.path(s, at)
		return failed == nil && q.proof.Outcome < Undecided
	})
	q.terms += store.Len()
	for _, a := range s.Assumed {
		q.assume(a)
	}
	q.proof.Terms = q.terms
	return errors.Join(failed, err)
}

func (q *question) assume(what string) {
	if !slices.Contains(q.proof.Assumed, what) {
		q.proof.Assumed = append(q.proof.Assumed, what)
	}
}

// path compares the functions on one path.
func (q *question) path(s *prove.Symbols, at *setting) error {
	s.BeginRun()
	before, err := execute(q.ctx, q.before, s, at)
	if errors.Is(err, prove.ErrLeftOut) {
		return nil
	}
	if q.followed = true; noPath(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if before.reached() == 0 && before.undefined() {
		return nil
	}
	s.BeginRun()
	after, err := execute(q.ctx, q.after, s, at)
	if noPath(err) {
		return nil
	}
	if err != nil {
		return err
	}
	q.globals = q.globals || before.usesGlobal() || after.usesGlobal()
	return q.refines(s, at, before, after)
}

// noPath reports whether a path ends because no input leads there or because the proof does not cover it.
func noPath(err error) bool {
	return errors.Is(err, prove.ErrImpossible) || errors.Is(err, prove.ErrLeftOut)
}

// refines compares the effects of two executions on a path. Undefined behaviour may replace all
// effects before it, back to the last effect after which the program may stop.
func (q *question) refines(s *prove.Symbols, at *setting, before, after *record) error {
	check := func(a prove.Answer, where string) bool {
		if a.Holds {
			q.proof.uses(a.Laws)
			return true
		}
		q.proof = Proof{Outcome: Undecided, Reason: where, Terms: q.terms}
		if a.Model != nil {
			q.confirm(at, func(x uint64, _ ir.Type) uint64 { return a.Model[x] })
		}
		return false
	}
	impossible := func(where string, effects int) bool {
		return check(s.Excluded(before.holdsAt(effects)), where)
	}
	reached := before.reached()
	for i, e := range before.effects[:reached] {
		if i >= len(after.effects) || e.Name != after.effects[i].Name {
			impossible(fmt.Sprintf("effect %d is %s before, and %s after", i, e.Name, nameOfEffect(after, i)), i)
			return nil
		}
		if !q.values(s, before.holdsAt(i), shown(e), shown(after.effects[i]), e.Name, check) {
			return nil
		}
	}
	for _, d := range after.defined {
		if before.undefined() && d.Effects >= reached {
			continue
		}
		if !check(s.Follows(d, before.holdsAt(d.Effects)), "the function after may be undefined") {
			return nil
		}
	}
	if before.undefined() {
		return nil
	}
	switch {
	case after.undefined():
		impossible("afterwards "+reasonOf(after.ended), len(after.effects))
		return nil
	case (before.ended == nil) != (after.ended == nil):
		impossible("only one of the functions is stopped by an assertion", len(before.effects))
		return nil
	case len(after.effects) > len(before.effects):
		impossible(fmt.Sprintf("effect %d is new: %s", len(before.effects), nameOfEffect(after, len(before.effects))), len(before.effects))
		return nil
	case before.ended != nil:
		return nil
	}
	if len(before.results) != 1 && len(before.results) != len(after.results) {
		check(prove.Answer{}, fmt.Sprintf("%d threads before, and %d after", len(before.results), len(after.results)))
		return nil
	}
	for thread, values := range after.results {
		wanted := before.results[thread%len(before.results)]
		if !slices.Equal(before.placesOf(wanted), after.placesOf(values)) {
			check(prove.Answer{}, "the result is other memory after the pass")
			return nil
		}
		if !q.values(s, before.defined, wanted, values, "result", check) {
			return nil
		}
	}
	return q.worlds(s, before, after, check)
}

func nameOfEffect(r *record, i int) string {
	if i < len(r.effects) {
		return r.effects[i].Name
	}
	return "missing"
}

// worlds compares the memory visible from outside.
func (q *question) worlds(s *prove.Symbols, before, after *record, check func(prove.Answer, string) bool) error {
	for _, p := range pairs(before.world, after.world) {
		for _, k := range p.elements() {
			want, got := p.number(s, p.before, k), p.number(s, p.after, k)
			if !q.value(s, before.defined, want, got, fmt.Sprintf("%s, element %d,", p.name, k), check) {
				return nil
			}
		}
	}
	return nil
}

// values compares the values in one place.
func (q *question) values(s *prove.Symbols, defined []prove.Condition, want, got []Value, where string, check func(prove.Answer, string) bool) bool {
	if len(want) != len(got) {
		return check(prove.Answer{}, fmt.Sprintf("%s: %d values before, and %d after", where, len(want), len(got)))
	}
	for i, w := range want {
		place := where
		if len(want) > 1 {
			place = fmt.Sprintf("%s %d", where, i)
		}
		if !q.value(s, defined, w, got[i], place, check) {
			return false
		}
	}
	return true
}

// value compares two values; any value may replace poison.
func (q *question) value(s *prove.Symbols, defined []prove.Condition, want, got Value, where string, check func(prove.Answer, string) bool) bool {
	if want.Value.IsPoison() {
		return true
	}
	kind := prove.NumberOf(want.Type)
	poison := func() bool {
		return check(s.Excluded(defined), where+" is poison after the pass")
	}
	x, y := elements(want.Value), elements(got.Value)
	if x == nil && sim.IsWide(want.Type) && !got.Value.IsPoison() {
		want.Value, got.Value = sim.Int(s.TermOf(want.Value)), sim.Int(s.TermOf(got.Value))
	}
	if x == nil {
		switch {
		case want.Value.Ref != nil && want.Value.Ref == got.Value.Ref:
			return true
		case got.Value.IsPoison():
			if !sim.IsSymbol(want.Value.Bits) {
				return poison()
			}
			return check(s.Poisoned(want.Value.Bits, kind, defined), where+" is poison after the pass")
		case want.Value.Ref != nil || got.Value.Ref != nil:
			if Differs([]Value{want}, []Value{got}) == "" {
				return true
			}
			return check(s.Excluded(defined), where+" differs")
		}
		return check(s.Refines(prove.Claim{Want: want.Value.Bits, Got: got.Value.Bits, Kind: kind}, defined),
			fmt.Sprintf("%s is %s before, and %s after", where, s.Format(want.Value.Bits, kind, 3), s.Format(got.Value.Bits, kind, 3)))
	}
	if y == nil && got.Value.IsPoison() {
		return poison()
	}
	if y == nil || x.Len() != y.Len() {
		return check(s.Excluded(defined), where+" has another number of elements after the pass")
	}
	for i := range x.Len() {
		if x.IsUndef(i) {
			continue
		}
		element := Value{x.Elem, x.At(i)}
		other := Value{y.Elem, y.At(i)}
		if y.IsUndef(i) {
			other.Value = sim.Poison
		}
		if !q.value(s, defined, element, other, fmt.Sprintf("%s, element %d,", where, i), check) {
			return false
		}
	}
	return true
}
