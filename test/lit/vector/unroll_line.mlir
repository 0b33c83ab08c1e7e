// RUN: optc %s --unroll-vectors=native-shape=2 --verify-exec | FileCheck %s

// Reductions of three tiles, with and without an accumulator.
// CHECK-LABEL: func.func @reductions(%arg0: vector<6xi32>, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:   %0 = vector.extract_strided_slice %arg0 {offsets = [0], sizes = [2], strides = [1]} : vector<6xi32> to vector<2xi32>
// CHECK-NEXT:   %1 = vector.reduction <add>, %0 : vector<2xi32> into i32
// CHECK-NEXT:   %2 = vector.extract_strided_slice %arg0 {offsets = [2], sizes = [2], strides = [1]} : vector<6xi32> to vector<2xi32>
// CHECK-NEXT:   %3 = vector.reduction <add>, %2, %1 : vector<2xi32> into i32
// CHECK-NEXT:   %4 = vector.extract_strided_slice %arg0 {offsets = [4], sizes = [2], strides = [1]} : vector<6xi32> to vector<2xi32>
// CHECK-NEXT:   %5 = vector.reduction <add>, %4, %3 : vector<2xi32> into i32
// CHECK-NEXT:   %6 = vector.extract_strided_slice %arg0 {offsets = [0], sizes = [2], strides = [1]} : vector<6xi32> to vector<2xi32>
// CHECK-NEXT:   %7 = vector.reduction <mul>, %6, %arg1 : vector<2xi32> into i32
// CHECK-NEXT:   %8 = vector.extract_strided_slice %arg0 {offsets = [2], sizes = [2], strides = [1]} : vector<6xi32> to vector<2xi32>
// CHECK-NEXT:   %9 = vector.reduction <mul>, %8, %7 : vector<2xi32> into i32
// CHECK-NEXT:   %10 = vector.extract_strided_slice %arg0 {offsets = [4], sizes = [2], strides = [1]} : vector<6xi32> to vector<2xi32>
// CHECK-NEXT:   %11 = vector.reduction <mul>, %10, %9 : vector<2xi32> into i32
// CHECK-NEXT:   return %5, %11 : i32, i32
// CHECK-NEXT: }
func.func @reductions(%v: vector<6xi32>, %a: i32) -> (i32, i32) {
  %0 = vector.reduction <add>, %v : vector<6xi32> into i32
  %1 = vector.reduction <mul>, %v, %a : vector<6xi32> into i32
  return %0, %1 : i32, i32
}

// One tile, tiles of another rank, and a part of a tile stay.
// CHECK-LABEL: func.func @stay(%arg0: vector<2xi32>, %arg1: vector<3xi32>, %arg2: vector<2x2xi32>, %arg3: vector<1xi32>, %arg4: vector<i32>) -> (vector<2xi32>, vector<3xi32>, vector<2x2xi32>, vector<1xi32>, vector<i32>) {
// CHECK-NEXT:   %0 = arith.addi %arg0, %arg0 : vector<2xi32>
// CHECK-NEXT:   %1 = arith.addi %arg1, %arg1 : vector<3xi32>
// CHECK-NEXT:   %2 = arith.addi %arg2, %arg2 : vector<2x2xi32>
// CHECK-NEXT:   %3 = arith.addi %arg3, %arg3 : vector<1xi32>
// CHECK-NEXT:   %4 = arith.addi %arg4, %arg4 : vector<i32>
// CHECK-NEXT:   return %0, %1, %2, %3, %4 : vector<2xi32>, vector<3xi32>, vector<2x2xi32>, vector<1xi32>, vector<i32>
// CHECK-NEXT: }
func.func @stay(%v: vector<2xi32>, %w: vector<3xi32>, %x: vector<2x2xi32>, %y: vector<1xi32>, %z: vector<i32>) -> (vector<2xi32>, vector<3xi32>, vector<2x2xi32>, vector<1xi32>, vector<i32>) {
  %0 = arith.addi %v, %v : vector<2xi32>
  %1 = arith.addi %w, %w : vector<3xi32>
  %2 = arith.addi %x, %x : vector<2x2xi32>
  %3 = arith.addi %y, %y : vector<1xi32>
  %4 = arith.addi %z, %z : vector<i32>
  return %0, %1, %2, %3, %4 : vector<2xi32>, vector<3xi32>, vector<2x2xi32>, vector<1xi32>, vector<i32>
}

// A scalar is in all tiles; two results are not divided.
// CHECK-LABEL: func.func @operands(%arg0: i1, %arg1: vector<4xi32>, %arg2: vector<4xi32>) -> (vector<4xi32>, vector<4xi32>, vector<4xi1>) {
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<4xi32>
// CHECK-NEXT:   %0 = vector.extract_strided_slice %arg1 {offsets = [0], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
// CHECK-NEXT:   %1 = vector.extract_strided_slice %arg2 {offsets = [0], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
// CHECK-NEXT:   %2 = arith.select %arg0, %0, %1 : vector<2xi32>
// CHECK-NEXT:   %3 = vector.insert_strided_slice %2, %cst {offsets = [0], strides = [1]} : vector<2xi32> into vector<4xi32>
// CHECK-NEXT:   %4 = vector.extract_strided_slice %arg1 {offsets = [2], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
// CHECK-NEXT:   %5 = vector.extract_strided_slice %arg2 {offsets = [2], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
// CHECK-NEXT:   %6 = arith.select %arg0, %4, %5 : vector<2xi32>
// CHECK-NEXT:   %7 = vector.insert_strided_slice %6, %3 {offsets = [2], strides = [1]} : vector<2xi32> into vector<4xi32>
// CHECK-NEXT:   %sum, %overflow = arith.addui_extended %arg1, %arg2 : vector<4xi32>, vector<4xi1>
// CHECK-NEXT:   return %7, %sum, %overflow : vector<4xi32>, vector<4xi32>, vector<4xi1>
// CHECK-NEXT: }
func.func @operands(%c: i1, %v: vector<4xi32>, %w: vector<4xi32>) -> (vector<4xi32>, vector<4xi32>, vector<4xi1>) {
  %0 = arith.select %c, %v, %w : vector<4xi32>
  %1, %2 = arith.addui_extended %v, %w : vector<4xi32>, vector<4xi1>
  return %0, %1, %2 : vector<4xi32>, vector<4xi32>, vector<4xi1>
}
