// RUN: optc %s --split-input-file --vectorext-distribute-nested-layout='workgroup-size=32 subgroup-size=32' --verify-diagnostics

// A swizzle hint is a view of its operand, with the same places of elements.

#line = #iree_vector_ext.nested_layout<
  subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [1],
  subgroup_strides = [0], thread_strides = [1]>

func.func @same(%m: memref<8xf32>, %o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  // expected-note @below {{both are views of this memory}}
  %b = memref.alloc() : memref<16xf32, #gpu.address_space<workgroup>>
  %h = iree_codegen.swizzle_hint %b[#iree_codegen.xor_shuffle<8, 2>] : memref<16xf32, #gpu.address_space<workgroup>>
  %v = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %l = iree_vector_ext.to_layout %v to layout(#line) : vector<8xf32>
  // expected-note @below {{it is written here with nested_layout<}}
  vector.transfer_write %l, %h[%c0] {in_bounds = [true]} : vector<8xf32>, memref<16xf32, #gpu.address_space<workgroup>>
  // expected-error @below {{'vector.transfer_read' op reads memory in another layout than it was written in, and no barrier is between}}
  // expected-note @below {{it is read here by the first thread}}
  %w = vector.transfer_read %b[%c0], %p {in_bounds = [true]} : memref<16xf32, #gpu.address_space<workgroup>>, vector<8xf32>
  vector.transfer_write %w, %o[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}

// -----

#line = #iree_vector_ext.nested_layout<
  subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [1],
  subgroup_strides = [0], thread_strides = [1]>

func.func @other(%m: memref<8xf32>, %o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %p = arith.constant 0.0 : f32
  %b = memref.alloc() : memref<16xf32, #gpu.address_space<workgroup>>
  %h = iree_codegen.swizzle_hint %b[#iree_codegen.xor_shuffle<8, 2>] : memref<16xf32, #gpu.address_space<workgroup>>
  %v = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %l = iree_vector_ext.to_layout %v to layout(#line) : vector<8xf32>
  vector.transfer_write %l, %h[%c0] {in_bounds = [true]} : vector<8xf32>, memref<16xf32, #gpu.address_space<workgroup>>
  %w = vector.transfer_read %b[%c8], %p {in_bounds = [true]} : memref<16xf32, #gpu.address_space<workgroup>>, vector<8xf32>
  vector.transfer_write %w, %o[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}
