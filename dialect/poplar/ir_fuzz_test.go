package poplar_test

import (
	"context"
	"testing"

	"optc/dialect/arith"
	"optc/dialect/poplar"
	"optc/internal/family/poplar/evaluate"
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
		`module attributes {poplar.target = #poplar.target<ipu1, tiles_per_ipu = 4>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.inout<vec<f16>>
    poplar.field @n : ui32
  }
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<4x8xf16>
    %y = poplar.for %i = 0 to 4 step 2 concat dim 0 {
      %r = poplar.slice %x from %i to %i + 2 dim 0
      poplar.set_tile_mapping %r on %i floordiv 2
      %w = poplar.variable "w"[%i, %i * 2] : !poplar.tensor<2x8xf16>
      poplar.yield %r : !poplar.tensor<2x8xf16>
    }
    poplar.compute_set @cs {
      poplar.each_tile (%a, %tile) of (%y) {
        %lo, %hi = poplar.tile_range %x dim 0 on %tile
        poplar.for %k = %lo to %hi {
          %r = poplar.index %x %k dim 0
          %v = poplar.add_vertex @"demo::P" on %tile
          poplar.connect %v @x to %r
          poplar.set %v @n = %k - %lo
        }
      }
    }
    poplar.program {
      poplar.for %s = 0 to 2 {
        poplar.copy_to_host %x to "out"[%s]
        poplar.execute @cs
      }
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
