// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// Functions that are executed before and after their folds and patterns; package internal/testing/folds tells which have none.

// CHECK-LABEL: func.func @divisions() -> (i8, i8, i8, i8, i8, i8, i8) {
// CHECK-NEXT: %c-3_i8 = arith.constant -3 : i8
// CHECK-NEXT: %c124_i8 = arith.constant 124 : i8
// CHECK-NEXT: %c125_i8 = arith.constant 125 : i8
// CHECK-NEXT: %c-4_i8 = arith.constant -4 : i8
// CHECK-NEXT: %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT: %c1_i8 = arith.constant 1 : i8
// CHECK-NEXT: return %c-3_i8, %c124_i8, %c-3_i8, %c125_i8, %c-4_i8, %c-1_i8, %c1_i8 : i8, i8, i8, i8, i8, i8, i8
func.func @divisions() -> (i8, i8, i8, i8, i8, i8, i8) {
  %a = arith.constant -7 : i8
  %b = arith.constant 2 : i8
  %0 = arith.divsi %a, %b : i8
  %1 = arith.divui %a, %b : i8
  %2 = arith.ceildivsi %a, %b : i8
  %3 = arith.ceildivui %a, %b : i8
  %4 = arith.floordivsi %a, %b : i8
  %5 = arith.remsi %a, %b : i8
  %6 = arith.remui %a, %b : i8
  return %0, %1, %2, %3, %4, %5, %6 : i8, i8, i8, i8, i8, i8, i8
}

// CHECK-LABEL: func.func @bits_and_extremes() -> (i8, i8, i8, i8, i8, i8, i8, i8, i8) {
// CHECK-NEXT: %c-97_i8 = arith.constant -97 : i8
// CHECK-NEXT: %c-13_i8 = arith.constant -13 : i8
// CHECK-NEXT: %c19_i8 = arith.constant 19 : i8
// CHECK-NEXT: %c3_i8 = arith.constant 3 : i8
// CHECK-NEXT: %c-100_i8 = arith.constant -100 : i8
// CHECK-NEXT: %c-44_i8 = arith.constant -44 : i8
// CHECK-NEXT: %c-2_i8 = arith.constant -2 : i8
// CHECK-NEXT: return %c-97_i8, %c-13_i8, %c19_i8, %c3_i8, %c-100_i8, %c-100_i8, %c3_i8, %c-44_i8, %c-2_i8 : i8, i8, i8, i8, i8, i8, i8, i8, i8
func.func @bits_and_extremes() -> (i8, i8, i8, i8, i8, i8, i8, i8, i8) {
  %a = arith.constant -100 : i8
  %b = arith.constant 3 : i8
  %0 = arith.ori %a, %b : i8
  %1 = arith.shrsi %a, %b : i8
  %2 = arith.shrui %a, %b : i8
  %3 = arith.maxsi %a, %b : i8
  %4 = arith.maxui %a, %b : i8
  %5 = arith.minsi %a, %b : i8
  %6 = arith.minui %a, %b : i8
  %7, %8 = arith.mulsi_extended %a, %b : i8
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i8, i8, i8, i8, i8, i8, i8, i8, i8
}

