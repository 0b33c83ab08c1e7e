// RUN: optc %s --gpu-lower-elements --verify-exec --mlir-print-local-scope | FileCheck %s

// A gather accesses memory element by element; a mask is a branch per element.

// CHECK-LABEL: func.func @gather(
// CHECK-SAME:    %[[ARG0:.+]]: memref<8x4xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: vector<2xindex>, %[[ARG3:.+]]: f32) -> vector<2x2xf32> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.extract %[[ARG2]][0] : index from vector<2xindex>
// CHECK-NEXT:    %[[VAL_1:.+]] = arith.addi %[[ARG1]], %[[VAL_0]] : index
// CHECK-NEXT:    %[[VAL_2:.+]] = memref.load %[[ARG0]][%[[VAL_1]], %[[ARG1]]] : memref<8x4xf32>
// CHECK-NEXT:    %[[VAL_3:.+]] = vector.extract %[[ARG2]][0] : index from vector<2xindex>
// CHECK-NEXT:    %[[VAL_4:.+]] = arith.addi %[[ARG1]], %[[VAL_3]] : index
// CHECK-NEXT:    %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT:    %[[VAL_5:.+]] = arith.addi %[[ARG1]], %[[C1]] : index
// CHECK-NEXT:    %[[VAL_6:.+]] = memref.load %[[ARG0]][%[[VAL_4]], %[[VAL_5]]] : memref<8x4xf32>
// CHECK-NEXT:    %[[VAL_7:.+]] = vector.extract %[[ARG2]][1] : index from vector<2xindex>
// CHECK-NEXT:    %[[VAL_8:.+]] = arith.addi %[[ARG1]], %[[VAL_7]] : index
// CHECK-NEXT:    %[[VAL_9:.+]] = memref.load %[[ARG0]][%[[VAL_8]], %[[ARG1]]] : memref<8x4xf32>
// CHECK-NEXT:    %[[VAL_10:.+]] = vector.extract %[[ARG2]][1] : index from vector<2xindex>
// CHECK-NEXT:    %[[VAL_11:.+]] = arith.addi %[[ARG1]], %[[VAL_10]] : index
// CHECK-NEXT:    %[[C1_0:.+]] = arith.constant 1 : index
// CHECK-NEXT:    %[[VAL_12:.+]] = arith.addi %[[ARG1]], %[[C1_0]] : index
// CHECK-NEXT:    %[[VAL_13:.+]] = memref.load %[[ARG0]][%[[VAL_11]], %[[VAL_12]]] : memref<8x4xf32>
// CHECK-NEXT:    %[[VAL_14:.+]] = vector.from_elements %[[VAL_2]], %[[VAL_6]], %[[VAL_9]], %[[VAL_13]] : vector<2x2xf32>
// CHECK-NEXT:    return %[[VAL_14]] : vector<2x2xf32>
// CHECK-NEXT:  }
func.func @gather(%m: memref<8x4xf32>, %i: index, %rows: vector<2xindex>, %pad: f32) -> vector<2x2xf32> {
  %v = iree_vector_ext.transfer_gather %m[%i, %i] [%rows : vector<2xindex>], %pad {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<8x4xf32>, vector<2x2xf32>
  return %v : vector<2x2xf32>
}

// CHECK-LABEL: func.func @scatter(
// CHECK-SAME:    %[[ARG0:.+]]: memref<8xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: vector<2xindex>, %[[ARG3:.+]]: vector<2xi1>, %[[ARG4:.+]]: vector<2xf32>) {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.extract %[[ARG2]][0] : index from vector<2xindex>
// CHECK-NEXT:    %[[VAL_1:.+]] = arith.addi %[[ARG1]], %[[VAL_0]] : index
// CHECK-NEXT:    %[[VAL_2:.+]] = vector.extract %[[ARG3]][0] : i1 from vector<2xi1>
// CHECK-NEXT:    %[[VAL_3:.+]] = vector.extract %[[ARG4]][0] : f32 from vector<2xf32>
// CHECK-NEXT:    scf.if %[[VAL_2]] {
// CHECK-NEXT:      memref.store %[[VAL_3]], %[[ARG0]][%[[VAL_1]]] : memref<8xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[VAL_4:.+]] = vector.extract %[[ARG2]][1] : index from vector<2xindex>
// CHECK-NEXT:    %[[VAL_5:.+]] = arith.addi %[[ARG1]], %[[VAL_4]] : index
// CHECK-NEXT:    %[[VAL_6:.+]] = vector.extract %[[ARG3]][1] : i1 from vector<2xi1>
// CHECK-NEXT:    %[[VAL_7:.+]] = vector.extract %[[ARG4]][1] : f32 from vector<2xf32>
// CHECK-NEXT:    scf.if %[[VAL_6]] {
// CHECK-NEXT:      memref.store %[[VAL_7]], %[[ARG0]][%[[VAL_5]]] : memref<8xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @scatter(%m: memref<8xf32>, %i: index, %at: vector<2xindex>, %mask: vector<2xi1>, %v: vector<2xf32>) {
  vector.scatter %m[%i] [%at], %mask, %v : memref<8xf32>, vector<2xindex>, vector<2xi1>, vector<2xf32>
  return
}

// The region of a map_store computes the place of every element.

// CHECK-LABEL: func.func @mapped(
// CHECK-SAME:    %[[ARG0:.+]]: memref<16xf32>, %[[ARG1:.+]]: vector<2xf32>, %[[ARG2:.+]]: index) {
// CHECK-NEXT:    %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT:    %[[VAL_0:.+]] = arith.addi %[[C0]], %[[ARG2]] : index
// CHECK-NEXT:    %[[C16:.+]] = arith.constant 16 : index
// CHECK-NEXT:    %[[VAL_1:.+]] = arith.cmpi ult, %[[VAL_0]], %[[C16]] : index
// CHECK-NEXT:    %[[VAL_2:.+]] = vector.extract %[[ARG1]][0] : f32 from vector<2xf32>
// CHECK-NEXT:    scf.if %[[VAL_1]] {
// CHECK-NEXT:      memref.store %[[VAL_2]], %[[ARG0]][%[[VAL_0]]] : memref<16xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT:    %[[VAL_3:.+]] = arith.addi %[[C1]], %[[ARG2]] : index
// CHECK-NEXT:    %[[C16_0:.+]] = arith.constant 16 : index
// CHECK-NEXT:    %[[VAL_4:.+]] = arith.cmpi ult, %[[VAL_3]], %[[C16_0]] : index
// CHECK-NEXT:    %[[VAL_5:.+]] = vector.extract %[[ARG1]][1] : f32 from vector<2xf32>
// CHECK-NEXT:    scf.if %[[VAL_4]] {
// CHECK-NEXT:      memref.store %[[VAL_5]], %[[ARG0]][%[[VAL_3]]] : memref<16xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @mapped(%m: memref<16xf32>, %v: vector<2xf32>, %o: index) {
  iree_linalg_ext.map_store %v into %m {
  ^bb0(%i: index):
    %at = arith.addi %i, %o : index
    %c16 = arith.constant 16 : index
    %in = arith.cmpi ult, %at, %c16 : index
    iree_linalg_ext.yield %at, %in : index, i1
  } : vector<2xf32> into memref<16xf32>
  return
}
