// RUN: optc %s --flatten-vector-transfers=target-vector-bitwidth=32 --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --flatten-vector-transfers=target-vector-bitwidth=32 --verify-exec -o /dev/null

// Three inner dimensions with indices that are constants and values; what lies in front keeps its own.
// CHECK-LABEL: func.func @indices(%arg0: memref<3x4x2x2xi8>, %arg1: i8, %arg2: index, %arg3: index) -> (vector<2x2x2xi8>, vector<1x2x2xi8>, vector<2x2xi8>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0], [1, 2, 3]] : memref<3x4x2x2xi8> into memref<3x16xi8>
// CHECK-NEXT:   %0 = vector.transfer_read %collapse_shape[%arg2, %c8], %arg1 {in_bounds = [true]} : memref<3x16xi8>, vector<8xi8>
// CHECK-NEXT:   %1 = vector.shape_cast %0 : vector<8xi8> to vector<2x2x2xi8>
// CHECK-NEXT:   %collapse_shape_0 = memref.collapse_shape %arg0 {{\[\[}}0], [1], [2, 3]] : memref<3x4x2x2xi8> into memref<3x4x4xi8>
// CHECK-NEXT:   %2 = vector.transfer_read %collapse_shape_0[%c2, %arg3, %c0], %arg1 {in_bounds = [true]} : memref<3x4x4xi8>, vector<4xi8>
// CHECK-NEXT:   %3 = vector.shape_cast %2 : vector<4xi8> to vector<1x2x2xi8>
// CHECK-NEXT:   %collapse_shape_1 = memref.collapse_shape %arg0 {{\[\[}}0], [1], [2, 3]] : memref<3x4x2x2xi8> into memref<3x4x4xi8>
// CHECK-NEXT:   %4 = vector.transfer_read %collapse_shape_1[%arg3, %c1, %c0], %arg1 {in_bounds = [true]} : memref<3x4x4xi8>, vector<4xi8>
// CHECK-NEXT:   %5 = vector.shape_cast %4 : vector<4xi8> to vector<2x2xi8>
// CHECK-NEXT:   return %1, %3, %5 : vector<2x2x2xi8>, vector<1x2x2xi8>, vector<2x2xi8>
// CHECK-NEXT: }
func.func @indices(%m: memref<3x4x2x2xi8>, %p: i8, %i: index, %j: index) -> (vector<2x2x2xi8>, vector<1x2x2xi8>, vector<2x2xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = vector.transfer_read %m[%i, %c2, %c0, %c0], %p {in_bounds = [true, true, true]} : memref<3x4x2x2xi8>, vector<2x2x2xi8>
  %1 = vector.transfer_read %m[%c2, %j, %c0, %c0], %p {in_bounds = [true, true, true]} : memref<3x4x2x2xi8>, vector<1x2x2xi8>
  %2 = vector.transfer_read %m[%j, %c1, %c0, %c0], %p {in_bounds = [true, true]} : memref<3x4x2x2xi8>, vector<2x2xi8>
  return %0, %1, %2 : vector<2x2x2xi8>, vector<1x2x2xi8>, vector<2x2xi8>
}

// CHECK-LABEL: func.func @writes(%arg0: memref<3x4x2xi8>, %arg1: vector<3x2xi8>, %arg2: vector<1x4x2xi8>, %arg3: index) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0], [1, 2]] : memref<3x4x2xi8> into memref<3x8xi8>
// CHECK-NEXT:   %0 = vector.shape_cast %arg1 : vector<3x2xi8> to vector<6xi8>
// CHECK-NEXT:   vector.transfer_write %0, %collapse_shape[%arg3, %c2] {in_bounds = [true]} : vector<6xi8>, memref<3x8xi8>
// CHECK-NEXT:   %collapse_shape_0 = memref.collapse_shape %arg0 {{\[\[}}0], [1, 2]] : memref<3x4x2xi8> into memref<3x8xi8>
// CHECK-NEXT:   %1 = vector.shape_cast %arg2 : vector<1x4x2xi8> to vector<8xi8>
// CHECK-NEXT:   vector.transfer_write %1, %collapse_shape_0[%arg3, %c0] {in_bounds = [true]} : vector<8xi8>, memref<3x8xi8>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @writes(%m: memref<3x4x2xi8>, %v: vector<3x2xi8>, %w: vector<1x4x2xi8>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  vector.transfer_write %v, %m[%i, %c1, %c0] {in_bounds = [true, true]} : vector<3x2xi8>, memref<3x4x2xi8>
  vector.transfer_write %w, %m[%i, %c0, %c0] {in_bounds = [true, true, true]} : vector<1x4x2xi8>, memref<3x4x2xi8>
  return
}

