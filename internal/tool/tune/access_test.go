package tune

import (
	"math/rand/v2"
	"slices"
	"testing"

	"optc/dialect/all"
	"optc/dialect/vectorext"
	"optc/internal/family/gpu/kernel"
	"optc/ir"
)

// TestCountAccesses compares the cost of accesses, which is counted from the digits of layouts, with
// the cost of every thread's elements one by one.
func TestCountAccesses(t *testing.T) {
	t.Parallel()
	c := all.Context()
	machine, err := kernel.LookupMachine("sm_80")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	extents := []int64{1, 2, 3, 4, 8, 12, 16, 32}
	for range 300 {
		shape := make([]int64, 1+rng.IntN(3))
		for d := range shape {
			shape[d] = extents[rng.IntN(len(extents))]
		}
		g := []Group{{32, 32}, {64, 32}, {128, 64}, {24, 32}}[rng.IntN(4)]
		g.Subgroup = min(g.Subgroup, g.Threads)
		list := Candidates(c, ir.Vector(shape, c.F32()), g)
		if len(list) == 0 {
			continue
		}
		b := &bounder{machine: machine, group: g}
		steps, element := make([]int64, len(shape)), []int64{1, 2, 4, 8}[rng.IntN(4)]
		at := element
		for _, d := range rng.Perm(len(shape)) {
			steps[d] = at
			at *= shape[d] + rng.Int64N(2)
		}
		base, grain := element*rng.Int64N(20), machine.Sector>>rng.IntN(3)
		l := list[rng.IntN(len(list))]
		for _, write := range []bool{false, true} {
			got, want := b.countAccesses(l, steps, element, base, grain, write), enumerateAccesses(b, l, steps, element, base, grain, write)
			if got != want {
				t.Errorf("%s, steps %v, base %d, grain %d, write %t: %d, want %d", l, steps, base, grain, write, got, want)
			}
		}
	}
}

// enumerateAccesses counts what countAccesses counts, without digits.
func enumerateAccesses(b *bounder, l *vectorext.NestedLayout, steps []int64, element, base, grain int64, write bool) int64 {
	shape := l.UndistributedShape()
	addressOf := func(at int64) int64 {
		address := base
		for d := len(shape) - 1; d >= 0; d-- {
			address += at % shape[d] * steps[d]
			at /= shape[d]
		}
		return address
	}
	requests, sectors := int64(0), make([]int64, b.machine.Sector/grain)
	written := map[int64]bool{}
	for first := int64(0); first < b.group.Threads; first += b.group.Subgroup {
		var together [][]access // by number of the access of a thread
		for thread := first; thread < min(first+b.group.Subgroup, b.group.Threads); thread++ {
			held, _ := l.Held(thread, b.group.Subgroup)
			if write && written[held[0]] {
				continue
			}
			written[held[0]] = true
			for i, a := range accessesOf(held, element, addressOf) {
				if i == len(together) {
					together = append(together, nil)
				}
				together[i] = append(together[i], a)
			}
		}
		requests += int64(len(together))
		for _, list := range together {
			for shift := range sectors {
				touched := map[int64]bool{}
				for _, a := range list {
					for at := a.at; at < a.at+a.bytes; at++ {
						touched[(at+int64(shift)*grain)/b.machine.Sector] = true
					}
				}
				sectors[shift] += int64(len(touched))
			}
		}
	}
	return b.machine.GlobalCost(requests, slices.Min(sectors))
}
