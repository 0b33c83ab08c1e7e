package change

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"optc/internal/testing/layouttest"
	"optc/layout"
)

// mostExact is the most lanes among which all rounds are searched.
const mostExact = 6

// exactRounds searches all rounds of shuffles among a few lanes. In a round, each lane sends an element that it has, and gets an element that a lane
// sends. Elements are bits.
type exactRounds struct {
	before, after []uint64                       // elements, by lane
	relays        bool                           // whether lanes also send elements that they got in earlier rounds
	failed        map[[mostExact + 1]uint64]bool // elements of lanes and rounds left
}

// reachableIn reports whether lanes with some elements before get all elements after in a number of rounds.
func reachableIn(rounds int, before, after [][]int64, relays bool) bool {
	x := &exactRounds{relays: relays, failed: map[[mostExact + 1]uint64]bool{}}
	var has [mostExact]uint64
	for lane := range before {
		x.before, x.after = append(x.before, bitsOfElements(before[lane])), append(x.after, bitsOfElements(after[lane]))
		has[lane] = x.before[lane]
	}
	return rounds >= 0 && x.reaches(has, rounds)
}

func bitsOfElements(elements []int64) (set uint64) {
	for _, e := range elements {
		set |= 1 << e
	}
	return set
}

// reaches reports whether lanes that have elements get all elements of their results in a number of rounds.
func (x *exactRounds) reaches(has [mostExact]uint64, rounds int) bool {
	missing := 0
	for lane, after := range x.after {
		missing = max(missing, bits.OnesCount64(after&^has[lane]))
	}
	key := [mostExact + 1]uint64{mostExact: uint64(rounds)}
	copy(key[:], has[:])
	switch {
	case missing == 0:
		return true
	case missing > rounds || x.failed[key]:
		return false
	}
	if x.sends(has, rounds, 0, 0) {
		return true
	}
	x.failed[key] = true
	return false
}

// sends chooses the elements that the lanes beginning with number lane send.
func (x *exactRounds) sends(has [mostExact]uint64, rounds, lane int, sent uint64) bool {
	if lane == len(x.after) {
		return x.gets(has, has, rounds, 0, sent)
	}
	from := x.before[lane]
	if x.relays {
		from = has[lane]
	}
	for ; from != 0; from &= from - 1 {
		if x.sends(has, rounds, lane+1, sent|from&-from) {
			return true
		}
	}
	return false
}

// gets chooses the elements that the lanes beginning with number lane get.
func (x *exactRounds) gets(has, next [mostExact]uint64, rounds, lane int, sent uint64) bool {
	if lane == len(x.after) {
		return x.reaches(next, rounds-1)
	}
	from := sent &^ has[lane]
	if missing := x.after[lane] &^ has[lane]; !x.relays || bits.OnesCount64(missing) == rounds {
		from &= missing
	}
	if from == 0 {
		return x.gets(has, next, rounds, lane+1, sent)
	}
	for ; from != 0; from &= from - 1 {
		next[lane] = has[lane] | from&-from
		if x.gets(has, next, rounds, lane+1, sent) {
			return true
		}
	}
	return false
}

// tinyChange is a change among a few lanes: elements[h][t] elements of holder h are elements of taker t, and lanes[h][t] lanes have the elements
// of h before and of t after.
type tinyChange struct{ elements, lanes [][]int }

// lists returns the elements of each lane before and after. All lanes hold the same number of elements; some elements no lane
// needs.
func (c tinyChange) lists() (before, after [][]int64) {
	held, taken := make([][]int64, len(c.lanes)), make([][]int64, len(c.lanes[0]))
	next := int64(0)
	for h, row := range c.elements {
		for t, n := range row {
			for range n {
				held[h], taken[t] = append(held[h], next), append(taken[t], next)
				next++
			}
		}
	}
	most := len(slices.MaxFunc(held, func(a, b []int64) int { return len(a) - len(b) }))
	for h := range held {
		for ; len(held[h]) < most; next++ {
			held[h] = append(held[h], next)
		}
	}
	for h, row := range c.lanes {
		for t, n := range row {
			for range n {
				before, after = append(before, held[h]), append(after, taken[t])
			}
		}
	}
	return before, after
}

// matrices yields the matrices of numbers whose row sums are in one range, and whose column sums are in another.
func matrices(rows, columns int, row, column [2]int, yield func(m [][]int)) {
	m := make([][]int, rows)
	for i := range m {
		m[i] = make([]int, columns)
	}
	var fill func(at int)
	fill = func(at int) {
		i, j := at/columns, at%columns
		if at > 0 && j == 0 {
			if sum := sumOf(m[i-1]); sum < row[0] || sum > row[1] {
				return
			}
		}
		if i == rows {
			for j := range columns {
				sum := 0
				for i := range m {
					sum += m[i][j]
				}
				if sum < column[0] || sum > column[1] {
					return
				}
			}
			yield(m)
			return
		}
		for n := range min(row[1]-sumOf(m[i][:j]), column[1]) + 1 {
			m[i][j] = n
			fill(at + 1)
		}
		m[i][j] = 0
	}
	fill(0)
}