// CHECK-LABEL: func.func @casts_of_constants() -> (i32, i8, f64, i8, i8, f32, f16, index, index, i16) {
// CHECK-NEXT: %c156_i32 = arith.constant 156 : i32
// CHECK-NEXT: %c-100_i8 = arith.constant -100 : i8
// CHECK-NEXT: %cst = arith.constant -2.750000e+00 : f64
// CHECK-NEXT: %c-2_i8 = arith.constant -2 : i8
// CHECK-NEXT: %c-56_i8 = arith.constant -56 : i8
// CHECK-NEXT: %cst_0 = arith.constant -1.000000e+02 : f32
// CHECK-NEXT: %cst_1 = arith.constant 1.560000e+02 : f16
// CHECK-NEXT: %c-100 = arith.constant -100 : index
// CHECK-NEXT: %c156 = arith.constant 156 : index
// CHECK-NEXT: %c-100_i16 = arith.constant -100 : i16
// CHECK-NEXT: return %c156_i32, %c-100_i8, %cst, %c-2_i8, %c-56_i8, %cst_0, %cst_1, %c-100, %c156, %c-100_i16 : i32, i8, f64, i8, i8, f32, f16, index, index, i16
func.func @casts_of_constants() -> (i32, i8, f64, i8, i8, f32, f16, index, index, i16) {
  %a = arith.constant -100 : i8
  %x = arith.constant -2.75 : f32
  %y = arith.constant 200.5 : f32
  %0 = arith.extui %a : i8 to i32
  %1 = arith.trunci %0 : i32 to i8
  %2 = arith.extf %x : f32 to f64
  %3 = arith.fptosi %x : f32 to i8
  %4 = arith.fptoui %y : f32 to i8
  %5 = arith.sitofp %a : i8 to f32
  %6 = arith.uitofp %a : i8 to f16
  %7 = arith.index_cast %a : i8 to index
  %8 = arith.index_castui %a : i8 to index
  %9 = arith.extsi %a : i8 to i16
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : i32, i8, f64, i8, i8, f32, f16, index, index, i16
}

// CHECK-LABEL: func.func @floats() -> (f32, f32, f32, f32, f32, f32, f32, i1, f16) {
// CHECK-NEXT: %cst = arith.constant 1.750000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %cst_1 = arith.constant -1.500000e+00 : f32
// CHECK-NEXT: %cst_2 = arith.constant 1.500000e+00 : f32
// CHECK-NEXT: %cst_3 = arith.constant -2.500000e-01 : f32
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %cst_4 = arith.constant 1.500000e+00 : f16
// CHECK-NEXT: return %cst, %cst_0, %cst_1, %cst_2, %cst_3, %cst_3, %cst_2, %false, %cst_4 : f32, f32, f32, f32, f32, f32, f32, i1, f16
func.func @floats() -> (f32, f32, f32, f32, f32, f32, f32, i1, f16) {
  %a = arith.constant 1.5 : f32
  %b = arith.constant -0.25 : f32
  %0 = arith.subf %a, %b : f32
  %1 = arith.remf %a, %b : f32
  %2 = arith.negf %a : f32
  %3 = arith.maxnumf %a, %b : f32
  %4 = arith.minnumf %a, %b : f32
  %5 = arith.minimumf %a, %b : f32
  %6 = arith.maximumf %a, %b : f32
  %7 = arith.cmpf olt, %a, %b : f32
  %8 = arith.truncf %a : f32 to f16
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : f32, f32, f32, f32, f32, f32, f32, i1, f16
}

// -----

// Constants on either side of two sums.
// CHECK-LABEL: func.func @sums(%arg0: i8) -> (i8, i8, i8, i8, i8, i8, i8, i8, i8) {
// CHECK-NEXT: %c-97_i8 = arith.constant -97 : i8
// CHECK-NEXT: %c97_i8 = arith.constant 97 : i8
// CHECK-NEXT: %c103_i8 = arith.constant 103 : i8
// CHECK-NEXT: %0 = arith.addi %arg0, %c103_i8 : i8
// CHECK-NEXT: %1 = arith.addi %arg0, %c97_i8 : i8
// CHECK-NEXT: %2 = arith.subi %c103_i8, %arg0 : i8
// CHECK-NEXT: %3 = arith.addi %arg0, %c-97_i8 : i8
// CHECK-NEXT: %4 = arith.subi %arg0, %c103_i8 : i8
// CHECK-NEXT: %5 = arith.subi %c-97_i8, %arg0 : i8
// CHECK-NEXT: %6 = arith.subi %c97_i8, %arg0 : i8
// CHECK-NEXT: %7 = arith.subi %c103_i8, %arg0 : i8
// CHECK-NEXT: %8 = arith.addi %arg0, %c97_i8 : i8
// CHECK-NEXT: return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i8, i8, i8, i8, i8, i8, i8, i8, i8
func.func @sums(%x: i8) -> (i8, i8, i8, i8, i8, i8, i8, i8, i8) {
  %c3 = arith.constant 3 : i8
  %c100 = arith.constant 100 : i8
  %xp = arith.addi %x, %c3 : i8
  %xm = arith.subi %x, %c3 : i8
  %mx = arith.subi %c3, %x : i8
  %0 = arith.addi %xp, %c100 : i8
  %1 = arith.addi %xm, %c100 : i8
  %2 = arith.addi %mx, %c100 : i8
  %3 = arith.subi %xp, %c100 : i8
  %4 = arith.subi %xm, %c100 : i8
  %5 = arith.subi %mx, %c100 : i8
  %6 = arith.subi %c100, %xp : i8
  %7 = arith.subi %c100, %xm : i8
  %8 = arith.subi %c100, %mx : i8
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i8, i8, i8, i8, i8, i8, i8, i8, i8
}

