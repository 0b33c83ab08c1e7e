package layout

import "slices"

// Bounds of a question for rounds, beyond which there is no answer.
const (
	mostVariables = 1 << 18
	mostSteps     = 1 << 22
)

// roundsQuestion asks for a schedule of k rounds. In a round, a lane gets at most one element and sends at most one. It sends an element that it held before
// the change, or relays an element that it got in an earlier round:
//
//	round 0:  lane 0 sends e     lanes 1 and 2 get e
//	round 1:  lane 0 sends f     lane 3 gets e from lane 1, which relays it
//
// An answer is exact: it is a schedule, or the proof that there is none. The c lanes of a holder send at most c elements in a round.
type roundsQuestion struct {
	*schedule
	clauses
	k          int
	relayed    bool    // lanes may relay
	elements   []int64 // that some lane lacks
	holderOf   []int   // of each element
	lacks      []int   // number of elements that each lane lacks
	candidates [][]int // elements that each lane may get: those that it lacks are the first

	sent, held [][]int // variables, by round and element: it is sent, and its holder sends it
	first      []int   // the first variable of the candidates of each lane
}

// ask returns the question for k rounds, not below the least; ok is false if it has too many variables.
func (s *schedule) ask(k int, relayed bool) (q *roundsQuestion, ok bool) {
	q = &roundsQuestion{schedule: s, k: k, relayed: relayed}
	number := map[int64]int{}
	for _, n := range s.needs {
		if _, known := number[n.element]; !known {
			number[n.element] = len(q.elements)
			q.elements, q.holderOf = append(q.elements, n.element), append(q.holderOf, n.holder)
		}
	}
	size := 2 * k * len(q.elements)
	for lane, list := range s.after {
		q.addLane(lane, list, number)
		if size += 2 * k * len(q.candidates[lane]); size > mostVariables {
			return nil, false
		}
	}
	q.build()
	return q, true
}

// addLane finds the elements that a lane may get. A lane that lacks fewer elements than there are rounds may get any element, to relay it.
func (q *roundsQuestion) addLane(lane int, after []int64, number map[int64]int) {
	var candidates []int
	has := make([]bool, len(q.elements))
	add := func(e int) {
		if !has[e] && q.holderOf[e] != q.holder[lane] {
			has[e], candidates = true, append(candidates, e)
		}
	}
	for _, element := range after {
		if e, lacked := number[element]; lacked {
			add(e)
		}
	}
	q.lacks = append(q.lacks, len(candidates))
	if q.relayed && len(candidates) < q.k {
		for e := range q.elements {
			add(e)
		}
	}
	q.candidates = append(q.candidates, candidates)
}

// gets returns the variable that is true if a lane gets a candidate in round j.
func (q *roundsQuestion) gets(lane, j, candidate int) int {
	return q.first[lane] + 2*(j*len(q.candidates[lane])+candidate)
}

// relays returns the variable that is true if a lane relays a candidate in round j.
func (q *roundsQuestion) relays(lane, j, candidate int) int {
	return q.gets(lane, j, candidate) + 1
}

// build adds the variables, clauses and bounds.
func (q *roundsQuestion) build() {
	sources := make([][][]literal, q.k) // by round and element: that it is not sent, or is sent by a lane
	senders := make([][][]int, q.k)     // by round and holder
	for j := range q.k {
		q.sent, q.held = append(q.sent, nil), append(q.held, nil)
		senders[j] = make([][]int, len(q.holders))
		for _, h := range q.holderOf {
			sent, held := q.newVariable(), q.newVariable()
			q.sent[j], q.held[j] = append(q.sent[j], sent), append(q.held[j], held)
			sources[j] = append(sources[j], []literal{isFalse(sent), isTrue(held)})
			senders[j][h] = append(senders[j][h], held)
		}
	}
	for lane, candidates := range q.candidates {
		q.first = append(q.first, len(q.level))
		for range 2 * q.k * len(candidates) {
			q.newVariable()
		}
		for j := range q.k {
			q.buildLane(lane, j, sources[j], &senders[j][q.holder[lane]])
		}
		for i := range q.lacks[lane] {
			var some []literal
			for j := range q.k {
				some = append(some, isTrue(q.gets(lane, j, i)))
			}
			q.atLeastOne(some...)
		}
	}
	for j := range q.k {
		for _, list := range sources[j] {
			q.atLeastOne(list...)
		}
		for h, list := range senders[j] {
			q.atMost(len(q.holders[h]), list)
		}
	}
	q.forbidRelays()
	q.orderElements()
	q.limitHolders()
}

// buildLane adds what a lane gets and relays in round j: at most one element each. A lane that lacks as many elements as there are rounds gets one in each.
func (q *roundsQuestion) buildLane(lane, j int, sources [][]literal, senders *[]int) {
	var gets, relays []int
	var some []literal
	for i, e := range q.candidates[lane] {
		g, r := q.gets(lane, j, i), q.relays(lane, j, i)
		gets, relays, some = append(gets, g), append(relays, r), append(some, isTrue(g))
		q.atLeastOne(isFalse(g), isTrue(q.sent[j][e]))
		sources[e] = append(sources[e], isTrue(r))
	}
	q.atMost(1, gets)
	q.atMost(1, relays)
	*senders = append(*senders, relays...)
	if q.lacks[lane] == q.k {
		q.atLeastOne(some...)
	}
}

