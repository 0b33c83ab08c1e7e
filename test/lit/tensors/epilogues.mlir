// What follows a product of matrices is computed in its kernel: a number for each column, a number for each row, another matrix, functions, the store of two
// results, the store to a part of a larger tensor, and a product for each of several batches. The rest of the larger tensor and the transposed result have kernels of their own.
//
// RUN: optc run %s --call f --arg random --arg random --arg random --arg random --arg random --arg random --arg random --output x=%t.x.npy --output y=%t.y.npy --output b=%t.b.npy --output c=%t.c.npy --output m=%t.m.npy --output p=%t.p.npy --output q=%t.q.npy --output result0=%t.r0.npy --output result1=%t.r1.npy --output result2=%t.r2.npy --output result3=%t.r3.npy
// RUN: optc run %s --target sm_80 --input x=%t.x.npy --input y=%t.y.npy --input b=%t.b.npy --input c=%t.c.npy --input m=%t.m.npy --input p=%t.p.npy --input q=%t.q.npy --expect result0=%t.r0.npy --expect result1=%t.r1.npy --expect result2=%t.r2.npy --expect result3=%t.r3.npy --rtol 2e-2 --atol 2e-2
// RUN: optc run %s --target gfx942 --input x=%t.x.npy --input y=%t.y.npy --input b=%t.b.npy --input c=%t.c.npy --input m=%t.m.npy --input p=%t.p.npy --input q=%t.q.npy --expect result0=%t.r0.npy --expect result1=%t.r1.npy --expect result2=%t.r2.npy --expect result3=%t.r3.npy --rtol 2e-2 --atol 2e-2
// RUN: optc build %s --target sm_80 -o %t.built && FileCheck %s < %t.built/program.mlir
// RUN: FileCheck %s --check-prefix=KERNELS < %t.built/program.mlir

// CHECK: gpu.func @f_0_matmul
// CHECK: nvgpu.mma.sync
// CHECK: gpu.func @f_1_copy
// CHECK: gpu.func @f_2_batch_matmul
// CHECK: nvgpu.mma.sync
// CHECK: gpu.func @f_3_copy

// KERNELS-COUNT-4: gpu.func @
// KERNELS-NOT: gpu.func @

func.func @f(%x: tensor<40x64xf16>, %y: tensor<64x72xf16>, %b: tensor<72xf16>, %c: tensor<40xf16>, %m: tensor<40x72xf32>, %p: tensor<4x24x32xf16>, %q: tensor<4x32x40xf16>)
    -> (tensor<40x72xf16>, tensor<48x72xf32>, tensor<72x40xf16>, tensor<2x2x24x40xf16>) {
  %z = arith.constant 0.0 : f16
  %zf = arith.constant 0.5 : f32
  %one = arith.constant dense<1.0> : tensor<40x72xf16>
  %e = tensor.empty() : tensor<40x72xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<40x72xf16>) -> tensor<40x72xf16>
  %0 = linalg.matmul ins(%x, %y : tensor<40x64xf16>, tensor<64x72xf16>) outs(%f : tensor<40x72xf16>) -> tensor<40x72xf16>
  %bb = linalg.broadcast ins(%b : tensor<72xf16>) outs(%e : tensor<40x72xf16>) dimensions = [0]
  %cc = linalg.broadcast ins(%c : tensor<40xf16>) outs(%e : tensor<40x72xf16>) dimensions = [1]
  %1 = arith.addf %0, %bb : tensor<40x72xf16>
  %2 = arith.mulf %1, %cc : tensor<40x72xf16>
  %3 = arith.maximumf %2, %f : tensor<40x72xf16>
  // Another result at the same points, in f32, at a place of a larger tensor.
  %ef = tensor.empty() : tensor<40x72xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%3, %m : tensor<40x72xf16>, tensor<40x72xf32>) outs(%ef : tensor<40x72xf32>) {
  ^bb0(%s: f16, %t: f32, %o: f32):
    %w = arith.extf %s : f16 to f32
    %v = math.tanh %w : f32
    %u = arith.addf %v, %t : f32
    linalg.yield %u : f32
  } -> tensor<40x72xf32>
  %ee = tensor.empty() : tensor<8x72xf32>
  %tail = linalg.fill ins(%zf : f32) outs(%ee : tensor<8x72xf32>) -> tensor<8x72xf32>
  %5 = tensor.concat dim(0) %4, %tail : (tensor<40x72xf32>, tensor<8x72xf32>) -> tensor<48x72xf32>
  %et = tensor.empty() : tensor<72x40xf16>
  %6 = linalg.transpose ins(%3 : tensor<40x72xf16>) outs(%et : tensor<72x40xf16>) permutation = [1, 0]
  %eb = tensor.empty() : tensor<4x24x40xf16>
  %fb = linalg.fill ins(%z : f16) outs(%eb : tensor<4x24x40xf16>) -> tensor<4x24x40xf16>
  %7 = linalg.batch_matmul ins(%p, %q : tensor<4x24x32xf16>, tensor<4x32x40xf16>) outs(%fb : tensor<4x24x40xf16>) -> tensor<4x24x40xf16>
  %8 = tensor.expand_shape %7 [[0, 1], [2], [3]] output_shape [2, 2, 24, 40] : tensor<4x24x40xf16> into tensor<2x2x24x40xf16>
  %9 = math.absf %8 : tensor<2x2x24x40xf16>
  return %3, %5, %6, %9 : tensor<40x72xf16>, tensor<48x72xf32>, tensor<72x40xf16>, tensor<2x2x24x40xf16>
}
