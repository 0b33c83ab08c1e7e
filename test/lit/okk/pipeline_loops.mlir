// RUN: optc --okk-pipeline-loops %s | FileCheck %s
// RUN: optc '--okk=overlap sizes=n:19' --verify-exec %s -o %t.mlir
// RUN: optc export --overlap %s | FileCheck %s --check-prefix=C

// While a part is computed, the last one is stored and the next one is loaded.
!buffer = !okk.sys<?x3x2x5xf32, max = [20], continuous>
!part = !okk.sys<?x3x2x5xf32, max = [4], continuous>
!local = !okk.local<?x3x2x5xf32, max = [4], auto>
module attributes {okk.machine = #okk.machine<bm1684>} {
  // CHECK-LABEL: okk.kernel @double
  // CHECK: %[[T0:.*]] = okk.alloc : !okk.local<4x3x2x5xf32, auto>
  // CHECK-NEXT: %[[T1:.*]] = okk.alloc
  // CHECK-NEXT: %[[U0:.*]] = okk.alloc
  // CHECK-NEXT: %[[U1:.*]] = okk.alloc
  // CHECK: okk.load
  // CHECK: %[[STEADY:.*]] = arith.subi %n, %c4
  // CHECK: scf.for %[[I:.*]] = %c0 to %[[STEADY]] step %c4 iter_args(%[[T:.*]] = %[[T0]], %[[TN:.*]] = %[[T1]], %[[U:.*]] = %[[U0]], %[[UN:.*]] = %[[U1]])
  // CHECK: okk.parallel {
  // CHECK: okk.eltwise add
  // CHECK: scf.if
  // CHECK: arith.subi %[[I]], %c4
  // CHECK: okk.store
  // CHECK: okk.load
  // CHECK: scf.yield %[[TN]], %[[T]], %[[UN]], %[[U]]
  // CHECK: okk.parallel {
  // CHECK: okk.eltwise add
  // CHECK: scf.if
  // CHECK: okk.store
  // CHECK: okk.store
  // C: for (int i = 0; i < n - 4; i += 4) {
  // C-NEXT: okk_parallel_start();
  // C: okk_bdc_add(u_now_addr, t_now_addr, t_now_addr
  // C: if (i >= 4) {
  // C: okk_gdma_32bit_cpy_L2S({{.*}}, u_next_addr
  // C: okk_gdma_32bit_cpy_S2L(t_next_addr
  // C: okk_parallel_end();
  okk.kernel @double {
    %n = okk.param "n" range [1, 20]
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %x = okk.sys_buffer "x" sizes(%n) : !buffer
    %y = okk.sys_buffer "y" sizes(%n) : !buffer
    okk.fill %x, 1.5 : f32 : !buffer
    scf.for %i = %c0 to %n step %c4 {
      %left = arith.subi %n, %i : index
      %m = arith.minui %left, %c4 : index
      %from = okk.slice %x[%i, 0, 0, 0] sizes(%m) : !buffer to !part
      %to = okk.slice %y[%i, 0, 0, 0] sizes(%m) : !buffer to !part
      %t = okk.alloc sizes(%m) : !local
      %u = okk.alloc sizes(%m) : !local
      okk.load %from to %t : !part to !local
      okk.eltwise add %u, %t, %t : !local, !local, !local
      okk.store %u to %to : !local to !part
    }
  }
}
