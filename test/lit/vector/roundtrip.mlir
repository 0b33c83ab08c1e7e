// RUN: optc %s | optc | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | optc | FileCheck %s

// CHECK-DAG:   #[[$MAP4:.+]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG:   #[[$MAP1:.+]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG:   #[[$MAP2:.+]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG:   #[[$MAP3:.+]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG:   #[[$MAP:.+]] = affine_map<(d0, d1) -> (d1, 0)>
// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME:    %[[ARG0:.+]]: f32, %[[ARG1:.+]]: vector<1x4xf32>) {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.broadcast %[[ARG0]] : f32 to vector<16xf32>
// CHECK-NEXT:    %[[VAL_1:.+]] = vector.broadcast %[[ARG1]] : vector<1x4xf32> to vector<2x3x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @broadcast(%a: f32, %b: vector<1x4xf32>) {
  %0 = vector.broadcast %a : f32 to vector<16xf32>
  %1 = vector.broadcast %b : vector<1x4xf32> to vector<2x3x4xf32>
  return
}

// CHECK-LABEL: func.func @shape_cast(
// CHECK-SAME:    %[[ARG0:.+]]: vector<4x3xf32>) -> vector<2x6xf32> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.shape_cast %[[ARG0]] : vector<4x3xf32> to vector<2x6xf32>
// CHECK-NEXT:    return %[[VAL_0]] : vector<2x6xf32>
// CHECK-NEXT:  }
func.func @shape_cast(%a: vector<4x3xf32>) -> vector<2x6xf32> {
  %0 = vector.shape_cast %a : vector<4x3xf32> to vector<2x6xf32>
  return %0 : vector<2x6xf32>
}

// CHECK-LABEL: func.func @transpose(
// CHECK-SAME:    %[[ARG0:.+]]: vector<2x3xf32>) -> vector<3x2xf32> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.transpose %[[ARG0]], [1, 0] : vector<2x3xf32> to vector<3x2xf32>
// CHECK-NEXT:    return %[[VAL_0]] : vector<3x2xf32>
// CHECK-NEXT:  }
func.func @transpose(%a: vector<2x3xf32>) -> vector<3x2xf32> {
  %0 = vector.transpose %a, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  return %0 : vector<3x2xf32>
}

// CHECK-LABEL: func.func @bitcast(
// CHECK-SAME:    %[[ARG0:.+]]: vector<8x4xi16>) -> vector<8x2xf32> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.bitcast %[[ARG0]] : vector<8x4xi16> to vector<8x2xf32>
// CHECK-NEXT:    return %[[VAL_0]] : vector<8x2xf32>
// CHECK-NEXT:  }
func.func @bitcast(%a: vector<8x4xi16>) -> vector<8x2xf32> {
  %0 = vector.bitcast %a : vector<8x4xi16> to vector<8x2xf32>
  return %0 : vector<8x2xf32>
}

// CHECK-LABEL: func.func @type_cast(
// CHECK-SAME:    %[[ARG0:.+]]: memref<5x4xf32>) -> memref<vector<5x4xf32>> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.type_cast %[[ARG0]] : memref<5x4xf32> to memref<vector<5x4xf32>>
// CHECK-NEXT:    return %[[VAL_0]] : memref<vector<5x4xf32>>
// CHECK-NEXT:  }
func.func @type_cast(%a: memref<5x4xf32>) -> memref<vector<5x4xf32>> {
  %0 = vector.type_cast %a : memref<5x4xf32> to memref<vector<5x4xf32>>
  return %0 : memref<vector<5x4xf32>>
}

