package change

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// schedule is a change of layout in a subgroup, element by element. It serves changes for which turns of digits do not give the
// fewest shuffles.
//
// Lanes that hold the same elements before the change are a holder, lanes that hold the same elements after it are a taker. A layout
// gives each element to one holder and to one taker, so that elements are the edges of a graph:
//
//	           holders                takers
//	e0 e1  lanes 0, 3, …  ── e0 ──  lanes 0, 2, …  e0 e2 e4
//	                      ╲  e1 ╱
//	e2 e3  lanes 1, 4, …  ── e3 ──  lanes 1, 3, …  e1 e3 e5
//
// In a round, each lane of a holder sends at most one element, and each lane of a taker gets at most one. Rounds are colours of
// edges: if a holder of c lanes is split into c nodes, which share its elements, and no node has more than k edges, k colours are
// enough, as in all bipartite graphs. So no schedule has fewer rounds than the most elements that a lane lacks, or than the most
// elements that a holder must send, divided by its lanes and rounded up; if no lane has elements of its result before the change, a
// schedule with that number of rounds exists.
//
// The lanes of a taker may hold different elements of its result already, so that the taker has k + x edges, although each lane lacks
// at most k elements. Then lanes with the same elements are a separate taker, if the holders can send elements several times.
// Otherwise x elements are sent together with an element that some lanes have: an edge with two senders.
type schedule struct {
	before, after [][]int64 // elements, by lane and register
	holder, taker []int     // holder and taker of each lane
	holders       [][]int   // lanes
	takers        [][]int   // lanes
	needs         []need
	all           []need // including needs of lanes that have the elements already
	least         int    // rounds of every schedule
	alike         bool   // lanes also get the elements that they have already

	sent [][]int // registers that a lane sends, by round and lane; -1: none
	read [][]int // lanes that a lane reads from, by round and lane; -1 for none
}

// need is an element that lanes of a taker get from the lanes of a holder.
type need struct {
	element       int64
	holder, taker int
}

// newSchedule returns the needs of a subgroup; ok is false if a lane needs an element that no lane of the subgroup has.
func newSchedule(before, after [][]int64) (s *schedule, ok bool) {
	s = &schedule{before: before, after: after}
	var holderOf map[int64]int
	s.holder, s.holders, holderOf = groupLanes(before)
	s.taker, s.takers, _ = groupLanes(after)
	for t, lanes := range s.takers {
		for _, element := range after[lanes[0]] {
			h, ok := holderOf[element]
			if !ok {
				return nil, false
			}
			s.all = append(s.all, need{element, h, t})
			if slices.ContainsFunc(lanes, func(lane int) bool { return s.holder[lane] != h }) {
				s.needs = append(s.needs, need{element, h, t})
			}
		}
	}
	// In all subgroups, needs have the order of the elements, wherever the layouts begin.
	for _, needs := range [][]need{s.needs, s.all} {
		slices.SortFunc(needs, func(a, b need) int { return cmp.Compare(a.element, b.element) })
	}
	s.least = s.countLeast()
	return s, true
}

// groupLanes groups lanes that have the same elements. It returns the group of each lane, the lanes of each group, and the group of
// each element.
func groupLanes(elements [][]int64) (group []int, lanes [][]int, groupOf map[int64]int) {
	groupOf = map[int64]int{}
	for lane, list := range elements {
		g, ok := groupOf[list[0]]
		if !ok {
			g = len(lanes)
			lanes = append(lanes, nil)
			for _, element := range list {
				groupOf[element] = g
			}
		}
		group, lanes[g] = append(group, g), append(lanes[g], lane)
	}
	return group, lanes, groupOf
}

// countLeast returns the number of rounds below which there is no schedule.
func (s *schedule) countLeast() (least int) {
	sent, needed := s.countNeeds()
	own := map[[2]int]int{} // needs of a taker that a holder has
	for _, n := range s.needs {
		own[[2]int{n.holder, n.taker}]++
	}
	for h, n := range sent {
		lanes := len(s.holders[h])
		least = max(least, (n+lanes-1)/lanes)
	}
	for lane, h := range s.holder {
		t := s.taker[lane]
		least = max(least, needed[t]-own[[2]int{h, t}])
	}
	return least
}

// countNeeds returns how many needs each holder and each taker has.
func (s *schedule) countNeeds() (sent, needed []int) {
	sent, needed = make([]int, len(s.holders)), make([]int, len(s.takers))
	for _, n := range s.needs {
		sent[n.holder]++
		needed[n.taker]++
	}
	return sent, needed
}

