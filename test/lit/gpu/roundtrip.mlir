// RUN: optc %s | optc | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | optc | FileCheck %s

// CHECK-LABEL: gpu.module @positions
gpu.module @positions {
  // CHECK: gpu.func @kernel(%[[X:.*]]: memref<4xf32>) workgroup(%{{.*}} : memref<4xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) private(%{{.*}} : memref<1xf32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  gpu.func @kernel(%x: memref<4xf32>) workgroup(%w : memref<4xf32, #gpu.address_space<workgroup>> {llvm.align = 4 : i64}) private(%p : memref<1xf32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // CHECK-NEXT: %thread_id_x = gpu.thread_id  x
    %0 = gpu.thread_id x
    // CHECK-NEXT: %block_dim_y = gpu.block_dim  y upper_bound 1024
    %1 = gpu.block_dim y upper_bound 1024
    // CHECK-NEXT: %cluster_block_id_z = gpu.cluster_block_id  z {tag}
    %2 = gpu.cluster_block_id z {tag}
    // CHECK-NEXT: gpu.lane_id upper_bound 64
    %3 = gpu.lane_id upper_bound 64
    // CHECK-NEXT: gpu.subgroup_id : index
    %4 = gpu.subgroup_id : index
    // CHECK-NEXT: gpu.num_subgroups upper_bound 4 : index
    %5 = gpu.num_subgroups upper_bound 4 : index
    // CHECK-NEXT: gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %6 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    // CHECK-NEXT: gpu.return
    gpu.return
  }
  // CHECK: gpu.func @with_result(%arg0: f32 {x.y}) -> (f32 {x.z}) {
  gpu.func @with_result(%a: f32 {x.y}) -> (f32 {x.z}) {
    // CHECK-NEXT: gpu.return %arg0 : f32
    gpu.return %a : f32
  }
}

// CHECK-LABEL: func @groups
// CHECK-SAME: %[[F:.*]]: f32, %[[V:.*]]: vector<4xi8>, %[[I:.*]]: i32
func.func @groups(%f: f32, %v: vector<4xi8>, %i: i32) {
  // CHECK-NEXT: %shuffleResult, %valid = gpu.shuffle  xor %[[F]], %[[I]], %[[I]] : f32
  %0, %1 = gpu.shuffle xor %f, %i, %i : f32
  // CHECK-NEXT: %rotateResult, %valid_0 = gpu.rotate %[[V]], 1, 16 : vector<4xi8>
  %2, %3 = gpu.rotate %v, 1, 16 : vector<4xi8>
  // CHECK-NEXT: gpu.subgroup_reduce  add %[[F]] uniform : (f32) -> f32
  %4 = gpu.subgroup_reduce add %f uniform : (f32) -> f32
  // CHECK-NEXT: gpu.subgroup_reduce  maxui %[[V]] cluster(size = 4, stride = 2) : (vector<4xi8>) -> vector<4xi8>
  %5 = gpu.subgroup_reduce maxui %v cluster(size = 4, stride = 2) : (vector<4xi8>) -> vector<4xi8>
  // CHECK-NEXT: gpu.subgroup_reduce  xor %[[V]] cluster(size = 8) : (vector<4xi8>) -> vector<4xi8>
  %6 = gpu.subgroup_reduce xor %v cluster(size = 8) : (vector<4xi8>) -> vector<4xi8>
  // CHECK-NEXT: gpu.all_reduce  minimumf %[[F]] uniform {
  // CHECK-NEXT: } : (f32) -> f32
  %7 = gpu.all_reduce minimumf %f uniform {} : (f32) -> f32
  // CHECK-NEXT: gpu.all_reduce  %[[F]] {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
  %8 = gpu.all_reduce %f {
  ^bb0(%a: f32, %b: f32):
    // CHECK-NEXT: %[[S:.*]] = arith.addf %[[A]], %[[B]] : f32
    %s = arith.addf %a, %b : f32
    // CHECK-NEXT: gpu.yield %[[S]] : f32
    gpu.yield %s : f32
  } : (f32) -> f32
  // CHECK: gpu.subgroup_broadcast %[[F]],  first_active_lane : f32
  %9 = gpu.subgroup_broadcast %f, first_active_lane : f32
  // CHECK-NEXT: gpu.subgroup_broadcast %[[F]],  specific_lane %[[I]] : f32
  %10 = gpu.subgroup_broadcast %f, specific_lane %i : f32
  // CHECK-NEXT: gpu.barrier
  gpu.barrier
  // CHECK-NEXT: gpu.printf "%d", %[[I]] : i32
  gpu.printf "%d", %i : i32
  return
}

