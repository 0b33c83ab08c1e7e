// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// Parts of what was put together, at the first and the last position and on both sides of every border.

// CHECK-LABEL: func.func @of_inserts(%arg0: vector<2x3xi32>, %arg1: vector<3xi32>, %arg2: i32, %arg3: index) -> (i32, i32, i32, vector<3xi32>, vector<3xi32>, i32, i32) {
// CHECK-NEXT: %0 = vector.insert %arg1, %arg0 [1] : vector<3xi32> into vector<2x3xi32>
// CHECK-NEXT: %1 = vector.insert %arg2, %0 [0, 2] : i32 into vector<2x3xi32>
// CHECK-NEXT: %2 = vector.extract %arg0[0, 1] : i32 from vector<2x3xi32>
// CHECK-NEXT: %3 = vector.extract %arg1[2] : i32 from vector<3xi32>
// CHECK-NEXT: %4 = vector.extract %1[0] : vector<3xi32> from vector<2x3xi32>
// CHECK-NEXT: %5 = vector.insert %arg2, %0 [%arg3, 2] : i32 into vector<2x3xi32>
// CHECK-NEXT: %6 = vector.extract %arg1[1] : i32 from vector<3xi32>
// CHECK-NEXT: %7 = vector.extract %5[1, 2] : i32 from vector<2x3xi32>
// CHECK-NEXT: return %arg2, %2, %3, %arg1, %4, %6, %7 : i32, i32, i32, vector<3xi32>, vector<3xi32>, i32, i32
func.func @of_inserts(%v: vector<2x3xi32>, %r: vector<3xi32>, %x: i32, %i: index) -> (i32, i32, i32, vector<3xi32>, vector<3xi32>, i32, i32) {
  %a = vector.insert %r, %v [1] : vector<3xi32> into vector<2x3xi32>
  %b = vector.insert %x, %a [0, 2] : i32 into vector<2x3xi32>
  %0 = vector.extract %b[0, 2] : i32 from vector<2x3xi32>
  %1 = vector.extract %b[0, 1] : i32 from vector<2x3xi32>
  %2 = vector.extract %b[1, 2] : i32 from vector<2x3xi32>
  %3 = vector.extract %b[1] : vector<3xi32> from vector<2x3xi32>
  %4 = vector.extract %b[0] : vector<3xi32> from vector<2x3xi32>
  %c = vector.insert %x, %a [%i, 2] : i32 into vector<2x3xi32>
  %5 = vector.extract %c[1, 1] : i32 from vector<2x3xi32>
  %6 = vector.extract %c[1, 2] : i32 from vector<2x3xi32>
  return %0, %1, %2, %3, %4, %5, %6 : i32, i32, i32, vector<3xi32>, vector<3xi32>, i32, i32
}

// CHECK-LABEL: func.func @of_transposed_inserts(%arg0: vector<2x3x4xi32>, %arg1: vector<3x4xi32>, %arg2: vector<4xi32>) -> (vector<4xi32>, i32, vector<4x3xi32>, i32, vector<4xi32>, i32) {
// CHECK-NEXT: %0 = vector.insert %arg1, %arg0 [1] : vector<3x4xi32> into vector<2x3x4xi32>
// CHECK-NEXT: %1 = vector.extract %arg1[2] : vector<4xi32> from vector<3x4xi32>
// CHECK-NEXT: %2 = vector.extract %arg0[0, 2, 3] : i32 from vector<2x3x4xi32>
// CHECK-NEXT: %3 = vector.transpose %0, [0, 2, 1] : vector<2x3x4xi32> to vector<2x4x3xi32>
// CHECK-NEXT: %4 = vector.extract %3[1] : vector<4x3xi32> from vector<2x4x3xi32>
// CHECK-NEXT: %5 = vector.extract %arg1[0, 3] : i32 from vector<3x4xi32>
// CHECK-NEXT: %6 = vector.extract %arg0[0, 1, 1] : i32 from vector<2x3x4xi32>
// CHECK-NEXT: return %1, %2, %4, %5, %arg2, %6 : vector<4xi32>, i32, vector<4x3xi32>, i32, vector<4xi32>, i32
func.func @of_transposed_inserts(%v: vector<2x3x4xi32>, %r: vector<3x4xi32>, %s: vector<4xi32>) -> (vector<4xi32>, i32, vector<4x3xi32>, i32, vector<4xi32>, i32) {
  %a = vector.insert %r, %v [1] : vector<3x4xi32> into vector<2x3x4xi32>
  %t = vector.transpose %a, [1, 0, 2] : vector<2x3x4xi32> to vector<3x2x4xi32>
  %0 = vector.extract %t[2, 1] : vector<4xi32> from vector<3x2x4xi32>
  %1 = vector.extract %t[2, 0, 3] : i32 from vector<3x2x4xi32>
  %u = vector.transpose %a, [0, 2, 1] : vector<2x3x4xi32> to vector<2x4x3xi32>
  %2 = vector.extract %u[1] : vector<4x3xi32> from vector<2x4x3xi32>
  %3 = vector.extract %u[1, 3, 0] : i32 from vector<2x4x3xi32>
  %b = vector.insert %s, %a [0, 2] : vector<4xi32> into vector<2x3x4xi32>
  %w = vector.transpose %b, [1, 0, 2] : vector<2x3x4xi32> to vector<3x2x4xi32>
  %4 = vector.extract %w[2, 0] : vector<4xi32> from vector<3x2x4xi32>
  %5 = vector.extract %w[1, 0, 1] : i32 from vector<3x2x4xi32>
  return %0, %1, %2, %3, %4, %5 : vector<4xi32>, i32, vector<4x3xi32>, i32, vector<4xi32>, i32
}

