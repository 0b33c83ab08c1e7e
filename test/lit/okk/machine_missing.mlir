// RUN: not optc %s --pass-pipeline="builtin.module(okk.kernel(okk-choose-w))" 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not optc %s --pass-pipeline="builtin.module(okk.kernel(okk-assign-layout))" 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not optc %s --pass-pipeline="builtin.module(okk.kernel(okk-allocate))" 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not optc %s --pass-pipeline="builtin.module(okk.kernel(okk-check-hazards))" 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not optc %s --pass-pipeline="builtin.module(okk.kernel(okk-check-banks))" 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not optc %s --pass-pipeline="builtin.module(okk.kernel(okk-check-asserts))" 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not optc %s --pass-pipeline="builtin.module(okk.kernel(okk-verify))" 2>&1 | FileCheck %s --check-prefix=MISSING

// What lays tensors out asks for the machine.
// MISSING: error: 'okk.kernel' op needs a module attribute okk.machine [okk.machine-missing]
okk.kernel @k {
  %t = okk.alloc : !okk.local<2x3x4x5xf32, aligned>
  okk.assert_at %t [0, 0, 0, 0] npu 0 offset 0 : !okk.local<2x3x4x5xf32, aligned>
}
