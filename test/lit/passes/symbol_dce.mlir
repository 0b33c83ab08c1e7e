// RUN: optc %s --symbol-dce --allow-unregistered-dialect | FileCheck %s
// RUN: optc %s --symbol-privatize='exclude=public,usesSub' --symbol-dce --allow-unregistered-dialect | FileCheck %s --check-prefix=PRIVATE

// A private symbol without uses goes away, and what only it uses. Nested ones do in a module that
// nobody outside can see into, which the outermost is.
// CHECK-NOT:   @dead
// CHECK:       func.func private @kept
// CHECK-NOT:   @chained
// CHECK:       func.func @public
// CHECK-NOT:   @hidden
// CHECK:       memref.global "private" @g
// CHECK-NOT:   @h
// CHECK:       func.func @usesG
// CHECK:       module @sub {
// CHECK-NEXT:    func.func nested @used
// CHECK-NOT:   @unused
// CHECK:       func.func @usesSub
// CHECK-NOT:   @privateModule

// What is left when only two symbols stay public.
// PRIVATE:      module {
// PRIVATE-NEXT:   func.func private @kept
// PRIVATE:        func.func @public
// PRIVATE-NOT:    @g
// PRIVATE:        module @sub attributes {sym_visibility = "private"} {
// PRIVATE-NEXT:     func.func nested @used
// PRIVATE:        func.func @usesSub
module {
  func.func private @dead() { return }
  func.func private @kept() { return }
  func.func private @chained() { call @kept2() : () -> () return }
  func.func private @kept2() { return }
  func.func @public() { call @kept() : () -> () return }
  func.func nested @hidden() { return }
  memref.global "private" @g : memref<2xi32> = dense<1>
  memref.global "private" @h : memref<2xi32> = dense<1>
  func.func @usesG() -> memref<2xi32> { %0 = memref.get_global @g : memref<2xi32> return %0 : memref<2xi32> }
  module @sub {
    func.func nested @used() { return }
    func.func nested @unused() { return }
    func.func private @priv() { return }
  }
  func.func @usesSub() { "test.ref"() {f = @sub::@used} : () -> () return }
  module @privateModule attributes {sym_visibility = "private"} {
    func.func @inside() { return }
  }
}
