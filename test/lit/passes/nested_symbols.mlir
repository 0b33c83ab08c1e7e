// RUN: optc %s --pass-pipeline='builtin.module(builtin.module(sccp))' | FileCheck %s
// RUN: optc %s --pass-pipeline='builtin.module(builtin.module(inline))' | FileCheck %s --check-prefix=INLINE
// RUN: optc %s --pass-pipeline='builtin.module(builtin.module(symbol-dce))' | FileCheck %s --check-prefix=DCE

// Passes that run on a module that others see do not know all references to what is nested in it,
// but they do know those to what is nested in a private module, or in one without a name.
// CHECK-LABEL: module @seen {
// CHECK:         func.func nested @f(%arg0: i32) -> i32 {
// CHECK-NEXT:      return %arg0 : i32
// CHECK:         func.func private @g(%arg0: i32) -> i32 {
// CHECK-NEXT:      %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:      return %c1_i32 : i32
// CHECK-LABEL: module @unseen
// CHECK:         func.func nested @f(%arg0: i32) -> i32 {
// CHECK-NEXT:      %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:      return %c1_i32 : i32

// INLINE-LABEL: module @seen {
// INLINE:         func.func nested @f(
// INLINE-NOT:     func.func private @g(
// INLINE-LABEL: module @unseen
// INLINE-NOT:     func.func nested @f(
// INLINE:         func.func @caller

// DCE-LABEL: module @seen {
// DCE:         func.func nested @unused
// DCE-LABEL: module @unseen
// DCE-NOT:     func.func nested @unused
// DCE:         func.func @caller
module {
  module @seen {
    func.func nested @unused() { return }
    func.func nested @f(%a: i32) -> i32 { return %a : i32 }
    func.func private @g(%a: i32) -> i32 { return %a : i32 }
    func.func @caller() -> (i32, i32) {
      %c1 = arith.constant 1 : i32
      %0 = call @f(%c1) : (i32) -> i32
      %1 = call @g(%c1) : (i32) -> i32
      return %0, %1 : i32, i32
    }
  }
  module @unseen attributes {sym_visibility = "private"} {
    func.func nested @unused() { return }
    func.func nested @f(%a: i32) -> i32 { return %a : i32 }
    func.func @caller() -> i32 {
      %c1 = arith.constant 1 : i32
      %0 = call @f(%c1) : (i32) -> i32
      return %0 : i32
    }
  }
}
