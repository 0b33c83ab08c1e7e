// RUN: optc %s --lower-vector-create-mask | FileCheck %s

// Masks are built row by row.

// CHECK-LABEL: func.func @mask(%arg0: index, %arg1: index) -> vector<2x[4]xi1> {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %cst = arith.constant dense<false> : vector<2x[4]xi1>
// CHECK-NEXT: %cst_0 = arith.constant dense<false> : vector<[4]xi1>
// CHECK-NEXT: %0 = vector.create_mask %arg1 : vector<[4]xi1>
// CHECK-NEXT: %1 = arith.cmpi sgt, %arg0, %c0 : index
// CHECK-NEXT: %2 = arith.select %1, %0, %cst_0 : vector<[4]xi1>
// CHECK-NEXT: %3 = vector.insert %2, %cst [0] : vector<[4]xi1> into vector<2x[4]xi1>
// CHECK-NEXT: %4 = arith.cmpi sgt, %arg0, %c1 : index
// CHECK-NEXT: %5 = arith.select %4, %0, %cst_0 : vector<[4]xi1>
// CHECK-NEXT: %6 = vector.insert %5, %3 [1] : vector<[4]xi1> into vector<2x[4]xi1>
// CHECK-NEXT: return %6 : vector<2x[4]xi1>
func.func @mask(%m: index, %n: index) -> vector<2x[4]xi1> {
  %0 = vector.create_mask %m, %n : vector<2x[4]xi1>
  return %0 : vector<2x[4]xi1>
}

// These stay: rank 1, and a scalable outermost dimension.
//
// CHECK-LABEL: func.func @stay(%arg0: index, %arg1: index) -> (vector<4xi1>, vector<[2]x4xi1>) {
// CHECK-NEXT: %0 = vector.create_mask %arg0 : vector<4xi1>
// CHECK-NEXT: %1 = vector.create_mask %arg0, %arg1 : vector<[2]x4xi1>
// CHECK-NEXT: return %0, %1 : vector<4xi1>, vector<[2]x4xi1>
func.func @stay(%m: index, %n: index) -> (vector<4xi1>, vector<[2]x4xi1>) {
  %0 = vector.create_mask %m : vector<4xi1>
  %1 = vector.create_mask %m, %n : vector<[2]x4xi1>
  return %0, %1 : vector<4xi1>, vector<[2]x4xi1>
}
