// RUN: optc %s --split-input-file | FileCheck %s
// RUN: optc %s --split-input-file --mlir-print-op-generic | optc --split-input-file | FileCheck %s

// CHECK: okk.kernel @relu {
// CHECK: %{{[^ ,:)]+}} = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, continuous>
// CHECK: %{{[^ ,:)]+}} = okk.sys_buffer "y" : !okk.sys<1x3x4x5xf32, continuous>
// CHECK: %{{[^ ,:)]+}} = okk.sys_buffer "z" : !okk.sys<1x3x4x5xf32, continuous>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, auto>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, auto>
// CHECK: okk.load %{{[^ ,:)]+}} to %{{[^ ,:)]+}} : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xf32, auto>
// CHECK: okk.parallel {
// CHECK: okk.eltwise relu %{{[^ ,:)]+}}, %{{[^ ,:)]+}} : !okk.local<1x3x4x5xf32, auto>, !okk.local<1x3x4x5xf32, auto>
// CHECK: okk.sys_copy %{{[^ ,:)]+}} to %{{[^ ,:)]+}} : !okk.sys<1x3x4x5xf32, continuous> to !okk.sys<1x3x4x5xf32, continuous>
// CHECK: okk.store %{{[^ ,:)]+}} to %{{[^ ,:)]+}} : !okk.local<1x3x4x5xf32, auto> to !okk.sys<1x3x4x5xf32, continuous>
okk.kernel @relu {
  %x = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, continuous>
  %y = okk.sys_buffer "y" : !okk.sys<1x3x4x5xf32, continuous>
  %z = okk.sys_buffer "z" : !okk.sys<1x3x4x5xf32, continuous>
  %a = okk.alloc : !okk.local<1x3x4x5xf32, auto>
  %b = okk.alloc : !okk.local<1x3x4x5xf32, auto>
  okk.load %x to %a : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xf32, auto>
  okk.parallel {
    okk.eltwise relu %b, %a : !okk.local<1x3x4x5xf32, auto>, !okk.local<1x3x4x5xf32, auto>
    okk.sys_copy %x to %z : !okk.sys<1x3x4x5xf32, continuous> to !okk.sys<1x3x4x5xf32, continuous>
  }
  okk.store %b to %y : !okk.local<1x3x4x5xf32, auto> to !okk.sys<1x3x4x5xf32, continuous>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.sys_buffer "w" at 4096 bytes 64 = dense<1.000000e+00> : tensor<1x1x2x4xf32> : !okk.sys<1x1x2x4xf32, continuous>
okk.kernel @k {
  %w = okk.sys_buffer "w" at 4096 bytes 64 = dense<1.0> : tensor<1x1x2x4xf32> : !okk.sys<1x1x2x4xf32, continuous>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<2x3x4x5xf32, auto>
// CHECK: %{{[^ ,:)]+}} = okk.alloc at 2048 : !okk.local<2x3x4x5xf32, aligned[64, 32, 5, 1], start = 2>
okk.kernel @k {
  %t = okk.alloc : !okk.local<2x3x4x5xf32, auto>
  %u = okk.alloc at 2048 : !okk.local<2x3x4x5xf32, aligned[64, 32, 5, 1], start = 2>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<2x3x4x5xf32, auto>
// CHECK: okk.dealloc %{{[^ ,:)]+}} : !okk.local<2x3x4x5xf32, auto>
okk.kernel @k {
  %t = okk.alloc : !okk.local<2x3x4x5xf32, auto>
  okk.dealloc %t : !okk.local<2x3x4x5xf32, auto>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, continuous>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
// CHECK: okk.load %{{[^ ,:)]+}} to %{{[^ ,:)]+}} : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xf32, aligned>
okk.kernel @k {
  %x = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, continuous>
  %t = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  okk.load %x to %t : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xf32, aligned>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.sys_buffer "x" : !okk.sysmatrix<2x40xf32, row_stride = 40>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.matrix<2x40xf32, w = 10>
// CHECK: okk.store %{{[^ ,:)]+}} to %{{[^ ,:)]+}} : !okk.matrix<2x40xf32, w = 10> to !okk.sysmatrix<2x40xf32, row_stride = 40>
okk.kernel @k {
  %x = okk.sys_buffer "x" : !okk.sysmatrix<2x40xf32, row_stride = 40>
  %t = okk.alloc : !okk.matrix<2x40xf32, w = 10>
  okk.store %t to %x : !okk.matrix<2x40xf32, w = 10> to !okk.sysmatrix<2x40xf32, row_stride = 40>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, compact, start = 2>
// CHECK: okk.copy %{{[^ ,:)]+}} to %{{[^ ,:)]+}} : !okk.local<1x3x4x5xf32, aligned> to !okk.local<1x3x4x5xf32, compact, start = 2>
okk.kernel @k {
  %t = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  %u = okk.alloc : !okk.local<1x3x4x5xf32, compact, start = 2>
  okk.copy %t to %u : !okk.local<1x3x4x5xf32, aligned> to !okk.local<1x3x4x5xf32, compact, start = 2>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, continuous>
// CHECK: %{{[^ ,:)]+}} = okk.sys_buffer "y" : !okk.sys<1x3x4x5xf32, strides[96, 32, 8, 1], space = global>
// CHECK: okk.sys_copy %{{[^ ,:)]+}} to %{{[^ ,:)]+}} : !okk.sys<1x3x4x5xf32, continuous> to !okk.sys<1x3x4x5xf32, strides[96, 32, 8, 1], space = global>
okk.kernel @k {
  %x = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, continuous>
  %y = okk.sys_buffer "y" : !okk.sys<1x3x4x5xf32, strides[96, 32, 8, 1], space = global>
  okk.sys_copy %x to %y : !okk.sys<1x3x4x5xf32, continuous> to !okk.sys<1x3x4x5xf32, strides[96, 32, 8, 1], space = global>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, auto>
// CHECK: okk.fill %{{[^ ,:)]+}}, 1.500000e+00 : f32 : !okk.local<1x3x4x5xf32, auto>
okk.kernel @k {
  %t = okk.alloc : !okk.local<1x3x4x5xf32, auto>
  okk.fill %t, 1.5 : f32 : !okk.local<1x3x4x5xf32, auto>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, auto>
// CHECK: okk.set %{{[^ ,:)]+}}, 1.500000e+00 : f32 : !okk.local<1x3x4x5xf32, auto>
okk.kernel @k {
  %t = okk.alloc : !okk.local<1x3x4x5xf32, auto>
  okk.set %t, 1.5 : f32 : !okk.local<1x3x4x5xf32, auto>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<6x5x4x5xi8, compact>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<6x5x4x5xi8, mode = n4, aligned>
// CHECK: okk.pack %{{[^ ,:)]+}} to %{{[^ ,:)]+}} fill 255 : !okk.local<6x5x4x5xi8, compact> to !okk.local<6x5x4x5xi8, mode = n4, aligned>
// CHECK: okk.unpack %{{[^ ,:)]+}} to %{{[^ ,:)]+}} : !okk.local<6x5x4x5xi8, mode = n4, aligned> to !okk.local<6x5x4x5xi8, compact>
okk.kernel @k {
  %t = okk.alloc : !okk.local<6x5x4x5xi8, compact>
  %u = okk.alloc : !okk.local<6x5x4x5xi8, mode = n4, aligned>
  okk.pack %t to %u fill 255 : !okk.local<6x5x4x5xi8, compact> to !okk.local<6x5x4x5xi8, mode = n4, aligned>
  okk.unpack %u to %t : !okk.local<6x5x4x5xi8, mode = n4, aligned> to !okk.local<6x5x4x5xi8, compact>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.matrix<2x40xf32, w = 10>
// CHECK: %{{[^ ,:)]+}} = okk.view %{{[^ ,:)]+}} : !okk.matrix<2x40xf32, w = 10> to !okk.local<2x4x1x10xf32, aligned>
okk.kernel @k {
  %t = okk.alloc : !okk.matrix<2x40xf32, w = 10>
  %u = okk.view %t : !okk.matrix<2x40xf32, w = 10> to !okk.local<2x4x1x10xf32, aligned>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<2x9x4x5xf32, aligned[96, 32, 5, 1], start = 1>
// CHECK: %{{[^ ,:)]+}} = okk.slice %{{[^ ,:)]+}}[1, 3, 0, 0] : !okk.local<2x9x4x5xf32, aligned[96, 32, 5, 1], start = 1> to !okk.local<1x6x4x5xf32, strides[96, 32, 5, 1]>
okk.kernel @k {
  %t = okk.alloc : !okk.local<2x9x4x5xf32, aligned[96, 32, 5, 1], start = 1>
  %u = okk.slice %t[1, 3, 0, 0] : !okk.local<2x9x4x5xf32, aligned[96, 32, 5, 1], start = 1> to !okk.local<1x6x4x5xf32, strides[96, 32, 5, 1]>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.broadcast %{{[^ ,:)]+}} : !okk.local<1x3x4x5xf32, aligned> to !okk.local<2x3x4x5xf32, strides[0, 32, 5, 1], broadcast>
okk.kernel @k {
  %t = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  %u = okk.broadcast %t : !okk.local<1x3x4x5xf32, aligned> to !okk.local<2x3x4x5xf32, strides[0, 32, 5, 1], broadcast>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<8x5x4x5xi8, mode = n4, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.bitcast %{{[^ ,:)]+}} : !okk.local<8x5x4x5xi8, mode = n4, aligned> to !okk.local<2x5x4x5xi32, aligned>
okk.kernel @k {
  %t = okk.alloc : !okk.local<8x5x4x5xi8, mode = n4, aligned>
  %u = okk.bitcast %t : !okk.local<8x5x4x5xi8, mode = n4, aligned> to !okk.local<2x5x4x5xi32, aligned>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
// CHECK: okk.eltwise add %{{[^ ,:)]+}}, %{{[^ ,:)]+}}, %{{[^ ,:)]+}} : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>
// CHECK: okk.eltwise sub %{{[^ ,:)]+}}, %{{[^ ,:)]+}} scalar 1.000000e+00 : f32 reversed : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>
okk.kernel @k {
  %a = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  %b = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  %c = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  okk.eltwise add %c, %a, %b : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>
  okk.eltwise sub %a, %a scalar 1.0 : f32 reversed : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
// CHECK: okk.select greater %{{[^ ,:)]+}}, %{{[^ ,:)]+}}, 0.000000e+00 : f32, %{{[^ ,:)]+}}, 1.000000e+00 : f32 : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>
// CHECK: okk.select equal %{{[^ ,:)]+}}, %{{[^ ,:)]+}}, %{{[^ ,:)]+}}, 1.000000e+00 : f32 : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>
okk.kernel @k {
  %a = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  %b = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  %c = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  okk.select greater %c, %a, 0.0 : f32, %b, 1.0 : f32 : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>
  okk.select equal %c, %a, %b, 1.0 : f32 : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
// CHECK: okk.function taylor_exp %{{[^ ,:)]+}}, %{{[^ ,:)]+}} series 10 : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>
// CHECK: okk.function sigmoid %{{[^ ,:)]+}}, %{{[^ ,:)]+}} work %{{[^ ,:)]+}} : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>
okk.kernel @k {
  %a = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  %b = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  %c = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  okk.function taylor_exp %b, %a series 10 : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>
  okk.function sigmoid %b, %a work %c : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x1x1xf32, compact>
// CHECK: okk.bias %{{[^ ,:)]+}}, %{{[^ ,:)]+}}, %{{[^ ,:)]+}} : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x1x1xf32, compact>
okk.kernel @k {
  %a = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  %b = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  %v = okk.alloc : !okk.local<1x3x1x1xf32, compact>
  okk.bias %b, %a, %v : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x1x1xf32, compact>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x1x1xf32, compact>
// CHECK: okk.scale %{{[^ ,:)]+}}, %{{[^ ,:)]+}}, %{{[^ ,:)]+}} : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x1x1xf32, compact>
okk.kernel @k {
  %a = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  %b = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  %v = okk.alloc : !okk.local<1x3x1x1xf32, compact>
  okk.scale %b, %a, %v : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x1x1xf32, compact>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x1x1xf32, compact>
// CHECK: okk.scale_bias %{{[^ ,:)]+}}, %{{[^ ,:)]+}}, %{{[^ ,:)]+}}, %{{[^ ,:)]+}} : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x1x1xf32, compact>, !okk.local<1x3x1x1xf32, compact>
okk.kernel @k {
  %a = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  %b = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  %v = okk.alloc : !okk.local<1x3x1x1xf32, compact>
  okk.scale_bias %b, %a, %v, %v : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x1x1xf32, compact>, !okk.local<1x3x1x1xf32, compact>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x8x8xf32, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<3x5x3x3xf32, mode = ic2, compact>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x5x1x1xf32, compact>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x5x4x4xf32, aligned>
// CHECK: okk.conv2d %{{[^ ,:)]+}}, %{{[^ ,:)]+}}, %{{[^ ,:)]+}} bias %{{[^ ,:)]+}} padding [1, 1, 1, 1] stride [2, 2] : !okk.local<1x5x4x4xf32, aligned>, !okk.local<1x3x8x8xf32, aligned>, !okk.local<3x5x3x3xf32, mode = ic2, compact>, !okk.local<1x5x1x1xf32, compact>
okk.kernel @k {
  %x = okk.alloc : !okk.local<1x3x8x8xf32, aligned>
  %w = okk.alloc : !okk.local<3x5x3x3xf32, mode = ic2, compact>
  %b = okk.alloc : !okk.local<1x5x1x1xf32, compact>
  %y = okk.alloc : !okk.local<1x5x4x4xf32, aligned>
  okk.conv2d %y, %x, %w bias %b padding [1, 1, 1, 1] stride [2, 2] : !okk.local<1x5x4x4xf32, aligned>, !okk.local<1x3x8x8xf32, aligned>, !okk.local<3x5x3x3xf32, mode = ic2, compact>, !okk.local<1x5x1x1xf32, compact>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x8x8xf32, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x3x3xf32, compact>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x6x6xf32, aligned>
// CHECK: okk.depthwise2d %{{[^ ,:)]+}}, %{{[^ ,:)]+}}, %{{[^ ,:)]+}} : !okk.local<1x3x6x6xf32, aligned>, !okk.local<1x3x8x8xf32, aligned>, !okk.local<1x3x3x3xf32, compact>
okk.kernel @k {
  %x = okk.alloc : !okk.local<1x3x8x8xf32, aligned>
  %w = okk.alloc : !okk.local<1x3x3x3xf32, compact>
  %y = okk.alloc : !okk.local<1x3x6x6xf32, aligned>
  okk.depthwise2d %y, %x, %w : !okk.local<1x3x6x6xf32, aligned>, !okk.local<1x3x8x8xf32, aligned>, !okk.local<1x3x3x3xf32, compact>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x8x8xf32, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x4xf32, aligned>
// CHECK: okk.pool2d avg %{{[^ ,:)]+}}, %{{[^ ,:)]+}} kernel [2, 2] stride [2, 2] : !okk.local<1x3x4x4xf32, aligned>, !okk.local<1x3x8x8xf32, aligned>
okk.kernel @k {
  %x = okk.alloc : !okk.local<1x3x8x8xf32, aligned>
  %y = okk.alloc : !okk.local<1x3x4x4xf32, aligned>
  okk.pool2d avg %y, %x kernel [2, 2] stride [2, 2] : !okk.local<1x3x4x4xf32, aligned>, !okk.local<1x3x8x8xf32, aligned>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.matrix<2x8xf32, w = 2>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.matrix<8x40xf32, w = 10>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.matrix<2x40xf32, w = 10>
// CHECK: okk.matmul %{{[^ ,:)]+}}, %{{[^ ,:)]+}}, %{{[^ ,:)]+}} result_add : !okk.matrix<2x40xf32, w = 10>, !okk.matrix<2x8xf32, w = 2>, !okk.matrix<8x40xf32, w = 10>
okk.kernel @k {
  %l = okk.alloc : !okk.matrix<2x8xf32, w = 2>
  %r = okk.alloc : !okk.matrix<8x40xf32, w = 10>
  %y = okk.alloc : !okk.matrix<2x40xf32, w = 10>
  okk.matmul %y, %l, %r result_add : !okk.matrix<2x40xf32, w = 10>, !okk.matrix<2x8xf32, w = 2>, !okk.matrix<8x40xf32, w = 10>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<6x5x4x5xi8, mode = n4, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<6x5x4x5xi8, mode = n4, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<6x5x4x5xi16, mode = n2, aligned>
// CHECK: okk.fixed_point mul %{{[^ ,:)]+}}, %{{[^ ,:)]+}}, %{{[^ ,:)]+}} rshift 1 : !okk.local<6x5x4x5xi16, mode = n2, aligned>, !okk.local<6x5x4x5xi8, mode = n4, aligned>, !okk.local<6x5x4x5xi8, mode = n4, aligned>
// CHECK: okk.fixed_point add %{{[^ ,:)]+}}, %{{[^ ,:)]+}} scalar 3 : i32 : !okk.local<6x5x4x5xi8, mode = n4, aligned>, !okk.local<6x5x4x5xi8, mode = n4, aligned>
// CHECK: okk.kernel @products {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<6x5x4x5xi16, mode = n2, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<6x5x4x5xui8, mode = n4, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<6x5x4x5xi16, mode = n2, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<6x5x4x5xi16, mode = n2, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<6x5x4x5xi8, mode = n4, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<6x5x4x5xui8, mode = n4, aligned>
// CHECK: okk.fixed_point split_high %{{[^ ,:)]+}}, %{{[^ ,:)]+}} : !okk.local<6x5x4x5xi8, mode = n4, aligned>, !okk.local<6x5x4x5xi16, mode = n2, aligned>
// CHECK: okk.fixed_point mul_s16_u8 %{{[^ ,:)]+}}, %{{[^ ,:)]+}}, %{{[^ ,:)]+}}, %{{[^ ,:)]+}}, %{{[^ ,:)]+}}, %{{[^ ,:)]+}} rshift 4 : !okk.local<6x5x4x5xi16, mode = n2, aligned>, !okk.local<6x5x4x5xi16, mode = n2, aligned>, !okk.local<6x5x4x5xui8, mode = n4, aligned>, !okk.local<6x5x4x5xi16, mode = n2, aligned>, !okk.local<6x5x4x5xi8, mode = n4, aligned>, !okk.local<6x5x4x5xui8, mode = n4, aligned>
okk.kernel @k {
  %a = okk.alloc : !okk.local<6x5x4x5xi8, mode = n4, aligned>
  %b = okk.alloc : !okk.local<6x5x4x5xi8, mode = n4, aligned>
  %c = okk.alloc : !okk.local<6x5x4x5xi16, mode = n2, aligned>
  okk.fixed_point mul %c, %a, %b rshift 1 : !okk.local<6x5x4x5xi16, mode = n2, aligned>, !okk.local<6x5x4x5xi8, mode = n4, aligned>, !okk.local<6x5x4x5xi8, mode = n4, aligned>
  okk.fixed_point add %a, %a scalar 3 : i32 : !okk.local<6x5x4x5xi8, mode = n4, aligned>, !okk.local<6x5x4x5xi8, mode = n4, aligned>
}

okk.kernel @products {
  %a = okk.alloc : !okk.local<6x5x4x5xi16, mode = n2, aligned>
  %b = okk.alloc : !okk.local<6x5x4x5xui8, mode = n4, aligned>
  %c = okk.alloc : !okk.local<6x5x4x5xi16, mode = n2, aligned>
  %work = okk.alloc : !okk.local<6x5x4x5xi16, mode = n2, aligned>
  %high = okk.alloc : !okk.local<6x5x4x5xi8, mode = n4, aligned>
  %low = okk.alloc : !okk.local<6x5x4x5xui8, mode = n4, aligned>
  okk.fixed_point split_high %high, %a : !okk.local<6x5x4x5xi8, mode = n4, aligned>, !okk.local<6x5x4x5xi16, mode = n2, aligned>
  okk.fixed_point mul_s16_u8 %c, %a, %b, %work, %high, %low rshift 4 : !okk.local<6x5x4x5xi16, mode = n2, aligned>, !okk.local<6x5x4x5xi16, mode = n2, aligned>, !okk.local<6x5x4x5xui8, mode = n4, aligned>, !okk.local<6x5x4x5xi16, mode = n2, aligned>, !okk.local<6x5x4x5xi8, mode = n4, aligned>, !okk.local<6x5x4x5xui8, mode = n4, aligned>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<2x3x4x5xi8, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<2x3x4x5xf32, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<2x3x4x5xf32, aligned>
// CHECK: okk.int8_to_fp32 %{{[^ ,:)]+}}, %{{[^ ,:)]+}}, %{{[^ ,:)]+}} : !okk.local<2x3x4x5xf32, aligned>, !okk.local<2x3x4x5xi8, aligned>, !okk.local<2x3x4x5xf32, aligned>
okk.kernel @k {
  %a = okk.alloc : !okk.local<2x3x4x5xi8, aligned>
  %b = okk.alloc : !okk.local<2x3x4x5xf32, aligned>
  %w = okk.alloc : !okk.local<2x3x4x5xf32, aligned>
  okk.int8_to_fp32 %b, %a, %w : !okk.local<2x3x4x5xf32, aligned>, !okk.local<2x3x4x5xi8, aligned>, !okk.local<2x3x4x5xf32, aligned>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
// CHECK: okk.compute "twice"(%{{[^ ,:)]+}}) to(%{{[^ ,:)]+}}) {same_start} : (!okk.local<1x3x4x5xf32, aligned>) -> !okk.local<1x3x4x5xf32, aligned> {
// CHECK: okk.yield %{{[^ ,:)]+}} : f32
okk.kernel @k {
  %a = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  %b = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  okk.compute "twice"(%a) to (%b) {same_start} : (!okk.local<1x3x4x5xf32, aligned>) -> !okk.local<1x3x4x5xf32, aligned> {
  ^bb0(%x: f32):
    %y = arith.addf %x, %x : f32
    okk.yield %y : f32
  }
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
// CHECK: okk.compute "zero"() to(%{{[^ ,:)]+}}) : () -> !okk.local<1x3x4x5xf32, aligned> {
// CHECK: okk.yield %{{[^ ,:)]+}} : f32
okk.kernel @k {
  %a = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  okk.compute "zero"() to (%a) : () -> !okk.local<1x3x4x5xf32, aligned> {
    %y = arith.constant 0.0 : f32
    okk.yield %y : f32
  }
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc at 2048 : !okk.local<2x3x4x5xf32, aligned, start = 2>
// CHECK: okk.assert_at %{{[^ ,:)]+}} [1, 2, 3, 4] npu 0 offset 460 : !okk.local<2x3x4x5xf32, aligned, start = 2>
okk.kernel @k {
  %t = okk.alloc at 2048 : !okk.local<2x3x4x5xf32, aligned, start = 2>
  okk.assert_at %t [1, 2, 3, 4] npu 0 offset 460 : !okk.local<2x3x4x5xf32, aligned, start = 2>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc at 2048 : !okk.local<2x3x4x5xf32, aligned, start = 2>
// CHECK: okk.assert_layout %{{[^ ,:)]+}} strides [64, 32, 5, 1] rows 2 reserved 512 : !okk.local<2x3x4x5xf32, aligned, start = 2>
okk.kernel @k {
  %t = okk.alloc at 2048 : !okk.local<2x3x4x5xf32, aligned, start = 2>
  okk.assert_layout %t strides [64, 32, 5, 1] rows 2 reserved 512 : !okk.local<2x3x4x5xf32, aligned, start = 2>
}

// -----

// CHECK: okk.kernel @k {
// CHECK: %{{[^ ,:)]+}} = okk.alloc at 2048 : !okk.local<2x3x4x5xf32, aligned, start = 2>
// CHECK: okk.assert_byte %{{[^ ,:)]+}} npu 2 offset 1 is "element" [0, 0, 0, 0] byte 1 : !okk.local<2x3x4x5xf32, aligned, start = 2>
okk.kernel @k {
  %t = okk.alloc at 2048 : !okk.local<2x3x4x5xf32, aligned, start = 2>
  okk.assert_byte %t npu 2 offset 1 is "element" [0, 0, 0, 0] byte 1 : !okk.local<2x3x4x5xf32, aligned, start = 2>
}

// -----

// The tensors may also be compact, all of them.
// CHECK: okk.int8_to_fp32 {{.*}} : !okk.local<2x3x4x5xf32, compact>, !okk.local<2x3x4x5xi8, compact>, !okk.local<2x3x4x5xf32, compact>
module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %a = okk.alloc : !okk.local<2x3x4x5xi8, compact>
    %b = okk.alloc : !okk.local<2x3x4x5xf32, compact>
    %w = okk.alloc : !okk.local<2x3x4x5xf32, compact>
    okk.int8_to_fp32 %b, %a, %w : !okk.local<2x3x4x5xf32, compact>, !okk.local<2x3x4x5xi8, compact>, !okk.local<2x3x4x5xf32, compact>
  }
}
