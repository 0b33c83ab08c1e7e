// RUN: optc %s --vectorext-distribute-nested-layout="workgroup-size=128,1,1 subgroup-size=32 explain" --canonicalize --cse --verify-exec 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=WAY --input-file=%t

// Four subgroups have partial sums of 256 columns, 8 in each lane. A thread adds 4 partial sums of 2 columns, not of all 8, and
// then reads the other sums.

#l = #iree_vector_ext.nested_layout<
  subgroup_tile = [4, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 32], element_tile = [2, 8],
  subgroup_strides = [1, 0], thread_strides = [0, 1]>

// WAY: remark: 'vector.multi_reduction' op shares its results: a thread combines 2 of the 8 results that it needs, in about 142 cycles of the workgroup; to combine all of them would take 200 cycles
// CHECK-LABEL: func.func @shared(
// CHECK:         %[[PARTS:.*]] = memref.alloc() : memref<1024xf32, #gpu.address_space<workgroup>>
// CHECK-COUNT-4: vector.store {{.*}}, %[[PARTS]]
// CHECK-NEXT:    gpu.barrier
// CHECK-COUNT-4: vector.load %[[PARTS]]
// CHECK:         vector.multi_reduction <add>, %{{.*}}, %{{.*}} [0] : vector<4x2xf32> to vector<2xf32>
// CHECK-NEXT:    %[[SUMS:.*]] = memref.alloc() : memref<256xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:    vector.store {{.*}}, %[[SUMS]]
// CHECK-NEXT:    gpu.barrier
// CHECK-COUNT-4: vector.load %[[SUMS]]
func.func @shared(%m: memref<8x256xf32>, %o: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %init = arith.constant dense<0.0> : vector<256xf32>
  %v = vector.transfer_read %m[%c0, %c0], %zero {in_bounds = [true, true]} : memref<8x256xf32>, vector<8x256xf32>
  %a = iree_vector_ext.to_layout %v to layout(#l) : vector<8x256xf32>
  %r = vector.multi_reduction <add>, %a, %init [0] : vector<8x256xf32> to vector<256xf32>
  vector.transfer_write %r, %o[%c0] {in_bounds = [true]} : vector<256xf32>, memref<256xf32>
  return
}

// A lane has one column. To share sums would need a second barrier.
#column = #iree_vector_ext.nested_layout<
  subgroup_tile = [4, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 32], element_tile = [2, 1],
  subgroup_strides = [1, 0], thread_strides = [0, 1]>

// WAY: remark: 'vector.multi_reduction' op goes through 512 bytes of workgroup memory; a thread writes 1 × 4 bytes in 1 cycle and reads 4 × 4 bytes in 4 cycles
// CHECK-LABEL: func.func @alone(
// CHECK-COUNT-1: gpu.barrier
// CHECK-COUNT-4: memref.load
// CHECK-NOT:     gpu.barrier
// CHECK:         return
func.func @alone(%m: memref<8x32xf32>, %o: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %init = arith.constant dense<0.0> : vector<32xf32>
  %v = vector.transfer_read %m[%c0, %c0], %zero {in_bounds = [true, true]} : memref<8x32xf32>, vector<8x32xf32>
  %a = iree_vector_ext.to_layout %v to layout(#column) : vector<8x32xf32>
  %r = vector.multi_reduction <add>, %a, %init [0] : vector<8x32xf32> to vector<32xf32>
  vector.transfer_write %r, %o[%c0] {in_bounds = [true]} : vector<32xf32>, memref<32xf32>
  return
}