// CHECK-LABEL: func.func @extract(
// CHECK-SAME:    %[[ARG0:.+]]: vector<4x8xf32>, %[[ARG1:.+]]: index) {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.extract %[[ARG0]][3] : vector<8xf32> from vector<4x8xf32>
// CHECK-NEXT:    %[[VAL_1:.+]] = vector.extract %[[ARG0]][%[[ARG1]], 1] : f32 from vector<4x8xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @extract(%a: vector<4x8xf32>, %i: index) {
  %0 = vector.extract %a[3] : vector<8xf32> from vector<4x8xf32>
  %1 = vector.extract %a[%i, 1] : f32 from vector<4x8xf32>
  return
}

// CHECK-LABEL: func.func @insert(
// CHECK-SAME:    %[[ARG0:.+]]: f32, %[[ARG1:.+]]: vector<4x8xf32>, %[[ARG2:.+]]: index) -> vector<4x8xf32> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.insert %[[ARG0]], %[[ARG1]] [%[[ARG2]], 1] : f32 into vector<4x8xf32>
// CHECK-NEXT:    return %[[VAL_0]] : vector<4x8xf32>
// CHECK-NEXT:  }
func.func @insert(%a: f32, %b: vector<4x8xf32>, %i: index) -> vector<4x8xf32> {
  %0 = vector.insert %a, %b [%i, 1] : f32 into vector<4x8xf32>
  return %0 : vector<4x8xf32>
}

