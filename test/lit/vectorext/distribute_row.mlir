// RUN: optc %s --vectorext-distribute-nested-layout="workgroup-size=64 subgroup-size=32 explain" --verify-diagnostics --canonicalize --cse --verify-exec | FileCheck %s

// A row at a computed position: only the row is exchanged, not the whole vector.

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>

// CHECK-LABEL: func.func @lanes(
// CHECK:         vector.extract
// CHECK-COUNT-2: gpu.shuffle idx
// CHECK-NOT:     gpu.shuffle
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @lanes(%x: memref<8x16xf32>, %o: memref<16xf32>, %k: index) {
  %c8 = arith.constant 8 : index
  %i = arith.remui %k, %c8 : index
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  // expected-remark@+1 {{reads 2 × 8 bytes}}
  %v = vector.transfer_read %x[%c0, %c0], %zero {in_bounds = [true, true]} : memref<8x16xf32>, vector<8x16xf32>
  %a = iree_vector_ext.to_layout %v to layout(#rows) : vector<8x16xf32>
  // expected-remark@+1 {{takes 2 shuffles: lanes get the row from the lanes that hold it}}
  %r = vector.extract %a[%i] : vector<16xf32> from vector<8x16xf32>
  // expected-remark@+1 {{writes 1 × 8 bytes}}
  vector.transfer_write %r, %o[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}

#apart = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [1, 2], subgroup_strides = [1, 0], thread_strides = [8, 1]>

// Rows of other subgroups go through workgroup memory.
// CHECK-LABEL: func.func @subgroups(
// CHECK:         memref.alloc
// CHECK-NOT:     gpu.shuffle
// CHECK:         return
func.func @subgroups(%x: memref<8x16xf32>, %o: memref<16xf32>, %k: index) {
  %c8 = arith.constant 8 : index
  %i = arith.remui %k, %c8 : index
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  // expected-remark@+1 {{reads 1 × 8 bytes}}
  %v = vector.transfer_read %x[%c0, %c0], %zero {in_bounds = [true, true]} : memref<8x16xf32>, vector<8x16xf32>
  %a = iree_vector_ext.to_layout %v to layout(#apart) : vector<8x16xf32>
  // expected-remark@+1 {{goes through}}
  %r = vector.extract %a[%i] : vector<16xf32> from vector<8x16xf32>
  // expected-remark@+1 {{writes 1 × 8 bytes}}
  vector.transfer_write %r, %o[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}
