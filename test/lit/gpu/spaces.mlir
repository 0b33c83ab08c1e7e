// RUN: optc %s --pass-pipeline='builtin.module(gpu-set-target{chip=gfx942},gpu-outline-kernels)' | FileCheck %s
// RUN: optc %s --pass-pipeline='builtin.module(gpu-set-target{chip=sm_80},gpu-outline-kernels)' | FileCheck %s --check-prefix=NVIDIA

// Arguments of kernels for AMD's chips, and views of them, are in global memory; an argument that is chosen among others may be anywhere.

// CHECK: gpu.func @copy(%[[M:.*]]: memref<64xf32, #gpu.address_space<global>>, %[[N:.*]]: memref<64xf32>, %{{.*}}: memref<64xf32>, %{{.*}}: i1) kernel
// CHECK: memref.subview %[[M]][8] [8] [1] : memref<64xf32, #gpu.address_space<global>> to memref<8xf32, strided<[1], offset: 8>, #gpu.address_space<global>>
// NVIDIA: gpu.func @copy(%{{.*}}: memref<64xf32>, %{{.*}}: memref<64xf32>, %{{.*}}: memref<64xf32>, %{{.*}}: i1) kernel
func.func @copy(%m: memref<64xf32>, %n: memref<64xf32>, %o: memref<64xf32>, %c: i1) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %s = memref.subview %m[8] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: 8>>
  %v = vector.load %s[%c0] : memref<8xf32, strided<[1], offset: 8>>, vector<4xf32>
  %t = arith.select %c, %n, %o : memref<64xf32>
  vector.store %v, %t[%c0] : memref<64xf32>, vector<4xf32>
  return
}

// A buffer of a thread is in private memory.

// CHECK: gpu.func @own(
// CHECK: memref.alloca() : memref<4xf32, #gpu.address_space<private>>
// NVIDIA: gpu.func @own(
// NVIDIA: memref.alloca() : memref<4xf32>{{$}}
func.func @own(%m: memref<64xf32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x
  %b = memref.alloca() : memref<4xf32>
  %v = memref.load %m[%t] : memref<64xf32>
  memref.store %v, %b[%c0] : memref<4xf32>
  %w = memref.load %b[%c0] : memref<4xf32>
  memref.store %w, %m[%t] : memref<64xf32>
  return
}
