// RUN: optc %s --okk-unroll=max-ops=16 | FileCheck %s
// RUN: not optc %s --okk-unroll=max-ops=15 2>&1 | FileCheck %s --check-prefix=SECOND
// RUN: not optc %s --okk-unroll=max-ops=9 2>&1 | FileCheck %s --check-prefix=FIRST

// Five iterations of two operations and three of two, each with its terminator: 16.
// CHECK-COUNT-5: okk.fill %{{.*}}, 1.0
// CHECK-COUNT-3: okk.fill %{{.*}}, 2.0
// SECOND: [[@LINE+11]]:3: error: 'scf.for' op has 3 iterations of 2 operations, which is more than a kernel may grow by
// FIRST: [[@LINE+7]]:3: error: 'scf.for' op has 5 iterations of 2 operations, which is more than a kernel may grow by
okk.kernel @k {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %x = okk.sys_buffer "x" : !okk.sys<1x1x1x1xf32, continuous>
  scf.for %i = %c0 to %c5 step %c1 {
    okk.fill %x, 1.0 : f32 : !okk.sys<1x1x1x1xf32, continuous>
  }
  scf.for %i = %c0 to %c3 step %c1 {
    okk.fill %x, 2.0 : f32 : !okk.sys<1x1x1x1xf32, continuous>
  }
}
