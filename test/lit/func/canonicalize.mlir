// RUN: optc %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// A call of a known function is direct.
// CHECK-LABEL: func.func @direct(%arg0: i32) -> i32 {
// CHECK-NEXT: %0 = call @direct(%arg0) : (i32) -> i32
// CHECK-NEXT: return %0 : i32
func.func @direct(%x: i32) -> i32 {
  %f = constant @direct : (i32) -> i32
  %0 = call_indirect %f(%x) {test.tag} : (i32) -> i32
  return %0 : i32
}

// An argument is no known function.
// CHECK-LABEL: func.func @indirect(%arg0: (i32) -> i32, %arg1: i32) -> i32 {
// CHECK-NEXT: %0 = call_indirect %arg0(%arg1) : (i32) -> i32
// CHECK-NEXT: return %0 : i32
func.func @indirect(%f: (i32) -> i32, %x: i32) -> i32 {
  %0 = call_indirect %f(%x) : (i32) -> i32
  return %0 : i32
}

// Calls stay, even unused ones.
// CHECK-LABEL: func.func @effects() {
// CHECK-NEXT: %0 = call @unknown() : () -> i32
// CHECK-NEXT: return
func.func @effects() {
  %0 = call @unknown() : () -> i32
  return
}

// CHECK-LABEL: func.func private @unknown() -> i32
func.func private @unknown() -> i32
