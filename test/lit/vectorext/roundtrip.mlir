// RUN: optc %s | optc | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | optc | FileCheck %s

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [9], thread_strides = [1]>

// A stride of a tile of 1 becomes 0.
// CHECK: #[[L:.+]] = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
// CHECK-LABEL: func.func @casts
// CHECK: iree_vector_ext.to_layout %{{.+}} to layout(#[[L]]) : vector<16xf32>
// CHECK: iree_vector_ext.to_simt %{{.+}} : vector<16xf32> -> vector<2x1x2xf32>
// CHECK: iree_vector_ext.to_simd %{{.+}} : vector<2x1x2xf32> -> vector<16xf32>
func.func @casts(%x: vector<16xf32>) -> vector<16xf32> {
  %a = iree_vector_ext.to_layout %x to layout(#l) : vector<16xf32>
  %b = iree_vector_ext.to_simt %a : vector<16xf32> -> vector<2x1x2xf32>
  %c = iree_vector_ext.to_simd %b : vector<2x1x2xf32> -> vector<16xf32>
  return %c : vector<16xf32>
}

// CHECK-LABEL: func.func @per_dimension
// CHECK: iree_vector_ext.transfer_gather %{{.+}}[%{{.+}}, %{{.+}}][None, %{{.+}}: vector<4xindex>], %{{.+}} {indexed_maps = [#{{.+}}]} : memref<8x8xf32>, vector<2x4xf32>
func.func @per_dimension(%m: memref<8x8xf32>, %v: vector<4xindex>, %i: index, %p: f32) -> vector<2x4xf32> {
  %r = iree_vector_ext.transfer_gather %m[%i, %i][None, %v: vector<4xindex>], %p {indexed_maps = [affine_map<(d0, d1) -> (d1)>]} : memref<8x8xf32>, vector<2x4xf32>
  return %r : vector<2x4xf32>
}

// CHECK-LABEL: func.func @scatter
// CHECK: iree_vector_ext.transfer_scatter %{{.+}} into %{{.+}}[%{{.+}}] [%{{.+}} : vector<4xindex>] {indexing_maps = [#{{.+}}, #{{.+}}]} : vector<4xf32>, memref<8xf32>
func.func @scatter(%x: vector<4xf32>, %m: memref<8xf32>, %v: vector<4xindex>, %i: index) {
  iree_vector_ext.transfer_scatter %x into %m[%i] [%v : vector<4xindex>] {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : vector<4xf32>, memref<8xf32>
  return
}
