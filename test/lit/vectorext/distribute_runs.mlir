// RUN: optc %s --split-input-file --verify-diagnostics --vectorext-distribute-nested-layout="workgroup-size=16 subgroup-size=16 explain" --canonicalize --cse --verify-exec | FileCheck %s

// Threads that hold whole pairs, or whole runs of a bitcast, compute in registers. Otherwise a thread chooses, or the
// operand or the result is converted.

// Every thread has two pairs.
#result = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>

// CHECK-LABEL: func.func @pairs(
// CHECK-NOT: gpu.shuffle
// CHECK-NOT: memref.alloc
// CHECK: vector.interleave {{.*}} : vector<2xf32> -> vector<4xf32>
func.func @pairs(%x: memref<16xf32>, %y: memref<16xf32>, %o: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  // expected-remark@+1 {{reads 1 × 8 bytes; 16 threads touch 2 sectors of 32 bytes, the least}}
  %a = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  // expected-remark@+1 {{reads 1 × 8 bytes; 16 threads touch 2 sectors of 32 bytes, the least}}
  %b = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %i = vector.interleave %a, %b : vector<16xf32> -> vector<32xf32>
  %r = iree_vector_ext.to_layout %i to layout(#result) : vector<32xf32>
  // expected-remark@+1 {{writes 1 × 16 bytes; 8 threads touch 4 sectors of 32 bytes, the least}}
  vector.transfer_write %r, %o[%c0] {in_bounds = [true]} : vector<32xf32>, memref<32xf32>
  return
}

// -----

// Even threads have elements of %x, odd threads of %y: two threads read the same element of either.
#result = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [16], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// CHECK-LABEL: func.func @chosen(
// CHECK-NOT: gpu.shuffle
// CHECK-NOT: vector.interleave
// CHECK: %[[N:.*]] = arith.andi %{{.*}}, %c1
// CHECK: %[[ODD:.*]] = arith.cmpi ne, %[[N]], %c0
// CHECK: arith.select %[[ODD]], {{.*}} : vector<2x1x1xf32>
func.func @chosen(%x: memref<16xf32>, %y: memref<16xf32>, %o: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  // expected-remark@+1 {{reads 2 × 4 bytes; 16 threads touch 2 sectors of 32 bytes, the least}}
  %a = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  // expected-remark@+1 {{reads 2 × 4 bytes; 16 threads touch 2 sectors of 32 bytes, the least}}
  %b = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %i = vector.interleave %a, %b : vector<16xf32> -> vector<32xf32>
  %r = iree_vector_ext.to_layout %i to layout(#result) : vector<32xf32>
  // expected-remark@+1 {{writes 2 × 4 bytes; 16 threads touch 4 sectors of 32 bytes, the least}}
  vector.transfer_write %r, %o[%c0] {in_bounds = [true]} : vector<32xf32>, memref<32xf32>
  return
}

// -----

// The operand has an anchor: pairs are made in its layout, and converted.
#half = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [16], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
#result = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [16], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// CHECK-LABEL: func.func @converted(
// CHECK: vector.interleave {{.*}} : vector<1xf32> -> vector<2xf32>
// CHECK-COUNT-2: gpu.shuffle
func.func @converted(%x: memref<16xf32>, %y: memref<16xf32>, %o: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  // expected-remark@+1 {{reads 1 × 4 bytes; 16 threads touch 2 sectors of 32 bytes, the least}}
  %a = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  // expected-remark@+1 {{reads 1 × 4 bytes; 16 threads touch 2 sectors of 32 bytes, the least}}
  %b = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %l = iree_vector_ext.to_layout %a to layout(#half) : vector<16xf32>
  %i = vector.interleave %l, %b : vector<16xf32> -> vector<32xf32>
  // expected-remark@+1 {{takes 2 shuffles, the fewest, about 3 cycles; workgroup memory would take 4 cycles}}
  %r = iree_vector_ext.to_layout %i to layout(#result) : vector<32xf32>
  // expected-remark@+1 {{writes 2 × 4 bytes; 16 threads touch 4 sectors of 32 bytes, the least}}
  vector.transfer_write %r, %o[%c0] {in_bounds = [true]} : vector<32xf32>, memref<32xf32>
  return
}

// -----

// Tiles of three elements divide a pair: threads make pairs of six elements.
#result = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [1], element_tile = [3], subgroup_strides = [0], thread_strides = [0]>

// CHECK-LABEL: func.func @odd(
// CHECK: vector.interleave {{.*}} : vector<3xf32> -> vector<6xf32>
// CHECK-NEXT: vector.shape_cast {{.*}} : vector<6xf32> to vector<2x1x3xf32>
func.func @odd(%x: memref<3xf32>, %y: memref<3xf32>, %o: memref<6xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  // expected-remark@+1 {{reads 1 × 12 bytes; 16 threads touch 1 sector of 32 bytes, the least}}
  %a = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<3xf32>, vector<3xf32>
  // expected-remark@+1 {{reads 1 × 12 bytes; 16 threads touch 1 sector of 32 bytes, the least}}
  %b = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : memref<3xf32>, vector<3xf32>
  // expected-remark@+1 {{reorders what every thread holds}}
  %i = vector.interleave %a, %b : vector<3xf32> -> vector<6xf32>
  %r = iree_vector_ext.to_layout %i to layout(#result) : vector<6xf32>
  // expected-remark@+1 {{writes 2 × 12 bytes; 1 thread touches 2 sectors of 32 bytes, the least}}
  vector.transfer_write %r, %o[%c0] {in_bounds = [true]} : vector<6xf32>, memref<6xf32>
  return
}

// -----

// Pairs are in neighbouring threads, which exchange them in two rounds; each thread has one element of both results.
#spread = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [16], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// CHECK-LABEL: func.func @deinterleave(
// CHECK-COUNT-2: gpu.shuffle
// CHECK: vector.deinterleave {{.*}} : vector<2xf32> -> vector<1xf32>
// CHECK: arith.subf {{.*}} : vector<1x1x1xf32>
func.func @deinterleave(%x: memref<32xf32>, %o: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  // expected-remark@+1 {{reads 2 × 4 bytes; 16 threads touch 4 sectors of 32 bytes, the least}}
  %a = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<32xf32>, vector<32xf32>
  %l = iree_vector_ext.to_layout %a to layout(#spread) : vector<32xf32>
  // expected-remark@+1 {{takes 2 shuffles, the fewest, about 3 cycles; workgroup memory would take 4 cycles}}
  %e, %d = vector.deinterleave %l : vector<32xf32> -> vector<16xf32>
  %r = arith.subf %e, %d : vector<16xf32>
  // expected-remark@+1 {{writes 1 × 4 bytes; 16 threads touch 2 sectors of 32 bytes, the least}}
  vector.transfer_write %r, %o[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}

// -----

// The anchor after it says what threads hold: they read whole pairs.
#after = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [16], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// CHECK-LABEL: func.func @deinterleave_anchored(
// CHECK: vector.transfer_read {{.*}} : memref<32xf32>, vector<2xf32>
// CHECK-NOT: gpu.shuffle
// CHECK: vector.deinterleave {{.*}} : vector<2xf32> -> vector<1xf32>
func.func @deinterleave_anchored(%x: memref<32xf32>, %o: memref<16xf32>, %p: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  // expected-remark@+1 {{reads 1 × 8 bytes; 16 threads touch 4 sectors of 32 bytes, the least}}
  %a = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<32xf32>, vector<32xf32>
  %e, %d = vector.deinterleave %a : vector<32xf32> -> vector<16xf32>
  %l = iree_vector_ext.to_layout %d to layout(#after) : vector<16xf32>
  // expected-remark@+1 {{writes 1 × 4 bytes; 16 threads touch 2 sectors of 32 bytes, the least}}
  vector.transfer_write %l, %o[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  // expected-remark@+1 {{writes 1 × 4 bytes; 16 threads touch 2 sectors of 32 bytes, the least}}
  vector.transfer_write %e, %p[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}

// -----

// Threads hold the four bytes of their words.
#words = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// CHECK-LABEL: func.func @words(
// CHECK: vector.transfer_read {{.*}} : memref<32xi8>, vector<4xi8>
// CHECK: vector.bitcast {{.*}} : vector<4xi8> to vector<1xi32>
func.func @words(%x: memref<32xi8>, %o: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i8
  // expected-remark@+1 {{reads 1 × 4 bytes; 16 threads touch 1 sector of 32 bytes, the least}}
  %a = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<32xi8>, vector<32xi8>
  %e = vector.bitcast %a : vector<32xi8> to vector<8xi32>
  %l = iree_vector_ext.to_layout %e to layout(#words) : vector<8xi32>
  // expected-remark@+1 {{writes 1 × 4 bytes; 8 threads touch 1 sector of 32 bytes, the least}}
  vector.transfer_write %l, %o[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}

// -----

// The same in a layout of iree_map; the bytes get a layout in which threads have single bytes.
#words = #iree_map.pack_layout<(8) : (1)>
#bytes = #iree_map.pack_layout<((2, 16)) : ((0, 1))>

// CHECK-LABEL: func.func @bytes(
// CHECK: vector.bitcast {{.*}} : vector<1xi32> to vector<4xi8>
func.func @bytes(%x: memref<8xi32>, %o: memref<32xi8>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  // expected-remark@+1 {{reads 1 × 4 bytes; 16 threads touch 1 sector of 32 bytes, the least}}
  %a = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<8xi32>, vector<8xi32>
  %l = iree_vector_ext.to_layout %a to layout(#words) : vector<8xi32>
  %e = vector.bitcast %l : vector<8xi32> to vector<32xi8>
  // expected-remark@+1 {{takes}}
  %b = iree_vector_ext.to_layout %e to layout(#bytes) : vector<32xi8>
  // expected-remark@+1 {{writes 2 × 1 byte; 16 threads touch 2 sectors of 32 bytes, the least}}
  vector.transfer_write %b, %o[%c0] {in_bounds = [true]} : vector<32xi8>, memref<32xi8>
  return
}