// Numbers of attempts to fill a schedule: the first attempts use a fixed order, so that lanes select few registers, the others
// are random.
const (
	orderedTries = 8
	randomTries  = 250
)

// fill returns a schedule of k rounds; ok is false if this attempt does not find one.
func (s *schedule) fill(k, try int) (filled *schedule, ok bool) {
	rng := rand.New(rand.NewPCG(uint64(k), uint64(try)))
	if try < orderedTries && try/4 > 0 {
		return s.fillAll(k, try, rng)
	}
	f := s.splitTakers(k, try, rng)
	sends, ok := f.pairNeeds(k, try, rng)
	if !ok {
		return nil, false
	}
	return f, f.colour(sends, k, try, rng)
}

// fillAll returns a schedule in which lanes also read the elements that they have already, so that all lanes are treated alike.
func (s *schedule) fillAll(k, try int, rng *rand.Rand) (filled *schedule, ok bool) {
	f := *s
	f.needs, f.alike = s.all, true
	sent, needed := f.countNeeds()
	for h, n := range sent {
		if n > k*len(s.holders[h]) {
			return nil, false
		}
	}
	if slices.Max(needed) > k {
		return nil, false
	}
	sends := make([]send, len(f.needs))
	for i := range sends {
		sends[i] = send{need: i, other: -1}
	}
	return &f, f.colour(sends, k, try, rng)
}

// colour gives sends lanes and rounds.
func (s *schedule) colour(sends []send, k, try int, rng *rand.Rand) bool {
	s.chooseLanes(sends, k, try)
	c := newColouring(len(s.holder)+len(s.takers), k, rng)
	rank := make([]int, len(c.at))
	for _, e := range sends {
		start := 0
		switch {
		case try >= orderedTries:
			start = rng.IntN(k)
		case try%2 > 0:
			start = (rank[e.nodes[0]] + rank[e.nodes[1]]) % k
		}
		for _, v := range e.nodes {
			rank[v]++
		}
		if !c.add(e, start) {
			return false
		}
	}
	s.assign(c)
	return true
}

