// RUN: optc %s --canonicalize --split-input-file | FileCheck %s

// Two casts cancel if the type between holds every value; index has 64 bits.

// mlir-opt-22 differs (canonicalize cse, inline licm): the casts cancel
// CHECK-LABEL: func.func @narrower(%arg0: index) -> index {
// CHECK-NEXT: %0 = arith.index_cast %arg0 : index to i8
// CHECK-NEXT: %1 = arith.index_cast %0 : i8 to index
// CHECK-NEXT: return %1 : index
func.func @narrower(%a: index) -> index {
  %0 = arith.index_cast %a : index to i8
  %1 = arith.index_cast %0 : i8 to index
  return %1 : index
}

// -----

// mlir-opt-22 differs (canonicalize cse, inline licm): the casts cancel
// CHECK-LABEL: func.func @narrower_unsigned(%arg0: index) -> index {
// CHECK-NEXT: %0 = arith.index_castui %arg0 : index to i63
// CHECK-NEXT: %1 = arith.index_castui %0 : i63 to index
// CHECK-NEXT: return %1 : index
func.func @narrower_unsigned(%a: index) -> index {
  %0 = arith.index_castui %a : index to i63
  %1 = arith.index_castui %0 : i63 to index
  return %1 : index
}

// -----

// mlir-opt-22 differs (canonicalize cse, inline licm): the casts cancel
// CHECK-LABEL: func.func @wider_than_index(%arg0: i128) -> i128 {
// CHECK-NEXT: %0 = arith.index_cast %arg0 : i128 to index
// CHECK-NEXT: %1 = arith.index_cast %0 : index to i128
// CHECK-NEXT: return %1 : i128
func.func @wider_than_index(%a: i128) -> i128 {
  %0 = arith.index_cast %a : i128 to index
  %1 = arith.index_cast %0 : index to i128
  return %1 : i128
}

// -----

// mlir-opt-22 differs (canonicalize cse, inline licm): the casts cancel
// CHECK-LABEL: func.func @vector(%arg0: vector<2xindex>) -> vector<2xindex> {
// CHECK-NEXT: %0 = arith.index_castui %arg0 : vector<2xindex> to vector<2xi32>
// CHECK-NEXT: %1 = arith.index_castui %0 : vector<2xi32> to vector<2xindex>
// CHECK-NEXT: return %1 : vector<2xindex>
func.func @vector(%a: vector<2xindex>) -> vector<2xindex> {
  %0 = arith.index_castui %a : vector<2xindex> to vector<2xi32>
  %1 = arith.index_castui %0 : vector<2xi32> to vector<2xindex>
  return %1 : vector<2xindex>
}

// -----

// CHECK-LABEL: func.func @as_wide(%arg0: i64) -> i64 {
// CHECK-NEXT: return %arg0 : i64
func.func @as_wide(%a: i64) -> i64 {
  %0 = arith.index_cast %a : i64 to index
  %1 = arith.index_cast %0 : index to i64
  return %1 : i64
}

// -----

// CHECK-LABEL: func.func @wider(%arg0: i8, %arg1: index) -> (i8, index) {
// CHECK-NEXT: return %arg0, %arg1 : i8, index
func.func @wider(%a: i8, %b: index) -> (i8, index) {
  %0 = arith.index_castui %a : i8 to index
  %1 = arith.index_castui %0 : index to i8
  %2 = arith.index_cast %b : index to i128
  %3 = arith.index_cast %2 : i128 to index
  return %1, %3 : i8, index
}
