// RUN: optc %s --unroll-vectors=native-shape=1,1 | FileCheck %s

// Too many tiles for code, along one dimension and along both.
// CHECK-LABEL: func.func @many(%arg0: vector<512x256xi8>, %arg1: vector<1x65537xi8>) -> (vector<512x256xi8>, vector<1x65537xi8>) {
// CHECK-NEXT:   %0 = arith.addi %arg0, %arg0 : vector<512x256xi8>
// CHECK-NEXT:   %1 = arith.addi %arg1, %arg1 : vector<1x65537xi8>
// CHECK-NEXT:   return %0, %1 : vector<512x256xi8>, vector<1x65537xi8>
// CHECK-NEXT: }
func.func @many(%a: vector<512x256xi8>, %b: vector<1x65537xi8>) -> (vector<512x256xi8>, vector<1x65537xi8>) {
  %0 = arith.addi %a, %a : vector<512x256xi8>
  %1 = arith.addi %b, %b : vector<1x65537xi8>
  return %0, %1 : vector<512x256xi8>, vector<1x65537xi8>
}

// A memref of vectors is loaded and stored by whole vectors.
// CHECK-LABEL: func.func @of_vectors(%arg0: memref<4x4xvector<2x1xi8>>, %arg1: index) {
// CHECK-NEXT:   %0 = vector.load %arg0[%arg1, %arg1] : memref<4x4xvector<2x1xi8>>, vector<2x1xi8>
// CHECK-NEXT:   vector.store %0, %arg0[%arg1, %arg1] : memref<4x4xvector<2x1xi8>>, vector<2x1xi8>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @of_vectors(%m: memref<4x4xvector<2x1xi8>>, %i: index) {
  %0 = vector.load %m[%i, %i] : memref<4x4xvector<2x1xi8>>, vector<2x1xi8>
  vector.store %0, %m[%i, %i] : memref<4x4xvector<2x1xi8>>, vector<2x1xi8>
  return
}

// An element of rank 0 is in all tiles.
// CHECK-LABEL: func.func @scalar(%arg0: vector<i8>) -> vector<2x1xi8> {
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<2x1xi8>
// CHECK-NEXT:   %0 = vector.broadcast %arg0 : vector<i8> to vector<1x1xi8>
// CHECK-NEXT:   %1 = vector.insert_strided_slice %0, %cst {offsets = [0, 0], strides = [1, 1]} : vector<1x1xi8> into vector<2x1xi8>
// CHECK-NEXT:   %2 = vector.broadcast %arg0 : vector<i8> to vector<1x1xi8>
// CHECK-NEXT:   %3 = vector.insert_strided_slice %2, %1 {offsets = [1, 0], strides = [1, 1]} : vector<1x1xi8> into vector<2x1xi8>
// CHECK-NEXT:   return %3 : vector<2x1xi8>
// CHECK-NEXT: }
func.func @scalar(%a: vector<i8>) -> vector<2x1xi8> {
  %0 = vector.broadcast %a : vector<i8> to vector<2x1xi8>
  return %0 : vector<2x1xi8>
}
