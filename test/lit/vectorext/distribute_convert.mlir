// RUN: optc %s --split-input-file --verify-diagnostics --vectorext-distribute-nested-layout="workgroup-size=128 explain" --canonicalize --cse --verify-exec | FileCheck %s

// A change of layout takes the cheapest way: what threads hold is reordered, or lanes exchange
// elements, or the vector goes through workgroup memory.

#batches = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [4], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
#outers = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [2], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// CHECK-LABEL: func.func @registers(%arg0: memref<16xi32>, %arg1: memref<16xi32>) {
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 128
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (4) : index, index
// CHECK-NEXT:   %1 = vector.transfer_read %arg0[%0#1], %c0_i32 {in_bounds = [true]} : memref<16xi32>, vector<1xi32>
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%c1, %0#1] by (4, 4) : index
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%2], %c0_i32 {in_bounds = [true]} : memref<16xi32>, vector<1xi32>
// CHECK-NEXT:   %4 = affine.linearize_index disjoint [%c2, %0#1] by (4, 4) : index
// CHECK-NEXT:   %5 = vector.transfer_read %arg0[%4], %c0_i32 {in_bounds = [true]} : memref<16xi32>, vector<1xi32>
// CHECK-NEXT:   %6 = affine.linearize_index disjoint [%c3, %0#1] by (4, 4) : index
// CHECK-NEXT:   %7 = vector.transfer_read %arg0[%6], %c0_i32 {in_bounds = [true]} : memref<16xi32>, vector<1xi32>
// CHECK-NEXT:   %8:2 = affine.delinearize_index %thread_id_x into (32, 4) : index, index
// CHECK-NEXT:   %9 = arith.cmpi eq, %8#0, %c0 : index
// CHECK-NEXT:   scf.if %9 {
// CHECK-NEXT:     vector.transfer_write %1, %arg1[%0#1] {in_bounds = [true]} : vector<1xi32>, memref<16xi32>
// CHECK-NEXT:     %10 = affine.linearize_index disjoint [%c1, %0#1] by (2, 4) : index
// CHECK-NEXT:     vector.transfer_write %3, %arg1[%10] {in_bounds = [true]} : vector<1xi32>, memref<16xi32>
// CHECK-NEXT:     %11 = affine.linearize_index disjoint [%c1, %c0, %0#1] by (2, 2, 4) : index
// CHECK-NEXT:     vector.transfer_write %5, %arg1[%11] {in_bounds = [true]} : vector<1xi32>, memref<16xi32>
// CHECK-NEXT:     %12 = affine.linearize_index disjoint [%c1, %c1, %0#1] by (2, 2, 4) : index
// CHECK-NEXT:     vector.transfer_write %7, %arg1[%12] {in_bounds = [true]} : vector<1xi32>, memref<16xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @registers(%x: memref<16xi32>, %o: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  // expected-remark@+1 {{reads 4 × 4 bytes; 64 threads touch 4 sectors of 32 bytes, the least}}
  %a = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %al = iree_vector_ext.to_layout %a to layout(#batches) : vector<16xi32>
  // expected-remark @below {{reorders what every thread holds; no element changes its thread}}
  %bl = iree_vector_ext.to_layout %al to layout(#outers) : vector<16xi32>
  // expected-remark@+1 {{writes 4 × 4 bytes; 4 threads touch 4 sectors of 32 bytes, the least}}
  vector.transfer_write %bl, %o[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
  return
}

// -----

// Both subgroups hold all elements in the first layout, so that each finds its own ones.
#c = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [1, 8]>
#d = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [2, 1], subgroup_strides = [1, 0], thread_strides = [8, 1]>

// CHECK-LABEL: func.func @lanes(%arg0: memref<16x8xi32>, %arg1: memref<16x8xi32>) {
// CHECK-NEXT:   %c64_i32 = arith.constant 64 : i32
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c32 = arith.constant 32 : index
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 128
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (4, 8) : index, index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#2, %c0] by (8, 2) : index
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%0#1, %c0] by (4, 2) : index
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%1, %2], %c0_i32 {in_bounds = [true, true]} : memref<16x8xi32>, vector<2x2xi32>
// CHECK-NEXT:   %4:5 = affine.delinearize_index %thread_id_x into (2, 2, 4, 4, 2) : index, index, index, index, index
// CHECK-NEXT:   %5 = arith.muli %4#3, %c8 : index
// CHECK-NEXT:   %6 = arith.addi %5, %4#2 : index
// CHECK-NEXT:   %7 = arith.muli %4#1, %c32 : index
// CHECK-NEXT:   %8 = arith.addi %6, %7 : index
// CHECK-NEXT:   %9 = arith.muli %4#0, %c4 : index
// CHECK-NEXT:   %10 = arith.addi %8, %9 : index
// CHECK-NEXT:   %11 = arith.index_cast %10 : index to i32
// CHECK-NEXT:   %12:2 = affine.delinearize_index %thread_id_x into (2) : index, index
// CHECK-NEXT:   %13 = arith.cmpi ne, %12#1, %c0 : index
// CHECK-NEXT:   %14 = vector.extract %3[0, 0] : i32 from vector<2x2xi32>
// CHECK-NEXT:   %15 = vector.extract %3[0, 1] : i32 from vector<2x2xi32>
// CHECK-NEXT:   %shuffleResult, %valid = gpu.shuffle  idx %14, %11, %c64_i32 : i32
// CHECK-NEXT:   %shuffleResult_0, %valid_1 = gpu.shuffle  idx %15, %11, %c64_i32 : i32
// CHECK-NEXT:   %16 = arith.select %13, %shuffleResult_0, %shuffleResult : i32
// CHECK-NEXT:   %17 = vector.extract %3[1, 0] : i32 from vector<2x2xi32>
// CHECK-NEXT:   %18 = vector.extract %3[1, 1] : i32 from vector<2x2xi32>
// CHECK-NEXT:   %shuffleResult_2, %valid_3 = gpu.shuffle  idx %17, %11, %c64_i32 : i32
// CHECK-NEXT:   %shuffleResult_4, %valid_5 = gpu.shuffle  idx %18, %11, %c64_i32 : i32
// CHECK-NEXT:   %19 = arith.select %13, %shuffleResult_4, %shuffleResult_2 : i32
// CHECK-NEXT:   %20:4 = affine.delinearize_index %thread_id_x into (2, 2, 4, 8) : index, index, index, index
// CHECK-NEXT:   %21 = arith.cmpi eq, %20#1, %c0 : index
// CHECK-NEXT:   %22:3 = affine.delinearize_index %thread_id_x into (2, 64) : index, index, index
// CHECK-NEXT:   scf.if %21 {
// CHECK-NEXT:     %23 = affine.linearize_index disjoint [%22#1, %0#1, %c0] by (2, 4, 2) : index
// CHECK-NEXT:     %24 = vector.from_elements %16, %19 : vector<2x1xi32>
// CHECK-NEXT:     vector.transfer_write %24, %arg1[%23, %0#2] {in_bounds = [true, true]} : vector<2x1xi32>, memref<16x8xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @lanes(%x: memref<16x8xi32>, %o: memref<16x8xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  // expected-remark@+1 {{reads 2 × 8 bytes; 64 threads touch 16 sectors of 32 bytes, the least}}
  %a = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x8xi32>, vector<16x8xi32>
  %al = iree_vector_ext.to_layout %a to layout(#c) : vector<16x8xi32>
  // expected-remark @below {{takes 4 shuffles, where 2 with more selects would do, about 9 cycles; workgroup memory would take 24 cycles}}
  %bl = iree_vector_ext.to_layout %al to layout(#d) : vector<16x8xi32>
  // expected-remark@+1 {{writes 2 × 4 bytes; 32 threads touch 8 sectors of 32 bytes, the least}}
  vector.transfer_write %bl, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xi32>, memref<16x8xi32>
  return
}

// -----

// Indices are exchanged as integers of 64 bits.
#low = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#high = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// CHECK-LABEL: func.func @indices(%arg0: memref<16xindex>, %arg1: memref<16xindex>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c64_i32 = arith.constant 64 : i32
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 128
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#1, %c0] by (8, 2) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%1], %c0 {in_bounds = [true]} : memref<16xindex>, vector<2xindex>
// CHECK-NEXT:   %3:4 = affine.delinearize_index %thread_id_x into (8, 4, 2) : index, index, index, index
// CHECK-NEXT:   %4 = arith.muli %3#3, %c4 : index
// CHECK-NEXT:   %5 = arith.addi %4, %3#2 : index
// CHECK-NEXT:   %6 = arith.muli %3#1, %c8 : index
// CHECK-NEXT:   %7 = arith.addi %5, %6 : index
// CHECK-NEXT:   %8 = arith.index_cast %7 : index to i32
// CHECK-NEXT:   %9 = arith.xori %8, %c4_i32 : i32
// CHECK-NEXT:   %10:3 = affine.delinearize_index %thread_id_x into (2, 4) : index, index, index
// CHECK-NEXT:   %11 = arith.cmpi ne, %10#1, %c0 : index
// CHECK-NEXT:   %12:2 = affine.delinearize_index %thread_id_x into (2) : index, index
// CHECK-NEXT:   %13 = arith.cmpi ne, %12#1, %c0 : index
// CHECK-NEXT:   %14 = vector.extract %2[0] : index from vector<2xindex>
// CHECK-NEXT:   %15 = vector.extract %2[1] : index from vector<2xindex>
// CHECK-NEXT:   %16 = arith.select %11, %15, %14 : index
// CHECK-NEXT:   %17 = arith.select %11, %14, %15 : index
// CHECK-NEXT:   %18 = arith.index_cast %16 : index to i64
// CHECK-NEXT:   %shuffleResult, %valid = gpu.shuffle  idx %18, %8, %c64_i32 : i64
// CHECK-NEXT:   %19 = arith.index_cast %shuffleResult : i64 to index
// CHECK-NEXT:   %20 = arith.index_cast %17 : index to i64
// CHECK-NEXT:   %shuffleResult_0, %valid_1 = gpu.shuffle  idx %20, %9, %c64_i32 : i64
// CHECK-NEXT:   %21 = arith.index_cast %shuffleResult_0 : i64 to index
// CHECK-NEXT:   %22 = arith.select %13, %21, %19 : index
// CHECK-NEXT:   %23 = arith.select %13, %19, %21 : index
// CHECK-NEXT:   %24:2 = affine.delinearize_index %thread_id_x into (16, 8) : index, index
// CHECK-NEXT:   %25 = arith.cmpi eq, %24#0, %c0 : index
// CHECK-NEXT:   scf.if %25 {
// CHECK-NEXT:     %26 = vector.broadcast %22 : index to vector<1xindex>
// CHECK-NEXT:     vector.transfer_write %26, %arg1[%0#1] {in_bounds = [true]} : vector<1xindex>, memref<16xindex>
// CHECK-NEXT:     %27 = affine.linearize_index disjoint [%c1, %0#1] by (2, 8) : index
// CHECK-NEXT:     %28 = vector.broadcast %23 : index to vector<1xindex>
// CHECK-NEXT:     vector.transfer_write %28, %arg1[%27] {in_bounds = [true]} : vector<1xindex>, memref<16xindex>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @indices(%x: memref<16xindex>, %o: memref<16xindex>) {
  %c0 = arith.constant 0 : index
  // expected-remark@+1 {{reads 1 × 16 bytes; 64 threads touch 4 sectors of 32 bytes, the least}}
  %a = vector.transfer_read %x[%c0], %c0 {in_bounds = [true]} : memref<16xindex>, vector<16xindex>
  %al = iree_vector_ext.to_layout %a to layout(#low) : vector<16xindex>
  // expected-remark @below {{takes 2 shuffles, the fewest, about 12 cycles; workgroup memory would take 25 cycles}}
  %bl = iree_vector_ext.to_layout %al to layout(#high) : vector<16xindex>
  // expected-remark@+1 {{writes 2 × 8 bytes; 8 threads touch 4 sectors of 32 bytes, the least}}
  vector.transfer_write %bl, %o[%c0] {in_bounds = [true]} : vector<16xindex>, memref<16xindex>
  return
}

// -----

#halves = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [1], thread_strides = [1]>
#turns = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [2], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [1], thread_strides = [1]>
#both = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [32], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// CHECK-LABEL: func.func @memory(%arg0: memref<32xi32>, %arg1: memref<32xi32>) {
// CHECK-NEXT:   %c16 = arith.constant 16 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c64_i32 = arith.constant 64 : i32
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 128
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (2, 64) : index, index, index
// CHECK-NEXT:   %1:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%0#1, %1#1, %c0] by (2, 8, 2) : index
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%2], %c0_i32 {in_bounds = [true]} : memref<32xi32>, vector<2xi32>
// CHECK-NEXT:   %4:4 = affine.delinearize_index %thread_id_x into (8, 4, 2) : index, index, index, index
// CHECK-NEXT:   %5 = arith.muli %4#3, %c4 : index
// CHECK-NEXT:   %6 = arith.addi %5, %4#2 : index
// CHECK-NEXT:   %7 = arith.muli %4#1, %c8 : index
// CHECK-NEXT:   %8 = arith.addi %6, %7 : index
// CHECK-NEXT:   %9 = arith.index_cast %8 : index to i32
// CHECK-NEXT:   %10 = arith.xori %9, %c4_i32 : i32
// CHECK-NEXT:   %11:3 = affine.delinearize_index %thread_id_x into (2, 4) : index, index, index
// CHECK-NEXT:   %12 = arith.cmpi ne, %11#1, %c0 : index
// CHECK-NEXT:   %13:2 = affine.delinearize_index %thread_id_x into (2) : index, index
// CHECK-NEXT:   %14 = arith.cmpi ne, %13#1, %c0 : index
// CHECK-NEXT:   %15 = vector.extract %3[0] : i32 from vector<2xi32>
// CHECK-NEXT:   %16 = vector.extract %3[1] : i32 from vector<2xi32>
// CHECK-NEXT:   %17 = arith.select %12, %16, %15 : i32
// CHECK-NEXT:   %18 = arith.select %12, %15, %16 : i32
// CHECK-NEXT:   %shuffleResult, %valid = gpu.shuffle  idx %17, %9, %c64_i32 : i32
// CHECK-NEXT:   %shuffleResult_0, %valid_1 = gpu.shuffle  idx %18, %10, %c64_i32 : i32
// CHECK-NEXT:   %19 = arith.select %14, %shuffleResult_0, %shuffleResult : i32
// CHECK-NEXT:   %20 = arith.select %14, %shuffleResult, %shuffleResult_0 : i32
// CHECK-NEXT:   %21 = vector.from_elements %19, %20 : vector<2x1x1xi32>
// CHECK-NEXT:   %alloc = memref.alloc() : memref<32xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %22 = vector.shape_cast %21 : vector<2x1x1xi32> to vector<2xi32>
// CHECK-NEXT:   %23:3 = affine.delinearize_index %thread_id_x into (2, 8, 8) : index, index, index
// CHECK-NEXT:   %24 = arith.muli %23#2, %c2 : index
// CHECK-NEXT:   %25 = arith.muli %23#0, %c16 : index
// CHECK-NEXT:   %26 = arith.addi %24, %25 : index
// CHECK-NEXT:   %27 = arith.cmpi eq, %23#1, %c0 : index
// CHECK-NEXT:   scf.if %27 {
// CHECK-NEXT:     vector.store %22, %alloc[%26] : memref<32xi32, #gpu.address_space<workgroup>>, vector<2xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %28:4 = affine.delinearize_index %thread_id_x into (2, 2, 8) : index, index, index, index
// CHECK-NEXT:   %29 = arith.muli %28#3, %c2 : index
// CHECK-NEXT:   %30 = arith.addi %29, %28#2 : index
// CHECK-NEXT:   %31 = arith.muli %28#1, %c16 : index
// CHECK-NEXT:   %32 = arith.addi %30, %31 : index
// CHECK-NEXT:   %33 = memref.load %alloc[%32] : memref<32xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %34:2 = affine.delinearize_index %thread_id_x into (4, 32) : index, index
// CHECK-NEXT:   %35 = arith.cmpi eq, %34#0, %c0 : index
// CHECK-NEXT:   %36:2 = affine.delinearize_index %thread_id_x into (32) : index, index
// CHECK-NEXT:   scf.if %35 {
// CHECK-NEXT:     %37 = vector.broadcast %33 : i32 to vector<1xi32>
// CHECK-NEXT:     vector.transfer_write %37, %arg1[%36#1] {in_bounds = [true]} : vector<1xi32>, memref<32xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @memory(%x: memref<32xi32>, %o: memref<32xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  // expected-remark@+1 {{reads 1 × 8 bytes; 64 threads touch 2 sectors of 32 bytes, the least}}
  %a = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : memref<32xi32>, vector<32xi32>
  %al = iree_vector_ext.to_layout %a to layout(#halves) : vector<32xi32>
  // expected-remark @below {{takes 2 shuffles, the fewest, about 6 cycles; workgroup memory would take 21 cycles}}
  %bl = iree_vector_ext.to_layout %al to layout(#turns) : vector<32xi32>
  // expected-remark @below {{goes through 128 bytes of workgroup memory; a thread writes 1 × 8 bytes in 1 cycle and reads 1 × 4 bytes in 2 cycles, with 1 barrier: elements change their subgroup}}
  %cl = iree_vector_ext.to_layout %bl to layout(#both) : vector<32xi32>
  // expected-remark@+1 {{writes 1 × 4 bytes; 32 threads touch 4 sectors of 32 bytes, the least}}
  vector.transfer_write %cl, %o[%c0] {in_bounds = [true]} : vector<32xi32>, memref<32xi32>
  return
}

// -----

// Odd extents, and threads that are no power of two.
#nine = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 5], outer_tile = [3, 1], thread_tile = [3, 1], element_tile = [1, 3], subgroup_strides = [0, 0], thread_strides = [1, 0]>
#three = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [3, 3], outer_tile = [1, 5], thread_tile = [3, 1], element_tile = [1, 1], subgroup_strides = [0, 0], thread_strides = [1, 0]>

// CHECK-LABEL: func.func @odd_registers(%arg0: memref<9x15xi32>, %arg1: memref<9x15xi32>) {
// CHECK-NEXT:   %c14 = arith.constant 14 : index
// CHECK-NEXT:   %c13 = arith.constant 13 : index
// CHECK-NEXT:   %c11 = arith.constant 11 : index
// CHECK-NEXT:   %c10 = arith.constant 10 : index
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %c7 = arith.constant 7 : index
// CHECK-NEXT:   %c5 = arith.constant 5 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c12 = arith.constant 12 : index
// CHECK-NEXT:   %c9 = arith.constant 9 : index
// CHECK-NEXT:   %c6 = arith.constant 6 : index
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<1x5x3x1x1x3xi32>
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 128
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (3) : index, index
// CHECK-NEXT:   %1 = vector.transfer_read %arg0[%0#1, %c0], %c0_i32 {in_bounds = [true, true]} : memref<9x15xi32>, vector<1x3xi32>
// CHECK-NEXT:   %2 = vector.insert_strided_slice %1, %cst {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x3xi32> into vector<1x5x3x1x1x3xi32>
// CHECK-NEXT:   %3 = affine.linearize_index disjoint [%c1, %0#1] by (3, 3) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%3, %c0], %c0_i32 {in_bounds = [true, true]} : memref<9x15xi32>, vector<1x3xi32>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %2 {offsets = [0, 0, 1, 0, 0, 0], strides = [1, 1]} : vector<1x3xi32> into vector<1x5x3x1x1x3xi32>
// CHECK-NEXT:   %6 = affine.linearize_index disjoint [%c2, %0#1] by (3, 3) : index
// CHECK-NEXT:   %7 = vector.transfer_read %arg0[%6, %c0], %c0_i32 {in_bounds = [true, true]} : memref<9x15xi32>, vector<1x3xi32>
// CHECK-NEXT:   %8 = vector.insert_strided_slice %7, %5 {offsets = [0, 0, 2, 0, 0, 0], strides = [1, 1]} : vector<1x3xi32> into vector<1x5x3x1x1x3xi32>
// CHECK-NEXT:   %9 = vector.transfer_read %arg0[%0#1, %c3], %c0_i32 {in_bounds = [true, true]} : memref<9x15xi32>, vector<1x3xi32>
// CHECK-NEXT:   %10 = vector.insert_strided_slice %9, %8 {offsets = [0, 1, 0, 0, 0, 0], strides = [1, 1]} : vector<1x3xi32> into vector<1x5x3x1x1x3xi32>
// CHECK-NEXT:   %11 = vector.transfer_read %arg0[%3, %c3], %c0_i32 {in_bounds = [true, true]} : memref<9x15xi32>, vector<1x3xi32>
// CHECK-NEXT:   %12 = vector.insert_strided_slice %11, %10 {offsets = [0, 1, 1, 0, 0, 0], strides = [1, 1]} : vector<1x3xi32> into vector<1x5x3x1x1x3xi32>
// CHECK-NEXT:   %13 = vector.transfer_read %arg0[%6, %c3], %c0_i32 {in_bounds = [true, true]} : memref<9x15xi32>, vector<1x3xi32>
// CHECK-NEXT:   %14 = vector.insert_strided_slice %13, %12 {offsets = [0, 1, 2, 0, 0, 0], strides = [1, 1]} : vector<1x3xi32> into vector<1x5x3x1x1x3xi32>
// CHECK-NEXT:   %15 = vector.transfer_read %arg0[%0#1, %c6], %c0_i32 {in_bounds = [true, true]} : memref<9x15xi32>, vector<1x3xi32>
// CHECK-NEXT:   %16 = vector.insert_strided_slice %15, %14 {offsets = [0, 2, 0, 0, 0, 0], strides = [1, 1]} : vector<1x3xi32> into vector<1x5x3x1x1x3xi32>
// CHECK-NEXT:   %17 = vector.transfer_read %arg0[%3, %c6], %c0_i32 {in_bounds = [true, true]} : memref<9x15xi32>, vector<1x3xi32>
// CHECK-NEXT:   %18 = vector.insert_strided_slice %17, %16 {offsets = [0, 2, 1, 0, 0, 0], strides = [1, 1]} : vector<1x3xi32> into vector<1x5x3x1x1x3xi32>
// CHECK-NEXT:   %19 = vector.transfer_read %arg0[%6, %c6], %c0_i32 {in_bounds = [true, true]} : memref<9x15xi32>, vector<1x3xi32>
// CHECK-NEXT:   %20 = vector.insert_strided_slice %19, %18 {offsets = [0, 2, 2, 0, 0, 0], strides = [1, 1]} : vector<1x3xi32> into vector<1x5x3x1x1x3xi32>
// CHECK-NEXT:   %21 = vector.transfer_read %arg0[%0#1, %c9], %c0_i32 {in_bounds = [true, true]} : memref<9x15xi32>, vector<1x3xi32>
// CHECK-NEXT:   %22 = vector.insert_strided_slice %21, %20 {offsets = [0, 3, 0, 0, 0, 0], strides = [1, 1]} : vector<1x3xi32> into vector<1x5x3x1x1x3xi32>
// CHECK-NEXT:   %23 = vector.transfer_read %arg0[%3, %c9], %c0_i32 {in_bounds = [true, true]} : memref<9x15xi32>, vector<1x3xi32>
// CHECK-NEXT:   %24 = vector.insert_strided_slice %23, %22 {offsets = [0, 3, 1, 0, 0, 0], strides = [1, 1]} : vector<1x3xi32> into vector<1x5x3x1x1x3xi32>
// CHECK-NEXT:   %25 = vector.transfer_read %arg0[%6, %c9], %c0_i32 {in_bounds = [true, true]} : memref<9x15xi32>, vector<1x3xi32>
// CHECK-NEXT:   %26 = vector.insert_strided_slice %25, %24 {offsets = [0, 3, 2, 0, 0, 0], strides = [1, 1]} : vector<1x3xi32> into vector<1x5x3x1x1x3xi32>
// CHECK-NEXT:   %27 = vector.transfer_read %arg0[%0#1, %c12], %c0_i32 {in_bounds = [true, true]} : memref<9x15xi32>, vector<1x3xi32>
// CHECK-NEXT:   %28 = vector.insert_strided_slice %27, %26 {offsets = [0, 4, 0, 0, 0, 0], strides = [1, 1]} : vector<1x3xi32> into vector<1x5x3x1x1x3xi32>
// CHECK-NEXT:   %29 = vector.transfer_read %arg0[%3, %c12], %c0_i32 {in_bounds = [true, true]} : memref<9x15xi32>, vector<1x3xi32>
// CHECK-NEXT:   %30 = vector.insert_strided_slice %29, %28 {offsets = [0, 4, 1, 0, 0, 0], strides = [1, 1]} : vector<1x3xi32> into vector<1x5x3x1x1x3xi32>
// CHECK-NEXT:   %31 = vector.transfer_read %arg0[%6, %c12], %c0_i32 {in_bounds = [true, true]} : memref<9x15xi32>, vector<1x3xi32>
// CHECK-NEXT:   %32 = vector.insert_strided_slice %31, %30 {offsets = [0, 4, 2, 0, 0, 0], strides = [1, 1]} : vector<1x3xi32> into vector<1x5x3x1x1x3xi32>
// CHECK-NEXT:   %33 = vector.transpose %32, [0, 2, 4, 1, 3, 5] : vector<1x5x3x1x1x3xi32> to vector<1x3x1x5x1x3xi32>
// CHECK-NEXT:   %34 = vector.shape_cast %33 : vector<1x3x1x5x1x3xi32> to vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:   %35 = arith.cmpi eq, %0#0, %c0 : index
// CHECK-NEXT:   scf.if %35 {
// CHECK-NEXT:     %36 = vector.extract %34[0, 0, 0, 0] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %36, %arg1[%0#1, %c0] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %37 = vector.extract %34[0, 0, 0, 1] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %37, %arg1[%0#1, %c1] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %38 = vector.extract %34[0, 0, 0, 2] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %38, %arg1[%0#1, %c2] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %39 = vector.extract %34[0, 0, 0, 3] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %39, %arg1[%0#1, %c3] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %40 = vector.extract %34[0, 0, 0, 4] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %40, %arg1[%0#1, %c4] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %41 = vector.extract %34[0, 1, 0, 0] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %41, %arg1[%0#1, %c5] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %42 = vector.extract %34[0, 1, 0, 1] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %42, %arg1[%0#1, %c6] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %43 = vector.extract %34[0, 1, 0, 2] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %43, %arg1[%0#1, %c7] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %44 = vector.extract %34[0, 1, 0, 3] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %44, %arg1[%0#1, %c8] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %45 = vector.extract %34[0, 1, 0, 4] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %45, %arg1[%0#1, %c9] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %46 = vector.extract %34[0, 2, 0, 0] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %46, %arg1[%0#1, %c10] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %47 = vector.extract %34[0, 2, 0, 1] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %47, %arg1[%0#1, %c11] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %48 = vector.extract %34[0, 2, 0, 2] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %48, %arg1[%0#1, %c12] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %49 = vector.extract %34[0, 2, 0, 3] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %49, %arg1[%0#1, %c13] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %50 = vector.extract %34[0, 2, 0, 4] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %50, %arg1[%0#1, %c14] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %51 = vector.extract %34[1, 0, 0, 0] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %51, %arg1[%3, %c0] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %52 = vector.extract %34[1, 0, 0, 1] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %52, %arg1[%3, %c1] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %53 = vector.extract %34[1, 0, 0, 2] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %53, %arg1[%3, %c2] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %54 = vector.extract %34[1, 0, 0, 3] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %54, %arg1[%3, %c3] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %55 = vector.extract %34[1, 0, 0, 4] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %55, %arg1[%3, %c4] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %56 = vector.extract %34[1, 1, 0, 0] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %56, %arg1[%3, %c5] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %57 = vector.extract %34[1, 1, 0, 1] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %57, %arg1[%3, %c6] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %58 = vector.extract %34[1, 1, 0, 2] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %58, %arg1[%3, %c7] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %59 = vector.extract %34[1, 1, 0, 3] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %59, %arg1[%3, %c8] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %60 = vector.extract %34[1, 1, 0, 4] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %60, %arg1[%3, %c9] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %61 = vector.extract %34[1, 2, 0, 0] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %61, %arg1[%3, %c10] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %62 = vector.extract %34[1, 2, 0, 1] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %62, %arg1[%3, %c11] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %63 = vector.extract %34[1, 2, 0, 2] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %63, %arg1[%3, %c12] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %64 = vector.extract %34[1, 2, 0, 3] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %64, %arg1[%3, %c13] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %65 = vector.extract %34[1, 2, 0, 4] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %65, %arg1[%3, %c14] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %66 = vector.extract %34[2, 0, 0, 0] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %66, %arg1[%6, %c0] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %67 = vector.extract %34[2, 0, 0, 1] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %67, %arg1[%6, %c1] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %68 = vector.extract %34[2, 0, 0, 2] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %68, %arg1[%6, %c2] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %69 = vector.extract %34[2, 0, 0, 3] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %69, %arg1[%6, %c3] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %70 = vector.extract %34[2, 0, 0, 4] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %70, %arg1[%6, %c4] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %71 = vector.extract %34[2, 1, 0, 0] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %71, %arg1[%6, %c5] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %72 = vector.extract %34[2, 1, 0, 1] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %72, %arg1[%6, %c6] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %73 = vector.extract %34[2, 1, 0, 2] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %73, %arg1[%6, %c7] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %74 = vector.extract %34[2, 1, 0, 3] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %74, %arg1[%6, %c8] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %75 = vector.extract %34[2, 1, 0, 4] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %75, %arg1[%6, %c9] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %76 = vector.extract %34[2, 2, 0, 0] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %76, %arg1[%6, %c10] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %77 = vector.extract %34[2, 2, 0, 1] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %77, %arg1[%6, %c11] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %78 = vector.extract %34[2, 2, 0, 2] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %78, %arg1[%6, %c12] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %79 = vector.extract %34[2, 2, 0, 3] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %79, %arg1[%6, %c13] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:     %80 = vector.extract %34[2, 2, 0, 4] : vector<1x1xi32> from vector<3x3x1x5x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %80, %arg1[%6, %c14] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x15xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @odd_registers(%x: memref<9x15xi32>, %o: memref<9x15xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  // expected-remark@+1 {{reads 15 × 12 bytes; 64 threads touch 56 sectors of 32 bytes, 30 if the bytes of each access were neighbours}}
  %v = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<9x15xi32>, vector<9x15xi32>
  %al = iree_vector_ext.to_layout %v to layout(#nine) : vector<9x15xi32>
  // expected-remark @below {{reorders what every thread holds; no element changes its thread}}
  %bl = iree_vector_ext.to_layout %al to layout(#three) : vector<9x15xi32>
  // expected-remark@+1 {{writes 45 × 4 bytes; 3 threads touch 135 sectors of 32 bytes, 45 if the bytes of each access were neighbours}}
  vector.transfer_write %bl, %o[%c0, %c0] {in_bounds = [true, true]} : vector<9x15xi32>, memref<9x15xi32>
  return
}

#wide = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [3, 1], outer_tile = [1, 1], thread_tile = [3, 4], element_tile = [1, 3], subgroup_strides = [0, 0], thread_strides = [16, 1]>
#tall = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 3], outer_tile = [3, 1], thread_tile = [3, 4], element_tile = [1, 1], subgroup_strides = [0, 0], thread_strides = [1, 3]>

// CHECK-LABEL: func.func @odd_memory(%arg0: memref<9x12xi32>, %arg1: memref<9x12xi32>) {
// CHECK-NEXT:   %c80 = arith.constant 80 : index
// CHECK-NEXT:   %c44 = arith.constant 44 : index
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %c76 = arith.constant 76 : index
// CHECK-NEXT:   %c40 = arith.constant 40 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c74 = arith.constant 74 : index
// CHECK-NEXT:   %c73 = arith.constant 73 : index
// CHECK-NEXT:   %c72 = arith.constant 72 : index
// CHECK-NEXT:   %c38 = arith.constant 38 : index
// CHECK-NEXT:   %c37 = arith.constant 37 : index
// CHECK-NEXT:   %c36 = arith.constant 36 : index
// CHECK-NEXT:   %c12 = arith.constant 12 : index
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 128
// CHECK-NEXT:   %0:4 = affine.delinearize_index %thread_id_x into (3, 4, 4) : index, index, index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#3, %c0] by (4, 3) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%0#1, %1], %c0_i32 {in_bounds = [true, true]} : memref<9x12xi32>, vector<1x3xi32>
// CHECK-NEXT:   %3 = affine.linearize_index disjoint [%c1, %0#1] by (3, 3) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%3, %1], %c0_i32 {in_bounds = [true, true]} : memref<9x12xi32>, vector<1x3xi32>
// CHECK-NEXT:   %5 = affine.linearize_index disjoint [%c2, %0#1] by (3, 3) : index
// CHECK-NEXT:   %6 = vector.transfer_read %arg0[%5, %1], %c0_i32 {in_bounds = [true, true]} : memref<9x12xi32>, vector<1x3xi32>
// CHECK-NEXT:   %alloc = memref.alloc() : memref<108xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %7 = arith.muli %0#3, %c3 : index
// CHECK-NEXT:   %8 = arith.muli %0#1, %c12 : index
// CHECK-NEXT:   %9 = arith.addi %7, %8 : index
// CHECK-NEXT:   %10 = arith.cmpi eq, %0#0, %c0 : index
// CHECK-NEXT:   %11 = arith.cmpi eq, %0#2, %c0 : index
// CHECK-NEXT:   %12 = arith.andi %10, %11 : i1
// CHECK-NEXT:   scf.if %12 {
// CHECK-NEXT:     %34 = vector.extract %2[0, 0] : i32 from vector<1x3xi32>
// CHECK-NEXT:     memref.store %34, %alloc[%9] : memref<108xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:     %35 = arith.addi %9, %c1 : index
// CHECK-NEXT:     %36 = vector.extract %2[0, 1] : i32 from vector<1x3xi32>
// CHECK-NEXT:     memref.store %36, %alloc[%35] : memref<108xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:     %37 = arith.addi %9, %c2 : index
// CHECK-NEXT:     %38 = vector.extract %2[0, 2] : i32 from vector<1x3xi32>
// CHECK-NEXT:     memref.store %38, %alloc[%37] : memref<108xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:     %39 = arith.addi %9, %c36 : index
// CHECK-NEXT:     %40 = vector.extract %4[0, 0] : i32 from vector<1x3xi32>
// CHECK-NEXT:     memref.store %40, %alloc[%39] : memref<108xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:     %41 = arith.addi %9, %c37 : index
// CHECK-NEXT:     %42 = vector.extract %4[0, 1] : i32 from vector<1x3xi32>
// CHECK-NEXT:     memref.store %42, %alloc[%41] : memref<108xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:     %43 = arith.addi %9, %c38 : index
// CHECK-NEXT:     %44 = vector.extract %4[0, 2] : i32 from vector<1x3xi32>
// CHECK-NEXT:     memref.store %44, %alloc[%43] : memref<108xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:     %45 = arith.addi %9, %c72 : index
// CHECK-NEXT:     %46 = vector.extract %6[0, 0] : i32 from vector<1x3xi32>
// CHECK-NEXT:     memref.store %46, %alloc[%45] : memref<108xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:     %47 = arith.addi %9, %c73 : index
// CHECK-NEXT:     %48 = vector.extract %6[0, 1] : i32 from vector<1x3xi32>
// CHECK-NEXT:     memref.store %48, %alloc[%47] : memref<108xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:     %49 = arith.addi %9, %c74 : index
// CHECK-NEXT:     %50 = vector.extract %6[0, 2] : i32 from vector<1x3xi32>
// CHECK-NEXT:     memref.store %50, %alloc[%49] : memref<108xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %13:3 = affine.delinearize_index %thread_id_x into (4, 3) : index, index, index
// CHECK-NEXT:   %14 = arith.muli %13#2, %c12 : index
// CHECK-NEXT:   %15 = arith.addi %14, %13#1 : index
// CHECK-NEXT:   %16 = memref.load %alloc[%15] : memref<108xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %17 = arith.addi %15, %c36 : index
// CHECK-NEXT:   %18 = memref.load %alloc[%17] : memref<108xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %19 = arith.addi %15, %c72 : index
// CHECK-NEXT:   %20 = memref.load %alloc[%19] : memref<108xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %21 = arith.addi %15, %c4 : index
// CHECK-NEXT:   %22 = memref.load %alloc[%21] : memref<108xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %23 = arith.addi %15, %c40 : index
// CHECK-NEXT:   %24 = memref.load %alloc[%23] : memref<108xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %25 = arith.addi %15, %c76 : index
// CHECK-NEXT:   %26 = memref.load %alloc[%25] : memref<108xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %27 = arith.addi %15, %c8 : index
// CHECK-NEXT:   %28 = memref.load %alloc[%27] : memref<108xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %29 = arith.addi %15, %c44 : index
// CHECK-NEXT:   %30 = memref.load %alloc[%29] : memref<108xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %31 = arith.addi %15, %c80 : index
// CHECK-NEXT:   %32 = memref.load %alloc[%31] : memref<108xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %33 = arith.cmpi eq, %13#0, %c0 : index
// CHECK-NEXT:   scf.if %33 {
// CHECK-NEXT:     %34 = vector.broadcast %16 : i32 to vector<1x1xi32>
// CHECK-NEXT:     vector.transfer_write %34, %arg1[%13#2, %13#1] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x12xi32>
// CHECK-NEXT:     %35 = affine.linearize_index disjoint [%c1, %13#2] by (3, 3) : index
// CHECK-NEXT:     %36 = vector.broadcast %18 : i32 to vector<1x1xi32>
// CHECK-NEXT:     vector.transfer_write %36, %arg1[%35, %13#1] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x12xi32>
// CHECK-NEXT:     %37 = affine.linearize_index disjoint [%c2, %13#2] by (3, 3) : index
// CHECK-NEXT:     %38 = vector.broadcast %20 : i32 to vector<1x1xi32>
// CHECK-NEXT:     vector.transfer_write %38, %arg1[%37, %13#1] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x12xi32>
// CHECK-NEXT:     %39 = affine.linearize_index disjoint [%c1, %13#1] by (3, 4) : index
// CHECK-NEXT:     %40 = vector.broadcast %22 : i32 to vector<1x1xi32>
// CHECK-NEXT:     vector.transfer_write %40, %arg1[%13#2, %39] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x12xi32>
// CHECK-NEXT:     %41 = vector.broadcast %24 : i32 to vector<1x1xi32>
// CHECK-NEXT:     vector.transfer_write %41, %arg1[%35, %39] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x12xi32>
// CHECK-NEXT:     %42 = vector.broadcast %26 : i32 to vector<1x1xi32>
// CHECK-NEXT:     vector.transfer_write %42, %arg1[%37, %39] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x12xi32>
// CHECK-NEXT:     %43 = affine.linearize_index disjoint [%c2, %13#1] by (3, 4) : index
// CHECK-NEXT:     %44 = vector.broadcast %28 : i32 to vector<1x1xi32>
// CHECK-NEXT:     vector.transfer_write %44, %arg1[%13#2, %43] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x12xi32>
// CHECK-NEXT:     %45 = vector.broadcast %30 : i32 to vector<1x1xi32>
// CHECK-NEXT:     vector.transfer_write %45, %arg1[%35, %43] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x12xi32>
// CHECK-NEXT:     %46 = vector.broadcast %32 : i32 to vector<1x1xi32>
// CHECK-NEXT:     vector.transfer_write %46, %arg1[%37, %43] {in_bounds = [true, true]} : vector<1x1xi32>, memref<9x12xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @odd_memory(%x: memref<9x12xi32>, %o: memref<9x12xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  // expected-remark@+1 {{reads 3 × 12 bytes; 64 threads touch 15 sectors of 32 bytes, the least}}
  %v = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<9x12xi32>, vector<9x12xi32>
  %al = iree_vector_ext.to_layout %v to layout(#wide) : vector<9x12xi32>
  // expected-remark @below {{goes through 432 bytes of workgroup memory; a thread writes 9 × 4 bytes in 9 cycles and reads 9 × 4 bytes in 18 cycles, with 1 barrier: 9 shuffles, the fewest, would take 48 cycles; no buffer takes fewer cycles}}
  %bl = iree_vector_ext.to_layout %al to layout(#tall) : vector<9x12xi32>
  // expected-remark@+1 {{writes 9 × 4 bytes; 12 threads touch 27 sectors of 32 bytes, 18 if the bytes of each access were neighbours}}
  vector.transfer_write %bl, %o[%c0, %c0] {in_bounds = [true, true]} : vector<9x12xi32>, memref<9x12xi32>
  return
}

#lanes = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [3, 1], outer_tile = [1, 1], thread_tile = [1, 4], element_tile = [1, 3], subgroup_strides = [0, 0], thread_strides = [0, 1]>
#turned = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [3, 1], outer_tile = [1, 1], thread_tile = [1, 4], element_tile = [1, 3], subgroup_strides = [0, 0], thread_strides = [0, 2]>

// CHECK-LABEL: func.func @odd_lanes(%arg0: memref<3x12xi32>, %arg1: memref<3x12xi32>) {
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c64_i32 = arith.constant 64 : i32
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 128
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (4) : index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#1, %c0] by (4, 3) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%c0, %1], %c0_i32 {in_bounds = [true, true]} : memref<3x12xi32>, vector<1x3xi32>
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%c1, %1], %c0_i32 {in_bounds = [true, true]} : memref<3x12xi32>, vector<1x3xi32>
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%c2, %1], %c0_i32 {in_bounds = [true, true]} : memref<3x12xi32>, vector<1x3xi32>
// CHECK-NEXT:   %5:4 = affine.delinearize_index %thread_id_x into (8, 4, 2) : index, index, index, index
// CHECK-NEXT:   %6 = arith.muli %5#1, %c8 : index
// CHECK-NEXT:   %7 = arith.addi %5#2, %6 : index
// CHECK-NEXT:   %8:3 = affine.delinearize_index %thread_id_x into (2, 4) : index, index, index
// CHECK-NEXT:   %9 = arith.muli %8#1, %c4 : index
// CHECK-NEXT:   %10 = arith.addi %7, %9 : index
// CHECK-NEXT:   %11 = arith.index_cast %10 : index to i32
// CHECK-NEXT:   %12 = vector.extract %2[0, 0] : i32 from vector<1x3xi32>
// CHECK-NEXT:   %shuffleResult, %valid = gpu.shuffle  idx %12, %11, %c64_i32 : i32
// CHECK-NEXT:   %13 = vector.extract %2[0, 1] : i32 from vector<1x3xi32>
// CHECK-NEXT:   %shuffleResult_0, %valid_1 = gpu.shuffle  idx %13, %11, %c64_i32 : i32
// CHECK-NEXT:   %14 = vector.extract %2[0, 2] : i32 from vector<1x3xi32>
// CHECK-NEXT:   %shuffleResult_2, %valid_3 = gpu.shuffle  idx %14, %11, %c64_i32 : i32
// CHECK-NEXT:   %15 = vector.extract %3[0, 0] : i32 from vector<1x3xi32>
// CHECK-NEXT:   %shuffleResult_4, %valid_5 = gpu.shuffle  idx %15, %11, %c64_i32 : i32
// CHECK-NEXT:   %16 = vector.extract %3[0, 1] : i32 from vector<1x3xi32>
// CHECK-NEXT:   %shuffleResult_6, %valid_7 = gpu.shuffle  idx %16, %11, %c64_i32 : i32
// CHECK-NEXT:   %17 = vector.extract %3[0, 2] : i32 from vector<1x3xi32>
// CHECK-NEXT:   %shuffleResult_8, %valid_9 = gpu.shuffle  idx %17, %11, %c64_i32 : i32
// CHECK-NEXT:   %18 = vector.extract %4[0, 0] : i32 from vector<1x3xi32>
// CHECK-NEXT:   %shuffleResult_10, %valid_11 = gpu.shuffle  idx %18, %11, %c64_i32 : i32
// CHECK-NEXT:   %19 = vector.extract %4[0, 1] : i32 from vector<1x3xi32>
// CHECK-NEXT:   %shuffleResult_12, %valid_13 = gpu.shuffle  idx %19, %11, %c64_i32 : i32
// CHECK-NEXT:   %20 = vector.extract %4[0, 2] : i32 from vector<1x3xi32>
// CHECK-NEXT:   %shuffleResult_14, %valid_15 = gpu.shuffle  idx %20, %11, %c64_i32 : i32
// CHECK-NEXT:   %21:3 = affine.delinearize_index %thread_id_x into (16, 4, 2) : index, index, index
// CHECK-NEXT:   %22 = arith.cmpi eq, %21#0, %c0 : index
// CHECK-NEXT:   %23 = arith.cmpi eq, %21#2, %c0 : index
// CHECK-NEXT:   %24 = arith.andi %22, %23 : i1
// CHECK-NEXT:   %25:3 = affine.delinearize_index %thread_id_x into (4, 2) : index, index, index
// CHECK-NEXT:   scf.if %24 {
// CHECK-NEXT:     %26 = affine.linearize_index disjoint [%25#1, %c0] by (4, 3) : index
// CHECK-NEXT:     %27 = vector.from_elements %shuffleResult, %shuffleResult_0, %shuffleResult_2 : vector<1x3xi32>
// CHECK-NEXT:     vector.transfer_write %27, %arg1[%c0, %26] {in_bounds = [true, true]} : vector<1x3xi32>, memref<3x12xi32>
// CHECK-NEXT:     %28 = vector.from_elements %shuffleResult_4, %shuffleResult_6, %shuffleResult_8 : vector<1x3xi32>
// CHECK-NEXT:     vector.transfer_write %28, %arg1[%c1, %26] {in_bounds = [true, true]} : vector<1x3xi32>, memref<3x12xi32>
// CHECK-NEXT:     %29 = vector.from_elements %shuffleResult_10, %shuffleResult_12, %shuffleResult_14 : vector<1x3xi32>
// CHECK-NEXT:     vector.transfer_write %29, %arg1[%c2, %26] {in_bounds = [true, true]} : vector<1x3xi32>, memref<3x12xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @odd_lanes(%x: memref<3x12xi32>, %o: memref<3x12xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  // expected-remark@+1 {{reads 3 × 12 bytes; 64 threads touch 6 sectors of 32 bytes, the least}}
  %v = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<3x12xi32>, vector<3x12xi32>
  %al = iree_vector_ext.to_layout %v to layout(#lanes) : vector<3x12xi32>
  // expected-remark @below {{takes 9 shuffles, the fewest, about 18 cycles; workgroup memory would take 43 cycles}}
  %bl = iree_vector_ext.to_layout %al to layout(#turned) : vector<3x12xi32>
  // expected-remark@+1 {{writes 3 × 12 bytes; 4 threads touch 6 sectors of 32 bytes, the least}}
  vector.transfer_write %bl, %o[%c0, %c0] {in_bounds = [true, true]} : vector<3x12xi32>, memref<3x12xi32>
  return
}
