package graph

import (
	"fmt"
	"testing"

	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/tilemap"
	"optc/dialect/poplar/vertex"
)

func TestAtomicHazards(t *testing.T) {
	t.Parallel()
	tg, _ := target.Lookup("ipu2")
	class := func(align int, kind vertex.CodeletKind) *VertexClass {
		f, _ := vertex.Scalar(scalar.Half).Vector(vertex.VectorParams{Layout: target.OnePtr, MinAlign: align})
		f, _ = f.Edge(vertex.Out)
		r, err := vertex.Resolve(&tg, f, vertex.CompactReference)
		if err != nil {
			t.Fatal(err)
		}
		return &VertexClass{Codelet: vertex.Codelet{Name: "V", Kind: kind}, Fields: []vertex.StateField{{Name: "out", Resolved: r}}}
	}
	type write struct {
		tile       int
		begin, end int64
	}
	// Tile 1 holds elements 2 and 3 and 6 to 11, at the bytes 0, 2, 4, 6, … of its block.
	mapping := tilemap.Mapping{{{Begin: 0, End: 2}, {Begin: 4, End: 6}}, {{Begin: 2, End: 4}, {Begin: 6, End: 12}}}
	for _, c := range []struct {
		name   string
		multi  bool
		align  int
		writes []write
		want   string
	}{
		{name: "different words", align: 2, writes: []write{{1, 2, 4}, {1, 6, 8}}, want: "[]"},
		{name: "one word", align: 2, writes: []write{{1, 6, 7}, {1, 7, 9}}, want: "[0 1 tile 1 byte 4]"},
		{name: "one vertex may write all of a word", align: 2, writes: []write{{1, 6, 8}, {1, 8, 10}}, want: "[]"},
		{name: "the first element is not a word of its own", align: 2, writes: []write{{0, 1, 2}, {0, 0, 1}},
			want: "[0 1 tile 0 byte 0]"},
		{name: "not on this tile", align: 2, writes: []write{{0, 6, 7}, {1, 7, 9}}, want: "[]"},
		{name: "a piece of two blocks goes through a temporary", align: 2, writes: []write{{1, 3, 5}, {1, 2, 3}}, want: "[]"},
		{name: "what workers divide goes through a temporary if it begins in a word", multi: true, align: 2,
			writes: []write{{1, 6, 7}, {1, 7, 9}}, want: "[]"},
		{name: "what workers divide begins at a word, but ends in one", multi: true, align: 2,
			writes: []write{{1, 2, 7}, {1, 8, 10}}, want: "[]"},
		{name: "a misaligned piece goes through a temporary", align: 8, writes: []write{{1, 7, 9}, {1, 2, 7}}, want: "[]"},
	} {
		g, kind := New(tg), vertex.Worker
		if c.multi {
			kind = vertex.Multi
		}
		x, err := g.AddVariable("x", scalar.Half, []int64{12})
		if err == nil {
			err = g.SetTileMapping(x, mapping)
		}
		if err != nil {
			t.Fatal(err)
		}
		set := g.AddComputeSet("cs")
		number := map[*Vertex]int{}
		for n, w := range c.writes {
			v, err := g.AddVertex(set, class(c.align, kind), w.tile)
			if err != nil {
				t.Fatal(err)
			}
			number[v] = n
			s, err := x.Slice(w.begin, w.end, 0)
			if err == nil {
				err = v.Connect("out", s)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		var got []string
		for _, h := range AtomicHazards(g, set) {
			got = append(got, fmt.Sprintf("%d %d tile %d byte %d", min(number[h.First], number[h.Second]), max(number[h.First], number[h.Second]), h.Tile, h.Byte))
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s: got %v, want %s", c.name, got, c.want)
		}
	}
}
