package link_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/internal/family/poplar/evaluate"
	"optc/internal/family/poplar/link"
	"optc/internal/family/poplar/program"
	"optc/ir"
	"optc/parser"
)

// linkText links the graph at the end of a module.
func linkText(t *testing.T, text string, o link.Options) (*program.Program, []error) {
	t.Helper()
	var ds ir.Diagnostics
	module, err := parser.Parse(t.Context(), ir.NewContext(poplar.Dialect), &ir.Source{Name: "test.mlir", Text: text}, &ds)
	if err != nil {
		t.Fatal(ds.String())
	}
	ev, err := evaluate.Graph(t.Context(), module.Body().Back())
	if err != nil {
		t.Fatal(err)
	}
	return link.Link(t.Context(), ev.Graph, ev.Program, ev.Functions, ev, o)
}

// steps describes the pieces of a copy, if it has several.
func steps(m *program.Move) string {
	if m.Count == 1 {
		return ""
	}
	return fmt.Sprintf(", %d times, steps %d to %d", m.Count, m.FromStep, m.ToStep)
}

// linked links a graph in which half of %x (8 floats) is on tile 0 and half on tile 1, %y (8
// floats) is on tile 1, %u (6 floats) is on tile 0 around tile 1, and a class has edges @src and
// @dst.
func linked(t *testing.T, o link.Options, set string) (*program.Program, []error) {
	t.Helper()
	return linkText(t, `
poplar.vertex @"demo::P" worker external {
  poplar.field @src : !poplar.in<vec<f32, SPAN>>
  poplar.field @dst : !poplar.out<vec<f32, SPAN>>
  poplar.constraint "elem(*src) != elem(*dst)"
}
poplar.graph @g target(#poplar.target<ipu2>) {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  %y = poplar.variable "y" : !poplar.tensor<8xf32>
  %u = poplar.variable "u" : !poplar.tensor<6xf32>
  poplar.set_tile_mapping %u #poplar.mapping<0: 0..1, 4..6; 1: 1..4>
  %u0 = poplar.slice %u from 0 to 1 dim 0 : !poplar.tensor<6xf32> to !poplar.tensor<1xf32>
  %u2 = poplar.slice %u from 2 to 3 dim 0 : !poplar.tensor<6xf32> to !poplar.tensor<1xf32>
  %ends = poplar.slice %u from 4 to 6 dim 0 : !poplar.tensor<6xf32> to !poplar.tensor<2xf32>
  %even = poplar.subsample %x step 2 dim 0 : !poplar.tensor<8xf32> to !poplar.tensor<4xf32>
  %halves = poplar.reshape %even : !poplar.tensor<4xf32> to !poplar.tensor<2x2xf32>
  %turned = poplar.dim_shuffle %halves [1, 0] : !poplar.tensor<2x2xf32> to !poplar.tensor<2x2xf32>
  %fourths = poplar.reshape %turned : !poplar.tensor<2x2xf32> to !poplar.tensor<4xf32>
  %around = poplar.concat %u0, %ends dim 0
  %both = poplar.concat %u0, %u2 dim 0
  poplar.set_tile_mapping %x #poplar.mapping<0: 0..4; 1: 4..8>
  poplar.set_tile_mapping %y on 1
  %head = poplar.slice %x from 1 to 4 dim 0 : !poplar.tensor<8xf32> to !poplar.tensor<3xf32>
  %middle = poplar.slice %x from 3 to 6 dim 0 : !poplar.tensor<8xf32> to !poplar.tensor<3xf32>
  %back = poplar.reverse %head dim 0 : !poplar.tensor<3xf32> to !poplar.tensor<3xf32>
  %low = poplar.slice %y from 0 to 4 dim 0 : !poplar.tensor<8xf32> to !poplar.tensor<4xf32>
  %high = poplar.slice %y from 4 to 8 dim 0 : !poplar.tensor<8xf32> to !poplar.tensor<4xf32>
  poplar.compute_set @cs {
`+set+`
  }
}`, o)
}

// vertex is an instance on a tile with both edges connected.
func vertex(name string, tile int, src, dst string) string {
	return fmt.Sprintf("%%%[1]s = poplar.add_vertex @\"demo::P\" on %[2]d\npoplar.connect %%%[1]s @src to %%%[3]s\npoplar.connect %%%[1]s @dst to %%%[4]s\n",
		name, tile, src, dst)
}

