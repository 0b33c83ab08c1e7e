// RUN: optc %s --vectorext-configure-layouts --split-input-file --verify-diagnostics

// expected-error @below {{'func.func' op unable to query workgroup_size information from entry point}}
// expected-note @below {{write attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>}}}
func.func @no_workgroup(%a: tensor<4xf16>, %b: tensor<4xf16>) -> tensor<4xf16> {
  %0 = linalg.copy {lowering_config = #iree_gpu.derived_thread_config} ins(%a : tensor<4xf16>) outs(%b : tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

#t = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>
func.func @dynamic(%a: tensor<?xf16>, %b: tensor<?xf16>) -> tensor<?xf16> attributes {translation_info = #t} {
  // expected-error @below {{'linalg.copy' op cannot set layouts on a dynamically shaped iteration space without bounds}}
  %0 = linalg.copy {lowering_config = #iree_gpu.derived_thread_config} ins(%a : tensor<?xf16>) outs(%b : tensor<?xf16>) -> tensor<?xf16>
  return %0 : tensor<?xf16>
}

// -----

#t = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>
func.func @threads(%a: tensor<24xf32>, %b: tensor<24xf32>) -> tensor<24xf32> attributes {translation_info = #t} {
  // expected-error @below {{'linalg.copy' op cannot build derived thread layout: 64 threads and the extent 6 of dim 0 do not divide each other}}
  %0 = linalg.copy {lowering_config = #iree_gpu.derived_thread_config} ins(%a : tensor<24xf32>) outs(%b : tensor<24xf32>) -> tensor<24xf32>
  return %0 : tensor<24xf32>
}

// -----

#t = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>
#c = #iree_gpu.lowering_config<{mma_kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, subgroup_basis = [[1], [0]]}>
func.func @no_contraction(%a: tensor<64xf16>, %b: tensor<64xf16>) -> tensor<64xf16> attributes {translation_info = #t} {
  // expected-error @below {{'linalg.copy' op unable to set intrinsic layouts: expected a contraction, which #iree_gpu.lowering_config with mma_kind divides}}
  %0 = linalg.copy {lowering_config = #c} ins(%a : tensor<64xf16>) outs(%b : tensor<64xf16>) -> tensor<64xf16>
  return %0 : tensor<64xf16>
}

// -----

#t = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>
#c = #iree_gpu.lowering_config<{subgroup_basis = [[1], [0]], lane_basis = [[64], [1]]}>
func.func @basis(%a: tensor<64xf16>, %b: tensor<64xf16>) -> tensor<64xf16> attributes {translation_info = #t} {
  // expected-error @below {{'linalg.copy' op could not find a lane basis from lowering config}}
  %0 = linalg.copy {lowering_config = #c} ins(%a : tensor<64xf16>) outs(%b : tensor<64xf16>) -> tensor<64xf16>
  return %0 : tensor<64xf16>
}

// -----

#t = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>
func.func @other(%a: tensor<64xf16>, %b: tensor<64xf16>) -> tensor<64xf16> attributes {translation_info = #t} {
  // expected-error @below {{'linalg.copy' op expected lowering_config to be #iree_gpu.lowering_config or #iree_gpu.derived_thread_config, but got 5}}
  %0 = linalg.copy {lowering_config = 5 : i64} ins(%a : tensor<64xf16>) outs(%b : tensor<64xf16>) -> tensor<64xf16>
  return %0 : tensor<64xf16>
}
