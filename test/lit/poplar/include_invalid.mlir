// RUN: not optc %s --split-input-file 2>&1 | FileCheck %s

// CHECK: include_invalid.mlir:[[# @LINE + 1]]:1: error: 'poplar.include' op cannot include 'Inputs/absent.mlir': No such file or directory
poplar.include "Inputs/absent.mlir"

// -----

// CHECK: include_invalid.mlir:[[# @LINE + 2]]:1: error: 'poplar.include' op cannot include 'Inputs/include_itself.mlir'
// CHECK: include_itself.mlir:1:1: note: 'poplar.include' op cannot include 'include_itself.mlir': it includes this file
poplar.include "Inputs/include_itself.mlir"

// -----

// CHECK: include_invalid.mlir:[[# @LINE + 2]]:1: error: 'poplar.include' op cannot include 'Inputs/include_bad.mlir'
// CHECK: include_bad.mlir:2:{{.*}}: note: {{.*}}'f33'
poplar.include "Inputs/include_bad.mlir"

// -----

// CHECK: include_invalid.mlir:[[# @LINE + 2]]:{{.*}}: error: 'poplar.include' op expects parent op 'builtin.module'
poplar.graph @g {
  poplar.include "Inputs/include_lib.mlir"
}

// -----

// The mistakes are found after the other file is included.

// CHECK: include_invalid.mlir:[[# @LINE + 2]]:1: error: 'poplar.instantiate' op requires attribute 'template'
poplar.include "Inputs/include_lib.mlir"
"poplar.instantiate"() : () -> ()

// -----

// CHECK: include_invalid.mlir:[[# @LINE + 2]]:1: error: 'poplar.vertex_template' op expected a kind for each of the 1 parameters, but got 0
poplar.include "Inputs/include_lib.mlir"
"poplar.vertex_template"() ({
^bb0:
}) {sym_name = "T", kind = "worker", params = ["a"], kinds = []} : () -> ()
poplar.instantiate @T<f32>
