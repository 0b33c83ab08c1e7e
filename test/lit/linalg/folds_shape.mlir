// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// Extents that an operand knows are those of the others; transpositions and broadcasts are merged.

// CHECK-LABEL: func.func @inferred(
// CHECK: linalg.generic
// CHECK-SAME: ins(%arg0 : tensor<4xf32>) outs(%{{.*}} : tensor<4xf32>)
func.func @inferred(%x: tensor<4xf32>, %n: index) -> tensor<?xf32> {
  %c4 = arith.constant 4 : index
  %k = arith.maxsi %n, %c4 : index
  %m = arith.minsi %k, %c4 : index
  %e = tensor.empty(%m) : tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %in : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @cast_of_result(
// CHECK: linalg.generic
// CHECK-SAME: outs(%{{.*}} : tensor<4xindex>)
func.func @cast_of_result(%n: index) -> tensor<4xindex> {
  %c4 = arith.constant 4 : index
  %k = arith.maxsi %n, %c4 : index
  %m = arith.minsi %k, %c4 : index
  %e = tensor.empty(%m) : tensor<?xindex>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<?xindex>) {
  ^bb0(%o: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  } -> tensor<?xindex>
  %1 = tensor.cast %0 : tensor<?xindex> to tensor<4xindex>
  return %1 : tensor<4xindex>
}

// CHECK-LABEL: func.func @index_of_one(
// CHECK-NOT: linalg.index 0
// CHECK: linalg.index 1
func.func @index_of_one(%x: tensor<1x4xindex>) -> tensor<1x4xindex> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%x : tensor<1x4xindex>) {
  ^bb0(%o: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = arith.addi %i, %j : index
    linalg.yield %s : index
  } -> tensor<1x4xindex>
  return %0 : tensor<1x4xindex>
}

// CHECK-LABEL: func.func @transpositions(
// CHECK-NEXT: linalg.transpose ins(%arg0 : tensor<2x3x4xf32>) outs(%arg2 : tensor<4x3x2xf32>) permutation = [2, 1, 0]
// CHECK-NEXT: return
func.func @transpositions(%x: tensor<2x3x4xf32>, %y: tensor<3x4x2xf32>, %z: tensor<4x3x2xf32>) -> tensor<4x3x2xf32> {
  %0 = linalg.transpose ins(%x : tensor<2x3x4xf32>) outs(%y : tensor<3x4x2xf32>) permutation = [1, 2, 0]
  %1 = linalg.transpose ins(%0 : tensor<3x4x2xf32>) outs(%z : tensor<4x3x2xf32>) permutation = [1, 0, 2]
  return %1 : tensor<4x3x2xf32>
}

// CHECK-LABEL: func.func @transposed_broadcast(
// CHECK-NEXT: %[[E:.*]] = tensor.empty() : tensor<4x2xf32>
// CHECK-NEXT: %[[T:.*]] = linalg.transpose ins(%arg0 : tensor<2x4xf32>) outs(%[[E]] : tensor<4x2xf32>) permutation = [1, 0]
// CHECK-NEXT: linalg.broadcast ins(%[[T]] : tensor<4x2xf32>) outs(%arg2 : tensor<4x3x2xf32>) dimensions = [1]
func.func @transposed_broadcast(%x: tensor<2x4xf32>, %y: tensor<2x3x4xf32>, %z: tensor<4x3x2xf32>) -> tensor<4x3x2xf32> {
  %0 = linalg.broadcast ins(%x : tensor<2x4xf32>) outs(%y : tensor<2x3x4xf32>) dimensions = [1]
  %1 = linalg.transpose ins(%0 : tensor<2x3x4xf32>) outs(%z : tensor<4x3x2xf32>) permutation = [2, 1, 0]
  return %1 : tensor<4x3x2xf32>
}

// CHECK-LABEL: func.func @broadcasts(
// CHECK-NEXT: linalg.broadcast ins(%arg0 : tensor<2xf32>) outs(%arg2 : tensor<4x2x3xf32>) dimensions = [0, 2]
// CHECK-NEXT: return
func.func @broadcasts(%x: tensor<2xf32>, %y: tensor<2x3xf32>, %z: tensor<4x2x3xf32>) -> tensor<4x2x3xf32> {
  %0 = linalg.broadcast ins(%x : tensor<2xf32>) outs(%y : tensor<2x3xf32>) dimensions = [1]
  %1 = linalg.broadcast ins(%0 : tensor<2x3xf32>) outs(%z : tensor<4x2x3xf32>) dimensions = [0]
  return %1 : tensor<4x2x3xf32>
}
