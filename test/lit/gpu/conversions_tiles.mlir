// RUN: optc build --target sm_80 -o %t.operand %s --pass-pipeline='builtin.module(symbol-privatize{exclude=operand},symbol-dce,gpu)'
// RUN: optc run %t.operand --profile | FileCheck %s --check-prefix=OPERAND
// RUN: optc build --target sm_80 -o %t.result %s --pass-pipeline='builtin.module(symbol-privatize{exclude=result},symbol-dce,gpu)'
// RUN: optc run %t.result --profile | FileCheck %s --check-prefix=RESULT
// RUN: optc build --target sm_80 -o %t.transposed %s --pass-pipeline='builtin.module(symbol-privatize{exclude=transposed},symbol-dce,gpu)'
// RUN: optc run %t.transposed --profile | FileCheck %s --check-prefix=TRANSPOSED

// Tiles of products of matrices change their layout in the least number of phases, counted from the addresses of the kernels.
// docs/layouts_changes.md has the cycles of a warp, which are the phases divided by the number of warps.

#lines = #iree_vector_ext.nested_layout<subgroup_tile = [8, 1], batch_tile = [4, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [1, 8], subgroup_strides = [1, 0], thread_strides = [8, 1]>
#left = #iree_vector_ext.nested_layout<subgroup_tile = [4, 1], batch_tile = [2, 4], outer_tile = [2, 2], thread_tile = [8, 4], element_tile = [1, 2], subgroup_strides = [1, 0], thread_strides = [4, 1]>

// Eight warps hold lines of 128x64 elements of 16 bits, and then left operands of mma.sync for 4x2 warps.
// OPERAND: workgroup load 16 2048 64 256 phases (256)
// OPERAND-NEXT: workgroup  store      16      1024         32  128 phases (128)
// OPERAND-NEXT: shuffles                 0
// OPERAND: barriers 256
func.func @operand(%o: memref<128x64xi16>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [256, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %s = vector.step : vector<8192xindex>
  %i = arith.index_cast %s : vector<8192xindex> to vector<8192xi16>
  %x = vector.shape_cast %i : vector<8192xi16> to vector<128x64xi16>
  %a = iree_vector_ext.to_layout %x to layout(#lines) : vector<128x64xi16>
  %b = iree_vector_ext.to_layout %a to layout(#left) : vector<128x64xi16>
  vector.transfer_write %b, %o[%c0, %c0] {in_bounds = [true, true]} : vector<128x64xi16>, memref<128x64xi16>
  return
}

#sums = #iree_vector_ext.nested_layout<subgroup_tile = [2, 2], batch_tile = [2, 4], outer_tile = [2, 1], thread_tile = [8, 4], element_tile = [1, 2], subgroup_strides = [2, 1], thread_strides = [4, 1]>
#store = #iree_vector_ext.nested_layout<subgroup_tile = [4, 1], batch_tile = [4, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [1, 8], subgroup_strides = [1, 0], thread_strides = [8, 1]>

// 2x2 warps hold sums of mma.sync, rounded to 16 bits, and then lines of 64x64 elements, which they store.
// RESULT: workgroup load 16 512 16 64 phases (64)
// RESULT-NEXT: workgroup store 8 1024 32 64 phases (64)
// RESULT: barriers 128
func.func @result(%o: memref<64x64xi16>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [128, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %s = vector.step : vector<64xindex>
  %i = arith.index_cast %s : vector<64xindex> to vector<64xi16>
  %x = vector.broadcast %i : vector<64xi16> to vector<64x64xi16>
  %a = iree_vector_ext.to_layout %x to layout(#sums) : vector<64x64xi16>
  %b = iree_vector_ext.to_layout %a to layout(#store) : vector<64x64xi16>
  vector.transfer_write %b, %o[%c0, %c0] {in_bounds = [true, true]} : vector<64x64xi16>, memref<64x64xi16>
  return
}

#columns = #iree_vector_ext.nested_layout<subgroup_tile = [1, 4], batch_tile = [1, 4], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [8, 1], subgroup_strides = [0, 1], thread_strides = [1, 8]>

// Four warps hold lines of 64x64 elements of 16 bits, and then columns.
// TRANSPOSED: workgroup load 8 1024 32 64 phases (64)
// TRANSPOSED-NEXT: workgroup store 16 512 16 64 phases (64)
// TRANSPOSED: barriers 128
func.func @transposed(%o: memref<64x64xi16>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [128, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %s = vector.step : vector<4096xindex>
  %i = arith.index_cast %s : vector<4096xindex> to vector<4096xi16>
  %x = vector.shape_cast %i : vector<4096xi16> to vector<64x64xi16>
  %a = iree_vector_ext.to_layout %x to layout(#store) : vector<64x64xi16>
  %b = iree_vector_ext.to_layout %a to layout(#columns) : vector<64x64xi16>
  vector.transfer_write %b, %o[%c0, %c0] {in_bounds = [true, true]} : vector<64x64xi16>, memref<64x64xi16>
  return
}
