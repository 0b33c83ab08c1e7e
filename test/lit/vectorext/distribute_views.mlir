// RUN: optc %s --split-input-file --verify-diagnostics --vectorext-distribute-nested-layout=workgroup-size=8 -o %t.mlir

// Views of different bytes of an arena have no element in common, whatever their layouts are.

#pairs = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#turns = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

func.func @apart(%arena: memref<128xi8>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %p = arith.constant 0 : i32
  %x = memref.view %arena[%c0][] : memref<128xi8> to memref<16xi32>
  %o = memref.view %arena[%c64][] : memref<128xi8> to memref<16xi32>
  %a = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %al = iree_vector_ext.to_layout %a to layout(#pairs) : vector<16xi32>
  %bl = iree_vector_ext.to_layout %al to layout(#turns) : vector<16xi32>
  vector.transfer_write %bl, %o[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
  return
}

// -----

#pairs = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#turns = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// expected-note @below {{both are views of this memory}}
func.func @together(%arena: memref<128xi8>) {
  %c0 = arith.constant 0 : index
  %c60 = arith.constant 60 : index
  %p = arith.constant 0 : i32
  %x = memref.view %arena[%c0][] : memref<128xi8> to memref<16xi32>
  %o = memref.view %arena[%c60][] : memref<128xi8> to memref<16xi32>
  // expected-note @below {{it is read here}}
  %a = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %al = iree_vector_ext.to_layout %a to layout(#pairs) : vector<16xi32>
  %bl = iree_vector_ext.to_layout %al to layout(#turns) : vector<16xi32>
  // expected-error @below {{'vector.transfer_write' op writes memory in another layout than it was read in, and no barrier is between}}
  // expected-note @below {{it is written here}}
  vector.transfer_write %bl, %o[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
  return
}
