// RUN: optc %s --verify-diagnostics --vectorext-distribute-nested-layout='partial barriers=trust'

// Four threads that are told apart by nothing have no parts of their own: what asks which part is left, what
// computes with the parts of one thread is not.

#still = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]>
#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [0, 1]>
#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
#column = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [2], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#left = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [2, 1], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [1, 0]>
#right = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 2], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [0, 1]>
#both = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [1], thread_strides = [32]>

func.func @one(%x: memref<8xf32>, %y: memref<8xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  // expected-remark @below {{'arith.constant' op is not distributed: subgroup or thread tiles of nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]> tell no threads apart}}
  // expected-note @below {{expected thread strides that tell the tiles apart: expected a stride of at least 1 for 4 values, but got 0}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]>}}
  %k = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : vector<8xf32>
  %l = iree_vector_ext.to_layout %k to layout(#still) : vector<8xf32>
  %two = arith.constant dense<2.0> : vector<8xf32>
  %p = arith.mulf %l, %two : vector<8xf32>
  // expected-remark @below {{'vector.step' op is not distributed: subgroup or thread tiles of nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]> tell no threads apart}}
  // expected-note @below {{expected thread strides that tell the tiles apart: expected a stride of at least 1 for 4 values, but got 0}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]>}}
  %i = vector.step : vector<8xindex>
  %j = iree_vector_ext.to_layout %i to layout(#still) : vector<8xindex>
  // expected-remark @below {{'vector.create_mask' op is not distributed: subgroup or thread tiles of nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]> tell no threads apart}}
  // expected-note @below {{expected thread strides that tell the tiles apart: expected a stride of at least 1 for 4 values, but got 0}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]>}}
  %m = vector.create_mask %n : vector<8xi1>
  %t = iree_vector_ext.to_layout %m to layout(#still) : vector<8xi1>
  // expected-note @below {{it is read here with nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]>}}
  // expected-remark @below {{'vector.transfer_read' op is not distributed: subgroup or thread tiles of nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]> tell no threads apart}}
  // expected-note @below {{expected thread strides that tell the tiles apart: expected a stride of at least 1 for 4 values, but got 0}}
  // expected-note @below {{operand #3 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]>}}
  %q = vector.transfer_read %x[%c0], %pad, %t {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %g = iree_vector_ext.to_layout %q to layout(#still) : vector<8xf32>
  %s = arith.addf %p, %g : vector<8xf32>
  // expected-remark @below {{'iree_vector_ext.to_layout' op is not distributed: subgroup or thread tiles of nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]> tell no threads apart}}
  // expected-note @below {{expected thread strides that tell the tiles apart: expected a stride of at least 1 for 4 values, but got 0}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>}}
  %a = iree_vector_ext.to_layout %s to layout(#line) : vector<8xf32>
  // expected-remark @below {{'vector.transfer_write' op writes memory in another layout than it was read in, and no barrier is between}}
  // expected-note @below {{it is written here with nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>}}
  vector.transfer_write %a, %x[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  // expected-remark @below {{'vector.transfer_write' op is not distributed: subgroup or thread tiles of nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]> tell no threads apart}}
  // expected-note @below {{expected thread strides that tell the tiles apart: expected a stride of at least 1 for 4 values, but got 0}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]>}}
  vector.transfer_write %j, %y[%c0] {in_bounds = [true]} : vector<8xindex>, memref<8xindex>
  return
}

func.func @rows(%x: memref<8x4xf32>, %y: memref<8xf32>, %z: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  // expected-remark @below {{'vector.transfer_read' op is not distributed: subgroup or thread tiles of nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]> tell no threads apart}}
  // expected-note @below {{expected thread strides that tell the tiles apart: expected a stride of at least 1 for 4 values, but got 0}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]>}}
  %0 = vector.transfer_read %y[%c0], %p {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %a = iree_vector_ext.to_layout %0 to layout(#still) : vector<8xf32>
  // expected-remark @below {{'vector.transfer_read' op is not distributed: subgroup or thread tiles of nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [0, 1]> tell no threads apart}}
  // expected-note @below {{expected thread strides that tell the tiles apart: expected a stride of at least 1 for 4 values, but got 0}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [0, 1]>}}
  %1 = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x4xf32>, vector<8x4xf32>
  %v = iree_vector_ext.to_layout %1 to layout(#rows) : vector<8x4xf32>
  // expected-remark @below {{'vector.multi_reduction' op is not distributed: subgroup or thread tiles of nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [0, 1]> tell no threads apart}}
  // expected-note @below {{expected thread strides that tell the tiles apart: expected a stride of at least 1 for 4 values, but got 0}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [0, 1]>}}
  // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]>}}
  %r = vector.multi_reduction <add>, %v, %a [1] : vector<8x4xf32> to vector<8xf32>
  // expected-remark @below {{'vector.scan' op is not distributed: subgroup or thread tiles of nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [0, 1]> tell no threads apart}}
  // expected-note @below {{expected thread strides that tell the tiles apart: expected a stride of at least 1 for 4 values, but got 0}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [0, 1]>}}
  // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [0, 1]>}}
  // expected-note @below {{result #1 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]>}}
  %s, %t = vector.scan <add>, %v, %r {reduction_dim = 1, inclusive = true} : vector<8x4xf32>, vector<8xf32>
  %2 = vector.transfer_read %z[%c0], %p {in_bounds = [true]} : memref<4xf32>, vector<4xf32>
  %b = iree_vector_ext.to_layout %2 to layout(#column) : vector<4xf32>
  // expected-remark @below {{'vector.contract' op is not distributed: subgroup or thread tiles of nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [0, 1]> tell no threads apart}}
  // expected-note @below {{expected thread strides that tell the tiles apart: expected a stride of at least 1 for 4 values, but got 0}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [0, 1]>}}
  // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [2], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  // expected-note @below {{operand #2 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]>}}
  %c = vector.contract {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %s, %b, %t : vector<8x4xf32>, vector<4xf32> into vector<8xf32>
  // expected-remark @below {{'vector.transfer_write' op is not distributed: subgroup or thread tiles of nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]> tell no threads apart}}
  // expected-note @below {{expected thread strides that tell the tiles apart: expected a stride of at least 1 for 4 values, but got 0}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [0]>}}
  vector.transfer_write %c, %y[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}

// Rows of the left and columns of the right are the same digit of the thread: one of them is converted.
func.func @product(%x: memref<4x2xf32>, %y: memref<2x4xf32>, %z: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<4x2xf32>, vector<4x2xf32>
  %1 = vector.transfer_read %y[%c0, %c0], %p {in_bounds = [true, true]} : memref<2x4xf32>, vector<2x4xf32>
  %a = iree_vector_ext.to_layout %0 to layout(#left) : vector<4x2xf32>
  %b = iree_vector_ext.to_layout %1 to layout(#right) : vector<2x4xf32>
  %acc = arith.constant dense<0.0> : vector<4x4xf32>
  %c = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %acc : vector<4x2xf32>, vector<2x4xf32> into vector<4x4xf32>
  vector.transfer_write %c, %z[%c0, %c0] {in_bounds = [true, true]} : vector<4x4xf32>, memref<4x4xf32>
  return
}

// Threads of a subgroup reach into the next one, so that no thread can tell which of them it is.
func.func @overlap(%x: memref<8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  // expected-remark @below {{'arith.constant' op is not distributed: subgroup and thread tiles of nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [1], thread_strides = [32]> overlap}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [1], thread_strides = [32]>}}
  %k = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : vector<8xf32>
  %0 = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %a = iree_vector_ext.to_layout %0 to layout(#both) : vector<8xf32>
  %s = arith.addf %a, %k : vector<8xf32>
  %zero = arith.constant dense<0.0> : vector<f32>
  // expected-remark @below {{'vector.scan' op is not distributed: subgroup and thread tiles of nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [1], thread_strides = [32]> overlap}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [1], thread_strides = [32]>}}
  // expected-note @below {{operand #1 has nested_layout<subgroup_tile = [], batch_tile = [], outer_tile = [], thread_tile = [], element_tile = [], subgroup_strides = [], thread_strides = []>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [1], thread_strides = [32]>}}
  // expected-note @below {{result #1 has nested_layout<subgroup_tile = [], batch_tile = [], outer_tile = [], thread_tile = [], element_tile = [], subgroup_strides = [], thread_strides = []>}}
  %t, %u = vector.scan <add>, %s, %zero {reduction_dim = 0, inclusive = true} : vector<8xf32>, vector<f32>
  // expected-remark @below {{'iree_vector_ext.to_layout' op is not distributed: subgroup and thread tiles of nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [1], thread_strides = [32]> overlap}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [1], thread_strides = [32]>}}
  // expected-note @below {{result #0 has nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>}}
  %b = iree_vector_ext.to_layout %t to layout(#line) : vector<8xf32>
  vector.transfer_write %b, %y[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  // expected-remark @below {{'vector.transfer_write' op is not distributed: subgroup and thread tiles of nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [1], thread_strides = [32]> overlap}}
  // expected-note @below {{operand #0 has nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [1], thread_strides = [32]>}}
  vector.transfer_write %s, %x[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}
