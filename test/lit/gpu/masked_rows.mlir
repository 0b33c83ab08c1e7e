// RUN: optc %s --pass-pipeline='builtin.module(gpu-set-target{chip=sm_80},gpu{workgroup=64})' | FileCheck %s
// RUN: optc %s --pass-pipeline='builtin.module(gpu-set-target{chip=gfx942},gpu{workgroup=64})' | FileCheck %s --check-prefix=WIDE

// Rows of 37 elements begin at multiples of 4 bytes: on NVIDIA's chips they are accessed element by element, with a branch per
// row. AMD's chips access four elements at once at any address, and a second branch finds the rows that are whole.

// CHECK-COUNT-4: scf.if
// CHECK-NOT: scf.if
// WIDE-COUNT-8: scf.if
// WIDE-NOT: scf.if
#r = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 4],
  subgroup_strides = [0, 0], thread_strides = [8, 1]>

func.func @masked_copy(%m: memref<8x37xf32>, %o: memref<8x37xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c37 = arith.constant 37 : index
  %pad = arith.constant 0.0 : f32
  %k = vector.create_mask %c8, %c37 : vector<8x64xi1>
  %x = vector.transfer_read %m[%c0, %c0], %pad, %k {in_bounds = [true, true]} : memref<8x37xf32>, vector<8x64xf32>
  %a = iree_vector_ext.to_layout %x to layout(#r) : vector<8x64xf32>
  vector.transfer_write %a, %o[%c0, %c0], %k {in_bounds = [true, true]} : vector<8x64xf32>, memref<8x37xf32>
  return
}
