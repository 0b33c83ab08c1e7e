// RUN: optc %s --sccp --allow-unregistered-dialect | FileCheck %s

// What a function returns that is declared only may be anything.
// CHECK-LABEL: func.func @declared
// CHECK: ^bb{{.*}}(%[[X:.*]]: i32):
// CHECK: return %[[X]] : i32
func.func private @elsewhere() -> i32
func.func @declared(%b: i1) -> i32 {
  %c1 = arith.constant 1 : i32
  %r = func.call @elsewhere() : () -> i32
  cf.cond_br %b, ^end(%r : i32), ^end(%c1 : i32)
^end(%x: i32):
  return %x : i32
}

// What an unknown operation passes to a block may be anything.
// CHECK-LABEL: func.func @unknown
// CHECK: ^bb{{.*}}(%[[X:.*]]: i32):
// CHECK: return %[[X]] : i32
func.func @unknown(%b: i1) -> i32 {
  %c1 = arith.constant 1 : i32
  cf.cond_br %b, ^other, ^end(%c1 : i32)
^other:
  "x.br"()[^end] : () -> ()
^end(%x: i32):
  return %x : i32
}

// It may go to each of its blocks.
// CHECK-LABEL: func.func @several
// CHECK: cf.cond_br %arg0
// CHECK: ^bb{{.*}}(%[[X:.*]]: i32):
// CHECK: return %[[X]] : i32
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
