// RUN: optc %s | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | optc | FileCheck %s

poplar.vertex @"demo::P" worker external {
  poplar.field @x : !poplar.inout<vec<f32>>
  poplar.field @n : ui16
}
poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<12x8xf32>
  %o = poplar.choose_offset [4]
  poplar.for %i = 0 to 12 {
    %row = poplar.index %x %i dim 0
    poplar.set_tile_mapping %row on %i floordiv 2 + 1
    poplar.for %j = %i to %i + 2 {
      %two = poplar.slice %row from %j mod 2 to %j + 2 dim 0
      poplar.map_linear %two offset %i * 3 + %j
    }
  }
  %odd, %all = poplar.for %k = 1 to 12 step 3 concat dim 0 {
    %part = poplar.slice %x from %k to %k + 1 dim 0
    %w = poplar.variable "w"[%k, %k * 2] : !poplar.tensor<4xf32>
    poplar.yield %part, %x : !poplar.tensor<1x8xf32>, !poplar.tensor<12x8xf32>
  }
  poplar.for %e = 3 to 3 {
    poplar.for %n = %e * 0 to %e - %e {
      poplar.set_tile_mapping %x on %n * 0 + %e
    }
  }
  poplar.map_by_use grain 1 min 1 method(none) start %o {
    poplar.for %t = 0 to 4 {
      poplar.use %x on %t
    }
  }
  poplar.compute_set @cs {
    poplar.each_tile (%xs, %tile) of (%x) {
      %lo, %hi = poplar.tile_range %x dim 0 on %tile + 1
      poplar.for %r = %lo to %hi {
        %v = poplar.add_vertex @"demo::P" on %tile
        poplar.connect %v @x to %xs
        poplar.set %v @n = %r - %lo
      }
    }
  }
  poplar.program {
    poplar.for %s = 0 to 2 {
      poplar.copy_from_host "in"[%s] to %x
      poplar.for %q = 0 to 2 {
        poplar.execute @cs
      }
      poplar.copy_to_host %x to "out"[%s]
    }
  }
}

// CHECK:   poplar.graph @g {
// CHECK-NEXT:     %x = poplar.variable "x" : !poplar.tensor<12x8xf32>
// CHECK-NEXT:     %0 = poplar.choose_offset [4]
// CHECK-NEXT:     poplar.for %i = 0 to 12 {
// CHECK-NEXT:       %2 = poplar.index %x %i dim 0 : !poplar.tensor<12x8xf32> to !poplar.tensor<8xf32>
// CHECK-NEXT:       poplar.set_tile_mapping %2 on %i floordiv 2 + 1
// CHECK-NEXT:       poplar.for %i_0 = %i to %i + 2 {
// CHECK-NEXT:         %3 = poplar.slice %2 from %i_0 mod 2 to %i_0 + 2 dim 0 : !poplar.tensor<8xf32> to !poplar.tensor<?xf32>
// CHECK-NEXT:         poplar.map_linear %3 offset %i * 3 + %i_0
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %1:2 = poplar.for %i = 1 to 12 step 3 concat dim 0 {
// CHECK-NEXT:       %2 = poplar.slice %x from %i to %i + 1 dim 0 : !poplar.tensor<12x8xf32> to !poplar.tensor<1x8xf32>
// CHECK-NEXT:       %w = poplar.variable "w"[%i, %i * 2] : !poplar.tensor<4xf32>
// CHECK-NEXT:       poplar.yield %2, %x : !poplar.tensor<1x8xf32>, !poplar.tensor<12x8xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     poplar.for %i = 3 to 3 {
// CHECK-NEXT:       poplar.for %i_0 = 0 to 0 {
// CHECK-NEXT:         poplar.set_tile_mapping %x on %i
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     poplar.map_by_use grain 1 min 1 method(none) start %0 {
// CHECK-NEXT:       poplar.for %i = 0 to 4 {
// CHECK-NEXT:         poplar.use %x on %i
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     poplar.compute_set @cs {
// CHECK-NEXT:       poplar.each_tile (%arg0, %tile) of (%x) {
// CHECK-NEXT:         %lo, %hi = poplar.tile_range %x dim 0 on %tile + 1
// CHECK-NEXT:         poplar.for %i = %lo to %hi {
// CHECK-NEXT:           %v = poplar.add_vertex @"demo::P" on %tile
// CHECK-NEXT:           poplar.connect %v @x to %arg0
// CHECK-NEXT:           poplar.set %v @n = %i - %lo
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     poplar.program {
// CHECK-NEXT:       poplar.for %i = 0 to 2 {
// CHECK-NEXT:         poplar.copy_from_host "in"[%i] to %x
// CHECK-NEXT:         poplar.for %i_0 = 0 to 2 {
// CHECK-NEXT:           poplar.execute @cs
// CHECK-NEXT:         }
// CHECK-NEXT:         poplar.copy_to_host %x to "out"[%i]
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
