package program_test

import (
	"context"
	"fmt"

	"optc/dialect/poplar"
	"optc/internal/family/poplar/pack"
	"optc/internal/family/poplar/place"
	"optc/internal/family/poplar/program"
	"optc/ir"
	"optc/parser"
)

// A lowered graph is read, placed and packed.
func Example() {
	ctx := ir.NewContext(poplar.Dialect)
	var ds ir.Diagnostics
	module, err := parser.Parse(context.Background(), ctx, &ir.Source{Name: "lowered.mlir", Text: `
		poplar.vertex @"demo::Scale" worker external {
		  poplar.field @x : !poplar.inout<vec<f16>>
		}
		poplar.graph @g target(#poplar.target<ipu2>) {
		  poplar.tile 0 {
		    poplar.alloc "v0.state" size 8 align 4 kind state
		    poplar.alloc "x.t0" at 0x50000 size 32 align 8 kind data
		  }
		  poplar.compute_set @cs {
		    poplar.state 0 @"demo::Scale" on 0 in "v0.state" {
		      poplar.refer @x to ["x.t0"] offsets [0] counts [16]
		    }
		  }
		}`}, &ds)
	if err != nil {
		fmt.Print(ds.String())
		return
	}
	p, err := program.Read(context.Background(), module.Body().Back())
	if err != nil {
		fmt.Println(err)
		return
	}
	tile := p.Tiles[0]
	addrs, err := place.Place(&p.Target, &tile.Tile, place.Options{})
	for i := range addrs {
		tile.Demands[i].Fixed, tile.Demands[i].HasFixed = addrs[i], true
	}
	fmt.Printf("%#x %v %v\n", addrs, err, pack.States(context.Background(), p))
	fmt.Printf("% x\n", tile.Bytes[0])
	// Output:
	// [0x4c000 0x50000] <nil> <nil>
	// 00 00 05 00 10 00 00 00
}
