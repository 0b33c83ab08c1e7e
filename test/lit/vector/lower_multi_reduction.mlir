// RUN: optc %s --lower-vector-multi-reduction | FileCheck %s
// RUN: optc %s --lower-vector-multi-reduction=lowering-strategy=inner-reduction | FileCheck %s --check-prefix=ROWS

// Reductions become two-dimensional and are unrolled: over the outer dimension with
// operations on whole vectors, over the inner one with vector.reduction.

// CHECK-LABEL: func.func @a(
// CHECK-NEXT:   %0 = vector.transpose %arg0, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
// CHECK-NEXT:   %1 = vector.extract %0[0] : vector<2xf32> from vector<3x2xf32>
// CHECK-NEXT:   %2 = arith.addf %1, %arg1 : vector<2xf32>
// CHECK-NEXT:   %3 = vector.extract %0[1] : vector<2xf32> from vector<3x2xf32>
// CHECK-NEXT:   %4 = arith.addf %3, %2 : vector<2xf32>
// CHECK-NEXT:   %5 = vector.extract %0[2] : vector<2xf32> from vector<3x2xf32>
// CHECK-NEXT:   %6 = arith.addf %5, %4 : vector<2xf32>
// CHECK-NEXT:   return %6 : vector<2xf32>
// CHECK-NEXT: }
// ROWS-LABEL: func.func @a(
// ROWS-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2xf32>
// ROWS-NEXT:   %0 = vector.extract %arg0[0] : vector<3xf32> from vector<2x3xf32>
// ROWS-NEXT:   %1 = vector.extract %arg1[0] : f32 from vector<2xf32>
// ROWS-NEXT:   %2 = vector.reduction <add>, %0, %1 : vector<3xf32> into f32
// ROWS-NEXT:   %3 = vector.insert %2, %cst [0] : f32 into vector<2xf32>
// ROWS-NEXT:   %4 = vector.extract %arg0[1] : vector<3xf32> from vector<2x3xf32>
// ROWS-NEXT:   %5 = vector.extract %arg1[1] : f32 from vector<2xf32>
// ROWS-NEXT:   %6 = vector.reduction <add>, %4, %5 : vector<3xf32> into f32
// ROWS-NEXT:   %7 = vector.insert %6, %3 [1] : f32 into vector<2xf32>
// ROWS-NEXT:   return %7 : vector<2xf32>
// ROWS-NEXT: }
func.func @a(%x: vector<2x3xf32>, %a: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.multi_reduction <add>, %x, %a [1] : vector<2x3xf32> to vector<2xf32>
  return %0 : vector<2xf32>
}

// CHECK-LABEL: func.func @b(
// CHECK-NEXT:   %0 = vector.shape_cast %arg0 : vector<3xf32> to vector<1x3xf32>
// CHECK-NEXT:   %1 = vector.broadcast %arg1 : f32 to vector<1xf32>
// CHECK-NEXT:   %2 = vector.transpose %0, [1, 0] : vector<1x3xf32> to vector<3x1xf32>
// CHECK-NEXT:   %3 = vector.extract %2[0] : vector<1xf32> from vector<3x1xf32>
// CHECK-NEXT:   %4 = arith.maximumf %3, %1 : vector<1xf32>
// CHECK-NEXT:   %5 = vector.extract %2[1] : vector<1xf32> from vector<3x1xf32>
// CHECK-NEXT:   %6 = arith.maximumf %5, %4 : vector<1xf32>
// CHECK-NEXT:   %7 = vector.extract %2[2] : vector<1xf32> from vector<3x1xf32>
// CHECK-NEXT:   %8 = arith.maximumf %7, %6 : vector<1xf32>
// CHECK-NEXT:   %9 = vector.extract %8[0] : f32 from vector<1xf32>
// CHECK-NEXT:   return %9 : f32
// CHECK-NEXT: }
// ROWS-LABEL: func.func @b(
// ROWS-NEXT:   %0 = vector.reduction <maximumf>, %arg0, %arg1 : vector<3xf32> into f32
// ROWS-NEXT:   return %0 : f32
// ROWS-NEXT: }
func.func @b(%x: vector<3xf32>, %a: f32) -> f32 {
  %0 = vector.multi_reduction <maximumf>, %x, %a [0] : vector<3xf32> to f32
  return %0 : f32
}

