// RUN: optc %s --split-input-file --iree-codegen-test-vector-layout-analysis --verify-diagnostics -o /dev/null
// RUN: optc %s --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=64}),canonicalize,cse)' | FileCheck %s
// RUN: not optc %s --vectorext-distribute-nested-layout=workgroup-size=16 2>&1 | FileCheck %s --check-prefix=FEW

#rows = #iree_map.pack_layout<((2, 8), (2, 4, 4)) : ((0, 1), (0, 8, 0))>

// A thread reads parts of two rows, each in two pieces of four elements. Half of the threads hold
// copies, which do not write.
// FEW: error: 'iree_vector_ext.to_layout' op layout needs 32 threads, but the workgroup has 16
// FEW: note: 1 + sum of (size - 1) * stride = 32
// CHECK-LABEL: func.func @rows(%arg0: memref<16x32xf32>, %arg1: memref<32x16xf32>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2x2x4xf32>
// CHECK-NEXT:   %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 64
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (4, 8) : index, index, index
// CHECK-NEXT:   %1 = affine.linearize_index [%0#1, %c0] by (4, 4) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%0#2, %1], %cst_0 {in_bounds = [true, true]} : memref<16x32xf32>, vector<1x4xf32>
// CHECK-NEXT:   %3 = vector.shape_cast %2 : vector<1x4xf32> to vector<1x1x4xf32>
// CHECK-NEXT:   %4 = vector.insert_strided_slice %3, %cst {offsets = [0, 0, 0], strides = [1, 1, 1]} : vector<1x1x4xf32> into vector<2x2x4xf32>
// CHECK-NEXT:   %5 = affine.linearize_index [%c1, %0#1, %c0] by (2, 4, 4) : index
// CHECK-NEXT:   %6 = vector.transfer_read %arg0[%0#2, %5], %cst_0 {in_bounds = [true, true]} : memref<16x32xf32>, vector<1x4xf32>
// CHECK-NEXT:   %7 = vector.shape_cast %6 : vector<1x4xf32> to vector<1x1x4xf32>
// CHECK-NEXT:   %8 = vector.insert_strided_slice %7, %4 {offsets = [0, 1, 0], strides = [1, 1, 1]} : vector<1x1x4xf32> into vector<2x2x4xf32>
// CHECK-NEXT:   %9 = affine.linearize_index [%c1, %0#2] by (2, 8) : index
// CHECK-NEXT:   %10 = vector.transfer_read %arg0[%9, %1], %cst_0 {in_bounds = [true, true]} : memref<16x32xf32>, vector<1x4xf32>
// CHECK-NEXT:   %11 = vector.shape_cast %10 : vector<1x4xf32> to vector<1x1x4xf32>
// CHECK-NEXT:   %12 = vector.insert_strided_slice %11, %8 {offsets = [1, 0, 0], strides = [1, 1, 1]} : vector<1x1x4xf32> into vector<2x2x4xf32>
// CHECK-NEXT:   %13 = vector.transfer_read %arg0[%9, %5], %cst_0 {in_bounds = [true, true]} : memref<16x32xf32>, vector<1x4xf32>
// CHECK-NEXT:   %14 = vector.shape_cast %13 : vector<1x4xf32> to vector<1x1x4xf32>
// CHECK-NEXT:   %15 = vector.insert_strided_slice %14, %12 {offsets = [1, 1, 0], strides = [1, 1, 1]} : vector<1x1x4xf32> into vector<2x2x4xf32>
// CHECK-NEXT:   %16 = vector.transpose %15, [1, 2, 0] : vector<2x2x4xf32> to vector<2x4x2xf32>
// CHECK-NEXT:   %17:3 = affine.delinearize_index %thread_id_x into (2, 4, 8) : index, index, index
// CHECK-NEXT:   %18 = arith.cmpi eq, %17#0, %c0 : index
// CHECK-NEXT:   scf.if %18 {
// CHECK-NEXT:     %19 = vector.extract_strided_slice %16 {offsets = [0, 0, 0], sizes = [1, 4, 1], strides = [1, 1, 1]} : vector<2x4x2xf32> to vector<1x4x1xf32>
// CHECK-NEXT:     %20 = vector.shape_cast %19 : vector<1x4x1xf32> to vector<4x1xf32>
// CHECK-NEXT:     vector.transfer_write %20, %arg1[%1, %0#2] {in_bounds = [true, true]} : vector<4x1xf32>, memref<32x16xf32>
// CHECK-NEXT:     %21 = vector.extract_strided_slice %16 {offsets = [0, 0, 1], sizes = [1, 4, 1], strides = [1, 1, 1]} : vector<2x4x2xf32> to vector<1x4x1xf32>
// CHECK-NEXT:     %22 = vector.shape_cast %21 : vector<1x4x1xf32> to vector<4x1xf32>
// CHECK-NEXT:     vector.transfer_write %22, %arg1[%1, %9] {in_bounds = [true, true]} : vector<4x1xf32>, memref<32x16xf32>
// CHECK-NEXT:     %23 = vector.extract_strided_slice %16 {offsets = [1, 0, 0], sizes = [1, 4, 1], strides = [1, 1, 1]} : vector<2x4x2xf32> to vector<1x4x1xf32>
// CHECK-NEXT:     %24 = vector.shape_cast %23 : vector<1x4x1xf32> to vector<4x1xf32>
// CHECK-NEXT:     vector.transfer_write %24, %arg1[%5, %0#2] {in_bounds = [true, true]} : vector<4x1xf32>, memref<32x16xf32>
// CHECK-NEXT:     %25 = vector.extract_strided_slice %16 {offsets = [1, 0, 1], sizes = [1, 4, 1], strides = [1, 1, 1]} : vector<2x4x2xf32> to vector<1x4x1xf32>
// CHECK-NEXT:     %26 = vector.shape_cast %25 : vector<1x4x1xf32> to vector<4x1xf32>
// CHECK-NEXT:     vector.transfer_write %26, %arg1[%5, %9] {in_bounds = [true, true]} : vector<4x1xf32>, memref<32x16xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @rows(%from: memref<16x32xf32>, %to: memref<32x16xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  // expected-remark @+1 {{layout of result #0 is #iree_map.pack_layout<((2, 8), (2, 4, 4)) : ((0, 1), (0, 8, 0))>}}
  %0 = vector.transfer_read %from[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x32xf32>, vector<16x32xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#rows) : vector<16x32xf32>
  // expected-remark @+1 {{layout of result #0 is #iree_map.pack_layout<((2, 4, 4), (2, 8)) : ((0, 8, 0), (0, 1))>}}
  %2 = vector.transpose %1, [1, 0] : vector<16x32xf32> to vector<32x16xf32>
  vector.transfer_write %2, %to[%c0, %c0] {in_bounds = [true, true]} : vector<32x16xf32>, memref<32x16xf32>
  return
}
