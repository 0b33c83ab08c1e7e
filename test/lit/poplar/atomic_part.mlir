// RUN: optc run %s --print a,b,c | FileCheck %s
// RUN: optc %s --tile --verify-exec --verify-diagnostics | FileCheck %s --check-prefix=TILE

// Workers ask for their parts of outputs whose elements are smaller than a word. The grain of
// 3 elements is rounded up to 12 bytes, or to 6 halfwords, so that no word is shared, and the
// outputs, which begin in the middle of a word, go through temporaries.

// CHECK:      a = [undef, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, undef]
// CHECK-NEXT: b = [undef, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, undef]
// CHECK-NEXT: c = [undef, false, false, false, false, false, false, false, false, false, false, false, false, true, true, true, true, true, true, true, true, true, true, true, true, undef]

// TILE: poplar.alloc "v0.y.tmp" {{.*}} size 32 align 4

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex_template @"demo::Fill" params(T : type) multi {
    poplar.field @y : !poplar.out<vec<$T, ONE_PTR>>
    poplar.field @n : ui32
    poplar.split @y contiguous grain 3
    poplar.compute generic (%y : memref<?x$T>, %n : i32) worker(%w : index) {
      %c1 = arith.constant 1 : index
      %size = arith.index_castui %n : i32 to index
      %begin, %end = poplar.part @y of %size by %w
      %x = arith.index_cast %w : index to $T
      scf.for %i = %begin to %end step %c1 {
        memref.store %x, %y[%i] : memref<?x$T>
      }
      poplar.compute_return
    }
  }
  poplar.instantiate @"demo::Fill"<i8>
  poplar.instantiate @"demo::Fill"<ui16>
  poplar.instantiate @"demo::Fill"<i1>
  poplar.graph @main {
    %a = poplar.variable "a" : !poplar.tensor<33xi8>
    %p = poplar.slice %a from 1 to 32 dim 0
    %b = poplar.variable "b" : !poplar.tensor<33xui16>
    %q = poplar.slice %b from 1 to 32 dim 0
    %c = poplar.variable "c" : !poplar.tensor<26xi1>
    %r = poplar.slice %c from 1 to 25 dim 0
    poplar.set_tile_mapping %a on 0
    poplar.set_tile_mapping %b on 0
    poplar.set_tile_mapping %c on 0
    poplar.compute_set @cs {
      %u = poplar.add_vertex @"demo::Fill<char>" on 0
      poplar.connect %u @y to %p
      poplar.set %u @n = 31
      %v = poplar.add_vertex @"demo::Fill<unsigned short>" on 0
      poplar.connect %v @y to %q
      poplar.set %v @n = 31
      %w = poplar.add_vertex @"demo::Fill<bool>" on 0
      poplar.connect %w @y to %r
      poplar.set %w @n = 24
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}
