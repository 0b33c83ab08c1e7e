// RUN: optc %s --okk-choose-w | FileCheck %s
// RUN: optc %s --okk-choose-w=policy=eu | FileCheck %s --check-prefix=EU

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @widths {
    // CHECK: okk.alloc : !okk.matrix<2x40xf32, w = 10>
    // EU: okk.alloc : !okk.matrix<2x40xf32, w = 32>
    %a = okk.alloc : !okk.matrix<2x40xf32, w = ?>
    // More than one block row can be best from another NPU than the first.
    // CHECK: okk.alloc : !okk.matrix<1x160xf32, w = 32, start = 2>
    // EU: okk.alloc : !okk.matrix<1x160xf32, w = 64, start = 2>
    %b = okk.alloc : !okk.matrix<1x160xf32, w = ?, start = 2>
    // CHECK: okk.alloc : !okk.matrix<2x40xf32, w = 7>
    %c = okk.alloc : !okk.matrix<2x40xf32, w = 7>
    // CHECK: okk.alloc : !okk.matrix<2x1xf32, w = 1>
    %d = okk.alloc : !okk.matrix<2x1xf32, w = ?>
  }
}
