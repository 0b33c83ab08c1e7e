package change

import (
	"math/rand/v2"
	"slices"
	"testing"

	"optc/internal/testing/layouttest"
	"optc/layout"
)

// randomThreads distributes the elements of a shape over threads and registers; the digits of the threads have
// random sizes, in any order, and there may be copies between them.
func randomThreads(rng *rand.Rand, shape []int64, most int64) (dims []layout.Dim, span int64) {
	type at struct{ dim, digit int }
	var all []at
	for _, n := range shape {
		dim := layout.Dim{Size: n}
		for _, size := range layouttest.Radix(rng, n) {
			all = append(all, at{len(dims), len(dim.Digits)})
			dim.Digits = append(dim.Digits, layout.Digit{Size: size})
		}
		dims = append(dims, dim)
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	span = 1
	cells := int64(1)
	for _, x := range all {
		g := &dims[x.dim].Digits[x.digit]
		if n := int64(2 + rng.IntN(2)); rng.IntN(8) == 0 && span*n <= most {
			span *= n
		}
		if rng.IntN(3) > 0 && span*g.Size <= most {
			g.Unit = span
			span *= g.Size
		} else {
			g.Offset = cells
			cells *= g.Size
		}
	}
	return dims, span
}

// randomChange returns a change of layout among the lanes of subgroups.
func randomChange(t *testing.T, rng *rand.Rand, lanes int64) (from, to *layout.Map) {
	t.Helper()
	var shape []int64
	for elements := int64(1); len(shape) == 0 || rng.IntN(3) > 0; {
		n := []int64{2, 2, 3, 3, 4, 5, 6, 8, 9}[rng.IntN(9)]
		if elements *= n; elements > 200 {
			break
		}
		shape = append(shape, n)
	}
	a, _ := randomThreads(rng, shape, lanes)
	b, _ := randomThreads(rng, shape, 2*lanes)
	if rng.IntN(3) == 0 {
		b, _ = randomThreads(rng, shape, lanes)
	}
	return repeatedTogether(t, a, b, lanes)
}

// repeatedTogether returns the maps of two layouts for a number of threads after which both layouts and the subgroups repeat.
func repeatedTogether(t *testing.T, a, b []layout.Dim, lanes int64) (from, to *layout.Map) {
	t.Helper()
	r, _ := layout.UnitRadix(a)
	s, _ := layout.UnitRadix(b)
	period := lcm(lcm(r.Span, s.Span), lanes)
	from, err1 := layout.Repeated(a, r, period)
	to, err2 := layout.Repeated(b, s, period)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	return from, to
}

// elementsHeld returns the elements of each thread of a workgroup, or of each unit of a map if the workgroup has 0 threads.
func elementsHeld(m *layout.Map, workgroup int64) (held [][]int64) {
	d, ok := m.Digits()
	if workgroup == 0 {
		workgroup = int64(m.Units())
	}
	if !ok {
		held = make([][]int64, workgroup)
		for i := range m.Count() {
			for _, p := range m.LocateAll(m.Coord(i, nil), nil) {
				for int64(len(held[p.Unit])) <= p.Offset {
					held[p.Unit] = append(held[p.Unit], 0)
				}
				held[p.Unit][p.Offset] = i
			}
		}
		return held
	}
	for thread := range workgroup {
		held = append(held, layout.Held(d.Dims, thread))
	}
	return held
}

// checkRounds carries out a plan in each thread and compares the elements that the thread has in the end with the change. It returns
// the largest number of registers that a thread must get from other threads.
func checkRounds(t *testing.T, x *Rounds, from, to *layout.Map, lanes, workgroup int64) (least int64) {
	t.Helper()
	return carryOut(t, x, elementsHeld(from, workgroup), elementsHeld(to, workgroup), lanes)
}

// carryOut is checkRounds for the elements of each thread before and after a change.
func carryOut(t *testing.T, x *Rounds, held, wanted [][]int64, lanes int64) (least int64) {
	t.Helper()
	threads := int64(len(held))
	result := make([][]int64, threads)
	for thread := range result {
		result[thread] = make([]int64, len(wanted[thread]))
	}
	rounds := int64(0)
	c := &x.Choice
	for _, g := range x.Groups {
		values := make([][]int64, threads)
		for thread := range values {
			for _, r := range c.Registers {
				values[thread] = append(values[thread], held[thread][g.From+r])
			}
			values[thread] = append(values[thread], make([]int64, x.Number()+len(c.Selects))...)
		}
		var value func(thread int64, k int) int64
		value = func(thread int64, k int) int64 {
			first := len(c.Registers) + x.Number()
			if k < first {
				return values[thread][k]
			}
			s := c.Selects[k-first]
			if s.Bit.of(thread) {
				return value(thread, s.Set)
			}
			return value(thread, s.Clear)
		}
		for j := range x.Number() {
			if !x.Moves(j) {
				continue
			}
			rounds++
			for thread := range threads {
				source := thread / lanes * lanes
				if x.Reads != nil {
					source += listedLane(x, j, thread)
				} else {
					source += x.laneRead(j, thread)
				}
				if source < 0 || source >= threads || source/lanes != thread/lanes {
					if x.Reads == nil {
						t.Fatalf("round %d: thread %d reads from %d", j, thread, source)
					}
					values[thread][c.Received(j)] = -1 // of no use
					continue
				}
				values[thread][c.Received(j)] = value(source, c.Sent[j])
			}
		}
		for thread := range threads {
			for _, k := range c.Kept {
				result[thread][g.To+k.Register] = value(thread, k.Value)
			}
		}
	}
	if rounds != x.Shuffles {
		t.Fatalf("%d shuffles, want %d", x.Shuffles, rounds)
	}
	for first := int64(0); first < threads; first += lanes {
		end := min(first+lanes, threads)
		least = max(least, sentAtLeast(held[first:end], result[first:end]))
	}
	for thread := range threads {
		missing := int64(0)
		for r, want := range wanted[thread] {
			if got := result[thread][r]; got != want {
				t.Fatalf("thread %d, register %d: got element %d, want %d: %+v for %d lanes", thread, r, got, want, x, lanes)
			}
			if !slices.Contains(held[thread], want) {
				missing++
			}
		}
		least = max(least, missing)
	}
	return least
}

// sentAtLeast returns the rounds that lanes with the same elements before a change take to send each element that a lane without it needs.
func sentAtLeast(before, after [][]int64) (least int64) {
	needed := map[int64]bool{}
	for lane, list := range after {
		for _, element := range list {
			if !slices.Contains(before[lane], element) {
				needed[element] = true
			}
		}
	}
	for _, list := range before {
		sent, lanes := int64(0), int64(0)
		for _, element := range list {
			if needed[element] {
				sent++
			}
		}
		for _, other := range before {
			if slices.Contains(other, list[0]) {
				lanes++
			}
		}
		least = max(least, (sent+lanes-1)/lanes)
	}
	return least
}

// listedLane returns the lane that a thread reads from in a round of a table.
func listedLane(x *Rounds, j int, thread int64) int64 {
	t := x.Reads
	lane, k := int64(0), t.Rounds[j].Value
	for _, g := range t.Rounds[j].Base {
		lane += g.Value(thread) * g.Offset
	}
	for k >= len(t.Constants) {
		s := t.Selects[k-len(t.Constants)]
		k = s.Clear
		if s.Bit.of(thread) {
			k = s.Set
		}
	}
	return t.Begin.lane(lane+t.Constants[k], thread, x.lanes)
}

// Every plan of rounds finds every element. Its lower bound on the number of shuffles is at most the number of registers that some
// lane needs from others, or that lanes with the same registers have to send. At most one change in 100 takes a shuffle more.
func TestRoundsAreTheLeast(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 2))
	seen := map[string]int{}
	runs := 3 * *layouttest.Layouts
	for range runs {
		lanes := []int64{2, 3, 4, 5, 6, 8, 12, 16, 32, 64}[rng.IntN(10)]
		from, to := randomChange(t, rng, lanes)
		steps, ok := Steps(from, to)
		if !ok {
			x, why := PlanListed(from, to, lanes, 0)
			if why == "" {
				seen["irregular"]++
				if least := checkRounds(t, &x, from, to, lanes, 0); x.Shuffles > least+1 {
					t.Fatalf("%d shuffles among %d lanes, want %d", x.Shuffles, lanes, least)
				} else if x.Shuffles > least {
					seen["a shuffle more"]++
				}
			}
			continue
		}
		plans, why := allPlans(steps, lanes, 0)
		if why != "" {
			continue
		}
		_, listed := listSteps(steps, lanes, 0)
		for _, x := range plans {
			if least := checkRounds(t, &x, from, to, lanes, 0); least != x.Least && (listed || x.Least > least) {
				t.Fatalf("%v: %d shuffles are needed, want %d", steps, least, x.Least)
			}
		}
		kind := "aligned"
		if lanes%plans[0].Block != 0 {
			kind = "wraps"
		}
		if plans[0].Block&(plans[0].Block-1) != 0 {
			kind += " odd"
		}
		if plans[len(plans)-1].Reads != nil {
			kind += " listed"
		}
		seen[kind]++
		if fewest := fewestShuffles(plans); fewest > plans[0].Least+1 && listed {
			t.Fatalf("%v: %d shuffles among %d lanes, want %d", steps, fewest, lanes, plans[0].Least)
		} else if fewest > plans[0].Least && listed {
			seen["a shuffle more"]++
		}
	}
	if n := seen["a shuffle more"]; n*100 > runs {
		t.Errorf("%d of %d changes take a shuffle more than the least number", n, runs)
	}
	for _, kind := range []string{"aligned", "aligned odd", "wraps", "wraps odd", "irregular"} {
		if seen[kind] < runs/100 {
			t.Errorf("%d changes of kind %q", seen[kind], kind)
		}
	}
	t.Log(seen)
}