// CHECK-LABEL: func.func @products(%arg0: i8, %arg1: i8) -> (i8, i8, i8, i8) {
// CHECK-NEXT: %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT: %c15_i8 = arith.constant 15 : i8
// CHECK-NEXT: %0 = arith.muli %arg0, %c15_i8 : i8
// CHECK-NEXT: %1 = arith.subi %arg0, %arg1 : i8
// CHECK-NEXT: %2 = arith.subi %arg0, %arg1 : i8
// CHECK-NEXT: %3 = arith.subi %c0_i8, %arg1 : i8
// CHECK-NEXT: return %0, %1, %2, %3 : i8, i8, i8, i8
func.func @products(%x: i8, %y: i8) -> (i8, i8, i8, i8) {
  %c3 = arith.constant 3 : i8
  %c5 = arith.constant 5 : i8
  %c-1 = arith.constant -1 : i8
  %n = arith.muli %y, %c-1 : i8
  %p = arith.muli %x, %c3 : i8
  %0 = arith.muli %p, %c5 : i8
  %1 = arith.addi %x, %n : i8
  %2 = arith.addi %n, %x : i8
  %d = arith.subi %x, %y : i8
  %3 = arith.subi %d, %x : i8
  return %0, %1, %2, %3 : i8, i8, i8, i8
}

// CHECK-LABEL: func.func @halves(%arg0: i8, %arg1: i8) -> (i8, i8, i8, i8, i8) {
// CHECK-NEXT: %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT: %0 = arith.muli %arg0, %arg1 : i8
// CHECK-NEXT: %1 = arith.muli %arg0, %arg1 : i8
// CHECK-NEXT: %2 = arith.addi %arg0, %arg1 : i8
// CHECK-NEXT: %3 = arith.cmpi slt, %arg0, %c0_i8 : i8
// CHECK-NEXT: %4 = arith.extsi %3 : i1 to i8
// CHECK-NEXT: return %0, %1, %2, %arg0, %4 : i8, i8, i8, i8, i8
func.func @halves(%x: i8, %y: i8) -> (i8, i8, i8, i8, i8) {
  %c1 = arith.constant 1 : i8
  %0, %h0 = arith.mulsi_extended %x, %y : i8
  %1, %h1 = arith.mului_extended %x, %y : i8
  %2, %h2 = arith.addui_extended %x, %y : i8, i1
  %3, %4 = arith.mulsi_extended %x, %c1 : i8
  return %0, %1, %2, %3, %4 : i8, i8, i8, i8, i8
}

