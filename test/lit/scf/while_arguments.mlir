// RUN: optc %s --allow-unregistered-dialect --canonicalize=disable-patterns=merge-duplicate-region-values,remove-dead-region-values | FileCheck %s

// An argument that is forwarded twice, beside one that is not.
// CHECK-LABEL: func.func @forwarded_twice(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT: %0:2 = scf.while (%arg2 = %arg0, %arg3 = %arg1) : (i32, i32) -> (i32, i32) {
// CHECK-NEXT: %1 = "test.more"(%arg2, %arg3) : (i32, i32) -> i1
// CHECK-NEXT: scf.condition(%1) %arg3, %arg3 : i32, i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg2: i32, %arg3: i32):
// CHECK-NEXT: %1:2 = "test.step"(%arg2, %arg3) : (i32, i32) -> (i32, i32)
// CHECK-NEXT: scf.yield %1#0, %1#1 : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0#0, %0#1 : i32, i32
func.func @forwarded_twice(%x: i32, %y: i32) -> (i32, i32) {
  %r:2 = scf.while (%a = %x, %b = %y) : (i32, i32) -> (i32, i32) {
    %c = "test.more"(%a, %b) : (i32, i32) -> i1
    scf.condition(%c) %b, %b : i32, i32
  } do {
  ^bb0(%a: i32, %b: i32):
    %s:2 = "test.step"(%a, %b) : (i32, i32) -> (i32, i32)
    scf.yield %s#0, %s#1 : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}
