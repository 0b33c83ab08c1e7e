package tune

import (
	"slices"
	"strings"
	"testing"
)

// oneExecuted doubles a matrix. The bound of the cheapest layout is its cost.
const oneExecuted = `func.func @scale(%x: memref<4x32xf32>, %y: memref<4x32xf32>) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %two = arith.constant dense<2.0> : vector<4x32xf32>
  %v = vector.transfer_read %x[%c0, %c0], %zero {in_bounds = [true, true]} : memref<4x32xf32>, vector<4x32xf32>
  %rows = iree_vector_ext.to_layout %v to layout(?) : vector<4x32xf32>
  %s = arith.mulf %rows, %two : vector<4x32xf32>
  vector.transfer_write %s, %y[%c0, %c0] {in_bounds = [true, true]} : vector<4x32xf32>, memref<4x32xf32>
  return
}
`

// TestNotExecuted: if one candidate is executed, the report lists the next bounds and the parts in which
// they differ from the bound of the best choice.
func TestNotExecuted(t *testing.T) {
	t.Parallel()
	s := newSearch(t, oneExecuted, "sm_80")
	s.known, s.bounded, s.Budget = map[string]*Measurement{}, map[string]bool{}, DefaultBudget
	s.work = 2 * together * mostWork // as if the kernel were so large that candidates are executed one by one
	s.result.Anchors = s.anchors
	if err := s.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.finish()
	r := s.result.Report("sm_80")
	if r.Measured != 1 || len(r.Choices) != 1 || len(r.NotExecuted) != shown-1 || r.Least != r.NotExecuted[0].Bound {
		t.Fatalf("%d executed, %d choices, least bound %g, not executed: %+v", r.Measured, len(r.Choices), r.Least, r.NotExecuted)
	}
	for i, c := range r.NotExecuted {
		if c.Bound < r.Cycles || c.Bound != c.Parts.sum() || slices.Equal(c.Layouts, r.Choices[0].Layouts) || i > 0 && c.Bound < r.NotExecuted[i-1].Bound {
			t.Errorf("%d: %+v", i, c)
		}
	}
	why := []string{"reads: at least 54 cycles, in 1 at least 53", "writes: at least 54 cycles, in 1 at least 53"}
	if last := r.NotExecuted[shown-2]; r.Cycles != 107 || last.Bound != 109 || !slices.Equal(last.Why, why) {
		t.Errorf("%g cycles; %+v differs by %q", r.Cycles, last, why)
	}
	var text strings.Builder
	if err := r.Write(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\n2 was not executed: it costs at least 107 cycles, as many as 1\n2: %rows " + r.NotExecuted[0].Layouts[0] + "\n",
		"\n5 was not executed: it costs at least 109 cycles\n5: %rows " + r.NotExecuted[3].Layouts[0] + "\n  " + why[0] + "\n  " + why[1] + "\n\n1 candidate executed",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
}

// TestPlural: one of a thing has the singular.
func TestPlural(t *testing.T) {
	t.Parallel()
	best, other := BoundParts{{Name: "reads", Cycles: 2.5}}, BoundParts{{Name: "reads", Cycles: 1}}
	if got := boundWhy(best, other); !slices.Equal(got, []string{"reads: at least 1 cycle, in 1 at least 2.5"}) {
		t.Error(got)
	}
	for n, want := range map[float64]string{0: "0 cycles", 0.5: "0.5 cycles", 1: "1 cycle", 1.5: "1.5 cycles", 1e9: "1000000000 cycles"} {
		if got := cycles(n); got != want {
			t.Errorf("%g: %s, want %s", n, got, want)
		}
	}
}