// CHECK-LABEL: func.func @from_elements(
// CHECK-SAME:    %[[ARG0:.+]]: f32, %[[ARG1:.+]]: f32) -> vector<2x2xf32> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.from_elements %[[ARG0]], %[[ARG1]], %[[ARG1]], %[[ARG0]] : vector<2x2xf32>
// CHECK-NEXT:    return %[[VAL_0]] : vector<2x2xf32>
// CHECK-NEXT:  }
func.func @from_elements(%a: f32, %b: f32) -> vector<2x2xf32> {
  %0 = vector.from_elements %a, %b, %b, %a : vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

// CHECK-LABEL: func.func @to_elements(
// CHECK-SAME:    %[[ARG0:.+]]: vector<2xf32>) -> (f32, f32) {
// CHECK-NEXT:    %[[VAL_0:.+]]:2 = vector.to_elements %[[ARG0]] : vector<2xf32>
// CHECK-NEXT:    return %[[VAL_0]]#0, %[[VAL_0]]#1 : f32, f32
// CHECK-NEXT:  }
func.func @to_elements(%a: vector<2xf32>) -> (f32, f32) {
  %0:2 = vector.to_elements %a : vector<2xf32>
  return %0#0, %0#1 : f32, f32
}

// CHECK-LABEL: func.func @scalable_insert(
// CHECK-SAME:    %[[ARG0:.+]]: vector<4xf32>, %[[ARG1:.+]]: vector<[16]xf32>) -> vector<[16]xf32> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.scalable.insert %[[ARG0]], %[[ARG1]][8] : vector<4xf32> into vector<[16]xf32>
// CHECK-NEXT:    return %[[VAL_0]] : vector<[16]xf32>
// CHECK-NEXT:  }
func.func @scalable_insert(%a: vector<4xf32>, %b: vector<[16]xf32>) -> vector<[16]xf32> {
  %0 = vector.scalable.insert %a, %b[8] : vector<4xf32> into vector<[16]xf32>
  return %0 : vector<[16]xf32>
}

// CHECK-LABEL: func.func @scalable_extract(
// CHECK-SAME:    %[[ARG0:.+]]: vector<[16]xf32>) -> vector<4xf32> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.scalable.extract %[[ARG0]][8] : vector<4xf32> from vector<[16]xf32>
// CHECK-NEXT:    return %[[VAL_0]] : vector<4xf32>
// CHECK-NEXT:  }
func.func @scalable_extract(%a: vector<[16]xf32>) -> vector<4xf32> {
  %0 = vector.scalable.extract %a[8] : vector<4xf32> from vector<[16]xf32>
  return %0 : vector<4xf32>
}

// CHECK-LABEL: func.func @shuffle(
// CHECK-SAME:    %[[ARG0:.+]]: vector<2xf32>, %[[ARG1:.+]]: vector<4xf32>) -> vector<3xf32> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.shuffle %[[ARG0]], %[[ARG1]] [0, 1, 5] : vector<2xf32>, vector<4xf32>
// CHECK-NEXT:    return %[[VAL_0]] : vector<3xf32>
// CHECK-NEXT:  }
func.func @shuffle(%a: vector<2xf32>, %b: vector<4xf32>) -> vector<3xf32> {
  %0 = vector.shuffle %a, %b [0, 1, 5] : vector<2xf32>, vector<4xf32>
  return %0 : vector<3xf32>
}

// CHECK-LABEL: func.func @interleave(
// CHECK-SAME:    %[[ARG0:.+]]: vector<2x[4]xi8>, %[[ARG1:.+]]: vector<2x[4]xi8>) -> vector<2x[8]xi8> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.interleave %[[ARG0]], %[[ARG1]] : vector<2x[4]xi8> -> vector<2x[8]xi8>
// CHECK-NEXT:    return %[[VAL_0]] : vector<2x[8]xi8>
// CHECK-NEXT:  }
func.func @interleave(%a: vector<2x[4]xi8>, %b: vector<2x[4]xi8>) -> vector<2x[8]xi8> {
  %0 = vector.interleave %a, %b : vector<2x[4]xi8> -> vector<2x[8]xi8>
  return %0 : vector<2x[8]xi8>
}

// CHECK-LABEL: func.func @deinterleave(
// CHECK-SAME:    %[[ARG0:.+]]: vector<8xi8>) -> (vector<4xi8>, vector<4xi8>) {
// CHECK-NEXT:    %[[RES1:.+]], %[[RES2:.+]] = vector.deinterleave %[[ARG0]] : vector<8xi8> -> vector<4xi8>
// CHECK-NEXT:    return %[[RES1]], %[[RES2]] : vector<4xi8>, vector<4xi8>
// CHECK-NEXT:  }
func.func @deinterleave(%a: vector<8xi8>) -> (vector<4xi8>, vector<4xi8>) {
  %0, %1 = vector.deinterleave %a : vector<8xi8> -> vector<4xi8>
  return %0, %1 : vector<4xi8>, vector<4xi8>
}

// CHECK-LABEL: func.func @extract_strided_slice(
// CHECK-SAME:    %[[ARG0:.+]]: vector<4x8x16xf32>) -> vector<2x4x16xf32> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.extract_strided_slice %[[ARG0]] {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8x16xf32> to vector<2x4x16xf32>
// CHECK-NEXT:    return %[[VAL_0]] : vector<2x4x16xf32>
// CHECK-NEXT:  }
func.func @extract_strided_slice(%a: vector<4x8x16xf32>) -> vector<2x4x16xf32> {
  %0 = vector.extract_strided_slice %a {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8x16xf32> to vector<2x4x16xf32>
  return %0 : vector<2x4x16xf32>
}

// CHECK-LABEL: func.func @insert_strided_slice(
// CHECK-SAME:    %[[ARG0:.+]]: vector<2x4xf32>, %[[ARG1:.+]]: vector<16x4x8xf32>) -> vector<16x4x8xf32> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.insert_strided_slice %[[ARG0]], %[[ARG1]] {offsets = [0, 0, 2], strides = [1, 1]} : vector<2x4xf32> into vector<16x4x8xf32>
// CHECK-NEXT:    return %[[VAL_0]] : vector<16x4x8xf32>
// CHECK-NEXT:  }
func.func @insert_strided_slice(%a: vector<2x4xf32>, %b: vector<16x4x8xf32>) -> vector<16x4x8xf32> {
  %0 = vector.insert_strided_slice %a, %b {offsets = [0, 0, 2], strides = [1, 1]} : vector<2x4xf32> into vector<16x4x8xf32>
  return %0 : vector<16x4x8xf32>
}

// CHECK-LABEL: func.func @permutation_map(
// CHECK-SAME:    %[[ARG0:.+]]: memref<?x?xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: f32, %[[ARG3:.+]]: vector<4xi1>) {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.transfer_read %[[ARG0]][%[[ARG1]], %[[ARG1]]], %[[ARG2]], %[[ARG3]] {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT:    %[[VAL_1:.+]] = vector.transfer_read %[[ARG0]][%[[ARG1]], %[[ARG1]]], %[[ARG2]] {permutation_map = #[[$MAP]]} : memref<?x?xf32>, vector<4x8xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @permutation_map(%a: memref<?x?xf32>, %i: index, %pad: f32, %m: vector<4xi1>) {
  %0 = vector.transfer_read %a[%i, %i], %pad, %m {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  %1 = vector.transfer_read %a[%i, %i], %pad {permutation_map = affine_map<(d0, d1) -> (d1, 0)>} : memref<?x?xf32>, vector<4x8xf32>
  return
}

// CHECK-LABEL: func.func @transfer_write(
// CHECK-SAME:    %[[ARG0:.+]]: vector<4xf32>, %[[ARG1:.+]]: tensor<?x?xf32>, %[[ARG2:.+]]: index) -> tensor<?x?xf32> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.transfer_write %[[ARG0]], %[[ARG1]][%[[ARG2]], %[[ARG2]]] : vector<4xf32>, tensor<?x?xf32>
// CHECK-NEXT:    return %[[VAL_0]] : tensor<?x?xf32>
// CHECK-NEXT:  }
func.func @transfer_write(%v: vector<4xf32>, %a: tensor<?x?xf32>, %i: index) -> tensor<?x?xf32> {
  %0 = vector.transfer_write %v, %a[%i, %i] : vector<4xf32>, tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @name(
// CHECK-SAME:    %[[ARG0:.+]]: memref<8x16xf32>, %[[ARG1:.+]]: index) -> vector<2x4xf32> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.load %[[ARG0]][%[[ARG1]], %[[ARG1]]] {alignment = 16 : i64} : memref<8x16xf32>, vector<2x4xf32>
// CHECK-NEXT:    return %[[VAL_0]] : vector<2x4xf32>
// CHECK-NEXT:  }
func.func @name(%m: memref<8x16xf32>, %i: index) -> vector<2x4xf32> {
  %0 = vector.load %m[%i, %i] {alignment = 16 : i64} : memref<8x16xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// CHECK-LABEL: func.func @store(
// CHECK-SAME:    %[[ARG0:.+]]: memref<8x16xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: vector<4xf32>) {
// CHECK-NEXT:    vector.store %[[ARG2]], %[[ARG0]][%[[ARG1]], %[[ARG1]]] {nontemporal = true} : memref<8x16xf32>, vector<4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @store(%m: memref<8x16xf32>, %i: index, %v: vector<4xf32>) {
  vector.store %v, %m[%i, %i] {nontemporal = true} : memref<8x16xf32>, vector<4xf32>
  return
}

// CHECK-LABEL: func.func @masked_load(
// CHECK-SAME:    %[[ARG0:.+]]: memref<?xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: vector<4xi1>, %[[ARG3:.+]]: vector<4xf32>) -> vector<4xf32> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.maskedload %[[ARG0]][%[[ARG1]]], %[[ARG2]], %[[ARG3]] : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:    return %[[VAL_0]] : vector<4xf32>
// CHECK-NEXT:  }
func.func @masked_load(%m: memref<?xf32>, %i: index, %k: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.maskedload %m[%i], %k, %p : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}

// CHECK-LABEL: func.func @masked_store(
// CHECK-SAME:    %[[ARG0:.+]]: memref<?xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: vector<4xi1>, %[[ARG3:.+]]: vector<4xf32>) {
// CHECK-NEXT:    vector.maskedstore %[[ARG0]][%[[ARG1]]], %[[ARG2]], %[[ARG3]] : memref<?xf32>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @masked_store(%m: memref<?xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) {
  vector.maskedstore %m[%i], %k, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  return
}

// CHECK-LABEL: func.func @expand_load(
// CHECK-SAME:    %[[ARG0:.+]]: memref<?xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: vector<4xi1>, %[[ARG3:.+]]: vector<4xf32>) -> vector<4xf32> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.expandload %[[ARG0]][%[[ARG1]]], %[[ARG2]], %[[ARG3]] : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:    return %[[VAL_0]] : vector<4xf32>
// CHECK-NEXT:  }
func.func @expand_load(%m: memref<?xf32>, %i: index, %k: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.expandload %m[%i], %k, %p : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}

// CHECK-LABEL: func.func @compress_store(
// CHECK-SAME:    %[[ARG0:.+]]: memref<?xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: vector<4xi1>, %[[ARG3:.+]]: vector<4xf32>) {
// CHECK-NEXT:    vector.compressstore %[[ARG0]][%[[ARG1]]], %[[ARG2]], %[[ARG3]] : memref<?xf32>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @compress_store(%m: memref<?xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) {
  vector.compressstore %m[%i], %k, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  return
}

// CHECK-LABEL: func.func @gather(
// CHECK-SAME:    %[[ARG0:.+]]: memref<?xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: vector<4xindex>, %[[ARG3:.+]]: vector<4xi1>, %[[ARG4:.+]]: vector<4xf32>) -> vector<4xf32> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.gather %[[ARG0]][%[[ARG1]]] [%[[ARG2]]], %[[ARG3]], %[[ARG4]] : memref<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:    return %[[VAL_0]] : vector<4xf32>
// CHECK-NEXT:  }
func.func @gather(%m: memref<?xf32>, %o: index, %i: vector<4xindex>, %k: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.gather %m[%o] [%i], %k, %p : memref<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}

// CHECK-LABEL: func.func @scatter(
// CHECK-SAME:    %[[ARG0:.+]]: memref<?xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: vector<4xindex>, %[[ARG3:.+]]: vector<4xi1>, %[[ARG4:.+]]: vector<4xf32>) {
// CHECK-NEXT:    vector.scatter %[[ARG0]][%[[ARG1]]] [%[[ARG2]]], %[[ARG3]], %[[ARG4]] : memref<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @scatter(%m: memref<?xf32>, %o: index, %i: vector<4xindex>, %k: vector<4xi1>, %v: vector<4xf32>) {
  vector.scatter %m[%o] [%i], %k, %v : memref<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  return
}

// CHECK-LABEL: func.func @create_mask(
// CHECK-SAME:    %[[ARG0:.+]]: index, %[[ARG1:.+]]: index) -> vector<4x3xi1> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.create_mask %[[ARG0]], %[[ARG1]] : vector<4x3xi1>
// CHECK-NEXT:    return %[[VAL_0]] : vector<4x3xi1>
// CHECK-NEXT:  }
func.func @create_mask(%n: index, %m: index) -> vector<4x3xi1> {
  %0 = vector.create_mask %n, %m : vector<4x3xi1>
  return %0 : vector<4x3xi1>
}

// CHECK-LABEL: func.func @constant_mask() -> vector<4x3xi1> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.constant_mask [3, 2] : vector<4x3xi1>
// CHECK-NEXT:    return %[[VAL_0]] : vector<4x3xi1>
// CHECK-NEXT:  }
func.func @constant_mask() -> vector<4x3xi1> {
  %0 = vector.constant_mask [3, 2] : vector<4x3xi1>
  return %0 : vector<4x3xi1>
}

// CHECK-LABEL: func.func @mask(
// CHECK-SAME:    %[[ARG0:.+]]: vector<8xi1>, %[[ARG1:.+]]: vector<8xf32>, %[[ARG2:.+]]: f32) -> f32 {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.mask %[[ARG0]] { vector.reduction <add>, %[[ARG1]], %[[ARG2]] : vector<8xf32> into f32 } : vector<8xi1> -> f32
// CHECK-NEXT:    return %[[VAL_0]] : f32
// CHECK-NEXT:  }
func.func @mask(%k: vector<8xi1>, %v: vector<8xf32>, %a: f32) -> f32 {
  %0 = vector.mask %k { vector.reduction <add>, %v, %a : vector<8xf32> into f32 } : vector<8xi1> -> f32
  return %0 : f32
}

// CHECK-LABEL: func.func @reduction(
// CHECK-SAME:    %[[ARG0:.+]]: vector<16xf32>, %[[ARG1:.+]]: f32) -> f32 {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.reduction <add>, %[[ARG0]], %[[ARG1]] fastmath<reassoc> : vector<16xf32> into f32
// CHECK-NEXT:    return %[[VAL_0]] : f32
// CHECK-NEXT:  }
func.func @reduction(%v: vector<16xf32>, %a: f32) -> f32 {
  %0 = vector.reduction <add>, %v, %a fastmath<reassoc> : vector<16xf32> into f32
  return %0 : f32
}

// CHECK-LABEL: func.func @multi_reduction(
// CHECK-SAME:    %[[ARG0:.+]]: vector<4x8x16xf32>, %[[ARG1:.+]]: vector<4x16xf32>) -> vector<4x16xf32> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.multi_reduction <add>, %[[ARG0]], %[[ARG1]] [1] : vector<4x8x16xf32> to vector<4x16xf32>
// CHECK-NEXT:    return %[[VAL_0]] : vector<4x16xf32>
// CHECK-NEXT:  }
func.func @multi_reduction(%v: vector<4x8x16xf32>, %a: vector<4x16xf32>) -> vector<4x16xf32> {
  %0 = vector.multi_reduction <add>, %v, %a [1] : vector<4x8x16xf32> to vector<4x16xf32>
  return %0 : vector<4x16xf32>
}

// CHECK-LABEL: func.func @f_m_a(
// CHECK-SAME:    %[[ARG0:.+]]: vector<8x16xf32>) -> vector<8x16xf32> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.fma %[[ARG0]], %[[ARG0]], %[[ARG0]] : vector<8x16xf32>
// CHECK-NEXT:    return %[[VAL_0]] : vector<8x16xf32>
// CHECK-NEXT:  }
func.func @f_m_a(%a: vector<8x16xf32>) -> vector<8x16xf32> {
  %0 = vector.fma %a, %a, %a : vector<8x16xf32>
  return %0 : vector<8x16xf32>
}

// CHECK-LABEL: func.func @scan(
// CHECK-SAME:    %[[ARG0:.+]]: vector<4x8xf32>, %[[ARG1:.+]]: vector<4xf32>) -> vector<4x8xf32> {
// CHECK-NEXT:    %[[DEST:.+]], %[[ACCUMULATED_VALUE:.+]] = vector.scan <add>, %[[ARG0]], %[[ARG1]] {inclusive = false, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4xf32>
// CHECK-NEXT:    return %[[DEST]] : vector<4x8xf32>
// CHECK-NEXT:  }
func.func @scan(%v: vector<4x8xf32>, %a: vector<4xf32>) -> vector<4x8xf32> {
  %0:2 = vector.scan <add>, %v, %a {inclusive = false, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4xf32>
  return %0#0 : vector<4x8xf32>
}

// CHECK-LABEL: func.func @contract(
// CHECK-SAME:    %[[ARG0:.+]]: vector<4x3xf32>, %[[ARG1:.+]]: vector<3x7xf32>, %[[ARG2:.+]]: vector<4x7xf32>) -> vector<4x7xf32> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.contract {indexing_maps = [#[[$MAP1]], #[[$MAP2]], #[[$MAP3]]], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %[[ARG0]], %[[ARG1]], %[[ARG2]] : vector<4x3xf32>, vector<3x7xf32> into vector<4x7xf32>
// CHECK-NEXT:    return %[[VAL_0]] : vector<4x7xf32>
// CHECK-NEXT:  }
func.func @contract(%a: vector<4x3xf32>, %b: vector<3x7xf32>, %c: vector<4x7xf32>) -> vector<4x7xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x3xf32>, vector<3x7xf32> into vector<4x7xf32>
  return %0 : vector<4x7xf32>
}

// CHECK-LABEL: func.func @indexing_maps(
// CHECK-SAME:    %[[ARG0:.+]]: vector<4xf32>, %[[ARG1:.+]]: vector<8xf32>, %[[ARG2:.+]]: vector<4x8xf32>) -> vector<4x8xf32> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.outerproduct %[[ARG0]], %[[ARG1]], %[[ARG2]] {kind = #vector.kind<add>} : vector<4xf32>, vector<8xf32>
// CHECK-NEXT:    return %[[VAL_0]] : vector<4x8xf32>
// CHECK-NEXT:  }
func.func @indexing_maps(%a: vector<4xf32>, %b: vector<8xf32>, %c: vector<4x8xf32>) -> vector<4x8xf32> {
  %0 = vector.outerproduct %a, %b, %c {kind = #vector.kind<add>} : vector<4xf32>, vector<8xf32>
  return %0 : vector<4x8xf32>
}

// CHECK-LABEL: func.func @step() -> vector<[4]xindex> {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.step : vector<[4]xindex>
// CHECK-NEXT:    return %[[VAL_0]] : vector<[4]xindex>
// CHECK-NEXT:  }
func.func @step() -> vector<[4]xindex> {
  %0 = vector.step : vector<[4]xindex>
  return %0 : vector<[4]xindex>
}

// CHECK-LABEL: func.func @v_scale(
// CHECK-SAME:    %[[ARG0:.+]]: vector<4xf32>) {
// CHECK-NEXT:    vector.print %[[ARG0]] : vector<4xf32> punctuation <comma>
// CHECK-NEXT:    vector.print str "done"
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @v_scale(%v: vector<4xf32>) {
  vector.print %v : vector<4xf32> punctuation <comma>
  vector.print str "done"
  return
}

// CHECK-LABEL: func.func @attributes(
// CHECK-SAME:    %[[ARG0:.+]]: vector<4xf32>, %[[ARG1:.+]]: memref<?x?xf32>, %[[ARG2:.+]]: index, %[[ARG3:.+]]: f32) {
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.transpose %[[ARG0]], [0] {tag} : vector<4xf32> to vector<4xf32>
// CHECK-NEXT:    %[[VAL_1:.+]] = vector.load %[[ARG1]][%[[ARG2]], %[[ARG2]]] {alignment = 4 : i64, nontemporal = true, tag} : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT:    %[[VAL_2:.+]] = vector.transfer_read %[[ARG1]][%[[ARG2]], %[[ARG2]]], %[[ARG3]] {in_bounds = [true], permutation_map = #[[$MAP4]], tag} : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT:    vector.print %[[ARG3]] : f32
// CHECK-NEXT:    vector.print punctuation <open>
// CHECK-NEXT:    %[[VSCALE:.+]] = vector.vscale
// CHECK-NEXT:    vector.print
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @attributes(%v: vector<4xf32>, %m: memref<?x?xf32>, %i: index, %f: f32) {
  %0 = vector.transpose %v, [0] {tag} : vector<4xf32> to vector<4xf32>
  %1 = vector.load %m[%i, %i] {alignment = 4 : i64, nontemporal = true, tag} : memref<?x?xf32>, vector<4xf32>
  %2 = vector.transfer_read %m[%i, %i], %f {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>, tag} : memref<?x?xf32>, vector<4xf32>
  vector.print %f : f32
  vector.print punctuation <open>
  %3 = vector.vscale
  vector.print
  return
}
