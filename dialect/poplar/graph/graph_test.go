package graph

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/tilemap"
	"optc/dialect/poplar/vertex"
)

func TestVariables(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	variable(t, g, "a", scalar.Half, 2, 3)
	must(t)(g.AddConstant("b", scalar.Float, []int64{2}, []byte{1, 2, 3, 4, 5, 6, 7, 8}))
	must(t)(g.AddConstant("splat", scalar.Float, []int64{100, 100}, []byte{0, 0, 128, 63}))
	must(t)(g.AddConstant("none", scalar.Float, []int64{0}, nil))
	for i, want := range []struct {
		name     string
		elem     scalar.Type
		elems    int64
		constant bool
		bytes    int
	}{{name: "a", elem: scalar.Half, elems: 6, bytes: 0}, {name: "b", elem: scalar.Float, elems: 2, constant: true, bytes: 8}, {name: "splat", elem: scalar.Float, elems: 10000,
		constant: true, bytes: 4}, {name: "none",
		elem: scalar.Float, elems: 0, constant: true, bytes: 0}} {
		v := g.Variables()[i]
		if v.Number() != i || v.Name() != want.name || v.Elem() != want.elem || v.NumElems() != want.elems ||
			v.IsConstant() != want.constant || len(v.Data()) != want.bytes {
			t.Errorf("variable %d is '%s' of %d %s, constant %v of %d bytes; want %+v",
				v.Number(), v.Name(), v.NumElems(), v.Elem(), v.IsConstant(), len(v.Data()), want)
		}
	}
	for _, c := range []struct {
		code string
		err  error
	}{
		{"elem-unknown", second(g.AddVariable("x", 0, nil))},
		{"dim-range", second(g.AddVariable("x", scalar.Float, []int64{2, -1}))},
		{"view-size", second(g.AddVariable("x", scalar.Float, []int64{1 << 40, 1 << 40}))},
		{"shape-mismatch", second(g.AddConstant("x", scalar.Float, []int64{2}, make([]byte, 7)))},
	} {
		if diag.CodeOf(c.err) != c.code {
			t.Errorf("error %v, want %s", c.err, c.code)
		}
	}
	if n := len(g.Variables()); n != 4 {
		t.Errorf("%d variables after errors, want 4", n)
	}
}

func second[T any](_ T, err error) error { return err }

