// RUN: optc %s --pass-pipeline='builtin.module(gpu-set-target{chip=sm_80},func.func(gpu-expand-lanes,cse,gpu-place-memory,gpu-align-accesses),gpu-outline-kernels,gpu.module(gpu-verify-kernels))' --verify-exec | FileCheck %s

// A reduction of four lanes becomes two shuffles, and two buffers with a barrier between their uses share bytes.

// CHECK: module attributes {gpu.chip = "sm_80", gpu.container_module}
// CHECK: gpu.func @sums(%arg0: memref<64xf32> {llvm.align = 16 : i64}) workgroup(%arg1 : memref<256xi8, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) kernel
// CHECK-SAME: gpu.subgroup_size = 32 : i64, known_block_size = array<i32: 64, 1, 1>
// CHECK: %[[A:.*]], %{{.*}} = gpu.shuffle xor %[[X:.*]], %{{.*}}, %c32_i32 : f32
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[X]], %[[A]] : f32
// CHECK: %[[B:.*]], %{{.*}} = gpu.shuffle xor %[[S]], %{{.*}}, %c32_i32 : f32
// CHECK-NEXT: arith.addf %[[S]], %[[B]] : f32
// CHECK-COUNT-2: memref.view %arg1[%c0{{.*}}][]
// CHECK: gpu.barrier{{$}}
// CHECK: gpu.return
func.func @sums(%m: memref<64xf32>) attributes {gpu.known_grid_size = array<i32: 1, 1, 1>,
    translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} {
  %t = gpu.thread_id x
  %c63 = arith.constant 63 : index
  %x = memref.load %m[%t] : memref<64xf32>
  %s = gpu.subgroup_reduce add %x cluster(size = 4) : (f32) -> f32
  %other = arith.subi %c63, %t : index
  %a = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  %b = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %s, %a[%t] : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %y = memref.load %a[%other] : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  memref.store %y, %b[%t] : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %z = memref.load %b[%other] : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %z, %m[%t] : memref<64xf32>
  return
}
