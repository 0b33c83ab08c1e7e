// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// Functions that are executed before and after their folds and patterns; package internal/testing/folds tells which have none.

// CHECK-LABEL: func.func @memory(%arg0: memref<4xi32>, %arg1: index, %arg2: i32) -> (index, i32) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %memref = gpu.alloc  () : memref<4xi32>
// CHECK-NEXT: gpu.memcpy  %memref, %arg0 : memref<4xi32>, memref<4xi32>
// CHECK-NEXT: gpu.memset  %arg0, %arg2 : memref<4xi32>, i32
// CHECK-NEXT: %0 = memref.load %memref[%c1] : memref<4xi32>
// CHECK-NEXT: return %arg1, %0 : index, i32
func.func @memory(%m: memref<4xi32>, %n: index, %x: i32) -> (index, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = gpu.alloc (%n) : memref<?xi32>
  %0 = memref.dim %a, %c0 : memref<?xi32>
  %b = gpu.alloc () : memref<4xi32>
  %c = memref.cast %b : memref<4xi32> to memref<?xi32>
  %d = memref.cast %m : memref<4xi32> to memref<?xi32>
  gpu.memcpy %c, %d : memref<?xi32>, memref<?xi32>
  gpu.memset %d, %x : memref<?xi32>, i32
  %1 = memref.load %b[%c1] : memref<4xi32>
  return %0, %1 : index, i32
}

// Nobody reads the copy.
// CHECK-LABEL: func.func @trivial_copy(%arg0: memref<4xi32>) {
// CHECK-NEXT: %memref = gpu.alloc  () : memref<4xi32>
// CHECK-NEXT: gpu.dealloc  %memref : memref<4xi32>
// CHECK-NEXT: return
func.func @trivial_copy(%m: memref<4xi32>) {
  %b = gpu.alloc () : memref<4xi32>
  gpu.memcpy %b, %m : memref<4xi32>, memref<4xi32>
  gpu.dealloc %b : memref<4xi32>
  return
}

// CHECK-LABEL: func.func @same_in_all_lanes(%arg0: i32) -> i32 {
// CHECK-NEXT: %0 = gpu.subgroup_broadcast %arg0,  first_active_lane : i32
// CHECK-NEXT: return %0 : i32
func.func @same_in_all_lanes(%x: i32) -> i32 {
  %0 = gpu.subgroup_broadcast %x, first_active_lane : i32
  %1 = gpu.subgroup_broadcast %0, first_active_lane : i32
  return %1 : i32
}
