// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// Functions that are executed before and after their folds and patterns; package internal/testing/folds tells which have none.

// CHECK-DAG: #map = affine_map<()[s0] -> (s0 * 2)>
// CHECK-DAG: #map1 = affine_map<(d0)[s0] -> (s0)>
// CHECK-DAG: #map2 = affine_map<(d0)[s0] -> (d0)>
// CHECK-DAG: #map3 = affine_map<()[s0, s1] -> (s0 + s1)>
// CHECK-DAG: #map4 = affine_map<(d0) -> (0)>
// CHECK-LABEL: func.func @scattered(%arg0: memref<64xf32>, %arg1: vector<8xf32>, %arg2: vector<1xf32>, %arg3: vector<1xindex>, %arg4: vector<8xindex>, %arg5: index) {
// CHECK-NEXT: %cst = arith.constant dense<[0, 3, 5, 7, 2, 9, 11, 4]> : vector<8xindex>
// CHECK-NEXT: %0 = affine.apply #map()[%arg5]
// CHECK-NEXT: iree_vector_ext.transfer_scatter %arg1 into %arg0[%0] [%cst : vector<8xindex>] {indexing_maps = [#map1, #map2]} : vector<8xf32>, memref<64xf32>
// CHECK-NEXT: %1 = vector.extract %arg3[0] : index from vector<1xindex>
// CHECK-NEXT: %2 = affine.apply #map3()[%arg5, %1]
// CHECK-NEXT: iree_vector_ext.transfer_scatter %arg2 into %arg0[%2] {indexing_maps = [#map4]} : vector<1xf32>, memref<64xf32>
// CHECK-NEXT: return
func.func @scattered(%m: memref<64xf32>, %x: vector<8xf32>, %y: vector<1xf32>, %v: vector<1xindex>, %w: vector<8xindex>, %o: index) {
  %k = arith.constant dense<[0, 3, 5, 7, 2, 9, 11, 4]> : vector<8xindex>
  %b = vector.broadcast %o : index to vector<8xindex>
  %s = arith.addi %k, %b : vector<8xindex>
  iree_vector_ext.transfer_scatter %x into %m[%o] [%s : vector<8xindex>] {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : vector<8xf32>, memref<64xf32>
  iree_vector_ext.transfer_scatter %y into %m[%o] [%v : vector<1xindex>] {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : vector<1xf32>, memref<64xf32>
  return
}
