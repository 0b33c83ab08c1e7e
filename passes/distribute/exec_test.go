package distribute_test

import (
	"flag"
	"fmt"
	"strings"
	"sync"
	"testing"

	"optc/dialect/gpu"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/iree/revision"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/internal/testing/raced"
	"optc/internal/testing/randprog"
	"optc/ir"
	"optc/sim"
)

// programs is the number of random programs per test.
var programs = raced.Runs(100)

// firstSeed is the seed of the first random program.
var firstSeed = flag.Uint64("seed", 0, "seed of the first random program of TestDistributedProgramsAgree, TestExchangesInLoopsAgree and TestRoundsOfAnySizeAgree")

// distributed is the number of random programs that are distributed.
var distributed = flag.Int("distributed", programs, "random programs that TestDistributedProgramsAgree distributes; it logs what they contain")

// Threads that work on their parts write the same as a thread that works on the whole
// vectors, before and after clean-up.
func TestDistributedProgramsAgree(t *testing.T) {
	t.Parallel()
	var (
		counting       sync.Mutex
		patterns, made = map[string]int{}, map[string]int{}
	)
	program := func(seed uint64) func(t *testing.T) {
		return func(t *testing.T) {
			t.Parallel()
			p := newProgram(seed)
			p.compose(true)
			want := p.call(t, p.transformed(t, "builtin.module()"), 1)

			block, options := p.workgroup()
			counting.Lock()
			for pattern, n := range p.used {
				patterns[pattern] += n
			}
			counting.Unlock()
			for _, more := range []string{"", ",canonicalize,cse,canonicalize"} {
				module := p.transformed(t, "builtin.module(func.func(vectorext-distribute-nested-layout{"+options+"})"+more+")")
				ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
					counting.Lock()
					made[op.Name()]++
					counting.Unlock()
					switch op.Kind() {
					case vectorext.ToLayoutOp{}.Kind(), vectorext.ToSIMDOp{}.Kind(), vectorext.ToSIMTOp{}.Kind():
						t.Fatalf("%s is left over in\n%s\nfrom\n%s", op.Name(), module, p.text())
					}
					return ir.Advance
				})
				if d := p.call(t, module, block...).Differs(want); d != "" {
					t.Fatalf("%d threads of\n%s\nfor one of\n%s\n%s", block, module, p.text(), d)
				}
			}
		}
	}
	t.Run("programs", func(t *testing.T) {
		for n := range uint64(*distributed) {
			seed := *firstSeed + n
			t.Run(fmt.Sprint(seed), program(seed))
		}
	})
	t.Logf("%d programs contain %v", *distributed, patterns)
	for _, kind := range []ir.OpKind{gpu.SubgroupReduceOp{}, gpu.ShuffleOp{}, gpu.BallotOp{}, ireegpu.SubgroupScanOp{}, gpu.BarrierOp{}, memref.AllocOp{}, scf.IfOp{}, scf.ForOp{}, scf.WhileOp{}, vector.ContractOp{}, vector.MultiReductionOp{}} {
		t.Logf("%s: %d after distribution", kind.Kind(), made[fmt.Sprint(kind.Kind())])
	}
}

// compose writes a random body: vectors that are computed and written, and sometimes a scatter,
// a reduction, a product by matrix instructions, or a part with a layout of iree_map.
func (p *program) compose(intrinsics bool) {
	l := p.layout(1 + p.IntN(3))
	p.write(p.source(l, 4), l)
	if p.Chance(30) {
		p.write(p.source(l, 2), l)
	}
	if p.Chance(20) {
		p.use("scatter")
		p.scattered(l, func(v string, dims []int, elem string) string { return p.anchoredAs(v, l.pick(dims...), elem) })
	}
	if p.Chance(20) {
		p.use("load, store and reduction")
		p.summed()
	}
	if p.Chance(20) {
		p.use("map_store")
		p.mapStored(p.anchored(p.source(l, 2), l), l.shape())
	}
	if revision.Of(p.ctx) == revision.Release && p.Chance(20) {
		p.compressed()
	}
	if intrinsics && p.Chance(5) {
		p.multiplied()
	}
	if p.Chance(25) {
		p.packed(l)
	}
}

// workgroup returns the threads of a workgroup for the program, and the options of distribution.
// All layouts fit in four subgroups; the last subgroup of a larger workgroup may have fewer threads. Without extents threads are counted along x.
func (p *program) workgroup() (block []int64, options string) {
	block = []int64{4 * p.subgroup, 1, 1}
	options = fmt.Sprintf("subgroup-size=%d", p.subgroup)
	if p.Chance(70) {
		block = randprog.OneOf(p, []int64{32}, []int64{64, 1, 1}, []int64{8, 4}, []int64{4, 2, 4}, []int64{2, 8, 4})
		block[0] *= p.subgroup / testSubgroup
		if p.subgroup == testSubgroup && p.Chance(25) {
			block = randprog.OneOf(p, []int64{36}, []int64{12, 3}, []int64{39, 1, 1}, []int64{6, 7}, []int64{3, 5, 3})
			p.use("workgroup with a partial subgroup")
		}
		options += " workgroup-size=" + strings.Trim(strings.ReplaceAll(fmt.Sprint(block), " ", ","), "[]")
		p.use(fmt.Sprintf("workgroup of %d dimensions", len(block)))
	}
	return block, options
}

