package poplar_test

import (
	"strings"
	"testing"

	"optc/dialect/poplar"
	"optc/ir"
)

// TestWriteIndices: numbers that are known are written as attributes, other operands are
// kept.
func TestWriteIndices(t *testing.T) {
	t.Parallel()
	ctx := ir.NewContext(poplar.Dialect)
	module, problems := parseModule(ctx, `poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<128xf32>
  %o = poplar.choose_offset [100]
  %p = poplar.map_linear_next %x offset %o
  %q = poplar.map_linear_next %x offset %p
  %c, %r = poplar.clone_expand_aliasing %x offset %o
  poplar.set_tile_mapping %x on %o
  poplar.map_linear %x min 4 grain 2 offset %o
  poplar.set_tile_mapping %x on 5
}`)
	if problems != "" {
		t.Fatal(problems)
	}
	ops := module.Body().Front().Body()
	var offset *ir.Value
	for op := range ops.Ops() {
		if ir.Is[poplar.ChooseOffsetOp](op) {
			offset = op.Result(0)
		}
		poplar.WriteIndices(ir.NewRewriter(ctx, nil), op, func(v *ir.Value) (int64, bool) { return 7, v == offset })
	}
	const want = `module {
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<128xf32>
    %0 = poplar.choose_offset [100]
    %1 = poplar.map_linear_next %x offset 7
    %2 = poplar.map_linear_next %x offset %1
    %clone, %next = poplar.clone_expand_aliasing %x offset 7
    poplar.set_tile_mapping %x on 7
    poplar.map_linear %x min 4 grain 2 offset 7
    poplar.set_tile_mapping %x on 5
  }
}
`
	if got := module.String(); strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
