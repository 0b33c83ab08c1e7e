// RUN: optc %s --convert-vector-to-scf --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --convert-vector-to-scf="full-unroll target-rank=1" --mlir-print-local-scope | FileCheck %s --check-prefix=UNROLL
// RUN: optc %s --convert-vector-to-scf="lower-tensors" --mlir-print-local-scope | FileCheck %s --check-prefix=TENSOR

// A buffer has the vector, and the loop reads its rows. Rows outside of the bounds are padding.
// CHECK-LABEL: func.func @read(
// CHECK:         %[[ROW:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK:         %[[B:.*]] = memref.alloca() : memref<vector<2x4xf32>>
// CHECK-NEXT:    %[[R:.*]] = vector.type_cast %[[B]] : memref<vector<2x4xf32>> to memref<2xvector<4xf32>>
// CHECK-NEXT:    scf.for %[[K:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT:      %[[D:.*]] = memref.dim %arg0, %c0 : memref<?x?xf32>
// CHECK-NEXT:      %[[I:.*]] = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%[[K]])[%arg1]
// CHECK-NEXT:      %[[IN:.*]] = arith.cmpi sgt, %[[D]], %[[I]] : index
// CHECK-NEXT:      scf.if %[[IN]] {
// CHECK-NEXT:        %[[J:.*]] = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%[[K]])[%arg1]
// CHECK-NEXT:        %[[X:.*]] = vector.transfer_read %arg0[%[[J]], %arg2], %{{.*}} : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT:        memref.store %[[X]], %[[R]][%[[K]]] : memref<2xvector<4xf32>>
// CHECK-NEXT:      } else {
// CHECK-NEXT:        memref.store %[[ROW]], %[[R]][%[[K]]] : memref<2xvector<4xf32>>
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[V:.*]] = memref.load %[[B]][] : memref<vector<2x4xf32>>
// CHECK-NEXT:    return %[[V]]
// UNROLL-LABEL: func.func @read(
// UNROLL-COUNT-2: scf.if
// UNROLL-NOT:    memref.alloca
func.func @read(%m: memref<?x?xf32>, %i: index, %j: index) -> vector<2x4xf32> {
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i, %j], %p : memref<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// A row of the mask is the mask of a row.
// CHECK-LABEL: func.func @masked_write(
// CHECK-NEXT:    %c1 = arith.constant 1 : index
// CHECK-NEXT:    %c2 = arith.constant 2 : index
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %[[B:.*]] = memref.alloca() : memref<vector<2x4xf32>>
// CHECK-NEXT:    %[[M:.*]] = memref.alloca() : memref<vector<2x4xi1>>
// CHECK-NEXT:    memref.store %arg4, %[[M]][] : memref<vector<2x4xi1>>
// CHECK-NEXT:    memref.store %arg3, %[[B]][] : memref<vector<2x4xf32>>
// CHECK-NEXT:    %[[R:.*]] = vector.type_cast %[[B]] : memref<vector<2x4xf32>> to memref<2xvector<4xf32>>
// CHECK-NEXT:    %[[N:.*]] = vector.type_cast %[[M]] : memref<vector<2x4xi1>> to memref<2xvector<4xi1>>
// CHECK-NEXT:    scf.for %[[K:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT:      %[[I:.*]] = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%[[K]])[%arg1]
// CHECK-NEXT:      %[[X:.*]] = memref.load %[[R]][%[[K]]] : memref<2xvector<4xf32>>
// CHECK-NEXT:      %[[Y:.*]] = memref.load %[[N]][%[[K]]] : memref<2xvector<4xi1>>
// CHECK-NEXT:      vector.transfer_write %[[X]], %arg0[%[[I]], %arg2], %[[Y]] {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
// CHECK-NEXT:    }
// UNROLL-LABEL: func.func @masked_write(
// UNROLL-NEXT:   %[[X:.*]] = vector.extract %arg3[0] : vector<4xf32> from vector<2x4xf32>
// UNROLL-NEXT:   %[[M:.*]] = vector.extract %arg4[0] : vector<4xi1> from vector<2x4xi1>
// UNROLL-NEXT:   vector.transfer_write %[[X]], %arg0[%arg1, %arg2], %[[M]] {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
// UNROLL-NEXT:   %[[I:.*]] = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%arg1]
func.func @masked_write(%m: memref<?x?xf32>, %i: index, %j: index, %v: vector<2x4xf32>, %mask: vector<2x4xi1>) {
  vector.transfer_write %v, %m[%i, %j], %mask {in_bounds = [true, true]} : vector<2x4xf32>, memref<?x?xf32>
  return
}

