// RUN: optc %s --vectorext-distribute-nested-layout="workgroup-size=128 subgroup-size=32 explain" --canonicalize --cse --verify-exec 2>&1 >%t | FileCheck %s --check-prefix=WAY
// RUN: FileCheck %s --input-file=%t

// Reductions that do not need each other's results share a barrier: lanes reduce both before it.

#s = #iree_vector_ext.nested_layout<subgroup_tile = [4], batch_tile = [1], outer_tile = [1], thread_tile = [32], element_tile = [4], subgroup_strides = [1], thread_strides = [1]>

// WAY: distribute_reductions_join.mlir:[[# @LINE + 6]]:1: remark: 'func.func' op passes 1 barrier for 2 exchanges through workgroup memory
// CHECK-LABEL: func.func @two(
// CHECK-COUNT-2: gpu.subgroup_reduce {{.*}} cluster(size = 32)
// CHECK-COUNT-1: gpu.barrier
// CHECK-NOT:     gpu.barrier
// CHECK:         return
func.func @two(%x: memref<512xf32>, %y: memref<512xf32>, %o: memref<f32>, %p: memref<f32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<512xf32>, vector<512xf32>
  %a = iree_vector_ext.to_layout %v to layout(#s) : vector<512xf32>
  %w = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : memref<512xf32>, vector<512xf32>
  %b = iree_vector_ext.to_layout %w to layout(#s) : vector<512xf32>
  %r = vector.multi_reduction <add>, %a, %zero [0] : vector<512xf32> to f32
  %t = vector.multi_reduction <maxnumf>, %b, %zero [0] : vector<512xf32> to f32
  memref.store %r, %o[] : memref<f32>
  memref.store %t, %p[] : memref<f32>
  return
}

// The second needs the result of the first.
// CHECK-LABEL: func.func @softmax(
// CHECK-COUNT-2: gpu.barrier
// CHECK-NOT:     gpu.barrier
func.func @softmax(%x: memref<512xf32>, %o: memref<512xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<512xf32>, vector<512xf32>
  %a = iree_vector_ext.to_layout %v to layout(#s) : vector<512xf32>
  %m = vector.multi_reduction <maxnumf>, %a, %low [0] : vector<512xf32> to f32
  %w = vector.broadcast %m : f32 to vector<512xf32>
  %d = arith.subf %a, %w : vector<512xf32>
  %t = vector.multi_reduction <add>, %d, %zero [0] : vector<512xf32> to f32
  %u = vector.broadcast %t : f32 to vector<512xf32>
  %q = arith.divf %d, %u : vector<512xf32>
  vector.transfer_write %q, %o[%c0] {in_bounds = [true]} : vector<512xf32>, memref<512xf32>
  return
}

// WAY: remark: 'scf.for' op passes 1 barrier in each iteration for 2 exchanges through workgroup memory, and uses 32 bytes twice, in turn
// CHECK-LABEL: func.func @loop(
// CHECK:         scf.for
// CHECK-COUNT-1:   gpu.barrier
// CHECK-NOT:       gpu.barrier
func.func @loop(%x: memref<8x512xf32>, %y: memref<8x512xf32>, %o: memref<8xf32>, %p: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c8 step %c1 {
    %v = vector.transfer_read %x[%i, %c0], %zero {in_bounds = [true]} : memref<8x512xf32>, vector<512xf32>
    %a = iree_vector_ext.to_layout %v to layout(#s) : vector<512xf32>
    %w = vector.transfer_read %y[%i, %c0], %zero {in_bounds = [true]} : memref<8x512xf32>, vector<512xf32>
    %b = iree_vector_ext.to_layout %w to layout(#s) : vector<512xf32>
    %r = vector.multi_reduction <add>, %a, %zero [0] : vector<512xf32> to f32
    %t = vector.multi_reduction <maxnumf>, %b, %zero [0] : vector<512xf32> to f32
    memref.store %r, %o[%i] : memref<8xf32>
    memref.store %t, %p[%i] : memref<8xf32>
  }
  return
}
