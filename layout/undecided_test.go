package layout

import (
	"slices"
	"strings"
	"testing"

	"optc/diag"
	"optc/internal/testing/layouttest"
	"optc/internal/testing/raced"
)

// sparseBits returns digits of size 2 whose steps overlap, of units or of cells.
func sparseBits(n int, units bool) *Map {
	d := Digits{Units: 1, Width: 1, Dims: []Dim{{Size: 1 << n}}}
	step := int64(1) << 54
	for i := range n {
		step = (step*int64(2*i+3) + 1) % (1 << 55)
		step |= 1<<54 | 1
		g := Digit{2, 0, step}
		if units {
			g = Digit{2, step, 0}
			d.Units += int(step)
		}
		d.Dims[0].Digits = append(d.Dims[0].Digits, g)
	}
	return diag.Must(New(d))
}

// TestUndecided: questions about 2^40 elements that digits do not decide are refused, with the question and the steps.
func TestUndecided(t *testing.T) {
	t.Parallel()
	if raced.Enabled() {
		t.Skip("walks of 2^24 steps take too long with the race detector")
	}
	const n = 1 << 20
	overlap, units := sparseBits(40, false), sparseBits(40, true)
	top, _ := overlap.LocateIndex(overlap.count - 1)
	threes := modesOf(3, 1, n*n, 15, 5, 3)
	chainTo := func(last Digit) *Map {
		return diag.Must(threes.Compose(diag.Must(New(Digits{Units: 8, Width: 1, Dims: []Dim{
			{Size: 30 * n * n, Digits: []Digit{{5, 0, 1}, {n * n, 0, 30}, last, {2, 0, 100 * n * n}}},
		}}))))
	}
	chain := chainTo(Digit{3, 1, 0})
	extent := func(m *Map, unit int) error {
		_, _, err := m.Extent(unit)
		return err
	}
	usual := []string{"equal", "slice"} // each question takes two seconds
	for name, test := range map[string]struct {
		ask  func() error
		want string
	}{
		"collisions": {func() error { _, _, _, err := overlap.Collides(); return err }, "16777216 steps do not decide whether elements share a cell"},
		"extent":     {func() error { return extent(units, units.units/2) }, "16777216 steps do not decide which cells of unit"},
		"chain":      {func() error { return extent(chain, 0) }, "16777216 steps do not decide which cells of unit 0 are in use"},
		"range":      {func() error { _, _, err := chain.Range(0); return err }, "16777216 steps do not decide which cells of unit 0 are in use"},
		"difference": {func() error { _, _, err := chain.Difference(chainTo(Digit{3, 2, 0})); return err }, "16777216 steps do not decide whether two layouts are equal"},
		"equal":      {func() error { return second(chain.Equal(chainTo(Digit{3, 0, 1}))) }, "16777216 steps do not decide whether two layouts are equal"},
		"units":      {func() error { return second(chain.SameUnits(chainTo(Digit{3, 2, 0}))) }, "16777216 steps do not decide whether two layouts have the same elements in each unit"},
		"exchange": {func() error { return second(CountExchange(flat(threes), flat(modesOf(5, 1, n*n, 30, 3, 10)), 1)) },
			"16777216 steps do not decide how many cells move"},
		"compose": {func() error { return second(chain.Compose(diag.Must(RowMajor([]int64{8, n * n})))) },
			"16777216 steps do not decide which cells of unit 0 are in use"},
		"swizzle": {func() error { return second(chain.Swizzled(Swizzle{1, 0, 1})) }, "16777216 steps do not decide which cells of unit 0 are in use"},
		"slice": {func() error {
			return second(tableOf(t, Table{Units: 1, Width: 1, Shape: []int64{n, n, 2}, Runs: []Run{{0, 2 * n * n, Place{0, 0}}}}).Slice([]int64{0, 0, 0}, []int64{n, n, 1}))
		}, "the slice is a table of more than 16777216 runs"},
		"transpose": {func() error {
			return second(tableOf(t, Table{Units: 1, Width: 1, Shape: []int64{n, n}, Runs: []Run{{0, n * n, Place{0, 0}}}}).Transpose([]int{1, 0}))
		}, "the transposition is a table of more than 16777216 runs"},
		"table": {func() error {
			return second(modesOf(n, n, n, 1).Compose(tableOf(t, Table{Units: 1, Width: 1, Shape: []int64{n * n}, Runs: []Run{{0, n * n, Place{0, 0}}}})))
		}, "the composition is a table of more than 16777216 runs"},
	} {
		if *layouttest.Layouts <= 300 && !slices.Contains(usual, name) {
			continue
		}
		if err := test.ask(); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
	if hit := overlap.Invert(0, top.Offset/2); hit.Class != Undecided {
		t.Errorf("a cell between overlapping steps is %s", hit.Class)
	}
	if hit := chain.Invert(0, 3); hit.Class != Undecided {
		t.Errorf("a cell of a chain of unknown extent is %s", hit.Class)
	}
}
