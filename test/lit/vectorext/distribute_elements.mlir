// RUN: optc %s --vectorext-distribute-nested-layout="workgroup-size=64 subgroup-size=32" --int-range-optimizations --canonicalize --cse --verify-exec | FileCheck %s
// RUN: optc %s --vectorext-distribute-nested-layout="workgroup-size=64 subgroup-size=32 explain" 2>&1 >%t | FileCheck %s --check-prefix=WAY

// Every thread gets an element that one of them holds, and rows are taken and put at computed positions.

#lanes = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [32], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#subgroups = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [32], element_tile = [2], subgroup_strides = [1], thread_strides = [1]>
#threes = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [3], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>
#columns = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 32], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [0, 1]>
#pack = #iree_map.pack_layout<((2, 32, 2)) : ((0, 1, 0))>

// Element 77 is element 1 of lane 6 in batch 1.
// WAY: 'vector.extract' op takes 1 shuffle
// CHECK-LABEL: func.func @known(
// CHECK:         %[[V:.*]] = vector.transfer_read
// CHECK:         %[[X:.*]] = vector.extract %[[V]][1] : f32 from vector<2xf32>
// CHECK-NEXT:    gpu.shuffle idx %[[X]], %c6_i32, %c32_i32 : f32
func.func @known(%x: memref<128xf32>, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<128xf32>, vector<128xf32>
  %a = iree_vector_ext.to_layout %v to layout(#lanes) : vector<128xf32>
  %e = vector.extract %a[77] : f32 from vector<128xf32>
  memref.store %e, %o[] : memref<f32>
  return
}

// WAY: 'vector.extract' op takes 1 shuffle
// CHECK-LABEL: func.func @computed(
// CHECK:         %[[D:.*]]:3 = affine.delinearize_index %arg2 into (2, 32, 2)
// CHECK-NEXT:    %[[B:.*]] = arith.muli %[[D]]#0, %c2
// CHECK-NEXT:    %[[R:.*]] = arith.addi %[[D]]#2, %[[B]]
// CHECK:         %[[X:.*]] = vector.extract %{{.*}}[%[[R]]] : f32 from vector<4xf32>
// CHECK-NEXT:    %[[L:.*]] = arith.index_cast %[[D]]#1 : index to i32
// CHECK-NEXT:    gpu.shuffle idx %[[X]], %[[L]], %c32_i32 : f32
func.func @computed(%x: memref<128xf32>, %o: memref<f32>, %i: index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<128xf32>, vector<128xf32>
  %a = iree_vector_ext.to_layout %v to layout(#lanes) : vector<128xf32>
  %e = vector.extract %a[%i] : f32 from vector<128xf32>
  memref.store %e, %o[] : memref<f32>
  return
}

// Thread 38 stores its element 1, and all threads load it.
// WAY: 'vector.extract' op goes through 4 bytes of workgroup memory, with 1 barrier: the threads of the layout are in several subgroups
// CHECK-LABEL: func.func @across(
// CHECK:         %[[M:.*]] = memref.alloc() : memref<1xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:    %[[IS:.*]] = arith.cmpi eq, %thread_id_x, %c38
// CHECK-NEXT:    scf.if %[[IS]] {
// CHECK-NEXT:      memref.store %{{.*}}, %[[M]][%c0]
// CHECK-NEXT:    }
// CHECK-NEXT:    gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:    memref.load %[[M]][%c0]
func.func @across(%x: memref<128xf32>, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<128xf32>, vector<128xf32>
  %a = iree_vector_ext.to_layout %v to layout(#subgroups) : vector<128xf32>
  %e = vector.extract %a[77] : f32 from vector<128xf32>
  memref.store %e, %o[] : memref<f32>
  return
}

// Not every subgroup begins with the same of three threads, and lanes exchange no elements of 64 bits on an unknown chip.
// WAY: 'vector.extract' op goes through 4 bytes of workgroup memory, with 1 barrier: the layout repeats every 3 threads, which do not divide the workgroup of 64
// WAY: 'vector.extract' op goes through 8 bytes of workgroup memory, with 1 barrier: lanes cannot exchange elements of type f64
// CHECK-LABEL: func.func @in_memory(
// CHECK-COUNT-2: memref.alloc
func.func @in_memory(%x: memref<6xf32>, %y: memref<128xf64>, %o: memref<f32>, %p: memref<f64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %wide = arith.constant 0.0 : f64
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<6xf32>, vector<6xf32>
  %a = iree_vector_ext.to_layout %v to layout(#threes) : vector<6xf32>
  %e = vector.extract %a[3] : f32 from vector<6xf32>
  %w = vector.transfer_read %y[%c0], %wide {in_bounds = [true]} : memref<128xf64>, vector<128xf64>
  %b = iree_vector_ext.to_layout %w to layout(#lanes) : vector<128xf64>
  %f = vector.extract %b[3] : f64 from vector<128xf64>
  memref.store %e, %o[] : memref<f32>
  memref.store %f, %p[] : memref<f64>
  return
}

// Elements of a loop exchange through two buffers in turn.
// CHECK-LABEL: func.func @loop(
// CHECK:         memref.alloc() : memref<32xi8, #gpu.address_space<workgroup>>
// CHECK:         scf.for
// CHECK-COUNT-1:   gpu.barrier
// CHECK-NOT:       gpu.barrier
// CHECK:         return
func.func @loop(%x: memref<128xf32>, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<128xf32>, vector<128xf32>
  %a = iree_vector_ext.to_layout %v to layout(#subgroups) : vector<128xf32>
  %s = scf.for %i = %c0 to %c128 step %c1 iter_args(%sum = %zero) -> (f32) {
    %e = vector.extract %a[%i] : f32 from vector<128xf32>
    %t = arith.addf %sum, %e : f32
    scf.yield %t : f32
  }
  memref.store %s, %o[] : memref<f32>
  return
}

// A row is taken where threads hold all rows, and put where they hold the place.
// CHECK-LABEL: func.func @rows(
// CHECK:         vector.extract %{{.*}}[%arg3] : vector<1xf32> from vector<4x1xf32>
// CHECK-NOT:     gpu.shuffle
// CHECK:         %[[IS:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : vector<1x1x1x1x4x1xindex>
// CHECK:         arith.select %[[IS]]
func.func @rows(%x: memref<4x32xf32>, %y: memref<4x32xf32>, %o: memref<32xf32>, %i: index, %j: index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0, %c0], %zero {in_bounds = [true, true]} : memref<4x32xf32>, vector<4x32xf32>
  %a = iree_vector_ext.to_layout %v to layout(#columns) : vector<4x32xf32>
  %r = vector.extract %a[%i] : vector<32xf32> from vector<4x32xf32>
  vector.transfer_write %r, %o[%c0] {in_bounds = [true]} : vector<32xf32>, memref<32xf32>
  %t = vector.insert %r, %a [%j] : vector<32xf32> into vector<4x32xf32>
  vector.transfer_write %t, %y[%c0, %c0] {in_bounds = [true, true]} : vector<4x32xf32>, memref<4x32xf32>
  return
}

// CHECK-LABEL: func.func @put_among_lanes(
// CHECK-NOT:     gpu.shuffle
// CHECK-NOT:     memref.alloc
// CHECK:         arith.select
func.func @put_among_lanes(%x: memref<8x16xf32>, %y: memref<8x16xf32>, %r: memref<16xf32>, %j: index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0, %c0], %zero {in_bounds = [true, true]} : memref<8x16xf32>, vector<8x16xf32>
  %a = iree_vector_ext.to_layout %v to layout(#rows) : vector<8x16xf32>
  %row = vector.transfer_read %r[%c0], %zero {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %t = vector.insert %row, %a [%j] : vector<16xf32> into vector<8x16xf32>
  vector.transfer_write %t, %y[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32>
  return
}

// Every thread takes the vector apart that it gets whole.
// CHECK-LABEL: func.func @apart(
// CHECK:         vector.to_elements %{{.*}} : vector<6xf32>
func.func @apart(%x: memref<6xf32>, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<6xf32>, vector<6xf32>
  %a = iree_vector_ext.to_layout %v to layout(#threes) : vector<6xf32>
  %e:6 = vector.to_elements %a : vector<6xf32>
  %s = arith.mulf %e#1, %e#4 : f32
  memref.store %s, %o[] : memref<f32>
  return
}

// The place of an element in consecutive memory is the number of elements before it that the mask turns on.
// CHECK-LABEL: func.func @runs(
// CHECK:         arith.extui %{{.*}} : vector<2x1x2xi1> to vector<2x1x2xi32>
// CHECK-COUNT-2: iree_gpu.subgroup_scan
// CHECK:         %[[V:.*]] = vector.gather %arg0[%arg3] [%[[AT:.*]]], %[[K:.*]], %{{.*}} : memref<140xf32>, vector<2x1x2xi32>
// CHECK:         scf.if
// CHECK-NEXT:      vector.scatter %arg1[%c0] [%[[AT]]], %[[K]], %[[V]]
func.func @runs(%x: memref<140xf32>, %y: memref<128xf32>, %k: memref<128xi1>, %i: index) {
  %c0 = arith.constant 0 : index
  %off = arith.constant false
  %sevens = arith.constant dense<7.0> : vector<128xf32>
  %m = vector.transfer_read %k[%c0], %off {in_bounds = [true]} : memref<128xi1>, vector<128xi1>
  %v = vector.expandload %x[%i], %m, %sevens : memref<140xf32>, vector<128xi1>, vector<128xf32> into vector<128xf32>
  %a = iree_vector_ext.to_layout %v to layout(#lanes) : vector<128xf32>
  vector.compressstore %y[%c0], %m, %a : memref<128xf32>, vector<128xi1>, vector<128xf32>
  return
}

// CHECK-LABEL: func.func @packed(
// CHECK:         vector.extract %{{.*}}[1] : f32 from vector<2xf32>
// CHECK-NEXT:    gpu.shuffle idx %{{.*}}, %c6_i32, %c32_i32 : f32
// CHECK:         vector.scatter
func.func @packed(%x: memref<128xf32>, %y: memref<128xf32>, %k: memref<128xi1>, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %off = arith.constant false
  %zero = arith.constant 0.0 : f32
  %m = vector.transfer_read %k[%c0], %off {in_bounds = [true]} : memref<128xi1>, vector<128xi1>
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<128xf32>, vector<128xf32>
  %a = iree_vector_ext.to_layout %v to layout(#pack) : vector<128xf32>
  %e = vector.extract %a[77] : f32 from vector<128xf32>
  memref.store %e, %o[] : memref<f32>
  vector.compressstore %y[%c0], %m, %a : memref<128xf32>, vector<128xi1>, vector<128xf32>
  return
}
