// RUN: optc run %s --print z | FileCheck %s
// RUN: optc %s --pass-pipeline='builtin.module(tile)' --verify-exec | FileCheck %s --check-prefix=LOWERED

// Elements of an output that the vertex does not write are undefined, also where it reads the same
// elements through another field, which shows a copy of what they held.
// CHECK: z = [1, 1, undef, undef, undef]
// LOWERED: poplar.move tile 0 in "z.t0" + 0 to tile 0 in "v0.x.tmp" + 0 bytes 16
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker {
    poplar.field @y : !poplar.out<vec<ui32>>
    poplar.field @x : !poplar.in<vec<ui32>>
    poplar.compute (%y : memref<?xi32>, %x : memref<?xi32>) {
      %c0 = arith.constant 0 : index
      %v = memref.load %x[%c0] : memref<?xi32>
      memref.store %v, %y[%c0] : memref<?xi32>
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %z = poplar.variable "z" = dense<[1,2,3,4,5]> : !poplar.tensor<5xui32>
    poplar.set_tile_mapping %z on 0
    %x = poplar.slice %z from 0 to 4 dim 0
    %y = poplar.slice %z from 1 to 5 dim 0
    poplar.compute_set @a {
      %v = poplar.add_vertex @"demo::P" on 0
      poplar.connect %v @y to %y
      poplar.connect %v @x to %x
    }
    poplar.program { poplar.execute @a }
  }
}
