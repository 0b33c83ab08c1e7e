// RUN: optc %s --allow-unregistered-dialect | FileCheck %s

// Dialects that are unknown here keep the aliases that they have in mlir-opt,
// whatever the source calls them.

// CHECK: #extern = #ml_program.extern : tensor<4xi32>
// CHECK-NEXT: #sparse = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#mine = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

// CHECK: func private @f(tensor<4xf32, #sparse>)
func.func private @f(tensor<4xf32, #mine>)
// CHECK: "test.op"() {a = #extern} : () -> ()
"test.op"() {a = #ml_program.extern : tensor<4xi32>} : () -> ()
