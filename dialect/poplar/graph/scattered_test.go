package graph

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/tilemap"
	"optc/dialect/poplar/vertex"
	"optc/internal/testing/targettest"
)

// TestScattered: a view whose elements cannot be listed is refused only by functions that
// need the list.
func TestScattered(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	x := variable(t, g, "x", scalar.Float, 1<<26, 3)
	turned := must(t)(x.DimShuffle([]int{1, 0}))
	straddling := must(t)(turned.Reshape([]int64{1 << 26, 3})) // three rows in columns of three
	for name, c := range map[string]struct {
		err  error
		code string
	}{
		"shuffle":           {second(straddling.DimShuffle([]int{1, 0})), "view-size"},
		"shuffle back":      {second(turned.DimShuffle([]int{1, 0})), ""},
		"reverse":           {second(straddling.Reverse(0)), "view-size"},
		"reverse turned":    {second(turned.Reverse(0)), ""},
		"broadcast":         {second(straddling.Broadcast(2, 1)), "view-size"},
		"subsample":         {second(straddling.Subsample(2, 0)), "view-size"},
		"subsample in step": {second(turned.Subsample(2, 1)), ""},
		"subsample of many": {second(turned.Flatten().Subsample(5, 0)), "view-size"},
		"column":            {second(straddling.Slice(0, 1, 1)), "view-size"},
		"index of a column": {second(straddling.Index(0, 1)), "view-size"},
		"few rows":          {second(straddling.Slice(0, 3, 0)), ""},
		"most rows":         {second(straddling.Slice(1, 1<<26, 0)), "view-size"},
		"select":            {second(turned.Flatten().Select([]tilemap.Interval{{Begin: 0, End: 1 << 27}})), "view-size"},
		"concatenation":     {second(Concat(0, x, straddling)), "view-size"},
		"pieces":            {second(turned.SortedPieces()), "view-size"},
		"regions":           {second(turned.SortedContiguousRegions(false)), "view-size"},
		"broadcast operand": {second(g.CreateBroadcastOperand(straddling, scalar.Float, 0, BroadcastOptions{})), "view-size"},
	} {
		if diag.CodeOf(c.err) != c.code {
			t.Errorf("%s: %v, want %q", name, c.err, c.code)
		}
	}
	want := "the view scatters its elements over more than 67108864 regions [view-size]; the elements are not in the order of the variables; combine tensors before transposing or reversing them"
	if _, err := straddling.Reverse(0); err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

// TestShownAgain: a view that shows the elements of a small graph again and again is refused before
// it takes much memory.
func TestShownAgain(t *testing.T) {
	t.Parallel()
	x := variable(t, smallGraph(t), "x", scalar.Float, 2)
	views := 0
	var err error
	for ; views < 40 && err == nil; views++ {
		x, err = Concat(0, x, x)
	}
	if views != 20 || err == nil || !strings.HasPrefix(err.Error(), "the view scatters its elements over more than 524288 regions [view-size]") {
		t.Errorf("after %d views: %v", views, err)
	}
}

// TestAliasesOfOthers: errors of CloneAndExpandAliasing and TileParts.
func TestAliasesOfOthers(t *testing.T) {
	t.Parallel()
	g, other := smallGraph(t), smallGraph(t)
	x, foreign := variable(t, g, "x", scalar.Float, 3), variable(t, other, "y", scalar.Float, 3)
	twice := must(t)(x.Broadcast(2, 0))
	for _, c := range []struct {
		t      Tensor
		offset int
		code   string
		next   int
	}{
		{t: foreign, offset: 0, code: "graph-mismatch", next: 0}, {t: x, offset: -1, next: -1}, {t: x, offset: 5, next: 5}, {t: twice, offset: -1, code: "map-offset",
			next: 0}, {t: twice,
			offset: 8, code: "map-offset", next: 0}, {t: twice,
			offset: 2, next: 3}, {t: twice,
			offset: 7, next: 0},
		{t: must(t)(must(t)(variable(t, g, "wide", scalar.Float, 1<<26, 3).DimShuffle([]int{1, 0})).Broadcast(2, 0)),
			offset: 0, code: "view-size", next: 0},
	} {
		_, next, err := g.CloneAndExpandAliasing(c.t, c.offset, CloneOptions{})
		if diag.CodeOf(err) != c.code || err == nil && next != c.next {
			t.Errorf("offset %d: next %d, %v; want %d, %q", c.offset, next, err, c.next, c.code)
		}
	}
	if _, err := g.TileParts(foreign); diag.CodeOf(err) != "graph-mismatch" {
		t.Errorf("parts of a tensor of another graph: %v", err)
	}
}

// TestSubsample: every step along dimensions whose elements are in several strides.
func TestSubsample(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	x := variable(t, g, "x", scalar.Float, 4, 3, 2)
	for _, perm := range [][]int{{0, 1, 2}, {1, 0, 2}, {2, 1, 0}, {2, 0, 1}, {1, 2, 0}} {
		flat := must(t)(x.DimShuffle(perm)).Flatten()
		all := elementsOf(flat)
		for step := int64(1); step <= 25; step++ {
			var want []int64
			for i := int64(0); i < 24; i += step {
				want = append(want, all[i])
			}
			if got := elementsOf(must(t)(flat.Subsample(step, 0))); !slices.Equal(got, want) {
				t.Errorf("%v, step %d: %v, want %v", perm, step, got, want)
			}
		}
	}
}

func elementsOf(t Tensor) (list []int64) {
	for r := range t.Regions() {
		for i := r.Begin; i < r.End; i++ {
			list = append(list, i)
		}
	}
	return list
}

// TestLoops: views of one variable are loops; views of two variables are not.
func TestLoops(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	x, y := variable(t, g, "x", scalar.Float, 4, 3), variable(t, g, "y", scalar.Float, 4, 3)
	turned := must(t)(x.DimShuffle([]int{1, 0})).Flatten()
	for _, c := range []struct {
		t    Tensor
		want string
	}{
		{x, "x 0 [{12 1}] true"},
		{must(t)(x.DimShuffle([]int{1, 0})), "x 0 [{3 1} {4 3}] true"},
		{must(t)(x.Slice(1, 3, 1)), "x 1 [{4 3} {2 1}] true"},
		{must(t)(must(t)(x.Slice(1, 3, 0)).Reverse(0)), "x 6 [{2 -3} {3 1}] true"},
		{must(t)(must(t)(x.DimShuffle([]int{1, 0})).DimShuffle([]int{1, 0})), "x 0 [{12 1}] true"},
		{must(t)(must(t)(x.Slice(1, 3, 0)).Slice(0, 1, 1)), "x 3 [{2 3}] true"},
		{must(t)(must(t)(x.Slice(2, 3, 0)).Slice(1, 2, 1)), "x 7 [] true"},
		{must(t)(Concat(0, must(t)(x.Slice(0, 1, 0)), must(t)(x.Slice(1, 2, 0)), must(t)(x.Slice(2, 4, 0)))), "x 0 [{12 1}] true"},
		{must(t)(Concat(0, must(t)(x.Slice(0, 1, 0)), must(t)(x.Slice(2, 4, 0)))), "false"},
		{must(t)(turned.Slice(4, 8, 0)), "x 1 [{4 3}] true"},
		{must(t)(turned.Slice(4, 12, 0)), "x 1 [{2 1} {4 3}] true"},
		{must(t)(turned.Slice(5, 7, 0)), "x 4 [{2 3}] true"},
		{must(t)(turned.Slice(8, 9, 0)), "x 2 [] true"},
		{must(t)(turned.Slice(11, 12, 0)), "x 11 [] true"},
		{must(t)(turned.Slice(3, 5, 0)), "false"},
		{must(t)(must(t)(turned.Reverse(0)).Slice(4, 8, 0)), "x 10 [{4 -3}] true"},
		{must(t)(turned.Subsample(4, 0)), "x 0 [{3 1}] true"},
		{must(t)(turned.Subsample(2, 0)), "x 0 [{3 1} {2 6}] true"},
		{must(t)(turned.Subsample(8, 0)), "x 0 [{2 2}] true"},
		{must(t)(turned.Subsample(12, 0)), "x 0 [] true"},
		{must(t)(g.Clone(must(t)(x.Slice(0, 2, 1)), CloneOptions{})), "x.clone 0 [{8 1}] true"},
		{must(t)(g.Clone(must(t)(must(t)(x.Slice(0, 2, 1)).Reverse(0)), CloneOptions{})), "x.clone 6 [{4 -2} {2 1}] true"},
		{must(t)(g.Clone(must(t)(must(t)(x.Slice(0, 2, 1)).Reverse(1)), CloneOptions{})), "x.clone 1 [{4 2} {2 -1}] true"},
		{x.sorted(), "x 0 [{12 1}] true"},
		{must(t)(x.Broadcast(2, 0)).sorted(), "x 0 [{12 1}] true"},
		{must(t)(turned.Reverse(0)).sorted(), "x 0 [{12 1}] true"},
		{must(t)(x.Broadcast(2, 0)), "x 0 [{2 0} {12 1}] true"},
		{must(t)(Concat(0, x, y)), "false"},
	} {
		v, first, loops, ok := c.t.Loops()
		got := fmt.Sprint(ok)
		if ok {
			got = fmt.Sprint(v.Name(), " ", first, " ", loops, " ", ok)
		}
		if got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// TestBlocksOfVirtualGraphs: a virtual graph lays out and lists the part of a variable on
// its tiles.
func TestBlocksOfVirtualGraphs(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	x := variable(t, g, "x", scalar.Float, 8)
	if err := g.SetTileMapping(x, tilemap.Mapping{0: {{Begin: 0, End: 3}}, 5: {{Begin: 3, End: 6}}, 6: {{Begin: 6, End: 8}}}); err != nil {
		t.Fatal(err)
	}
	part, err := g.Virtual(4, 6)
	if err != nil {
		t.Fatal(err)
	}
	v := g.Variables()[0]
	var got []string
	for r := range part.TileRuns(v) {
		got = append(got, fmt.Sprint(r))
	}
	for r := range g.TileRuns(v) {
		got = append(got, fmt.Sprint(r))
		if r.Tile == 5 {
			break
		}
	}
	for r := range part.Layout(v).Runs() {
		got = append(got, fmt.Sprintf("%+v", r))
	}
	if want := []string{"{3 6 1}", "{0 3 0}", "{3 6 5}", "{Index:3 Len:3 Place:{Unit:1 Offset:0}}"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestMoreThanTilesHold: a part of a distribution has less than 2^32 elements.
func TestMoreThanTilesHold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		n     int64
		tiles int
		code  string
	}{{1<<32 - 1, 1, ""}, {1 << 32, 1, "split-bad"}, {1<<33 - 2, 2, ""}, {1 << 33, 2, "split-bad"}} {
		g := smallGraph(t)
		x := variable(t, g, "x", scalar.Char, c.n)
		u, err := NewTensorUseTracker(8, tilemap.TileOrder{})
		for tile := range c.tiles {
			if err == nil {
				err = u.Add(g, tile, x)
			}
		}
		if err == nil {
			err = u.MapTensorsByUse(g, UseOptions{Grain: 1})
		}
		if diag.CodeOf(err) != c.code {
			t.Errorf("%d elements on %d tiles: %v, want %q", c.n, c.tiles, err, c.code)
		}
	}
}

// TestFieldsOfVertices: the connections that fields accept, and how often.
func TestFieldsOfVertices(t *testing.T) {
	t.Parallel()
	ipu := targettest.New(t, "ipu2", target.Setting{Field: "num_ipus", Int: 2}, target.Setting{Field: "tiles_per_ipu", Int: 4})
	g := New(ipu)
	_, class := edgeClass(t)
	array, _ := vertex.Scalar(scalar.Float).Array(3)
	for _, f := range []struct {
		name string
		typ  vertex.FieldType
	}{{"number", vertex.Scalar(scalar.Float)}, {"array", array}} {
		r, err := vertex.Resolve(&ipu, f.typ, vertex.CompactReference)
		if err != nil {
			t.Fatal(err)
		}
		class.Fields = append(class.Fields, vertex.StateField{Name: f.name, Resolved: r})
	}
	x := variable(t, g, "x", scalar.Float, 4)
	v, err := g.AddVertex(g.AddComputeSet("cs"), class, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what string
		err  error
		code string
	}{
		{"no such list", v.ConnectAll("lines", nil), "unknown-field"},
		{"no list", v.ConnectAll("out", nil), "connect-type"},
		{"an empty list", v.ConnectAll("rows", nil), ""},
		{"the list again", v.ConnectAll("rows", nil), "connect-twice"},
		{"a row of it", v.ConnectIndex("rows", 0, x), "connect-twice"},
		{"values of an edge", v.SetValues("in", []uint64{1}), "connect-type"},
		{"two numbers", v.SetValues("number", []uint64{1, 2}), "shape-mismatch"},
		{"no number", v.SetValues("number", nil), "shape-mismatch"},
		{"a number", v.SetValues("number", []uint64{1}), ""},
		{"another one", v.SetValues("number", []uint64{1}), "connect-twice"},
		{"four numbers", v.SetValues("array", []uint64{1, 2, 3, 4}), "count-overflow"},
		{"three numbers", v.SetValues("array", []uint64{1, 2, 3}), ""},
	} {
		if diag.CodeOf(c.err) != c.code {
			t.Errorf("%s: %v, want %q", c.what, c.err, c.code)
		}
	}
}

// TestSorted: an element that is shown several times is counted once.
func TestSorted(t *testing.T) {
	t.Parallel()
	x := variable(t, smallGraph(t), "x", scalar.Float, 4, 3)
	for _, c := range []struct {
		t    Tensor
		want int64
	}{{x, 12}, {must(t)(x.Broadcast(3, 1)), 12}, {must(t)(must(t)(x.Slice(1, 3, 1)).Broadcast(2, 0)), 8}, {must(t)(x.Slice(2, 2, 0)), 0}, {must(t)(must(t)(x.Reverse(1)).Broadcast(2, 0)), 12}} {
		if got := c.t.sorted(); got.NumElems() != c.want || got.Rank() != 1 {
			t.Errorf("shape %v, want %d", got.Shape(), c.want)
		}
	}
}

// TestTilesOfVirtualGraphs: a virtual graph numbers its tiles from 0 and leaves out the
// elements on other tiles.
func TestTilesOfVirtualGraphs(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	x := variable(t, g, "x", scalar.Float, 16)
	if err := g.SetTileMapping(x, tilemap.Mapping{1: {{Begin: 0, End: 2}}, 2: {{Begin: 2, End: 4}, {Begin: 6, End: 8}}, 5: {{Begin: 4, End: 6}, {Begin: 8, End: 10}}, 6: {{Begin: 12, End: 14}}}); err != nil {
		t.Fatal(err)
	}
	part, err := g.Virtual(2, 6)
	if err != nil {
		t.Fatal(err)
	}
	const want = "{0:[2,4) [6,8) 3:[4,6) [8,10)}"
	if m, err := part.PartialTileMapping(x); err != nil || m.String() != want || len(m) != 4 {
		t.Errorf("%v, %v, want %s", m, err, want)
	}
	parts, err := part.TileParts(x)
	if got := fmt.Sprint(parts, err); got != "[{0 [[2,4) [6,8)]} {3 [[4,6) [8,10)]}] <nil>" {
		t.Errorf("parts %s", got)
	}
	v := g.Variables()[0]
	if got := fmt.Sprint(slices.Collect(part.TileRuns(v))); got != "[{2 4 0} {4 6 3} {6 8 0} {8 10 3}]" {
		t.Errorf("runs %s", got)
	}
	for i, want := range map[int64]string{-1: "false", 0: "false", 1: "false", 2: "0 true", 3: "0 true", 4: "3 true", 5: "3 true", 9: "3 true", 10: "false", 12: "false", 15: "false", 16: "false"} {
		tile, ok := part.ElementTile(v, i)
		got := fmt.Sprint(ok)
		if ok {
			got = fmt.Sprint(tile, ok)
		}
		if got != want {
			t.Errorf("element %d: %s, want %s", i, got, want)
		}
	}
	if m, err := part.TileMapping(must(t)(x.Slice(2, 10, 0))); err != nil || m.String() != "{0:[0,2) [4,6) 3:[2,4) [6,8)}" {
		t.Errorf("%v, %v", m, err)
	}
	if _, err := part.TileMapping(must(t)(x.Slice(1, 10, 0))); err == nil || err.Error() != "element 0 is on tile 1, which is not in the virtual graph of tiles [2, 6) [tile-range]" {
		t.Error(err)
	}
	if _, err := part.TileMapping(must(t)(x.Slice(8, 12, 0))); err == nil || err.Error() != "elements [10,12) of 'x' have no tile [unmapped]; 2 of the 4 elements shown have no tile" {
		t.Error(err)
	}
}

// TestBroadcastOperandOfRuns: runs of elements on one tile, with any begin and end, while every
// column beside the run is on a different tile.
func TestBroadcastOperandOfRuns(t *testing.T) {
	t.Parallel()
	const rows, columns = 3, 4
	for begin := range rows * columns {
		for end := begin + 1; end <= rows*columns; end++ {
			g := smallGraph(t)
			x := variable(t, g, "x", scalar.LongLong, rows, columns)
			users := make([][]int, columns)
			for i := range rows * columns {
				tile := 1 + i%columns
				if begin <= i && i < end {
					tile = 0
				}
				users[i%columns] = append(users[i%columns], tile)
				part := must(t)(x.Flatten().Slice(int64(i), int64(i+1), 0))
				if err := g.SetTile(part, tile); err != nil {
					t.Fatal(err)
				}
			}
			out := must(t)(g.CreateBroadcastOperand(x, scalar.LongLong, 1, BroadcastOptions{}))
			checkTiles(t, g, out, naiveResolve(users, UseOptions{Grain: 1, Method: ConstrainMappingToUsedTiles}, g.NumTiles()))
		}
	}
}
