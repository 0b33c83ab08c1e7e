// A division in the text is kept.
//
// RUN: optc --okk-tile --verify-exec --split-input-file --verify-diagnostics %s | FileCheck %s
// RUN: not optc --pass-pipeline='builtin.module(okk.kernel(okk-tile{costs others=2}))' --split-input-file %s 2>/dev/null | FileCheck %s --check-prefix=PLAN

!x = !okk.sys<16x4x20x200xf32, continuous>
!t = !okk.local<16x4x20x200xf32, auto>
module attributes {okk.machine = #okk.machine<toy4k>} {
  // CHECK-LABEL: okk.kernel @relu {
  // CHECK-NOT: okk.plan
  // CHECK: scf.for %{{.*}} = %c0 to %c16 step %c1
  // CHECK: scf.for %{{.*}} = %c0{{.*}} to %c20 step %c2
  // CHECK-NOT: okk.plan
  // PLAN-LABEL: okk.kernel @relu tiled {
  // PLAN: okk.load {{.*}} {okk.cost = {{.*}}, okk.others = [{{{.*}}}, {{{.*}}}], okk.plan = {along = ["N", "H"], outer = 1 : i64, overlap = "none", sizes = array<i64: 1, 2>}}
  // expected-remark @below {{divided along N in parts of 1 of 16 and along H in parts of 2 of 20}}
  okk.kernel @relu tiled {
    %x = okk.sys_buffer "x" : !x
    %t = okk.alloc : !t
    okk.load %x to %t {okk.plan = {along = ["N", "H"], outer = 1, overlap = "none", sizes = array<i64: 1, 2>}} : !x to !t
    okk.eltwise relu %t, %t : !t, !t
    okk.store %t to %x : !t to !x
  }
}

// -----

!x = !okk.sys<16x4x20x200xf32, continuous>
!t = !okk.local<16x4x20x200xf32, auto>
module attributes {okk.machine = #okk.machine<toy4k>} {
  // expected-error @below {{'okk.plan' divides along K, but the axes that can be divided are}}
  // expected-note @below {{remove 'okk.plan' from 'okk.load', and a division is chosen}}
  okk.kernel @axis tiled {
    %x = okk.sys_buffer "x" : !x
    %t = okk.alloc : !t
    okk.load %x to %t {okk.plan = {along = ["K"], outer = 0, overlap = "none", sizes = array<i64: 1>}} : !x to !t
    okk.store %t to %x : !t to !x
  }
}

// -----

!x = !okk.sys<16x4x20x200xf32, continuous>
!t = !okk.local<16x4x20x200xf32, auto>
module attributes {okk.machine = #okk.machine<toy4k>} {
  // expected-error @below {{'okk.plan' has parts of 16 along N, but expected a multiple of 1 below 16}}
  // expected-note @below {{remove 'okk.plan' from 'okk.load', and a division is chosen}}
  okk.kernel @size tiled {
    %x = okk.sys_buffer "x" : !x
    %t = okk.alloc : !t
    okk.load %x to %t {okk.plan = {along = ["N"], outer = 0, overlap = "none", sizes = array<i64: 16>}} : !x to !t
    okk.store %t to %x : !t to !x
  }
}

// -----

!x = !okk.sys<16x4x20x200xf32, continuous>
!t = !okk.local<16x4x20x200xf32, auto>
module attributes {okk.machine = #okk.machine<toy4k>} {
  // expected-error @below {{'okk.plan' divides along [N] in parts of [2], which do not fit into the 4096 bytes of an NPU, or whose loops cannot be written with 'outer' and 'overlap'}}
  // expected-note @below {{remove 'okk.plan' from 'okk.load', and a division is chosen}}
  okk.kernel @memory tiled {
    %x = okk.sys_buffer "x" : !x
    %t = okk.alloc : !t
    okk.load %x to %t {okk.plan = {along = ["N"], outer = 0, overlap = "none", sizes = array<i64: 2>}} : !x to !t
    okk.store %t to %x : !t to !x
  }
}

// -----

!x = !okk.sys<16x4x20x200xf32, continuous>
!t = !okk.local<16x4x20x200xf32, auto>
module attributes {okk.machine = #okk.machine<toy4k>} {
  // expected-error @below {{'okk.plan' has 'overlap = "all"', but expected "together", "first-last", "loads", "none"}}
  // expected-note @below {{remove 'okk.plan' from 'okk.load', and a division is chosen}}
  okk.kernel @overlap tiled {
    %x = okk.sys_buffer "x" : !x
    %t = okk.alloc : !t
    okk.load %x to %t {okk.plan = {along = ["N"], outer = 0, overlap = "all", sizes = array<i64: 1>}} : !x to !t
    okk.store %t to %x : !t to !x
  }
}
