// RUN: optc %s | optc | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | optc | FileCheck %s

poplar.vertex @"demo::Rows" worker external {
  poplar.field @in : !poplar.in<vec_list<f16, COMPACT_DELTAN>>
  poplar.field @out : !poplar.vec<out<vec<f16>>, ONE_PTR>
  poplar.field @table : !poplar.vec<ui32>
  poplar.field @n : si8
}
poplar.vertex @"demo::Scale" worker external {
  poplar.field @x : !poplar.inout<vec<f16>>
  poplar.field @y : !poplar.in<vec<f32>>
}
poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<2x4xf16>
  %y = poplar.variable "y" : !poplar.tensor<8xf16>
  %z = poplar.constant dense<0.5> : !poplar.tensor<8xf32> 
  poplar.map_linear %x
  %t = poplar.map_linear_next %y offset 3
  poplar.compute_set @rows {
    %v = poplar.add_vertex @"demo::Rows" on 2
    poplar.connect %v @in to [%x, %y]
    poplar.connect %v @out[0] to %y
    poplar.connect %v @out[1] to %x
    poplar.set %v @table = [0 : ui32, 4 : ui32]
    poplar.set %v @n = -3 : si8
    %w = poplar.add_vertex @"demo::Rows" on %t
    poplar.connect %w @in to []
  }
  poplar.compute_set @scale {
    poplar.each_tile (%xs, %zs, %tile) of (%x, %z) {
      %v = poplar.add_vertex @"demo::Scale" on %tile
      %head = poplar.slice %zs from 0 to 1 dim 0
      poplar.connect %v @x to %xs
      poplar.connect %v @y to %head
    }
  }
  poplar.compute_set @nothing {}
  poplar.program {
    poplar.execute @rows
    poplar.sequence {
      poplar.execute @scale
      poplar.copy %x to %y
      %c = poplar.copy_to_ipu %x ipu 0 method(new) {name = "copy"}
    }
  }
}

// CHECK: module {
// CHECK-NEXT:   poplar.vertex @"demo::Rows" worker external {
// CHECK-NEXT:     poplar.field @in : !poplar.in<vec_list<f16, COMPACT_DELTAN>>
// CHECK-NEXT:     poplar.field @out : !poplar.vec<out<vec<f16>>, ONE_PTR>
// CHECK-NEXT:     poplar.field @table : !poplar.vec<ui32>
// CHECK-NEXT:     poplar.field @n : si8
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.vertex @"demo::Scale" worker external {
// CHECK-NEXT:     poplar.field @x : !poplar.inout<vec<f16>>
// CHECK-NEXT:     poplar.field @y : !poplar.in<vec<f32>>
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.graph @g {
// CHECK-NEXT:     %x = poplar.variable "x" : !poplar.tensor<2x4xf16>
// CHECK-NEXT:     %y = poplar.variable "y" : !poplar.tensor<8xf16>
// CHECK-NEXT:     %0 = poplar.constant dense<5.000000e-01> : !poplar.tensor<8xf32>
// CHECK-NEXT:     poplar.map_linear %x
// CHECK-NEXT:     %1 = poplar.map_linear_next %y offset 3
// CHECK-NEXT:     poplar.compute_set @rows {
// CHECK-NEXT:       %v = poplar.add_vertex @"demo::Rows" on 2
// CHECK-NEXT:       poplar.connect %v @in to [%x, %y]
// CHECK-NEXT:       poplar.connect %v @out[0] to %y
// CHECK-NEXT:       poplar.connect %v @out[1] to %x
// CHECK-NEXT:       poplar.set %v @table = [0 : ui32, 4 : ui32]
// CHECK-NEXT:       poplar.set %v @n = -3 : si8
// CHECK-NEXT:       %v_0 = poplar.add_vertex @"demo::Rows" on %1
// CHECK-NEXT:       poplar.connect %v_0 @in to []
// CHECK-NEXT:     }
// CHECK-NEXT:     poplar.compute_set @scale {
// CHECK-NEXT:       poplar.each_tile (%arg0, %arg1, %tile) of (%x, %0) {
// CHECK-NEXT:         %v = poplar.add_vertex @"demo::Scale" on %tile
// CHECK-NEXT:         %2 = poplar.slice %arg1 from 0 to 1 dim 0 : !poplar.tensor<?xf32> to !poplar.tensor<1xf32>
// CHECK-NEXT:         poplar.connect %v @x to %arg0
// CHECK-NEXT:         poplar.connect %v @y to %2
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     poplar.compute_set @nothing {
// CHECK-NEXT:     }
// CHECK-NEXT:     poplar.program {
// CHECK-NEXT:       poplar.execute @rows
// CHECK-NEXT:       poplar.sequence {
// CHECK-NEXT:         poplar.execute @scale
// CHECK-NEXT:         poplar.copy %x to %y
// CHECK-NEXT:         %2 = poplar.copy_to_ipu %x ipu 0 method(new) {name = "copy"}
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
