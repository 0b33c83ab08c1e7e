// RUN: optc %s --allow-unregistered-dialect | FileCheck %s
// RUN: optc %s --allow-unregistered-dialect --mlir-print-op-generic | optc --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @branches(%arg0: i1, %arg1: i32, %arg2: f32) {
func.func @branches(%c: i1, %i: i32, %f: f32) {
  // CHECK-NEXT: cf.cond_br %arg0 weights([1, 2]), ^bb1(%arg1 : i32), ^bb2(%arg1, %arg2 : i32, f32)
  cf.cond_br %c weights([1, 2]), ^bb1(%i : i32), ^bb2(%i, %f : i32, f32)
// CHECK-NEXT: ^bb1(%0: i32):
^bb1(%0: i32):
  // CHECK-NEXT: cf.br ^bb1(%0 : i32) {test.tag}
  cf.br ^bb1(%0 : i32) {test.tag}
// CHECK-NEXT: ^bb2(%1: i32, %2: f32):
^bb2(%1: i32, %2: f32):
  // CHECK-NEXT: cf.switch %1 : i32, [
  cf.switch %1 : i32, [
    // CHECK-NEXT: default: ^bb1(%arg1 : i32),
    default: ^bb1(%i : i32),
    // CHECK-NEXT: 42: ^bb2(%arg1, %2 : i32, f32),
    42: ^bb2(%i, %2 : i32, f32),
    // CHECK-NEXT: 4294967289: ^bb3
    -7: ^bb3
  // CHECK-NEXT: ] {test.tag}
  ] {test.tag}
// CHECK-NEXT: ^bb3:
^bb3:
  // CHECK-NEXT: cf.switch %1 : i32, [
  cf.switch %1 : i32, [
    // CHECK-NEXT: default: ^bb1(%arg1 : i32)]
    default: ^bb1(%i : i32)]
// CHECK-NEXT: ^bb4:
^bb4:
  // CHECK-NEXT: cf.cond_br %arg0, ^bb4, ^bb2(%arg1, %arg2 : i32, f32) {test.tag}
  cf.cond_br %c, ^bb4, ^bb2(%i, %f : i32, f32) {test.tag}
// CHECK-NEXT: ^bb5:
^bb5:
  // CHECK-NEXT: cf.assert %arg0, "it must \22hold\22" {test.tag}
  cf.assert %c, "it must \22hold\22" {test.tag}
  // CHECK-NEXT: cf.br ^bb3
  cf.br ^bb3
}
