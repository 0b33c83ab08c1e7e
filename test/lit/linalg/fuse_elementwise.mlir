// RUN: optc %s --linalg-fuse-elementwise-ops --verify-exec | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i)>

// The maps of the producer's operands are composed with the index of its use.
// CHECK-LABEL: func.func @fused(
// CHECK: %[[E:.*]] = tensor.empty() : tensor<4x3xi32>
// CHECK: %[[G:.*]] = linalg.generic {indexing_maps = [#[[T:.*]], #[[I:.*]], #[[I]]], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<3x4xi32>, tensor<4x3xi32>) outs(%[[E]] : tensor<4x3xi32>)
// CHECK-NEXT: ^bb0(%in: i32, %in_0: i32, %out: i32):
// CHECK-NEXT: %[[M:.*]] = arith.muli %in, %in : i32
// CHECK-NEXT: %[[S:.*]] = arith.addi %[[M]], %in_0 : i32
// CHECK-NEXT: linalg.yield %[[S]] : i32
func.func @fused(%x: tensor<3x4xi32>, %y: tensor<4x3xi32>) -> tensor<4x3xi32> {
  %e = tensor.empty() : tensor<3x4xi32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<3x4xi32>) outs(%e : tensor<3x4xi32>) {
  ^bb0(%in: i32, %out: i32):
    %m = arith.muli %in, %in : i32
    linalg.yield %m : i32
  } -> tensor<3x4xi32>
  %1 = linalg.generic {indexing_maps = [#turned, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%0, %y : tensor<3x4xi32>, tensor<4x3xi32>) outs(%y : tensor<4x3xi32>) {
  ^bb0(%in: i32, %in_0: i32, %out: i32):
    %s = arith.addi %in, %in_0 : i32
    linalg.yield %s : i32
  } -> tensor<4x3xi32>
  return %1 : tensor<4x3xi32>
}

// A producer becomes part of a sum along rows; the indices of its loops are those of the fused loops.
// CHECK-LABEL: func.func @into_sum(
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<3x4xi32>)
// CHECK: linalg.index 1
// CHECK-NOT: linalg.generic
func.func @into_sum(%x: tensor<3x4xi32>) -> tensor<3xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<3x4xi32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<3x4xi32>) outs(%e : tensor<3x4xi32>) {
  ^bb0(%in: i32, %out: i32):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i32
    %m = arith.muli %in, %n : i32
    linalg.yield %m : i32
  } -> tensor<3x4xi32>
  %r = tensor.empty() : tensor<3xi32>
  %f = linalg.fill ins(%zero : i32) outs(%r : tensor<3xi32>) -> tensor<3xi32>
  %1 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%0 : tensor<3x4xi32>) outs(%f : tensor<3xi32>) {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %in, %out : i32
    linalg.yield %s : i32
  } -> tensor<3xi32>
  return %1 : tensor<3xi32>
}

// Fills and equal elements become numbers, an operand that occurs twice is read once, and one without use not at all.
// CHECK-LABEL: func.func @numbers(
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<3x4xi32>)
// CHECK-NEXT: ^bb0(%in: i32, %out: i32):
// CHECK-NEXT: arith.addi %in, %c7_i32
// CHECK-NEXT: arith.muli %{{.*}}, %c2_i32
func.func @numbers(%x: tensor<3x4xi32>, %y: tensor<3x4xi32>) -> tensor<3x4xi32> {
  %seven = arith.constant 7 : i32
  %two = arith.constant dense<2> : tensor<3x4xi32>
  %e = tensor.empty() : tensor<3x4xi32>
  %f = linalg.fill ins(%seven : i32) outs(%e : tensor<3x4xi32>) -> tensor<3x4xi32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %f, %two, %x, %y : tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>) outs(%e : tensor<3x4xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32, %n: i32, %out: i32):
    %1 = arith.addi %a, %b : i32
    %2 = arith.muli %1, %c : i32
    %3 = arith.subi %2, %d : i32
    linalg.yield %3 : i32
  } -> tensor<3x4xi32>
  return %0 : tensor<3x4xi32>
}

// Results without use are not computed.
// CHECK-LABEL: func.func @results(
// CHECK: %[[R:.*]] = linalg.generic
// CHECK-SAME: outs(%{{.*}} : tensor<3x4xi32>) {
// CHECK: return %[[R]]
func.func @results(%x: tensor<3x4xi32>) -> tensor<3x4xi32> {
  %e = tensor.empty() : tensor<3x4xi32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<3x4xi32>) outs(%e, %x : tensor<3x4xi32>, tensor<3x4xi32>) {
  ^bb0(%in: i32, %out: i32, %sum: i32):
    %m = arith.muli %in, %in : i32
    %s = arith.addi %in, %sum : i32
    linalg.yield %m, %s : i32, i32
  } -> (tensor<3x4xi32>, tensor<3x4xi32>)
  return %0#0 : tensor<3x4xi32>
}

// A tensor with two uses is computed once.
// CHECK-LABEL: func.func @twice(
// CHECK-COUNT-2: linalg.generic
func.func @twice(%x: tensor<3x4xi32>) -> (tensor<3x4xi32>, tensor<3x4xi32>) {
  %e = tensor.empty() : tensor<3x4xi32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<3x4xi32>) outs(%e : tensor<3x4xi32>) {
  ^bb0(%in: i32, %out: i32):
    %m = arith.muli %in, %in : i32
    linalg.yield %m : i32
  } -> tensor<3x4xi32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<3x4xi32>) outs(%e : tensor<3x4xi32>) {
  ^bb0(%in: i32, %out: i32):
    %m = arith.addi %in, %in : i32
    linalg.yield %m : i32
  } -> tensor<3x4xi32>
  return %0, %1 : tensor<3x4xi32>, tensor<3x4xi32>
}
