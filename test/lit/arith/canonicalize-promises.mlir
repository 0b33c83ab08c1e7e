// RUN: optc %s --canonicalize | FileCheck %s

// Where mlir-opt keeps a promise that does not hold any more, optc drops it.
// mlir-opt-22 differs (canonicalize cse, inline licm, fma): promises are kept, see docs/conformance.md

// 127 + 127 is -2 as a signed number: x + -2 overflows for x = -128.
// CHECK-LABEL: func.func @joint_constant_wraps(%arg0: i8) -> i8 {
// CHECK-NEXT: %c-2_i8 = arith.constant -2 : i8
// CHECK-NEXT: %0 = arith.addi %arg0, %c-2_i8 overflow<nuw> : i8
// CHECK-NEXT: return %0 : i8
func.func @joint_constant_wraps(%x: i8) -> i8 {
  %c127 = arith.constant 127 : i8
  %0 = arith.addi %x, %c127 overflow<nsw, nuw> : i8
  %1 = arith.addi %0, %c127 overflow<nsw, nuw> : i8
  return %1 : i8
}

// 5 - (-3 - x) is x + 8, which may wrap as an unsigned number.
// CHECK-LABEL: func.func @joint_constant_wraps_unsigned(%arg0: index) -> index {
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %0 = arith.addi %arg0, %c8 overflow<nsw> : index
// CHECK-NEXT: return %0 : index
func.func @joint_constant_wraps_unsigned(%x: index) -> index {
  %c-3 = arith.constant -3 : index
  %c5 = arith.constant 5 : index
  %0 = arith.subi %c-3, %x overflow<nsw, nuw> : index
  %1 = arith.subi %c5, %0 overflow<nsw, nuw> : index
  return %1 : index
}

// Of (x + 5) - 3 upstream drops the promises, and of (5 - x) - 3 it keeps them.
// CHECK-LABEL: func.func @joint_constant_of_a_difference(%arg0: i8) -> (i8, i8) {
// CHECK-NEXT: %c2_i8 = arith.constant 2 : i8
// CHECK-NEXT: %0 = arith.addi %arg0, %c2_i8 : i8
// CHECK-NEXT: %1 = arith.subi %c2_i8, %arg0 overflow<nsw, nuw> : i8
// CHECK-NEXT: return %0, %1 : i8, i8
func.func @joint_constant_of_a_difference(%x: i8) -> (i8, i8) {
  %c5 = arith.constant 5 : i8
  %c3 = arith.constant 3 : i8
  %0 = arith.addi %x, %c5 overflow<nsw, nuw> : i8
  %1 = arith.subi %0, %c3 overflow<nsw, nuw> : i8
  %2 = arith.subi %c5, %x overflow<nsw, nuw> : i8
  %3 = arith.subi %2, %c3 overflow<nsw, nuw> : i8
  return %1, %3 : i8, i8
}

// The logical shift of a negative number does not fit a signed i16.
// CHECK-LABEL: func.func @truncated_shift(%arg0: i32) -> i16 {
// CHECK-NEXT: %c16_i32 = arith.constant 16 : i32
// CHECK-NEXT: %0 = arith.shrui %arg0, %c16_i32 : i32
// CHECK-NEXT: %1 = arith.trunci %0 overflow<nuw> : i32 to i16
// CHECK-NEXT: return %1 : i16
func.func @truncated_shift(%x: i32) -> i16 {
  %c16 = arith.constant 16 : i32
  %0 = arith.shrsi %x, %c16 : i32
  %1 = arith.trunci %0 overflow<nsw, nuw> : i32 to i16
  return %1 : i16
}

// 1000 becomes NaN in a format without infinity, and NaN is unordered.
// CHECK-LABEL: func.func @compare_converted_to_nan(%arg0: i32) -> i1 {
// CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f8E4M3FN
// CHECK-NEXT: %0 = arith.sitofp %arg0 : i32 to f8E4M3FN
// CHECK-NEXT: %1 = arith.cmpf ueq, %0, %cst : f8E4M3FN
// CHECK-NEXT: return %1 : i1
func.func @compare_converted_to_nan(%x: i32) -> i1 {
  %one = arith.constant 1.0 : f8E4M3FN
  %0 = arith.sitofp %x : i32 to f8E4M3FN
  %1 = arith.cmpf ueq, %0, %one : f8E4M3FN
  return %1 : i1
}

// 3 : i3 becomes -1 : i2, which fits i1 as a signed number; 3 itself does not.
// CHECK-LABEL: func.func @truncated_twice(%arg0: i3, %arg1: i64) -> (i1, i8) {
// CHECK-NEXT: %0 = arith.trunci %arg0 : i3 to i1
// CHECK-NEXT: %1 = arith.trunci %arg1 overflow<nuw> : i64 to i8
// CHECK-NEXT: return %0, %1 : i1, i8
func.func @truncated_twice(%x: i3, %y: i64) -> (i1, i8) {
  %0 = arith.trunci %x : i3 to i2
  %1 = arith.trunci %0 overflow<nsw> : i2 to i1
  %2 = arith.trunci %y overflow<nuw> : i64 to i16
  %3 = arith.trunci %2 overflow<nsw, nuw> : i16 to i8
  return %1, %3 : i1, i8
}
