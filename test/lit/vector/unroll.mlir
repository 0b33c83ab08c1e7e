// RUN: optc %s --unroll-vectors=native-shape=2,2 --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --unroll-vectors='native-shape=2,2 ops=vector.transfer_read reverse-unroll-order=true' --mlir-print-local-scope | FileCheck %s --check-prefix=SLOW
// RUN: optc %s --unroll-vectors=native-shape=2 --mlir-print-local-scope | FileCheck %s --check-prefix=LINE

// Operations on vectors are divided into tiles.

// CHECK-LABEL: func.func @read(
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<4x4xf32>
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%arg1, %c1], %cst {in_bounds = [false, true]} : memref<?x?xf32>, vector<2x2xf32>
// CHECK-NEXT:   %1 = vector.insert_strided_slice %0, %cst_0 {offsets = [0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%arg1, %c3], %cst {in_bounds = [false, true]} : memref<?x?xf32>, vector<2x2xf32>
// CHECK-NEXT:   %3 = vector.insert_strided_slice %2, %1 {offsets = [0, 2], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT:   %4 = affine.apply affine_map<(d0) -> (d0 + 2)>(%arg1)
// CHECK-NEXT:   %5 = vector.transfer_read %arg0[%4, %c1], %cst {in_bounds = [false, true]} : memref<?x?xf32>, vector<2x2xf32>
// CHECK-NEXT:   %6 = vector.insert_strided_slice %5, %3 {offsets = [2, 0], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT:   %7 = affine.apply affine_map<(d0) -> (d0 + 2)>(%arg1)
// CHECK-NEXT:   %8 = vector.transfer_read %arg0[%7, %c3], %cst {in_bounds = [false, true]} : memref<?x?xf32>, vector<2x2xf32>
// CHECK-NEXT:   %9 = vector.insert_strided_slice %8, %6 {offsets = [2, 2], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT:   return %9 : vector<4x4xf32>
// CHECK-NEXT: }
// SLOW-LABEL: func.func @read(
// SLOW-NEXT:   %c3 = arith.constant 3 : index
// SLOW-NEXT:   %c1 = arith.constant 1 : index
// SLOW-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// SLOW-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<4x4xf32>
// SLOW-NEXT:   %0 = vector.transfer_read %arg0[%arg1, %c1], %cst {in_bounds = [false, true]} : memref<?x?xf32>, vector<2x2xf32>
// SLOW-NEXT:   %1 = vector.insert_strided_slice %0, %cst_0 {offsets = [0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// SLOW-NEXT:   %2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%arg1)
// SLOW-NEXT:   %3 = vector.transfer_read %arg0[%2, %c1], %cst {in_bounds = [false, true]} : memref<?x?xf32>, vector<2x2xf32>
// SLOW-NEXT:   %4 = vector.insert_strided_slice %3, %1 {offsets = [2, 0], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// SLOW-NEXT:   %5 = vector.transfer_read %arg0[%arg1, %c3], %cst {in_bounds = [false, true]} : memref<?x?xf32>, vector<2x2xf32>
// SLOW-NEXT:   %6 = vector.insert_strided_slice %5, %4 {offsets = [0, 2], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// SLOW-NEXT:   %7 = affine.apply affine_map<(d0) -> (d0 + 2)>(%arg1)
// SLOW-NEXT:   %8 = vector.transfer_read %arg0[%7, %c3], %cst {in_bounds = [false, true]} : memref<?x?xf32>, vector<2x2xf32>
// SLOW-NEXT:   %9 = vector.insert_strided_slice %8, %6 {offsets = [2, 2], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// SLOW-NEXT:   return %9 : vector<4x4xf32>
// SLOW-NEXT: }
func.func @read(%m: memref<?x?xf32>, %i: index) -> vector<4x4xf32> {
  %c1 = arith.constant 1 : index
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i, %c1], %p {in_bounds = [false, true]} : memref<?x?xf32>, vector<4x4xf32>
  return %0 : vector<4x4xf32>
}

