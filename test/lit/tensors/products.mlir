// Products of matrices of f16 by matrix instructions, with edges, batches, a transposed factor, a transposed result, and initial elements.
//
// RUN: optc run %s --call f --arg random --arg random --arg random --arg random --arg random --arg random --output x=%t.x.npy --output y=%t.y.npy --output b=%t.b.npy --output w=%t.w.npy --output v=%t.v.npy --output s=%t.s.npy --output result0=%t.r0.npy --output result1=%t.r1.npy --output result2=%t.r2.npy --output result3=%t.r3.npy
// RUN: optc run %s --target sm_80 --input x=%t.x.npy --input y=%t.y.npy --input b=%t.b.npy --input w=%t.w.npy --input v=%t.v.npy --input s=%t.s.npy --expect result0=%t.r0.npy --expect result1=%t.r1.npy --expect result2=%t.r2.npy --expect result3=%t.r3.npy --rtol 2e-2 --atol 2e-2
// RUN: optc run %s --target gfx942 --input x=%t.x.npy --input y=%t.y.npy --input b=%t.b.npy --input w=%t.w.npy --input v=%t.v.npy --input s=%t.s.npy --expect result0=%t.r0.npy --expect result1=%t.r1.npy --expect result2=%t.r2.npy --expect result3=%t.r3.npy --rtol 2e-2 --atol 2e-2
// RUN: optc run %s --target gfx1100 --input x=%t.x.npy --input y=%t.y.npy --input b=%t.b.npy --input w=%t.w.npy --input v=%t.v.npy --input s=%t.s.npy --expect result0=%t.r0.npy --expect result1=%t.r1.npy --expect result2=%t.r2.npy --expect result3=%t.r3.npy --rtol 2e-2 --atol 2e-2
// RUN: optc build %s --target sm_80 -o %t.built && FileCheck %s < %t.built/program.mlir
// RUN: optc build %s --target gfx942 -o %t.amd && FileCheck %s --check-prefix=AMD < %t.amd/program.mlir

// CHECK-COUNT-4: nvgpu.mma.sync
// AMD: amdgpu.mfma

func.func @f(%x: tensor<3x40x64xf16>, %y: tensor<3x64x72xf16>, %b: tensor<72xf16>, %w: tensor<40x64xf16>, %v: tensor<72x64xf16>, %s: tensor<40x72xf32>) -> (tensor<3x40x72xf16>, tensor<40x72xf16>, tensor<40x72xf32>, tensor<72x40xf32>) {
  %z = arith.constant 2.0 : f16
  %zf = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x40x72xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<3x40x72xf16>) -> tensor<3x40x72xf16>
  %0 = linalg.batch_matmul ins(%x, %y : tensor<3x40x64xf16>, tensor<3x64x72xf16>) outs(%f : tensor<3x40x72xf16>) -> tensor<3x40x72xf16>
  %e1 = tensor.empty() : tensor<40x72xf16>
  %bb = linalg.broadcast ins(%b : tensor<72xf16>) outs(%e1 : tensor<40x72xf16>) dimensions = [0]
  %et = tensor.empty() : tensor<64x72xf16>
  %vt = linalg.transpose ins(%v : tensor<72x64xf16>) outs(%et : tensor<64x72xf16>) permutation = [1, 0]
  %1 = linalg.matmul ins(%w, %vt : tensor<40x64xf16>, tensor<64x72xf16>) outs(%bb : tensor<40x72xf16>) -> tensor<40x72xf16>
  %2 = linalg.matmul ins(%w, %vt : tensor<40x64xf16>, tensor<64x72xf16>) outs(%s : tensor<40x72xf32>) -> tensor<40x72xf32>
  %e3 = tensor.empty() : tensor<72x40xf32>
  %z3 = linalg.fill ins(%zf : f32) outs(%e3 : tensor<72x40xf32>) -> tensor<72x40xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%w, %vt : tensor<40x64xf16>, tensor<64x72xf16>) outs(%z3 : tensor<72x40xf32>) {
  ^bb0(%p: f16, %q: f16, %o: f32):
    %pe = arith.extf %p : f16 to f32
    %qe = arith.extf %q : f16 to f32
    %m = arith.mulf %pe, %qe : f32
    %a = arith.addf %o, %m : f32
    linalg.yield %a : f32
  } -> tensor<72x40xf32>
  return %0, %1, %2, %3 : tensor<3x40x72xf16>, tensor<40x72xf16>, tensor<40x72xf32>, tensor<72x40xf32>
}
