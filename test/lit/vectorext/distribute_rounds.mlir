// RUN: optc %s --split-input-file --verify-diagnostics --verify-exec --vectorext-distribute-nested-layout="workgroup-size=128 explain"
// RUN: optc %s --split-input-file --verify-exec --vectorext-distribute-nested-layout="workgroup-size=128" --canonicalize --cse | FileCheck %s
// RUN: optc %s --split-input-file --verify-exec --vectorext-distribute-nested-layout="workgroup-size=72 explain" 2>&1 | FileCheck %s --check-prefix=FEW

// Rounds of shuffles for numbers of lanes and registers that are no powers of two.

// FEW: goes through 48 bytes of workgroup memory{{.*}}: 2 shuffles, the fewest, would take 68 cycles
// FEW: 5 shuffles, the fewest, would take 40 cycles
// FEW: the last subgroup, of 8 lanes, does not have all elements that its lanes get

#from = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [3, 1], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 0]>
#to = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 4], element_tile = [3, 1], subgroup_strides = [0, 0], thread_strides = [0, 1]>

// Three lanes of four elements become four lanes of three: a digit of twelve lanes turns by 4 and by 8, so that a lane sends the
// same element in both rounds. Subgroups begin in the middle of a period.
// CHECK-LABEL: func.func @twelve(%arg0: memref<3x4xi32>, %arg1: memref<3x4xi32>) {
// CHECK-NEXT:   %c64_i32 = arith.constant 64 : i32
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c-4_i32 = arith.constant -4 : i32
// CHECK-NEXT:   %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:   %c12_i32 = arith.constant 12 : i32
// CHECK-NEXT:   %c-8_i32 = arith.constant -8 : i32
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %c12 = arith.constant 12 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c64 = arith.constant 64 : index
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 128
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (3) : index, index
// CHECK-NEXT:   %1 = vector.transfer_read %arg0[%0#1, %c0], %c0_i32 {in_bounds = [true, true]} : memref<3x4xi32>, vector<1x4xi32>
// CHECK-NEXT:   %2:2 = affine.delinearize_index %thread_id_x into (12) : index, index
// CHECK-NEXT:   %3 = arith.index_cast %2#1 : index to i32
// CHECK-NEXT:   %4 = arith.divui %thread_id_x, %c64 : index
// CHECK-NEXT:   %5 = arith.muli %4, %c4 : index
// CHECK-NEXT:   %6 = arith.remui %5, %c12 : index
// CHECK-NEXT:   %7 = arith.index_cast %6 : index to i32
// CHECK-NEXT:   %8 = arith.cmpi uge, %2#1, %c8 : index
// CHECK-NEXT:   %9 = arith.select %8, %c-8_i32, %c4_i32 : i32
// CHECK-NEXT:   %10 = arith.addi %3, %9 : i32
// CHECK-NEXT:   %11 = arith.subi %10, %7 : i32
// CHECK-NEXT:   %12 = arith.cmpi slt, %11, %c0_i32 : i32
// CHECK-NEXT:   %13 = arith.addi %11, %c12_i32 : i32
// CHECK-NEXT:   %14 = arith.select %12, %13, %11 : i32
// CHECK-NEXT:   %15 = arith.cmpi uge, %2#1, %c4 : index
// CHECK-NEXT:   %16 = arith.select %15, %c-4_i32, %c8_i32 : i32
// CHECK-NEXT:   %17 = arith.addi %3, %16 : i32
// CHECK-NEXT:   %18 = arith.subi %17, %7 : i32
// CHECK-NEXT:   %19 = arith.cmpi slt, %18, %c0_i32 : i32
// CHECK-NEXT:   %20 = arith.addi %18, %c12_i32 : i32
// CHECK-NEXT:   %21 = arith.select %19, %20, %18 : i32
// CHECK-NEXT:   %22:2 = affine.delinearize_index %thread_id_x into (4) : index, index
// CHECK-NEXT:   %23 = arith.andi %22#1, %c1 : index
// CHECK-NEXT:   %24 = arith.cmpi ne, %23, %c0 : index
// CHECK-NEXT:   %25 = arith.andi %22#1, %c2 : index
// CHECK-NEXT:   %26 = arith.cmpi ne, %25, %c0 : index
// CHECK-NEXT:   %27 = arith.andi %0#1, %c1 : index
// CHECK-NEXT:   %28 = arith.cmpi ne, %27, %c0 : index
// CHECK-NEXT:   %29 = arith.andi %0#1, %c2 : index
// CHECK-NEXT:   %30 = arith.cmpi ne, %29, %c0 : index
// CHECK-NEXT:   %31 = vector.extract %1[0, 0] : i32 from vector<1x4xi32>
// CHECK-NEXT:   %32 = vector.extract %1[0, 1] : i32 from vector<1x4xi32>
// CHECK-NEXT:   %33 = vector.extract %1[0, 2] : i32 from vector<1x4xi32>
// CHECK-NEXT:   %34 = vector.extract %1[0, 3] : i32 from vector<1x4xi32>
// CHECK-NEXT:   %35 = arith.select %24, %32, %31 : i32
// CHECK-NEXT:   %36 = arith.select %24, %34, %33 : i32
// CHECK-NEXT:   %37 = arith.select %26, %36, %35 : i32
// CHECK-NEXT:   %shuffleResult, %valid = gpu.shuffle  idx %37, %14, %c64_i32 : i32
// CHECK-NEXT:   %shuffleResult_0, %valid_1 = gpu.shuffle  idx %37, %21, %c64_i32 : i32
// CHECK-NEXT:   %38 = arith.select %28, %shuffleResult_0, %37 : i32
// CHECK-NEXT:   %39 = arith.select %28, %37, %shuffleResult : i32
// CHECK-NEXT:   %40 = arith.select %30, %39, %38 : i32
// CHECK-NEXT:   %41 = arith.select %28, %shuffleResult, %shuffleResult_0 : i32
// CHECK-NEXT:   %42 = arith.select %30, %41, %39 : i32
// CHECK-NEXT:   %43 = arith.select %30, %38, %41 : i32
// CHECK-NEXT:   %44:2 = affine.delinearize_index %thread_id_x into (32, 4) : index, index
// CHECK-NEXT:   %45 = arith.cmpi eq, %44#0, %c0 : index
// CHECK-NEXT:   scf.if %45 {
// CHECK-NEXT:     %46 = vector.from_elements %40, %42, %43 : vector<3x1xi32>
// CHECK-NEXT:     vector.transfer_write %46, %arg1[%c0, %22#1] {in_bounds = [true, true]} : vector<3x1xi32>, memref<3x4xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @twelve(%x: memref<3x4xi32>, %o: memref<3x4xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  // expected-remark@+1 {{reads}}
  %v = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<3x4xi32>, vector<3x4xi32>
  %a = iree_vector_ext.to_layout %v to layout(#from) : vector<3x4xi32>
  // expected-remark @below {{takes 2 shuffles, the fewest, about 15 cycles; workgroup memory would take 23 cycles}}
  %b = iree_vector_ext.to_layout %a to layout(#to) : vector<3x4xi32>
  // expected-remark@+1 {{writes}}
  vector.transfer_write %b, %o[%c0, %c0] {in_bounds = [true, true]} : vector<3x4xi32>, memref<3x4xi32>
  return
}

// -----

#from = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [6, 1], element_tile = [1, 6], subgroup_strides = [0, 0], thread_strides = [1, 0]>
#to = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 6], element_tile = [6, 1], subgroup_strides = [0, 0], thread_strides = [0, 1]>

// Six rows become six columns.
// CHECK-LABEL: func.func @six(
// CHECK-NOT: gpu.shuffle
func.func @six(%x: memref<6x6xi32>, %o: memref<6x6xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  // expected-remark@+1 {{reads}}
  %v = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<6x6xi32>, vector<6x6xi32>
  %a = iree_vector_ext.to_layout %v to layout(#from) : vector<6x6xi32>
  // expected-remark @below {{goes through 336 bytes of workgroup memory, with 192 bytes of padding; a thread writes 3 × 8 bytes in 3 cycles and reads 6 × 4 bytes in 12 cycles, with 1 barrier: 5 shuffles, the fewest, would take 40 cycles; no buffer takes fewer cycles}}
  %b = iree_vector_ext.to_layout %a to layout(#to) : vector<6x6xi32>
  // expected-remark@+1 {{writes}}
  vector.transfer_write %b, %o[%c0, %c0] {in_bounds = [true, true]} : vector<6x6xi32>, memref<6x6xi32>
  return
}

// -----

#from = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [48, 1], element_tile = [1, 3], subgroup_strides = [0, 0], thread_strides = [1, 0]>
#to = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [3, 1], outer_tile = [1, 1], thread_tile = [16, 3], element_tile = [1, 1], subgroup_strides = [0, 0], thread_strides = [3, 1]>

// Lanes have nothing of their results, so that each of the three elements takes a shuffle.
// CHECK-LABEL: func.func @rows(
// CHECK-COUNT-3: gpu.shuffle
// CHECK-NOT: gpu.shuffle
func.func @rows(%x: memref<48x3xi32>, %o: memref<48x3xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  // expected-remark@+1 {{reads}}
  %v = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<48x3xi32>, vector<48x3xi32>
  %a = iree_vector_ext.to_layout %v to layout(#from) : vector<48x3xi32>
  // expected-remark @below {{takes 3 shuffles, the fewest, about 20 cycles; workgroup memory would take 34 cycles}}
  %b = iree_vector_ext.to_layout %a to layout(#to) : vector<48x3xi32>
  // expected-remark@+1 {{writes}}
  vector.transfer_write %b, %o[%c0, %c0] {in_bounds = [true, true]} : vector<48x3xi32>, memref<48x3xi32>
  return
}

// -----

#from = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1, 1], batch_tile = [1, 1, 1], outer_tile = [1, 1, 1], thread_tile = [16, 3, 1], element_tile = [1, 1, 4], subgroup_strides = [0, 0, 0], thread_strides = [1, 16, 0]>
#to = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1, 1], batch_tile = [1, 1, 1], outer_tile = [1, 1, 1], thread_tile = [16, 1, 4], element_tile = [1, 3, 1], subgroup_strides = [0, 0, 0], thread_strides = [1, 0, 16]>

// No subgroup of 64 lanes has a block of 192: every lane reads from the three others of a block of four.
// CHECK-LABEL: func.func @lanes(
// CHECK-COUNT-3: gpu.shuffle
// CHECK-NOT: gpu.shuffle
func.func @lanes(%x: memref<16x3x4xi32>, %o: memref<16x3x4xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  // expected-remark@+1 {{reads}}
  %v = vector.transfer_read %x[%c0, %c0, %c0], %p {in_bounds = [true, true, true]} : memref<16x3x4xi32>, vector<16x3x4xi32>
  %a = iree_vector_ext.to_layout %v to layout(#from) : vector<16x3x4xi32>
  // expected-remark @below {{takes 3 shuffles, the fewest, about 21 cycles; workgroup memory would take 28 cycles}}
  %b = iree_vector_ext.to_layout %a to layout(#to) : vector<16x3x4xi32>
  // expected-remark@+1 {{writes}}
  vector.transfer_write %b, %o[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<16x3x4xi32>, memref<16x3x4xi32>
  return
}
