package layout

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// everyBuffer calls visit for each buffer whose parts have strides up to a largest one, and whose elements have different addresses.
func everyBuffer(blocks []Block, largest int64, t Traffic, visit func(b *Buffer)) {
	b := &Buffer{Blocks: blocks, Parts: make([][]Part, len(blocks))}
	var parts []*Part
	var stride func(k int, addresses []int64)
	stride = func(k int, addresses []int64) {
		if k == len(parts) {
			b.Cells = slices.Max(addresses) + 1
			visit(b)
			return
		}
		for n := int64(1); n <= largest; n++ {
			parts[k].Stride = n
			var more []int64
			seen := map[int64]bool{}
			for _, at := range addresses {
				for x := range parts[k].Size {
					more = append(more, at+x*n)
					seen[at+x*n] = true
				}
			}
			if len(seen) == len(more) {
				stride(k+1, more)
			}
		}
	}
	var divide func(i int)
	divide = func(i int) {
		if i == len(blocks) {
			kept := parts
			stride(0, []int64{0})
			parts = kept
			return
		}
		if blocks[i].IsCopy() {
			divide(i + 1)
			return
		}
		chains := [][]int64{nil}
		for _, side := range []Side{Before, After} {
			digits := blocks[i].On(side)
			for ends := range 1 << (len(digits) - 1) {
				weight, chain := int64(1), []int64{}
				for j, g := range digits {
					if weight *= g.Size; ends>>j&1 == 1 {
						chain = append(chain, weight)
					}
				}
				chains = append(chains, chain)
			}
		}
		slices.SortFunc(chains, slices.Compare)
		for _, chain := range slices.CompactFunc(chains, slices.Equal) {
			b.Parts[i] = nil
			below := int64(1)
			for _, end := range append(slices.Clone(chain), blocks[i].Size) {
				b.Parts[i] = append(b.Parts[i], Part{Size: end / below})
				below = end
			}
			n := len(parts)
			for p := range b.Parts[i] {
				parts = append(parts, &b.Parts[i][p])
			}
			divide(i + 1)
			parts = parts[:n]
		}
	}
	divide(0)
}

// No buffer of a few elements whose addresses are sums takes fewer cycles than the one that is found, whatever the sizes of blocks, the banks and the widths.
func TestNoBufferIsLess(t *testing.T) {
	t.Parallel()
	changes, above := 0, 0
	for seed := uint64(0); changes < max(20, *layouts/10); seed++ {
		r := rand.New(rand.NewPCG(seed, 41))
		shape := [][]int64{{8}, {4, 3}, {12}, {6, 2}, {16}, {10}, {3, 5}}[r.IntN(7)]
		from, to := randomMixed(r, shape, 24), randomMixed(r, shape, 24)
		blocks, ok := Blocks(from, to)
		if !ok {
			continue
		}
		traffic := Traffic{
			Banks: Banks{Count: []int64{2, 3, 4, 5, 6, 8}[r.IntN(6)], Word: 4}, Widest: 8 << r.IntN(2),
			Element: []int64{1, 2, 4, 8}[r.IntN(4)], Subgroup: []int64{4, 6, 8}[r.IntN(3)],
		}
		found := FindBuffer(blocks, traffic)
		least := found
		everyBuffer(blocks, 14, traffic, func(b *Buffer) {
			b.count(max(traffic.Widest/traffic.Element, 1), traffic)
			if b.cycles() < least.cycles() {
				least = *b
				least.Parts = nil
				for _, parts := range b.Parts {
					least.Parts = append(least.Parts, slices.Clone(parts))
				}
			}
		})
		changes++
		if least.cycles() < found.Bound {
			t.Errorf("seed %d: %v\n%v take %d cycles, but %v take %d, and the bound is %d: %+v", seed, blocks, least.Parts, least.cycles(), found.Parts, found.cycles(), found.Bound, traffic)
		}
		if found.cycles() > found.Bound {
			above++
		}
	}
	t.Logf("%d changes, %d above the bound", changes, above)
}
