// RUN: optc %s --canonicalize | FileCheck %s
// mlir-opt-22 differs (canonicalize cse, inline licm): a difference may overflow, so that its sign says nothing about the order of its operands

// CHECK-LABEL: func.func @order(
// CHECK: index.sub %arg0, %arg1
// CHECK: index.cmp sgt(%0, %idx0)
func.func @order(%a: index, %b: index) -> i1 {
  %zero = index.constant 0
  %d = index.sub %a, %b
  %0 = index.cmp sgt(%d, %zero)
  return %0 : i1
}
