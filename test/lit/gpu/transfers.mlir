// RUN: optc %s --gpu-lower-transfers --verify-exec --mlir-print-local-scope | FileCheck %s

// A row that a mask leaves whole is one access; another row has one branch, and no branch per element.

// CHECK-LABEL: func.func @masked(
// CHECK-SAME:    %[[ARG0:.+]]: memref<64xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: vector<2xi1>, %[[ARG3:.+]]: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.extract %[[ARG2]][0] : i1 from vector<2xi1>
// CHECK-NEXT:    %[[VAL_1:.+]] = vector.extract %[[ARG2]][1] : i1 from vector<2xi1>
// CHECK-NEXT:    %[[VAL_2:.+]] = arith.andi %[[VAL_0]], %[[VAL_1]] : i1
// CHECK-NEXT:    %[[VAL_3:.+]] = arith.ori %[[VAL_0]], %[[VAL_1]] : i1
// CHECK-NEXT:    %[[VAL_4:.+]] = scf.if %[[VAL_2]] -> (vector<2xf32>) {
// CHECK-NEXT:      %[[VAL_5:.+]] = vector.load %[[ARG0]][%[[ARG1]]] : memref<64xf32>, vector<2xf32>
// CHECK-NEXT:      scf.yield %[[VAL_5]] : vector<2xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[VAL_5]] = scf.if %[[VAL_3]] -> (vector<2xf32>) {
// CHECK-NEXT:        %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT:        %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT:        %[[VAL_6:.+]] = arith.select %[[VAL_0]], %[[C0]], %[[C1]] : index
// CHECK-NEXT:        %[[C0_0:.+]] = arith.constant 0 : index
// CHECK-NEXT:        %[[VAL_7:.+]] = arith.select %[[VAL_0]], %[[C0_0]], %[[VAL_6]] : index
// CHECK-NEXT:        %[[VAL_8:.+]] = arith.addi %[[ARG1]], %[[VAL_7]] : index
// CHECK-NEXT:        %[[VAL_9:.+]] = memref.load %[[ARG0]][%[[VAL_8]]] : memref<64xf32>
// CHECK-NEXT:        %[[VAL_10:.+]] = vector.extract %[[ARG3]][0] : f32 from vector<2xf32>
// CHECK-NEXT:        %[[VAL_11:.+]] = arith.select %[[VAL_0]], %[[VAL_9]], %[[VAL_10]] : f32
// CHECK-NEXT:        %[[C1_1:.+]] = arith.constant 1 : index
// CHECK-NEXT:        %[[VAL_12:.+]] = arith.select %[[VAL_1]], %[[C1_1]], %[[VAL_6]] : index
// CHECK-NEXT:        %[[VAL_13:.+]] = arith.addi %[[ARG1]], %[[VAL_12]] : index
// CHECK-NEXT:        %[[VAL_14:.+]] = memref.load %[[ARG0]][%[[VAL_13]]] : memref<64xf32>
// CHECK-NEXT:        %[[VAL_15:.+]] = vector.extract %[[ARG3]][1] : f32 from vector<2xf32>
// CHECK-NEXT:        %[[VAL_16:.+]] = arith.select %[[VAL_1]], %[[VAL_14]], %[[VAL_15]] : f32
// CHECK-NEXT:        %[[VAL_17:.+]] = vector.from_elements %[[VAL_11]], %[[VAL_16]] : vector<2xf32>
// CHECK-NEXT:        scf.yield %[[VAL_17]] : vector<2xf32>
// CHECK-NEXT:      } else {
// CHECK-NEXT:        scf.yield %[[ARG3]] : vector<2xf32>
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.yield %[[VAL_5]] : vector<2xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[VAL_4]] : vector<2xf32>
// CHECK-NEXT:  }
func.func @masked(%m: memref<64xf32>, %i: index, %mask: vector<2xi1>, %pad: vector<2xf32>) -> vector<2xf32> {
  %v = vector.maskedload %m[%i], %mask, %pad : memref<64xf32>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return %v : vector<2xf32>
}

