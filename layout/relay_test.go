package layout

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// crowdedChange returns a random change in which lanes have no round to spare: a lane lacks all elements of its result but the one that it holds, if it holds one,
// and no other lane holds what a lane sends. These are the changes in which relays save shuffles.
func crowdedChange(rng *rand.Rand, lanes, registers int) tinyChange {
	takers := max(1, lanes*(registers-1)/registers-rng.IntN(2))
	c := tinyChange{elements: make([][]int, lanes), lanes: make([][]int, lanes)}
	wanted := make([]int, takers)
	for t := range wanted {
		wanted[t] = registers
	}
	var unsent []int // holders, as often as they may send an element
	order := rng.Perm(lanes)
	for h, place := range order {
		c.elements[h], c.lanes[h] = make([]int, takers), make([]int, takers)
		t := place % takers
		c.lanes[h][t] = 1
		own := 0
		if wanted[t] > 0 && rng.IntN(8) > 0 {
			own = 1
		}
		c.elements[h][t] += own
		wanted[t] -= own
		for range registers - 1 - own {
			unsent = append(unsent, h)
		}
	}
	rng.Shuffle(len(unsent), func(i, j int) { unsent[i], unsent[j] = unsent[j], unsent[i] })
	for t, n := range wanted {
		for range n {
			h := rng.IntN(lanes)
			if len(unsent) > 0 {
				h, unsent = unsent[0], unsent[1:]
			}
			c.elements[h][t]++
		}
	}
	return c
}

// Plans of crowded changes among any number of lanes take the fewest shuffles and are called the fewest: lanes relay elements, or it is proven that there
// are no rounds with one shuffle less. Among few lanes, a search of all rounds agrees.
func TestListsOfCrowdedLanesAreTheLeast(t *testing.T) {
	t.Parallel()
	changes, allRelayed, allRaised := max(1, *layouts/3), 0, 0
	for _, lanes := range []int{4, 5, 6, 7, 8, 12, 16, 32, 64} {
		rng := rand.New(rand.NewPCG(31, uint64(lanes)))
		relayed, raised, searched := 0, 0, 0
		for range changes {
			c := crowdedChange(rng, lanes, 2+rng.IntN(4))
			before, after := c.lists()
			x := planLists(t, int64(lanes), before, after)
			if x.Fewest() != "the fewest" {
				t.Fatalf("%v: %d shuffles, %s", c, x.Shuffles, x.Fewest())
			}
			if relays(&x) {
				relayed++
			}
			if s, _ := newSchedule(before, after); int64(s.least) < x.Shuffles {
				raised++
			}
			if lanes <= mostExact && x.Shuffles <= 3 {
				searched++
				if reachableIn(int(x.Shuffles)-1, before, after, true) {
					t.Fatalf("%v: %d shuffles are one too many", c, x.Shuffles)
				}
			}
		}
		t.Logf("%d lanes: of %d changes, lanes relay in %d, and %d need a shuffle more than the counted least; all rounds are searched for %d", lanes, changes, relayed, raised, searched)
		allRelayed, allRaised = allRelayed+relayed, allRaised+raised
	}
	if min(allRelayed, allRaised) < changes/50 {
		t.Errorf("lanes relay in %d changes, and %d need a shuffle more", allRelayed, allRaised)
	}
}

// Subgroups with different changes share the rounds of a plan: lanes of one relay elements, and lanes of another one do not.
func TestSubgroupsRelayApart(t *testing.T) {
	t.Parallel()
	// Lane 0 gets element 5 only to relay it.
	heldByLanes, wantedByLanes := [][]int64{{6, 7, 9}, {0, 3, 10}, {1, 4, 11}, {2, 5, 8}}, [][]int64{{6, 7, 8}, {3, 4, 5}, {3, 4, 5}, {0, 1, 2}}
	rng := rand.New(rand.NewPCG(31, 13))
	plans := 0
	for range max(10, *layouts/5) {
		before, after := crowdedChange(rng, 4, 3).lists()
		if alone := planLists(t, 4, before, after); len(before[0]) > 3 || alone.Shuffles > 2 {
			continue
		}
		plans++
		next := int64(12)
		for lane := range before {
			for len(before[lane]) < 3 {
				before[lane] = append(before[lane], next+100)
				next++
			}
		}
		for _, lists := range [][][]int64{before, after} {
			for lane := range lists {
				lists[lane] = slices.Clone(lists[lane])
				for r := range lists[lane] {
					lists[lane][r] += 12
				}
			}
		}
		x := planLists(t, 4, append(before, heldByLanes...), append(after, wantedByLanes...))
		if x.Shuffles != 2 || !relays(&x) {
			t.Fatalf("%d shuffles, want 2 and a relay", x.Shuffles)
		}
	}
	if plans < *layouts/50 {
		t.Errorf("%d plans", plans)
	}
}

// Two subgroups of this change have rounds that no try finds: the search finds them, without relays.
func TestRoundsThatTriesMiss(t *testing.T) {
	t.Parallel()
	before := []Dim{
		{Size: 4, Digits: []Digit{{Size: 2, Unit: 1}, {Size: 2, Offset: 1}}},
		{Size: 9, Digits: []Digit{{Size: 3, Unit: 6}, {Size: 3, Unit: 2}}},
	}
	after := []Dim{
		{Size: 4, Digits: []Digit{{Size: 2, Unit: 1}, {Size: 2, Unit: 6}}},
		{Size: 9, Digits: []Digit{{Size: 3, Offset: 1}, {Size: 3, Unit: 2}}},
	}
	from, to := repeatedTogether(t, before, after, 32)
	steps, ok := Steps(from, to)
	if !ok {
		t.Fatal("no steps")
	}
	l, ok := listSteps(steps, 32, 0)
	if why := l.findLeast(); !ok || why != "" {
		t.Fatal(why)
	}
	missed := 0
	for _, s := range l.schedules {
		if _, ok := fillByTries(l.least, 0, orderedTries+randomTries)(s); !ok {
			missed++
		}
	}
	x := l.plan()
	checkRounds(t, &x, from, to, 32, 0)
	if missed == 0 || x.Shuffles != 2 || relays(&x) {
		t.Errorf("%d subgroups are missed, and lanes take %d shuffles; want some, and 2 without relays", missed, x.Shuffles)
	}
}