// Intrinsics of every family and layout multiply the parts of threads, as a contraction
// and with tiles in their order and in the other order, and the result may be held by
// columns.
func TestIntrinsicsOfEveryLayoutAgree(t *testing.T) {
	t.Parallel()
	type layout struct {
		family ireegpu.Family
		parts  [3]ireegpu.Part
	}
	seen := map[layout]bool{}
	for _, name := range describedIntrinsics {
		c := newProgram(0).ctx
		mma, err := ireegpu.MMAOf(c, name, false)
		if err != nil {
			t.Fatal(err)
		}
		held := layout{family: mma.Family}
		for operand := range held.parts {
			held.parts[operand], _ = mma.Part(operand)
		}
		if seen[held] {
			continue
		}
		seen[held] = true
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, form := range []struct{ tiled, transposed, byColumns bool }{
				{}, {byColumns: true}, {tiled: true}, {tiled: true, transposed: true}, {tiled: true, transposed: true, byColumns: true},
			} {
				if form.byColumns && mma.M != mma.N || !form.tiled && !isContraction(c, mma) {
					continue
				}
				p := newProgram(0)
				mma, _ := ireegpu.MMAOf(p.ctx, name, form.byColumns)
				p.multipliedBy(mma, form.tiled, func() bool { return form.transposed })
				want := p.call(t, p.transformed(t, "builtin.module()"), 1)
				module := p.transformed(t, fmt.Sprintf("builtin.module(func.func(vectorext-distribute-nested-layout{subgroup-size=%d}))", p.subgroup))
				if d := p.call(t, module, 4*p.subgroup).Differs(want); d != "" {
					t.Fatalf("%s\nfor\n%s\n%s", module, p.text(), d)
				}
			}
		})
	}
}

// A mask of 13 of the 24 elements that four threads hold in three batches of two: they
// get 4, 4, 3 and 2 of them (IREE's GPUNestedLayoutDistributionPatterns.cpp gives the
// last thread none).
func TestDistributedMask(t *testing.T) {
	t.Parallel()
	p := newProgram(0)
	l := nested{subgroup: []int64{1}, batch: []int64{3}, outer: []int64{1}, thread: []int64{4}, element: []int64{2},
		subgroupStrides: []int64{0}, threadStrides: []int64{1}}
	from, to := p.memref("f32", l.shape(), 0), p.memref("f32", l.shape(), 0)
	n := p.Define("arith.constant 13 : index")
	zero, pad := p.Define("arith.constant 0 : index"), p.Define("arith.constant -100.0 : f32")
	k := p.Define("vector.create_mask %s : vector<24xi1>", n)
	x := p.Define("vector.transfer_read %s[%s], %s, %s {in_bounds = [true]} : %s, vector<24xf32>", from.name, zero, pad, k, from.typ())
	y := p.Define("iree_vector_ext.to_layout %s to layout(%s) : vector<24xf32>", x, l)
	p.Line("vector.transfer_write %s, %s[%s] {in_bounds = [true]} : vector<24xf32>, %s", y, to.name, zero, to.typ())
	want := p.call(t, p.transformed(t, "builtin.module()"), 1)
	written := sim.Format(want.Memory[1].Type, want.Memory[1].Value)
	if off := strings.Count(written, "-1.000000e+02"); off != 24-13 {
		t.Fatalf("%d elements are off in %s", off, written)
	}
	module := p.transformed(t, "builtin.module(func.func(vectorext-distribute-nested-layout{subgroup-size=4}))")
	if d := p.call(t, module, 4).Differs(want); d != "" {
		t.Error(d)
	}
}

// Sums in the order of threads equal the sums of a single thread where rounding does not
// matter.
func TestOrderedProgramsAgree(t *testing.T) {
	t.Parallel()
	for seed := range uint64(raced.Runs(60)) {
		p := newProgram(seed)
		l := p.layout(1 + p.IntN(3))
		p.write(p.source(l, 2), l)
		p.write(p.scanned(l), l)
		p.summed()
		if p.Chance(30) {
			p.packed(l)
		}
		want := p.call(t, p.transformed(t, "builtin.module()"), 1)
		module := p.transformed(t, fmt.Sprintf("builtin.module(func.func(vectorext-order-sums{subgroup-size=%d}))", p.subgroup))
		if d := p.call(t, module, 1).Differs(want); d != "" {
			t.Fatalf("seed %d:\n%s\nfor\n%s\n%s", seed, module, p.text(), d)
		}
	}
}
