// RUN: optc %s --verify-diagnostics

// Operands whose type is wrong by itself and that no allocation has looked at, and views and
// buffers that are too large: a kernel for each.
!w = !okk.local<2x3x4x5xf32, aligned[60, 20, 5, 1]>
!f = !okk.local<2x3x4x5xf32, aligned>
!wp = !okk.local<8x3x4x5xi8, mode = n4, aligned[60, 20, 5, 1]>
!p = !okk.local<8x3x4x5xi8, mode = n4, aligned>
!b = !okk.local<8x3x4x5xi8, aligned>
!wb = !okk.local<8x3x4x5xi8, aligned[60, 20, 5, 1]>
!g = !okk.sys<2x3x4x5xf32, continuous>
!r = !okk.local<1x1x1x8xf32, aligned>
!m = !okk.local<2147483647x1x1x1xf32, strides[0, 0, 0, 0], broadcast>

module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @source {
    // expected-note @below {{operand #1 is defined here, as !okk.local<2x3x4x5xf32, aligned[60, 20, 5, 1]>}}
    %w = builtin.unrealized_conversion_cast to !w
    %f = okk.alloc : !f
    // expected-error @below {{'okk.eltwise' op strides (60,20,5,1) are not those of the aligned layout; expected (32,32,5,1) [okk.stride-mismatch]}}
    okk.eltwise neg %f, %w : !f, !w
  }

  okk.kernel @destination {
    // expected-note @below {{operand #0 is defined here, as !okk.local<2x3x4x5xf32, aligned[60, 20, 5, 1]>}}
    %w = builtin.unrealized_conversion_cast to !w
    %f = okk.alloc : !f
    // expected-error @below {{'okk.eltwise' op strides (60,20,5,1) are not those of the aligned layout; expected (32,32,5,1) [okk.stride-mismatch]}}
    okk.eltwise neg %w, %f : !w, !f
  }

  okk.kernel @work {
    // expected-note @below {{operand #2 is defined here, as !okk.local<2x3x4x5xf32, aligned[60, 20, 5, 1]>}}
    %w = builtin.unrealized_conversion_cast to !w
    %f = okk.alloc : !f
    // expected-error @below {{'okk.function' op strides (60,20,5,1) are not those of the aligned layout; expected (32,32,5,1) [okk.stride-mismatch]}}
    okk.function exp %f, %f work %w : !f, !f, !w
  }

  okk.kernel @copy_source {
    // expected-note @below {{operand #0 is defined here, as !okk.local<2x3x4x5xf32, aligned[60, 20, 5, 1]>}}
    %w = builtin.unrealized_conversion_cast to !w
    %f = okk.alloc : !f
    // expected-error @below {{'okk.copy' op strides (60,20,5,1) are not those of the aligned layout; expected (32,32,5,1) [okk.stride-mismatch]}}
    okk.copy %w to %f : !w to !f
  }

  okk.kernel @store {
    // expected-note @below {{operand #0 is defined here, as !okk.local<2x3x4x5xf32, aligned[60, 20, 5, 1]>}}
    %w = builtin.unrealized_conversion_cast to !w
    %g = okk.sys_buffer "g" : !g
    // expected-error @below {{'okk.store' op strides (60,20,5,1) are not those of the aligned layout; expected (32,32,5,1) [okk.stride-mismatch]}}
    okk.store %w to %g : !w to !g
  }

  okk.kernel @load {
    // expected-note @below {{operand #1 is defined here, as !okk.local<2x3x4x5xf32, aligned[60, 20, 5, 1]>}}
    %w = builtin.unrealized_conversion_cast to !w
    %g = okk.sys_buffer "g" : !g
    // expected-error @below {{'okk.load' op strides (60,20,5,1) are not those of the aligned layout; expected (32,32,5,1) [okk.stride-mismatch]}}
    okk.load %g to %w : !g to !w
  }

  okk.kernel @pack_source {
    %b = builtin.unrealized_conversion_cast to !wb
    %p = okk.alloc : !p
    // expected-error @below {{'okk.pack' op strides (60,20,5,1) are not those of the aligned layout; expected (128,128,5,1) [okk.stride-mismatch]}}
    okk.pack %b to %p : !wb to !p
  }

  okk.kernel @pack_destination {
    %b = okk.alloc : !b
    %p = builtin.unrealized_conversion_cast to !wp
    // expected-error @below {{'okk.pack' op strides (60,20,5,1) are not those of the aligned layout; expected (32,32,5,1) [okk.stride-mismatch]}}
    okk.pack %b to %p : !b to !wp
  }

  okk.kernel @unpack_source {
    %b = okk.alloc : !b
    %p = builtin.unrealized_conversion_cast to !wp
    // expected-error @below {{'okk.unpack' op strides (60,20,5,1) are not those of the aligned layout; expected (32,32,5,1) [okk.stride-mismatch]}}
    okk.unpack %p to %b : !wp to !b
  }

  okk.kernel @pack_from_packed {
    %b = okk.alloc : !b
    %p = okk.alloc : !p
    // expected-error @below {{'okk.pack' op expected to pack from mode n1 to a packed mode, but got n4 to n1 [okk.bad-mode]}}
    okk.pack %p to %b : !p to !b
  }

  okk.kernel @unpack_from_plain {
    %b = okk.alloc : !b
    %p = okk.alloc : !p
    // expected-error @below {{'okk.unpack' op expected to unpack from a packed mode to n1, but got n1 to n4 [okk.bad-mode]}}
    okk.unpack %b to %p : !b to !p
  }

  okk.kernel @fill_above {
    %b = okk.alloc : !b
    %p = okk.alloc : !p
    // expected-error @below {{'okk.pack' op expected a byte in [0, 255] to fill dummies with, but got 256 [okk.value-range]}}
    okk.pack %b to %p fill 256 : !b to !p
  }

  okk.kernel @fill_below {
    %b = okk.alloc : !b
    %p = okk.alloc : !p
    // expected-error @below {{'okk.pack' op expected a byte in [0, 255] to fill dummies with, but got -1 [okk.value-range]}}
    okk.pack %b to %p fill -1 : !b to !p
  }

  okk.kernel @fills {
    %b = okk.alloc : !b
    %p = okk.alloc : !p
    okk.pack %b to %p fill 255 : !b to !p
    okk.pack %b to %p fill 0 : !b to !p
  }

  okk.kernel @pack_other_type {
    %p = okk.alloc : !p
    %i = okk.alloc : !okk.local<8x3x4x5xui8, aligned>
    // expected-error @below {{'okk.pack' op element types i8 and ui8 differ [okk.dtype-mismatch]}}
    okk.pack %i to %p : !okk.local<8x3x4x5xui8, aligned> to !p
  }

  okk.kernel @pack_other_shape {
    %p = okk.alloc : !p
    %i = okk.alloc : !okk.local<7x3x4x5xi8, aligned>
    // expected-error @below {{'okk.pack' op shapes (8,3,4,5) and (7,3,4,5) differ [okk.shape-mismatch]}}
    okk.pack %i to %p : !okk.local<7x3x4x5xi8, aligned> to !p
  }

  okk.kernel @pack_to_repeated {
    %b = okk.alloc : !b
    %p = okk.alloc : !okk.local<8x3x4x5xi8, mode = n4, strides[0, 20, 5, 1], broadcast>
    // expected-error @below {{'okk.pack' op destination repeats elements (stride 0) and cannot be written [okk.broadcast-write]}}
    okk.pack %b to %p : !b to !okk.local<8x3x4x5xi8, mode = n4, strides[0, 20, 5, 1], broadcast>
  }

  okk.kernel @copy_to_repeated {
    %f = okk.alloc : !f
    %p = okk.alloc : !okk.local<2x3x4x5xf32, strides[0, 20, 5, 1], broadcast>
    // expected-error @below {{'okk.copy' op destination repeats elements (stride 0) and cannot be written [okk.broadcast-write]}}
    okk.copy %f to %p : !f to !okk.local<2x3x4x5xf32, strides[0, 20, 5, 1], broadcast>
  }

  okk.kernel @view_source {
    // expected-note @below {{operand #0 is defined here, as !okk.local<2x3x4x5xf32, aligned[60, 20, 5, 1]>}}
    %w = builtin.unrealized_conversion_cast to !w
    // expected-error @below {{'okk.slice' op strides (60,20,5,1) are not those of the aligned layout; expected (32,32,5,1) [okk.stride-mismatch]}}
    %v = okk.slice %w[0, 0, 1, 0] : !w to !okk.local<2x3x2x5xf32, strides[32, 32, 5, 1]>
  }

  okk.kernel @view_strides {
    %f = okk.alloc : !f
    // expected-error @below {{'okk.slice' op W stride -1 is negative [okk.bad-stride]}}
    %v = okk.slice %f[0, 0, 1, 0] : !f to !okk.local<2x3x2x5xf32, strides[32, 32, 5, -1]>
  }

  okk.kernel @view_elements {
    %f = okk.alloc : !f
    // expected-error @below {{'okk.slice' op element types f32 and i32 differ [okk.dtype-mismatch]}}
    %v = okk.slice %f[0, 0, 1, 0] : !f to !okk.local<2x3x2x5xi32, strides[32, 32, 5, 1]>
  }

  okk.kernel @view_other_strides {
    %f = okk.alloc : !f
    // expected-error @below {{'okk.slice' op strides (32,20,6,1) are not those of the part; expected (32,10,5,1) [okk.stride-mismatch]}}
    %v = okk.slice %f[0, 0, 1, 0] : !f to !okk.local<2x3x2x5xf32, strides[32, 20, 6, 1]>
  }

  okk.kernel @view_start {
    %f = okk.alloc : !okk.local<1x1x4x5xf32, compact>
    // expected-error @below {{'okk.view' op type says start NPU 1, but address 0 lies in NPU 0 [okk.start-attr]}}
    %v = okk.view %f : !okk.local<1x1x4x5xf32, compact> to !okk.local<1x1x2x10xf32, compact, start = 1>
  }

  okk.kernel @slice_start {
    %f = okk.alloc : !okk.local<1x3x4x5xf32, compact, start = 1>
    // expected-error @below {{'okk.slice' op type says start NPU 2, but address 12288 lies in NPU 3 [okk.start-attr]}}
    %v = okk.slice %f[0, 2, 0, 0] : !okk.local<1x3x4x5xf32, compact, start = 1> to !okk.local<1x1x4x5xf32, compact, start = 2>
  }

  okk.kernel @placed_start {
    %f = okk.alloc at 4096 : !okk.local<1x3x4x5xf32, compact, start = 1>
    // expected-error @below {{'okk.slice' op type says start NPU 2, but address 12288 lies in NPU 3 [okk.start-attr]}}
    %v = okk.slice %f[0, 2, 0, 0] at 12288 : !okk.local<1x3x4x5xf32, compact, start = 1> to !okk.local<1x1x4x5xf32, compact, start = 2>
  }

  okk.kernel @aligned {
    %t = okk.alloc at 128 : !r
    %v = okk.slice %t[0, 0, 0, 4] at 144 : !r to !okk.local<1x1x1x4xf32, strides[4, 4, 4, 1]>
    %u = okk.slice %t[0, 0, 0, 0] at 128 : !r to !okk.local<1x1x1x4xf32, aligned>
  }

  okk.kernel @unaligned {
    %t = okk.alloc at 128 : !r
    // expected-error @below {{'okk.slice' op address 144 is not a multiple of 128, which a tensor in aligned layout needs [okk.addr-align]}}
    %u = okk.slice %t[0, 0, 0, 4] at 144 : !r to !okk.local<1x1x1x4xf32, aligned>
  }

  okk.kernel @far_view {
    %t = okk.alloc : !m
    // expected-error @below {{'okk.view' op a digit of size 2147483647 with unit stride 0 and offset stride 8589934588 reaches beyond 2^62 [okk.too-large]}}
    %v = okk.view %t : !m to !okk.local<2147483647x1x1x1xf32, strides[2147483647, 1, 1, 1], broadcast>
  }

  okk.kernel @far_bitcast {
    %t = okk.alloc : !m
    // expected-error @below {{'okk.bitcast' op a digit of size 2147483647 with unit stride 0 and offset stride 4294967294 reaches beyond 2^62 [okk.too-large]}}
    %c = okk.bitcast %t : !m to !okk.local<2147483647x1x1x2xi16, strides[2147483647, 1, 1, 1], broadcast>
  }

  okk.kernel @far_strides {
    // expected-error @below {{'okk.alloc' op needs 4611686018427387904 bytes from offset 0, but an NPU has 4096 bytes [okk.does-not-fit]}}
    %t = okk.alloc : !okk.local<2147483647x2147483647x1x1xf32, strides[2147483647, 2147483647, 1, 1]>
  }

  okk.kernel @many_elements {
    %t = okk.alloc : !okk.local<2147483647x2147483647x1x1xf32, strides[0, 0, 0, 0], broadcast>
    // expected-error @below {{'okk.alloc' op expected less than 2^62 elements, but got the shape (2147483647,2147483647,4,1) [okk.bad-shape]}}
    %u = okk.alloc : !okk.local<2147483647x2147483647x4x1xf32, strides[0, 0, 0, 0], broadcast>
  }

  okk.kernel @many_bytes {
    %a = okk.sys_buffer "a" : !okk.sys<2147483647x2147483647x1x1xi8, continuous>
    // expected-error @below {{'okk.sys_buffer' op spans more than 2^62 bytes [okk.sys-range]}}
    %b = okk.sys_buffer "b" : !okk.sys<2147483647x2147483647x1x1xf32, continuous>
  }

  okk.kernel @many_in_system {
    %a = okk.sys_buffer "a" : !okk.sys<2147483647x2147483647x1x1xi8, strides[0, 0, 0, 0]>
    // expected-error @below {{'okk.sys_buffer' op expected less than 2^62 elements, but got the shape (2147483647,2147483647,4,1) [okk.bad-shape]}}
    %b = okk.sys_buffer "b" : !okk.sys<2147483647x2147483647x4x1xi8, strides[0, 0, 0, 0]>
  }

  okk.kernel @part_strides {
    %g = okk.sys_buffer "g" : !g
    // expected-error @below {{'okk.slice' op H stride -5 is negative [okk.bad-stride]}}
    %v = okk.slice %g[0, 0, 0, 0] : !g to !okk.sys<1x3x4x5xf32, strides[60, 20, -5, 1]>
  }

  okk.kernel @row_stride {
    // expected-error @below {{'okk.sys_buffer' op H stride -1 is negative [okk.bad-stride]}}
    %a = okk.sys_buffer "a" : !okk.sysmatrix<2x40xf32, row_stride = -1>
  }
}
