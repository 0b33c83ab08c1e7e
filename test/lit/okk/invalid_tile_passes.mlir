// RUN: optc --pass-pipeline='builtin.module(okk.kernel(okk-tile))' --verify-diagnostics --split-input-file %s

!x = !okk.sys<2x8x64x32xf32, continuous>
!t = !okk.local<2x8x64x32xf32, auto>
!half = !okk.local<2x8x1x32xf32, auto>
!c = !okk.local<2x8x1x1xf32, auto>
module attributes {okk.machine = #okk.machine<toy4k>} {
  // expected-error@+1 {{'okk.kernel' op needs 33792 bytes of every NPU, which has 4096, and cannot be divided: along W, 'okk.pool2d' needs all of '%t'; along W, 'okk.pool2d' needs all of '%p'; in several passes, '%x' is stored and used by another operation, but would be loaded again for each pass; the smallest parts do not fit}}
  okk.kernel @in_place tiled {
    %x = okk.sys_buffer "x" : !x
    %t = okk.alloc : !t
    %p = okk.alloc : !half
    %m = okk.alloc : !c
    okk.load %x to %t : !x to !t
    okk.pool2d max %p, %t kernel [64, 1] : !half, !t
    okk.pool2d max %m, %p kernel [1, 32] : !c, !half
    %most = okk.broadcast %m : !c to !t
    okk.eltwise sub %t, %t, %most : !t, !t, !t
    okk.store %t to %x : !t to !x
  }
}

// -----

!x = !okk.sys<1x4x2x2048xf32, continuous>
!t = !okk.local<1x4x2x2048xf32, auto>
!half = !okk.local<1x4x1x2048xf32, auto>
module attributes {okk.machine = #okk.machine<toy4k>} {
  // expected-error@+1 {{in several passes, parts of one row do not fit in pass 1 of 1}}
  okk.kernel @long_rows tiled {
    %x = okk.sys_buffer "x" : !x
    %y = okk.sys_buffer "y" : !okk.sys<1x4x1x2048xf32, continuous>
    %t = okk.alloc : !t
    %p = okk.alloc : !half
    okk.load %x to %t : !x to !t
    okk.pool2d max %p, %t kernel [2, 1] : !half, !t
    okk.store %p to %y : !half to !okk.sys<1x4x1x2048xf32, continuous>
  }
}

// -----

// The chip adds to sums of f32 only.
!a = !okk.sys<1x8x1x4096xf16, continuous>
!b = !okk.sys<1x4096x1x8xf16, continuous>
!y = !okk.sys<1x8x1x8xf16, continuous>
module attributes {okk.machine = #okk.machine<bm1684x, npus = 8, npu_bytes = 8192>} {
  // expected-error@+1 {{cannot be divided: along K, 'okk.mm' adds to a destination of f32, but '%o' is of f16; in several passes}}
  okk.kernel @sums_of_halves tiled {
    %a = okk.sys_buffer "a" : !a
    %b = okk.sys_buffer "b" : !b
    %y = okk.sys_buffer "y" : !y
    %l = okk.alloc : !okk.local<1x8x1x4096xf16, auto>
    %r = okk.alloc : !okk.local<1x4096x1x8xf16, auto>
    %o = okk.alloc : !okk.local<1x8x1x8xf16, auto>
    okk.load %a to %l : !a to !okk.local<1x8x1x4096xf16, auto>
    okk.load %b to %r : !b to !okk.local<1x4096x1x8xf16, auto>
    okk.mm %o, %l, %r : !okk.local<1x8x1x8xf16, auto>, !okk.local<1x8x1x4096xf16, auto>, !okk.local<1x4096x1x8xf16, auto>
    okk.store %o to %y : !okk.local<1x8x1x8xf16, auto> to !y
  }
}
