// RUN: optc %s | FileCheck %s

// A strided layout without gaps is that of a memref without one; strides of extents of 1 do not matter.
// CHECK-LABEL: func.func @rows(%arg0: memref<4x8xf32, strided<[8, 1]>>, %arg1: memref<1x8xf32, strided<[5, 1]>>, %arg2: memref<4x1x8xf32, strided<[8, 3, 1]>>, %arg3: memref<4x1xf32, strided<[1, 7]>>) {
// CHECK-NEXT:   %0 = vector.type_cast %arg0 : memref<4x8xf32, strided<[8, 1]>> to memref<vector<4x8xf32>>
// CHECK-NEXT:   %1 = vector.type_cast %arg1 : memref<1x8xf32, strided<[5, 1]>> to memref<vector<1x8xf32>>
// CHECK-NEXT:   %2 = vector.type_cast %arg2 : memref<4x1x8xf32, strided<[8, 3, 1]>> to memref<vector<4x1x8xf32>>
// CHECK-NEXT:   %3 = vector.type_cast %arg3 : memref<4x1xf32, strided<[1, 7]>> to memref<vector<4x1xf32>>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @rows(%a: memref<4x8xf32, strided<[8, 1]>>, %b: memref<1x8xf32, strided<[5, 1]>>, %c: memref<4x1x8xf32, strided<[8, 3, 1]>>, %d: memref<4x1xf32, strided<[1, 7]>>) {
  %0 = vector.type_cast %a : memref<4x8xf32, strided<[8, 1]>> to memref<vector<4x8xf32>>
  %1 = vector.type_cast %b : memref<1x8xf32, strided<[5, 1]>> to memref<vector<1x8xf32>>
  %2 = vector.type_cast %c : memref<4x1x8xf32, strided<[8, 3, 1]>> to memref<vector<4x1x8xf32>>
  %3 = vector.type_cast %d : memref<4x1xf32, strided<[1, 7]>> to memref<vector<4x1xf32>>
  return
}
