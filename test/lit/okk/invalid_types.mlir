// RUN: optc %s --split-input-file --verify-diagnostics

// Types and machines that are not written as they must be.
// expected-error @below {{expected 4 extents, but got 3}}
func.func private @extents(!okk.local<3x4x5xf32, aligned>)

// -----

// expected-error @below {{expected 'max'}}
func.func private @unknown_extent(!okk.local<3x?x5x1xf32, aligned>)

// -----

// expected-error @below {{expected 2 extents, but got 4}}
func.func private @matrix_extents(!okk.matrix<2x3x4x5xf32, w = 1>)

// -----

// expected-error @below {{expected 4 strides, but got 3}}
func.func private @strides(!okk.local<2x3x4x5xf32, strides[60, 20, 5]>)

// -----

// expected-error @below {{expected non-function type}}
func.func private @elements(!okk.local<2x3x4x5xqq, aligned>)

// -----

// expected-error @below {{expected a layout to be one of: aligned, compact, strides, auto}}
// expected-note @below {{did you mean 'aligned'?}}
func.func private @layout(!okk.local<2x3x4x5xf32, alined>)

// -----

// expected-error @below {{expected 'start'}}
func.func private @start(!okk.local<2x3x4x5xf32, aligned, begin = 1>)

// -----

// expected-error @below {{expected 'w'}}
func.func private @width(!okk.matrix<2x40xf32, width = 1>)

// -----

// expected-error @below {{expected 'start'}}
func.func private @matrix_start(!okk.matrix<2x40xf32, w = 1, begin = 1>)

// -----

// expected-error @below {{expected a layout to be one of: continuous, strides}}
func.func private @system_layout(!okk.sys<2x3x4x5xf32, aligned>)

// -----

// expected-error @below {{expected 'space'}}
func.func private @space(!okk.sys<2x3x4x5xf32, continuous, memory = l2>)

// -----

// expected-error @below {{expected 'row_stride'}}
func.func private @row_stride(!okk.sysmatrix<2x40xf32, stride = 40>)

// -----

// expected-error @below {{machine field npus = 9223372036854775808 is too large [okk.machine-bad]}}
module attributes {okk.machine = #okk.machine<toy4, npus = 9223372036854775808>} {}

// -----

// expected-error @below {{machine field npus is given twice [okk.machine-bad]}}
module attributes {okk.machine = #okk.machine<toy4, npus = 4, npus = 4>} {}

// -----

// expected-error @below {{unknown machine field 'npu'; did you mean 'npus'? [okk.machine-bad]}}
module attributes {okk.machine = #okk.machine<toy4, npu = 4>} {}

// -----

// expected-error @below {{unknown machine 'toy5'; did you mean 'toy4'? [okk.machine-bad]}}
module attributes {okk.machine = #okk.machine<toy5>} {}

// -----

// expected-error @below {{machine 'mine' is not known, so it needs the field npu_bytes [okk.machine-bad]}}
module attributes {okk.machine = #okk.machine<mine, npus = 4>} {}

// -----

// expected-error @below {{expected the name of a machine in machine, found '4' [okk.machine-bad]}}
module attributes {okk.machine = #okk.machine<4>} {}

// -----

// expected-error @below {{'func.func' op expects attribute 'okk.machine' only on 'builtin.module'}}
func.func private @f() attributes {okk.machine = #okk.machine<toy4>}

// -----

// expected-error @below {{'builtin.module' op expected attribute 'okk.machine' to be an okk machine, but got '4 : i64'}}
module attributes {okk.machine = 4} {}

// -----

module attributes {okk.other = 4} {}
