// RUN: optc %s --vectorext-lower-vectors --verify-exec 2>/dev/null | FileCheck %s

// A dimension that repeats a row moves no offset.
// CHECK-LABEL: @repeated
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: vector.load %{{.*}}[%[[C0]], %[[C0]]]
// CHECK: vector.load %{{.*}}[%[[C0]], %[[C0]]]
// CHECK-NOT: vector.load
// CHECK: return
func.func @repeated(%m: memref<8x16xf32>, %p: f32) -> vector<2x4xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<8x16xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// Elements that are no neighbours in memory are no row.
// CHECK-LABEL: @no_strides
// CHECK: vector.transfer_read
func.func @no_strides(%m: memref<8xf32, affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>>, %p: f32) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<8xf32, affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>>, vector<4xf32>
  return %0 : vector<4xf32>
}

// CHECK-LABEL: @every_second
// CHECK: vector.transfer_read
func.func @every_second(%m: memref<8xf32, strided<[2]>>, %p: f32) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<8xf32, strided<[2]>>, vector<4xf32>
  return %0 : vector<4xf32>
}
