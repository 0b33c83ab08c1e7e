package graph

import (
	"testing"

	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/tilemap"
	"optc/internal/testing/targettest"
)

// A tensor of 100 million elements on a device of 1472 tiles.
const (
	benchRows = 10_000
	benchCols = 10_000
)

func benchGraph(b *testing.B) (*Graph, Tensor) {
	b.Helper()
	g := New(targettest.New(b, "ipu2"))
	x := variable(b, g, "x", scalar.Half, benchRows, benchCols)
	if err := g.MapTensorLinearly(x, tilemap.NaturalLinear(g.Target(), scalar.Half)); err != nil {
		b.Fatal(err)
	}
	return g, x
}

func BenchmarkMapTensorLinearly(b *testing.B) {
	g, x := benchGraph(b)
	b.ReportAllocs()
	for b.Loop() {
		if err := g.MapTensorLinearly(x, tilemap.NaturalLinear(g.Target(), scalar.Half)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTileMapping(b *testing.B) {
	g, x := benchGraph(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := g.TileMapping(x); err != nil {
			b.Fatal(err)
		}
	}
}

// Views of views that keep the order of all but one dimension.
func BenchmarkViews(b *testing.B) {
	_, x := benchGraph(b)
	b.ReportAllocs()
	for b.Loop() {
		tr := must(b)(x.DimShuffle([]int{1, 0}))
		half := must(b)(tr.Slice(10, 5010, 0))
		must(b)(must(b)(half.Reverse(0)).Broadcast(3, 1))
		must(b)(Concat(0, half, tr, half))
	}
}

func BenchmarkDimIsSplitOverTiles(b *testing.B) {
	g, x := benchGraph(b)
	tr := must(b)(x.DimShuffle([]int{1, 0}))
	b.ReportAllocs()
	for b.Loop() {
		for d := range 2 {
			if split, err := g.DimIsSplitOverTiles(tr, d); err != nil || !split {
				b.Fatal(split, err)
			}
		}
	}
}

func BenchmarkCreateBroadcastOperand(b *testing.B) {
	g, x := benchGraph(b)
	b.ReportAllocs()
	for b.Loop() {
		for d := range 2 {
			must(b)(g.CreateBroadcastOperand(x, scalar.Half, d, BroadcastOptions{Dither: true}))
		}
	}
}

func BenchmarkCloneAndExpandAliasing(b *testing.B) {
	g, x := benchGraph(b)
	aliased := must(b)(Concat(0, x, must(b)(x.Slice(0, 100, 0))))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := g.CloneAndExpandAliasing(aliased, 7, CloneOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

// Every tile uses its rows and two rows of each neighbour.
func BenchmarkMapTensorsByUse(b *testing.B) {
	g, x := benchGraph(b)
	b.ReportAllocs()
	for b.Loop() {
		u, err := NewTensorUseTracker(g.NumTiles(), tilemap.TileOrder{})
		if err != nil {
			b.Fatal(err)
		}
		const rows = benchRows / 1472
		for tile := range int64(g.NumTiles()) {
			part := must(b)(x.Slice(max(0, tile*rows-2), min(benchRows, (tile+1)*rows+2), 0))
			if err := u.Add(g, int(tile), part); err != nil {
				b.Fatal(err)
			}
		}
		if err := u.MapTensorsByUse(g, UseOptions{Grain: 4, MinElems: 64, Extend: true, Method: OptimizeHaloRegions}); err != nil {
			b.Fatal(err)
		}
	}
}

// Mapping a large variable tile by tile is not quadratic.
func BenchmarkSetTileOfSlices(b *testing.B) {
	g := New(targettest.New(b, "ipu2"))
	x := variable(b, g, "x", scalar.Half, 1<<20)
	b.ReportAllocs()
	for b.Loop() {
		for i := int64(0); i < 1<<16; i++ {
			if err := g.SetTile(must(b)(x.Slice(i*16, i*16+16, 0)), int(i%1472)); err != nil {
				b.Fatal(err)
			}
		}
	}
}