// Which writes of a mapping take effect, and which are refused.
func TestSetTileMapping(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	x := variable(t, g, "x", scalar.Float, 8)
	twice := must(t)(x.Broadcast(2, 0))
	for _, c := range []struct {
		name string
		t    Tensor
		m    tilemap.Mapping
		code string
		want string // of x afterwards
	}{
		{name: "part", t: x, m: tilemap.Mapping{2: {{Begin: 1, End: 3}}}, want: "{2:[1,3)}"},
		{name: "one tile may name a position twice", t: x,
			m: tilemap.Mapping{1: {{Begin: 4, End: 7}, {Begin: 5, End: 6}, {Begin: 5, End: 8}}}, want: "{1:[4,8) 2:[1,3)}"},
		{name: "over it", t: x, m: tilemap.Mapping{3: {{Begin: 2, End: 5}}}, want: "{1:[5,8) 2:[1,2) 3:[2,5)}"},
		{name: "empty intervals", t: x, m: tilemap.Mapping{0: {{Begin: 3, End: 3}}}, want: "{1:[5,8) 2:[1,2) 3:[2,5)}"},
		{name: "the higher tile wins", t: twice, m: tilemap.Mapping{6: {{Begin: 0, End: 8}}, 5: {{Begin: 8, End: 16}}},
			want: "{6:[0,8)}"},
		{name: "no tile", t: x, m: tilemap.Mapping{8: {{Begin: 0, End: 1}}}, code: "tile-range", want: "{6:[0,8)}"},
		{name: "outside", t: x, m: tilemap.Mapping{0: {{Begin: 7, End: 9}}}, code: "interval-range", want: "{6:[0,8)}"},
		{name: "backwards", t: x, m: tilemap.Mapping{0: {{Begin: 2, End: 1}}}, code: "interval-range", want: "{6:[0,8)}"},
		{name: "negative", t: x, m: tilemap.Mapping{0: {{Begin: -1, End: 1}}}, code: "interval-range", want: "{6:[0,8)}"},
		{name: "two tiles", t: x, m: tilemap.Mapping{0: {{Begin: 0, End: 4}}, 1: {{Begin: 3, End: 5}}},
			code: "mapping-overlap", want: "{6:[0,8)}"},
		{name: "two tiles behind a long interval", t: x,
			m:    tilemap.Mapping{0: {{Begin: 0, End: 8}, {Begin: 1, End: 2}}, 1: {{Begin: 6, End: 7}}},
			code: "mapping-overlap", want: "{6:[0,8)}"},
		{name: "an empty interval inside of another one", t: x,
			m: tilemap.Mapping{0: {{Begin: 3, End: 3}}, 7: {{Begin: 0, End: 8}}}, want: "{7:[0,8)}"},
	} {
		if err := g.SetTileMapping(c.t, c.m); diag.CodeOf(err) != c.code {
			t.Errorf("%s: error %v, want code %q", c.name, err, c.code)
		}
		if m, err := g.PartialTileMapping(x); err != nil || m.String() != c.want {
			t.Errorf("%s: mapping %v, error %v; want %s", c.name, m, err, c.want)
		}
	}
	if err := g.SetTile(x, 8); diag.CodeOf(err) != "tile-range" {
		t.Errorf("error %v, want tile-range", err)
	}
	if err := g.SetTile(x, -1); diag.CodeOf(err) != "tile-range" {
		t.Errorf("error %v, want tile-range", err)
	}
}

func TestUnmappedError(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	x := variable(t, g, "x", scalar.Float, 20)
	for i := int64(0); i < 20; i += 3 {
		if err := g.SetTile(must(t)(x.Slice(i, i+1, 0)), 1); err != nil {
			t.Fatal(err)
		}
	}
	_, err := g.TileMapping(x)
	const want = "elements [1,3) [4,6) [7,9) [10,12) and 3 more of 'x' have no tile"
	var e *diag.Error
	if !errors.As(err, &e) || e.Code != "unmapped" || e.Msg != want || !strings.Contains(err.Error(), "13 of the 20") {
		t.Errorf("error %v, want %s", err, want)
	}
}

// A virtual graph numbers the tiles of its range from 0 (Poplar C++ API,
// Graph.hpp).
func TestVirtualGraph(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	x := variable(t, g, "x", scalar.Float, 8)
	v, err := g.Virtual(4, 8)
	if err != nil {
		t.Fatal(err)
	}
	inner, err := v.Virtual(1, 3)
	if err != nil {
		t.Fatal(err)
	}
	if v.NumTiles() != 4 || v.FirstTile() != 4 || inner.NumTiles() != 2 || inner.FirstTile() != 5 {
		t.Errorf("virtual graphs of %d tiles from %d, and %d from %d", v.NumTiles(), v.FirstTile(), inner.NumTiles(), inner.FirstTile())
	}
	if err := inner.MapTensorLinearly(x, tilemap.LinearOptions{Grain: 1}); err != nil {
		t.Fatal(err)
	}
	for graph, want := range map[*Graph]string{g: "{5:[0,4) 6:[4,8)}", v: "{1:[0,4) 2:[4,8)}", inner: "{0:[0,4) 1:[4,8)}"} {
		if m, err := graph.TileMapping(x); err != nil || m.String() != want {
			t.Errorf("mapping %v, error %v; want %s", m, err, want)
		}
	}
	low, err := g.Virtual(0, 6)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := low.TileMapping(x); diag.CodeOf(err) != "tile-range" {
		t.Errorf("error %v, want tile-range", err)
	}
	if m, err := low.PartialTileMapping(x); err != nil || m.String() != "{5:[0,4)}" {
		t.Errorf("mapping %v, error %v; want {5:[0,4)}", m, err)
	}
	if _, err := g.Virtual(4, 9); diag.CodeOf(err) != "tile-range" {
		t.Errorf("error %v, want tile-range", err)
	}
	if err := inner.SetTile(x, 2); diag.CodeOf(err) != "tile-range" {
		t.Errorf("error %v, want tile-range", err)
	}
}

