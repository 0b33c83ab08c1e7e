// RUN: optc %s --vectorext-distribute-nested-layout="chip=sm_80 explain" --verify-diagnostics -o %t.mlir
// RUN: optc build --target sm_80 -o %t.words %s --pass-pipeline='builtin.module(symbol-privatize{exclude=words},symbol-dce,gpu)'
// RUN: optc run %t.words --profile | FileCheck %s --check-prefix=WORDS
// RUN: optc build --target sm_80 -o %t.columns %s --pass-pipeline='builtin.module(symbol-privatize{exclude=columns},symbol-dce,gpu)'
// RUN: optc run %t.columns --profile | FileCheck %s --check-prefix=COLUMNS
// RUN: optc build --target sm_80 -o %t.turned %s --pass-pipeline='builtin.module(symbol-privatize{exclude=turned},symbol-dce,gpu)'
// RUN: optc run %t.turned --profile | FileCheck %s --check-prefix=TURNED

// The option explain counts the sectors that the profile of an execution counts.

#words = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [4, 1], outer_tile = [1, 1], thread_tile = [1, 32], element_tile = [1, 1], subgroup_strides = [0, 0], thread_strides = [0, 1]>

// Neighbouring lanes write neighbouring words, from the third word of a row on.
// WORDS: global store 4 128 4 20 sectors (16)
func.func @words(%o: memref<4x40xi32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %at = arith.constant 2 : index
  %s = vector.step : vector<128xindex>
  %i = arith.index_cast %s : vector<128xindex> to vector<128xi32>
  %x = vector.shape_cast %i : vector<128xi32> to vector<4x32xi32>
  %a = iree_vector_ext.to_layout %x to layout(#words) : vector<4x32xi32>
  // expected-remark@+1 {{writes 4 × 4 bytes; 32 threads touch 20 sectors of 32 bytes, 16 if the bytes of each access were neighbours}}
  vector.transfer_write %a, %o[%c0, %at] {in_bounds = [true, true]} : vector<4x32xi32>, memref<4x40xi32>
  return
}

#columns = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [32, 1], element_tile = [1, 8], subgroup_strides = [0, 0], thread_strides = [1, 0]>

// Every lane writes a row: each access touches a sector for each lane.
// COLUMNS: global store 16 64 2 64 sectors (32)
func.func @columns(%o: memref<32x32xi32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %at = arith.constant 0 : index
  %s = vector.step : vector<256xindex>
  %i = arith.index_cast %s : vector<256xindex> to vector<256xi32>
  %x = vector.shape_cast %i : vector<256xi32> to vector<32x8xi32>
  %a = iree_vector_ext.to_layout %x to layout(#columns) : vector<32x8xi32>
  // expected-remark@+1 {{writes 2 × 16 bytes; 32 threads touch 64 sectors of 32 bytes, 32 if}}
  vector.transfer_write %a, %o[%c0, %at] {in_bounds = [true, true]} : vector<32x8xi32>, memref<32x32xi32>
  return
}

#turned = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [1, 8]>

// The vector is transposed in memory, where the elements that a lane holds along dimension 0 are neighbours.
// TURNED: global store 16 32 1 16 sectors (16)
func.func @turned(%o: memref<4x32xi32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %at = arith.constant 0 : index
  %s = vector.step : vector<128xindex>
  %i = arith.index_cast %s : vector<128xindex> to vector<128xi32>
  %w = vector.shape_cast %i : vector<128xi32> to vector<4x32xi32>
  %x = vector.transpose %w, [1, 0] : vector<4x32xi32> to vector<32x4xi32>
  %a = iree_vector_ext.to_layout %x to layout(#turned) : vector<32x4xi32>
  // expected-remark@+1 {{writes 1 × 16 bytes; 32 threads touch 16 sectors of 32 bytes, the least}}
  vector.transfer_write %a, %o[%c0, %at] {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<32x4xi32>, memref<4x32xi32>
  return
}
