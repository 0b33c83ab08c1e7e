package change

import (
	"cmp"
	"fmt"
	"slices"

	"optc/layout"
	"optc/num"
)

// Rounds is a change of layout that moves elements only between the lanes of a subgroup.
//
// Some digits of elements are registers before and after, some are lanes before and after. A
// digit that becomes a lane and a digit that becomes a register change their roles in pairs. In
// round j, a lane reads from the lane whose digit is its own plus j: so each lane sends one
// register per round, and receives one.
//
//	3 lanes, 3 registers: lane t has row t and gets column t
//	round j:  lane t gets row t+j from lane t+j (mod 3), which sends its register t = (t+j)-j
//
// For a digit of two values, the sum is an exclusive or.
//
// # The least
//
// A shuffle gives a lane at most one register. So a change takes as many shuffles as there are
// registers that a lane must get from other lanes:
//
//	groups · (n - own)
//
// A group contains the elements that differ in digits of lanes and in digits that change their roles, n is the
// product of the digits that become registers, and own is 1 if every digit that is a lane before and after is the
// same digit of the lane: then each lane already holds one of the n registers of a group. Otherwise, for a digit
// that moves from unit u to unit v, lane min(u, v) has a 1 in one of the two digits and a 0 in the other, so that
// it holds no register of its result.
//
// Copies are partners, too: lanes that hold the same elements before send different registers, and lanes that
// hold the same elements after get different ones in the same round. So there are n rounds per group if the
// digits of the lanes before and after fill the same block of lanes: every digit that becomes a lane then has a
// partner, because the digits of both sides have the same product.
//
// # Blocks
//
// A block is a number of lanes after which both layouts repeat. Either it divides the subgroup, or the division of the subgroup
// leaves a rest:
//
//	subgroups of 8 lanes, blocks of 3:   0 1 2 0 1 2 0 1 | 2 0 1 2 0 1 2 0 | 1 2 0 …
//
// Then a lane reads from the first block of lanes of its subgroup, which begins anywhere in the layout but has every
// part of it. If digits divide the lanes at other places than the digits of the other layout do (3 lanes before, 4
// lanes after), they are combined into a digit of 12 lanes, which turns as a whole.
//
// # Lists
//
// Turns of digits take more shuffles in three cases: no subgroup has a block of both layouts; a digit of lanes becomes a digit of
// subgroups, so that a subgroup needs only the registers of some of its lanes; digits that become registers are divided by copies in
// a block that the other layout divides at other places. Then the lanes that send and read are listed: see schedule.
//
// Least is a lower bound. A list takes as many shuffles unless lanes have no round to spare: then it may take more.
type Rounds struct {
	Groups   []RegisterPair // the first registers of the elements that take part in the same rounds
	Partners []Partner
	Block    int64 // lanes among which elements move
	Wraps    bool  // the blocks of a subgroup do not begin where subgroups begin
	Choice   Selection
	Reads    *LaneTable // instead of partners, if no turn of digits computes the lanes; or nil

	Least             int64 // shuffles of a thread that every plan takes
	Possible          int64 // shuffles of the plan that takes the fewest, if not the fewest cycles
	Shuffles, Selects int64 // operations of a thread
	Sums              int64 // operations that find lanes, besides one per round
	lanes             int64
}

// Partner is a digit of the lane that a lane reads from: the digit of the reader plus Turns[k], modulo Size, in
// round k of the digit.
type Partner struct {
	Size    int64
	Reader  int64   // unit of the digit in the thread id of the reader; 0 if the digit is 0 for all readers
	Source  int64   // unit of the digit in the thread id of the source; 0 if the digit is 0 for all sources
	Turns   []int64 // by round
	Sent    []int64 // registers: a source sends Sent[digit - Turns[k]], modulo the length
	Got     []int64 // registers: from round k, a reader gets Got[(id div GotUnit) + k], modulo the number of rounds
	GotUnit int64

	Readers, Sources int64 // number of values of the digit of the reader and of the source, if there are fewer than Size; 0 otherwise
	Apart            bool  // registers repeat after a number of lanes that does not divide the block: see Partner.apart
}

// RegisterPair is a register before and a register after a change.
type RegisterPair struct{ From, To int64 }

