// RUN: optc run %s --print z | FileCheck %s
// RUN: optc %s --pass-pipeline='builtin.module(tile)' | FileCheck %s --check-prefix=LOWERED
// RUN: not optc %s --pass-pipeline='builtin.module(tile{strict-local})' 2>&1 | FileCheck %s --check-prefix=STRICT

// Three vertices write odd neighbouring slices of a variable. The first writes to the variable, the others,
// which share words with one before them, to temporaries with words of their own, which are
// copied after the compute set.

// CHECK: z = [1, 2, 2, 3, 3, 3, 3]

// LOWERED: poplar.alloc "v1.y.tmp" at {{.*}} size 4 align 4 kind temporary
// LOWERED: poplar.alloc "v2.y.tmp" at {{.*}} size 8 align 4 kind temporary
// LOWERED: poplar.moves after @cs {
// LOWERED-NEXT: poplar.move tile 0 in "v1.y.tmp" + 0 to tile 0 in "z.t0" + 2 bytes 4
// LOWERED-NEXT: poplar.move tile 0 in "v2.y.tmp" + 0 to tile 0 in "z.t0" + 6 bytes 8
// LOWERED-NEXT: }

// STRICT: error: 'poplar.add_vertex' op 'demo::Fill' on tile 0 and 'demo::Fill' on tile 0 write parts of the same 4-byte word at byte 0 of 'z' on tile 0 [poplar.atomic-hazard]

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Fill" worker {
    poplar.field @k : ui16
    poplar.field @y : !poplar.out<vec<ui16>>
    poplar.compute (%k : i16, %y : memref<?xi16>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = memref.dim %y, %c0 : memref<?xi16>
      scf.for %i = %c0 to %n step %c1 {
        memref.store %k, %y[%i] : memref<?xi16>
      }
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %z = poplar.variable "z" : !poplar.tensor<7xui16>
    poplar.set_tile_mapping %z on 0
    %a = poplar.slice %z from 0 to 1 dim 0
    %b = poplar.slice %z from 1 to 3 dim 0
    %c = poplar.slice %z from 3 to 7 dim 0
    poplar.compute_set @cs {
      %u = poplar.add_vertex @"demo::Fill" on 0
      poplar.set %u @k = 1 : ui16
      poplar.connect %u @y to %a
      %v = poplar.add_vertex @"demo::Fill" on 0
      poplar.set %v @k = 2 : ui16
      poplar.connect %v @y to %b
      %w = poplar.add_vertex @"demo::Fill" on 0
      poplar.set %w @k = 3 : ui16
      poplar.connect %w @y to %c
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}
