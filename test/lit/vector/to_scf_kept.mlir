// RUN: optc %s --convert-vector-to-scf | FileCheck %s

// vector.mask has room for one operation.
// mlir-opt-22 differs (vector to loops, vector to loops of rank 2, vector unrolled, vector unrolled to rank 0): its result is not valid
// CHECK-LABEL: func.func @masked(
// CHECK-NEXT:    vector.mask %arg2 { vector.transfer_read %arg0[%arg1, %arg1, %arg1], %arg3
func.func @masked(%m: memref<?x?x?xf32>, %i: index, %mask: vector<2x2x4xi1>, %p: f32) -> vector<2x2x4xf32> {
  %0 = vector.mask %mask { vector.transfer_read %m[%i, %i, %i], %p : memref<?x?x?xf32>, vector<2x2x4xf32> } : vector<2x2x4xi1> -> vector<2x2x4xf32>
  return %0 : vector<2x2x4xf32>
}

// The mask has a dimension for d0 and one for d1, in this order: the rows of the vector are its columns.
// mlir-opt-22 differs (vector to loops, vector to loops of rank 2, vector unrolled, vector unrolled to rank 0): it takes rows of the mask for them
// CHECK-LABEL: func.func @order(
// CHECK:         memref.load %{{.*}}[%{{.*}}] : memref<3xvector<2xi1>>
// CHECK:         vector.transpose %{{.*}}, [1, 0] : vector<3x2xf32> to vector<2x3xf32>
func.func @order(%m: memref<?x?x?xf32>, %i: index, %mask: vector<3x2xi1>, %p: f32) -> vector<2x3xf32> {
  %0 = vector.transfer_read %m[%i, %i, %i], %p, %mask {in_bounds = [true, true], permutation_map = affine_map<(d0, d1, d2) -> (d1, d0)>} : memref<?x?x?xf32>, vector<2x3xf32>
  return %0 : vector<2x3xf32>
}

// The dimension of extent 1 that is added is in the middle of the mask.
// CHECK-LABEL: func.func @middle(
// CHECK:         vector.broadcast %arg2 : vector<2x4xi1> to vector<1x2x4xi1>
// CHECK:         vector.transpose %{{.*}}, [1, 0, 2] : vector<1x2x4xi1> to vector<2x1x4xi1>
func.func @middle(%m: memref<?x?x?xf32>, %i: index, %mask: vector<2x4xi1>, %v: vector<2x4xf32>) {
  vector.transfer_write %v, %m[%i, %i, %i], %mask {in_bounds = [true, true], permutation_map = affine_map<(d0, d1, d2) -> (d0, d2)>} : vector<2x4xf32>, memref<?x?x?xf32>
  return
}
