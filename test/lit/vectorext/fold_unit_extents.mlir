// RUN: optc %s --vectorext-fold-unit-extent-dims --canonicalize --mlir-print-local-scope | FileCheck %s

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1, 1], batch_tile = [1, 1, 1], outer_tile = [1, 1, 1], thread_tile = [1, 4, 8], element_tile = [1, 2, 4], subgroup_strides = [0, 0, 0], thread_strides = [0, 8, 1]>
#large = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [2, 4], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [4, 1]>

// CHECK-LABEL: func.func @dynamic(%arg0: tensor<1x8x?xf32>) -> tensor<1x8x?xf32> {
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %dim = tensor.dim %arg0, %c2 : tensor<1x8x?xf32>
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[0, 0, 0] [1, 8, %dim] [1, 1, 1] : tensor<1x8x?xf32> to tensor<8x?xf32>
// CHECK-NEXT: %0 = iree_vector_ext.to_layout %extracted_slice to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [2, 4], subgroup_strides = [0, 0], thread_strides = [8, 1]>) {shared_memory_conversion} : tensor<8x?xf32>
// CHECK-NEXT: %1 = tensor.empty(%dim) : tensor<1x8x?xf32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %0 into %1[0, 0, 0] [1, 8, %dim] [1, 1, 1] : tensor<8x?xf32> into tensor<1x8x?xf32>
// CHECK-NEXT: return %inserted_slice : tensor<1x8x?xf32>
func.func @dynamic(%t: tensor<1x8x?xf32>) -> tensor<1x8x?xf32> {
  %r = iree_vector_ext.to_layout %t to layout(#l) {shared_memory_conversion} : tensor<1x8x?xf32>
  return %r : tensor<1x8x?xf32>
}

// A layout that is larger than the tensor keeps its dimension.
// CHECK-LABEL: func.func @padded(%arg0: tensor<?x8xf32>) -> tensor<?x8xf32> {
// CHECK-NEXT: %0 = iree_vector_ext.to_layout %arg0 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [2, 4], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [4, 1]>) : tensor<?x8xf32>
// CHECK-NEXT: return %0 : tensor<?x8xf32>
func.func @padded(%t: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %r = iree_vector_ext.to_layout %t to layout(#large) : tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// Vectors keep theirs, and so do layouts of other kinds.
// CHECK-LABEL: func.func @vector(%arg0: vector<1x8x32xf32>, %arg1: tensor<1x8xf32>) -> (vector<1x8x32xf32>, tensor<1x8xf32>) {
// CHECK-NEXT: %0 = iree_vector_ext.to_layout %arg0 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1, 1], batch_tile = [1, 1, 1], outer_tile = [1, 1, 1], thread_tile = [1, 4, 8], element_tile = [1, 2, 4], subgroup_strides = [0, 0, 0], thread_strides = [0, 8, 1]>) : vector<1x8x32xf32>
// CHECK-NEXT: %1 = iree_vector_ext.to_layout %arg1 to layout(#iree_map.pack_layout<(1, 8) : (0, 1)>) : tensor<1x8xf32>
// CHECK-NEXT: return %0, %1 : vector<1x8x32xf32>, tensor<1x8xf32>
func.func @vector(%v: vector<1x8x32xf32>, %t: tensor<1x8xf32>) -> (vector<1x8x32xf32>, tensor<1x8xf32>) {
  %r = iree_vector_ext.to_layout %v to layout(#l) : vector<1x8x32xf32>
  %s = iree_vector_ext.to_layout %t to layout(#iree_map.pack_layout<((1), (8)) : ((0), (1))>) : tensor<1x8xf32>
  return %r, %s : vector<1x8x32xf32>, tensor<1x8xf32>
}
