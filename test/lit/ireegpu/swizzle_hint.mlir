// RUN: optc %s | optc | FileCheck %s
// RUN: optc %s --emit-bytecode | optc | FileCheck %s
// RUN: optc %s --canonicalize --cse --verify-exec | FileCheck %s --check-prefix=KEPT
// RUN: optc %s --gpu-lower-elements --verify-exec 2>/dev/null | FileCheck %s --check-prefix=DROPPED
// RUN: optc %s --gpu-lower-elements 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: optc %s --pass-pipeline='builtin.module(gpu-set-target{chip=sm_80},gpu)' --verify-exec 2>/dev/null | FileCheck %s --check-prefix=GPU
// RUN: optc run %s --call staged --workgroup 8,1,1 --arg 'dense<[1, 2, 3, 4, 5, 6, 7, 8]> : tensor<8xi32>' --arg 'dense<0> : tensor<8xi32>' | FileCheck %s --check-prefix=EXEC

// A hint is a view: loads through the hint read the elements that stores through it wrote.

// EXEC: argument 1 = [1, 2, 3, 4, 5, 6, 7, 8]

// CHECK-LABEL: func.func @staged(
// CHECK:         iree_codegen.swizzle_hint %{{.*}}[#iree_codegen.xor_shuffle<4, 2>] : memref<8xi32, #gpu.address_space<workgroup>>

// KEPT-LABEL: func.func @staged(
// KEPT:         %[[HINT:.+]] = iree_codegen.swizzle_hint %{{.*}}[#iree_codegen.xor_shuffle<4, 2>] : memref<8xi32, #gpu.address_space<workgroup>>
// KEPT:         memref.store %{{.*}}, %[[HINT]]
// KEPT:         memref.load %[[HINT]]

// REMARK: swizzle_hint.mlir:[[#@LINE+13]]:11: remark: 'iree_codegen.swizzle_hint' op is dropped: the memory keeps its order
// DROPPED-LABEL: func.func @staged(
// DROPPED-NOT:     swizzle_hint
// DROPPED:         %[[BUFFER:.+]] = memref.alloc()
// DROPPED:         memref.store %{{.*}}, %[[BUFFER]]
// DROPPED:         memref.load %[[BUFFER]]

// GPU-LABEL: gpu.func @staged(
// GPU-NOT:     swizzle_hint
// GPU:         gpu.return
func.func @staged(%in: memref<8xi32>, %out: memref<8xi32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [8, 1, 1] subgroup_size = 32>} {
  %t = gpu.thread_id x
  %buffer = memref.alloc() : memref<8xi32, #gpu.address_space<workgroup>>
  %hint = iree_codegen.swizzle_hint %buffer[#iree_codegen.xor_shuffle<4, 2>] : memref<8xi32, #gpu.address_space<workgroup>>
  %x = memref.load %in[%t] : memref<8xi32>
  memref.store %x, %hint[%t] : memref<8xi32, #gpu.address_space<workgroup>>
  gpu.barrier
  %y = memref.load %hint[%t] : memref<8xi32, #gpu.address_space<workgroup>>
  memref.store %y, %out[%t] : memref<8xi32>
  return
}

// Numbers of 0 at the end are left out.

// CHECK-LABEL: func.func @numbers(
// CHECK:         [#iree_codegen.xor_shuffle<64, 8>]
// CHECK:         [#iree_codegen.xor_shuffle<64, 8, 128>]
// CHECK:         [#iree_codegen.xor_shuffle<64, 8, 0, 2>]
// CHECK:         [#iree_codegen.rotate_rows<64, 4>]
func.func @numbers(%m: memref<?xf16>) -> memref<?xf16> {
  %a = iree_codegen.swizzle_hint %m[#iree_codegen.xor_shuffle<64, 8, 0, 0>] : memref<?xf16>
  %b = iree_codegen.swizzle_hint %a[#iree_codegen.xor_shuffle<64, 8, 128>] : memref<?xf16>
  %c = iree_codegen.swizzle_hint %b[#iree_codegen.xor_shuffle<64, 8, 0, 2>] : memref<?xf16>
  %d = iree_codegen.swizzle_hint %c[#iree_codegen.rotate_rows<64, 4>] : memref<?xf16>
  return %d : memref<?xf16>
}
