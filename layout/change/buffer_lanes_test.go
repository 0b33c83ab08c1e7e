package change

import (
	"math/rand/v2"
	"testing"
)

// TestLaneAccesses performs the accesses to buffers of random changes: each lane finds its elements in the cells where they were
// written, and the banks take as many steps as the buffer specifies.
func TestLaneAccesses(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 7))
	traffic := Traffic{Banks: Banks{Count: 32, Word: 4}, Widest: 16, Element: 4, Subgroup: 16}
	n := 0
	for range 300 {
		from, to := randomChange(t, rng, traffic.Subgroup)
		w, ok := FindWays(from, to, traffic)
		if !ok || int64(from.Units()) != traffic.Subgroup || int64(to.Units()) != traffic.Subgroup {
			continue
		}
		n++
		held, wanted := elementsHeld(from, 0), elementsHeld(to, 0)
		cells := map[int64]int64{}
		carry := func(side Side, cycles int64, move func(lane, register, cell int64)) {
			steps := int64(0)
			for _, a := range w.Buffer.LaneAccesses(traffic, side) {
				most := int64(0)
				for _, s := range a.Served {
					most = max(most, s.Step+1)
				}
				steps += most
				for i, lane := range a.Lanes {
					for k, r := range a.Registers {
						move(lane, r, a.Cells[i]+int64(k))
					}
				}
			}
			if steps != cycles {
				t.Fatalf("side %d takes %d steps, want %d: %+v", side, steps, cycles, w.Buffer)
			}
		}
		carry(Before, w.Buffer.Write.Cycles, func(lane, register, cell int64) { cells[cell] = held[lane][register] })
		carry(After, w.Buffer.Read.Cycles, func(lane, register, cell int64) {
			if got, ok := cells[cell]; !ok || got != wanted[lane][register] {
				t.Fatalf("lane %d reads %d into register %d, want %d: %+v", lane, got, register, wanted[lane][register], w.Buffer)
			}
		})
	}
	if n < 50 {
		t.Errorf("only %d changes were carried out", n)
	}
}
