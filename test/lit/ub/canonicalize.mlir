// RUN: optc %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @unused
// CHECK-NEXT: return
func.func @unused() {
  %0 = ub.poison : i32
  return
}

// Equal poison becomes one.
// CHECK-LABEL: func.func @equal
// CHECK-NEXT: %0 = ub.poison : i32
// CHECK-NEXT: %1 = ub.poison : f32
// CHECK-NEXT: return %0, %0, %1 : i32, i32, f32
func.func @equal() -> (i32, i32, f32) {
  %0 = ub.poison : i32
  %1 = ub.poison : i32
  %2 = ub.poison : f32
  return %0, %1, %2 : i32, i32, f32
}

// The way to unreachable code is never taken.
// CHECK-LABEL: func.func @never
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: "test.effect"(%false) : (i1) -> ()
// CHECK-NEXT: return
func.func @never(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  ub.unreachable
^bb2:
  "test.effect"(%c) : (i1) -> ()
  return
}
