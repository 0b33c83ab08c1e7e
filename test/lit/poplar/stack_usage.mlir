// RUN: optc %s --poplar-mangle-names --poplar-generate-wrappers --poplar-stack-usage | FileCheck %s

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Blend" multi {}
  poplar.function @"demo::Blend::compute" own_stack(24) calls(@helper, @pick)
  poplar.function @helper own_stack(9)
  poplar.function @pick own_stack(8) has_indirect indirect(@f, @walk)
  poplar.function @f own_stack(40)
  poplar.function @walk total_stack(16) calls(@walk)

  // The frame of compute is not declared: the two vectors of 48 bytes are alive
  // together, with %c0 and %pad (4 bytes each) and the argument (8 bytes).
  poplar.vertex @"demo::Code" worker {
    poplar.field @x : !poplar.inout<vec<f32>>
    poplar.compute (%x : memref<?xf32>) {
      %c0 = arith.constant 0 : index
      %pad = arith.constant 0.0 : f32
      %a = vector.transfer_read %x[%c0], %pad : memref<?xf32>, vector<12xf32>
      %b = arith.addf %a, %a : vector<12xf32>
      vector.transfer_write %b, %x[%c0] : vector<12xf32>, memref<?xf32>
      poplar.compute_return
    }
  }
}

// CHECK: module attributes {poplar.target = #poplar.target<ipu2>} {
// CHECK-NEXT:   poplar.vertex @"demo::Blend" multi attributes {symbol = "__runCodelet_demo__Blend", worker_stack = 72 : i64} {
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.function @__runCodelet_demo__Blend own_stack(0) calls(@"demo::Blend::compute") wrapper(multi) {stack = 72 : i64}
// CHECK-NEXT:   poplar.function @"demo::Blend::compute" own_stack(24) calls(@helper, @pick) {stack = 72 : i64}
// CHECK-NEXT:   poplar.function @helper own_stack(9) {stack = 9 : i64}
// CHECK-NEXT:   poplar.function @pick own_stack(8) indirect(@f, @walk) has_indirect {stack = 48 : i64}
// CHECK-NEXT:   poplar.function @f own_stack(40) {stack = 40 : i64}
// CHECK-NEXT:   poplar.function @walk total_stack(16) calls(@walk) {stack = 16 : i64}
// CHECK-NEXT:   poplar.vertex @"demo::Code" worker attributes {symbol = "__runCodelet_demo__Code", worker_stack = 112 : i64} {
// CHECK-NEXT:     poplar.field @x : !poplar.inout<vec<f32>>
// CHECK-NEXT:     poplar.compute (%arg0: memref<?xf32>) {
// CHECK-NEXT:       %c0 = arith.constant 0 : index
// CHECK-NEXT:       %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:       %0 = vector.transfer_read %arg0[%c0], %cst : memref<?xf32>, vector<12xf32>
// CHECK-NEXT:       %1 = arith.addf %0, %0 : vector<12xf32>
// CHECK-NEXT:       vector.transfer_write %1, %arg0[%c0] : vector<12xf32>, memref<?xf32>
// CHECK-NEXT:       poplar.compute_return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.function @"demo::Code::compute" own_stack(112) {stack = 112 : i64}
// CHECK-NEXT:   poplar.function @__runCodelet_demo__Code own_stack(0) calls(@"demo::Code::compute") wrapper(vertex) {stack = 112 : i64}
// CHECK-NEXT: }
