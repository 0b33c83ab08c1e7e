// RUN: optc %s --vectorext-distribute-nested-layout="chip=sm_80 explain" --verify-diagnostics -o %t.mlir
// RUN: optc build --target sm_80 -o %t.table %s --pass-pipeline='builtin.module(symbol-privatize{exclude=table},symbol-dce,gpu)'
// RUN: optc run %t.table --profile | FileCheck %s --check-prefix=TABLE
// RUN: optc build --target sm_80 -o %t.counted %s --pass-pipeline='builtin.module(symbol-privatize{exclude=counted},symbol-dce,gpu)'
// RUN: optc run %t.counted --profile | FileCheck %s --check-prefix=COUNTED

// The option explain counts the sectors of scatters and gathers that the profile of an execution counts, where the indices are known.

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>

// Four rows at a time: neighbouring rows of 20 words share a sector.
// TABLE: global store 8 64 2 21 sectors (16)
func.func @table(%o: memref<16x20xi32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<1> : vector<8x16xi32>
  %a = iree_vector_ext.to_layout %x to layout(#rows) : vector<8x16xi32>
  %r = arith.constant dense<[3, 0, 11, 8, 9, 1, 5, 12]> : vector<8xindex>
  // expected-remark@+1 {{scatters 2 × 8 bytes; 32 threads touch 21 sectors of 32 bytes, 16 if the bytes of each access were neighbours}}
  iree_vector_ext.transfer_scatter %a into %o[%c0, %c0] [%r : vector<8xindex>] {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : vector<8x16xi32>, memref<16x20xi32>
  return
}

#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [32], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>

// The indices count down, so that a thread writes four neighbours.
// COUNTED: global store 16 32 1 16 sectors (16)
func.func @counted(%o: memref<256xi32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<1> : vector<128xi32>
  %a = iree_vector_ext.to_layout %x to layout(#line) : vector<128xi32>
  %step = vector.step : vector<128xindex>
  %last = arith.constant dense<199> : vector<128xindex>
  %i = arith.subi %last, %step : vector<128xindex>
  // expected-remark@+1 {{scatters 1 × 16 bytes; 32 threads touch 16 sectors of 32 bytes, the least}}
  iree_vector_ext.transfer_scatter %a into %o[%c0] [%i : vector<128xindex>] {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : vector<128xi32>, memref<256xi32>
  return
}

// Indices from memory: the largest number is bounded by the rows that threads read, or by the memory.
func.func @unknown(%m: memref<64x16xi32>, %small: memref<4x8xi32>, %numbers: memref<8xindex>, %o: memref<8x16xi32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  // expected-remark@+1 {{reads 2 × 8 bytes}}
  %r = vector.transfer_read %numbers[%c0], %c0 {in_bounds = [true]} : memref<8xindex>, vector<8xindex>
  // expected-remark@+1 {{gathers 2 × 8 bytes; 32 threads touch from 4 to 16 sectors of 32 bytes, as the elements of %r decide}}
  %x = iree_vector_ext.transfer_gather %m[%c0, %c0] [%r : vector<8xindex>], %zero {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<64x16xi32>, vector<8x16xi32>
  %columns = vector.broadcast %r : vector<8xindex> to vector<16x8xindex>
  %places = vector.transpose %columns, [1, 0] : vector<16x8xindex> to vector<8x16xindex>
  %on = arith.constant dense<true> : vector<8x16xi1>
  %none = arith.constant dense<0> : vector<8x16xi32>
  // expected-remark@+1 {{gathers 4 × 4 bytes; 32 threads touch from 4 to 16 sectors of 32 bytes, as the elements of %places decide}}
  %y = vector.gather %small[%c0, %c0] [%places], %on, %none : memref<4x8xi32>, vector<8x16xindex>, vector<8x16xi1>, vector<8x16xi32> into vector<8x16xi32>
  %sum = arith.addi %x, %y : vector<8x16xi32>
  %a = iree_vector_ext.to_layout %sum to layout(#rows) : vector<8x16xi32>
  // expected-remark@+1 {{writes 2 × 8 bytes}}
  vector.transfer_write %a, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xi32>, memref<8x16xi32>
  return
}
