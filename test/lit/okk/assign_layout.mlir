// RUN: optc %s --okk-assign-layout | FileCheck %s

module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @layouts {
    // CHECK: %[[T:.*]] = okk.alloc : !okk.local<2x9x4x5xf32, aligned[96, 32, 5, 1], start = 1>
    %t = okk.alloc : !okk.local<2x9x4x5xf32, auto, start = 1>
    // A slice keeps strides and lanes: channel 3 of a tensor from lane 1 is in lane 0.
    // CHECK: okk.slice %[[T]][1, 3, 0, 0] : {{.*}} to !okk.local<1x6x4x5xf32, strides[{{[0-9]+}}, 32, 5, 1]>
    %s = okk.slice %t[1, 3, 0, 0] : !okk.local<2x9x4x5xf32, auto, start = 1> to !okk.local<1x6x4x5xf32, auto>
    // Operands with numbers per channel and weights are compact.
    // CHECK: %[[B:.*]] = okk.alloc : !okk.local<1x9x1x1xf32, compact[3, 1, 1, 1], start = 1>
    %b = okk.alloc : !okk.local<1x9x1x1xf32, auto, start = 1>
    // CHECK: okk.bias %[[T]], %[[T]], %[[B]]
    okk.bias %t, %t, %b : !okk.local<2x9x4x5xf32, auto, start = 1>, !okk.local<2x9x4x5xf32, auto, start = 1>, !okk.local<1x9x1x1xf32, auto, start = 1>
    // CHECK: %[[M:.*]] = okk.alloc : !okk.matrix<2x40xf32, w = 10>
    %m = okk.alloc : !okk.matrix<2x40xf32, w = 10>
    // CHECK: okk.view %[[M]] : !okk.matrix<2x40xf32, w = 10> to !okk.local<2x4x2x5xf32, strides[32, 10, 5, 1]>
    %v = okk.view %m : !okk.matrix<2x40xf32, w = 10> to !okk.local<2x4x2x5xf32, auto>
    // CHECK: %[[N:.*]] = okk.alloc : !okk.local<1x3x1x5xf32, aligned[32, 32, 5, 1]>
    %n = okk.alloc : !okk.local<1x3x1x5xf32, auto>
    // CHECK: okk.broadcast %[[N]] : {{.*}} to !okk.local<2x3x4x5xf32, strides[0, 0, 0, 1], broadcast>
    %r = okk.broadcast %n : !okk.local<1x3x1x5xf32, auto> to !okk.local<2x3x4x5xf32, auto>
  }
}
