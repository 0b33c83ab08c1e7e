package okk

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// randomLives returns lives of up to 20 operations in a kernel of n operations.
func randomLives(n int) []Life {
	r := rand.New(rand.NewPCG(uint64(n), 1))
	lives := make([]Life, n)
	for i := range lives {
		first := r.Int64N(int64(n))
		lives[i] = Life{first, first + r.Int64N(20)}
	}
	return lives
}

// TestLifeIndex compares the index with a search of all lives.
func TestLifeIndex(t *testing.T) {
	t.Parallel()
	for n := range 70 {
		lives := randomLives(n)
		x := NewLifeIndex(lives)
		for added := range n {
			got := x.Meeting(lives[added])
			slices.Sort(got)
			var want []int
			for i, l := range lives[:added] {
				if l.Meets(lives[added]) {
					want = append(want, i)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%d of %d lives: %v, want %v", added, n, got, want)
			}
			x.Add(added)
		}
	}
}

// TestAllocationGrowth counts the nodes that the allocation of n tensors visits: hardly
// more than proportional to n.
func TestAllocationGrowth(t *testing.T) {
	t.Parallel()
	m, err := LookupMachine("bm1684")
	if err != nil {
		t.Fatal(err)
	}
	visits := func(n int) int {
		lives := randomLives(n)
		requests := make([]Request, n)
		for i, l := range lives {
			requests[i] = Request{Name: "t", Size: 128 * int64(1+i%7), Align: 128, FirstUse: l.First, LastUse: l.Last}
		}
		a := Allocator{Machine: &m, Policy: Reuse}
		s := newAllocation(a, requests)
		if _, err := s.allocate(); err != nil {
			t.Fatal(err)
		}
		return s.placed.visited
	}
	small, large := visits(2000), visits(64000)
	if large > 64*small {
		t.Errorf("%d visits for 2000 tensors, %d for 64000", small, large)
	}
}
