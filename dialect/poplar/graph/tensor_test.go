package graph

import (
	"slices"
	"testing"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/tilemap"
	"optc/internal/testing/targettest"
)

// smallGraph is a graph of 2 IPUs of 4 tiles.
func smallGraph(t testing.TB) *Graph {
	t.Helper()
	return New(targettest.New(t, "ipu2", target.Setting{Field: "num_ipus", Int: 2}, target.Setting{Field: "tiles_per_ipu", Int: 4}))
}

// Every kind of view, with the regions it shows.
func TestViews(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	m := variable(t, g, "m", scalar.Float, 3, 4)
	v := variable(t, g, "v", scalar.Float, 6)
	tr := must(t)(m.DimShuffle([]int{1, 0}))
	for _, c := range []struct {
		name  string
		got   func() (Tensor, error)
		shape []int64
		want  string
	}{
		{name: "whole", got: func() (Tensor, error) { return m, nil }, shape: []int64{3, 4}, want: "m[0,12)"},
		{name: "rows", got: func() (Tensor, error) { return m.Slice(1, 3, 0) }, shape: []int64{2, 4}, want: "m[4,12)"},
		{name: "columns", got: func() (Tensor, error) { return m.Slice(1, 3, 1) }, shape: []int64{3, 2},
			want: "m[1,3) m[5,7) m[9,11)"},
		{name: "nothing", got: func() (Tensor, error) { return m.Slice(2, 2, 1) }, shape: []int64{3, 0}},
		{name: "row", got: func() (Tensor, error) { return m.Index(2, 0) }, shape: []int64{4}, want: "m[8,12)"},
		{name: "column", got: func() (Tensor, error) { return m.Index(2, 1) }, shape: []int64{3},
			want: "m[2,3) m[6,7) m[10,11)"},
		{name: "concat", got: func() (Tensor, error) { return Concat(0, v, v) }, shape: []int64{12}, want: "v[0,6) v[0,6)"},
		{name: "concat of neighbours", got: func() (Tensor, error) {
			return Concat(0, must(t)(v.Slice(0, 2, 0)), must(t)(v.Slice(2, 5, 0)))
		}, shape: []int64{5}, want: "v[0,5)"},
		{name: "concat of rows", got: func() (Tensor, error) { return Concat(1, m, m) }, shape: []int64{3, 8},
			want: "m[0,4) m[0,8) m[4,12) m[8,12)"},
		{name: "reshape", got: func() (Tensor, error) { return m.Reshape([]int64{2, 6}) }, shape: []int64{2, 6},
			want: "m[0,12)"},
		{name: "flatten", got: func() (Tensor, error) { return m.Flatten(), nil }, shape: []int64{12}, want: "m[0,12)"},
		{name: "transposed slice", got: func() (Tensor, error) { return tr.Slice(0, 2, 0) }, shape: []int64{2, 3},
			want: "m[0,1) m[4,5) m[8,9) m[1,2) m[5,6) m[9,10)"},
		{name: "flat transposed slice", got: func() (Tensor, error) { return tr.Flatten().Slice(2, 4, 0) },
			shape: []int64{2}, want: "m[8,9) m[1,2)"},
		{name: "transposed twice", got: func() (Tensor, error) { return tr.DimShuffle([]int{1, 0}) }, shape: []int64{3, 4},
			want: "m[0,12)"},
		{name: "roll", got: func() (Tensor, error) {
			return must(t)(v.Reshape([]int64{1, 2, 3})).DimRoll(2, 0)
		}, shape: []int64{3, 1, 2}, want: "v[0,1) v[3,4) v[1,2) v[4,5) v[2,3) v[5,6)"},
		{name: "reverse", got: func() (Tensor, error) { return m.Reverse(0) }, shape: []int64{3, 4},
			want: "m[8,12) m[4,8) m[0,4)"},
		{name: "broadcast", got: func() (Tensor, error) { return v.Broadcast(2, 0) }, shape: []int64{12},
			want: "v[0,6) v[0,6)"},
		{name: "broadcast rows", got: func() (Tensor, error) { return m.Broadcast(2, 1) }, shape: []int64{3, 8},
			want: "m[0,4) m[0,8) m[4,12) m[8,12)"},
		{name: "subsample", got: func() (Tensor, error) { return v.Subsample(4, 0) }, shape: []int64{2},
			want: "v[0,1) v[4,5)"},
		{name: "subsample rows", got: func() (Tensor, error) { return m.Subsample(2, 0) }, shape: []int64{2, 4},
			want: "m[0,4) m[8,12)"},
		{name: "expand", got: func() (Tensor, error) { return m.Expand(0, 2, 2) }, shape: []int64{1, 3, 4, 1, 1},
			want: "m[0,12)"},
		{name: "squeeze", got: func() (Tensor, error) { return must(t)(m.Expand(0, 1)).Squeeze(0, 2) }, shape: []int64{3, 4},
			want: "m[0,12)"},
		{name: "select", got: func() (Tensor, error) {
			return m.Select([]tilemap.Interval{{Begin: 7, End: 9}, {Begin: 2, End: 3}, {Begin: 3, End: 3}})
		}, shape: []int64{3}, want: "m[7,9) m[2,3)"},
	} {
		got, err := c.got()
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if !slices.Equal(got.Shape(), c.shape) || regionText(got) != c.want {
			t.Errorf("%s: shape %v shows %q, want %v and %q", c.name, got.Shape(), regionText(got), c.shape, c.want)
		}
	}
}