// forbidRelays adds that a lane relays only what it got in an earlier round, or nothing.
func (q *roundsQuestion) forbidRelays() {
	for lane, candidates := range q.candidates {
		for j := range q.k {
			for i := range candidates {
				list := []literal{isFalse(q.relays(lane, j, i))}
				for earlier := 0; earlier < j && q.relayed; earlier++ {
					list = append(list, isTrue(q.gets(lane, earlier, i)))
				}
				q.atLeastOne(list...)
			}
		}
	}
}

// orderElements excludes answers that differ from others in the names of elements or rounds only. Elements of a holder and a taker may change places: a lane gets
// them in order. Without relays, rounds may change places: a lane without a round to spare gets its elements in order.
func (q *roundsQuestion) orderElements() {
	start := max(slices.Index(q.lacks, q.k), 0)
	if !q.relayed && q.lacks[start] == q.k {
		for j := range q.k {
			q.atLeastOne(isTrue(q.gets(start, j, j)))
		}
	}
	ordered := make([]bool, len(q.elements))
	for n := range q.lacks {
		lane := (start + n) % len(q.lacks)
		last := map[int]int{} // candidate of each holder
		for i, e := range q.candidates[lane][:q.lacks[lane]] {
			if ordered[e] {
				continue
			}
			ordered[e] = true
			before, ok := last[q.holderOf[e]]
			if last[q.holderOf[e]] = i; !ok {
				continue
			}
			for j := range q.k {
				list := []literal{isFalse(q.gets(lane, j, i))}
				for earlier := range j {
					list = append(list, isTrue(q.gets(lane, earlier, before)))
				}
				q.atLeastOne(list...)
			}
		}
	}
}

// limitHolders adds what follows from the number of elements that a holder must send itself, at least once each: only the rest of its sends may be relays.
func (q *roundsQuestion) limitHolders() {
	spare := make([]int, len(q.holders))
	for h, lanes := range q.holders {
		spare[h] = q.k * len(lanes)
	}
	for _, h := range q.holderOf {
		spare[h]--
	}
	for e, h := range q.holderOf {
		var rounds []int
		var some []literal
		for j := range q.k {
			rounds, some = append(rounds, q.held[j][e]), append(some, isTrue(q.held[j][e]))
		}
		q.atLeastOne(some...)
		q.atMost(1+spare[h], rounds)
	}
	relays := make([][]int, len(q.holders))
	for lane, candidates := range q.candidates {
		for j := range q.k {
			for i := range candidates {
				relays[q.holder[lane]] = append(relays[q.holder[lane]], q.relays(lane, j, i))
			}
		}
	}
	for h, list := range relays {
		q.atMost(spare[h], list)
	}
}

// filled returns the schedule of the values of the variables. It has only what lanes lack, and what they relay to lanes that lack it.
func (q *roundsQuestion) filled() *schedule {
	f := *q.schedule
	f.clearRounds(q.k)
	wanted := make([][]int, q.k) // element that a lane gets, by round and lane; -1: none
	for j := range wanted {
		wanted[j] = slices.Repeat([]int{-1}, len(q.candidates))
	}
	for lane := range q.candidates {
		for i, e := range q.candidates[lane][:q.lacks[lane]] {
			wanted[q.gotIn(lane, i)][lane] = e
		}
	}
	for j, list := range slices.Backward(wanted) {
		var byHolder []int
		lanes := map[int]int{} // that send each element
		for _, e := range list {
			if _, known := lanes[e]; known || e < 0 {
				continue
			}
			lanes[e] = -1
			if q.holds(q.held[j][e]) {
				byHolder = append(byHolder, e)
				continue
			}
			lane, i := q.relayOf(j, e)
			got := q.gotIn(lane, i)
			wanted[got][lane] = e
			lanes[e], f.sent[j][lane] = lane, len(q.before[lane])+got
		}
		for _, e := range byHolder {
			free := func(lane int) bool { return f.sent[j][lane] < 0 }
			holders := q.holders[q.holderOf[e]]
			lane := holders[slices.IndexFunc(holders, free)]
			lanes[e], f.sent[j][lane] = lane, slices.Index(q.before[lane], q.elements[e])
		}
		for reader, e := range list {
			if e >= 0 {
				f.read[j][reader] = lanes[e]
			}
		}
	}
	return &f
}

// gotIn returns the first round in which a lane gets a candidate.
func (q *roundsQuestion) gotIn(lane, candidate int) (round int) {
	for !q.holds(q.gets(lane, round, candidate)) {
		round++
	}
	return round
}

// relayOf returns a lane that relays an element in round j, and the number of the element among the candidates of the lane.
func (q *roundsQuestion) relayOf(j, e int) (lane, candidate int) {
	for lane, candidates := range q.candidates {
		if i := slices.Index(candidates, e); i >= 0 && q.holds(q.relays(lane, j, i)) {
			return lane, i
		}
	}
	panic("no lane sends an element")
}

// fillExactly returns a schedule of k rounds, in which lanes relay elements only if no schedule without relays was found. Otherwise the answer is that there is
// none, or that it is unknown.
func (s *schedule) fillExactly(k int) (filled *schedule, a answer) {
	for _, relayed := range []bool{false, true} {
		q, ok := s.ask(k, relayed)
		if !ok {
			return nil, unknown
		}
		if a = q.solve(mostSteps); a == possible {
			return q.filled(), possible
		}
	}
	return nil, a
}
