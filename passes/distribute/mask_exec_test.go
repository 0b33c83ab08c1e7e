package distribute_test

import (
	"fmt"
	"testing"

	"optc/dialect/iree/revision"
)

// Masks of every bound, from below 0 to above the vector, over dimensions of one or two subgroups,
// batches, outers, threads and elements. If no element is on, IREE's revisions split -1 into
// digits; canonicalization drops the digits of extent 1.
func TestDistributedMasksOfEveryBound(t *testing.T) {
	t.Parallel()
	pipelines := []string{"", ",int-range-optimizations,canonicalize,cse,lower-affine,int-range-optimizations,canonicalize"}
	for digits := range 32 {
		extent := func(bit int) []int64 { return []int64{1 + int64(digits>>bit&1)} }
		l := nested{subgroup: extent(4), batch: extent(3), outer: extent(2), thread: extent(1), element: extent(0),
			subgroupStrides: []int64{1}, threadStrides: []int64{1}}
		n := l.shape()[0]
		for seed, followed := range []revision.Revision{revision.Release, revision.Seed, revision.Today} {
			t.Run(fmt.Sprint(l, followed), func(t *testing.T) {
				t.Parallel()
				p := newProgram(uint64(seed))
				p.subgroup = 2
				from, to := p.memref("f32", []int64{n}, 0), p.memref("f32", []int64{2, n}, 0)
				p.args = append(p.args, argument{name: "%n", elem: "index", scalar: true})
				zero, pad := p.Define("arith.constant 0 : index"), p.Define("arith.constant -100.0 : f32")
				inRange := p.Define("arith.minsi %s, %s : index", p.Define("arith.maxsi %%n, %s : index", zero), p.Define("arith.constant %d : index", n))
				for i, bound := range []string{"%n", inRange} {
					k := p.Define("vector.create_mask %s : vector<%dxi1>", bound, n)
					x := p.Define("vector.transfer_read %s[%s], %s, %s {in_bounds = [true]} : %s, vector<%dxf32>", from.name, zero, pad, k, from.typ(), n)
					y := p.Define("iree_vector_ext.to_layout %s to layout(%s) : vector<%dxf32>", x, l, n)
					p.Line("vector.transfer_write %s, %s[%s, %s] {in_bounds = [true]} : vector<%dxf32>, %s",
						y, to.name, p.Define("arith.constant %d : index", i), zero, n, to.typ())
				}
				plain := p.transformed(t, "builtin.module()")
				for _, more := range pipelines {
					module := p.transformed(t, "builtin.module(func.func(vectorext-distribute-nested-layout{subgroup-size=2 workgroup-size=4}"+more+"))")
					for bound := int64(-2); bound <= n+2; bound++ {
						p.args[2].value = bound
						if d := p.call(t, module, 4).Differs(p.call(t, plain, 1)); d != "" {
							t.Errorf("%d of %d elements:\n%s\n%s", bound, n, module, d)
						}
					}
				}
			})
		}
	}
}
