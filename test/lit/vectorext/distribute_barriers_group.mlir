// RUN: optc %s --vectorext-distribute-nested-layout="workgroup-size=4 subgroup-size=4 barriers=insert" | FileCheck %s

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// The first thread reads both buffers after the first barrier, so that the write to the other one
// needs a barrier, too.
// CHECK-LABEL: func.func @f(
// CHECK: vector.transfer_write %{{.*}}, %arg0[
// CHECK: gpu.barrier
// CHECK: memref.load %arg1[%c7]
// CHECK-NEXT: memref.load %arg0[%c7]
// CHECK: gpu.barrier
// CHECK: vector.transfer_write %{{.*}}, %arg1[
func.func @f(%x: memref<8xf32>, %y: memref<8xf32>, %v: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %pad = arith.constant 0.0 : f32
  %0 = vector.transfer_read %v[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#l) : vector<8xf32>
  vector.transfer_write %1, %x[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  %a = memref.load %y[%c7] : memref<8xf32>
  %b = memref.load %x[%c7] : memref<8xf32>
  %s = arith.addf %a, %b : f32
  memref.store %s, %v[%c0] : memref<8xf32>
  vector.transfer_write %1, %y[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}
