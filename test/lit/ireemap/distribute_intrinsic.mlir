// RUN: optc %s --verify-exec --vectorext-distribute-nested-layout=workgroup-size=64 --canonicalize --cse | FileCheck %s

#lhs = #iree_map.pack_layout<(16, (4, 4)) : (1, (16, 0))>
#rhs = #iree_map.pack_layout<((4, 4), 16) : ((16, 0), 1)>

// Layouts of iree_map that hold the operands as a matrix instruction does.
// CHECK-LABEL: @product
// CHECK-NOT: memref.alloc
// CHECK: amdgpu.mfma 16x16x16 {{.*}} : vector<4xf16>, vector<4xf16>, vector<4xf32>
func.func @product(%m: memref<16x16xf16>, %n: memref<16x16xf16>, %o: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f16
  %zeros = arith.constant dense<0.0> : vector<16x16xf32>
  %x = vector.transfer_read %m[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %y = vector.transfer_read %n[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %a = iree_vector_ext.to_layout %x to layout(#lhs) : vector<16x16xf16>
  %b = iree_vector_ext.to_layout %y to layout(#rhs) : vector<16x16xf16>
  %c = iree_vector_ext.to_layout %zeros to layout(#rhs) : vector<16x16xf32>
  %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>} %a, %b, %c : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
  vector.transfer_write %d, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  return
}
