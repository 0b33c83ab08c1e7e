// RUN: optc export --target sm_80 --language c++ %s | FileCheck %s

// A shuffle tells whether the other lane is one of the subgroup.

// CHECK: = shuffle_up(v, 3);
// CHECK-NEXT: = unsigned((threadIdx.x % 32) - 3) < 32;
func.func @valid(%x: memref<64xi32>, %y: memref<64xi1>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 32>} {
  %i = gpu.thread_id x
  %v = memref.load %x[%i] : memref<64xi32>
  %c = arith.constant 3 : i32
  %w = arith.constant 32 : i32
  %s, %p = gpu.shuffle up %v, %c, %w : i32
  memref.store %s, %x[%i] : memref<64xi32>
  memref.store %p, %y[%i] : memref<64xi1>
  return
}
