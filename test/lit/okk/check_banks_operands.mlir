// RUN: optc %s --okk-check-banks --verify-diagnostics

// Numbers per channel, weights, and what takes them need no alignment; operations of
// okk.parallel are compared with copies beside them.
!a = !okk.local<1x3x4x5xf32, aligned>
!s = !okk.local<1x3x4x5xf32, strides[60, 20, 5, 1]>
!n = !okk.local<1x3x1x1xf32, compact>
!g = !okk.sys<1x3x4x5xf32, continuous>
!x = !okk.local<1x3x4x4xf32, aligned>
!w = !okk.local<3x3x1x1xf32, mode = ic2, compact>
!d = !okk.local<1x3x1x1xf32, compact>
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @per_channel {
    %s = okk.alloc at 4 : !s
    // expected-note @below {{the tensor is defined here}}
    %t = okk.alloc at 516 : !s
    %n = okk.alloc at 1028 : !n
    %m = okk.alloc at 1540 : !n
    okk.bias %t, %s, %n : !s, !s, !n
    okk.scale %t, %s, %n : !s, !s, !n
    okk.scale_bias %t, %s, %n, %m : !s, !s, !n, !n
    // expected-warning @below {{'okk.eltwise' op address 516 is a multiple of 4 but not of 128; the operation will be slow [okk.unaligned-operand]}}
    okk.eltwise neg %t, %t : !s, !s
  }

  okk.kernel @weights {
    %x = okk.alloc at 0 : !x
    %y = okk.alloc at 512 : !x
    %w = okk.alloc at 1032 : !w
    %d = okk.alloc at 1540 : !d
    %b = okk.alloc at 2052 : !n
    okk.conv2d %y, %x, %w bias %b : !x, !x, !w, !n
    okk.depthwise2d %y, %x, %d bias %b : !x, !x, !d, !n
    okk.conv2d %y, %x, %w : !x, !x, !w
  }

  okk.kernel @shared {
    %s = okk.alloc at 0 : !a
    // expected-note @below {{the first one has offsets [512, 640)}}
    %t = okk.alloc at 512 : !a
    // expected-note @below {{the second one has offsets [640, 644)}}
    %n = okk.alloc at 640 : !n
    // expected-remark @below {{'okk.bias' op '!okk.local<1x3x4x5xf32, aligned>' and '!okk.local<1x3x1x1xf32, compact>' share banks 1 [okk.bank-conflict]}}
    okk.bias %t, %s, %n : !a, !a, !n
    // expected-remark @below {{'okk.bias' op '!okk.local<1x3x4x5xf32, aligned>' and '!okk.local<1x3x1x1xf32, compact>' share banks 1 [okk.bank-conflict]}}
    okk.bias %t, %t, %n : !a, !a, !n
  }

  okk.kernel @beside {
    %g = okk.sys_buffer "g" at 0 : !g
    // expected-note @below {{the second one has offsets [0, 128)}}
    %s = okk.alloc at 0 : !a
    %t = okk.alloc at 512 : !a
    // expected-note @below {{the first one has offsets [128, 256)}}
    %u = okk.alloc at 128 : !a
    %v = okk.alloc at 1024 : !a
    okk.parallel {
      okk.load %g to %u : !g to !a
      // expected-remark @below {{'okk.eltwise' op '!okk.local<1x3x4x5xf32, aligned>' and '!okk.local<1x3x4x5xf32, aligned>' share banks 0 [okk.bank-conflict]}}
      okk.eltwise neg %t, %s : !a, !a
    }
    okk.parallel {
      okk.load %g to %v : !g to !a
      okk.eltwise neg %t, %s : !a, !a
    }
    okk.load %g to %u : !g to !a
    okk.copy %u to %s : !a to !a
  }
}
