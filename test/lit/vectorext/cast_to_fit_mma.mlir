// RUN: optc %s --vectorext-cast-to-fit-mma --mlir-print-local-scope | FileCheck %s

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [4, 1], thread_tile = [2, 32], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [32, 1]>

// CHECK-LABEL: @upcast
// CHECK: %[[C:.*]] = arith.extf %{{.*}} : vector<32x32xf16> to vector<32x32xf32>
// CHECK: %[[D:.*]] = vector.contract {{.*}} {iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x8xf16>, vector<8x32xf16> into vector<32x32xf32>
// CHECK: %[[T:.*]] = arith.truncf %[[D]] : vector<32x32xf32> to vector<32x32xf16>
// CHECK: iree_vector_ext.to_layout %[[T]]
func.func @upcast(%a: vector<32x8xf16>, %b: vector<8x32xf16>, %c: vector<32x32xf16>) -> vector<32x32xf16> {
  %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<32x8xf16>, vector<8x32xf16> into vector<32x32xf16>
  %r = iree_vector_ext.to_layout %d to layout(#l) {mma_kind = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x32xf16>
  return %r : vector<32x32xf16>
}

// Without an intrinsic, or with operands of another type than it has, nothing
// changes but the attribute.
// CHECK-LABEL: @stay
// CHECK-NOT: arith.extf
func.func @stay(%a: vector<32x8xbf16>, %b: vector<8x32xbf16>, %c: vector<32x32xbf16>) -> vector<32x32xbf16> {
  %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<32x8xbf16>, vector<8x32xbf16> into vector<32x32xbf16>
  %r = iree_vector_ext.to_layout %d to layout(#l) {mma_kind = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x32xbf16>
  return %r : vector<32x32xbf16>
}

// An accumulator that is as wide as the intrinsic's stays, and so does a maximum, and a
// contraction under a mask.
// CHECK-LABEL: @wide
// CHECK-NOT: arith.extf
// CHECK: vector.contract {{.*}} {iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x8xf16>, vector<8x32xf16> into vector<32x32xf32>
// CHECK-NOT: arith.truncf
func.func @wide(%a: vector<32x8xf16>, %b: vector<8x32xf16>, %c: vector<32x32xf32>) -> vector<32x32xf32> {
  %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<32x8xf16>, vector<8x32xf16> into vector<32x32xf32>
  %r = iree_vector_ext.to_layout %d to layout(#l) {mma_kind = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x32xf32>
  return %r : vector<32x32xf32>
}

// CHECK-LABEL: @maximum
// CHECK-NOT: arith.extf
// CHECK: vector.contract {{.*}} into vector<32x32xf16>
// CHECK-NOT: arith.truncf
func.func @maximum(%a: vector<32x8xf16>, %b: vector<8x32xf16>, %c: vector<32x32xf16>) -> vector<32x32xf16> {
  %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %a, %b, %c : vector<32x8xf16>, vector<8x32xf16> into vector<32x32xf16>
  %r = iree_vector_ext.to_layout %d to layout(#l) {mma_kind = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} : vector<32x32xf16>
  return %r : vector<32x32xf16>
}

// CHECK-LABEL: @masked
// CHECK-NOT: arith.extf
// CHECK: vector.mask {{.*}} into vector<32x32xf16>
// CHECK-NOT: arith.truncf
func.func @masked(%a: vector<32x8xf16>, %b: vector<8x32xf16>, %c: vector<32x32xf16>, %m: vector<32x32x8xi1>) -> vector<32x32xf16> {
  %d = vector.mask %m { vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>} %a, %b, %c : vector<32x8xf16>, vector<8x32xf16> into vector<32x32xf16> } : vector<32x32x8xi1> -> vector<32x32xf16>
  return %d : vector<32x32xf16>
}

// A contraction that no layout anchors has no intrinsic.
// CHECK-LABEL: @unanchored
// CHECK-NOT: arith.extf
// CHECK-NOT: iree.gpu.mma
// CHECK: return
func.func @unanchored(%a: vector<32x8xf16>, %b: vector<8x32xf16>, %c: vector<32x32xf16>) -> vector<32x32xf16> {
  %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<32x8xf16>, vector<8x32xf16> into vector<32x32xf16>
  return %d : vector<32x32xf16>
}
