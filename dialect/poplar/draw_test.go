package poplar_test

import (
	"strings"
	"testing"

	"optc/dialect/poplar"
	"optc/draw"
	"optc/internal/testing/drawtest"
	"optc/ir"
	"optc/layout/picture"
)

// TestDraw: fields, mappings and vertices are drawn for the requested machine, else for
// the machine in force, else for the usual one.
func TestDraw(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(poplar.Dialect)
	c.AllowUnregistered = true
	module, ds := parseModule(c, `
module attributes {poplar.target = #poplar.target<ipu1>} {
  poplar.vertex @"demo::A" worker external {
    poplar.field @x : !poplar.in<vec<f32, COMPACT_PTR, align 8>>
  }
}
poplar.vertex @"demo::B" worker external {
  poplar.field @x : !poplar.in<vec<f32, COMPACT_PTR, align 8>>
}
poplar.vertex @"demo::C" worker external {
  poplar.field @x : !poplar.in<vec<f32, SCALED_PTR64, align 8>>
}
"test.types"() {
  a = !poplar.in<vec<f32, COMPACT_PTR, align 8>>,
  list = !poplar.vec_list<f32, COMPACT_DELTAN>,
  param = !poplar.in<vec<$T>>,
  scaled = !poplar.in<vec<f32, SCALED_PTR64, align 8>>,
  mapping = #poplar.mapping<0: 0..4; 2: 4..6>,
  far = #poplar.mapping<1471: 0..4>,
  farther = #poplar.mapping<1472: 0..4>
} : () -> ()
`)
	if module == nil {
		t.Fatal(ds)
	}
	nodes, vertices := map[string]ir.Node{}, map[string]*ir.Operation{}
	for op := range module.Body().Ops() {
		switch op.Typed().(type) {
		case ir.ModuleOp:
			vertices["A"] = op.Body().Front()
		case poplar.VertexOp:
			vertices[strings.TrimPrefix(ir.SymbolName(op), "demo::")] = op
		default:
			for _, name := range []string{"a", "list", "param", "scaled"} {
				nodes[name] = op.Attr(name).(*ir.TypeAttr).Value
			}
			for _, name := range []string{"mapping", "far", "farther"} {
				nodes[name] = op.Attr(name)
			}
		}
	}
	for _, x := range []struct {
		node string
		view picture.View
		want string // a line of the drawing, or the error
	}{
		{"A", picture.View{}, "demo::A on ipu1: 2 bytes, aligned to 4 bytes"},
		{"A", picture.View{}, "[0, 2) colour 0 \"x\": x: !poplar.in<vec<f32, SCALED_PTR64, align 8>> / bytes 0 to 1"},
		{"A", picture.View{Machine: "ipu2"}, "demo::A on ipu2: 4 bytes, aligned to 4 bytes"},
		{"B", picture.View{}, "demo::B on ipu2: 4 bytes, aligned to 4 bytes"},
		{"B", picture.View{Machine: "ipu1"}, "demo::B on ipu1: 2 bytes, aligned to 4 bytes"},
		{"B", picture.View{Machine: "ipu3"}, "unknown architecture 'ipu3'; did you mean 'ipu1'?"},
		{"B", picture.View{At: "0x4c000"}, "places are decided by poplar-place, not by the layout"},
		{"B", picture.View{Machine: "cpu"}, "images are not defined for cpu"},
		{"C", picture.View{}, "field 'x': layout SCALED_PTR64 does not exist on ipu2"},
		{"a", picture.View{}, "!poplar.in<vec<f32, ONE_PTR, align 8>> on ipu2"},
		{"a", picture.View{Machine: "ipu1"}, "!poplar.in<vec<f32, SCALED_PTR64, align 8>> on ipu1"},
		{"a", picture.View{At: "7"}, "places are decided by poplar-place, not by the layout"},
		{"list", picture.View{}, "!poplar.in<vec_list<f32, DELTANELEMENTS>> on ipu2"},
		{"param", picture.View{}, "'!poplar.in<vec<$T>>' has no size before the template parameter has a value"},
		{"scaled", picture.View{}, "layout SCALED_PTR64 does not exist on ipu2"},
		{"mapping", picture.View{}, "tile mapping"},
		{"mapping", picture.View{}, "note: 6 elements on 2 of 3 tiles; the fullest has 4, an even split would give 2."},
		{"mapping", picture.View{Machine: "ipu2"}, "tile mapping on ipu2"},
		{"mapping", picture.View{Machine: "ipu2"}, "note: 6 elements on 2 of 1472 tiles; the fullest has 4, an even split would give 1."},
		{"mapping", picture.View{Machine: "ipu3"}, "unknown architecture 'ipu3'; did you mean 'ipu1'?"},
		{"far", picture.View{Machine: "ipu2"}, "note: 4 elements on 1 of 1472 tiles; the fullest has 4, an even split would give 1."},
		{"farther", picture.View{Machine: "ipu2"}, "expected a tile from 0 to 1471, but got 1472"},
		{"farther", picture.View{}, "note: 4 elements on 1 of 1473 tiles; the fullest has 4, an even split would give 1."},
	} {
		drawn := func(v picture.View) (*draw.Picture, error) { return picture.Draw(nodes[x.node], v) }
		if op := vertices[x.node]; op != nil {
			drawn = func(v picture.View) (*draw.Picture, error) { return picture.DrawOp(op, v) }
		}
		p, err := drawn(x.view)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = "\n" + drawtest.List(p)
		}
		if err != nil && !strings.HasPrefix(got, x.want) || err == nil && !strings.Contains(strings.ReplaceAll(got, "\n    ", "\n"), "\n"+x.want+"\n") {
			t.Errorf("%s %+v: %s\nwant %s", x.node, x.view, got, x.want)
		}
	}
}

// TestPeekText: bytes that were not written are dashes.
func TestPeekText(t *testing.T) {
	t.Parallel()
	if got := poplar.PeekText([]byte{0x1f, 2, 0xa0}, []bool{true, false, true}); got != "1f -- a0" {
		t.Errorf("got %s", got)
	}
}
