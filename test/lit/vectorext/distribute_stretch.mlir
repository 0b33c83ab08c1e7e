// RUN: optc %s --vectorext-distribute-nested-layout=workgroup-size=32 --canonicalize --cse --verify-exec 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not=error: --implicit-check-not=memref.alloc

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>
#p = #iree_map.pack_layout<((2, 4), (8, 2)) : ((0, 8), (1, 0))>

// A column that is stretched to the width of its rows: every thread has what it needs.
// CHECK-LABEL: @column
// CHECK: %[[C:.*]] = vector.shape_cast %{{.*}} : vector<2x1x1xf32> to vector<2x1x1x1x1x1xf32>
// CHECK: vector.broadcast %[[C]] : vector<2x1x1x1x1x1xf32> to vector<2x1x1x1x1x2xf32>
func.func @column(%m: memref<8x16xf32>, %o: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %acc = arith.constant dense<0.0> : vector<8xf32>
  %v = vector.transfer_read %m[%c0, %c0], %z {in_bounds = [true, true]} : memref<8x16xf32>, vector<8x16xf32>
  %l = iree_vector_ext.to_layout %v to layout(#l) : vector<8x16xf32>
  %s = vector.multi_reduction <maximumf>, %l, %acc [1] : vector<8x16xf32> to vector<8xf32>
  %c = vector.shape_cast %s : vector<8xf32> to vector<8x1xf32>
  %b = vector.broadcast %c : vector<8x1xf32> to vector<8x16xf32>
  %d = arith.subf %l, %b : vector<8x16xf32>
  vector.transfer_write %d, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32>
  return
}

// A row that is repeated.
// CHECK-LABEL: @row
// CHECK: %[[V:.*]] = vector.transfer_read %{{.*}} : memref<1x16xf32>, vector<1x2xf32>
// CHECK-COUNT-2: vector.transfer_write %[[V]]
func.func @row(%m: memref<1x16xf32>, %o: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%c0, %c0], %z {in_bounds = [true, true]} : memref<1x16xf32>, vector<1x16xf32>
  %b = vector.broadcast %v : vector<1x16xf32> to vector<8x16xf32>
  %l = iree_vector_ext.to_layout %b to layout(#l) : vector<8x16xf32>
  vector.transfer_write %l, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32>
  return
}

// CHECK-LABEL: @digits
// CHECK-COUNT-2: vector.broadcast %{{.*}} : vector<1x1xf32> to vector<1x2xf32>
func.func @digits(%m: memref<8x1xf32>, %o: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%c0, %c0], %z {in_bounds = [true, true]} : memref<8x1xf32>, vector<8x1xf32>
  %b = vector.broadcast %v : vector<8x1xf32> to vector<8x16xf32>
  %l = iree_vector_ext.to_layout %b to layout(#p) : vector<8x16xf32>
  vector.transfer_write %l, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32>
  return
}
