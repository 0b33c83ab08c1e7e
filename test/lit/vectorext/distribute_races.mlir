// RUN: optc %s --split-input-file --verify-diagnostics --vectorext-distribute-nested-layout='workgroup-size=64 subgroup-size=32'

// Accesses through views of a buffer are compared with each other. Different arguments are different buffers.

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 4], subgroup_strides = [1, 0], thread_strides = [4, 1]>

func.func @subview(%m: memref<16x16xf32>, %o: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  // expected-note @-3 {{both are views of this memory}}
  %v = memref.subview %m[0, 0] [16, 16] [1, 1] : memref<16x16xf32> to memref<16x16xf32, strided<[16, 1]>>
  // expected-note @below {{it is read here with nested_layout<subgroup_tile = [2, 1]}}
  %x = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x16xf32>, vector<16x16xf32>
  %l = iree_vector_ext.to_layout %x to layout(#rows) : vector<16x16xf32>
  vector.transfer_write %l, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  %t = vector.transpose %l, [1, 0] : vector<16x16xf32> to vector<16x16xf32>
  // expected-error @below {{'vector.transfer_write' op writes memory in another layout than it was read in, and no barrier is between}}
  // expected-note @below {{it is written here with nested_layout<subgroup_tile = [1, 2]}}
  vector.transfer_write %t, %v[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32, strided<[16, 1]>>
  return
}

// -----

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 4], subgroup_strides = [1, 0], thread_strides = [4, 1]>

// Every thread reads the elements that it wrote, in the other half it reads what nobody wrote, and other buffers are
// other memory.
func.func @apart(%m: memref<32x16xf32>, %o: memref<16x16xf32>, %k: i1) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %p = arith.constant 0.0 : f32
  %x = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<32x16xf32>, vector<16x16xf32>
  %l = iree_vector_ext.to_layout %x to layout(#rows) : vector<16x16xf32>
  %flat = memref.collapse_shape %m [[0, 1]] : memref<32x16xf32> into memref<512xf32>
  %again = memref.expand_shape %flat [[0, 1]] output_shape [32, 16] : memref<512xf32> into memref<32x16xf32>
  vector.transfer_write %l, %again[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<32x16xf32>
  %t = vector.transpose %l, [1, 0] : vector<16x16xf32> to vector<16x16xf32>
  %half = memref.subview %m[16, 0] [16, 16] [1, 1] : memref<32x16xf32> to memref<16x16xf32, strided<[16, 1], offset: 256>>
  vector.transfer_write %t, %half[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32, strided<[16, 1], offset: 256>>
  vector.transfer_write %t, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  return
}

// -----

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 4], subgroup_strides = [1, 0], thread_strides = [4, 1]>

// The chosen buffer may be the one that is read.
func.func @chosen(%m: memref<16x16xf32>, %o: memref<16x16xf32>, %k: i1) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  // expected-note @-3 {{both are views of this memory}}
  %v = arith.select %k, %o, %m : memref<16x16xf32>
  // expected-note @below {{it is read here with}}
  %x = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x16xf32>, vector<16x16xf32>
  %l = iree_vector_ext.to_layout %x to layout(#rows) : vector<16x16xf32>
  %t = vector.transpose %l, [1, 0] : vector<16x16xf32> to vector<16x16xf32>
  // expected-error @below {{'vector.transfer_write' op writes memory in another layout than it was read in, and no barrier is between}}
  // expected-note @below {{it is written here with}}
  vector.transfer_write %t, %v[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  return
}

// -----

#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// Tiles of a loop: each iteration changes the elements that it reads.
func.func @tiles(%m: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %p = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c16 {
    %x = vector.transfer_read %m[%i], %p : memref<?xf32>, vector<16xf32>
    %l = iree_vector_ext.to_layout %x to layout(#line) : vector<16xf32>
    %y = arith.addf %l, %l : vector<16xf32>
    gpu.barrier
    vector.transfer_write %y, %m[%i] : vector<16xf32>, memref<?xf32>
  }
  return
}

// -----

#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// The tile of an iteration begins within the tile of the iteration before.
func.func @shifted(%m: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %p = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c8 {
    // expected-error @below {{'vector.transfer_read' op reads memory that several threads read and one of them writes, and no barrier is between}}
    // expected-note @below {{it is read here with}}
    %x = vector.transfer_read %m[%i], %p : memref<?xf32>, vector<16xf32>
    %l = iree_vector_ext.to_layout %x to layout(#line) : vector<16xf32>
    %y = arith.addf %l, %l : vector<16xf32>
    gpu.barrier
    // expected-note @below {{it is written here with}}
    vector.transfer_write %y, %m[%i] : vector<16xf32>, memref<?xf32>
  }
  return
}
