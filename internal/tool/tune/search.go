package tune

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"optc/diag"
	"optc/internal/base/parallel"
	"optc/internal/family/gpu/kernel"
	"optc/ir"
)

// DefaultBudget is the number of candidates that are executed unless a problem says otherwise.
const DefaultBudget = 400

// together is the number of candidates that are executed before the best one is updated. It is
// no number of threads, so that these do not change the result.
const together = 8

// batch returns the number of candidates that are executed before the best one is updated: fewer than
// together if the part of the kernel that is executed takes long.
func (s *search) batch() int { return int(max(together*mostWork/max(s.work, mostWork), 1)) }

// Result is the outcome of a search.
type Result struct {
	Anchors []*Anchor
	// Part is the part of a kernel that each candidate executed.
	Part Part
	// Best lists the measured choices that are valid, the cheapest first.
	Best []Tried
	// Refused lists measured choices that are not valid.
	Refused []Tried
	// Measured and Bounded are numbers of candidates that were executed, and that were left
	// out because their exact bound was not below the cost of the best one. Left is the number
	// of candidates that were left out because the budget was used up, and Open of the candidates
	// of an anchor that were not compared yet when the search was interrupted.
	Measured, Bounded, Left, Open int
	// NotExecuted lists the candidates with the least bounds among those that were left out because
	// of their bound, the least first, and at most as many as a report shows.
	NotExecuted []BoundedChoice
	// Invalid is the number of candidates that cannot be built, which is known before they are compiled.
	Invalid     int
	Interrupted bool
}

// Tried is a choice with its measurement.
type Tried struct {
	Choice
	*Measurement
	// Bound is the number of cycles that the candidate was known to need before it was executed, and Parts
	// are its parts.
	Bound float64
	Parts BoundParts
}

// Tune searches the layouts of the open anchors. When ctx ends, the result has the best of the
// choices so far; if there is none yet, the error reports this and wraps the cause.
func (p *Problem) Tune(ctx context.Context) (*Result, error) {
	if err := p.prepare(ctx); err != nil {
		if ctx.Err() != nil {
			err = endedWithout(ctx, 0)
		}
		return nil, err
	}
	s := &search{Problem: p, result: &Result{Anchors: p.anchors, Part: p.Part}, known: map[string]*Measurement{}, bounded: map[string]bool{}}
	err := s.run(ctx)
	if ctx.Err() != nil {
		s.result.Interrupted, err = true, nil
		if len(s.result.Best) == 0 {
			err = endedWithout(ctx, s.result.Measured)
		}
	}
	if err != nil {
		return nil, err
	}
	if len(s.result.Best) == 0 {
		return nil, s.nothing()
	}
	s.finish()
	return s.result, nil
}

// endedWithout returns the error that ctx ended before a candidate that can be used was executed.
func endedWithout(ctx context.Context, executed int) error {
	if executed == 0 {
		return fmt.Errorf("%w before the first candidate was executed; there is no best choice so far", context.Cause(ctx))
	}
	return fmt.Errorf("%w after %s, of which none can be used; there is no best choice so far", context.Cause(ctx), diag.Counted(executed, "candidate"))
}

// nothing returns the error that no candidate can be used, with the reason for the first.
func (s *search) nothing() error {
	a := s.anchors[0]
	d := ir.Errorf(a.Loc, "none of %d candidates for '%s' can be used", s.result.Measured+s.result.Invalid, a.Name).WithCode("tune-none")
	if len(s.result.Refused) > 0 {
		r := s.result.Refused[0]
		d.HintNote(a.Loc, "the first: %s", r.Refused)
		for i, l := range r.Choice {
			d.HintNote(s.anchors[i].Loc, "with %s", l)
		}
	}
	return d
}

// search is a coordinate descent. Its state is a wish for each anchor: an option, or nil for an
// anchor that takes the option which follows from the others. First each coordinate in turn has
// every option while the others follow; then, from the best of these choices, one coordinate
// changes at a time, until no change helps.
type search struct {
	*Problem
	result *Result
	known  map[string]*Measurement
	// bounded are the candidates whose bound is not below the cost of the best choice, which only falls.
	bounded map[string]bool
	costs   costs
	wishes  []Option // of the best choice
	best    *Tried
	fill    bool // see complete
}

// wish is a candidate of the search, completed.
type wish struct {
	wishes []Option
	choice Choice // nil if it is not complete
	key    string
	// bound is the sum of the parts. They have the registers of the compiled program if this shows
	// that it cannot be cheaper than the best choice.
	bound float64
	parts BoundParts
	// unspilled is the bound without registers that are stored to memory, and spilled their cost; nil
	// for programs without registers.
	unspilled BoundParts
	spilled   func(registers int64) float64
	// invalid is the reason why the program cannot be built with the choice: the graph cannot be evaluated,
	// or workers would exchange values.
	invalid string
}

func (s *search) run(ctx context.Context) error {
	all := s.coordinates()
	for _, s.fill = range []bool{false, true} {
		for i := range all {
			if err := s.try(ctx, &all[i], s.variants(make([]Option, len(s.anchors)), &all[i])); err != nil {
				return err
			}
		}
		if s.best != nil {
			break
		}
	}
	for improved := s.best != nil && len(all) > 1; improved; {
		improved = false
		for i := range all {
			before := s.best
			if err := s.try(ctx, &all[i], s.variants(s.wishes, &all[i])); err != nil {
				return err
			}
			improved = improved || s.best != before
		}
	}
	return nil
}

