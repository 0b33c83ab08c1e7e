// RUN: optc %s --verify-diagnostics

// Buffers at the ends of the memories of the chip, and values of packed ones.
!r = !okk.sys<1x1x1x4xf32, continuous, space = dtcm>
!p = !okk.sys<8x1x1x1xi8, mode = n4, continuous>
!q = !okk.sys<6x1x1x1xi8, mode = n4, continuous>

module attributes {okk.machine = #okk.machine<bm1684>} {
  okk.kernel @fine {
    %first = okk.sys_buffer "first" at 33554432 : !r
    %last = okk.sys_buffer "last" at 34078704 : !r
    %all = okk.sys_buffer "all" at 33554432 bytes 524288 : !r
    %p = okk.sys_buffer "p" = dense<1> : tensor<8x1x1x1xi8> : !p
    %q = okk.sys_buffer "q" : !q
    %s = okk.sys_buffer "s" bytes 16 : !r
  }

  okk.kernel @before {
    // expected-error @below {{'okk.sys_buffer' op addresses [33554428, 33554444) are outside of the memory 'dtcm' [33554432, 34078720) [okk.sys-range]}}
    %x = okk.sys_buffer "x" at 33554428 : !r
  }

  okk.kernel @behind {
    // expected-error @below {{'okk.sys_buffer' op addresses [34078708, 34078724) are outside of the memory 'dtcm' [33554432, 34078720) [okk.sys-range]}}
    %x = okk.sys_buffer "x" at 34078708 : !r
  }

  okk.kernel @long {
    // expected-error @below {{'okk.sys_buffer' op addresses [33554432, 34078724) are outside of the memory 'dtcm' [33554432, 34078720) [okk.sys-range]}}
    %x = okk.sys_buffer "x" at 33554432 bytes 524292 : !r
  }

  okk.kernel @short {
    // expected-error @below {{'okk.sys_buffer' op element (0,0,0,3) ends at byte 16 of a system buffer of 15 bytes [okk.sys-range]}}
    %x = okk.sys_buffer "x" bytes 15 : !r
  }

  okk.kernel @part_of_a_unit {
    // expected-error @below {{'okk.sys_buffer' op values of a buffer in mode n4 need whole units of 4 batches [okk.bad-mode]}}
    %q = okk.sys_buffer "q" = dense<1> : tensor<6x1x1x1xi8> : !q
  }

  okk.kernel @other_values {
    // expected-error @below {{'okk.sys_buffer' op expected values of shape (8,1,1,1) and type i8, but got 'tensor<8x1x1x1xui8>' [okk.shape-mismatch]}}
    %p = okk.sys_buffer "p" = dense<1> : tensor<8x1x1x1xui8> : !p
  }

  okk.kernel @other_shape {
    // expected-error @below {{'okk.sys_buffer' op expected values of shape (8,1,1,1) and type i8, but got 'tensor<1x8x1x1xi8>' [okk.shape-mismatch]}}
    %p = okk.sys_buffer "p" = dense<1> : tensor<1x8x1x1xi8> : !p
  }
}
