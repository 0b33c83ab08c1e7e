// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// CHECK-LABEL: func.func @tensor_of_buffer(
// CHECK-NEXT: return %arg0 : tensor<4xi32>
func.func @tensor_of_buffer(%t: tensor<4xi32>) -> tensor<4xi32> {
  %0 = bufferization.to_buffer %t : tensor<4xi32> to memref<4xi32>
  %1 = bufferization.to_tensor %0 : memref<4xi32> to tensor<4xi32>
  return %1 : tensor<4xi32>
}

// CHECK-LABEL: func.func @buffer_of_tensor(
// CHECK: memref.load %arg0[%c1] : memref<4xi32>
func.func @buffer_of_tensor(%m: memref<4xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %0 = bufferization.to_tensor %m : memref<4xi32> to tensor<4xi32>
  %1 = bufferization.to_buffer %0 read_only : tensor<4xi32> to memref<4xi32>
  %2 = memref.load %1[%c1] : memref<4xi32>
  return %2 : i32
}
