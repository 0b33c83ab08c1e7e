// RUN: optc %s --vectorext-cast-to-fit-mma --mlir-print-local-scope | FileCheck %s

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [4, 1], thread_tile = [2, 32], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [32, 1]>

// CHECK-LABEL: func.func @upcast(%arg0: vector<32x8xf16>, %arg1: vector<8x32xf16>, %arg2: vector<32x32xf16>) -> vector<32x32xf16> {
// CHECK-NEXT: %0 = arith.extf %arg2 : vector<32x32xf16> to vector<32x32xf32>
// CHECK-NEXT: %1 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %0 {iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x8xf16>, vector<8x32xf16> into vector<32x32xf32>
// CHECK-NEXT: %2 = arith.truncf %1 : vector<32x32xf32> to vector<32x32xf16>
// CHECK-NEXT: %3 = iree_vector_ext.to_layout %2 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [4, 1], thread_tile = [2, 32], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [32, 1]>) {mma_kind = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x32xf16>
// CHECK-NEXT: return %3 : vector<32x32xf16>
func.func @upcast(%a: vector<32x8xf16>, %b: vector<8x32xf16>, %c: vector<32x32xf16>) -> vector<32x32xf16> {
  %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<32x8xf16>, vector<8x32xf16> into vector<32x32xf16>
  %r = iree_vector_ext.to_layout %d to layout(#l) {mma_kind = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x32xf16>
  return %r : vector<32x32xf16>
}

// Without an intrinsic, or with operands of another type than it has, nothing
// changes but the attribute.
// CHECK-LABEL: func.func @stay(%arg0: vector<32x8xbf16>, %arg1: vector<8x32xbf16>, %arg2: vector<32x32xbf16>) -> vector<32x32xbf16> {
// CHECK-NEXT: %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 {iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x8xbf16>, vector<8x32xbf16> into vector<32x32xbf16>
// CHECK-NEXT: %1 = iree_vector_ext.to_layout %0 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [4, 1], thread_tile = [2, 32], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [32, 1]>) {mma_kind = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x32xbf16>
// CHECK-NEXT: return %1 : vector<32x32xbf16>
func.func @stay(%a: vector<32x8xbf16>, %b: vector<8x32xbf16>, %c: vector<32x32xbf16>) -> vector<32x32xbf16> {
  %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<32x8xbf16>, vector<8x32xbf16> into vector<32x32xbf16>
  %r = iree_vector_ext.to_layout %d to layout(#l) {mma_kind = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x32xbf16>
  return %r : vector<32x32xbf16>
}

// An accumulator that is as wide as the intrinsic's stays, and so does a maximum, and a
// contraction under a mask.
// CHECK-LABEL: func.func @wide(%arg0: vector<32x8xf16>, %arg1: vector<8x32xf16>, %arg2: vector<32x32xf32>) -> vector<32x32xf32> {
// CHECK-NEXT: %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 {iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x8xf16>, vector<8x32xf16> into vector<32x32xf32>
// CHECK-NEXT: %1 = iree_vector_ext.to_layout %0 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [4, 1], thread_tile = [2, 32], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [32, 1]>) {mma_kind = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x32xf32>
// CHECK-NEXT: return %1 : vector<32x32xf32>
func.func @wide(%a: vector<32x8xf16>, %b: vector<8x32xf16>, %c: vector<32x32xf32>) -> vector<32x32xf32> {
  %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<32x8xf16>, vector<8x32xf16> into vector<32x32xf32>
  %r = iree_vector_ext.to_layout %d to layout(#l) {mma_kind = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x32xf32>
  return %r : vector<32x32xf32>
}

// CHECK-LABEL: func.func @maximum(%arg0: vector<32x8xf16>, %arg1: vector<8x32xf16>, %arg2: vector<32x32xf16>) -> vector<32x32xf16> {
// CHECK-NEXT: %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %arg0, %arg1, %arg2 {iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x8xf16>, vector<8x32xf16> into vector<32x32xf16>
// CHECK-NEXT: %1 = iree_vector_ext.to_layout %0 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [4, 1], thread_tile = [2, 32], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [32, 1]>) {mma_kind = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x32xf16>
// CHECK-NEXT: return %1 : vector<32x32xf16>
func.func @maximum(%a: vector<32x8xf16>, %b: vector<8x32xf16>, %c: vector<32x32xf16>) -> vector<32x32xf16> {
  %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %a, %b, %c : vector<32x8xf16>, vector<8x32xf16> into vector<32x32xf16>
  %r = iree_vector_ext.to_layout %d to layout(#l) {mma_kind = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x32xf16>
  return %r : vector<32x32xf16>
}

// CHECK-LABEL: func.func @masked(%arg0: vector<32x8xf16>, %arg1: vector<8x32xf16>, %arg2: vector<32x32xf16>, %arg3: vector<32x32x8xi1>) -> vector<32x32xf16> {
// CHECK-NEXT: %0 = vector.mask %arg3 { vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 {iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x8xf16>, vector<8x32xf16> into vector<32x32xf16> } : vector<32x32x8xi1> -> vector<32x32xf16>
// CHECK-NEXT: return %0 : vector<32x32xf16>
func.func @masked(%a: vector<32x8xf16>, %b: vector<8x32xf16>, %c: vector<32x32xf16>, %m: vector<32x32x8xi1>) -> vector<32x32xf16> {
  %d = vector.mask %m { vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} %a, %b, %c : vector<32x8xf16>, vector<8x32xf16> into vector<32x32xf16> } : vector<32x32x8xi1> -> vector<32x32xf16>
  return %d : vector<32x32xf16>
}

// A contraction that no layout anchors has no intrinsic.
// CHECK-LABEL: func.func @unanchored(%arg0: vector<32x8xf16>, %arg1: vector<8x32xf16>, %arg2: vector<32x32xf16>) -> vector<32x32xf16> {
// CHECK-NEXT: %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<32x8xf16>, vector<8x32xf16> into vector<32x32xf16>
// CHECK-NEXT: return %0 : vector<32x32xf16>
func.func @unanchored(%a: vector<32x8xf16>, %b: vector<8x32xf16>, %c: vector<32x32xf16>) -> vector<32x32xf16> {
  %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<32x8xf16>, vector<8x32xf16> into vector<32x32xf16>
  return %d : vector<32x32xf16>
}

// One of several users is a to_layout, the first or the last one.
// CHECK-LABEL: func.func @first_of_users(%arg0: vector<32x8xf16>, %arg1: vector<8x32xf16>, %arg2: vector<32x32xf16>) -> (vector<32x32xf16>, vector<32x32xf16>) {
// CHECK-NEXT:   %0 = arith.extf %arg2 : vector<32x32xf16> to vector<32x32xf32>
// CHECK-NEXT:   %1 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %0 {iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x8xf16>, vector<8x32xf16> into vector<32x32xf32>
// CHECK-NEXT:   %2 = arith.truncf %1 : vector<32x32xf32> to vector<32x32xf16>
// CHECK-NEXT:   %3 = iree_vector_ext.to_layout %2 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [4, 1], thread_tile = [2, 32], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [32, 1]>) {mma_kind = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x32xf16>
// CHECK-NEXT:   %4 = arith.mulf %2, %2 : vector<32x32xf16>
// CHECK-NEXT:   return %3, %4 : vector<32x32xf16>, vector<32x32xf16>
// CHECK-NEXT: }
func.func @first_of_users(%a: vector<32x8xf16>, %b: vector<8x32xf16>, %c: vector<32x32xf16>) -> (vector<32x32xf16>, vector<32x32xf16>) {
  %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<32x8xf16>, vector<8x32xf16> into vector<32x32xf16>
  %r = iree_vector_ext.to_layout %d to layout(#l) {mma_kind = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x32xf16>
  %s = arith.mulf %d, %d : vector<32x32xf16>
  return %r, %s : vector<32x32xf16>, vector<32x32xf16>
}

// CHECK-LABEL: func.func @last_of_users(%arg0: vector<32x8xf16>, %arg1: vector<8x32xf16>, %arg2: vector<32x32xf16>) -> (vector<32x32xf16>, vector<32x32xf16>) {
// CHECK-NEXT:   %0 = arith.extf %arg2 : vector<32x32xf16> to vector<32x32xf32>
// CHECK-NEXT:   %1 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %0 {iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x8xf16>, vector<8x32xf16> into vector<32x32xf32>
// CHECK-NEXT:   %2 = arith.truncf %1 : vector<32x32xf32> to vector<32x32xf16>
// CHECK-NEXT:   %3 = arith.mulf %2, %2 : vector<32x32xf16>
// CHECK-NEXT:   %4 = iree_vector_ext.to_layout %2 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [4, 1], thread_tile = [2, 32], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [32, 1]>) {mma_kind = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x32xf16>
// CHECK-NEXT:   return %4, %3 : vector<32x32xf16>, vector<32x32xf16>
// CHECK-NEXT: }
func.func @last_of_users(%a: vector<32x8xf16>, %b: vector<8x32xf16>, %c: vector<32x32xf16>) -> (vector<32x32xf16>, vector<32x32xf16>) {
  %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<32x8xf16>, vector<8x32xf16> into vector<32x32xf16>
  %s = arith.mulf %d, %d : vector<32x32xf16>
  %r = iree_vector_ext.to_layout %d to layout(#l) {mma_kind = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x32xf16>
  return %r, %s : vector<32x32xf16>, vector<32x32xf16>
}