// CHECK-LABEL: module attributes {gpu.container_module}
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%x: f32) kernel {
      gpu.return
    }
  }
  // CHECK: func @launch(%[[N:.*]]: index, %[[L:.*]]: i64, %[[I:.*]]: i32, %[[F:.*]]: f32)
  func.func @launch(%n: index, %l: i64, %i: i32, %f: f32) {
    // CHECK-NEXT: %[[T:.*]] = gpu.wait async
    %t = gpu.wait async
    // CHECK-NEXT: gpu.launch_func  @m::@k blocks in (%[[N]], %[[N]], %[[N]]) threads in (%[[N]], %[[N]], %[[N]])  args(%[[F]] : f32)
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%f : f32)
    // CHECK-NEXT: gpu.launch_func async [%[[T]]] @m::@k clusters in (%[[L]], %[[L]], %[[L]]) blocks in (%[[L]], %[[L]], %[[L]]) threads in (%[[L]], %[[L]], %[[L]]) : i64 dynamic_shared_memory_size %[[I]] args(%[[F]] : f32)
    %u = gpu.launch_func async [%t] @m::@k clusters in (%l, %l, %l) blocks in (%l, %l, %l) threads in (%l, %l, %l) : i64 dynamic_shared_memory_size %i args(%f : f32)
    // CHECK-NEXT: gpu.launch blocks(%[[BX:[a-z0-9]+]], %{{.*}}, %{{.*}}) in (%{{.*}} = %[[N]], %{{.*}} = %[[N]], %{{.*}} = %[[N]]) threads(%{{.*}}, %{{.*}}, %{{.*}}) in (%{{.*}} = %[[N]], %{{.*}} = %[[N]], %{{.*}} = %[[N]]) {
    gpu.launch blocks(%x, %y, %z) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
      // CHECK-NEXT: arith.addi %[[BX]], %{{.*}} : index
      %s = arith.addi %x, %tx : index
      // CHECK-NEXT: gpu.terminator
      gpu.terminator
    }
    // CHECK: gpu.launch async [%[[T]]] clusters({{.*}}) in ({{.*}}) blocks({{.*}}) in ({{.*}}) threads({{.*}}) in ({{.*}}) dynamic_shared_memory_size %[[I]] module(@m) function(@k) workgroup(%{{.*}} : memref<4xf32, 3>) private(%{{.*}} : memref<2xf32, 5>) {
    %v = gpu.launch async [%t] clusters(%cx, %cy, %cz) in (%kx = %n, %ky = %n, %kz = %n) blocks(%x, %y, %z) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) dynamic_shared_memory_size %i module(@m) function(@k) workgroup(%w : memref<4xf32, 3>) private(%p : memref<2xf32, 5>) {
      gpu.terminator
    } {tag = 1 : i32}
    // CHECK: } {tag = 1 : i32}
    return
  }
}