// CHECK-LABEL: func.func @of_broadcasts(%arg0: i32, %arg1: vector<4xi32>, %arg2: vector<3x1xi32>, %arg3: vector<2x1x4xi32>, %arg4: index, %arg5: index) -> (i32, vector<4xi32>, i32, i32, i32, vector<4xi32>, vector<5xi32>, vector<3x4xi32>, i32, vector<4xi32>) {
// CHECK-NEXT: %0 = vector.extract %arg1[3] : i32 from vector<4xi32>
// CHECK-NEXT: %1 = vector.extract %arg1[%arg5] : i32 from vector<4xi32>
// CHECK-NEXT: %2 = vector.broadcast %arg2 : vector<3x1xi32> to vector<2x3x5xi32>
// CHECK-NEXT: %3 = vector.extract %arg2[2, 0] : i32 from vector<3x1xi32>
// CHECK-NEXT: %4 = vector.broadcast %arg3 : vector<2x1x4xi32> to vector<2x3x4xi32>
// CHECK-NEXT: %5 = vector.extract %arg3[%arg4, 0] : vector<4xi32> from vector<2x1x4xi32>
// CHECK-NEXT: %6 = vector.extract %2[0, %arg5] : vector<5xi32> from vector<2x3x5xi32>
// CHECK-NEXT: %7 = vector.extract %4[1] : vector<3x4xi32> from vector<2x3x4xi32>
// CHECK-NEXT: %8 = vector.extract %arg1[3] : i32 from vector<4xi32>
// CHECK-NEXT: return %arg0, %arg1, %0, %1, %3, %5, %6, %7, %8, %arg1 : i32, vector<4xi32>, i32, i32, i32, vector<4xi32>, vector<5xi32>, vector<3x4xi32>, i32, vector<4xi32>
func.func @of_broadcasts(%x: i32, %v: vector<4xi32>, %w: vector<3x1xi32>, %u: vector<2x1x4xi32>, %i: index, %j: index) -> (i32, vector<4xi32>, i32, i32, i32, vector<4xi32>, vector<5xi32>, vector<3x4xi32>, i32, vector<4xi32>) {
  %a = vector.broadcast %x : i32 to vector<2x3xi32>
  %0 = vector.extract %a[1, 2] : i32 from vector<2x3xi32>
  %b = vector.broadcast %v : vector<4xi32> to vector<2x3x4xi32>
  %1 = vector.extract %b[1, 2] : vector<4xi32> from vector<2x3x4xi32>
  %2 = vector.extract %b[1, 2, 3] : i32 from vector<2x3x4xi32>
  %3 = vector.extract %b[%i, 0, %j] : i32 from vector<2x3x4xi32>
  %c = vector.broadcast %w : vector<3x1xi32> to vector<2x3x5xi32>
  %4 = vector.extract %c[1, 2, 4] : i32 from vector<2x3x5xi32>
  %d = vector.broadcast %u : vector<2x1x4xi32> to vector<2x3x4xi32>
  %5 = vector.extract %d[%i, %j] : vector<4xi32> from vector<2x3x4xi32>
  %6 = vector.extract %c[0, %j] : vector<5xi32> from vector<2x3x5xi32>
  %7 = vector.extract %d[1] : vector<3x4xi32> from vector<2x3x4xi32>
  %e = vector.shape_cast %v : vector<4xi32> to vector<1x1x4xi32>
  %8 = vector.extract %e[0, 0, 3] : i32 from vector<1x1x4xi32>
  %9 = vector.extract %e[0, 0] : vector<4xi32> from vector<1x1x4xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : i32, vector<4xi32>, i32, i32, i32, vector<4xi32>, vector<5xi32>, vector<3x4xi32>, i32, vector<4xi32>
}

