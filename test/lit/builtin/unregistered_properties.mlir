// RUN: optc --allow-unregistered-dialect %s | FileCheck %s

// The properties of an unregistered operation use aliases that exist for another
// reason, but get none of their own.

// CHECK: #[[$SHARED:.+]] = affine_map<(d0) -> (d0)>
// CHECK-NEXT: module {
func.func @aliases() {
  // CHECK: "test.inside"() <{map = #[[$SHARED]]}>
  "test.inside"() <{map = affine_map<(d0) -> (d0)>}> : () -> ()
  // CHECK-NEXT: "test.inside"() <{map = affine_map<(d0) -> (d0 + 1)>}>
  "test.inside"() <{map = affine_map<(d0) -> (d0 + 1)>}> : () -> ()
  // CHECK-NEXT: "test.beside"() {map = #[[$SHARED]]}
  "test.beside"() {map = affine_map<(d0) -> (d0)>} : () -> ()
  return
}
