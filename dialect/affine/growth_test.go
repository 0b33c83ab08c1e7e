package affine_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/internal/testing/irtest"
	"optc/ir"
)

// TestGrowthOfNests canonicalizes a nest of divisions and counts the allocations for
// each division: a deeper nest takes no more for each.
func TestGrowthOfNests(t *testing.T) {
	for _, tt := range []struct{ name, before, after string }{
		{"quotients", "(", " floordiv 3 + %d)"},
		{"both", "(", " mod %d) floordiv 2 + d1"},
	} {
		var first float64
		for _, n := range []int{40, 80, 160, 320} {
			var after strings.Builder
			for i := range n {
				after.WriteString(strings.ReplaceAll(tt.after, "%d", fmt.Sprint(1000-i)))
			}
			c, m := irtest.Parse(t, fmt.Sprintf(`func.func @f(%%a: index, %%b: index) -> index {
  %%r = affine.apply affine_map<(d0, d1) -> (%sd0%s)>(%%a, %%b)
  return %%r : index
}`, strings.Repeat(tt.before, n), after.String()))
			patterns := ir.NewPatternSet(ir.CanonicalizationPatterns(c)...)
			allocations := testing.AllocsPerRun(1, func() {
				f := ir.Clone(m, ir.NewBuilder(c).Arena(), nil)
				ir.ApplyGreedily(t.Context(), c, f.Region(0), patterns, ir.DefaultGreedyConfig())
			})
			if first == 0 {
				first = allocations / float64(n)
			}
			if each := allocations / float64(n); each > 1.5*first {
				t.Errorf("%d nested %s: %.0f allocations for each instead of %.0f", n, tt.name, each, first)
			}
		}
	}
}
