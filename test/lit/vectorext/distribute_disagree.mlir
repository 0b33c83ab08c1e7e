// RUN: optc %s --compat=seed --verify-diagnostics --vectorext-distribute-nested-layout=partial

// The analysis of the older revision leaves some operations with layouts that do not follow from each other;
// these stay whole.

#a = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#b = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>
#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [4, 4], subgroup_strides = [0, 0], thread_strides = [1, 4]>

// The accumulator is in another layout than what is reduced.
func.func @reduced(%m: memref<16x8xf32>, %n: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %acc = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %acca = iree_vector_ext.to_layout %acc to layout(#a) : vector<16xf32>
  %v = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x8xf32>, vector<16x8xf32>
  %l = iree_vector_ext.to_layout %v to layout(#rows) : vector<16x8xf32>
  // expected-remark @below {{'vector.multi_reduction' op is not distributed: layouts of its operands and results do not go together: expected nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>, but got nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [4, 4], subgroup_strides = [0, 0], thread_strides = [1, 4]>}}
  // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %r = vector.multi_reduction <add>, %l, %acca [1] : vector<16x8xf32> to vector<16xf32>
  vector.transfer_write %r, %n[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}

func.func @contract(%m: memref<16x8xf32>, %n: memref<16xf32>, %o : memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %acc = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %acca = iree_vector_ext.to_layout %acc to layout(#a) : vector<16xf32>
  %v = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x8xf32>, vector<16x8xf32>
  %l = iree_vector_ext.to_layout %v to layout(#rows) : vector<16x8xf32>
  %x = vector.transfer_read %o[%c0], %p {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %y = iree_vector_ext.to_layout %x to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [2], element_tile = [4], subgroup_strides = [0], thread_strides = [4]>) : vector<8xf32>
  // expected-remark @below {{'vector.contract' op is not distributed: layouts of its operands and results do not go together: expected nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>, but got nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [4, 4], subgroup_strides = [0, 0], thread_strides = [1, 4]>}}
  // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [2], element_tile = [4], subgroup_strides = [0], thread_strides = [4]>}}
  // expected-note @below {{operand #2 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %r = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %l, %y, %acca : vector<16x8xf32>, vector<8xf32> into vector<16xf32>
  vector.transfer_write %r, %n[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}

func.func @scan(%m: memref<16x8xf32>, %n: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %acc = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %acca = iree_vector_ext.to_layout %acc to layout(#a) : vector<16xf32>
  %v = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x8xf32>, vector<16x8xf32>
  %l = iree_vector_ext.to_layout %v to layout(#rows) : vector<16x8xf32>
  // expected-remark @below {{'vector.scan' op is not distributed: layouts of its operands and results do not go together: expected nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>, but got nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [4, 4], subgroup_strides = [0, 0], thread_strides = [1, 4]>}}
  // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [4, 4], subgroup_strides = [0, 0], thread_strides = [1, 4]>}}
  // expected-note @below {{result #1 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %r, %s = vector.scan <add>, %l, %acca {reduction_dim = 1, inclusive = true} : vector<16x8xf32>, vector<16xf32>
  vector.transfer_write %r, %m[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xf32>, memref<16x8xf32>
  vector.transfer_write %s, %n[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}

func.func @compared(%m: memref<16x8xf32>, %n: memref<16xf32>, %o: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %q = arith.constant 0 : i32
  %acc = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %acca = iree_vector_ext.to_layout %acc to layout(#a) : vector<16xf32>
  %at = vector.transfer_read %o[%c0], %q {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %v = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x8xf32>, vector<16x8xf32>
  %l = iree_vector_ext.to_layout %v to layout(#rows) : vector<16x8xf32>
  // expected-remark @below {{'iree_vector_ext.arg_compare' op is not distributed: layouts of its operands and results do not go together: expected nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>, but got nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [4, 4], subgroup_strides = [0, 0], thread_strides = [1, 4]>}}
  // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{operand #2 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{result #1 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  %r, %s = iree_vector_ext.arg_compare dimension(1) ins(%l : vector<16x8xf32>) inits(%acca, %at : vector<16xf32>, vector<16xi32>) {
  ^bb0(%x: f32, %y: f32):
    %w = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %w : i1
  } -> vector<16xf32>, vector<16xi32>
  vector.transfer_write %r, %n[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  vector.transfer_write %s, %o[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
  return
}

// Indices and mask must be where the values are.
func.func @scattered(%m: memref<64xf32>, %n: memref<16xf32>, %o: memref<16xindex>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %t = vector.constant_mask [9] : vector<16xi1>
  %i = vector.transfer_read %o[%c0], %c0 {in_bounds = [true]} : memref<16xindex>, vector<16xindex>
  %j = iree_vector_ext.to_layout %i to layout(#b) : vector<16xindex>
  %k = iree_vector_ext.to_layout %t to layout(#b) : vector<16xi1>
  %u = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %a = iree_vector_ext.to_layout %u to layout(#a) : vector<16xf32>
  // expected-remark @below {{'vector.scatter' op is not distributed: layouts of its operands and results do not go together: expected nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>, but got nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{operand #2 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{operand #3 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{operand #4 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  vector.scatter %m[%c0] [%j], %k, %a : memref<64xf32>, vector<16xindex>, vector<16xi1>, vector<16xf32>
  return
}

// Each region yields in its own layout.
func.func @chosen(%m: memref<16xf32>, %n: memref<16xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %u = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %a = iree_vector_ext.to_layout %u to layout(#a) : vector<16xf32>
  %b = iree_vector_ext.to_layout %u to layout(#b) : vector<16xf32>
  // expected-remark @below {{'scf.if' op is not distributed: layouts of its operands and results do not go together: expected nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>, but got nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %r = scf.if %c -> vector<16xf32> {
    scf.yield %a : vector<16xf32>
  } else {
    scf.yield %b : vector<16xf32>
  }
  vector.transfer_write %r, %n[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}

// The argument has the layout that its user in the loop wants, and the result that of its user behind.
func.func @loop(%m: memref<16xf32>, %n: memref<16xf32>, %h: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = arith.constant 0.0 : f32
  %u = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  // expected-remark @below {{'scf.for' op is not distributed: layouts of its operands and results do not go together: expected nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>, but got nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{operand #3 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %r = scf.for %i = %c0 to %h step %c1 iter_args(%x = %u) -> vector<16xf32> {
    %b = iree_vector_ext.to_layout %x to layout(#b) : vector<16xf32>
    vector.transfer_write %b, %n[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
    %y = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
    scf.yield %y : vector<16xf32>
  }
  %s = iree_vector_ext.to_layout %r to layout(#a) : vector<16xf32>
  vector.transfer_write %s, %n[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}

// The condition passes on another layout than that of the result.
func.func @while(%m: memref<16xf32>, %n: memref<16xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %u = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %a = iree_vector_ext.to_layout %u to layout(#a) : vector<16xf32>
  // expected-remark @below {{'scf.while' op is not distributed: layouts of its operands and results do not go together: expected nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>, but got nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  %r = scf.while (%x = %a) : (vector<16xf32>) -> vector<16xf32> {
    %b = iree_vector_ext.to_layout %x to layout(#b) : vector<16xf32>
    scf.condition(%c) %b : vector<16xf32>
  } do {
  ^bb0(%y: vector<16xf32>):
    scf.yield %y : vector<16xf32>
  }
  vector.transfer_write %r, %n[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}

func.func @while_yield(%m: memref<16xf32>, %n: memref<16xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %u = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %a = iree_vector_ext.to_layout %u to layout(#a) : vector<16xf32>
  // expected-remark @below {{'scf.while' op is not distributed: layouts of its operands and results do not go together: expected nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>, but got nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %r = scf.while (%x = %a) : (vector<16xf32>) -> vector<16xf32> {
    scf.condition(%c) %x : vector<16xf32>
  } do {
  ^bb0(%y: vector<16xf32>):
    %b = iree_vector_ext.to_layout %y to layout(#b) : vector<16xf32>
    scf.yield %b : vector<16xf32>
  }
  vector.transfer_write %r, %n[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}

func.func @while_argument(%m: memref<16xf32>, %n: memref<16xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %u = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  // expected-remark @below {{'scf.while' op is not distributed: layouts of its operands and results do not go together: expected nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>, but got nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %r = scf.while (%x = %u) : (vector<16xf32>) -> vector<16xf32> {
    %b = iree_vector_ext.to_layout %x to layout(#b) : vector<16xf32>
    vector.transfer_write %b, %n[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
    %a = iree_vector_ext.to_layout %u to layout(#a) : vector<16xf32>
    scf.condition(%c) %a : vector<16xf32>
  } do {
  ^bb0(%y: vector<16xf32>):
    %b = iree_vector_ext.to_layout %y to layout(#b) : vector<16xf32>
    scf.yield %b : vector<16xf32>
  }
  vector.transfer_write %r, %n[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}

#halves = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [4, 4], subgroup_strides = [0, 0], thread_strides = [1, 4]>
#pairs = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
// The depth is held in two ways.
func.func @operands(%m: memref<16x8xf32>, %n: memref<16xf32>, %o : memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %acc = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %v = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x8xf32>, vector<16x8xf32>
  %l = iree_vector_ext.to_layout %v to layout(#halves) : vector<16x8xf32>
  %x = vector.transfer_read %o[%c0], %p {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %y = iree_vector_ext.to_layout %x to layout(#pairs) : vector<8xf32>
  // expected-remark @below {{'vector.contract' op is not distributed: lhs has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [4, 4], subgroup_strides = [0, 0], thread_strides = [1, 4]> and rhs has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>, which differ in a dimension that they share}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [4, 4], subgroup_strides = [0, 0], thread_strides = [1, 4]>}}
  // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{operand #2 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  %r = vector.contract {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %l, %y, %acc : vector<16x8xf32>, vector<8xf32> into vector<16xf32>
  vector.transfer_write %r, %n[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}
