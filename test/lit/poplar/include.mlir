// RUN: optc %s --split-input-file | FileCheck %s

// Classes to which the module refers, and what they need, come from the file, in its order.

// CHECK: module {
// CHECK-NEXT: poplar.vertex_template @"lib::Scale" params(T : type)
// CHECK: poplar.instantiate @"lib::Scale"<f32>
// CHECK-NEXT: poplar.vertex @"lib::Boss" supervisor
// CHECK: poplar.vertex @"lib::Work" worker {
// CHECK-NOT: lib::Unused
// CHECK: poplar.vertex @"lib::Own" worker external
// CHECK-NEXT: poplar.field @mine : ui8
// CHECK-NOT: lib::More
// CHECK: poplar.graph @g
poplar.include "Inputs/include_lib.mlir"
poplar.vertex @"lib::Own" worker external {
  poplar.field @mine : ui8 = 2
}
poplar.graph @g {
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"lib::Scale<float>" on 0
    %w = poplar.add_vertex @"lib::Boss" on 0
    %u = poplar.add_vertex @"lib::Own" on 0
  }
}

// -----

// An included file may include files, and C++.

// CHECK: module {
// CHECK-NEXT: poplar.vertex @"demo::Copy<float>" worker
// CHECK: }
// CHECK: poplar.graph @g
// CHECK-NOT: poplar.include
poplar.include "Inputs/stack.cpp"
poplar.graph @g {
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::Copy<float>" on 0
  }
}

// -----

// CHECK: module {
// CHECK-NEXT: }
poplar.include "Inputs/include_lib.mlir"
