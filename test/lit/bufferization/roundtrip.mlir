// RUN: optc %s | optc | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | optc | FileCheck %s

// mlir-opt-22 differs (canonicalize cse, inline licm): deallocations without buffers are not simplified

// CHECK: %0 = bufferization.to_tensor %arg0 restrict writable : memref<4xf32> to tensor<4xf32>
// CHECK: %1 = bufferization.to_tensor %arg0 {a} : memref<4xf32> to tensor<4xf32>
// CHECK: %2 = bufferization.to_buffer %arg1 read_only : tensor<4xf32> to memref<4xf32>
// CHECK: %3 = bufferization.to_buffer %arg1 : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// CHECK: %4 = bufferization.clone %arg0 {b} : memref<4xf32> to memref<4xf32>
// CHECK: %5 = bufferization.clone %arg0 : memref<4xf32> to memref<?xf32>
// CHECK: bufferization.dealloc_tensor %arg1 {x} : tensor<4xf32>
// CHECK: %6 = bufferization.materialize_in_destination %arg1 in %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK: bufferization.materialize_in_destination %arg1 in restrict writable %arg0 : (tensor<4xf32>, memref<4xf32>) -> ()
// CHECK: bufferization.materialize_in_destination %arg1 in writable %arg0 {q} : (tensor<4xf32>, memref<4xf32>) -> ()
// CHECK: %7:2 = bufferization.dealloc (%arg0, %4 : memref<4xf32>, memref<4xf32>) if (%arg3, %arg3) retain (%5, %2 : memref<?xf32>, memref<4xf32>)
// CHECK: bufferization.dealloc (%arg0 : memref<4xf32>) if (%arg3)
// CHECK: bufferization.dealloc
// CHECK: %8 = bufferization.dealloc retain (%arg0 : memref<4xf32>)

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %u: memref<?xf32, strided<[?], offset: ?>>, %c: i1, %um: memref<*xf32>) -> tensor<4xf32> {
  %0 = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  %1 = bufferization.to_tensor %m {a} : memref<4xf32> to tensor<4xf32>
  %2 = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32>
  %3 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  %4 = bufferization.clone %m {b} : memref<4xf32> to memref<4xf32>
  %5 = bufferization.clone %m : memref<4xf32> to memref<?xf32>
  bufferization.dealloc_tensor %t {x} : tensor<4xf32>
  %6 = bufferization.materialize_in_destination %t in %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  bufferization.materialize_in_destination %t in writable %m {q} : (tensor<4xf32>, memref<4xf32>) -> ()
  %7:2 = bufferization.dealloc (%m, %4 : memref<4xf32>, memref<4xf32>) if (%c, %c) retain (%5, %2 : memref<?xf32>, memref<4xf32>)
  bufferization.dealloc (%m : memref<4xf32>) if (%c)
  bufferization.dealloc
  %8 = bufferization.dealloc retain (%m : memref<4xf32>)
  return %6 : tensor<4xf32>
}

// CHECK: bufferization.alloc_tensor() copy(%arg0) {memory_space = 3 : i64} : tensor<4xf32>
// CHECK: bufferization.alloc_tensor(%arg1) size_hint=%arg1 : tensor<?xf32>
func.func @alloc(%t: tensor<4xf32>, %n: index) -> tensor<?xf32> {
  %0 = bufferization.alloc_tensor() copy(%t) {memory_space = 3} : tensor<4xf32>
  %1 = bufferization.alloc_tensor(%n) size_hint=%n : tensor<?xf32>
  return %1 : tensor<?xf32>
}
