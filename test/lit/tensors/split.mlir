// RUN: optc %s --split-tensors=parts=4 --verify-exec | FileCheck %s
// RUN: not optc %s --split-tensors=parts=0 2>&1 | FileCheck %s --check-prefix=PARTS

// PARTS: error: {{.*}}expected parts of at least 1, but got 0

// CHECK-LABEL: func.func @product
// CHECK: %[[A:.*]] = tensor.expand_shape %arg0 {{\[\[}}0], [1, 2]] output_shape [4, 4, 16] : tensor<4x64xf32> into tensor<4x4x16xf32>
// CHECK: %[[B:.*]] = tensor.expand_shape %arg1 {{\[\[}}0, 1], [2]] output_shape [4, 16, 8] : tensor<64x8xf32> into tensor<4x16x8xf32>
// CHECK: %[[P:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%[[A]], %[[B]] :
// CHECK: %[[R:.*]] = linalg.generic {{.*}} iterator_types = ["reduction", "parallel", "parallel"]} ins(%[[P]] : tensor<4x4x8xf32>) outs(%arg2 : tensor<4x8xf32>)
// CHECK: return %[[R]]
func.func @product(%a: tensor<4x64xf32>, %b: tensor<64x8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x64xf32>, tensor<64x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// The first reduction is divided.
// CHECK-LABEL: func.func @two
// CHECK: tensor<8x6xi32> into tensor<4x2x6xi32>
func.func @two(%x: tensor<8x6xi32>, %y: tensor<i32>) -> tensor<i32> {
  %0 = linalg.reduce { arith.maxsi } ins(%x : tensor<8x6xi32>) outs(%y : tensor<i32>) dimensions = [0, 1]
  return %0 : tensor<i32>
}

// 6 has no 4 equal parts, arith.maxnumf no neutral number, and a shape is unknown.
// CHECK-LABEL: func.func @kept
// CHECK-NOT: tensor.expand_shape
// CHECK: return
func.func @kept(%x: tensor<6xf32>, %z: tensor<8xf32>, %d: tensor<?xf32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<6xf32>) outs(%y : tensor<f32>) dimensions = [0]
  %1 = linalg.reduce { arith.maxnumf } ins(%z : tensor<8xf32>) outs(%y : tensor<f32>) dimensions = [0]
  %2 = linalg.reduce { arith.addf } ins(%d : tensor<?xf32>) outs(%y : tensor<f32>) dimensions = [0]
  return %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<f32>
}

// The index of the largest number of each row. Parts begin with -inf and index 0. The third output of a part is the number that belongs to the index, also if
// the first output is NaN: then the index stays.
// CHECK-LABEL: func.func @winner
// CHECK: %[[P:.*]]:3 = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]}
// CHECK: linalg.index 2
// CHECK: linalg.index 0
// CHECK: arith.muli
// CHECK: arith.addi
// CHECK: %[[R:.*]]:2 = linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%[[P]]#0, %[[P]]#1, %[[P]]#2 : tensor<4x3xf32>, tensor<4x3xi32>, tensor<4x3xf32>)
// CHECK-NEXT: ^bb0(%[[V:.*]]: f32, %[[I:.*]]: i32, %[[K:.*]]: f32, %[[OLD:.*]]: f32, %[[OLDI:.*]]: i32):
// CHECK-NEXT: %[[C:.*]] = arith.cmpf ogt, %[[K]], %[[OLD]]
// CHECK-NEXT: %[[M:.*]] = arith.maximumf %[[V]], %[[OLD]]
// CHECK-NEXT: %[[S:.*]] = arith.select %[[C]], %[[I]], %[[OLDI]]
// CHECK-NEXT: linalg.yield %[[M]], %[[S]]
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @winner(%x: tensor<3x8xf32>, %v: tensor<3xf32>, %i: tensor<3xi32>) -> (tensor<3xf32>, tensor<3xi32>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(r, k) -> (r, k)>, affine_map<(r, k) -> (r)>, affine_map<(r, k) -> (r)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x8xf32>) outs(%v, %i : tensor<3xf32>, tensor<3xi32>) {
  ^bb0(%in: f32, %old: f32, %old_index: i32):
    %k = linalg.index 1 : index
    %index = arith.index_cast %k : index to i32
    %new = arith.maximumf %in, %old : f32
    %better = arith.cmpf ogt, %in, %old : f32
    %new_index = arith.select %better, %index, %old_index : i32
    linalg.yield %new, %new_index : f32, i32
  } -> (tensor<3xf32>, tensor<3xi32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi32>
}

// Regions that keep something else: the last of equal numbers, a number that is not compared, an index that depends on the old index,
// the larger number with the index of the smaller.
// CHECK-LABEL: func.func @others
// CHECK-NOT: tensor.expand_shape
// CHECK: return
func.func @others(%x: tensor<8xi32>, %v: tensor<i32>, %i: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> ()>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<8xi32>) outs(%v, %i : tensor<i32>, tensor<i32>) {
  ^bb0(%in: i32, %old: i32, %old_name: i32):
    %better = arith.cmpi sge, %in, %old : i32
    %new = arith.maxsi %in, %old : i32
    %name = arith.select %better, %in, %old_name : i32
    linalg.yield %new, %name : i32, i32
  } -> (tensor<i32>, tensor<i32>)
  %1:2 = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> ()>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<8xi32>) outs(%v, %i : tensor<i32>, tensor<i32>) {
  ^bb0(%in: i32, %old: i32, %old_name: i32):
    %better = arith.cmpi sgt, %in, %old : i32
    %double = arith.addi %in, %in : i32
    %new = arith.select %better, %double, %old : i32
    %name = arith.select %better, %in, %old_name : i32
    linalg.yield %new, %name : i32, i32
  } -> (tensor<i32>, tensor<i32>)
  %2:2 = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> ()>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<8xi32>) outs(%v, %i : tensor<i32>, tensor<i32>) {
  ^bb0(%in: i32, %old: i32, %old_name: i32):
    %better = arith.cmpi sgt, %in, %old : i32
    %new = arith.maxsi %in, %old : i32
    %next = arith.addi %old_name, %in : i32
    %name = arith.select %better, %next, %old_name : i32
    linalg.yield %new, %name : i32, i32
  } -> (tensor<i32>, tensor<i32>)
  %3:2 = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> ()>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<8xi32>) outs(%v, %i : tensor<i32>, tensor<i32>) {
  ^bb0(%in: i32, %old: i32, %old_name: i32):
    %better = arith.cmpi sgt, %in, %old : i32
    %new = arith.minsi %in, %old : i32
    %name = arith.select %better, %in, %old_name : i32
    linalg.yield %new, %name : i32, i32
  } -> (tensor<i32>, tensor<i32>)
  return %0#1, %1#1, %2#1, %3#1 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
}
