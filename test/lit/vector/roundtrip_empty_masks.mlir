// RUN: optc %s | FileCheck %s

// Masks around nothing, with and without a result.
// CHECK-LABEL: func.func @masks(%arg0: vector<4xi1>, %arg1: vector<4xf32>, %arg2: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT: vector.mask %arg0 { vector.yield } : vector<4xi1>{{$}}
// CHECK-NEXT: vector.mask %arg0 { vector.yield } : vector<4xi1>{{$}}
// CHECK-NEXT: %0 = vector.mask %arg0 { vector.yield %arg1 : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
// CHECK-NEXT: %1 = vector.mask %arg0, %arg2 { vector.yield %arg1 : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
// CHECK-NEXT: return %0, %1 : vector<4xf32>, vector<4xf32>
func.func @masks(%k: vector<4xi1>, %a: vector<4xf32>, %p: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  vector.mask %k { } : vector<4xi1>
  vector.mask %k { vector.yield } : vector<4xi1>
  %0 = vector.mask %k { vector.yield %a : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  %1 = vector.mask %k, %p { vector.yield %a : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}
