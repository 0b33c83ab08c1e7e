// RUN: optc --pass-pipeline='builtin.module(okk.kernel(okk-tile))' %s 2>&1 | FileCheck %s
// RUN: optc --pass-pipeline='builtin.module(okk)' --verify-exec %s >/dev/null

// Each part of the rows has the rows of padding that its windows reach.
!x = !okk.sys<1x8x64x64xui8, continuous>
!t = !okk.local<1x8x64x64xui8, auto>
module attributes {okk.machine = #okk.machine<bm1684x, npus = 8, npu_bytes = 4096>} {
  // CHECK: scf.for
  // CHECK: okk.pool_integer avg {{.*}} edges(
  // CHECK: divided along H in parts of
  okk.kernel @rows tiled {
    %x = okk.sys_buffer "x" : !x
    %y = okk.sys_buffer "y" : !x
    %t = okk.alloc : !t
    %p = okk.alloc : !t
    okk.load %x to %t : !x to !t
    okk.pool_integer avg %p, %t kernel [3, 3] padding [1, 1, 1, 1] scale 57 shift 9 : !t, !t
    okk.store %p to %y : !t to !x
  }
}
