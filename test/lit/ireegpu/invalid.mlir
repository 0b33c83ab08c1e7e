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
  // expected-error @below {{yielded 1 values; expected one index for each of the 1 output dimensions, and a mask}}
  iree_linalg_ext.map_store %v into %m {
  ^bb0(%i: index):
    iree_linalg_ext.yield %i : index
  } : vector<4xf32> into memref<4xf32>
  return
}
