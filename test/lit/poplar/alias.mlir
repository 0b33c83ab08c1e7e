// RUN: optc run %s --print z | FileCheck %s
// RUN: optc %s --pass-pipeline='builtin.module(tile)' --verify-exec | FileCheck %s --check-prefix=LOWERED
// RUN: not optc %s --pass-pipeline='builtin.module(tile{strict-local})' 2>&1 | FileCheck %s --check-prefix=STRICT

// A vertex moves the elements of a variable up by one: what it reads is what they held before,
// although it writes to the same elements, and wherever they lie.

// CHECK: z = [1, 1, 2, 3, 4]

// LOWERED: poplar.moves before @a {
// LOWERED-NEXT: poplar.move tile 0 in "z.t0" + 0 to tile 0 in "v0.x.tmp" + 0 bytes 16{{$}}

// STRICT: error: 'poplar.add_vertex' op 'x' of vertex 'demo::Shift' shows elements that the vertex writes through another field [poplar.edge-not-local]

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Shift" worker {
    poplar.field @y : !poplar.out<vec<ui32>>
    poplar.field @x : !poplar.in<vec<ui32>>
    poplar.compute (%y : memref<?xi32>, %x : memref<?xi32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = memref.dim %y, %c0 : memref<?xi32>
      scf.for %i = %c0 to %n step %c1 {
        %v = memref.load %x[%i] : memref<?xi32>
        memref.store %v, %y[%i] : memref<?xi32>
      }
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %z = poplar.variable "z" = dense<[1,2,3,4,5]> : !poplar.tensor<5xui32>
    poplar.set_tile_mapping %z on 0
    %x = poplar.slice %z from 0 to 4 dim 0
    %y = poplar.slice %z from 1 to 5 dim 0
    poplar.compute_set @a {
      %v = poplar.add_vertex @"demo::Shift" on 0
      poplar.connect %v @y to %y
      poplar.connect %v @x to %x
    }
    poplar.program { poplar.execute @a }
  }
}