// CHECK-LABEL: func.func @extended(%arg0: i8, %arg1: i8) -> (i32, i32, i32, i32, i1, i32, i1) {
// CHECK-NEXT: %0 = arith.andi %arg0, %arg1 : i8
// CHECK-NEXT: %1 = arith.extsi %0 : i8 to i32
// CHECK-NEXT: %2 = arith.ori %arg0, %arg1 : i8
// CHECK-NEXT: %3 = arith.extui %2 : i8 to i32
// CHECK-NEXT: %4 = arith.xori %arg0, %arg1 : i8
// CHECK-NEXT: %5 = arith.extsi %4 : i8 to i32
// CHECK-NEXT: %6 = arith.extui %arg0 : i8 to i32
// CHECK-NEXT: %7 = arith.cmpi ne, %arg0, %arg1 : i8
// CHECK-NEXT: %8 = arith.extsi %arg0 : i8 to i32
// CHECK-NEXT: %9 = arith.cmpi eq, %arg0, %arg1 : i8
// CHECK-NEXT: return %1, %3, %5, %6, %7, %8, %9 : i32, i32, i32, i32, i1, i32, i1
func.func @extended(%x: i8, %y: i8) -> (i32, i32, i32, i32, i1, i32, i1) {
  %a = arith.extsi %x : i8 to i32
  %b = arith.extsi %y : i8 to i32
  %c = arith.extui %x : i8 to i32
  %d = arith.extui %y : i8 to i32
  %0 = arith.andi %a, %b : i32
  %1 = arith.ori %c, %d : i32
  %2 = arith.xori %a, %b : i32
  %m = arith.extui %x : i8 to i16
  %3 = arith.extsi %m : i16 to i32
  %4 = arith.cmpi ne, %c, %d : i32
  %n = arith.extsi %x : i8 to i16
  %5 = arith.extsi %n : i16 to i32
  %6 = arith.cmpi eq, %a, %b : i32
  return %0, %1, %2, %3, %4, %5, %6 : i32, i32, i32, i32, i1, i32, i1
}

// CHECK-LABEL: func.func @indices(%arg0: i8, %arg1: i32) -> (index, index, i32, i32) {
// CHECK-NEXT: %0 = arith.index_cast %arg0 : i8 to index
// CHECK-NEXT: %1 = arith.index_castui %arg0 : i8 to index
// CHECK-NEXT: return %0, %1, %arg1, %arg1 : index, index, i32, i32
func.func @indices(%x: i8, %y: i32) -> (index, index, i32, i32) {
  %a = arith.extsi %x : i8 to i32
  %b = arith.extui %x : i8 to i32
  %0 = arith.index_cast %a : i32 to index
  %1 = arith.index_castui %b : i32 to index
  %i = arith.index_cast %y : i32 to index
  %j = arith.index_castui %y : i32 to index
  %2 = arith.index_cast %i : index to i32
  %3 = arith.index_castui %j : index to i32
  return %0, %1, %2, %3 : index, index, i32, i32
}

// CHECK-LABEL: func.func @truncated(%arg0: i16, %arg1: i16) -> (i8, i8, i8, i8) {
// CHECK-NEXT: %c8_i16 = arith.constant 8 : i16
// CHECK-NEXT: %0 = arith.trunci %arg0 : i16 to i8
// CHECK-NEXT: %1 = arith.shrui %arg0, %c8_i16 : i16
// CHECK-NEXT: %2 = arith.trunci %1 : i16 to i8
// CHECK-NEXT: %3 = arith.trunci %arg1 : i16 to i8
// CHECK-NEXT: %4 = arith.trunci %arg0 : i16 to i8
// CHECK-NEXT: return %0, %2, %3, %4 : i8, i8, i8, i8
func.func @truncated(%x: i16, %y: i16) -> (i8, i8, i8, i8) {
  %a = arith.extsi %x : i16 to i32
  %0 = arith.trunci %a : i32 to i8
  %c8 = arith.constant 8 : i16
  %s = arith.shrsi %x, %c8 : i16
  %1 = arith.trunci %s : i16 to i8
  %b = arith.extui %y : i16 to i32
  %2 = arith.trunci %b : i32 to i8
  %w = arith.extsi %x : i16 to i32
  %c = arith.trunci %w : i32 to i8
  return %0, %1, %2, %c : i8, i8, i8, i8
}