// CHECK-LABEL: func.func @stored(
// CHECK-SAME:    %[[ARG0:.+]]: memref<64xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: vector<2xi1>, %[[ARG3:.+]]: vector<2xf32>) {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.extract %[[ARG2]][0] : i1 from vector<2xi1>
// CHECK-NEXT:    %[[VAL_1:.+]] = vector.extract %[[ARG2]][1] : i1 from vector<2xi1>
// CHECK-NEXT:    %[[VAL_2:.+]] = arith.andi %[[VAL_0]], %[[VAL_1]] : i1
// CHECK-NEXT:    %[[VAL_3:.+]] = arith.ori %[[VAL_0]], %[[VAL_1]] : i1
// CHECK-NEXT:    scf.if %[[VAL_2]] {
// CHECK-NEXT:      vector.store %[[ARG3]], %[[ARG0]][%[[ARG1]]] : memref<64xf32>, vector<2xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.if %[[VAL_3]] {
// CHECK-NEXT:        %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT:        %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT:        %[[VAL_4:.+]] = arith.select %[[VAL_0]], %[[C0]], %[[C1]] : index
// CHECK-NEXT:        %[[VAL_5:.+]] = vector.extract %[[ARG3]][1] : f32 from vector<2xf32>
// CHECK-NEXT:        %[[VAL_6:.+]] = vector.extract %[[ARG3]][0] : f32 from vector<2xf32>
// CHECK-NEXT:        %[[VAL_7:.+]] = arith.select %[[VAL_0]], %[[VAL_6]], %[[VAL_5]] : f32
// CHECK-NEXT:        %[[C0_0:.+]] = arith.constant 0 : index
// CHECK-NEXT:        %[[VAL_8:.+]] = arith.select %[[VAL_0]], %[[C0_0]], %[[VAL_4]] : index
// CHECK-NEXT:        %[[VAL_9:.+]] = vector.extract %[[ARG3]][0] : f32 from vector<2xf32>
// CHECK-NEXT:        %[[VAL_10:.+]] = arith.select %[[VAL_0]], %[[VAL_9]], %[[VAL_7]] : f32
// CHECK-NEXT:        %[[VAL_11:.+]] = arith.addi %[[ARG1]], %[[VAL_8]] : index
// CHECK-NEXT:        memref.store %[[VAL_10]], %[[ARG0]][%[[VAL_11]]] : memref<64xf32>
// CHECK-NEXT:        %[[C1_1:.+]] = arith.constant 1 : index
// CHECK-NEXT:        %[[VAL_12:.+]] = arith.select %[[VAL_1]], %[[C1_1]], %[[VAL_4]] : index
// CHECK-NEXT:        %[[VAL_13:.+]] = vector.extract %[[ARG3]][1] : f32 from vector<2xf32>
// CHECK-NEXT:        %[[VAL_14:.+]] = arith.select %[[VAL_1]], %[[VAL_13]], %[[VAL_7]] : f32
// CHECK-NEXT:        %[[VAL_15:.+]] = arith.addi %[[ARG1]], %[[VAL_12]] : index
// CHECK-NEXT:        memref.store %[[VAL_14]], %[[ARG0]][%[[VAL_15]]] : memref<64xf32>
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @stored(%m: memref<64xf32>, %i: index, %mask: vector<2xi1>, %v: vector<2xf32>) {
  vector.maskedstore %m[%i], %mask, %v : memref<64xf32>, vector<2xi1>, vector<2xf32>
  return
}

// Rows of a permuted transfer are not contiguous: their elements are accessed one by one.

