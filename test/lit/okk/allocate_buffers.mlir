// RUN: optc %s --okk-allocate --split-input-file --verify-diagnostics | FileCheck %s

// Buffers may touch those that have addresses, and begin at multiples of 128.
module attributes {okk.machine = #okk.machine<toy4k>} {
  // CHECK-LABEL: okk.kernel @between
  okk.kernel @between {
    // CHECK: okk.sys_buffer "fits" at 0
    %0 = okk.sys_buffer "fits" : !okk.sys<1x1x1x32xf32, continuous>
    // CHECK: okk.sys_buffer "one more" at 256
    %1 = okk.sys_buffer "one more" : !okk.sys<1x1x1x33xf32, continuous>
    // CHECK: okk.sys_buffer "fixed" at 128
    %2 = okk.sys_buffer "fixed" at 128 : !okk.sys<1x1x1x32xf32, continuous>
    // CHECK: okk.sys_buffer "fixed too" at 512
    %3 = okk.sys_buffer "fixed too" at 512 : !okk.sys<1x1x1x33xf32, continuous>
    // CHECK: okk.sys_buffer "behind" at 768
    %4 = okk.sys_buffer "behind" : !okk.sys<1x1x1x1xf32, continuous>
    // CHECK: okk.sys_buffer "last" at 896
    %5 = okk.sys_buffer "last" : !okk.sys<1x1x1x32xf32, continuous>
  }
}

// -----

// A buffer that is placed behind one with an address meets the next of these.
module attributes {okk.machine = #okk.machine<toy4k>} {
  // CHECK-LABEL: okk.kernel @steps
  okk.kernel @steps {
    // CHECK: okk.sys_buffer "behind both" at 512
    %0 = okk.sys_buffer "behind both" : !okk.sys<1x1x1x64xf32, continuous>
    // CHECK: okk.sys_buffer "second" at 384
    %1 = okk.sys_buffer "second" at 384 : !okk.sys<1x1x1x1xf32, continuous>
    // CHECK: okk.sys_buffer "first" at 128
    %2 = okk.sys_buffer "first" at 128 : !okk.sys<1x1x1x1xf32, continuous>
  }
}

// -----

// The memory holds 2^32 bytes.
module attributes {okk.machine = #okk.machine<toy4k>} {
  // CHECK-LABEL: okk.kernel @all
  okk.kernel @all {
    // CHECK: okk.sys_buffer "all" at 0
    %0 = okk.sys_buffer "all" : !okk.sys<1x1x32768x32768xf32, continuous>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @too_much {
    %0 = okk.sys_buffer "a" : !okk.sys<1x1x1x32xf32, continuous>
    // expected-error @below {{'okk.sys_buffer' op needs 4294967296 bytes, but the memory 'global' has 4294967168 left [okk.sys-range]}}
    %1 = okk.sys_buffer "b" : !okk.sys<1x1x32768x32768xf32, continuous>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @full {
    %0 = okk.sys_buffer "a" at 0 : !okk.sys<1x1x32768x32768xf32, continuous>
    // expected-error @below {{'okk.sys_buffer' op needs 4 bytes, but the memory 'global' has 0 left [okk.sys-range]}}
    %1 = okk.sys_buffer "b" : !okk.sys<1x1x1x1xf32, continuous>
    // expected-error @below {{'okk.sys_buffer' op needs 8 bytes, but the memory 'global' has 0 left [okk.sys-range]}}
    %2 = okk.sys_buffer "c" : !okk.sys<1x1x1x2xf32, continuous>
  }
}
