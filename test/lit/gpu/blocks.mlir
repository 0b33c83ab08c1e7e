// RUN: optc run --target sm_80 %s --print o | FileCheck %s
// RUN: optc run --target gfx942 %s --print o | FileCheck %s
// RUN: not optc export --target sm_80 --language c++ %s 2>&1 | FileCheck %s --check-prefix=CPP
// RUN: optc export --target sm_80 --language mlir %s | FileCheck %s --check-prefix=PLACES

// A kernel may have several blocks. Its buffers share no bytes, because the blocks are a loop in which %a is used again after %b.

// CHECK: o = [28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0, -2]
// CPP: blocks.mlir:[[#@LINE+17]]:3: error: 'cf.br' op has no form in C++: it goes to another block; use scf.if, scf.for or scf.while [gpu.language]
// PLACES: workgroup(%{{.*}} : memref<128xi8,
func.func @turns(%o: memref<16xi32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [16, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c15 = arith.constant 15 : index
  %two = arith.constant 2 : i32
  %t = gpu.thread_id x
  %other = arith.subi %c15, %t : index
  %s = gpu.subgroup_id : index
  %n = gpu.num_subgroups : index
  %none = arith.muli %s, %n : index
  %first = arith.addi %t, %none : index
  %v = arith.index_cast %first : index to i32
  %a = memref.alloc() : memref<16xi32, #gpu.address_space<workgroup>>
  %b = memref.alloc() : memref<16xi32, #gpu.address_space<workgroup>>
  cf.br ^loop(%c0, %v : index, i32)
^loop(%i: index, %w: i32):
  memref.store %w, %a[%t] : memref<16xi32, #gpu.address_space<workgroup>>
  gpu.barrier
  %x = memref.load %a[%other] : memref<16xi32, #gpu.address_space<workgroup>>
  gpu.barrier
  memref.store %x, %b[%t] : memref<16xi32, #gpu.address_space<workgroup>>
  gpu.barrier
  %y = memref.load %b[%t] : memref<16xi32, #gpu.address_space<workgroup>>
  %next = arith.addi %i, %c1 : index
  %again = arith.cmpi ult, %next, %c3 : index
  cf.cond_br %again, ^loop(%next, %y : index, i32), ^done
^done:
  memref.dealloc %a : memref<16xi32, #gpu.address_space<workgroup>>
  memref.dealloc %b : memref<16xi32, #gpu.address_space<workgroup>>
  %r = arith.muli %y, %two : i32
  %q = arith.subi %r, %two : i32
  memref.store %q, %o[%t] : memref<16xi32>
  return
}
