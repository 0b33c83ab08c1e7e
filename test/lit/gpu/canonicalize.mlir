// RUN: optc %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func @barriers
func.func @barriers() {
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: "test.between"
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: return
  gpu.barrier
  gpu.barrier
  "test.between"() : () -> ()
  gpu.barrier
  return
}

// CHECK-LABEL: func @waits
// CHECK-SAME: %[[T:.*]]: !gpu.async.token
func.func @waits(%t: !gpu.async.token) {
  %ready = gpu.wait async
  // CHECK-NEXT: gpu.wait [%[[T]]]
  gpu.wait [%ready, %t]
  gpu.wait [%ready]
  %alias = gpu.wait async [%t]
  // CHECK-NEXT: "test.use"(%[[T]])
  "test.use"(%alias) : (!gpu.async.token) -> ()
  %unused = gpu.wait async [%t, %t]
  // CHECK-NEXT: return
  return
}

// Size one leaves only one id, and reductions in the entry block are uniform.
// CHECK-LABEL: func @launch
// CHECK-SAME: %[[N:.*]]: index, %[[F:.*]]: f32
func.func @launch(%n: index, %f: f32) {
  // CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : index
  %c1 = arith.constant 1 : index
  // CHECK-NEXT: gpu.launch blocks(%[[X:[a-z0-9]+]], 
  gpu.launch blocks(%x, %y, %z) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    // CHECK-NEXT: "test.ids"(%[[X]], %[[ZERO]], %[[ZERO]])
    "test.ids"(%x, %y, %tx) : (index, index, index) -> ()
    // CHECK-NEXT: gpu.all_reduce  add %[[F]] uniform
    %r = gpu.all_reduce add %f {} : (f32) -> f32
    // CHECK: gpu.subgroup_reduce  add %[[F]] uniform
    %s = gpu.subgroup_reduce add %f : (f32) -> f32
    %one = gpu.subgroup_reduce add %f cluster(size = 1) : (f32) -> f32
    // CHECK-NEXT: "test.use"(%{{.*}}, %{{.*}}, %[[F]])
    "test.use"(%r, %s, %one) : (f32, f32, f32) -> ()
    gpu.terminator
  }
  return
}

// CHECK-LABEL: func @memory
// CHECK-SAME: %[[N:.*]]: index, %[[M:.*]]: memref<?xf32>, %[[S:.*]]: memref<4xf32>
func.func @memory(%n: index, %m: memref<?xf32>, %s: memref<4xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = gpu.alloc (%n) : memref<?xf32>
  %d = memref.dim %0, %c0 : memref<?xf32>
  // The copy goes: nobody reads the allocation.
  // CHECK-NEXT: %[[A:.*]] = gpu.alloc  (%[[N]]) : memref<?xf32>
  // CHECK-NEXT: gpu.dealloc  %[[A]]
  gpu.memcpy %0, %m : memref<?xf32>, memref<?xf32>
  gpu.dealloc %0 : memref<?xf32>
  // CHECK-NEXT: gpu.memcpy  %[[M]], %[[S]] : memref<?xf32>, memref<4xf32>
  %cast = memref.cast %s : memref<4xf32> to memref<?xf32>
  gpu.memcpy %m, %cast : memref<?xf32>, memref<?xf32>
  // CHECK-NEXT: return %[[N]]
  return %d : index
}

// Positions are pure.
// CHECK-LABEL: func @unused
func.func @unused() {
  // CHECK-NEXT: return
  %0 = gpu.thread_id x
  %1 = gpu.lane_id
  return
}

// CHECK-LABEL: func @fences
func.func @fences() {
  // CHECK-NEXT: gpu.barrier memfence [#gpu.address_space<workgroup>, #gpu.address_space<global>]
  // CHECK-NEXT: "test.between"
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: return
  gpu.barrier memfence [#gpu.address_space<workgroup>]
  gpu.barrier memfence [#gpu.address_space<global>]
  "test.between"() : () -> ()
  gpu.barrier memfence [#gpu.address_space<global>]
  gpu.barrier
  return
}
