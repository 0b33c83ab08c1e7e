// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// Masks that are on or off everywhere, in part, or as far as a value says.
// mlir-opt-22 differs (fma, vector to loops, vector to loops of rank 2, vector unrolled, vector unrolled to rank 0): a reduction of no dimension is simplified by a pattern here, and by a fold there

// CHECK-LABEL: func.func @created(%arg0: index, %arg1: memref<8xi32>, %arg2: vector<4xi32>) -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<2x4xi1>, vector<2x4xi1>, vector<2x4xi1>) {
// CHECK-NEXT: %cst = arith.constant dense<false> : vector<2x4xi1>
// CHECK-NEXT: %cst_0 = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT: %cst_1 = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = vector.constant_mask [3] : vector<4xi1>
// CHECK-NEXT: %1 = vector.create_mask %c1, %arg0 : vector<2x4xi1>
// CHECK-NEXT: %2 = vector.constant_mask [2, 3] : vector<2x4xi1>
// CHECK-NEXT: return %0, %cst_1, %cst_1, %cst_0, %cst, %1, %2 : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<2x4xi1>, vector<2x4xi1>, vector<2x4xi1>
func.func @created(%n: index, %m: memref<8xi32>, %p: vector<4xi32>) -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<2x4xi1>, vector<2x4xi1>, vector<2x4xi1>) {
  %c-1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %0 = vector.create_mask %c3 : vector<4xi1>
  %1 = vector.create_mask %c4 : vector<4xi1>
  %2 = vector.create_mask %c5 : vector<4xi1>
  %3 = vector.create_mask %c-1 : vector<4xi1>
  %4 = vector.create_mask %c1, %c0 : vector<2x4xi1>
  %5 = vector.create_mask %c1, %n : vector<2x4xi1>
  %6 = vector.create_mask %c5, %c3 : vector<2x4xi1>
  return %0, %1, %2, %3, %4, %5, %6 : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<2x4xi1>, vector<2x4xi1>, vector<2x4xi1>
}

// CHECK-LABEL: func.func @extracted(%arg0: index, %arg1: index) -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, i1, i1) {
// CHECK-NEXT: %cst = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %0 = vector.create_mask %c2, %arg0 : vector<3x4xi1>
// CHECK-NEXT: %1 = vector.create_mask %arg0 : vector<4xi1>
// CHECK-NEXT: %2 = vector.extract %0[%arg1] : vector<4xi1> from vector<3x4xi1>
// CHECK-NEXT: %3 = vector.create_mask %arg0 : vector<4xi1>
// CHECK-NEXT: %4 = vector.create_mask %arg0, %c3 : vector<3x4xi1>
// CHECK-NEXT: %5 = vector.extract %4[1] : vector<4xi1> from vector<3x4xi1>
// CHECK-NEXT: %6 = vector.constant_mask [2, 3] : vector<3x4xi1>
// CHECK-NEXT: %7 = vector.extract %6[1] : vector<4xi1> from vector<3x4xi1>
// CHECK-NEXT: %8 = vector.extract %6[1, 2] : i1 from vector<3x4xi1>
// CHECK-NEXT: %9 = vector.extract %6[1, 3] : i1 from vector<3x4xi1>
// CHECK-NEXT: return %1, %cst, %2, %3, %5, %7, %8, %9 : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, i1, i1
func.func @extracted(%n: index, %i: index) -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, i1, i1) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = vector.create_mask %c2, %n : vector<3x4xi1>
  %0 = vector.extract %a[1] : vector<4xi1> from vector<3x4xi1>
  %1 = vector.extract %a[2] : vector<4xi1> from vector<3x4xi1>
  %2 = vector.extract %a[%i] : vector<4xi1> from vector<3x4xi1>
  %b = vector.create_mask %c3, %n : vector<3x4xi1>
  %3 = vector.extract %b[%i] : vector<4xi1> from vector<3x4xi1>
  %c = vector.create_mask %n, %c3 : vector<3x4xi1>
  %4 = vector.extract %c[1] : vector<4xi1> from vector<3x4xi1>
  %d = vector.constant_mask [2, 3] : vector<3x4xi1>
  %5 = vector.extract %d[1] : vector<4xi1> from vector<3x4xi1>
  %6 = vector.extract %d[1, 2] : i1 from vector<3x4xi1>
  %7 = vector.extract %d[1, 3] : i1 from vector<3x4xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7 : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, i1, i1
}

