// RUN: optc %s --split-input-file --verify-diagnostics --vectorext-distribute-nested-layout
// RUN: optc %s --split-input-file --vectorext-distribute-nested-layout=partial --verify-exec 2>&1 >%t | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t
// RUN: optc %s --split-input-file --compat=today --vectorext-distribute-nested-layout | FileCheck %s

// What an anchor reaches and cannot be distributed is an error; with the option partial it
// stays whole, between casts, and with --compat nothing is said.
// REMARK: remark: 'scf.execute_region' op is not distributed: there is no rule for what its regions give
// REMARK: remark: 'func.func' op is not distributed
// REMARK: remark: 'func.return' op is not distributed
// REMARK: remark: 'vector.print' op is not distributed
// REMARK: remark: 'iree_vector_ext.to_layout' op is not distributed
// REMARK: remark: 'vector.transfer_read' op is not distributed
// REMARK: remark: 'vector.transfer_write' op is not distributed
// REMARK: remark: 'scf.for' op is not distributed
// REMARK: remark: 'iree_vector_ext.arg_compare' op is not distributed
// REMARK-NOT: error

#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// CHECK-LABEL: @region
// CHECK: %[[PART:.*]] = {{.*}} : memref<12xf32>, vector<2xf32>
// CHECK: %[[READ:.*]] = scf.execute_region
// CHECK: %[[WHOLE:.*]] = iree_vector_ext.to_simd {{.*}} {{.*}}: vector<1x1x2xf32> -> vector<12xf32>
// CHECK: scf.yield %[[WHOLE]] : vector<12xf32>
// CHECK: iree_vector_ext.to_simt %[[READ]] {{.*}}: vector<12xf32> -> vector<1x1x2xf32>
func.func @region(%x: memref<12xf32>, %y: memref<12xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<12xf32>, vector<12xf32>
  %l = iree_vector_ext.to_layout %v to layout(#line) : vector<12xf32>
  // expected-error @below {{'scf.execute_region' op is not distributed: there is no rule for what its regions give}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1]}}
  %r = scf.execute_region -> vector<12xf32> {
    %t = arith.addf %l, %l : vector<12xf32>
    scf.yield %t : vector<12xf32>
  }
  %s = iree_vector_ext.to_layout %r to layout(#line) : vector<12xf32>
  vector.transfer_write %s, %y[%c0] {in_bounds = [true]} : vector<12xf32>, memref<12xf32>
  return
}

// -----

#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// Arguments and results of functions are whole in every thread.
// CHECK-LABEL: @boundary
// CHECK: iree_vector_ext.to_simt {{.*}} : vector<8xf32> -> vector<1x1x2xf32>
// CHECK: iree_vector_ext.to_simd {{.*}} : vector<1x1x2xf32> -> vector<8xf32>
// expected-error @below {{'func.func' op is not distributed: every thread gets the whole vector of argument #0; read it from memory with vector.transfer_read}}
func.func @boundary(%v: vector<8xf32>) -> vector<8xf32> {
  %l = iree_vector_ext.to_layout %v to layout(#line) : vector<8xf32>
  %s = arith.addf %l, %l : vector<8xf32>
  // expected-error @below {{'func.return' op is not distributed: it gives away a whole vector, of which a thread holds a part; write it to memory with vector.transfer_write}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1]}}
  return %s : vector<8xf32>
}

// -----

#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// Threads print in any order. A constant is no obstacle: every thread chooses its part.
// CHECK-LABEL: @several
func.func @several(%x: memref<8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : vector<8xf32>
  %l = iree_vector_ext.to_layout %k to layout(#line) : vector<8xf32>
  vector.transfer_write %l, %y[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  %s = arith.addf %l, %l : vector<8xf32>
  // expected-error @below {{'vector.print' op is not distributed: threads print in any order; write the vector to memory with vector.transfer_write}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1]}}
  vector.print %s : vector<8xf32>
  return
}

// -----

#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// A tensor has no parts yet.
// CHECK-LABEL: @tensor
func.func @tensor(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{'iree_vector_ext.to_layout' op is not distributed: it is on a tensor, which threads hold in no layout}}
  %l = iree_vector_ext.to_layout %x to layout(#line) : tensor<8xf32>
  return %l : tensor<8xf32>
}

// -----

#still = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]>

// Four threads that are told apart by nothing would all take the first part.
// CHECK-LABEL: @still
func.func @still(%x: memref<8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{'vector.transfer_read' op is not distributed: subgroup or thread tiles of nested_layout<}}
  // expected-note @below {{expected a stride of at least 1 for 4 values, but got 0}}
  // expected-note @below {{result #0 has nested_layout<}}
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %l = iree_vector_ext.to_layout %v to layout(#still) : vector<8xf32>
  // expected-error @below {{'vector.transfer_write' op is not distributed: subgroup or thread tiles of nested_layout<}}
  // expected-note @below {{expected a stride of at least 1 for 4 values, but got 0}}
  // expected-note @below {{operand #0 has nested_layout<}}
  vector.transfer_write %l, %y[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}

// -----

#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// A loop that also carries a vector without a layout stays as it is, all of it.
// CHECK-LABEL: @carried
// CHECK: scf.for {{.*}} -> (vector<8xf32>, vector<8xf32>)
func.func @carried(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %u = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %l = iree_vector_ext.to_layout %v to layout(#line) : vector<8xf32>
  // expected-error @below {{'scf.for' op is not distributed: no anchor gives operand #4 a layout}}
  // expected-note @below {{operand #3 has nested_layout<}}
  // expected-note @below {{result #0 has nested_layout<}}
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %l, %b = %u) -> (vector<8xf32>, vector<8xf32>) {
    %s = arith.addf %a, %a : vector<8xf32>
    %t = arith.mulf %b, %b : vector<8xf32>
    scf.yield %s, %t : vector<8xf32>, vector<8xf32>
  }
  vector.transfer_write %r#0, %y[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  vector.transfer_write %r#1, %z[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}

// -----

#far = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [288230376151711745], thread_strides = [1]>

// No thread has the number of a subgroup that far, nor does its product with 64 overflow to a small one.
// CHECK-LABEL: @far
func.func @far(%y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<1.0> : vector<8xf32>
  %l = iree_vector_ext.to_layout %k to layout(#far) : vector<8xf32>
  // expected-error @below {{'vector.transfer_write' op is not distributed: subgroup or thread tiles of nested_layout<}}
  // expected-note-re @below {{expected at most {{[0-9]+}} subgroups, but got}}
  // expected-note @below {{operand #0 has nested_layout<}}
  vector.transfer_write %l, %y[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}

// -----

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>

// A NaN wins with ult, and loses to the next element: a thread that meets it later keeps another winner.
// CHECK-LABEL: @nans
func.func @nans(%x: memref<4x16xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<4x16xf32>, vector<4x16xf32>
  %l = iree_vector_ext.to_layout %v to layout(#rows) : vector<4x16xf32>
  %none = arith.constant dense<-1> : vector<4xi32>
  %most = arith.constant dense<0x7F800000> : vector<4xf32>
  // expected-error @below {{'iree_vector_ext.arg_compare' op is not distributed: ult is no order where an element is a NaN, so that the winner depends on who compares first; use olt, or fastmath<nnan>}}
  // expected-note @below {{operand #0 has nested_layout<}}
  // expected-note @below {{operand #1 has nested_layout<}}
  // expected-note @below {{operand #2 has nested_layout<}}
  // expected-note @below {{result #0 has nested_layout<}}
  // expected-note @below {{result #1 has nested_layout<}}
  %w, %i = iree_vector_ext.arg_compare dimension(1) ins(%l : vector<4x16xf32>) inits(%most, %none : vector<4xf32>, vector<4xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ult, %a, %b : f32
    iree_vector_ext.yield %c : i1
  } -> vector<4xf32>, vector<4xi32>
  %w1, %i1 = iree_vector_ext.arg_compare dimension(1) ins(%l : vector<4x16xf32>) inits(%most, %none : vector<4xf32>, vector<4xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ult, %a, %b fastmath<nnan> : f32
    iree_vector_ext.yield %c : i1
  } -> vector<4xf32>, vector<4xi32>
  %s = arith.addf %w, %w1 : vector<4xf32>
  vector.transfer_write %s, %y[%c0] {in_bounds = [true]} : vector<4xf32>, memref<4xf32>
  return
}

// -----

#fifteen = #iree_vector_ext.nested_layout<subgroup_tile = [3, 1], batch_tile = [1, 1], outer_tile = [1, 3], thread_tile = [3, 5], element_tile = [1, 1], subgroup_strides = [1, 0], thread_strides = [5, 1]>
#whole = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [9, 1], element_tile = [1, 15], subgroup_strides = [0, 0], thread_strides = [1, 0]>

// Fifteen threads do not divide the subgroups of 64 that the layout also tells apart.
// CHECK-LABEL: @fifteen
// REMARK: remark: 'iree_vector_ext.to_layout' op is not distributed: subgroup and thread tiles of {{.*}} overlap
func.func @fifteen(%x: memref<9x15xi32>, %o: memref<9x15xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %v = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<9x15xi32>, vector<9x15xi32>
  %a = iree_vector_ext.to_layout %v to layout(#fifteen) : vector<9x15xi32>
  // expected-error @below {{'iree_vector_ext.to_layout' op is not distributed: subgroup and thread tiles of nested_layout<subgroup_tile = [3, 1], batch_tile = [1, 1], outer_tile = [1, 3], thread_tile = [3, 5], element_tile = [1, 1], subgroup_strides = [1, 0], thread_strides = [5, 1]> overlap}}
  // expected-note @below {{operand #0 has nested_layout<}}
  // expected-note @below {{result #0 has nested_layout<}}
  %b = iree_vector_ext.to_layout %a to layout(#whole) : vector<9x15xi32>
  vector.transfer_write %b, %o[%c0, %c0] {in_bounds = [true, true]} : vector<9x15xi32>, memref<9x15xi32>
  return
}

// -----

#m = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 16], subgroup_strides = [0, 0], thread_strides = [2, 16]>
#n = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [16, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>
#r = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [2, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>

// CHECK-LABEL: @sparse
// REMARK: remark: 'vector.contract' op is not distributed: VDMFMA_F32_8x16x64x1_F16 is made of sparse instructions
func.func @sparse(%x: memref<8x64xf16>, %y: memref<64x16xf16>, %o: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %zeros = arith.constant dense<0.0> : vector<8x16xf32>
  %v = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x64xf16>, vector<8x64xf16>
  %w = vector.transfer_read %y[%c0, %c0], %p {in_bounds = [true, true]} : memref<64x16xf16>, vector<64x16xf16>
  %a = iree_vector_ext.to_layout %v to layout(#m) : vector<8x64xf16>
  %b = iree_vector_ext.to_layout %w to layout(#n) : vector<64x16xf16>
  %c = iree_vector_ext.to_layout %zeros to layout(#r) : vector<8x16xf32>
  // expected-error @below {{'vector.contract' op is not distributed: VDMFMA_F32_8x16x64x1_F16 is made of sparse instructions, for which there is no rule; iree_codegen.inner_tiled keeps it}}
  // expected-note @below {{operand #0 has nested_layout<}}
  // expected-note @below {{operand #1 has nested_layout<}}
  // expected-note @below {{operand #2 has nested_layout<}}
  // expected-note @below {{result #0 has nested_layout<}}
  %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.virtual_mma_layout<VDMFMA_F32_8x16x64x1_F16>} %a, %b, %c : vector<8x64xf16>, vector<64x16xf16> into vector<8x16xf32>
  vector.transfer_write %d, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32>
  return
}