func TestViewErrors(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	m := variable(t, g, "m", scalar.Float, 3, 4)
	h := variable(t, g, "h", scalar.Half, 3, 4)
	other := variable(t, smallGraph(t), "o", scalar.Float, 3, 4)
	one := func(x Tensor, err error) error { return err }
	for _, c := range []struct {
		name, code string
		err        error
	}{
		{"slice of no dimension", "dim-range", one(m.Slice(0, 1, 2))},
		{"slice of a negative dimension", "dim-range", one(m.Slice(0, 1, -1))},
		{"slice behind the end", "slice-range", one(m.Slice(0, 5, 1))},
		{"slice before the begin", "slice-range", one(m.Slice(-1, 2, 1))},
		{"slice backwards", "slice-range", one(m.Slice(2, 1, 1))},
		{"index of no dimension", "dim-range", one(m.Index(0, 2))},
		{"index behind the end", "slice-range", one(m.Index(3, 0))},
		{"negative index", "slice-range", one(m.Index(-1, 0))},
		{"select behind the end", "slice-range", one(m.Select([]tilemap.Interval{{Begin: 11, End: 13}}))},
		{"subsample of no dimension", "dim-range", one(m.Subsample(1, 2))},
		{"subsample by 0", "slice-range", one(m.Subsample(0, 0))},
		{"reshape to another size", "reshape-count", one(m.Reshape([]int64{5, 2}))},
		{"reshape to a negative dimension", "dim-range", one(m.Reshape([]int64{-3, -4}))},
		{"short permutation", "perm-bad", one(m.DimShuffle([]int{0}))},
		{"repeated dimension", "perm-bad", one(m.DimShuffle([]int{1, 1}))},
		{"dimension out of range", "perm-bad", one(m.DimShuffle([]int{0, 2}))},
		{"roll to no dimension", "dim-range", one(m.DimRoll(0, 2))},
		{"reverse no dimension", "dim-range", one(m.Reverse(2))},
		{"broadcast no dimension", "dim-range", one(m.Broadcast(2, 2))},
		{"broadcast less than never", "dim-range", one(m.Broadcast(-1, 0))},
		{"broadcast beyond all bounds", "view-size", one(m.Broadcast(1<<60, 0))},
		{"expand behind the end", "dim-range", one(m.Expand(3))},
		{"squeeze no dimension", "dim-range", one(m.Squeeze(2))},
		{"squeeze more than one index", "dim-range", one(m.Squeeze(0))},
		{"concat of nothing", "shape-mismatch", one(Concat(0))},
		{"concat along no dimension", "dim-range", one(Concat(2, m, m))},
		{"concat of other rank", "shape-mismatch", one(Concat(0, m, m.Flatten()))},
		{"concat of other shape", "shape-mismatch", one(Concat(0, m, must(t)(m.Slice(0, 2, 1))))},
		{"concat of other type", "type-mismatch", one(Concat(0, m, h))},
		{"concat across graphs", "graph-mismatch", one(Concat(0, m, other))},
	} {
		if got := diag.CodeOf(c.err); got != c.code {
			t.Errorf("%s: error %v, want code %s", c.name, c.err, c.code)
		}
	}
	if _, err := m.Slices([]tilemap.Interval{{Begin: 0, End: 1}}); diag.CodeOf(err) != "dim-range" {
		t.Errorf("slices of rank 2: error %v, want dim-range", err)
	}
	if _, err := m.Flatten().Slices([]tilemap.Interval{{Begin: 0, End: 1}, {Begin: 11, End: 13}}); diag.CodeOf(err) != "slice-range" {
		t.Errorf("slices behind the end: error %v, want slice-range", err)
	}
}

