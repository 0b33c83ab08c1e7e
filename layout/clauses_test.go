package layout

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The search finds values if there are any: a check of all values agrees, for random clauses and bounds of a few variables.
func TestClausesAgreeWithAllValues(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 11))
	seen := map[answer]int{}
	for range 20 * *layouts {
		n := 1 + rng.IntN(9)
		c := &clauses{}
		for range n {
			c.newVariable()
		}
		var lists [][]literal
		for range rng.IntN(4 * n) {
			var list []literal
			for range 1 + rng.IntN(3) {
				if l := literal(rng.IntN(2 * n)); !slices.Contains(list, l) && !slices.Contains(list, l.negated()) {
					list = append(list, l)
				}
			}
			lists = append(lists, list)
			c.atLeastOne(slices.Clone(list)...)
		}
		var bounds []bound
		for range rng.IntN(4) {
			b := bound{variables: rng.Perm(n)[:1+rng.IntN(n)]}
			b.most = rng.IntN(len(b.variables) + 1)
			bounds = append(bounds, b)
			c.atMost(b.most, b.variables)
		}
		fits := func(holds func(v int) bool) bool {
			for _, list := range lists {
				if !slices.ContainsFunc(list, func(l literal) bool { return holds(l.variable()) == l.positive() }) {
					return false
				}
			}
			for _, b := range bounds {
				number := 0
				for _, v := range b.variables {
					if holds(v) {
						number++
					}
				}
				if number > b.most {
					return false
				}
			}
			return true
		}
		want := impossible
		for values := range 1 << n {
			if fits(func(v int) bool { return values>>v&1 > 0 }) {
				want = possible
			}
		}
		got := c.solve(mostSteps)
		seen[got]++
		if got != want || got == possible && !fits(c.holds) {
			t.Fatalf("answer %d, want %d: %v and %+v", got, want, lists, bounds)
		}
	}
	if t.Log(seen); min(seen[possible], seen[impossible]) < *layouts {
		t.Error("few questions of a kind")
	}
}

// More numbers than places is a question whose proof needs bounds, and a search ends at its number of steps.
func TestClausesOfMoreNumbersThanPlaces(t *testing.T) {
	t.Parallel()
	ask := func(numbers, places int) *clauses {
		c := &clauses{}
		in := make([][]int, places)
		for range numbers {
			var some []literal
			for p := range in {
				v := c.newVariable()
				in[p] = append(in[p], v)
				some = append(some, isTrue(v))
			}
			c.atLeastOne(some...)
		}
		for _, variables := range in {
			c.atMost(1, variables)
		}
		return c
	}
	for _, x := range []struct {
		numbers, places, steps int
		want                   answer
	}{
		{numbers: 6, places: 6, steps: mostSteps, want: possible},
		{numbers: 6, places: 5, steps: mostSteps, want: impossible},
		{numbers: 12, places: 11, steps: 1000, want: unknown},
	} {
		if got := ask(x.numbers, x.places).solve(x.steps); got != x.want {
			t.Errorf("%d numbers in %d places: answer %d, want %d", x.numbers, x.places, got, x.want)
		}
	}
}
