package affine_test

import (
	"fmt"
	"testing"

	"optc/internal/testing/irtest"
	"optc/internal/testing/randprog"
	"optc/ir"
)

// TestRewritesOfRandomMaps canonicalizes operations with random maps, each in a function
// of its own. No map is simplified more than a few times: simplifications that undo one
// another would go on until the bound of the greedy driver.
func TestRewritesOfRandomMaps(t *testing.T) {
	const maps, most = 10_000, 8
	w := randprog.NewWriter(1, 2)
	for i := range maps {
		w.Line("func.func @f%d(%%a: index, %%b: index, %%c: index) -> index {", i)
		r := w.Define("affine.apply affine_map<(d0, d1, d2) -> (%s)>(%%a, %%b, %%c)", randomExpr(&w, 5))
		w.Line("return %s : index\n}", r)
	}
	c, m := irtest.Parse(t, w.String())
	patterns := ir.NewPatternSet(ir.CanonicalizationPatterns(c)...)
	for f := range m.Region(0).Front().Ops() {
		steps := &ir.Steps{Limit: ir.NoLimit}
		ir.ApplyGreedily(ir.WithSteps(t.Context(), steps), c, f.Region(0), patterns, ir.DefaultGreedyConfig())
		if steps.Made > most {
			t.Errorf("%d rewrites, expected at most %d, of\n%s", steps.Made, most, f)
		}
	}
}

// randomExpr returns an affine expression over d0, d1 and d2 of at most the given depth.
func randomExpr(w *randprog.Writer, depth int) string {
	form := 0
	if depth > 0 {
		form = w.IntN(5)
	}
	switch form {
	case 0:
		return randprog.OneOf(w, "d0", "d1", "d2", fmt.Sprint(w.IntN(80)-20))
	case 1:
		return fmt.Sprintf("(%s + %s)", randomExpr(w, depth-1), randomExpr(w, depth-1))
	case 2:
		return fmt.Sprintf("(%s * %d)", randomExpr(w, depth-1), randprog.OneOf(w, 2, 3, 5, 6, -1, -4, 60))
	}
	return fmt.Sprintf("(%s %s %d)", randomExpr(w, depth-1), randprog.OneOf(w, "mod", "floordiv", "ceildiv"), randprog.OneOf(w, 2, 3, 4, 6, 8, 12, 60))
}