func TestReplication(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	x := variable(t, g, "x", scalar.Float, 8)
	if err := g.SetTile(x, 0); err != nil {
		t.Fatal(err)
	}
	twice, err := g.Replicated(2)
	if err != nil || twice.Replicas() != 2 || g.Replicas() != 1 {
		t.Fatalf("replicas %d and %d, error %v", twice.Replicas(), g.Replicas(), err)
	}
	if _, err := g.CloneToGraph(twice, x, CloneOptions{}); diag.CodeOf(err) != "replication" {
		t.Errorf("error %v, want replication", err)
	}
	for r, code := range map[int]string{0: "replication", 1: "", target.MaxTiles / 2: "", target.MaxTiles/2 + 1: "replication"} {
		if _, err := twice.Replicated(r); diag.CodeOf(err) != code {
			t.Errorf("%d times: error %v, want %q", r, err, code)
		}
	}
	if n := len(g.Variables()); n != 1 {
		t.Errorf("%d variables, want 1", n)
	}
}

// A tensor of another graph is refused.
func TestForeignTensors(t *testing.T) {
	t.Parallel()
	g, other := smallGraph(t), smallGraph(t)
	x, y := variable(t, g, "x", scalar.Float, 8), variable(t, other, "y", scalar.Float, 8)
	u, err := NewTensorUseTracker(8, tilemap.TileOrder{})
	if err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"SetTile":                g.SetTile(y, 0),
		"SetTileMapping":         g.SetTileMapping(y, nil),
		"TileMapping":            second(g.TileMapping(y)),
		"PartialTileMapping":     second(g.PartialTileMapping(y)),
		"Clone":                  second(g.Clone(y, CloneOptions{})),
		"CreateBroadcastOperand": second(g.CreateBroadcastOperand(y, scalar.Float, 0, BroadcastOptions{})),
		"Add":                    u.Add(g, 0, y),
		"NewCopy":                second(NewCopy(x, y)),
	} {
		if diag.CodeOf(err) != "graph-mismatch" {
			t.Errorf("%s: error %v, want graph-mismatch", name, err)
		}
	}
	// A clone into a graph with other variables belongs to that graph.
	if err := g.SetTile(x, 3); err != nil {
		t.Fatal(err)
	}
	clone := must(t)(g.CloneToGraph(other, x, CloneOptions{Name: "copy"}))
	if m, err := other.TileMapping(clone); err != nil || m.String() != "{3:[0,8)}" || regionText(clone) != "copy[0,8)" {
		t.Errorf("clone %s is mapped to %v, error %v", regionText(clone), m, err)
	}
}

func TestNewCopy(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	x, y := variable(t, g, "x", scalar.Float, 8), variable(t, g, "y", scalar.Float, 2, 4)
	h := variable(t, g, "h", scalar.Half, 8)
	part := func(b, e int64) Tensor { return must(t)(x.Slice(b, e, 0)) }
	swapped := must(t)(Concat(0, part(6, 8), part(0, 1)))
	for _, c := range []struct {
		src, dst Tensor
		code     string
	}{
		{x, y, ""},
		{part(0, 4), part(4, 8), ""},
		{swapped, part(1, 4), ""},
		{swapped, part(4, 7), "copy-overlap"},
		{x, h, "type-mismatch"},
		{x, part(0, 4), "shape-mismatch"},
		{part(0, 2), must(t)(part(4, 5).Broadcast(2, 0)), "connect-alias"},
		{must(t)(part(4, 5).Broadcast(2, 0)), part(0, 2), ""},
		{part(0, 2), must(t)(g.AddConstant("two", scalar.Float, []int64{2}, make([]byte, 8))), "connect-const"},
	} {
		if _, err := NewCopy(c.src, c.dst); diag.CodeOf(err) != c.code {
			t.Errorf("%s to %s: error %v, want code %q", regionText(c.src), regionText(c.dst), err, c.code)
		}
	}
}

