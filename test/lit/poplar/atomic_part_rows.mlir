// RUN: optc run %s --print x | FileCheck %s
// RUN: optc %s --tile --verify-exec --verify-diagnostics | FileCheck %s --check-prefix=TILE

// Rows of 7 bytes lie one behind the other; the workers divide each. A row that begins in the
// middle of a word goes through a temporary.

// CHECK: x = {{\[\[}}0, 0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 1, 1, 1]]

// TILE-NOT: "v0.y.0.tmp"
// TILE:     poplar.alloc "v0.y.1.tmp" {{.*}} size 8 align 4
// TILE:     poplar.alloc "v0.y.2.tmp" {{.*}} size 8 align 4

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Rows" multi {
    poplar.field @y : !poplar.vec<inout<vec<i8>>>
    poplar.split @y contiguous grain 1
    poplar.compute (%y : !poplar.rows<i8>) worker(%w : index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %rows = poplar.list_size %y : !poplar.rows<i8>
      scf.for %r = %c0 to %rows step %c1 {
        %row = poplar.list_row %y[%r] : !poplar.rows<i8> to memref<?xi8>
        %n = memref.dim %row, %c0 : memref<?xi8>
        %b, %e = poplar.part @y of %n by %w
        scf.for %i = %b to %e step %c1 {
          %v = memref.load %row[%i] : memref<?xi8>
          %k = arith.index_cast %w : index to i8
          %s = arith.addi %v, %k : i8
          memref.store %s, %row[%i] : memref<?xi8>
        }
      }
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %x = poplar.variable "x" = dense<0> : !poplar.tensor<3x7xi8>
    poplar.set_tile_mapping %x on 0
    %a = poplar.index %x 0 dim 0
    %b = poplar.index %x 1 dim 0
    %c = poplar.index %x 2 dim 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::Rows" on 0
      poplar.connect %v @y to [%a, %b, %c]
    }
    poplar.program { poplar.execute @cs }
  }
}
