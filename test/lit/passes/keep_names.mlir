// RUN: optc --keep-names %s --inline --canonicalize --vectorext-distribute-nested-layout=workgroup-size=8,1,1 --canonicalize --cse | FileCheck %s

#rows = #iree_vector_ext.nested_layout<
  subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2],
  subgroup_strides = [0], thread_strides = [1]>

// CHECK-NOT: @square(
func.func private @square(%left: index) -> index {
  %area = arith.muli %left, %left : index
  return %area : index
}

// CHECK-LABEL: func.func @names(%n: index, %arg1: index) -> (index, index, index) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %area = arith.muli %n, %n : index
// CHECK-NEXT:   %area_0 = arith.muli %area, %area : index
// CHECK-NEXT:   %last, %sum = scf.for %i = %c1 to %n step %c1 iter_args(%a = %arg1, %b = %n) -> (index, index) {
// CHECK-NEXT:     %next = arith.addi %a, %i : index
// CHECK-NEXT:     scf.yield %b, %next : index, index
// CHECK-NEXT:   }
// CHECK-NEXT:   %w:2 = scf.while (%p = %last, %q = %sum) : (index, index) -> (index, index) {
// CHECK-NEXT:     %less = arith.cmpi ult, %p, %q : index
// CHECK-NEXT:     scf.condition(%less) %p, %q : index, index
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%s: index, %r: index):
// CHECK-NEXT:     scf.yield %r, %s : index, index
// CHECK-NEXT:   }
// CHECK-NEXT:   return %w#1, %w#0, %area_0 : index, index, index
// CHECK-NEXT: }
func.func @names(%n: index, %0: index) -> (index, index, index) {
  // Names of inlined values get a number where they are taken.
  %area = func.call @square(%n) : (index) -> index
  %twice = func.call @square(%area) : (index) -> index
  %c1 = arith.constant 1 : index
  %last, %sum = scf.for %i = %c1 to %n step %c1 iter_args(%a = %0, %b = %n) -> (index, index) {
    %next = arith.addi %a, %i : index
    scf.yield %b, %next : index, index
  }
  // Results that change places keep the name that they share.
  %w:2 = scf.while (%p = %last, %q = %sum) : (index, index) -> (index, index) {
    %less = arith.cmpi ult, %p, %q : index
    scf.condition(%less) %q, %p : index, index
  } do {
  ^bb0(%r: index, %s: index):
    scf.yield %r, %s : index, index
  }
  return %w#0, %w#1, %twice : index, index, index
}

// What a thread holds has the name of the whole vector.
// CHECK-LABEL: func.func @parts(%m: memref<?xf32>, %n: index) {
// CHECK-NEXT:   %zero = arith.constant dense<0.000000e+00> : vector<1x1x2xf32>
// CHECK-NEXT:   %pad = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c16 = arith.constant 16 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %total = scf.for %i = %c0 to %n step %c16 iter_args(%sum = %zero) -> (vector<1x1x2xf32>) {
// CHECK-NEXT:     %3:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:     %4 = affine.linearize_index [%3#1, %i] by (8, 2) : index
// CHECK-NEXT:     %5 = vector.transfer_read %m[%4], %pad : memref<?xf32>, vector<2xf32>
// CHECK-NEXT:     %x = vector.insert_strided_slice %5, %zero {offsets = [0, 0, 0], strides = [1]} : vector<2xf32> into vector<1x1x2xf32>
// CHECK-NEXT:     %more = arith.addf %sum, %x : vector<1x1x2xf32>
// CHECK-NEXT:     scf.yield %more : vector<1x1x2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#1, %c0] by (8, 2) : index
// CHECK-NEXT:   %2 = vector.extract %total[0, 0] : vector<2xf32> from vector<1x1x2xf32>
// CHECK-NEXT:   vector.transfer_write %2, %m[%1] : vector<2xf32>, memref<?xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @parts(%m: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %pad = arith.constant 0.0 : f32
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %total = scf.for %i = %c0 to %n step %c16 iter_args(%sum = %zero) -> (vector<16xf32>) {
    %x = vector.transfer_read %m[%i], %pad : memref<?xf32>, vector<16xf32>
    %more = arith.addf %sum, %x : vector<16xf32>
    scf.yield %more : vector<16xf32>
  }
  %spread = iree_vector_ext.to_layout %total to layout(#rows) : vector<16xf32>
  vector.transfer_write %spread, %m[%c0] : vector<16xf32>, memref<?xf32>
  return
}
