package poplar_test

import (
	"context"
	"encoding/binary"
	"fmt"

	"optc/dialect/all"
	"optc/internal/family/poplar"
	"optc/ir"
	"optc/lower"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

const source = `
#workers = #iree_vector_ext.nested_layout<
  subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [1],
  subgroup_strides = [0], thread_strides = [1]>
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Double" multi {
    poplar.field @x : !poplar.inout<vec<ui32>>
    poplar.compute (%x : memref<?xi32>) worker(%w : index) {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0 : i32
      %v = vector.transfer_read %x[%c0], %zero : memref<?xi32>, vector<6xi32>
      %s = arith.addi %v, %v : vector<6xi32>
      %l = iree_vector_ext.to_layout %s to layout(#workers) : vector<6xi32>
      vector.transfer_write %l, %x[%c0] : vector<6xi32>, memref<?xi32>
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %x = poplar.variable "x" : !poplar.tensor<5xui32>
    poplar.set_tile_mapping %x on 7
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::Double" on 7
      poplar.connect %v @x to %x
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}`

// Text to tile and back, in memory.
func Example() {
	ctx := all.Context()
	var problems ir.Diagnostics
	module, err := parser.Parse(context.Background(), ctx, &ir.Source{Name: "double.mlir", Text: source}, &problems)
	if err != nil {
		fmt.Print(problems.String())
		return
	}
	pipeline, err := registry.Passes().Parse("builtin.module(tile)")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := passes.NewManager(ctx).Run(context.Background(), pipeline, module); err != nil {
		fmt.Println(err)
		return
	}
	family, graph, err := lower.Only([]*lower.Family{poplar.Family()}, module)
	if err != nil {
		fmt.Println(err)
		return
	}
	program, err := family.Build(context.Background(), graph)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, unit := range program.Units {
		fmt.Printf("tile %d: %d bytes written\n", unit.Number, unit.Chunks.Written())
	}
	device, err := program.Device(lower.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	input := []byte{}
	for i := range uint32(5) {
		input = binary.LittleEndian.AppendUint32(input, 10+i)
	}
	if err := device.Write("x", input); err != nil {
		fmt.Println(err)
		return
	}
	if err := device.Run(context.Background()); err != nil {
		fmt.Println(err)
		return
	}
	output, _, err := device.Read("x")
	fmt.Println(output[0], output[4], output[8], output[12], output[16], err)
	// Output:
	// tile 7: 8 bytes written
	// 20 22 24 26 28 <nil>
}
