// RUN: not optc run %s --print all 2>&1 | FileCheck %s

// An index outside of the table stops the run, and the error names the index.
!x = !okk.sys<1x1x4x2xf32, continuous>
!i = !okk.sys<1x1x2x1xi32, continuous>
module attributes {okk.machine = #okk.machine<bm1684x>} {
  okk.kernel @k {
    %x = okk.sys_buffer "x" = dense<1.0> : tensor<1x1x4x2xf32> : !x
    %i = okk.sys_buffer "i" = dense<[[[[3], [-1]]]]> : tensor<1x1x2x1xi32> : !i
    %y = okk.sys_buffer "y" : !okk.sys<1x1x2x2xf32, continuous>
    // CHECK: 'okk.gather_rows' op index (0, 0, 1, 0) is -1, but there are 4 rows
    okk.gather_rows %y, %x, %i : !okk.sys<1x1x2x2xf32, continuous>, !x, !i
  }
}
