// RUN: optc %s --verify-diagnostics --split-input-file

!x = !okk.sys<1x2x4x2xf32, continuous>
!y = !okk.sys<1x2x3x2xf32, continuous>
!i = !okk.sys<1x2x3x1xui32, continuous>
module attributes {okk.machine = #okk.machine<bm1684x>} {
  okk.kernel @k {
    %x = okk.sys_buffer "x" at 0x1000 : !x
    %i = okk.sys_buffer "i" : !i
    %h = okk.sys_buffer "h" : !okk.sys<1x2x3x2xf16, continuous>
    // expected-error @below {{expected elements of one type, but got f16 from f32 [okk.dtype-mismatch]}}
    okk.gather_rows %h, %x, %i : !okk.sys<1x2x3x2xf16, continuous>, !x, !i
  }
}

// -----

!x = !okk.sys<1x2x4x2xf32, continuous>
!y = !okk.sys<1x2x3x2xf32, continuous>
!i = !okk.sys<1x2x3x1xui32, continuous>
module attributes {okk.machine = #okk.machine<bm1684x>} {
  okk.kernel @k {
    %x = okk.sys_buffer "x" at 0x1000 : !x
    %i = okk.sys_buffer "i" : !i
    %y = okk.sys_buffer "y" : !y
    %f = okk.sys_buffer "f" : !okk.sys<1x2x3x1xf32, continuous>
    // expected-error @below {{expected indices of i32 or ui32, but got f32 [okk.dtype-mismatch]}}
    okk.gather_rows %y, %x, %f : !y, !x, !okk.sys<1x2x3x1xf32, continuous>
  }
}

// -----

!x = !okk.sys<1x2x4x2xf32, continuous>
!y = !okk.sys<1x2x3x2xf32, continuous>
!i = !okk.sys<1x2x3x1xui32, continuous>
module attributes {okk.machine = #okk.machine<bm1684x>} {
  okk.kernel @k {
    %x = okk.sys_buffer "x" at 0x1000 : !x
    %i = okk.sys_buffer "i" : !i
    %y = okk.sys_buffer "y" : !y
    %few = okk.sys_buffer "few" : !okk.sys<1x1x3x1xui32, continuous>
    // expected-error @below {{expected (1, C, R, W) from (1, C, A, W) and indices (1, C, R, 1), but got (1,2,3,2) from (1,2,4,2) and indices (1,1,3,1) [okk.shape-mismatch]}}
    okk.gather_rows %y, %x, %few : !y, !x, !okk.sys<1x1x3x1xui32, continuous>
  }
}

// -----

!x = !okk.sys<1x2x4x2xf32, continuous>
!y = !okk.sys<1x2x3x2xf32, continuous>
!i = !okk.sys<1x2x3x1xui32, continuous>
module attributes {okk.machine = #okk.machine<bm1684x>} {
  okk.kernel @k {
    %x = okk.sys_buffer "x" at 0x1000 : !x
    %i = okk.sys_buffer "i" : !i
    %q = okk.sys_buffer "q" at 0x1010 : !y
    // expected-error @below {{destination '%q' and operand #1 '%x' share system addresses [4112, 4160) [okk.operand-overlap]}}
    okk.gather_rows %q, %x, %i : !y, !x, !i
  }
}

// -----

!x = !okk.sys<1x2x4x2xf32, continuous>
!y = !okk.sys<1x2x3x2xf32, continuous>
!i = !okk.sys<1x2x3x1xui32, continuous>
module attributes {okk.machine = #okk.machine<bm1684>} {
  okk.kernel @k {
    %x = okk.sys_buffer "x" : !x
    %i = okk.sys_buffer "i" : !i
    %y = okk.sys_buffer "y" : !y
    // expected-error @below {{expected an operation of machine bm1684, but no rules are known for 'scatter_rows' on it [okk.unknown-rules]}}
    // expected-note @below {{kernels for bm1684 are written with OKKernel (okk_*)}}
    okk.scatter_rows %x, %y, %i : !x, !y, !i
  }
}
