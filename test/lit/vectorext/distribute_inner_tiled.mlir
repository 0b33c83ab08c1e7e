// RUN: optc %s --vectorext-distribute-nested-layout=partial --canonicalize --cse 2>/dev/null | FileCheck %s
// RUN: optc %s --vectorext-distribute-nested-layout="partial workgroup-size=128" --verify-exec -o /dev/null 2>&1 | FileCheck %s --check-prefix=REFUSED

#lhs = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1, 1, 1], batch_tile = [1, 3, 1, 1], outer_tile = [1, 1, 1, 1], thread_tile = [1, 1, 16, 4], element_tile = [1, 1, 1, 4], subgroup_strides = [1, 0, 0, 0], thread_strides = [0, 0, 1, 16]>
#rhs = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1, 1, 1], batch_tile = [3, 2, 1, 1], outer_tile = [1, 1, 1, 1], thread_tile = [1, 1, 4, 16], element_tile = [1, 1, 4, 1], subgroup_strides = [0, 0, 0, 0], thread_strides = [0, 0, 16, 1]>
#acc = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1, 1, 1], batch_tile = [1, 2, 1, 1], outer_tile = [1, 1, 1, 1], thread_tile = [1, 1, 4, 16], element_tile = [1, 1, 4, 1], subgroup_strides = [1, 0, 0, 0], thread_strides = [0, 0, 16, 1]>
#flipped = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1, 1, 1], batch_tile = [1, 3, 1, 1], outer_tile = [1, 1, 1, 1], thread_tile = [1, 1, 16, 4], element_tile = [1, 1, 1, 4], subgroup_strides = [1, 0, 0, 0], thread_strides = [0, 0, 4, 1]>
#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1, 1], batch_tile = [2, 1, 1], outer_tile = [1, 1, 1], thread_tile = [1, 16, 4], element_tile = [1, 1, 4], subgroup_strides = [0, 0, 0], thread_strides = [0, 1, 16]>
#columns = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 16]>
#result = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1, 1], batch_tile = [2, 1, 1], outer_tile = [1, 1, 1], thread_tile = [1, 4, 16], element_tile = [1, 4, 1], subgroup_strides = [0, 0, 0], thread_strides = [0, 16, 1]>
#result_t = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1, 1], batch_tile = [2, 1, 1], outer_tile = [1, 1, 1], thread_tile = [1, 16, 4], element_tile = [1, 1, 4], subgroup_strides = [0, 0, 0], thread_strides = [0, 1, 16]>
#maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]