// The stride of an extent of 1 does not matter; other strides leave no gaps.
// CHECK-LABEL: func.func @strides(%arg0: memref<4x1x2xi8, strided<[2, 7, 1]>>, %arg1: memref<4x3x2xi8, strided<[7, 2, 1]>>, %arg2: memref<4x3x2xi8, strided<[8, 2, 1]>>, %arg3: memref<4x2xi8, strided<[2, 2]>>, %arg4: memref<4x2xi8, strided<[?, 1]>>, %arg5: i8) -> (vector<4x1x2xi8>, vector<3x2xi8>, vector<2x3x2xi8>, vector<4x2xi8>, vector<4x2xi8>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1, 2]] : memref<4x1x2xi8, strided<[2, 7, 1]>> into memref<8xi8, strided<[1]>>
// CHECK-NEXT:   %0 = vector.transfer_read %collapse_shape[%c0], %arg5 {in_bounds = [true]} : memref<8xi8, strided<[1]>>, vector<8xi8>
// CHECK-NEXT:   %1 = vector.shape_cast %0 : vector<8xi8> to vector<4x1x2xi8>
// CHECK-NEXT:   %collapse_shape_0 = memref.collapse_shape %arg1 {{\[\[}}0], [1, 2]] : memref<4x3x2xi8, strided<[7, 2, 1]>> into memref<4x6xi8, strided<[7, 1]>>
// CHECK-NEXT:   %2 = vector.transfer_read %collapse_shape_0[%c0, %c0], %arg5 {in_bounds = [true]} : memref<4x6xi8, strided<[7, 1]>>, vector<6xi8>
// CHECK-NEXT:   %3 = vector.shape_cast %2 : vector<6xi8> to vector<3x2xi8>
// CHECK-NEXT:   %4 = vector.transfer_read %arg2[%c0, %c0, %c0], %arg5 {in_bounds = [true, true, true]} : memref<4x3x2xi8, strided<[8, 2, 1]>>, vector<2x3x2xi8>
// CHECK-NEXT:   %5 = vector.transfer_read %arg3[%c0, %c0], %arg5 {in_bounds = [true, true]} : memref<4x2xi8, strided<[2, 2]>>, vector<4x2xi8>
// CHECK-NEXT:   %6 = vector.transfer_read %arg4[%c0, %c0], %arg5 {in_bounds = [true, true]} : memref<4x2xi8, strided<[?, 1]>>, vector<4x2xi8>
// CHECK-NEXT:   return %1, %3, %4, %5, %6 : vector<4x1x2xi8>, vector<3x2xi8>, vector<2x3x2xi8>, vector<4x2xi8>, vector<4x2xi8>
// CHECK-NEXT: }
func.func @strides(%a: memref<4x1x2xi8, strided<[2, 7, 1]>>, %b: memref<4x3x2xi8, strided<[7, 2, 1]>>, %c: memref<4x3x2xi8, strided<[8, 2, 1]>>, %d: memref<4x2xi8, strided<[2, 2]>>, %e: memref<4x2xi8, strided<[?, 1]>>, %p: i8) -> (vector<4x1x2xi8>, vector<3x2xi8>, vector<2x3x2xi8>, vector<4x2xi8>, vector<4x2xi8>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %a[%c0, %c0, %c0], %p {in_bounds = [true, true, true]} : memref<4x1x2xi8, strided<[2, 7, 1]>>, vector<4x1x2xi8>
  %1 = vector.transfer_read %b[%c0, %c0, %c0], %p {in_bounds = [true, true]} : memref<4x3x2xi8, strided<[7, 2, 1]>>, vector<3x2xi8>
  %2 = vector.transfer_read %c[%c0, %c0, %c0], %p {in_bounds = [true, true, true]} : memref<4x3x2xi8, strided<[8, 2, 1]>>, vector<2x3x2xi8>
  %3 = vector.transfer_read %d[%c0, %c0], %p {in_bounds = [true, true]} : memref<4x2xi8, strided<[2, 2]>>, vector<4x2xi8>
  %4 = vector.transfer_read %e[%c0, %c0], %p {in_bounds = [true, true]} : memref<4x2xi8, strided<[?, 1]>>, vector<4x2xi8>
  return %0, %1, %2, %3, %4 : vector<4x1x2xi8>, vector<3x2xi8>, vector<2x3x2xi8>, vector<4x2xi8>, vector<4x2xi8>
}

