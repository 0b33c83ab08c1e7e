// RUN: optc %s --vectorext-print-layouts=explain 2>&1 | FileCheck %s

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// How many values are between an anchor and what follows from it.
// CHECK: :[[@LINE+9]]:{{[0-9]+}}: remark: layout of result #0 is
// CHECK: note: it follows from this anchor, through 2 values
// CHECK: :[[@LINE+8]]:{{[0-9]+}}: remark: layout of result #0 is
// CHECK: note: it follows from this anchor, through 1 value{{$}}
// CHECK: :[[@LINE+7]]:{{[0-9]+}}: remark: layout of result #0 is
// CHECK: note: it follows from this anchor{{$}}
func.func @steps(%m: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %w = math.absf %v : vector<8xf32>
  %x = math.sqrt %w : vector<8xf32>
  %l = iree_vector_ext.to_layout %x to layout(#rows) : vector<8xf32>
  vector.transfer_write %l, %m[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}
