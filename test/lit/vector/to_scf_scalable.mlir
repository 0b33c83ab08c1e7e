// RUN: optc %s --convert-vector-to-scf="full-unroll lower-scalable" --mlir-print-local-scope | FileCheck %s

// The loop is along the dimension that is scalable, and a part of it is a slice of each row.
// CHECK-LABEL: func.func @transposed(
// CHECK:         %[[A:.*]] = vector.extract %arg0[0] : vector<[4]xf32> from vector<2x[4]xf32>
// CHECK-NEXT:    %[[B:.*]] = vector.extract %arg0[1] : vector<[4]xf32> from vector<2x[4]xf32>
// CHECK-NEXT:    %[[M:.*]] = vector.create_mask %arg3 : vector<2xi1>
// CHECK-NEXT:    scf.for %[[K:.*]] = %c0 to %arg2 step %c1 {
// CHECK-NEXT:      %[[I:.*]] = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%[[K]])[%arg2]
// CHECK-NEXT:      %[[X:.*]] = vector.extract %[[A]][%[[K]]] : f32 from vector<[4]xf32>
// CHECK-NEXT:      %[[Y:.*]] = vector.extract %[[B]][%[[K]]] : f32 from vector<[4]xf32>
// CHECK-NEXT:      %[[V:.*]] = vector.from_elements %[[X]], %[[Y]] : vector<2xf32>
// CHECK-NEXT:      vector.transfer_write %[[V]], %arg1[%[[I]], %arg3], %[[M]] {in_bounds = [true]} : vector<2xf32>, memref<?x?xf32>
func.func @transposed(%v: vector<2x[4]xf32>, %m: memref<?x?xf32>, %i: index, %j: index) {
  %mask = vector.create_mask %i, %j : vector<[4]x2xi1>
  %t = vector.transpose %v, [1, 0] : vector<2x[4]xf32> to vector<[4]x2xf32>
  vector.transfer_write %t, %m[%i, %j], %mask {in_bounds = [true, true]} : vector<[4]x2xf32>, memref<?x?xf32>
  return
}
