// RUN: optc %s --canonicalize --compat=today | FileCheck %s --check-prefixes=CHECK,TODAY
// RUN: optc %s --canonicalize --compat=seed | FileCheck %s --check-prefixes=CHECK,SEED
// RUN: optc %s --canonicalize | FileCheck %s --check-prefixes=CHECK,RELEASE
// mlir-opt-22 differs (place): it has all attributes in the dictionary

// CHECK-LABEL: @lists
func.func @lists(%a: vector<2x4xf32>, %b: vector<4x8xf32>, %c: vector<8xf32>) -> (vector<4x8xf32>, vector<2x2xf32>, vector<4x8xf32>) {
  // TODAY: vector.insert_strided_slice %arg0, %arg1 offsets = [0, 1], strides = [1, 1] : vector<2x4xf32> into vector<4x8xf32>
  // SEED: vector.insert_strided_slice %arg0, %arg1 {offsets = [0, 1], strides = [1, 1]} : vector<2x4xf32> into vector<4x8xf32>
  // RELEASE: vector.insert_strided_slice %arg0, %arg1 {offsets = [0, 1], strides = [1, 1]} : vector<2x4xf32> into vector<4x8xf32>
  %0 = vector.insert_strided_slice %a, %b offsets = [0, 1], strides = [1, 1] : vector<2x4xf32> into vector<4x8xf32>
  // TODAY: vector.extract_strided_slice %arg0 offsets = [0, 1], sizes = [2, 2], strides = [1, 1] : vector<2x4xf32> to vector<2x2xf32>
  // SEED: vector.extract_strided_slice %arg0 {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
  %1 = vector.extract_strided_slice %a {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
  // TODAY: vector.scan <add>, %arg1, %arg2 reduction_dim = 0, inclusive = true : vector<4x8xf32>, vector<8xf32>
  // SEED: vector.scan <add>, %arg1, %arg2 {inclusive = true, reduction_dim = 0 : i64} : vector<4x8xf32>, vector<8xf32>
  %2:2 = vector.scan <add>, %b, %c reduction_dim = 0, inclusive = true : vector<4x8xf32>, vector<8xf32>
  return %0, %1, %2#0 : vector<4x8xf32>, vector<2x2xf32>, vector<4x8xf32>
}

// CHECK-LABEL: @units
func.func @units(%a: vector<1x4xf32>, %b: vector<4xf32>, %x: f32, %y: f32) -> (vector<4xf32>, vector<1x4xf32>, vector<1x2xf32>) {
  // TODAY: vector.shape_cast %arg0 : vector<1x4xf32> to vector<4xf32>
  // SEED: vector.shape_cast %arg0 : vector<1x4xf32> to vector<4xf32>
  // RELEASE: vector.extract %arg0[0] : vector<4xf32> from vector<1x4xf32>
  %0 = vector.extract %a[0] : vector<4xf32> from vector<1x4xf32>
  // TODAY: vector.shape_cast %arg1 : vector<4xf32> to vector<1x4xf32>
  // SEED: vector.shape_cast %arg1 : vector<4xf32> to vector<1x4xf32>
  // RELEASE: vector.broadcast %arg1 : vector<4xf32> to vector<1x4xf32>
  %1 = vector.broadcast %b : vector<4xf32> to vector<1x4xf32>
  // TODAY: vector.from_elements %arg2, %arg3 : vector<1x2xf32>
  // SEED: vector.from_elements %arg2, %arg3 : vector<2xf32>
  // RELEASE: vector.from_elements %arg2, %arg3 : vector<2xf32>
  %e = vector.from_elements %x, %y : vector<2xf32>
  %2 = vector.shape_cast %e : vector<2xf32> to vector<1x2xf32>
  return %0, %1, %2 : vector<4xf32>, vector<1x4xf32>, vector<1x2xf32>
}

#cut = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// CHECK-LABEL: @casts
func.func @casts(%a: vector<8xf32>, %b: vector<1x1x2xf32>) -> (vector<1x1x2xf32>, vector<8xf32>) {
  // TODAY: iree_vector_ext.to_simt %arg0 {note} : vector<8xf32> -> vector<1x1x2xf32>
  // SEED: iree_vector_ext.to_simt %arg0 {note} : vector<8xf32> -> vector<1x1x2xf32>
  // RELEASE: iree_vector_ext.to_simt %arg0 {layout = #nested, note} : vector<8xf32> -> vector<1x1x2xf32>
  %0 = iree_vector_ext.to_simt %a {layout = #cut, note} : vector<8xf32> -> vector<1x1x2xf32>
  // TODAY: iree_vector_ext.to_simd %arg1 : vector<1x1x2xf32> -> vector<8xf32>
  // SEED: iree_vector_ext.to_simd %arg1 : vector<1x1x2xf32> -> vector<8xf32>
  // RELEASE: iree_vector_ext.to_simd %arg1 {layout = #nested} : vector<1x1x2xf32> -> vector<8xf32>
  %1 = iree_vector_ext.to_simd %b {layout = #cut} : vector<1x1x2xf32> -> vector<8xf32>
  return %0, %1 : vector<1x1x2xf32>, vector<8xf32>
}