// CHECK-LABEL: func.func @of_shuffles(%arg0: vector<2xi32>, %arg1: vector<3xi32>, %arg2: vector<2x2xi32>, %arg3: vector<1x2xi32>, %arg4: index) -> (i32, i32, i32, i32, vector<2xi32>, i32) {
// CHECK-NEXT: %0 = vector.shuffle %arg0, %arg1 [0, 1, 2, 4] : vector<2xi32>, vector<3xi32>
// CHECK-NEXT: %1 = vector.extract %arg0[0] : i32 from vector<2xi32>
// CHECK-NEXT: %2 = vector.extract %arg0[1] : i32 from vector<2xi32>
// CHECK-NEXT: %3 = vector.extract %arg1[0] : i32 from vector<3xi32>
// CHECK-NEXT: %4 = vector.extract %arg1[2] : i32 from vector<3xi32>
// CHECK-NEXT: %5 = vector.shuffle %arg2, %arg3 [2, 0] : vector<2x2xi32>, vector<1x2xi32>
// CHECK-NEXT: %6 = vector.extract %5[0] : vector<2xi32> from vector<2x2xi32>
// CHECK-NEXT: %7 = vector.extract %0[%arg4] : i32 from vector<4xi32>
// CHECK-NEXT: return %1, %2, %3, %4, %6, %7 : i32, i32, i32, i32, vector<2xi32>, i32
func.func @of_shuffles(%a: vector<2xi32>, %b: vector<3xi32>, %m: vector<2x2xi32>, %n: vector<1x2xi32>, %i: index) -> (i32, i32, i32, i32, vector<2xi32>, i32) {
  %s = vector.shuffle %a, %b [0, 1, 2, 4] : vector<2xi32>, vector<3xi32>
  %0 = vector.extract %s[0] : i32 from vector<4xi32>
  %1 = vector.extract %s[1] : i32 from vector<4xi32>
  %2 = vector.extract %s[2] : i32 from vector<4xi32>
  %3 = vector.extract %s[3] : i32 from vector<4xi32>
  %t = vector.shuffle %m, %n [2, 0] : vector<2x2xi32>, vector<1x2xi32>
  %4 = vector.extract %t[0] : vector<2xi32> from vector<2x2xi32>
  %5 = vector.extract %s[%i] : i32 from vector<4xi32>
  return %0, %1, %2, %3, %4, %5 : i32, i32, i32, i32, vector<2xi32>, i32
}

