package tilemap

import (
	"maps"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/internal/testing/targettest"
)

// Mappings with parts of equal size, counted by size.
func TestLinearTileMappingSizes(t *testing.T) {
	t.Parallel()
	natural := func(tiles uint64, e scalar.Type) (target.Target, LinearOptions) {
		tg := targettest.New(t, "ipu2", target.Setting{Field: "tiles_per_ipu", Int: tiles})
		return tg, NaturalLinear(tg, e)
	}
	for _, c := range []struct {
		tiles uint64
		elem  scalar.Type
		shape []int64
		want  map[int64]int // parts by size
	}{
		{tiles: 64, elem: scalar.Float, shape: []int64{640}, want: map[int64]int{32: 20}},
		{tiles: 1472, elem: scalar.Half, shape: []int64{4, 1000}, want: map[int64]int{64: 3, 68: 56}},
		{tiles: 1216, elem: scalar.Half, shape: []int64{100000}, want: map[int64]int{80: 11, 84: 1180}},
		{tiles: 1472, elem: scalar.Float, shape: []int64{100000}, want: map[int64]int{66: 14, 68: 1457}},
		{tiles: 1472, elem: scalar.Float, shape: []int64{1000}, want: map[int64]int{32: 10, 34: 20}},
	} {
		tg, o := natural(c.tiles, c.elem)
		m, err := LinearTileMapping(tg, c.shape, o)
		if err != nil {
			t.Fatal(err)
		}
		got, at := map[int64]int{}, int64(0)
		for _, part := range m {
			if len(part) != 1 || part[0].Begin != at {
				t.Fatalf("%v: part %v does not begin at %d", c.shape, part, at)
			}
			at = part[0].End
			got[part[0].Size()]++
		}
		if n, _ := CountElems(c.shape); !maps.Equal(got, c.want) || at != n {
			t.Errorf("%v of %v: %v parts of %d elements, want %v", c.shape, c.elem, got, at, c.want)
		}
	}
}

func TestLinearErrors(t *testing.T) {
	t.Parallel()
	tg := targettest.New(t, "ipu2")
	var none target.Target // no tiles
	for _, c := range []struct {
		name, code string
		err        error
	}{
		{"no grain", "split-bad", second(LinearTileMapping(tg, nil, LinearOptions{}))},
		{"no tiles", "split-bad", second(LinearTileMapping(none, nil, LinearOptions{Grain: 1}))},
		{"no tiles for nothing", "map-no-tiles", second(LinearTileMapping(none, []int64{0}, LinearOptions{Grain: 1, Order: TileOrder{Offset: 1}}))},
		{"negative offset", "map-offset", second(LinearTileMapping(tg, nil, LinearOptions{Grain: 1, Order: TileOrder{Offset: -1}}))},
		{"negative dimension", "dim-range", second(LinearTileMapping(tg, []int64{-1}, LinearOptions{Grain: 1}))},
		{"too many elements", "view-size", second(LinearTileMapping(tg, []int64{1 << 32, 1 << 32}, LinearOptions{Grain: 1}))},
		{"negative minimum", "split-bad", second(LinearTileMapping(tg, nil, LinearOptions{Grain: 1, MinElems: -1}))},
		{"hash of a negative dimension", "dim-range", second(ChooseMappingOffset(8, []int64{-1}, DefaultMappingSeed))},
		{"transform without tiles", "map-no-tiles", second(TransformTileIndex(0, 0, TileOrder{}))},
		{"inverse of a negative tile", "map-offset", second(InvTransformTileIndex(-1, 8, TileOrder{}))},
		{"reversed interval", "split-bad", second(SplitRegions([]Interval{{Begin: 3, End: 2}}, SplitOptions{Grain: 1, MaxParts: 1}))},
		{"negative interval", "split-bad", second(SplitRegions([]Interval{{Begin: -3, End: 2}}, SplitOptions{Grain: 1, MaxParts: 1}))},
		{"sum beyond 64 bits", "split-bad", second(SplitRegions([]Interval{{Begin: 0, End: math.MaxInt64}, {Begin: 0, End: 1}}, SplitOptions{Grain: 1, MaxParts: 1}))},
		{"sequences beyond 64 bits", "split-bad", second(SplitRegionSequences([][]Interval{{{Begin: 0, End: math.MaxInt64}}, {{Begin: 0, End: 1}}}, SplitOptions{Grain: 1, MaxParts: 1}))},
		{"parts beyond memory", "split-bad", second(SplitRegions([]Interval{{Begin: 0, End: 1 << 40}}, SplitOptions{Grain: 1, MaxParts: 1, MaxElems: 1}))},
	} {
		if diag.CodeOf(c.err) != c.code {
			t.Errorf("%s: error %v, want code %s", c.name, c.err, c.code)
		}
	}
}

