// RUN: optc %s --okk-allocate=exact-npus --okk-check-hazards=clobber=elements --split-input-file --verify-diagnostics

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %x = okk.sys_buffer "x" : !okk.sys<1x1x1x1xf32, continuous>
    // expected-note @below {{'%t' is here}}
    %t = okk.alloc at 0 : !okk.local<1x1x1x1xf32, compact>
    // expected-warning @below {{'okk.alloc' op '%u' uses free blocks of '%t' [okk.free-block-reuse]}}
    %u = okk.alloc at 1024 : !okk.local<1x1x1x1xf32, compact, start = 1>
    okk.load %x to %t : !okk.sys<1x1x1x1xf32, continuous> to !okk.local<1x1x1x1xf32, compact>
    okk.load %x to %u : !okk.sys<1x1x1x1xf32, continuous> to !okk.local<1x1x1x1xf32, compact, start = 1>
    okk.store %t to %x : !okk.local<1x1x1x1xf32, compact> to !okk.sys<1x1x1x1xf32, continuous>
    okk.store %u to %x : !okk.local<1x1x1x1xf32, compact, start = 1> to !okk.sys<1x1x1x1xf32, continuous>
  }
}