// CHECK-LABEL: func.func @permuted(
// CHECK-SAME:    %[[ARG0:.+]]: memref<4x8xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: f32) -> vector<2x2xf32> {
// CHECK-NEXT:    %[[CST:.+]] = arith.constant dense<0.000000e+00> : vector<2x2xf32>
// CHECK-NEXT:    %[[VAL_0:.+]] = memref.load %[[ARG0]][%[[ARG1]], %[[ARG1]]] : memref<4x8xf32>
// CHECK-NEXT:    %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT:    %[[VAL_1:.+]] = arith.addi %[[ARG1]], %[[C1]] : index
// CHECK-NEXT:    %[[VAL_2:.+]] = memref.load %[[ARG0]][%[[VAL_1]], %[[ARG1]]] : memref<4x8xf32>
// CHECK-NEXT:    %[[VAL_3:.+]] = vector.from_elements %[[VAL_0]], %[[VAL_2]] : vector<2xf32>
// CHECK-NEXT:    %[[VAL_4:.+]] = vector.insert %[[VAL_3]], %[[CST]] [0] : vector<2xf32> into vector<2x2xf32>
// CHECK-NEXT:    %[[C1_0:.+]] = arith.constant 1 : index
// CHECK-NEXT:    %[[VAL_5:.+]] = arith.addi %[[ARG1]], %[[C1_0]] : index
// CHECK-NEXT:    %[[VAL_6:.+]] = memref.load %[[ARG0]][%[[ARG1]], %[[VAL_5]]] : memref<4x8xf32>
// CHECK-NEXT:    %[[C1_1:.+]] = arith.constant 1 : index
// CHECK-NEXT:    %[[VAL_7:.+]] = arith.addi %[[ARG1]], %[[C1_1]] : index
// CHECK-NEXT:    %[[C1_2:.+]] = arith.constant 1 : index
// CHECK-NEXT:    %[[VAL_8:.+]] = arith.addi %[[ARG1]], %[[C1_2]] : index
// CHECK-NEXT:    %[[VAL_9:.+]] = memref.load %[[ARG0]][%[[VAL_8]], %[[VAL_7]]] : memref<4x8xf32>
// CHECK-NEXT:    %[[VAL_10:.+]] = vector.from_elements %[[VAL_6]], %[[VAL_9]] : vector<2xf32>
// CHECK-NEXT:    %[[VAL_11:.+]] = vector.insert %[[VAL_10]], %[[VAL_4]] [1] : vector<2xf32> into vector<2x2xf32>
// CHECK-NEXT:    return %[[VAL_11]] : vector<2x2xf32>
// CHECK-NEXT:  }
func.func @permuted(%m: memref<4x8xf32>, %i: index, %pad: f32) -> vector<2x2xf32> {
  %v = vector.transfer_read %m[%i, %i], %pad {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<4x8xf32>, vector<2x2xf32>
  return %v : vector<2x2xf32>
}

// Elements that may be out of bounds are compared with the extent.

// CHECK-LABEL: func.func @partial(
// CHECK-SAME:    %[[ARG0:.+]]: memref<?xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: vector<2xf32>) {
// CHECK-NEXT:    %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT:    %[[DIM:.+]] = memref.dim %[[ARG0]], %[[C0]] : memref<?xf32>
// CHECK-NEXT:    %[[VAL_0:.+]] = arith.cmpi ult, %[[ARG1]], %[[DIM]] : index
// CHECK-NEXT:    %[[C0_0:.+]] = arith.constant 0 : index
// CHECK-NEXT:    %[[DIM_1:.+]] = memref.dim %[[ARG0]], %[[C0_0]] : memref<?xf32>
// CHECK-NEXT:    %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT:    %[[VAL_1:.+]] = arith.addi %[[ARG1]], %[[C1]] : index
// CHECK-NEXT:    %[[VAL_2:.+]] = arith.cmpi ult, %[[VAL_1]], %[[DIM_1]] : index
// CHECK-NEXT:    %[[VAL_3:.+]] = arith.andi %[[VAL_0]], %[[VAL_2]] : i1
// CHECK-NEXT:    %[[VAL_4:.+]] = arith.ori %[[VAL_0]], %[[VAL_2]] : i1
// CHECK-NEXT:    scf.if %[[VAL_3]] {
// CHECK-NEXT:      vector.store %[[ARG2]], %[[ARG0]][%[[ARG1]]] : memref<?xf32>, vector<2xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.if %[[VAL_4]] {
// CHECK-NEXT:        %[[C1_2:.+]] = arith.constant 1 : index
// CHECK-NEXT:        %[[C0_3:.+]] = arith.constant 0 : index
// CHECK-NEXT:        %[[VAL_5:.+]] = arith.select %[[VAL_0]], %[[C0_3]], %[[C1_2]] : index
// CHECK-NEXT:        %[[VAL_6:.+]] = vector.extract %[[ARG2]][1] : f32 from vector<2xf32>
// CHECK-NEXT:        %[[VAL_7:.+]] = vector.extract %[[ARG2]][0] : f32 from vector<2xf32>
// CHECK-NEXT:        %[[VAL_8:.+]] = arith.select %[[VAL_0]], %[[VAL_7]], %[[VAL_6]] : f32
// CHECK-NEXT:        %[[C0_4:.+]] = arith.constant 0 : index
// CHECK-NEXT:        %[[VAL_9:.+]] = arith.select %[[VAL_0]], %[[C0_4]], %[[VAL_5]] : index
// CHECK-NEXT:        %[[VAL_10:.+]] = vector.extract %[[ARG2]][0] : f32 from vector<2xf32>
// CHECK-NEXT:        %[[VAL_11:.+]] = arith.select %[[VAL_0]], %[[VAL_10]], %[[VAL_8]] : f32
// CHECK-NEXT:        %[[VAL_12:.+]] = arith.addi %[[ARG1]], %[[VAL_9]] : index
// CHECK-NEXT:        memref.store %[[VAL_11]], %[[ARG0]][%[[VAL_12]]] : memref<?xf32>
// CHECK-NEXT:        %[[C1_5:.+]] = arith.constant 1 : index
// CHECK-NEXT:        %[[VAL_13:.+]] = arith.select %[[VAL_2]], %[[C1_5]], %[[VAL_5]] : index
// CHECK-NEXT:        %[[VAL_14:.+]] = vector.extract %[[ARG2]][1] : f32 from vector<2xf32>
// CHECK-NEXT:        %[[VAL_15:.+]] = arith.select %[[VAL_2]], %[[VAL_14]], %[[VAL_8]] : f32
// CHECK-NEXT:        %[[VAL_16:.+]] = arith.addi %[[ARG1]], %[[VAL_13]] : index
// CHECK-NEXT:        memref.store %[[VAL_15]], %[[ARG0]][%[[VAL_16]]] : memref<?xf32>
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @partial(%m: memref<?xf32>, %i: index, %v: vector<2xf32>) {
  vector.transfer_write %v, %m[%i] : vector<2xf32>, memref<?xf32>
  return
}
