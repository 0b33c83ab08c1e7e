package change

import (
	"fmt"
	"slices"

	"optc/layout"
)

// maxRegisters bounds the registers of all threads that are listed to find a schedule: 64 registers of eight subgroups of 64 lanes.
const maxRegisters = 1 << 15

// listedChange is a change of layout with a list of the elements of each thread: of the workgroup, or of the threads after which both
// layouts and subgroups repeat. The last subgroup of a workgroup may have fewer lanes:
//
//	48 threads, subgroups of 32:   lanes 0 to 31, then lanes 0 to 15
type listedChange struct {
	lanes         int64
	before, after [][]int64      // elements, by thread and register
	from, to      []layout.Digit // digits of the thread id
	schedules     []*schedule
	least         int // rounds
}

// threadsToList returns the number of threads to list, for layouts that repeat together with the subgroups after a period: the
// workgroup, unless it consists of whole subgroups and has more threads than the period.
func threadsToList(period, lanes, workgroup int64) int64 {
	if workgroup > 0 && (workgroup < period || workgroup%lanes != 0) {
		return workgroup
	}
	return period
}

// listSteps lists the elements of a change for a workgroup with that many threads, or for any number of whole subgroups if workgroup
// is 0; ok is false if there are too many.
func listSteps(steps []Step, lanes, workgroup int64) (l *listedChange, ok bool) {
	l = &listedChange{lanes: lanes}
	period := lanes
	for _, s := range steps {
		for _, p := range []layout.Place{s.From, s.To} {
			if p.Unit > 0 && !s.IsCopy() && period <= maxRegisters {
				period = lcm(period, int64(p.Unit)*s.Size)
			}
		}
		if s.From.Unit > 0 && !s.IsCopy() {
			l.from = append(l.from, layout.Digit{Size: s.Size, Unit: int64(s.From.Unit), Offset: 1})
		}
		if s.To.Unit > 0 && !s.IsCopy() {
			l.to = append(l.to, layout.Digit{Size: s.Size, Unit: int64(s.To.Unit), Offset: 1})
		}
	}
	threads := threadsToList(period, lanes, workgroup)
	if l.before, ok = listElements(steps, Step.Source, threads); !ok {
		return nil, false
	}
	l.after, ok = listElements(steps, Step.Target, threads)
	return l, ok
}

// listElements returns the numbers of the elements of each thread on a side of a change.
func listElements(steps []Step, side func(Step) layout.Place, threads int64) (out [][]int64, ok bool) {
	held := int64(1)
	for _, s := range steps {
		if side(s).Offset > 0 {
			held *= s.Size
		}
		if held > maxRegisters/threads {
			return nil, false
		}
	}
	for thread := range threads {
		list := make([]int64, held)
		for r := range list {
			for _, s := range steps {
				switch p := side(s); {
				case s.IsCopy():
				case p.Unit > 0:
					list[r] = list[r]*s.Size + thread/int64(p.Unit)%s.Size
				default:
					list[r] = list[r]*s.Size + int64(r)/p.Offset%s.Size
				}
			}
		}
		out = append(out, list)
	}
	return out, true
}

// PlanListed plans a change of layout by shuffles among lanes if the digits of the layouts have no common refinement; workgroup is as
// for [PlanRounds], and why is the reason if there is no plan.
func PlanListed(from, to *layout.Map, lanes, workgroup int64) (x Rounds, why string) {
	l, why := listMaps(from, to, lanes, workgroup)
	if why != "" {
		return x, why
	}
	if why := l.findLeast(); why != "" {
		return x, why
	}
	x = l.plan()
	x.Least, x.Possible = int64(l.least), x.Shuffles
	return x, ""
}

// listMaps lists the elements of a change between layouts whose digits have no common refinement; why is the reason if they cannot be
// listed.
func listMaps(from, to *layout.Map, lanes, workgroup int64) (l *listedChange, why string) {
	l = &listedChange{lanes: lanes}
	threads := threadsToList(int64(from.Units()), lanes, workgroup)
	if from.Units() != to.Units() || int64(from.Units())%lanes != 0 {
		return nil, "subgroups do not divide the threads of the layouts"
	}
	if l.before, l.from, why = listMap(from, threads); why == "" {
		l.after, l.to, why = listMap(to, threads)
	}
	return l, why
}

