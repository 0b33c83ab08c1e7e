// RUN: optc run %s --print z | FileCheck %s
// RUN: optc %s --pass-pipeline='builtin.module(tile)' | FileCheck %s --check-prefix=LOWERED
// RUN: not optc %s --pass-pipeline='builtin.module(tile{strict-local})' 2>&1 | FileCheck %s --check-prefix=STRICT

// The workers divide an output by pairs of halfwords. It begins in the middle of a word of the
// variable, as each part would, so that they write to a temporary, which begins at a word.

// CHECK: z = [undef, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, undef, undef]

// LOWERED: poplar.alloc "v0.y.tmp" at {{.*}} size 20 align 4 kind temporary
// LOWERED: poplar.move tile 0 in "v0.y.tmp" + 0 to tile 0 in "z.t0" + 2 bytes 20

// STRICT: error: 'poplar.add_vertex' op 'y' of vertex 'demo::Fill' shows elements that are not consecutive, or not aligned to 4 bytes [poplar.edge-not-local]

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Fill" multi {
    poplar.field @y : !poplar.out<vec<ui16>>
    poplar.split @y contiguous grain 2
    poplar.compute (%y : memref<?xi16>) worker(%w : index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %n = memref.dim %y, %c0 : memref<?xi16>
      %k = arith.index_cast %w : index to i16
      %b = arith.muli %w, %c2 : index
      %e0 = arith.addi %b, %c2 : index
      %e = arith.minsi %e0, %n : index
      scf.for %i = %b to %e step %c1 {
        memref.store %k, %y[%i] : memref<?xi16>
      }
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %z = poplar.variable "z" : !poplar.tensor<13xui16>
    poplar.set_tile_mapping %z on 0
    %a = poplar.slice %z from 1 to 11 dim 0
    poplar.compute_set @cs {
      %u = poplar.add_vertex @"demo::Fill" on 0
      poplar.connect %u @y to %a
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}