// CHECK-LABEL: func.func @c(
// CHECK-NEXT:   %0 = vector.transpose %arg0, [0, 2, 1, 3] : vector<2x3x4x2xi32> to vector<2x4x3x2xi32>
// CHECK-NEXT:   %1 = vector.shape_cast %0 : vector<2x4x3x2xi32> to vector<8x6xi32>
// CHECK-NEXT:   %2 = vector.shape_cast %arg1 : vector<3x2xi32> to vector<6xi32>
// CHECK-NEXT:   %3 = vector.extract %1[0] : vector<6xi32> from vector<8x6xi32>
// CHECK-NEXT:   %4 = arith.xori %3, %2 : vector<6xi32>
// CHECK-NEXT:   %5 = vector.extract %1[1] : vector<6xi32> from vector<8x6xi32>
// CHECK-NEXT:   %6 = arith.xori %5, %4 : vector<6xi32>
// CHECK-NEXT:   %7 = vector.extract %1[2] : vector<6xi32> from vector<8x6xi32>
// CHECK-NEXT:   %8 = arith.xori %7, %6 : vector<6xi32>
// CHECK-NEXT:   %9 = vector.extract %1[3] : vector<6xi32> from vector<8x6xi32>
// CHECK-NEXT:   %10 = arith.xori %9, %8 : vector<6xi32>
// CHECK-NEXT:   %11 = vector.extract %1[4] : vector<6xi32> from vector<8x6xi32>
// CHECK-NEXT:   %12 = arith.xori %11, %10 : vector<6xi32>
// CHECK-NEXT:   %13 = vector.extract %1[5] : vector<6xi32> from vector<8x6xi32>
// CHECK-NEXT:   %14 = arith.xori %13, %12 : vector<6xi32>
// CHECK-NEXT:   %15 = vector.extract %1[6] : vector<6xi32> from vector<8x6xi32>
// CHECK-NEXT:   %16 = arith.xori %15, %14 : vector<6xi32>
// CHECK-NEXT:   %17 = vector.extract %1[7] : vector<6xi32> from vector<8x6xi32>
// CHECK-NEXT:   %18 = arith.xori %17, %16 : vector<6xi32>
// CHECK-NEXT:   %19 = vector.shape_cast %18 : vector<6xi32> to vector<3x2xi32>
// CHECK-NEXT:   return %19 : vector<3x2xi32>
// CHECK-NEXT: }
// ROWS-LABEL: func.func @c(
// ROWS-NEXT:   %cst = arith.constant dense<0> : vector<6xi32>
// ROWS-NEXT:   %0 = vector.transpose %arg0, [1, 3, 0, 2] : vector<2x3x4x2xi32> to vector<3x2x2x4xi32>
// ROWS-NEXT:   %1 = vector.shape_cast %0 : vector<3x2x2x4xi32> to vector<6x8xi32>
// ROWS-NEXT:   %2 = vector.extract %1[0] : vector<8xi32> from vector<6x8xi32>
// ROWS-NEXT:   %3 = vector.extract %arg1[0, 0] : i32 from vector<3x2xi32>
// ROWS-NEXT:   %4 = vector.reduction <xor>, %2, %3 : vector<8xi32> into i32
// ROWS-NEXT:   %5 = vector.insert %4, %cst [0] : i32 into vector<6xi32>
// ROWS-NEXT:   %6 = vector.extract %1[1] : vector<8xi32> from vector<6x8xi32>
// ROWS-NEXT:   %7 = vector.extract %arg1[0, 1] : i32 from vector<3x2xi32>
// ROWS-NEXT:   %8 = vector.reduction <xor>, %6, %7 : vector<8xi32> into i32
// ROWS-NEXT:   %9 = vector.insert %8, %5 [1] : i32 into vector<6xi32>
// ROWS-NEXT:   %10 = vector.extract %1[2] : vector<8xi32> from vector<6x8xi32>
// ROWS-NEXT:   %11 = vector.extract %arg1[1, 0] : i32 from vector<3x2xi32>
// ROWS-NEXT:   %12 = vector.reduction <xor>, %10, %11 : vector<8xi32> into i32
// ROWS-NEXT:   %13 = vector.insert %12, %9 [2] : i32 into vector<6xi32>
// ROWS-NEXT:   %14 = vector.extract %1[3] : vector<8xi32> from vector<6x8xi32>
// ROWS-NEXT:   %15 = vector.extract %arg1[1, 1] : i32 from vector<3x2xi32>
// ROWS-NEXT:   %16 = vector.reduction <xor>, %14, %15 : vector<8xi32> into i32
// ROWS-NEXT:   %17 = vector.insert %16, %13 [3] : i32 into vector<6xi32>
// ROWS-NEXT:   %18 = vector.extract %1[4] : vector<8xi32> from vector<6x8xi32>
// ROWS-NEXT:   %19 = vector.extract %arg1[2, 0] : i32 from vector<3x2xi32>
// ROWS-NEXT:   %20 = vector.reduction <xor>, %18, %19 : vector<8xi32> into i32
// ROWS-NEXT:   %21 = vector.insert %20, %17 [4] : i32 into vector<6xi32>
// ROWS-NEXT:   %22 = vector.extract %1[5] : vector<8xi32> from vector<6x8xi32>
// ROWS-NEXT:   %23 = vector.extract %arg1[2, 1] : i32 from vector<3x2xi32>
// ROWS-NEXT:   %24 = vector.reduction <xor>, %22, %23 : vector<8xi32> into i32
// ROWS-NEXT:   %25 = vector.insert %24, %21 [5] : i32 into vector<6xi32>
// ROWS-NEXT:   %26 = vector.shape_cast %25 : vector<6xi32> to vector<3x2xi32>
// ROWS-NEXT:   return %26 : vector<3x2xi32>
// ROWS-NEXT: }
func.func @c(%x: vector<2x3x4x2xi32>, %a: vector<3x2xi32>) -> vector<3x2xi32> {
  %0 = vector.multi_reduction <xor>, %x, %a [0, 2] : vector<2x3x4x2xi32> to vector<3x2xi32>
  return %0 : vector<3x2xi32>
}

