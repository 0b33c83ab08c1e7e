package tilemap

import (
	"maps"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/target/targettest"
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
		{64, scalar.Float, []int64{640}, map[int64]int{32: 20}},
		{1472, scalar.Half, []int64{4, 1000}, map[int64]int{64: 3, 68: 56}},
		{1216, scalar.Half, []int64{100000}, map[int64]int{80: 11, 84: 1180}},
		{1472, scalar.Float, []int64{100000}, map[int64]int{66: 14, 68: 1457}},
		{1472, scalar.Float, []int64{1000}, map[int64]int{32: 10, 34: 20}},
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
