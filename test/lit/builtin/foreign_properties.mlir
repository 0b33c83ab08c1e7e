// RUN: optc --allow-unregistered-dialect %s | FileCheck %s

// The properties of an operation that is not known here but upstream get aliases,
// together with its other attributes and in the order of all names.

// CHECK: #[[$FIRST:map]] = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #[[$SECOND:map1]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-NEXT: module {
func.func @aliases() {
  // CHECK: "shape.any"() <{b = #[[$SECOND]]}> {a = #[[$FIRST]]}
  "shape.any"() <{b = affine_map<(d0) -> (d0 + 1)>}> {a = affine_map<(d0) -> (d0)>} : () -> ()
  return
}
