// RUN: optc %s --verify-diagnostics

// Lives of tensors, a kernel for each fault.
!t = !okk.local<1x3x4x5xf32, aligned>
!s = !okk.sys<1x3x4x5xf32, continuous>

module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @use {
    %y = okk.sys_buffer "y" : !s
    %a = okk.alloc : !t
    okk.fill %a, 1.0 : f32 : !t
    // expected-note @+1 {{the life of '%a' ends here}}
    okk.dealloc %a : !t
    // expected-error @+1 {{'okk.store' op uses '%a', whose memory belongs to other tensors by now [okk.use-after-dealloc]}}
    okk.store %a to %y : !t to !s
  }

  okk.kernel @use_of_view {
    %a = okk.alloc : !t
    %part = okk.slice %a[0, 0, 1, 0] : !t to !okk.local<1x3x2x5xf32, auto>
    // expected-note @+1 {{the life of '%a' ends here}}
    okk.dealloc %a : !t
    // expected-error @+1 {{'okk.fill' op uses '%part', whose memory belongs to other tensors by now [okk.use-after-dealloc]}}
    okk.fill %part, 1.0 : f32 : !okk.local<1x3x2x5xf32, auto>
  }

  okk.kernel @twice {
    %a = okk.alloc : !t
    // expected-note @+1 {{its life ends here}}
    okk.dealloc %a : !t
    // expected-error @+1 {{'okk.dealloc' op '%a' has been deallocated before [okk.double-dealloc]}}
    okk.dealloc %a : !t
  }

  okk.kernel @view {
    %a = okk.alloc : !t
    // expected-note @+1 {{the view is here}}
    %part = okk.slice %a[0, 0, 0, 0] : !t to !okk.local<1x3x2x5xf32, auto>
    // expected-error @+1 {{'okk.dealloc' op expected a tensor that okk.alloc defines, but '%part' is a view [okk.bad-dealloc]}}
    okk.dealloc %part : !okk.local<1x3x2x5xf32, auto>
  }

  okk.kernel @loop {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    // expected-note @+1 {{its life begins here}}
    %a = okk.alloc : !t
    scf.for %i = %c0 to %c2 step %c1 {
      // expected-error @+1 {{'okk.dealloc' op expected to end the life of '%a' in the block where it begins [okk.bad-dealloc]}}
      okk.dealloc %a : !t
    }
  }

  okk.kernel @large {
    // expected-error @+1 {{'okk.alloc' op '%a' needs at least 8000 bytes of every NPU, but an NPU has 4096 bytes [okk.does-not-fit]}}
    %a = okk.alloc : !okk.local<2x4x20x50xf32, auto>
  }
}
