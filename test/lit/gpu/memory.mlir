// RUN: optc %s --pass-pipeline='builtin.module(gpu-set-target{chip=sm_80},func.func(gpu-place-memory),gpu-outline-kernels)' | FileCheck %s

// Buffers that are used one after the other, with a barrier between, share bytes; in a loop they also need one at its end.

// CHECK: gpu.func @shared(%{{.*}}: memref<32xf32>) workgroup(%[[ARENA:.*]] : memref<256xi8, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) kernel
// CHECK: scf.for
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: memref.view %[[ARENA]][%[[C0]]][] : memref<256xi8, #gpu.address_space<workgroup>> to memref<32xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT: %[[C128:.*]] = arith.constant 128 : index
// CHECK-NEXT: memref.view %[[ARENA]][%[[C128]]][] : memref<256xi8, #gpu.address_space<workgroup>> to memref<32xf32, #gpu.address_space<workgroup>>
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: memref.view %[[ARENA]][%[[C0]]][] : memref<256xi8, #gpu.address_space<workgroup>> to memref<64xf32, #gpu.address_space<workgroup>>

func.func @shared(%m: memref<32xf32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %x = memref.load %m[%t] : memref<32xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %a = memref.alloc() : memref<32xf32, #gpu.address_space<workgroup>>
    %b = memref.alloc() : memref<32xf32, #gpu.address_space<workgroup>>
    memref.store %x, %a[%t] : memref<32xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    memref.store %x, %b[%t] : memref<32xf32, #gpu.address_space<workgroup>>
  }
  %c = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  memref.store %x, %c[%t] : memref<64xf32, #gpu.address_space<workgroup>>
  return
}