// PlanRounds plans a change of layout by shuffles among the lanes of a subgroup; why is the reason if there is no plan. If there are
// several plans, it takes the plan with the fewest cycles. The workgroup has the given number of threads, which need not be whole
// subgroups, or any number of whole subgroups if the number is 0.
func PlanRounds(steps []Step, lanes, workgroup int64) (x Rounds, why string) {
	plans, why := allPlans(steps, lanes, workgroup)
	if why != "" {
		return x, why
	}
	x = slices.MinFunc(plans, func(a, b Rounds) int {
		return cmp.Or(cmp.Compare(a.cost(1, phaseCost), b.cost(1, phaseCost)), cmp.Compare(a.Shuffles, b.Shuffles))
	})
	x.Possible = fewestShuffles(plans)
	return x, ""
}

// allPlans returns the plans of a change of layout. If no turn of digits needs the least number of shuffles, or if the last subgroup
// has too few lanes to turn digits, there is a plan that lists the elements of each thread.
func allPlans(steps []Step, lanes, workgroup int64) (plans []Rounds, why string) {
	plans, why = plansOfRounds(steps, lanes)
	if why != "" {
		return nil, why
	}
	plans = slices.DeleteFunc(plans, func(x Rounds) bool { return !x.fits(workgroup) })
	whole := workgroup == 0 || workgroup >= lanes // a subgroup has all its lanes, which least counts
	if whole && len(plans) > 0 && fewestShuffles(plans) == plans[0].Least {
		return plans, ""
	}
	l, ok := listSteps(steps, lanes, workgroup)
	if why = tooManyRegisters; ok {
		why = l.findLeast()
	}
	switch {
	case why != "" && len(plans) == 0:
		return nil, why
	case why != "":
		return plans, ""
	}
	if len(plans) == 0 || fewestShuffles(plans) > int64(l.least) {
		plans = append(plans, l.plan())
	}
	for i := range plans {
		plans[i].Least = int64(l.least)
	}
	return plans, ""
}

// fewestShuffles returns the shuffles of the plan that takes the fewest.
func fewestShuffles(plans []Rounds) int64 {
	return slices.MinFunc(plans, func(a, b Rounds) int { return cmp.Compare(a.Shuffles, b.Shuffles) }).Shuffles
}

// plansOfRounds returns the plans in which digits turn: there are several ways to find partners.
func plansOfRounds(steps []Step, lanes int64) (plans []Rounds, why string) {
	groups := []RegisterPair{{}}
	c := laneChange{lanes: lanes}
	for _, s := range steps {
		if s.From.Offset == 0 || s.To.Offset == 0 {
			c.addStep(s)
			continue
		}
		var next []RegisterPair
		for v := range s.Size {
			for _, g := range groups {
				next = append(next, RegisterPair{g.From + v*s.From.Offset, g.To + v*s.To.Offset})
			}
		}
		groups = next
	}
	if why := c.findBlock(); why != "" {
		return nil, why
	}
	for _, w := range c.partnerings() {
		x := Rounds{Groups: groups, Partners: w.partners, Block: w.block, Wraps: lanes%w.block != 0, lanes: lanes}
		x.Least = int64(len(groups)) * c.received()
		x.Choice = choose(x.Partners, x.Moves)
		for j := range x.Number() {
			if x.Moves(j) {
				x.Shuffles += int64(len(groups))
			}
		}
		x.Selects = int64(len(groups) * len(x.Choice.Selects))
		x.Sums = x.countSums()
		plans = append(plans, x)
	}
	return plans, ""
}

// cost returns the cost of a plan for elements of the given number of words, given the cost of a shuffle.
func (x *Rounds) cost(words, exchange int64) int64 {
	return (x.Shuffles*exchange+x.Selects*arithmeticCost)*words + x.Sums*arithmeticCost
}

// Number returns the number of rounds.
func (x *Rounds) Number() int {
	if x.Reads != nil {
		return len(x.Reads.Rounds)
	}
	n := 1
	for _, p := range x.Partners {
		n *= len(p.Turns)
	}
	return n
}

// end returns the number of lanes after which the digit of the source repeats.
func (p Partner) end() int64 { return p.Source * p.Size }

// Fewest compares the number of shuffles with the least, in words.
func (x *Rounds) Fewest() string {
	switch {
	case x.Shuffles == x.Least:
		return "the fewest"
	case x.Possible < x.Shuffles:
		return fmt.Sprintf("where %d with more selects would do", x.Possible)
	}
	return fmt.Sprintf("where every plan takes at least %d", x.Least)
}

