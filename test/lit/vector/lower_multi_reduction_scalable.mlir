// RUN: optc %s --lower-vector-multi-reduction | FileCheck %s
// RUN: optc %s --lower-vector-multi-reduction=lowering-strategy=inner-reduction | FileCheck %s --check-prefix=ROWS

// Rows of a scalable length are added like others; a scalable number of rows stays, and so does
// what is reduced along nothing.
// CHECK-LABEL: func.func @rows(%arg0: vector<2x[4]xi32>, %arg1: vector<[4]xi32>, %arg2: vector<2xi32>, %arg3: vector<[4]x2xi32>, %arg4: vector<2xi32>, %arg5: vector<[4]xi32>) -> (vector<[4]xi32>, vector<2xi32>, vector<2xi32>, vector<[4]xi32>) {
// CHECK-NEXT:   %0 = vector.extract %arg0[0] : vector<[4]xi32> from vector<2x[4]xi32>
// CHECK-NEXT:   %1 = arith.addi %0, %arg1 : vector<[4]xi32>
// CHECK-NEXT:   %2 = vector.extract %arg0[1] : vector<[4]xi32> from vector<2x[4]xi32>
// CHECK-NEXT:   %3 = arith.addi %2, %1 : vector<[4]xi32>
// CHECK-NEXT:   %4 = vector.transpose %arg0, [1, 0] : vector<2x[4]xi32> to vector<[4]x2xi32>
// CHECK-NEXT:   %5 = vector.multi_reduction <add>, %4, %arg2 [0] : vector<[4]x2xi32> to vector<2xi32>
// CHECK-NEXT:   %6 = vector.multi_reduction <add>, %arg3, %arg4 [0] : vector<[4]x2xi32> to vector<2xi32>
// CHECK-NEXT:   %7 = vector.transpose %arg3, [1, 0] : vector<[4]x2xi32> to vector<2x[4]xi32>
// CHECK-NEXT:   %8 = vector.extract %7[0] : vector<[4]xi32> from vector<2x[4]xi32>
// CHECK-NEXT:   %9 = arith.addi %8, %arg5 : vector<[4]xi32>
// CHECK-NEXT:   %10 = vector.extract %7[1] : vector<[4]xi32> from vector<2x[4]xi32>
// CHECK-NEXT:   %11 = arith.addi %10, %9 : vector<[4]xi32>
// CHECK-NEXT:   return %3, %5, %6, %11 : vector<[4]xi32>, vector<2xi32>, vector<2xi32>, vector<[4]xi32>
// CHECK-NEXT: }
// ROWS-LABEL: func.func @rows(%arg0: vector<2x[4]xi32>, %arg1: vector<[4]xi32>, %arg2: vector<2xi32>, %arg3: vector<[4]x2xi32>, %arg4: vector<2xi32>, %arg5: vector<[4]xi32>) -> (vector<[4]xi32>, vector<2xi32>, vector<2xi32>, vector<[4]xi32>) {
// ROWS-NEXT:   %cst = arith.constant dense<0> : vector<2xi32>
// ROWS-NEXT:   %0 = vector.transpose %arg0, [1, 0] : vector<2x[4]xi32> to vector<[4]x2xi32>
// ROWS-NEXT:   %1 = vector.multi_reduction <add>, %0, %arg1 [1] : vector<[4]x2xi32> to vector<[4]xi32>
// ROWS-NEXT:   %2 = vector.extract %arg0[0] : vector<[4]xi32> from vector<2x[4]xi32>
// ROWS-NEXT:   %3 = vector.extract %arg2[0] : i32 from vector<2xi32>
// ROWS-NEXT:   %4 = vector.reduction <add>, %2, %3 : vector<[4]xi32> into i32
// ROWS-NEXT:   %5 = vector.insert %4, %cst [0] : i32 into vector<2xi32>
// ROWS-NEXT:   %6 = vector.extract %arg0[1] : vector<[4]xi32> from vector<2x[4]xi32>
// ROWS-NEXT:   %7 = vector.extract %arg2[1] : i32 from vector<2xi32>
// ROWS-NEXT:   %8 = vector.reduction <add>, %6, %7 : vector<[4]xi32> into i32
// ROWS-NEXT:   %9 = vector.insert %8, %5 [1] : i32 into vector<2xi32>
// ROWS-NEXT:   %10 = vector.transpose %arg3, [1, 0] : vector<[4]x2xi32> to vector<2x[4]xi32>
// ROWS-NEXT:   %11 = vector.extract %10[0] : vector<[4]xi32> from vector<2x[4]xi32>
// ROWS-NEXT:   %12 = vector.extract %arg4[0] : i32 from vector<2xi32>
// ROWS-NEXT:   %13 = vector.reduction <add>, %11, %12 : vector<[4]xi32> into i32
// ROWS-NEXT:   %14 = vector.insert %13, %cst [0] : i32 into vector<2xi32>
// ROWS-NEXT:   %15 = vector.extract %10[1] : vector<[4]xi32> from vector<2x[4]xi32>
// ROWS-NEXT:   %16 = vector.extract %arg4[1] : i32 from vector<2xi32>
// ROWS-NEXT:   %17 = vector.reduction <add>, %15, %16 : vector<[4]xi32> into i32
// ROWS-NEXT:   %18 = vector.insert %17, %14 [1] : i32 into vector<2xi32>
// ROWS-NEXT:   %19 = vector.multi_reduction <add>, %arg3, %arg5 [1] : vector<[4]x2xi32> to vector<[4]xi32>
// ROWS-NEXT:   return %1, %9, %18, %19 : vector<[4]xi32>, vector<2xi32>, vector<2xi32>, vector<[4]xi32>
// ROWS-NEXT: }
func.func @rows(%x: vector<2x[4]xi32>, %a: vector<[4]xi32>, %b: vector<2xi32>, %y: vector<[4]x2xi32>, %c: vector<2xi32>, %d: vector<[4]xi32>) -> (vector<[4]xi32>, vector<2xi32>, vector<2xi32>, vector<[4]xi32>) {
  %0 = vector.multi_reduction <add>, %x, %a [0] : vector<2x[4]xi32> to vector<[4]xi32>
  %1 = vector.multi_reduction <add>, %x, %b [1] : vector<2x[4]xi32> to vector<2xi32>
  %2 = vector.multi_reduction <add>, %y, %c [0] : vector<[4]x2xi32> to vector<2xi32>
  %3 = vector.multi_reduction <add>, %y, %d [1] : vector<[4]x2xi32> to vector<[4]xi32>
  return %0, %1, %2, %3 : vector<[4]xi32>, vector<2xi32>, vector<2xi32>, vector<[4]xi32>
}

