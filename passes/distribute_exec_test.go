package passes_test

import (
	"fmt"
	"testing"

	"optc/dialect/vectorext"
	"optc/ir"
)

// programs is the number of random programs per test.
const programs = 300

// Threads that work on their parts write what one thread does that works on the
// whole vectors, before and after clean-up.
func TestDistributedProgramsAgree(t *testing.T) {
	t.Parallel()
	for seed := range uint64(programs) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			p := newProgram(seed)
			l := p.layout(1 + p.IntN(3))
			p.write(p.source(l, 4), l)
			if p.chance(30) {
				p.write(p.source(l, 2), l)
			}
			want := p.call(t, p.transformed(t, "builtin.module()"))

			threads := testSubgroup * span(l.subgroup, l.subgroupStrides) * oneOf[int64](p, 1, 2)
			options := fmt.Sprintf("subgroup-size=%d", testSubgroup)
			if p.chance(50) {
				options += fmt.Sprintf(" workgroup-size=%d", threads)
			}
			for _, more := range []string{"", ",canonicalize,cse,canonicalize"} {
				module := p.transformed(t, "builtin.module(func.func(vectorext-distribute-nested-layout{"+options+"})"+more+")")
				ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
					switch op.Name() {
					case vectorext.ToLayout, vectorext.ToSIMD, vectorext.ToSIMT:
						t.Fatalf("%s is left over in\n%s\nfrom\n%s", op.Name(), module, p.text())
					}
					return ir.Advance
				})
				if got := p.callGroup(t, module, threads); got != want {
					t.Fatalf("%d threads of\n%s\ngive\n%s, one thread of\n%s\ngives\n%s", threads, module, got, p.text(), want)
				}
			}
		})
	}
}