// listMap returns the elements of each thread in a map that repeats after its units, and the digits of its units.
func listMap(m *layout.Map, threads int64) (elements [][]int64, digits []layout.Digit, why string) {
	d, ok := m.Digits()
	if !ok {
		return listRegisters(m, threads)
	}
	if d.Base != (layout.Place{}) {
		return nil, nil, irregular
	}
	held := int64(1)
	for _, dim := range d.Dims {
		for _, g := range dim.Digits {
			switch {
			case g.Size == 1:
			case g.Unit > 0 && g.Offset == 0:
				digits = append(digits, layout.Digit{Size: g.Size, Unit: g.Unit, Offset: 1})
			case g.Unit == 0 && g.Offset > 0:
				held *= g.Size
			default:
				return nil, nil, irregular
			}
		}
	}
	if held > maxRegisters/threads {
		return nil, nil, tooManyRegisters
	}
	for thread := range threads {
		elements = append(elements, layout.Held(d.Dims, thread))
	}
	return elements, digits, ""
}

// listRegisters is listMap for maps whose threads or registers are no sums of digits: a thread has the digits of its number in primes.
func listRegisters(m *layout.Map, threads int64) (elements [][]int64, digits []layout.Digit, why string) {
	held, element, ok := registers(m)
	switch {
	case !ok:
		return nil, nil, irregular
	case held > maxRegisters/threads:
		return nil, nil, tooManyRegisters
	}
	for thread := range threads {
		list := make([]int64, held)
		for r := range list {
			if list[r] = element(thread%int64(m.Units()), int64(r)); list[r] < 0 {
				return nil, nil, irregular
			}
		}
		elements = append(elements, list)
	}
	return elements, primeParts(layout.Digit{Size: int64(m.Units()), Unit: 1, Offset: 1}), ""
}

// Reasons why there is no plan of shuffles.
const (
	irregular        = "the registers of a layout do not hold an element each"
	tooManyRegisters = "threads have too many registers to plan shuffles"
	changeSubgroup   = "elements change their subgroup"
)

// findLeast finds the needs of each subgroup, and the number of rounds below which there is no plan; why is the reason if there is no
// plan.
func (l *listedChange) findLeast() (why string) {
	n := int(l.lanes)
	for first := 0; first < len(l.before); first += n {
		end := min(first+n, len(l.before))
		s, ok := newSchedule(l.before[first:end], l.after[first:end])
		switch {
		case ok:
			l.schedules = append(l.schedules, s)
			l.least = max(l.least, s.least)
		case end < first+n:
			return fmt.Sprintf("the last subgroup, of %d lanes, does not have all elements that its lanes get", end-first)
		default:
			return changeSubgroup
		}
	}
	return ""
}

// plan returns the plan with the fewest rounds, and of these the plan that takes the fewest cycles. Subgroups share a schedule if there is one.
func (l *listedChange) plan() Rounds {
	common := l.findCommon()
	for k := l.least; ; k++ {
		var best *Rounds
		consider := func(r *listedRounds) {
			if r != nil {
				if x := l.roundsOf(r); best == nil || x.cost(1, phaseCost) < best.cost(1, phaseCost) {
					best = &x
				}
			}
		}
		for try := range orderedTries {
			for _, c := range common {
				consider(c.fill(k, try))
			}
		}
		if best == nil {
			for try := range orderedTries {
				consider(l.fillApart(k, fillByTries(k, try, try+1)))
			}
		}
		if best == nil {
			consider(l.fillApart(k, fillByTries(k, 0, orderedTries+randomTries)))
		}
		if best != nil {
			return *best
		}
	}
}

// listedRounds holds what threads send and which lane they read from in each round.
type listedRounds struct {
	sent  [][]int // registers, by round and thread; -1: none
	read  [][]int // positions, by round and thread; -1: none
	begin Wrap    // wrap of the positions in subgroups
}

// fillApart fills the schedule of each subgroup separately.
func (l *listedChange) fillApart(k int, fill func(s *schedule) (filled *schedule, ok bool)) *listedRounds {
	filled, ok := l.fill(fill)
	if !ok {
		return nil
	}
	r := &listedRounds{sent: make([][]int, k), read: make([][]int, k)}
	for j := range k {
		for _, f := range filled {
			r.sent[j], r.read[j] = append(r.sent[j], f.sent[j]...), append(r.read[j], f.read[j]...)
		}
	}
	return r
}

