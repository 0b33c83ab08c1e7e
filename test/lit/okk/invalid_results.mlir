// RUN: not optc %s 2>&1 | FileCheck %s

// Errors about shapes name the shape of the result.
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @convolution {
    %x = okk.alloc : !okk.local<1x3x8x8xf32, aligned>
    %w = okk.alloc : !okk.local<3x5x3x3xf32, mode = ic2, compact>
    %y = okk.alloc : !okk.local<1x5x4x4xf32, aligned>
    // CHECK: [[#@LINE+2]]:5: error: 'okk.conv2d' op the shapes of the operands of 'conv2d' do not go together
    // CHECK: note: the sources have a result of shape (1,5,6,6)
    okk.conv2d %y, %x, %w : !okk.local<1x5x4x4xf32, aligned>, !okk.local<1x3x8x8xf32, aligned>, !okk.local<3x5x3x3xf32, mode = ic2, compact>
  }

  okk.kernel @product {
    %l = okk.alloc : !okk.matrix<2x8xf32, w = 2>
    %r = okk.alloc : !okk.matrix<8x40xf32, w = 10>
    %y = okk.alloc : !okk.matrix<3x40xf32, w = 10>
    // CHECK: [[#@LINE+2]]:5: error: 'okk.matmul' op the shapes of the operands of 'matmul' do not go together
    // CHECK: note: the sources have a result of shape (2,40)
    okk.matmul %y, %l, %r : !okk.matrix<3x40xf32, w = 10>, !okk.matrix<2x8xf32, w = 2>, !okk.matrix<8x40xf32, w = 10>
  }

  okk.kernel @pool {
    %x = okk.alloc : !okk.local<1x3x8x8xf32, aligned>
    // CHECK: note: the sources have a result of shape (1,3,4,4)
    okk.pool2d max %x, %x kernel [2, 2] stride [2, 2] : !okk.local<1x3x8x8xf32, aligned>, !okk.local<1x3x8x8xf32, aligned>
  }
}
