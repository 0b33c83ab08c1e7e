// RUN: optc %s --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=64,1,1 subgroup-size=32}),canonicalize,cse)' | FileCheck %s

#line = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [2], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [1], thread_strides = [4]>
#point = #iree_vector_ext.nested_layout<subgroup_tile = [], batch_tile = [], outer_tile = [], thread_tile = [], element_tile = [], subgroup_strides = [], thread_strides = []>

// CHECK-LABEL: @running
// CHECK: vector.scan <add>, {{.*}} : vector<1x1x2xi32>, vector<1x1xi32>
// CHECK: iree_gpu.subgroup_scan(%{{.*}}, identity = %{{.*}} : i32) cluster(size = 8, stride = 4)
// CHECK: memref.alloc() : memref<2x1x1x1xi32, #gpu.address_space<workgroup>>
// CHECK-NOT: vector<64xi32>
func.func @running(%m: memref<64xi32>, %o: memref<64xi32>, %s: memref<i32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %z = arith.constant dense<7> : vector<i32>
  %x = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<64xi32>, vector<64xi32>
  %y = iree_vector_ext.to_layout %x to layout(#line) : vector<64xi32>
  %i = iree_vector_ext.to_layout %z to layout(#point) : vector<i32>
  %r:2 = vector.scan <add>, %y, %i {inclusive = false, reduction_dim = 0 : i64} : vector<64xi32>, vector<i32>
  %a = iree_vector_ext.to_layout %r#0 to layout(#line) : vector<64xi32>
  %b = iree_vector_ext.to_layout %r#1 to layout(#point) : vector<i32>
  vector.transfer_write %a, %o[%c0] {in_bounds = [true]} : vector<64xi32>, memref<64xi32>
  vector.transfer_write %b, %s[] : vector<i32>, memref<i32>
  return
}

// Among equal values the first one wins, also where it is in a later lane: of the lanes
// with the largest value that with the lowest position.
// CHECK-LABEL: @winner
// CHECK: %[[MOST:.+]] = gpu.subgroup_reduce maxsi %[[OWN:.+]] cluster(size = 8, stride = 4) : (i32) -> i32
// CHECK: %[[IS:.+]] = arith.cmpi eq, %[[OWN]], %[[MOST]] : i32
// CHECK: %[[AT:.+]] = arith.select %[[IS]]
// CHECK: %[[FIRST:.+]] = gpu.subgroup_reduce minsi %[[AT]] cluster(size = 8, stride = 4) : (i32) -> i32
// CHECK: %[[WINS:.+]] = arith.cmpi eq, %[[AT]], %[[FIRST]] : i32
// CHECK: %[[VOTES:.+]] = gpu.ballot %[[WINS]] : i32
// CHECK: %[[LANE:.+]] = math.cttz %[[VOTES]] : i32
// CHECK: gpu.shuffle idx %{{.*}}, %[[LANE]]
// CHECK-NOT: gpu.shuffle xor
// CHECK: gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NOT: vector<64xi32>
func.func @winner(%m: memref<64xi32>, %o: memref<index>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %lowest = arith.constant dense<-2147483648> : vector<i32>
  %none = arith.constant dense<-1> : vector<index>
  %x = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<64xi32>, vector<64xi32>
  %y = iree_vector_ext.to_layout %x to layout(#line) : vector<64xi32>
  %i = iree_vector_ext.to_layout %lowest to layout(#point) : vector<i32>
  %j = iree_vector_ext.to_layout %none to layout(#point) : vector<index>
  %v, %k = iree_vector_ext.arg_compare dimension(0) ins(%y : vector<64xi32>) inits(%i, %j : vector<i32>, vector<index>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi sgt, %a, %b : i32
    iree_vector_ext.yield %c : i1
  } -> vector<i32>, vector<index>
  %w = iree_vector_ext.to_layout %v to layout(#point) : vector<i32>
  %l = iree_vector_ext.to_layout %k to layout(#point) : vector<index>
  vector.transfer_write %l, %o[] : vector<index>, memref<index>
  return
}

// The last one of equal values wins: lanes exchange at distances that halve.
// CHECK-LABEL: @last
// CHECK-NOT: gpu.ballot
// CHECK-COUNT-3: gpu.shuffle xor
// CHECK: gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NOT: vector<64xi32>
func.func @last(%m: memref<64xi32>, %o: memref<index>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %lowest = arith.constant dense<-2147483648> : vector<i32>
  %none = arith.constant dense<-1> : vector<index>
  %x = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<64xi32>, vector<64xi32>
  %y = iree_vector_ext.to_layout %x to layout(#line) : vector<64xi32>
  %i = iree_vector_ext.to_layout %lowest to layout(#point) : vector<i32>
  %j = iree_vector_ext.to_layout %none to layout(#point) : vector<index>
  %v, %k = iree_vector_ext.arg_compare dimension(0) ins(%y : vector<64xi32>) inits(%i, %j : vector<i32>, vector<index>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi sge, %a, %b : i32
    iree_vector_ext.yield %c : i1
  } -> vector<i32>, vector<index>
  %w = iree_vector_ext.to_layout %v to layout(#point) : vector<i32>
  %l = iree_vector_ext.to_layout %k to layout(#point) : vector<index>
  vector.transfer_write %l, %o[] : vector<index>, memref<index>
  return
}

// Three threads are no cluster of lanes: each of them scans whole lines.
#three = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [3], element_tile = [2], subgroup_strides = [0], thread_strides = [2]>
// CHECK-LABEL: @lines
// CHECK-NOT: iree_gpu.subgroup_scan
// CHECK: vector.scan <add>, {{.*}} : vector<1x1x12xi32>, vector<1x1xi32>
// CHECK-NOT: vector<12xi32>
func.func @lines(%m: memref<12xi32>, %o: memref<12xi32>, %s: memref<i32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %z = arith.constant dense<7> : vector<i32>
  %x = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<12xi32>, vector<12xi32>
  %y = iree_vector_ext.to_layout %x to layout(#three) : vector<12xi32>
  %i = iree_vector_ext.to_layout %z to layout(#point) : vector<i32>
  %r:2 = vector.scan <add>, %y, %i {inclusive = true, reduction_dim = 0 : i64} : vector<12xi32>, vector<i32>
  %a = iree_vector_ext.to_layout %r#0 to layout(#three) : vector<12xi32>
  %b = iree_vector_ext.to_layout %r#1 to layout(#point) : vector<i32>
  vector.transfer_write %a, %o[%c0] {in_bounds = [true]} : vector<12xi32>, memref<12xi32>
  vector.transfer_write %b, %s[] : vector<i32>, memref<i32>
  return
}