// CHECK-LABEL: func.func @d(
// CHECK-NEXT:   %0 = vector.shape_cast %arg0 : vector<2x3xi32> to vector<1x6xi32>
// CHECK-NEXT:   %1 = vector.broadcast %arg1 : i32 to vector<1xi32>
// CHECK-NEXT:   %2 = vector.transpose %0, [1, 0] : vector<1x6xi32> to vector<6x1xi32>
// CHECK-NEXT:   %3 = vector.extract %2[0] : vector<1xi32> from vector<6x1xi32>
// CHECK-NEXT:   %4 = arith.minsi %3, %1 : vector<1xi32>
// CHECK-NEXT:   %5 = vector.extract %2[1] : vector<1xi32> from vector<6x1xi32>
// CHECK-NEXT:   %6 = arith.minsi %5, %4 : vector<1xi32>
// CHECK-NEXT:   %7 = vector.extract %2[2] : vector<1xi32> from vector<6x1xi32>
// CHECK-NEXT:   %8 = arith.minsi %7, %6 : vector<1xi32>
// CHECK-NEXT:   %9 = vector.extract %2[3] : vector<1xi32> from vector<6x1xi32>
// CHECK-NEXT:   %10 = arith.minsi %9, %8 : vector<1xi32>
// CHECK-NEXT:   %11 = vector.extract %2[4] : vector<1xi32> from vector<6x1xi32>
// CHECK-NEXT:   %12 = arith.minsi %11, %10 : vector<1xi32>
// CHECK-NEXT:   %13 = vector.extract %2[5] : vector<1xi32> from vector<6x1xi32>
// CHECK-NEXT:   %14 = arith.minsi %13, %12 : vector<1xi32>
// CHECK-NEXT:   %15 = vector.extract %14[0] : i32 from vector<1xi32>
// CHECK-NEXT:   return %15 : i32
// CHECK-NEXT: }
// ROWS-LABEL: func.func @d(
// ROWS-NEXT:   %0 = vector.shape_cast %arg0 : vector<2x3xi32> to vector<6xi32>
// ROWS-NEXT:   %1 = vector.reduction <minsi>, %0, %arg1 : vector<6xi32> into i32
// ROWS-NEXT:   return %1 : i32
// ROWS-NEXT: }
func.func @d(%x: vector<2x3xi32>, %a: i32) -> i32 {
  %0 = vector.multi_reduction <minsi>, %x, %a [0, 1] : vector<2x3xi32> to i32
  return %0 : i32
}

