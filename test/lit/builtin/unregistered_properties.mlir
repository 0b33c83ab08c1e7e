// RUN: optc --allow-unregistered-dialect %s | FileCheck %s

// The properties of an unregistered operation use aliases that exist for another
// reason, but get none of their own.

// CHECK: #[[$SHARED:.+]] = affine_map<(d0) -> (d0)>
// CHECK-NEXT: module {
func.func @aliases() {
  // CHECK: "nowhere.inside"() <{map = #[[$SHARED]]}>
  "nowhere.inside"() <{map = affine_map<(d0) -> (d0)>}> : () -> ()
  // CHECK-NEXT: "nowhere.inside"() <{map = affine_map<(d0) -> (d0 + 1)>}>
  "nowhere.inside"() <{map = affine_map<(d0) -> (d0 + 1)>}> : () -> ()
  // CHECK-NEXT: "nowhere.beside"() {map = #[[$SHARED]]}
  "nowhere.beside"() {map = affine_map<(d0) -> (d0)>} : () -> ()
  return
}