// CHECK-LABEL: func.func @of_casts(%arg0: vector<24xi32>, %arg1: vector<2x3x4xi32>, %arg2: vector<6x4xi32>, %arg3: index) -> (i32, i32, i32, vector<4xi32>, vector<4xi32>, vector<2xi32>, i32, vector<3x4xi32>) {
// CHECK-NEXT: %0 = vector.extract %arg0[0] : i32 from vector<24xi32>
// CHECK-NEXT: %1 = vector.extract %arg0[23] : i32 from vector<24xi32>
// CHECK-NEXT: %2 = vector.extract %arg1[1, 1, 1] : i32 from vector<2x3x4xi32>
// CHECK-NEXT: %3 = vector.shape_cast %arg1 : vector<2x3x4xi32> to vector<6x4xi32>
// CHECK-NEXT: %4 = vector.extract %arg1[1, 1] : vector<4xi32> from vector<2x3x4xi32>
// CHECK-NEXT: %5 = vector.extract %arg2[4] : vector<4xi32> from vector<6x4xi32>
// CHECK-NEXT: %6 = vector.shape_cast %arg1 : vector<2x3x4xi32> to vector<12x2xi32>
// CHECK-NEXT: %7 = vector.extract %6[3] : vector<2xi32> from vector<12x2xi32>
// CHECK-NEXT: %8 = vector.extract %3[%arg3, 0] : i32 from vector<6x4xi32>
// CHECK-NEXT: %9 = vector.extract %arg1[1] : vector<3x4xi32> from vector<2x3x4xi32>
// CHECK-NEXT: return %0, %1, %2, %4, %5, %7, %8, %9 : i32, i32, i32, vector<4xi32>, vector<4xi32>, vector<2xi32>, i32, vector<3x4xi32>
func.func @of_casts(%v: vector<24xi32>, %w: vector<2x3x4xi32>, %u: vector<6x4xi32>, %i: index) -> (i32, i32, i32, vector<4xi32>, vector<4xi32>, vector<2xi32>, i32, vector<3x4xi32>) {
  %a = vector.shape_cast %v : vector<24xi32> to vector<2x3x4xi32>
  %0 = vector.extract %a[0, 0, 0] : i32 from vector<2x3x4xi32>
  %1 = vector.extract %a[1, 2, 3] : i32 from vector<2x3x4xi32>
  %b = vector.shape_cast %w : vector<2x3x4xi32> to vector<4x6xi32>
  %2 = vector.extract %b[2, 5] : i32 from vector<4x6xi32>
  %c = vector.shape_cast %w : vector<2x3x4xi32> to vector<6x4xi32>
  %3 = vector.extract %c[4] : vector<4xi32> from vector<6x4xi32>
  %d = vector.shape_cast %u : vector<6x4xi32> to vector<3x2x4xi32>
  %4 = vector.extract %d[2, 0] : vector<4xi32> from vector<3x2x4xi32>
  %e = vector.shape_cast %w : vector<2x3x4xi32> to vector<12x2xi32>
  %5 = vector.extract %e[3] : vector<2xi32> from vector<12x2xi32>
  %6 = vector.extract %c[%i, 0] : i32 from vector<6x4xi32>
  %f = vector.shape_cast %w : vector<2x3x4xi32> to vector<1x2x3x4xi32>
  %7 = vector.extract %f[0, 1] : vector<3x4xi32> from vector<1x2x3x4xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : i32, i32, i32, vector<4xi32>, vector<4xi32>, vector<2xi32>, i32, vector<3x4xi32>
}

// CHECK-LABEL: func.func @of_slices(%arg0: vector<4x5xi32>, %arg1: index) -> (i32, vector<5xi32>, vector<3xi32>, i32, vector<5xi32>, i32, vector<4xi32>) {
// CHECK-NEXT: %0 = vector.extract %arg0[3, 4] : i32 from vector<4x5xi32>
// CHECK-NEXT: %1 = vector.extract %arg0[3] : vector<5xi32> from vector<4x5xi32>
// CHECK-NEXT: %2 = vector.extract_strided_slice %arg0 {offsets = [1, 2], sizes = [2, 3], strides = [1, 1]} : vector<4x5xi32> to vector<2x3xi32>
// CHECK-NEXT: %3 = vector.extract %2[1] : vector<3xi32> from vector<2x3xi32>
// CHECK-NEXT: %4 = vector.extract %arg0[2, 4] : i32 from vector<4x5xi32>
// CHECK-NEXT: %5 = vector.extract %arg0[3] : vector<5xi32> from vector<4x5xi32>
// CHECK-NEXT: %6 = vector.extract %2[%arg1, 2] : i32 from vector<2x3xi32>
// CHECK-NEXT: %7 = vector.extract_strided_slice %arg0 {offsets = [2, 0], sizes = [2, 4], strides = [1, 1]} : vector<4x5xi32> to vector<2x4xi32>
// CHECK-NEXT: %8 = vector.extract %7[1] : vector<4xi32> from vector<2x4xi32>
// CHECK-NEXT: return %0, %1, %3, %4, %5, %6, %8 : i32, vector<5xi32>, vector<3xi32>, i32, vector<5xi32>, i32, vector<4xi32>
func.func @of_slices(%v: vector<4x5xi32>, %i: index) -> (i32, vector<5xi32>, vector<3xi32>, i32, vector<5xi32>, i32, vector<4xi32>) {
  %a = vector.extract_strided_slice %v {offsets = [1], sizes = [3], strides = [1]} : vector<4x5xi32> to vector<3x5xi32>
  %0 = vector.extract %a[2, 4] : i32 from vector<3x5xi32>
  %1 = vector.extract %a[2] : vector<5xi32> from vector<3x5xi32>
  %b = vector.extract_strided_slice %v {offsets = [1, 2], sizes = [2, 3], strides = [1, 1]} : vector<4x5xi32> to vector<2x3xi32>
  %2 = vector.extract %b[1] : vector<3xi32> from vector<2x3xi32>
  %3 = vector.extract %b[1, 2] : i32 from vector<2x3xi32>
  %c = vector.extract_strided_slice %v {offsets = [2, 0], sizes = [2, 5], strides = [1, 1]} : vector<4x5xi32> to vector<2x5xi32>
  %4 = vector.extract %c[1] : vector<5xi32> from vector<2x5xi32>
  %5 = vector.extract %b[%i, 2] : i32 from vector<2x3xi32>
  %d = vector.extract_strided_slice %v {offsets = [2, 0], sizes = [2, 4], strides = [1, 1]} : vector<4x5xi32> to vector<2x4xi32>
  %6 = vector.extract %d[1] : vector<4xi32> from vector<2x4xi32>
  return %0, %1, %2, %3, %4, %5, %6 : i32, vector<5xi32>, vector<3xi32>, i32, vector<5xi32>, i32, vector<4xi32>
}

