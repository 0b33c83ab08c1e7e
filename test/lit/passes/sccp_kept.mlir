// RUN: optc %s --sccp --keep-names | FileCheck %s

// An operation without results stays, and a constant takes the name of what it replaces.
// CHECK-LABEL: func.func @f(%c: i1) -> i32 {
// CHECK-NEXT:   %four = arith.constant 4 : i32
// CHECK-NEXT:   %two = arith.constant 2 : i32
// CHECK-NEXT:   scf.if %c {
// CHECK-NEXT:   }
// CHECK-NEXT:   return %four : i32
// CHECK-NEXT: }
func.func @f(%c: i1) -> i32 {
  %two = arith.constant 2 : i32
  scf.if %c {
  }
  %four = arith.addi %two, %two : i32
  return %four : i32
}