// What connecting refuses.
func TestVertices(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	class := testClass(t, g)
	set := g.AddComputeSet("cs")
	v, err := g.AddVertex(set, class, 5)
	if err != nil {
		t.Fatal(err)
	}
	x, h := variable(t, g, "x", scalar.Float, 3000), variable(t, g, "h", scalar.Half, 4)
	c := must(t)(g.AddConstant("c", scalar.Half, []int64{4}, []byte{0, 60}))
	one := must(t)(x.Slice(7, 8, 0))
	for _, s := range []struct {
		name, code string
		err        error
	}{
		{"vector", "", v.Connect("src", c)},
		{"again", "connect-twice", v.Connect("src", c)},
		{"misspelt", "unknown-field", v.Connect("scr", c)},
		{"plain field", "connect-type", v.Connect("n", one)},
		{"an index of no array", "connect-type", v.ConnectIndex("dst", 0, h)},
		{"no index of an array", "connect-type", v.Connect("rows", x)},
		{"another type", "connect-type", v.Connect("dst", x)},
		{"written constant", "connect-const", v.Connect("dst", c)},
		{"written alias", "connect-alias", v.Connect("dst", must(t)(h.Broadcast(2, 0)))},
		{"written", "", v.Connect("dst", h)},
		{"many elements for a scalar", "shape-mismatch", v.Connect("k", x)},
		{"scalar", "", v.Connect("k", one)},
		{"too long", "count-overflow", v.ConnectIndex("rows", 0, x)},
		{"negative index", "slice-range", v.ConnectIndex("rows", -1, one)},
		{"index beyond the table", "count-overflow", v.ConnectIndex("rows", 2047, one)},
		{"far index", "", v.ConnectIndex("rows", 2, one)},
		{"plain", "", v.SetValues("n", []uint64{4})},
		{"plain again", "connect-twice", v.SetValues("n", []uint64{4})},
		{"value of an edge", "connect-type", v.SetValues("src", []uint64{4})},
		{"value of nothing", "unknown-field", v.SetValues("m", []uint64{4})},
		{"two values of a scalar", "shape-mismatch", v.SetValues("flag", []uint64{4, 5})},
	} {
		if diag.CodeOf(s.err) != s.code {
			t.Errorf("%s: error %v, want code %q", s.name, s.err, s.code)
		}
	}

	codes := func() (all []string) {
		for _, err := range v.Incomplete() {
			all = append(all, diag.CodeOf(err))
		}
		return all
	}
	if got := strings.Join(codes(), " "); got != "edge-unconnected no-size no-size" {
		t.Errorf("incomplete: %s", got) // rows has a hole, list and table have no size
	}
	for _, err := range []error{
		v.ConnectIndex("rows", 0, one), v.ConnectIndex("rows", 1, one),
		v.ConnectAll("list", []Tensor{h, must(t)(h.Slice(0, 0, 0))}), v.SetValues("table", []uint64{1, 2, 3}),
	} {
		if err != nil {
			t.Error(err)
		}
	}
	if got := codes(); got != nil {
		t.Errorf("incomplete: %v", got)
	}
	views, err := v.Views(3)
	if err != nil || len(views) != 3 {
		t.Errorf("%d views, error %v; want 3", len(views), err)
	}
	if values, ok := v.Values(5); !ok || len(values) != 3 {
		t.Errorf("values %v, set %v; want 3", values, ok)
	}
	if err := v.ConnectAll("list", []Tensor{h}); diag.CodeOf(err) != "connect-twice" {
		t.Errorf("error %v, want connect-twice", err)
	}
	if v.Tile != 5 || len(set.Vertices()) != 1 || set.Name() != "cs" {
		t.Errorf("vertex on tile %d in set '%s' of %d", v.Tile, set.Name(), len(set.Vertices()))
	}

	empty, err := g.AddVertex(set, class, 0)
	if err != nil {
		t.Fatal(err)
	}
	if errs := empty.Incomplete(); len(errs) != 6 {
		t.Errorf("a new vertex lacks %v", errs)
	}
	if _, err := g.AddVertex(set, class, 8); diag.CodeOf(err) != "tile-range" {
		t.Errorf("error %v, want tile-range", err)
	}
	other := smallGraph(t)
	if _, err := other.AddVertex(set, class, 0); diag.CodeOf(err) != "graph-mismatch" {
		t.Errorf("error %v, want graph-mismatch", err)
	}
	if err := empty.Connect("dst", variable(t, other, "o", scalar.Half, 4)); diag.CodeOf(err) != "graph-mismatch" {
		t.Errorf("error %v, want graph-mismatch", err)
	}
}