func TestSplitBetweenWorkers(t *testing.T) {
	t.Parallel()
	got, err := SplitRegionSequencesBetweenWorkers(targettest.New(t, "ipu2"), [][]Interval{{{Begin: 0, End: 7}, {Begin: 9, End: 14}}}, SplitOptions{Grain: 2})
	if err != nil {
		t.Fatal(err)
	}
	want := [][][]Interval{{{{Begin: 0, End: 2}}}, {{{Begin: 2, End: 4}}}, {{{Begin: 4, End: 6}}}, {{{Begin: 6, End: 7}, {Begin: 9, End: 10}}}, {{{Begin: 10, End: 12}}}, {{{Begin: 12, End: 14}}}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// second is the error of a call with two results.
func second[T any](_ T, err error) error { return err }

// TestPartitionBounds checks the largest and the smallest value of each option.
func TestPartitionBounds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		total int64
		o     SplitOptions
		parts int64 // 0: refused
	}{
		{name: "most parts", total: 1 << 26, o: SplitOptions{Grain: 1, MaxParts: 1 << 40, MaxElems: 1}, parts: 1 << 26},
		{name: "one part more", total: 1<<26 + 1, o: SplitOptions{Grain: 1, MaxParts: 1 << 40, MaxElems: 1}, parts: 0},
		{name: "largest part", total: 1<<32 - 1, o: SplitOptions{Grain: 1, MaxParts: 1}, parts: 1},
		{name: "one element more", total: 1 << 32, o: SplitOptions{Grain: 1, MaxParts: 1}, parts: 2},
		{name: "largest grain", total: 1 << 33, o: SplitOptions{Grain: 1<<32 - 1, MaxParts: 9}, parts: 3},
		{name: "grain that no part holds", total: 1 << 33, o: SplitOptions{Grain: 1 << 32, MaxParts: 9}, parts: 0},
		{name: "grain of the maximum", total: 12, o: SplitOptions{Grain: 4, MaxParts: 9, MaxElems: 4}, parts: 3},
		{name: "grain above the maximum", total: 12, o: SplitOptions{Grain: 4, MaxParts: 9, MaxElems: 3}, parts: 0},
		{name: "maximum below the minimum", total: 12, o: SplitOptions{Grain: 4, MaxParts: 9, MaxElems: 3, MinElems: 5},
			parts: 1},
		{name: "grain of the maximum of a region", total: 12, o: SplitOptions{Grain: 4, MaxParts: 9, MaxPerRegion: 4},
			parts: 3},
		{name: "grain above the maximum of a region", total: 12, o: SplitOptions{Grain: 4, MaxParts: 9, MaxPerRegion: 3},
			parts: 0},
		{name: "minimum of all", total: 12, o: SplitOptions{Grain: 1, MaxParts: 9, MinElems: 12}, parts: 1},
		{name: "minimum above all", total: 12, o: SplitOptions{Grain: 1, MaxParts: 9, MinElems: 13}, parts: 1},
		{name: "minimum of half", total: 12, o: SplitOptions{Grain: 1, MaxParts: 9, MinElems: 6}, parts: 2},
		{name: "minimum above half", total: 12, o: SplitOptions{Grain: 1, MaxParts: 9, MinElems: 7}, parts: 1},
		{name: "one part", total: 12, o: SplitOptions{Grain: 1, MaxParts: 1}, parts: 1},
		{name: "no parts", total: 12, o: SplitOptions{Grain: 1}, parts: 0},
		{name: "negative minimum", total: 12, o: SplitOptions{Grain: 1, MaxParts: 9, MinElems: -1}, parts: 0},
		{name: "negative maximum", total: 12, o: SplitOptions{Grain: 1, MaxParts: 9, MaxElems: -1}, parts: 0},
		{name: "no grain", total: 12, o: SplitOptions{MaxParts: 9}, parts: 0},
		{name: "one grain", total: 12, o: SplitOptions{Grain: 13, MaxParts: 9}, parts: 1},
	} {
		p, err := NewPartition(c.total, c.o)
		if p.parts != c.parts || (err == nil) != (c.parts > 0) {
			t.Errorf("%s: %d parts, %v", c.name, p.parts, err)
		}
		if err == nil && (p.Part(0).Begin != 0 || p.Part(p.parts-1).End != c.total || p.Part(p.parts) != iv(c.total, c.total)) {
			t.Errorf("%s: %v, %v, %v", c.name, p.Part(0), p.Part(p.parts-1), p.Part(p.parts))
		}
	}
	if p, err := NewPartition(0, SplitOptions{Grain: 1}); err != nil || p.Part(0) != (Interval{}) {
		t.Errorf("%v, %v", p, err)
	}
}

