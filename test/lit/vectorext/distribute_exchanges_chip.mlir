// RUN: optc %s --vectorext-distribute-nested-layout="workgroup-size=128 subgroup-size=32 chip=gfx1100" --verify-exec | FileCheck %s --check-prefix=AMD
// RUN: optc %s --vectorext-distribute-nested-layout="workgroup-size=128 subgroup-size=32 chip=sm_80" --verify-exec | FileCheck %s --check-prefix=NVIDIA

// Two buffers of 28 KiB fit into the 64 KiB of AMD's chips, and not into the 48 KiB of NVIDIA's, where a second barrier
// precedes the writes.

#a = #iree_vector_ext.nested_layout<subgroup_tile = [4, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [32, 1], element_tile = [1, 48], subgroup_strides = [1, 0], thread_strides = [1, 0]>
#b = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 2], element_tile = [8, 12], subgroup_strides = [0, 1], thread_strides = [2, 1]>

// AMD:      memref.alloc() : memref<{{.*}}xi8, #gpu.address_space<workgroup>>
// AMD:      scf.for
// AMD:        gpu.barrier
// AMD-NOT:    gpu.barrier
// NVIDIA:     scf.for
// NVIDIA:       memref.alloc() : memref<{{.*}}xf32, #gpu.address_space<workgroup>>
// NVIDIA-COUNT-2: gpu.barrier
func.func @loop(%x: memref<4x128x48xf32>, %y: memref<4x128x48xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c4 step %c1 {
    %v = vector.transfer_read %x[%i, %c0, %c0], %zero {in_bounds = [true, true]} : memref<4x128x48xf32>, vector<128x48xf32>
    %l = iree_vector_ext.to_layout %v to layout(#a) : vector<128x48xf32>
    %r = iree_vector_ext.to_layout %l to layout(#b) : vector<128x48xf32>
    vector.transfer_write %r, %y[%i, %c0, %c0] {in_bounds = [true, true]} : vector<128x48xf32>, memref<4x128x48xf32>
  }
  return
}
