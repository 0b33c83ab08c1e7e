package link_test

import (
	"context"
	"fmt"

	"optc/dialect/poplar"
	"optc/internal/family/poplar/evaluate"
	"optc/internal/family/poplar/link"
	"optc/ir"
	"optc/parser"
)

// An edge to elements of another tile needs a temporary and a copy.
func Example() {
	ctx := ir.NewContext(poplar.Dialect)
	module, err := parser.Parse(context.Background(), ctx, &ir.Source{Name: "edge.mlir", Text: `
		poplar.vertex @"demo::Read" worker external {
		  poplar.field @x : !poplar.in<vec<f32, SPAN>>
		}
		poplar.graph @g target(#poplar.target<ipu2>) {
		  %x = poplar.variable "x" : !poplar.tensor<8xf32>
		  poplar.set_tile_mapping %x on 1
		  poplar.compute_set @cs {
		    %v = poplar.add_vertex @"demo::Read" on 0
		    poplar.connect %v @x to %x
		  }
		}`}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := evaluate.Graph(context.Background(), module.Body().Back())
	if err != nil {
		fmt.Println(err)
		return
	}
	p, errs := link.Link(context.Background(), e.Graph, e.Program, e.Functions, e, link.Options{})
	for _, m := range p.Sets[0].Before {
		fmt.Println(p.Demand(m.From).Name, "to", p.Demand(m.To).Name, m.Bytes, "bytes", errs)
	}
	// Output: x.t1 to v0.x.tmp 32 bytes []
}
