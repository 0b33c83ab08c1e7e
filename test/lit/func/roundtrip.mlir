// RUN: optc %s | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | optc | FileCheck %s

// Attributes of arguments, results and functions.
// CHECK-LABEL: func.func private @declared(i32 {test.a = 1 : i32}, f32) -> (i32 {test.b}, f32) attributes {no_inline, test.c = 2 : i32}
func.func private @declared(i32 {test.a = 1 : i32}, f32) -> (i32 {test.b}, f32) attributes {no_inline, test.c = 2 : i32}

// CHECK-LABEL: func.func nested @identity(%arg0: f32 {test.a}) -> (f32 {test.b}) {
func.func nested @identity(%x: f32 {test.a}) -> (f32 {test.b}) {
  // CHECK-NEXT: return %arg0 : f32
  return %x : f32
}

// CHECK-LABEL: func.func public @empty() {
func.func public @empty() attributes {} {
  // CHECK-NEXT: return
  return
}

// A result of function type is in parentheses.
// CHECK-LABEL: func.func @values(%arg0: (i32) -> i32, %arg1: i32) -> ((i32) -> i32) {
func.func @values(%f: (i32) -> i32, %x: i32) -> ((i32) -> i32) {
  // CHECK-NEXT: %0 = call @twice(%arg1, %arg1) {test.tag} : (i32, i32) -> i32
  %0 = func.call @twice(%x, %x) {test.tag} : (i32, i32) -> i32
  // CHECK-NEXT: %1 = call_indirect %arg0(%0) : (i32) -> i32
  %1 = func.call_indirect %f(%0) : (i32) -> i32
  // CHECK-NEXT: %2 = call_indirect %arg0(%1) {test.tag} : (i32) -> i32
  func.call_indirect %f(%1) {test.tag} : (i32) -> i32
  // CHECK-NEXT: call @empty() {no_inline} : () -> ()
  func.call @empty() {no_inline} : () -> ()
  // CHECK-NEXT: %f = constant @values : ((i32) -> i32, i32) -> ((i32) -> i32)
  %c = func.constant @values : ((i32) -> i32, i32) -> ((i32) -> i32)
  // CHECK-NEXT: %f_0 = constant {test.tag} @empty : () -> ()
  %d = constant {test.tag} @empty : () -> ()
  // CHECK-NEXT: return {test.tag} %arg0 : (i32) -> i32
  return {test.tag} %f : (i32) -> i32
}

// CHECK-LABEL: func.func private @twice(i32, i32) -> i32
func.func private @twice(i32, i32) -> i32
