// RUN: optc %s --fold-memref-alias-ops --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --fold-memref-alias-ops --verify-exec -o /dev/null

// The index of the source is offset + index * stride.
// CHECK-LABEL: func.func @strided(
// CHECK-NEXT:    %[[I:.*]] = affine.apply affine_map<()[s0, s1] -> (s0 + s1 * 2)>()[%arg1, %arg2]
// CHECK-NEXT:    %[[J:.*]] = affine.apply affine_map<()[s0] -> (s0 * 3 + 2)>()[%arg2]
// CHECK-NEXT:    %[[X:.*]] = memref.load %arg0[%[[I]], %[[J]]] {nontemporal = true} : memref<12x32xf32>
// CHECK-NEXT:    %[[K:.*]] = affine.apply affine_map<()[s0, s1] -> (s0 + s1 * 2)>()[%arg1, %arg2]
// CHECK-NEXT:    %[[L:.*]] = affine.apply affine_map<()[s0] -> (s0 * 3 + 2)>()[%arg1]
// CHECK-NEXT:    memref.store %[[X]], %arg0[%[[K]], %[[L]]] : memref<12x32xf32>
func.func @strided(%m: memref<12x32xf32>, %i: index, %j: index) {
  %s = memref.subview %m[%i, 2] [4, 4] [2, 3] : memref<12x32xf32> to memref<4x4xf32, strided<[64, 3], offset: ?>>
  %0 = memref.load %s[%j, %j] {nontemporal = true, alignment = 16} : memref<4x4xf32, strided<[64, 3], offset: ?>>
  memref.store %0, %s[%j, %i] {alignment = 16} : memref<4x4xf32, strided<[64, 3], offset: ?>>
  return
}

// A dropped dimension has index 0 in the view.
// CHECK-LABEL: func.func @dropped(
// CHECK-NEXT:    %[[I:.*]] = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%arg1, %arg2]
// CHECK-NEXT:    %[[R:.*]] = vector.transfer_read %arg0[%[[I]], %arg1, %arg2], %arg3 {in_bounds = [true], permutation_map = affine_map<(d0, d1, d2) -> (d0)>} : memref<8x4x4xf32>, vector<2xf32>
// CHECK-NEXT:    %[[K:.*]] = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%arg1]
// CHECK-NEXT:    vector.transfer_write %[[R]], %arg0[%[[K]], %arg1, %arg2], %arg4 {in_bounds = [true], permutation_map = affine_map<(d0, d1, d2) -> (d0)>} : vector<2xf32>, memref<8x4x4xf32>
func.func @dropped(%m: memref<8x4x4xf32>, %i: index, %j: index, %p: f32, %mask: vector<2xi1>) {
  %s = memref.subview %m[%i, %i, %j] [4, 1, 1] [1, 1, 1] : memref<8x4x4xf32> to memref<4xf32, strided<[16], offset: ?>>
  %0 = vector.transfer_read %s[%j], %p {in_bounds = [true]} : memref<4xf32, strided<[16], offset: ?>>, vector<2xf32>
  vector.transfer_write %0, %s[%i], %mask {in_bounds = [true]} : vector<2xf32>, memref<4xf32, strided<[16], offset: ?>>
  return
}

// Views of views, from the accesses on.
// CHECK-LABEL: func.func @chain(
// CHECK-NEXT:    %[[I:.*]] = affine.linearize_index disjoint [%arg1, %arg2] by (3, 4) : index
// CHECK-NEXT:    %[[J:.*]] = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%arg2, %[[I]]]
// CHECK-NEXT:    %[[K:.*]]:2 = affine.delinearize_index %[[J]] into (4, 8) : index, index
// CHECK-NEXT:    memref.load %arg0[%[[K]]#0, %[[K]]#1] : memref<4x8xf32>
func.func @chain(%m: memref<4x8xf32>, %i: index, %j: index) -> f32 {
  %c = memref.collapse_shape %m [[0, 1]] : memref<4x8xf32> into memref<32xf32>
  %s = memref.subview %c[%j] [12] [1] : memref<32xf32> to memref<12xf32, strided<[1], offset: ?>>
  %e = memref.expand_shape %s [[0, 1]] output_shape [3, 4] : memref<12xf32, strided<[1], offset: ?>> into memref<3x4xf32, strided<[4, 1], offset: ?>>
  %0 = memref.load %e[%i, %j] : memref<3x4xf32, strided<[4, 1], offset: ?>>
  return %0 : f32
}
