// RUN: optc %s --drop-vector-unit-dims --verify-exec | FileCheck %s

// Nothing to drop: rank 0, one dimension, none of extent 1 in one operand, a scalar operand, two results.
// CHECK-LABEL: func.func @stay(%arg0: vector<i32>, %arg1: vector<1xi32>, %arg2: vector<2x3xi32>, %arg3: vector<1x2xi32>, %arg4: vector<1x2xi32>, %arg5: i1) -> (vector<i32>, vector<1xi32>, vector<2x3xi32>, vector<1x2xi32>, vector<1x2xi32>, vector<1x2xi1>, vector<3x2xi32>) {
// CHECK-NEXT:   %0 = arith.addi %arg0, %arg0 : vector<i32>
// CHECK-NEXT:   %1 = arith.addi %arg1, %arg1 : vector<1xi32>
// CHECK-NEXT:   %2 = arith.addi %arg2, %arg2 : vector<2x3xi32>
// CHECK-NEXT:   %3 = arith.select %arg5, %arg3, %arg4 : vector<1x2xi32>
// CHECK-NEXT:   %sum, %overflow = arith.addui_extended %arg3, %arg3 : vector<1x2xi32>, vector<1x2xi1>
// CHECK-NEXT:   %4 = vector.transpose %arg2, [1, 0] : vector<2x3xi32> to vector<3x2xi32>
// CHECK-NEXT:   return %0, %1, %2, %3, %sum, %overflow, %4 : vector<i32>, vector<1xi32>, vector<2x3xi32>, vector<1x2xi32>, vector<1x2xi32>, vector<1x2xi1>, vector<3x2xi32>
// CHECK-NEXT: }
func.func @stay(%a: vector<i32>, %b: vector<1xi32>, %c: vector<2x3xi32>, %d: vector<1x2xi32>, %e: vector<1x2xi32>, %k: i1) -> (vector<i32>, vector<1xi32>, vector<2x3xi32>, vector<1x2xi32>, vector<1x2xi32>, vector<1x2xi1>, vector<3x2xi32>) {
  %0 = arith.addi %a, %a : vector<i32>
  %1 = arith.addi %b, %b : vector<1xi32>
  %2 = arith.addi %c, %c : vector<2x3xi32>
  %3 = arith.select %k, %d, %e : vector<1x2xi32>
  %4, %5 = arith.addui_extended %d, %d : vector<1x2xi32>, vector<1x2xi1>
  %6 = vector.transpose %c, [1, 0] : vector<2x3xi32> to vector<3x2xi32>
  return %0, %1, %2, %3, %4, %5, %6 : vector<i32>, vector<1xi32>, vector<2x3xi32>, vector<1x2xi32>, vector<1x2xi32>, vector<1x2xi1>, vector<3x2xi32>
}

// Three operands, and a result of another element type.
// CHECK-LABEL: func.func @operands(%arg0: vector<1x2x1xi32>, %arg1: vector<1x2x1xi32>, %arg2: vector<1x2x1xi1>) -> (vector<1x2x1xi32>, vector<1x2x1xi64>) {
// CHECK-NEXT:   %0 = vector.shape_cast %arg2 : vector<1x2x1xi1> to vector<2xi1>
// CHECK-NEXT:   %1 = vector.shape_cast %arg0 : vector<1x2x1xi32> to vector<2xi32>
// CHECK-NEXT:   %2 = vector.shape_cast %arg1 : vector<1x2x1xi32> to vector<2xi32>
// CHECK-NEXT:   %3 = arith.select %0, %1, %2 : vector<2xi1>, vector<2xi32>
// CHECK-NEXT:   %4 = vector.shape_cast %3 : vector<2xi32> to vector<1x2x1xi32>
// CHECK-NEXT:   %5 = vector.shape_cast %arg0 : vector<1x2x1xi32> to vector<2xi32>
// CHECK-NEXT:   %6 = arith.extsi %5 : vector<2xi32> to vector<2xi64>
// CHECK-NEXT:   %7 = vector.shape_cast %6 : vector<2xi64> to vector<1x2x1xi64>
// CHECK-NEXT:   return %4, %7 : vector<1x2x1xi32>, vector<1x2x1xi64>
// CHECK-NEXT: }
func.func @operands(%a: vector<1x2x1xi32>, %b: vector<1x2x1xi32>, %k: vector<1x2x1xi1>) -> (vector<1x2x1xi32>, vector<1x2x1xi64>) {
  %0 = arith.select %k, %a, %b : vector<1x2x1xi1>, vector<1x2x1xi32>
  %1 = arith.extsi %a : vector<1x2x1xi32> to vector<1x2x1xi64>
  return %0, %1 : vector<1x2x1xi32>, vector<1x2x1xi64>
}

// The second of three loop values, and one whose extents are all 1.
// CHECK-LABEL: func.func @loop(%arg0: index, %arg1: vector<2xi32>, %arg2: vector<2x1xi32>, %arg3: vector<1x1xi32>) -> (vector<2xi32>, vector<2x1xi32>, vector<1x1xi32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = vector.shape_cast %arg2 : vector<2x1xi32> to vector<2xi32>
// CHECK-NEXT:   %1 = vector.shape_cast %arg3 : vector<1x1xi32> to vector<1xi32>
// CHECK-NEXT:   %2:3 = scf.for %arg4 = %c0 to %arg0 step %c1 iter_args(%arg5 = %arg1, %arg6 = %0, %arg7 = %1) -> (vector<2xi32>, vector<2xi32>, vector<1xi32>) {
// CHECK-NEXT:     %5 = vector.shape_cast %arg6 : vector<2xi32> to vector<2x1xi32>
// CHECK-NEXT:     %6 = vector.extract %arg7[0] : i32 from vector<1xi32>
// CHECK-NEXT:     %7 = vector.insert %6, %5 [1, 0] : i32 into vector<2x1xi32>
// CHECK-NEXT:     %8 = vector.shape_cast %7 : vector<2x1xi32> to vector<2xi32>
// CHECK-NEXT:     scf.yield %arg5, %8, %arg7 : vector<2xi32>, vector<2xi32>, vector<1xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %3 = vector.shape_cast %2#2 : vector<1xi32> to vector<1x1xi32>
// CHECK-NEXT:   %4 = vector.shape_cast %2#1 : vector<2xi32> to vector<2x1xi32>
// CHECK-NEXT:   return %2#0, %4, %3 : vector<2xi32>, vector<2x1xi32>, vector<1x1xi32>
// CHECK-NEXT: }
func.func @loop(%n: index, %a: vector<2xi32>, %b: vector<2x1xi32>, %c: vector<1x1xi32>) -> (vector<2xi32>, vector<2x1xi32>, vector<1x1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b, %z = %c) -> (vector<2xi32>, vector<2x1xi32>, vector<1x1xi32>) {
    %s = vector.extract %z[0, 0] : i32 from vector<1x1xi32>
    %t = vector.insert %s, %y [1, 0] : i32 into vector<2x1xi32>
    scf.yield %x, %t, %z : vector<2xi32>, vector<2x1xi32>, vector<1x1xi32>
  }
  return %0#0, %0#1, %0#2 : vector<2xi32>, vector<2x1xi32>, vector<1x1xi32>
}
