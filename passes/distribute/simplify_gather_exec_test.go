package distribute_test

import (
	"fmt"
	"testing"
)

// Folding, simplifying and lowering gathers preserves the writes of a program.
func TestSimplifiedProgramsAgree(t *testing.T) {
	t.Parallel()
	for seed := range uint64(programs) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			p := newProgram(seed)
			l := p.layout(1 + p.IntN(3))
			p.write(p.source(l, 4), l)
			p.scatter(l)
			want := p.call(t, p.transformed(t, "builtin.module()"), 1)
			for _, pipeline := range []string{
				"canonicalize",
				"vectorext-simplify-transfer-gather",
				"iree-vector-ext-lower-transfer-gather-scatter-to-vector",
				"iree-vector-ext-lower-transfer-gather-scatter-to-vector,canonicalize,cse",
			} {
				module := p.transformed(t, "builtin.module("+pipeline+")")
				if d := p.call(t, module, 1).Differs(want); d != "" {
					t.Fatalf("%s makes\n%s\nof\n%s\n%s", pipeline, module, p.text(), d)
				}
			}
		})
	}
}
