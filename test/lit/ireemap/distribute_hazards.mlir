// RUN: optc %s --split-input-file --verify-diagnostics --vectorext-distribute-nested-layout=workgroup-size=16

#pairs = #iree_map.pack_layout<((8, 4)) : ((1, 0))>
#lines = #iree_map.pack_layout<((2, 8, 2)) : ((0, 1, 0))>

// Memory is written in one layout and read in another.
func.func @two(%m: memref<32xf32>, %n: memref<32xf32>, %o: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %a = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<32xf32>, vector<32xf32>
  %l = iree_vector_ext.to_layout %a to layout(#pairs) : vector<32xf32>
  // expected-note @below {{it is written here with pack_layout<}}
  vector.transfer_write %l, %m[%c0] {in_bounds = [true]} : vector<32xf32>, memref<32xf32>
  // expected-error @below {{reads memory in another layout than it was written in, and no barrier is between}}
  // expected-note @below {{it is read here with pack_layout<}}
  %b = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<32xf32>, vector<32xf32>
  %k = iree_vector_ext.to_layout %b to layout(#lines) : vector<32xf32>
  vector.transfer_write %k, %o[%c0] {in_bounds = [true]} : vector<32xf32>, memref<32xf32>
  return
}

// -----

#pairs = #iree_map.pack_layout<((8, 4)) : ((1, 0))>
#nested = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [16], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// So is one where the layouts are of both kinds.
func.func @kinds(%m: memref<32xf32>, %n: memref<32xf32>, %o: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %a = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<32xf32>, vector<32xf32>
  %l = iree_vector_ext.to_layout %a to layout(#pairs) : vector<32xf32>
  // expected-note @below {{it is written here with pack_layout<}}
  vector.transfer_write %l, %m[%c0] {in_bounds = [true]} : vector<32xf32>, memref<32xf32>
  // expected-error @below {{reads memory in another layout than it was written in, and no barrier is between}}
  // expected-note @below {{it is read here with nested_layout<}}
  %b = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<32xf32>, vector<32xf32>
  %k = iree_vector_ext.to_layout %b to layout(#nested) : vector<32xf32>
  vector.transfer_write %k, %o[%c0] {in_bounds = [true]} : vector<32xf32>, memref<32xf32>
  return
}

// -----

#pairs = #iree_map.pack_layout<((8, 4)) : ((1, 0))>

// Eight threads hold what other eight hold too: one of each two writes what the other one reads.
func.func @copies(%m: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  // expected-note @below {{it is read here with pack_layout<}}
  %a = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<32xf32>, vector<32xf32>
  %l = iree_vector_ext.to_layout %a to layout(#pairs) : vector<32xf32>
  %s = arith.addf %l, %l : vector<32xf32>
  // expected-error @below {{writes memory that several threads read and one of them writes, and no barrier is between}}
  // expected-note @below {{it is written here with pack_layout<}}
  vector.transfer_write %s, %m[%c0] {in_bounds = [true]} : vector<32xf32>, memref<32xf32>
  return
}

// -----

#pairs = #iree_map.pack_layout<((8, 4)) : ((1, 0))>

// A value that is read by all threads, and then written.
func.func @whole(%m: memref<32xf32>, %n: memref<1xi32>, %o: memref<32xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %a = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<32xf32>, vector<32xf32>
  %l = iree_vector_ext.to_layout %a to layout(#pairs) : vector<32xf32>
  %r = vector.reduction <add>, %l, %p : vector<32xf32> into f32
  // expected-note @below {{it is read here by every thread}}
  %x = memref.load %n[%c0] : memref<1xi32>
  %y = arith.addi %x, %x : i32
  %v = vector.broadcast %x : i32 to vector<32xi32>
  %k = iree_vector_ext.to_layout %v to layout(#pairs) : vector<32xi32>
  vector.transfer_write %k, %o[%c0] {in_bounds = [true]} : vector<32xi32>, memref<32xi32>
  // expected-error @below {{writes memory that every thread reads before}}
  // expected-note @below {{it is written here by the first thread}}
  memref.store %y, %n[%c0] : memref<1xi32>
  return
}
