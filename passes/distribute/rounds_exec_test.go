package distribute_test

import (
	"flag"
	"fmt"
	"testing"

	"optc/dialect/gpu"
	"optc/internal/testing/raced"
	"optc/internal/testing/randprog"
	"optc/ir"
)

var rounds = flag.Int("rounds", raced.Runs(150), "random changes of layout that TestRoundsOfAnySizeAgree executes")

// dealt returns a layout of a shape over the lanes of a subgroup: the prime factors of each dimension are its parts in any order.
func (p *program) dealt(shape []int64, lanes int64) nested {
	for {
		l := nested{}
		ones := func() []int64 {
			out := make([]int64, len(shape))
			for i := range out {
				out[i] = 1
			}
			return out
		}
		l.subgroup, l.batch, l.outer, l.thread, l.element = ones(), ones(), ones(), ones(), ones()
		for d, n := range shape {
			for f := int64(2); n > 1; f++ {
				for ; n%f == 0; n /= f {
					part := randprog.OneOf(p, l.thread, l.thread, l.thread, l.element, l.batch, l.outer)
					part[d] *= f
				}
			}
		}
		l.subgroupStrides, l.threadStrides = p.strides(l.subgroup), p.strides(l.thread)
		if span(l.thread, l.threadStrides) <= lanes {
			return l
		}
	}
}

// Lanes exchange their elements if the numbers of lanes and registers are not powers of two, also in a last subgroup
// with any number of threads, and write the same as one thread.
func TestRoundsOfAnySizeAgree(t *testing.T) {
	t.Parallel()
	shuffling := 0
	for n := range uint64(*rounds) {
		seed := *firstSeed + n
		p := newProgram(seed)
		p.subgroup = randprog.OneOf[int64](p, 8, 16, 32, 64)
		shape := make([]int64, 2+p.IntN(2))
		for d := range shape {
			shape[d] = randprog.OneOf[int64](p, 2, 3, 4, 5, 6, 10, 12)
		}
		if n, _ := ir.NumElements(shape); n > 300 {
			continue
		}
		from, to := p.dealt(shape, p.subgroup), p.dealt(shape, p.subgroup)
		p.write(p.anchored(p.anchored(p.read(from, "f32", 0), from), to), to)
		want := p.call(t, p.transformed(t, "builtin.module()"), 1)
		spans := max(span(from.thread, from.threadStrides), span(to.thread, to.threadStrides))
		partial := p.subgroup*p.Int64N(3) + 1 + p.Int64N(p.subgroup-1)
		threads := randprog.OneOf(p, p.subgroup, 2*p.subgroup, 3*p.subgroup+spans, max(partial, spans), p.subgroup+partial)
		for _, more := range []string{"", ",canonicalize,cse"} {
			module := p.transformed(t, fmt.Sprintf("builtin.module(func.func(vectorext-distribute-nested-layout{subgroup-size=%d workgroup-size=%d})%s)", p.subgroup, threads, more))
			shuffles := 0
			ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
				if ir.Is[gpu.ShuffleOp](op) {
					shuffles++
				}
				return ir.Advance
			})
			if shuffles > 0 {
				shuffling++
			}
			if d := p.call(t, module, threads).Differs(want); d != "" {
				t.Fatalf("seed %d: %d threads of\n%s\nfor one of\n%s\n%s", seed, threads, module, p.text(), d)
			}
		}
	}
	if shuffling < *rounds/2 {
		t.Errorf("%d modules shuffle", shuffling)
	}
	t.Logf("%d modules shuffle", shuffling)
}
