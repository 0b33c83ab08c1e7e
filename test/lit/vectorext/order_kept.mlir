// RUN: optc %s --vectorext-order-sums=subgroup-size=8 --cse --mlir-print-local-scope | FileCheck %s

#lhs = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [2, 4], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [4, 1]>
#rhs = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 1], element_tile = [2, 3], subgroup_strides = [0, 0], thread_strides = [1, 0]>
// A result whose dimensions are in another order stays.
// CHECK-LABEL: func.func @transposed(%arg0: vector<4x8xf16>, %arg1: vector<8x3xf16>, %arg2: vector<3x4xf32>) -> vector<3x4xf32> {
// CHECK-NEXT:   %0 = iree_vector_ext.to_layout %arg0 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [2, 4], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [4, 1]>) : vector<4x8xf16>
// CHECK-NEXT:   %1 = iree_vector_ext.to_layout %arg1 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 1], element_tile = [2, 3], subgroup_strides = [0, 0], thread_strides = [1, 0]>) : vector<8x3xf16>
// CHECK-NEXT:   %2 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d1, d0)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %0, %1, %arg2 : vector<4x8xf16>, vector<8x3xf16> into vector<3x4xf32>
// CHECK-NEXT:   return %2 : vector<3x4xf32>
// CHECK-NEXT: }
func.func @transposed(%x: vector<4x8xf16>, %y: vector<8x3xf16>, %z: vector<3x4xf32>) -> vector<3x4xf32> {
  %a = iree_vector_ext.to_layout %x to layout(#lhs) : vector<4x8xf16>
  %b = iree_vector_ext.to_layout %y to layout(#rhs) : vector<8x3xf16>
  %3 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %z : vector<4x8xf16>, vector<8x3xf16> into vector<3x4xf32>
  return %3 : vector<3x4xf32>
}

// What has no layout stays.
// CHECK-LABEL: func.func @plain(%arg0: vector<4x8xf32>, %arg1: vector<8xf32>, %arg2: f32) -> (vector<4xf32>, f32, vector<8xf32>, vector<f32>) {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<f32>
// CHECK-NEXT:   %0 = vector.multi_reduction <add>, %arg0, %cst [1] : vector<4x8xf32> to vector<4xf32>
// CHECK-NEXT:   %1 = vector.reduction <add>, %arg1, %arg2 : vector<8xf32> into f32
// CHECK-NEXT:   %dest, %accumulated_value = vector.scan <add>, %arg1, %cst_0 {inclusive = true, reduction_dim = 0 : i64} : vector<8xf32>, vector<f32>
// CHECK-NEXT:   return %0, %1, %dest, %accumulated_value : vector<4xf32>, f32, vector<8xf32>, vector<f32>
// CHECK-NEXT: }
func.func @plain(%x: vector<4x8xf32>, %y: vector<8xf32>, %a: f32) -> (vector<4xf32>, f32, vector<8xf32>, vector<f32>) {
  %z = arith.constant dense<0.0> : vector<4xf32>
  %i = arith.constant dense<0.0> : vector<f32>
  %0 = vector.multi_reduction <add>, %x, %z [1] : vector<4x8xf32> to vector<4xf32>
  %1 = vector.reduction <add>, %y, %a : vector<8xf32> into f32
  %2:2 = vector.scan <add>, %y, %i {inclusive = true, reduction_dim = 0 : i64} : vector<8xf32>, vector<f32>
  return %0, %1, %2#0, %2#1 : vector<4xf32>, f32, vector<8xf32>, vector<f32>
}
