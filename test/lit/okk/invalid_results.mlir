// RUN: not optc %s 2>&1 | FileCheck %s

// Errors about shapes name the shape of the result.
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @convolution {
    %x = okk.alloc : !okk.local<1x3x8x8xf32, aligned>
    %w = okk.alloc : !okk.local<3x5x3x3xf32, mode = ic2, compact>
    %y = okk.alloc : !okk.local<1x5x4x4xf32, aligned>
    // CHECK: [[#@LINE+1]]:5: error: 'okk.conv2d' op expected a destination of shape (1,5,6,6) from sources of (1,3,8,8), (3,5,3,3), but got (1,5,4,4) [okk.shape-mismatch]
    okk.conv2d %y, %x, %w : !okk.local<1x5x4x4xf32, aligned>, !okk.local<1x3x8x8xf32, aligned>, !okk.local<3x5x3x3xf32, mode = ic2, compact>
  }

  okk.kernel @product {
    %l = okk.alloc : !okk.matrix<2x8xf32, w = 2>
    %r = okk.alloc : !okk.matrix<8x40xf32, w = 10>
    %y = okk.alloc : !okk.matrix<3x40xf32, w = 10>
    // CHECK: [[#@LINE+1]]:5: error: 'okk.matmul' op expected a destination of shape (2,40) from sources of (2,8), (8,40), but got (3,40) [okk.shape-mismatch]
    okk.matmul %y, %l, %r : !okk.matrix<3x40xf32, w = 10>, !okk.matrix<2x8xf32, w = 2>, !okk.matrix<8x40xf32, w = 10>
  }

  okk.kernel @pool {
    %x = okk.alloc : !okk.local<1x3x8x8xf32, aligned>
    // CHECK: [[#@LINE+1]]:5: error: 'okk.pool2d' op expected a destination of shape (1,3,4,4) from sources of (1,3,8,8), but got (1,3,8,8) [okk.shape-mismatch]
    okk.pool2d max %x, %x kernel [2, 2] stride [2, 2] : !okk.local<1x3x8x8xf32, aligned>, !okk.local<1x3x8x8xf32, aligned>
  }

  okk.kernel @widths {
    %l = okk.alloc : !okk.matrix<2x8xf32, w = 2>
    %r = okk.alloc : !okk.matrix<8x40xf32, w = 10>
    %y = okk.alloc : !okk.matrix<2x40xf32, w = 20>
    // CHECK: [[#@LINE+1]]:5: error: 'okk.matmul' op expected width 20, which the destination has, but operand #2 has width 10 [okk.shape-mismatch]
    okk.matmul %y, %l, %r : !okk.matrix<2x40xf32, w = 20>, !okk.matrix<2x8xf32, w = 2>, !okk.matrix<8x40xf32, w = 10>
  }

  okk.kernel @sums {
    %l = okk.alloc : !okk.matrix<2x8xf32, w = 2>
    %r = okk.alloc : !okk.matrix<9x40xf32, w = 10>
    %y = okk.alloc : !okk.matrix<2x40xf32, w = 10>
    // CHECK: [[#@LINE+1]]:5: error: 'okk.matmul' op expected shapes of 'matmul' that go together, but got (2,40) from (2,8), (9,40) [okk.shape-mismatch]
    okk.matmul %y, %l, %r : !okk.matrix<2x40xf32, w = 10>, !okk.matrix<2x8xf32, w = 2>, !okk.matrix<9x40xf32, w = 10>
  }
}
