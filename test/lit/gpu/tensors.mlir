// A function on tensors becomes kernels that run in order, with the same arguments and one arena.
//
// RUN: optc %s --gpu-set-target=chip=sm_80 --normalize-tensors --gpu-convert-tensors --canonicalize | FileCheck %s
// RUN: optc build %s --target sm_80 -o %t && FileCheck %s --check-prefix=BUILT < %t/program.mlir && FileCheck %s --check-prefix=MANIFEST < %t/images.json
// RUN: optc export %s --target sm_80 -o %t.export && FileCheck %s --check-prefix=HOST < %t.export/main.cpp
// RUN: optc export %s --target gfx942 --language c++ -o %t.source && FileCheck %s --check-prefix=SOURCE < %t.source/main.cpp

// Neighbours are one access.
// CHECK-LABEL: func.func @f_0_exp(
// CHECK-SAME:    memref<64x128xf32>, %{{.*}}: memref<128xf32>, %{{.*}}: memref<2xf32> {gpu.contents = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>}
// CHECK-SAME:    memref<64xf32>, %{{.*}}: memref<2xf32>, %{{.*}}: memref<32768xi8> {gpu.scratch})
// CHECK-SAME:    gpu.known_grid_size = array<i32: 16, 1, 1>, gpu.program = "f"
// CHECK:       memref.view
// CHECK:       vector.load %{{.*}} : memref<8192xf32>, vector<4xf32>
// CHECK:       math.exp %{{.*}} : vector<4xf32>
// CHECK:       vector.store

// A loop runs over the reduction, and threads beyond the last result do nothing.
// CHECK-LABEL: func.func @f_1_matvec(
// CHECK:       scf.for
// CHECK:       memref.store

// BUILT:       gpu.module @f {
// BUILT:         gpu.func @f_0_exp(
// BUILT:         gpu.func @f_1_matvec(
// BUILT:         gpu.func @f_2_generic(

// MANIFEST:      "target": "sm_80"
// MANIFEST:      "kernel": "f_0_exp"
// MANIFEST:      "kernel": "f_1_matvec"
// MANIFEST:      "scratch_bytes": 32768

// HOST: arguments[2].read("constant2.npy");
// HOST: {"f_0_exp", {16, 1, 1}, {128, 1, 1}},
// HOST: {"f_1_matvec", {1, 1, 1}, {64, 1, 1}},

// SOURCE: #include "f_0_exp.cpp"
// SOURCE: LAUNCH(dim3(16, 1, 1), dim3(128, 1, 1), 0, 64, f_0_exp,

func.func @f(%x: tensor<64x128xf32>, %v: tensor<128xf32>) -> (tensor<64xf32>, tensor<2xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<64x128xf32>
  %0 = linalg.exp ins(%x : tensor<64x128xf32>) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  %e1 = tensor.empty() : tensor<64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e1 : tensor<64xf32>) -> tensor<64xf32>
  %1 = linalg.matvec ins(%0, %v : tensor<64x128xf32>, tensor<128xf32>) outs(%z : tensor<64xf32>) -> tensor<64xf32>
  %2 = arith.addf %c, %c : tensor<2xf32>
  return %1, %2 : tensor<64xf32>, tensor<2xf32>
}
