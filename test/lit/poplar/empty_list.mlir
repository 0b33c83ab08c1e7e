// RUN: optc %s | optc | FileCheck %s
// RUN: optc %s --pass-pipeline='builtin.module(poplar-set-target{arch=ipu1},tile)' --verify-exec --verify-diagnostics | FileCheck %s --check-prefix=TILE
// RUN: optc %s --pass-pipeline='builtin.module(poplar-set-target{arch=ipu2},tile)' --verify-exec --verify-diagnostics | FileCheck %s --check-prefix=TILE
// RUN: optc build %s --target ipu1 -o %t && optc run %t --print n | FileCheck %s --check-prefix=VALUE
// RUN: optc dump %t | FileCheck %s --check-prefix=DUMP

// Lists, arrays of edges and plain vectors may be empty: all bits of a list are zero.

// CHECK:      poplar.connect %v @rows to []
// CHECK-NEXT: poplar.connect %v @edges to []
// CHECK-NEXT: poplar.set %v @table = []
// TILE:       poplar.refer @rows
// TILE:       poplar.refer @edges
// VALUE: n = [0, 0, 0]
// DUMP: rows

poplar.vertex @"demo::Count" worker {
  poplar.field @rows : !poplar.in<vec_list<f16, COMPACT_DELTAN>>
  poplar.field @edges : !poplar.vec<in<vec<f32, COMPACT_PTR>>, SHORT_SPAN>
  poplar.field @table : !poplar.vec<ui16>
  poplar.field @n : !poplar.out<vec<ui32, ONE_PTR>>
  poplar.compute (%rows : !poplar.rows<f16>, %edges : !poplar.rows<f32>, %table : memref<?xi16>, %n : memref<?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %a = poplar.list_size %rows : !poplar.rows<f16>
    %b = poplar.list_size %edges : !poplar.rows<f32>
    %c = memref.dim %table, %c0 : memref<?xi16>
    %ai = arith.index_castui %a : index to i32
    %bi = arith.index_castui %b : index to i32
    %ci = arith.index_castui %c : index to i32
    memref.store %ai, %n[%c0] : memref<?xi32>
    memref.store %bi, %n[%c1] : memref<?xi32>
    memref.store %ci, %n[%c2] : memref<?xi32>
    poplar.compute_return
  }
}
poplar.graph @main {
  %n = poplar.variable "n" : !poplar.tensor<3xui32>
  poplar.set_tile_mapping %n on 0
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::Count" on 0
    poplar.connect %v @rows to []
    poplar.connect %v @edges to []
    poplar.set %v @table = []
    poplar.connect %v @n to %n
  }
  poplar.program {
    poplar.execute @cs
  }
}
