// RUN: optc %s --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=8 subgroup-size=8 explain}),canonicalize,cse)' | FileCheck %s

#halves = #iree_map.pack_layout<((2, 4)) : ((0, 1))>
#all = #iree_map.pack_layout<(4) : (0)>
#rows = #iree_map.pack_layout<(4, (2, 4)) : (0, (0, 1))>
#scalar = #iree_map.pack_layout<() : ()>

// Every thread holds the whole vector, of which it extracts elements.
// CHECK: #map = affine_map<(d0) -> (0, d0)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (0, 0)>
// CHECK: func.func @whole(%arg0: memref<4xf32>, %arg1: memref<4xf32>) {
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0], %cst {in_bounds = [true]} : memref<4xf32>, vector<4xf32>
// CHECK-NEXT:   %1 = vector.extract %0[0] : f32 from vector<4xf32>
// CHECK-NEXT:   %2 = vector.extract %0[3] : f32 from vector<4xf32>
// CHECK-NEXT:   %3 = arith.cmpi eq, %thread_id_x, %c0 : index
// CHECK-NEXT:   scf.if %3 {
// CHECK-NEXT:     memref.store %1, %arg1[%c3] : memref<4xf32>
// CHECK-NEXT:     memref.store %2, %arg1[%c0] : memref<4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @whole(%m: memref<4xf32>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%c0], %z {in_bounds = [true]} : memref<4xf32>, vector<4xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#all) : vector<4xf32>
  %2 = vector.extract %1[0] : f32 from vector<4xf32>
  %3 = vector.extract %1[3] : f32 from vector<4xf32>
  memref.store %2, %o[%c3] : memref<4xf32>
  memref.store %3, %o[%c0] : memref<4xf32>
  return
}

// The mask turns off what is behind the bound.
// CHECK-LABEL: func.func @constant_mask(%arg0: memref<8xf32>, %arg1: memref<8xf32>) {
// CHECK-NEXT:   %cst = arith.constant dense<5> : vector<2xindex>
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<2xf32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<[0, 4]> : vector<2xindex>
// CHECK-NEXT:   %cst_2 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (4) : index, index
// CHECK-NEXT:   %1 = vector.broadcast %0#1 : index to vector<2xindex>
// CHECK-NEXT:   %2 = arith.addi %1, %cst_1 : vector<2xindex>
// CHECK-NEXT:   %3 = arith.cmpi slt, %2, %cst : vector<2xindex>
// CHECK-NEXT:   %4 = vector.extract_strided_slice %3 {offsets = [0], sizes = [1], strides = [1]} : vector<2xi1> to vector<1xi1>
// CHECK-NEXT:   %5 = vector.transfer_read %arg0[%0#1], %cst_2, %4 {in_bounds = [true]} : memref<8xf32>, vector<1xf32>
// CHECK-NEXT:   %6 = vector.insert_strided_slice %5, %cst_0 {offsets = [0], strides = [1]} : vector<1xf32> into vector<2xf32>
// CHECK-NEXT:   %7 = affine.linearize_index [%c1, %0#1] by (2, 4) : index
// CHECK-NEXT:   %8 = vector.extract_strided_slice %3 {offsets = [1], sizes = [1], strides = [1]} : vector<2xi1> to vector<1xi1>
// CHECK-NEXT:   %9 = vector.transfer_read %arg0[%7], %cst_2, %8 {in_bounds = [true]} : memref<8xf32>, vector<1xf32>
// CHECK-NEXT:   %10 = vector.insert_strided_slice %9, %6 {offsets = [1], strides = [1]} : vector<1xf32> into vector<2xf32>
// CHECK-NEXT:   %11 = arith.addf %10, %10 : vector<2xf32>
// CHECK-NEXT:   %12:2 = affine.delinearize_index %thread_id_x into (2, 4) : index, index
// CHECK-NEXT:   %13 = arith.cmpi eq, %12#0, %c0 : index
// CHECK-NEXT:   scf.if %13 {
// CHECK-NEXT:     %14 = vector.extract_strided_slice %11 {offsets = [0], sizes = [1], strides = [1]} : vector<2xf32> to vector<1xf32>
// CHECK-NEXT:     vector.transfer_write %14, %arg1[%0#1], %4 {in_bounds = [true]} : vector<1xf32>, memref<8xf32>
// CHECK-NEXT:     %15 = vector.extract_strided_slice %11 {offsets = [1], sizes = [1], strides = [1]} : vector<2xf32> to vector<1xf32>
// CHECK-NEXT:     vector.transfer_write %15, %arg1[%7], %8 {in_bounds = [true]} : vector<1xf32>, memref<8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @constant_mask(%m: memref<8xf32>, %o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %k = vector.constant_mask [5] : vector<8xi1>
  %0 = vector.transfer_read %m[%c0], %z, %k {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#halves) : vector<8xf32>
  %2 = arith.addf %1, %1 : vector<8xf32>
  vector.transfer_write %2, %o[%c0], %k {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}

// A row is read for every row of the vector; the mask has one dimension.
// CHECK-LABEL: func.func @repeated(%arg0: memref<8xf32>, %arg1: memref<4x8xf32>, %arg2: index) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant dense<[0, 4]> : vector<2xindex>
// CHECK-NEXT:   %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (4) : index, index
// CHECK-NEXT:   %1 = vector.broadcast %0#1 : index to vector<2xindex>
// CHECK-NEXT:   %2 = arith.addi %1, %cst : vector<2xindex>
// CHECK-NEXT:   %3 = vector.broadcast %arg2 : index to vector<2xindex>
// CHECK-NEXT:   %4 = arith.cmpi slt, %2, %3 : vector<2xindex>
// CHECK-NEXT:   %5 = vector.extract_strided_slice %4 {offsets = [0], sizes = [1], strides = [1]} : vector<2xi1> to vector<1xi1>
// CHECK-NEXT:   %6 = vector.transfer_read %arg0[%0#1], %cst_0, %5 {in_bounds = [true, true], permutation_map = #map} : memref<8xf32>, vector<4x1xf32>
// CHECK-NEXT:   %7 = affine.linearize_index [%c1, %0#1] by (2, 4) : index
// CHECK-NEXT:   %8 = vector.extract_strided_slice %4 {offsets = [1], sizes = [1], strides = [1]} : vector<2xi1> to vector<1xi1>
// CHECK-NEXT:   %9 = vector.transfer_read %arg0[%7], %cst_0, %8 {in_bounds = [true, true], permutation_map = #map} : memref<8xf32>, vector<4x1xf32>
// CHECK-NEXT:   %10:2 = affine.delinearize_index %thread_id_x into (2, 4) : index, index
// CHECK-NEXT:   %11 = arith.cmpi eq, %10#0, %c0 : index
// CHECK-NEXT:   scf.if %11 {
// CHECK-NEXT:     vector.transfer_write %6, %arg1[%c0, %0#1] {in_bounds = [true, true]} : vector<4x1xf32>, memref<4x8xf32>
// CHECK-NEXT:     vector.transfer_write %9, %arg1[%c0, %7] {in_bounds = [true, true]} : vector<4x1xf32>, memref<4x8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @repeated(%m: memref<8xf32>, %o: memref<4x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %k = vector.create_mask %n : vector<8xi1>
  %0 = vector.transfer_read %m[%c0], %z, %k {in_bounds = [true, true], permutation_map = affine_map<(i) -> (0, i)>} : memref<8xf32>, vector<4x8xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#rows) : vector<4x8xf32>
  vector.transfer_write %1, %o[%c0, %c0] {in_bounds = [true, true]} : vector<4x8xf32>, memref<4x8xf32>
  return
}

