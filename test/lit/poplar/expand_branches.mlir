// RUN: optc %s --poplar-expand-loops | FileCheck %s

// A condition that is known chooses operations and numbers, tables give indices, and each iteration
// connects a row of a list.

poplar.vertex @"t::Rows" worker external {
  poplar.field @rows : !poplar.vec<in<vec<f32>>, ONE_PTR>
}

// CHECK-LABEL: poplar.graph @rows
// CHECK-NOT: scf.if
// CHECK-NOT: tensor.extract
// CHECK: %[[A:.*]] = poplar.slice %x from 0 to 2 dim 0
// CHECK: poplar.set_tile_mapping %[[A]] on 4
// CHECK: %[[B:.*]] = poplar.slice %x from 2 to 5 dim 0
// CHECK: poplar.set_tile_mapping %[[B]] on 9
// CHECK: poplar.compute_set @cs {
// CHECK: %[[C:.*]] = poplar.slice %x from 0 to 2 dim 0
// CHECK: poplar.connect %v @rows[0] to %[[C]]
// CHECK: %[[D:.*]] = poplar.slice %x from 2 to 5 dim 0
// CHECK: poplar.connect %v @rows[1] to %[[D]]
poplar.graph @rows target(#poplar.target<ipu2>) {
  %x = poplar.variable "x" : !poplar.tensor<5xf32>
  %starts = arith.constant dense<[0, 2, 5]> : tensor<3xindex>
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  poplar.for %i = 0 to 2 {
    %next = arith.addi %i, %c1 : index
    %lo = tensor.extract %starts[%i] : tensor<3xindex>
    %hi = tensor.extract %starts[%next] : tensor<3xindex>
    %row = poplar.slice %x from %lo to %hi dim 0
    %first = arith.cmpi slt, %i, %c1 : index
    %tile = scf.if %first -> (index) {
      scf.yield %c4 : index
    } else {
      scf.yield %c9 : index
    }
    scf.if %first {
      poplar.set_tile_mapping %row on %tile
    } else {
      poplar.set_tile_mapping %row on %tile
    }
  }
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"t::Rows" on 4
    poplar.for %i = 0 to 2 {
      %next = arith.addi %i, %c1 : index
      %lo = tensor.extract %starts[%i] : tensor<3xindex>
      %hi = tensor.extract %starts[%next] : tensor<3xindex>
      %row = poplar.slice %x from %lo to %hi dim 0
      poplar.connect %v @rows[%i] to %row
    }
  }
}
