// RUN: optc %s --lower-vector-transpose --verify-exec | FileCheck %s

// Dimensions in other orders: the outermost one stays, all turn around, what is fixed in the middle moves too.
// CHECK-LABEL: func.func @orders(%arg0: vector<2x1x2xi32>, %arg1: vector<1x2x2xi32>) -> (vector<2x2x1xi32>, vector<2x1x2xi32>, vector<2x2x1xi32>) {
// CHECK-NEXT:   %0 = ub.poison : vector<2x1x2xi32>
// CHECK-NEXT:   %1 = ub.poison : vector<2x2x1xi32>
// CHECK-NEXT:   %2 = vector.extract %arg0[0, 0, 0] : i32 from vector<2x1x2xi32>
// CHECK-NEXT:   %3 = vector.insert %2, %1 [0, 0, 0] : i32 into vector<2x2x1xi32>
// CHECK-NEXT:   %4 = vector.extract %arg0[0, 0, 1] : i32 from vector<2x1x2xi32>
// CHECK-NEXT:   %5 = vector.insert %4, %3 [0, 1, 0] : i32 into vector<2x2x1xi32>
// CHECK-NEXT:   %6 = vector.extract %arg0[1, 0, 0] : i32 from vector<2x1x2xi32>
// CHECK-NEXT:   %7 = vector.insert %6, %5 [1, 0, 0] : i32 into vector<2x2x1xi32>
// CHECK-NEXT:   %8 = vector.extract %arg0[1, 0, 1] : i32 from vector<2x1x2xi32>
// CHECK-NEXT:   %9 = vector.insert %8, %7 [1, 1, 0] : i32 into vector<2x2x1xi32>
// CHECK-NEXT:   %10 = vector.extract %arg0[0, 0, 0] : i32 from vector<2x1x2xi32>
// CHECK-NEXT:   %11 = vector.insert %10, %0 [0, 0, 0] : i32 into vector<2x1x2xi32>
// CHECK-NEXT:   %12 = vector.extract %arg0[0, 0, 1] : i32 from vector<2x1x2xi32>
// CHECK-NEXT:   %13 = vector.insert %12, %11 [1, 0, 0] : i32 into vector<2x1x2xi32>
// CHECK-NEXT:   %14 = vector.extract %arg0[1, 0, 0] : i32 from vector<2x1x2xi32>
// CHECK-NEXT:   %15 = vector.insert %14, %13 [0, 0, 1] : i32 into vector<2x1x2xi32>
// CHECK-NEXT:   %16 = vector.extract %arg0[1, 0, 1] : i32 from vector<2x1x2xi32>
// CHECK-NEXT:   %17 = vector.insert %16, %15 [1, 0, 1] : i32 into vector<2x1x2xi32>
// CHECK-NEXT:   %18 = vector.extract %arg1[0, 0, 0] : i32 from vector<1x2x2xi32>
// CHECK-NEXT:   %19 = vector.insert %18, %1 [0, 0, 0] : i32 into vector<2x2x1xi32>
// CHECK-NEXT:   %20 = vector.extract %arg1[0, 0, 1] : i32 from vector<1x2x2xi32>
// CHECK-NEXT:   %21 = vector.insert %20, %19 [1, 0, 0] : i32 into vector<2x2x1xi32>
// CHECK-NEXT:   %22 = vector.extract %arg1[0, 1, 0] : i32 from vector<1x2x2xi32>
// CHECK-NEXT:   %23 = vector.insert %22, %21 [0, 1, 0] : i32 into vector<2x2x1xi32>
// CHECK-NEXT:   %24 = vector.extract %arg1[0, 1, 1] : i32 from vector<1x2x2xi32>
// CHECK-NEXT:   %25 = vector.insert %24, %23 [1, 1, 0] : i32 into vector<2x2x1xi32>
// CHECK-NEXT:   return %9, %17, %25 : vector<2x2x1xi32>, vector<2x1x2xi32>, vector<2x2x1xi32>
// CHECK-NEXT: }
func.func @orders(%a: vector<2x1x2xi32>, %b: vector<1x2x2xi32>) -> (vector<2x2x1xi32>, vector<2x1x2xi32>, vector<2x2x1xi32>) {
  %0 = vector.transpose %a, [0, 2, 1] : vector<2x1x2xi32> to vector<2x2x1xi32>
  %1 = vector.transpose %a, [2, 1, 0] : vector<2x1x2xi32> to vector<2x1x2xi32>
  %2 = vector.transpose %b, [2, 1, 0] : vector<1x2x2xi32> to vector<2x2x1xi32>
  return %0, %1, %2 : vector<2x2x1xi32>, vector<2x1x2xi32>, vector<2x2x1xi32>
}

// [1] is not 1.
// CHECK-LABEL: func.func @scalable_units(%arg0: vector<[1]x4xi32>, %arg1: vector<1x[4]xi32>, %arg2: vector<[4]x1xi32>) -> (vector<4x[1]xi32>, vector<[4]x1xi32>, vector<1x[4]xi32>) {
// CHECK-NEXT:   %0 = vector.transpose %arg0, [1, 0] : vector<[1]x4xi32> to vector<4x[1]xi32>
// CHECK-NEXT:   %1 = vector.shape_cast %arg1 : vector<1x[4]xi32> to vector<[4]x1xi32>
// CHECK-NEXT:   %2 = vector.shape_cast %arg2 : vector<[4]x1xi32> to vector<1x[4]xi32>
// CHECK-NEXT:   return %0, %1, %2 : vector<4x[1]xi32>, vector<[4]x1xi32>, vector<1x[4]xi32>
// CHECK-NEXT: }
func.func @scalable_units(%a: vector<[1]x4xi32>, %b: vector<1x[4]xi32>, %c: vector<[4]x1xi32>) -> (vector<4x[1]xi32>, vector<[4]x1xi32>, vector<1x[4]xi32>) {
  %0 = vector.transpose %a, [1, 0] : vector<[1]x4xi32> to vector<4x[1]xi32>
  %1 = vector.transpose %b, [1, 0] : vector<1x[4]xi32> to vector<[4]x1xi32>
  %2 = vector.transpose %c, [1, 0] : vector<[4]x1xi32> to vector<1x[4]xi32>
  return %0, %1, %2 : vector<4x[1]xi32>, vector<[4]x1xi32>, vector<1x[4]xi32>
}
