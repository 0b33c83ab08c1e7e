// RUN: optc --keep-names %s --inline --canonicalize --vectorext-distribute-nested-layout=workgroup-size=8,1,1 --canonicalize --cse | FileCheck %s

#rows = #iree_vector_ext.nested_layout<
  subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2],
  subgroup_strides = [0], thread_strides = [1]>

func.func private @square(%left: index) -> index {
  %area = arith.muli %left, %left : index
  return %area : index
}

// CHECK-LABEL: func.func @names(%n: index, %arg1: index)
func.func @names(%n: index, %0: index) -> (index, index, index) {
  // Names of inlined values get a number where they are taken.
  // CHECK: %area = arith.muli %n, %n
  // CHECK: %area_0 = arith.muli %area, %area
  %area = func.call @square(%n) : (index) -> index
  %twice = func.call @square(%area) : (index) -> index
  %c1 = arith.constant 1 : index
  // CHECK: %last, %sum = scf.for %i = %c1 to %n step %c1 iter_args(%a = %arg1, %b = %n) -> (index, index)
  %last, %sum = scf.for %i = %c1 to %n step %c1 iter_args(%a = %0, %b = %n) -> (index, index) {
    // CHECK: %next = arith.addi %a, %i
    %next = arith.addi %a, %i : index
    scf.yield %b, %next : index, index
  }
  // Results that change places keep the name that they share.
  // CHECK: %w:2 = scf.while (%p = %last, %q = %sum)
  %w:2 = scf.while (%p = %last, %q = %sum) : (index, index) -> (index, index) {
    // CHECK: %less = arith.cmpi ult, %p, %q
    %less = arith.cmpi ult, %p, %q : index
    scf.condition(%less) %q, %p : index, index
  } do {
  // CHECK: ^bb0(%s: index, %r: index)
  ^bb0(%r: index, %s: index):
    scf.yield %r, %s : index, index
  }
  // CHECK: return %w#1, %w#0, %area_0
  return %w#0, %w#1, %twice : index, index, index
}

// What a thread holds has the name of the whole vector.
// CHECK-LABEL: func.func @parts(%m: memref<?xf32>, %n: index)
func.func @parts(%m: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %pad = arith.constant 0.0 : f32
  // CHECK: %zero = arith.constant dense<0.000000e+00> : vector<1x1x2xf32>
  %zero = arith.constant dense<0.0> : vector<16xf32>
  // CHECK: %total = scf.for %i = %c0 to %n step %c16 iter_args(%sum = %zero) -> (vector<1x1x2xf32>)
  %total = scf.for %i = %c0 to %n step %c16 iter_args(%sum = %zero) -> (vector<16xf32>) {
    // CHECK: %x = vector.insert_strided_slice
    %x = vector.transfer_read %m[%i], %pad : memref<?xf32>, vector<16xf32>
    // CHECK: %more = arith.addf %sum, %x : vector<1x1x2xf32>
    %more = arith.addf %sum, %x : vector<16xf32>
    scf.yield %more : vector<16xf32>
  }
  %spread = iree_vector_ext.to_layout %total to layout(#rows) : vector<16xf32>
  // CHECK: vector.extract %total[0, 0]
  vector.transfer_write %spread, %m[%c0] : vector<16xf32>, memref<?xf32>
  return
}
