// RUN: optc --pass-pipeline='builtin.module(okk.kernel(okk-tile))' %s 2>/dev/null | FileCheck %s
// RUN: optc --pass-pipeline='builtin.module(okk.kernel(okk-tile{costs=true}))' %s 2>/dev/null | FileCheck %s --check-prefix=COST
// RUN: optc --pass-pipeline='builtin.module(okk.kernel(okk-tile{explain=true}))' %s 2>&1 >/dev/null | FileCheck %s --check-prefix=WHY
// RUN: optc --pass-pipeline='builtin.module(okk{overlap=true})' --verify-exec %s >/dev/null

// Not even a row of numbers fits into a lane: pools get the maximum of parts of the rows, and the results need a second pass.

!x = !okk.sys<8x16x64x32xf32, continuous>
!t = !okk.local<8x16x64x32xf32, auto>
!half = !okk.local<8x16x1x32xf32, auto>
!c = !okk.local<8x16x1x1xf32, auto>
module attributes {okk.machine = #okk.machine<toy4k>} {
  // COST: okk.load
  // COST-SAME: along N in parts of 2 of 8, and in 2 passes along H in parts of 1 of 64, 2 of 64
  // CHECK-LABEL: okk.kernel @away_from_maximum {
  // CHECK: scf.for
  // CHECK: %[[MOST:.*]] = okk.alloc : !okk.local<2x16x1x32xf32, auto>
  // CHECK: %[[PART:.*]] = okk.alloc : !okk.local<2x16x1x32xf32, auto>
  // CHECK: scf.for
  // CHECK: okk.load
  // CHECK: scf.if
  // CHECK-NEXT: okk.pool2d max %[[MOST]], %{{.*}} kernel [1, 1]
  // CHECK: scf.if
  // CHECK-NEXT: okk.pool2d max %[[PART]], %{{.*}} kernel [1, 1]
  // CHECK-NEXT: okk.eltwise max %[[MOST]], %[[MOST]], %[[PART]]
  // CHECK: okk.pool2d max %[[ALL:.*]], %[[MOST]] kernel [1, 32]
  // CHECK: scf.for
  // CHECK: okk.load
  // CHECK: okk.broadcast %[[ALL]]
  // CHECK: okk.eltwise sub
  // CHECK: okk.store
  // WHY: remark: 'okk.kernel' op tensors need 270336 bytes of every NPU, which has 4096: divided along N in parts of 2 of 8, and in 2 passes along H in parts of 1 of 64, 2 of 64
  // WHY: note: along N in parts of 4 of 8 and along C in parts of 8 of 16, and in 2 passes along H in parts of 1 of 64, 2 of 64: 4096 bytes, about 73152 cycles
  // WHY: note: along N in parts of 1 of 8, and in 2 passes along H in parts of 2 of 64, 4 of 64: 3072 bytes, about 73568 cycles
  okk.kernel @away_from_maximum tiled {
    %x = okk.sys_buffer "x" : !x
    %y = okk.sys_buffer "y" : !x
    %t = okk.alloc : !t
    %p = okk.alloc : !half
    %m = okk.alloc : !c
    okk.load %x to %t : !x to !t
    okk.pool2d max %p, %t kernel [64, 1] : !half, !t
    okk.pool2d max %m, %p kernel [1, 32] : !c, !half
    %most = okk.broadcast %m : !c to !t
    okk.eltwise sub %t, %t, %most : !t, !t, !t
    okk.store %t to %y : !t to !x
  }
}