// Where the last subgroup of a workgroup has fewer lanes, plans find every element among the lanes that are there, with the fewest shuffles; there
// is no plan only if a lane gets an element that no lane of its subgroup has.
func TestRoundsOfPartialSubgroups(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 5))
	seen := map[string]int{}
	for range 3 * *layouttest.Layouts {
		lanes := []int64{3, 4, 5, 6, 8, 12, 16}[rng.IntN(7)]
		from, to := randomChange(t, rng, lanes)
		workgroup := lanes*rng.Int64N(4) + 1 + rng.Int64N(lanes)
		var plans []Rounds
		var why string
		steps, ok := Steps(from, to)
		if ok {
			plans, why = allPlans(steps, lanes, workgroup)
		} else {
			plans = make([]Rounds, 1)
			plans[0], why = PlanListed(from, to, lanes, workgroup)
		}
		before, after := elementsHeld(from, workgroup), elementsHeld(to, workgroup)
		kind := "none"
		if why == "" {
			kind = "turns"
			if plans[len(plans)-1].Reads != nil {
				kind = "listed"
			}
		}
		seen[kind]++
		if there := foundInSubgroups(before, after, lanes); there != (why == "") {
			t.Fatalf("%v: subgroups of %d lanes and a workgroup of %d threads have all elements: %t, but: %s", steps, lanes, workgroup, there, why)
		}
		for _, x := range plans {
			if why == "" {
				if least := checkRounds(t, &x, from, to, lanes, workgroup); least != x.Least || fewestShuffles(plans) != least && kind == "listed" {
					t.Fatalf("%v: %d shuffles are needed, want %d", steps, least, x.Least)
				}
			}
		}
	}
	t.Log(seen)
}