// One thread writes what all of them hold.
// CHECK-LABEL: func.func @one(%arg0: memref<8xf32>, %arg1: memref<f32>, %arg2: index) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%arg2], %cst : memref<8xf32>, vector<f32>
// CHECK-NEXT:   %1 = arith.cmpi eq, %thread_id_x, %c0 : index
// CHECK-NEXT:   scf.if %1 {
// CHECK-NEXT:     vector.transfer_write %0, %arg1[] : vector<f32>, memref<f32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @one(%m: memref<8xf32>, %o: memref<f32>, %i: index) {
  %z = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i], %z : memref<8xf32>, vector<f32>
  %1 = iree_vector_ext.to_layout %0 to layout(#scalar) : vector<f32>
  vector.transfer_write %1, %o[] : vector<f32>, memref<f32>
  return
}

// One element is read for all of the vector; the mask has one element, too.
// CHECK-LABEL: func.func @spot(%arg0: memref<8xf32>, %arg1: memref<4x8xf32>, %arg2: index, %arg3: index) {
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<1xindex>
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %0 = vector.broadcast %arg2 : index to vector<1xindex>
// CHECK-NEXT:   %1 = arith.cmpi sgt, %0, %cst : vector<1xindex>
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%arg3], %cst_0, %1 {in_bounds = [true, true], permutation_map = #map1} : memref<8xf32>, vector<4x1xf32>
// CHECK-NEXT:   %3:2 = affine.delinearize_index %thread_id_x into (4) : index, index
// CHECK-NEXT:   %4:2 = affine.delinearize_index %thread_id_x into (2, 4) : index, index
// CHECK-NEXT:   %5 = arith.cmpi eq, %4#0, %c0 : index
// CHECK-NEXT:   scf.if %5 {
// CHECK-NEXT:     vector.transfer_write %2, %arg1[%c0, %3#1] {in_bounds = [true, true]} : vector<4x1xf32>, memref<4x8xf32>
// CHECK-NEXT:     %6 = affine.linearize_index [%c1, %3#1] by (2, 4) : index
// CHECK-NEXT:     vector.transfer_write %2, %arg1[%c0, %6] {in_bounds = [true, true]} : vector<4x1xf32>, memref<4x8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @spot(%m: memref<8xf32>, %o: memref<4x8xf32>, %n: index, %i: index) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %k = vector.create_mask %n : vector<1xi1>
  %0 = vector.transfer_read %m[%i], %z, %k {in_bounds = [true, true], permutation_map = affine_map<(i) -> (0, 0)>} : memref<8xf32>, vector<4x8xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#rows) : vector<4x8xf32>
  vector.transfer_write %1, %o[%c0, %c0] {in_bounds = [true, true]} : vector<4x8xf32>, memref<4x8xf32>
  return
}