// sumOf returns the sum of numbers.
func sumOf(list []int) (sum int) {
	for _, n := range list {
		sum += n
	}
	return sum
}

// waysToDealLanes returns the numbers of lanes with the elements of each holder and each taker, which all have a lane.
func waysToDealLanes(holders, takers, lanes int) (ways [][][]int) {
	some := [2]int{1, lanes}
	matrices(holders, takers, some, some, func(m [][]int) {
		n, c := 0, make([][]int, len(m))
		for i, row := range m {
			n += sumOf(row)
			c[i] = slices.Clone(row)
		}
		if n == lanes {
			ways = append(ways, c)
		}
	})
	return ways
}

// For all changes among a few lanes, up to the order of registers, lists that claim to be minimal take the fewest shuffles of all
// plans, including plans in which lanes relay elements that they got from others. At most one list in 100 takes a shuffle more.
func TestListsOfFewLanesAreTheLeast(t *testing.T) {
	t.Parallel()
	for _, size := range []struct{ lanes, registers int }{{2, 4}, {3, 3}, {3, 4}, {4, 2}, {4, 3}} {
		number, changes, more := 0, 0, 0
		every := 1
		switch {
		case size.lanes == 4:
			every = max(1, 144*300 / *layouttest.Layouts)
		case size.registers == 4 && size.lanes == 3:
			every = max(1, 8*300 / *layouttest.Layouts)
		}
		check := func(c tinyChange) {
			if number++; number%every > 0 {
				return
			}
			changes++
			before, after := c.lists()
			x := planLists(t, int64(size.lanes), before, after)
			k := int(x.Shuffles)
			switch fewer := reachableIn(k-1, before, after, true); {
			case fewer && x.Fewest() == "the fewest":
				t.Fatalf("%v: %d shuffles are one too many, and are called the fewest", c, k)
			case fewer:
				more++
			}
		}
		for holders := 1; holders <= size.lanes; holders++ {
			for takers := 1; takers <= size.lanes; takers++ {
				ways := waysToDealLanes(holders, takers, size.lanes)
				for held := 1; held <= size.registers; held++ {
					matrices(holders, takers, [2]int{1, size.registers}, [2]int{held, held}, func(m [][]int) {
						for _, lanes := range ways {
							check(tinyChange{elements: m, lanes: lanes})
						}
					})
				}
			}
		}
		t.Logf("%d lanes, %d registers: %d of %d changes; %d take a shuffle more than the fewest", size.lanes, size.registers, changes, number, more)
		if changes < 50 || more*100 > changes {
			t.Errorf("%d changes, %d take a shuffle more than the fewest", changes, more)
		}
	}
}

// planLists plans a change among the lanes of subgroups, from lists of their elements, and carries it out.
func planLists(t *testing.T, lanes int64, before, after [][]int64) Rounds {
	t.Helper()
	digits := []layout.Digit{{Size: int64(len(before)), Unit: 1, Offset: 1}}
	l := &listedChange{lanes: lanes, before: before, after: after, from: digits, to: digits}
	if why := l.findLeast(); why != "" {
		t.Fatal(why)
	}
	x := l.plan()
	x.Least, x.Possible = int64(l.least), x.Shuffles
	if least := carryOut(t, &x, before, after, l.lanes); least > x.Least {
		t.Fatalf("%d shuffles are needed, want %d", least, x.Least)
	}
	return x
}

// For random changes among a few lanes, whose layouts have common digits or not, no rounds of shuffles are fewer than the rounds of the plan with the fewest.
func TestRoundsOfFewLanesAreTheLeast(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 7))
	turned, listed := 0, 0
	for turned+listed < 2**layouttest.Layouts {
		lanes := 2 + rng.Int64N(3)
		from, to := randomChange(t, rng, lanes)
		workgroup := int64(0)
		if rng.IntN(3) == 0 {
			workgroup = 1 + rng.Int64N(3*lanes)
		}
		held, wanted := elementsHeld(from, workgroup), elementsHeld(to, workgroup)
		if from.Count() > 16 || max(len(held[0]), len(wanted[0])) > 4 {
			continue
		}
		var x Rounds
		var why string
		steps, ok := Steps(from, to)
		if ok {
			x, why = PlanRounds(steps, lanes, workgroup)
		} else {
			x, why = PlanListed(from, to, lanes, workgroup)
		}
		switch {
		case why != "" || x.Possible == 0:
			continue
		case x.Reads != nil:
			listed++
		default:
			turned++
		}
		fewer := true
		for first := 0; first < len(held); first += int(lanes) {
			end := min(first+int(lanes), len(held))
			fewer = fewer && reachableIn(int(x.Possible)-1, held[first:end], wanted[first:end], true)
		}
		if fewer {
			t.Fatalf("%v: %d shuffles among %d lanes of %d are one too many", steps, x.Possible, lanes, workgroup)
		}
	}
	t.Logf("%d turn digits, %d are listed", turned, listed)
	if min(turned, listed) < *layouttest.Layouts/20 {
		t.Errorf("%d turn digits, %d are listed", turned, listed)
	}
}
