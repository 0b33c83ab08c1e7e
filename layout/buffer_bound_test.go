package layout

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// randomNested returns a layout of a shape over at most a subgroup of threads, and the number of threads.
func randomNested(r *rand.Rand, shape []int64) (l NestedLayout, threads int64) {
	threads = 1
	for _, n := range shape {
		part := func(sizes ...int64) int64 {
			f := sizes[r.IntN(len(sizes))]
			if n%f != 0 {
				f = 1
			}
			n /= f
			return f
		}
		l.Thread = append(l.Thread, part(1, 2, 4, 8, 16, 32))
		l.Subgroup = append(l.Subgroup, part(1, 1, 2))
		l.Element = append(l.Element, part(1, 2, 4, 8, 3))
		l.Outer = append(l.Outer, part(1, 1, 2))
		l.Batch = append(l.Batch, n)
		threads *= l.Thread[len(l.Thread)-1]
	}
	strides := func(tile []int64) []int64 {
		out, step := make([]int64, len(tile)), int64(1)
		for _, d := range r.Perm(len(tile)) {
			if tile[d] > 1 {
				out[d] = step
				step *= tile[d]
			}
		}
		return out
	}
	l.ThreadStrides, l.SubgroupStrides = strides(l.Thread), strides(l.Subgroup)
	return l, threads
}

// The buffers of random changes of layout take the fewest cycles, whether the layouts have common digits or not.
func TestBuffersReachBound(t *testing.T) {
	t.Parallel()
	changes, permuted, padded, mixed, free, divided := 0, 0, 0, 0, 0, 0
	for seed := range uint64(6000) {
		r := rand.New(rand.NewPCG(seed, 9))
		shape := []int64{8 << r.IntN(4), 8 << r.IntN(4)}
		if r.IntN(3) == 0 {
			shape[r.IntN(2)] *= 3
		}
		a, m := randomNested(r, shape)
		b, n := randomNested(r, shape)
		if min(m, n) < 16 || max(m, n) > 32 {
			continue
		}
		from, err1 := Nested(a)
		to, err2 := Nested(b)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		blocks, ok := Blocks(from, to)
		if !ok {
			t.Fatalf("seed %d: no blocks", seed)
		}
		buffer := FindBuffer(blocks, Traffic{Banks: Banks{Count: 32, Word: 4}, Widest: 16, Element: 1 << r.IntN(4), Subgroup: 32})
		changes++
		if !buffer.IsLeast() {
			t.Errorf("seed %d: %v\nwrites and reads in %d cycles, but the bound is %d", seed, blocks, buffer.cycles(), buffer.Bound)
		}
		if buffer.Write.Cycles == buffer.Write.Least && buffer.Read.Cycles == buffer.Read.Least {
			free++
		}
		if slices.ContainsFunc(blocks, Block.isMixed) {
			mixed++
		}
		switch {
		case buffer.IsPermuted():
			permuted++
		case len(buffer.Divided(Before))+len(buffer.Divided(After)) > 0:
			divided++
		case buffer.Cells > shape[0]*shape[1]:
			padded++
		}
	}
	t.Logf("%d changes, %d of them without common digits; %d have no conflicts; %d permute rows, %d pad them, %d divide blocks", changes, mixed, free, permuted, padded, divided)
	if changes < 500 || mixed < 50 || free != changes || permuted == 0 || padded == 0 {
		t.Errorf("%d changes, %d of them without common digits, %d without conflicts, %d permuted and %d padded", changes, mixed, free, permuted, padded)
	}
}
