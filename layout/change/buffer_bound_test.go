package change

import (
	"math/rand/v2"
	"slices"
	"testing"

	"optc/layout"
)

// randomNested returns a layout of a shape over at most a subgroup of threads, and the number of threads.
func randomNested(r *rand.Rand, shape []int64) (l layout.NestedLayout, threads int64) {
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

// The buffers of random changes between layouts with common digits take the fewest cycles, and have no conflicts.
func TestBuffersReachBound(t *testing.T) {
	t.Parallel()
	changes, permuted, padded, mixed := 0, 0, 0, 0
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
		from, err1 := layout.Nested(a)
		to, err2 := layout.Nested(b)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		blocks, ok := Blocks(from, to)
		if !ok {
			t.Fatalf("seed %d: no blocks", seed)
		}
		buffer := FindBuffer(blocks, Traffic{Banks: Banks{Count: 32, Word: 4}, Widest: 16, Element: 1 << r.IntN(4), Subgroup: 32})
		if slices.ContainsFunc(blocks, Block.isMixed) {
			mixed++
			continue
		}
		changes++
		if !buffer.IsLeast() || buffer.Write.Cycles != buffer.Write.Least || buffer.Read.Cycles != buffer.Read.Least {
			t.Errorf("seed %d: %v\nwrites in %d cycles of %d and reads in %d of %d, but the bound is %d",
				seed, blocks, buffer.Write.Cycles, buffer.Write.Least, buffer.Read.Cycles, buffer.Read.Least, buffer.Bound)
		}
		switch {
		case buffer.IsPermuted():
			permuted++
		case buffer.Cells > shape[0]*shape[1]:
			padded++
		}
	}
	t.Logf("%d changes: %d permute rows, %d pad them; %d have no common digits", changes, permuted, padded, mixed)
	if changes < 400 || permuted == 0 || padded == 0 {
		t.Errorf("%d changes, %d permuted and %d padded", changes, permuted, padded)
	}
}