// CHECK-LABEL: func.func @e(
// CHECK-NEXT:   %0 = vector.transpose %arg2, [1, 0] : vector<2x3xi1> to vector<3x2xi1>
// CHECK-NEXT:   %1 = vector.transpose %arg0, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
// CHECK-NEXT:   %2 = vector.extract %1[0] : vector<2xf32> from vector<3x2xf32>
// CHECK-NEXT:   %3 = vector.extract %0[0] : vector<2xi1> from vector<3x2xi1>
// CHECK-NEXT:   %4 = arith.mulf %2, %arg1 : vector<2xf32>
// CHECK-NEXT:   %5 = arith.select %3, %4, %arg1 : vector<2xi1>, vector<2xf32>
// CHECK-NEXT:   %6 = vector.extract %1[1] : vector<2xf32> from vector<3x2xf32>
// CHECK-NEXT:   %7 = vector.extract %0[1] : vector<2xi1> from vector<3x2xi1>
// CHECK-NEXT:   %8 = arith.mulf %6, %5 : vector<2xf32>
// CHECK-NEXT:   %9 = arith.select %7, %8, %5 : vector<2xi1>, vector<2xf32>
// CHECK-NEXT:   %10 = vector.extract %1[2] : vector<2xf32> from vector<3x2xf32>
// CHECK-NEXT:   %11 = vector.extract %0[2] : vector<2xi1> from vector<3x2xi1>
// CHECK-NEXT:   %12 = arith.mulf %10, %9 : vector<2xf32>
// CHECK-NEXT:   %13 = arith.select %11, %12, %9 : vector<2xi1>, vector<2xf32>
// CHECK-NEXT:   return %13 : vector<2xf32>
// CHECK-NEXT: }
// ROWS-LABEL: func.func @e(
// ROWS-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2xf32>
// ROWS-NEXT:   %0 = vector.extract %arg0[0] : vector<3xf32> from vector<2x3xf32>
// ROWS-NEXT:   %1 = vector.extract %arg1[0] : f32 from vector<2xf32>
// ROWS-NEXT:   %2 = vector.extract %arg2[0] : vector<3xi1> from vector<2x3xi1>
// ROWS-NEXT:   %3 = vector.mask %2 { vector.reduction <mul>, %0, %1 : vector<3xf32> into f32 } : vector<3xi1> -> f32
// ROWS-NEXT:   %4 = vector.insert %3, %cst [0] : f32 into vector<2xf32>
// ROWS-NEXT:   %5 = vector.extract %arg0[1] : vector<3xf32> from vector<2x3xf32>
// ROWS-NEXT:   %6 = vector.extract %arg1[1] : f32 from vector<2xf32>
// ROWS-NEXT:   %7 = vector.extract %arg2[1] : vector<3xi1> from vector<2x3xi1>
// ROWS-NEXT:   %8 = vector.mask %7 { vector.reduction <mul>, %5, %6 : vector<3xf32> into f32 } : vector<3xi1> -> f32
// ROWS-NEXT:   %9 = vector.insert %8, %4 [1] : f32 into vector<2xf32>
// ROWS-NEXT:   return %9 : vector<2xf32>
// ROWS-NEXT: }
func.func @e(%x: vector<2x3xf32>, %a: vector<2xf32>, %k: vector<2x3xi1>) -> vector<2xf32> {
  %0 = vector.mask %k { vector.multi_reduction <mul>, %x, %a [1] : vector<2x3xf32> to vector<2xf32> } : vector<2x3xi1> -> vector<2xf32>
  return %0 : vector<2xf32>
}

