// RUN: optc %s | optc | FileCheck %s

// Every kind of field and what code sees of it.
// CHECK-LABEL: poplar.vertex @"demo::All" multi {
// CHECK-NEXT:    poplar.field @scalar : ui16
// CHECK-NEXT:    poplar.field @array : !poplar.array<3 x si8>
// CHECK-NEXT:    poplar.field @table : !poplar.vec<ui32, ONE_PTR>
// CHECK-NEXT:    poplar.field @in : !poplar.in<f16>
// CHECK-NEXT:    poplar.field @out : !poplar.out<long>
// CHECK-NEXT:    poplar.field @sized : !poplar.in<vec<f32>>
// CHECK-NEXT:    poplar.field @fixed : !poplar.inout<vec<f32, ONE_PTR>>
// CHECK-NEXT:    poplar.field @rows : !poplar.in<vec_list<f32, COMPACT_DELTAN>>
// CHECK-NEXT:    poplar.field @nested : !poplar.vec<out<vec<ui8>>>
// CHECK-NEXT:    poplar.field @scalars : !poplar.vec<in<i1>, ONE_PTR>
// CHECK-NEXT:    poplar.compute (%[[ARG0:.+]]: i16, %[[ARG1:.+]]: memref<3xi8>, %[[ARG2:.+]]: memref<?xi32>, %[[ARG3:.+]]: f16, %[[ARG4:.+]]: memref<i32>, %[[ARG5:.+]]: memref<?xf32>, %[[ARG6:.+]]: memref<64xf32>, %[[ARG7:.+]]: !poplar.rows<f32>, %[[ARG8:.+]]: !poplar.rows<i8>, %[[ARG9:.+]]: !poplar.rows<i1>) worker(%[[WORKER:.+]]: index) {
// CHECK-NEXT:      %[[WORKERS:.+]] = poplar.num_workers : index
// CHECK-NEXT:      %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT:      %[[VAL_0:.+]] = poplar.list_size %[[ARG7]] : !poplar.rows<f32>
// CHECK-NEXT:      %[[VAL_1:.+]] = poplar.list_row %[[ARG7]][%[[C1]]] : !poplar.rows<f32> to memref<?xf32>
// CHECK-NEXT:      %[[VAL_2:.+]] = poplar.list_row %[[ARG8]][%[[WORKER]]] : !poplar.rows<i8> to memref<8xi8>
// CHECK-NEXT:      %[[DIM:.+]] = memref.dim %[[ARG5]], %[[C1]] : memref<?xf32>
// CHECK-NEXT:      cf.br ^bb1
// CHECK-NEXT:    ^bb1:  // pred: ^bb0
// CHECK-NEXT:      poplar.compute_return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
poplar.vertex @"demo::All" multi {
  poplar.field @scalar : ui16
  poplar.field @array : !poplar.array<3 x si8>
  poplar.field @table : !poplar.vec<ui32, ONE_PTR>
  poplar.field @in : !poplar.in<f16>
  poplar.field @out : !poplar.out<!poplar.long>
  poplar.field @sized : !poplar.in<vec<f32>>
  poplar.field @fixed : !poplar.inout<vec<f32, ONE_PTR>>
  poplar.field @rows : !poplar.in<vec_list<f32, COMPACT_DELTAN>>
  poplar.field @nested : !poplar.vec<out<vec<ui8>>>
  poplar.field @scalars : !poplar.vec<in<i1>, ONE_PTR>
  poplar.compute (%scalar : i16, %array : memref<3xi8>, %table : memref<?xi32>, %in : f16, %out : memref<i32>, %sized : memref<?xf32>,
      %fixed : memref<64xf32>, %rows : !poplar.rows<f32>, %nested : !poplar.rows<i8>, %scalars : !poplar.rows<i1>) worker(%w : index) {
    %n = poplar.num_workers : index
    %c1 = arith.constant 1 : index
    %size = poplar.list_size %rows : !poplar.rows<f32>
    %row = poplar.list_row %rows[%c1] : !poplar.rows<f32> to memref<?xf32>
    %fixed_row = poplar.list_row %nested[%w] : !poplar.rows<i8> to memref<8xi8>
    %dim = memref.dim %sized, %c1 : memref<?xf32>
    cf.br ^next
  ^next:
    poplar.compute_return
  }
}
