// REQUIRES: system-commands

// RUN: optc reduce %s -- sh -c 'grep -q arith.divsi "$1" && exit 1; exit 0' sh | FileCheck %s
// RUN: optc reduce %s -o %t.mlir -- sh -c 'grep -q arith.divsi {} && exit 1; exit 0'
// RUN: FileCheck %s < %t.mlir
// RUN: not optc reduce %s -- true 2>&1 | FileCheck %s --check-prefix=NOTHING

// What the command finds interesting stays; exit code 0 says that it finds nothing.

// CHECK:      module {
// CHECK-NEXT:   func.func @f() {
// CHECK-NEXT:     %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT:     arith.divsi %[[ZERO]], %[[ZERO]] : i32
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }

// NOTHING: is not interesting: the command ended with exit code 0

func.func private @g(i32) -> i32

func.func @f(%a: i32, %m: memref<8xi32>, %c: i1) -> i32 {
  %lo = arith.constant 0 : index
  %hi = arith.constant 8 : index
  %step = arith.constant 1 : index
  cf.cond_br %c, ^bb1(%a : i32), ^bb2
^bb1(%b: i32):
  scf.for %i = %lo to %hi step %step {
    %0 = memref.load %m[%i] : memref<8xi32>
    %1 = arith.divsi %0, %b : i32
    memref.store %1, %m[%i] : memref<8xi32>
  }
  return %b : i32
^bb2:
  %2 = call @g(%a) : (i32) -> i32
  cf.br ^bb1(%2 : i32)
}