// -----

// CHECK-LABEL: func.func @choices(%arg0: i1, %arg1: i8, %arg2: i8, %arg3: i8) -> (i8, i8, i32, i1, i1, i8) {
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg3 : i8
// CHECK-NEXT: %1 = arith.select %arg0, %arg3, %arg2 : i8
// CHECK-NEXT: %2 = arith.extui %arg0 : i1 to i32
// CHECK-NEXT: %3 = arith.xori %arg0, %true : i1
// CHECK-NEXT: %4 = arith.cmpi sge, %arg1, %arg2 : i8
// CHECK-NEXT: %5 = arith.select %arg0, %arg2, %arg1 : i8
// CHECK-NEXT: return %0, %1, %2, %3, %4, %5 : i8, i8, i32, i1, i1, i8
func.func @choices(%c: i1, %x: i8, %y: i8, %z: i8) -> (i8, i8, i32, i1, i1, i8) {
  %true = arith.constant true
  %false = arith.constant false
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %s = arith.select %c, %x, %y : i8
  %0 = arith.select %c, %s, %z : i8
  %1 = arith.select %c, %z, %s : i8
  %2 = arith.select %c, %one, %zero : i32
  %3 = arith.select %c, %false, %true : i1
  %p = arith.cmpi slt, %x, %y : i8
  %4 = arith.xori %p, %true : i1
  %n = arith.xori %c, %true : i1
  %5 = arith.select %n, %x, %y : i8
  return %0, %1, %2, %3, %4, %5 : i8, i8, i32, i1, i1, i8
}

// CHECK-LABEL: func.func @float_signs(%arg0: f32, %arg1: f32) -> (f32, f32, f32) {
// CHECK-NEXT: %0 = arith.divf %arg0, %arg1 : f32
// CHECK-NEXT: %1 = arith.mulf %arg0, %arg1 : f32
// CHECK-NEXT: return %0, %1, %arg0 : f32, f32, f32
func.func @float_signs(%x: f32, %y: f32) -> (f32, f32, f32) {
  %a = arith.negf %x : f32
  %b = arith.negf %y : f32
  %0 = arith.divf %a, %b : f32
  %1 = arith.mulf %a, %b : f32
  %2 = arith.negf %a : f32
  return %0, %1, %2 : f32, f32, f32
}

// CHECK-LABEL: func.func @converted(%arg0: i8, %arg1: i32) -> (i1, i1, f16, f16, f32) {
// CHECK-NEXT: %c3_i8 = arith.constant 3 : i8
// CHECK-NEXT: %0 = arith.cmpi sle, %arg0, %c3_i8 : i8
// CHECK-NEXT: %1 = arith.cmpi ugt, %arg0, %c3_i8 : i8
// CHECK-NEXT: %2 = arith.sitofp %arg0 : i8 to f16
// CHECK-NEXT: %3 = arith.uitofp %arg0 : i8 to f16
// CHECK-NEXT: %4 = arith.bitcast %arg1 : i32 to f32
// CHECK-NEXT: return %0, %1, %2, %3, %4 : i1, i1, f16, f16, f32
func.func @converted(%x: i8, %z: i32) -> (i1, i1, f16, f16, f32) {
  %c = arith.constant 3.5 : f32
  %a = arith.sitofp %x : i8 to f32
  %b = arith.uitofp %x : i8 to f32
  %0 = arith.cmpf olt, %a, %c : f32
  %1 = arith.cmpf oge, %b, %c : f32
  %2 = arith.truncf %a : f32 to f16
  %3 = arith.truncf %b : f32 to f16
  %i = arith.bitcast %z : i32 to f32
  %j = arith.bitcast %i : f32 to i32
  %4 = arith.bitcast %j : i32 to f32
  return %0, %1, %2, %3, %4 : i1, i1, f16, f16, f32
}
