// RUN: optc %s --gpu | FileCheck %s

// The row of a chip replaces its figures: exchanges that cost 400 quarters of a step are not worth it, so that the
// change of layout takes workgroup memory, where the usual price makes it take shuffles.

#c = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [1, 8]>
#d = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [2, 1], subgroup_strides = [1, 0], thread_strides = [8, 1]>

module attributes {gpu.chip = "sm_80 banks=32 read4=1,2,4,8,16 read8=1,2,4,8 read16=1,2,4 write4=1,2,4,8,16 write8=1,2,4,8 write16=1,2,4 exchange=400"} {
  // CHECK: gpu.barrier
  // CHECK-NOT: gpu.shuffle
  func.func @convert_lanes(%x: memref<16x8xi32> {llvm.noalias}, %o: memref<16x8xi32> {llvm.noalias}) attributes {
    translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [128, 1, 1]>} {
    %c0 = arith.constant 0 : index
    %p = arith.constant 0 : i32
    %a = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x8xi32>, vector<16x8xi32>
    %al = iree_vector_ext.to_layout %a to layout(#c) : vector<16x8xi32>
    %bl = iree_vector_ext.to_layout %al to layout(#d) : vector<16x8xi32>
    vector.transfer_write %bl, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xi32>, memref<16x8xi32>
    return
  }
}
