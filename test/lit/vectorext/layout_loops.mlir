// RUN: optc %s --vectorext-print-layouts --verify-diagnostics

// Layouts follow what loops carry, branches yield and operations compute.

#a = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#b = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>
#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [4, 4], subgroup_strides = [0, 0], thread_strides = [1, 4]>
#tiles = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [2, 4], element_tile = [2, 1], subgroup_strides = [0, 0], thread_strides = [4, 1]>

// What the condition passes on has the layout of the argument before, and gives it to the body and the result.
func.func @while(%n: memref<16xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %u = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %a = iree_vector_ext.to_layout %u to layout(#a) : vector<16xf32>
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %r = scf.while (%x = %a) : (vector<16xf32>) -> vector<16xf32> {
    // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
    %y = arith.addf %x, %x : vector<16xf32>
    scf.condition(%c) %y : vector<16xf32>
  } do {
  ^bb0(%y: vector<16xf32>):
    // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
    %z = arith.mulf %y, %y : vector<16xf32>
    scf.yield %z : vector<16xf32>
  }
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %s = arith.negf %r : vector<16xf32>
  vector.transfer_write %s, %n[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}

// The layout of the result goes back into the loop: to what is yielded, what is carried and what it begins with.
func.func @for_result(%n: memref<16xf32>, %h: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = arith.constant 0.0 : f32
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %u = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %r = scf.for %i = %c0 to %h step %c1 iter_args(%x = %u) -> vector<16xf32> {
    // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
    %k = vector.transfer_read %n[%i], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
    // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
    %y = arith.addf %x, %k : vector<16xf32>
    scf.yield %y : vector<16xf32>
  }
  %s = iree_vector_ext.to_layout %r to layout(#a) : vector<16xf32>
  vector.transfer_write %s, %n[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}

// So does that of what the loop yields.
func.func @for_yield(%n: memref<16xf32>, %h: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = arith.constant 0.0 : f32
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  %u = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  %r = scf.for %i = %c0 to %h step %c1 iter_args(%x = %u) -> vector<16xf32> {
    // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
    %y = math.absf %x : vector<16xf32>
    // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
    %k = vector.transfer_read %n[%i], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
    %l = iree_vector_ext.to_layout %k to layout(#b) : vector<16xf32>
    // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
    %z = arith.addf %y, %l : vector<16xf32>
    scf.yield %z : vector<16xf32>
  }
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  %s = math.sqrt %r : vector<16xf32>
  vector.transfer_write %s, %n[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}

func.func @if(%n: memref<16xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %u = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %v = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %a = iree_vector_ext.to_layout %u to layout(#a) : vector<16xf32>
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %r = scf.if %c -> vector<16xf32> {
    // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
    %x = arith.negf %a : vector<16xf32>
    scf.yield %x : vector<16xf32>
  } else {
    // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
    %y = arith.negf %v : vector<16xf32>
    scf.yield %y : vector<16xf32>
  }
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %s = math.sqrt %r : vector<16xf32>
  vector.transfer_write %s, %n[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}

// Through transposes, broadcasts, casts, reductions, scans, comparisons and gathers, both ways.
func.func @operations(%m: memref<16x8xf32>, %n: memref<16xf32>, %o: memref<16xi32>, %t: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %zero = arith.constant 0 : i32
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [4, 4], subgroup_strides = [0, 0], thread_strides = [1, 4]>}}
  %v = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x8xf32>, vector<16x8xf32>
  %l = iree_vector_ext.to_layout %v to layout(#rows) : vector<16x8xf32>
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  %acc = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  %at = vector.transfer_read %o[%c0], %zero {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [2, 4], element_tile = [4, 4], subgroup_strides = [0, 0], thread_strides = [4, 1]>}}
  %turned = vector.transpose %l, [1, 0] : vector<16x8xf32> to vector<8x16xf32>
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  %sum = vector.multi_reduction <add>, %turned, %acc [0] : vector<8x16xf32> to vector<16xf32>
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [4, 4], subgroup_strides = [0, 0], thread_strides = [1, 4]>}}
  // expected-remark @below {{layout of result #1 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  %scan, %last = vector.scan <add>, %l, %sum {reduction_dim = 1, inclusive = true} : vector<16x8xf32>, vector<16xf32>
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-remark @below {{layout of result #1 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  %best, %where = iree_vector_ext.arg_compare dimension(1) ins(%scan : vector<16x8xf32>) inits(%last, %at : vector<16xf32>, vector<16xi32>) {
  ^bb0(%x: f32, %y: f32):
    %w = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %w : i1
  } -> vector<16xf32>, vector<16xi32>
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [2, 4], element_tile = [4, 4], subgroup_strides = [0, 0], thread_strides = [4, 1]>}}
  %wide = vector.broadcast %best : vector<16xf32> to vector<8x16xf32>
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [4, 4], subgroup_strides = [0, 0], thread_strides = [1, 4]>}}
  %back = vector.transpose %wide, [1, 0] : vector<8x16xf32> to vector<16x8xf32>
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [4, 4], subgroup_strides = [0, 0], thread_strides = [1, 4]>}}
  %both = arith.addf %back, %l : vector<16x8xf32>
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  %mask = vector.constant_mask [9] : vector<16xi1>
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  %pass = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  %got = vector.gather %t[%c0] [%where], %mask, %pass : memref<64xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 1], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 0]>}}
  %cast = vector.shape_cast %got : vector<16xf32> to vector<4x4xf32>
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 1], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 0]>}}
  %again = arith.negf %cast : vector<4x4xf32>
  vector.transfer_write %both, %m[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xf32>, memref<16x8xf32>
  vector.transfer_write %again, %m[%c0, %c0] {in_bounds = [true, true]} : vector<4x4xf32>, memref<16x8xf32>
  return
}

// What a loop begins with gives its layout to the result, whatever is yielded.
func.func @for_init(%n: memref<16xf32>, %h: index, %other: vector<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = arith.constant 0.0 : f32
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %u = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %a = iree_vector_ext.to_layout %u to layout(#a) : vector<16xf32>
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %r = scf.for %i = %c0 to %h step %c1 iter_args(%x = %a) -> vector<16xf32> {
    scf.yield %other : vector<16xf32>
  }
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %s = arith.negf %r : vector<16xf32>
  vector.transfer_write %s, %n[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}
