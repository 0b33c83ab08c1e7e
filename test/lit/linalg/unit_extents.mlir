// RUN: optc %s --linalg-fold-unit-extent-dims --verify-exec | FileCheck %s
// RUN: optc %s --linalg-fold-unit-extent-dims=use-rank-reducing-slices --verify-exec | FileCheck %s --check-prefix=SLICES

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// A loop that runs once goes, with the dimensions that it visits.
// CHECK-LABEL: func.func @row(
// CHECK-NEXT: %[[X:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1]] : tensor<1x5xf32> into tensor<5xf32>
// CHECK-NEXT: %[[E:.*]] = tensor.empty() : tensor<5xf32>
// CHECK-NEXT: %[[G:.*]] = linalg.generic {indexing_maps = [#[[M:.*]], #[[M]]], iterator_types = ["parallel"]} ins(%[[X]] : tensor<5xf32>) outs(%[[E]] : tensor<5xf32>)
// CHECK: %[[Y:.*]] = tensor.expand_shape %[[G]] {{\[\[}}0, 1]] output_shape [1, 5] : tensor<5xf32> into tensor<1x5xf32>
// CHECK-NEXT: return %[[Y]]
// SLICES-LABEL: func.func @row(
// SLICES: %[[E:.*]] = tensor.empty() : tensor<1x5xf32>
// SLICES: %[[X:.*]] = tensor.extract_slice %arg0[0, 0] [1, 5] [1, 1] : tensor<1x5xf32> to tensor<5xf32>
// SLICES: %[[G:.*]] = linalg.generic
// SLICES: tensor.insert_slice %[[G]] into %[[E]][0, 0] [1, 5] [1, 1] : tensor<5xf32> into tensor<1x5xf32>
func.func @row(%x: tensor<1x5xf32>) -> tensor<1x5xf32> {
  %e = tensor.empty() : tensor<1x5xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<1x5xf32>) outs(%e : tensor<1x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %in : f32
    linalg.yield %s : f32
  } -> tensor<1x5xf32>
  return %0 : tensor<1x5xf32>
}

// The index of a removed loop is 0, and the numbers of the others change.
// CHECK-LABEL: func.func @indices(
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel"]
// CHECK: linalg.index 0
// CHECK-NOT: linalg.index
// CHECK: return
func.func @indices(%x: tensor<1x5xindex>) -> tensor<1x5xindex> {
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%x : tensor<1x5xindex>) {
  ^bb0(%out: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = arith.addi %i, %j : index
    linalg.yield %s : index
  } -> tensor<1x5xindex>
  return %0 : tensor<1x5xindex>
}

// Without its reduction the operation visits each element of the output once, so that the old elements are an input.
// CHECK-LABEL: func.func @sum_of_one(
// CHECK: %[[E:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel"]} ins(%{{.*}}, %arg1 : tensor<4xf32>, tensor<4xf32>) outs(%[[E]] : tensor<4xf32>)
func.func @sum_of_one(%x: tensor<4x1xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x1xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Memory is viewed in another shape.
// CHECK-LABEL: func.func @memory(
// CHECK: memref.collapse_shape %arg0 {{\[\[}}0, 1]] : memref<4x1xf32> into memref<4xf32>
// SLICES-LABEL: func.func @memory(
// SLICES: memref.subview %arg0[0, 0] [4, 1] [1, 1] : memref<4x1xf32> to memref<4xf32, strided<[1]>>
func.func @memory(%x: memref<4x1xf32>, %y: memref<4xf32>) {
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<4x1xf32>) outs(%y : memref<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  }
  return
}

// CHECK-LABEL: func.func @pad(
// CHECK-NEXT: %[[X:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1]]
// CHECK-NEXT: %[[P:.*]] = tensor.pad %[[X]] low[1] high[2]
// CHECK: tensor.expand_shape %[[P]] {{\[\[}}0, 1]] output_shape [1, 7]
// SLICES-LABEL: func.func @pad(
// SLICES: tensor.pad %{{.*}} low[1] high[2]
// SLICES: tensor.insert_slice %{{.*}} into %{{.*}}[0, 0] [1, 7] [1, 1]
func.func @pad(%x: tensor<1x4xf32>, %f: f32) -> tensor<1x7xf32> {
  %0 = tensor.pad %x low[0, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<1x4xf32> to tensor<1x7xf32>
  return %0 : tensor<1x7xf32>
}

// CHECK-LABEL: func.func @slices(
// CHECK: %[[S:.*]] = tensor.extract_slice %arg0[1, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<4xf32>
// CHECK: tensor.insert_slice %{{.*}} into %arg0[2, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<3x4xf32>
func.func @slices(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = tensor.extract_slice %x[1, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<1x4xf32>
  %1 = tensor.insert_slice %0 into %x[2, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @empty(
// CHECK: return %arg0
func.func @empty(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %e = tensor.empty(%n) : tensor<?x2x2xf32>
  %c = tensor.collapse_shape %e [[0], [1, 2]] : tensor<?x2x2xf32> into tensor<?x4xf32>
  %d = tensor.dim %c, %c0 : tensor<?x4xf32>
  return %d : index
}