// CHECK-LABEL: func.func @of_inserted_slices(%arg0: vector<3x4x5xi32>, %arg1: vector<2x5xi32>, %arg2: vector<2x2xi32>) -> (vector<5xi32>, vector<5xi32>, vector<5xi32>, vector<5xi32>, i32, vector<5xi32>, i32, i32, vector<4x5xi32>) {
// CHECK-NEXT: %0 = vector.insert_strided_slice %arg1, %arg0 {offsets = [1, 1, 0], strides = [1, 1]} : vector<2x5xi32> into vector<3x4x5xi32>
// CHECK-NEXT: %1 = vector.extract %arg1[0] : vector<5xi32> from vector<2x5xi32>
// CHECK-NEXT: %2 = vector.extract %arg1[1] : vector<5xi32> from vector<2x5xi32>
// CHECK-NEXT: %3 = vector.extract %0[1, 3] : vector<5xi32> from vector<3x4x5xi32>
// CHECK-NEXT: %4 = vector.extract %0[0, 1] : vector<5xi32> from vector<3x4x5xi32>
// CHECK-NEXT: %5 = vector.extract %arg1[1, 4] : i32 from vector<2x5xi32>
// CHECK-NEXT: %6 = vector.insert_strided_slice %arg2, %0 {offsets = [2, 0, 3], strides = [1, 1]} : vector<2x2xi32> into vector<3x4x5xi32>
// CHECK-NEXT: %7 = vector.extract %arg1[1] : vector<5xi32> from vector<2x5xi32>
// CHECK-NEXT: %8 = vector.extract %arg2[1, 1] : i32 from vector<2x2xi32>
// CHECK-NEXT: %9 = vector.extract %6[2, 0, 2] : i32 from vector<3x4x5xi32>
// CHECK-NEXT: %10 = vector.extract %6[0] : vector<4x5xi32> from vector<3x4x5xi32>
// CHECK-NEXT: return %1, %2, %3, %4, %5, %7, %8, %9, %10 : vector<5xi32>, vector<5xi32>, vector<5xi32>, vector<5xi32>, i32, vector<5xi32>, i32, i32, vector<4x5xi32>
func.func @of_inserted_slices(%v: vector<3x4x5xi32>, %s: vector<2x5xi32>, %t: vector<2x2xi32>) -> (vector<5xi32>, vector<5xi32>, vector<5xi32>, vector<5xi32>, i32, vector<5xi32>, i32, i32, vector<4x5xi32>) {
  %a = vector.insert_strided_slice %s, %v {offsets = [1, 1, 0], strides = [1, 1]} : vector<2x5xi32> into vector<3x4x5xi32>
  %0 = vector.extract %a[1, 1] : vector<5xi32> from vector<3x4x5xi32>
  %1 = vector.extract %a[1, 2] : vector<5xi32> from vector<3x4x5xi32>
  %2 = vector.extract %a[1, 3] : vector<5xi32> from vector<3x4x5xi32>
  %3 = vector.extract %a[0, 1] : vector<5xi32> from vector<3x4x5xi32>
  %4 = vector.extract %a[1, 2, 4] : i32 from vector<3x4x5xi32>
  %b = vector.insert_strided_slice %t, %a {offsets = [2, 0, 3], strides = [1, 1]} : vector<2x2xi32> into vector<3x4x5xi32>
  %5 = vector.extract %b[1, 2] : vector<5xi32> from vector<3x4x5xi32>
  %6 = vector.extract %b[2, 1, 4] : i32 from vector<3x4x5xi32>
  %7 = vector.extract %b[2, 0, 2] : i32 from vector<3x4x5xi32>
  %8 = vector.extract %b[0] : vector<4x5xi32> from vector<3x4x5xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : vector<5xi32>, vector<5xi32>, vector<5xi32>, vector<5xi32>, i32, vector<5xi32>, i32, i32, vector<4x5xi32>
}