// CHECK-LABEL: func.func @f(
// CHECK-NEXT:   %0 = vector.transpose %arg2, [0, 2, 1] : vector<2x3x4xi1> to vector<2x4x3xi1>
// CHECK-NEXT:   %1 = vector.transpose %arg0, [0, 2, 1] : vector<2x3x4xf32> to vector<2x4x3xf32>
// CHECK-NEXT:   %2 = vector.extract %1[0, 0] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:   %3 = vector.extract %0[0, 0] : vector<3xi1> from vector<2x4x3xi1>
// CHECK-NEXT:   %4 = arith.addf %2, %arg1 : vector<3xf32>
// CHECK-NEXT:   %5 = arith.select %3, %4, %arg1 : vector<3xi1>, vector<3xf32>
// CHECK-NEXT:   %6 = vector.extract %1[0, 1] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:   %7 = vector.extract %0[0, 1] : vector<3xi1> from vector<2x4x3xi1>
// CHECK-NEXT:   %8 = arith.addf %6, %5 : vector<3xf32>
// CHECK-NEXT:   %9 = arith.select %7, %8, %5 : vector<3xi1>, vector<3xf32>
// CHECK-NEXT:   %10 = vector.extract %1[0, 2] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:   %11 = vector.extract %0[0, 2] : vector<3xi1> from vector<2x4x3xi1>
// CHECK-NEXT:   %12 = arith.addf %10, %9 : vector<3xf32>
// CHECK-NEXT:   %13 = arith.select %11, %12, %9 : vector<3xi1>, vector<3xf32>
// CHECK-NEXT:   %14 = vector.extract %1[0, 3] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:   %15 = vector.extract %0[0, 3] : vector<3xi1> from vector<2x4x3xi1>
// CHECK-NEXT:   %16 = arith.addf %14, %13 : vector<3xf32>
// CHECK-NEXT:   %17 = arith.select %15, %16, %13 : vector<3xi1>, vector<3xf32>
// CHECK-NEXT:   %18 = vector.extract %1[1, 0] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:   %19 = vector.extract %0[1, 0] : vector<3xi1> from vector<2x4x3xi1>
// CHECK-NEXT:   %20 = arith.addf %18, %17 : vector<3xf32>
// CHECK-NEXT:   %21 = arith.select %19, %20, %17 : vector<3xi1>, vector<3xf32>
// CHECK-NEXT:   %22 = vector.extract %1[1, 1] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:   %23 = vector.extract %0[1, 1] : vector<3xi1> from vector<2x4x3xi1>
// CHECK-NEXT:   %24 = arith.addf %22, %21 : vector<3xf32>
// CHECK-NEXT:   %25 = arith.select %23, %24, %21 : vector<3xi1>, vector<3xf32>
// CHECK-NEXT:   %26 = vector.extract %1[1, 2] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:   %27 = vector.extract %0[1, 2] : vector<3xi1> from vector<2x4x3xi1>
// CHECK-NEXT:   %28 = arith.addf %26, %25 : vector<3xf32>
// CHECK-NEXT:   %29 = arith.select %27, %28, %25 : vector<3xi1>, vector<3xf32>
// CHECK-NEXT:   %30 = vector.extract %1[1, 3] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:   %31 = vector.extract %0[1, 3] : vector<3xi1> from vector<2x4x3xi1>
// CHECK-NEXT:   %32 = arith.addf %30, %29 : vector<3xf32>
// CHECK-NEXT:   %33 = arith.select %31, %32, %29 : vector<3xi1>, vector<3xf32>
// CHECK-NEXT:   return %33 : vector<3xf32>
// CHECK-NEXT: }
// ROWS-LABEL: func.func @f(
// ROWS-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<3xf32>
// ROWS-NEXT:   %0 = vector.transpose %arg2, [1, 0, 2] : vector<2x3x4xi1> to vector<3x2x4xi1>
// ROWS-NEXT:   %1 = vector.transpose %arg0, [1, 0, 2] : vector<2x3x4xf32> to vector<3x2x4xf32>
// ROWS-NEXT:   %2 = vector.shape_cast %0 : vector<3x2x4xi1> to vector<3x8xi1>
// ROWS-NEXT:   %3 = vector.shape_cast %1 : vector<3x2x4xf32> to vector<3x8xf32>
// ROWS-NEXT:   %4 = vector.extract %3[0] : vector<8xf32> from vector<3x8xf32>
// ROWS-NEXT:   %5 = vector.extract %arg1[0] : f32 from vector<3xf32>
// ROWS-NEXT:   %6 = vector.extract %2[0] : vector<8xi1> from vector<3x8xi1>
// ROWS-NEXT:   %7 = vector.mask %6 { vector.reduction <add>, %4, %5 : vector<8xf32> into f32 } : vector<8xi1> -> f32
// ROWS-NEXT:   %8 = vector.insert %7, %cst [0] : f32 into vector<3xf32>
// ROWS-NEXT:   %9 = vector.extract %3[1] : vector<8xf32> from vector<3x8xf32>
// ROWS-NEXT:   %10 = vector.extract %arg1[1] : f32 from vector<3xf32>
// ROWS-NEXT:   %11 = vector.extract %2[1] : vector<8xi1> from vector<3x8xi1>
// ROWS-NEXT:   %12 = vector.mask %11 { vector.reduction <add>, %9, %10 : vector<8xf32> into f32 } : vector<8xi1> -> f32
// ROWS-NEXT:   %13 = vector.insert %12, %8 [1] : f32 into vector<3xf32>
// ROWS-NEXT:   %14 = vector.extract %3[2] : vector<8xf32> from vector<3x8xf32>
// ROWS-NEXT:   %15 = vector.extract %arg1[2] : f32 from vector<3xf32>
// ROWS-NEXT:   %16 = vector.extract %2[2] : vector<8xi1> from vector<3x8xi1>
// ROWS-NEXT:   %17 = vector.mask %16 { vector.reduction <add>, %14, %15 : vector<8xf32> into f32 } : vector<8xi1> -> f32
// ROWS-NEXT:   %18 = vector.insert %17, %13 [2] : f32 into vector<3xf32>
// ROWS-NEXT:   return %18 : vector<3xf32>
// ROWS-NEXT: }
func.func @f(%x: vector<2x3x4xf32>, %a: vector<3xf32>, %k: vector<2x3x4xi1>) -> vector<3xf32> {
  %0 = vector.mask %k { vector.multi_reduction <add>, %x, %a [0, 2] : vector<2x3x4xf32> to vector<3xf32> } : vector<2x3x4xi1> -> vector<3xf32>
  return %0 : vector<3xf32>
}