// TestSplitWholeRange: the sum of the sizes may be the largest 64-bit integer.
func TestSplitWholeRange(t *testing.T) {
	t.Parallel()
	o := SplitOptions{Grain: 1, MaxParts: 1, MinElems: math.MaxInt64, MaxPerRegion: math.MaxInt64}
	first, last := iv(0, math.MaxInt64-1), iv(0, 1)
	if got, err := SplitRegions([]Interval{first, last}, o); err != nil || cmp.Diff(got, [][]Interval{{first, last}}) != "" {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := SplitRegionSequences([][]Interval{{first}, {last}}, o); err != nil || cmp.Diff(got, [][][]Interval{{{first}, {last}}}) != "" {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := SplitRegionSequences([][]Interval{{first}, {last, last}}, o); diag.CodeOf(err) != "split-bad" {
		t.Error(err)
	}
	if got, err := SplitRegions([]Interval{iv(4, 4)}, o); err != nil || len(got) != 0 {
		t.Errorf("%v, %v", got, err)
	}
}

// TestSplitPieces: a piece ends with its part, with its region, or at the largest size of
// a piece.
func TestSplitPieces(t *testing.T) {
	t.Parallel()
	got, err := SplitRegionSequences([][]Interval{{iv(0, 3), iv(10, 17)}, {iv(20, 20), iv(30, 35)}}, SplitOptions{Grain: 1, MaxParts: 2, MaxPerRegion: 4})
	want := [][][]Interval{
		{{iv(0, 3), iv(10, 11)}, {iv(11, 14)}},
		{{iv(14, 17)}, {iv(30, 34)}, {iv(34, 35)}},
	}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Error(d, err)
	}
	flat, err := SplitRegions([]Interval{iv(0, 10), iv(20, 20), iv(30, 35)}, SplitOptions{Grain: 1, MaxParts: 2, MaxPerRegion: 4})
	if d := cmp.Diff([][]Interval{{iv(0, 4), iv(4, 7)}, {iv(7, 10), iv(30, 34), iv(34, 35)}}, flat); d != "" || err != nil {
		t.Error(d, err)
	}
}

// TestLinearNextBounds: mappings with as many parts as tiles, and with one part more.
func TestLinearNextBounds(t *testing.T) {
	t.Parallel()
	tg := targettest.New(t, "ipu2", target.Setting{Field: "tiles_per_ipu", Int: 1})
	if m, next, err := LinearTileMappingAndNewOffset(tg, []int64{1<<32 - 2}, scalar.Float, 0); err != nil || m.String() != "{0:[0,4294967294)}" || next != 0 {
		t.Errorf("%v, %d, %v", m, next, err)
	}
	for _, c := range []struct {
		shape  []int64
		offset int
		code   string
	}{{[]int64{1 << 32}, 0, "split-bad"}, {[]int64{-1}, 0, "dim-range"}, {[]int64{8}, 1, "map-offset"}, {[]int64{8}, -1, "map-offset"}} {
		if m, _, err := LinearTileMappingAndNewOffset(tg, c.shape, scalar.Float, c.offset); diag.CodeOf(err) != c.code || m != nil {
			t.Errorf("%v from %d: %v, %v", c.shape, c.offset, m, err)
		}
	}
	for _, c := range []struct {
		m                     Mapping
		minElems, grain, want int64
	}{
		{minElems: 0, grain: 0, want: 0},
		{m: Mapping{nil}, minElems: 0, grain: 0, want: 0},
		{m: Mapping{{iv(0, 9)}, {iv(9, 10)}}, minElems: 0, grain: 1, want: 4},
		{m: Mapping{{iv(0, 9)}, {iv(9, 10)}}, minElems: 7, grain: 1, want: 2},
		{m: Mapping{{iv(0, 9)}, {iv(9, 10)}}, minElems: 1, grain: 8, want: 1},
		{m: Mapping{{iv(0, 9)}, {iv(9, 10)}}, minElems: 10, grain: 1, want: 0},
		{m: Mapping{{iv(0, 9)}, {iv(9, 11)}}, minElems: 0, grain: 1, want: 3},
		{m: Mapping{{iv(0, 1)}, {iv(1, 5), iv(6, 8)}, nil}, minElems: 0, grain: 1, want: 3},
	} {
		if got := TileImbalance(c.m, c.minElems, c.grain); got != c.want {
			t.Errorf("%v, %d, %d: %d, want %d", c.m, c.minElems, c.grain, got, c.want)
		}
	}
	for _, c := range []struct {
		shape []int64
		want  int64
	}{{nil, 1}, {[]int64{0, 1 << 60}, 0}, {[]int64{1 << 60, 0}, 0}, {[]int64{1 << 24, 1 << 24}, 1 << 48}, {[]int64{1 << 24, 1 << 24, 1}, 1 << 48}, {[]int64{3, 1, 5}, 15}} {
		if n, err := CountElems(c.shape); n != c.want || err != nil {
			t.Errorf("%v: %d, %v", c.shape, n, err)
		}
	}
	for _, shape := range [][]int64{{1<<48 + 1}, {1 << 24, 1<<24 + 1}, {1 << 47, 3}, {1 << 62, 4, 2}} {
		if _, err := CountElems(shape); diag.CodeOf(err) != "view-size" {
			t.Errorf("%v: %v", shape, err)
		}
	}
}

func iv(begin, end int64) Interval { return Interval{Begin: begin, End: end} }
