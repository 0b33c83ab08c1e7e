// RUN: not optc export %s 2>&1 | FileCheck %s

module attributes {okk.machine = #okk.machine<bm1684>} {
  okk.kernel @k {
    %x = okk.sys_buffer "x" : !okk.sys<2x3x4x5xi8, continuous>
    %t = okk.alloc : !okk.local<2x3x4x5xi8, aligned>
    okk.load %x to %t : !okk.sys<2x3x4x5xi8, continuous> to !okk.local<2x3x4x5xi8, aligned>
    // CHECK: [[#@LINE+1]]:5: error: 'okk.compute' op cannot be written as C: 'my.own' is no name for a function of C [okk.no-c-form]
    okk.compute "my.own"(%t) to (%t) : (!okk.local<2x3x4x5xi8, aligned>) -> !okk.local<2x3x4x5xi8, aligned>
    // CHECK: [[#@LINE+1]]:5: error: 'okk.compute' op cannot be written as C: 'k' would be two functions [okk.no-c-form]
    okk.compute "k"(%t) to (%t) : (!okk.local<2x3x4x5xi8, aligned>) -> !okk.local<2x3x4x5xi8, aligned>
    okk.store %t to %x : !okk.local<2x3x4x5xi8, aligned> to !okk.sys<2x3x4x5xi8, continuous>
  }
}
