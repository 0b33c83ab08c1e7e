// RUN: optc %s --split-input-file --verify-diagnostics --vectorext-distribute-nested-layout=workgroup-size=64

// A vector that is divided among threads is one vector: the threads must agree on it, and all of them must write it.

#r = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [8, 1]>

func.func @write(%m: memref<8x64xf32>, %o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %p = arith.constant 0.0 : f32
  %z = arith.constant dense<0.0> : vector<8xf32>
  // expected-note @below {{because 'gpu.thread_id' differs between threads of a workgroup}}
  %tid = gpu.thread_id x
  %c = arith.cmpi ult, %tid, %c3 : index
  %x = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x64xf32>, vector<8x64xf32>
  %l = iree_vector_ext.to_layout %x to layout(#r) : vector<8x64xf32>
  // expected-note @below {{threads of a workgroup part here}}
  scf.if %c {
    %s = vector.multi_reduction <add>, %l, %z [1] : vector<8x64xf32> to vector<8xf32>
    // expected-error @below {{'vector.transfer_write' op is divided among the threads of a workgroup, but 'scf.if' lets only some of them arrive}}
    vector.transfer_write %s, %o[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  }
  return
}

// -----

#r = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [8, 1]>

// Every thread would read its part of another row.
func.func @row(%m: memref<64x8x64xf32>, %o: memref<8x64xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  // expected-note @below {{because 'gpu.thread_id' differs between threads of a subgroup}}
  %tid = gpu.thread_id x
  // expected-error @below {{'vector.transfer_read' op is divided among the threads of a subgroup, but its operand #1 differs between them}}
  %x = vector.transfer_read %m[%tid, %c0, %c0], %p {in_bounds = [true, true]} : memref<64x8x64xf32>, vector<8x64xf32>
  %l = iree_vector_ext.to_layout %x to layout(#r) : vector<8x64xf32>
  vector.transfer_write %l, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x64xf32>, memref<8x64xf32>
  return
}

// -----

// So it does where a hand-written exchange is left as it is.
func.func @no_anchor(%x: f32, %o: memref<f32>) {
  %c3 = arith.constant 3 : index
  // expected-note @below {{because 'gpu.thread_id' differs between threads of a subgroup}}
  %tid = gpu.thread_id x
  %c = arith.cmpi ult, %tid, %c3 : index
  // expected-note @below {{threads of a subgroup part here}}
  scf.if %c {
    // expected-error @below {{'gpu.subgroup_reduce' op needs all threads of its subgroup, but 'scf.if' lets only some of them arrive}}
    %s = gpu.subgroup_reduce add %x : (f32) -> f32
    memref.store %s, %o[] : memref<f32>
  }
  return
}
