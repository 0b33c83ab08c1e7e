// RUN: optc %s --canonicalize=test-convergence --verify-exec | FileCheck %s

// Elements of constants are chosen one by one.
// CHECK-LABEL: func.func @select_elements() -> (vector<4xi32>, tensor<2xf32>, vector<2xi64>) {
// CHECK-NEXT: %cst = arith.constant dense<[1, 6, 7, 4]> : vector<4xi32>
// CHECK-NEXT: %cst_0 = arith.constant dense<[2.500000e+00, 1.500000e+00]> : tensor<2xf32>
// CHECK-NEXT: %cst_1 = arith.constant dense<[9, -1]> : vector<2xi64>
// CHECK-NEXT: return %cst, %cst_0, %cst_1 : vector<4xi32>, tensor<2xf32>, vector<2xi64>
func.func @select_elements() -> (vector<4xi32>, tensor<2xf32>, vector<2xi64>) {
  %k = arith.constant dense<[true, false, false, true]> : vector<4xi1>
  %a = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %b = arith.constant dense<[5, 6, 7, 8]> : vector<4xi32>
  %0 = arith.select %k, %a, %b : vector<4xi1>, vector<4xi32>
  %l = arith.constant dense<[false, true]> : tensor<2xi1>
  %c = arith.constant dense<1.5> : tensor<2xf32>
  %d = arith.constant dense<[2.5, 3.5]> : tensor<2xf32>
  %1 = arith.select %l, %c, %d : tensor<2xi1>, tensor<2xf32>
  %m = arith.constant dense<[false, true]> : vector<2xi1>
  %e = arith.constant dense<-1> : vector<2xi64>
  %f = arith.constant dense<9> : vector<2xi64>
  %2 = arith.select %m, %e, %f : vector<2xi1>, vector<2xi64>
  return %0, %1, %2 : vector<4xi32>, tensor<2xf32>, vector<2xi64>
}

// Choosing between 1 and 0 extends the condition or its opposite; choosing between others, or of bits, does not.
// CHECK-LABEL: func.func @select_bits(%arg0: i1) -> (i32, i32, i32, i1) {
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: %0 = arith.extui %arg0 : i1 to i32
// CHECK-NEXT: %1 = arith.xori %arg0, %true : i1
// CHECK-NEXT: %2 = arith.extui %1 : i1 to i32
// CHECK-NEXT: %3 = arith.select %arg0, %c2_i32, %c0_i32 : i32
// CHECK-NEXT: %4 = arith.xori %arg0, %true : i1
// CHECK-NEXT: return %0, %2, %3, %4 : i32, i32, i32, i1
func.func @select_bits(%c: i1) -> (i32, i32, i32, i1) {
  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  %2 = arith.constant 2 : i32
  %t = arith.constant true
  %f = arith.constant false
  %a = arith.select %c, %1, %0 : i32
  %b = arith.select %c, %0, %1 : i32
  %d = arith.select %c, %2, %0 : i32
  %e = arith.select %c, %f, %t : i1
  return %a, %b, %d, %e : i32, i32, i32, i1
}

// Comparisons of converted integers with a number between two integers.
// CHECK-LABEL: func.func @between(%arg0: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %c4_i16 = arith.constant 4 : i16
// CHECK-NEXT: %0 = arith.cmpi sle, %arg0, %c4_i16 : i16
// CHECK-NEXT: %1 = arith.cmpi sle, %arg0, %c4_i16 : i16
// CHECK-NEXT: %2 = arith.cmpi sgt, %arg0, %c4_i16 : i16
// CHECK-NEXT: %3 = arith.cmpi sgt, %arg0, %c4_i16 : i16
// CHECK-NEXT: return %false, %true, %0, %1, %2, %3, %false, %true : i1, i1, i1, i1, i1, i1, i1, i1
func.func @between(%x: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1) {
  %f = arith.sitofp %x : i16 to f32
  %c = arith.constant 4.4 : f32
  %0 = arith.cmpf oeq, %f, %c : f32
  %1 = arith.cmpf one, %f, %c : f32
  %2 = arith.cmpf olt, %f, %c : f32
  %3 = arith.cmpf ole, %f, %c : f32
  %4 = arith.cmpf ogt, %f, %c : f32
  %5 = arith.cmpf oge, %f, %c : f32
  %6 = arith.cmpf ueq, %f, %c : f32
  %7 = arith.cmpf une, %f, %c : f32
  return %0, %1, %2, %3, %4, %5, %6, %7 : i1, i1, i1, i1, i1, i1, i1, i1
}
// CHECK-LABEL: func.func @between_negative(%arg0: i16) -> (i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %c-4_i16 = arith.constant -4 : i16
// CHECK-NEXT: %0 = arith.cmpi slt, %arg0, %c-4_i16 : i16
// CHECK-NEXT: %1 = arith.cmpi slt, %arg0, %c-4_i16 : i16
// CHECK-NEXT: %2 = arith.cmpi sge, %arg0, %c-4_i16 : i16
// CHECK-NEXT: %3 = arith.cmpi sge, %arg0, %c-4_i16 : i16
// CHECK-NEXT: return %false, %true, %0, %1, %2, %3 : i1, i1, i1, i1, i1, i1
func.func @between_negative(%x: i16) -> (i1, i1, i1, i1, i1, i1) {
  %f = arith.sitofp %x : i16 to f32
  %c = arith.constant -4.4 : f32
  %0 = arith.cmpf oeq, %f, %c : f32
  %1 = arith.cmpf one, %f, %c : f32
  %2 = arith.cmpf olt, %f, %c : f32
  %3 = arith.cmpf ole, %f, %c : f32
  %4 = arith.cmpf ogt, %f, %c : f32
  %5 = arith.cmpf oge, %f, %c : f32
  return %0, %1, %2, %3, %4, %5 : i1, i1, i1, i1, i1, i1
}
// CHECK-LABEL: func.func @between_unsigned(%arg0: i16) -> (i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %c4_i16 = arith.constant 4 : i16
// CHECK-NEXT: %0 = arith.cmpi ule, %arg0, %c4_i16 : i16
// CHECK-NEXT: %1 = arith.cmpi ule, %arg0, %c4_i16 : i16
// CHECK-NEXT: %2 = arith.cmpi ugt, %arg0, %c4_i16 : i16
// CHECK-NEXT: %3 = arith.cmpi ugt, %arg0, %c4_i16 : i16
// CHECK-NEXT: return %false, %true, %0, %1, %2, %3 : i1, i1, i1, i1, i1, i1
func.func @between_unsigned(%x: i16) -> (i1, i1, i1, i1, i1, i1) {
  %f = arith.uitofp %x : i16 to f32
  %c = arith.constant 4.4 : f32
  %0 = arith.cmpf oeq, %f, %c : f32
  %1 = arith.cmpf one, %f, %c : f32
  %2 = arith.cmpf olt, %f, %c : f32
  %3 = arith.cmpf ole, %f, %c : f32
  %4 = arith.cmpf ogt, %f, %c : f32
  %5 = arith.cmpf oge, %f, %c : f32
  return %0, %1, %2, %3, %4, %5 : i1, i1, i1, i1, i1, i1
}