// CHECK-LABEL: func.func @of_elements(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: index) -> (i32, i32, i32, vector<3xi32>, i32) {
// CHECK-NEXT: %0 = vector.from_elements %arg0, %arg1, %arg2, %arg3, %arg4, %arg5 : vector<2x3xi32>
// CHECK-NEXT: %1 = vector.from_elements %arg3, %arg4, %arg5 : vector<3xi32>
// CHECK-NEXT: %2 = vector.extract %0[%arg6, 1] : i32 from vector<2x3xi32>
// CHECK-NEXT: return %arg0, %arg2, %arg3, %1, %2 : i32, i32, i32, vector<3xi32>, i32
func.func @of_elements(%a: i32, %b: i32, %c: i32, %d: i32, %e: i32, %f: i32, %i: index) -> (i32, i32, i32, vector<3xi32>, i32) {
  %v = vector.from_elements %a, %b, %c, %d, %e, %f : vector<2x3xi32>
  %0 = vector.extract %v[0, 0] : i32 from vector<2x3xi32>
  %1 = vector.extract %v[0, 2] : i32 from vector<2x3xi32>
  %2 = vector.extract %v[1, 0] : i32 from vector<2x3xi32>
  %3 = vector.extract %v[1] : vector<3xi32> from vector<2x3xi32>
  %4 = vector.extract %v[%i, 1] : i32 from vector<2x3xi32>
  return %0, %1, %2, %3, %4 : i32, i32, i32, vector<3xi32>, i32
}

// CHECK-LABEL: func.func @of_constants(%arg0: index) -> (i32, i32, vector<3xi32>, i32, vector<2xi32>, i32) {
// CHECK-NEXT: %cst = arith.constant dense<{{\[\[}}1, 2, 3], [4, 5, 6]]> : vector<2x3xi32>
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %c6_i32 = arith.constant 6 : i32
// CHECK-NEXT: %cst_0 = arith.constant dense<[4, 5, 6]> : vector<3xi32>
// CHECK-NEXT: %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT: %cst_1 = arith.constant dense<7> : vector<2xi32>
// CHECK-NEXT: %0 = vector.extract %cst[%arg0, 1] : i32 from vector<2x3xi32>
// CHECK-NEXT: return %c1_i32, %c6_i32, %cst_0, %c7_i32, %cst_1, %0 : i32, i32, vector<3xi32>, i32, vector<2xi32>, i32
func.func @of_constants(%i: index) -> (i32, i32, vector<3xi32>, i32, vector<2xi32>, i32) {
  %c = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : vector<2x3xi32>
  %0 = vector.extract %c[0, 0] : i32 from vector<2x3xi32>
  %1 = vector.extract %c[1, 2] : i32 from vector<2x3xi32>
  %2 = vector.extract %c[1] : vector<3xi32> from vector<2x3xi32>
  %s = arith.constant dense<7> : vector<2x2xi32>
  %3 = vector.extract %s[%i, 1] : i32 from vector<2x2xi32>
  %4 = vector.extract %s[%i] : vector<2xi32> from vector<2x2xi32>
  %5 = vector.extract %c[%i, 1] : i32 from vector<2x3xi32>
  return %0, %1, %2, %3, %4, %5 : i32, i32, vector<3xi32>, i32, vector<2xi32>, i32
}

