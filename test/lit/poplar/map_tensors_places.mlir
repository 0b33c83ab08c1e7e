// RUN: optc %s --poplar-map-tensors --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// Numbers that mapping operations compute are constants for what cannot hold them itself, one
// for each user; views and variables have the place of the operation that they come from.
module attributes {poplar.target = #poplar.target<ipu2, num_ipus = 2, tiles_per_ipu = 4>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec<f32, ONE_PTR>>
  }
  // CHECK-LABEL: poplar.graph @numbers {
  // CHECK: %[[ONE:.*]] = arith.constant 1 : index
  // CHECK-NEXT: poplar.index
  // CHECK-NEXT: %[[A:.*]] = arith.constant 4 : index loc("less")
  // CHECK-NEXT: %[[N:.*]] = arith.subi %[[A]], %[[ONE]] : index loc("less")
  // CHECK-NEXT: %[[B:.*]] = arith.constant 4 : index loc("twice")
  // CHECK-NEXT: %[[T:.*]] = arith.addi %[[B]], %[[B]] : index loc("twice")
  // CHECK-NEXT: %[[C:.*]] = arith.constant 4 : index loc("again")
  // CHECK-NEXT: %[[U:.*]] = arith.subi %[[T]], %[[C]] : index loc("again")
  // CHECK-NEXT: poplar.compute_set
  // CHECK-NEXT: poplar.add_vertex @"demo::P" on %[[N]]
  // CHECK: poplar.add_vertex @"demo::P" on %[[U]]
  // CHECK: poplar.add_vertex @"demo::P" on 4
  poplar.graph @numbers {
    %x = poplar.variable "x" : !poplar.tensor<8x2xf32>
    %one = arith.constant 1 : index
    %o = poplar.map_linear_next %x offset 3
    %row = poplar.index %x 1 dim 0
    %n = arith.subi %o, %one : index loc("less")
    %t = arith.addi %o, %o : index loc("twice")
    %u = arith.subi %t, %o : index loc("again")
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::P" on %n
      poplar.connect %v @x to %row
      %w = poplar.add_vertex @"demo::P" on %u
      poplar.connect %w @x to %row
      %y = poplar.add_vertex @"demo::P" on %o
      poplar.connect %y @x to %row
    }
  }

  // CHECK-LABEL: poplar.graph @views {
  // CHECK-NEXT: %[[X:.*]] = poplar.variable "x"
  // CHECK-NEXT: poplar.set_tile_mapping %[[X]] on 1
  // CHECK-NEXT: %[[NONE:.*]] = poplar.slice %[[X]] from 2 to 2 dim 0
  // CHECK-NEXT: %[[E:.*]] = poplar.variable "clone" : !poplar.tensor<0xf32> loc("empty")
  // CHECK: %[[Z:.*]] = poplar.variable "x.clone" : !poplar.tensor<8xf32> loc("moved")
  // CHECK-NEXT: poplar.set_tile_mapping %[[Z]] on 5 loc("moved")
  // CHECK-NEXT: %[[Z2:.*]] = poplar.reshape %[[Z]] : {{.*}} loc("moved")
  // CHECK-NEXT: %[[C:.*]] = poplar.variable "c" : !poplar.tensor<8xf32> loc("copied")
  // CHECK-NEXT: poplar.set_tile_mapping %[[C]] on 5 loc("copied")
  // CHECK-NEXT: %[[D:.*]] = poplar.variable "d" : !poplar.tensor<8xf32> loc("inside")
  // CHECK: poplar.program {
  // CHECK-NEXT: poplar.copy %[[X]] to %{{.*}} loc("copied")
  // CHECK-NEXT: poplar.copy %[[X]] to %[[Z2]]
  // CHECK: poplar.sequence {
  // CHECK-NEXT: poplar.copy %[[X]] to %{{.*}} loc("inside")
  // CHECK-NEXT: poplar.copy
  poplar.graph @views {
    %x = poplar.variable "x" : !poplar.tensor<4x2xf32>
    poplar.set_tile_mapping %x on 1
    %none = poplar.slice %x from 2 to 2 dim 0 : !poplar.tensor<4x2xf32> to !poplar.tensor<0x2xf32>
    %e = poplar.clone %none loc("empty")
    %z = poplar.clone_to_ipu %x ipu 1 method(preserve) loc("moved")
    poplar.program {
      %c = poplar.copy_to_ipu %x ipu 1 {name = "c"} loc("copied")
      poplar.copy %x to %z
      poplar.copy %e to %none
      poplar.sequence {
        %d = poplar.copy_to_ipu %x ipu 1 {name = "d"} loc("inside")
        poplar.copy %d to %c
      }
    }
  }
}