// CHECK-LABEL: func.func @moved(%arg0: index) -> (vector<4x2xi1>, vector<4x3xi1>, vector<4xi1>, vector<4xi1>, vector<3x4xi1>, vector<4xi1>) {
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = vector.create_mask %c2, %arg0 : vector<4x2xi1>
// CHECK-NEXT: %1 = vector.constant_mask [3, 2] : vector<4x3xi1>
// CHECK-NEXT: %2 = vector.create_mask %arg0 : vector<4xi1>
// CHECK-NEXT: %3 = vector.constant_mask [3] : vector<4xi1>
// CHECK-NEXT: %4 = vector.create_mask %arg0, %arg0 : vector<3x4xi1>
// CHECK-NEXT: %5 = vector.create_mask %arg0, %arg0 : vector<4x1xi1>
// CHECK-NEXT: %6 = vector.shape_cast %5 : vector<4x1xi1> to vector<4xi1>
// CHECK-NEXT: return %0, %1, %2, %3, %4, %6 : vector<4x2xi1>, vector<4x3xi1>, vector<4xi1>, vector<4xi1>, vector<3x4xi1>, vector<4xi1>
func.func @moved(%n: index) -> (vector<4x2xi1>, vector<4x3xi1>, vector<4xi1>, vector<4xi1>, vector<3x4xi1>, vector<4xi1>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = vector.create_mask %n, %c2 : vector<2x4xi1>
  %0 = vector.transpose %a, [1, 0] : vector<2x4xi1> to vector<4x2xi1>
  %b = vector.constant_mask [2, 3] : vector<3x4xi1>
  %1 = vector.transpose %b, [1, 0] : vector<3x4xi1> to vector<4x3xi1>
  %c = vector.create_mask %n, %c1 : vector<4x1xi1>
  %2 = vector.shape_cast %c : vector<4x1xi1> to vector<4xi1>
  %d = vector.constant_mask [3, 1] : vector<4x1xi1>
  %3 = vector.shape_cast %d : vector<4x1xi1> to vector<4xi1>
  %e = vector.create_mask %n, %n, %c1, %c1 : vector<3x4x1x1xi1>
  %4 = vector.shape_cast %e : vector<3x4x1x1xi1> to vector<3x4xi1>
  %f = vector.create_mask %n, %n : vector<4x1xi1>
  %5 = vector.shape_cast %f : vector<4x1xi1> to vector<4xi1>
  return %0, %1, %2, %3, %4, %5 : vector<4x2xi1>, vector<4x3xi1>, vector<4xi1>, vector<4xi1>, vector<3x4xi1>, vector<4xi1>
}