// facts lists the references of fields, the copies around the compute set, and the
// allocations that must be apart.
func facts(p *program.Program) (list []string) {
	place := func(r program.Ref) string { return fmt.Sprintf("%s+%d", p.Demand(r).Name, r.Offset) }
	for _, s := range p.Sets {
		for _, v := range s.Vertices {
			for i, operand := range v.Fields {
				for _, x := range operand.Data {
					list = append(list, fmt.Sprintf("v%d.%s = %d at %s", v.ID, v.Class.State.Fields[i].Name, x.Count, place(x.Ref)))
				}
			}
		}
		for _, m := range s.Before {
			list = append(list, fmt.Sprintf("before: %s to %s, %d%s", place(m.From), place(m.To), m.Bytes, steps(&m)))
		}
		for _, m := range s.After {
			list = append(list, fmt.Sprintf("after: %s to %s, %d", place(m.From), place(m.To), m.Bytes))
		}
	}
	for _, t := range p.Tiles {
		for _, pair := range t.Elements {
			list = append(list, fmt.Sprintf("apart: %s, %s", t.Demands[pair.A].Name, t.Demands[pair.B].Name))
		}
	}
	return list
}

func TestEdges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, set string
		want      []string
	}{
		{"a part of a block is referred to, parts of two are not", vertex("v", 0, "head", "middle"), []string{
			"v0.src = 3 at x.t0+4", "v0.dst = 3 at v0.dst.tmp+0",
			"after: v0.dst.tmp+0 to x.t0+12, 4", "after: v0.dst.tmp+4 to x.t1+0, 8",
			"apart: v0.dst.tmp, x.t0",
		}},
		{"elements of another tile come and go by a temporary", vertex("v", 2, "head", "y"), []string{
			"v0.src = 3 at v0.src.tmp+0", "v0.dst = 8 at v0.dst.tmp+0",
			"before: x.t0+4 to v0.src.tmp+0, 12", "after: v0.dst.tmp+0 to y.t1+0, 32",
			"apart: v0.src.tmp, v0.dst.tmp",
		}},
		{"elements in another order do so too", vertex("v", 0, "back", "head"), []string{
			"v0.src = 3 at v0.src.tmp+0", "v0.dst = 3 at x.t0+4",
			"before: x.t0+12 to v0.src.tmp+0, 4, 3 times, steps -4 to 4",
			"apart: v0.src.tmp, x.t0",
		}},
		{"pieces of one tile at equal distances are copied at once, whatever lies between them", vertex("v", 0, "fourths", "head"), []string{
			"v0.src = 4 at v0.src.tmp+0", "v0.dst = 3 at x.t0+4",
			"before: x.t0+0 to v0.src.tmp+0, 4, 2 times, steps 8 to 8", "before: x.t1+0 to v0.src.tmp+4, 4, 2 times, steps 8 to 8",
			"apart: v0.src.tmp, x.t0",
		}},
		{"neighbours on the tile are one piece, whatever lies between them elsewhere", vertex("v", 0, "around", "head"), []string{
			"v0.src = 3 at u.t0+0", "v0.dst = 3 at x.t0+4", "apart: x.t0, u.t0",
		}},
		{"places at one distance in blocks of two tiles are two pieces", vertex("v", 0, "both", "head"), []string{
			"v0.src = 2 at v0.src.tmp+0", "v0.dst = 3 at x.t0+4",
			"before: u.t0+0 to v0.src.tmp+0, 4", "before: u.t1+4 to v0.src.tmp+4, 4",
			"apart: v0.src.tmp, x.t0",
		}},
		{"only views that are written keep an input from its place", vertex("v", 1, "low", "y") + vertex("w", 0, "head", "u"), []string{
			"v0.src = 4 at v0.src.tmp+0", "v0.dst = 8 at y.t1+0", "v1.src = 3 at x.t0+4", "v1.dst = 6 at v1.dst.tmp+0",
			"before: y.t1+0 to v0.src.tmp+0, 16",
			"after: v1.dst.tmp+0 to u.t0+0, 4", "after: v1.dst.tmp+4 to u.t1+0, 12", "after: v1.dst.tmp+16 to u.t0+4, 8",
			"apart: v1.dst.tmp, x.t0", "apart: v0.src.tmp, y.t1",
		}},
		{"what the vertex overwrites is read from a copy", vertex("v", 1, "y", "y"), []string{
			"v0.src = 8 at v0.src.tmp+0", "v0.dst = 8 at y.t1+0",
			"before: y.t1+0 to v0.src.tmp+0, 32",
			"apart: v0.src.tmp, y.t1",
		}},
		{"what is only read is copied once to a tile", vertex("v", 2, "y", "head") + vertex("w", 2, "y", "middle"), []string{
			"v0.src = 8 at v0.src.tmp+0", "v0.dst = 3 at v0.dst.tmp+0", "v1.src = 8 at v0.src.tmp+0", "v1.dst = 3 at v1.dst.tmp+0",
			"before: y.t1+0 to v0.src.tmp+0, 32",
			"after: v0.dst.tmp+0 to x.t0+4, 12", "after: v1.dst.tmp+0 to x.t0+12, 4", "after: v1.dst.tmp+4 to x.t1+0, 8",
			"apart: v0.src.tmp, v0.dst.tmp", "apart: v0.src.tmp, v1.dst.tmp",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, errs := linked(t, link.Options{}, c.set)
			if errs != nil {
				t.Fatal(errs)
			}
			if diff := cmp.Diff(c.want, facts(p)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// Vertices share a temporary that they only read if it is on the same tile, holds the
// same elements, and every demand of their fields is the same: alignment, region and
// range.
func TestSharedTemporaries(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		first, second string // types of edges that show y on another tile
		tile          int    // tile of the second vertex; the first is on tile 2
		view          string // view of the second vertex; the first shows y
		shared        bool
	}{
		{first: "vec<f32>", second: "vec<f32>", tile: 2, view: "y", shared: true},
		{first: "vec<f32>", second: "vec<f32, ONE_PTR>", tile: 2, view: "y", shared: true},
		{first: "vec<f32>", second: "vec<f32>", tile: 3, view: "y"},
		{first: "vec<f32>", second: "vec<f32>", tile: 2, view: "back"},
		{first: "vec<f32>", second: "vec<f32>", tile: 2, view: "head"},
		{first: "vec<f32>", second: "vec<f32, SPAN, align 16>", tile: 2, view: "y"},
		{first: "vec<f32, SPAN, align 16>", second: "vec<f32>", tile: 2, view: "y"},
		{first: "vec<f32>", second: "vec<f32, SPAN, interleaved>", tile: 2, view: "y"},
		{first: "vec<f32>", second: "vec<f32, SCALED_PTR32>", tile: 2, view: "y"},
	} {
		p, errs := linkText(t, fmt.Sprintf(`
poplar.vertex @"demo::A" worker external {
  poplar.field @x : !poplar.in<%s>
}
poplar.vertex @"demo::B" worker external {
  poplar.field @x : !poplar.in<%s>
}
poplar.graph @g target(#poplar.target<ipu1, scaled32_base = 0x38000>) {
  %%y = poplar.variable "y" : !poplar.tensor<8xf32>
  poplar.set_tile_mapping %%y on 1
  %%back = poplar.reverse %%y dim 0 : !poplar.tensor<8xf32> to !poplar.tensor<8xf32>
  %%head = poplar.slice %%y from 0 to 7 dim 0 : !poplar.tensor<8xf32> to !poplar.tensor<7xf32>
  poplar.compute_set @cs {
    %%v = poplar.add_vertex @"demo::A" on 2
    poplar.connect %%v @x to %%y
    %%w = poplar.add_vertex @"demo::B" on %d
    poplar.connect %%w @x to %%%s
  }
}`, c.first, c.second, c.tile, c.view), link.Options{})
		if errs != nil {
			t.Fatal(errs)
		}
		vertices := p.Sets[0].Vertices
		a, b := vertices[0].Fields[0].Data[0].Ref, vertices[1].Fields[0].Data[0].Ref
		if shared := a == b; shared != c.shared {
			t.Errorf("%s and %s on tile %d of %s: shared is %v", c.first, c.second, c.tile, c.view, shared)
		}
	}
}

func TestLinkErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, set string
		options   link.Options
		code, msg string
	}{
		{name: "another tile", set: vertex("v", 2, "head", "y"), options: link.Options{StrictLocal: true},
			code: "edge-not-local", msg: "'src' of vertex 'demo::P' needs elements that are on tile 0"},
		{name: "another order", set: vertex("v", 0, "back", "head"), options: link.Options{StrictLocal: true},
			code: "edge-not-local", msg: "shows elements that are not consecutive"},
		{name: "parts of one block for both", set: vertex("v", 1, "low", "high"), options: link.Options{},
			code: "elem-unsat", msg: "both show y.t1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, errs := linked(t, c.options, c.set)
			if !slices.ContainsFunc(errs, func(err error) bool { return diag.CodeOf(err) == c.code && strings.Contains(err.Error(), c.msg) }) {
				t.Errorf("got %v, want %s: %s", errs, c.code, c.msg)
			}
		})
	}
}

