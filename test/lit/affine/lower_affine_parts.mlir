// RUN: optc %s --lower-affine --split-input-file --verify-diagnostics | FileCheck %s

// A single digit is the index; digits that do not overlap make a number without a sign.
// CHECK-LABEL: @digits
// CHECK-SAME: (%[[X:.*]]: index, %[[Y:.*]]: index)
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[A:.*]] = arith.muli %[[X]], %[[C8]] overflow<nsw> : index
// CHECK-NEXT: %[[B:.*]] = arith.addi %[[A]], %[[Y]] overflow<nsw> : index
// CHECK-NEXT: %[[D8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[C:.*]] = arith.muli %[[X]], %[[D8]] overflow<nsw, nuw> : index
// CHECK-NEXT: %[[D:.*]] = arith.addi %[[C]], %[[Y]] overflow<nsw, nuw> : index
// CHECK-NEXT: return %[[X]], %[[B]], %[[D]]
func.func @digits(%x: index, %y: index) -> (index, index, index) {
  %0 = affine.delinearize_index %x into (4) : index
  %1 = affine.linearize_index [%x, %y] by (4, 8) : index
  %2 = affine.linearize_index disjoint [%x, %y] by (4, 8) : index
  return %0, %1, %2 : index, index, index
}

// -----

func.func @no_arithmetic(%x: index) -> index {
  // expected-error @below {{division}}
  %0 = affine.apply affine_map<(d0) -> (d0 floordiv 0)>(%x)
  return %0 : index
}
