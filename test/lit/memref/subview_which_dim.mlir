// The result type of a subview says which of several dimensions of extent 1 it drops, where
// their strides do not, and memory whose layout permutes its dimensions is executed.
// RUN: optc run --call which --arg 3 --arg 2 %s | FileCheck %s --check-prefix=WHICH
// RUN: optc run --call permuted %s | FileCheck %s --check-prefix=PERMUTED
// RUN: optc --canonicalize --verify-exec %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXEC --allow-empty

// EXEC-NOT: error
// WHICH: result 0 = 1
// WHICH-NEXT: result 1 = 3
// WHICH-NEXT: result 2 = 121
// mlir-opt-22 differs (canonicalize cse, inline licm, arith expanded, arith and casts expanded, memref aliases folded): it drops another dimension than the type says, or crashes
func.func @which(%n: index, %i: index) -> (index, index, i32) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<2x3x2xi32>
  affine.for %x = 0 to 2 {
    affine.for %y = 0 to 3 {
      affine.for %w = 0 to 2 {
        %s = affine.apply affine_map<(a, b, c) -> (a * 100 + b * 10 + c)>(%x, %y, %w)
        %t = arith.index_cast %s : index to i32
        memref.store %t, %a[%x, %y, %w] : memref<2x3x2xi32>
      }
    }
  }
  %k = memref.cast %a : memref<2x3x2xi32> to memref<?x?x?xi32, strided<[?, ?, ?], offset: ?>>
  %v = memref.subview %k[1, 0, 1] [1, %n, 1] [1, 1, 1] : memref<?x?x?xi32, strided<[?, ?, ?], offset: ?>> to memref<1x?xi32, strided<[?, ?], offset: ?>>
  %d = memref.dim %v, %c1 : memref<1x?xi32, strided<[?, ?], offset: ?>>
  %e = memref.dim %v, %c0 : memref<1x?xi32, strided<[?, ?], offset: ?>>
  %l = memref.load %v[%c0, %i] : memref<1x?xi32, strided<[?, ?], offset: ?>>
  return %e, %d, %l : index, index, i32
}

// PERMUTED: result 0 = 12
func.func @permuted() -> i32 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = memref.alloc() : memref<2x3xi32, affine_map<(i, j) -> (j, i)>>
  affine.for %x = 0 to 2 {
    affine.for %y = 0 to 3 {
      %s = affine.apply affine_map<(a, b) -> (a * 10 + b)>(%x, %y)
      %t = arith.index_cast %s : index to i32
      memref.store %t, %m[%x, %y] : memref<2x3xi32, affine_map<(i, j) -> (j, i)>>
    }
  }
  %r = memref.load %m[%c1, %c2] : memref<2x3xi32, affine_map<(i, j) -> (j, i)>>
  return %r : i32
}