// TestOverwritten: each edge of a vertex may overwrite elements that another edge reads.
func TestOverwritten(t *testing.T) {
	t.Parallel()
	p, errs := linkText(t, `
poplar.vertex @"demo::P" worker external {
  poplar.field @src : !poplar.in<vec<f16>>
  poplar.field @a : !poplar.vec<out<vec<f16>>, SPAN>
}
poplar.vertex @"demo::W" worker external {
  poplar.field @dst : !poplar.out<f16>
}
poplar.graph @g target(#poplar.target<ipu2>) {
  %h = poplar.variable "h" : !poplar.tensor<12xf16>
  poplar.set_tile_mapping %h on 0
  %h0 = poplar.slice %h from 0 to 1 dim 0
  %h1 = poplar.slice %h from 1 to 2 dim 0
  %h4 = poplar.slice %h from 4 to 6 dim 0
  %h8 = poplar.slice %h from 8 to 12 dim 0
  %h9 = poplar.slice %h from 9 to 10 dim 0
  poplar.compute_set @cs {
    %w = poplar.add_vertex @"demo::W" on 0
    poplar.connect %w @dst to %h0
    %v = poplar.add_vertex @"demo::P" on 0
    poplar.connect %v @src to %h4
    poplar.connect %v @a to [%h1]
    %u = poplar.add_vertex @"demo::P" on 0
    poplar.connect %u @src to %h9
    poplar.connect %u @a to [%h4, %h8]
  }
}`, link.Options{})
	if errs != nil {
		t.Fatal(errs)
	}
	// w and v write parts of the same word, and only v's part is written in place; the second part
	// that u writes contains the elements that it reads.
	want := []string{
		"v0.dst = 1 at h.t0+0", "v1.src = 2 at h.t0+8", "v1.a = 1 at v1.a.0.tmp+0", "v2.src = 1 at v2.src.tmp+0", "v2.a = 2 at h.t0+8", "v2.a = 4 at h.t0+16",
		"before: h.t0+18 to v2.src.tmp+0, 2", "after: v1.a.0.tmp+0 to h.t0+2, 2",
	}
	if diff := cmp.Diff(want, facts(p)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestLinkAll: every problem of a graph is reported, also for vertices that were added after
// its operations were run.
func TestLinkAll(t *testing.T) {
	t.Parallel()
	var ds ir.Diagnostics
	module, err := parser.Parse(t.Context(), ir.NewContext(poplar.Dialect), &ir.Source{Name: "test.mlir", Text: `
poplar.vertex @"demo::P" worker external {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.field @y : !poplar.vec<ui16>
}
poplar.graph @g target(#poplar.target<ipu2>) {
  %a = poplar.variable "a" : !poplar.tensor<8xf32>
  %b = poplar.variable "b" : !poplar.tensor<8xf32>
  %c = poplar.variable "c" : !poplar.tensor<8xf32>
  poplar.set_tile_mapping %b #poplar.mapping<0: 2..8>
  poplar.set_tile_mapping %c #poplar.mapping<0: 0..6>
  poplar.compute_set @cs {
    %u = poplar.add_vertex @"demo::P" on 0
    poplar.connect %u @x to %b
    poplar.set %u @y = [1]
    %v = poplar.add_vertex @"demo::P" on 0
    poplar.connect %v @x to %c
    poplar.set %v @y = [1]
    %w = poplar.add_vertex @"demo::P" on 0
    poplar.connect %w @x to %a
    poplar.set %w @y = [1]
  }
  poplar.program {
    poplar.copy %a to %b
    poplar.copy %b to %c
  }
}`}, &ds)
	if err != nil {
		t.Fatal(ds.String())
	}
	ev, err := evaluate.Graph(t.Context(), module.Body().Back())
	if err != nil {
		t.Fatal(err)
	}
	set := ev.Graph.ComputeSets()[0]
	first := set.Vertices()[0]
	for range 2 {
		v, err := ev.Graph.AddVertex(set, first.Class, 0)
		if err != nil {
			t.Fatal(err)
		}
		ev.Added[v] = ev.Added[first]
	}
	if err := set.Vertices()[4].SetValues("y", []uint64{1, 1 << 16}); err != nil {
		t.Fatal(err)
	}
	_, errs := link.Link(t.Context(), ev.Graph, ev.Program, ev.Functions, ev, link.Options{})
	var got []string
	for _, err := range errs {
		at := "-"
		if e := err.(*link.Error); e.Vertex != nil {
			at = fmt.Sprint(slices.Index(set.Vertices(), e.Vertex))
		}
		text, _, _ := strings.Cut(err.Error(), ";")
		got = append(got, at+" "+text)
	}
	want := []string{
		"3 'x' of vertex 'demo::P' is not connected [edge-unconnected]", "3 'y' of vertex 'demo::P' has no size [no-size]",
		"4 'x' of vertex 'demo::P' is not connected [edge-unconnected]", "4 field 'y': value 0x10000 does not fit in unsigned short of 2 bytes [value-range]",
		"- 8 of the 8 elements of 'a' have no tile [unmapped]", "- 2 of the 8 elements of 'b' have no tile [unmapped]", "- 2 of the 8 elements of 'c' have no tile [unmapped]",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