// A row alone, a tensor, elements without a known sign, and rows that repeat stay.
// CHECK-LABEL: func.func @stay(%arg0: memref<3x2xi8>, %arg1: tensor<3x2xi8>, %arg2: memref<3x2xsi8>, %arg3: memref<3x2xindex>, %arg4: i8, %arg5: si8, %arg6: index) -> (vector<2xi8>, vector<3x2xi8>, vector<3x2xsi8>, vector<3x2xindex>, vector<3x2xi8>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0, %c0], %arg4 {in_bounds = [true]} : memref<3x2xi8>, vector<2xi8>
// CHECK-NEXT:   %1 = vector.transfer_read %arg1[%c0, %c0], %arg4 {in_bounds = [true, true]} : tensor<3x2xi8>, vector<3x2xi8>
// CHECK-NEXT:   %2 = vector.transfer_read %arg2[%c0, %c0], %arg5 {in_bounds = [true, true]} : memref<3x2xsi8>, vector<3x2xsi8>
// CHECK-NEXT:   %3 = vector.transfer_read %arg3[%c0, %c0], %arg6 {in_bounds = [true, true]} : memref<3x2xindex>, vector<3x2xindex>
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%c0, %c0], %arg4 {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<3x2xi8>, vector<3x2xi8>
// CHECK-NEXT:   return %0, %1, %2, %3, %4 : vector<2xi8>, vector<3x2xi8>, vector<3x2xsi8>, vector<3x2xindex>, vector<3x2xi8>
// CHECK-NEXT: }
func.func @stay(%m: memref<3x2xi8>, %t: tensor<3x2xi8>, %s: memref<3x2xsi8>, %x: memref<3x2xindex>, %p: i8, %q: si8, %z: index) -> (vector<2xi8>, vector<3x2xi8>, vector<3x2xsi8>, vector<3x2xindex>, vector<3x2xi8>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true]} : memref<3x2xi8>, vector<2xi8>
  %1 = vector.transfer_read %t[%c0, %c0], %p {in_bounds = [true, true]} : tensor<3x2xi8>, vector<3x2xi8>
  %2 = vector.transfer_read %s[%c0, %c0], %q {in_bounds = [true, true]} : memref<3x2xsi8>, vector<3x2xsi8>
  %3 = vector.transfer_read %x[%c0, %c0], %z {in_bounds = [true, true]} : memref<3x2xindex>, vector<3x2xindex>
  %4 = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<3x2xi8>, vector<3x2xi8>
  return %0, %1, %2, %3, %4 : vector<2xi8>, vector<3x2xi8>, vector<3x2xsi8>, vector<3x2xindex>, vector<3x2xi8>
}
