// RUN: optc %s --vectorext-fold-unit-extent-dims --canonicalize --mlir-print-local-scope | FileCheck %s

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1, 1], batch_tile = [1, 1, 1], outer_tile = [1, 1, 1], thread_tile = [1, 4, 8], element_tile = [1, 2, 4], subgroup_strides = [0, 0, 0], thread_strides = [0, 8, 1]>
#large = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [2, 4], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [4, 1]>

// CHECK-LABEL: @dynamic
// CHECK-SAME: %[[T:.*]]: tensor<1x8x?xf32>
// CHECK: %[[D:.*]] = tensor.dim %[[T]], %{{.*}}
// CHECK: %[[S:.*]] = tensor.extract_slice %[[T]][0, 0, 0] [1, 8, %[[D]]] [1, 1, 1] : tensor<1x8x?xf32> to tensor<8x?xf32>
// CHECK: %[[L:.*]] = iree_vector_ext.to_layout %[[S]] to layout({{.*}}thread_tile = [4, 8]{{.*}}) {shared_memory_conversion} : tensor<8x?xf32>
// CHECK: %[[E:.*]] = tensor.empty(%[[D]]) : tensor<1x8x?xf32>
// CHECK: tensor.insert_slice %[[L]] into %[[E]][0, 0, 0] [1, 8, %[[D]]] [1, 1, 1] : tensor<8x?xf32> into tensor<1x8x?xf32>
func.func @dynamic(%t: tensor<1x8x?xf32>) -> tensor<1x8x?xf32> {
  %r = iree_vector_ext.to_layout %t to layout(#l) {shared_memory_conversion} : tensor<1x8x?xf32>
  return %r : tensor<1x8x?xf32>
}

// A layout that is larger than the tensor keeps its dimension.
// CHECK-LABEL: @padded
// CHECK-NOT: extract_slice
func.func @padded(%t: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %r = iree_vector_ext.to_layout %t to layout(#large) : tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}
