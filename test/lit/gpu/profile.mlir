// RUN: optc run %s --call f --workgroup 32,1,1 --subgroup 32 --arg random --arg random --profile | FileCheck %s

// A profile counts the accesses of every memory of an operation, loads apart from stores.

// CHECK: global     load       16       128          4  128 sectors (64)
// CHECK-NEXT: global     load        4        32          1  1 sector (1)
// CHECK-NEXT: global     store      16       128          4  128 sectors (64)
// CHECK-NEXT: global     store       4        32          1  1 sector (1)
func.func @f(%x: memref<64x16xf32>, %n: memref<1xf32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %u = arith.addi %t, %c32 : index
  %row = memref.subview %x[%t, 0] [1, 16] [1, 1] : memref<64x16xf32> to memref<1x16xf32, strided<[16, 1], offset: ?>>
  %to = memref.subview %x[%u, 0] [1, 16] [1, 1] : memref<64x16xf32> to memref<1x16xf32, strided<[16, 1], offset: ?>>
  memref.copy %row, %to : memref<1x16xf32, strided<[16, 1], offset: ?>> to memref<1x16xf32, strided<[16, 1], offset: ?>>
  %one = arith.constant 1.0 : f32
  %o = memref.atomic_rmw addf %one, %n[%c0] : (f32, memref<1xf32>) -> f32
  return
}