// Two scalable dimensions have no product.
// CHECK-LABEL: func.func @g(
// CHECK-NEXT:   %0 = vector.multi_reduction <add>, %arg0, %arg1 [0] : vector<2x[3]x[4]xf32> to vector<[3]x[4]xf32>
// CHECK-NEXT:   return %0 : vector<[3]x[4]xf32>
// CHECK-NEXT: }
// ROWS-LABEL: func.func @g(
// ROWS-NEXT:   %0 = vector.transpose %arg0, [1, 2, 0] : vector<2x[3]x[4]xf32> to vector<[3]x[4]x2xf32>
// ROWS-NEXT:   %1 = vector.multi_reduction <add>, %0, %arg1 [2] : vector<[3]x[4]x2xf32> to vector<[3]x[4]xf32>
// ROWS-NEXT:   return %1 : vector<[3]x[4]xf32>
// ROWS-NEXT: }
func.func @g(%x: vector<2x[3]x[4]xf32>, %a: vector<[3]x[4]xf32>) -> vector<[3]x[4]xf32> {
  %0 = vector.multi_reduction <add>, %x, %a [0] : vector<2x[3]x[4]xf32> to vector<[3]x[4]xf32>
  return %0 : vector<[3]x[4]xf32>
}

// CHECK-LABEL: func.func @h(
// CHECK-NEXT:   %0 = vector.multi_reduction <add>, %arg0, %arg1 [0, 1] : vector<2x3x[3]x[4]xf32> to vector<[3]x[4]xf32>
// CHECK-NEXT:   return %0 : vector<[3]x[4]xf32>
// CHECK-NEXT: }
// ROWS-LABEL: func.func @h(
// ROWS-NEXT:   %0 = vector.transpose %arg0, [2, 3, 0, 1] : vector<2x3x[3]x[4]xf32> to vector<[3]x[4]x2x3xf32>
// ROWS-NEXT:   %1 = vector.multi_reduction <add>, %0, %arg1 [2, 3] : vector<[3]x[4]x2x3xf32> to vector<[3]x[4]xf32>
// ROWS-NEXT:   return %1 : vector<[3]x[4]xf32>
// ROWS-NEXT: }
func.func @h(%x: vector<2x3x[3]x[4]xf32>, %a: vector<[3]x[4]xf32>) -> vector<[3]x[4]xf32> {
  %0 = vector.multi_reduction <add>, %x, %a [0, 1] : vector<2x3x[3]x[4]xf32> to vector<[3]x[4]xf32>
  return %0 : vector<[3]x[4]xf32>
}

