// RUN: optc %s | optc | FileCheck %s
// RUN: optc %s --pass-pipeline='builtin.module(tile)' | FileCheck %s --check-prefix=LOWER
// RUN: optc %s --pass-pipeline='builtin.module(tile)' --verify-exec

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Down" worker {
    poplar.field @x : !poplar.inout<ui32>
    poplar.compute (%x : memref<i32>) {
      %one = arith.constant 1 : i32
      %v = memref.load %x[] : memref<i32>
      %s = arith.subi %v, %one : i32
      memref.store %s, %x[] : memref<i32>
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %n = poplar.variable "n" = dense<[5, 3]> : !poplar.tensor<2xui32>
    poplar.set_tile_mapping %n on 0
    %last = poplar.slice %n from 1 to 2 dim 0 : !poplar.tensor<2xui32> to !poplar.tensor<1xui32>
    poplar.compute_set @down {
      %v = poplar.add_vertex @"demo::Down" on 0
      poplar.connect %v @x to %last
    }
    // CHECK: poplar.graph_function @once {
    // LOWER: poplar.graph_function @once {
    poplar.graph_function @once {
      poplar.execute @down
    }
    poplar.program {
      // CHECK: poplar.repeat 1 {
      // LOWER: poplar.repeat 1 {
      // LOWER-NEXT: poplar.call @once
      poplar.repeat 1 {
        poplar.call @once
      }
      // CHECK: poplar.repeat_while %{{.*}} after {
      // CHECK: } do {
      // LOWER: poplar.repeat_while element 1 of "n" after {
      // LOWER: } do {
      // LOWER-NEXT: poplar.execute @down
      poplar.repeat_while %last after {
      } do {
        poplar.execute @down
      }
      // CHECK: poplar.if %{{.*}} {
      // CHECK: } else {
      // LOWER: poplar.if element 1 of "n" {
      poplar.if %last {
        poplar.execute @down
      } else {
      }
      // CHECK: poplar.copy_to_host %{{.*}} to "out"
      // LOWER: poplar.host_moves to "out" : !poplar.tensor<2xui32> {
      // LOWER-NEXT: poplar.run 0 to 2 tile 0 in "n.t0" + 0
      poplar.copy_to_host %n to "out"
    }
  }
}
