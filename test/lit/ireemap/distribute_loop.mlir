// RUN: optc %s --verify-exec --vectorext-distribute-nested-layout="workgroup-size=32 subgroup-size=16" --canonicalize --cse | FileCheck %s --implicit-check-not=to_sim --implicit-check-not=to_layout
// RUN: optc %s --vectorext-print-layouts -o /dev/null 2>&1 | FileCheck %s --check-prefix=LAYOUT

// What a loop carries keeps the layout of its anchor, where a branch converts it to a nested
// layout and back.
#rows = #iree_map.pack_layout<((2, 4, 2), (2, 2)) : ((0, 1, 0), (4, 0))>
#woven = #iree_map.pack_layout<((2, 2, 2, 2), (4)) : ((1, 0, 2, 0), (4))>
#n = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [2, 1]>
// CHECK-LABEL: @carried
// CHECK: scf.for {{.*}} -> (vector<2x2x2xi32>, vector<2xi32>)
// CHECK-COUNT-2: iree_gpu.subgroup_scan
// CHECK: scf.if
// LAYOUT: distribute_loop.mlir:[[# @LINE + 10]]:{{.*}} remark: layout of result #0 is #iree_map.pack_layout<((2, 4, 2), (2, 2)) : ((0, 1, 0), (4, 0))>
func.func @carried(%m: memref<16x4xi32>, %q: memref<4xi32>, %o: memref<16x4xi32>, %u: memref<4xi32>, %b: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant 0 : i32
  %v = vector.transfer_read %m[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x4xi32>, vector<16x4xi32>
  %i = vector.transfer_read %q[%c0], %z {in_bounds = [true]} : memref<4xi32>, vector<4xi32>
  %l = iree_vector_ext.to_layout %v to layout(#rows) : vector<16x4xi32>
  %r:2 = scf.for %k = %c0 to %c3 step %c1 iter_args(%x = %l, %y = %i) -> (vector<16x4xi32>, vector<4xi32>) {
    %s:2 = vector.scan <add>, %x, %y {inclusive = false, reduction_dim = 0 : i64} : vector<16x4xi32>, vector<4xi32>
    %t = scf.if %b -> (vector<16x4xi32>) {
      %w = iree_vector_ext.to_layout %s#0 to layout(#woven) : vector<16x4xi32>
      %g:2 = vector.scan <maxsi>, %w, %y {inclusive = true, reduction_dim = 0 : i64} : vector<16x4xi32>, vector<4xi32>
      %h = iree_vector_ext.to_layout %g#0 to layout(#rows) : vector<16x4xi32>
      scf.yield %h : vector<16x4xi32>
    } else {
      %w = iree_vector_ext.to_layout %s#0 to layout(#n) : vector<16x4xi32>
      %h = iree_vector_ext.to_layout %w to layout(#rows) : vector<16x4xi32>
      scf.yield %h : vector<16x4xi32>
    }
    scf.yield %t, %s#1 : vector<16x4xi32>, vector<4xi32>
  }
  vector.transfer_write %r#0, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x4xi32>, memref<16x4xi32>
  vector.transfer_write %r#1, %u[%c0] {in_bounds = [true]} : vector<4xi32>, memref<4xi32>
  return
}
