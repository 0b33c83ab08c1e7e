package poplar_test

import (
	"context"
	"testing"

	"optc/dialect/arith"
	"optc/dialect/poplar"
	"optc/internal/poplar/evaluate"
	"optc/ir"
)

// FuzzIR: every text that parses and verifies is printed, reads back as the same text,
// and can be evaluated; nothing panics.
func FuzzIR(f *testing.F) {
	for _, op := range poplar.Dialect.Definitions().Ops {
		for _, e := range op.Examples {
			f.Add(e)
		}
	}
	for _, e := range []string{
		`module attributes {poplar.target = #poplar.target<ipu1, tiles_per_ipu = 4, num_ipus = 2>} {
  poplar.vertex @"demo::P" multi external {
    poplar.field @x : !poplar.inout<vec<f16, SHORT_SPAN>>
    poplar.field @n : !poplar.array<2 x ui8> = [1, 2]
    poplar.constraint "elem(*x) != elem(*y)"
  }
  poplar.graph @g {
    %x = poplar.variable "x" = dense<1.0> : !poplar.tensor<4x8xf16>
    %o = poplar.choose_offset [4, 64]
    poplar.map_linear %x min 4 grain 2 offset %o descending
    %c, %s, %d = poplar.create_ipu_copy %x ipu 1 method(gather)
    poplar.compute_set @cs {
      poplar.each_tile (%a, %tile) of (%x) {
        %v = poplar.add_vertex @"demo::P" on %tile
        poplar.connect %v @x to %a
        poplar.set %v @n = [7 : ui8]
      }
    }
    poplar.program {
      poplar.execute @cs
      poplar.copy %s to %d
    }
  }
}`,
	} {
		f.Add(e)
	}
	f.Fuzz(func(t *testing.T, text string) {
		ctx := ir.NewContext(poplar.Dialect, arith.Dialect)
		module, diags := parseModule(ctx, text)
		if diags != "" {
			return
		}
		pretty := module.String()
		again, diags := parseModule(ctx, pretty)
		if diags != "" {
			t.Fatalf("%s\nin\n%s", diags, pretty)
		}
		if got := again.String(); got != pretty {
			t.Fatalf("printed\n%s\nbut read again it prints\n%s", pretty, got)
		}
		for op := range module.Body().Ops() {
			if ir.Is[poplar.GraphOp](op) {
				_, _ = evaluate.Graph(context.Background(), op)
				_, _ = evaluate.Tensors(context.Background(), op)
			}
		}
	})
}
