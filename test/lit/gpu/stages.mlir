// RUN: optc %s --pass-pipeline='builtin.module(gpu-set-target{chip=sm_80},func.func(gpu-pipeline-loops,canonicalize,cse))' --verify-exec | FileCheck %s
// RUN: optc %s --pass-pipeline='builtin.module(gpu-set-target{chip=gfx942},func.func(gpu-pipeline-loops,canonicalize,cse))' --verify-exec | FileCheck %s --check-prefix=HELD

// Three buffers: two tiles are copied before the loop, and each iteration begins the copy of the tile that is two iterations ahead.

// CHECK-LABEL: func.func @constant(
// CHECK:         %[[MEMORY:.+]] = memref.alloc() : memref<3072xi8, #gpu.address_space<workgroup>>
// CHECK:         %[[T0:.+]] = nvgpu.device_async_copy %arg0[%{{.+}}], %{{.+}}[%{{.+}}], 4 {bypassL1} : memref<2048xf32> to memref<256xf32, #gpu.address_space<workgroup>>
// CHECK:         nvgpu.device_async_create_group %[[T0]]
// CHECK:         %[[T1:.+]] = nvgpu.device_async_copy
// CHECK:         %[[G1:.+]] = nvgpu.device_async_create_group %[[T1]]
// CHECK:         nvgpu.device_async_wait %[[G1]] {numGroups = 1 : i32}
// CHECK:         scf.for {{.*}} iter_args(%{{.+}} = %{{.+}}, %[[READ:.+]] = %c0_i32, %[[WRITE:.+]] = %c2_i32) -> (vector<4xf32>, i32, i32) {
// CHECK-DAG:       %[[TO_NUMBER:.+]] = arith.index_cast %[[WRITE]]
// CHECK:           gpu.barrier
// CHECK-NOT:       gpu.barrier
// CHECK:           scf.if
// CHECK:             %[[AT:.+]] = arith.muli %[[TO_NUMBER]], %c1024
// CHECK:             %[[TO:.+]] = memref.view %[[MEMORY]][%[[AT]]][]
// CHECK:             nvgpu.device_async_copy %arg0[%{{.+}}], %[[TO]][
// CHECK:           %[[G:.+]] = nvgpu.device_async_create_group
// CHECK:           vector.load
// CHECK:           nvgpu.device_async_wait %[[G]] {numGroups = 1 : i32}
// CHECK:           scf.yield %{{.+}}, %{{.+}}, %[[READ]]

// On gfx942, the loads of the next tile begin an iteration, and its stores end it.

// HELD-LABEL: func.func @constant(
// HELD:         memref.alloc() : memref<2048xi8, #gpu.address_space<workgroup>>
// HELD:         vector.load %arg0
// HELD:         vector.store
// HELD:         scf.for
// HELD:           gpu.barrier
// HELD:           %[[HELD:.+]] = scf.if
// HELD:             vector.load %arg0
// HELD:           vector.load %{{.+}} : memref<256xf32, #gpu.address_space<workgroup>>
// HELD:           scf.if
// HELD:             vector.store %[[HELD]]
// HELD:           scf.yield
func.func @constant(%x: memref<2048xf32> {llvm.noalias}, %y: memref<256xf32> {llvm.noalias}) attributes {gpu.stages = 3 : i64,
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c252 = arith.constant 252 : index
  %c256 = arith.constant 256 : index
  %c2048 = arith.constant 2048 : index
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %id = gpu.thread_id x
  %at = arith.muli %id, %c4 : index
  %sum = scf.for %k = %c0 to %c2048 step %c256 iter_args(%acc = %zero) -> (vector<4xf32>) {
    %m = memref.alloc() : memref<256xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %from = arith.addi %k, %at : index
    %v = vector.load %x[%from] : memref<2048xf32>, vector<4xf32>
    vector.store %v, %m[%at] : memref<256xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    gpu.barrier
    %other = arith.subi %c252, %at : index
    %w = vector.load %m[%other] : memref<256xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    %next = arith.addf %acc, %w : vector<4xf32>
    scf.yield %next : vector<4xf32>
  }
  vector.store %sum, %y[%at] : memref<256xf32>, vector<4xf32>
  return
}

// The loop may have no iteration, and is repeated: a barrier keeps the first copies of a repetition from the reads of the one before.
// The copies of a tile of which only some threads copy a part are in a branch.

// CHECK-LABEL: func.func @unknown(
// CHECK:         scf.for
// CHECK:           gpu.barrier
// CHECK:           %[[T:.+]] = scf.if %{{.+}} -> (!nvgpu.device.async.token) {
// CHECK:             nvgpu.device_async_copy
// CHECK:           } else {
// CHECK:             nvgpu.device_async_create_group
// CHECK:           %[[G:.+]] = nvgpu.device_async_create_group %[[T]]
// CHECK:           scf.if
// CHECK:             nvgpu.device_async_copy
// CHECK:           nvgpu.device_async_create_group %[[G]]
// CHECK:           nvgpu.device_async_wait %{{.+}} {numGroups = 3 : i32}
// CHECK:           scf.for
// CHECK:             gpu.barrier
// CHECK:             vector.load
// CHECK:             nvgpu.device_async_wait %{{.+}} {numGroups = 3 : i32}
// CHECK-NEXT:        gpu.barrier
// CHECK:             vector.load
// CHECK:             nvgpu.device_async_wait %{{.+}} {numGroups = 3 : i32}
func.func @unknown(%x: memref<1024xf32> {llvm.noalias}, %n: memref<1xindex>, %y: memref<128xf32> {llvm.noalias}) attributes {gpu.stages = 3 : i64,
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant dense<0.0> : vector<1xf32>
  %id = gpu.thread_id x
  %some = arith.cmpi ult, %id, %c32 : index
  %count = memref.load %n[%c0] : memref<1xindex>
  %limit = arith.andi %count, %c7 : index
  %end = arith.muli %limit, %c128 : index
  scf.for %again = %c0 to %c2 step %c1 {
    %sum = scf.for %k = %c0 to %end step %c128 iter_args(%acc = %zero) -> (vector<1xf32>) {
      %m = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
      %from = arith.addi %k, %id : index
      %v = vector.load %x[%from] : memref<1024xf32>, vector<1xf32>
      vector.store %v, %m[%id] : memref<64xf32, #gpu.address_space<workgroup>>, vector<1xf32>
      gpu.barrier
      %other = arith.subi %c63, %id : index
      %w = vector.load %m[%other] : memref<64xf32, #gpu.address_space<workgroup>>, vector<1xf32>
      %one = arith.addf %acc, %w : vector<1xf32>
      gpu.barrier
      %b = memref.alloc() : memref<32xf32, #gpu.address_space<workgroup>>
      %far = arith.addi %from, %c32 : index
      %u = vector.load %x[%far] : memref<1024xf32>, vector<1xf32>
      scf.if %some {
        vector.store %u, %b[%id] : memref<32xf32, #gpu.address_space<workgroup>>, vector<1xf32>
      }
      gpu.barrier
      %quarter = arith.shrui %id, %c3 : index
      %t = vector.load %b[%quarter] : memref<32xf32, #gpu.address_space<workgroup>>, vector<1xf32>
      %next = arith.addf %one, %t : vector<1xf32>
      gpu.barrier
      scf.yield %next : vector<1xf32>
    }
    vector.store %sum, %y[%id] : memref<128xf32>, vector<1xf32>
  }
  return
}
