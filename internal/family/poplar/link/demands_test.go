package link_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/internal/family/poplar/link"
)

// TestDemands: every allocation of a graph with fields of every kind, in the order of
// creation, and the fields that refer to it.
func TestDemands(t *testing.T) {
	t.Parallel()
	p, errs := linkText(t, `
poplar.vertex @"demo::P" worker external attributes {worker_stack = 20 : i64} {
  poplar.field @n : !poplar.array<3 x ui16>
  poplar.field @table : !poplar.vec<ui16, SHORT_SPAN>
  poplar.field @short : !poplar.in<vec<f16, SHORT_SPAN>>
  poplar.field @rows : !poplar.vec<out<vec<f32, ONE_PTR>>, SHORT_SPAN>
  poplar.field @list : !poplar.in<vec_list<f32, DELTANELEMENTS>>
  poplar.field @wide : !poplar.inout<vec<f32, SPAN, align 8, interleaved>>
  poplar.constraint "elem(*rows) != elem(**list)"
  poplar.constraint "region(*wide) != region(*list)"
  poplar.constraint "elem(*list) != elem(*wide)"
}
poplar.vertex @"demo::S" supervisor external attributes {worker_stack = 36 : i64} {
  poplar.field @x : !poplar.in<vec<f32>>
}
poplar.vertex @"demo::Q" worker external attributes {worker_stack = 8 : i64} {
  poplar.field @x : !poplar.in<vec<f32>>
}
poplar.graph @g target(#poplar.target<ipu2>) {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  %y = poplar.variable "x" : !poplar.tensor<5xf16>
  %none = poplar.variable "none" : !poplar.tensor<0xf32>
  %w = poplar.variable "w" : !poplar.tensor<6xf32>
  poplar.set_tile_mapping %x #poplar.mapping<0: 0..4, 6..8; 1: 4..6>
  poplar.set_tile_mapping %y on 0
  poplar.set_tile_mapping %w on 0
  %a = poplar.slice %x from 0 to 2 dim 0
  %b = poplar.slice %x from 3 to 6 dim 0
  %d = poplar.slice %x from 2 to 3 dim 0
  %e = poplar.slice %w from 1 to 6 dim 0
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::P" on 0
    poplar.set %v @n = [1, 2, 3]
    poplar.set %v @table = [4, 5, 6]
    poplar.connect %v @short to %y
    poplar.connect %v @rows to [%a, %b]
    poplar.connect %v @list to [%none, %d]
    poplar.connect %v @wide to %e
    %u = poplar.add_vertex @"demo::S" on 1
    poplar.connect %u @x to %w
    %q = poplar.add_vertex @"demo::Q" on 1
    poplar.connect %q @x to %w
  }
}`, link.Options{})
	if errs != nil {
		t.Fatal(errs)
	}
	var b strings.Builder
	for _, tile := range p.Tiles {
		fmt.Fprintf(&b, "tile %d\n", tile.Number)
		for i, d := range tile.Demands {
			fmt.Fprintf(&b, "  %s: %s, %d bytes, align %d", d.Name, d.Kind, d.Size, d.Align)
			if d.Region >= 0 {
				fmt.Fprintf(&b, ", region %d", d.Region)
			}
			if d.Range.Hi > 0 {
				fmt.Fprintf(&b, ", [%#x, %#x)", d.Range.Lo, d.Range.Hi)
			}
			if tile.Bytes[i] != nil {
				fmt.Fprintf(&b, ", %v", tile.Bytes[i])
			}
			b.WriteByte('\n')
		}
		for _, pair := range tile.Regions {
			fmt.Fprintf(&b, "  regions: %s, %s\n", tile.Demands[pair.A].Name, tile.Demands[pair.B].Name)
		}
	}
	for _, v := range p.Variables {
		fmt.Fprintf(&b, "%s %v\n", v.Name, v.Runs)
	}
	b.WriteString(strings.Join(facts(p), "\n") + "\n")
	if diff := cmp.Diff(`tile 0
  worker stacks: stack, 144 bytes, align 8
  v0.state: state, 36 bytes, align 4
  v0.table: constant, 6 bytes, align 2, [4 0 5 0 6 0]
  v0.rows.table: table, 8 bytes, align 4
  v0.list.deltas: deltas, 8 bytes, align 4
  v0.rows.1.tmp: temporary, 12 bytes, align 4
  v0.wide.tmp: temporary, 20 bytes, align 8, region 1
  x.t0: data, 24 bytes, align 4
  x.t0.2: data, 10 bytes, align 2
  w.t0: data, 24 bytes, align 4
  regions: v0.list.deltas, v0.wide.tmp
tile 1
  worker stacks: stack, 48 bytes, align 8
  supervisor stack: stack, 40 bytes, align 8
  v1.state: state, 8 bytes, align 4
  v2.state: state, 8 bytes, align 4
  v1.x.tmp: temporary, 24 bytes, align 4
  x.t1: data, 8 bytes, align 4
x [{0 4 {0 7 0}} {4 6 {1 5 0}} {6 8 {0 7 16}}]
x.2 [{0 5 {0 8 0}}]
none []
w [{0 6 {0 9 0}}]
v0.table = 3 at v0.table+0
v0.short = 5 at x.t0.2+0
v0.rows = 2 at x.t0+0
v0.rows = 3 at v0.rows.1.tmp+0
v0.list = 0 at worker stacks+0
v0.list = 1 at x.t0+8
v0.wide = 5 at v0.wide.tmp+0
v1.x = 6 at v1.x.tmp+0
v2.x = 6 at v1.x.tmp+0
before: w.t0+4 to v0.wide.tmp+0, 20
before: w.t0+0 to v1.x.tmp+0, 24
after: v0.rows.1.tmp+0 to x.t0+12, 4
after: v0.rows.1.tmp+4 to x.t1+0, 8
after: v0.wide.tmp+0 to w.t0+4, 20
apart: v0.rows.table, x.t0
apart: v0.list.deltas, v0.wide.tmp
`, b.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestSameBlock: a vertex whose fields must be kept apart cannot refer to the same block in both,
// and with strict locality no edge gets a temporary.
func TestSameBlock(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		constraint, x, y string
		strict           bool
		want             string
	}{
		{constraint: "elem(*x) != elem(*y)", x: "a", y: "b",
			want: "x and y of 'demo::P' cannot be put into different memory elements: both show v.t0 [elem-unsat]"},
		{constraint: "region(*x) != region(*y)", x: "a", y: "b",
			want: "x and y of 'demo::P' cannot be put into different regions: both show v.t0 [region-unsat]"},
		{constraint: "elem(*x) != elem(*y)", x: "a", y: "u"},
		{constraint: "elem(*x) != elem(*y)", x: "a", y: "u", strict: true},
		{constraint: "elem(*x) != elem(*y)", x: "a", y: "odd", strict: true,
			want: "'y' of vertex 'demo::P' shows elements that are not consecutive, or not aligned to 4 bytes [edge-not-local]"},
		{constraint: "elem(*x) != elem(*y)", x: "a", y: "far", strict: true,
			want: "'y' of vertex 'demo::P' needs elements that are on tile 1 [edge-not-local]; the vertex is on tile 0"},
		{constraint: "elem(*x) != elem(*y)", x: "u", y: "u", strict: true,
			want: "'x' of vertex 'demo::P' shows elements that the vertex writes through another field [edge-not-local]"},
	} {
		_, errs := linkText(t, fmt.Sprintf(`
poplar.vertex @"demo::P" worker external {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.field @y : !poplar.inout<vec<f32>>
  poplar.constraint "%s"
}
poplar.graph @g target(#poplar.target<ipu2>) {
  %%v = poplar.variable "v" : !poplar.tensor<8xf32>
  %%u = poplar.variable "u" : !poplar.tensor<8xf32>
  %%far = poplar.variable "far" : !poplar.tensor<8xf32>
  poplar.set_tile_mapping %%v on 0
  poplar.set_tile_mapping %%u on 0
  poplar.set_tile_mapping %%far on 1
  %%a = poplar.slice %%v from 0 to 4 dim 0
  %%b = poplar.slice %%v from 4 to 8 dim 0
  %%odd = poplar.reverse %%u dim 0
  poplar.compute_set @cs {
    %%p = poplar.add_vertex @"demo::P" on 0
    poplar.connect %%p @x to %%%s
    poplar.connect %%p @y to %%%s
  }
}`, c.constraint, c.x, c.y), link.Options{StrictLocal: c.strict})
		got := ""
		if errs != nil {
			got = errs[0].Error()
		}
		if got != c.want || len(errs) > 1 {
			t.Errorf("%s of %s and %s, strict %v: %v, want %s", c.constraint, c.x, c.y, c.strict, errs, c.want)
		}
	}
}