// CHECK-LABEL: func.func @of_extracts(%arg0: vector<2x3x4x5xi32>, %arg1: index) -> (i32, vector<5xi32>, i32, vector<4x5xi32>) {
// CHECK-NEXT: %0 = vector.extract %arg0[1, 2] : vector<4x5xi32> from vector<2x3x4x5xi32>
// CHECK-NEXT: %1 = vector.extract %arg0[1, 2, 3, 4] : i32 from vector<2x3x4x5xi32>
// CHECK-NEXT: %2 = vector.extract %arg0[%arg1] : vector<3x4x5xi32> from vector<2x3x4x5xi32>
// CHECK-NEXT: %3 = vector.extract %2[1, 2] : vector<5xi32> from vector<3x4x5xi32>
// CHECK-NEXT: %4 = vector.extract %0[%arg1, 1] : i32 from vector<4x5xi32>
// CHECK-NEXT: return %1, %3, %4, %0 : i32, vector<5xi32>, i32, vector<4x5xi32>
func.func @of_extracts(%v: vector<2x3x4x5xi32>, %i: index) -> (i32, vector<5xi32>, i32, vector<4x5xi32>) {
  %a = vector.extract %v[1] : vector<3x4x5xi32> from vector<2x3x4x5xi32>
  %b = vector.extract %a[2] : vector<4x5xi32> from vector<3x4x5xi32>
  %c = vector.extract %b[3] : vector<5xi32> from vector<4x5xi32>
  %0 = vector.extract %c[4] : i32 from vector<5xi32>
  %d = vector.extract %v[%i] : vector<3x4x5xi32> from vector<2x3x4x5xi32>
  %1 = vector.extract %d[1, 2] : vector<5xi32> from vector<3x4x5xi32>
  %2 = vector.extract %b[%i, 1] : i32 from vector<4x5xi32>
  %3 = vector.extract %b[] : vector<4x5xi32> from vector<4x5xi32>
  return %0, %1, %2, %3 : i32, vector<5xi32>, i32, vector<4x5xi32>
}

// Constant positions become part of the operation if they are in bounds.
// CHECK-LABEL: func.func @constant_positions(%arg0: vector<2x3xi32>, %arg1: i32, %arg2: index) -> (i32, i32, vector<2x3xi32>, vector<2x3xi32>) {
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = vector.extract %arg0[0, %arg2] : i32 from vector<2x3xi32>
// CHECK-NEXT: %1 = vector.extract %arg0[%arg2, 2] : i32 from vector<2x3xi32>
// CHECK-NEXT: %2 = vector.insert %arg1, %arg0 [0, 2] : i32 into vector<2x3xi32>
// CHECK-NEXT: %3 = vector.insert %arg1, %arg0 [%c2, 2] : i32 into vector<2x3xi32>
// CHECK-NEXT: return %0, %1, %2, %3 : i32, i32, vector<2x3xi32>, vector<2x3xi32>
func.func @constant_positions(%v: vector<2x3xi32>, %x: i32, %i: index) -> (i32, i32, vector<2x3xi32>, vector<2x3xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %0 = vector.extract %v[%c0, %i] : i32 from vector<2x3xi32>
  %1 = vector.extract %v[%i, %c2] : i32 from vector<2x3xi32>
  %2 = vector.insert %x, %v [%c0, %c2] : i32 into vector<2x3xi32>
  %3 = vector.insert %x, %v [%c2, %c2] : i32 into vector<2x3xi32>
  return %0, %1, %2, %3 : i32, i32, vector<2x3xi32>, vector<2x3xi32>
}

// A vector of rank 0 has one element, at any position of a broadcast or shape_cast of it.
// CHECK-LABEL: func.func @of_rank_0(%arg0: vector<i32>) -> (i32, i32) {
// CHECK-NEXT: %0 = vector.extract %arg0[] : i32 from vector<i32>
// CHECK-NEXT: %1 = vector.extract %arg0[] : i32 from vector<i32>
// CHECK-NEXT: return %0, %1 : i32, i32
func.func @of_rank_0(%v: vector<i32>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %a = vector.broadcast %v : vector<i32> to vector<2x3xi32>
  %b = vector.shape_cast %v : vector<i32> to vector<1x1xi32>
  %0 = vector.extract %a[%c0, 2] : i32 from vector<2x3xi32>
  %1 = vector.extract %b[0, %c0] : i32 from vector<1x1xi32>
  return %0, %1 : i32, i32
}
