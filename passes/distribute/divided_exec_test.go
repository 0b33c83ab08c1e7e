package distribute_test

import (
	"fmt"
	"testing"

	"optc/dialect/affine"
	"optc/internal/testing/randprog"
	"optc/ir"
)

// Threads that hold every t-th element of a vector, for an odd t, and then 16 or 32 neighbours, or the other way around: the neighbours of all threads would
// begin in one bank. Buffers divide the numbers of elements, and threads write the same as one thread.
func TestDividedBuffersAgree(t *testing.T) {
	t.Parallel()
	divided := 0
	for seed := range uint64(24) {
		p := newProgram(seed)
		p.subgroup = randprog.OneOf[int64](p, 32, 64)
		threads, held := randprog.OneOf[int64](p, 5, 7, 9, 15, 21), randprog.OneOf[int64](p, 16, 32)
		one := []int64{1}
		dealt := nested{subgroup: one, batch: []int64{held}, outer: one, thread: []int64{threads}, element: one, subgroupStrides: []int64{0}, threadStrides: one}
		rows := nested{subgroup: one, batch: one, outer: one, thread: []int64{threads}, element: []int64{held}, subgroupStrides: []int64{0}, threadStrides: one}
		if p.IntN(2) == 0 {
			dealt, rows = rows, dealt
		}
		p.write(p.anchored(p.anchored(p.read(dealt, "f32", 0), dealt), rows), rows)
		want := p.call(t, p.transformed(t, "builtin.module()"), 1)
		workgroup := p.subgroup * (1 + p.Int64N(2))
		module := p.transformed(t, fmt.Sprintf("builtin.module(func.func(vectorext-distribute-nested-layout{subgroup-size=%d workgroup-size=%d}),canonicalize,cse)", p.subgroup, workgroup))
		divisions := int64(0)
		ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
			if ir.Is[affine.DelinearizeIndexOp](op) {
				divisions++
			}
			return ir.Advance
		})
		if divisions >= held {
			divided++
		}
		if d := p.call(t, module, workgroup).Differs(want); d != "" {
			t.Fatalf("seed %d: %d threads of\n%s\nfor one of\n%s\n%s", seed, workgroup, module, p.text(), d)
		}
	}
	if divided < 6 {
		t.Errorf("%d modules divide numbers", divided)
	}
	t.Logf("%d modules divide numbers", divided)
}
