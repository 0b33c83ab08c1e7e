// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// Functions that are executed before and after their folds and patterns; package internal/testing/folds tells which have none.

// CHECK-LABEL: func.func @shapes(%arg0: tensor<8xi32>, %arg1: index) -> (index, index, i32, index) {
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %extracted = tensor.extract %arg0[%c2] : tensor<8xi32>
// CHECK-NEXT: return %c8, %c1, %extracted, %c8 : index, index, i32, index
func.func @shapes(%t: tensor<8xi32>, %i: index) -> (index, index, i32, index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c = tensor.cast %t : tensor<8xi32> to tensor<?xi32>
  %0 = tensor.dim %c, %c0 : tensor<?xi32>
  %1 = tensor.rank %t : tensor<8xi32>
  %2 = tensor.extract %c[%c2] : tensor<?xi32>
  %p = tensor.insert %2 into %c[%c2] : tensor<?xi32>
  %3 = tensor.dim %p, %c0 : tensor<?xi32>
  return %0, %1, %2, %3 : index, index, i32, index
}

// CHECK-LABEL: func.func @bitcasts(%arg0: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xf32>) {
// CHECK-NEXT: %0 = tensor.bitcast %arg0 : tensor<8xi32> to tensor<8xf32>
// CHECK-NEXT: return %arg0, %0 : tensor<8xi32>, tensor<8xf32>
func.func @bitcasts(%t: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xf32>) {
  %a = tensor.bitcast %t : tensor<8xi32> to tensor<8xi32>
  %b = tensor.bitcast %a : tensor<8xi32> to tensor<8xui32>
  %c = tensor.bitcast %b : tensor<8xui32> to tensor<8xf32>
  return %a, %c : tensor<8xi32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @constants() -> (i32, tensor<4xi32>, tensor<2x2xi32>, tensor<4xi32>, tensor<2xi32>, tensor<4xi32>, tensor<3xi32>) {
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: %cst = arith.constant dense<5> : tensor<4xi32>
// CHECK-NEXT: %cst_0 = arith.constant dense<{{\[\[}}1, 2], [3, 4]]> : tensor<2x2xi32>
// CHECK-NEXT: %cst_1 = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
// CHECK-NEXT: %cst_2 = arith.constant dense<7> : tensor<2xi32>
// CHECK-NEXT: %cst_3 = arith.constant dense<5> : tensor<3xi32>
// CHECK-NEXT: return %c2_i32, %cst, %cst_0, %cst_1, %cst_2, %cst, %cst_3 : i32, tensor<4xi32>, tensor<2x2xi32>, tensor<4xi32>, tensor<2xi32>, tensor<4xi32>, tensor<3xi32>
func.func @constants() -> (i32, tensor<4xi32>, tensor<2x2xi32>, tensor<4xi32>, tensor<2xi32>, tensor<4xi32>, tensor<3xi32>) {
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i32
  %t = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %s = arith.constant dense<7> : tensor<4xi32>
  %u = arith.constant dense<5> : tensor<4xi32>
  %0 = tensor.extract %t[%c1] : tensor<4xi32>
  %1 = tensor.splat %x : tensor<4xi32>
  %2 = tensor.expand_shape %t [[0, 1]] output_shape [2, 2] : tensor<4xi32> into tensor<2x2xi32>
  %3 = tensor.collapse_shape %2 [[0, 1]] : tensor<2x2xi32> into tensor<4xi32>
  %4 = tensor.extract_slice %s[1] [2] [1] : tensor<4xi32> to tensor<2xi32>
  %5 = tensor.insert %x into %u[%c1] : tensor<4xi32>
  %6 = tensor.from_elements %x, %x, %x : tensor<3xi32>
  return %0, %1, %2, %3, %4, %5, %6 : i32, tensor<4xi32>, tensor<2x2xi32>, tensor<4xi32>, tensor<2xi32>, tensor<4xi32>, tensor<3xi32>
}

// CHECK-LABEL: func.func @elements(%arg0: i32, %arg1: i32) -> (i32, i32, index, i32) {
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %0 = arith.index_cast %arg1 : i32 to index
// CHECK-NEXT: %1 = arith.addi %arg0, %c1_i32 : i32
// CHECK-NEXT: return %arg1, %arg0, %0, %1 : i32, i32, index, i32
func.func @elements(%x: i32, %y: i32) -> (i32, i32, index, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = tensor.from_elements %x, %y : tensor<2xi32>
  %0 = tensor.extract %t[%c1] : tensor<2xi32>
  %c = tensor.cast %t : tensor<2xi32> to tensor<?xi32>
  %1 = tensor.extract %c[%c0] : tensor<?xi32>
  %e = arith.index_cast %t : tensor<2xi32> to tensor<2xindex>
  %2 = tensor.extract %e[%c1] : tensor<2xindex>
  %g = tensor.generate {
  ^bb0(%i: index):
    %a = arith.index_cast %i : index to i32
    %b = arith.addi %a, %x : i32
    tensor.yield %b : i32
  } : tensor<8xi32>
  %3 = tensor.extract %g[%c1] : tensor<8xi32>
  return %0, %1, %2, %3 : i32, i32, index, i32
}

// -----

// CHECK-LABEL: func.func @reshapes(%arg0: tensor<24xi32>, %arg1: tensor<4x6xi32>, %arg2: i32) -> (tensor<4x2x3xi32>, tensor<24xi32>, tensor<8x3xi32>, tensor<24xi32>) {
// CHECK-NEXT: %expanded = tensor.expand_shape %arg0 {{\[\[}}0, 1, 2]] output_shape [4, 2, 3] : tensor<24xi32> into tensor<4x2x3xi32>
// CHECK-NEXT: %collapsed = tensor.collapse_shape %arg1 {{\[\[}}0, 1]] : tensor<4x6xi32> into tensor<24xi32>
// CHECK-NEXT: %expanded_0 = tensor.expand_shape %collapsed {{\[\[}}0, 1]] output_shape [8, 3] : tensor<24xi32> into tensor<8x3xi32>
// CHECK-NEXT: %collapsed_1 = tensor.collapse_shape %arg1 {{\[\[}}0, 1]] : tensor<4x6xi32> into tensor<24xi32>
// CHECK-NEXT: return %expanded, %arg0, %expanded_0, %collapsed_1 : tensor<4x2x3xi32>, tensor<24xi32>, tensor<8x3xi32>, tensor<24xi32>
func.func @reshapes(%t: tensor<24xi32>, %u: tensor<4x6xi32>, %x: i32) -> (tensor<4x2x3xi32>, tensor<24xi32>, tensor<8x3xi32>, tensor<24xi32>) {
  %a = tensor.expand_shape %t [[0, 1]] output_shape [4, 6] : tensor<24xi32> into tensor<4x6xi32>
  %0 = tensor.expand_shape %a [[0], [1, 2]] output_shape [4, 2, 3] : tensor<4x6xi32> into tensor<4x2x3xi32>
  %b = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<4x2x3xi32> into tensor<8x3xi32>
  %1 = tensor.collapse_shape %b [[0, 1]] : tensor<8x3xi32> into tensor<24xi32>
  %c = tensor.collapse_shape %u [[0, 1]] : tensor<4x6xi32> into tensor<24xi32>
  %2 = tensor.expand_shape %c [[0, 1]] output_shape [8, 3] : tensor<24xi32> into tensor<8x3xi32>
  %d = tensor.cast %u : tensor<4x6xi32> to tensor<?x6xi32>
  %e = tensor.collapse_shape %d [[0, 1]] : tensor<?x6xi32> into tensor<?xi32>
  %3 = tensor.cast %e : tensor<?xi32> to tensor<24xi32>
  return %0, %1, %2, %3 : tensor<4x2x3xi32>, tensor<24xi32>, tensor<8x3xi32>, tensor<24xi32>
}

// CHECK-LABEL: func.func @reshapes_between(%arg0: tensor<2x3x4xi32>) -> (tensor<24xi32>, tensor<2x12xi32>) {
// CHECK-NEXT: %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0, 1, 2]] : tensor<2x3x4xi32> into tensor<24xi32>
// CHECK-NEXT: %collapsed_0 = tensor.collapse_shape %arg0 {{\[\[}}0], [1, 2]] : tensor<2x3x4xi32> into tensor<2x12xi32>
// CHECK-NEXT: return %collapsed, %collapsed_0 : tensor<24xi32>, tensor<2x12xi32>
func.func @reshapes_between(%t: tensor<2x3x4xi32>) -> (tensor<24xi32>, tensor<2x12xi32>) {
  %a = tensor.collapse_shape %t [[0, 1], [2]] : tensor<2x3x4xi32> into tensor<6x4xi32>
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<6x4xi32> into tensor<24xi32>
  %b = tensor.expand_shape %0 [[0, 1, 2]] output_shape [2, 4, 3] : tensor<24xi32> into tensor<2x4x3xi32>
  %1 = tensor.collapse_shape %b [[0], [1, 2]] : tensor<2x4x3xi32> into tensor<2x12xi32>
  return %0, %1 : tensor<24xi32>, tensor<2x12xi32>
}

// CHECK-LABEL: func.func @reshaped_sources(%arg0: i32, %arg1: i32) -> (tensor<2x2xi32>, tensor<4xi32>, tensor<2x2xi32>, tensor<4xi32>) {
// CHECK-NEXT: %splat = tensor.splat %arg0 : tensor<2x2xi32>
// CHECK-NEXT: %splat_0 = tensor.splat %arg0 : tensor<4xi32>
// CHECK-NEXT: %from_elements = tensor.from_elements %arg0, %arg1, %arg1, %arg0 : tensor<2x2xi32>
// CHECK-NEXT: %from_elements_1 = tensor.from_elements %arg0, %arg1, %arg1, %arg0 : tensor<4xi32>
// CHECK-NEXT: return %splat, %splat_0, %from_elements, %from_elements_1 : tensor<2x2xi32>, tensor<4xi32>, tensor<2x2xi32>, tensor<4xi32>
func.func @reshaped_sources(%x: i32, %y: i32) -> (tensor<2x2xi32>, tensor<4xi32>, tensor<2x2xi32>, tensor<4xi32>) {
  %a = tensor.splat %x : tensor<4xi32>
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [2, 2] : tensor<4xi32> into tensor<2x2xi32>
  %b = tensor.splat %x : tensor<2x2xi32>
  %1 = tensor.collapse_shape %b [[0, 1]] : tensor<2x2xi32> into tensor<4xi32>
  %c = tensor.from_elements %x, %y, %y, %x : tensor<4xi32>
  %2 = tensor.expand_shape %c [[0, 1]] output_shape [2, 2] : tensor<4xi32> into tensor<2x2xi32>
  %d = tensor.from_elements %x, %y, %y, %x : tensor<2x2xi32>
  %3 = tensor.collapse_shape %d [[0, 1]] : tensor<2x2xi32> into tensor<4xi32>
  return %0, %1, %2, %3 : tensor<2x2xi32>, tensor<4xi32>, tensor<2x2xi32>, tensor<4xi32>
}

// CHECK-LABEL: func.func @reshaped_constants() -> (tensor<2x2xi32>, tensor<4xi32>) {
// CHECK-NEXT: %cst = arith.constant dense<3> : tensor<2x2xi32>
// CHECK-NEXT: %cst_0 = arith.constant dense<4> : tensor<4xi32>
// CHECK-NEXT: return %cst, %cst_0 : tensor<2x2xi32>, tensor<4xi32>
func.func @reshaped_constants() -> (tensor<2x2xi32>, tensor<4xi32>) {
  %a = arith.constant dense<3> : tensor<4xi32>
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [2, 2] : tensor<4xi32> into tensor<2x2xi32>
  %b = arith.constant dense<4> : tensor<2x2xi32>
  %1 = tensor.collapse_shape %b [[0, 1]] : tensor<2x2xi32> into tensor<4xi32>
  return %0, %1 : tensor<2x2xi32>, tensor<4xi32>
}

// CHECK-LABEL: func.func @static_expansion(%arg0: tensor<8xi32>) -> tensor<2x4xi32> {
// CHECK-NEXT: %expanded = tensor.expand_shape %arg0 {{\[\[}}0, 1]] output_shape [2, 4] : tensor<8xi32> into tensor<2x4xi32>
// CHECK-NEXT: return %expanded : tensor<2x4xi32>
func.func @static_expansion(%t: tensor<8xi32>) -> tensor<2x4xi32> {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c = tensor.cast %t : tensor<8xi32> to tensor<?xi32>
  %0 = tensor.expand_shape %c [[0, 1]] output_shape [%c2, %c4] : tensor<?xi32> into tensor<?x?xi32>
  %1 = tensor.cast %0 : tensor<?x?xi32> to tensor<2x4xi32>
  return %1 : tensor<2x4xi32>
}

// CHECK-LABEL: func.func @reshape(%arg0: tensor<8xi32>) -> (tensor<2x4xi32>, index) {
// CHECK-NEXT: %cst = arith.constant dense<[2, 4]> : tensor<2xindex>
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %reshape = tensor.reshape %arg0(%cst) : (tensor<8xi32>, tensor<2xindex>) -> tensor<2x4xi32>
// CHECK-NEXT: return %reshape, %c2 : tensor<2x4xi32>, index
func.func @reshape(%t: tensor<8xi32>) -> (tensor<2x4xi32>, index) {
  %c0 = arith.constant 0 : index
  %s = arith.constant dense<[2, 4]> : tensor<2xindex>
  %0 = tensor.reshape %t(%s) : (tensor<8xi32>, tensor<2xindex>) -> tensor<2x4xi32>
  %1 = tensor.reshape %0(%s) : (tensor<2x4xi32>, tensor<2xindex>) -> tensor<?x?xi32>
  %2 = tensor.dim %1, %c0 : tensor<?x?xi32>
  %3 = tensor.reshape %0(%s) : (tensor<2x4xi32>, tensor<2xindex>) -> tensor<2x4xi32>
  return %3, %2 : tensor<2x4xi32>, index
}

// CHECK-LABEL: func.func @gathered(%arg0: tensor<2x1xindex>) -> tensor<2x1xi32> {
// CHECK-NEXT: %cst = arith.constant dense<9> : tensor<2x1xi32>
// CHECK-NEXT: return %cst : tensor<2x1xi32>
func.func @gathered(%i: tensor<2x1xindex>) -> tensor<2x1xi32> {
  %s = arith.constant dense<9> : tensor<8xi32>
  %j = arith.constant dense<[[1], [5]]> : tensor<2x1xindex>
  %0 = tensor.gather %s[%j] gather_dims([0]) : (tensor<8xi32>, tensor<2x1xindex>) -> tensor<2x1xi32>
  return %0 : tensor<2x1xi32>
}

// -----

// CHECK-LABEL: func.func @slices(%arg0: tensor<8xi32>, %arg1: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) {
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[2] [4] [1] : tensor<8xi32> to tensor<4xi32>
// CHECK-NEXT: %extracted_slice_0 = tensor.extract_slice %arg0[1] [4] [1] : tensor<8xi32> to tensor<4xi32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %arg1 into %arg0[1] [4] [1] : tensor<4xi32> into tensor<8xi32>
// CHECK-NEXT: return %extracted_slice, %extracted_slice_0, %inserted_slice, %arg0, %arg0 : tensor<4xi32>, tensor<4xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>
func.func @slices(%t: tensor<8xi32>, %u: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c = tensor.cast %t : tensor<8xi32> to tensor<?xi32>
  %0 = tensor.extract_slice %c[2] [4] [1] : tensor<?xi32> to tensor<4xi32>
  %a = tensor.extract_slice %t[%c1] [%c4] [1] : tensor<8xi32> to tensor<?xi32>
  %1 = tensor.cast %a : tensor<?xi32> to tensor<4xi32>
  %v = tensor.cast %u : tensor<4xi32> to tensor<?xi32>
  %w = tensor.extract_slice %v[0] [%c4] [1] : tensor<?xi32> to tensor<?xi32>
  %2 = tensor.insert_slice %w into %t[%c1] [%c4] [1] : tensor<?xi32> into tensor<8xi32>
  %3 = tensor.insert_slice %0 into %t[2] [4] [1] : tensor<4xi32> into tensor<8xi32>
  %b = tensor.extract_slice %t[0] [8] [1] : tensor<8xi32> to tensor<8xi32>
  %4 = tensor.insert_slice %b into %b[0] [8] [1] : tensor<8xi32> into tensor<8xi32>
  return %0, %1, %2, %3, %4 : tensor<4xi32>, tensor<4xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>
}

// CHECK-LABEL: func.func @cast_of_slice(%arg0: tensor<8xi32>, %arg1: tensor<4xi32>) -> (tensor<4xi32>, tensor<8xi32>, tensor<8xi32>) {
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[1] [4] [1] : tensor<8xi32> to tensor<4xi32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %arg1 into %arg0[2] [4] [1] : tensor<4xi32> into tensor<8xi32>
// CHECK-NEXT: %inserted_slice_0 = tensor.insert_slice %arg1 into %arg0[2] [4] [1] : tensor<4xi32> into tensor<8xi32>
// CHECK-NEXT: return %extracted_slice, %inserted_slice, %inserted_slice_0 : tensor<4xi32>, tensor<8xi32>, tensor<8xi32>
func.func @cast_of_slice(%t: tensor<8xi32>, %v: tensor<4xi32>) -> (tensor<4xi32>, tensor<8xi32>, tensor<8xi32>) {
  %c4 = arith.constant 4 : index
  %a = tensor.extract_slice %t[1] [%c4] [1] : tensor<8xi32> to tensor<?xi32>
  %0 = tensor.cast %a : tensor<?xi32> to tensor<4xi32>
  %b = tensor.cast %v : tensor<4xi32> to tensor<?xi32>
  %1 = tensor.insert_slice %b into %t[2] [%c4] [1] : tensor<?xi32> into tensor<8xi32>
  %d = tensor.cast %t : tensor<8xi32> to tensor<?xi32>
  %e = tensor.insert_slice %v into %d[2] [4] [1] : tensor<4xi32> into tensor<?xi32>
  %2 = tensor.cast %e : tensor<?xi32> to tensor<8xi32>
  return %0, %1, %2 : tensor<4xi32>, tensor<8xi32>, tensor<8xi32>
}

// CHECK-LABEL: func.func @empties() -> (index, index, index) {
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: return %c4, %c4, %c2 : index, index, index
func.func @empties() -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %a = tensor.empty(%c4) : tensor<?x3xi32>
  %0 = tensor.dim %a, %c0 : tensor<?x3xi32>
  %b = tensor.empty(%c4) : tensor<?xi32>
  %c = tensor.cast %b : tensor<?xi32> to tensor<4xi32>
  %d = tensor.cast %c : tensor<4xi32> to tensor<?xi32>
  %1 = tensor.dim %d, %c0 : tensor<?xi32>
  %2 = tensor.rank %a : tensor<?x3xi32>
  return %0, %1, %2 : index, index, index
}

// CHECK-LABEL: func.func @empty_extent(%arg0: index, %arg1: i32) -> (index, tensor<4xi32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = tensor.empty() : tensor<4xi32>
// CHECK-NEXT: %inserted = tensor.insert %arg1 into %0[%c0] : tensor<4xi32>
// CHECK-NEXT: return %arg0, %inserted : index, tensor<4xi32>
func.func @empty_extent(%n: index, %x: i32) -> (index, tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %a = tensor.empty(%n) : tensor<?xi32>
  %0 = tensor.dim %a, %c0 : tensor<?xi32>
  %b = tensor.empty(%c4) : tensor<?xi32>
  %c = tensor.cast %b : tensor<?xi32> to tensor<4xi32>
  %e = tensor.insert %x into %c[%c0] : tensor<4xi32>
  return %0, %e : index, tensor<4xi32>
}

// The extent of an empty tensor that comes from another one.
// CHECK-LABEL: func.func @empty_like(%arg0: tensor<8xi32>, %arg1: i32) -> (index, index, tensor<8xi32>) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %inserted = tensor.insert %arg1 into %arg0[%c1] : tensor<8xi32>
// CHECK-NEXT: return %c8, %c8, %inserted : index, index, tensor<8xi32>
func.func @empty_like(%t: tensor<8xi32>, %x: i32) -> (index, index, tensor<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = tensor.cast %t : tensor<8xi32> to tensor<?xi32>
  %n = tensor.dim %c, %c0 : tensor<?xi32>
  %a = tensor.empty(%n) : tensor<?xi32>
  %0 = tensor.dim %a, %c0 : tensor<?xi32>
  %b = tensor.insert %x into %c[%c1] : tensor<?xi32>
  %1 = tensor.dim %b, %c0 : tensor<?xi32>
  %2 = tensor.cast %b : tensor<?xi32> to tensor<8xi32>
  return %0, %1, %2 : index, index, tensor<8xi32>
}

// CHECK-LABEL: func.func @extents(%arg0: tensor<?xi32>, %arg1: vector<4xi32>) -> (index, index, index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c16 = arith.constant 16 : index
// CHECK-NEXT: %dim = tensor.dim %arg0, %c0 : tensor<?xi32>
// CHECK-NEXT: %dim_0 = tensor.dim %arg0, %c0 : tensor<?xi32>
// CHECK-NEXT: return %c16, %dim, %dim_0 : index, index, index
func.func @extents(%t: tensor<?xi32>, %x: vector<4xi32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c = tensor.cast %t : tensor<?xi32> to tensor<16xi32>
  %d = tensor.cast %c : tensor<16xi32> to tensor<?xi32>
  %0 = tensor.dim %d, %c0 : tensor<?xi32>
  %a = vector.transfer_write %x, %t[%c0] : vector<4xi32>, tensor<?xi32>
  %1 = tensor.dim %a, %c0 : tensor<?xi32>
  %n = tensor.dim %t, %c0 : tensor<?xi32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %2 = tensor.dim %e, %c0 : tensor<?xi32>
  return %0, %1, %2 : index, index, index
}

// Extents that only the execution knows: %q is 4.
// CHECK-LABEL: func.func @unknown_extents(%arg0: tensor<8xi32>, %arg1: index, %arg2: tensor<?x8xi32>) -> (tensor<4xi32>, tensor<8xi32>, index, index) {
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[1] [4] [1] : tensor<8xi32> to tensor<4xi32>
// CHECK-NEXT: %extracted_slice_0 = tensor.extract_slice %arg0[2] [4] [1] : tensor<8xi32> to tensor<4xi32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %extracted_slice_0 into %arg0[1] [4] [1] : tensor<4xi32> into tensor<8xi32>
// CHECK-NEXT: %dim = tensor.dim %arg2, %c0 : tensor<?x8xi32>
// CHECK-NEXT: return %extracted_slice, %inserted_slice, %dim, %c4 : tensor<4xi32>, tensor<8xi32>, index, index
func.func @unknown_extents(%t: tensor<8xi32>, %n: index, %u: tensor<?x8xi32>) -> (tensor<4xi32>, tensor<8xi32>, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %p = arith.minui %n, %c4 : index
  %q = arith.maxui %p, %c4 : index
  %a = tensor.extract_slice %t[1] [%q] [1] : tensor<8xi32> to tensor<?xi32>
  %0 = tensor.cast %a : tensor<?xi32> to tensor<4xi32>
  %b = tensor.extract_slice %t[2] [%q] [1] : tensor<8xi32> to tensor<?xi32>
  %1 = tensor.insert_slice %b into %t[1] [%c4] [1] : tensor<?xi32> into tensor<8xi32>
  %d = tensor.cast %u : tensor<?x8xi32> to tensor<?x?xi32>
  %2 = tensor.dim %d, %c0 : tensor<?x?xi32>
  %e = tensor.empty(%n, %q) : tensor<?x?xi32>
  %f = tensor.cast %e : tensor<?x?xi32> to tensor<?x4xi32>
  %g = tensor.cast %f : tensor<?x4xi32> to tensor<?x?xi32>
  %3 = tensor.dim %g, %c1 : tensor<?x?xi32>
  return %0, %1, %2, %3 : tensor<4xi32>, tensor<8xi32>, index, index
}

// CHECK-LABEL: func.func @cast_empty(%arg0: index) -> tensor<?x4xi32> {
// CHECK-NEXT: %0 = tensor.empty(%arg0) : tensor<?x4xi32>
// CHECK-NEXT: return %0 : tensor<?x4xi32>
func.func @cast_empty(%n: index) -> tensor<?x4xi32> {
  %c4 = arith.constant 4 : index
  %p = arith.minui %n, %c4 : index
  %q = arith.maxui %p, %c4 : index
  %e = tensor.empty(%n, %q) : tensor<?x?xi32>
  %f = tensor.cast %e : tensor<?x?xi32> to tensor<?x4xi32>
  return %f : tensor<?x4xi32>
}

// CHECK-LABEL: func.func @constant_padding(%arg0: tensor<4xi32>, %arg1: i32) -> tensor<?xi32> {
// CHECK-NEXT: %padded = tensor.pad %arg0 low[1] high[2] {
// CHECK-NEXT: ^bb0(%arg2: index):
// CHECK-NEXT: tensor.yield %arg1 : i32
// CHECK-NEXT: } : tensor<4xi32> to tensor<7xi32>
// CHECK-NEXT: %cast = tensor.cast %padded : tensor<7xi32> to tensor<?xi32>
// CHECK-NEXT: return %cast : tensor<?xi32>
func.func @constant_padding(%t: tensor<4xi32>, %x: i32) -> tensor<?xi32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = tensor.pad %t low[%c1] high[%c2] {
  ^bb0(%i: index):
    tensor.yield %x : i32
  } : tensor<4xi32> to tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// CHECK-LABEL: func.func @joined(%arg0: tensor<4xi32>, %arg1: tensor<3xi32>) -> (tensor<4xi32>, tensor<7xi32>, tensor<7xi32>) {
// CHECK-NEXT: %concat = tensor.concat dim(0) %arg0, %arg1 : (tensor<4xi32>, tensor<3xi32>) -> tensor<7xi32>
// CHECK-NEXT: %concat_0 = tensor.concat dim(0) %arg0, %arg1 : (tensor<4xi32>, tensor<3xi32>) -> tensor<7xi32>
// CHECK-NEXT: return %arg0, %concat, %concat_0 : tensor<4xi32>, tensor<7xi32>, tensor<7xi32>
func.func @joined(%t: tensor<4xi32>, %u: tensor<3xi32>) -> (tensor<4xi32>, tensor<7xi32>, tensor<7xi32>) {
  %0 = tensor.concat dim(0) %t : (tensor<4xi32>) -> tensor<4xi32>
  %1 = tensor.concat dim(0) %t, %u : (tensor<4xi32>, tensor<3xi32>) -> tensor<7xi32>
  %a = tensor.concat dim(0) %t, %u : (tensor<4xi32>, tensor<3xi32>) -> tensor<?xi32>
  %2 = tensor.cast %a : tensor<?xi32> to tensor<7xi32>
  return %0, %1, %2 : tensor<4xi32>, tensor<7xi32>, tensor<7xi32>
}

// CHECK-LABEL: func.func @joined_with_inferred(%arg0: tensor<4x2xi32>, %arg1: tensor<3x2xi32>) -> tensor<7x2xi32> {
// CHECK-NEXT: %concat = tensor.concat dim(0) %arg0, %arg1 : (tensor<4x2xi32>, tensor<3x2xi32>) -> tensor<7x2xi32>
// CHECK-NEXT: return %concat : tensor<7x2xi32>
func.func @joined_with_inferred(%t: tensor<4x2xi32>, %u: tensor<3x2xi32>) -> tensor<7x2xi32> {
  %v = tensor.cast %u : tensor<3x2xi32> to tensor<3x?xi32>
  %0 = tensor.concat dim(0) %t, %v : (tensor<4x2xi32>, tensor<3x?xi32>) -> tensor<7x2xi32>
  return %0 : tensor<7x2xi32>
}

// CHECK-LABEL: func.func @joined_alone(%arg0: tensor<4x2xi32>) -> tensor<4x?xi32> {
// CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<4x2xi32> to tensor<4x?xi32>
// CHECK-NEXT: return %cast : tensor<4x?xi32>
func.func @joined_alone(%t: tensor<4x2xi32>) -> tensor<4x?xi32> {
  %u = tensor.cast %t : tensor<4x2xi32> to tensor<?x2xi32>
  %0 = tensor.concat dim(0) %u : (tensor<?x2xi32>) -> tensor<?x?xi32>
  %1 = tensor.cast %0 : tensor<?x?xi32> to tensor<4x?xi32>
  return %1 : tensor<4x?xi32>
}

// CHECK-LABEL: func.func @padded(%arg0: tensor<4xi32>, %arg1: i32) -> (tensor<4xi32>, tensor<4xi32>, tensor<7xi32>) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %padded = tensor.pad %arg0 nofold low[0] high[0] {
// CHECK-NEXT: ^bb0(%arg2: index):
// CHECK-NEXT: tensor.yield %arg1 : i32
// CHECK-NEXT: } : tensor<4xi32> to tensor<4xi32>
// CHECK-NEXT: %padded_0 = tensor.pad %arg0 low[%c1] high[%c2] {
// CHECK-NEXT: ^bb0(%arg2: index):
// CHECK-NEXT: tensor.yield %arg1 : i32
// CHECK-NEXT: } : tensor<4xi32> to tensor<7xi32>
// CHECK-NEXT: return %arg0, %padded, %padded_0 : tensor<4xi32>, tensor<4xi32>, tensor<7xi32>
func.func @padded(%t: tensor<4xi32>, %x: i32) -> (tensor<4xi32>, tensor<4xi32>, tensor<7xi32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = tensor.pad %t low[0] high[0] {
  ^bb0(%i: index):
    tensor.yield %x : i32
  } : tensor<4xi32> to tensor<4xi32>
  %1 = tensor.pad %t nofold low[0] high[0] {
  ^bb0(%i: index):
    tensor.yield %x : i32
  } : tensor<4xi32> to tensor<4xi32>
  %a = tensor.pad %t low[%c1] high[%c2] {
  ^bb0(%i: index):
    tensor.yield %x : i32
  } : tensor<4xi32> to tensor<?xi32>
  %2 = tensor.cast %a : tensor<?xi32> to tensor<7xi32>
  return %0, %1, %2 : tensor<4xi32>, tensor<4xi32>, tensor<7xi32>
}

// CHECK-LABEL: func.func @zero_padding(%arg0: tensor<4xi32>, %arg1: i32) -> tensor<?xi32> {
// CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<4xi32> to tensor<?xi32>
// CHECK-NEXT: return %cast : tensor<?xi32>
func.func @zero_padding(%t: tensor<4xi32>, %x: i32) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %u = tensor.cast %t : tensor<4xi32> to tensor<?xi32>
  %0 = tensor.pad %u low[%c0] high[0] {
  ^bb0(%i: index):
    tensor.yield %x : i32
  } : tensor<?xi32> to tensor<?xi32>
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func.func @padded_twice(%arg0: tensor<4xi32>, %arg1: i32) -> tensor<10xi32> {
// CHECK-NEXT: %padded = tensor.pad %arg0 low[3] high[3] {
// CHECK-NEXT: ^bb0(%arg2: index):
// CHECK-NEXT: tensor.yield %arg1 : i32
// CHECK-NEXT: } : tensor<4xi32> to tensor<10xi32>
// CHECK-NEXT: return %padded : tensor<10xi32>
func.func @padded_twice(%t: tensor<4xi32>, %x: i32) -> tensor<10xi32> {
  %a = tensor.pad %t low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %x : i32
  } : tensor<4xi32> to tensor<7xi32>
  %0 = tensor.pad %a low[2] high[1] {
  ^bb0(%i: index):
    tensor.yield %x : i32
  } : tensor<7xi32> to tensor<10xi32>
  return %0 : tensor<10xi32>
}

// CHECK-LABEL: func.func @padded_across(%arg0: tensor<4x6xi32>) -> tensor<5x8xi32> {
// CHECK-NEXT: %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[0, 0] [3, 5] [1, 1] : tensor<4x6xi32> to tensor<3x5xi32>
// CHECK-NEXT: %padded = tensor.pad %extracted_slice low[0, 0] high[2, 3] {
// CHECK-NEXT: ^bb0(%arg1: index, %arg2: index):
// CHECK-NEXT: tensor.yield %c7_i32 : i32
// CHECK-NEXT: } : tensor<3x5xi32> to tensor<5x8xi32>
// CHECK-NEXT: return %padded : tensor<5x8xi32>
func.func @padded_across(%t: tensor<4x6xi32>) -> tensor<5x8xi32> {
  %x = arith.constant 7 : i32
  %a = tensor.extract_slice %t[0, 0] [3, 6] [1, 1] : tensor<4x6xi32> to tensor<3x6xi32>
  %b = tensor.pad %a low[0, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : i32
  } : tensor<3x6xi32> to tensor<5x6xi32>
  %c = tensor.extract_slice %b[0, 0] [5, 5] [1, 1] : tensor<5x6xi32> to tensor<5x5xi32>
  %0 = tensor.pad %c low[0, 0] high[0, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : i32
  } : tensor<5x5xi32> to tensor<5x8xi32>
  return %0 : tensor<5x8xi32>
}

// CHECK-LABEL: func.func @padded_cast(%arg0: tensor<4xi32>, %arg1: i32) -> tensor<6xi32> {
// CHECK-NEXT: %padded = tensor.pad %arg0 low[1] high[1] {
// CHECK-NEXT: ^bb0(%arg2: index):
// CHECK-NEXT: tensor.yield %arg1 : i32
// CHECK-NEXT: } : tensor<4xi32> to tensor<6xi32>
// CHECK-NEXT: return %padded : tensor<6xi32>
func.func @padded_cast(%t: tensor<4xi32>, %x: i32) -> tensor<6xi32> {
  %c = tensor.cast %t : tensor<4xi32> to tensor<?xi32>
  %a = tensor.pad %c low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %x : i32
  } : tensor<?xi32> to tensor<?xi32>
  %0 = tensor.cast %a : tensor<?xi32> to tensor<6xi32>
  return %0 : tensor<6xi32>
}

// The extent of a cast, for an index that nobody knows.
// CHECK-LABEL: func.func @extent_of_cast(%arg0: tensor<4x?xf32>, %arg1: i1) -> index {
// CHECK-NEXT: %0 = arith.index_castui %arg1 : i1 to index
// CHECK-NEXT: %dim = tensor.dim %arg0, %0 : tensor<4x?xf32>
// CHECK-NEXT: return %dim : index
func.func @extent_of_cast(%t: tensor<4x?xf32>, %i: i1) -> index {
  %j = arith.index_castui %i : i1 to index
  %0 = tensor.cast %t : tensor<4x?xf32> to tensor<?x?xf32>
  %1 = tensor.dim %0, %j : tensor<?x?xf32>
  return %1 : index
}
