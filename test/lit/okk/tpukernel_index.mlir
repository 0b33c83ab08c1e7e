// RUN: not optc run %s --print all 2>&1 | FileCheck %s

// An index of a gather that is not in the tensor stops the run, and the error names the index.
module attributes {okk.machine = #okk.machine<bm1684x>} {
  okk.kernel @k {
    %x = okk.sys_buffer "x" = dense<1.0> : tensor<1x3x1x8xf16> : !okk.sys<1x3x1x8xf16, continuous>
    %l = okk.sys_buffer "l" = dense<[[[[3]], [[8]]]]> : tensor<1x2x1x1xui16> : !okk.sys<1x2x1x1xui16, continuous>
    %y = okk.sys_buffer "y" : !okk.sys<1x3x1x2xf16, continuous>
    %a = okk.alloc : !okk.local<1x3x1x8xf16, aligned>
    %b = okk.alloc : !okk.local<1x3x1x2xf16, aligned>
    %e = okk.alloc : !okk.local<1x2x1x1xui16, compact>
    okk.load %x to %a : !okk.sys<1x3x1x8xf16, continuous> to !okk.local<1x3x1x8xf16, aligned>
    okk.load %l to %e : !okk.sys<1x2x1x1xui16, continuous> to !okk.local<1x2x1x1xui16, compact>
    // CHECK: 'okk.gather' op index (0, 1, 0, 0) is 8, but there are 8 columns
    okk.gather %b, %a, %e : !okk.local<1x3x1x2xf16, aligned>, !okk.local<1x3x1x8xf16, aligned>, !okk.local<1x2x1x1xui16, compact>
    okk.store %b to %y : !okk.local<1x3x1x2xf16, aligned> to !okk.sys<1x3x1x2xf16, continuous>
  }
}
