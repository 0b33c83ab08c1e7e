// RUN: optc run %s --print z | FileCheck %s
// RUN: optc %s --pass-pipeline='builtin.module(tile)' | FileCheck %s --check-prefix=LOWERED

// Each worker writes a row of three halfwords, which lie one behind the other. The second row begins in
// the middle of a word, in which the first one ends, and gets a temporary.

// CHECK: z = [0, 0, 0, 1, 1, 1, 2, 2, 2]

// LOWERED: poplar.refer @y through "v0.y.table" to ["z.t0", "v0.y.1.tmp", "z.t0"] offsets [0, 0, 12] counts [3, 3, 3]

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Rows" multi {
    poplar.field @y : !poplar.vec<out<vec<ui16>>>
    poplar.compute (%y : !poplar.rows<i16>) worker(%w : index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = poplar.list_size %y : !poplar.rows<i16>
      %in = arith.cmpi slt, %w, %n : index
      scf.if %in {
        %row = poplar.list_row %y[%w] : !poplar.rows<i16> to memref<?xi16>
        %m = memref.dim %row, %c0 : memref<?xi16>
        %k = arith.index_cast %w : index to i16
        scf.for %i = %c0 to %m step %c1 {
          memref.store %k, %row[%i] : memref<?xi16>
        }
      }
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %z = poplar.variable "z" : !poplar.tensor<9xui16>
    poplar.set_tile_mapping %z on 0
    %a = poplar.slice %z from 0 to 3 dim 0
    %b = poplar.slice %z from 3 to 6 dim 0
    %c = poplar.slice %z from 6 to 9 dim 0
    poplar.compute_set @cs {
      %u = poplar.add_vertex @"demo::Rows" on 0
      poplar.connect %u @y to [%a, %b, %c]
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}
