// RUN: optc %s --compat=today --vectorext-distribute-nested-layout="workgroup-size=8 subgroup-size=4" --canonicalize --cse --verify-exec | FileCheck %s

// How many elements of a thread lie before the bound of a mask is told by comparing the thread with the one
// that holds the last of them.
#l = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [3], outer_tile = [2], thread_tile = [4], element_tile = [5], subgroup_strides = [1], thread_strides = [1]>
// CHECK-LABEL: func.func @bound(%arg0: memref<240xf32>, %arg1: memref<240xf32>, %arg2: index) {
// CHECK-NEXT:   %c25 = arith.constant 25 : index
// CHECK-NEXT:   %c20 = arith.constant 20 : index
// CHECK-NEXT:   %c15 = arith.constant 15 : index
// CHECK-NEXT:   %c10 = arith.constant 10 : index
// CHECK-NEXT:   %c5 = arith.constant 5 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c30 = arith.constant 30 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (2, 4) : index, index, index
// CHECK-NEXT:   %1:2 = affine.delinearize_index %thread_id_x into (4) : index, index
// CHECK-NEXT:   %2 = arith.subi %arg2, %c1 : index
// CHECK-NEXT:   %3:4 = affine.delinearize_index %2 into (2, 6, 4, 5) : index, index, index, index
// CHECK-NEXT:   %4 = affine.linearize_index [%3#1, %c4] by (6, 5) : index
// CHECK-NEXT:   %5 = arith.addi %4, %c1 : index
// CHECK-NEXT:   %6 = affine.linearize_index [%3#1, %3#3] by (6, 5) : index
// CHECK-NEXT:   %7 = arith.addi %6, %c1 : index
// CHECK-NEXT:   %8 = affine.linearize_index [%3#1, %c0] by (6, 5) : index
// CHECK-NEXT:   %9 = arith.cmpi slt, %1#1, %3#2 : index
// CHECK-NEXT:   %10 = arith.select %9, %5, %8 : index
// CHECK-NEXT:   %11 = arith.cmpi eq, %1#1, %3#2 : index
// CHECK-NEXT:   %12 = arith.select %11, %7, %10 : index
// CHECK-NEXT:   %13 = arith.cmpi eq, %0#1, %3#0 : index
// CHECK-NEXT:   %14 = arith.cmpi slt, %0#1, %3#0 : index
// CHECK-NEXT:   %15 = arith.select %14, %c30, %c0 : index
// CHECK-NEXT:   %16 = arith.select %13, %12, %15 : index
// CHECK-NEXT:   %17 = affine.linearize_index disjoint [%0#1, %c0, %c0, %1#1, %c0] by (2, 3, 2, 4, 5) : index
// CHECK-NEXT:   %18 = vector.create_mask %16 : vector<5xi1>
// CHECK-NEXT:   %19 = vector.transfer_read %arg0[%17], %cst, %18 {in_bounds = [true]} : memref<240xf32>, vector<5xf32>
// CHECK-NEXT:   %20 = affine.linearize_index disjoint [%0#1, %c0, %c1, %1#1, %c0] by (2, 3, 2, 4, 5) : index
// CHECK-NEXT:   %21 = arith.subi %16, %c5 : index
// CHECK-NEXT:   %22 = vector.create_mask %21 : vector<5xi1>
// CHECK-NEXT:   %23 = vector.transfer_read %arg0[%20], %cst, %22 {in_bounds = [true]} : memref<240xf32>, vector<5xf32>
// CHECK-NEXT:   %24 = affine.linearize_index disjoint [%0#1, %c1, %c0, %1#1, %c0] by (2, 3, 2, 4, 5) : index
// CHECK-NEXT:   %25 = arith.subi %16, %c10 : index
// CHECK-NEXT:   %26 = vector.create_mask %25 : vector<5xi1>
// CHECK-NEXT:   %27 = vector.transfer_read %arg0[%24], %cst, %26 {in_bounds = [true]} : memref<240xf32>, vector<5xf32>
// CHECK-NEXT:   %28 = affine.linearize_index disjoint [%0#1, %c1, %c1, %1#1, %c0] by (2, 3, 2, 4, 5) : index
// CHECK-NEXT:   %29 = arith.subi %16, %c15 : index
// CHECK-NEXT:   %30 = vector.create_mask %29 : vector<5xi1>
// CHECK-NEXT:   %31 = vector.transfer_read %arg0[%28], %cst, %30 {in_bounds = [true]} : memref<240xf32>, vector<5xf32>
// CHECK-NEXT:   %32 = affine.linearize_index disjoint [%0#1, %c2, %c0, %1#1, %c0] by (2, 3, 2, 4, 5) : index
// CHECK-NEXT:   %33 = arith.subi %16, %c20 : index
// CHECK-NEXT:   %34 = vector.create_mask %33 : vector<5xi1>
// CHECK-NEXT:   %35 = vector.transfer_read %arg0[%32], %cst, %34 {in_bounds = [true]} : memref<240xf32>, vector<5xf32>
// CHECK-NEXT:   %36 = affine.linearize_index disjoint [%0#1, %c2, %c1, %1#1, %c0] by (2, 3, 2, 4, 5) : index
// CHECK-NEXT:   %37 = arith.subi %16, %c25 : index
// CHECK-NEXT:   %38 = vector.create_mask %37 : vector<5xi1>
// CHECK-NEXT:   %39 = vector.transfer_read %arg0[%36], %cst, %38 {in_bounds = [true]} : memref<240xf32>, vector<5xf32>
// CHECK-NEXT:   vector.transfer_write %19, %arg1[%17] {in_bounds = [true]} : vector<5xf32>, memref<240xf32>
// CHECK-NEXT:   vector.transfer_write %23, %arg1[%20] {in_bounds = [true]} : vector<5xf32>, memref<240xf32>
// CHECK-NEXT:   vector.transfer_write %27, %arg1[%24] {in_bounds = [true]} : vector<5xf32>, memref<240xf32>
// CHECK-NEXT:   vector.transfer_write %31, %arg1[%28] {in_bounds = [true]} : vector<5xf32>, memref<240xf32>
// CHECK-NEXT:   vector.transfer_write %35, %arg1[%32] {in_bounds = [true]} : vector<5xf32>, memref<240xf32>
// CHECK-NEXT:   vector.transfer_write %39, %arg1[%36] {in_bounds = [true]} : vector<5xf32>, memref<240xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @bound(%x: memref<240xf32>, %y: memref<240xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %k = vector.create_mask %n : vector<240xi1>
  %a = vector.transfer_read %x[%c0], %p, %k {in_bounds = [true]} : memref<240xf32>, vector<240xf32>
  %b = iree_vector_ext.to_layout %a to layout(#l) : vector<240xf32>
  vector.transfer_write %b, %y[%c0] {in_bounds = [true]} : vector<240xf32>, memref<240xf32>
  return
}
