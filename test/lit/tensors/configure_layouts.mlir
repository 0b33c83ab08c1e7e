// RUN: optc %s --vectorext-configure-layouts --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --vectorext-configure-layouts --linalg-vectorize=enable-vector-masking --canonicalize --cse --verify-exec -o /dev/null

#translation = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>
#matmul = {
  indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
  iterator_types = ["parallel", "parallel", "reduction"],
  lowering_config = #iree_gpu.lowering_config<{
    mma_kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, promote_operands = [1], subgroup_basis = [[2, 1, 1], [0, 1, 2]]}>
}
#rows = {
  indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m)>],
  iterator_types = ["parallel", "reduction"],
  lowering_config = #iree_gpu.lowering_config<{subgroup_basis = [[1, 1], [0, 1]], lane_basis = [[4, 16], [0, 1]], thread = [0, 4]}>
}

// CHECK-LABEL: func.func @matmul(%arg0: tensor<32x16xf16>, %arg1: tensor<16x16xf16>, %arg2: tensor<32x16xf32>) -> tensor<32x16xf32> attributes {translation_info = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>} {
// CHECK-NEXT: %0 = iree_vector_ext.to_layout %arg0 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [1, 0], thread_strides = [1, 16]>) : tensor<32x16xf16>
// CHECK-NEXT: %1 = iree_vector_ext.to_layout %arg1 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 16]>) {shared_memory_conversion = #iree_gpu.derived_thread_config} : tensor<16x16xf16>
// CHECK-NEXT: %2 = iree_vector_ext.to_layout %arg2 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [1, 0], thread_strides = [16, 1]>) : tensor<32x16xf32>
// CHECK-NEXT: %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%0, %1 : tensor<32x16xf16>, tensor<16x16xf16>) outs(%2 : tensor<32x16xf32>) attrs =  {lowering_config = #iree_gpu.lowering_config<{mma_kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, promote_operands = [1], subgroup_basis = {{\[\[}}2, 1, 1], [0, 1, 2]]}>} {
// CHECK-NEXT: ^bb0(%in: f16, %in_0: f16, %out: f32):
// CHECK-NEXT: %5 = arith.extf %in : f16 to f32
// CHECK-NEXT: %6 = arith.extf %in_0 : f16 to f32
// CHECK-NEXT: %7 = arith.mulf %5, %6 : f32
// CHECK-NEXT: %8 = arith.addf %out, %7 : f32
// CHECK-NEXT: linalg.yield %8 : f32
// CHECK-NEXT: } -> tensor<32x16xf32>
// CHECK-NEXT: %4 = iree_vector_ext.to_layout %3 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [1, 0], thread_strides = [16, 1]>) : tensor<32x16xf32>
// CHECK-NEXT: return %4 : tensor<32x16xf32>
func.func @matmul(%a: tensor<32x16xf16>, %b: tensor<16x16xf16>, %c: tensor<32x16xf32>) -> tensor<32x16xf32> attributes {translation_info = #translation} {
  %0 = linalg.generic #matmul ins(%a, %b : tensor<32x16xf16>, tensor<16x16xf16>) outs(%c : tensor<32x16xf32>) {
  ^bb0(%x: f16, %y: f16, %z: f32):
    %1 = arith.extf %x : f16 to f32
    %2 = arith.extf %y : f16 to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %z, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<32x16xf32>
  return %0 : tensor<32x16xf32>
}

// The last of 16 lanes has 3 elements less.
// CHECK-LABEL: func.func @rows(%arg0: tensor<8x61xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> attributes {translation_info = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>} {
// CHECK-NEXT: %0 = iree_vector_ext.to_layout %arg0 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [16, 1]>) : tensor<8x61xf32>
// CHECK-NEXT: %1 = iree_vector_ext.to_layout %arg1 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [16]>) : tensor<8xf32>
// CHECK-NEXT: %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%0 : tensor<8x61xf32>) outs(%1 : tensor<8xf32>) attrs =  {lowering_config = #iree_gpu.lowering_config<{lane_basis = {{\[\[}}4, 16], [0, 1]], subgroup_basis = {{\[\[}}1, 1], [0, 1]], thread = [0, 4]}>} {
// CHECK-NEXT: ^bb0(%in: f32, %out: f32):
// CHECK-NEXT: %4 = arith.addf %out, %in : f32
// CHECK-NEXT: linalg.yield %4 : f32
// CHECK-NEXT: } -> tensor<8xf32>
// CHECK-NEXT: %3 = iree_vector_ext.to_layout %2 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [16]>) : tensor<8xf32>
// CHECK-NEXT: return %3 : tensor<8xf32>
func.func @rows(%a: tensor<8x61xf32>, %c: tensor<8xf32>) -> tensor<8xf32> attributes {translation_info = #translation} {
  %0 = linalg.generic #rows ins(%a : tensor<8x61xf32>) outs(%c : tensor<8xf32>) {
  ^bb0(%x: f32, %z: f32):
    %4 = arith.addf %z, %x : f32
    linalg.yield %4 : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @copy(%arg0: tensor<16x16x16xf16>, %arg1: tensor<16x16x16xf16>) -> tensor<16x16x16xf16> attributes {translation_info = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>} {
// CHECK-NEXT: %0 = linalg.copy {lowering_config = #iree_gpu.derived_thread_config} ins(%arg0 : tensor<16x16x16xf16>) outs(%arg1 : tensor<16x16x16xf16>) -> tensor<16x16x16xf16>
// CHECK-NEXT: %1 = iree_vector_ext.to_layout %0 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1, 1], batch_tile = [8, 1, 1], outer_tile = [1, 1, 1], thread_tile = [2, 16, 2], element_tile = [1, 1, 8], subgroup_strides = [0, 0, 0], thread_strides = [32, 2, 1]>) : tensor<16x16x16xf16>
// CHECK-NEXT: return %1 : tensor<16x16x16xf16>
func.func @copy(%a: tensor<16x16x16xf16>, %b: tensor<16x16x16xf16>) -> tensor<16x16x16xf16> attributes {translation_info = #translation} {
  %0 = linalg.copy {lowering_config = #iree_gpu.derived_thread_config} ins(%a : tensor<16x16x16xf16>) outs(%b : tensor<16x16x16xf16>) -> tensor<16x16x16xf16>
  return %0 : tensor<16x16x16xf16>
}