// What is loaded or stored under them.
// CHECK-LABEL: func.func @memory(%arg0: memref<8xi32>, %arg1: vector<4xi32>, %arg2: vector<4xindex>, %arg3: index) -> (vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = vector.create_mask %arg3 : vector<4xi1>
// CHECK-NEXT: %1 = vector.load %arg0[%c2] : memref<8xi32>, vector<4xi32>
// CHECK-NEXT: %2 = vector.maskedload %arg0[%c2], %0, %arg1 : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
// CHECK-NEXT: vector.store %arg1, %arg0[%c0] : memref<8xi32>, vector<4xi32>
// CHECK-NEXT: vector.maskedstore %arg0[%c0], %0, %arg1 : memref<8xi32>, vector<4xi1>, vector<4xi32>
// CHECK-NEXT: %3 = vector.load %arg0[%c2] : memref<8xi32>, vector<4xi32>
// CHECK-NEXT: %4 = vector.expandload %arg0[%c2], %0, %arg1 : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
// CHECK-NEXT: vector.store %arg1, %arg0[%c2] : memref<8xi32>, vector<4xi32>
// CHECK-NEXT: vector.compressstore %arg0[%c2], %0, %arg1 : memref<8xi32>, vector<4xi1>, vector<4xi32>
// CHECK-NEXT: return %1, %arg1, %2, %arg1, %3, %arg1, %4 : vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>
func.func @memory(%m: memref<8xi32>, %p: vector<4xi32>, %v: vector<4xindex>, %n: index) -> (vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %on = arith.constant dense<true> : vector<4xi1>
  %off = vector.constant_mask [0] : vector<4xi1>
  %some = vector.create_mask %n : vector<4xi1>
  %0 = vector.maskedload %m[%c2], %on, %p : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  %1 = vector.maskedload %m[%c2], %off, %p : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  %2 = vector.maskedload %m[%c2], %some, %p : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.maskedstore %m[%c0], %on, %p : memref<8xi32>, vector<4xi1>, vector<4xi32>
  vector.maskedstore %m[%c0], %off, %p : memref<8xi32>, vector<4xi1>, vector<4xi32>
  vector.maskedstore %m[%c0], %some, %p : memref<8xi32>, vector<4xi1>, vector<4xi32>
  %3 = vector.gather %m[%c0] [%v], %off, %p : memref<8xi32>, vector<4xindex>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.scatter %m[%c0] [%v], %off, %p : memref<8xi32>, vector<4xindex>, vector<4xi1>, vector<4xi32>
  %4 = vector.expandload %m[%c2], %on, %p : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  %5 = vector.expandload %m[%c2], %off, %p : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  %6 = vector.expandload %m[%c2], %some, %p : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.compressstore %m[%c2], %on, %p : memref<8xi32>, vector<4xi1>, vector<4xi32>
  vector.compressstore %m[%c2], %off, %p : memref<8xi32>, vector<4xi1>, vector<4xi32>
  vector.compressstore %m[%c2], %some, %p : memref<8xi32>, vector<4xi1>, vector<4xi32>
  return %0, %1, %2, %3, %4, %5, %6 : vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>
}

// Reductions of one element, along dimensions of extent 1, along none.
// CHECK-LABEL: func.func @reductions(%arg0: vector<1xi32>, %arg1: vector<1x4xi32>, %arg2: vector<1x1xf32>, %arg3: vector<i32>, %arg4: i32, %arg5: f32, %arg6: vector<4xi32>, %arg7: vector<1xi1>) -> (i32, i32, i32, i32, vector<4xi32>, f32, i32, vector<4xi32>, i32) {
// CHECK-NEXT: %0 = vector.extract %arg0[0] : i32 from vector<1xi32>
// CHECK-NEXT: %1 = vector.extract %arg0[0] : i32 from vector<1xi32>
// CHECK-NEXT: %2 = arith.addi %1, %arg4 : i32
// CHECK-NEXT: %3 = vector.extract %arg0[0] : i32 from vector<1xi32>
// CHECK-NEXT: %4 = arith.maxui %3, %arg4 : i32
// CHECK-NEXT: %5 = vector.extract %arg7[0] : i1 from vector<1xi1>
// CHECK-NEXT: %6 = vector.extract %arg0[0] : i32 from vector<1xi32>
// CHECK-NEXT: %7 = arith.muli %6, %arg4 : i32
// CHECK-NEXT: %8 = arith.select %5, %7, %arg4 : i32
// CHECK-NEXT: %9 = vector.shape_cast %arg1 : vector<1x4xi32> to vector<4xi32>
// CHECK-NEXT: %10 = arith.addi %arg6, %9 : vector<4xi32>
// CHECK-NEXT: %11 = vector.extract %arg2[0, 0] : f32 from vector<1x1xf32>
// CHECK-NEXT: %12 = arith.minimumf %arg5, %11 : f32
// CHECK-NEXT: %13 = vector.extract %arg0[0] : i32 from vector<1xi32>
// CHECK-NEXT: %14 = arith.xori %arg4, %13 : i32
// CHECK-NEXT: %15 = vector.multi_reduction <add>, %arg6, %arg4 [0] : vector<4xi32> to i32
// CHECK-NEXT: return %0, %2, %4, %8, %10, %12, %14, %arg6, %15 : i32, i32, i32, i32, vector<4xi32>, f32, i32, vector<4xi32>, i32
func.func @reductions(%v: vector<1xi32>, %w: vector<1x4xi32>, %u: vector<1x1xf32>, %z: vector<i32>, %a: i32, %f: f32, %acc: vector<4xi32>, %k: vector<1xi1>) -> (i32, i32, i32, i32, vector<4xi32>, f32, i32, vector<4xi32>, i32) {
  %0 = vector.reduction <add>, %v : vector<1xi32> into i32
  %1 = vector.reduction <add>, %v, %a : vector<1xi32> into i32
  %2 = vector.reduction <maxui>, %v, %a : vector<1xi32> into i32
  %3 = vector.mask %k { vector.reduction <mul>, %v, %a : vector<1xi32> into i32 } : vector<1xi1> -> i32
  %4 = vector.multi_reduction <add>, %w, %acc [0] : vector<1x4xi32> to vector<4xi32>
  %5 = vector.multi_reduction <minimumf>, %u, %f [0, 1] : vector<1x1xf32> to f32
  %6 = vector.multi_reduction <xor>, %v, %a [0] : vector<1xi32> to i32
  %7 = vector.multi_reduction <and>, %acc, %acc [] : vector<4xi32> to vector<4xi32>
  %8 = vector.multi_reduction <add>, %acc, %a [0] : vector<4xi32> to i32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i32, i32, i32, i32, vector<4xi32>, f32, i32, vector<4xi32>, i32
}

