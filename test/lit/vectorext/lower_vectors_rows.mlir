// RUN: optc %s --vectorext-lower-vectors --mlir-print-local-scope | FileCheck %s

// Neighbours are loaded and stored at once; transfers of elements that are apart, or of whose distance nothing is known, stay.
// CHECK-LABEL: func.func @neighbours(%arg0: memref<?xf32>, %arg1: index, %arg2: f32) {
// CHECK-NEXT: %0 = vector.load %arg0[%arg1] : memref<?xf32>, vector<2xf32>
// CHECK-NEXT: vector.store %0, %arg0[%arg1] : memref<?xf32>, vector<2xf32>
// CHECK-NEXT: return
func.func @neighbours(%m: memref<?xf32>, %i: index, %p: f32) {
  %0 = vector.transfer_read %m[%i], %p {in_bounds = [true]} : memref<?xf32>, vector<2xf32>
  vector.transfer_write %0, %m[%i] {in_bounds = [true]} : vector<2xf32>, memref<?xf32>
  return
}
// CHECK-LABEL: func.func @apart(%arg0: memref<?xf32, strided<[2]>>, %arg1: index, %arg2: f32) {
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg1], %arg2 {in_bounds = [true]} : memref<?xf32, strided<[2]>>, vector<2xf32>
// CHECK-NEXT: vector.transfer_write %0, %arg0[%arg1] {in_bounds = [true]} : vector<2xf32>, memref<?xf32, strided<[2]>>
// CHECK-NEXT: return
func.func @apart(%m: memref<?xf32, strided<[2]>>, %i: index, %p: f32) {
  %0 = vector.transfer_read %m[%i], %p {in_bounds = [true]} : memref<?xf32, strided<[2]>>, vector<2xf32>
  vector.transfer_write %0, %m[%i] {in_bounds = [true]} : vector<2xf32>, memref<?xf32, strided<[2]>>
  return
}
// CHECK-LABEL: func.func @distance(%arg0: memref<?xf32, strided<[?]>>, %arg1: index, %arg2: f32) {
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg1], %arg2 {in_bounds = [true]} : memref<?xf32, strided<[?]>>, vector<2xf32>
// CHECK-NEXT: vector.transfer_write %0, %arg0[%arg1] {in_bounds = [true]} : vector<2xf32>, memref<?xf32, strided<[?]>>
// CHECK-NEXT: return
func.func @distance(%m: memref<?xf32, strided<[?]>>, %i: index, %p: f32) {
  %0 = vector.transfer_read %m[%i], %p {in_bounds = [true]} : memref<?xf32, strided<[?]>>, vector<2xf32>
  vector.transfer_write %0, %m[%i] {in_bounds = [true]} : vector<2xf32>, memref<?xf32, strided<[?]>>
  return
}
// CHECK-LABEL: func.func @no_strides(%arg0: memref<8xf32, affine_map<(d0) -> (d0 mod 2, d0 floordiv 2)>>, %arg1: index, %arg2: f32) -> vector<2xf32> {
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg1], %arg2 {in_bounds = [true]} : memref<8xf32, affine_map<(d0) -> (d0 mod 2, d0 floordiv 2)>>, vector<2xf32>
// CHECK-NEXT: return %0 : vector<2xf32>
func.func @no_strides(%m: memref<8xf32, affine_map<(d0) -> (d0 mod 2, d0 floordiv 2)>>, %i: index, %p: f32) -> vector<2xf32> {
  %0 = vector.transfer_read %m[%i], %p {in_bounds = [true]} : memref<8xf32, affine_map<(d0) -> (d0 mod 2, d0 floordiv 2)>>, vector<2xf32>
  return %0 : vector<2xf32>
}
// CHECK-LABEL: func.func @masked(%arg0: memref<?xf32>, %arg1: index, %arg2: f32, %arg3: vector<2xi1>) {
// CHECK-NEXT: %0 = vector.broadcast %arg2 : f32 to vector<2xf32>
// CHECK-NEXT: %1 = vector.maskedload %arg0[%arg1], %arg3, %0 : memref<?xf32>, vector<2xi1>, vector<2xf32> into vector<2xf32>
// CHECK-NEXT: vector.maskedstore %arg0[%arg1], %arg3, %1 : memref<?xf32>, vector<2xi1>, vector<2xf32>
// CHECK-NEXT: return
func.func @masked(%m: memref<?xf32>, %i: index, %p: f32, %k: vector<2xi1>) {
  %0 = vector.transfer_read %m[%i], %p, %k {in_bounds = [true]} : memref<?xf32>, vector<2xf32>
  vector.transfer_write %0, %m[%i], %k {in_bounds = [true]} : vector<2xf32>, memref<?xf32>
  return
}
// CHECK-LABEL: func.func @leaving(%arg0: memref<?xf32>, %arg1: index, %arg2: f32) -> vector<2xf32> {
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg1], %arg2 : memref<?xf32>, vector<2xf32>
// CHECK-NEXT: return %0 : vector<2xf32>
func.func @leaving(%m: memref<?xf32>, %i: index, %p: f32) -> vector<2xf32> {
  %0 = vector.transfer_read %m[%i], %p : memref<?xf32>, vector<2xf32>
  return %0 : vector<2xf32>
}
