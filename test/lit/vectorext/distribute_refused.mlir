// RUN: optc %s --verify-diagnostics --vectorext-distribute-nested-layout=partial
// RUN: optc %s --vectorext-distribute-nested-layout=partial --verify-exec -o /dev/null

// What threads cannot do with their parts, operation by operation.

#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#square = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [1, 4]>
#column = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
#row = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [2], element_tile = [2], subgroup_strides = [0], thread_strides = [4]>

// This type has no zero, so that nothing is neutral for its sum.
func.func @sum(%m: memref<4x4xf8E8M0FNU>, %n: memref<4xf8E8M0FNU>) -> f8E8M0FNU {
  %c0 = arith.constant 0 : index
  %p = arith.constant 1.0 : f8E8M0FNU
  %0 = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<4x4xf8E8M0FNU>, vector<4x4xf8E8M0FNU>
  %1 = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<4xf8E8M0FNU>, vector<4xf8E8M0FNU>
  %v = iree_vector_ext.to_layout %0 to layout(#square) : vector<4x4xf8E8M0FNU>
  %w = iree_vector_ext.to_layout %1 to layout(#column) : vector<4xf8E8M0FNU>
  %x = iree_vector_ext.to_layout %1 to layout(#row) : vector<4xf8E8M0FNU>
  // expected-remark @below {{'vector.multi_reduction' op is not distributed: add has no identity for f8E8M0FNU}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [1, 4]>}}
  // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>}}
  %a = vector.multi_reduction <add>, %v, %w [1] : vector<4x4xf8E8M0FNU> to vector<4xf8E8M0FNU>
  // expected-remark @below {{'vector.scan' op is not distributed: add has no identity for f8E8M0FNU}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [1, 4]>}}
  // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [1, 4]>}}
  // expected-note @below {{result #1 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>}}
  %b, %c = vector.scan <add>, %v, %a {reduction_dim = 1, inclusive = true} : vector<4x4xf8E8M0FNU>, vector<4xf8E8M0FNU>
  // expected-remark @below {{'vector.contract' op is not distributed: add has no identity for f8E8M0FNU}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [1, 4]>}}
  // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [2], element_tile = [2], subgroup_strides = [0], thread_strides = [4]>}}
  // expected-note @below {{operand #2 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>}}
  %d = vector.contract {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %b, %x, %c : vector<4x4xf8E8M0FNU>, vector<4xf8E8M0FNU> into vector<4xf8E8M0FNU>
  // expected-remark @below {{'vector.reduction' op is not distributed: add has no identity for f8E8M0FNU}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>}}
  %r = vector.reduction <add>, %d : vector<4xf8E8M0FNU> into f8E8M0FNU
  return %r : f8E8M0FNU
}

// Memory of vectors is read and written by whole ones.
func.func @vectors(%m: memref<4xvector<16xf32>>, %i: index) {
  // expected-remark @below {{'vector.load' op is not distributed: the elements of the memory are vectors}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %v = vector.load %m[%i] : memref<4xvector<16xf32>>, vector<16xf32>
  %l = iree_vector_ext.to_layout %v to layout(#line) : vector<16xf32>
  // expected-remark @below {{'vector.store' op is not distributed: the elements of the memory are vectors}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  vector.store %l, %m[%i] : memref<4xvector<16xf32>>, vector<16xf32>
  return
}

// A tensor would have to be put together from what threads write.
func.func @tensors(%t: tensor<16xf32>, %i: vector<16xindex>) -> (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  // expected-remark @below {{'vector.transfer_read' op is not distributed: it reads a tensor}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %v = vector.transfer_read %t[%c0], %p {in_bounds = [true]} : tensor<16xf32>, vector<16xf32>
  %l = iree_vector_ext.to_layout %v to layout(#line) : vector<16xf32>
  %o = arith.addf %l, %l : vector<16xf32>
  // expected-remark @below {{'vector.transfer_write' op is not distributed: it writes a tensor}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %w = vector.transfer_write %o, %t[%c0] {in_bounds = [true]} : vector<16xf32>, tensor<16xf32>
  // expected-remark @below {{'iree_vector_ext.transfer_gather' op is not distributed: it reads a tensor}}
  // expected-note @below {{operand #2 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %g = iree_vector_ext.transfer_gather %t[%c0] [%i : vector<16xindex>], %p {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : tensor<16xf32>, vector<16xf32>
  %k = iree_vector_ext.to_layout %g to layout(#line) : vector<16xf32>
  // expected-remark @below {{'iree_vector_ext.transfer_scatter' op is not distributed: it writes a tensor}}
  // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{operand #3 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %s = iree_vector_ext.transfer_scatter %k into %w[%c0] [%i : vector<16xindex>] {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : vector<16xf32>, tensor<16xf32> -> tensor<16xf32>
  // expected-remark @below {{'iree_linalg_ext.map_store' op is not distributed: it writes a tensor}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %u = iree_linalg_ext.map_store %k into %s {
  ^bb0(%x: index):
    %true = arith.constant true
    iree_linalg_ext.yield %x, %true : index, i1
  } : vector<16xf32> into tensor<16xf32> -> tensor<16xf32>
  return %w, %s, %u : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>
}

// Operations with regions have rules one by one.
func.func @switched(%m: memref<16xf32>, %s: index, %o: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %l = iree_vector_ext.to_layout %v to layout(#line) : vector<16xf32>
  // expected-remark @below {{'scf.index_switch' op is not distributed: there is no rule for what its regions give}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %r = scf.index_switch %s -> vector<16xf32>
  case 1 {
    %x = arith.addf %l, %l : vector<16xf32>
    scf.yield %x : vector<16xf32>
  }
  default {
    scf.yield %l : vector<16xf32>
  }
  %k = iree_vector_ext.to_layout %r to layout(#line) : vector<16xf32>
  vector.transfer_write %k, %o[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}

// Half of the mask of a contraction has no place in either operand.
func.func @masked(%m: memref<4x4xf32>, %n: memref<4xf32>, %k: memref<4x4xi1>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %f = arith.constant false
  %0 = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<4x4xf32>, vector<4x4xf32>
  %1 = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<4xf32>, vector<4xf32>
  %2 = vector.transfer_read %k[%c0, %c0], %f {in_bounds = [true, true]} : memref<4x4xi1>, vector<4x4xi1>
  %v = iree_vector_ext.to_layout %0 to layout(#square) : vector<4x4xf32>
  %x = iree_vector_ext.to_layout %1 to layout(#row) : vector<4xf32>
  %y = iree_vector_ext.to_layout %1 to layout(#column) : vector<4xf32>
  // expected-remark @below {{'vector.mask' op is not distributed: transfers, gathers, scatters and reductions take any mask, and contractions one of vector.create_mask or vector.constant_mask}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [1, 4]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>}}
  %r = vector.mask %2 { vector.contract {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %v, %x, %y : vector<4x4xf32>, vector<4xf32> into vector<4xf32> } : vector<4x4xi1> -> vector<4xf32>
  vector.transfer_write %r, %o[%c0] {in_bounds = [true]} : vector<4xf32>, memref<4xf32>
  return
}
