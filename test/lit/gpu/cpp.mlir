// RUN: optc export --target sm_80 --language c++ %s | FileCheck %s
// RUN: not optc export --target sm_80 --language fortran %s 2>&1 | FileCheck %s --check-prefix=FORTRAN

// FORTRAN: error: programs of this kind are not written in 'fortran' [export-language]

// A loop stays a loop, values keep their names, and a part that is inserted into a vector is loaded to its place.

// CHECK: // sums.cpp
// CHECK: // Kernel sums, compiled for sm_80: a workgroup has 32 x 1 x 1 threads in subgroups of 32
// CHECK: #include "gpu.h"
// CHECK: __global__ void __launch_bounds__(32) sums(const float *m, float *o, int32_t n) {
// CHECK: const int t = threadIdx.x;
// CHECK-NEXT: const int64_t at = int64_t(t) * 4;
// CHECK: // %sum = scf.for
// CHECK-NEXT: float acc[4];
// CHECK-NEXT: for (int i = 0; i < 4; ++i)
// CHECK-NEXT: acc[i] = 0.0f;
// CHECK-NEXT: for (int k_ = 0; k_ < 8; ++k_) {
// CHECK: float v[4];
// CHECK-NEXT: load<4>(v, &m[k_ * 128 + at]);
// CHECK: float s[4];
// CHECK-NEXT: for (int i = 0; i < 4; ++i)
// CHECK-NEXT: s[i] = acc[i] + v[i];
// CHECK: }
// CHECK: if (add(n, n) > n) {
// CHECK: store<4>(&o[at], acc);
func.func @sums(%m: memref<8x128xf32>, %o: memref<128xf32>, %n: i32) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %t = gpu.thread_id x
  %at = arith.muli %t, %c4 : index
  %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> (vector<4xf32>) {
    %v = vector.load %m[%k, %at] : memref<8x128xf32>, vector<4xf32>
    %s = arith.addf %acc, %v : vector<4xf32>
    scf.yield %s : vector<4xf32>
  }
  %twice = arith.addi %n, %n : i32
  %more = arith.cmpi sgt, %twice, %n : i32
  scf.if %more {
    vector.store %sum, %o[%at] : memref<128xf32>, vector<4xf32>
  }
  return
}
