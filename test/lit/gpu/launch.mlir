// RUN: optc %s --split-input-file --pass-pipeline='builtin.module(gpu-set-target{chip=gfx942},func.func(gpu-set-launch{grid=2}))' | FileCheck %s
// RUN: not optc %s --split-input-file --pass-pipeline='builtin.module(gpu-set-target{chip=sm_99})' 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not optc %s --split-input-file --pass-pipeline='builtin.module(gpu-set-target{chip=sm_80},func.func(gpu-set-launch{workgroup=64,64}))' 2>&1 | FileCheck %s --check-prefix=MANY

// CHIP: error: {{.*}}unknown GPU 'sm_99'
// MANY: error: {{.*}}needs a workgroup of 64 x 64 x 1 = 4096 threads, but sm_80 has at most 1024

// Sizes that neither the function nor an option gives follow from the layouts: 2 subgroups of 64 lanes.

// CHECK-DAG:   #[[$NESTED:.+]] = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 4], subgroup_strides = [0, 1], thread_strides = [8, 1]>
// CHECK-LABEL: func.func @layouts(
// CHECK-SAME:    %[[ARG0:.+]]: memref<8x128xf32>, %[[ARG1:.+]]: f32) attributes {gpu.known_grid_size = array<i32: 2, 1, 1>, translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [128, 1, 1] subgroup_size = 64>} {
// CHECK-NEXT:    %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.transfer_read %[[ARG0]][%[[C0]], %[[C0]]], %[[ARG1]] {in_bounds = [true, true]} : memref<8x128xf32>, vector<8x128xf32>
// CHECK-NEXT:    %[[VAL_1:.+]] = iree_vector_ext.to_layout %[[VAL_0]] to layout(#[[$NESTED]]) : vector<8x128xf32>
// CHECK-NEXT:    vector.transfer_write %[[VAL_1]], %[[ARG0]][%[[C0]], %[[C0]]] {in_bounds = [true, true]} : vector<8x128xf32>, memref<8x128xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @layouts(%m: memref<8x128xf32>, %p: f32) {
  %c0 = arith.constant 0 : index
  %x = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x128xf32>, vector<8x128xf32>
  %a = iree_vector_ext.to_layout %x to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 2], outer_tile = [1, 1],
    thread_tile = [8, 8], element_tile = [1, 4], subgroup_strides = [0, 1], thread_strides = [8, 1]>) : vector<8x128xf32>
  vector.transfer_write %a, %m[%c0, %c0] {in_bounds = [true, true]} : vector<8x128xf32>, memref<8x128xf32>
  return
}

// -----

// A function without layouts and without a translation_info is no kernel.

// CHECK-LABEL: func.func @plain(
// CHECK-SAME:    %[[ARG0:.+]]: memref<8xf32>) {
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @plain(%m: memref<8xf32>) {
  return
}
