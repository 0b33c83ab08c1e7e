package okk_test

import (
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/okk"
	"optc/ir"
	"optc/layout/picture"
	"optc/parser"
)

// TestDraw: a type and an allocation are drawn on the requested machine and at the
// requested address, or by default on the kernel's machine and at the kernel's address;
// an open layout is drawn as passes choose it.
func TestDraw(t *testing.T) {
	t.Parallel()
	module, err := parser.Parse(t.Context(), all.Context(), &ir.Source{Name: "k.mlir", Text: `
module attributes {okk.machine = #okk.machine<toy8>} {
  okk.kernel @k {
    %placed = okk.alloc at 2176 : !okk.local<1x2x1x2xf32, aligned, start = 1>
    %auto = okk.alloc : !okk.local<1x2x1x2xf32, auto, start = 2>
    %matrix = okk.alloc : !okk.matrix<2x9xf32, w = ?>
    %large = okk.alloc : !okk.local<1x600x1x1xf32, aligned>
  }
}
okk.kernel @loose {
  %t = okk.alloc : !okk.local<1x2x1x2xf32, compact, start = 3>
}`}, nil)
	if err != nil {
		t.Fatal(err)
	}
	allocs := map[string]*ir.Operation{}
	for kernel := range module.Body().Ops() {
		ir.Walk(kernel, func(op *ir.Operation) ir.WalkResult {
			if ir.Is[okk.AllocOp](op) {
				allocs[ir.ValueNames(kernel)(op.Result(0))] = op
			}
			return ir.Advance
		})
	}
	for _, c := range []struct {
		alloc string
		view  picture.View
		want  string // the title, or the error
	}{
		{"%placed", picture.View{}, "(1,2,1,2) of f32 in aligned layout on toy8, at NPU 1 offset 128"},
		{"%placed", picture.View{At: "0x80"}, "type says start NPU 1, but address 128 lies in NPU 0 [start-attr]"},
		{"%placed", picture.View{At: "2048"}, "(1,2,1,2) of f32 in aligned layout on toy8, at NPU 1 offset 0"},
		{"%placed", picture.View{Machine: "toy4", At: "1024"}, "(1,2,1,2) of f32 in aligned layout on toy4, at NPU 1 offset 0"},
		{"%placed", picture.View{At: "here"}, "expected an address in local memory, but got 'here' [addr-range]"},
		{"%placed", picture.View{At: "16384"}, "address 16384"},
		{"%placed", picture.View{At: "2049"}, "address 2049 is not a multiple of 128"},
		{"%placed", picture.View{Machine: "toy5"}, "unknown machine 'toy5'"},
		{"%auto", picture.View{}, "(1,2,1,2) of f32 in aligned layout on toy8, at NPU 2 offset 0"},
		{"%auto", picture.View{Machine: "toy4"}, "(1,2,1,2) of f32 in aligned layout on toy4, at NPU 2 offset 0"},
		{"%matrix", picture.View{}, "(2,9) of f32 in matrix layout on toy8, at NPU 0 offset 0"},
		{"%matrix", picture.View{At: "4096"}, "(2,9) of f32 in matrix layout on toy8, at NPU 2 offset 0"},
		{"%large", picture.View{}, "needs 9600 bytes from offset 0, but an NPU has 2048 bytes [does-not-fit]"},
		{"%t", picture.View{}, "(1,2,1,2) of f32 in compact layout on toy4, at NPU 3 offset 0"},
		{"%t", picture.View{Machine: "toy8"}, "(1,2,1,2) of f32 in compact layout on toy8, at NPU 3 offset 0"},
	} {
		op := allocs[c.alloc]
		got := ""
		if p, err := picture.DrawOp(op, c.view); err != nil {
			got = err.Error()
		} else {
			got = p.Title
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s %+v: %s, want %s", c.alloc, c.view, got, c.want)
		}
	}
}
