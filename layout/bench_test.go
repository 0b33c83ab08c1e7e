package layout

import "testing"

// The device of the benchmarks: 1472 tiles, 100 million elements of 4 bytes.
const (
	benchTiles = 1472
	benchCount = 100_000_000
)

// linearMapping gives every tile the same number of elements, as far as they
// go.
func linearMapping() [][]Interval {
	per := int64(benchCount+benchTiles-1) / benchTiles
	mapping := make([][]Interval, benchTiles)
	for t := range mapping {
		begin := int64(t) * per
		mapping[t] = []Interval{{begin, min(begin+per, benchCount)}}
	}
	return mapping
}

// cyclicMapping deals grains of the given size around the tiles.
func cyclicMapping(grain int64) [][]Interval {
	mapping := make([][]Interval, benchTiles)
	for i, begin := 0, int64(0); begin < benchCount; i, begin = (i+1)%benchTiles, begin+grain {
		mapping[i] = append(mapping[i], Interval{begin, min(begin+grain, benchCount)})
	}
	return mapping
}

func tilesOf(b *testing.B, mapping [][]Interval) *Map {
	b.Helper()
	m, err := tileMapping(benchTiles, []int64{benchCount}, 4, mapping)
	if err != nil {
		b.Fatal(err)
	}
	return m
}

func BenchmarkTilesLinear(b *testing.B) {
	mapping := linearMapping()
	b.ReportAllocs()
	for b.Loop() {
		tilesOf(b, mapping)
	}
}

func BenchmarkTilesCyclic(b *testing.B) {
	mapping := cyclicMapping(1000)
	b.ReportAllocs()
	for b.Loop() {
		tilesOf(b, mapping)
	}
}

func BenchmarkFoldLinear(b *testing.B) {
	m := tilesOf(b, linearMapping())
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := m.Fold(); !ok {
			b.Fatal("not folded")
		}
	}
}

func BenchmarkFoldCyclic(b *testing.B) {
	m := tilesOf(b, cyclicMapping(1000))
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := m.Fold(); !ok {
			b.Fatal("not folded")
		}
	}
}

func BenchmarkPlanLinearToCyclic(b *testing.B) {
	src, dst := tilesOf(b, linearMapping()), tilesOf(b, cyclicMapping(1000))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Plan(src, dst); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPlanDigits converts between two nested layouts, register by
// register: 2^20 runs of one element each way.
func BenchmarkPlanDigits(b *testing.B) {
	nested := func(batch, thread []int64) *Map {
		m, err := Nested(NestedLayout{
			Subgroup: []int64{2, 2}, Batch: batch, Outer: []int64{1, 1}, Thread: thread, Element: []int64{1, 4},
			SubgroupStrides: []int64{2, 1}, ThreadStrides: []int64{thread[1], 1},
		})
		if err != nil {
			b.Fatal(err)
		}
		return m
	}
	src, dst := nested([]int64{128, 4}, []int64{4, 32}), nested([]int64{16, 32}, []int64{32, 4})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Plan(src, dst); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCollidesCyclic(b *testing.B) {
	m := tilesOf(b, cyclicMapping(1000))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, found := m.shares(); found {
			b.Fatal("collides")
		}
	}
}

func BenchmarkLocate(b *testing.B) {
	m, err := New(smallDigits()["dealt 4/3/9"])
	if err != nil {
		b.Fatal(err)
	}
	coord := []int64{1, 7, 1, 2}
	b.ReportAllocs()
	for b.Loop() {
		m.Locate(coord)
	}
}

func BenchmarkInvertDigits(b *testing.B) {
	m, err := New(smallDigits()["dealt 4/3/9"])
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		m.Invert(2, 8+100)
	}
}

func BenchmarkInvertTable(b *testing.B) {
	m := tilesOf(b, cyclicMapping(1000))
	b.ReportAllocs()
	for b.Loop() {
		m.Invert(700, 100_000)
	}
}
