// RUN: optc build --target gfx942 -o %t.rows %s --pass-pipeline='builtin.module(symbol-privatize{exclude=rows},symbol-dce,gpu)'
// RUN: optc run %t.rows --profile | FileCheck %s --check-prefix=ROWS
// RUN: optc build --target gfx942 -o %t.operand %s --pass-pipeline='builtin.module(symbol-privatize{exclude=operand},symbol-dce,gpu)'
// RUN: optc run %t.operand --profile | FileCheck %s --check-prefix=OPERAND
// RUN: optc build --target sm_80 -o %t.transpose %s --pass-pipeline='builtin.module(symbol-privatize{exclude=transpose},symbol-dce,gpu)'
// RUN: optc run %t.transpose --profile | FileCheck %s --check-prefix=TRANSPOSE
// RUN: optc build --target gfx942 -o %t.alone %s --pass-pipeline='builtin.module(symbol-privatize{exclude=transpose},symbol-dce,gpu)'
// RUN: optc run %t.alone --profile | FileCheck %s --check-prefix=ALONE
// RUN: optc build --target gfx942 -o %t.subgroups %s --pass-pipeline='builtin.module(symbol-privatize{exclude=subgroups},symbol-dce,gpu)'
// RUN: optc run %t.subgroups --profile | FileCheck %s --check-prefix=SUBGROUPS

// Changes of layout through workgroup memory have no conflicts of banks: phases are the least number, and a thread
// passes one barrier.

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [32, 1], element_tile = [1, 32], subgroup_strides = [0, 0], thread_strides = [1, 0]>
#columns = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 32], element_tile = [32, 1], subgroup_strides = [0, 0], thread_strides = [0, 1]>

// 32 lanes hold rows, and then columns.
// ROWS: workgroup load 4 1024 32 32 phases (32)
// ROWS-NEXT: workgroup store 16 256 8 32 phases (32)
// ROWS: barriers 32
func.func @rows(%o: memref<32x32xi32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %s = vector.step : vector<1024xindex>
  %i = arith.index_cast %s : vector<1024xindex> to vector<1024xi32>
  %x = vector.shape_cast %i : vector<1024xi32> to vector<32x32xi32>
  %a = iree_vector_ext.to_layout %x to layout(#rows) : vector<32x32xi32>
  %b = iree_vector_ext.to_layout %a to layout(#columns) : vector<32x32xi32>
  vector.transfer_write %b, %o[%c0, %c0] {in_bounds = [true, true]} : vector<32x32xi32>, memref<32x32xi32>
  return
}

#lines = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [8, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 8], subgroup_strides = [0, 0], thread_strides = [8, 1]>
#operand = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [4, 4], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 16]>

// 64 lanes hold parts of rows, and then the left operands of a matrix instruction.
// OPERAND: workgroup load 16 512 8 64 phases (64)
// OPERAND-NEXT: workgroup store 16 512 8 64 phases (64)
// OPERAND: barriers 64
func.func @operand(%o: memref<64x64xi16>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %s = vector.step : vector<4096xindex>
  %i = arith.index_cast %s : vector<4096xindex> to vector<4096xi16>
  %x = vector.shape_cast %i : vector<4096xi16> to vector<64x64xi16>
  %a = iree_vector_ext.to_layout %x to layout(#lines) : vector<64x64xi16>
  %b = iree_vector_ext.to_layout %a to layout(#operand) : vector<64x64xi16>
  vector.transfer_write %b, %o[%c0, %c0] {in_bounds = [true, true]} : vector<64x64xi16>, memref<64x64xi16>
  return
}

#from = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [8, 1]>
#to = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [4, 1]>

// Lanes of two subgroups of sm_80 exchange elements through memory. So do those of one subgroup of gfx942, which wait for
// nobody: eight shuffles would need 48 selections.
// TRANSPOSE: workgroup load 4 512 16 16 phases (16)
// TRANSPOSE-NEXT: workgroup store 16 128 4 16 phases (16)
// TRANSPOSE: barriers 64
// ALONE: workgroup load 4 512 8 16 phases (16)
// ALONE-NEXT: workgroup store 16 128 2 16 phases (16)
// ALONE-NEXT: shuffles 0
// ALONE-NEXT: barriers 64
func.func @transpose(%o: memref<32x16xi32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %s = vector.step : vector<512xindex>
  %i = arith.index_cast %s : vector<512xindex> to vector<512xi32>
  %x = vector.shape_cast %i : vector<512xi32> to vector<16x32xi32>
  %a = iree_vector_ext.to_layout %x to layout(#from) : vector<16x32xi32>
  %t = vector.transpose %a, [1, 0] : vector<16x32xi32> to vector<32x16xi32>
  %b = iree_vector_ext.to_layout %t to layout(#to) : vector<32x16xi32>
  vector.transfer_write %b, %o[%c0, %c0] {in_bounds = [true, true]} : vector<32x16xi32>, memref<32x16xi32>
  return
}

#c = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 2], element_tile = [2, 2], subgroup_strides = [0, 1], thread_strides = [1, 8]>
#d = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [2, 1], subgroup_strides = [1, 0], thread_strides = [8, 1]>

// Two subgroups divide columns, and then rows. Half of the lanes of a subgroup read copies, in phases of their own.
// SUBGROUPS: workgroup load 8 128 2 8 phases (4)
// SUBGROUPS-NEXT: workgroup store 16 32 2 4 phases (4)
// SUBGROUPS: barriers 128
func.func @subgroups(%o: memref<16x8xi32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [128, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %s = vector.step : vector<16xindex>
  %i = arith.index_cast %s : vector<16xindex> to vector<16xi32>
  %w = vector.broadcast %i : vector<16xi32> to vector<8x16xi32>
  %x = vector.transpose %w, [1, 0] : vector<8x16xi32> to vector<16x8xi32>
  %a = iree_vector_ext.to_layout %x to layout(#c) : vector<16x8xi32>
  %b = iree_vector_ext.to_layout %a to layout(#d) : vector<16x8xi32>
  vector.transfer_write %b, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xi32>, memref<16x8xi32>
  return
}