// Nothing is reduced. (Upstream forgets the accumulator.)
// CHECK-LABEL: func.func @i(
// CHECK-NEXT:   %0 = vector.multi_reduction <add>, %arg0, %arg1 [] : vector<2x3xf32> to vector<2x3xf32>
// CHECK-NEXT:   return %0 : vector<2x3xf32>
// CHECK-NEXT: }
// ROWS-LABEL: func.func @i(
// ROWS-NEXT:   %0 = vector.multi_reduction <add>, %arg0, %arg1 [] : vector<2x3xf32> to vector<2x3xf32>
// ROWS-NEXT:   return %0 : vector<2x3xf32>
// ROWS-NEXT: }
func.func @i(%x: vector<2x3xf32>, %a: vector<2x3xf32>) -> vector<2x3xf32> {
  %0 = vector.multi_reduction <add>, %x, %a [] : vector<2x3xf32> to vector<2x3xf32>
  return %0 : vector<2x3xf32>
}

// CHECK-LABEL: func.func @j(
// CHECK-NEXT:   %0 = vector.shape_cast %arg0 : vector<4xf32> to vector<1x4xf32>
// CHECK-NEXT:   %1 = vector.broadcast %arg1 : f32 to vector<1xf32>
// CHECK-NEXT:   %2 = vector.broadcast %arg2 : vector<4xi1> to vector<1x4xi1>
// CHECK-NEXT:   %3 = vector.transpose %2, [1, 0] : vector<1x4xi1> to vector<4x1xi1>
// CHECK-NEXT:   %4 = vector.transpose %0, [1, 0] : vector<1x4xf32> to vector<4x1xf32>
// CHECK-NEXT:   %5 = vector.extract %4[0] : vector<1xf32> from vector<4x1xf32>
// CHECK-NEXT:   %6 = vector.extract %3[0] : vector<1xi1> from vector<4x1xi1>
// CHECK-NEXT:   %7 = arith.addf %5, %1 : vector<1xf32>
// CHECK-NEXT:   %8 = arith.select %6, %7, %1 : vector<1xi1>, vector<1xf32>
// CHECK-NEXT:   %9 = vector.extract %4[1] : vector<1xf32> from vector<4x1xf32>
// CHECK-NEXT:   %10 = vector.extract %3[1] : vector<1xi1> from vector<4x1xi1>
// CHECK-NEXT:   %11 = arith.addf %9, %8 : vector<1xf32>
// CHECK-NEXT:   %12 = arith.select %10, %11, %8 : vector<1xi1>, vector<1xf32>
// CHECK-NEXT:   %13 = vector.extract %4[2] : vector<1xf32> from vector<4x1xf32>
// CHECK-NEXT:   %14 = vector.extract %3[2] : vector<1xi1> from vector<4x1xi1>
// CHECK-NEXT:   %15 = arith.addf %13, %12 : vector<1xf32>
// CHECK-NEXT:   %16 = arith.select %14, %15, %12 : vector<1xi1>, vector<1xf32>
// CHECK-NEXT:   %17 = vector.extract %4[3] : vector<1xf32> from vector<4x1xf32>
// CHECK-NEXT:   %18 = vector.extract %3[3] : vector<1xi1> from vector<4x1xi1>
// CHECK-NEXT:   %19 = arith.addf %17, %16 : vector<1xf32>
// CHECK-NEXT:   %20 = arith.select %18, %19, %16 : vector<1xi1>, vector<1xf32>
// CHECK-NEXT:   %21 = vector.extract %20[0] : f32 from vector<1xf32>
// CHECK-NEXT:   return %21 : f32
// CHECK-NEXT: }
// ROWS-LABEL: func.func @j(
// ROWS-NEXT:   %0 = vector.mask %arg2 { vector.reduction <add>, %arg0, %arg1 : vector<4xf32> into f32 } : vector<4xi1> -> f32
// ROWS-NEXT:   return %0 : f32
// ROWS-NEXT: }
func.func @j(%x: vector<4xf32>, %a: f32, %k: vector<4xi1>) -> f32 {
  %0 = vector.mask %k { vector.multi_reduction <add>, %x, %a [0] : vector<4xf32> to f32 } : vector<4xi1> -> f32
  return %0 : f32
}

