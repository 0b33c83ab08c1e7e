// RUN: optc %s --convert-linalg-to-loops | FileCheck %s
// RUN: optc %s --convert-linalg-to-parallel-loops | FileCheck %s --check-prefix=PARALLEL
// RUN: optc %s --convert-linalg-to-affine-loops | FileCheck %s --check-prefix=AFFINE
// RUN: optc %s --convert-linalg-to-loops --convert-linalg-to-parallel-loops --verify-exec | FileCheck %s

// CHECK: func.func @a(%arg0: memref<?x?xf32>, %arg1: memref<?x?xf32>, %arg2: memref<?x?xf32>, %arg3: memref<4xf32>, %arg4: f32, %arg5: memref<f32>) {
// CHECK: %c4 = arith.constant 4 : index
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %dim = memref.dim %arg0, %c0 : memref<?x?xf32>
// CHECK: %dim_0 = memref.dim %arg0, %c1 : memref<?x?xf32>
// CHECK: %dim_1 = memref.dim %arg1, %c1 : memref<?x?xf32>
// CHECK: scf.for %arg6 = %c0 to %dim step %c1 {
// CHECK: scf.for %arg7 = %c0 to %dim_1 step %c1 {
// CHECK: scf.for %arg8 = %c0 to %dim_0 step %c1 {
// CHECK: %0 = memref.load %arg0[%arg6, %arg8] : memref<?x?xf32>
// CHECK: %1 = memref.load %arg1[%arg8, %arg7] : memref<?x?xf32>
// CHECK: %2 = memref.load %arg2[%arg6, %arg7] : memref<?x?xf32>
// CHECK: %3 = arith.mulf %0, %1 : f32
// CHECK: %4 = arith.addf %2, %3 : f32
// CHECK: memref.store %4, %arg2[%arg6, %arg7] : memref<?x?xf32>
// CHECK: %dim_2 = memref.dim %arg0, %c0 : memref<?x?xf32>
// CHECK: %dim_3 = memref.dim %arg0, %c1 : memref<?x?xf32>
// CHECK: scf.for %arg6 = %c0 to %dim_2 step %c1 {
// CHECK: scf.for %arg7 = %c0 to %dim_3 step %c1 {
// CHECK: memref.store %arg4, %arg0[%arg6, %arg7] : memref<?x?xf32>
// CHECK: scf.for %arg6 = %c0 to %c4 step %c1 {
// CHECK: %0 = memref.load %arg3[%arg6] : memref<4xf32>
// CHECK: %1 = memref.load %arg5[] : memref<f32>
// CHECK: %2 = arith.addf %1, %0 : f32
// CHECK: memref.store %2, %arg5[] : memref<f32>
// CHECK: scf.for %arg6 = %c0 to %c4 step %c1 {
// CHECK: %0 = arith.index_cast %arg6 : index to i32
// CHECK: %1 = arith.sitofp %0 : i32 to f32
// CHECK: memref.store %1, %arg3[%arg6] : memref<4xf32>
// CHECK: return
// CHECK: func.func @c(%arg0: memref<1x8x8x3xf32>, %arg1: memref<3x3x3x4xf32>, %arg2: memref<1x3x3x4xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>, %arg5: memref<?x?xf32>) {
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %c3 = arith.constant 3 : index
// CHECK: %c4 = arith.constant 4 : index
// CHECK: scf.for %arg6 = %c0 to %c1 step %c1 {
// CHECK: scf.for %arg7 = %c0 to %c3 step %c1 {
// CHECK: scf.for %arg8 = %c0 to %c3 step %c1 {
// CHECK: scf.for %arg9 = %c0 to %c4 step %c1 {
// CHECK: scf.for %arg10 = %c0 to %c3 step %c1 {
// CHECK: scf.for %arg11 = %c0 to %c3 step %c1 {
// CHECK: scf.for %arg12 = %c0 to %c3 step %c1 {
// CHECK: %0 = affine.apply #map{{[0-9]*}}(%arg7, %arg10)
// CHECK: %1 = affine.apply #map{{[0-9]*}}(%arg8, %arg11)
// CHECK: %2 = memref.load %arg0[%arg6, %0, %1, %arg12] : memref<1x8x8x3xf32>
// CHECK: %3 = memref.load %arg1[%arg10, %arg11, %arg12, %arg9] : memref<3x3x3x4xf32>
// CHECK: %4 = memref.load %arg2[%arg6, %arg7, %arg8, %arg9] : memref<1x3x3x4xf32>
// CHECK: %5 = arith.mulf %2, %3 : f32
// CHECK: %6 = arith.addf %4, %5 : f32
// CHECK: memref.store %6, %arg2[%arg6, %arg7, %arg8, %arg9] : memref<1x3x3x4xf32>
// CHECK: %dim = memref.dim %arg4, %c0 : memref<?xf32>
// CHECK: %dim_0 = memref.dim %arg3, %c0 : memref<?xf32>
// CHECK: scf.for %arg6 = %c0 to %dim_0 step %c1 {
// CHECK: scf.for %arg7 = %c0 to %dim step %c1 {
// CHECK: %0 = affine.apply #map{{[0-9]*}}(%arg6, %arg7)
// CHECK: %1 = memref.load %arg3[%0] : memref<?xf32>
// CHECK: %2 = memref.load %arg4[%arg7] : memref<?xf32>
// CHECK: %3 = memref.load %arg3[%arg6] : memref<?xf32>
// CHECK: %4 = arith.mulf %1, %2 : f32
// CHECK: %5 = arith.addf %3, %4 : f32
// CHECK: memref.store %5, %arg3[%arg6] : memref<?xf32>
// CHECK: %dim_1 = memref.dim %arg3, %c0 : memref<?xf32>
// CHECK: scf.for %arg6 = %c0 to %dim_1 step %c1 {
// CHECK: %0 = memref.load %arg3[%arg6] : memref<?xf32>
// CHECK: %1 = math.exp %0 : f32
// CHECK: memref.store %1, %arg3[%arg6] : memref<?xf32>
// CHECK: %dim_2 = memref.dim %arg3, %c0 : memref<?xf32>
// CHECK: %dim_3 = memref.dim %arg5, %c1 : memref<?x?xf32>
// CHECK: scf.for %arg6 = %c0 to %dim_2 step %c1 {
// CHECK: scf.for %arg7 = %c0 to %dim_3 step %c1 {
// CHECK: %0 = memref.load %arg3[%arg6] : memref<?xf32>
// CHECK: memref.store %0, %arg5[%arg6, %arg7] : memref<?x?xf32>
// CHECK: return

