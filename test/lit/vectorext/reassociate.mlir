// RUN: optc %s --vectorext-distribute-nested-layout="workgroup-size=64 reassociate" --canonicalize --cse --verify-exec | FileCheck %s
// RUN: optc %s --vectorext-distribute-nested-layout="workgroup-size=64" --canonicalize --cse | FileCheck %s --check-prefix=KEPT

// What each iteration of a loop adds over lanes is added once after the loop.

#a = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [4, 1]>
#b = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 1], element_tile = [4, 2], subgroup_strides = [0, 0], thread_strides = [1, 0]>

// CHECK-LABEL: func.func @matmul
// CHECK: scf.for
// CHECK-NOT: gpu.subgroup_reduce
// CHECK: scf.yield
// CHECK-COUNT-2: gpu.subgroup_reduce add %{{.*}} cluster(size = 4)
// CHECK-NOT: gpu.subgroup_reduce
// KEPT-LABEL: func.func @matmul
// KEPT: scf.for
// KEPT-COUNT-2: gpu.subgroup_reduce
// KEPT: scf.yield
func.func @matmul(%x: memref<16x64xi32>, %y: memref<64x2xi32>, %o: memref<16x2xi32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %p = arith.constant 0 : i32
  %z = arith.constant dense<3> : vector<16x2xi32>
  %r = scf.for %k = %c0 to %c64 step %c16 iter_args(%acc = %z) -> (vector<16x2xi32>) {
    %a = vector.transfer_read %x[%c0, %k], %p {in_bounds = [true, true]} : memref<16x64xi32>, vector<16x16xi32>
    %b = vector.transfer_read %y[%k, %c0], %p {in_bounds = [true, true]} : memref<64x2xi32>, vector<16x2xi32>
    %al = iree_vector_ext.to_layout %a to layout(#a) : vector<16x16xi32>
    %bl = iree_vector_ext.to_layout %b to layout(#b) : vector<16x2xi32>
    %c = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %al, %bl, %acc : vector<16x16xi32>, vector<16x2xi32> into vector<16x2xi32>
    scf.yield %c : vector<16x2xi32>
  }
  vector.transfer_write %r, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x2xi32>, memref<16x2xi32>
  return
}

// A sum of a single element; the largest element stays in the loop, and so does a sum that the loop also uses otherwise.
#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
// CHECK-LABEL: func.func @scalars
// CHECK: scf.for
// CHECK-COUNT-2: gpu.subgroup_reduce
// CHECK-NOT: gpu.subgroup_reduce
// CHECK: scf.yield
// CHECK: gpu.subgroup_reduce add
func.func @scalars(%x: memref<64xi32>, %o: memref<3xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %p = arith.constant 5 : i32
  %z = arith.constant dense<5> : vector<1xi32>
  %r, %s, %t = scf.for %k = %c0 to %c64 step %c16 iter_args(%sum = %z, %most = %z, %used = %z) -> (vector<1xi32>, vector<1xi32>, vector<1xi32>) {
    %a = vector.transfer_read %x[%k], %p {in_bounds = [true]} : memref<64xi32>, vector<16xi32>
    %al = iree_vector_ext.to_layout %a to layout(#line) : vector<16xi32>
    %w = vector.shape_cast %al : vector<16xi32> to vector<1x16xi32>
    %q = vector.multi_reduction <add>, %w, %sum [1] : vector<1x16xi32> to vector<1xi32>
    %m = vector.multi_reduction <maxsi>, %w, %most [1] : vector<1x16xi32> to vector<1xi32>
    %u = vector.multi_reduction <add>, %w, %used [1] : vector<1x16xi32> to vector<1xi32>
    %v = arith.muli %u, %u : vector<1xi32>
    scf.yield %q, %m, %v : vector<1xi32>, vector<1xi32>, vector<1xi32>
  }
  vector.transfer_write %r, %o[%c0] {in_bounds = [true]} : vector<1xi32>, memref<3xi32>
  vector.transfer_write %s, %o[%c1] {in_bounds = [true]} : vector<1xi32>, memref<3xi32>
  vector.transfer_write %t, %o[%c2] {in_bounds = [true]} : vector<1xi32>, memref<3xi32>
  return
}
