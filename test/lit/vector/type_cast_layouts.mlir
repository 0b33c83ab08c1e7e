// RUN: optc %s | FileCheck %s

// A strided layout without gaps is that of a memref without one.
// CHECK-LABEL: func.func @rows(%arg0: memref<4x8xf32, strided<[8, 1]>>, %arg1: memref<4x1xf32, strided<[1, 1]>>) {
// CHECK-NEXT:   %0 = vector.type_cast %arg0 : memref<4x8xf32, strided<[8, 1]>> to memref<vector<4x8xf32>>
// CHECK-NEXT:   %1 = vector.type_cast %arg1 : memref<4x1xf32, strided<[1, 1]>> to memref<vector<4x1xf32>>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @rows(%a: memref<4x8xf32, strided<[8, 1]>>, %b: memref<4x1xf32, strided<[1, 1]>>) {
  %0 = vector.type_cast %a : memref<4x8xf32, strided<[8, 1]>> to memref<vector<4x8xf32>>
  %1 = vector.type_cast %b : memref<4x1xf32, strided<[1, 1]>> to memref<vector<4x1xf32>>
  return
}
