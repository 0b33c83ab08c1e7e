// RUN: optc %s --lower-vector-multi-reduction --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// What is built is at the reduction; what combines its results, at the mask around it.
// CHECK-LABEL: func.func @columns(%arg0: vector<2x3xi32> loc({{.*}}), %arg1: vector<3xi32> loc({{.*}}), %arg2: vector<2x3xi1> loc({{.*}})) -> vector<3xi32> {
// CHECK-NEXT:   %0 = vector.extract %arg0[0] : vector<3xi32> from vector<2x3xi32> loc("inner")
// CHECK-NEXT:   %1 = vector.extract %arg2[0] : vector<3xi1> from vector<2x3xi1> loc("inner")
// CHECK-NEXT:   %2 = arith.addi %0, %arg1 : vector<3xi32> loc("outer")
// CHECK-NEXT:   %3 = arith.select %1, %2, %arg1 : vector<3xi1>, vector<3xi32> loc("outer")
// CHECK-NEXT:   %4 = vector.extract %arg0[1] : vector<3xi32> from vector<2x3xi32> loc("inner")
// CHECK-NEXT:   %5 = vector.extract %arg2[1] : vector<3xi1> from vector<2x3xi1> loc("inner")
// CHECK-NEXT:   %6 = arith.addi %4, %3 : vector<3xi32> loc("outer")
// CHECK-NEXT:   %7 = arith.select %5, %6, %3 : vector<3xi1>, vector<3xi32> loc("outer")
// CHECK-NEXT:   return %7 : vector<3xi32> loc({{.*}})
// CHECK-NEXT: } loc({{.*}})
func.func @columns(%x: vector<2x3xi32>, %a: vector<3xi32>, %k: vector<2x3xi1>) -> vector<3xi32> {
  %0 = vector.mask %k { vector.multi_reduction <add>, %x, %a [0] : vector<2x3xi32> to vector<3xi32> loc("inner") } : vector<2x3xi1> -> vector<3xi32> loc("outer")
  return %0 : vector<3xi32>
}

// CHECK-LABEL: func.func @flat(%arg0: vector<2x3x2xi32> loc({{.*}}), %arg1: vector<2x3xi32> loc({{.*}}), %arg2: vector<2x3x2xi1> loc({{.*}})) -> vector<2x3xi32> {
// CHECK-NEXT:   %0 = vector.transpose %arg2, [2, 0, 1] : vector<2x3x2xi1> to vector<2x2x3xi1> loc("inner")
// CHECK-NEXT:   %1 = vector.transpose %arg0, [2, 0, 1] : vector<2x3x2xi32> to vector<2x2x3xi32> loc("inner")
// CHECK-NEXT:   %2 = vector.shape_cast %0 : vector<2x2x3xi1> to vector<2x6xi1> loc("inner")
// CHECK-NEXT:   %3 = vector.shape_cast %1 : vector<2x2x3xi32> to vector<2x6xi32> loc("inner")
// CHECK-NEXT:   %4 = vector.shape_cast %arg1 : vector<2x3xi32> to vector<6xi32> loc("inner")
// CHECK-NEXT:   %5 = vector.extract %3[0] : vector<6xi32> from vector<2x6xi32> loc("inner")
// CHECK-NEXT:   %6 = vector.extract %2[0] : vector<6xi1> from vector<2x6xi1> loc("inner")
// CHECK-NEXT:   %7 = arith.addi %5, %4 : vector<6xi32> loc("inner")
// CHECK-NEXT:   %8 = arith.select %6, %7, %4 : vector<6xi1>, vector<6xi32> loc("inner")
// CHECK-NEXT:   %9 = vector.extract %3[1] : vector<6xi32> from vector<2x6xi32> loc("inner")
// CHECK-NEXT:   %10 = vector.extract %2[1] : vector<6xi1> from vector<2x6xi1> loc("inner")
// CHECK-NEXT:   %11 = arith.addi %9, %8 : vector<6xi32> loc("inner")
// CHECK-NEXT:   %12 = arith.select %10, %11, %8 : vector<6xi1>, vector<6xi32> loc("inner")
// CHECK-NEXT:   %13 = vector.shape_cast %12 : vector<6xi32> to vector<2x3xi32> loc("inner")
// CHECK-NEXT:   return %13 : vector<2x3xi32> loc({{.*}})
// CHECK-NEXT: } loc({{.*}})
func.func @flat(%x: vector<2x3x2xi32>, %a: vector<2x3xi32>, %k: vector<2x3x2xi1>) -> vector<2x3xi32> {
  %0 = vector.mask %k { vector.multi_reduction <add>, %x, %a [2] : vector<2x3x2xi32> to vector<2x3xi32> loc("inner") } : vector<2x3x2xi1> -> vector<2x3xi32> loc("outer")
  return %0 : vector<2x3xi32>
}

// CHECK-LABEL: func.func @line(%arg0: vector<2xi32> loc({{.*}}), %arg1: i32 loc({{.*}}), %arg2: vector<2xi1> loc({{.*}})) -> i32 {
// CHECK-NEXT:   %0 = vector.shape_cast %arg0 : vector<2xi32> to vector<1x2xi32> loc("inner")
// CHECK-NEXT:   %1 = vector.broadcast %arg1 : i32 to vector<1xi32> loc("inner")
// CHECK-NEXT:   %2 = vector.broadcast %arg2 : vector<2xi1> to vector<1x2xi1> loc("inner")
// CHECK-NEXT:   %3 = vector.transpose %2, [1, 0] : vector<1x2xi1> to vector<2x1xi1> loc("inner")
// CHECK-NEXT:   %4 = vector.transpose %0, [1, 0] : vector<1x2xi32> to vector<2x1xi32> loc("inner")
// CHECK-NEXT:   %5 = vector.extract %4[0] : vector<1xi32> from vector<2x1xi32> loc("inner")
// CHECK-NEXT:   %6 = vector.extract %3[0] : vector<1xi1> from vector<2x1xi1> loc("inner")
// CHECK-NEXT:   %7 = arith.addi %5, %1 : vector<1xi32> loc("inner")
// CHECK-NEXT:   %8 = arith.select %6, %7, %1 : vector<1xi1>, vector<1xi32> loc("inner")
// CHECK-NEXT:   %9 = vector.extract %4[1] : vector<1xi32> from vector<2x1xi32> loc("inner")
// CHECK-NEXT:   %10 = vector.extract %3[1] : vector<1xi1> from vector<2x1xi1> loc("inner")
// CHECK-NEXT:   %11 = arith.addi %9, %8 : vector<1xi32> loc("inner")
// CHECK-NEXT:   %12 = arith.select %10, %11, %8 : vector<1xi1>, vector<1xi32> loc("inner")
// CHECK-NEXT:   %13 = vector.extract %12[0] : i32 from vector<1xi32> loc("outer")
// CHECK-NEXT:   return %13 : i32 loc({{.*}})
// CHECK-NEXT: } loc({{.*}})
func.func @line(%x: vector<2xi32>, %a: i32, %k: vector<2xi1>) -> i32 {
  %0 = vector.mask %k { vector.multi_reduction <add>, %x, %a [0] : vector<2xi32> to i32 loc("inner") } : vector<2xi1> -> i32 loc("outer")
  return %0 : i32
}
