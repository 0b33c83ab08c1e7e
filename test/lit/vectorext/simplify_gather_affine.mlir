// RUN: optc %s --vectorext-simplify-transfer-gather=explain --allow-unregistered-dialect --canonicalize --mlir-print-local-scope --verify-diagnostics | FileCheck %s

// Constants that count down by two: a view with a stride, and a reversal.
// CHECK-LABEL: func.func @falling(
// CHECK-SAME:    %[[ARG0:.+]]: memref<64xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: f32) -> vector<4xf32> {
// CHECK-NEXT:    %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT:    %[[VAL_0:.+]] = affine.apply affine_map<()[s0] -> (s0 + 8)>()[%[[ARG1]]]
// CHECK-NEXT:    %[[SUBVIEW:.+]] = memref.subview %[[ARG0]][%[[VAL_0]]] [4] [2] : memref<64xf32> to memref<4xf32, strided<[2], offset: ?>>
// CHECK-NEXT:    %[[VAL_1:.+]] = vector.transfer_read %[[SUBVIEW]][%[[C0]]], %[[ARG2]] {in_bounds = [true]} : memref<4xf32, strided<[2], offset: ?>>, vector<4xf32>
// CHECK-NEXT:    %[[VAL_2:.+]] = vector.shuffle %[[VAL_1]], %[[VAL_1]] [3, 2, 1, 0] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:    return %[[VAL_2]] : vector<4xf32>
// CHECK-NEXT:  }
func.func @falling(%m: memref<64xf32>, %o: index, %p: f32) -> vector<4xf32> {
  %i = arith.constant dense<[14, 12, 10, 8]> : vector<4xindex>
  %r = iree_vector_ext.transfer_gather %m[%o] [%i : vector<4xindex>], %p {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

// The same of a tensor.
// CHECK-LABEL: func.func @falling_tensor(
// CHECK-SAME:    %[[ARG0:.+]]: tensor<64xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: f32) -> vector<4xf32> {
// CHECK-NEXT:    %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT:    %[[VAL_0:.+]] = affine.apply affine_map<()[s0] -> (s0 + 8)>()[%[[ARG1]]]
// CHECK-NEXT:    %[[EXTRACTED_SLICE:.+]] = tensor.extract_slice %[[ARG0]][%[[VAL_0]]] [4] [2] : tensor<64xf32> to tensor<4xf32>
// CHECK-NEXT:    %[[VAL_1:.+]] = vector.transfer_read %[[EXTRACTED_SLICE]][%[[C0]]], %[[ARG2]] {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
// CHECK-NEXT:    %[[VAL_2:.+]] = vector.shuffle %[[VAL_1]], %[[VAL_1]] [3, 2, 1, 0] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:    return %[[VAL_2]] : vector<4xf32>
// CHECK-NEXT:  }
func.func @falling_tensor(%m: tensor<64xf32>, %o: index, %p: f32) -> vector<4xf32> {
  %i = arith.constant dense<[14, 12, 10, 8]> : vector<4xindex>
  %r = iree_vector_ext.transfer_gather %m[%o] [%i : vector<4xindex>], %p {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : tensor<64xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

// A linearised index taken apart: a block of two rows, one vector.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[ARG0:.+]]: memref<8x4xf32>, %[[ARG1:.+]]: f32) -> vector<8xf32> {
// CHECK-NEXT:    %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT:    %[[THREAD_ID_X:.+]] = gpu.thread_id  x upper_bound 4
// CHECK-NEXT:    %[[VAL_0:.+]] = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%[[THREAD_ID_X]]]
// CHECK-NEXT:    %[[VAL_1:.+]] = vector.transfer_read %[[ARG0]][%[[VAL_0]], %[[C0]]], %[[ARG1]] {in_bounds = [true, true]} : memref<8x4xf32>, vector<2x4xf32>
// CHECK-NEXT:    %[[VAL_2:.+]] = vector.shape_cast %[[VAL_1]] : vector<2x4xf32> to vector<8xf32>
// CHECK-NEXT:    return %[[VAL_2]] : vector<8xf32>
// CHECK-NEXT:  }
func.func @rows(%m: memref<8x4xf32>, %p: f32) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant dense<4> : vector<8xindex>
  %x1 = gpu.thread_id x upper_bound 4
  %c8 = arith.constant 8 : index
  %x2 = arith.muli %x1, %c8 : index
  %b = vector.broadcast %x2 : index to vector<8xindex>
  %s = vector.step : vector<8xindex>
  %l = arith.addi %s, %b : vector<8xindex>
  %i = arith.divui %l, %c4 : vector<8xindex>
  %j = arith.remui %l, %c4 : vector<8xindex>
  %r = iree_vector_ext.transfer_gather %m[%c0, %c0] [%i, %j : vector<8xindex>, vector<8xindex>], %p {indexing_maps = [affine_map<(d0)[s0, s1] -> (s0, s1)>, affine_map<(d0)[s0, s1] -> (d0)>, affine_map<(d0)[s0, s1] -> (d0)>]} : memref<8x4xf32>, vector<8xf32>
  return %r : vector<8xf32>
}

// Rows of a matrix that is one row in memory, and its diagonal.
// CHECK-LABEL: func.func @matrix_in_a_row(
// CHECK-SAME:    %[[ARG0:.+]]: memref<64xf32>, %[[ARG1:.+]]: memref<8x8xf32>, %[[ARG2:.+]]: f32) -> (vector<3x2xf32>, vector<8xf32>) {
// CHECK-NEXT:    %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT:    %[[REINTERPRET_CAST:.+]] = memref.reinterpret_cast %[[ARG0]] to offset: [9], sizes: [3, 2], strides: [8, 1] : memref<64xf32> to memref<3x2xf32, strided<[8, 1], offset: 9>>
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.transfer_read %[[REINTERPRET_CAST]][%[[C0]], %[[C0]]], %[[ARG2]] {in_bounds = [true, true]} : memref<3x2xf32, strided<[8, 1], offset: 9>>, vector<3x2xf32>
// CHECK-NEXT:    %[[REINTERPRET_CAST_0:.+]] = memref.reinterpret_cast %[[ARG1]] to offset: [0], sizes: [8], strides: [9] : memref<8x8xf32> to memref<8xf32, strided<[9]>>
// CHECK-NEXT:    %[[VAL_1:.+]] = vector.transfer_read %[[REINTERPRET_CAST_0]][%[[C0]]], %[[ARG2]] {in_bounds = [true]} : memref<8xf32, strided<[9]>>, vector<8xf32>
// CHECK-NEXT:    return %[[VAL_0]], %[[VAL_1]] : vector<3x2xf32>, vector<8xf32>
// CHECK-NEXT:  }
func.func @matrix_in_a_row(%m: memref<64xf32>, %n: memref<8x8xf32>, %p: f32) -> (vector<3x2xf32>, vector<8xf32>) {
  %c0 = arith.constant 0 : index
  %i = arith.constant dense<[[9, 10], [17, 18], [25, 26]]> : vector<3x2xindex>
  %r = iree_vector_ext.transfer_gather %m[%c0] [%i : vector<3x2xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : memref<64xf32>, vector<3x2xf32>
  %d = iree_vector_ext.transfer_gather %n[%c0, %c0], %p {indexing_maps = [affine_map<(d0) -> (d0, d0)>]} : memref<8x8xf32>, vector<8xf32>
  return %r, %d : vector<3x2xf32>, vector<8xf32>
}

// A mask stays: lanes that are off may be outside of the memory.
// CHECK-LABEL: func.func @masked(
// CHECK-SAME:    %[[ARG0:.+]]: memref<64xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: vector<4xi1>, %[[ARG3:.+]]: f32) -> vector<4xf32> {
// CHECK-NEXT:    %[[VAL_0:.+]] = affine.apply affine_map<()[s0] -> (s0 + 8)>()[%[[ARG1]]]
// CHECK-NEXT:    %[[VAL_1:.+]] = vector.transfer_read %[[ARG0]][%[[VAL_0]]], %[[ARG3]], %[[ARG2]] {in_bounds = [true]} : memref<64xf32>, vector<4xf32>
// CHECK-NEXT:    return %[[VAL_1]] : vector<4xf32>
// CHECK-NEXT:  }
func.func @masked(%m: memref<64xf32>, %o: index, %k: vector<4xi1>, %p: f32) -> vector<4xf32> {
  %i = arith.constant dense<[8, 9, 10, 11]> : vector<4xindex>
  %r = iree_vector_ext.transfer_gather %m[%o] [%i : vector<4xindex>], %p, %k {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64xf32>, vector<4xf32>, vector<4xi1>
  return %r : vector<4xf32>
}

// A view of them is only made where it is inside.
// CHECK-LABEL: func.func @masked_view(
// CHECK-SAME:    %[[ARG0:.+]]: memref<64xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: vector<4xi1>, %[[ARG3:.+]]: f32) -> (vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:    %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT:    %[[CST:.+]] = arith.constant dense<[8, 10, 12, 14]> : vector<4xindex>
// CHECK-NEXT:    %[[SUBVIEW:.+]] = memref.subview %[[ARG0]][8] [4] [2] : memref<64xf32> to memref<4xf32, strided<[2], offset: 8>>
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.transfer_read %[[SUBVIEW]][%[[C0]]], %[[ARG3]], %[[ARG2]] {in_bounds = [true]} : memref<4xf32, strided<[2], offset: 8>>, vector<4xf32>
// CHECK-NEXT:    %[[VAL_1:.+]] = iree_vector_ext.transfer_gather %[[ARG0]][%[[ARG1]]] [%[[CST]] : vector<4xindex>], %[[ARG3]], %[[ARG2]] {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64xf32>, vector<4xf32>, vector<4xi1>
// CHECK-NEXT:    return %[[VAL_0]], %[[VAL_1]] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:  }
func.func @masked_view(%m: memref<64xf32>, %o: index, %k: vector<4xi1>, %p: f32) -> (vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %i = arith.constant dense<[8, 10, 12, 14]> : vector<4xindex>
  %r = iree_vector_ext.transfer_gather %m[%c0] [%i : vector<4xindex>], %p, %k {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64xf32>, vector<4xf32>, vector<4xi1>
  // expected-remark@+1 {{keeps its index vectors: lanes that are masked off may be outside of the memory}}
  %s = iree_vector_ext.transfer_gather %m[%o] [%i : vector<4xindex>], %p, %k {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64xf32>, vector<4xf32>, vector<4xi1>
  return %r, %s : vector<4xf32>, vector<4xf32>
}

// Scatters likewise, with a tensor that gets the view back.
// CHECK-LABEL: func.func @scatter(
// CHECK-SAME:    %[[ARG0:.+]]: vector<4xf32>, %[[ARG1:.+]]: memref<64xf32>, %[[ARG2:.+]]: tensor<64xf32>, %[[ARG3:.+]]: index) -> tensor<64xf32> {
// CHECK-NEXT:    %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT:    %[[VAL_0:.+]] = affine.apply affine_map<()[s0] -> (s0 + 8)>()[%[[ARG3]]]
// CHECK-NEXT:    %[[SUBVIEW:.+]] = memref.subview %[[ARG1]][%[[VAL_0]]] [4] [2] : memref<64xf32> to memref<4xf32, strided<[2], offset: ?>>
// CHECK-NEXT:    %[[VAL_1:.+]] = vector.shuffle %[[ARG0]], %[[ARG0]] [3, 2, 1, 0] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:    vector.transfer_write %[[VAL_1]], %[[SUBVIEW]][%[[C0]]] {in_bounds = [true]} : vector<4xf32>, memref<4xf32, strided<[2], offset: ?>>
// CHECK-NEXT:    %[[VAL_2:.+]] = affine.apply affine_map<()[s0] -> (s0 + 8)>()[%[[ARG3]]]
// CHECK-NEXT:    %[[EXTRACTED_SLICE:.+]] = tensor.extract_slice %[[ARG2]][%[[VAL_2]]] [4] [2] : tensor<64xf32> to tensor<4xf32>
// CHECK-NEXT:    %[[VAL_3:.+]] = vector.shuffle %[[ARG0]], %[[ARG0]] [3, 2, 1, 0] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:    %[[VAL_4:.+]] = vector.transfer_write %[[VAL_3]], %[[EXTRACTED_SLICE]][%[[C0]]] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
// CHECK-NEXT:    %[[VAL_5:.+]] = affine.apply affine_map<()[s0] -> (s0 + 8)>()[%[[ARG3]]]
// CHECK-NEXT:    %[[INSERTED_SLICE:.+]] = tensor.insert_slice %[[VAL_4]] into %[[ARG2]][%[[VAL_5]]] [4] [2] : tensor<4xf32> into tensor<64xf32>
// CHECK-NEXT:    return %[[INSERTED_SLICE]] : tensor<64xf32>
// CHECK-NEXT:  }
func.func @scatter(%v: vector<4xf32>, %m: memref<64xf32>, %t: tensor<64xf32>, %o: index) -> tensor<64xf32> {
  %i = arith.constant dense<[14, 12, 10, 8]> : vector<4xindex>
  iree_vector_ext.transfer_scatter %v into %m[%o] [%i : vector<4xindex>] {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : vector<4xf32>, memref<64xf32>
  %r = iree_vector_ext.transfer_scatter %v into %t[%o] [%i : vector<4xindex>] {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : vector<4xf32>, tensor<64xf32> -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// What stays, and why.
// CHECK-LABEL: func.func @stays(
// CHECK-SAME:    %[[ARG0:.+]]: vector<4xf32>, %[[ARG1:.+]]: vector<2x4xf32>, %[[ARG2:.+]]: memref<64xf32>, %[[ARG3:.+]]: tensor<64xf32>, %[[ARG4:.+]]: index, %[[ARG5:.+]]: vector<4xindex>, %[[ARG6:.+]]: i32, %[[ARG7:.+]]: f32) {
// CHECK-NEXT:    %[[CST:.+]] = arith.constant dense<{{[[][[]}}0, 1, 2, 3], [2, 3, 4, 5]]> : vector<2x4xindex>
// CHECK-NEXT:    %[[CST_0:.+]] = arith.constant dense<3> : vector<4xindex>
// CHECK-NEXT:    %[[CST_1:.+]] = arith.constant dense<[0, 1, 2, 3]> : vector<4xi8>
// CHECK-NEXT:    %[[CST_2:.+]] = arith.constant dense<[1, 2, 4, 8]> : vector<4xindex>
// CHECK-NEXT:    %[[VAL_0:.+]] = iree_vector_ext.transfer_gather %[[ARG2]][%[[ARG4]]] [%[[CST_2]] : vector<4xindex>], %[[ARG7]] {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64xf32>, vector<4xf32>
// CHECK-NEXT:    %[[VAL_1:.+]] = iree_vector_ext.transfer_gather %[[ARG2]][%[[ARG4]]] [%[[ARG5]] : vector<4xindex>], %[[ARG7]] {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64xf32>, vector<4xf32>
// CHECK-NEXT:    %[[VAL_2:.+]] = arith.trunci %[[ARG6]] : i32 to i8
// CHECK-NEXT:    %[[VAL_3:.+]] = vector.broadcast %[[VAL_2]] : i8 to vector<4xi8>
// CHECK-NEXT:    %[[VAL_4:.+]] = arith.addi %[[VAL_3]], %[[CST_1]] : vector<4xi8>
// CHECK-NEXT:    %[[VAL_5:.+]] = arith.index_cast %[[VAL_4]] : vector<4xi8> to vector<4xindex>
// CHECK-NEXT:    %[[VAL_6:.+]] = iree_vector_ext.transfer_gather %[[ARG2]][%[[ARG4]]] [%[[VAL_5]] : vector<4xindex>], %[[ARG7]] {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64xf32>, vector<4xf32>
// CHECK-NEXT:    iree_vector_ext.transfer_scatter %[[ARG0]] into %[[ARG2]][%[[ARG4]]] [%[[CST_0]] : vector<4xindex>] {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : vector<4xf32>, memref<64xf32>
// CHECK-NEXT:    iree_vector_ext.transfer_scatter %[[ARG1]] into %[[ARG2]][%[[ARG4]]] [%[[CST]] : vector<2x4xindex>] {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : vector<2x4xf32>, memref<64xf32>
// CHECK-NEXT:    %[[VAL_7:.+]] = iree_vector_ext.transfer_gather %[[ARG3]][%[[ARG4]]] [%[[CST]] : vector<2x4xindex>], %[[ARG7]] {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : tensor<64xf32>, vector<2x4xf32>
// CHECK-NEXT:    "test.use"(%[[VAL_0]], %[[VAL_1]], %[[VAL_6]], %[[VAL_7]]) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<2x4xf32>) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @stays(%v: vector<4xf32>, %w: vector<2x4xf32>, %m: memref<64xf32>, %t: tensor<64xf32>, %o: index, %a: vector<4xindex>, %x: i32, %p: f32) {
  %c = arith.constant dense<[1, 2, 4, 8]> : vector<4xindex>
  // expected-remark@+1 {{keeps its index vectors: the index along dimension 0 is not linear in the coordinates of the vector}}
  %0 = iree_vector_ext.transfer_gather %m[%o] [%c : vector<4xindex>], %p {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64xf32>, vector<4xf32>
  // expected-remark@+1 {{keeps its index vectors: index vector 0 depends on an argument of a block}}
  %1 = iree_vector_ext.transfer_gather %m[%o] [%a : vector<4xindex>], %p {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64xf32>, vector<4xf32>
  // 8-bit numbers that may wrap around.
  %y = arith.trunci %x : i32 to i8
  %yy = vector.broadcast %y : i8 to vector<4xi8>
  %bytes = arith.constant dense<[0, 1, 2, 3]> : vector<4xi8>
  %sum = arith.addi %yy, %bytes : vector<4xi8>
  %i = arith.index_cast %sum : vector<4xi8> to vector<4xindex>
  // expected-remark@+1 {{keeps its index vectors: index vector 0 depends on a vector of 'arith.index_cast' that is not affine in the coordinates}}
  %2 = iree_vector_ext.transfer_gather %m[%o] [%i : vector<4xindex>], %p {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64xf32>, vector<4xf32>
  %same = arith.constant dense<3> : vector<4xindex>
  // expected-remark@+1 {{keeps its index vectors: several lanes write the same element}}
  iree_vector_ext.transfer_scatter %v into %m[%o] [%same : vector<4xindex>] {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : vector<4xf32>, memref<64xf32>
  %overlap = arith.constant dense<[[0, 1, 2, 3], [2, 3, 4, 5]]> : vector<2x4xindex>
  // expected-remark@+1 {{keeps its index vectors: several lanes may write the same element}}
  iree_vector_ext.transfer_scatter %w into %m[%o] [%overlap : vector<2x4xindex>] {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : vector<2x4xf32>, memref<64xf32>
  // expected-remark@+1 {{keeps its index vectors: the elements are not a box of the tensor}}
  %3 = iree_vector_ext.transfer_gather %t[%o] [%overlap : vector<2x4xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : tensor<64xf32>, vector<2x4xf32>
  "test.use"(%0, %1, %2, %3) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<2x4xf32>) -> ()
  return
}
