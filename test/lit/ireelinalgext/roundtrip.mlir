// RUN: optc %s --mlir-print-local-scope | optc --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | optc --mlir-print-local-scope | FileCheck %s

// CHECK: %0 = iree_linalg_ext.gather dimension_map = [0] ins(%arg0, %arg1 : tensor<8x4xf32>, tensor<3xi32>) outs(%arg2 : tensor<3x4xf32>) -> tensor<3x4xf32>
// CHECK: %1 = iree_linalg_ext.gather {a} dimension_map = [1, 0] ins(%arg0, %arg3, %arg4 : tensor<8x4xf32>, tensor<?x2xindex>, tensor<?xi1>) outs(%arg5 : tensor<?xf32>) -> tensor<?xf32>
func.func @gather(%x: tensor<8x4xf32>, %i: tensor<3xi32>, %y: tensor<3x4xf32>, %j: tensor<?x2xindex>, %m: tensor<?xi1>, %z: tensor<?xf32>) {
  %0 = iree_linalg_ext.gather dimension_map = [0] ins(%x, %i : tensor<8x4xf32>, tensor<3xi32>) outs(%y : tensor<3x4xf32>) -> tensor<3x4xf32>
  %1 = iree_linalg_ext.gather {a} dimension_map = [1, 0] ins(%x, %j, %m : tensor<8x4xf32>, tensor<?x2xindex>, tensor<?xi1>) outs(%z : tensor<?xf32>) -> tensor<?xf32>
  return
}

// CHECK: iree_linalg_ext.arg_compare dimension(1) ins(%arg0, %arg1 : memref<2x10xf32>, memref<2x10xi32>) outs(%arg2, %arg3 : memref<2xf32>, memref<2xi32>) {
// CHECK-NEXT: ^bb0(%arg5: f32, %arg6: f32):
// CHECK: iree_linalg_ext.arg_compare {a} dimension(0) ins(%arg0 : memref<2x10xf32>) outs(%{{.*}}, %{{.*}} : memref<10xf32>, memref<10xindex>) index_base(%arg4 : index) {
func.func @arg_compare(%x: memref<2x10xf32>, %i: memref<2x10xi32>, %v: memref<2xf32>, %k: memref<2xi32>, %b: index) {
  iree_linalg_ext.arg_compare dimension(1) ins(%x, %i : memref<2x10xf32>, memref<2x10xi32>) outs(%v, %k : memref<2xf32>, memref<2xi32>) {
  ^bb0(%p: f32, %q: f32):
    %c = arith.cmpf ogt, %p, %q : f32
    iree_linalg_ext.yield %c : i1
  }
  %w = memref.alloc() : memref<10xf32>
  %l = memref.alloc() : memref<10xindex>
  iree_linalg_ext.arg_compare {a} dimension(0) ins(%x : memref<2x10xf32>) outs(%w, %l : memref<10xf32>, memref<10xindex>) index_base(%b : index) {
  ^bb0(%p: f32, %q: f32):
    %c = arith.cmpf ogt, %p, %q : f32
    iree_linalg_ext.yield %c : i1
  }
  return
}

// CHECK: %0 = util.assume.int %arg0<umin = 1, umax = 12> : index
// CHECK: %1:2 = util.assume.int %arg0[<umin = 0>, <udiv = 5>], %arg1<umax = 10, udiv = 6> : index, i64 {a}
// CHECK: %2 = util.assume.int %arg0[] : index
func.func @assume(%n: index, %m: i64) {
  %0 = util.assume.int %n[<umax = 12, umin = 1>] : index
  %1:2 = util.assume.int %n[<umin = 0>, <udiv = 5>], %m<udiv = 6, umax = 10> : index, i64 {a}
  %2 = util.assume.int %n[] : index
  return
}

// CHECK: {a = #iree_gpu.lowering_config<{lane_basis = {{\[\[}}64], [0]], subgroup_basis = {{\[\[}}1], [0]], thread = [4]}>}
func.func @config() attributes {a = #iree_gpu.lowering_config<{subgroup_basis = [[1], [0]], lane_basis = [[64], [0]], thread = [4]}>} {
  return
}
