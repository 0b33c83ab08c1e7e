// RUN: optc %s --pass-pipeline='builtin.module(gpu-set-target{chip=sm_80},gpu-outline-kernels)' | filecheck %s
// RUN: optc export --target sm_80 -o %t.ptx %s
// RUN: filecheck %s --check-prefix=HOST < %t.ptx/main.cpp

// Open extents are arguments behind the others, and strides follow from them.
// CHECK:      gpu.func @copy(%arg0: memref<f32> {gpu.array = memref<?x4x?xf32>}, %arg1: f32, %arg2: memref<f32> {gpu.array = memref<?xf32>},
// CHECK-SAME:   %arg3: index {gpu.extent = array<i64: 0, 0>}, %arg4: index {gpu.extent = array<i64: 0, 2>}, %arg5: index {gpu.extent = array<i64: 2, 0>})
// CHECK:      %[[STRIDE:.*]] = arith.muli %arg4, %c4{{.*}} : index
// CHECK-NEXT: memref.reinterpret_cast %arg0 to offset: [0], sizes: [%arg3, 4, %arg4], strides: [%[[STRIDE]], %arg4, 1] : memref<f32> to memref<?x4x?xf32>
// CHECK-NEXT: memref.reinterpret_cast %arg2 to offset: [0], sizes: [%arg5], strides: [1] : memref<f32> to memref<?xf32>
// CHECK:      arith.cmpi ult, %{{.*}}, %arg5 : index
// HOST:       {"x", "<f4", 4, {any_extent, 4, any_extent}},
// HOST:       arguments, {true, false, true}, {{[{][{]}}0, 0}, {0, 2}, {2, 0}});
func.func @copy(%x: memref<?x4x?xf32>, %a: f32, %y: memref<?xf32>) attributes {
    translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %i = gpu.thread_id x
  %n = memref.dim %y, %c0 : memref<?xf32>
  %inside = arith.cmpi ult, %i, %n : index
  scf.if %inside {
    %v = memref.load %x[%c0, %c0, %i] : memref<?x4x?xf32>
    %s = arith.addf %v, %a : f32
    memref.store %s, %y[%i] : memref<?xf32>
  }
  return
}
