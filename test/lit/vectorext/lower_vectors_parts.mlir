// RUN: optc %s --vectorext-lower-vectors --verify-exec | FileCheck %s

// Masks are cut like index vectors.
// CHECK-LABEL: @masked
// CHECK-SAME: (%[[M:[^:]*]]: memref<8x16xf32>, %[[I:[^:]*]]: vector<2x4xindex>, %[[K:[^:]*]]: vector<2x4xi1>,
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK: %[[I0:.*]] = vector.extract %[[I]][0]
// CHECK-NEXT: %[[K0:.*]] = vector.extract %[[K]][0]
// CHECK: vector.gather %[[M]][%[[C0]], %[[C0]]] [%[[I0]]], %[[K0]],
// CHECK: %[[I1:.*]] = vector.extract %[[I]][1]
// CHECK-NEXT: %[[K1:.*]] = vector.extract %[[K]][1]
// CHECK: vector.gather %[[M]][%[[C1]], %[[C0]]] [%[[I1]]], %[[K1]],
func.func @masked(%m: memref<8x16xf32>, %i: vector<2x4xindex>, %k: vector<2x4xi1>, %p: f32) -> vector<2x4xf32> {
  %c0 = arith.constant 0 : index
  %0 = iree_vector_ext.transfer_gather %m[%c0, %c0] [%i : vector<2x4xindex>], %p, %k {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : memref<8x16xf32>, vector<2x4xf32>, vector<2x4xi1>
  return %0 : vector<2x4xf32>
}

// An index vector that has the axis behind another one is cut there.
// CHECK-LABEL: @second_axis
// CHECK-SAME: (%{{[^:]*}}: memref<8x16xf32>, %[[I:[^:]*]]: vector<4x2xindex>,
// CHECK: vector.extract_strided_slice %[[I]] {offsets = [0, 0], sizes = [4, 1], strides = [1, 1]}
// CHECK: vector.extract_strided_slice %[[I]] {offsets = [0, 1], sizes = [4, 1], strides = [1, 1]}
func.func @second_axis(%m: memref<8x16xf32>, %i: vector<4x2xindex>, %p: f32) -> vector<2x4xf32> {
  %c0 = arith.constant 0 : index
  %0 = iree_vector_ext.transfer_gather %m[%c0, %c0] [%i : vector<4x2xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d1, d0)>]} : memref<8x16xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// Parts of a scatter go one after the other into a tensor, or all into the same memory.
// CHECK-LABEL: @into_tensor
// CHECK-SAME: (%[[T:[^:]*]]: tensor<8x16xf32>, %[[V:[^:]*]]: vector<2x4xf32>,
// CHECK: %[[V0:.*]] = vector.extract %[[V]][0]
// CHECK-NEXT: %[[A:.*]] = vector.scatter %[[T]][%{{.*}}] [%{{.*}}], %{{.*}}, %[[V0]]
// CHECK: %[[V1:.*]] = vector.extract %[[V]][1]
// CHECK-NEXT: %[[B:.*]] = vector.scatter %[[A]][%{{.*}}] [%{{.*}}], %{{.*}}, %[[V1]]
// CHECK-NEXT: return %[[B]]
func.func @into_tensor(%t: tensor<8x16xf32>, %v: vector<2x4xf32>, %i: vector<2x4xindex>) -> tensor<8x16xf32> {
  %c0 = arith.constant 0 : index
  %0 = iree_vector_ext.transfer_scatter %v into %t[%c0, %c0] [%i : vector<2x4xindex>] {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : vector<2x4xf32>, tensor<8x16xf32> -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// CHECK-LABEL: @into_memory
// CHECK-SAME: (%[[M:[^:]*]]: memref<8x16xf32>,
// CHECK: vector.scatter %[[M]][
// CHECK: vector.scatter %[[M]][
// CHECK-NEXT: return
func.func @into_memory(%m: memref<8x16xf32>, %v: vector<2x4xf32>, %i: vector<2x4xindex>) {
  %c0 = arith.constant 0 : index
  iree_vector_ext.transfer_scatter %v into %m[%c0, %c0] [%i : vector<2x4xindex>] {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : vector<2x4xf32>, memref<8x16xf32>
  return
}
