package sat

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSolverAgreesWithAllValues: the search finds values if there are any, with assumptions
// and after clauses were added; a check of all values agrees.
func TestSolverAgreesWithAllValues(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 11))
	seen := map[Answer]int{}
	for range 3000 {
		n := 1 + rng.IntN(9)
		s := &Solver{}
		for range n {
			s.NewVariable()
		}
		random := func() Literal { return Literal(rng.IntN(2 * n)) }
		var lists [][]Literal
		for range 3 {
			for range rng.IntN(2 * n) {
				list := []Literal{random(), random(), random()}[:1+rng.IntN(3)]
				lists = append(lists, slices.Clone(list))
				s.Add(list...)
			}
			assumed := []Literal{random(), random()}[:rng.IntN(3)]
			holds := func(values int, l Literal) bool { return values>>l.variable()&1 != int(l&1) }
			want := Impossible
			for values := range 1 << n {
				fits := !slices.ContainsFunc(assumed, func(l Literal) bool { return !holds(values, l) })
				for _, list := range lists {
					fits = fits && slices.ContainsFunc(list, func(l Literal) bool { return holds(values, l) })
				}
				if fits {
					want = Possible
				}
			}
			all, truth := make([]Literal, n), make([]int8, n)
			for v := range all {
				all[v] = Literal(2 * v)
			}
			contradiction := s.Follow(all, truth, assumed...)
			got := s.Solve(1<<20, assumed...)
			if contradiction && got != Impossible {
				t.Fatalf("a contradiction follows, but there are values: %v with %v", lists, assumed)
			}
			for v, is := range truth { // consequences hold in each model, so also in the model that was found
				if l := Literal(2 * v); got == Possible && is != 0 && s.Holds(l) != (is > 0) {
					t.Fatalf("variable %d follows to be %d, but it has another value: %v with %v", v, is, lists, assumed)
				}
			}
			if seen[got]++; got != want {
				t.Fatalf("got %d, want %d: %v with %v", got, want, lists, assumed)
			}
			for _, list := range lists {
				if got == Possible && !slices.ContainsFunc(list, s.Holds) {
					t.Fatalf("the values are not a model of %v", lists)
				}
			}
		}
	}
	if min(seen[Possible], seen[Impossible]) < 1000 {
		t.Error("few questions of a kind", seen)
	}
}
