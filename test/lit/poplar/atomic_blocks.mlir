// RUN: optc %s --pass-pipeline='builtin.module(tile)' --verify-diagnostics

// Of two variables each has words of its own.

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @a : !poplar.out<vec<f16>>
  }
  poplar.function @__runCodelet_demo__P own_stack(0) external
  poplar.graph @main {
    %y = poplar.variable "y" : !poplar.tensor<3xf16>
    %z = poplar.variable "z" : !poplar.tensor<3xf16>
    poplar.set_tile_mapping %y on 0
    poplar.set_tile_mapping %z on 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::P" on 0
      poplar.connect %v @a to %y
      %w = poplar.add_vertex @"demo::P" on 0
      poplar.connect %w @a to %z
    }
    poplar.program {
      poplar.execute @cs
    }
  }
  poplar.assert_bytes tile 0 at 0x4c000 "10 c0 04 00 03 00 00 00 18 c0 04 00 03 00 00 00"
}
