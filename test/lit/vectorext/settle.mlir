// RUN: optc %s --vectorext-print-layouts=explain 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: optc %s --vectorext-distribute-nested-layout=workgroup-size=64 --canonicalize --cse --verify-exec | FileCheck %s

// Accumulators with an anchor of their own, which comes first: reductions give what follows
// from their source, and it is converted for the users.

#matrix = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>
#row = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#own = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// EXPLAIN: remark: 'vector.multi_reduction' op gives its result another layout than its users need; it is converted
// EXPLAIN: note: the result has {{.*}}thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [8]>
// EXPLAIN: note: it follows from this anchor
// EXPLAIN-NEXT: %al = iree_vector_ext.to_layout
// EXPLAIN: note: its users need {{.*}}thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
// EXPLAIN: note: it follows from this anchor
// EXPLAIN-NEXT: %acc = iree_vector_ext.to_layout
// EXPLAIN: remark: 'vector.multi_reduction' op needs an operand in another layout than it has; it is converted

// CHECK: #map = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>
// CHECK: #map1 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d3, d5)>
// CHECK: #map2 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d4)>
// CHECK: func.func @reduction(%arg0: memref<8x16xi32>, %arg1: memref<8xi32>, %arg2: memref<8xi32>) {
// CHECK-NEXT:   %c64_i32 = arith.constant 64 : i32
// CHECK-NEXT:   %c36 = arith.constant 36 : index
// CHECK-NEXT:   %c18 = arith.constant 18 : index
// CHECK-NEXT:   %c9 = arith.constant 9 : index
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0> : vector<1x1x1xi32>
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 64
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   %1 = vector.transfer_read %arg1[%0#1], %c0_i32 {in_bounds = [true]} : memref<8xi32>, vector<1xi32>
// CHECK-NEXT:   %2:3 = affine.delinearize_index %thread_id_x into (8, 8) : index, index, index
// CHECK-NEXT:   %3 = affine.linearize_index disjoint [%2#2, %c0] by (8, 2) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%2#1, %3], %c0_i32 {in_bounds = [true, true]} : memref<8x16xi32>, vector<1x2xi32>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %cst {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x2xi32> into vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %6:4 = affine.delinearize_index %thread_id_x into (2, 2, 2, 8) : index, index, index, index
// CHECK-NEXT:   %7 = arith.muli %6#2, %c9 : index
// CHECK-NEXT:   %8 = arith.muli %6#1, %c18 : index
// CHECK-NEXT:   %9 = arith.addi %7, %8 : index
// CHECK-NEXT:   %10 = arith.muli %6#0, %c36 : index
// CHECK-NEXT:   %11 = arith.addi %9, %10 : index
// CHECK-NEXT:   %12 = arith.index_cast %11 : index to i32
// CHECK-NEXT:   %13 = vector.extract %1[0] : i32 from vector<1xi32>
// CHECK-NEXT:   %shuffleResult, %valid = gpu.shuffle  idx %13, %12, %c64_i32 : i32
// CHECK-NEXT:   %14 = vector.broadcast %shuffleResult : i32 to vector<1x1x1xi32>
// CHECK-NEXT:   %15 = vector.multi_reduction <add>, %5, %cst_0 [1, 3, 5] : vector<1x1x1x1x1x2xi32> to vector<1x1x1xi32>
// CHECK-NEXT:   %16 = vector.extract %15[0, 0, 0] : i32 from vector<1x1x1xi32>
// CHECK-NEXT:   %17 = gpu.subgroup_reduce  add %16 cluster(size = 8) : (i32) -> i32
// CHECK-NEXT:   %18 = vector.broadcast %17 : i32 to vector<1x1x1xi32>
// CHECK-NEXT:   %19 = arith.addi %18, %14 : vector<1x1x1xi32>
// CHECK-NEXT:   %20:4 = affine.delinearize_index %thread_id_x into (2, 2, 2) : index, index, index, index
// CHECK-NEXT:   %21 = arith.muli %20#3, %c9 : index
// CHECK-NEXT:   %22 = arith.muli %20#2, %c18 : index
// CHECK-NEXT:   %23 = arith.addi %21, %22 : index
// CHECK-NEXT:   %24 = arith.muli %20#1, %c36 : index
// CHECK-NEXT:   %25 = arith.addi %23, %24 : index
// CHECK-NEXT:   %26 = arith.index_cast %25 : index to i32
// CHECK-NEXT:   %27 = vector.extract %19[0, 0, 0] : i32 from vector<1x1x1xi32>
// CHECK-NEXT:   %shuffleResult_1, %valid_2 = gpu.shuffle  idx %27, %26, %c64_i32 : i32
// CHECK-NEXT:   %28:2 = affine.delinearize_index %thread_id_x into (8, 8) : index, index
// CHECK-NEXT:   %29 = arith.cmpi eq, %28#0, %c0 : index
// CHECK-NEXT:   scf.if %29 {
// CHECK-NEXT:     %30 = vector.broadcast %shuffleResult_1 : i32 to vector<1xi32>
// CHECK-NEXT:     vector.transfer_write %30, %arg2[%0#1] {in_bounds = [true]} : vector<1xi32>, memref<8xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @reduction(%x: memref<8x16xi32>, %y: memref<8xi32>, %z: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %i = vector.transfer_read %y[%c0], %p {in_bounds = [true]} : memref<8xi32>, vector<8xi32>
  %acc = iree_vector_ext.to_layout %i to layout(#own) : vector<8xi32>
  %a = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xi32>, vector<8x16xi32>
  %al = iree_vector_ext.to_layout %a to layout(#matrix) : vector<8x16xi32>
  %r = vector.multi_reduction <add>, %al, %acc [1] : vector<8x16xi32> to vector<8xi32>
  vector.transfer_write %r, %z[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}

// CHECK-LABEL: func.func @contraction(%arg0: memref<8x16xi32>, %arg1: memref<16xi32>, %arg2: memref<8xi32>, %arg3: memref<8xi32>) {
// CHECK-NEXT:   %c64_i32 = arith.constant 64 : i32
// CHECK-NEXT:   %c36 = arith.constant 36 : index
// CHECK-NEXT:   %c18 = arith.constant 18 : index
// CHECK-NEXT:   %c9 = arith.constant 9 : index
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<1x1x2xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0> : vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0> : vector<1x1x1xi32>
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 64
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   %1 = vector.transfer_read %arg2[%0#1], %c0_i32 {in_bounds = [true]} : memref<8xi32>, vector<1xi32>
// CHECK-NEXT:   %2:3 = affine.delinearize_index %thread_id_x into (8, 8) : index, index, index
// CHECK-NEXT:   %3 = affine.linearize_index disjoint [%2#2, %c0] by (8, 2) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%2#1, %3], %c0_i32 {in_bounds = [true, true]} : memref<8x16xi32>, vector<1x2xi32>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %cst_0 {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x2xi32> into vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %6 = affine.linearize_index disjoint [%0#1, %c0] by (8, 2) : index
// CHECK-NEXT:   %7 = vector.transfer_read %arg1[%6], %c0_i32 {in_bounds = [true]} : memref<16xi32>, vector<2xi32>
// CHECK-NEXT:   %8 = vector.insert_strided_slice %7, %cst {offsets = [0, 0, 0], strides = [1]} : vector<2xi32> into vector<1x1x2xi32>
// CHECK-NEXT:   %9:4 = affine.delinearize_index %thread_id_x into (2, 2, 2, 8) : index, index, index, index
// CHECK-NEXT:   %10 = arith.muli %9#2, %c9 : index
// CHECK-NEXT:   %11 = arith.muli %9#1, %c18 : index
// CHECK-NEXT:   %12 = arith.addi %10, %11 : index
// CHECK-NEXT:   %13 = arith.muli %9#0, %c36 : index
// CHECK-NEXT:   %14 = arith.addi %12, %13 : index
// CHECK-NEXT:   %15 = arith.index_cast %14 : index to i32
// CHECK-NEXT:   %16 = vector.extract %1[0] : i32 from vector<1xi32>
// CHECK-NEXT:   %shuffleResult, %valid = gpu.shuffle  idx %16, %15, %c64_i32 : i32
// CHECK-NEXT:   %17 = vector.broadcast %shuffleResult : i32 to vector<1x1x1xi32>
// CHECK-NEXT:   %18 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "reduction", "parallel", "reduction", "parallel", "reduction"], kind = #vector.kind<add>} %5, %8, %cst_1 : vector<1x1x1x1x1x2xi32>, vector<1x1x2xi32> into vector<1x1x1xi32>
// CHECK-NEXT:   %19 = vector.extract %18[0, 0, 0] : i32 from vector<1x1x1xi32>
// CHECK-NEXT:   %20 = gpu.subgroup_reduce  add %19 cluster(size = 8) : (i32) -> i32
// CHECK-NEXT:   %21 = vector.broadcast %20 : i32 to vector<1x1x1xi32>
// CHECK-NEXT:   %22 = arith.addi %21, %17 : vector<1x1x1xi32>
// CHECK-NEXT:   %23:4 = affine.delinearize_index %thread_id_x into (2, 2, 2) : index, index, index, index
// CHECK-NEXT:   %24 = arith.muli %23#3, %c9 : index
// CHECK-NEXT:   %25 = arith.muli %23#2, %c18 : index
// CHECK-NEXT:   %26 = arith.addi %24, %25 : index
// CHECK-NEXT:   %27 = arith.muli %23#1, %c36 : index
// CHECK-NEXT:   %28 = arith.addi %26, %27 : index
// CHECK-NEXT:   %29 = arith.index_cast %28 : index to i32
// CHECK-NEXT:   %30 = vector.extract %22[0, 0, 0] : i32 from vector<1x1x1xi32>
// CHECK-NEXT:   %shuffleResult_2, %valid_3 = gpu.shuffle  idx %30, %29, %c64_i32 : i32
// CHECK-NEXT:   %31:2 = affine.delinearize_index %thread_id_x into (8, 8) : index, index
// CHECK-NEXT:   %32 = arith.cmpi eq, %31#0, %c0 : index
// CHECK-NEXT:   scf.if %32 {
// CHECK-NEXT:     %33 = vector.broadcast %shuffleResult_2 : i32 to vector<1xi32>
// CHECK-NEXT:     vector.transfer_write %33, %arg3[%0#1] {in_bounds = [true]} : vector<1xi32>, memref<8xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @contraction(%x: memref<8x16xi32>, %w: memref<16xi32>, %y: memref<8xi32>, %z: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %i = vector.transfer_read %y[%c0], %p {in_bounds = [true]} : memref<8xi32>, vector<8xi32>
  %acc = iree_vector_ext.to_layout %i to layout(#own) : vector<8xi32>
  %a = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xi32>, vector<8x16xi32>
  %al = iree_vector_ext.to_layout %a to layout(#matrix) : vector<8x16xi32>
  %b = vector.transfer_read %w[%c0], %p {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %bl = iree_vector_ext.to_layout %b to layout(#row) : vector<16xi32>
  %r = vector.contract {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>],
    iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %al, %bl, %acc : vector<8x16xi32>, vector<16xi32> into vector<8xi32>
  vector.transfer_write %r, %z[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}

// CHECK-LABEL: func.func @scan(%arg0: memref<8x16xi32>, %arg1: memref<8xi32>, %arg2: memref<8xi32>, %arg3: memref<8x16xi32>) {
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<1x1x1x1x1xi32>
// CHECK-NEXT:   %c64_i32 = arith.constant 64 : i32
// CHECK-NEXT:   %c36 = arith.constant 36 : index
// CHECK-NEXT:   %c18 = arith.constant 18 : index
// CHECK-NEXT:   %c9 = arith.constant 9 : index
// CHECK-NEXT:   %cst_0 = arith.constant dense<0> : vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 64
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (8, 8) : index, index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#2, %c0] by (8, 2) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%0#1, %1], %c0_i32 {in_bounds = [true, true]} : memref<8x16xi32>, vector<1x2xi32>
// CHECK-NEXT:   %3 = vector.insert_strided_slice %2, %cst_0 {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x2xi32> into vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %dest, %accumulated_value = vector.scan <add>, %3, %cst {inclusive = true, reduction_dim = 5 : i64} : vector<1x1x1x1x1x2xi32>, vector<1x1x1x1x1xi32>
// CHECK-NEXT:   %4 = vector.extract %accumulated_value[0, 0, 0, 0, 0] : i32 from vector<1x1x1x1x1xi32>
// CHECK-NEXT:   %result, %total = iree_gpu.subgroup_scan(%4, identity = %c0_i32 : i32) cluster(size = 8) {
// CHECK-NEXT:   ^bb0(%arg4: i32, %arg5: i32):
// CHECK-NEXT:     %18 = arith.addi %arg4, %arg5 : i32
// CHECK-NEXT:     iree_gpu.yield %18 : i32
// CHECK-NEXT:   } : i32
// CHECK-NEXT:   %5 = vector.broadcast %result : i32 to vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %6 = arith.addi %5, %dest : vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %7:4 = affine.delinearize_index %thread_id_x into (2, 2, 2) : index, index, index, index
// CHECK-NEXT:   %8 = arith.muli %7#3, %c9 : index
// CHECK-NEXT:   %9 = arith.muli %7#2, %c18 : index
// CHECK-NEXT:   %10 = arith.addi %8, %9 : index
// CHECK-NEXT:   %11 = arith.muli %7#1, %c36 : index
// CHECK-NEXT:   %12 = arith.addi %10, %11 : index
// CHECK-NEXT:   %13 = arith.index_cast %12 : index to i32
// CHECK-NEXT:   %shuffleResult, %valid = gpu.shuffle  idx %total, %13, %c64_i32 : i32
// CHECK-NEXT:   %14 = vector.extract %6[0, 0, 0, 0] : vector<1x2xi32> from vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   vector.transfer_write %14, %arg3[%0#1, %1] {in_bounds = [true, true]} : vector<1x2xi32>, memref<8x16xi32>
// CHECK-NEXT:   %15:2 = affine.delinearize_index %thread_id_x into (8, 8) : index, index
// CHECK-NEXT:   %16 = arith.cmpi eq, %15#0, %c0 : index
// CHECK-NEXT:   %17:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   scf.if %16 {
// CHECK-NEXT:     %18 = vector.broadcast %shuffleResult : i32 to vector<1xi32>
// CHECK-NEXT:     vector.transfer_write %18, %arg2[%17#1] {in_bounds = [true]} : vector<1xi32>, memref<8xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @scan(%x: memref<8x16xi32>, %y: memref<8xi32>, %z: memref<8xi32>, %o: memref<8x16xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %i = vector.transfer_read %y[%c0], %p {in_bounds = [true]} : memref<8xi32>, vector<8xi32>
  %acc = iree_vector_ext.to_layout %i to layout(#own) : vector<8xi32>
  %a = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xi32>, vector<8x16xi32>
  %al = iree_vector_ext.to_layout %a to layout(#matrix) : vector<8x16xi32>
  %s, %r = vector.scan <add>, %al, %acc {inclusive = true, reduction_dim = 1 : i64} : vector<8x16xi32>, vector<8xi32>
  vector.transfer_write %s, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xi32>, memref<8x16xi32>
  vector.transfer_write %r, %z[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}

// CHECK-LABEL: func.func @winner(%arg0: memref<8x16xi32>, %arg1: memref<8xi32>, %arg2: memref<8xi32>, %arg3: memref<8xi32>) {
// CHECK-NEXT:   %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:   %c255_i64 = arith.constant 255 : i64
// CHECK-NEXT:   %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c64_i32 = arith.constant 64 : i32
// CHECK-NEXT:   %c36 = arith.constant 36 : index
// CHECK-NEXT:   %c18 = arith.constant 18 : index
// CHECK-NEXT:   %c9 = arith.constant 9 : index
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 64
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   %1 = vector.transfer_read %arg1[%0#1], %c0_i32 {in_bounds = [true]} : memref<8xi32>, vector<1xi32>
// CHECK-NEXT:   %2:3 = affine.delinearize_index %thread_id_x into (8, 8) : index, index, index
// CHECK-NEXT:   %3 = affine.linearize_index disjoint [%2#2, %c0] by (8, 2) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%2#1, %3], %c0_i32 {in_bounds = [true, true]} : memref<8x16xi32>, vector<1x2xi32>
// CHECK-NEXT:   %5:4 = affine.delinearize_index %thread_id_x into (2, 2, 2, 8) : index, index, index, index
// CHECK-NEXT:   %6 = arith.muli %5#2, %c9 : index
// CHECK-NEXT:   %7 = arith.muli %5#1, %c18 : index
// CHECK-NEXT:   %8 = arith.addi %6, %7 : index
// CHECK-NEXT:   %9 = arith.muli %5#0, %c36 : index
// CHECK-NEXT:   %10 = arith.addi %8, %9 : index
// CHECK-NEXT:   %11 = arith.index_cast %10 : index to i32
// CHECK-NEXT:   %12 = vector.extract %1[0] : i32 from vector<1xi32>
// CHECK-NEXT:   %shuffleResult, %valid = gpu.shuffle  idx %12, %11, %c64_i32 : i32
// CHECK-NEXT:   %13 = affine.linearize_index disjoint [%2#2, %c1] by (8, 2) : index
// CHECK-NEXT:   %14 = vector.extract %4[0, 0] : i32 from vector<1x2xi32>
// CHECK-NEXT:   %15 = arith.index_cast %3 : index to i32
// CHECK-NEXT:   %16 = arith.cmpi sgt, %14, %shuffleResult : i32
// CHECK-NEXT:   %17 = arith.select %16, %14, %shuffleResult : i32
// CHECK-NEXT:   %18 = arith.select %16, %15, %c-1_i32 : i32
// CHECK-NEXT:   %19 = vector.extract %4[0, 1] : i32 from vector<1x2xi32>
// CHECK-NEXT:   %20 = arith.index_cast %13 : index to i32
// CHECK-NEXT:   %21 = arith.cmpi sgt, %19, %17 : i32
// CHECK-NEXT:   %22 = arith.select %21, %19, %17 : i32
// CHECK-NEXT:   %23 = arith.select %21, %20, %18 : i32
// CHECK-NEXT:   %24 = gpu.subgroup_reduce  maxsi %22 cluster(size = 8) : (i32) -> i32
// CHECK-NEXT:   %25 = arith.cmpi eq, %22, %24 : i32
// CHECK-NEXT:   %26 = gpu.ballot %25 : i64
// CHECK-NEXT:   %27:2 = affine.delinearize_index %thread_id_x into (64) : index, index
// CHECK-NEXT:   %28 = arith.index_cast %27#1 : index to i32
// CHECK-NEXT:   %29 = arith.remui %28, %c8_i32 : i32
// CHECK-NEXT:   %30 = arith.subi %28, %29 : i32
// CHECK-NEXT:   %31 = arith.extui %30 : i32 to i64
// CHECK-NEXT:   %32 = arith.shli %c255_i64, %31 : i64
// CHECK-NEXT:   %33 = arith.andi %26, %32 : i64
// CHECK-NEXT:   %34 = math.cttz %33 : i64
// CHECK-NEXT:   %35 = arith.trunci %34 : i64 to i32
// CHECK-NEXT:   %shuffleResult_0, %valid_1 = gpu.shuffle  idx %23, %35, %c64_i32 : i32
// CHECK-NEXT:   %36:4 = affine.delinearize_index %thread_id_x into (2, 2, 2) : index, index, index, index
// CHECK-NEXT:   %37 = arith.muli %36#3, %c9 : index
// CHECK-NEXT:   %38 = arith.muli %36#2, %c18 : index
// CHECK-NEXT:   %39 = arith.addi %37, %38 : index
// CHECK-NEXT:   %40 = arith.muli %36#1, %c36 : index
// CHECK-NEXT:   %41 = arith.addi %39, %40 : index
// CHECK-NEXT:   %42 = arith.index_cast %41 : index to i32
// CHECK-NEXT:   %shuffleResult_2, %valid_3 = gpu.shuffle  idx %24, %42, %c64_i32 : i32
// CHECK-NEXT:   %43:2 = affine.delinearize_index %thread_id_x into (8, 8) : index, index
// CHECK-NEXT:   %44 = arith.cmpi eq, %43#1, %c0 : index
// CHECK-NEXT:   scf.if %44 {
// CHECK-NEXT:     %46 = vector.broadcast %shuffleResult_0 : i32 to vector<1xi32>
// CHECK-NEXT:     vector.transfer_write %46, %arg3[%2#1] {in_bounds = [true]} : vector<1xi32>, memref<8xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %45 = arith.cmpi eq, %43#0, %c0 : index
// CHECK-NEXT:   scf.if %45 {
// CHECK-NEXT:     %46 = vector.broadcast %shuffleResult_2 : i32 to vector<1xi32>
// CHECK-NEXT:     vector.transfer_write %46, %arg2[%0#1] {in_bounds = [true]} : vector<1xi32>, memref<8xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @winner(%x: memref<8x16xi32>, %y: memref<8xi32>, %z: memref<8xi32>, %o: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %i = vector.transfer_read %y[%c0], %p {in_bounds = [true]} : memref<8xi32>, vector<8xi32>
  %acc = iree_vector_ext.to_layout %i to layout(#own) : vector<8xi32>
  %a = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xi32>, vector<8x16xi32>
  %al = iree_vector_ext.to_layout %a to layout(#matrix) : vector<8x16xi32>
  %none = arith.constant dense<-1> : vector<8xi32>
  %r, %at = iree_vector_ext.arg_compare dimension(1) ins(%al : vector<8x16xi32>) inits(%acc, %none : vector<8xi32>, vector<8xi32>) {
  ^bb0(%u: i32, %v: i32):
    %c = arith.cmpi sgt, %u, %v : i32
    iree_vector_ext.yield %c : i1
  } -> vector<8xi32>, vector<8xi32>
  vector.transfer_write %at, %o[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  vector.transfer_write %r, %z[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}