// CHECK-LABEL: func @memory
// CHECK-SAME: %[[N:.*]]: index, %[[M:.*]]: memref<?xf32>, %[[U:.*]]: memref<*xf32>, %[[F:.*]]: f32, %[[I:.*]]: i32
func.func @memory(%n: index, %m: memref<?xf32>, %u: memref<*xf32>, %f: f32, %i: i32) {
  %t = gpu.wait async
  // CHECK: %memref = gpu.alloc  (%[[N]]) : memref<?xf32>
  %0 = gpu.alloc (%n) : memref<?xf32>
  // CHECK-NEXT: %memref_0, %asyncToken = gpu.alloc async [%{{.*}}] host_shared (%[[N]])[%[[N]]] : memref<?xf32, #{{.*}}>
  %1, %t1 = gpu.alloc async [%t] host_shared (%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  // CHECK-NEXT: gpu.memcpy  %memref, %[[M]] : memref<?xf32>, memref<?xf32>
  gpu.memcpy %0, %m : memref<?xf32>, memref<?xf32>
  // CHECK-NEXT: gpu.memset async [%asyncToken] %memref, %[[F]] : memref<?xf32>, f32
  %t2 = gpu.memset async [%t1] %0, %f : memref<?xf32>, f32
  // CHECK-NEXT: gpu.dealloc  %memref : memref<?xf32>
  gpu.dealloc %0 : memref<?xf32>
  // CHECK-NEXT: gpu.wait [%{{.*}}, %asyncToken]
  gpu.wait [%t2, %t1]
  // CHECK-NEXT: gpu.host_register %[[U]] : memref<*xf32>
  gpu.host_register %u : memref<*xf32>
  // CHECK-NEXT: gpu.set_default_device %[[I]]
  gpu.set_default_device %i
  return
}

// CHECK-LABEL: func @matrices
// CHECK-SAME: %[[M:.*]]: memref<16x16xf16>, %[[I:.*]]: index, %[[H:.*]]: f16
func.func @matrices(%m: memref<16x16xf16>, %i: index, %h: f16) {
  // CHECK-NEXT: %[[A:.*]] = gpu.subgroup_mma_load_matrix %[[M]][%[[I]], %[[I]]] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
  // CHECK-NEXT: %[[B:.*]] = gpu.subgroup_mma_load_matrix %[[M]][%[[I]], %[[I]]] {leadDimension = 16 : index, transpose} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
  %b = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 16 : index, transpose} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
  // CHECK-NEXT: %[[C:.*]] = gpu.subgroup_mma_constant_matrix %[[H]] : !gpu.mma_matrix<16x16xf16, "COp">
  %c = gpu.subgroup_mma_constant_matrix %h : !gpu.mma_matrix<16x16xf16, "COp">
  // CHECK-NEXT: %[[D:.*]] = gpu.subgroup_mma_compute %[[A]], %[[B]], %[[C]] {a_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  %d = gpu.subgroup_mma_compute %a, %b, %c {a_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  // CHECK-NEXT: gpu.subgroup_mma_elementwise  addf %[[C]], %[[D]] : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
  %e = gpu.subgroup_mma_elementwise addf %c, %d : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
  // CHECK-NEXT: %[[X:.*]] = gpu.subgroup_mma_extract_thread_local %[[D]][%[[I]]] : !gpu.mma_matrix<16x16xf16, "COp"> -> f16
  %x = gpu.subgroup_mma_extract_thread_local %d[%i] : !gpu.mma_matrix<16x16xf16, "COp"> -> f16
  // CHECK-NEXT: gpu.subgroup_mma_insert_thread_local %[[X]], %[[D]][%[[I]]] : f16, !gpu.mma_matrix<16x16xf16, "COp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  %y = gpu.subgroup_mma_insert_thread_local %x, %d[%i] : f16, !gpu.mma_matrix<16x16xf16, "COp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  // CHECK-NEXT: gpu.subgroup_mma_store_matrix %[[D]], %[[M]][%[[I]], %[[I]]] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<16x16xf16>
  gpu.subgroup_mma_store_matrix %d, %m[%i, %i] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<16x16xf16>
  return
}