func TestQueries(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	v := variable(t, g, "v", scalar.Float, 6)
	c := must(t)(g.AddConstant("c", scalar.Float, []int64{6}, make([]byte, 4)))
	slices3, err := v.Slices([]tilemap.Interval{{Begin: 4, End: 6}, {Begin: 0, End: 1}})
	if err != nil {
		t.Fatal(err)
	}
	turned := must(t)(Concat(0, slices3...))
	mixed := must(t)(Concat(0, v, c))
	for _, q := range []struct {
		name                          string
		x                             Tensor
		contiguous, constant, aliases bool
	}{
		{name: "variable", x: v, contiguous: true},
		{name: "turned", x: turned},
		{name: "twice", x: must(t)(v.Broadcast(2, 0)), aliases: true},
		{name: "overlapping", x: must(t)(Concat(0, must(t)(v.Slice(0, 3, 0)), must(t)(v.Slice(2, 6, 0)))), aliases: true},
		{name: "constant", x: c, contiguous: true, constant: true},
		{name: "mixed", x: mixed, constant: true},
		{name: "mixed, constant cut off", x: must(t)(mixed.Slice(0, 6, 0)), contiguous: true},
		{name: "empty", x: must(t)(v.Slice(0, 0, 0))},
	} {
		got := [3]bool{q.x.IsContiguous(), q.x.ContainsConstant(), q.x.ContainsAliases()}
		if want := [3]bool{q.contiguous, q.constant, q.aliases}; got != want {
			t.Errorf("%s: contiguous, constant, aliases = %v, want %v", q.name, got, want)
		}
	}
}

// Pieces are cut where a region overlaps the end of another, and sorted by
// element, then position (Poplar C++ API, Tensor.hpp).
func TestSortedContiguousRegions(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	v := variable(t, g, "v", scalar.Float, 10)
	x := must(t)(Concat(0, must(t)(v.Slice(4, 8, 0)), must(t)(v.Slice(0, 6, 0))))
	pieces, err := x.SortedPieces()
	if err != nil {
		t.Fatal(err)
	}
	r := v.base.regions[0].Var
	want := []Piece{
		{tilemap.Interval{Begin: 4, End: 8}, Region{r, 0, 4}, 4},
		{tilemap.Interval{Begin: 0, End: 2}, Region{r, 4, 6}, 0},
		{tilemap.Interval{Begin: 8, End: 10}, Region{r, 4, 6}, 0},
		{tilemap.Interval{Begin: 2, End: 4}, Region{r, 6, 8}, 2},
	}
	if !slices.Equal(pieces, want) {
		t.Errorf("pieces %v, want %v", pieces, want)
	}
	for remove, want := range map[bool]string{
		true:  "[4,8) [0,2) [2,4)",
		false: "[4,8) [0,2)|[8,10) [2,4)",
	} {
		got, err := x.SortedContiguousRegions(remove)
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for i, seq := range got {
			if i > 0 {
				text += "|"
			}
			text += tilemap.ListIntervals(seq)
		}
		if text != want {
			t.Errorf("remove aliases %v: %s, want %s", remove, text, want)
		}
	}
}

// A view may have more regions than fit in memory: listing them is an error, creating the
// view is not.
func TestScatteredViewIsRefused(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	v := variable(t, g, "v", scalar.Float, 1<<20, 1<<20)
	tr := must(t)(v.DimShuffle([]int{1, 0}))
	if tr.ContainsAliases() || tr.ContainsConstant() || tr.IsContiguous() {
		t.Error("a transposed variable has no aliases and no constants, and is not contiguous")
	}
	if err := g.SetTile(tr, 3); err != nil {
		t.Error(err)
	}
	if split, err := g.DimIsSplitOverTiles(tr, 0); err != nil || split {
		t.Errorf("split %v, error %v", split, err)
	}
	if clone := must(t)(g.Clone(tr, CloneOptions{})); clone.NumElems() != 1<<40 {
		t.Errorf("the clone has %d elements", clone.NumElems())
	}
	_, err := tr.SortedPieces()
	if diag.CodeOf(err) != "view-size" {
		t.Errorf("error %v, want view-size", err)
	}
}

// TestMergeRegions: regions of a variable that overlap or touch are merged.
func TestMergeRegions(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	variable(t, g, "x", scalar.Float, 20)
	variable(t, g, "y", scalar.Float, 20)
	x, y := g.vars[0], g.vars[1]
	got := mergeRegions([]Region{{y, 4, 6}, {x, 2, 4}, {x, 0, 2}, {y, 6, 7}, {x, 5, 9}, {x, 6, 8}, {y, 9, 11}, {y, 8, 9}})
	if want := []Region{{x, 0, 4}, {x, 5, 9}, {y, 4, 7}, {y, 8, 11}}; !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
	if got := mergeRegions(nil); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}
