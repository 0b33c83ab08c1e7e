// RUN: optc %s --cse --verify-exec | FileCheck %s

// mlir-opt-22 differs (verdict): it has no gpu.ballot

// Fewer threads execute the operations in the conditional together than those in front of it.
// CHECK-LABEL: func.func @threads_of_a_branch(%arg0: memref<64xi32>, %arg1: memref<64xi32>) {
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 64
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = arith.index_cast %thread_id_x : index to i32
// CHECK-NEXT:   %1 = gpu.ballot %true : i32
// CHECK-NEXT:   %2 = arith.addi %1, %1 : i32
// CHECK-NEXT:   memref.store %2, %arg0[%thread_id_x] : memref<64xi32>
// CHECK-NEXT:   %3 = gpu.subgroup_broadcast %0,  first_active_lane : i32
// CHECK-NEXT:   memref.store %3, %arg1[%thread_id_x] : memref<64xi32>
// CHECK-NEXT:   %4 = arith.remui %thread_id_x, %c2 : index
// CHECK-NEXT:   %5 = arith.cmpi eq, %4, %c1 : index
// CHECK-NEXT:   scf.if %5 {
// CHECK-NEXT:     %6 = gpu.ballot %true : i32
// CHECK-NEXT:     memref.store %6, %arg0[%thread_id_x] : memref<64xi32>
// CHECK-NEXT:     %7 = gpu.subgroup_broadcast %0,  first_active_lane : i32
// CHECK-NEXT:     memref.store %7, %arg1[%thread_id_x] : memref<64xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @threads_of_a_branch(%m: memref<64xi32>, %n: memref<64xi32>) {
  %x = gpu.thread_id x upper_bound 64
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %true = arith.constant true
  %y = arith.index_cast %x : index to i32
  %0 = gpu.ballot %true : i32
  %1 = gpu.ballot %true : i32
  %2 = arith.addi %0, %1 : i32
  memref.store %2, %m[%x] : memref<64xi32>
  %first = gpu.subgroup_broadcast %y, first_active_lane : i32
  memref.store %first, %n[%x] : memref<64xi32>
  %r = arith.remui %x, %c2 : index
  %odd = arith.cmpi eq, %r, %c1 : index
  scf.if %odd {
    %3 = gpu.ballot %true : i32
    memref.store %3, %m[%x] : memref<64xi32>
    %4 = gpu.subgroup_broadcast %y, first_active_lane : i32
    memref.store %4, %n[%x] : memref<64xi32>
  }
  return
}
