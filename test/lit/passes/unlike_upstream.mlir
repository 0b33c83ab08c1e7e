// RUN: optc %s --canonicalize | FileCheck %s

// What is simplified otherwise than by upstream, because its result is wrong or does
// not parse again. docs/conformance.md has the reasons.
// mlir-opt-22 differs (canonicalize cse, sccp symbol-dce, inline licm): that is the subject

// A constant needs a static shape: dense<0> : tensor<?xi32> cannot be read.
// CHECK-LABEL: func.func @constants_of_unknown_shape(
// CHECK:         %[[E:.*]] = arith.cmpi eq, %arg0, %arg0 : tensor<?xi32>
// CHECK:         %[[X:.*]] = arith.xori %arg0, %arg0 : tensor<?xi32>
// CHECK:         %[[S:.*]] = arith.subi %arg0, %arg0 : tensor<?xi32>
// CHECK:         %[[R:.*]] = tensor.expand_shape
// CHECK:         return %[[E]], %[[X]], %[[S]], %[[R]]
func.func @constants_of_unknown_shape(%t: tensor<?xi32>, %n: index) -> (tensor<?xi1>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %one = arith.constant dense<1> : tensor<i32>
  %0 = arith.cmpi eq, %t, %t : tensor<?xi32>
  %1 = arith.xori %t, %t : tensor<?xi32>
  %2 = arith.subi %t, %t : tensor<?xi32>
  %3 = tensor.expand_shape %one [] output_shape [%n] : tensor<i32> into tensor<?xi32>
  return %0, %1, %2, %3 : tensor<?xi1>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}

// Poison is no number, and the elements of a constant are none if they are vectors.
// CHECK-LABEL: func.func @elements(
// CHECK:         %[[P:.*]] = ub.poison : index
// CHECK:         %[[A:.*]] = tensor.from_elements %[[P]] : tensor<1xindex>
// CHECK:         %[[B:.*]] = tensor.from_elements %{{.*}} : tensor<1xvector<1xi1>>
// CHECK:         return %[[A]], %[[B]]
func.func @elements() -> (tensor<1xindex>, tensor<1xvector<1xi1>>) {
  %p = ub.poison : index
  %v = arith.constant dense<true> : vector<1xi1>
  %0 = tensor.from_elements %p : tensor<1xindex>
  %1 = tensor.from_elements %v : tensor<1xvector<1xi1>>
  return %0, %1 : tensor<1xindex>, tensor<1xvector<1xi1>>
}

// The format has no infinity.
// CHECK-LABEL: func.func @infinity(
// CHECK:         arith.truncf %{{.*}} : f32 to f4E2M1FN
func.func @infinity() -> f4E2M1FN {
  %c = arith.constant 0x7F800000 : f32
  %0 = arith.truncf %c : f32 to f4E2M1FN
  return %0 : f4E2M1FN
}

// [[1], [2]] becomes [[1, 2], [1, 2]]; a broadcast to 2x2 would be [[1, 1], [2, 2]].
// CHECK-LABEL: func.func @duplicate(
// CHECK:         vector.broadcast %{{.*}} : vector<2x1xf32> to vector<2x2x1xf32>
// CHECK:         vector.shape_cast
func.func @duplicate(%v: vector<2x1xf32>) -> vector<2x2xf32> {
  %0 = vector.broadcast %v : vector<2x1xf32> to vector<2x2x1xf32>
  %1 = vector.shape_cast %0 : vector<2x2x1xf32> to vector<2x2xf32>
  return %1 : vector<2x2xf32>
}

// Extents are not negative.
// CHECK-LABEL: func.func @negative(
// CHECK:         memref.view %{{.*}}[%{{.*}}][%c-1] : memref<?xi8> to memref<?x4xi32>
func.func @negative(%m: memref<?xi8>, %i: index) -> memref<?x4xi32> {
  %c-1 = arith.constant -1 : index
  %0 = memref.view %m[%i][%c-1] : memref<?xi8> to memref<?x4xi32>
  return %0 : memref<?x4xi32>
}

// Where the mask is off the accumulator stays.
// CHECK-LABEL: func.func @masked(
// CHECK:         %[[SUM:.*]] = arith.addf %{{.*}}, %{{.*}} : vector<2xf32>
// CHECK:         arith.select %arg2, %[[SUM]], %arg1
func.func @masked(%v: vector<2x1xf32>, %acc: vector<2xf32>, %m: vector<2xi1>) -> vector<2xf32> {
  %k = vector.shape_cast %m : vector<2xi1> to vector<2x1xi1>
  %0 = vector.mask %k { vector.multi_reduction <add>, %v, %acc [1] : vector<2x1xf32> to vector<2xf32> } : vector<2x1xi1> -> vector<2xf32>
  return %0 : vector<2xf32>
}