// testClass has a field of every kind that a graph treats differently.
func testClass(t *testing.T, g *Graph) *VertexClass {
	t.Helper()
	field := func(f vertex.FieldType, err error) vertex.FieldType {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	vec := func(e scalar.Type, p vertex.VectorParams) vertex.FieldType { return field(vertex.Scalar(e).Vector(p)) }
	row := field(vec(scalar.Float, vertex.VectorParams{Layout: target.ShortSpan}).Edge(vertex.In))
	fields := []vertex.Field{
		{Name: "src", Type: field(vec(scalar.Half, vertex.VectorParams{}).Edge(vertex.In))},
		{Name: "dst", Type: field(vec(scalar.Half, vertex.VectorParams{}).Edge(vertex.Out))},
		{Name: "k", Type: field(vertex.Scalar(scalar.Float).Edge(vertex.In))},
		{Name: "rows", Type: field(row.Vector(vertex.VectorParams{Layout: target.ShortSpan}))},
		{Name: "list", Type: field(field(vertex.Scalar(scalar.Half).List(vertex.ListParams{Layout: target.DeltaNElements})).Edge(vertex.In))},
		{Name: "table", Type: vec(scalar.UInt, vertex.VectorParams{})},
		{Name: "n", Type: vertex.Scalar(scalar.UInt)},
		{Name: "flag", Type: vertex.Scalar(scalar.Bool)},
	}
	tg := g.Target()
	layout, errs := vertex.PackState(&tg, fields, vertex.CompactPolicy(0))
	if errs != nil {
		t.Fatal(errs)
	}
	return &VertexClass{Codelet: vertex.Codelet{Name: "demo::V", Kind: vertex.Worker}, Fields: layout.Fields}
}

// A host knows every variable by a different name.
func TestHostNames(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	for _, name := range []string{"x", "x.2", "x", "y", "x", "x.2"} {
		variable(t, g, name, scalar.Float, 1)
	}
	if got, want := g.HostNames(), []string{"x", "x.2", "x.3", "y", "x.4", "x.2.2"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestBroadcastSizes: the number of a view's elements must fit a 64-bit integer.
func TestBroadcastSizes(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	x := variable(t, g, "broad", scalar.Float, 3, 5)
	for _, c := range []struct {
		n    int64
		dim  int
		want string
	}{
		{0, 0, "[0 5]"}, {1, 1, "[3 5]"}, {4, 1, "[3 20]"}, {4, 0, "[12 5]"},
		{-1, 0, "dim-range"}, {2, 2, "dim-range"}, {2, -1, "dim-range"}, {1 << 62, 0, "view-size"}, {math.MaxInt64, 1, "view-size"},
	} {
		y, err := x.Broadcast(c.n, c.dim)
		got := fmt.Sprint(y.Shape())
		if err != nil {
			got = diag.CodeOf(err)
		}
		if got != c.want {
			t.Errorf("%d times along %d: %s, want %s", c.n, c.dim, got, c.want)
		}
	}
}