// With integers; at the ends of their type and beyond.
// CHECK-LABEL: func.func @whole(%arg0: i8) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT: %c-128_i8 = arith.constant -128 : i8
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %c127_i8 = arith.constant 127 : i8
// CHECK-NEXT: %c4_i8 = arith.constant 4 : i8
// CHECK-NEXT: %0 = arith.cmpi eq, %arg0, %c4_i8 : i8
// CHECK-NEXT: %1 = arith.cmpi ne, %arg0, %c4_i8 : i8
// CHECK-NEXT: %2 = arith.cmpi slt, %arg0, %c4_i8 : i8
// CHECK-NEXT: %3 = arith.cmpi sge, %arg0, %c4_i8 : i8
// CHECK-NEXT: %4 = arith.cmpi slt, %arg0, %c127_i8 : i8
// CHECK-NEXT: %5 = arith.cmpi sgt, %arg0, %c-128_i8 : i8
// CHECK-NEXT: return %0, %1, %2, %3, %4, %true, %false, %true, %5, %true, %false, %true : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
func.func @whole(%x: i8) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %f = arith.sitofp %x : i8 to f32
  %c = arith.constant 4.0 : f32
  %most = arith.constant 127.0 : f32
  %beyond = arith.constant 128.0 : f32
  %least = arith.constant -128.0 : f32
  %below = arith.constant -129.0 : f32
  %0 = arith.cmpf oeq, %f, %c : f32
  %1 = arith.cmpf one, %f, %c : f32
  %2 = arith.cmpf olt, %f, %c : f32
  %3 = arith.cmpf oge, %f, %c : f32
  %4 = arith.cmpf olt, %f, %most : f32
  %5 = arith.cmpf olt, %f, %beyond : f32
  %6 = arith.cmpf oeq, %f, %beyond : f32
  %7 = arith.cmpf une, %f, %beyond : f32
  %8 = arith.cmpf ogt, %f, %least : f32
  %9 = arith.cmpf ogt, %f, %below : f32
  %10 = arith.cmpf ole, %f, %below : f32
  %11 = arith.cmpf ord, %f, %c : f32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}
// CHECK-LABEL: func.func @whole_unsigned(%arg0: i8) -> (i1, i1, i1, i1, i1) {
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT: %0 = arith.cmpi ult, %arg0, %c-1_i8 : i8
// CHECK-NEXT: %1 = arith.cmpi ugt, %arg0, %c0_i8 : i8
// CHECK-NEXT: return %0, %true, %1, %true, %false : i1, i1, i1, i1, i1
func.func @whole_unsigned(%x: i8) -> (i1, i1, i1, i1, i1) {
  %f = arith.uitofp %x : i8 to f32
  %most = arith.constant 255.0 : f32
  %beyond = arith.constant 256.0 : f32
  %0 = arith.cmpf olt, %f, %most : f32
  %1 = arith.cmpf ule, %f, %beyond : f32
  %zero = arith.constant 0.0 : f32
  %2 = arith.cmpf ogt, %f, %zero : f32
  %below = arith.constant -1.0 : f32
  %3 = arith.cmpf ogt, %f, %below : f32
  %4 = arith.cmpf uno, %f, %below : f32
  return %0, %1, %2, %3, %4 : i1, i1, i1, i1, i1
}

// Where the conversion rounds, the comparison stays: from 2^11 on for half precision.
// CHECK-LABEL: func.func @rounded(%arg0: i16) -> (i1, i1) {
// CHECK-NEXT: %c2047_i16 = arith.constant 2047 : i16
// CHECK-NEXT: %cst = arith.constant 2.048000e+03 : f16
// CHECK-NEXT: %0 = arith.sitofp %arg0 : i16 to f16
// CHECK-NEXT: %1 = arith.cmpi slt, %arg0, %c2047_i16 : i16
// CHECK-NEXT: %2 = arith.cmpf olt, %0, %cst : f16
// CHECK-NEXT: return %1, %2 : i1, i1
func.func @rounded(%x: i16) -> (i1, i1) {
  %f = arith.sitofp %x : i16 to f16
  %c = arith.constant 2047.0 : f16
  %d = arith.constant 2048.0 : f16
  %0 = arith.cmpf olt, %f, %c : f16
  %1 = arith.cmpf olt, %f, %d : f16
  return %0, %1 : i1, i1
}