// REFUSED: remark: 'iree_codegen.inner_tiled' op is not distributed: MFMA_F32_16x16x16_F16 has outer 1, thread 16 of stride 1 and element 1 in dimension 2 of operand #0
// CHECK: #map = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK: #map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK: #map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK: #map3 = affine_map<(d0) -> (d0)>
// CHECK: #map4 = affine_map<(d0) -> ()>
// CHECK: func.func @tiles(%arg0: memref<2x3x16x16xf16>, %arg1: memref<3x2x16x16xf16>, %arg2: memref<2x2x16x16xf32>) {
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<1x2x1x1x1x1x1x1x1x1x4x1xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<3x2x1x1x1x1x1x1x1x1x4x1xf16>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<1x3x1x1x1x1x1x1x1x1x1x4xf16>
// CHECK-NEXT:   %cst_2 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %cst_3 = arith.constant 0.000000e+00 : f16
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (2, 64) : index, index, index
// CHECK-NEXT:   %1:3 = affine.delinearize_index %thread_id_x into (4, 16) : index, index, index
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%1#1, %c0] by (4, 4) : index
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%0#1, %c0, %1#2, %2], %cst_3 {in_bounds = [true, true, true, true]} : memref<2x3x16x16xf16>, vector<1x1x1x4xf16>
// CHECK-NEXT:   %4 = vector.insert_strided_slice %3, %cst_1 {offsets = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], strides = [1, 1, 1, 1]} : vector<1x1x1x4xf16> into vector<1x3x1x1x1x1x1x1x1x1x1x4xf16>
// CHECK-NEXT:   %5 = vector.transfer_read %arg0[%0#1, %c1, %1#2, %2], %cst_3 {in_bounds = [true, true, true, true]} : memref<2x3x16x16xf16>, vector<1x1x1x4xf16>
// CHECK-NEXT:   %6 = vector.insert_strided_slice %5, %4 {offsets = [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], strides = [1, 1, 1, 1]} : vector<1x1x1x4xf16> into vector<1x3x1x1x1x1x1x1x1x1x1x4xf16>
// CHECK-NEXT:   %7 = vector.transfer_read %arg0[%0#1, %c2, %1#2, %2], %cst_3 {in_bounds = [true, true, true, true]} : memref<2x3x16x16xf16>, vector<1x1x1x4xf16>
// CHECK-NEXT:   %8 = vector.insert_strided_slice %7, %6 {offsets = [0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], strides = [1, 1, 1, 1]} : vector<1x1x1x4xf16> into vector<1x3x1x1x1x1x1x1x1x1x1x4xf16>
// CHECK-NEXT:   %9 = vector.transfer_read %arg1[%c0, %c0, %2, %1#2], %cst_3 {in_bounds = [true, true, true, true]} : memref<3x2x16x16xf16>, vector<1x1x4x1xf16>
// CHECK-NEXT:   %10 = vector.insert_strided_slice %9, %cst_0 {offsets = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], strides = [1, 1, 1, 1]} : vector<1x1x4x1xf16> into vector<3x2x1x1x1x1x1x1x1x1x4x1xf16>
// CHECK-NEXT:   %11 = vector.transfer_read %arg1[%c0, %c1, %2, %1#2], %cst_3 {in_bounds = [true, true, true, true]} : memref<3x2x16x16xf16>, vector<1x1x4x1xf16>
// CHECK-NEXT:   %12 = vector.insert_strided_slice %11, %10 {offsets = [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], strides = [1, 1, 1, 1]} : vector<1x1x4x1xf16> into vector<3x2x1x1x1x1x1x1x1x1x4x1xf16>
// CHECK-NEXT:   %13 = vector.transfer_read %arg1[%c1, %c0, %2, %1#2], %cst_3 {in_bounds = [true, true, true, true]} : memref<3x2x16x16xf16>, vector<1x1x4x1xf16>
// CHECK-NEXT:   %14 = vector.insert_strided_slice %13, %12 {offsets = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], strides = [1, 1, 1, 1]} : vector<1x1x4x1xf16> into vector<3x2x1x1x1x1x1x1x1x1x4x1xf16>
// CHECK-NEXT:   %15 = vector.transfer_read %arg1[%c1, %c1, %2, %1#2], %cst_3 {in_bounds = [true, true, true, true]} : memref<3x2x16x16xf16>, vector<1x1x4x1xf16>
// CHECK-NEXT:   %16 = vector.insert_strided_slice %15, %14 {offsets = [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], strides = [1, 1, 1, 1]} : vector<1x1x4x1xf16> into vector<3x2x1x1x1x1x1x1x1x1x4x1xf16>
// CHECK-NEXT:   %17 = vector.transfer_read %arg1[%c2, %c0, %2, %1#2], %cst_3 {in_bounds = [true, true, true, true]} : memref<3x2x16x16xf16>, vector<1x1x4x1xf16>
// CHECK-NEXT:   %18 = vector.insert_strided_slice %17, %16 {offsets = [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], strides = [1, 1, 1, 1]} : vector<1x1x4x1xf16> into vector<3x2x1x1x1x1x1x1x1x1x4x1xf16>
// CHECK-NEXT:   %19 = vector.transfer_read %arg1[%c2, %c1, %2, %1#2], %cst_3 {in_bounds = [true, true, true, true]} : memref<3x2x16x16xf16>, vector<1x1x4x1xf16>
// CHECK-NEXT:   %20 = vector.insert_strided_slice %19, %18 {offsets = [2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], strides = [1, 1, 1, 1]} : vector<1x1x4x1xf16> into vector<3x2x1x1x1x1x1x1x1x1x4x1xf16>
// CHECK-NEXT:   %21 = vector.transfer_read %arg2[%0#1, %c0, %2, %1#2], %cst_2 {in_bounds = [true, true, true, true]} : memref<2x2x16x16xf32>, vector<1x1x4x1xf32>
// CHECK-NEXT:   %22 = vector.insert_strided_slice %21, %cst {offsets = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], strides = [1, 1, 1, 1]} : vector<1x1x4x1xf32> into vector<1x2x1x1x1x1x1x1x1x1x4x1xf32>
// CHECK-NEXT:   %23 = vector.transfer_read %arg2[%0#1, %c1, %2, %1#2], %cst_2 {in_bounds = [true, true, true, true]} : memref<2x2x16x16xf32>, vector<1x1x4x1xf32>
// CHECK-NEXT:   %24 = vector.insert_strided_slice %23, %22 {offsets = [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], strides = [1, 1, 1, 1]} : vector<1x1x4x1xf32> into vector<1x2x1x1x1x1x1x1x1x1x4x1xf32>
// CHECK-NEXT:   %25 = vector.shape_cast %8 : vector<1x3x1x1x1x1x1x1x1x1x1x4xf16> to vector<1x3x1x4xf16>
// CHECK-NEXT:   %26 = vector.shape_cast %20 : vector<3x2x1x1x1x1x1x1x1x1x4x1xf16> to vector<3x2x4x1xf16>
// CHECK-NEXT:   %27 = vector.shape_cast %24 : vector<1x2x1x1x1x1x1x1x1x1x4x1xf32> to vector<1x2x4x1xf32>
// CHECK-NEXT:   %28 = iree_codegen.inner_tiled ins(%25, %26) outs(%27) {indexing_maps = [#map, #map1, #map2], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = true, opaque = true>} : vector<1x3x1x4xf16>, vector<3x2x4x1xf16> into vector<1x2x4x1xf32>
// CHECK-NEXT:   %29 = vector.shape_cast %28 : vector<1x2x4x1xf32> to vector<1x2x1x1x1x1x1x1x1x1x4x1xf32>
// CHECK-NEXT:   %30:4 = affine.delinearize_index %thread_id_x into (2, 4, 16) : index, index, index, index
// CHECK-NEXT:   %31 = arith.cmpi eq, %30#0, %c0 : index
// CHECK-NEXT:   scf.if %31 {
// CHECK-NEXT:     %32 = vector.extract %29[0, 0, 0, 0, 0, 0, 0, 0] : vector<1x1x4x1xf32> from vector<1x2x1x1x1x1x1x1x1x1x4x1xf32>
// CHECK-NEXT:     vector.transfer_write %32, %arg2[%0#1, %c0, %2, %1#2] {in_bounds = [true, true, true, true]} : vector<1x1x4x1xf32>, memref<2x2x16x16xf32>
// CHECK-NEXT:     %33 = vector.extract %29[0, 1, 0, 0, 0, 0, 0, 0] : vector<1x1x4x1xf32> from vector<1x2x1x1x1x1x1x1x1x1x4x1xf32>
// CHECK-NEXT:     vector.transfer_write %33, %arg2[%0#1, %c1, %2, %1#2] {in_bounds = [true, true, true, true]} : vector<1x1x4x1xf32>, memref<2x2x16x16xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @tiles(%a: memref<2x3x16x16xf16>, %b: memref<3x2x16x16xf16>, %c: memref<2x2x16x16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %q = arith.constant 0.0 : f32
  %0 = vector.transfer_read %a[%c0, %c0, %c0, %c0], %p {in_bounds = [true, true, true, true]} : memref<2x3x16x16xf16>, vector<2x3x16x16xf16>
  %1 = vector.transfer_read %b[%c0, %c0, %c0, %c0], %p {in_bounds = [true, true, true, true]} : memref<3x2x16x16xf16>, vector<3x2x16x16xf16>
  %2 = vector.transfer_read %c[%c0, %c0, %c0, %c0], %q {in_bounds = [true, true, true, true]} : memref<2x2x16x16xf32>, vector<2x2x16x16xf32>
  %x = iree_vector_ext.to_layout %0 to layout(#lhs) : vector<2x3x16x16xf16>
  %y = iree_vector_ext.to_layout %1 to layout(#rhs) : vector<3x2x16x16xf16>
  %z = iree_vector_ext.to_layout %2 to layout(#acc) : vector<2x2x16x16xf32>
  %r = iree_codegen.inner_tiled ins(%x, %y) outs(%z) {
    indexing_maps = #maps, iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>],
    kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = true>
  } : vector<2x3x16x16xf16>, vector<3x2x16x16xf16> into vector<2x2x16x16xf32>
  %l = iree_vector_ext.to_layout %r to layout(#acc) : vector<2x2x16x16xf32>
  vector.transfer_write %l, %c[%c0, %c0, %c0, %c0] {in_bounds = [true, true, true, true]} : vector<2x2x16x16xf32>, memref<2x2x16x16xf32>
  return
}

// Tiles of columns x rows are turned into what the intrinsic takes.
// CHECK-LABEL: func.func @transposed(%arg0: memref<2x16x16xf16>, %arg1: memref<16x16xf16>, %arg2: memref<2x16x16xf32>, %arg3: memref<2x16x16xf32>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2x1x1x1x1x1x1x4x1xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1x4xf16>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<2x1x1x1x1x1x1x1x4xf16>
// CHECK-NEXT:   %cst_2 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %cst_3 = arith.constant 0.000000e+00 : f16
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (4, 16) : index, index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#1, %c0] by (4, 4) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%c0, %0#2, %1], %cst_3 {in_bounds = [true, true, true]} : memref<2x16x16xf16>, vector<1x1x4xf16>
// CHECK-NEXT:   %3 = vector.insert_strided_slice %2, %cst_1 {offsets = [0, 0, 0, 0, 0, 0, 0, 0, 0], strides = [1, 1, 1]} : vector<1x1x4xf16> into vector<2x1x1x1x1x1x1x1x4xf16>
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%c1, %0#2, %1], %cst_3 {in_bounds = [true, true, true]} : memref<2x16x16xf16>, vector<1x1x4xf16>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %3 {offsets = [1, 0, 0, 0, 0, 0, 0, 0, 0], strides = [1, 1, 1]} : vector<1x1x4xf16> into vector<2x1x1x1x1x1x1x1x4xf16>
// CHECK-NEXT:   %6 = vector.transfer_read %arg1[%0#2, %1], %cst_3 {in_bounds = [true, true]} : memref<16x16xf16>, vector<1x4xf16>
// CHECK-NEXT:   %7 = vector.insert_strided_slice %6, %cst_0 {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x4xf16> into vector<1x1x1x1x1x4xf16>
// CHECK-NEXT:   %8 = vector.transfer_read %arg2[%c0, %1, %0#2], %cst_2 {in_bounds = [true, true, true]} : memref<2x16x16xf32>, vector<1x4x1xf32>
// CHECK-NEXT:   %9 = vector.insert_strided_slice %8, %cst {offsets = [0, 0, 0, 0, 0, 0, 0, 0, 0], strides = [1, 1, 1]} : vector<1x4x1xf32> into vector<2x1x1x1x1x1x1x4x1xf32>
// CHECK-NEXT:   %10 = vector.transfer_read %arg2[%c1, %1, %0#2], %cst_2 {in_bounds = [true, true, true]} : memref<2x16x16xf32>, vector<1x4x1xf32>
// CHECK-NEXT:   %11 = vector.insert_strided_slice %10, %9 {offsets = [1, 0, 0, 0, 0, 0, 0, 0, 0], strides = [1, 1, 1]} : vector<1x4x1xf32> into vector<2x1x1x1x1x1x1x4x1xf32>
// CHECK-NEXT:   %12 = vector.shape_cast %5 : vector<2x1x1x1x1x1x1x1x4xf16> to vector<2x1x4xf16>
// CHECK-NEXT:   %13 = vector.shape_cast %7 : vector<1x1x1x1x1x4xf16> to vector<4x1xf16>
// CHECK-NEXT:   %14 = vector.shape_cast %11 : vector<2x1x1x1x1x1x1x4x1xf32> to vector<2x4x1xf32>
// CHECK-NEXT:   %15 = iree_codegen.inner_tiled ins(%12, %13) outs(%14) {indexing_maps = [#map3, #map4, #map3], iterator_types = [#linalg.iterator_type<parallel>], kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = true, opaque = false>} : vector<2x1x4xf16>, vector<4x1xf16> into vector<2x4x1xf32>
// CHECK-NEXT:   %16 = vector.shape_cast %15 : vector<2x4x1xf32> to vector<2x1x1x1x1x1x1x4x1xf32>
// CHECK-NEXT:   %17 = arith.cmpi eq, %0#0, %c0 : index
// CHECK-NEXT:   scf.if %17 {
// CHECK-NEXT:     %18 = vector.extract %16[0, 0, 0, 0, 0, 0] : vector<1x4x1xf32> from vector<2x1x1x1x1x1x1x4x1xf32>
// CHECK-NEXT:     vector.transfer_write %18, %arg3[%c0, %1, %0#2] {in_bounds = [true, true, true]} : vector<1x4x1xf32>, memref<2x16x16xf32>
// CHECK-NEXT:     %19 = vector.extract %16[1, 0, 0, 0, 0, 0] : vector<1x4x1xf32> from vector<2x1x1x1x1x1x1x4x1xf32>
// CHECK-NEXT:     vector.transfer_write %19, %arg3[%c1, %1, %0#2] {in_bounds = [true, true, true]} : vector<1x4x1xf32>, memref<2x16x16xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @transposed(%a: memref<2x16x16xf16>, %b: memref<16x16xf16>, %c: memref<2x16x16xf32>, %d: memref<2x16x16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %q = arith.constant 0.0 : f32
  %0 = vector.transfer_read %a[%c0, %c0, %c0], %p {in_bounds = [true, true, true]} : memref<2x16x16xf16>, vector<2x16x16xf16>
  %1 = vector.transfer_read %b[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %2 = vector.transfer_read %c[%c0, %c0, %c0], %q {in_bounds = [true, true, true]} : memref<2x16x16xf32>, vector<2x16x16xf32>
  %x = iree_vector_ext.to_layout %0 to layout(#rows) : vector<2x16x16xf16>
  %y = iree_vector_ext.to_layout %1 to layout(#columns) : vector<16x16xf16>
  %z = iree_vector_ext.to_layout %2 to layout(#result) : vector<2x16x16xf32>
  %r = iree_codegen.inner_tiled ins(%x, %y) outs(%z) {
    indexing_maps = [affine_map<(m) -> (m)>, affine_map<(m) -> ()>, affine_map<(m) -> (m)>], iterator_types = [#linalg.iterator_type<parallel>],
    kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = false>,
    permutations = [array<i64: 0, 1>, array<i64: 1, 0>, array<i64: 0, 1>]
  } : vector<2x16x16xf16>, vector<16x16xf16> into vector<2x16x16xf32>
  %l = iree_vector_ext.to_layout %r to layout(#result) : vector<2x16x16xf32>
  vector.transfer_write %l, %d[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<2x16x16xf32>, memref<2x16x16xf32>
  return
}

// CHECK-LABEL: func.func @flipped(%arg0: vector<2x3x16x16xf16>, %arg1: vector<3x2x16x16xf16>, %arg2: vector<2x2x16x16xf32>) -> vector<2x2x16x16xf32> {
// CHECK-NEXT:   %0 = iree_codegen.inner_tiled ins(%arg0, %arg1) outs(%arg2) {indexing_maps = [#map, #map1, #map2], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = true>} : vector<2x3x16x16xf16>, vector<3x2x16x16xf16> into vector<2x2x16x16xf32>
// CHECK-NEXT:   return %0 : vector<2x2x16x16xf32>
// CHECK-NEXT: }
func.func @flipped(%v: vector<2x3x16x16xf16>, %w: vector<3x2x16x16xf16>, %u: vector<2x2x16x16xf32>) -> vector<2x2x16x16xf32> {
  %x = iree_vector_ext.to_layout %v to layout(#flipped) : vector<2x3x16x16xf16>
  %y = iree_vector_ext.to_layout %w to layout(#rhs) : vector<3x2x16x16xf16>
  %z = iree_vector_ext.to_layout %u to layout(#acc) : vector<2x2x16x16xf32>
  %r = iree_codegen.inner_tiled ins(%x, %y) outs(%z) {
    indexing_maps = #maps, iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>],
    kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = true>
  } : vector<2x3x16x16xf16>, vector<3x2x16x16xf16> into vector<2x2x16x16xf32>
  %l = iree_vector_ext.to_layout %r to layout(#acc) : vector<2x2x16x16xf32>
  return %l : vector<2x2x16x16xf32>
}

// The result too.
// CHECK-LABEL: func.func @transposed_result(%arg0: memref<2x16x16xf16>, %arg1: memref<16x16xf16>, %arg2: memref<2x16x16xf32>, %arg3: memref<2x16x16xf32>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2x1x1x1x1x1x1x1x4xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1x4xf16>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<2x1x1x1x1x1x1x1x4xf16>
// CHECK-NEXT:   %cst_2 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %cst_3 = arith.constant 0.000000e+00 : f16
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (4, 16) : index, index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#1, %c0] by (4, 4) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%c0, %0#2, %1], %cst_3 {in_bounds = [true, true, true]} : memref<2x16x16xf16>, vector<1x1x4xf16>
// CHECK-NEXT:   %3 = vector.insert_strided_slice %2, %cst_1 {offsets = [0, 0, 0, 0, 0, 0, 0, 0, 0], strides = [1, 1, 1]} : vector<1x1x4xf16> into vector<2x1x1x1x1x1x1x1x4xf16>
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%c1, %0#2, %1], %cst_3 {in_bounds = [true, true, true]} : memref<2x16x16xf16>, vector<1x1x4xf16>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %3 {offsets = [1, 0, 0, 0, 0, 0, 0, 0, 0], strides = [1, 1, 1]} : vector<1x1x4xf16> into vector<2x1x1x1x1x1x1x1x4xf16>
// CHECK-NEXT:   %6 = vector.transfer_read %arg1[%0#2, %1], %cst_3 {in_bounds = [true, true]} : memref<16x16xf16>, vector<1x4xf16>
// CHECK-NEXT:   %7 = vector.insert_strided_slice %6, %cst_0 {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x4xf16> into vector<1x1x1x1x1x4xf16>
// CHECK-NEXT:   %8 = vector.transfer_read %arg2[%c0, %0#2, %1], %cst_2 {in_bounds = [true, true, true]} : memref<2x16x16xf32>, vector<1x1x4xf32>
// CHECK-NEXT:   %9 = vector.insert_strided_slice %8, %cst {offsets = [0, 0, 0, 0, 0, 0, 0, 0, 0], strides = [1, 1, 1]} : vector<1x1x4xf32> into vector<2x1x1x1x1x1x1x1x4xf32>
// CHECK-NEXT:   %10 = vector.transfer_read %arg2[%c1, %0#2, %1], %cst_2 {in_bounds = [true, true, true]} : memref<2x16x16xf32>, vector<1x1x4xf32>
// CHECK-NEXT:   %11 = vector.insert_strided_slice %10, %9 {offsets = [1, 0, 0, 0, 0, 0, 0, 0, 0], strides = [1, 1, 1]} : vector<1x1x4xf32> into vector<2x1x1x1x1x1x1x1x4xf32>
// CHECK-NEXT:   %12 = vector.shape_cast %5 : vector<2x1x1x1x1x1x1x1x4xf16> to vector<2x1x4xf16>
// CHECK-NEXT:   %13 = vector.shape_cast %7 : vector<1x1x1x1x1x4xf16> to vector<4x1xf16>
// CHECK-NEXT:   %14 = vector.shape_cast %11 : vector<2x1x1x1x1x1x1x1x4xf32> to vector<2x4x1xf32>
// CHECK-NEXT:   %15 = iree_codegen.inner_tiled ins(%12, %13) outs(%14) {indexing_maps = [#map3, #map4, #map3], iterator_types = [#linalg.iterator_type<parallel>], kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = true, opaque = false>} : vector<2x1x4xf16>, vector<4x1xf16> into vector<2x4x1xf32>
// CHECK-NEXT:   %16 = vector.shape_cast %15 : vector<2x4x1xf32> to vector<2x1x1x1x1x1x1x1x4xf32>
// CHECK-NEXT:   %17 = arith.cmpi eq, %0#0, %c0 : index
// CHECK-NEXT:   scf.if %17 {
// CHECK-NEXT:     %18 = vector.extract %16[0, 0, 0, 0, 0, 0] : vector<1x1x4xf32> from vector<2x1x1x1x1x1x1x1x4xf32>
// CHECK-NEXT:     vector.transfer_write %18, %arg3[%c0, %0#2, %1] {in_bounds = [true, true, true]} : vector<1x1x4xf32>, memref<2x16x16xf32>
// CHECK-NEXT:     %19 = vector.extract %16[1, 0, 0, 0, 0, 0] : vector<1x1x4xf32> from vector<2x1x1x1x1x1x1x1x4xf32>
// CHECK-NEXT:     vector.transfer_write %19, %arg3[%c1, %0#2, %1] {in_bounds = [true, true, true]} : vector<1x1x4xf32>, memref<2x16x16xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @transposed_result(%a: memref<2x16x16xf16>, %b: memref<16x16xf16>, %c: memref<2x16x16xf32>, %d: memref<2x16x16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %q = arith.constant 0.0 : f32
  %0 = vector.transfer_read %a[%c0, %c0, %c0], %p {in_bounds = [true, true, true]} : memref<2x16x16xf16>, vector<2x16x16xf16>
  %1 = vector.transfer_read %b[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %2 = vector.transfer_read %c[%c0, %c0, %c0], %q {in_bounds = [true, true, true]} : memref<2x16x16xf32>, vector<2x16x16xf32>
  %x = iree_vector_ext.to_layout %0 to layout(#rows) : vector<2x16x16xf16>
  %y = iree_vector_ext.to_layout %1 to layout(#columns) : vector<16x16xf16>
  %z = iree_vector_ext.to_layout %2 to layout(#result_t) : vector<2x16x16xf32>
  %r = iree_codegen.inner_tiled ins(%x, %y) outs(%z) {
    indexing_maps = [affine_map<(m) -> (m)>, affine_map<(m) -> ()>, affine_map<(m) -> (m)>], iterator_types = [#linalg.iterator_type<parallel>],
    kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = false>,
    permutations = [array<i64: 0, 1>, array<i64: 1, 0>, array<i64: 1, 0>]
  } : vector<2x16x16xf16>, vector<16x16xf16> into vector<2x16x16xf32>
  %l = iree_vector_ext.to_layout %r to layout(#result_t) : vector<2x16x16xf32>
  vector.transfer_write %l, %d[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<2x16x16xf32>, memref<2x16x16xf32>
  return
}
