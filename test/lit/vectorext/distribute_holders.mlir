// RUN: optc %s --split-input-file --vectorext-distribute-nested-layout="workgroup-size=24 subgroup-size=8" --canonicalize --cse --verify-exec | FileCheck %s

// Three subgroups add up what each of them holds. They are no power of two, so that each lane reads
// all partial sums.
#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 3], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [2, 4], element_tile = [1, 2], subgroup_strides = [0, 1], thread_strides = [4, 1]>
// CHECK-LABEL: func.func @three_holders(%arg0: memref<2x24xf32>, %arg1: memref<2xf32>) {
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<1x1x1xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1x2xf32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<1.000000e+00> : vector<1x1x1xf32>
// CHECK-NEXT:   %cst_2 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 24
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (3, 8) : index, index, index
// CHECK-NEXT:   %1:3 = affine.delinearize_index %thread_id_x into (2, 4) : index, index, index
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%0#1, %1#2, %c0] by (3, 4, 2) : index
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%1#1, %2], %cst_2 {in_bounds = [true, true]} : memref<2x24xf32>, vector<1x2xf32>
// CHECK-NEXT:   %4 = vector.insert_strided_slice %3, %cst_0 {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x2xf32> into vector<1x1x1x1x1x2xf32>
// CHECK-NEXT:   %5 = vector.multi_reduction <add>, %4, %cst [1, 3, 5] : vector<1x1x1x1x1x2xf32> to vector<1x1x1xf32>
// CHECK-NEXT:   %6 = vector.extract %5[0, 0, 0] : f32 from vector<1x1x1xf32>
// CHECK-NEXT:   %7 = gpu.subgroup_reduce  add %6 cluster(size = 4) : (f32) -> f32
// CHECK-NEXT:   %alloc = memref.alloc() : memref<6xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %8:2 = affine.delinearize_index %thread_id_x into (6, 4) : index, index
// CHECK-NEXT:   %9:3 = affine.delinearize_index %thread_id_x into (3, 2, 4) : index, index, index
// CHECK-NEXT:   %10 = arith.cmpi eq, %9#2, %c0 : index
// CHECK-NEXT:   scf.if %10 {
// CHECK-NEXT:     memref.store %7, %alloc[%8#0] : memref<6xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %11 = memref.load %alloc[%1#1] : memref<6xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %12 = arith.addi %1#1, %c2 : index
// CHECK-NEXT:   %13 = memref.load %alloc[%12] : memref<6xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %14 = arith.addi %1#1, %c4 : index
// CHECK-NEXT:   %15 = memref.load %alloc[%14] : memref<6xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %16 = vector.from_elements %11, %13, %15 : vector<1x1x1x1x1x3xf32>
// CHECK-NEXT:   %17 = vector.multi_reduction <add>, %16, %cst [1, 3, 5] : vector<1x1x1x1x1x3xf32> to vector<1x1x1xf32>
// CHECK-NEXT:   %18 = arith.addf %17, %cst_1 : vector<1x1x1xf32>
// CHECK-NEXT:   %19 = arith.cmpi eq, %9#0, %c0 : index
// CHECK-NEXT:   %20 = arith.andi %19, %10 : i1
// CHECK-NEXT:   scf.if %20 {
// CHECK-NEXT:     %21 = vector.extract %18[0, 0] : vector<1xf32> from vector<1x1x1xf32>
// CHECK-NEXT:     vector.transfer_write %21, %arg1[%1#1] {in_bounds = [true]} : vector<1xf32>, memref<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @three_holders(%m: memref<2x24xf32>, %o: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %init = arith.constant dense<1.0> : vector<2xf32>
  %v = vector.transfer_read %m[%c0, %c0], %pad {in_bounds = [true, true]} : memref<2x24xf32>, vector<2x24xf32>
  %l = iree_vector_ext.to_layout %v to layout(#rows) : vector<2x24xf32>
  %r = vector.multi_reduction <add>, %l, %init [1] : vector<2x24xf32> to vector<2xf32>
  vector.transfer_write %r, %o[%c0] {in_bounds = [true]} : vector<2xf32>, memref<2xf32>
  return
}

// -----