// PARALLEL: func.func @a(%arg0: memref<?x?xf32>, %arg1: memref<?x?xf32>, %arg2: memref<?x?xf32>, %arg3: memref<4xf32>, %arg4: f32, %arg5: memref<f32>) {
// PARALLEL: %c4 = arith.constant 4 : index
// PARALLEL: %c1 = arith.constant 1 : index
// PARALLEL: %c0 = arith.constant 0 : index
// PARALLEL: %dim = memref.dim %arg0, %c0 : memref<?x?xf32>
// PARALLEL: %dim_0 = memref.dim %arg0, %c1 : memref<?x?xf32>
// PARALLEL: %dim_1 = memref.dim %arg1, %c1 : memref<?x?xf32>
// PARALLEL: scf.parallel (%arg6, %arg7) = (%c0, %c0) to (%dim, %dim_1) step (%c1, %c1) {
// PARALLEL: scf.for %arg8 = %c0 to %dim_0 step %c1 {
// PARALLEL: %0 = memref.load %arg0[%arg6, %arg8] : memref<?x?xf32>
// PARALLEL: %1 = memref.load %arg1[%arg8, %arg7] : memref<?x?xf32>
// PARALLEL: %2 = memref.load %arg2[%arg6, %arg7] : memref<?x?xf32>
// PARALLEL: %3 = arith.mulf %0, %1 : f32
// PARALLEL: %4 = arith.addf %2, %3 : f32
// PARALLEL: memref.store %4, %arg2[%arg6, %arg7] : memref<?x?xf32>
// PARALLEL: scf.reduce
// PARALLEL: %dim_2 = memref.dim %arg0, %c0 : memref<?x?xf32>
// PARALLEL: %dim_3 = memref.dim %arg0, %c1 : memref<?x?xf32>
// PARALLEL: scf.parallel (%arg6, %arg7) = (%c0, %c0) to (%dim_2, %dim_3) step (%c1, %c1) {
// PARALLEL: memref.store %arg4, %arg0[%arg6, %arg7] : memref<?x?xf32>
// PARALLEL: scf.reduce
// PARALLEL: scf.for %arg6 = %c0 to %c4 step %c1 {
// PARALLEL: %0 = memref.load %arg3[%arg6] : memref<4xf32>
// PARALLEL: %1 = memref.load %arg5[] : memref<f32>
// PARALLEL: %2 = arith.addf %1, %0 : f32
// PARALLEL: memref.store %2, %arg5[] : memref<f32>
// PARALLEL: scf.parallel (%arg6) = (%c0) to (%c4) step (%c1) {
// PARALLEL: %0 = arith.index_cast %arg6 : index to i32
// PARALLEL: %1 = arith.sitofp %0 : i32 to f32
// PARALLEL: memref.store %1, %arg3[%arg6] : memref<4xf32>
// PARALLEL: scf.reduce
// PARALLEL: return
// PARALLEL: func.func @c(%arg0: memref<1x8x8x3xf32>, %arg1: memref<3x3x3x4xf32>, %arg2: memref<1x3x3x4xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>, %arg5: memref<?x?xf32>) {
// PARALLEL: %c0 = arith.constant 0 : index
// PARALLEL: %c1 = arith.constant 1 : index
// PARALLEL: %c3 = arith.constant 3 : index
// PARALLEL: %c4 = arith.constant 4 : index
// PARALLEL: scf.parallel (%arg6, %arg7, %arg8, %arg9) = (%c0, %c0, %c0, %c0) to (%c1, %c3, %c3, %c4) step (%c1, %c1, %c1, %c1) {
// PARALLEL: scf.for %arg10 = %c0 to %c3 step %c1 {
// PARALLEL: scf.for %arg11 = %c0 to %c3 step %c1 {
// PARALLEL: scf.for %arg12 = %c0 to %c3 step %c1 {
// PARALLEL: %0 = affine.apply #map{{[0-9]*}}(%arg7, %arg10)
// PARALLEL: %1 = affine.apply #map{{[0-9]*}}(%arg8, %arg11)
// PARALLEL: %2 = memref.load %arg0[%arg6, %0, %1, %arg12] : memref<1x8x8x3xf32>
// PARALLEL: %3 = memref.load %arg1[%arg10, %arg11, %arg12, %arg9] : memref<3x3x3x4xf32>
// PARALLEL: %4 = memref.load %arg2[%arg6, %arg7, %arg8, %arg9] : memref<1x3x3x4xf32>
// PARALLEL: %5 = arith.mulf %2, %3 : f32
// PARALLEL: %6 = arith.addf %4, %5 : f32
// PARALLEL: memref.store %6, %arg2[%arg6, %arg7, %arg8, %arg9] : memref<1x3x3x4xf32>
// PARALLEL: scf.reduce
// PARALLEL: %dim = memref.dim %arg4, %c0 : memref<?xf32>
// PARALLEL: %dim_0 = memref.dim %arg3, %c0 : memref<?xf32>
// PARALLEL: scf.parallel (%arg6) = (%c0) to (%dim_0) step (%c1) {
// PARALLEL: scf.for %arg7 = %c0 to %dim step %c1 {
// PARALLEL: %0 = affine.apply #map{{[0-9]*}}(%arg6, %arg7)
// PARALLEL: %1 = memref.load %arg3[%0] : memref<?xf32>
// PARALLEL: %2 = memref.load %arg4[%arg7] : memref<?xf32>
// PARALLEL: %3 = memref.load %arg3[%arg6] : memref<?xf32>
// PARALLEL: %4 = arith.mulf %1, %2 : f32
// PARALLEL: %5 = arith.addf %3, %4 : f32
// PARALLEL: memref.store %5, %arg3[%arg6] : memref<?xf32>
// PARALLEL: scf.reduce
// PARALLEL: %dim_1 = memref.dim %arg3, %c0 : memref<?xf32>
// PARALLEL: scf.parallel (%arg6) = (%c0) to (%dim_1) step (%c1) {
// PARALLEL: %0 = memref.load %arg3[%arg6] : memref<?xf32>
// PARALLEL: %1 = math.exp %0 : f32
// PARALLEL: memref.store %1, %arg3[%arg6] : memref<?xf32>
// PARALLEL: scf.reduce
// PARALLEL: %dim_2 = memref.dim %arg3, %c0 : memref<?xf32>
// PARALLEL: %dim_3 = memref.dim %arg5, %c1 : memref<?x?xf32>
// PARALLEL: scf.parallel (%arg6, %arg7) = (%c0, %c0) to (%dim_2, %dim_3) step (%c1, %c1) {
// PARALLEL: %0 = memref.load %arg3[%arg6] : memref<?xf32>
// PARALLEL: memref.store %0, %arg5[%arg6, %arg7] : memref<?x?xf32>
// PARALLEL: scf.reduce
// PARALLEL: return

