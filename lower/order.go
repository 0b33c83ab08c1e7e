package lower

import (
	"iter"
	"math/rand/v2"
)

// Order is an order in which a machine runs threads that nothing else orders: 0 is ascending, 1 is
// descending, and every other number is a random order. A program whose result depends on the order
// has a race.
type Order uint64

// Permute returns the numbers from 0 to n - 1 in this order.
func (o Order) Permute(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		var random []int
		if o > 1 {
			random = rand.New(rand.NewPCG(uint64(o), uint64(n))).Perm(n)
		}
		for i := range n {
			at := i
			switch {
			case o == 1:
				at = n - 1 - i
			case o > 1:
				at = random[i]
			}
			if !yield(at) {
				return
			}
		}
	}
}
