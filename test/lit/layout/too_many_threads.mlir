// What has too many threads is refused, wherever it stands.
// RUN: not optc layout %s 2>&1 | FileCheck %s
// RUN: not optc layout %s --at=1 2>&1 | FileCheck %s --check-prefix=AT

// AT: error: 'iree_vector_ext.to_layout' op cannot be drawn: a nested layout has no place

// CHECK:      {{.*mlir:[0-9]+}}:8: error: 'iree_vector_ext.to_layout' op cannot be drawn: a layout over more than 1048576 threads is not drawn
// CHECK-NEXT:   %r = iree_vector_ext.to_layout %m to layout(#many) : vector<2097152xf32>
// CHECK-NEXT:        ^
// CHECK-NEXT: {{.*mlir:[0-9]+}}:8: error: 'iree_vector_ext.to_simt' op cannot be drawn: a layout over more than 1048576 threads is not drawn
// CHECK-NEXT:   %w = iree_vector_ext.to_simt %m {layout = #many} : vector<2097152xf32> -> vector<1x1x1xf32>
// CHECK-NEXT:        ^

#many = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [2097152], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
func.func @f(%m: vector<2097152xf32>) {
  %r = iree_vector_ext.to_layout %m to layout(#many) : vector<2097152xf32>
  %w = iree_vector_ext.to_simt %m {layout = #many} : vector<2097152xf32> -> vector<1x1x1xf32>
  return
}
