package barriers

import (
	"maps"
	rand "math/rand/v2"
	"slices"
	"testing"

	"optc/ir"
	"optc/passes/distribute/internal/core"
)

const anyIteration = -1

// reached is an access that no barrier has followed yet.
type reached struct {
	use
	pass int // parity of the iteration, for a buffer that a loop uses in turn; anyIteration after the loop
}

// follower follows the paths through a function and collects accesses since the last barrier.
type follower struct {
	*trace
	pass map[*ir.Operation]int // passes of the enclosing loops that use buffers in turn
	met  *ir.Value             // a buffer with a conflict
}

// conflict returns a buffer that a path writes and reads, or reads and writes, without a barrier between; nil if there is
// none. A thread that writes a buffer again writes the same elements.
func (t *trace) conflict() *ir.Value {
	f := &follower{trace: t, pass: map[*ir.Operation]int{}}
	f.follow(t.events, map[reached]bool{})
	return f.met
}

// follow returns the accesses that reach the end of a list of events.
func (f *follower) follow(list []*event, since map[reached]bool) map[reached]bool {
	since = maps.Clone(since)
	for _, e := range list {
		switch {
		case f.met != nil:
			return since
		case e.barrier && !e.dropped:
			clear(since)
		case e.regions != nil:
			if e.led {
				clear(since)
			}
			since = f.regions(e, since)
		}
		for _, u := range e.uses {
			f.access(u, since)
		}
	}
	return since
}

func (f *follower) access(u use, since map[reached]bool) {
	pass := anyIteration
	if loop := f.turning[u.buffer]; loop != nil {
		pass = f.pass[loop]
	}
	for r := range since {
		if r.buffer == u.buffer && r.writes != u.writes && (r.pass == anyIteration || r.pass == pass) {
			f.met = u.buffer
		}
	}
	since[reached{u, pass}] = true
}

// regions follows branches side by side. The region of a loop is followed by itself; a loop that
// uses buffers in turn needs a third pass, which has the same buffers as the first.
func (f *follower) regions(e *event, since map[reached]bool) map[reached]bool {
	after := map[reached]bool{}
	if !e.repeats {
		for _, r := range e.regions {
			maps.Copy(after, f.follow(r, since))
		}
		if len(e.regions) == 1 || slices.ContainsFunc(e.regions, func(r []*event) bool { return len(r) == 0 }) {
			maps.Copy(after, since)
		}
		return after
	}
	maps.Copy(after, since)
	passes := 2
	if f.turns(e.op) {
		passes = 3
	}
	for pass := range passes {
		f.pass[e.op] = pass % 2
		for _, r := range e.regions {
			end := f.follow(r, since)
			maps.Copy(after, end)
			if since = end; !e.whole {
				since = maps.Clone(after)
			}
		}
	}
	delete(f.pass, e.op)
	out := map[reached]bool{}
	for r := range after {
		if f.turning[r.buffer] == e.op {
			r.pass = anyIteration
		}
		out[r] = true
	}
	return out
}

// traceMaker makes random exchanges in branches and loops.
type traceMaker struct {
	*rand.Rand
	trace
	exchanges int
}

func (m *traceMaker) list(around *event, depth int) (list []*event) {
	for range 1 + m.IntN(3) {
		if m.exchanges >= 6 {
			return list
		}
		e := &event{depth: depth, around: around}
		switch kind := m.IntN(6); {
		case kind == 0 && depth < 3:
			e.regions = [][]*event{m.list(e, depth), m.list(e, depth)}
			list = append(list, e)
		case kind <= 2 && depth < 3:
			e.repeats, e.whole = true, m.IntN(4) > 0
			e.regions = [][]*event{m.list(e, depth+1)}
			list = append(list, e)
		default:
			m.exchanges++
			list = append(list, m.exchange(around, depth)...)
		}
	}
	return list
}

// exchange returns the events of an exchange.
func (m *traceMaker) exchange(around *event, depth int) []*event {
	buffer := &ir.Value{}
	barrier := func(role core.Role) *event {
		b := &event{depth: depth, barrier: true, role: role, around: around}
		m.candidates = append(m.candidates, b)
		return b
	}
	return []*event{barrier(core.BeforeWrites), {uses: []use{{buffer, true}}}, barrier(core.AfterWrites), {uses: []use{{buffer, false}}}}
}

// passed returns how often barriers are passed if a loop has 10 iterations.
func (t *trace) passed() (n int) {
	for _, b := range t.candidates {
		if !b.dropped {
			times := 1
			for range b.depth {
				times *= 10
			}
			n += times
		}
	}
	return n
}

// No other choice of the barriers of random exchanges in branches and loops is passed less often.
func TestFewestBarriers(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		m := &traceMaker{Rand: rand.New(rand.NewPCG(seed, 1))}
		m.events = m.list(nil, 0)
		addSteps(m.events, &step{})
		if m.conflict() != nil {
			t.Fatalf("seed %d: a conflict with all barriers", seed)
		}
		slices.SortStableFunc(m.candidates, func(a, b *event) int { return b.depth - a.depth })
		m.dropBarriers()
		got, least := m.passed(), 1<<30
		for set := range uint(1) << len(m.candidates) {
			for i, b := range m.candidates {
				b.dropped = set>>i&1 == 1
			}
			if n := m.passed(); n < least && m.conflict() == nil {
				least = n
			}
		}
		if got != least {
			t.Errorf("seed %d: %d exchanges pass %d barriers, but %d are enough", seed, m.exchanges, got, least)
		}
	}
}

// The steps that the searches for accesses visit grow with the exchanges. If each exchange is in its own loop, they grow with the square of
// the exchanges: a loop may have no iterations, so that paths lead past the barriers of all loops, up to maxSteps.
func TestBarrierSearchesGrowWithExchanges(t *testing.T) {
	t.Parallel()
	repeated := func(m *traceMaker, n int) []*event {
		e := &event{repeats: true, whole: true}
		var body []*event
		for range n {
			body = append(body, m.exchange(e, 1)...)
		}
		e.regions = [][]*event{body}
		return []*event{e}
	}
	for _, c := range []struct {
		name  string
		times int // factor by which the steps grow if the number of exchanges is doubled
		list  func(m *traceMaker, n int) []*event
	}{
		{"one after the other", 2, func(m *traceMaker, n int) (list []*event) {
			for range n {
				list = append(list, m.exchange(nil, 0)...)
			}
			return list
		}},
		{"in a loop", 2, repeated},
		{"in branches", 2, func(m *traceMaker, n int) (list []*event) {
			for range n / 2 {
				e := &event{}
				e.regions = [][]*event{m.exchange(e, 0), m.exchange(e, 0)}
				list = append(list, e)
			}
			return list
		}},
		{"in a loop each", 4, func(m *traceMaker, n int) (list []*event) {
			for range n {
				list = append(list, repeated(m, 1)...)
			}
			return list
		}},
	} {
		before := 0
		for _, n := range []int{50, 100, 200, 400} {
			m := &traceMaker{}
			m.events = c.list(m, n)
			addSteps(m.events, &step{})
			m.dropBarriers()
			t.Logf("%d exchanges %s: %d steps", n, c.name, m.visited)
			if before > 0 && m.visited > c.times*before*11/10 {
				t.Errorf("%d exchanges %s visit %d steps, and half of them %d", n, c.name, m.visited, before)
			}
			if most := 2 * len(m.candidates) * maxSteps; m.visited > most {
				t.Errorf("%d exchanges %s visit %d steps, more than %d", n, c.name, m.visited, most)
			}
			before = m.visited
		}
	}
}
