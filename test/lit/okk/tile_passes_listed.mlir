// RUN: optc --pass-pipeline='builtin.module(okk.kernel(okk-tile{explain=true}))' %s 2>&1 >/dev/null | FileCheck %s

// A batch fits, so that its rows stay whole. The remark lists the best division in passes beside the whole ones.
!x = !okk.sys<32x4x16x16xf32, continuous>
!t = !okk.local<32x4x16x16xf32, auto>
!half = !okk.local<32x4x1x16xf32, auto>
!c = !okk.local<32x4x1x1xf32, auto>
module attributes {okk.machine = #okk.machine<toy4k>} {
  // CHECK: remark: 'okk.kernel' op tensors need 40960 bytes of every NPU, which has 4096: divided along N in parts of 1 of 32, with
  // CHECK: note: along N in parts of {{.*}}, with
  // CHECK: note: along N in parts of {{.*}}, and in 2 passes along H in parts of {{.*}} bytes, about {{[0-9]+}} cycles
  okk.kernel @away_from_maximum tiled {
    %x = okk.sys_buffer "x" : !x
    %y = okk.sys_buffer "y" : !x
    %t = okk.alloc : !t
    %p = okk.alloc : !half
    %m = okk.alloc : !c
    okk.load %x to %t : !x to !t
    okk.pool2d max %p, %t kernel [16, 1] : !half, !t
    okk.pool2d max %m, %p kernel [1, 16] : !c, !half
    %most = okk.broadcast %m : !c to !t
    okk.eltwise sub %t, %t, %most : !t, !t, !t
    okk.store %t to %y : !t to !x
  }
}
