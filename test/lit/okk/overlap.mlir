// RUN: optc --pass-pipeline="builtin.module(okk.kernel(okk-unroll,okk-assign-layout,okk-overlap))" --verify-exec %s | FileCheck %s
// RUN: optc --okk=overlap %s -o %t.mlir
// RUN: optc build %t.mlir -o %t
// RUN: optc run %t --profile --print y | FileCheck %s --check-prefix=PROFILE

// A load, a computation and a store for each of four tiles, one after the other.
!t = !okk.local<1x4x16x16xf32, aligned>
!s = !okk.sys<4x4x16x16xf32, continuous>
!p = !okk.sys<1x4x16x16xf32, continuous>
module attributes {okk.machine = #okk.machine<toy4k>} {
  // CHECK-LABEL: okk.kernel @naive
  // CHECK: okk.load %{{.*}} to %[[A:[0-9]+]]
  // CHECK-NEXT: okk.parallel {
  // CHECK-NEXT: okk.eltwise add %[[A]], %[[A]]
  // CHECK-NEXT: okk.load %{{.*}} to %[[B:[0-9]+]]
  // CHECK: okk.parallel {
  // CHECK-NEXT: okk.store %[[A]]
  // CHECK-NEXT: okk.eltwise add %[[B]], %[[B]]
  okk.kernel @naive {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %x = okk.sys_buffer "x" = dense<2.0> : tensor<4x4x16x16xf32> : !s
    %y = okk.sys_buffer "y" : !s
    %a = okk.alloc : !t
    scf.for %i = %c0 to %c4 step %c1 {
      %from = okk.slice %x[%i, 0, 0, 0] : !s to !p
      %to = okk.slice %y[%i, 0, 0, 0] : !s to !p
      okk.load %from to %a : !p to !t
      okk.eltwise add %a, %a scalar 1.0 : f32 : !t, !t
      okk.store %a to %to : !t to !p
    }
  }
}

// PROFILE: y = {{.*}}3.000000e+00, 3.000000e+00
// PROFILE: about 768 cycles
