// RUN: optc %s --cse --verify-exec | FileCheck %s

// mlir-opt-22 differs (verdict): it has no gpu.ballot

// Fewer threads execute the operations in the conditional together than those in front of it.
// CHECK-LABEL: func.func @threads_of_a_branch(
// CHECK:         gpu.ballot
// CHECK-NOT:     gpu.ballot
// CHECK:         scf.if
// CHECK:           gpu.ballot
// CHECK:           gpu.subgroup_broadcast
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
