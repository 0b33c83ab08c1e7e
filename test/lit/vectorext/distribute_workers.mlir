// RUN: optc %s --pass-pipeline="builtin.module(poplar.vertex(vectorext-distribute-nested-layout))" --split-input-file --verify-diagnostics | FileCheck %s
// RUN: not optc %s --pass-pipeline="builtin.module(poplar.vertex(vectorext-distribute-nested-layout))" --split-input-file 2>&1 >/dev/null | FileCheck %s --check-prefix=HINT

// HINT-COUNT-1: note: the vertex is 'multi'
// HINT-NOT:     note: the vertex is 'multi'

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


// -----

// Workers cannot exchange what they hold.
#halves = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#thirds = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [3], subgroup_strides = [0], thread_strides = [1]>
#digits = #iree_map.pack_layout<((2, 6)) : ((0, 1))>
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @Exchange multi {
    poplar.field @y : !poplar.in<vec<f32>>
    poplar.field @o : !poplar.inout<vec<f32>>
    poplar.compute (%y : memref<?xf32>, %o : memref<?xf32>) worker(%w : index) {
      %c0 = arith.constant 0 : index
      %p = arith.constant 0.0 : f32
      %zero = arith.constant dense<0.0> : vector<f32>
      %first = arith.constant dense<0> : vector<i32>
      %x = vector.transfer_read %y[%c0], %p {in_bounds = [true]} : memref<?xf32>, vector<12xf32>
      %z = iree_vector_ext.to_layout %x to layout(#halves) : vector<12xf32>
      // expected-error @below {{'vector.multi_reduction' op is not distributed: it needs elements of several workers, which cannot exchange values while they run}}
      // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
      %sum = vector.reduction <add>, %z, %p : vector<12xf32> into f32
      // expected-error @below {{'vector.scan' op is not distributed: it needs elements of several workers, which cannot exchange values while they run}}
      // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
      // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [], batch_tile = [], outer_tile = [], thread_tile = [], element_tile = [], subgroup_strides = [], thread_strides = []>}}
      // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
      // expected-note @below {{result #1 has nested_layout<subgroup_tile = [], batch_tile = [], outer_tile = [], thread_tile = [], element_tile = [], subgroup_strides = [], thread_strides = []>}}
      %scan, %last = vector.scan <add>, %z, %zero {reduction_dim = 0, inclusive = true} : vector<12xf32>, vector<f32>
      // expected-error @below {{'iree_vector_ext.arg_compare' op is not distributed: it needs elements of several workers, which cannot exchange values while they run}}
      // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
      // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [], batch_tile = [], outer_tile = [], thread_tile = [], element_tile = [], subgroup_strides = [], thread_strides = []>}}
      // expected-note @below {{operand #2 has nested_layout<subgroup_tile = [], batch_tile = [], outer_tile = [], thread_tile = [], element_tile = [], subgroup_strides = [], thread_strides = []>}}
      // expected-note @below {{result #0 has nested_layout<subgroup_tile = [], batch_tile = [], outer_tile = [], thread_tile = [], element_tile = [], subgroup_strides = [], thread_strides = []>}}
      // expected-note @below {{result #1 has nested_layout<subgroup_tile = [], batch_tile = [], outer_tile = [], thread_tile = [], element_tile = [], subgroup_strides = [], thread_strides = []>}}
      %best, %at = iree_vector_ext.arg_compare dimension(0) ins(%scan : vector<12xf32>) inits(%zero, %first : vector<f32>, vector<i32>) {
      ^bb0(%a: f32, %b: f32):
        %gt = arith.cmpf ogt, %a, %b : f32
        iree_vector_ext.yield %gt : i1
      } -> vector<f32>, vector<i32>
      // expected-error @below {{'iree_vector_ext.to_layout' op is not distributed: it needs elements of several workers, which cannot exchange values while they run}}
      // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
      // expected-note @below {{result #0 has pack_layout<((2, 6)) : ((0, 1))>}}
      %v = iree_vector_ext.to_layout %scan to layout(#thirds) : vector<12xf32>
      %u = iree_vector_ext.to_layout %v to layout(#digits) : vector<12xf32>
      // expected-note @below {{it is written here with pack_layout<((2, 6)) : ((0, 1))>}}
      vector.transfer_write %u, %o[%c0] {in_bounds = [true]} : vector<12xf32>, memref<?xf32>
      %e = vector.extract %best[] : f32 from vector<f32>
      %s = arith.addf %e, %sum : f32
      %d = vector.broadcast %s : f32 to vector<12xf32>
      // expected-error @below {{'vector.transfer_write' op writes memory in another layout than it was written in, and workers have no barriers}}
      // expected-note @below {{it is written here by the first thread}}
      vector.transfer_write %d, %o[%c0] {in_bounds = [true]} : vector<12xf32>, memref<?xf32>
      poplar.compute_return
    }
  }
}

// -----

#seven = #iree_map.pack_layout<((7, 2)) : ((1, 0))>
#many = #iree_map.pack_layout<((65537)) : ((0))>
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @Digits multi {
    poplar.compute () worker(%w : index) {
      %x = arith.constant dense<1.0> : vector<14xf32>
      // expected-error @below {{'iree_vector_ext.to_layout' op layout needs 7 threads, but the tile has 6 workers}}
      // expected-note @below {{1 + sum of (size - 1) * stride = 7}}
      %z = iree_vector_ext.to_layout %x to layout(#seven) : vector<14xf32>
      %y = arith.constant dense<1.0> : vector<65537xf32>
      // expected-error @below {{'iree_vector_ext.to_layout' op layout unrolls code for what a thread holds, at most 65536 elements}}
      // expected-note @below {{a thread holds a vector of shape [65537]}}
      %v = iree_vector_ext.to_layout %y to layout(#many) : vector<65537xf32>
      poplar.compute_return
    }
  }
}

// -----

#six = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @Elements multi {
    poplar.field @x : !poplar.in<vec<f32>>
    poplar.field @y : !poplar.inout<vec<f32>>
    poplar.compute (%x : memref<?xf32>, %y : memref<?xf32>) worker(%w : index) {
      %c0 = arith.constant 0 : index
      %p = arith.constant 0.0 : f32
      %k = vector.constant_mask [7] : vector<12xi1>
      %v = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : memref<?xf32>, vector<12xf32>
      %l = iree_vector_ext.to_layout %v to layout(#six) : vector<12xf32>
      // expected-error @below {{'vector.extract' op is not distributed: it needs elements of several workers, which cannot exchange values while they run}}
      // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1]}}
      %e = vector.extract %l[3] : f32 from vector<12xf32>
      %s = vector.broadcast %e : f32 to vector<12xf32>
      %t = arith.addf %l, %s : vector<12xf32>
      // expected-error @below {{'vector.compressstore' op is not distributed: it needs elements of several workers, which cannot exchange values while they run}}
      // expected-note @below {{operand #2 has nested_layout<subgroup_tile = [1]}}
      // expected-note @below {{operand #3 has nested_layout<subgroup_tile = [1]}}
      vector.compressstore %y[%c0], %k, %t : memref<?xf32>, vector<12xi1>, vector<12xf32>
      poplar.compute_return
    }
  }
}
