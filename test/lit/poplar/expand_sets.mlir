// RUN: optc %s --poplar-expand-loops | FileCheck %s
// RUN: optc %s | FileCheck --check-prefix=KEPT %s
// RUN: optc run --target ipu2 --print x %s | FileCheck --check-prefix=SORTED %s
// RUN: optc run --print x %s | FileCheck --check-prefix=SORTED %s

// Compute sets in loops: an odd-even transposition sort.

// CHECK: poplar.compute_set @sort.0.0
// CHECK: poplar.compute_set @sort.3.1
// CHECK: poplar.execute @sort.0.0
// CHECK-NEXT: poplar.execute @sort.0.1
// CHECK: poplar.execute @sort.3.1
// CHECK-NOT: poplar.for

// KEPT: poplar.compute_set @sort[%i, %i_0]
// KEPT: poplar.execute @sort[%i, %i_0]

// SORTED: x = [1, 2, 3, 4, 5, 6, 7, 8]
module attributes {poplar.target = #poplar.target<ipu2>} {
poplar.vertex @Exchange worker {
  poplar.field @a : !poplar.inout<si32>
  poplar.field @b : !poplar.inout<si32>
  poplar.compute (%a: memref<i32>, %b: memref<i32>) {
    %0 = memref.load %a[] : memref<i32>
    %1 = memref.load %b[] : memref<i32>
    %lo = arith.minsi %0, %1 : i32
    %hi = arith.maxsi %0, %1 : i32
    memref.store %lo, %a[] : memref<i32>
    memref.store %hi, %b[] : memref<i32>
    poplar.compute_return
  }
}
poplar.graph @main {
  %x = poplar.variable "x" = dense<[8, 3, 6, 1, 5, 7, 2, 4]> : !poplar.tensor<8xsi32>
  poplar.map_linear %x
  poplar.for %i = 0 to 4 {
    poplar.for %odd = 0 to 2 {
      poplar.compute_set @sort[%i, %odd] {
        poplar.for %k = 0 to (4 - %odd) {
          %a = poplar.index %x %k * 2 + %odd dim 0
          %b = poplar.index %x %k * 2 + %odd + 1 dim 0
          %v = poplar.add_vertex @Exchange on %k
          poplar.connect %v @a to %a
          poplar.connect %v @b to %b
        }
      }
    }
  }
  poplar.program {
    poplar.for %i = 0 to 4 {
      poplar.for %odd = 0 to 2 {
        poplar.execute @sort[%i, %odd]
      }
    }
  }
}
}
