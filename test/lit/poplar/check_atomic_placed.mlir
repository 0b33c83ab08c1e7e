// RUN: optc %s --pass-pipeline='builtin.module(tile)' --split-input-file --verify-diagnostics

// Addresses decide: two vertices that write parts of one word of a block are refused.

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @a : !poplar.out<vec<f16>>
  }
  poplar.function @__runCodelet_demo__P own_stack(0) external
  poplar.graph @main {
    %z = poplar.variable "z" : !poplar.tensor<3xf16>
    poplar.set_tile_mapping %z on 0
    %z0 = poplar.slice %z from 0 to 1 dim 0 : !poplar.tensor<3xf16> to !poplar.tensor<1xf16>
    %z1 = poplar.slice %z from 1 to 3 dim 0 : !poplar.tensor<3xf16> to !poplar.tensor<2xf16>
    poplar.compute_set @cs {
      // expected-note @below {{the other vertex is added here}}
      %v = poplar.add_vertex @"demo::P" on 0
      poplar.connect %v @a to %z0
      // expected-error @below {{'poplar.state' op vertex 0 ('demo::P') and vertex 1 ('demo::P') write parts of the same 4-byte word at 0x4c010 of tile 0 in compute set 'cs' [poplar.atomic-hazard]}}
      // expected-note @below {{'z'[0] lies there}}
      %w = poplar.add_vertex @"demo::P" on 0
      poplar.connect %w @a to %z1
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}

// -----

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
