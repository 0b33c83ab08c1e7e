// RUN: optc %s --vectorext-print-layouts=explain 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: optc %s --vectorext-distribute-nested-layout=workgroup-size=64 --canonicalize --cse --verify-exec | FileCheck %s

// Accumulators with an anchor of their own, which comes first: reductions give what follows
// from their source, and it is converted for the users.

#matrix = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>
#row = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#own = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// EXPLAIN: remark: 'vector.multi_reduction' op gives its result another layout than its users need; it is converted
// EXPLAIN: note: the result has {{.*}}thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [8]>
// EXPLAIN: note: it follows from this anchor
// EXPLAIN-NEXT: %al = iree_vector_ext.to_layout
// EXPLAIN: note: its users need {{.*}}thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
// EXPLAIN: note: it follows from this anchor
// EXPLAIN-NEXT: %acc = iree_vector_ext.to_layout
// EXPLAIN: remark: 'vector.multi_reduction' op needs an operand in another layout than it has; it is converted

// CHECK-LABEL: @reduction
// CHECK: gpu.subgroup_reduce add
// CHECK: gpu.shuffle
func.func @reduction(%x: memref<8x16xi32>, %y: memref<8xi32>, %z: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %i = vector.transfer_read %y[%c0], %p {in_bounds = [true]} : memref<8xi32>, vector<8xi32>
  %acc = iree_vector_ext.to_layout %i to layout(#own) : vector<8xi32>
  %a = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xi32>, vector<8x16xi32>
  %al = iree_vector_ext.to_layout %a to layout(#matrix) : vector<8x16xi32>
  %r = vector.multi_reduction <add>, %al, %acc [1] : vector<8x16xi32> to vector<8xi32>
  vector.transfer_write %r, %z[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}

// CHECK-LABEL: @contraction
// CHECK: gpu.subgroup_reduce add
func.func @contraction(%x: memref<8x16xi32>, %w: memref<16xi32>, %y: memref<8xi32>, %z: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %i = vector.transfer_read %y[%c0], %p {in_bounds = [true]} : memref<8xi32>, vector<8xi32>
  %acc = iree_vector_ext.to_layout %i to layout(#own) : vector<8xi32>
  %a = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xi32>, vector<8x16xi32>
  %al = iree_vector_ext.to_layout %a to layout(#matrix) : vector<8x16xi32>
  %b = vector.transfer_read %w[%c0], %p {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %bl = iree_vector_ext.to_layout %b to layout(#row) : vector<16xi32>
  %r = vector.contract {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>],
    iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %al, %bl, %acc : vector<8x16xi32>, vector<16xi32> into vector<8xi32>
  vector.transfer_write %r, %z[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}

// CHECK-LABEL: @scan
// CHECK: iree_gpu.subgroup_scan
func.func @scan(%x: memref<8x16xi32>, %y: memref<8xi32>, %z: memref<8xi32>, %o: memref<8x16xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %i = vector.transfer_read %y[%c0], %p {in_bounds = [true]} : memref<8xi32>, vector<8xi32>
  %acc = iree_vector_ext.to_layout %i to layout(#own) : vector<8xi32>
  %a = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xi32>, vector<8x16xi32>
  %al = iree_vector_ext.to_layout %a to layout(#matrix) : vector<8x16xi32>
  %s, %r = vector.scan <add>, %al, %acc {inclusive = true, reduction_dim = 1 : i64} : vector<8x16xi32>, vector<8xi32>
  vector.transfer_write %s, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xi32>, memref<8x16xi32>
  vector.transfer_write %r, %z[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}

// CHECK-LABEL: @winner
// CHECK: gpu.shuffle
func.func @winner(%x: memref<8x16xi32>, %y: memref<8xi32>, %z: memref<8xi32>, %o: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %i = vector.transfer_read %y[%c0], %p {in_bounds = [true]} : memref<8xi32>, vector<8xi32>
  %acc = iree_vector_ext.to_layout %i to layout(#own) : vector<8xi32>
  %a = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xi32>, vector<8x16xi32>
  %al = iree_vector_ext.to_layout %a to layout(#matrix) : vector<8x16xi32>
  %none = arith.constant dense<-1> : vector<8xi32>
  %r, %at = iree_vector_ext.arg_compare dimension(1) ins(%al : vector<8x16xi32>) inits(%acc, %none : vector<8xi32>, vector<8xi32>) {
  ^bb0(%u: i32, %v: i32):
    %c = arith.cmpi sgt, %u, %v : i32
    iree_vector_ext.yield %c : i1
  } -> vector<8xi32>, vector<8xi32>
  vector.transfer_write %at, %o[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  vector.transfer_write %r, %z[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}
