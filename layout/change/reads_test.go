package change

import (
	"math/rand/v2"
	"slices"
	"testing"

	"optc/internal/testing/layouttest"
)

// The lanes of the first subgroup read all elements that they lack: a lane that keeps the elements it has before the change has all elements
// of its registers after it.
func TestSourcesOfShuffles(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 17))
	turned, listed := 0, 0
	for range *layouttest.Layouts {
		lanes := []int64{2, 3, 4, 6, 8, 12, 32}[rng.IntN(7)]
		from, to := randomChange(t, rng, lanes)
		steps, ok := Steps(from, to)
		if !ok {
			continue
		}
		plans, why := allPlans(steps, lanes, 0)
		if why != "" {
			continue
		}
		before, after := elementsHeld(from, 0), elementsHeld(to, 0)
		for _, x := range plans {
			shuffles := x.Sources()
			if int64(len(shuffles)) != x.Shuffles {
				t.Fatalf("%d shuffles, want %d", len(shuffles), x.Shuffles)
			}
			if x.Reads == nil {
				turned++
			} else {
				listed++
			}
			for lane := range lanes {
				have := slices.Clone(before[lane])
				for _, sources := range shuffles {
					s := sources[lane]
					if s.Lane >= 0 {
						have = append(have, before[s.Lane][s.Register])
					}
				}
				for _, element := range after[lane] {
					if !slices.Contains(have, element) {
						t.Fatalf("%v: lane %d of %d does not get element %d", steps, lane, lanes, element)
					}
				}
			}
		}
	}
	if turned < *layouttest.Layouts/10 || listed == 0 {
		t.Errorf("%d plans of turns and %d of lists", turned, listed)
	}
}
