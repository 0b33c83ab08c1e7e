// RUN: optc %s --vectorext-distribute-nested-layout="chip=sm_80 explain" --verify-diagnostics -o %t.mlir
// RUN: optc build --target sm_80 -o %t.halves %s --pass-pipeline='builtin.module(symbol-privatize{exclude=halves},symbol-dce,gpu)'
// RUN: optc run %t.halves --profile | FileCheck %s

// The option explain counts the sectors of map_store: exactly where the region's indices are known, up to scalars that are the same for
// all elements, and from the least to the largest number elsewhere.

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>

// The condition leaves out half of the columns, and half of the threads.
// CHECK: global store 4 64 4 16 sectors (8)
func.func @halves(%o: memref<16x8xi32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
  %c8 = arith.constant 8 : index
  %x = arith.constant dense<1> : vector<8x16xi32>
  %a = iree_vector_ext.to_layout %x to layout(#rows) : vector<8x16xi32>
  // expected-remark@+1 {{stores 4 × 4 bytes; 16 threads touch 16 sectors of 32 bytes, 8 if the bytes of each access were neighbours}}
  iree_linalg_ext.map_store %a into %o {
  ^bb0(%i: index, %j: index):
    %left = arith.cmpi ult, %j, %c8 : index
    iree_linalg_ext.yield %j, %i, %left : index, index, i1
  } : vector<8x16xi32> into memref<16x8xi32>
  return
}

// %n moves the rows by unknown distances, but elements of a row keep their distances.
func.func @rows(%n: index, %o: memref<4096xi32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
  %true = arith.constant true
  %x = arith.constant dense<1> : vector<8x16xi32>
  %a = iree_vector_ext.to_layout %x to layout(#rows) : vector<8x16xi32>
  // expected-remark@+1 {{stores 4 × 4 bytes; 32 threads touch from 8 to 48 sectors of 32 bytes, as the indices that its region computes decide}}
  iree_linalg_ext.map_store %a into %o {
  ^bb0(%i: index, %j: index):
    %row = arith.muli %i, %n : index
    %at = arith.addi %row, %j : index
    iree_linalg_ext.yield %at, %true : index, i1
  } : vector<8x16xi32> into memref<4096xi32>
  return
}

// The elements of a table are not known.
func.func @table(%t: memref<8xindex>, %o: memref<32x16xi32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
  %true = arith.constant true
  %x = arith.constant dense<1> : vector<8x16xi32>
  %a = iree_vector_ext.to_layout %x to layout(#rows) : vector<8x16xi32>
  // expected-remark@+1 {{stores 4 × 4 bytes; 32 threads touch from 4 to 128 sectors of 32 bytes, as the indices that its region computes decide}}
  iree_linalg_ext.map_store %a into %o {
  ^bb0(%i: index, %j: index):
    %row = memref.load %t[%i] : memref<8xindex>
    iree_linalg_ext.yield %row, %j, %true : index, index, i1
  } : vector<8x16xi32> into memref<32x16xi32>
  return
}

// %first is the same for all elements, and counts as a place where a sector begins. Rows of unknown strides share no sectors. The
// condition is not known, and counts as if it held.
func.func @dynamic(%first: index, %end: index, %o: memref<?x?xi32, strided<[?, 1]>>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
  %x = arith.constant dense<1> : vector<8x16xi32>
  %a = iree_vector_ext.to_layout %x to layout(#rows) : vector<8x16xi32>
  // expected-remark@+1 {{stores 4 × 4 bytes; 32 threads touch 32 sectors of 32 bytes, 16 if the bytes of each access were neighbours}}
  iree_linalg_ext.map_store %a into %o {
  ^bb0(%i: index, %j: index):
    %n = affine.linearize_index disjoint [%i, %j] by (8, 16) : index
    %p:2 = affine.delinearize_index %n into (4, 32) : index, index
    %row = arith.addi %p#0, %first : index
    %inside = arith.cmpi ult, %row, %end : index
    iree_linalg_ext.yield %row, %p#1, %inside : index, index, i1
  } : vector<8x16xi32> into memref<?x?xi32, strided<[?, 1]>>
  return
}