// The summand of a contraction that sums up from zero is its accumulator.
// CHECK-LABEL: func.func @contracts(%arg0: vector<2x3xi32>, %arg1: vector<3x4xi32>, %arg2: vector<2x4xi32>) -> (vector<2x4xi32>, vector<2x4xi32>, vector<2x4xi32>, vector<2x4xi32>) {
// CHECK-NEXT: %cst = arith.constant dense<1> : vector<2x4xi32>
// CHECK-NEXT: %0 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<2x3xi32>, vector<3x4xi32> into vector<2x4xi32>
// CHECK-NEXT: %1 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<2x3xi32>, vector<3x4xi32> into vector<2x4xi32>
// CHECK-NEXT: %2 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %cst : vector<2x3xi32>, vector<3x4xi32> into vector<2x4xi32>
// CHECK-NEXT: %3 = arith.addi %arg2, %2 : vector<2x4xi32>
// CHECK-NEXT: %4 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<2x3xi32>, vector<3x4xi32> into vector<2x4xi32>
// CHECK-NEXT: %5 = arith.addi %4, %arg2 : vector<2x4xi32>
// CHECK-NEXT: return %0, %1, %3, %5 : vector<2x4xi32>, vector<2x4xi32>, vector<2x4xi32>, vector<2x4xi32>
func.func @contracts(%a: vector<2x3xi32>, %b: vector<3x4xi32>, %c: vector<2x4xi32>) -> (vector<2x4xi32>, vector<2x4xi32>, vector<2x4xi32>, vector<2x4xi32>) {
  %zero = arith.constant dense<0> : vector<2x4xi32>
  %one = arith.constant dense<1> : vector<2x4xi32>
  %p = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %zero : vector<2x3xi32>, vector<3x4xi32> into vector<2x4xi32>
  %0 = arith.addi %p, %c : vector<2x4xi32>
  %q = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %zero : vector<2x3xi32>, vector<3x4xi32> into vector<2x4xi32>
  %1 = arith.addi %c, %q : vector<2x4xi32>
  %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %one : vector<2x3xi32>, vector<3x4xi32> into vector<2x4xi32>
  %2 = arith.addi %c, %r : vector<2x4xi32>
  %t = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xi32>, vector<3x4xi32> into vector<2x4xi32>
  %3 = arith.addi %t, %c : vector<2x4xi32>
  return %0, %1, %2, %3 : vector<2x4xi32>, vector<2x4xi32>, vector<2x4xi32>, vector<2x4xi32>
}
