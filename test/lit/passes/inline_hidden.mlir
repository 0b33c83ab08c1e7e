// RUN: optc %s --allow-unregistered-dialect --inline | FileCheck %s

// An operation beside the functions may refer to any of them; what comes after it does not
// change that.
// CHECK: module {
// CHECK-NEXT:   scf.execute_region {
// CHECK-NEXT:     "test.table"() ({
// CHECK-NEXT:       "test.reference"() {of = @referred} : () -> ()
// CHECK-NEXT:     }) : () -> ()
// CHECK-NEXT:     scf.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @declared()
// CHECK-NEXT:   func.func private @referred() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @unused() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
scf.execute_region {
  "test.table"() ({
    "test.reference"() {of = @referred} : () -> ()
  }) : () -> ()
  scf.yield
}
func.func private @declared()
func.func private @referred() { return }
func.func private @unused() { return }
