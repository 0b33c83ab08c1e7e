// RUN: optc %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// Constants of a commutative operation move to the right, and equal ones become one.
// CHECK-LABEL: func.func @constants_to_the_right(%arg0: i32) -> (i32, i32) {
// CHECK-NEXT: %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT: %0 = arith.addi %arg0, %c4_i32 : i32
// CHECK-NEXT: %1 = arith.muli %arg0, %c4_i32 : i32
// CHECK-NEXT: return %0, %1 : i32, i32
func.func @constants_to_the_right(%x: i32) -> (i32, i32) {
  %c4 = arith.constant 4 : i32
  %0 = arith.addi %c4, %x : i32
  %c4_again = arith.constant 4 : i32
  %1 = arith.muli %c4_again, %x : i32
  return %0, %1 : i32, i32
}

// CHECK-LABEL: func.func @neutral(%arg0: i32, %arg1: vector<4xi8>) -> (i32, vector<4xi8>, i32, i32) {
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: return %arg0, %arg1, %c0_i32, %arg0 : i32, vector<4xi8>, i32, i32
func.func @neutral(%x: i32, %v: vector<4xi8>) -> (i32, vector<4xi8>, i32, i32) {
  %c0 = arith.constant 0 : i32
  %ones = arith.constant dense<1> : vector<4xi8>
  %all = arith.constant -1 : i32
  %0 = arith.addi %x, %c0 : i32
  %1 = arith.muli %v, %ones : vector<4xi8>
  %2 = arith.andi %0, %all : i32
  %3 = arith.shli %2, %c0 : i32
  %4 = arith.maxui %3, %c0 : i32
  %5 = arith.subi %x, %x : i32
  return %4, %1, %5, %3 : i32, vector<4xi8>, i32, i32
}

// CHECK-LABEL: func.func @sums(%arg0: i32, %arg1: i32) -> (i32, i32, i32) {
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT: %0 = arith.subi %c3_i32, %arg0 overflow<nsw> : i32
// CHECK-NEXT: %1 = arith.subi %arg0, %arg1 : i32
// CHECK-NEXT: %2 = arith.subi %c0_i32, %arg1 : i32
// CHECK-NEXT: return %0, %1, %2 : i32, i32, i32
func.func @sums(%x: i32, %y: i32) -> (i32, i32, i32) {
  %c2 = arith.constant 2 : i32
  %c5 = arith.constant 5 : i32
  %c-1 = arith.constant -1 : i32
  %0 = arith.addi %x, %c2 overflow<nsw> : i32
  %1 = arith.subi %c5, %0 overflow<nsw, nuw> : i32
  %2 = arith.muli %y, %c-1 : i32
  %3 = arith.addi %x, %2 : i32
  %4 = arith.subi %x, %y : i32
  %5 = arith.subi %4, %x : i32
  return %1, %3, %5 : i32, i32, i32
}

// CHECK-LABEL: func.func @products(%arg0: i32, %arg1: i32) -> (i32, i32, i32) {
// CHECK-NEXT: %c21_i32 = arith.constant 21 : i32
// CHECK-NEXT: %0 = arith.muli %arg0, %c21_i32 : i32
// CHECK-NEXT: %1 = arith.muli %arg0, %arg1 overflow<nsw> : i32
// CHECK-NEXT: %2 = arith.divui %1, %arg1 : i32
// CHECK-NEXT: return %0, %arg0, %2 : i32, i32, i32
func.func @products(%x: i32, %y: i32) -> (i32, i32, i32) {
  %c3 = arith.constant 3 : i32
  %c7 = arith.constant 7 : i32
  %0 = arith.muli %x, %c3 : i32
  %1 = arith.muli %0, %c7 : i32
  %2 = arith.muli %x, %y overflow<nsw> : i32
  %3 = arith.divsi %2, %y : i32
  %4 = arith.divui %2, %y : i32
  return %1, %3, %4 : i32, i32, i32
}

// Division by zero, overflow and far shifts stay.
// CHECK-LABEL: func.func @undefined() -> (i8, i8, i8, i8) {
// CHECK-NEXT: %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT: %c-128_i8 = arith.constant -128 : i8
// CHECK-NEXT: %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT: %c8_i8 = arith.constant 8 : i8
// CHECK-NEXT: %0 = arith.divsi %c-128_i8, %c0_i8 : i8
// CHECK-NEXT: %1 = arith.divsi %c-128_i8, %c-1_i8 : i8
// CHECK-NEXT: %2 = arith.shrui %c-128_i8, %c8_i8 : i8
// CHECK-NEXT: return %0, %1, %2, %c0_i8 : i8, i8, i8, i8
func.func @undefined() -> (i8, i8, i8, i8) {
  %c0 = arith.constant 0 : i8
  %min = arith.constant -128 : i8
  %c-1 = arith.constant -1 : i8
  %c8 = arith.constant 8 : i8
  %0 = arith.divsi %min, %c0 : i8
  %1 = arith.divsi %min, %c-1 : i8
  %2 = arith.shrui %min, %c8 : i8
  %3 = arith.remsi %min, %c-1 : i8
  return %0, %1, %2, %3 : i8, i8, i8, i8
}