// The tiles of a tensor are written one after the other.
//
// CHECK-LABEL: func.func @write(
// CHECK-NEXT:   %0 = vector.extract_strided_slice %arg0 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT:   %1 = vector.transfer_write %0, %arg1[%arg2, %arg2] {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<2x2xf32>, tensor<?x?xf32>
// CHECK-NEXT:   %2 = vector.extract_strided_slice %arg0 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT:   %3 = affine.apply affine_map<(d0) -> (d0 + 2)>(%arg2)
// CHECK-NEXT:   %4 = vector.transfer_write %2, %1[%3, %arg2] {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<2x2xf32>, tensor<?x?xf32>
// CHECK-NEXT:   return %4 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @write(%v: vector<2x4xf32>, %t: tensor<?x?xf32>, %i: index) -> tensor<?x?xf32> {
  %0 = vector.transfer_write %v, %t[%i, %i] {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<2x4xf32>, tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @memory(
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %0 = vector.load %arg0[%arg1, %arg1] : memref<?x?xf32>, vector<2x2xf32>
// CHECK-NEXT:   %1 = arith.addi %arg1, %c2 : index
// CHECK-NEXT:   %2 = vector.load %arg0[%arg1, %1] : memref<?x?xf32>, vector<2x2xf32>
// CHECK-NEXT:   vector.store %0, %arg0[%arg1, %arg1] : memref<?x?xf32>, vector<2x2xf32>
// CHECK-NEXT:   %3 = arith.addi %arg1, %c2 : index
// CHECK-NEXT:   vector.store %2, %arg0[%arg1, %3] : memref<?x?xf32>, vector<2x2xf32>
// CHECK-NEXT:   %4 = vector.extract_strided_slice %arg2 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<2x4xindex> to vector<2x2xindex>
// CHECK-NEXT:   %5 = vector.extract_strided_slice %arg3 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<2x4xi1> to vector<2x2xi1>
// CHECK-NEXT:   %6 = vector.extract_strided_slice %arg4 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT:   %7 = vector.gather %arg0[%arg1, %arg1] [%4], %5, %6 : memref<?x?xf32>, vector<2x2xindex>, vector<2x2xi1>, vector<2x2xf32> into vector<2x2xf32>
// CHECK-NEXT:   %8 = vector.extract_strided_slice %arg2 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<2x4xindex> to vector<2x2xindex>
// CHECK-NEXT:   %9 = vector.extract_strided_slice %arg3 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<2x4xi1> to vector<2x2xi1>
// CHECK-NEXT:   %10 = vector.extract_strided_slice %arg4 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT:   %11 = vector.gather %arg0[%arg1, %arg1] [%8], %9, %10 : memref<?x?xf32>, vector<2x2xindex>, vector<2x2xi1>, vector<2x2xf32> into vector<2x2xf32>
// CHECK-NEXT:   vector.store %7, %arg0[%arg1, %arg1] : memref<?x?xf32>, vector<2x2xf32>
// CHECK-NEXT:   %12 = arith.addi %arg1, %c2 : index
// CHECK-NEXT:   vector.store %11, %arg0[%arg1, %12] : memref<?x?xf32>, vector<2x2xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @memory(%m: memref<?x?xf32>, %i: index, %j: vector<2x4xindex>, %k: vector<2x4xi1>, %p: vector<2x4xf32>) {
  %0 = vector.load %m[%i, %i] : memref<?x?xf32>, vector<2x4xf32>
  vector.store %0, %m[%i, %i] : memref<?x?xf32>, vector<2x4xf32>
  %1 = vector.gather %m[%i, %i] [%j], %k, %p : memref<?x?xf32>, vector<2x4xindex>, vector<2x4xi1>, vector<2x4xf32> into vector<2x4xf32>
  vector.store %1, %m[%i, %i] : memref<?x?xf32>, vector<2x4xf32>
  return
}

// A scalable dimension stays whole.
//
// CHECK-LABEL: func.func @compute(
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<4x[2]xf32>
// CHECK-NEXT:   %0 = vector.broadcast %arg1 : vector<[2]xf32> to vector<2x[2]xf32>
// CHECK-NEXT:   %1 = vector.broadcast %arg1 : vector<[2]xf32> to vector<2x[2]xf32>
// CHECK-NEXT:   %2 = vector.extract_strided_slice %arg0 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x[2]xf32> to vector<2x[2]xf32>
// CHECK-NEXT:   %3 = arith.mulf %2, %0 fastmath<nnan> : vector<2x[2]xf32>
// CHECK-NEXT:   %4 = vector.insert_strided_slice %3, %cst {offsets = [0, 0], strides = [1, 1]} : vector<2x[2]xf32> into vector<4x[2]xf32>
// CHECK-NEXT:   %5 = vector.extract_strided_slice %arg0 {offsets = [2, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x[2]xf32> to vector<2x[2]xf32>
// CHECK-NEXT:   %6 = arith.mulf %5, %1 fastmath<nnan> : vector<2x[2]xf32>
// CHECK-NEXT:   %7 = vector.insert_strided_slice %6, %4 {offsets = [2, 0], strides = [1, 1]} : vector<2x[2]xf32> into vector<4x[2]xf32>
// CHECK-NEXT:   return %7 : vector<4x[2]xf32>
// CHECK-NEXT: }
func.func @compute(%a: vector<4x[2]xf32>, %b: vector<[2]xf32>) -> vector<4x[2]xf32> {
  %0 = vector.broadcast %b : vector<[2]xf32> to vector<4x[2]xf32>
  %1 = arith.mulf %a, %0 fastmath<nnan> : vector<4x[2]xf32>
  return %1 : vector<4x[2]xf32>
}

// CHECK-LABEL: func.func @transpose(
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<4x2xf32>
// CHECK-NEXT:   %0 = vector.extract_strided_slice %arg0 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT:   %1 = vector.transpose %0, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
// CHECK-NEXT:   %2 = vector.insert_strided_slice %1, %cst {offsets = [0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<4x2xf32>
// CHECK-NEXT:   %3 = vector.extract_strided_slice %arg0 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT:   %4 = vector.transpose %3, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %2 {offsets = [2, 0], strides = [1, 1]} : vector<2x2xf32> into vector<4x2xf32>
// CHECK-NEXT:   return %5 : vector<4x2xf32>
// CHECK-NEXT: }
func.func @transpose(%a: vector<2x4xf32>) -> vector<4x2xf32> {
  %0 = vector.transpose %a, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  return %0 : vector<4x2xf32>
}

// The tiles of a result are accumulated one after the other.
//
// CHECK-LABEL: func.func @reduce(
// CHECK-NEXT:   %0 = vector.extract_strided_slice %arg0 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT:   %1 = vector.multi_reduction <add>, %0, %arg1 [1] : vector<2x2xf32> to vector<2xf32>
// CHECK-NEXT:   %2 = vector.extract_strided_slice %arg0 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT:   %3 = vector.multi_reduction <add>, %2, %1 [1] : vector<2x2xf32> to vector<2xf32>
// CHECK-NEXT:   %4 = vector.extract_strided_slice %arg0 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT:   %5 = vector.multi_reduction <add>, %4, %arg2 [0, 1] : vector<2x2xf32> to f32
// CHECK-NEXT:   %6 = vector.extract_strided_slice %arg0 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT:   %7 = vector.multi_reduction <add>, %6, %5 [0, 1] : vector<2x2xf32> to f32
// CHECK-NEXT:   return %3, %7 : vector<2xf32>, f32
// CHECK-NEXT: }
func.func @reduce(%a: vector<2x4xf32>, %b: vector<2xf32>, %c: f32) -> (vector<2xf32>, f32) {
  %0 = vector.multi_reduction <add>, %a, %b [1] : vector<2x4xf32> to vector<2xf32>
  %1 = vector.multi_reduction <add>, %a, %c [0, 1] : vector<2x4xf32> to f32
  return %0, %1 : vector<2xf32>, f32
}

// CHECK-LABEL: func.func @contract(
// CHECK-NEXT:   %0 = vector.extract_strided_slice %arg0 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT:   %1 = vector.extract_strided_slice %arg1 {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
// CHECK-NEXT:   %2 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %0, %1, %arg2 : vector<2x2xf32>, vector<2xf32> into vector<2xf32>
// CHECK-NEXT:   %3 = vector.extract_strided_slice %arg0 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT:   %4 = vector.extract_strided_slice %arg1 {offsets = [2], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
// CHECK-NEXT:   %5 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %3, %4, %2 : vector<2x2xf32>, vector<2xf32> into vector<2xf32>
// CHECK-NEXT:   return %5 : vector<2xf32>
// CHECK-NEXT: }
func.func @contract(%a: vector<2x4xf32>, %b: vector<4xf32>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x4xf32>, vector<4xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}

// The sum of floats keeps its order, and the accumulator stays.
//
// LINE-LABEL: func.func @sum(
// LINE-NEXT:   %0 = vector.extract_strided_slice %arg0 {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
// LINE-NEXT:   %1 = vector.reduction <add>, %0, %arg1 fastmath<nnan> : vector<2xf32> into f32
// LINE-NEXT:   %2 = vector.extract_strided_slice %arg0 {offsets = [2], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
// LINE-NEXT:   %3 = vector.reduction <add>, %2, %1 fastmath<nnan> : vector<2xf32> into f32
// LINE-NEXT:   return %3 : f32
// LINE-NEXT: }
func.func @sum(%a: vector<4xf32>, %b: f32) -> f32 {
  %0 = vector.reduction <add>, %a, %b fastmath<nnan> : vector<4xf32> into f32
  return %0 : f32
}

// LINE-LABEL: func.func @step(
// LINE-NEXT:   %cst = arith.constant dense<2> : vector<2xindex>
// LINE-NEXT:   %cst_0 = arith.constant dense<0> : vector<4xindex>
// LINE-NEXT:   %0 = vector.step : vector<2xindex>
// LINE-NEXT:   %1 = vector.insert_strided_slice %0, %cst_0 {offsets = [0], strides = [1]} : vector<2xindex> into vector<4xindex>
// LINE-NEXT:   %2 = arith.addi %0, %cst : vector<2xindex>
// LINE-NEXT:   %3 = vector.insert_strided_slice %2, %1 {offsets = [2], strides = [1]} : vector<2xindex> into vector<4xindex>
// LINE-NEXT:   return %3 : vector<4xindex>
// LINE-NEXT: }
func.func @step() -> vector<4xindex> {
  %0 = vector.step : vector<4xindex>
  return %0 : vector<4xindex>
}

// These stay: a rest would be left, the rank is another, there is a mask.
//
// CHECK-LABEL: func.func @stay(
// CHECK-NEXT:   %0 = arith.addf %arg0, %arg0 : vector<2x3xf32>
// CHECK-NEXT:   %1 = arith.addf %arg1, %arg1 : vector<4x4x4xf32>
// CHECK-NEXT:   %2 = vector.mask %arg4 { vector.multi_reduction <add>, %arg2, %arg3 [1] : vector<2x4xf32> to vector<2xf32> } : vector<2x4xi1> -> vector<2xf32>
// CHECK-NEXT:   return %0, %1, %2 : vector<2x3xf32>, vector<4x4x4xf32>, vector<2xf32>
// CHECK-NEXT: }
func.func @stay(%a: vector<2x3xf32>, %b: vector<4x4x4xf32>, %c: vector<2x4xf32>, %d: vector<2xf32>, %k: vector<2x4xi1>) -> (vector<2x3xf32>, vector<4x4x4xf32>, vector<2xf32>) {
  %0 = arith.addf %a, %a : vector<2x3xf32>
  %1 = arith.addf %b, %b : vector<4x4x4xf32>
  %2 = vector.mask %k { vector.multi_reduction <add>, %c, %d [1] : vector<2x4xf32> to vector<2xf32> } : vector<2x4xi1> -> vector<2xf32>
  return %0, %1, %2 : vector<2x3xf32>, vector<4x4x4xf32>, vector<2xf32>
}
