// RUN: optc %s --vectorext-distribute-nested-layout=workgroup-size=192 --canonicalize --cse --verify-exec --split-input-file | FileCheck %s

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 2], subgroup_strides = [0, 1], thread_strides = [1, 8]>
#row = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// The winners of two subgroups meet in workgroup memory, with their indices only; two lanes
// read them and vote. Elements of three bits have many equals, of which the first wins.
// CHECK-LABEL: @subgroups
// CHECK: gpu.subgroup_reduce maxsi %{{.*}} cluster(size = 4, stride = 8)
// CHECK-COUNT-2: memref.alloc() : memref<8x2x
// CHECK-NOT: memref.alloc
// CHECK: gpu.barrier
// CHECK: gpu.barrier
// CHECK: gpu.subgroup_reduce maxsi %{{.*}} cluster(size = 2, stride = 8)
func.func @subgroups(%m: memref<8x32xi32>, %o: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %seven = arith.constant dense<7> : vector<8x32xi32>
  %least = arith.constant dense<2> : vector<8xi32>
  %none = arith.constant dense<-1> : vector<8xi32>
  %x = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x32xi32>, vector<8x32xi32>
  %a = iree_vector_ext.to_layout %x to layout(#rows) : vector<8x32xi32>
  %few = arith.andi %a, %seven : vector<8x32xi32>
  %v, %k = iree_vector_ext.arg_compare dimension(1) ins(%few : vector<8x32xi32>) inits(%least, %none : vector<8xi32>, vector<8xi32>) {
  ^bb0(%s: i32, %t: i32):
    %c = arith.cmpi sgt, %s, %t : i32
    iree_vector_ext.yield %c : i1
  } -> vector<8xi32>, vector<8xi32>
  vector.transfer_write %k, %o[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}

// -----

#three = #iree_vector_ext.nested_layout<subgroup_tile = [1, 3], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 2], subgroup_strides = [0, 1], thread_strides = [1, 8]>

// Three subgroups are no cluster: every thread reads the winners of all.
// CHECK-LABEL: @three
// CHECK-COUNT-2: memref.alloc() : memref<8x3x
// CHECK: gpu.barrier
// CHECK: gpu.barrier
// CHECK: vector.transfer_read {{.*}} : memref<8x3xf32, #gpu.address_space<workgroup>>, vector<1x3xf32>
// CHECK-NOT: gpu.subgroup_reduce
func.func @three(%m: memref<8x24xf32>, %o: memref<8xindex>, %from: index) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %least = arith.constant dense<0xFF800000> : vector<8xf32>
  %none = arith.constant dense<0> : vector<8xindex>
  %x = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x24xf32>, vector<8x24xf32>
  %a = iree_vector_ext.to_layout %x to layout(#three) : vector<8x24xf32>
  %v, %k = iree_vector_ext.arg_compare dimension(1) ins(%a : vector<8x24xf32>) inits(%least, %none : vector<8xf32>, vector<8xindex>) index_base(%from : index) {
  ^bb0(%s: f32, %t: f32):
    %c = arith.cmpf ogt, %s, %t : f32
    iree_vector_ext.yield %c : i1
  } -> vector<8xf32>, vector<8xindex>
  vector.transfer_write %k, %o[%c0] {in_bounds = [true]} : vector<8xindex>, memref<8xindex>
  return
}

// -----

#both = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 2], subgroup_strides = [0, 1], thread_strides = [1, 8]>

// By a comparator that no reduction of lanes knows, or that the last of equal values wins, it
// needs the positions, too.
// CHECK-LABEL: @squares
// CHECK: gpu.shuffle xor
// CHECK-COUNT-3: memref.alloc() : memref<8x2x
func.func @squares(%m: memref<8x16xi32>, %o: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %seven = arith.constant dense<7> : vector<8x16xi32>
  %least = arith.constant dense<2> : vector<8xi32>
  %none = arith.constant dense<-1> : vector<8xi32>
  %x = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xi32>, vector<8x16xi32>
  %a = iree_vector_ext.to_layout %x to layout(#both) : vector<8x16xi32>
  %few = arith.andi %a, %seven : vector<8x16xi32>
  %v, %k = iree_vector_ext.arg_compare dimension(1) ins(%few : vector<8x16xi32>) inits(%least, %none : vector<8xi32>, vector<8xi32>) {
  ^bb0(%s: i32, %t: i32):
    %ss = arith.muli %s, %s : i32
    %tt = arith.muli %t, %t : i32
    %c = arith.cmpi sge, %ss, %tt : i32
    iree_vector_ext.yield %c : i1
  } -> vector<8xi32>, vector<8xi32>
  vector.transfer_write %k, %o[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}

// -----

#halves = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 2], subgroup_strides = [0, 1], thread_strides = [1, 8]>
#eights = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
#fours = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// Initial values in other layouts, of which one comes through workgroup memory.
// CHECK-LABEL: @converted
// CHECK: gpu.subgroup_reduce maxsi %{{.*}} cluster(size = 2, stride = 8)
func.func @converted(%m: memref<8x16xi32>, %i: memref<8xi32>, %o: memref<8xi64>, %at: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %q = arith.constant 0 : i64
  %x = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xi32>, vector<8x16xi32>
  %a = iree_vector_ext.to_layout %x to layout(#halves) : vector<8x16xi32>
  %least = vector.transfer_read %i[%c0], %p {in_bounds = [true]} : memref<8xi32>, vector<8xi32>
  %leastl = iree_vector_ext.to_layout %least to layout(#fours) : vector<8xi32>
  %none = vector.transfer_read %at[%c0], %q {in_bounds = [true]} : memref<8xi64>, vector<8xi64>
  %nonel = iree_vector_ext.to_layout %none to layout(#fours) : vector<8xi64>
  %v, %k = iree_vector_ext.arg_compare dimension(1) ins(%a : vector<8x16xi32>) inits(%leastl, %nonel : vector<8xi32>, vector<8xi64>) {
  ^bb0(%s: i32, %t: i32):
    %c = arith.cmpi sgt, %s, %t : i32
    iree_vector_ext.yield %c : i1
  } -> vector<8xi32>, vector<8xi64>
  %kl = iree_vector_ext.to_layout %k to layout(#eights) : vector<8xi64>
  vector.transfer_write %kl, %o[%c0] {in_bounds = [true]} : vector<8xi64>, memref<8xi64>
  return
}

// -----

#lanes = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [64], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// Lanes vote for what the comparator computes of both elements; the element itself comes from
// the lane that wins, since others have the same magnitude.
// CHECK-LABEL: @magnitudes
// CHECK: arith.cmpf ogt
// CHECK: arith.cmpf ogt
// CHECK: %[[KEY:.*]] = math.absf %[[V:.*]] : f32
// CHECK-NEXT: %[[R:.*]] = gpu.subgroup_reduce maxnumf %[[KEY]] cluster(size = 64)
// CHECK-NEXT: %[[W:.*]] = arith.cmpf oeq, %[[KEY]], %[[R]]
// CHECK-NEXT: gpu.ballot %[[W]]
// CHECK: gpu.shuffle idx %[[V]], %{{.*}} : f32
// CHECK-NOT: gpu.shuffle xor
// CHECK: return
func.func @magnitudes(%m: memref<128xf32>, %o: memref<f32>, %p: memref<i32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %low = arith.constant dense<0.0> : vector<f32>
  %none = arith.constant dense<-1> : vector<i32>
  %v = vector.transfer_read %m[%c0], %z {in_bounds = [true]} : memref<128xf32>, vector<128xf32>
  %l = iree_vector_ext.to_layout %v to layout(#lanes) : vector<128xf32>
  %b, %i = iree_vector_ext.arg_compare dimension(0) ins(%l : vector<128xf32>) inits(%low, %none : vector<f32>, vector<i32>) {
  ^bb0(%x: f32, %y: f32):
    %s = math.absf %x : f32
    %t = math.absf %y : f32
    %c = arith.cmpf ogt, %s, %t : f32
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  vector.transfer_write %b, %o[] : vector<f32>, memref<f32>
  vector.transfer_write %i, %p[] : vector<i32>, memref<i32>
  return
}
