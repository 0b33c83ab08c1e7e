package graph

import (
	"fmt"
	"testing"

	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
)

func TestRaces(t *testing.T) {
	t.Parallel()
	target, _ := target.Lookup("ipu2")
	field := func(name string, d vertex.Direction) vertex.StateField {
		f, _ := vertex.Scalar(scalar.Float).Vector(vertex.VectorParams{})
		f, _ = f.Edge(d)
		if name == "rows" {
			f, _ = f.Vector(vertex.VectorParams{})
		}
		r, err := vertex.Resolve(&target, f, vertex.CompactReference)
		if err != nil {
			t.Fatal(err)
		}
		return vertex.StateField{Name: name, Resolved: r}
	}
	class := &VertexClass{Codelet: vertex.Codelet{Name: "V"}, Fields: []vertex.StateField{field("in", vertex.In), field("out", vertex.Out), field("io", vertex.InOut), field("rows", vertex.Out)}}
	type edge struct {
		field      string
		begin, end int64
	}
	for _, c := range []struct {
		name     string
		vertices [][]edge
		want     []string
	}{
		{"disjoint", [][]edge{{{"out", 0, 4}}, {{"out", 4, 8}}}, nil},
		{"shared reads", [][]edge{{{"in", 0, 8}}, {{"in", 0, 8}}, {{"in", 2, 4}}}, nil},
		{"one vertex may read what it writes", [][]edge{{{"in", 0, 8}, {"out", 0, 8}}}, nil},
		{"a vertex writes neighbours through two fields", [][]edge{{{"out", 0, 4}, {"io", 4, 8}}}, nil},
		{"a vertex writes an element through two fields", [][]edge{{{"out", 0, 5}, {"io", 4, 8}}},
			[]string{"v0 writes 'x'[4] through 'out' and through 'io' in compute set 'cs' [write-race]; its code may write to them in any order; views that a vertex writes share no elements"}},
		{"a vertex writes neighbours through a list", [][]edge{{{"rows", 0, 2}, {"rows", 4, 8}, {"rows", 2, 4}}}, nil},
		{"a vertex writes elements through two rows", [][]edge{{{"rows", 5, 8}, {"rows", 0, 3}, {"rows", 2, 6}}},
			[]string{"v0 writes 'x'[2] through 'rows'[1] and through 'rows'[2] in compute set 'cs' [write-race]; its code may write to them in any order; views that a vertex writes share no elements"}},
		{"two writers", [][]edge{{{"out", 0, 5}}, {{"out", 4, 8}}},
			[]string{"'x'[4] is written by v0 and written by v1 in compute set 'cs' [write-race]"}},
		{"writer and reader", [][]edge{{{"in", 0, 8}}, {{"out", 6, 8}}},
			[]string{"'x'[6] is written by v1 and read by v0 in compute set 'cs' [read-write-race]"}},
		{"in and out twice", [][]edge{{{"io", 0, 2}}, {{"io", 1, 3}}, {{"io", 2, 4}}}, []string{
			"'x'[1] is written by v0 and written by v1 in compute set 'cs' [write-race]",
			"'x'[2] is written by v1 and written by v2 in compute set 'cs' [write-race]"}},
		{"a long reader meets writers behind shorter ones", [][]edge{{{"in", 0, 8}}, {{"in", 1, 2}}, {{"out", 5, 6}}},
			[]string{"'x'[5] is written by v2 and read by v0 in compute set 'cs' [read-write-race]"}},
		{"one report per pair", [][]edge{{{"in", 0, 8}}, {{"out", 1, 2}, {"io", 3, 4}}},
			[]string{"'x'[1] is written by v1 and read by v0 in compute set 'cs' [read-write-race]"}},
	} {
		g := New(target)
		x, err := g.AddVariable("x", scalar.Float, []int64{8})
		if err != nil {
			t.Fatal(err)
		}
		set := g.AddComputeSet("cs")
		names := map[*Vertex]string{}
		for n, edges := range c.vertices {
			v, err := g.AddVertex(set, class, 0)
			if err != nil {
				t.Fatal(err)
			}
			names[v] = fmt.Sprintf("v%d", n)
			for i, e := range edges {
				s, err := x.Slice(e.begin, e.end, 0)
				switch {
				case err != nil:
				case e.field == "rows":
					err = v.ConnectIndex(e.field, i, s)
				default:
					err = v.Connect(e.field, s)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		var got []string
		for _, r := range Races(set) {
			got = append(got, r.Error("cs", func(v *Vertex) string { return names[v] }).Error())
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}