// splitTakers returns s with more takers: in a taker with more than k needs, the lanes that hold the same elements before the change
// become a separate taker, if the holders have the lanes and rounds to send to each.
func (s *schedule) splitTakers(k, try int, rng *rand.Rand) *schedule {
	sent, _ := s.countNeeds()
	room := make([]int, len(s.holders))
	for h, lanes := range s.holders {
		room[h] = k*len(lanes) - sent[h]
	}
	needs := make([][]need, len(s.takers))
	for _, n := range s.needs {
		needs[n.taker] = append(needs[n.taker], n)
	}
	f := *s
	f.needs, f.taker, f.takers = nil, slices.Clone(s.taker), slices.Clone(s.takers)
	order := upTo(int64(len(s.takers)))
	if try >= orderedTries {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	for _, t := range order {
		parts := s.partsOf(int(t))
		if len(needs[t]) <= k || !takeRoom(room, needs[t], parts) {
			f.needs = append(f.needs, needs[t]...)
			continue
		}
		f.takers[t] = nil
		for p, h := range parts {
			node := int(t)
			if p > 0 {
				node = len(f.takers)
				f.takers = append(f.takers, nil)
			}
			for _, lane := range s.takers[t] {
				if s.holder[lane] == h {
					f.takers[node] = append(f.takers[node], lane)
					f.taker[lane] = node
				}
			}
			for _, n := range needs[t] {
				if n.holder != h {
					f.needs = append(f.needs, need{n.element, n.holder, node})
				}
			}
		}
	}
	return &f
}

// takeRoom subtracts the additional sends of holders if the parts of a taker get their needs separately; it returns false if a holder
// lacks the room.
func takeRoom(room []int, needs []need, parts []int) bool {
	more := make([]int, len(room))
	for _, n := range needs {
		more[n.holder] += len(parts) - 1
		if slices.Contains(parts, n.holder) {
			more[n.holder]--
		}
	}
	for h, n := range more {
		if n > room[h] {
			return false
		}
	}
	for h, n := range more {
		room[h] -= n
	}
	return true
}

// partsOf returns the holders that have lanes of a taker.
func (s *schedule) partsOf(t int) (parts []int) {
	for _, lane := range s.takers[t] {
		if h := s.holder[lane]; !slices.Contains(parts, h) {
			parts = append(parts, h)
		}
	}
	return parts
}

// pairNeeds returns the sends. In a taker with k + x needs, x needs are sent once for each part of its lanes, together with a need
// whose element the part already has; ok is false if a part has too few of those.
func (s *schedule) pairNeeds(k, try int, rng *rand.Rand) (sends []send, ok bool) {
	late := s.lateNeeds(k, try, rng)
	lateOf := make([][]int, len(s.takers))
	own := map[[2]int][]int{} // needs by taker and holder
	for i, n := range s.needs {
		if late[i] {
			lateOf[n.taker] = append(lateOf[n.taker], i)
		} else {
			key := [2]int{n.taker, n.holder}
			own[key] = append(own[key], i)
		}
	}
	for t, list := range lateOf {
		if len(list) == 0 {
			continue
		}
		for _, h := range s.partsOf(t) {
			for _, i := range list {
				if h == s.needs[i].holder {
					continue
				}
				key := [2]int{t, h}
				if len(own[key]) == 0 {
					return nil, false
				}
				with := own[key][0]
				own[key] = own[key][1:]
				late[with] = true
				sends = append(sends, send{need: with, other: i})
			}
		}
	}
	for i := range s.needs {
		if !late[i] {
			sends = append(sends, send{need: i, other: -1})
		}
	}
	return sends, true
}

// lateNeeds chooses the needs that are sent together with other needs: the holders with the most room send them.
func (s *schedule) lateNeeds(k, try int, rng *rand.Rand) []bool {
	late := make([]bool, len(s.needs))
	needs := make([][]int, len(s.takers))
	for i, n := range s.needs {
		needs[n.taker] = append(needs[n.taker], i)
	}
	sent, _ := s.countNeeds()
	room := func(h int) int { return k*len(s.holders[h]) - sent[h] }
	for t, list := range needs {
		if len(list) <= k {
			continue
		}
		parts := s.partsOf(t)
		for range len(list) - k {
			best, most := -1, 0
			for _, i := range list {
				h := s.needs[i].holder
				left := room(h) - timesSent(h, parts)
				if try >= orderedTries && try%2 > 0 {
					left += rng.IntN(1 + try/4)
				}
				if !late[i] && (best < 0 || left > most) {
					best, most = i, left
				}
			}
			late[best] = true
			h := s.needs[best].holder
			sent[h] += timesSent(h, parts) - 1
		}
	}
	return late
}

// timesSent returns how often holder h sends a need to a taker, separately for each part.
func timesSent(h int, parts []int) int {
	if slices.Contains(parts, h) {
		return len(parts) - 1
	}
	return len(parts)
}

// chooseLanes chooses the lane of a holder that sends a need: the lanes take turns, or each lane takes as many needs as there are rounds.
func (s *schedule) chooseLanes(sends []send, k, try int) {
	number := len(s.holder) // numbers of nodes for lanes
	load := make([]int, number)
	total := make([]int, len(s.holders))
	for _, e := range sends {
		for _, n := range e.needs() {
			total[s.needs[n].holder]++
		}
	}
	for i, e := range sends {
		nodes := []int{number + s.needs[e.need].taker}
		for _, n := range e.needs() {
			h := s.needs[n].holder
			lanes := s.holders[h]
			if most := (total[h] + k - 1) / k; try < orderedTries && try/2%2 > 0 {
				lanes = lanes[:min(most, len(lanes))]
			}
			lane := slices.MinFunc(lanes, func(a, b int) int { return load[a] - load[b] })
			load[lane]++
			nodes = append(nodes, lane)
		}
		sends[i].nodes = nodes
	}
}

// assign reads rounds from the colours of sends.
func (s *schedule) assign(c *colouring) {
	s.clearRounds(c.k)
	for _, e := range c.edges {
		j := e.colour
		for k, n := range e.needs() {
			lane := e.nodes[1+k]
			s.sent[j][lane] = slices.Index(s.before[lane], s.needs[n].element)
			for _, reader := range s.takers[s.needs[n].taker] {
				if has := s.holder[reader] == s.needs[n].holder; s.read[j][reader] < 0 && (!has || s.alike) {
					s.read[j][reader] = lane
				}
			}
		}
	}
}

// clearRounds makes k rounds in which no lane sends or reads.
func (s *schedule) clearRounds(k int) {
	s.sent, s.read = make([][]int, k), make([][]int, k)
	for j := range k {
		s.sent[j], s.read[j] = slices.Repeat([]int{-1}, len(s.holder)), slices.Repeat([]int{-1}, len(s.holder))
	}
}