// CHECK-LABEL: func @sparse
// CHECK-SAME: %[[N:.*]]: index, %[[M:.*]]: memref<?xf32>, %[[T:.*]]: !gpu.async.token
func.func @sparse(%n: index, %m: memref<?xf32>, %t: !gpu.async.token) {
  // CHECK-NEXT: %dnTensor = gpu.create_dn_tensor  %[[M]], %[[N]], %[[N]] : index, index into memref<?xf32>
  %d = gpu.create_dn_tensor %m, %n, %n : index, index into memref<?xf32>
  // CHECK-NEXT: %spmat, %asyncToken = gpu.create_coo async [%[[T]]] %[[N]], %[[N]], %[[N]], %[[M]], %[[M]], %[[M]] : memref<?xf32>, memref<?xf32>, memref<?xf32>
  %s, %t1 = gpu.create_coo async [%t] %n, %n, %n, %m, %m, %m : memref<?xf32>, memref<?xf32>, memref<?xf32>
  // CHECK-NEXT: %spMat = gpu.create_2to4_spmat { PRUNE_AND_CHECK} %[[N]], %[[N]], %[[M]] : memref<?xf32>
  %p = gpu.create_2to4_spmat {PRUNE_AND_CHECK} %n, %n, %m : memref<?xf32>
  // CHECK-NEXT: %bufferSz = gpu.spmv_buffer_size  %spmat{ TRANSPOSE}, %dnTensor, %dnTensor into f32
  %b = gpu.spmv_buffer_size %s{TRANSPOSE}, %d, %d into f32
  // CHECK-NEXT: %bufferSzs:2, %[[U:.*]] = gpu.spmm_buffer_size async [%[[T]]] %spmat, %dnTensor, %dnTensor : index, index into f32
  %c:2, %t2 = gpu.spmm_buffer_size async [%t] %s{NON_TRANSPOSE}, %d, %d : index, index into f32
  // CHECK-NEXT: gpu.spmm  %spmat, %dnTensor{ CONJUGATE_TRANSPOSE}, %dnTensor, %[[M]], %[[M]] : memref<?xf32>, memref<?xf32> into f32
  gpu.spmm %s, %d{CONJUGATE_TRANSPOSE}, %d, %m, %m : memref<?xf32>, memref<?xf32> into f32
  // CHECK-NEXT: %desc = gpu.spgemm_create_descr
  %g = gpu.spgemm_create_descr
  // CHECK-NEXT: %bufferSzNew = gpu.spgemm_work_estimation_or_compute { COMPUTE} %spmat, %spmat, %spmat, %desc, %[[N]], %[[M]] : f32 into memref<?xf32>
  %h = gpu.spgemm_work_estimation_or_compute {COMPUTE} %s, %s, %s, %g, %n, %m : f32 into memref<?xf32>
  // CHECK-NEXT: %rows, %cols, %nnz = gpu.spmat_get_size  %spmat
  %rows, %cols, %nnz = gpu.spmat_get_size %s
  // CHECK-NEXT: gpu.destroy_sp_mat  %spmat
  gpu.destroy_sp_mat %s
  return
}

// CHECK-LABEL: func @warp
// CHECK-SAME: %[[L:.*]]: index, %[[V:.*]]: vector<1xf32>
func.func @warp(%l: index, %v: vector<1xf32>) -> vector<1xf32> {
  // CHECK-NEXT: gpu.warp_execute_on_lane_0(%[[L]])[32] args(%[[V]] : vector<1xf32>) -> (vector<1xf32>) {
  // CHECK-NEXT: ^bb0(%[[W:.*]]: vector<32xf32>):
  %r = gpu.warp_execute_on_lane_0(%l)[32] args(%v : vector<1xf32>) -> (vector<1xf32>) {
  ^bb0(%w: vector<32xf32>):
    // CHECK-NEXT: gpu.yield %[[W]] : vector<32xf32>
    gpu.yield %w : vector<32xf32>
  }
  // CHECK: gpu.warp_execute_on_lane_0(%[[L]])[32] {
  // CHECK-NEXT: }
  gpu.warp_execute_on_lane_0(%l)[32] {
  }
  return %r : vector<1xf32>
}

// CHECK-LABEL: func private @attributes
// CHECK-SAME: a = #gpu.block<x>, b = #gpu.warpgroup<linear_dim_3>, c = #gpu.mask<18446744073709551615>, d = #gpu.memory_space<global>
// CHECK-SAME: e = #gpu.loop_dim_map<processor = sequential, map = (d0) -> (d0), bound = (d0) -> (d0 + 2)>
// CHECK-SAME: f = #gpu.select_object, g = #gpu.select_object<1 : i64>
// CHECK-SAME: k = #gpu.kernel_table<[#gpu.kernel_metadata<"a", () -> (), metadata = {x}>, #gpu.kernel_metadata<"b", (i32) -> (), arg_attrs = [{}]>]>
func.func private @attributes() attributes {
  a = #gpu.block<x>, b = #gpu.warpgroup<linear_dim_3>, c = #gpu.mask<18446744073709551615>, d = #gpu.memory_space<global>,
  e = #gpu.loop_dim_map<map = (d0) -> (d0), processor = sequential, bound = (d0) -> (d0 + 2)>,
  f = #gpu.select_object, g = #gpu.select_object<1>,
  k = #gpu.kernel_table<[#gpu.kernel_metadata<"b", (i32) -> (), arg_attrs = [{}]>, #gpu.kernel_metadata<"a", () -> (), metadata = {x}>]>
}
