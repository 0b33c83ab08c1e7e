// RUN: optc %s --lower-affine --split-input-file --verify-diagnostics | FileCheck %s

// A single digit is the index; digits that do not overlap make a number without a sign.
// CHECK-LABEL: @digits
// CHECK-SAME: (%[[X:.*]]: index, %[[Y:.*]]: index, %[[N:.*]]: index)
// CHECK: %[[S:.*]] = arith.muli %[[N]], %{{.*}} overflow<nsw> : index
// CHECK: arith.muli %[[X]], %[[S]] overflow<nsw> : index
// CHECK: %[[T:.*]] = arith.muli %[[N]], %{{.*}} overflow<nsw, nuw> : index
// CHECK: arith.muli %[[X]], %[[T]] overflow<nsw> : index
// CHECK: return %[[X]]
func.func @digits(%x: index, %y: index, %n: index) -> (index, index, index) {
  %0 = affine.delinearize_index %x into (4) : index
  %1 = affine.linearize_index [%x, %y, %y] by (4, %n, 8) : index
  %2 = affine.linearize_index disjoint [%x, %y, %y] by (4, %n, 8) : index
  return %0, %1, %2 : index, index, index
}

// -----

func.func @no_arithmetic(%x: index) -> index {
  // expected-error @below {{division}}
  %0 = affine.apply affine_map<(d0) -> (d0 floordiv 0)>(%x)
  return %0 : index
}

// -----

// Memory of one element has no index; reductions whose result has no constant are refused.
// CHECK-LABEL: @no_index
// CHECK-SAME: (%[[M:.*]]: memref<f32>, %[[V:.*]]: f32)
// CHECK-NEXT: %[[R:.*]] = memref.load %[[M]][] : memref<f32>
// CHECK-NEXT: memref.store %[[V]], %[[M]][] : memref<f32>
// CHECK-NEXT: return %[[R]]
func.func @no_index(%m: memref<f32>, %v: f32) -> f32 {
  %0 = affine.load %m[] : memref<f32>
  affine.store %v, %m[] : memref<f32>
  return %0 : f32
}

// -----

func.func @signed(%m: memref<8xsi32>) -> si32 {
  // expected-error @below {{Reduction operation type not supported}}
  %0 = affine.parallel (%i) = (0) to (8) reduce ("maxs") -> (si32) {
    %x = affine.load %m[%i] : memref<8xsi32>
    affine.yield %x : si32
  }
  return %0 : si32
}