// Elements are computed one by one, a splat only once.
// CHECK-LABEL: func.func @dense() -> (vector<4xi8>, tensor<2x2xf16>, vector<1000xi128>, vector<2xi1>) {
// CHECK-NEXT: %cst = arith.constant dense<[2, 1, -56, -128]> : vector<4xi8>
// CHECK-NEXT: %cst_0 = arith.constant dense<{{\[\[}}1.000000e+00, 6.250000e+00], [9.994500e-03, 0x7C00]]> : tensor<2x2xf16>
// CHECK-NEXT: %cst_1 = arith.constant dense<49> : vector<1000xi128>
// CHECK-NEXT: %cst_2 = arith.constant dense<[true, false]> : vector<2xi1>
// CHECK-NEXT: return %cst, %cst_0, %cst_1, %cst_2 : vector<4xi8>, tensor<2x2xf16>, vector<1000xi128>, vector<2xi1>
func.func @dense() -> (vector<4xi8>, tensor<2x2xf16>, vector<1000xi128>, vector<2xi1>) {
  %a = arith.constant dense<[1, -2, 100, 127]> : vector<4xi8>
  %b = arith.constant dense<[1, 3, 100, 1]> : vector<4xi8>
  %0 = arith.addi %a, %b : vector<4xi8>
  %f = arith.constant dense<[[1.0, 2.5], [0.1, 60000.0]]> : tensor<2x2xf16>
  %1 = arith.mulf %f, %f : tensor<2x2xf16>
  %s = arith.constant dense<-7> : vector<1000xi128>
  %2 = arith.muli %s, %s : vector<1000xi128>
  %x = arith.constant dense<[1, 2]> : vector<2xindex>
  %y = arith.constant dense<[2, 1]> : vector<2xindex>
  %3 = arith.cmpi slt, %x, %y : vector<2xindex>
  return %0, %1, %2, %3 : vector<4xi8>, tensor<2x2xf16>, vector<1000xi128>, vector<2xi1>
}

// CHECK-LABEL: func.func @wide_results(%arg0: i32) -> (i32, i1, i32, i32, i32, i32) {
// CHECK-NEXT: %c-2_i32 = arith.constant -2 : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %0 = arith.addi %arg0, %c1_i32 : i32
// CHECK-NEXT: %1 = arith.cmpi slt, %arg0, %c0_i32 : i32
// CHECK-NEXT: %2 = arith.extsi %1 : i1 to i32
// CHECK-NEXT: return %c0_i32, %true, %0, %2, %c1_i32, %c-2_i32 : i32, i1, i32, i32, i32, i32
func.func @wide_results(%x: i32) -> (i32, i1, i32, i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %big = arith.constant -1 : i32
  %sum, %carry = arith.addui_extended %big, %c1 : i32, i1
  %plain, %unused = arith.addui_extended %x, %c1 : i32, i1
  %low, %high = arith.mulsi_extended %x, %c1 : i32
  %ulow, %uhigh = arith.mului_extended %big, %big : i32
  return %sum, %carry, %plain, %high, %ulow, %uhigh : i32, i1, i32, i32, i32, i32
}

// CHECK-LABEL: func.func @bits(%arg0: i8, %arg1: i8, %arg2: i32) -> (i32, i32, i32) {
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %0 = arith.andi %arg0, %arg1 : i8
// CHECK-NEXT: %1 = arith.extui %0 : i8 to i32
// CHECK-NEXT: return %1, %c0_i32, %arg2 : i32, i32, i32
func.func @bits(%a: i8, %b: i8, %x: i32) -> (i32, i32, i32) {
  %c-1 = arith.constant -1 : i32
  %wide_a = arith.extui %a : i8 to i32
  %wide_b = arith.extui %b : i8 to i32
  %0 = arith.andi %wide_a, %wide_b : i32
  %not = arith.xori %x, %c-1 : i32
  %1 = arith.andi %not, %x : i32
  %2 = arith.xori %not, %c-1 : i32
  return %0, %1, %2 : i32, i32, i32
}

