package distribute_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"optc/internal/testing/raced"
	"optc/internal/testing/randprog"
	"optc/ir"
)

var changes = flag.Int("changes", raced.Runs(200), "random chains of changes of layout that TestConversionsOfEveryTypeAgree executes")

// Chains of changes between nested layouts and layouts of iree_map, of elements of any type, in loops and branches or not, on chips
// whose lanes exchange different types, in workgroups whose last subgroup may have few threads.
func TestConversionsOfEveryTypeAgree(t *testing.T) {
	t.Parallel()
	for n := range uint64(*changes) {
		seed := *firstSeed + n
		p := newProgram(3 * seed) // of the release
		p.subgroup = randprog.OneOf[int64](p, 8, 16, 32, 64)
		elem := randprog.OneOf(p, "i1", "i8", "i32", "i64", "index", "f16", "bf16", "f32", "f64")
		shape := make([]int64, p.IntN(5))
		for d := range shape {
			shape[d] = randprog.OneOf[int64](p, 1, 2, 3, 4, 5, 6, 8)
		}
		if n, _ := ir.NumElements(shape); n > 400 {
			continue
		}
		most := p.subgroup
		turn := func(v string) string {
			if len(shape) > 0 && p.Chance(40) {
				l := p.packLayout(shape)
				most = max(most, l.WorkgroupThreads(p.subgroup))
				return p.anchoredTo(v, l, elem)
			}
			l := p.dealt(shape, p.subgroup)
			if len(shape) > 0 && p.Chance(30) {
				l = p.another(l)
			}
			most = max(most, p.subgroup*span(l.subgroup, l.subgroupStrides))
			return p.anchoredAs(v, l, elem)
		}
		v := turn(p.readWhole(shape, elem))
		v = p.chained(v, shape, elem, turn)
		p.writeWhole(turn(v), shape, elem)
		want := p.call(t, p.transformed(t, "builtin.module()"), 1)
		threads := most + randprog.OneOf(p, 0, 0, p.Int64N(p.subgroup))
		chip := randprog.OneOf(p, "", " chip=sm_80", " chip=gfx942", " chip=gfx1100")
		if strings.Contains(chip, "sm_80") || strings.Contains(chip, "gfx1100") {
			p.subgroup = min(p.subgroup, 32)
		}
		size := randprog.OneOf(p, fmt.Sprintf(" workgroup-size=%d", threads), "")
		if size == "" {
			threads = (threads + p.subgroup - 1) / p.subgroup * p.subgroup
		}
		module := p.transformed(t, fmt.Sprintf("builtin.module(func.func(vectorext-distribute-nested-layout{subgroup-size=%d%s%s})%s)", p.subgroup, size, chip, randprog.OneOf(p, "", ",canonicalize,cse")))
		if d := p.call(t, module, threads).Differs(want); d != "" {
			t.Fatalf("seed %d: %d threads of\n%s\nfor one of\n%s\n%s", seed, threads, module, p.text(), d)
		}
	}
}

// chained changes the layout of a vector a few times, in a loop, in branches, or one after the other.
func (p *program) chained(v string, shape []int64, elem string, turn func(string) string) string {
	typ, r := vectorType(shape, elem), p.Fresh()
	switch p.IntN(4) {
	case 0:
		p.Line("%s = scf.for %s_i = %s to %s step %s iter_args(%s_a = %s) -> (%s) {", r, r, p.index(0), p.index(int64(p.IntN(4))), p.index(1), r, v, typ)
		w := turn(turn(r + "_a"))
		p.writeWhole(w, shape, elem)
		p.Line("scf.yield %s : %s\n  }", turn(w), typ)
		return r
	case 1:
		cond := p.Define("arith.cmpi slt, %s, %s : index", p.index(int64(p.IntN(4))), p.index(2))
		p.Line("%s = scf.if %s -> (%s) {", r, cond, typ)
		p.Line("scf.yield %s : %s\n  } else {", turn(turn(v)), typ)
		p.Line("scf.yield %s : %s\n  }", turn(v), typ)
		return r
	}
	for range 1 + p.IntN(3) {
		v = turn(v)
	}
	return v
}
