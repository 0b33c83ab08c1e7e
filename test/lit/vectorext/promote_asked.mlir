// RUN: optc %s --compat=seed --vectorext-promote-vectors --split-input-file --mlir-print-local-scope | FileCheck %s --check-prefixes=CHECK,SEED
// RUN: not optc %s --compat=today --vectorext-promote-vectors --split-input-file 2>&1 | FileCheck %s --check-prefix=TODAY

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>

// In revisions of then the attribute alone asks for a way through memory, and is gone
// afterwards; two of them make two.
// TODAY-COUNT-2: shared_memory_conversion attribute must implement IREE::GPU::PromotionAttr
// CHECK-LABEL: @asked
// CHECK-COUNT-2: bufferization.alloc_tensor
// CHECK-NOT: bufferization.alloc_tensor
// CHECK-NOT: shared_memory_conversion
// CHECK: return
func.func @asked(%v: vector<8x16xf16>, %w: vector<8x16xf16>) -> (vector<8x16xf16>, vector<8x16xf16>) {
  %a = iree_vector_ext.to_layout %v to layout(#rows) {shared_memory_conversion} : vector<8x16xf16>
  %b = iree_vector_ext.to_layout %w to layout(#rows) {shared_memory_conversion} : vector<8x16xf16>
  return %a, %b : vector<8x16xf16>, vector<8x16xf16>
}

// -----

// Broadcasts stay as they are.
// SEED-LABEL: @broadcast
// SEED-NOT: vector.transpose
// SEED: return
func.func @broadcast(%v: vector<4x1xf32>) -> vector<1x4x8xf32> {
  %a = vector.broadcast %v : vector<4x1xf32> to vector<1x4x8xf32>
  return %a : vector<1x4x8xf32>
}