// CHECK-LABEL: func.func @comparisons(%arg0: i32, %arg1: i32, %arg2: i8, %arg3: i8, %arg4: i1) -> (i1, i1, i1, i1, i1) {
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT: %0 = arith.cmpi sgt, %arg0, %c4_i32 : i32
// CHECK-NEXT: %1 = arith.cmpi uge, %arg0, %arg1 : i32
// CHECK-NEXT: %2 = arith.cmpi eq, %arg2, %arg3 : i8
// CHECK-NEXT: return %0, %1, %2, %arg4, %true : i1, i1, i1, i1, i1
func.func @comparisons(%x: i32, %y: i32, %a: i8, %b: i8, %c: i1) -> (i1, i1, i1, i1, i1) {
  %true = arith.constant true
  %c4 = arith.constant 4 : i32
  %c0 = arith.constant 0 : i32
  %0 = arith.cmpi slt, %c4, %x : i32
  %1 = arith.cmpi ult, %x, %y : i32
  %2 = arith.xori %1, %true : i1
  %wide_a = arith.extsi %a : i8 to i32
  %wide_b = arith.extsi %b : i8 to i32
  %3 = arith.cmpi eq, %wide_a, %wide_b : i32
  %wide_c = arith.extui %c : i1 to i32
  %4 = arith.cmpi ne, %wide_c, %c0 : i32
  %5 = arith.cmpi sge, %x, %x : i32
  return %0, %2, %3, %4, %5 : i1, i1, i1, i1, i1
}

// CHECK-LABEL: func.func @selects(%arg0: i1, %arg1: i32, %arg2: i32) -> (i32, i32, i32, i1, i32, i32) {
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %0 = arith.select %arg0, %arg2, %arg1 : i32
// CHECK-NEXT: %1 = arith.xori %arg0, %true : i1
// CHECK-NEXT: %2 = arith.extui %1 : i1 to i32
// CHECK-NEXT: %3 = arith.xori %arg0, %true : i1
// CHECK-NEXT: return %arg1, %0, %2, %3, %arg2, %arg2 : i32, i32, i32, i1, i32, i32
func.func @selects(%c: i1, %x: i32, %y: i32) -> (i32, i32, i32, i1, i32, i32) {
  %true = arith.constant true
  %false = arith.constant false
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %poison = ub.poison : i32
  %0 = arith.select %true, %x, %y : i32
  %not = arith.xori %c, %true : i1
  %1 = arith.select %not, %x, %y : i32
  %2 = arith.select %c, %c0, %c1 : i32
  %3 = arith.select %c, %false, %true : i1
  %eq = arith.cmpi eq, %x, %y : i32
  %4 = arith.select %eq, %x, %y : i32
  %5 = arith.select %c, %poison, %y : i32
  return %0, %1, %2, %3, %4, %5 : i32, i32, i32, i1, i32, i32
}

// CHECK-LABEL: func.func @integer_casts(%arg0: i8, %arg1: i32, %arg2: index) -> (i32, i8, i16, i16, index, i32) {
// CHECK-NEXT: %c16_i32 = arith.constant 16 : i32
// CHECK-NEXT: %0 = arith.extsi %arg0 : i8 to i32
// CHECK-NEXT: %1 = arith.extsi %arg0 : i8 to i16
// CHECK-NEXT: %2 = arith.shrui %arg1, %c16_i32 : i32
// CHECK-NEXT: %3 = arith.trunci %2 : i32 to i16
// CHECK-NEXT: %4 = arith.index_cast %arg0 : i8 to index
// CHECK-NEXT: %5 = arith.index_cast %arg2 : index to i32
// CHECK-NEXT: return %0, %arg0, %1, %3, %4, %5 : i32, i8, i16, i16, index, i32
func.func @integer_casts(%a: i8, %x: i32, %i: index) -> (i32, i8, i16, i16, index, i32) {
  %c16 = arith.constant 16 : i32
  %0 = arith.extsi %a : i8 to i16
  %1 = arith.extsi %0 : i16 to i32
  %2 = arith.trunci %1 : i32 to i8
  %3 = arith.trunci %1 : i32 to i16
  %4 = arith.shrsi %x, %c16 : i32
  %5 = arith.trunci %4 : i32 to i16
  %6 = arith.index_cast %1 : i32 to index
  %7 = arith.index_cast %i : index to i32
  return %1, %2, %3, %5, %6, %7 : i32, i8, i16, i16, index, i32
}

