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

// A layout may be larger than a tensor; the attributes of the conversion are kept.
// CHECK-LABEL: func.func @layouts
// CHECK: iree_vector_ext.to_layout %{{.+}} to layout(#{{.+}}) {shared_memory_conversion} : tensor<7xf32>
// CHECK: iree_vector_ext.to_layout %{{.+}} to layout(#{{.+}}) : vector<f32>
func.func @layouts(%t: tensor<7xf32>, %s: vector<f32>) {
  %a = iree_vector_ext.to_layout %t to layout(#l) {shared_memory_conversion} : tensor<7xf32>
  %b = iree_vector_ext.to_layout %s to layout(#iree_vector_ext.nested_layout<subgroup_tile = [], batch_tile = [], outer_tile = [], thread_tile = [], element_tile = [], subgroup_strides = [], thread_strides = []>) : vector<f32>
  return
}

// What is a default is not printed; a mask has no type in this form.
// CHECK-LABEL: func.func @per_dimension_mask
// CHECK: iree_vector_ext.transfer_gather %{{.+}}[%{{.+}}, %{{.+}}][%{{.+}}: vector<3xindex>, %{{.+}}: vector<4x3xindex>], %{{.+}}, %{{.+}} {in_bounds = [true, false], indexed_maps = [#{{.+}}, #{{.+}}], permutation_map = #{{.+}}} : memref<100x20xf32>, vector<4x3xf32>
// CHECK: iree_vector_ext.transfer_gather %{{.+}}[%{{.+}}, %{{.+}}][None, None], %{{.+}} {indexed_maps = []} : memref<100x20xf32>, vector<3xf32>
func.func @per_dimension_mask(%m: memref<100x20xf32>, %rows: vector<3xindex>, %cols: vector<4x3xindex>, %o: index, %p: f32, %k: vector<3x4xi1>) {
  %0 = iree_vector_ext.transfer_gather %m[%o, %o][%rows: vector<3xindex>, %cols : vector<4x3xindex>], %p, %k {in_bounds = [true, false], indexed_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1, d0)>], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<100x20xf32>, vector<4x3xf32>
  %1 = iree_vector_ext.transfer_gather %m[%o, %o][None None], %p {in_bounds = [false], indexed_maps = [], permutation_map = affine_map<(d0, d1) -> (d1)>} : memref<100x20xf32>, vector<3xf32>
  return
}

// CHECK-LABEL: func.func @unified
// CHECK: iree_vector_ext.transfer_gather %{{.+}}[%{{.+}}, %{{.+}}] [%{{.+}}, %{{.+}} : vector<8xindex>, index], %{{.+}}, %{{.+}} {indexing_maps = [#{{.+}}, #{{.+}}, #{{.+}}, #{{.+}}]} : memref<64x32xf32>, vector<4x8xf32>, vector<4x8xi1>
// CHECK: iree_vector_ext.transfer_gather %{{.+}}[%{{.+}}], %{{.+}} {indexing_maps = [#{{.+}}]} : tensor<64xf32>, vector<8xf32>
func.func @unified(%m: memref<64x32xf32>, %t: tensor<64xf32>, %v: vector<8xindex>, %o: index, %p: f32, %k: vector<4x8xi1>) {
  %0 = iree_vector_ext.transfer_gather %m[%o, %o] [%v, %o : vector<8xindex>, index], %p, %k {indexing_maps = [affine_map<(d0, d1)[s0, s1] -> (s0, s1)>, affine_map<(d0, d1)[s0, s1] -> (d1)>, affine_map<(d0, d1)[s0, s1] -> ()>, affine_map<(d0, d1)[s0, s1] -> (d0, d1)>]} : memref<64x32xf32>, vector<4x8xf32>, vector<4x8xi1>
  %1 = iree_vector_ext.transfer_gather %t[%o], %p {indexing_maps = [affine_map<(d0) -> (d0)>]} : tensor<64xf32>, vector<8xf32>
  return
}

// CHECK-LABEL: func.func @scatter_tensor
// CHECK: iree_vector_ext.transfer_scatter %{{.+}} into %{{.+}}[%{{.+}}] [%{{.+}} : vector<8xindex>], %{{.+}} {indexing_maps = [#{{.+}}, #{{.+}}, #{{.+}}]} : vector<8xf32>, tensor<64xf32>, vector<8xi1> -> tensor<64xf32>
func.func @scatter_tensor(%x: vector<8xf32>, %t: tensor<64xf32>, %v: vector<8xindex>, %o: index, %k: vector<8xi1>) -> tensor<64xf32> {
  %0 = iree_vector_ext.transfer_scatter %x into %t[%o] [%v : vector<8xindex>], %k {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>, affine_map<(d0)[s0] -> (d0)>]} : vector<8xf32>, tensor<64xf32>, vector<8xi1> -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @arg_compare
// CHECK: iree_vector_ext.arg_compare dimension(1) ins(%{{.+}} : vector<4x32xf32>) inits(%{{.+}}, %{{.+}} : vector<4xf32>, vector<4xi32>) index_base(%{{.+}} : index) {
// CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %[[Y:.+]]: f32):
// CHECK-NEXT:   %[[C:.+]] = arith.cmpf ogt, %[[X]], %[[Y]] : f32
// CHECK-NEXT:   iree_vector_ext.yield %[[C]] : i1
// CHECK-NEXT: } -> vector<4xf32>, vector<4xi32>
// CHECK: iree_vector_ext.arg_compare {note = 1 : i64} dimension(0) ins(%{{.+}}, %{{.+}} : vector<4x32xf32>, vector<4x32xi64>) inits(%{{.+}}, %{{.+}} : vector<32xf32>, vector<32xi64>) {
// CHECK: } -> vector<32xf32>, vector<32xi64>
func.func @arg_compare(%a: vector<4x32xf32>, %k: vector<4x32xi64>, %iv: vector<4xf32>, %ii: vector<4xi32>, %jv: vector<32xf32>, %ji: vector<32xi64>, %b: index) {
  %0:2 = iree_vector_ext.arg_compare dimension(1) ins(%a : vector<4x32xf32>) inits(%iv, %ii : vector<4xf32>, vector<4xi32>) index_base(%b : index) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<4xf32>, vector<4xi32>
  %1:2 = iree_vector_ext.arg_compare {note = 1 : i64} dimension(0) ins(%a, %k : vector<4x32xf32>, vector<4x32xi64>) inits(%jv, %ji : vector<32xf32>, vector<32xi64>) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf olt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<32xf32>, vector<32xi64>
  return
}
