// RUN: optc %s --vectorext-print-layouts | FileCheck %s

#four = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#eight = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// What is cheap to compute from scalars is computed again in the other layout, in its order.
// CHECK-LABEL: func.func @chain(%arg0: f32, %arg1: vector<1xf32>) -> (vector<8xf32>, vector<8xf32>) {
// CHECK-NEXT: %0 = vector.broadcast %arg0 : f32 to vector<8xf32>
// CHECK-NEXT: %1 = vector.broadcast %arg1 : vector<1xf32> to vector<8xf32>
// CHECK-NEXT: %2 = arith.addf %0, %1 : vector<8xf32>
// CHECK-NEXT: %3 = arith.mulf %2, %0 : vector<8xf32>
// CHECK-NEXT: %4 = vector.broadcast %arg0 : f32 to vector<8xf32>
// CHECK-NEXT: %5 = vector.broadcast %arg1 : vector<1xf32> to vector<8xf32>
// CHECK-NEXT: %6 = arith.addf %4, %5 : vector<8xf32>
// CHECK-NEXT: %7 = arith.mulf %6, %4 : vector<8xf32>
// CHECK-NEXT: %8 = math.absf %3 : vector<8xf32>
// CHECK-NEXT: %9 = arith.negf %7 : vector<8xf32>
// CHECK-NEXT: %10 = iree_vector_ext.to_layout %8 to layout(#nested) : vector<8xf32>
// CHECK-NEXT: %11 = iree_vector_ext.to_layout %9 to layout(#nested1) : vector<8xf32>
// CHECK-NEXT: return %10, %11 : vector<8xf32>, vector<8xf32>
func.func @chain(%s: f32, %u: vector<1xf32>) -> (vector<8xf32>, vector<8xf32>) {
  %b = vector.broadcast %s : f32 to vector<8xf32>
  %d = vector.broadcast %u : vector<1xf32> to vector<8xf32>
  %c = arith.addf %b, %d : vector<8xf32>
  %e = arith.mulf %c, %b : vector<8xf32>
  %x = math.absf %e : vector<8xf32>
  %y = arith.negf %e : vector<8xf32>
  %k = iree_vector_ext.to_layout %x to layout(#four) : vector<8xf32>
  %l = iree_vector_ext.to_layout %y to layout(#eight) : vector<8xf32>
  return %k, %l : vector<8xf32>, vector<8xf32>
}

// What may trap is converted.
// CHECK-LABEL: func.func @not_cheap(%arg0: i32) -> (vector<8xi32>, vector<8xi32>) {
// CHECK-NEXT: %0 = vector.broadcast %arg0 : i32 to vector<8xi32>
// CHECK-NEXT: %1 = arith.divsi %0, %0 : vector<8xi32>
// CHECK-NEXT: %2 = iree_vector_ext.to_layout %1 to layout(#nested) : vector<8xi32>
// CHECK-NEXT: %3 = math.absi %2 : vector<8xi32>
// CHECK-NEXT: %4 = math.ctpop %1 : vector<8xi32>
// CHECK-NEXT: %5 = iree_vector_ext.to_layout %3 to layout(#nested) : vector<8xi32>
// CHECK-NEXT: %6 = iree_vector_ext.to_layout %4 to layout(#nested1) : vector<8xi32>
// CHECK-NEXT: return %5, %6 : vector<8xi32>, vector<8xi32>
func.func @not_cheap(%s: i32) -> (vector<8xi32>, vector<8xi32>) {
  %b = vector.broadcast %s : i32 to vector<8xi32>
  %d = arith.divsi %b, %b : vector<8xi32>
  %x = math.absi %d : vector<8xi32>
  %y = math.ctpop %d : vector<8xi32>
  %k = iree_vector_ext.to_layout %x to layout(#four) : vector<8xi32>
  %l = iree_vector_ext.to_layout %y to layout(#eight) : vector<8xi32>
  return %k, %l : vector<8xi32>, vector<8xi32>
}
