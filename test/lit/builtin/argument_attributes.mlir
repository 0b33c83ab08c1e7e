// RUN: optc %s --allow-unregistered-dialect | FileCheck %s

// Attributes of arguments are no reason for an alias; those of results and of
// declarations are.

// CHECK: #map = affine_map<(d0) -> (d0 + 6)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 7)>
// CHECK-NEXT: module

// CHECK: func.func @f(%arg0: i32 {a.b = affine_map<(d0) -> (d0 + 5)>}) {
func.func @f(%a: i32 {a.b = affine_map<(d0) -> (d0 + 5)>}) {
  return
}
// CHECK: func.func private @g(i32 {a.b = #map})
func.func private @g(i32 {a.b = affine_map<(d0) -> (d0 + 6)>})
// CHECK: func.func private @h() -> (i32 {a.b = #map1})
func.func private @h() -> (i32 {a.b = affine_map<(d0) -> (d0 + 7)>})
