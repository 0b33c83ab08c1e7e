// RUN: optc %s --split-input-file --verify-diagnostics

func.func @unknown() {
  // expected-error @below {{unknown matrix intrinsic MFMA_F32_16x16x16_F17; did you mean MFMA_F32_16x16x16_F16?}}
  return {kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F17>}
}

// -----

func.func @exclusive(%x: f32) {
  // expected-error @below {{exclusive scan requires an identity operand}}
  %s, %t = iree_gpu.subgroup_scan(%x) cluster(size = 4) {
  ^bb0(%a: f32, %b: f32):
    iree_gpu.yield %a : f32
  } : f32
  return
}

// -----

func.func @mask(%v: vector<4xf32>, %m: memref<4xf32>) {
  iree_linalg_ext.map_store %v into %m {
  ^bb0(%i: index):
    // expected-error @below {{'iree_linalg_ext.yield' op expected transformation_region to yield a value for each output dimension and a mask, 2 values, but got 1}}
    iree_linalg_ext.yield %i : index
  } : vector<4xf32> into memref<4xf32>
  return
}

// -----

func.func @tile(%a: vector<2x4x64xf16>, %b: vector<16x16xf16>, %c: vector<2x16x16xf32>) {
  // expected-error @below {{'iree_codegen.inner_tiled' op operand #0 inner tile tensor<4x64xf16> is incompatible with expected MMA tile type vector<16x16xf16>}}
  %d = iree_codegen.inner_tiled ins(%a, %b) outs(%c) {
    indexing_maps = [affine_map<(m) -> (m)>, affine_map<(m) -> ()>, affine_map<(m) -> (m)>], iterator_types = [#linalg.iterator_type<parallel>],
    kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = false>
  } : vector<2x4x64xf16>, vector<16x16xf16> into vector<2x16x16xf32>
  return
}

// -----

func.func @count(%a: vector<2x4x32xf16>, %b: vector<16x16xf16>, %c: vector<2x16x16xf32>) {
  // expected-error @below {{operand #0 inner tile tensor<4x32xf16> is incompatible with expected MMA tile type vector<16x16xf16>}}
  %d = iree_codegen.inner_tiled ins(%a, %b) outs(%c) {
    indexing_maps = [affine_map<(m) -> (m)>, affine_map<(m) -> ()>, affine_map<(m) -> (m)>], iterator_types = [#linalg.iterator_type<parallel>],
    kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = true>
  } : vector<2x4x32xf16>, vector<16x16xf16> into vector<2x16x16xf32>
  return
}

// -----

func.func @element(%a: vector<2x16x16xf32>, %b: vector<16x16xf16>, %c: vector<2x16x16xf32>) {
  // expected-error @below {{operand #0 inner tile tensor<16x16xf32> is incompatible with expected MMA tile type vector<16x16xf16>}}
  %d = iree_codegen.inner_tiled ins(%a, %b) outs(%c) {
    indexing_maps = [affine_map<(m) -> (m)>, affine_map<(m) -> ()>, affine_map<(m) -> (m)>], iterator_types = [#linalg.iterator_type<parallel>],
    kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = true>
  } : vector<2x16x16xf32>, vector<16x16xf16> into vector<2x16x16xf32>
  return
}

// -----

func.func @permutations(%a: vector<2x16x16xf16>, %b: vector<16x16xf16>, %c: vector<2x16x16xf32>) {
  // expected-error @below {{mismatch between the number of permutations (1) and the number of operands (3)}}
  %d = iree_codegen.inner_tiled ins(%a, %b) outs(%c) {
    indexing_maps = [affine_map<(m) -> (m)>, affine_map<(m) -> ()>, affine_map<(m) -> (m)>], iterator_types = [#linalg.iterator_type<parallel>],
    kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = false>, permutations = [array<i64: 0, 1>]
  } : vector<2x16x16xf16>, vector<16x16xf16> into vector<2x16x16xf32>
  return
}

// -----

func.func @permutation(%a: vector<2x16x16xf16>, %b: vector<16x16xf16>, %c: vector<2x16x16xf32>) {
  // expected-error @below {{permutation #1 is not a permutation vector}}
  %d = iree_codegen.inner_tiled ins(%a, %b) outs(%c) {
    indexing_maps = [affine_map<(m) -> (m)>, affine_map<(m) -> ()>, affine_map<(m) -> (m)>], iterator_types = [#linalg.iterator_type<parallel>],
    kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = false>, permutations = [array<i64: 0, 1>, array<i64: 1, 1>, array<i64: 0, 1>]
  } : vector<2x16x16xf16>, vector<16x16xf16> into vector<2x16x16xf32>
  return
}

// -----

func.func @permuted_rank(%a: vector<2x16x16xf16>, %b: vector<16x16xf16>, %c: vector<2x16x16xf32>) {
  // expected-error @below {{permutation #0 length 1 does not match the inner rank 2 of the corresponding operand of type vector<2x16x16xf16>}}
  %d = iree_codegen.inner_tiled ins(%a, %b) outs(%c) {
    indexing_maps = [affine_map<(m) -> (m)>, affine_map<(m) -> ()>, affine_map<(m) -> (m)>], iterator_types = [#linalg.iterator_type<parallel>],
    kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = false>, permutations = [array<i64: 0>, array<i64: 0, 1>, array<i64: 0, 1>]
  } : vector<2x16x16xf16>, vector<16x16xf16> into vector<2x16x16xf32>
  return
}

// -----

func.func @no_mask(%v: vector<4xf32>, %m: memref<4xf32>) {
  iree_linalg_ext.map_store %v into %m {
  ^bb0(%i: index):
    // expected-error @below {{'iree_linalg_ext.yield' op expected yielded mask to be i1 type, but got 'index'}}
    iree_linalg_ext.yield %i, %i : index, index
  } : vector<4xf32> into memref<4xf32>
  return
}

// -----

func.func @no_index(%v: vector<4xf32>, %m: memref<4xf32>, %on: i1) {
  iree_linalg_ext.map_store %v into %m {
  ^bb0(%i: index):
    // expected-error @below {{'iree_linalg_ext.yield' op expected yielded indices to be index types, but got 'i1'}}
    iree_linalg_ext.yield %on, %on : i1, i1
  } : vector<4xf32> into memref<4xf32>
  return
}

// -----

func.func @nothing(%v: vector<4xf32>, %m: memref<4xf32>) {
  // expected-error @below {{'iree_linalg_ext.yield' op expected transformation_region to yield a value for each output dimension and a mask}}
  iree_linalg_ext.map_store %v into %m {
  ^bb0(%i: index):
  } : vector<4xf32> into memref<4xf32>
  return
}

// -----

func.func @point(%v: vector<f32>, %m: memref<4xf32>, %i: index, %on: i1) {
  // expected-error @below {{'iree_linalg_ext.map_store' op expected input type to have non-zero rank}}
  iree_linalg_ext.map_store %v into %m {
    iree_linalg_ext.yield %i, %on : index, i1
  } : vector<f32> into memref<4xf32>
  return
}

// -----

func.func @blocks(%v: vector<4xf32>, %m: memref<4xf32>) {
  // expected-error @below {{region #0 ('transformation_region') failed to verify constraint: region with 1 blocks}}
  "iree_linalg_ext.map_store"(%v, %m) ({}) : (vector<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

func.func @nothing_combined(%x: f32) {
  // expected-error @below {{'iree_gpu.subgroup_scan' op combiner must yield one value of the value type}}
  %s, %t = iree_gpu.subgroup_scan inclusive (%x) cluster(size = 4) {
  ^bb0(%a: f32, %b: f32):
  } : f32
  return
}

// -----

func.func @barrier_of_nothing() {
  // expected-error @below {{'iree_gpu.value_barrier' op Atleast one input required}}
  "iree_gpu.value_barrier"() : () -> ()
  return
}

// -----

func.func @barrier_of_both(%t: tensor<4xf32>, %v: vector<4xf32>) {
  // expected-error @below {{'iree_gpu.value_barrier' op All inputs should be either of tensor or vector type}}
  %a, %b = iree_gpu.value_barrier %t, %v : tensor<4xf32>, vector<4xf32>
  return
}

// -----

// expected-error @below {{expected ::mlir::iree_compiler::IREE::GPU::LoweringPipeline to be one of: Default, BaseLowering, Distribute, Vectorize, VectorDistribute, WinogradVectorize, TileAndFuse}}
func.func private @f() attributes {pipeline = #iree_gpu.pipeline<TransposeSharedMem>}
