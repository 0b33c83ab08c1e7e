package pack_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/dialect/poplar"
	"optc/internal/family/poplar/pack"
	"optc/internal/family/poplar/program"
	"optc/ir"
	"optc/parser"
)

// packed reads a graph of a tile with allocations, and a vertex with fields and the data that they
// refer to; it returns the bytes of the tile as text, by allocation, or the diagnostics.
func packed(t *testing.T, fields, allocs, refers string) map[string]string {
	t.Helper()
	ctx := ir.NewContext(poplar.Dialect)
	var ds ir.Diagnostics
	module, err := parser.Parse(t.Context(), ctx, &ir.Source{Name: "test.mlir", Text: `
poplar.vertex @"demo::P" worker external {` + fields + `}
poplar.graph @g target(#poplar.target<ipu2>) {
  poplar.tile 0 {` + allocs + `}
  poplar.compute_set @cs {
    poplar.state 0 @"demo::P" on 0 in "state" {` + refers + `}
  }
}`}, &ds)
	if err != nil {
		t.Fatal(ds.String())
	}
	p, err := program.Read(context.Background(), module.Body().Back())
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	var problem *ir.Diagnostic
	if errors.As(pack.States(context.Background(), p), &problem) {
		out["error"] = problem.Msg
	}
	for i, data := range p.Tiles[0].Bytes {
		if data != nil {
			out[p.Tiles[0].Demands[i].Name] = poplar.BytesText(data)
		}
	}
	return out
}

func TestStates(t *testing.T) {
	t.Parallel()
	const data = `poplar.alloc "x" at 0x50000 size 32 align 8 kind data` + "\n"
	state := func(size string) string {
		return `poplar.alloc "state" at 0x4c000 size ` + size + " align 4 kind state\n"
	}
	for _, c := range []struct {
		name, fields, allocs, refers string
		want                         map[string]string
	}{
		{name: "plain fields",
			fields: "poplar.field @n : ui16\npoplar.field @a : !poplar.array<2 x ui8>\npoplar.field @w : ui32", allocs: state("8"),
			refers: "poplar.refer @n = [258]\npoplar.refer @a = [7, 8]\npoplar.refer @w = [1]",
			want:   map[string]string{"state": "02 01 07 08 01 00 00 00"}},
		{name: "a span counts from its first element",
			fields: "poplar.field @x : !poplar.in<vec<f32, SPAN>>", allocs: state("8") + data,
			refers: `poplar.refer @x to ["x"] offsets [8] counts [6]`,
			want:   map[string]string{"state": "08 00 05 00 06 00 00 00"}},
		{name: "an array of edges has a table",
			fields: "poplar.field @x : !poplar.vec<in<vec<f32, SPAN>>, SPAN>", allocs: state("8") + data + `poplar.alloc "table" at 0x4c010 size 16 align 4 kind table`,
			refers: `poplar.refer @x through "table" to ["x", "x"] offsets [0, 16] counts [4, 2]`,
			want:   map[string]string{"state": "10 c0 04 00 02 00 00 00", "table": "00 00 05 00 04 00 00 00 10 00 05 00 02 00 00 00"}},
		{name: "a table that lies before the state",
			fields: "poplar.field @x : !poplar.vec<in<vec<f32, SPAN>>, SPAN>", allocs: `poplar.alloc "table" at 0x4c010 size 8 align 4 kind table` + "\n" + state("8") + data,
			refers: `poplar.refer @x through "table" to ["x"] offsets [16] counts [2]`,
			want:   map[string]string{"state": "10 c0 04 00 01 00 00 00", "table": "10 00 05 00 02 00 00 00"}},
		{name: "a state of another size",
			fields: "poplar.field @w : ui32", allocs: state("8"), refers: "poplar.refer @w = [1]",
			want: map[string]string{"error": "'state' takes 4 bytes, but got an allocation of 8"}},
		{name: "no address",
			fields: "poplar.field @w : ui32", allocs: `poplar.alloc "state" size 4 align 4 kind state`, refers: "poplar.refer @w = [1]",
			want: map[string]string{"error": "addresses must be resolved; run poplar-place first"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := packed(t, c.fields, c.allocs, c.refers)
			if want := c.want["error"]; want != "" && strings.Contains(got["error"], want) {
				got["error"] = want
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}
