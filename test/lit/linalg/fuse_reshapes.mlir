// RUN: optc %s --linalg-fuse-elementwise-ops --verify-exec | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The loops of the consumer are divided, and the producer is fused.
// CHECK-LABEL: func.func @across_collapse(
// CHECK: %[[G:.*]] = linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x3x4xf32>)
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: tensor.collapse_shape %[[G]] {{\[\[}}0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @across_collapse(%x: tensor<2x3x4xf32>) -> tensor<6x4xf32> {
  %e = tensor.empty() : tensor<2x3x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x : tensor<2x3x4xf32>) outs(%e : tensor<2x3x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.mulf %in, %in : f32
    linalg.yield %m : f32
  } -> tensor<2x3x4xf32>
  %c = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %f = tensor.empty() : tensor<6x4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<6x4xf32>) outs(%f : tensor<6x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %in : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  return %1 : tensor<6x4xf32>
}

// The index of a divided loop is computed from the indices of its parts.
// CHECK-LABEL: func.func @expanded_indices(
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel"]
// CHECK: affine.apply
// CHECK-NOT: tensor.expand_shape
// CHECK: return
func.func @expanded_indices(%x: tensor<6x4xindex>) -> tensor<2x3x4xindex> {
  %e = tensor.empty() : tensor<6x4xindex>
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<6x4xindex>) {
  ^bb0(%out: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = arith.muli %i, %j : index
    linalg.yield %s : index
  } -> tensor<6x4xindex>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xindex> into tensor<2x3x4xindex>
  return %1 : tensor<2x3x4xindex>
}

// A reduction is divided, too.
// CHECK-LABEL: func.func @sum(
// CHECK-NOT: tensor.collapse_shape
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "reduction", "reduction"]} ins(%arg0 : tensor<3x4x2xf32>) outs(%arg1 : tensor<3xf32>)
func.func @sum(%x: tensor<3x4x2xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %c = tensor.collapse_shape %x [[0], [1, 2]] : tensor<3x4x2xf32> into tensor<3x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%c : tensor<3x8xf32>) outs(%y : tensor<3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Fills, copies and transpositions keep their names.
// CHECK-LABEL: func.func @named(
// CHECK: linalg.copy ins(%arg0 : tensor<2x3x4xf32>)
// CHECK: linalg.transpose ins(%{{.*}} : tensor<2x3x4xf32>) outs(%{{.*}} : tensor<4x2x3xf32>) permutation = [2, 0, 1]
func.func @named(%x: tensor<2x3x4xf32>, %y: tensor<6x4xf32>, %z: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %c = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %0 = linalg.copy ins(%c : tensor<6x4xf32>) outs(%y : tensor<6x4xf32>) -> tensor<6x4xf32>
  %1 = linalg.transpose ins(%0 : tensor<6x4xf32>) outs(%z : tensor<4x6xf32>) permutation = [1, 0]
  return %1 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @pads(
// CHECK: %[[E:.*]] = tensor.expand_shape %arg1 {{\[\[}}0, 1], [2]] output_shape [2, 3, 4]
// CHECK: tensor.pad %arg0 low[0, 0, 1] high[0, 0, 2]
// CHECK: tensor.collapse_shape
// CHECK: tensor.pad %[[E]] low[0, 0, 1] high[0, 0, 2]
func.func @pads(%x: tensor<2x3x4xf32>, %y: tensor<6x4xf32>, %f: f32) -> (tensor<6x7xf32>, tensor<2x3x7xf32>) {
  %c = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %0 = tensor.pad %c low[0, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<6x4xf32> to tensor<6x7xf32>
  %1 = tensor.pad %y low[0, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<6x4xf32> to tensor<6x7xf32>
  %2 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [2, 3, 7] : tensor<6x7xf32> into tensor<2x3x7xf32>
  return %0, %2 : tensor<6x7xf32>, tensor<2x3x7xf32>
}

// What is padded is expanded right after it is computed.
// CHECK-LABEL: func.func @pad_of_result(
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel"]
// CHECK: tensor.pad %{{.*}} low[0, 0, 1] high[0, 0, 2]
// CHECK-NOT: tensor.expand_shape
// CHECK: return
func.func @pad_of_result(%x: tensor<2x3x4xf32>, %f: f32) -> tensor<2x3x7xf32> {
  %c = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %e = tensor.empty() : tensor<6x4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<6x4xf32>) outs(%e : tensor<6x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %in : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  %1 = tensor.pad %0 low[0, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<6x4xf32> to tensor<6x7xf32>
  %2 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [2, 3, 7] : tensor<6x7xf32> into tensor<2x3x7xf32>
  return %2 : tensor<2x3x7xf32>
}

// CHECK-LABEL: func.func @swapped(
// CHECK-NEXT: %[[E:.*]] = tensor.expand_shape %arg0 {{\[\[}}0], [1], [2, 3]] output_shape [2, 3, 4, 2]
// CHECK-NEXT: tensor.collapse_shape %[[E]] {{\[\[}}0, 1], [2], [3]]
func.func @swapped(%x: tensor<2x3x8xf32>) -> tensor<6x4x2xf32> {
  %c = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x3x8xf32> into tensor<6x8xf32>
  %0 = tensor.expand_shape %c [[0], [1, 2]] output_shape [6, 4, 2] : tensor<6x8xf32> into tensor<6x4x2xf32>
  return %0 : tensor<6x4x2xf32>
}

// CHECK-LABEL: func.func @transposed_constant(
// CHECK-NEXT: %[[C:.*]] = arith.constant dense<{{\[\[}}1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
// CHECK-NEXT: return %[[C]]
func.func @transposed_constant(%y: tensor<3x2xi32>) -> tensor<3x2xi32> {
  %c = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %0 = linalg.transpose ins(%c : tensor<2x3xi32>) outs(%y : tensor<3x2xi32>) permutation = [1, 0]
  return %0 : tensor<3x2xi32>
}
