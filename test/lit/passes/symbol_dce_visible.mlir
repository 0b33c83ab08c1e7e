// RUN: optc %s --symbol-dce | FileCheck %s

// Nested symbols of a private module are seen by nobody else, and those of a module that
// is seen in another one by all who see it; the outermost module is seen by nobody.
// CHECK: module {
// CHECK-NEXT: func.func @user
// CHECK: module @hidden attributes {sym_visibility = "private"} {
// CHECK-NEXT: func.func nested @used
// CHECK-NOT: @unused
// CHECK: func.func @public
// CHECK: module @seen {
// CHECK-NEXT: func.func nested @used
// CHECK-NOT: @unused
// CHECK-NOT: @private
module {
  func.func @user() attributes {a = @hidden::@used, b = @seen::@used} {
    return
  }
  module @hidden attributes {sym_visibility = "private"} {
    func.func nested @used() { return }
    func.func nested @unused() { return }
    func.func @public() { return }
  }
  module @seen {
    func.func nested @used() { return }
    func.func nested @unused() { return }
    func.func private @private() { return }
  }
}