// variants returns the wishes that differ from others in one coordinate.
func (s *search) variants(from []Option, x *coordinate) (list []*wish) {
	for _, option := range x.options {
		w := slices.Clone(from)
		for i, k := range x.anchors {
			w[k] = option[i]
		}
		list = append(list, &wish{wishes: w})
	}
	return list
}

// try measures candidates, those with the lowest bound first, until the bound of the next one is
// not below the cost of the best one.
func (s *search) try(ctx context.Context, x *coordinate, list []*wish) error {
	s.progress(x, 0)
	if err := s.each(ctx, list, s.complete); err != nil {
		return err
	}
	seen := map[string]bool{}
	list = slices.DeleteFunc(list, func(w *wish) bool {
		done := w.choice == nil || seen[w.key] || s.bounded[w.key] || s.known[w.key] != nil
		seen[w.key] = true
		return done
	})
	if err := s.each(ctx, list, s.bound); err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(w *wish) bool {
		if w.invalid != "" {
			s.known[w.key] = &Measurement{Refused: w.invalid}
			s.result.Invalid++
			s.result.Refused = append(s.result.Refused, Tried{Choice: w.choice, Measurement: s.known[w.key]})
		}
		return w.invalid != ""
	})
	slices.SortStableFunc(list, func(a, b *wish) int { return cmp.Compare(a.bound, b.bound) })
	for len(list) > 0 {
		n := 0
		for n < min(s.batch(), len(list)) && (s.best == nil || list[n].bound < s.best.Cycles) {
			n++
		}
		if n == 0 {
			s.leaveOut(list)
			for _, w := range list {
				s.bounded[w.key] = true
			}
			return nil
		}
		if rest := s.Budget - s.result.Measured; n > rest {
			if rest == 0 {
				s.result.Left += len(list)
				return nil
			}
			n = rest
		}
		left := 0
		for _, w := range list {
			if s.best == nil || w.bound < s.best.Cycles {
				left++
			}
		}
		s.progress(x, left)
		if err := s.measureAll(ctx, list[:n]); err != nil {
			s.result.Open = len(list)
			return err
		}
		list = list[n:]
	}
	return nil
}

// progress reports the state of the search.
func (s *search) progress(x *coordinate, left int) {
	if s.Progress == nil {
		return
	}
	p := Progress{Anchor: x.name, Listed: len(x.options), Left: left, Measured: s.result.Measured}
	if s.best != nil {
		p.Cycles = s.best.Cycles
	}
	s.Progress(p)
}

// each does a step for all candidates of a list, and returns the error of the first that has one.
func (s *search) each(ctx context.Context, list []*wish, step func(ctx context.Context, w *wish) error) error {
	errs := make([]error, len(list))
	parallel.Do(s.Threads, len(list), func(_, i int) {
		if ctx.Err() == nil {
			errs[i] = step(ctx, list[i])
		}
	})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// tooDear reports for a candidate whether its compiled program, of which the registers are known,
// cannot be cheaper than the best choice.
func (s *search) tooDear(w *wish) func(program *ir.Operation) bool {
	if s.best == nil || w.spilled == nil {
		return func(*ir.Operation) bool { return false }
	}
	most := s.best.Cycles
	return func(program *ir.Operation) bool {
		parts := w.withRegisters(kernel.Registers(program))
		if parts.sum() < most {
			return false
		}
		w.parts, w.bound = parts, parts.sum()
		return true
	}
}

// measureAll measures candidates.
func (s *search) measureAll(ctx context.Context, list []*wish) error {
	measured, errs := make([]*Measurement, len(list)), make([]error, len(list))
	parallel.Do(s.Threads, len(list), func(_, i int) {
		if measured[i] = s.Cache.get(list[i].key); measured[i] == nil {
			measured[i], errs[i] = s.measure(ctx, list[i].choice, s.tooDear(list[i]))
		}
	})
	var first error
	for i, w := range list {
		if errs[i] != nil {
			first = cmp.Or(first, errs[i])
			continue
		}
		if measured[i] == nil {
			s.known[w.key] = &Measurement{Refused: "cannot be cheaper than the best choice"}
			s.leaveOut(list[i : i+1])
			continue
		}
		s.Cache.put(w.key, measured[i])
		s.known[w.key] = measured[i]
		s.result.Measured++
		t := Tried{Choice: w.choice, Measurement: measured[i], Bound: w.bound, Parts: w.parts}
		if t.Refused != "" {
			s.result.Refused = append(s.result.Refused, t)
			continue
		}
		s.result.Best = append(s.result.Best, t)
		if s.best == nil || t.Cycles < s.best.Cycles {
			s.best, s.wishes = &t, w.wishes
		}
	}
	return first
}

// finish sorts the result.
func (s *search) finish() {
	slices.SortStableFunc(s.result.Best, func(a, b Tried) int { return cmp.Compare(a.Cycles, b.Cycles) })
}
