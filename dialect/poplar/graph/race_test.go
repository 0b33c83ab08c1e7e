package graph

import (
	"fmt"
	"testing"

	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
)

// edgeClass is a class with edges of every direction, and a table of outputs.
func edgeClass(t *testing.T) (target.Target, *VertexClass) {
	t.Helper()
	target, err := target.Lookup("ipu2")
	if err != nil {
		t.Fatal(err)
	}
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
	return target, &VertexClass{Codelet: vertex.Codelet{Name: "V"}, Fields: []vertex.StateField{field("in", vertex.In), field("out", vertex.Out), field("io", vertex.InOut), field("rows", vertex.Out)}}
}

// TestWritten: the elements that a vertex writes, with neighbours joined, and whether a
// view shows some of them.
func TestWritten(t *testing.T) {
	t.Parallel()
	target, class := edgeClass(t)
	g := New(target)
	x, _ := g.AddVariable("x", scalar.Float, []int64{10})
	y, err := g.AddVariable("y", scalar.Float, []int64{10})
	if err != nil {
		t.Fatal(err)
	}
	v, err := g.AddVertex(g.AddComputeSet("cs"), class, 0)
	if err != nil {
		t.Fatal(err)
	}
	part := func(t Tensor, begin, end int64) Tensor {
		s, sliceErr := t.Slice(begin, end, 0)
		if sliceErr != nil {
			err = sliceErr
		}
		return s
	}
	for _, connect := range []error{
		v.Connect("in", part(y, 0, 10)), v.Connect("out", part(x, 4, 6)), v.Connect("io", part(x, 0, 4)),
		v.ConnectIndex("rows", 0, part(x, 1, 3)), v.ConnectIndex("rows", 1, part(x, 8, 9)), v.ConnectIndex("rows", 2, part(y, 2, 3)),
	} {
		if connect != nil || err != nil {
			t.Fatal(connect, err)
		}
	}
	written := v.Written()
	var got string
	for _, r := range written {
		got += fmt.Sprintf("%s[%d,%d) ", r.Var.Name(), r.Begin, r.End)
	}
	if want := "x[0,6) x[8,9) y[2,3) "; got != want {
		t.Errorf("written: %s, want %s", got, want)
	}
	for _, c := range []struct {
		view Tensor
		want bool
	}{
		{part(x, 0, 1), true}, {part(x, 5, 7), true}, {part(x, 6, 8), false}, {part(x, 7, 9), true}, {part(x, 9, 10), false},
		{part(y, 0, 2), false}, {part(y, 2, 3), true}, {part(y, 3, 10), false}, {part(x, 6, 6), false},
	} {
		if got := written.Meets(c.view); got != c.want {
			t.Errorf("meets %v: %v, want %v", c.view, got, c.want)
		}
	}
}

func TestRaces(t *testing.T) {
	t.Parallel()
	target, class := edgeClass(t)
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
		{"the later one begins first", [][]edge{{{"in", 4, 8}}, {{"out", 2, 6}}},
			[]string{"'x'[4] is written by v1 and read by v0 in compute set 'cs' [read-write-race]"}},
		{"the later writer begins first", [][]edge{{{"out", 4, 8}}, {{"out", 2, 6}}},
			[]string{"'x'[4] is written by v0 and written by v1 in compute set 'cs' [write-race]"}},
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
