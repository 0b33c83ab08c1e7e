// RUN: optc %s --pass-pipeline='builtin.module(poplar.vertex(int-range-optimizations),canonicalize)' --split-input-file | FileCheck %s

// The workers of an ipu2 are numbered from 0 to 5.
// CHECK: module attributes {poplar.target = #poplar.target<ipu2>} {
// CHECK-NEXT:   poplar.vertex @"demo::Ask" multi {
// CHECK-NEXT:     poplar.field @y : !poplar.out<vec<i1>>
// CHECK-NEXT:     poplar.compute (%arg0: memref<?xi1>) worker(%worker: index) {
// CHECK-NEXT:       %c0 = arith.constant 0 : index
// CHECK-NEXT:       %c5 = arith.constant 5 : index
// CHECK-NEXT:       %true = arith.constant true
// CHECK-NEXT:       %0 = arith.cmpi slt, %worker, %c5 : index
// CHECK-NEXT:       %1 = arith.cmpi sgt, %worker, %c0 : index
// CHECK-NEXT:       memref.store %true, %arg0[%c0] : memref<?xi1>
// CHECK-NEXT:       memref.store %0, %arg0[%c0] : memref<?xi1>
// CHECK-NEXT:       memref.store %true, %arg0[%c0] : memref<?xi1>
// CHECK-NEXT:       memref.store %1, %arg0[%c0] : memref<?xi1>
// CHECK-NEXT:       poplar.compute_return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.vertex @"demo::One" worker {
// CHECK-NEXT:     poplar.field @y : !poplar.out<vec<i1>>
// CHECK-NEXT:     poplar.compute (%arg0: memref<?xi1>) {
// CHECK-NEXT:       %c0 = arith.constant 0 : index
// CHECK-NEXT:       %dim = memref.dim %arg0, %c0 : memref<?xi1>
// CHECK-NEXT:       %0 = arith.cmpi sle, %dim, %c0 : index
// CHECK-NEXT:       memref.store %0, %arg0[%c0] : memref<?xi1>
// CHECK-NEXT:       poplar.compute_return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Ask" multi {
    poplar.field @y : !poplar.out<vec<i1>>
    poplar.compute (%y : memref<?xi1>) worker(%w : index) {
      %c0 = arith.constant 0 : index
      %c5 = arith.constant 5 : index
      %0 = arith.cmpi sle, %w, %c5 : index
      %1 = arith.cmpi slt, %w, %c5 : index
      %2 = arith.cmpi sge, %w, %c0 : index
      %3 = arith.cmpi sgt, %w, %c0 : index
      memref.store %0, %y[%c0] : memref<?xi1>
      memref.store %1, %y[%c0] : memref<?xi1>
      memref.store %2, %y[%c0] : memref<?xi1>
      memref.store %3, %y[%c0] : memref<?xi1>
      poplar.compute_return
    }
  }
  poplar.vertex @"demo::One" worker {
    poplar.field @y : !poplar.out<vec<i1>>
    poplar.compute (%y : memref<?xi1>) {
      %c0 = arith.constant 0 : index
      %n = memref.dim %y, %c0 : memref<?xi1>
      %0 = arith.cmpi sle, %n, %c0 : index
      memref.store %0, %y[%c0] : memref<?xi1>
      poplar.compute_return
    }
  }
}

// -----

// Without a target nobody knows how many there are.
// CHECK: module {
// CHECK-NEXT:   poplar.vertex @"demo::Ask" multi {
// CHECK-NEXT:     poplar.field @y : !poplar.out<vec<i1>>
// CHECK-NEXT:     poplar.compute (%arg0: memref<?xi1>) worker(%worker: index) {
// CHECK-NEXT:       %c0 = arith.constant 0 : index
// CHECK-NEXT:       %c5 = arith.constant 5 : index
// CHECK-NEXT:       %0 = arith.cmpi sle, %worker, %c5 : index
// CHECK-NEXT:       memref.store %0, %arg0[%c0] : memref<?xi1>
// CHECK-NEXT:       poplar.compute_return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
poplar.vertex @"demo::Ask" multi {
  poplar.field @y : !poplar.out<vec<i1>>
  poplar.compute (%y : memref<?xi1>) worker(%w : index) {
    %c0 = arith.constant 0 : index
    %c5 = arith.constant 5 : index
    %0 = arith.cmpi sle, %w, %c5 : index
    memref.store %0, %y[%c0] : memref<?xi1>
    poplar.compute_return
  }
}