// Casts of constants are folded where nothing is lost.
// CHECK-LABEL: func.func @float_casts(%arg0: f16, %arg1: i8) -> (f16, f16, f32, f16, i32, f32) {
// CHECK-NEXT: %c1056964608_i32 = arith.constant 1056964608 : i32
// CHECK-NEXT: %cst = arith.constant 5.000000e-01 : f16
// CHECK-NEXT: %cst_0 = arith.constant 0.333333343 : f32
// CHECK-NEXT: %0 = arith.truncf %cst_0 : f32 to f16
// CHECK-NEXT: %1 = arith.extf %arg0 : f16 to f32
// CHECK-NEXT: %2 = arith.sitofp %arg1 : i8 to f32
// CHECK-NEXT: return %0, %cst, %2, %arg0, %c1056964608_i32, %1 : f16, f16, f32, f16, i32, f32
func.func @float_casts(%f: f16, %i: i8) -> (f16, f16, f32, f16, i32, f32) {
  %third = arith.constant 0.333333343 : f32
  %half = arith.constant 0.5 : f32
  %0 = arith.truncf %third : f32 to f16
  %1 = arith.truncf %half : f32 to f16
  %2 = arith.extf %f : f16 to f32
  %3 = arith.truncf %2 : f32 to f16
  %4 = arith.fptosi %half : f32 to i32
  %5 = arith.sitofp %i : i8 to f64
  %6 = arith.truncf %5 : f64 to f32
  %7 = arith.bitcast %half : f32 to i32
  return %0, %1, %6, %3, %7, %2 : f16, f16, f32, f16, i32, f32
}

// CHECK-LABEL: func.func @floats(%arg0: f32, %arg1: f32) -> (f32, f32, f32, f32, f32, f32) {
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = arith.addf %arg0, %cst : f32
// CHECK-NEXT: %1 = arith.mulf %arg0, %arg1 fastmath<contract> : f32
// CHECK-NEXT: return %arg0, %0, %arg0, %cst, %1, %arg1 : f32, f32, f32, f32, f32, f32
func.func @floats(%x: f32, %y: f32) -> (f32, f32, f32, f32, f32, f32) {
  %negative_zero = arith.constant -0.0 : f32
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %0 = arith.addf %x, %negative_zero : f32
  %1 = arith.addf %x, %zero : f32
  %2 = arith.divf %x, %one : f32
  %3 = arith.mulf %x, %zero fastmath<nnan,nsz> : f32
  %4 = arith.negf %x : f32
  %5 = arith.negf %y : f32
  %6 = arith.mulf %4, %5 fastmath<contract> : f32
  %7 = arith.maximumf %y, %y : f32
  return %0, %1, %2, %3, %6, %7 : f32, f32, f32, f32, f32, f32
}

// A converted integer is compared as an integer.
// CHECK-LABEL: func.func @compare_converted(%arg0: i8) -> (i1, i1, i1, i1, i1) {
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %c-4_i8 = arith.constant -4 : i8
// CHECK-NEXT: %0 = arith.cmpi slt, %arg0, %c-4_i8 : i8
// CHECK-NEXT: %1 = arith.cmpi sge, %arg0, %c-4_i8 : i8
// CHECK-NEXT: return %0, %1, %false, %true, %false : i1, i1, i1, i1, i1
func.func @compare_converted(%i: i8) -> (i1, i1, i1, i1, i1) {
  %f = arith.sitofp %i : i8 to f32
  %u = arith.uitofp %i : i8 to f32
  %c = arith.constant -4.5 : f32
  %d = arith.constant 300.0 : f32
  %0 = arith.cmpf olt, %f, %c : f32
  %1 = arith.cmpf uge, %f, %c : f32
  %2 = arith.cmpf ule, %u, %c : f32
  %3 = arith.cmpf one, %u, %d : f32
  %4 = arith.cmpf uno, %f, %d : f32
  return %0, %1, %2, %3, %4 : i1, i1, i1, i1, i1
}

// Poison spreads.
// CHECK-LABEL: func.func @poison(%arg0: i32) -> (i32, i32, vector<2xi8>) {
// CHECK-NEXT: %0 = ub.poison : i32
// CHECK-NEXT: %1 = ub.poison : vector<2xi8>
// CHECK-NEXT: return %0, %0, %1 : i32, i32, vector<2xi8>
func.func @poison(%x: i32) -> (i32, i32, vector<2xi8>) {
  %p = ub.poison : i32
  %0 = arith.addi %p, %x : i32
  %1 = arith.divui %x, %p : i32
  %v = ub.poison : vector<2xi8>
  %2 = arith.muli %v, %v : vector<2xi8>
  return %0, %1, %2 : i32, i32, vector<2xi8>
}

// The bits of poison are poison; those of a buffer are none that a fold could read.
// CHECK-LABEL: func.func @reinterpreted(%arg0: memref<4xf32>) -> (f32, memref<4xi32>) {
// CHECK-NEXT: %0 = ub.poison : f32
// CHECK-NEXT: %1 = arith.bitcast %arg0 : memref<4xf32> to memref<4xi32>
// CHECK-NEXT: return %0, %1 : f32, memref<4xi32>
// CHECK-NEXT: }
func.func @reinterpreted(%a: memref<4xf32>) -> (f32, memref<4xi32>) {
  %p = ub.poison : i32
  %q = arith.bitcast %p : i32 to f32
  %b = arith.bitcast %a : memref<4xf32> to memref<4xi32>
  return %q, %b : f32, memref<4xi32>
}
