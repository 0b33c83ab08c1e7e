package distribute

import (
	"math/rand/v2"
	"slices"
	"testing"

	"optc/ir"
)

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
			buffer := &ir.Value{}
			barrier := func(role barrierRole) *event {
				b := &event{depth: depth, barrier: true, role: role, around: around}
				m.candidates = append(m.candidates, b)
				return b
			}
			list = append(list, barrier(beforeWrites), &event{uses: []use{{buffer, true}}}, barrier(afterWrites), &event{uses: []use{{buffer, false}}})
		}
	}
	return list
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
