// RUN: optc %s --vectorext-distribute-nested-layout --canonicalize --cse --verify-exec | FileCheck %s
// RUN: optc %s --iree-llvmgpu-vector-distribute=workgroup-size=32,1,1 --canonicalize --cse --verify-exec | FileCheck %s --check-prefix=OPTION

// A function can say itself for which workgroup it is; options count more.
// CHECK-LABEL: @said
// CHECK-DAG: gpu.thread_id  x upper_bound 8
// CHECK-DAG: gpu.thread_id  y upper_bound 4
// CHECK-NOT: scf.if
// CHECK: gpu.subgroup_reduce  maxnumf %{{.*}} cluster(size = 16) : (f32) -> f32
// CHECK: memref.alloc() : memref<2xf32, #gpu.address_space<workgroup>>
// OPTION-LABEL: @said
// OPTION: gpu.thread_id x upper_bound 32
// OPTION-NOT: gpu.thread_id y
#l = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [16], element_tile = [2], subgroup_strides = [1], thread_strides = [1]>
func.func @said(%m: memref<64xf32>, %o: memref<f32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [8, 4, 1] subgroup_size = 16>} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%c0], %z {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
  %l = iree_vector_ext.to_layout %v to layout(#l) : vector<64xf32>
  %s = vector.multi_reduction <maxnumf>, %l, %z [0] : vector<64xf32> to f32
  %b = vector.broadcast %s : f32 to vector<f32>
  vector.transfer_write %b, %o[] : vector<f32>, memref<f32>
  return
}
