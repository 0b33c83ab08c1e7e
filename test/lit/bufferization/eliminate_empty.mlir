// RUN: optc %s --eliminate-empty-tensors --verify-exec | FileCheck %s

// What is inserted is computed in its place.
// CHECK-LABEL: func.func @insert(
// CHECK-NEXT: %[[E:.*]] = tensor.extract_slice %arg0[1] [4] [1] : tensor<8xf32> to tensor<4xf32>
// CHECK: linalg.fill ins(%arg1 : f32) outs(%[[E]] : tensor<4xf32>)
func.func @insert(%t: tensor<8xf32>, %f: f32) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.insert_slice %0 into %t[1] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %1 : tensor<8xf32>
}

// The offset is computed earlier.
// CHECK-LABEL: func.func @moved_offset(
// CHECK: %[[I:.*]] = arith.remui
// CHECK: %[[E:.*]] = tensor.extract_slice %arg0[%[[I]]] [4] [1]
// CHECK: linalg.fill ins(%arg1 : f32) outs(%[[E]] : tensor<4xf32>)
func.func @moved_offset(%t: tensor<8xf32>, %f: f32, %n: index) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %c4 = arith.constant 4 : index
  %i = arith.remui %n, %c4 : index
  %1 = tensor.insert_slice %0 into %t[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %1 : tensor<8xf32>
}

// A cast bridges different knowledge of the extents.
// CHECK-LABEL: func.func @cast(
// CHECK: %[[E:.*]] = tensor.extract_slice %arg0[1] [4] [1]
// CHECK-NEXT: %[[C:.*]] = tensor.cast %[[E]] : tensor<4xf32> to tensor<?xf32>
// CHECK: linalg.fill ins(%arg1 : f32) outs(%[[C]] : tensor<?xf32>)
func.func @cast(%t: tensor<8xf32>, %f: f32) -> tensor<8xf32> {
  %c4 = arith.constant 4 : index
  %e = tensor.empty(%c4) : tensor<?xf32>
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  %2 = tensor.insert_slice %1 into %t[1] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %2 : tensor<8xf32>
}

// Only the use on the way to the insertion changes.
// CHECK-LABEL: func.func @other_use(
// CHECK: %[[S:.*]] = tensor.extract_slice %arg0[1] [4] [1]
// CHECK: %[[E:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: linalg.fill ins(%arg1 : f32) outs(%[[S]] : tensor<4xf32>)
// CHECK: linalg.fill ins(%arg2 : f32) outs(%[[E]] : tensor<4xf32>)
func.func @other_use(%t: tensor<8xf32>, %f: f32, %g: f32) -> (tensor<8xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.fill ins(%g : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %2 = tensor.insert_slice %0 into %t[1] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %2, %1 : tensor<8xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @copy(
// CHECK: linalg.fill ins(%arg1 : f32) outs(%arg0 : tensor<4xf32>)
func.func @copy(%t: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.copy ins(%0 : tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// The result is stored in a buffer, which another tensor must not use.
// CHECK-LABEL: func.func @buffer(
// CHECK: %[[B:.*]] = bufferization.to_tensor %arg0 restrict writable : memref<4xf32> to tensor<4xf32>
// CHECK: %[[F:.*]] = linalg.fill ins(%arg1 : f32) outs(%[[B]] : tensor<4xf32>)
// CHECK: bufferization.materialize_in_destination %[[F]] in writable %arg0
func.func @buffer(%t: memref<4xf32>, %f: f32) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %0 in restrict writable %t : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}
