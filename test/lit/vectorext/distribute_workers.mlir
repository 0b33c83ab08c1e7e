// RUN: optc %s --pass-pipeline="builtin.module(poplar.vertex(vectorext-distribute-nested-layout))" --split-input-file --verify-diagnostics | FileCheck %s

// The six workers of a tile share a vector.
#six = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
module attributes {poplar.target = #poplar.target<ipu2>} {
  // CHECK-LABEL: poplar.vertex @All
  // CHECK: vector.transfer_read {{.*}} vector<2xf32>
  // CHECK: vector.transfer_write {{.*}} : vector<2xf32>, memref<?xf32>
  poplar.vertex @All multi {
    poplar.field @y : !poplar.inout<vec<f32>>
    poplar.compute (%y : memref<?xf32>) worker(%w : index) {
      %c0 = arith.constant 0 : index
      %p = arith.constant 0.0 : f32
      %x = vector.transfer_read %y[%c0], %p : memref<?xf32>, vector<12xf32>
      %z = iree_vector_ext.to_layout %x to layout(#six) : vector<12xf32>
      vector.transfer_write %z, %y[%c0] : vector<12xf32>, memref<?xf32>
      poplar.compute_return
    }
  }
  // One worker may hold all of it.
  // CHECK-LABEL: poplar.vertex @One
  // CHECK: vector.transfer_write {{.*}} : vector<12xf32>, memref<?xf32>
  poplar.vertex @One worker {
    poplar.field @y : !poplar.inout<vec<f32>>
    poplar.compute (%y : memref<?xf32>) {
      %c0 = arith.constant 0 : index
      %p = arith.constant 0.0 : f32
      %x = vector.transfer_read %y[%c0], %p : memref<?xf32>, vector<12xf32>
      %z = iree_vector_ext.to_layout %x to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [1], element_tile = [12], subgroup_strides = [0], thread_strides = [0]>) : vector<12xf32>
      vector.transfer_write %z, %y[%c0] : vector<12xf32>, memref<?xf32>
      poplar.compute_return
    }
  }
}

// -----

#seven = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [7], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#groups = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [3], element_tile = [2], subgroup_strides = [1], thread_strides = [1]>
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @Seven multi {
    poplar.compute () worker(%w : index) {
      %x = arith.constant dense<1.0> : vector<14xf32>
      // expected-error @+2 {{'iree_vector_ext.to_layout' op layout needs 7 threads, but the tile has 6 workers}}
      // expected-note @+1 {{1 + sum of (thread_tile - 1) * thread_strides = 7}}
      %z = iree_vector_ext.to_layout %x to layout(#seven) : vector<14xf32>
      %y = arith.constant dense<1.0> : vector<12xf32>
      // expected-error @+1 {{'iree_vector_ext.to_layout' op layout needs 2 subgroups, but a tile has one: its workers}}
      %v = iree_vector_ext.to_layout %y to layout(#groups) : vector<12xf32>
      poplar.compute_return
    }
  }
}

// -----

#six = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @One worker {
    poplar.compute () {
      %y = arith.constant dense<1.0> : vector<12xf32>
      // expected-error @+2 {{'iree_vector_ext.to_layout' op layout needs 6 threads, but one worker runs the vertex}}
      // expected-note @+1 {{1 + sum of (thread_tile - 1) * thread_strides = 6}}
      %z = iree_vector_ext.to_layout %y to layout(#six) : vector<12xf32>
      poplar.compute_return
    }
  }
}

// -----

#six = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
module attributes {poplar.target = #poplar.target<ipu2>} {
  // expected-note @+1 {{the vertex is 'multi', but its code does not ask for the number of the worker: poplar.compute (…) worker(%w : index)}}
  poplar.vertex @Multi multi {
    poplar.compute () {
      %y = arith.constant dense<1.0> : vector<12xf32>
      // expected-error @+2 {{'iree_vector_ext.to_layout' op layout needs 6 threads, but one worker runs the vertex}}
      // expected-note @+1 {{1 + sum of (thread_tile - 1) * thread_strides = 6}}
      %z = iree_vector_ext.to_layout %y to layout(#six) : vector<12xf32>
      poplar.compute_return
    }
  }
}

