// RUN: optc --pass-pipeline='builtin.module(okk.kernel(okk-tile))' --verify-diagnostics --split-input-file %s | FileCheck %s

// 5000 channels fit into the lanes, but BM1684 computes on at most 4095.
!x = !okk.sys<1x5000x1x3xf32, continuous>
!a = !okk.local<1x5000x1x3xf32, auto>
module attributes {okk.machine = #okk.machine<bm1684>} {
  // CHECK-LABEL: okk.kernel @channels {
  // CHECK: scf.for
  // CHECK: okk.eltwise mul %{{.*}} : !okk.local<
  // expected-remark @+1 {{'%a' has C = 5000, but 'okk.eltwise' computes on at most 4095: divided along C in parts of}}
  okk.kernel @channels tiled {
    %x = okk.sys_buffer "x" : !x
    %a = okk.alloc : !a
    okk.load %x to %a : !x to !a
    okk.eltwise mul %a, %a, %a : !a, !a, !a
    okk.store %a to %x : !a to !x
  }
}

// -----

// BM1684X computes on 65535 channels.
!x = !okk.sys<1x5000x1x3xf32, continuous>
!a = !okk.local<1x5000x1x3xf32, auto>
module attributes {okk.machine = #okk.machine<bm1684x>} {
  // CHECK-LABEL: okk.kernel @more_channels {
  // CHECK-NOT: scf.for
  // CHECK: okk.eltwise mul %{{.*}} : !okk.local<1x5000x1x3xf32
  okk.kernel @more_channels tiled {
    %x = okk.sys_buffer "x" : !x
    %a = okk.alloc : !a
    okk.load %x to %a : !x to !a
    okk.eltwise mul %a, %a, %a : !a, !a, !a
    okk.store %a to %x : !a to !x
  }
}

// -----

!x = !okk.sys<1x5000x1x3xf32, continuous>
!a = !okk.local<1x1x1x70000xf32, auto>
module attributes {okk.machine = #okk.machine<bm1684>} {
  // expected-error @+1 {{'%a' has W = 70000, but 'okk.eltwise' computes on at most 65535, and cannot be divided: along W, 'okk.eltwise' needs all of '%a'; the smallest parts do not fit}}
  okk.kernel @columns tiled {
    %x = okk.sys_buffer "x" : !okk.sys<1x1x1x70000xf32, continuous>
    %a = okk.alloc : !a
    okk.load %x to %a : !okk.sys<1x1x1x70000xf32, continuous> to !a
    okk.eltwise mul %a, %a, %a : !a, !a, !a
    okk.store %a to %x : !a to !okk.sys<1x1x1x70000xf32, continuous>
  }
}
