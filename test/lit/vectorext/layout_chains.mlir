// RUN: optc %s --vectorext-print-layouts | FileCheck %s

#four = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#eight = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// What is cheap to compute from scalars is computed again in the other layout, in its order.
// CHECK-LABEL: @chain
// CHECK-NEXT: %[[B:.*]] = vector.broadcast %arg0
// CHECK-NEXT: %[[D:.*]] = vector.broadcast %arg1
// CHECK-NEXT: %[[C:.*]] = arith.addf %[[B]], %[[D]]
// CHECK-NEXT: %[[E:.*]] = arith.mulf %[[C]], %[[B]]
// CHECK-NEXT: %[[B2:.*]] = vector.broadcast %arg0
// CHECK-NEXT: %[[D2:.*]] = vector.broadcast %arg1
// CHECK-NEXT: %[[C2:.*]] = arith.addf %[[B2]], %[[D2]]
// CHECK-NEXT: %[[E2:.*]] = arith.mulf %[[C2]], %[[B2]]
// CHECK-NEXT: math.absf %[[E]]
// CHECK-NEXT: arith.negf %[[E2]]
// CHECK-NEXT: iree_vector_ext.to_layout
// CHECK-NEXT: iree_vector_ext.to_layout
// CHECK-NEXT: return
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
// CHECK-LABEL: @not_cheap
// CHECK: %[[B:.*]] = vector.broadcast %arg0
// CHECK-NEXT: %[[D:.*]] = arith.divsi %[[B]], %[[B]]
// CHECK-NEXT: %[[L:.*]] = iree_vector_ext.to_layout %[[D]]
// CHECK-NEXT: math.absi %[[L]]
// CHECK-NEXT: math.ctpop %[[D]]
func.func @not_cheap(%s: i32) -> (vector<8xi32>, vector<8xi32>) {
  %b = vector.broadcast %s : i32 to vector<8xi32>
  %d = arith.divsi %b, %b : vector<8xi32>
  %x = math.absi %d : vector<8xi32>
  %y = math.ctpop %d : vector<8xi32>
  %k = iree_vector_ext.to_layout %x to layout(#four) : vector<8xi32>
  %l = iree_vector_ext.to_layout %y to layout(#eight) : vector<8xi32>
  return %k, %l : vector<8xi32>, vector<8xi32>
}
