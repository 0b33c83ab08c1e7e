// RUN: not optc run --target toy4 --print y %s 2>&1 | FileCheck %s

// The inputs without values are named before anything runs; the result is not asked for, nor a buffer that is
// filled first.
// CHECK: optc: error: 'x' is read, but has no values; --input x=file.npy gives them
// CHECK-NEXT: optc: error: 'b' is read, but has no values; --input b=file.npy gives them
// CHECK-NOT: error
okk.kernel @add {
  %x = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, continuous>
  %b = okk.sys_buffer "b" : !okk.sys<1x3x4x5xf32, continuous>
  %scratch = okk.sys_buffer "scratch" : !okk.sys<1x3x4x5xf32, continuous>
  %y = okk.sys_buffer "y" : !okk.sys<1x3x4x5xf32, continuous>
  %t = okk.alloc : !okk.local<1x3x4x5xf32, auto>
  %u = okk.alloc : !okk.local<1x3x4x5xf32, auto>
  okk.load %x to %t : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xf32, auto>
  okk.load %b to %u : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xf32, auto>
  okk.eltwise add %t, %t, %u : !okk.local<1x3x4x5xf32, auto>, !okk.local<1x3x4x5xf32, auto>, !okk.local<1x3x4x5xf32, auto>
  okk.store %t to %scratch : !okk.local<1x3x4x5xf32, auto> to !okk.sys<1x3x4x5xf32, continuous>
  okk.sys_copy %scratch to %y : !okk.sys<1x3x4x5xf32, continuous> to !okk.sys<1x3x4x5xf32, continuous>
}
