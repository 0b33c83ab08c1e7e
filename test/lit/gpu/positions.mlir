// RUN: optc %s --gpu-lower-positions --verify-exec | FileCheck %s

// The part at a computed position is selected among the parts at all positions.

// CHECK-LABEL: func.func @part(
// CHECK-SAME:    %[[ARG0:.+]]: vector<2x4xf32>, %[[ARG1:.+]]: index) -> vector<4xf32> {
// CHECK-NEXT:    %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.extract %[[ARG0]][1] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT:    %[[VAL_1:.+]] = arith.cmpi eq, %[[ARG1]], %[[C0]] : index
// CHECK-NEXT:    %[[VAL_2:.+]] = vector.extract %[[ARG0]][0] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT:    %[[VAL_3:.+]] = arith.select %[[VAL_1]], %[[VAL_2]], %[[VAL_0]] : vector<4xf32>
// CHECK-NEXT:    return %[[VAL_3]] : vector<4xf32>
// CHECK-NEXT:  }
func.func @part(%t: vector<2x4xf32>, %i: index) -> vector<4xf32> {
  %r = vector.extract %t[%i] : vector<4xf32> from vector<2x4xf32>
  return %r : vector<4xf32>
}

// CHECK-LABEL: func.func @insert(
// CHECK-SAME:    %[[X:.+]]: vector<4xf32>, %[[T:.+]]: vector<2x4xf32>, %[[I:.+]]: index) -> vector<2x4xf32> {
// CHECK-NOT:     vector.insert %{{.*}}[%
// CHECK:         %[[IS0:.+]] = arith.cmpi eq, %[[I]], %[[C0:.+]] : index
// CHECK-NEXT:    %[[A:.+]] = vector.extract %[[T]][0]
// CHECK-NEXT:    arith.select %[[IS0]], %[[X]], %[[A]] : vector<4xf32>
// CHECK:         return
func.func @insert(%x: vector<4xf32>, %t: vector<2x4xf32>, %i: index) -> vector<2x4xf32> {
  %r = vector.insert %x, %t[%i] : vector<4xf32> into vector<2x4xf32>
  return %r : vector<2x4xf32>
}

// CHECK-LABEL: func.func @elements(
// CHECK:         %[[FLAT:.+]] = vector.shape_cast %{{.*}} : vector<2x2xf32> to vector<4xf32>
// CHECK-NEXT:    %[[E:.+]]:4 = vector.to_elements %[[FLAT]] : vector<4xf32>
func.func @elements(%t: vector<2x2xf32>) -> (f32, f32) {
  %e:4 = vector.to_elements %t : vector<2x2xf32>
  return %e#1, %e#2 : f32, f32
}
