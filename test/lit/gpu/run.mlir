// RUN: optc run %s --call numbers --arg 'dense<0> : tensor<8xi32>' --workgroup 2,1,1 --grid 4,1,1 | FileCheck %s
// RUN: not optc run %s --call numbers --arg 'dense<0> : tensor<8xi32>' --workgroup 2,x 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: not optc run %s --call numbers --arg 'dense<0> : tensor<8xi32>' --workgroup 1,1,1,1 2>&1 | FileCheck %s --check-prefix=FOUR
// RUN: not optc export %s --target sm_80 --align 3 2>&1 | FileCheck %s --check-prefix=ALIGN

// Every thread of the grid writes the number of its workgroup.

// CHECK: argument 0 = [0, 0, 1, 1, 2, 2, 3, 3]
// WORD: flag '--workgroup' takes numbers of at least 1, but got 'x'
// FOUR: flag '--workgroup' takes at most 3 numbers, but got 4
// ALIGN: expected 'align' to be a power of two, but got 3
func.func @numbers(%o: memref<8xi32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [2, 1, 1]>} {
  %c2 = arith.constant 2 : index
  %b = gpu.block_id x
  %t = gpu.thread_id x
  %first = arith.muli %b, %c2 : index
  %i = arith.addi %first, %t : index
  %n = arith.index_cast %b : index to i32
  memref.store %n, %o[%i] : memref<8xi32>
  return
}
