package prove

import (
	"math/rand/v2"
	"testing"
)

// TestIndex numbers random nodes, many of which are equal, and expects the numbers that a map gives.
func TestIndex(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	var x index
	var nodes []node
	want := map[node]int{}
	for range 100_000 {
		n := node{fn: functionID(r.IntN(4)), args: [maxOperands]uint64{r.Uint64N(60), r.Uint64N(60) << 40, r.Uint64N(4) << 62}}
		number, ok := x.find(nodes, &n)
		if !ok {
			nodes = append(nodes, n)
		}
		if is, known := want[n]; known != ok || known && is != number || number >= len(nodes) {
			t.Fatalf("%v has the number %d (known: %t), want %d (%t)", n, number, ok, is, known)
		}
		want[n] = number
	}
}
