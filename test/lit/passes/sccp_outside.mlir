// RUN: optc %s --sccp --allow-unregistered-dialect | FileCheck %s

// What a function returns that is declared only may be anything.
// CHECK-LABEL: func.func private @elsewhere() -> i32
func.func private @elsewhere() -> i32
// CHECK-LABEL: func.func @declared(%arg0: i1) -> i32 {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = call @elsewhere() : () -> i32
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1(%0 : i32), ^bb1(%c1_i32 : i32)
// CHECK-NEXT: ^bb1(%1: i32):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT:   return %1 : i32
// CHECK-NEXT: }
func.func @declared(%b: i1) -> i32 {
  %c1 = arith.constant 1 : i32
  %r = func.call @elsewhere() : () -> i32
  cf.cond_br %b, ^end(%r : i32), ^end(%c1 : i32)
^end(%x: i32):
  return %x : i32
}

// What an unknown operation passes to a block may be anything.
// CHECK-LABEL: func.func @unknown(%arg0: i1) -> i32 {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2(%c1_i32 : i32)
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   "x.br"()[^bb2] : () -> ()
// CHECK-NEXT: ^bb2(%0: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @unknown(%b: i1) -> i32 {
  %c1 = arith.constant 1 : i32
  cf.cond_br %b, ^other, ^end(%c1 : i32)
^other:
  "x.br"()[^end] : () -> ()
^end(%x: i32):
  return %x : i32
}

// It may go to each of its blocks.
// CHECK-LABEL: func.func @several(%arg0: i1) -> i32 {
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   "x.br"()[^bb1, ^bb2] : () -> ()
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   cf.br ^bb3(%c1_i32 : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   cf.cond_br %arg0, ^bb3(%c1_i32 : i32), ^bb3(%c2_i32 : i32)
// CHECK-NEXT: ^bb3(%0: i32):  // 3 preds: ^bb1, ^bb2, ^bb2
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @several(%b: i1) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  "x.br"()[^first, ^second] : () -> ()
^first:
  cf.br ^end(%c1 : i32)
^second:
  cf.cond_br %b, ^end(%c1 : i32), ^end(%c2 : i32)
^end(%x: i32):
  return %x : i32
}
