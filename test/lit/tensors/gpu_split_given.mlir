// The entry 'parts' of a plan decides, for any sum whose parts can be combined.
//
// RUN: optc %s --split-input-file --gpu-set-target=chip=sm_80 --gpu-split-tensors --verify-exec | FileCheck %s

// CHECK-LABEL: func.func @whole
// CHECK: linalg.matmul {gpu.plan = {parts = 1 : i64}}
func.func @whole(%x: tensor<16x4096xf16>, %y: tensor<4096x16xf16>, %z: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = linalg.matmul {gpu.plan = {parts = 1 : i64}} ins(%x, %y : tensor<16x4096xf16>, tensor<4096x16xf16>) outs(%z : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

// Sums of f16 are divided only if the text asks for it. Other entries stay.
// CHECK-LABEL: func.func @narrow
// CHECK: linalg.generic {{.*}} {gpu.plan = {divided = 4 : i64, tile = array<i64: 16, 16, 16>}}
// CHECK: -> tensor<4x16x16xf16>
// CHECK: iterator_types = ["reduction", "parallel", "parallel"]
// CHECK: linalg.matmul ins
func.func @narrow(%x: tensor<16x64xf16>, %y: tensor<64x16xf16>, %z: tensor<16x16xf16>, %v: tensor<16x4096xf16>, %w: tensor<4096x16xf16>) -> (tensor<16x16xf16>, tensor<16x16xf16>) {
  %0 = linalg.matmul {gpu.plan = {parts = 4 : i64, tile = array<i64: 16, 16, 16>}} ins(%x, %y : tensor<16x64xf16>, tensor<64x16xf16>) outs(%z : tensor<16x16xf16>) -> tensor<16x16xf16>
  %1 = linalg.matmul ins(%v, %w : tensor<16x4096xf16>, tensor<4096x16xf16>) outs(%z : tensor<16x16xf16>) -> tensor<16x16xf16>
  return %0, %1 : tensor<16x16xf16>, tensor<16x16xf16>
}

// -----

// CHECK-LABEL: func.func @largest
// CHECK: arith.maximumf
// CHECK: -> tensor<3x8xf32>
// CHECK: arith.maximumf
// CHECK: -> tensor<8xf32>
func.func @largest(%x: tensor<8x24xf32>, %z: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.reduce { arith.maximumf } ins(%x : tensor<8x24xf32>) outs(%z : tensor<8xf32>) dimensions = [1] {gpu.plan = {parts = 3 : i64}}
  return %0 : tensor<8xf32>
}
