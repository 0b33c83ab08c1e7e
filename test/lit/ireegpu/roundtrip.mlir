// RUN: optc %s --allow-unregistered-dialect | FileCheck %s
// RUN: optc %s --allow-unregistered-dialect --mlir-print-op-generic | optc --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func @scans
func.func @scans(%x: f32, %zero: f32) {
  // CHECK: iree_gpu.subgroup_scan(%{{.*}}, identity = %{{.*}} : f32) cluster(size = 4, stride = 2) {
  // CHECK: iree_gpu.yield %{{.*}} : f32
  // CHECK: } : f32
  %s, %t = iree_gpu.subgroup_scan(%x, identity = %zero : f32) cluster(size = 4, stride = 2) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    iree_gpu.yield %c : f32
  } : f32
  // CHECK: iree_gpu.subgroup_scan inclusive(%{{.*}}) cluster(size = 4) {
  %u, %v = iree_gpu.subgroup_scan inclusive (%x) cluster(size = 4) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    iree_gpu.yield %c : f32
  } : f32
  return
}

// CHECK-LABEL: func @attributes
// CHECK-SAME: #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>
func.func @attributes(%v: vector<4x8xf32>) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>
} {
  // CHECK: #iree_gpu.virtual_mma_layout<VMFMA_F32_32x32x16_F16>
  "test.use"() {kind = #iree_gpu.virtual_mma_layout<VMFMA_F32_32x32x16_F16>} : () -> ()
  // What is not declared is kept as it is.
  // CHECK: #iree_gpu.lowering_config<{a = 1 : i64}>
  "test.use"() {config = #iree_gpu.lowering_config<{a = 1}>} : () -> ()
  return
}

// CHECK-LABEL: func @barriers
func.func @barriers(%p: i1) {
  // CHECK-NEXT: gpu.barrier memfence [#gpu.address_space<workgroup>]
  gpu.barrier memfence [#gpu.address_space<workgroup>]
  // CHECK-NEXT: gpu.ballot %{{.*}} : i64
  %b = gpu.ballot %p : i64
  return
}

// CHECK-LABEL: func @enumerations
func.func @enumerations() {
  // CHECK: words = [#iree_gpu.pipeline<Default>, #iree_gpu.pipeline<BaseLowering>, #iree_gpu.pipeline<Distribute>, #iree_gpu.pipeline<Vectorize>, #iree_gpu.pipeline<VectorDistribute>, #iree_gpu.pipeline<WinogradVectorize>, #iree_gpu.pipeline<TileAndFuse>]
  "test.use"() {words = [#iree_gpu.pipeline<Default>, #iree_gpu.pipeline<BaseLowering>, #iree_gpu.pipeline<Distribute>, #iree_gpu.pipeline<Vectorize>, #iree_gpu.pipeline<VectorDistribute>, #iree_gpu.pipeline<WinogradVectorize>, #iree_gpu.pipeline<TileAndFuse>]} : () -> ()
  // CHECK: words = [#iree_gpu.spirv_pipeline<BaseLowering>, #iree_gpu.spirv_pipeline<BaseDistribute>, #iree_gpu.spirv_pipeline<BaseVectorize>, #iree_gpu.spirv_pipeline<SubgroupReduce>, #iree_gpu.spirv_pipeline<MatmulPromoteVectorize>, #iree_gpu.spirv_pipeline<CooperativeMatrixVectorize>, #iree_gpu.spirv_pipeline<WinogradVectorize>]
  "test.use"() {words = [#iree_gpu.spirv_pipeline<BaseLowering>, #iree_gpu.spirv_pipeline<BaseDistribute>, #iree_gpu.spirv_pipeline<BaseVectorize>, #iree_gpu.spirv_pipeline<SubgroupReduce>, #iree_gpu.spirv_pipeline<MatmulPromoteVectorize>, #iree_gpu.spirv_pipeline<CooperativeMatrixVectorize>, #iree_gpu.spirv_pipeline<WinogradVectorize>]} : () -> ()
  // CHECK: words = [#iree_gpu.reorder_workgroups_strategy<None>, #iree_gpu.reorder_workgroups_strategy<Transpose>]
  "test.use"() {words = [#iree_gpu.reorder_workgroups_strategy<None>, #iree_gpu.reorder_workgroups_strategy<Transpose>]} : () -> ()
  return
}
