// RUN: optc %s --split-input-file --iree-codegen-test-vector-layout-analysis --verify-diagnostics -o /dev/null
// RUN: optc %s --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=64}),canonicalize,cse)' | FileCheck %s
// RUN: not optc %s --vectorext-distribute-nested-layout=workgroup-size=16 2>&1 | FileCheck %s --check-prefix=FEW

#rows = #iree_map.pack_layout<((2, 8), (2, 4, 4)) : ((0, 1), (0, 8, 0))>

// A thread reads parts of two rows, each in two pieces of four elements. Half of the threads hold
// copies, which do not write.
// CHECK-LABEL: @rows
// CHECK: affine.delinearize_index %thread_id_x into (4, 8)
// CHECK-COUNT-4: vector.transfer_read %arg0[{{.*}} : memref<16x32xf32>, vector<1x4xf32>
// CHECK: vector.transpose %{{.*}}, [1, 2, 0] : vector<2x2x4xf32> to vector<2x4x2xf32>
// CHECK: affine.delinearize_index %thread_id_x into (2, 4, 8)
// CHECK: scf.if
// CHECK-COUNT-4: vector.transfer_write %{{.*}} : vector<4x1xf32>, memref<32x16xf32>
// FEW: error: 'iree_vector_ext.to_layout' op layout needs 32 threads, but the workgroup has 16
// FEW: note: 1 + sum of (size - 1) * stride = 32
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
