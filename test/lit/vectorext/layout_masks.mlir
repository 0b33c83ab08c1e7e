// RUN: optc %s --split-input-file --iree-codegen-test-vector-layout-analysis --verify-diagnostics
// RUN: optc %s --compat=today --split-input-file --iree-codegen-test-vector-layout-analysis --verify-diagnostics
// RUN: optc %s --compat=seed --split-input-file --iree-codegen-test-vector-layout-analysis --verify-diagnostics
// RUN: optc %s --split-input-file --verify-exec -o /dev/null --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=8 subgroup-size=8 explain}))'

// The mask of an operation has the layout of what it reads; the result of the mask that of the operation.

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [2, 1]>
#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>

func.func @reduced_rows(%m: memref<8x8xf32>, %o: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  // expected-remark @+1 {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [2]>}}
  %a = arith.constant dense<1.0> : vector<8xf32>
  // expected-remark @+1 {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [2, 1]>}}
  %k = vector.create_mask %n, %n : vector<8x8xi1>
  // expected-remark @+1 {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [2, 1]>}}
  %0 = vector.transfer_read %m[%c0, %c0], %z {in_bounds = [true, true]} : memref<8x8xf32>, vector<8x8xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#rows) : vector<8x8xf32>
  // expected-remark @+1 {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [2]>}}
  %2 = vector.mask %k { vector.multi_reduction <add>, %1, %a [1] : vector<8x8xf32> to vector<8xf32> } : vector<8x8xi1> -> vector<8xf32>
  vector.transfer_write %2, %o[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}

// -----

#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>

func.func @product(%m: memref<32xf32>, %n: memref<32xf32>, %o: memref<f32>, %b: index) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  // expected-remark @+1 {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  %k = vector.create_mask %b : vector<32xi1>
  // expected-remark @+1 {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  %0 = vector.transfer_read %m[%c0], %z {in_bounds = [true]} : memref<32xf32>, vector<32xf32>
  // expected-remark @+1 {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  %1 = vector.transfer_read %n[%c0], %z {in_bounds = [true]} : memref<32xf32>, vector<32xf32>
  %2 = iree_vector_ext.to_layout %0 to layout(#line) : vector<32xf32>
  %3 = iree_vector_ext.to_layout %1 to layout(#line) : vector<32xf32>
  %4 = vector.mask %k { vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %2, %3, %z : vector<32xf32>, vector<32xf32> into f32 } : vector<32xi1> -> f32
  memref.store %4, %o[] : memref<f32>
  return
}

// -----

#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>

func.func @result_of_a_mask(%m: memref<32xf32>, %o: memref<32xf32>, %b: index) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  // expected-remark @+1 {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  %k = vector.create_mask %b : vector<32xi1>
  // expected-remark @+1 {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  %0 = vector.mask %k { vector.transfer_read %m[%c0], %z {in_bounds = [true]} : memref<32xf32>, vector<32xf32> } : vector<32xi1> -> vector<32xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#line) : vector<32xf32>
  // expected-remark @+1 {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>}}
  %2 = arith.addf %1, %1 : vector<32xf32>
  vector.transfer_write %2, %o[%c0], %k {in_bounds = [true]} : vector<32xf32>, memref<32xf32>
  return
}
