// A product with few tiles and a long sum becomes a kernel that computes parts of the sum, and a kernel that adds them.
//
// RUN: optc %s --gpu-set-target=chip=sm_80 --normalize-tensors --fuse-tensors --gpu-split-tensors=explain -o %t.split 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: FileCheck %s --input-file=%t.split
// RUN: optc %t.split --gpu-split-tensors -o %t.again && diff %t.split %t.again
// RUN: optc plan %s --target sm_80 | FileCheck %s --check-prefix=PLAN
// RUN: optc %s --gpu-set-target=chip=sm_80 --normalize-tensors --fuse-tensors --gpu-split-tensors=parts=1 | FileCheck %s --check-prefix=WHOLE

// Results are equal to the results of the undivided sum.
// RUN: optc run %s --call f --arg random --arg random --arg random --arg random --output x=%t.x.npy --output y=%t.y.npy --output b=%t.b.npy --output u=%t.u.npy --output result0=%t.r0.npy --output result1=%t.r1.npy --output result2=%t.r2.npy
// RUN: optc build %s --target sm_80 -o %t.built && FileCheck %s --check-prefix=BUILT < %t.built/program.mlir
// RUN: optc run %t.built --input x=%t.x.npy --input y=%t.y.npy --input b=%t.b.npy --input u=%t.u.npy --expect result0=%t.r0.npy --expect result1=%t.r1.npy --expect result2=%t.r2.npy --rtol 1e-3 --atol 1e-3
// RUN: optc build %s --target gfx942 -o %t.amd && optc run %t.amd --input x=%t.x.npy --input y=%t.y.npy --input b=%t.b.npy --input u=%t.u.npy --expect result0=%t.r0.npy --expect result1=%t.r1.npy --expect result2=%t.r2.npy --rtol 1e-3 --atol 1e-3

// The host program launches both kernels in their order.
// RUN: optc export %s --target sm_80 -o %t.export && FileCheck %s --check-prefix=HOST < %t.export/main.cpp
// HOST: {"f_0_generic", {1, 1, 16}, {128, 1, 1}},
// HOST: {"f_1_generic",

// EXPLAIN: 'linalg.matmul' op divides its sum of 4096 products into 16 parts: 1 workgroup on 108 multiprocessors would take about
// EXPLAIN: 'linalg.matmul' op keeps its sum of 64 products whole

// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "parallel", "reduction"]}{{.*}} {gpu.plan = {divided = 16 : i64}}
// CHECK: -> tensor<16x32x32xf32>
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction", "parallel", "parallel"]}
// CHECK: linalg.matmul ins
// CHECK: linalg.generic {{.*}} {gpu.plan = {divided = 2 : i64}}

// PLAN: 16 workgroups of 128 threads on 108 multiprocessors {{.*}}divided = 16

// WHOLE: linalg.matmul ins
// WHOLE: linalg.matmul ins
// WHOLE: linalg.generic {{.*}} {gpu.plan = {divided = 2 : i64}}

// The second kernel also adds the bias.
// BUILT: gpu.func @f_0_generic
// BUILT: gpu.func @f_1_generic
// BUILT: arith.addf
// BUILT: gpu.func @f_2_matmul
func.func @f(%x: tensor<32x4096xf16>, %y: tensor<4096x32xf16>, %b: tensor<32x32xf32>, %u: tensor<32x64xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
  %0 = linalg.matmul ins(%x, %y : tensor<32x4096xf16>, tensor<4096x32xf16>) outs(%z : tensor<32x32xf32>) -> tensor<32x32xf32>
  %1 = linalg.add ins(%0, %b : tensor<32x32xf32>, tensor<32x32xf32>) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
  // A short sum stays whole.
  %eu = tensor.empty() : tensor<64x32xf32>
  %ut = linalg.transpose ins(%u : tensor<32x64xf32>) outs(%eu : tensor<64x32xf32>) permutation = [1, 0]
  %2 = linalg.matmul ins(%u, %ut : tensor<32x64xf32>, tensor<64x32xf32>) outs(%z : tensor<32x32xf32>) -> tensor<32x32xf32>
  // The plan gives a number of parts.
  %es = tensor.empty() : tensor<32xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<32xf32>) -> tensor<32xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%u : tensor<32x64xf32>) outs(%zs : tensor<32xf32>) attrs = {gpu.plan = {parts = 2 : i64}} {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %out, %in : f32
    linalg.yield %s : f32
  } -> tensor<32xf32>
  return %1, %2, %3 : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32xf32>
}
