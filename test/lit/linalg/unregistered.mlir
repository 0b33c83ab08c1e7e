// RUN: optc %s --allow-unregistered-dialect | optc --allow-unregistered-dialect | FileCheck %s
// RUN: optc %s --allow-unregistered-dialect --mlir-print-op-generic | optc --allow-unregistered-dialect | FileCheck %s

// CHECK: linalg.map { foo.bar {u = 1 : i32} } ins(%arg0, %arg0 : memref<4x16xf32>, memref<4x16xf32>) outs(%arg0 : memref<4x16xf32>)
// CHECK: "foo.use"() {a = #linalg.unary_fn<exp>, b = #linalg.binary_fn<powf>, c = #linalg.ternary_fn<select>, d = #linalg.iterator_type<reduction>} : () -> ()

func.func @unknown(%m: memref<4x16xf32>) {
  linalg.map { foo.bar {u = 1 : i32} } ins(%m, %m : memref<4x16xf32>, memref<4x16xf32>) outs(%m : memref<4x16xf32>)
  return
}
func.func @words() {
  "foo.use"() {a = #linalg.unary_fn<exp>, b = #linalg.binary_fn<powf>, c = #linalg.ternary_fn<select>, d = #linalg.iterator_type<reduction>} : () -> ()
  return
}