// foundInSubgroups reports whether each lane finds the elements that it gets among the lanes of its subgroup.
func foundInSubgroups(before, after [][]int64, lanes int64) bool {
	for thread, wanted := range after {
		first := int64(thread) / lanes * lanes
		held := slices.Concat(before[first:min(first+lanes, int64(len(before)))]...)
		if slices.ContainsFunc(wanted, func(element int64) bool { return !slices.Contains(held, element) }) {
			return false
		}
	}
	return true
}

// From lanes that hold columns of a matrix to lanes that hold its rows: the number of shuffles of the best plan, and the number of
// registers that a lane gets from others.
func TestShufflesOfColumnsToRows(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ subgroup, before, after, shuffles, least int64 }{
		{subgroup: 32, before: 3, after: 4, shuffles: 2, least: 2},
		{subgroup: 32, before: 4, after: 3, shuffles: 3, least: 3},
		{subgroup: 32, before: 6, after: 4, shuffles: 3, least: 3},
		{subgroup: 32, before: 12, after: 8, shuffles: 3, least: 3},
		{subgroup: 32, before: 8, after: 12, shuffles: 2, least: 2},
		{subgroup: 32, before: 16, after: 24, shuffles: 2, least: 2},
		{subgroup: 32, before: 32, after: 24, shuffles: 4, least: 4},
		{subgroup: 32, before: 24, after: 32, shuffles: 4, least: 4},
		{subgroup: 64, before: 48, after: 16, shuffles: 3, least: 3},
		{subgroup: 64, before: 16, after: 48, shuffles: 0, least: 0},
		{subgroup: 64, before: 48, after: 24, shuffles: 2, least: 2},
		{subgroup: 64, before: 64, after: 48, shuffles: 4, least: 4},
		{subgroup: 64, before: 48, after: 64, shuffles: 4, least: 4},
		{subgroup: 64, before: 64, after: 6, shuffles: 32, least: 32},
		{subgroup: 64, before: 6, after: 64, shuffles: 4, least: 4},
		{subgroup: 32, before: 5, after: 32, shuffles: 5, least: 5},
	} {
		n := lcm(c.before, c.after)
		columns := []layout.Dim{{Size: n, Digits: []layout.Digit{{Size: c.before, Unit: 1, Offset: 0}, {Size: n / c.before, Unit: 0, Offset: 1}}}}
		rows := []layout.Dim{{Size: n, Digits: []layout.Digit{{Size: n / c.after, Unit: 0, Offset: 1}, {Size: c.after, Unit: 1, Offset: 0}}}}
		from, to := repeatedTogether(t, columns, rows, c.subgroup)
		steps, ok := Steps(from, to)
		if !ok {
			t.Fatalf("%v: no digits", c)
		}
		plans, why := allPlans(steps, c.subgroup, 0)
		if why != "" {
			t.Fatalf("%v: %s", c, why)
		}
		fewest := plans[0]
		for _, x := range plans {
			checkRounds(t, &x, from, to, c.subgroup, 0)
			if x.Shuffles < fewest.Shuffles {
				fewest = x
			}
		}
		if fewest.Shuffles != c.shuffles || fewest.Least != c.least {
			t.Errorf("%d lanes to %d of %d: %d shuffles, at least %d; want %d and %d", c.before, c.after, c.subgroup, fewest.Shuffles, fewest.Least, c.shuffles, c.least)
		}
	}
}

// A lane that gets one of two registers selects the value that it sends and the register for the value that it gets; it does not
// select the value that it keeps.
func TestRoundsSelectOnce(t *testing.T) {
	steps := []Step{{Size: 2, From: layout.Place{Unit: 1}, To: layout.Place{Offset: 1}}, {Size: 2, From: layout.Place{Offset: 1}, To: layout.Place{Unit: 1}}}
	x, why := PlanRounds(steps, 32, 0)
	if why != "" || x.Shuffles != 1 || x.Selects != 3 {
		t.Errorf("%d shuffles and %d selects, want 1 and 3; %s", x.Shuffles, x.Selects, why)
	}
}
