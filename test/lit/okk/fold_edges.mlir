// RUN: optc %s --canonicalize | FileCheck %s

// Further rows of padding that are constants are numbers of the padding.
module attributes {okk.machine = #okk.machine<bm1684>} {
  // CHECK-LABEL: okk.kernel @constants
  // CHECK: okk.conv2d {{.*}} padding [1, 2, 1, 1] : {{.*}}
  // CHECK: okk.depthwise2d {{.*}} padding [1, 0, 0, 0] : {{.*}}
  // CHECK: okk.pool2d avg {{.*}} padding [0, 1, 0, 0] stride [2, 2] : {{.*}}
  okk.kernel @constants {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %x = okk.alloc : !okk.local<1x3x7x8xf32, aligned>
    %w = okk.alloc : !okk.local<3x5x3x3xf32, mode = ic2, compact>
    %y = okk.alloc : !okk.local<1x5x8x8xf32, aligned>
    okk.conv2d %y, %x, %w padding [0, 0, 1, 1] edges(%one, %two) : !okk.local<1x5x8x8xf32, aligned>, !okk.local<1x3x7x8xf32, aligned>, !okk.local<3x5x3x3xf32, mode = ic2, compact>
    %k = okk.alloc : !okk.local<1x3x3x3xf32, compact>
    %d = okk.alloc : !okk.local<1x3x6x6xf32, aligned>
    okk.depthwise2d %d, %x, %k edges(%one, %zero) : !okk.local<1x3x6x6xf32, aligned>, !okk.local<1x3x7x8xf32, aligned>, !okk.local<1x3x3x3xf32, compact>
    %p = okk.alloc : !okk.local<1x3x4x4xf32, aligned>
    okk.pool2d avg %p, %x kernel [2, 2] edges(%zero, %one) stride [2, 2] : !okk.local<1x3x4x4xf32, aligned>, !okk.local<1x3x7x8xf32, aligned>
  }
}
