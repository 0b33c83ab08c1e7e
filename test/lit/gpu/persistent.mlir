// RUN: optc build %s --target sm_80 --grid 2 -o %t.built | FileCheck %s
// RUN: optc run %s --target sm_80 --grid 1 --input m=random --input i=random --output m=%t.m.npy --output i=%t.i.npy --output j=%t.j.npy --output o=%t.o.npy
// RUN: optc run %s --target sm_80 --grid 3 --input m=%t.m.npy --input i=%t.i.npy --expect j=%t.j.npy --expect o=%t.o.npy
// RUN: optc run %s --target gfx942 --grid 5 --input m=%t.m.npy --input i=%t.i.npy --expect j=%t.j.npy --expect o=%t.o.npy

// A workgroup computes tiles in a loop, in steps that the grid decides: the tiles of its iterations are apart, because the steps
// are multiples of a tile. The rows and columns of a tile are the quotient and the rest of its number.

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [4, 1]>
#r = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [2, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>
#n = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [32], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>

// CHECK: sm_80, 1 kernel
func.func @persistent(%m: memref<64x64xf32> {llvm.noalias}, %i: memref<4096xf32> {llvm.noalias}, %j: memref<4096xf32> {llvm.noalias}, %o: memref<64x64xf32> {llvm.noalias}) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1]>} {
  %tiles = arith.constant 32 : index
  %n = arith.constant 4096 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c128 = arith.constant 128 : index
  %p = arith.constant 0.0 : f32
  %b = gpu.block_id x
  %g = gpu.grid_dim x
  %first = arith.muli %b, %c128 : index
  %step = arith.muli %g, %c128 : index
  scf.for %at = %first to %n step %step {
    %x = vector.transfer_read %i[%at], %p {in_bounds = [true]} : memref<4096xf32>, vector<128xf32>
    %a = iree_vector_ext.to_layout %x to layout(#n) : vector<128xf32>
    %y = arith.addf %a, %a : vector<128xf32>
    vector.transfer_write %y, %j[%at] {in_bounds = [true]} : vector<128xf32>, memref<4096xf32>
  }
  scf.for %t = %b to %tiles step %g {
    %ti = arith.divui %t, %c4 : index
    %tj = arith.remui %t, %c4 : index
    %row = arith.muli %ti, %c8 : index
    %column = arith.muli %tj, %c16 : index
    %x = vector.transfer_read %m[%row, %column], %p {in_bounds = [true, true]} : memref<64x64xf32>, vector<8x16xf32>
    %a = iree_vector_ext.to_layout %x to layout(#l) : vector<8x16xf32>
    %y = arith.addf %a, %a : vector<8x16xf32>
    %z = iree_vector_ext.to_layout %y to layout(#r) : vector<8x16xf32>
    vector.transfer_write %z, %o[%row, %column] {in_bounds = [true, true]} : vector<8x16xf32>, memref<64x64xf32>
  }
  return
}
