// RUN: optc %s --verify-diagnostics --vectorext-distribute-nested-layout=partial

// A matrix intrinsic says how its operands are held: other layouts are refused.
#a = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 16]>
#b = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>
#c = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>
#depth = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 8], subgroup_strides = [0, 0], thread_strides = [1, 16]>
#strides = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [1, 4]>
#groups = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 1], thread_strides = [1, 16]>
#batches = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>
#above = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [1, 0], thread_strides = [1, 16]>
#column = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [16], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
#maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]

// A thread holds twice as many elements of the depth as the intrinsic wants.
func.func @element(%a: memref<16x32xf16>, %b: memref<32x16xf16>, %c: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %q = arith.constant 0.0 : f32
  %0 = vector.transfer_read %a[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x32xf16>, vector<16x32xf16>
  %1 = vector.transfer_read %b[%c0, %c0], %p {in_bounds = [true, true]} : memref<32x16xf16>, vector<32x16xf16>
  %2 = vector.transfer_read %c[%c0, %c0], %q {in_bounds = [true, true]} : memref<16x16xf32>, vector<16x16xf32>
  %x = iree_vector_ext.to_layout %0 to layout(#depth) : vector<16x32xf16>
  %y = iree_vector_ext.to_layout %1 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [8, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>) : vector<32x16xf16>
  %z = iree_vector_ext.to_layout %2 to layout(#c) : vector<16x16xf32>
  // expected-remark @below {{'vector.contract' op is not distributed: MFMA_F32_16x16x16_F16 has outer 1, thread 4 of stride 16 and element 4 in dimension 1 of operand #0, but the layout is nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 8], subgroup_strides = [0, 0], thread_strides = [1, 16]>}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 8], subgroup_strides = [0, 0], thread_strides = [1, 16]>}}
  // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [8, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>}}
  // expected-note @below {{operand #2 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>}}
  %r = vector.contract {indexing_maps = #maps, iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>} %x, %y, %z : vector<16x32xf16>, vector<32x16xf16> into vector<16x16xf32>
  vector.transfer_write %r, %c[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  return
}

// Threads are numbered in the other order.
func.func @strides(%a: memref<16x32xf16>, %b: memref<32x16xf16>, %c: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %q = arith.constant 0.0 : f32
  %0 = vector.transfer_read %a[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x32xf16>, vector<16x32xf16>
  %1 = vector.transfer_read %b[%c0, %c0], %p {in_bounds = [true, true]} : memref<32x16xf16>, vector<32x16xf16>
  %2 = vector.transfer_read %c[%c0, %c0], %q {in_bounds = [true, true]} : memref<16x16xf32>, vector<16x16xf32>
  %x = iree_vector_ext.to_layout %0 to layout(#a) : vector<16x32xf16>
  %y = iree_vector_ext.to_layout %1 to layout(#b) : vector<32x16xf16>
  %z = iree_vector_ext.to_layout %2 to layout(#strides) : vector<16x16xf32>
  // expected-remark @below {{'vector.contract' op is not distributed: MFMA_F32_16x16x16_F16 has outer 1, thread 4 of stride 16 and element 4 in dimension 0 of operand #2, but the layout is nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [1, 4]>}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 16]>}}
  // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>}}
  // expected-note @below {{operand #2 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [1, 4]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [1, 4]>}}
  %r = vector.contract {indexing_maps = #maps, iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>} %x, %y, %z : vector<16x32xf16>, vector<32x16xf16> into vector<16x16xf32>
  vector.transfer_write %r, %c[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  return
}

// Subgroups divide the depth in one operand only.
func.func @differ(%a: memref<16x64xf16>, %b: memref<64x16xf16>, %c: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %q = arith.constant 0.0 : f32
  %0 = vector.transfer_read %a[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x64xf16>, vector<16x64xf16>
  %1 = vector.transfer_read %b[%c0, %c0], %p {in_bounds = [true, true]} : memref<64x16xf16>, vector<64x16xf16>
  %2 = vector.transfer_read %c[%c0, %c0], %q {in_bounds = [true, true]} : memref<16x16xf32>, vector<16x16xf32>
  %x = iree_vector_ext.to_layout %0 to layout(#groups) : vector<16x64xf16>
  %y = iree_vector_ext.to_layout %1 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [4, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>) : vector<64x16xf16>
  %z = iree_vector_ext.to_layout %2 to layout(#c) : vector<16x16xf32>
  // expected-remark @below {{'vector.contract' op is not distributed: lhs has nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 1], thread_strides = [1, 16]> and rhs has nested_layout<subgroup_tile = [1, 1], batch_tile = [4, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>, which differ in a dimension that they share}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 1], thread_strides = [1, 16]>}}
  // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [1, 1], batch_tile = [4, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>}}
  // expected-note @below {{operand #2 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>}}
  %r = vector.contract {indexing_maps = #maps, iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>} %x, %y, %z : vector<16x64xf16>, vector<64x16xf16> into vector<16x16xf32>
  vector.transfer_write %r, %c[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  return
}

// The rows of the result are batches where those of lhs are subgroups.
func.func @subgroups(%a: memref<32x32xf16>, %b: memref<32x16xf16>, %c: memref<32x16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %q = arith.constant 0.0 : f32
  %0 = vector.transfer_read %a[%c0, %c0], %p {in_bounds = [true, true]} : memref<32x32xf16>, vector<32x32xf16>
  %1 = vector.transfer_read %b[%c0, %c0], %p {in_bounds = [true, true]} : memref<32x16xf16>, vector<32x16xf16>
  %2 = vector.transfer_read %c[%c0, %c0], %q {in_bounds = [true, true]} : memref<32x16xf32>, vector<32x16xf32>
  %x = iree_vector_ext.to_layout %0 to layout(#above) : vector<32x32xf16>
  %y = iree_vector_ext.to_layout %1 to layout(#b) : vector<32x16xf16>
  %z = iree_vector_ext.to_layout %2 to layout(#batches) : vector<32x16xf32>
  // expected-remark @below {{'vector.contract' op is not distributed: dimension 0 of the result is in other subgroups than what it is computed from}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [1, 0], thread_strides = [1, 16]>}}
  // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>}}
  // expected-note @below {{operand #2 has nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>}}
  %r = vector.contract {indexing_maps = #maps, iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>} %x, %y, %z : vector<32x32xf16>, vector<32x16xf16> into vector<32x16xf32>
  vector.transfer_write %r, %c[%c0, %c0] {in_bounds = [true, true]} : vector<32x16xf32>, memref<32x16xf32>
  return
}

// There are no columns.
func.func @column(%a: memref<16x32xf16>, %b: memref<32xf16>, %c: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %q = arith.constant 0.0 : f32
  %0 = vector.transfer_read %a[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x32xf16>, vector<16x32xf16>
  %1 = vector.transfer_read %b[%c0], %p {in_bounds = [true]} : memref<32xf16>, vector<32xf16>
  %2 = vector.transfer_read %c[%c0], %q {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %x = iree_vector_ext.to_layout %0 to layout(#a) : vector<16x32xf16>
  %y = iree_vector_ext.to_layout %1 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [16]>) : vector<32xf16>
  %z = iree_vector_ext.to_layout %2 to layout(#column) : vector<16xf32>
  // expected-remark @below {{'vector.contract' op is not distributed: MFMA_F32_16x16x16_F16 needs columns, but no iterator runs along them alone}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 16]>}}
  // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [4], element_tile = [4], subgroup_strides = [0], thread_strides = [16]>}}
  // expected-note @below {{operand #2 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [16], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [16], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>}}
  %r = vector.contract {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>} %x, %y, %z : vector<16x32xf16>, vector<32xf16> into vector<16xf32>
  vector.transfer_write %r, %c[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}

// Where operands of several blocks are is not described.
func.func @blocks(%a: memref<16x32xf16>, %b: memref<32x16xf16>, %c: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %q = arith.constant 0.0 : f32
  %0 = vector.transfer_read %a[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x32xf16>, vector<16x32xf16>
  %1 = vector.transfer_read %b[%c0, %c0], %p {in_bounds = [true, true]} : memref<32x16xf16>, vector<32x16xf16>
  %2 = vector.transfer_read %c[%c0, %c0], %q {in_bounds = [true, true]} : memref<16x16xf32>, vector<16x16xf32>
  %x = iree_vector_ext.to_layout %0 to layout(#a) : vector<16x32xf16>
  %y = iree_vector_ext.to_layout %1 to layout(#b) : vector<32x16xf16>
  %z = iree_vector_ext.to_layout %2 to layout(#c) : vector<16x16xf32>
  // expected-remark @below {{'vector.contract' op is not distributed: the layout of MFMA_F32_16x16x4x4B_F16 is not described}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 16]>}}
  // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>}}
  // expected-note @below {{operand #2 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>}}
  %r = vector.contract {indexing_maps = #maps, iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_16x16x4x4B_F16>} %x, %y, %z : vector<16x32xf16>, vector<32x16xf16> into vector<16x16xf32>
  vector.transfer_write %r, %c[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  return
}

// Rows are in two outer positions.
func.func @outer(%a: memref<16x32xf16>, %b: memref<32x16xf16>, %c: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %q = arith.constant 0.0 : f32
  %0 = vector.transfer_read %a[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x32xf16>, vector<16x32xf16>
  %1 = vector.transfer_read %b[%c0, %c0], %p {in_bounds = [true, true]} : memref<32x16xf16>, vector<32x16xf16>
  %2 = vector.transfer_read %c[%c0, %c0], %q {in_bounds = [true, true]} : memref<16x16xf32>, vector<16x16xf32>
  %x = iree_vector_ext.to_layout %0 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [2, 1], thread_tile = [8, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 8]>) : vector<16x32xf16>
  %y = iree_vector_ext.to_layout %1 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [8, 32]>) : vector<32x16xf16>
  %z = iree_vector_ext.to_layout %2 to layout(#c) : vector<16x16xf32>
  // expected-remark @below {{'vector.contract' op is not distributed: MFMA_F32_16x16x16_F16 has outer 1, thread 16 of stride 1 and element 1 in dimension 0 of operand #0, but the layout is nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [2, 1], thread_tile = [8, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 8]>}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [2, 1], thread_tile = [8, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 8]>}}
  // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [8, 32]>}}
  // expected-note @below {{operand #2 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>}}
  %r = vector.contract {indexing_maps = #maps, iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>} %x, %y, %z : vector<16x32xf16>, vector<32x16xf16> into vector<16x16xf32>
  vector.transfer_write %r, %c[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  return
}

// An intrinsic of mma.sync takes no columns of lhs.
func.func @turned(%a: memref<16x16xf16>, %b: memref<16x8xf16>, %c: memref<16x8xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %q = arith.constant 0.0 : f32
  %0 = vector.transfer_read %a[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %1 = vector.transfer_read %b[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x8xf16>, vector<16x8xf16>
  %2 = vector.transfer_read %c[%c0, %c0], %q {in_bounds = [true, true]} : memref<16x8xf32>, vector<16x8xf32>
  %x = iree_vector_ext.to_layout %0 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [2, 2], thread_tile = [4, 8], element_tile = [2, 1], subgroup_strides = [0, 0], thread_strides = [1, 4]>) : vector<16x16xf16>
  %y = iree_vector_ext.to_layout %1 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [2, 1], thread_tile = [4, 8], element_tile = [2, 1], subgroup_strides = [0, 0], thread_strides = [1, 4]>) : vector<16x8xf16>
  %z = iree_vector_ext.to_layout %2 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [2, 1], thread_tile = [8, 4], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [4, 1]>) : vector<16x8xf32>
  // expected-remark @below {{'vector.contract' op is not distributed: NV_MMA_SYNC_F32_16x8x16_F16 takes no transposed operands}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [2, 2], thread_tile = [4, 8], element_tile = [2, 1], subgroup_strides = [0, 0], thread_strides = [1, 4]>}}
  // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [2, 1], thread_tile = [4, 8], element_tile = [2, 1], subgroup_strides = [0, 0], thread_strides = [1, 4]>}}
  // expected-note @below {{operand #2 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [2, 1], thread_tile = [8, 4], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [4, 1]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [2, 1], thread_tile = [8, 4], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [4, 1]>}}
  %r = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<NV_MMA_SYNC_F32_16x8x16_F16>} %x, %y, %z : vector<16x16xf16>, vector<16x8xf16> into vector<16x8xf32>
  vector.transfer_write %r, %c[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xf32>, memref<16x8xf32>
  return
}
