package barriers

import (
	"optc/ir"
)

// step is a place on the paths through the events of a function.
//
//	list → entry → head → body … → again → head
//	                  └→ exit → list
type step struct {
	event      *event // event of an access or a barrier
	entry      *event // the loop that is entered here; a barrier may lead it
	again      *event // the loop whose next iteration begins here
	exit       *event // the loop that is left here
	prev, next []*step
}

// connect makes paths lead from one step to another, which it returns.
func connect(from, to *step) *step {
	from.next, to.prev = append(from.next, to), append(to.prev, from)
	return to
}

// addSteps adds steps for a list of events after a step, and returns the last step.
func addSteps(list []*event, from *step) *step {
	for _, e := range list {
		switch {
		case e.regions == nil:
			e.at = connect(from, &step{event: e})
			from = e.at
		case e.repeats:
			head, again := connect(connect(from, &step{entry: e}), &step{}), &step{again: e}
			for _, r := range e.regions {
				connect(addSteps(r, head), again)
			}
			connect(again, head)
			from = connect(head, &step{exit: e})
		default:
			meet, passes := &step{}, len(e.regions) == 1
			for _, r := range e.regions {
				passes = passes || len(r) == 0
				if len(r) > 0 {
					connect(addSteps(r, from), meet)
				}
			}
			if passes {
				connect(from, meet)
			}
			from = meet
		}
	}
	return from
}

// stops reports whether a barrier is at a step.
func (s *step) stops() bool {
	return s.event != nil && s.event.barrier && !s.event.dropped || s.entry != nil && s.entry.led
}

// pass is the iteration of a loop in which a path arrives, relative to the iteration in which it begins.
type pass uint8

const (
	evenPass pass = iota // this iteration, or an even number of iterations away
	oddPass
	anyPass // the path has left the loop
)

// after returns the pass of a path that comes to a step.
func (p pass) after(s *step, loop *event) pass {
	switch {
	case loop == nil || p == anyPass || s.entry == loop || s.exit == loop:
		return anyPass
	case s.again == loop:
		return oddPass - p
	}
	return p
}

// passedUse is an access on a path.
type passedUse struct {
	use
	pass pass
}

// maxSteps bounds the steps that a search visits; a barrier with longer paths around it is kept.
const maxSteps = 1 << 12

// usesFrom returns the accesses that paths from a step reach before a barrier, in one direction; false if there are too
// many paths. Iterations of the loop are distinguished, unless loop is nil.
func (t *trace) usesFrom(from *step, forward bool, loop *event) (uses map[passedUse]bool, ok bool) {
	type place struct {
		step *step
		pass pass
	}
	first := place{from, evenPass.after(from, loop)}
	seen, work := map[place]bool{first: true}, []place{first}
	uses = map[passedUse]bool{}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		next := p.step.prev
		if forward {
			next = p.step.next
		}
		for _, s := range next {
			q := place{s, p.pass.after(s, loop)}
			if s.stops() || seen[q] {
				continue
			}
			if len(seen) == maxSteps {
				return nil, false
			}
			seen[q] = true
			t.visited++
			work = append(work, q)
			if s.event != nil {
				for _, u := range s.event.uses {
					uses[passedUse{u, q.pass}] = true
				}
			}
		}
	}
	return uses, true
}

// separates reports whether a dropped barrier is needed: a path through its place writes and reads a buffer, or reads
// and writes it, without another barrier between. It returns such a buffer; nil if there may be too many paths. A thread
// that writes a buffer again writes the same elements.
func (t *trace) separates(b *event) (buffer *ir.Value, needed bool) {
	if buffer, needed = t.separatesIn(b, nil); needed {
		return buffer, needed
	}
	for loop := b.around; loop != nil; loop = loop.around {
		if t.turns(loop.op) {
			if buffer, needed = t.separatesIn(b, loop); needed {
				return buffer, needed
			}
		}
	}
	return nil, false
}

// separatesIn is separates for the buffers that a loop around the barrier uses in turn, or for all other buffers if
// loop is nil.
func (t *trace) separatesIn(b, loop *event) (buffer *ir.Value, needed bool) {
	before, ok := t.usesFrom(b.at, false, loop)
	if !ok {
		return nil, true
	}
	after, ok := t.usesFrom(b.at, true, loop)
	if !ok {
		return nil, true
	}
	least := -1
	for a := range after {
		if !t.belongs(a.buffer, b, loop) {
			continue
		}
		for _, p := range []pass{evenPass, oddPass, anyPass} {
			apart := p != anyPass && a.pass != anyPass && p != a.pass
			if !apart && before[passedUse{use{a.buffer, !a.writes}, p}] {
				if k := t.order[a.buffer]; least < 0 || k < least {
					buffer, least = a.buffer, k
				}
			}
		}
	}
	return buffer, least >= 0
}

// belongs reports whether loop, which is around a barrier, uses a buffer in turn; if loop is nil, it reports whether no loop
// does.
func (t *trace) belongs(buffer *ir.Value, b, loop *event) bool {
	of := t.turning[buffer]
	if loop != nil {
		return of == loop.op
	}
	for around := b.around; around != nil && of != nil; around = around.around {
		if around.op == of {
			return false
		}
	}
	return true
}
