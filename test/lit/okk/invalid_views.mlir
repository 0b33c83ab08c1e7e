// RUN: optc %s --verify-diagnostics

// What the verifiers of buffers and of views of them refuse, a kernel for each.
!f = !okk.local<1x3x4x5xf32, aligned>
!g = !okk.sys<1x3x4x5xf32, continuous>

module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @start_of_auto {
    // expected-error @below {{'okk.alloc' op type says start NPU 0, but address 4096 lies in NPU 1 [okk.start-attr]}}
    %t = okk.alloc at 4096 : !okk.local<1x3x4x5xf32, auto>
  }

  okk.kernel @outside {
    // expected-error @below {{'okk.alloc' op address 99999999 is outside local memory [0, 16384) [okk.addr-range]}}
    %t = okk.alloc at 99999999 : !okk.local<1x3x4x5xf32, auto>
  }

  okk.kernel @values_shape {
    // expected-error @below {{'okk.sys_buffer' op expected values of shape (1,3,4,5) and type f32, but got 'tensor<2xf32>' [okk.shape-mismatch]}}
    %x = okk.sys_buffer "x" = dense<1.0> : tensor<2xf32> : !g
  }

  okk.kernel @values_type {
    // expected-error @below {{'okk.sys_buffer' op expected values of shape (1,3,4,5) and type f32, but got 'tensor<1x3x4x5xi32>' [okk.shape-mismatch]}}
    %x = okk.sys_buffer "x" = dense<1> : tensor<1x3x4x5xi32> : !g
  }

  okk.kernel @values_mode {
    // expected-error @below {{'okk.sys_buffer' op values of a buffer in mode n4 need whole units of 4 batches [okk.bad-mode]}}
    %x = okk.sys_buffer "x" = dense<1> : tensor<6x3x4x5xi8> : !okk.sys<6x3x4x5xi8, mode = n4, continuous>
  }

  okk.kernel @no_such_memory {
    // expected-error @below {{'okk.sys_buffer' op machine toy4k has no memory 'moon' [okk.unknown-space]}}
    %x = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, continuous, space = moon>
  }

  okk.kernel @outside_of_memory {
    // expected-error @below {{'okk.sys_buffer' op addresses [4611686018427387904, 4611686018427388144) are outside of the memory 'global' [0, 4294967296) [okk.sys-range]}}
    %x = okk.sys_buffer "x" at 4611686018427387904 : !g
  }

  okk.kernel @view_of_system {
    %x = okk.sys_buffer "x" : !g
    %y = okk.view %x : !g to !g
  }

  okk.kernel @system_view_of_local {
    %t = okk.alloc : !f
    // expected-error @below {{'okk.view' op expected a view of local memory to be a tensor in local memory, but got '!okk.sys<1x3x4x5xf32, continuous>' [okk.dtype-mismatch]}}
    %y = okk.view %t : !f to !g
  }

  okk.kernel @slice_rank {
    %t = okk.alloc : !f
    // expected-error @below {{'okk.slice' op expected 4 offsets and extents, but got 2 and 4 [okk.slice-rank]}}
    %y = okk.slice %t[0, 0] : !f to !f
  }

  okk.kernel @source_without_address {
    %t = okk.alloc : !f
    // expected-error @below {{'okk.slice' op has an address, but its source has none [okk.unresolved]}}
    %y = okk.slice %t[0, 0, 0, 0] at 0 : !f to !okk.local<1x3x4x5xf32, strides[32, 32, 5, 1]>
  }

  okk.kernel @repeated_mode {
    %t = okk.alloc : !okk.local<4x5x4x5xi8, mode = n4, aligned>
    // expected-error @below {{'okk.broadcast' op only a tensor in mode n1 can be repeated, but got i8 in mode n4 [okk.view-illegal]}}
    %y = okk.broadcast %t : !okk.local<4x5x4x5xi8, mode = n4, aligned> to !okk.local<8x5x4x5xi8, mode = n4, strides[0, 32, 5, 1], broadcast>
  }

  okk.kernel @repeated_extent {
    %t = okk.alloc : !okk.local<2x3x4x5xf32, aligned>
    // expected-error @below {{'okk.broadcast' op extent N = 2 cannot become 4; only extents of 1 can be repeated [okk.view-illegal]}}
    %y = okk.broadcast %t : !okk.local<2x3x4x5xf32, aligned> to !okk.local<4x3x4x5xf32, strides[0, 32, 5, 1], broadcast>
  }

  okk.kernel @repeated_channel {
    %t = okk.alloc : !okk.local<1x1x4x5xf32, aligned>
    // expected-error @below {{'okk.broadcast' op C cannot be repeated: channels lie in different NPUs [okk.view-illegal]}}
    %y = okk.broadcast %t : !okk.local<1x1x4x5xf32, aligned> to !okk.local<1x3x4x5xf32, strides[32, 0, 5, 1], broadcast>
  }

  okk.kernel @part_type {
    %x = okk.sys_buffer "x" : !g
    // expected-error @below {{'okk.slice' op element types of '!okk.sys<1x3x4x5xf32, continuous>' and '!okk.sys<1x3x4x5xi32, strides[60, 20, 5, 1]>' differ [okk.dtype-mismatch]}}
    %y = okk.slice %x[0, 0, 0, 0] : !g to !okk.sys<1x3x4x5xi32, strides[60, 20, 5, 1]>
  }

  okk.kernel @part_memory {
    %x = okk.sys_buffer "x" : !g
    // expected-error @below {{'okk.slice' op '!okk.sys<1x3x4x5xf32, continuous>' and '!okk.sys<1x3x4x5xf32, strides[60, 20, 5, 1], space = local>' are in different memories [okk.dtype-mismatch]}}
    %y = okk.slice %x[0, 0, 0, 0] : !g to !okk.sys<1x3x4x5xf32, strides[60, 20, 5, 1], space = local>
  }

  okk.kernel @part_rank {
    %x = okk.sys_buffer "x" : !g
    // expected-error @below {{'okk.slice' op expected 4 offsets and extents, but got 3 and 4 [okk.slice-rank]}}
    %y = okk.slice %x[0, 0, 0] : !g to !okk.sys<1x3x4x5xf32, strides[60, 20, 5, 1]>
  }

  okk.kernel @part_range {
    %x = okk.sys_buffer "x" : !g
    // expected-error @below {{'okk.slice' op slice [1, 4) is out of bounds of dimension 1 of extent 3 [okk.slice-range]}}
    %y = okk.slice %x[0, 1, 0, 0] : !g to !okk.sys<1x3x4x5xf32, strides[60, 20, 5, 1]>
  }

  okk.kernel @part_negative {
    %x = okk.sys_buffer "x" : !g
    // expected-error @below {{'okk.slice' op slice [-1, 2) is out of bounds of dimension 1 of extent 3 [okk.slice-range]}}
    %y = okk.slice %x[0, -1, 0, 0] : !g to !okk.sys<1x3x4x5xf32, strides[60, 20, 5, 1]>
  }

  okk.kernel @part_units {
    %x = okk.sys_buffer "x" : !okk.sys<8x3x4x5xi8, mode = n4, continuous>
    // expected-error @below {{'okk.slice' op slice does not cut whole units of 4 [okk.slice-pack]}}
    %y = okk.slice %x[2, 0, 0, 0] : !okk.sys<8x3x4x5xi8, mode = n4, continuous> to !okk.sys<4x3x4x5xi8, mode = n4, strides[60, 20, 5, 1]>
  }

  okk.kernel @part_strides {
    %x = okk.sys_buffer "x" : !g
    // expected-error @below {{'okk.slice' op strides (60,24,5,1) are not those of the part; expected (60,20,5,1) [okk.stride-mismatch]}}
    %y = okk.slice %x[0, 0, 0, 0] : !g to !okk.sys<1x2x4x5xf32, strides[60, 24, 5, 1]>
  }

  okk.kernel @part_address {
    %x = okk.sys_buffer "x" at 0 : !g
    // expected-error @below {{'okk.slice' op expected address 80, where the first element of the source's part lies, but got 76 [okk.address-mismatch]}}
    %y = okk.slice %x[0, 1, 0, 0] at 76 : !g to !okk.sys<1x2x4x5xf32, strides[60, 20, 5, 1]>
  }

  okk.kernel @part_of_no_address {
    %x = okk.sys_buffer "x" : !g
    // expected-error @below {{'okk.slice' op has an address, but its source has none [okk.unresolved]}}
    %y = okk.slice %x[0, 1, 0, 0] at 80 : !g to !okk.sys<1x2x4x5xf32, strides[60, 20, 5, 1]>
  }

  okk.kernel @part_of_matrix {
    %x = okk.sys_buffer "x" : !okk.sysmatrix<2x40xf32, row_stride = 40>
    // expected-error @below {{'okk.slice' op expected 2 offsets and extents, but got 4 and 2 [okk.slice-rank]}}
    %y = okk.slice %x[0, 0, 0, 0] : !okk.sysmatrix<2x40xf32, row_stride = 40> to !okk.sysmatrix<2x20xf32, row_stride = 40>
  }

  okk.kernel @local_part {
    %x = okk.sys_buffer "x" : !g
    // expected-error @below {{'okk.slice' op expected a part of system memory to be a tensor in system memory, but got '!okk.local<1x3x4x5xf32, aligned>' [okk.dtype-mismatch]}}
    %y = okk.slice %x[0, 0, 0, 0] : !g to !f
  }

  okk.kernel @system_part {
    %t = okk.alloc : !f
    // expected-error @below {{'okk.slice' op expected a view of local memory to be a tensor in local memory, but got '!okk.sys<1x3x4x5xf32, continuous>' [okk.dtype-mismatch]}}
    %y = okk.slice %t[0, 0, 0, 0] : !f to !g
  }

  okk.kernel @view_of_buffer {
    %x = okk.sys_buffer "x" : !okk.sysmatrix<8x6xf32, row_stride = 8>
    // expected-error @+2 {{'okk.view' op no strides show the tensor as (1,8,1,6): element (0,1,0,0) lies at byte 32 [okk.view-illegal]}}
    // expected-note @below {{the strides are (64,64,8,1), and (48,6,6,1) in the view}}
    %y = okk.view %x : !okk.sysmatrix<8x6xf32, row_stride = 8> to !okk.sys<1x8x1x6xf32, continuous>
  }

  okk.kernel @view_of_fewer {
    %x = okk.sys_buffer "x" : !okk.sysmatrix<8x6xf32, row_stride = 8>
    // expected-error @below {{'okk.view' op view has 24 elements, the tensor has 48 [okk.view-count]}}
    %y = okk.view %x : !okk.sysmatrix<8x6xf32, row_stride = 8> to !okk.sys<1x4x1x6xf32, continuous>
  }

  okk.kernel @view_of_both {
    %x = okk.sys_buffer "x" : !okk.sysmatrix<8x6xf32, row_stride = 6>
    // expected-error @below {{'okk.view' op '!okk.sysmatrix<8x6xf32, row_stride = 6>' and '!okk.local<1x8x1x6xf32, aligned>' are in different memories [okk.dtype-mismatch]}}
    %y = okk.view %x : !okk.sysmatrix<8x6xf32, row_stride = 6> to !okk.local<1x8x1x6xf32, aligned>
  }

  okk.kernel @view_with_gaps {
    %x = okk.sys_buffer "x" : !okk.sysmatrix<8x6xf32, row_stride = 8>
    %y = okk.view %x : !okk.sysmatrix<8x6xf32, row_stride = 8> to !okk.sys<2x4x3x2xf32, strides[32, 8, 2, 1]>
  }

  okk.kernel @permuted_channels {
    %t = okk.alloc : !f
    // expected-error @below {{'okk.permute' op C cannot become dimension H: channels lie in different NPUs [okk.view-illegal]}}
    %u = okk.permute %t [0, 2, 1, 3] : !f to !okk.local<1x4x3x5xf32, auto>
  }

  okk.kernel @permuted_strides {
    %t = okk.alloc : !f
    // expected-error @below {{'okk.permute' op strides (32,32,4,1) are not those of the part; expected (5,5,1,5) [okk.stride-mismatch]}}
    %u = okk.permute %t [0, 1, 3, 2] : !f to !okk.local<1x3x5x4xf32, aligned>
  }

  okk.kernel @permuted_shape {
    %t = okk.alloc : !f
    // expected-error @below {{'okk.permute' op expected a result of shape (1,3,5,4), but got (1,3,4,5) [okk.shape-mismatch]}}
    %u = okk.permute %t [0, 1, 3, 2] : !f to !f
  }

  okk.kernel @permuted_matrix {
    %t = okk.alloc : !okk.matrix<2x8xf32, w = 2>
    // expected-error @below {{'okk.permute' op expected an order of the dimensions 0, 1, 2 and 3 of a tensor, but got [0, 1, 3, 2] for '!okk.matrix<2x8xf32, w = 2>' [okk.bad-order]}}
    %u = okk.permute %t [0, 1, 3, 2] : !okk.matrix<2x8xf32, w = 2> to !f
  }
}