// Both dimensions are reduced.
#both = #iree_vector_ext.nested_layout<subgroup_tile = [1, 3], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [2, 4], element_tile = [1, 2], subgroup_strides = [0, 1], thread_strides = [4, 1]>
// CHECK-LABEL: func.func @three_of_two(%arg0: memref<2x24xi32>, %arg1: memref<i32>) {
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 24
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (3, 8) : index, index, index
// CHECK-NEXT:   %1:3 = affine.delinearize_index %thread_id_x into (2, 4) : index, index, index
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%0#1, %1#2, %c0] by (3, 4, 2) : index
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%1#1, %2], %c0_i32 {in_bounds = [true, true]} : memref<2x24xi32>, vector<1x2xi32>
// CHECK-NEXT:   %4 = vector.insert_strided_slice %3, %cst {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x2xi32> into vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %5 = vector.multi_reduction <add>, %4, %c0_i32 [0, 1, 2, 3, 4, 5] : vector<1x1x1x1x1x2xi32> to i32
// CHECK-NEXT:   %6 = gpu.subgroup_reduce  add %5 cluster(size = 2, stride = 4) : (i32) -> i32
// CHECK-NEXT:   %7 = gpu.subgroup_reduce  add %6 cluster(size = 4) : (i32) -> i32
// CHECK-NEXT:   %alloc = memref.alloc() : memref<3xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %8:2 = affine.delinearize_index %thread_id_x into (3, 8) : index, index
// CHECK-NEXT:   %9 = arith.cmpi eq, %8#1, %c0 : index
// CHECK-NEXT:   scf.if %9 {
// CHECK-NEXT:     memref.store %7, %alloc[%8#0] : memref<3xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %10 = memref.load %alloc[%c0] : memref<3xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %11 = memref.load %alloc[%c1] : memref<3xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %12 = memref.load %alloc[%c2] : memref<3xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %13 = vector.from_elements %10, %11, %12 : vector<1x1x1x1x1x3xi32>
// CHECK-NEXT:   %14 = vector.multi_reduction <add>, %13, %c0_i32 [0, 1, 2, 3, 4, 5] : vector<1x1x1x1x1x3xi32> to i32
// CHECK-NEXT:   %15 = arith.cmpi eq, %thread_id_x, %c0 : index
// CHECK-NEXT:   scf.if %15 {
// CHECK-NEXT:     memref.store %14, %arg1[] : memref<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @three_of_two(%m: memref<2x24xi32>, %o: memref<i32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i32
  %v = vector.transfer_read %m[%c0, %c0], %pad {in_bounds = [true, true]} : memref<2x24xi32>, vector<2x24xi32>
  %l = iree_vector_ext.to_layout %v to layout(#both) : vector<2x24xi32>
  %r = vector.multi_reduction <add>, %l, %pad [0, 1] : vector<2x24xi32> to i32
  memref.store %r, %o[] : memref<i32>
  return
}

// -----

// An element of a vector that every thread holds as a whole.
#whole = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [3], outer_tile = [2], thread_tile = [1], element_tile = [4], subgroup_strides = [0], thread_strides = [0]>
// CHECK-LABEL: func.func @element(%arg0: memref<24xf32>, %arg1: memref<24xf32>) {
// CHECK-NEXT:   %c20 = arith.constant 20 : index
// CHECK-NEXT:   %c12 = arith.constant 12 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 24
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c12], %cst {in_bounds = [true]} : memref<24xf32>, vector<4xf32>
// CHECK-NEXT:   %1 = vector.transfer_read %arg0[%c20], %cst {in_bounds = [true]} : memref<24xf32>, vector<4xf32>
// CHECK-NEXT:   %2 = vector.extract %1[1] : f32 from vector<4xf32>
// CHECK-NEXT:   %3 = vector.extract %0[2] : f32 from vector<4xf32>
// CHECK-NEXT:   %4 = arith.cmpi eq, %thread_id_x, %c0 : index
// CHECK-NEXT:   scf.if %4 {
// CHECK-NEXT:     memref.store %2, %arg1[%c0] : memref<24xf32>
// CHECK-NEXT:     memref.store %3, %arg1[%c1] : memref<24xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @element(%m: memref<24xf32>, %o: memref<24xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pad = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<24xf32>, vector<24xf32>
  %l = iree_vector_ext.to_layout %v to layout(#whole) : vector<24xf32>
  %e = vector.extract %l[21] : f32 from vector<24xf32>
  memref.store %e, %o[%c0] : memref<24xf32>
  %f = vector.extract %l[14] : f32 from vector<24xf32>
  memref.store %f, %o[%c1] : memref<24xf32>
  return
}