// A scalable dimension is not unrolled. (Upstream reduces its first elements only.)
// CHECK-LABEL: func.func @k(
// CHECK-NEXT:   %0 = vector.transpose %arg2, [1, 0] : vector<2x[4]xi1> to vector<[4]x2xi1>
// CHECK-NEXT:   %1 = vector.transpose %arg0, [1, 0] : vector<2x[4]xf32> to vector<[4]x2xf32>
// CHECK-NEXT:   %2 = vector.mask %0 { vector.multi_reduction <add>, %1, %arg1 [0] : vector<[4]x2xf32> to vector<2xf32> } : vector<[4]x2xi1> -> vector<2xf32>
// CHECK-NEXT:   return %2 : vector<2xf32>
// CHECK-NEXT: }
// ROWS-LABEL: func.func @k(
// ROWS-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2xf32>
// ROWS-NEXT:   %0 = vector.extract %arg0[0] : vector<[4]xf32> from vector<2x[4]xf32>
// ROWS-NEXT:   %1 = vector.extract %arg1[0] : f32 from vector<2xf32>
// ROWS-NEXT:   %2 = vector.extract %arg2[0] : vector<[4]xi1> from vector<2x[4]xi1>
// ROWS-NEXT:   %3 = vector.mask %2 { vector.reduction <add>, %0, %1 : vector<[4]xf32> into f32 } : vector<[4]xi1> -> f32
// ROWS-NEXT:   %4 = vector.insert %3, %cst [0] : f32 into vector<2xf32>
// ROWS-NEXT:   %5 = vector.extract %arg0[1] : vector<[4]xf32> from vector<2x[4]xf32>
// ROWS-NEXT:   %6 = vector.extract %arg1[1] : f32 from vector<2xf32>
// ROWS-NEXT:   %7 = vector.extract %arg2[1] : vector<[4]xi1> from vector<2x[4]xi1>
// ROWS-NEXT:   %8 = vector.mask %7 { vector.reduction <add>, %5, %6 : vector<[4]xf32> into f32 } : vector<[4]xi1> -> f32
// ROWS-NEXT:   %9 = vector.insert %8, %4 [1] : f32 into vector<2xf32>
// ROWS-NEXT:   return %9 : vector<2xf32>
// ROWS-NEXT: }
func.func @k(%x: vector<2x[4]xf32>, %a: vector<2xf32>, %k: vector<2x[4]xi1>) -> vector<2xf32> {
  %0 = vector.mask %k { vector.multi_reduction <add>, %x, %a [1] : vector<2x[4]xf32> to vector<2xf32> } : vector<2x[4]xi1> -> vector<2xf32>
  return %0 : vector<2xf32>
}

// Dimensions that are reduced together are one, which is scalable if one of them is.
// CHECK-LABEL: func.func @scalable_inner(
// CHECK-NEXT:    %0 = vector.transpose %arg0, [0, 2, 1] : vector<2x3x[4]xf32> to vector<2x[4]x3xf32>
// CHECK-NEXT:    %1 = vector.shape_cast %0 : vector<2x[4]x3xf32> to vector<[8]x3xf32>
// CHECK-NEXT:    %2 = vector.multi_reduction <add>, %1, %arg1 [0] : vector<[8]x3xf32> to vector<3xf32>
// CHECK-NEXT:    return %2 : vector<3xf32>
func.func @scalable_inner(%v: vector<2x3x[4]xf32>, %a: vector<3xf32>) -> vector<3xf32> {
  %0 = vector.multi_reduction <add>, %v, %a [0, 2] : vector<2x3x[4]xf32> to vector<3xf32>
  return %0 : vector<3xf32>
}
// CHECK-LABEL: func.func @scalable_outer(
// CHECK-NEXT:    %0 = vector.shape_cast %arg0 : vector<[2]x3x4xf32> to vector<[6]x4xf32>
// CHECK-NEXT:    %1 = vector.multi_reduction <add>, %0, %arg1 [0] : vector<[6]x4xf32> to vector<4xf32>
// CHECK-NEXT:    return %1 : vector<4xf32>
func.func @scalable_outer(%v: vector<[2]x3x4xf32>, %a: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.multi_reduction <add>, %v, %a [0, 1] : vector<[2]x3x4xf32> to vector<4xf32>
  return %0 : vector<4xf32>
}