// Lanes returns digits of the thread id whose sum is the lane that a thread reads from in round 0, counted from the
// beginning of the layout if x wraps, and from the beginning of the subgroup otherwise.
func (x *Rounds) Lanes() (sum []layout.Digit) {
	for _, p := range x.Partners {
		if p.Reader > 0 && p.Source < x.lanes && p.Size > 1 {
			sum = append(sum, layout.Digit{Size: cmp.Or(p.Readers, p.Size), Unit: p.Reader, Offset: p.Source})
		}
	}
	if !x.Wraps && x.Block < x.lanes {
		sum = append(sum, layout.Digit{Size: x.lanes / x.Block, Unit: x.Block, Offset: x.Block})
	}
	return sum
}

// turns returns how much round j turns each digit of the lane.
func (x *Rounds) turns(j int) []int64 {
	out := make([]int64, len(x.Partners))
	for i, p := range x.Partners {
		out[i], j = p.Turns[j%len(p.Turns)], j/len(p.Turns)
	}
	return out
}

// Moves reports whether lanes read from other lanes in round j.
func (x *Rounds) Moves(j int) bool {
	if x.Reads != nil {
		return true
	}
	for i, turn := range x.turns(j) {
		p := x.Partners[i]
		if p.Source > 0 && p.Source < x.lanes && p.Size > 1 && (turn != 0 || p.Reader != p.Source || p.Sources > 0) {
			return true
		}
	}
	return false
}

// LaneTurn turns a digit of the lane that a thread reads from: the lane is Back lower if the digit of the reader is at least
// Wrap, and Ahead higher otherwise. A digit without unit is 0.
type LaneTurn struct {
	layout.Digit
	Wrap, Ahead, Back int64
}

// Turned returns how the lane that a thread reads from in round j differs from round 0: first by an exclusive or with a mask, and
// then by turns. There is no mask if a digit of the lane may be too large because a reader has no part in round 0: it would carry
// into the digits of the mask.
func (x *Rounds) Turned(j int) (mask int64, turns []LaneTurn) {
	carries := slices.ContainsFunc(x.Partners, func(p Partner) bool { return p.Sources > 0 && p.Sources < p.Size })
	for i, turn := range x.turns(j) {
		p := x.Partners[i]
		switch {
		case turn == 0 || p.Source == 0 || p.Source >= x.lanes:
		case p.Size == 2 && p.Source&(p.Source-1) == 0 && !carries:
			mask |= turn * p.Source
		default:
			turns = append(turns, LaneTurn{
				Digit: layout.Digit{Size: cmp.Or(p.Readers, p.Size), Unit: p.Reader, Offset: 1}, Wrap: p.Size - turn, Ahead: turn * p.Source, Back: (p.Size - turn) * p.Source,
			})
		}
	}
	return mask, turns
}

// countSums counts operations that find the lanes of rounds.
func (x *Rounds) countSums() (n int64) {
	found := map[LaneTurn]bool{}
	for j := range x.Number() {
		if !x.Moves(j) {
			continue
		}
		_, turns := x.Turned(j)
		n += int64(len(turns))
		for _, t := range turns {
			if !found[t] {
				found[t] = true
				n += 2
			}
		}
		if x.Wraps {
			n += 3
		}
	}
	return n
}

// fits reports whether the last subgroup of a workgroup contains the lanes that its lanes read from.
func (x *Rounds) fits(workgroup int64) bool {
	rest := workgroup % x.lanes
	if rest == 0 {
		return true
	}
	for j := range x.Number() {
		for thread := workgroup - rest; thread < workgroup && x.Moves(j); thread++ {
			if x.laneRead(j, thread) >= rest {
				return false
			}
		}
	}
	return true
}

// laneRead returns the lane that a thread reads from in round j, for plans in which digits turn.
func (x *Rounds) laneRead(j int, thread int64) (lane int64) {
	for _, g := range x.Lanes() {
		lane += g.Value(thread) * g.Offset
	}
	mask, turns := x.Turned(j)
	lane ^= mask
	for _, t := range turns {
		if t.Value(thread) < t.Wrap {
			lane += t.Ahead
		} else {
			lane -= t.Back
		}
	}
	if x.Wraps {
		if lane -= thread / x.lanes * x.lanes % x.Block; lane < 0 {
			lane += x.Block
		}
	}
	return lane
}

// lcm returns the least common multiple of two numbers.
func lcm(a, b int64) int64 { return a / num.GCD(a, b) * b }

// primes returns the prime factors of n, the lowest first.
func primes(n int64) (out []int64) {
	for _, s := range (Step{Size: n}).splitPrimes(nil) {
		out = append(out, s.Size)
	}
	return out
}

func sortByUnit(digits []laneDigit) {
	slices.SortFunc(digits, func(a, b laneDigit) int { return int(a.unit - b.unit) })
}
