// RUN: optc %s --vectorext-distribute-nested-layout='workgroup-size=8 subgroup-size=8 explain' 2>/dev/null | FileCheck %s

// A gather from a memory of one element, which has no dimension to index, is distributed; its sectors are not counted.
#lanes = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// CHECK-LABEL: func.func @f
// CHECK: vector.gather %arg0[] [%{{.*}}], %{{.*}}, %{{.*}} : memref<f32>, vector<1x1x1xindex>, vector<1x1x1xi1>, vector<1x1x1xf32> into vector<1x1x1xf32>
func.func @f(%x: memref<f32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %first = arith.constant dense<0> : vector<8xindex>
  %on = arith.constant dense<true> : vector<8xi1>
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %v = vector.gather %x[] [%first], %on, %zero : memref<f32>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %w = iree_vector_ext.to_layout %v to layout(#lanes) : vector<8xf32>
  vector.store %w, %y[%c0] : memref<8xf32>, vector<8xf32>
  return
}
