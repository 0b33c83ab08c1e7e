// RUN: optc %s --allow-unregistered-dialect --pass-pipeline='builtin.module(any(cse))' | FileCheck %s

// A pipeline for any operation runs on those that are registered and isolated from above.
// CHECK: module {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   "t.isolated"() ({
// CHECK-NEXT:     %c1_i32_0 = arith.constant 1 : i32
// CHECK-NEXT:     %c1_i32_1 = arith.constant 1 : i32
// CHECK-NEXT:     "t.use"(%c1_i32_0, %c1_i32_1) : (i32, i32) -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   func.func @f() -> (i32, i32) {
// CHECK-NEXT:     %c1_i32_0 = arith.constant 1 : i32
// CHECK-NEXT:     return %c1_i32_0, %c1_i32_0 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   module {
// CHECK-NEXT:     %c1_i32_0 = arith.constant 1 : i32
// CHECK-NEXT:     "t.use"(%c1_i32_0, %c1_i32_0) : (i32, i32) -> ()
// CHECK-NEXT:     func.func @f() -> (i32, i32) {
// CHECK-NEXT:       %c1_i32_1 = arith.constant 1 : i32
// CHECK-NEXT:       return %c1_i32_1, %c1_i32_1 : i32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.execute_region {
// CHECK-NEXT:     %c1_i32_0 = arith.constant 1 : i32
// CHECK-NEXT:     %c1_i32_1 = arith.constant 1 : i32
// CHECK-NEXT:     "t.use"(%c1_i32_0, %c1_i32_1) : (i32, i32) -> ()
// CHECK-NEXT:     scf.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   "t.use"(%c1_i32) : (i32) -> ()
// CHECK-NEXT: }
%0 = arith.constant 1 : i32
"t.isolated"() ({
  %1 = arith.constant 1 : i32
  %2 = arith.constant 1 : i32
  "t.use"(%1, %2) : (i32, i32) -> ()
}) : () -> ()
func.func @f() -> (i32, i32) {
  %1 = arith.constant 1 : i32
  %2 = arith.constant 1 : i32
  return %1, %2 : i32, i32
}
module {
  %1 = arith.constant 1 : i32
  %2 = arith.constant 1 : i32
  "t.use"(%1, %2) : (i32, i32) -> ()
  func.func @f() -> (i32, i32) {
    %3 = arith.constant 1 : i32
    %4 = arith.constant 1 : i32
    return %3, %4 : i32, i32
  }
}
scf.execute_region {
  %1 = arith.constant 1 : i32
  %2 = arith.constant 1 : i32
  "t.use"(%1, %2) : (i32, i32) -> ()
  scf.yield
}
"t.use"(%0) : (i32) -> ()
