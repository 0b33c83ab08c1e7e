// RUN: not optc %s --vectorext-distribute-nested-layout=subgroup-size=-3 2>&1 | FileCheck %s --check-prefix=SUBGROUP
// RUN: not optc %s --vectorext-order-sums=subgroup-size=-3 2>&1 | FileCheck %s --check-prefix=SUBGROUP
// RUN: not optc %s --vectorext-distribute-nested-layout=workgroup-size=-64,-1,1 2>&1 | FileCheck %s --check-prefix=EXTENT
// RUN: not optc %s --vectorext-distribute-nested-layout=workgroup-size=64,-1,1 2>&1 | FileCheck %s --check-prefix=Y
// RUN: not optc %s --vectorext-distribute-nested-layout=workgroup-size=4294967296,4294967296 2>&1 | FileCheck %s --check-prefix=PRODUCT
// RUN: not optc %s --vectorext-distribute-nested-layout=workgroup-size=64,1,1,5 2>&1 | FileCheck %s --check-prefix=RANK

// SUBGROUP: error: 'func.func' op expected subgroup-size to be at least 0, but got -3
// EXTENT: error: 'func.func' op expected workgroup-size to be at least 1 in x, but got -64
// Y: error: 'func.func' op expected workgroup-size to be at least 1 in y, but got -1
// PRODUCT: error: 'func.func' op expected workgroup-size to be less than 2^63 threads, but got 4294967296 x 4294967296
// RANK: error: 'func.func' op expected workgroup-size to have at most 3 extents, x, y and z, but got 4
func.func @anchored(%v: vector<8xf32>) -> vector<8xf32> {
  %a = iree_vector_ext.to_layout %v to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>) : vector<8xf32>
  return %a : vector<8xf32>
}