// AFFINE: func.func @a(%arg0: memref<?x?xf32>, %arg1: memref<?x?xf32>, %arg2: memref<?x?xf32>, %arg3: memref<4xf32>, %arg4: f32, %arg5: memref<f32>) {
// AFFINE: %c1 = arith.constant 1 : index
// AFFINE: %c0 = arith.constant 0 : index
// AFFINE: %dim = memref.dim %arg0, %c0 : memref<?x?xf32>
// AFFINE: %dim_0 = memref.dim %arg0, %c1 : memref<?x?xf32>
// AFFINE: %dim_1 = memref.dim %arg1, %c1 : memref<?x?xf32>
// AFFINE: affine.for %arg6 = 0 to %dim {
// AFFINE: affine.for %arg7 = 0 to %dim_1 {
// AFFINE: affine.for %arg8 = 0 to %dim_0 {
// AFFINE: %0 = affine.load %arg0[%arg6, %arg8] : memref<?x?xf32>
// AFFINE: %1 = affine.load %arg1[%arg8, %arg7] : memref<?x?xf32>
// AFFINE: %2 = affine.load %arg2[%arg6, %arg7] : memref<?x?xf32>
// AFFINE: %3 = arith.mulf %0, %1 : f32
// AFFINE: %4 = arith.addf %2, %3 : f32
// AFFINE: affine.store %4, %arg2[%arg6, %arg7] : memref<?x?xf32>
// AFFINE: %dim_2 = memref.dim %arg0, %c0 : memref<?x?xf32>
// AFFINE: %dim_3 = memref.dim %arg0, %c1 : memref<?x?xf32>
// AFFINE: affine.for %arg6 = 0 to %dim_2 {
// AFFINE: affine.for %arg7 = 0 to %dim_3 {
// AFFINE: affine.store %arg4, %arg0[%arg6, %arg7] : memref<?x?xf32>
// AFFINE: affine.for %arg6 = 0 to 4 {
// AFFINE: %0 = affine.load %arg3[%arg6] : memref<4xf32>
// AFFINE: %1 = affine.load %arg5[] : memref<f32>
// AFFINE: %2 = arith.addf %1, %0 : f32
// AFFINE: affine.store %2, %arg5[] : memref<f32>
// AFFINE: affine.for %arg6 = 0 to 4 {
// AFFINE: %0 = arith.index_cast %arg6 : index to i32
// AFFINE: %1 = arith.sitofp %0 : i32 to f32
// AFFINE: affine.store %1, %arg3[%arg6] : memref<4xf32>
// AFFINE: return
// AFFINE: func.func @c(%arg0: memref<1x8x8x3xf32>, %arg1: memref<3x3x3x4xf32>, %arg2: memref<1x3x3x4xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>, %arg5: memref<?x?xf32>) {
// AFFINE: %c1 = arith.constant 1 : index
// AFFINE: %c0 = arith.constant 0 : index
// AFFINE: affine.for %arg6 = 0 to 1 {
// AFFINE: affine.for %arg7 = 0 to 3 {
// AFFINE: affine.for %arg8 = 0 to 3 {
// AFFINE: affine.for %arg9 = 0 to 4 {
// AFFINE: affine.for %arg10 = 0 to 3 {
// AFFINE: affine.for %arg11 = 0 to 3 {
// AFFINE: affine.for %arg12 = 0 to 3 {
// AFFINE: %0 = affine.apply #map{{[0-9]*}}(%arg7, %arg10)
// AFFINE: %1 = affine.apply #map{{[0-9]*}}(%arg8, %arg11)
// AFFINE: %2 = affine.load %arg0[%arg6, %0, %1, %arg12] : memref<1x8x8x3xf32>
// AFFINE: %3 = affine.load %arg1[%arg10, %arg11, %arg12, %arg9] : memref<3x3x3x4xf32>
// AFFINE: %4 = affine.load %arg2[%arg6, %arg7, %arg8, %arg9] : memref<1x3x3x4xf32>
// AFFINE: %5 = arith.mulf %2, %3 : f32
// AFFINE: %6 = arith.addf %4, %5 : f32
// AFFINE: affine.store %6, %arg2[%arg6, %arg7, %arg8, %arg9] : memref<1x3x3x4xf32>
// AFFINE: %dim = memref.dim %arg4, %c0 : memref<?xf32>
// AFFINE: %dim_0 = memref.dim %arg3, %c0 : memref<?xf32>
// AFFINE: affine.for %arg6 = 0 to %dim_0 {
// AFFINE: affine.for %arg7 = 0 to %dim {
// AFFINE: %0 = affine.apply #map{{[0-9]*}}(%arg6, %arg7)
// AFFINE: %1 = affine.load %arg3[%0] : memref<?xf32>
// AFFINE: %2 = affine.load %arg4[%arg7] : memref<?xf32>
// AFFINE: %3 = affine.load %arg3[%arg6] : memref<?xf32>
// AFFINE: %4 = arith.mulf %1, %2 : f32
// AFFINE: %5 = arith.addf %3, %4 : f32
// AFFINE: affine.store %5, %arg3[%arg6] : memref<?xf32>
// AFFINE: %dim_1 = memref.dim %arg3, %c0 : memref<?xf32>
// AFFINE: affine.for %arg6 = 0 to %dim_1 {
// AFFINE: %0 = affine.load %arg3[%arg6] : memref<?xf32>
// AFFINE: %1 = math.exp %0 : f32
// AFFINE: affine.store %1, %arg3[%arg6] : memref<?xf32>
// AFFINE: %dim_2 = memref.dim %arg3, %c0 : memref<?xf32>
// AFFINE: %dim_3 = memref.dim %arg5, %c1 : memref<?x?xf32>
// AFFINE: affine.for %arg6 = 0 to %dim_2 {
// AFFINE: affine.for %arg7 = 0 to %dim_3 {
// AFFINE: %0 = affine.load %arg3[%arg6] : memref<?xf32>
// AFFINE: affine.store %0, %arg5[%arg6, %arg7] : memref<?x?xf32>
// AFFINE: return

func.func @a(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>, %v: memref<4xf32>, %s: f32, %z: memref<f32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  linalg.fill ins(%s : f32) outs(%a : memref<?x?xf32>)
  linalg.reduce { arith.addf } ins(%v : memref<4xf32>) outs(%z : memref<f32>) dimensions = [0]
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%v : memref<4xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %k = arith.sitofp %j : i32 to f32
    linalg.yield %k : f32
  }
  return
}
func.func @c(%a: memref<1x8x8x3xf32>, %b: memref<3x3x3x4xf32>, %c: memref<1x3x3x4xf32>, %d: memref<?xf32>, %e: memref<?xf32>, %z: memref<?x?xf32>) {
  linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%a, %b : memref<1x8x8x3xf32>, memref<3x3x3x4xf32>) outs(%c : memref<1x3x3x4xf32>)
  linalg.conv_1d ins(%d, %e : memref<?xf32>, memref<?xf32>) outs(%d : memref<?xf32>)
  linalg.exp ins(%d : memref<?xf32>) outs(%d : memref<?xf32>)
  linalg.broadcast ins(%d : memref<?xf32>) outs(%z : memref<?x?xf32>) dimensions = [1]
  return
}
