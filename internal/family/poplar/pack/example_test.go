package pack_test

import (
	"context"
	"fmt"

	"optc/dialect/poplar"
	"optc/internal/family/poplar/pack"
	"optc/internal/family/poplar/program"
	"optc/ir"
	"optc/parser"
)

// A span in the state of a vertex is encoded as the address and the number of its
// elements.
func Example() {
	ctx := ir.NewContext(poplar.Dialect)
	module, err := parser.Parse(context.Background(), ctx, &ir.Source{Name: "placed.mlir", Text: `
		poplar.vertex @"demo::Read" worker external {
		  poplar.field @x : !poplar.in<vec<f32, SPAN>>
		}
		poplar.graph @g target(#poplar.target<ipu2>) {
		  poplar.tile 0 {
		    poplar.alloc "v0.state" at 0x4c000 size 8 align 4 kind state
		    poplar.alloc "x.t0" at 0x50000 size 16 align 4 kind data
		  }
		  poplar.compute_set @cs {
		    poplar.state 0 @"demo::Read" on 0 in "v0.state" {
		      poplar.refer @x to ["x.t0"] offsets [0] counts [4]
		    }
		  }
		}`}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := program.Read(context.Background(), module.Body().Back())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(pack.States(context.Background(), p))
	fmt.Printf("% x\n", p.Tiles[0].Bytes[0])
	// Output:
	// <nil>
	// 00 00 05 00 04 00 00 00
}
