// A plan for a GPU in the text is kept, and edited plans give the same result. An operation with a plan has a kernel of its own.
//
// RUN: optc %s --gpu-set-target=chip=sm_80 --fuse-tensors --gpu-plan-tensors | FileCheck %s
// RUN: optc %s --gpu-set-target=chip=sm_80 --fuse-tensors --gpu-plan-tensors=explain -o %t.planned 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: optc %t.planned --gpu-plan-tensors -o %t.again && diff %t.planned %t.again
// RUN: optc run %s --call layer --arg random --arg random --arg random --output x=%t.x.npy --output w=%t.w.npy --output b=%t.b.npy --output result0=%t.r0.npy --output result1=%t.r1.npy --output result2=%t.r2.npy
// RUN: optc run %s --target sm_80 --input x=%t.x.npy --input w=%t.w.npy --input b=%t.b.npy --expect result0=%t.r0.npy --expect result1=%t.r1.npy --expect result2=%t.r2.npy --rtol 2e-2 --atol 2e-2
// RUN: optc build %s --target sm_80 -o %t.built --explain 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: FileCheck %s --check-prefix=BUILT < %t.built/program.mlir

// Other plans for a search, the cheapest first.
// RUN: optc %s --gpu-set-target=chip=sm_80 --fuse-tensors --gpu-plan-tensors=others=2 | FileCheck %s --check-prefix=OTHERS
// OTHERS: linalg.negf {gpu.others = [{threads = {{[0-9]+}} : i64, vector = {{[0-9]+}} : i64}, {threads = {{[0-9]+}} : i64, vector = {{[0-9]+}} : i64}], gpu.plan = {threads = 64 : i64, vector = 2 : i64}} ins

// CHECK: linalg.matmul {gpu.plan = {instruction = "NV_MMA_SYNC_F32_16x8x16_F16", subgroups = array<i64: 1, 4>, tile = array<i64: 32, 64, 16>}} ins
// CHECK: linalg.abs ins
// CHECK: linalg.negf {gpu.plan = {threads = 64 : i64, vector = 2 : i64}} ins
// CHECK: linalg.matmul {gpu.plan = {rows = 2 : i64, threads = 128 : i64, vector = 4 : i64}} ins

// EXPLAIN: gpu_plan.mlir:[[#@LINE+14]]:8: remark: 'linalg.matmul' op is kernel 'layer_0_matmul': 2 workgroups of 128 threads, which load {{[0-9]+}} bytes and store {{[0-9]+}}; plan: instruction = NV_MMA_SYNC_F32_16x8x16_F16, subgroups = [1, 4], tile = [32, 64, 16]
// EXPLAIN: note: 'linalg.abs' is part of the kernel
// EXPLAIN: note: without matrix instructions, threads would load {{[0-9]+}} bytes
// EXPLAIN: remark: 'linalg.negf' op is kernel 'layer_1_negf'

// BUILT: gpu.func @layer_0_matmul
// BUILT-SAME: known_block_size = array<i32: 128, 1, 1>
// BUILT: gpu.func @layer_1_negf
// BUILT-SAME: known_block_size = array<i32: 64, 1, 1>
// BUILT: gpu.func @layer_2_matmul
func.func @layer(%x: tensor<64x64xf16>, %w: tensor<64x64xf16>, %b: tensor<64x64xf16>) -> (tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf16>) {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<64x64xf16>
  %z = linalg.fill ins(%zero : f16) outs(%e : tensor<64x64xf16>) -> tensor<64x64xf16>
  %p = linalg.matmul {gpu.plan = {subgroups = array<i64: 1, 4>, tile = array<i64: 32, 64, 16>}} ins(%x, %w : tensor<64x64xf16>, tensor<64x64xf16>) outs(%z : tensor<64x64xf16>) -> tensor<64x64xf16>
  %a = linalg.abs ins(%p : tensor<64x64xf16>) outs(%e : tensor<64x64xf16>) -> tensor<64x64xf16>
  %n = linalg.negf {gpu.plan = {threads = 64 : i64, vector = 2 : i64}} ins(%a : tensor<64x64xf16>) outs(%e : tensor<64x64xf16>) -> tensor<64x64xf16>
  // Any entry of a kernel without matrix instructions chooses such a kernel.
  %q = linalg.matmul {gpu.plan = {rows = 2 : i64, vector = 4 : i64}} ins(%x, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%z : tensor<64x64xf16>) -> tensor<64x64xf16>
  return %a, %n, %q : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf16>
}
