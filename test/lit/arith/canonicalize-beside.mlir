// RUN: optc %s --canonicalize=test-convergence | FileCheck %s

// What is next to what is simplified.

// Of the two operands of a comparison, both must be chosen.
// CHECK-LABEL: func.func @half_chosen(%arg0: i32, %arg1: i32, %arg2: i32) -> (i32, i32, i32, i32, i32, i32) {
// CHECK-NEXT: %0 = arith.cmpi eq, %arg0, %arg1 : i32
// CHECK-NEXT: %1 = arith.cmpi ne, %arg0, %arg1 : i32
// CHECK-NEXT: %2 = arith.select %0, %arg0, %arg2 : i32
// CHECK-NEXT: %3 = arith.select %0, %arg2, %arg1 : i32
// CHECK-NEXT: %4 = arith.select %1, %arg1, %arg2 : i32
// CHECK-NEXT: %5 = arith.select %1, %arg2, %arg0 : i32
// CHECK-NEXT: return %2, %3, %4, %5, %arg0, %arg1 : i32, i32, i32, i32, i32, i32
func.func @half_chosen(%a: i32, %b: i32, %c: i32) -> (i32, i32, i32, i32, i32, i32) {
  %e = arith.cmpi eq, %a, %b : i32
  %n = arith.cmpi ne, %a, %b : i32
  %0 = arith.select %e, %a, %c : i32
  %1 = arith.select %e, %c, %b : i32
  %2 = arith.select %n, %b, %c : i32
  %3 = arith.select %n, %c, %a : i32
  %4 = arith.select %e, %b, %a : i32
  %5 = arith.select %n, %b, %a : i32
  return %0, %1, %2, %3, %4, %5 : i32, i32, i32, i32, i32, i32
}

// Both results of an addition of 0, and of a multiplication that is not by 1.
// CHECK-LABEL: func.func @two_results(%arg0: i32, %arg1: i32) -> (i32, i1, i32, i32) {
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %low, %high = arith.mulsi_extended %arg0, %arg1 : i32
// CHECK-NEXT: return %arg0, %false, %low, %high : i32, i1, i32, i32
func.func @two_results(%x: i32, %y: i32) -> (i32, i1, i32, i32) {
  %c0 = arith.constant 0 : i32
  %s, %o = arith.addui_extended %x, %c0 : i32, i1
  %l, %h = arith.mulsi_extended %x, %y : i32
  return %s, %o, %l, %h : i32, i1, i32, i32
}

// A product that may wrap around is not divided again, whatever else it promises.
// CHECK-LABEL: func.func @divided(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32) {
// CHECK-NEXT: %0 = arith.muli %arg0, %arg1 overflow<nsw> : i32
// CHECK-NEXT: %1 = arith.muli %arg0, %arg1 overflow<nuw> : i32
// CHECK-NEXT: %2 = arith.ceildivui %0, %arg1 : i32
// CHECK-NEXT: %3 = arith.divui %0, %arg1 : i32
// CHECK-NEXT: %4 = arith.divsi %1, %arg1 : i32
// CHECK-NEXT: return %2, %3, %4, %arg0 : i32, i32, i32, i32
func.func @divided(%x: i32, %y: i32) -> (i32, i32, i32, i32) {
  %s = arith.muli %x, %y overflow<nsw> : i32
  %u = arith.muli %x, %y overflow<nuw> : i32
  %0 = arith.ceildivui %s, %y : i32
  %1 = arith.divui %s, %y : i32
  %2 = arith.divsi %u, %y : i32
  %3 = arith.divui %u, %y : i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}

// A shift is made logical by the number of dropped bits only.
// CHECK-LABEL: func.func @dropped(%arg0: i32, %arg1: i32) -> (i16, i16, i16) {
// CHECK-NEXT: %c16_i32 = arith.constant 16 : i32
// CHECK-NEXT: %c15_i32 = arith.constant 15 : i32
// CHECK-NEXT: %0 = arith.shrsi %arg0, %c15_i32 : i32
// CHECK-NEXT: %1 = arith.shrsi %arg0, %arg1 : i32
// CHECK-NEXT: %2 = arith.trunci %0 : i32 to i16
// CHECK-NEXT: %3 = arith.shrui %arg0, %c16_i32 : i32
// CHECK-NEXT: %4 = arith.trunci %3 : i32 to i16
// CHECK-NEXT: %5 = arith.trunci %1 : i32 to i16
// CHECK-NEXT: return %2, %4, %5 : i16, i16, i16
func.func @dropped(%x: i32, %n: i32) -> (i16, i16, i16) {
  %c15 = arith.constant 15 : i32
  %c16 = arith.constant 16 : i32
  %a = arith.shrsi %x, %c15 : i32
  %b = arith.shrsi %x, %c16 : i32
  %c = arith.shrsi %x, %n : i32
  %0 = arith.trunci %a : i32 to i16
  %1 = arith.trunci %b : i32 to i16
  %2 = arith.trunci %c : i32 to i16
  return %0, %1, %2 : i16, i16, i16
}

// Integers that become equal as floats do not compare as they do: those near 2^24 and above,
// up to 2^33, twice as far as there are any.
// CHECK-LABEL: func.func @compared(%arg0: i32) -> (i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %c16777215_i32 = arith.constant 16777215 : i32
// CHECK-NEXT: %cst = arith.constant 4.2949673E+9 : f32
// CHECK-NEXT: %cst_0 = arith.constant 0x4B800000 : f32
// CHECK-NEXT: %0 = arith.uitofp %arg0 : i32 to f32
// CHECK-NEXT: %1 = arith.sitofp %arg0 : i32 to f32
// CHECK-NEXT: %2 = arith.cmpi ult, %arg0, %c16777215_i32 : i32
// CHECK-NEXT: %3 = arith.cmpf olt, %0, %cst_0 : f32
// CHECK-NEXT: %4 = arith.cmpf olt, %0, %cst : f32
// CHECK-NEXT: %5 = arith.cmpf olt, %1, %cst_0 : f32
// CHECK-NEXT: return %2, %3, %4, %true, %true, %5 : i1, i1, i1, i1, i1, i1
func.func @compared(%x: i32) -> (i1, i1, i1, i1, i1, i1) {
  %f = arith.uitofp %x : i32 to f32
  %s = arith.sitofp %x : i32 to f32
  %a = arith.constant 16777215.0 : f32
  %b = arith.constant 16777216.0 : f32
  %c = arith.constant 4294967296.0 : f32
  %d = arith.constant 8589934592.0 : f32
  %0 = arith.cmpf olt, %f, %a : f32
  %1 = arith.cmpf olt, %f, %b : f32
  %2 = arith.cmpf olt, %f, %c : f32
  %3 = arith.cmpf olt, %f, %d : f32
  %4 = arith.cmpf olt, %s, %c : f32
  %5 = arith.cmpf olt, %s, %b : f32
  return %0, %1, %2, %3, %4, %5 : i1, i1, i1, i1, i1, i1
}