// fill fills the schedules of all subgroups; subgroups with the same needs have the same schedule.
func (l *listedChange) fill(fill func(s *schedule) (filled *schedule, ok bool)) (filled []*schedule, ok bool) {
	known := map[string]*schedule{}
	for _, s := range l.schedules {
		key := s.key()
		f, ok := known[key]
		if !ok {
			f, ok = fill(s)
		}
		if !ok {
			return nil, false
		}
		known[key] = f
		filled = append(filled, f)
	}
	return filled, true
}

// fillByTries returns a function that fills a schedule by the first try that succeeds.
func fillByTries(k, first, end int) func(s *schedule) (filled *schedule, ok bool) {
	return func(s *schedule) (filled *schedule, ok bool) {
		for try := first; !ok && try < end; try++ {
			filled, ok = s.fill(k, try)
		}
		return filled, ok
	}
}

// key is the same for subgroups with the same needs: it has the place before the change of each element after it.
func (s *schedule) key() string {
	type place struct{ holder, register int }
	at := map[int64]place{}
	for h, lanes := range s.holders {
		for r, element := range s.before[lanes[0]] {
			at[element] = place{h, r}
		}
	}
	var places []place
	for _, list := range s.after {
		for _, element := range list {
			places = append(places, at[element])
		}
	}
	return fmt.Sprint(s.holder, places)
}

// roundsOf returns the plan of rounds.
func (l *listedChange) roundsOf(r *listedRounds) Rounds {
	threads, k := len(l.before), len(r.sent)
	x := Rounds{Groups: []RegisterPair{{}}, Block: l.lanes, lanes: l.lanes, Shuffles: int64(k)}
	c := &chooser{number: map[Select]int{}}
	c.Registers = upTo(int64(len(l.before[0])))
	first := len(c.Registers) + k
	orders := l.orders()
	c.Sent = c.chooseByTables(r.sent, orders, first)
	kept := make([][]int, len(l.after[0]))
	for register := range kept {
		values := make([]int, threads)
		for thread := range values {
			values[thread] = l.valueOf(thread, register, r)
		}
		kept[register] = values
	}
	for register, value := range c.chooseByTables(kept, orders, first) {
		c.Kept = append(c.Kept, KeptValue{value, int64(register)})
	}
	c.dropUnused(first)
	x.Choice, x.Selects = c.Selection, int64(len(c.Selects))
	table, sums := l.tableOf(r, orders)
	x.Reads, x.Sums = table, int64(sums)
	table.Begin = r.begin
	for j := range k {
		sources := make([]layout.Place, threads)
		for thread := range sources {
			sources[thread] = layout.Place{Unit: l.laneOf(r, j, thread)}
			if lane := sources[thread].Unit; lane >= 0 {
				sources[thread].Offset = int64(r.sent[j][thread-thread%int(l.lanes)+lane])
			}
		}
		table.Sources = append(table.Sources, sources)
	}
	return x
}

// laneOf returns the lane that a thread reads from in round j; -1 for none.
func (l *listedChange) laneOf(r *listedRounds, j, thread int) int {
	position := r.read[j][thread]
	if position < 0 {
		return -1
	}
	return int(r.begin.lane(int64(position), int64(thread), l.lanes))
}

// elementGot returns the element that a thread gets in a round; ok is false if the thread gets none.
func (l *listedChange) elementGot(thread, j int, r *listedRounds) (element int64, ok bool) {
	from := l.laneOf(r, j, thread)
	if from < 0 {
		return 0, false
	}
	sender := thread - thread%int(l.lanes) + from
	return l.before[sender][r.sent[j][sender]], true
}

// valueOf returns the number of the value that becomes a register of a thread: a register before the change, or the round in which
// the thread gets the element.
func (l *listedChange) valueOf(thread, register int, r *listedRounds) int {
	element := l.after[thread][register]
	for j := range r.read {
		if got, ok := l.elementGot(thread, j, r); ok && got == element {
			return len(l.before[0]) + j
		}
	}
	if own := slices.Index(l.before[thread], element); own >= 0 {
		return own
	}
	panic(fmt.Sprintf("thread %d gets no element %d", thread, element))
}