// CHECK-LABEL: func.func @line(%arg0: vector<[4]xi32>, %arg1: i32, %arg2: vector<[4]xi1>) -> i32 {
// CHECK-NEXT:   %0 = vector.shape_cast %arg0 : vector<[4]xi32> to vector<1x[4]xi32>
// CHECK-NEXT:   %1 = vector.broadcast %arg1 : i32 to vector<1xi32>
// CHECK-NEXT:   %2 = vector.broadcast %arg2 : vector<[4]xi1> to vector<1x[4]xi1>
// CHECK-NEXT:   %3 = vector.transpose %2, [1, 0] : vector<1x[4]xi1> to vector<[4]x1xi1>
// CHECK-NEXT:   %4 = vector.transpose %0, [1, 0] : vector<1x[4]xi32> to vector<[4]x1xi32>
// CHECK-NEXT:   %5 = vector.mask %3 { vector.multi_reduction <add>, %4, %1 [0] : vector<[4]x1xi32> to vector<1xi32> } : vector<[4]x1xi1> -> vector<1xi32>
// CHECK-NEXT:   %6 = vector.extract %5[0] : i32 from vector<1xi32>
// CHECK-NEXT:   return %6 : i32
// CHECK-NEXT: }
// ROWS-LABEL: func.func @line(%arg0: vector<[4]xi32>, %arg1: i32, %arg2: vector<[4]xi1>) -> i32 {
// ROWS-NEXT:   %0 = vector.mask %arg2 { vector.reduction <add>, %arg0, %arg1 : vector<[4]xi32> into i32 } : vector<[4]xi1> -> i32
// ROWS-NEXT:   return %0 : i32
// ROWS-NEXT: }
func.func @line(%x: vector<[4]xi32>, %a: i32, %k: vector<[4]xi1>) -> i32 {
  %0 = vector.mask %k { vector.multi_reduction <add>, %x, %a [0] : vector<[4]xi32> to i32 } : vector<[4]xi1> -> i32
  return %0 : i32
}

// mlir-opt-22 differs (canonicalize cse, inline licm, vector to loops, vector to loops of rank 2, vector unrolled, vector unrolled to rank 0): a sum of vector<4xi32> along no dimension is its source, without the accumulator
// CHECK-LABEL: func.func @nothing(%arg0: vector<4xi32>, %arg1: vector<2x2xi32>, %arg2: vector<4xi32>, %arg3: vector<2x2xi32>) -> (vector<4xi32>, vector<2x2xi32>) {
// CHECK-NEXT:   %0 = vector.multi_reduction <add>, %arg0, %arg2 [] : vector<4xi32> to vector<4xi32>
// CHECK-NEXT:   %1 = vector.multi_reduction <add>, %arg1, %arg3 [] : vector<2x2xi32> to vector<2x2xi32>
// CHECK-NEXT:   return %0, %1 : vector<4xi32>, vector<2x2xi32>
// CHECK-NEXT: }
// ROWS-LABEL: func.func @nothing(%arg0: vector<4xi32>, %arg1: vector<2x2xi32>, %arg2: vector<4xi32>, %arg3: vector<2x2xi32>) -> (vector<4xi32>, vector<2x2xi32>) {
// ROWS-NEXT:   %0 = vector.multi_reduction <add>, %arg0, %arg2 [] : vector<4xi32> to vector<4xi32>
// ROWS-NEXT:   %1 = vector.multi_reduction <add>, %arg1, %arg3 [] : vector<2x2xi32> to vector<2x2xi32>
// ROWS-NEXT:   return %0, %1 : vector<4xi32>, vector<2x2xi32>
// ROWS-NEXT: }
func.func @nothing(%x: vector<4xi32>, %y: vector<2x2xi32>, %a: vector<4xi32>, %b: vector<2x2xi32>) -> (vector<4xi32>, vector<2x2xi32>) {
  %0 = vector.multi_reduction <add>, %x, %a [] : vector<4xi32> to vector<4xi32>
  %1 = vector.multi_reduction <add>, %y, %b [] : vector<2x2xi32> to vector<2x2xi32>
  return %0, %1 : vector<4xi32>, vector<2x2xi32>
}
