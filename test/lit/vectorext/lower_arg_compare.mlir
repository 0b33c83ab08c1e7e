// RUN: optc %s --vectorext-lower-arg-compare --canonicalize | FileCheck %s
// RUN: optc %s --vectorext-lower-arg-compare --verify-exec
// RUN: optc %s --vectorext-lower-arg-compare | FileCheck %s --check-prefix=WHOLE

// A vector of one row is that row.
// WHOLE-LABEL: @implicit
// WHOLE-NOT: vector.extract {{.*}} : vector<3xf32> from vector<3xf32>
// WHOLE-LABEL: @middle

// CHECK-LABEL: @implicit
// CHECK-SAME: %[[A:[^:]*]]: vector<3xf32>, %{{.*}}, %[[B:[^:]*]]: index
// CHECK: %[[F:.*]]:2 = scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[V:.*]] = %{{.*}}, %[[K:.*]] = %{{.*}}) -> (f32, i32) {
// CHECK:   %[[E:.*]] = vector.extract %[[A]][%[[I]]] : f32 from vector<3xf32>
// CHECK:   %[[W:.*]] = arith.cmpf ogt, %[[E]], %[[V]]
// CHECK:   %[[X:.*]] = arith.select %[[W]], %[[E]], %[[V]]
// CHECK:   %[[N:.*]] = arith.addi %[[B]], %[[I]]
// CHECK:   %[[C:.*]] = arith.index_cast %[[N]] : index to i32
// CHECK:   %[[Y:.*]] = arith.select %[[W]], %[[C]], %[[K]]
// CHECK:   scf.yield %[[X]], %[[Y]]
// CHECK: vector.broadcast %[[F]]#0 : f32 to vector<f32>
func.func @implicit(%a: vector<3xf32>, %v: vector<f32>, %i: vector<i32>, %b: index) -> (vector<f32>, vector<i32>) {
  %0:2 = iree_vector_ext.arg_compare dimension(0) ins(%a : vector<3xf32>) inits(%v, %i : vector<f32>, vector<i32>) index_base(%b : index) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  return %0#0, %0#1 : vector<f32>, vector<i32>
}

// The reduced dimension becomes the last one; there is a loop for each of 2x3 results.
// CHECK-LABEL: @middle
// CHECK: vector.transpose %{{.*}}, [0, 2, 1] : vector<2x6x3xi32> to vector<2x3x6xi32>
// CHECK-COUNT-6: scf.for
// CHECK-NOT: scf.for
func.func @middle(%a: vector<2x6x3xi32>, %k: vector<2x6x3xi64>, %v: vector<2x3xi32>, %i: vector<2x3xi64>) -> (vector<2x3xi32>, vector<2x3xi64>) {
  %0:2 = iree_vector_ext.arg_compare dimension(1) ins(%a, %k : vector<2x6x3xi32>, vector<2x6x3xi64>) inits(%v, %i : vector<2x3xi32>, vector<2x3xi64>) {
  ^bb0(%x: i32, %y: i32):
    %c = arith.cmpi slt, %x, %y : i32
    iree_vector_ext.yield %c : i1
  } -> vector<2x3xi32>, vector<2x3xi64>
  return %0#0, %0#1 : vector<2x3xi32>, vector<2x3xi64>
}

// A comparator may yield what is around it.
// CHECK-LABEL: @captured
// CHECK: arith.select %arg3
func.func @captured(%a: vector<3xf32>, %v: vector<f32>, %i: vector<index>, %first: i1) -> (vector<f32>, vector<index>) {
  %0:2 = iree_vector_ext.arg_compare dimension(0) ins(%a : vector<3xf32>) inits(%v, %i : vector<f32>, vector<index>) {
  ^bb0(%x: f32, %y: f32):
    iree_vector_ext.yield %first : i1
  } -> vector<f32>, vector<index>
  return %0#0, %0#1 : vector<f32>, vector<index>
}

// Rows along the last dimension are taken as they are, one for each of 2x2 results.
// CHECK-LABEL: @last
// CHECK-NOT: vector.transpose
// CHECK: vector.extract %arg0[0, 0] : vector<3xi32> from vector<2x2x3xi32>
// CHECK: vector.extract %arg0[0, 1] : vector<3xi32> from vector<2x2x3xi32>
// CHECK: vector.extract %arg0[1, 0] : vector<3xi32> from vector<2x2x3xi32>
// CHECK: vector.extract %arg0[1, 1] : vector<3xi32> from vector<2x2x3xi32>
// CHECK: vector.from_elements
func.func @last(%a: vector<2x2x3xi32>, %v: vector<2x2xi32>, %i: vector<2x2xi64>) -> (vector<2x2xi32>, vector<2x2xi64>) {
  %0:2 = iree_vector_ext.arg_compare dimension(2) ins(%a : vector<2x2x3xi32>) inits(%v, %i : vector<2x2xi32>, vector<2x2xi64>) {
  ^bb0(%x: i32, %y: i32):
    %c = arith.cmpi slt, %x, %y : i32
    iree_vector_ext.yield %c : i1
  } -> vector<2x2xi32>, vector<2x2xi64>
  return %0#0, %0#1 : vector<2x2xi32>, vector<2x2xi64>
}
