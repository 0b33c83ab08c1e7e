// RUN: optc %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// The condition is known in each branch, whether the other one uses it or not.
// CHECK-LABEL: func.func @then(%arg0: i1) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     "test.a"(%true) : (i1) -> ()
// CHECK-NEXT:   } else {
// CHECK-NEXT:     "test.b"() : () -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @then(%c: i1) {
  scf.if %c {
    "test.a"(%c) : (i1) -> ()
  } else {
    "test.b"() : () -> ()
  }
  return
}

// CHECK-LABEL: func.func @otherwise(%arg0: i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     "test.a"() : () -> ()
// CHECK-NEXT:   } else {
// CHECK-NEXT:     "test.b"(%false) : (i1) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @otherwise(%c: i1) {
  scf.if %c {
    "test.a"() : () -> ()
  } else {
    "test.b"(%c) : (i1) -> ()
  }
  return
}

// CHECK-LABEL: func.func @neither(%arg0: i1) -> i1 {
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     "test.a"() : () -> ()
// CHECK-NEXT:   } else {
// CHECK-NEXT:     "test.b"() : () -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return %arg0 : i1
// CHECK-NEXT: }
func.func @neither(%c: i1) -> i1 {
  scf.if %c {
    "test.a"() : () -> ()
  } else {
    "test.b"() : () -> ()
  }
  return %c : i1
}
