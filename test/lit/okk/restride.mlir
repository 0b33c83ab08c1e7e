// RUN: optc %s --split-input-file --verify-diagnostics

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %x = okk.sys_buffer "x" as [24] : !okk.sys<1x1x3x8xf32, continuous>
    %y = okk.restride %x from 8 : !okk.sys<1x1x3x8xf32, continuous> to !okk.sys<1x5x2x8xf32, strides[0, 0, 8, 1]>
    // expected-error @below {{'okk.restride' op elements from 9 on span 64 bytes, but the tensor has 96 bytes [okk.sys-range]}}
    %z = okk.restride %x from 9 : !okk.sys<1x1x3x8xf32, continuous> to !okk.sys<1x5x2x8xf32, strides[0, 0, 8, 1]>
  }
}

// -----

okk.kernel @k {
  %x = okk.sys_buffer "x" : !okk.sys<1x1x3x8xf32, strides[48, 48, 16, 1]>
  // expected-error @below {{'okk.restride' op expected a tensor without gaps, but the strides are (48,48,16,1) for the shape (1,1,3,8) [okk.view-illegal]}}
  %y = okk.restride %x : !okk.sys<1x1x3x8xf32, strides[48, 48, 16, 1]> to !okk.sysmatrix<6x4xf32, row_stride = 4>
}

// -----

okk.kernel @k {
  // expected-error @below {{'okk.sys_buffer' op expected extents of 24 elements for the host, but got (5,5) [okk.shape-mismatch]}}
  %x = okk.sys_buffer "x" as [5, 5] : !okk.sys<1x1x3x8xf32, continuous>
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %x = okk.sys_buffer "x" : !okk.sys<1x1x3x8xf32, continuous>
    %y = okk.restride %x from 0 : !okk.sys<1x1x3x8xf32, continuous> to !okk.sys<1x5x1x8xf32, strides[0, 0, 8, 1]>
    %t = okk.alloc : !okk.local<1x5x1x8xf32, aligned>
    // expected-error @below {{broadcast}}
    okk.store %t to %y : !okk.local<1x5x1x8xf32, aligned> to !okk.sys<1x5x1x8xf32, strides[0, 0, 8, 1]>
  }
}
