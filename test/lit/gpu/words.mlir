// RUN: optc %s --symbol-privatize=exclude=words --symbol-dce -o %t.words.mlir && optc export --target gfx942 -o %t.words %t.words.mlir && FileCheck %s < %t.words/build.sh
// RUN: optc %s --symbol-privatize=exclude=numbers --symbol-dce -o %t.numbers.mlir && optc export --target gfx942 -o %t.numbers %t.numbers.mlir && FileCheck %s --check-prefix=WIDE < %t.numbers/build.sh
// RUN: optc %s --symbol-privatize=exclude=far --symbol-dce -o %t.far.mlir && optc export --target gfx942 -o %t.far %t.far.mlir && FileCheck %s --check-prefix=WIDE < %t.far/build.sh

// AMD's chips compute addresses in 32 bits, if all indices are known to be natural numbers that fit. Indices that are
// loaded may be any numbers, and a large array needs more bits.
//
// CHECK: convert-gpu-to-rocdl{chipset=gfx942 {{.*}} index-bitwidth=32}
// CHECK-SAME: convert-arith-to-llvm{index-bitwidth=32}
// WIDE-NOT: index-bitwidth

#parts = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [64], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>

func.func @words(%x: memref<1024x256xf32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1]>, gpu.known_grid_size = array<i32: 1024, 1, 1>} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %b = gpu.block_id x
  %v = vector.transfer_read %x[%b, %c0], %z {in_bounds = [true]} : memref<1024x256xf32>, vector<256xf32>
  %l = iree_vector_ext.to_layout %v to layout(#parts) : vector<256xf32>
  vector.transfer_write %l, %x[%b, %c0] {in_bounds = [true]} : vector<256xf32>, memref<1024x256xf32>
  return
}

func.func @numbers(%i: memref<1xi32>, %x: memref<1024x256xf32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %n = memref.load %i[%c0] : memref<1xi32>
  %b = arith.index_cast %n : i32 to index
  %v = vector.transfer_read %x[%b, %c0], %z {in_bounds = [true]} : memref<1024x256xf32>, vector<256xf32>
  %l = iree_vector_ext.to_layout %v to layout(#parts) : vector<256xf32>
  vector.transfer_write %l, %x[%b, %c0] {in_bounds = [true]} : vector<256xf32>, memref<1024x256xf32>
  return
}

func.func @far(%x: memref<4194304x256xf32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0, %c0], %z {in_bounds = [true]} : memref<4194304x256xf32>, vector<256xf32>
  %l = iree_vector_ext.to_layout %v to layout(#parts) : vector<256xf32>
  vector.transfer_write %l, %x[%c0, %c0] {in_bounds = [true]} : vector<256xf32>, memref<4194304x256xf32>
  return
}
