// What each thread gathers and scatters: an element of an index operand, and what is added to it.
// RUN: optc layout %s | FileCheck %s

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [2, 3], element_tile = [2, 1], subgroup_strides = [0, 0], thread_strides = [3, 1]>

// Columns are contiguous; the step along them is as good as none.
// CHECK-LABEL: %lrows:
// CHECK:      what each thread gathers in each step
// CHECK-NEXT:   step{{ *}}0
// CHECK-NEXT:   thread 0 |{{ *}}%i[0-1]{{ *}}|
// CHECK-NEXT:   thread 1 |{{ *}}%i[0-1]+1{{ *}}|
// CHECK-NEXT:   thread 2 |{{ *}}%i[0-1]+2{{ *}}|
// CHECK-NEXT:   thread 3 |{{ *}}%i[2-3]{{ *}}|
// CHECK-NEXT:   thread 4 |{{ *}}%i[2-3]+1{{ *}}|
// CHECK-NEXT:   thread 5 |{{ *}}%i[2-3]+2{{ *}}|
// CHECK-NEXT:   runs     |{{ *}}4|
// CHECK:      %i[n]: where element n of the index operand says
func.func @rows(%m: memref<?x16xf32>, %i: vector<4xindex>, %o: index, %p: f32) -> vector<4x3xf32> {
  %s = vector.step : vector<3xindex>
  %r = iree_vector_ext.transfer_gather %m[%o, %o] [%i, %s : vector<4xindex>, vector<3xindex>], %p {indexing_maps = [
    affine_map<(d0, d1)[s0, s1] -> (s0, s1)>, affine_map<(d0, d1)[s0, s1] -> (d0)>, affine_map<(d0, d1)[s0, s1] -> (d1)>]} : memref<?x16xf32>, vector<4x3xf32>
  %lrows = iree_vector_ext.to_layout %r to layout(#l) : vector<4x3xf32>
  return %lrows : vector<4x3xf32>
}

// All elements are in the row that one scalar names.
// CHECK-LABEL: %lone:
// CHECK:        thread 5 |{{ *}}%row+34…50{{ *}}|
// CHECK-NEXT:   runs     |{{ *}}4|
// CHECK:      %row: where the index operand says, the same for all elements.
func.func @one_row(%m: memref<8x4x16xf32>, %row: index, %o: index, %p: f32) -> vector<4x3xf32> {
  %b = vector.broadcast %row : index to vector<4xindex>
  %r = iree_vector_ext.transfer_gather %m[%o, %o, %o] [%b : vector<4xindex>], %p {indexing_maps = [
    affine_map<(d0, d1)[s0] -> (s0, d0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<8x4x16xf32>, vector<4x3xf32>
  %lone = iree_vector_ext.to_layout %r to layout(#l) : vector<4x3xf32>
  return %lone : vector<4x3xf32>
}

// Per dimension of the memory, with an index vector of two dimensions.
// CHECK-LABEL: %lboth:
// CHECK:        thread 3 |{{ *}}%rows[0]+%cols[6…9]{{ *}}|
// CHECK:        runs     |{{ *}}12|
func.func @per_dimension(%m: memref<100x20xf32>, %rows: vector<3xindex>, %cols: vector<4x3xindex>, %o: index, %p: f32) -> vector<4x3xf32> {
  %r = iree_vector_ext.transfer_gather %m[%o, %o][%rows: vector<3xindex>, %cols: vector<4x3xindex>], %p {in_bounds = [true, true],
    indexed_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1, d0)>], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<100x20xf32>, vector<4x3xf32>
  %lboth = iree_vector_ext.to_layout %r to layout(#l) : vector<4x3xf32>
  return %lboth : vector<4x3xf32>
}

// A value that is stored twice; where columns lie is not known in the second memory.
// CHECK-LABEL: %lstored:
// CHECK:      what each thread scatters in each step
// CHECK:        thread 5 |{{ *}}%i[2-3]+2{{ *}}|
// CHECK:      The strides of memref<64x8xf32, strided<[1, ?]>> are not known
func.func @stored(%m: memref<64x?xf32, strided<[?, 1]>>, %n: memref<64x8xf32, strided<[1, ?]>>, %v: vector<4x3xf32>, %o: index, %i: vector<4xindex>) {
  %lstored = iree_vector_ext.to_layout %v to layout(#l) : vector<4x3xf32>
  iree_vector_ext.transfer_scatter %lstored into %n[%o, %o] [%i : vector<4xindex>] {indexing_maps = [
    affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : vector<4x3xf32>, memref<64x8xf32, strided<[1, ?]>>
  iree_vector_ext.transfer_scatter %lstored into %m[%o, %o] [%i : vector<4xindex>] {indexing_maps = [
    affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : vector<4x3xf32>, memref<64x?xf32, strided<[?, 1]>>
  return
}

// A layout of iree_map: a thread reads a register in each step.
// CHECK-LABEL: %lpack:
// CHECK:      what each thread reads in each step
// CHECK:        thread 15 |15|31|
// CHECK-NEXT:   runs      | 1| 1|
// CHECK:      a step is one register of every thread
func.func @pack(%m: memref<64xf32>, %o: index, %p: f32) -> vector<32xf32> {
  %v = vector.transfer_read %m[%o], %p {in_bounds = [true]} : memref<64xf32>, vector<32xf32>
  %lpack = iree_vector_ext.to_layout %v to layout(#iree_map.pack_layout<((2, 16)) : ((0, 1))>) : vector<32xf32>
  return %lpack : vector<32xf32>
}

// Rows are counted, columns are where an index operand says.
// CHECK-LABEL: %lcolumns:
// CHECK:      what each thread gathers in each step
// CHECK-NEXT:   step{{ *}}0
// CHECK-NEXT:   thread 0 |%j[0]+0…16 |
// CHECK-NEXT:   thread 1 |%j[1]+0…16 |
// CHECK-NEXT:   thread 2 |%j[2]+0…16 |
// CHECK-NEXT:   thread 3 |%j[0]+32…48|
// CHECK-NEXT:   thread 4 |%j[1]+32…48|
// CHECK-NEXT:   thread 5 |%j[2]+32…48|
// CHECK-NEXT:   runs     |         12|
func.func @columns(%m: memref<?x16xf32>, %j: vector<3xindex>, %o: index, %p: f32) -> vector<4x3xf32> {
  %s = vector.step : vector<4xindex>
  %r = iree_vector_ext.transfer_gather %m[%o, %o] [%s, %j : vector<4xindex>, vector<3xindex>], %p {indexing_maps = [
    affine_map<(d0, d1)[s0, s1] -> (s0, s1)>, affine_map<(d0, d1)[s0, s1] -> (d0)>, affine_map<(d0, d1)[s0, s1] -> (d1)>]} : memref<?x16xf32>, vector<4x3xf32>
  %lcolumns = iree_vector_ext.to_layout %r to layout(#l) : vector<4x3xf32>
  return %lcolumns : vector<4x3xf32>
}
