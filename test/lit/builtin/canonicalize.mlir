// RUN: optc %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// Casts that change nothing and pairs that cancel leave; what has no operands, other ones, or other types between stays.
// CHECK-LABEL: func.func @casts(%arg0: i32, %arg1: i64) -> (i32, i32, i64, i32, i64, index, i32) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : i32 to index
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %0 : index to i64
// CHECK-NEXT: %2:2 = builtin.unrealized_conversion_cast %arg0, %arg1 : i32, i64 to index, f32
// CHECK-NEXT: %3 = builtin.unrealized_conversion_cast %2#0 : index to i32
// CHECK-NEXT: %4 = builtin.unrealized_conversion_cast to index
// CHECK-NEXT: %5 = builtin.unrealized_conversion_cast %arg1 : i64 to i32
// CHECK-NEXT: return %arg0, %3, %1, %arg0, %arg1, %4, %5 : i32, i32, i64, i32, i64, index, i32
// CHECK-NEXT: }
func.func @casts(%a: i32, %b: i64) -> (i32, i32, i64, i32, i64, index, i32) {
  %same = builtin.unrealized_conversion_cast %a : i32 to i32
  %to = builtin.unrealized_conversion_cast %a : i32 to index
  %back = builtin.unrealized_conversion_cast %to : index to i64
  %pair:2 = builtin.unrealized_conversion_cast %a, %b : i32, i64 to index, f32
  %again:2 = builtin.unrealized_conversion_cast %pair#0, %pair#1 : index, f32 to i32, i64
  %part = builtin.unrealized_conversion_cast %pair#0 : index to i32
  %none = builtin.unrealized_conversion_cast to index
  %other = builtin.unrealized_conversion_cast %b : i64 to i32
  return %same, %part, %back, %again#0, %again#1, %none, %other : i32, i32, i64, i32, i64, index, i32
}

// More than ten results.
// CHECK-LABEL: func.func @many() -> (i32, i32) {
// CHECK-NEXT: %0:12 = "test.twelve"() : () -> (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
// CHECK-NEXT: return %0#10, %0#11 : i32, i32
// CHECK-NEXT: }
func.func @many() -> (i32, i32) {
  %0:12 = "test.twelve"() : () -> (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
  return %0#10, %0#11 : i32, i32
}