// Elements that are no neighbours are stored one by one.
// CHECK-LABEL: func.func @elements(
// CHECK:         scf.for %[[K:.*]] = %c0 to %c4 step %c1 {
// CHECK-NEXT:      %[[I:.*]] = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%[[K]])[%arg1]
// CHECK-NEXT:      %[[BIT:.*]] = vector.extract %arg3[%[[K]]] : i1 from vector<4xi1>
// CHECK-NEXT:      scf.if %[[BIT]] {
// CHECK-NEXT:        %[[X:.*]] = vector.extract %arg2[%[[K]]] : f32 from vector<4xf32>
// CHECK-NEXT:        memref.store %[[X]], %arg0[%[[I]]] : memref<?xf32, strided<[2]>>
func.func @elements(%m: memref<?xf32, strided<[2]>>, %i: index, %v: vector<4xf32>, %mask: vector<4xi1>) {
  vector.transfer_write %v, %m[%i], %mask {in_bounds = [true]} : vector<4xf32>, memref<?xf32, strided<[2]>>
  return
}

// The vector is read in the order of the memory, without the dimension that is broadcast, which comes first.
// UNROLL-LABEL: func.func @order(
// UNROLL:        %[[X:.*]] = vector.transfer_read %arg0[%arg1, %arg1], %arg2 {in_bounds = [true]} : memref<?x?xf32>, vector<2xf32>
// UNROLL:        %[[B:.*]] = vector.broadcast %{{.*}} : vector<3x2xf32> to vector<4x3x2xf32>
// UNROLL-NEXT:   vector.transpose %[[B]], [0, 2, 1] : vector<4x3x2xf32> to vector<4x2x3xf32>
func.func @order(%m: memref<?x?xf32>, %i: index, %p: f32) -> vector<4x2x3xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true, true], permutation_map = affine_map<(d0, d1) -> (0, d1, d0)>} : memref<?x?xf32>, vector<4x2x3xf32>
  return %0 : vector<4x2x3xf32>
}

// The loop carries a tensor.
// CHECK-LABEL: func.func @tensor(
// CHECK:         vector.transfer_write %arg1, %arg0[%arg2, %arg2] : vector<2x4xf32>, tensor<?x?xf32>
// TENSOR-LABEL: func.func @tensor(
// TENSOR:        %[[T:.*]] = scf.for %[[K:.*]] = %c0 to %c2 step %c1 iter_args(%[[A:.*]] = %arg0) -> (tensor<?x?xf32>) {
// TENSOR:          %[[N:.*]] = scf.if %{{.*}} -> (tensor<?x?xf32>) {
// TENSOR:            %[[W:.*]] = vector.transfer_write %{{.*}}, %[[A]][%{{.*}}, %arg2] : vector<4xf32>, tensor<?x?xf32>
// TENSOR-NEXT:       scf.yield %[[W]] : tensor<?x?xf32>
// TENSOR-NEXT:     } else {
// TENSOR-NEXT:       scf.yield %[[A]] : tensor<?x?xf32>
func.func @tensor(%t: tensor<?x?xf32>, %v: vector<2x4xf32>, %i: index) -> tensor<?x?xf32> {
  %0 = vector.transfer_write %v, %t[%i, %i] : vector<2x4xf32>, tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Integers are printed with a width that is a power of two.
// CHECK-LABEL: func.func @print(
// CHECK:         %[[E:.*]] = arith.extui %arg0 : vector<2xi1> to vector<2xi8>
// CHECK-NEXT:    vector.print punctuation <open>
// CHECK-NEXT:    scf.for %[[I:.*]] = %c0 to %c2 step %c1 {
// CHECK-NEXT:      %[[X:.*]] = vector.extract %[[E]][%[[I]]] : i8 from vector<2xi8>
// CHECK-NEXT:      vector.print %[[X]] : i8 punctuation <no_punctuation>
// CHECK-NEXT:      %[[MORE:.*]] = arith.cmpi ult, %[[I]], %c1 : index
// CHECK-NEXT:      scf.if %[[MORE]] {
// CHECK-NEXT:        vector.print punctuation <comma>
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    vector.print punctuation <close>
// CHECK-NEXT:    vector.print punctuation <comma>
func.func @print(%v: vector<2xi1>) {
  vector.print %v : vector<2xi1> punctuation <comma>
  return
}
