// RUN: optc %s --vectorext-promote-vectors --split-input-file --verify-diagnostics --mlir-print-local-scope | FileCheck %s

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>
#cols = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [1, 8]>

// The second anchor gives elements to other threads: the vector goes through memory.
// CHECK-LABEL: func.func @change(%arg0: vector<8x16xf16>) -> vector<8x16xf16> {
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %0 = iree_vector_ext.to_layout %arg0 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>) : vector<8x16xf16>
// CHECK-NEXT:   %1 = arith.addf %0, %0 : vector<8x16xf16>
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %2 = bufferization.alloc_tensor() {memory_space = #gpu.address_space<workgroup>} : tensor<8x16xf16, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %3 = vector.transfer_write %1, %2[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf16>, tensor<8x16xf16, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %4 = iree_gpu.value_barrier %3 : tensor<8x16xf16, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %5 = ub.poison : f16
// CHECK-NEXT:   %6 = vector.transfer_read %4[%c0, %c0], %5 {in_bounds = [true, true]} : tensor<8x16xf16, #gpu.address_space<workgroup>>, vector<8x16xf16>
// CHECK-NEXT:   %7 = iree_vector_ext.to_layout %6 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [1, 8]>) : vector<8x16xf16>
// CHECK-NEXT:   %8 = iree_vector_ext.to_layout %7 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [1, 8]>) : vector<8x16xf16>
// CHECK-NEXT:   return %8 : vector<8x16xf16>
// CHECK-NEXT: }
func.func @change(%v: vector<8x16xf16>) -> vector<8x16xf16> {
  %a = iree_vector_ext.to_layout %v to layout(#rows) : vector<8x16xf16>
  %x = arith.addf %a, %a : vector<8x16xf16>
  %b = iree_vector_ext.to_layout %x to layout(#cols) : vector<8x16xf16>
  return %b : vector<8x16xf16>
}

// -----

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>

// A promoted read is done in equal parts: 64 threads, 2 elements each.
// CHECK-LABEL: func.func @promoted(%arg0: memref<8x16xf16>) -> vector<8x16xf16> attributes {translation_info = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>} {
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f16
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0, %c0], %cst {in_bounds = [true, true]} : memref<8x16xf16>, vector<8x16xf16>
// CHECK-NEXT:   %1 = iree_vector_ext.to_layout %0 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>) : vector<8x16xf16>
// CHECK-NEXT:   %c0_0 = arith.constant 0 : index
// CHECK-NEXT:   %2 = bufferization.alloc_tensor() {memory_space = #gpu.address_space<workgroup>} : tensor<8x16xf16, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %3 = vector.transfer_write %1, %2[%c0_0, %c0_0] {in_bounds = [true, true]} : vector<8x16xf16>, tensor<8x16xf16, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %4 = iree_gpu.value_barrier %3 : tensor<8x16xf16, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %5 = ub.poison : f16
// CHECK-NEXT:   %6 = vector.transfer_read %4[%c0_0, %c0_0], %5 {in_bounds = [true, true]} : tensor<8x16xf16, #gpu.address_space<workgroup>>, vector<8x16xf16>
// CHECK-NEXT:   %7 = iree_vector_ext.to_layout %6 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>) : vector<8x16xf16>
// CHECK-NEXT:   %8 = arith.addf %7, %6 : vector<8x16xf16>
// CHECK-NEXT:   return %8 : vector<8x16xf16>
// CHECK-NEXT: }
func.func @promoted(%m: memref<8x16xf16>) -> vector<8x16xf16> attributes {
  translation_info = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>
} {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %v = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xf16>, vector<8x16xf16>
  %a = iree_vector_ext.to_layout %v to layout(#rows) {shared_memory_conversion = #iree_gpu.derived_thread_config} : vector<8x16xf16>
  %s = arith.addf %a, %v : vector<8x16xf16>
  return %s : vector<8x16xf16>
}

// -----

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>

// Nobody says how many threads there are.
// CHECK-NOT: @unsized(
func.func @unsized(%m: memref<8x16xf16>) -> vector<8x16xf16> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  // expected-error @below {{unable to query workgroup_size information}}
  // expected-note @-4 {{the function has no translation_info with a workgroup_size}}
  %v = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xf16>, vector<8x16xf16>
  %a = iree_vector_ext.to_layout %v to layout(#rows) {shared_memory_conversion = #iree_gpu.derived_thread_config} : vector<8x16xf16>
  return %a : vector<8x16xf16>
}

// -----

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>

// CHECK-NOT: @unknown(
func.func @unknown(%v: vector<8x16xf16>) -> vector<8x16xf16> {
  // expected-error @below {{shared_memory_conversion attribute must implement IREE::GPU::PromotionAttr}}
  %a = iree_vector_ext.to_layout %v to layout(#rows) {shared_memory_conversion = 1} : vector<8x16xf16>
  return %a : vector<8x16xf16>
}

// -----

// A dimension that grows changes places with a leading unit dimension.
// CHECK-LABEL: func.func @stretch(%arg0: vector<4x1xf32>) -> (vector<1x4x8xf32>, vector<2x4x8xf32>) {
// CHECK-NEXT:   %0 = vector.broadcast %arg0 : vector<4x1xf32> to vector<8x4x1xf32>
// CHECK-NEXT:   %1 = vector.transpose %0, [2, 1, 0] : vector<8x4x1xf32> to vector<1x4x8xf32>
// CHECK-NEXT:   %2 = vector.broadcast %arg0 : vector<4x1xf32> to vector<2x4x8xf32>
// CHECK-NEXT:   return %1, %2 : vector<1x4x8xf32>, vector<2x4x8xf32>
// CHECK-NEXT: }
func.func @stretch(%v: vector<4x1xf32>) -> (vector<1x4x8xf32>, vector<2x4x8xf32>) {
  %a = vector.broadcast %v : vector<4x1xf32> to vector<1x4x8xf32>
  %b = vector.broadcast %v : vector<4x1xf32> to vector<2x4x8xf32>
  return %a, %b : vector<1x4x8xf32>, vector<2x4x8xf32>
}

// -----

// What stays as it is: a scalar, a vector that only gets leading dimensions, a dimension
// that grows behind one that is taken by another, a scalable result.
// CHECK-LABEL: func.func @not_stretched(%arg0: f32, %arg1: vector<4x1xf32>, %arg2: vector<1x1xf32>, %arg3: vector<1xf32>) -> (vector<1x8xf32>, vector<1x4x1xf32>, vector<1x8x8xf32>, vector<1x[8]xf32>) {
// CHECK-NEXT:   %0 = vector.broadcast %arg0 : f32 to vector<1x8xf32>
// CHECK-NEXT:   %1 = vector.broadcast %arg1 : vector<4x1xf32> to vector<1x4x1xf32>
// CHECK-NEXT:   %2 = vector.broadcast %arg2 : vector<1x1xf32> to vector<1x8x8xf32>
// CHECK-NEXT:   %3 = vector.broadcast %arg3 : vector<1xf32> to vector<1x[8]xf32>
// CHECK-NEXT:   return %0, %1, %2, %3 : vector<1x8xf32>, vector<1x4x1xf32>, vector<1x8x8xf32>, vector<1x[8]xf32>
// CHECK-NEXT: }
func.func @not_stretched(%s: f32, %v: vector<4x1xf32>, %u: vector<1x1xf32>, %w: vector<1xf32>) -> (vector<1x8xf32>, vector<1x4x1xf32>, vector<1x8x8xf32>, vector<1x[8]xf32>) {
  %a = vector.broadcast %s : f32 to vector<1x8xf32>
  %b = vector.broadcast %v : vector<4x1xf32> to vector<1x4x1xf32>
  %c = vector.broadcast %u : vector<1x1xf32> to vector<1x8x8xf32>
  %d = vector.broadcast %w : vector<1xf32> to vector<1x[8]xf32>
  return %a, %b, %c, %d : vector<1x8xf32>, vector<1x4x1xf32>, vector<1x8x8xf32>, vector<1x[8]xf32>
}

// -----

// Two dimensions that grow take the first two leading ones that are free.
// CHECK-LABEL: func.func @two_stretched(%arg0: vector<1x4x1xf32>) -> vector<1x3x1x5x4x2xf32> {
// CHECK-NEXT:   %0 = vector.broadcast %arg0 : vector<1x4x1xf32> to vector<5x3x2x1x4x1xf32>
// CHECK-NEXT:   %1 = vector.transpose %0, [3, 1, 5, 0, 4, 2] : vector<5x3x2x1x4x1xf32> to vector<1x3x1x5x4x2xf32>
// CHECK-NEXT:   return %1 : vector<1x3x1x5x4x2xf32>
// CHECK-NEXT: }
func.func @two_stretched(%v: vector<1x4x1xf32>) -> vector<1x3x1x5x4x2xf32> {
  %a = vector.broadcast %v : vector<1x4x1xf32> to vector<1x3x1x5x4x2xf32>
  return %a : vector<1x3x1x5x4x2xf32>
}

// -----

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>

// Equal layouts need no memory.
// CHECK-LABEL: func.func @same(%arg0: vector<8x16xf16>) -> vector<8x16xf16> {
// CHECK-NEXT:   %0 = iree_vector_ext.to_layout %arg0 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>) : vector<8x16xf16>
// CHECK-NEXT:   %1 = iree_vector_ext.to_layout %0 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>) : vector<8x16xf16>
// CHECK-NEXT:   return %1 : vector<8x16xf16>
// CHECK-NEXT: }
func.func @same(%v: vector<8x16xf16>) -> vector<8x16xf16> {
  %a = iree_vector_ext.to_layout %v to layout(#rows) : vector<8x16xf16>
  %b = iree_vector_ext.to_layout %a to layout(#rows) : vector<8x16xf16>
  return %b : vector<8x16xf16>
}
