// RUN: optc %s --fuse-tensors | FileCheck %s
// RUN: optc %s --fuse-tensors=recompute | FileCheck %s --check-prefix=AGAIN
// RUN: optc %s --fuse-tensors --verify-exec -o %t.mlir

// A chain, with a repetition on the way and an operand that is used twice, is one operation.
// CHECK-LABEL: func.func @chain
// CHECK-NOT: linalg.broadcast
// CHECK: %[[R:.*]] = linalg.generic {indexing_maps = [#[[$ID:.*]], #[[$COLUMN:.*]], #[[$ID]]], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8xf32>)
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[E:.*]] = math.exp %[[A]]
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[E]], %[[B]]
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[S]], %[[A]]
// CHECK-NEXT: linalg.yield %[[P]]
// CHECK: return %[[R]]
func.func @chain(%x: tensor<4x8xf32>, %b: tensor<8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %c = linalg.broadcast ins(%b : tensor<8xf32>) outs(%e : tensor<4x8xf32>) dimensions = [0]
  %0 = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.add ins(%0, %c : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.mul ins(%1, %x : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// A sum of squares reads each element once. The transposition is in the map.
// CHECK-LABEL: func.func @sum
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<8x4xf32>)
// CHECK: arith.mulf
// CHECK-NEXT: arith.addf
// CHECK: return
func.func @sum(%x: tensor<8x4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %f = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.square ins(%x : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = linalg.transpose ins(%0 : tensor<8x4xf32>) outs(%f : tensor<4x8xf32>) permutation = [1, 0]
  %2 = linalg.reduce { arith.addf } ins(%1 : tensor<4x8xf32>) outs(%z : tensor<4xf32>) dimensions = [1]
  return %2 : tensor<4xf32>
}

// Two operations use the exponentials.
// CHECK-LABEL: func.func @twice
// CHECK: linalg.exp
// CHECK: linalg.reduce
// CHECK: linalg.mul
// AGAIN-LABEL: func.func @twice
// AGAIN: math.exp
// AGAIN-NEXT: arith.addf
// AGAIN: math.exp
// AGAIN-NEXT: arith.mulf
// AGAIN: return
func.func @twice(%x: tensor<4x8xf32>, %z: tensor<4xf32>) -> (tensor<4xf32>, tensor<4x8xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<4x8xf32>) outs(%z : tensor<4xf32>) dimensions = [1]
  %2 = linalg.mul ins(%0, %x : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1, %2 : tensor<4xf32>, tensor<4x8xf32>
}

// A product uses each element eight times, a repetition makes two elements of each, a plan belongs to its operation, and a result is stored.
// CHECK-LABEL: func.func @kept
// CHECK: linalg.exp ins(%arg0 : tensor<4x8xf32>)
// CHECK: linalg.matmul
// CHECK: linalg.exp ins(%arg2
// CHECK: linalg.broadcast
// CHECK: linalg.abs {poplar.parts = array<i64: 2, 1>}
// CHECK: linalg.negf
// CHECK: linalg.add
// CHECK: linalg.mul
func.func @kept(%x: tensor<4x8xf32>, %y: tensor<8x8xf32>, %b: tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %eb = tensor.empty() : tensor<4xf32>
  %0 = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.matmul ins(%0, %y : tensor<4x8xf32>, tensor<8x8xf32>) outs(%x : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.exp ins(%b : tensor<4xf32>) outs(%eb : tensor<4xf32>) -> tensor<4xf32>
  %3 = linalg.broadcast ins(%2 : tensor<4xf32>) outs(%e : tensor<4x8xf32>) dimensions = [1]
  %4 = linalg.abs {poplar.parts = array<i64: 2, 1>} ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = linalg.negf ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %6 = linalg.add ins(%3, %4 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %7 = linalg.mul ins(%1, %5 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%6 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %7, %5 : tensor<4x8xf32>, tensor<4x8xf32>
}
