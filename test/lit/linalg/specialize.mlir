// RUN: optc %s --linalg-specialize-generic-ops | FileCheck %s
// RUN: optc %s --linalg-specialize-generic-ops --verify-exec -o %t

#id = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d0)>
#none = affine_map<(d0, d1) -> ()>
#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#km = affine_map<(d0, d1, d2) -> (d2, d0)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#nk = affine_map<(d0, d1, d2) -> (d1, d2)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
#window = affine_map<(n, h, w, f, kh, kw, c) -> (n, h * 2 + kh, w + kw * 3, c)>
#kernel = affine_map<(n, h, w, f, kh, kw, c) -> (kh, kw, c, f)>
#pixel = affine_map<(n, h, w, f, kh, kw, c) -> (n, h, w, f)>

// CHECK: #[[$KM:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-LABEL: func.func @moves(
// CHECK-SAME: %[[A:.*]]: tensor<4x4xf32>, %[[V:.*]]: tensor<4xf32>, %[[X:.*]]: f32, %[[O:.*]]: tensor<4x4xf32>)
func.func @moves(%a: tensor<4x4xf32>, %v: tensor<4xf32>, %x: f32, %o: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %one = arith.constant 1.0 : f32
  // CHECK: %[[ONE:.*]] = arith.constant
  // CHECK: linalg.copy ins(%[[A]] : tensor<4x4xf32>) outs(%[[O]] : tensor<4x4xf32>)
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x4xf32>) outs(%o : tensor<4x4xf32>) {
  ^bb0(%p: f32, %q: f32):
    linalg.yield %p : f32
  } -> tensor<4x4xf32>
  // CHECK: linalg.transpose ins(%[[A]] : tensor<4x4xf32>) outs(%[[O]] : tensor<4x4xf32>) permutation = [1, 0]
  %1 = linalg.generic {indexing_maps = [#swap, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x4xf32>) outs(%o : tensor<4x4xf32>) {
  ^bb0(%p: f32, %q: f32):
    linalg.yield %p : f32
  } -> tensor<4x4xf32>
  // CHECK: linalg.broadcast ins(%[[V]] : tensor<4xf32>) outs(%[[O]] : tensor<4x4xf32>) dimensions = [1]
  %2 = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]} ins(%v : tensor<4xf32>) outs(%o : tensor<4x4xf32>) {
  ^bb0(%p: f32, %q: f32):
    linalg.yield %p : f32
  } -> tensor<4x4xf32>
  // CHECK: linalg.fill ins(%[[X]] : f32) outs(%[[O]] : tensor<4x4xf32>)
  %3 = linalg.generic {indexing_maps = [#none, #id], iterator_types = ["parallel", "parallel"]} ins(%x : f32) outs(%o : tensor<4x4xf32>) {
  ^bb0(%p: f32, %q: f32):
    linalg.yield %p : f32
  } -> tensor<4x4xf32>
  // CHECK: linalg.fill ins(%[[ONE]] : f32) outs(%[[O]] : tensor<4x4xf32>)
  %4 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%o : tensor<4x4xf32>) {
  ^bb0(%q: f32):
    linalg.yield %one : f32
  } -> tensor<4x4xf32>
  return %0, %1, %2, %3, %4 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// CHECK-LABEL: func.func @elements(
// CHECK-SAME: %[[A:.*]]: tensor<4x4xf32>, %[[B:.*]]: tensor<4x4xf32>, %[[O:.*]]: tensor<4x4xf32>)
func.func @elements(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %o: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  // CHECK: linalg.exp ins(%[[A]] :
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x4xf32>) outs(%o : tensor<4x4xf32>) {
  ^bb0(%p: f32, %q: f32):
    %r = math.exp %p : f32
    linalg.yield %r : f32
  } -> tensor<4x4xf32>
  // CHECK: linalg.sub ins(%[[B]], %[[A]] :
  %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%o : tensor<4x4xf32>) {
  ^bb0(%p: f32, %s: f32, %q: f32):
    %r = arith.subf %s, %p : f32
    linalg.yield %r : f32
  } -> tensor<4x4xf32>
  // Flags of the arithmetic are not lost, and a second operation has no name.
  // CHECK: linalg.generic
  // CHECK: arith.subf {{.*}} fastmath<fast>
  // CHECK: arith.negf
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%o : tensor<4x4xf32>) {
  ^bb0(%p: f32, %s: f32, %q: f32):
    %r = arith.subf %s, %p fastmath<fast> : f32
    %n = arith.negf %r : f32
    linalg.yield %n : f32
  } -> tensor<4x4xf32>
  return %0, %1, %2 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// mlir-opt-22 differs (linalg specialized): it loses the transposition and the unsigned conversion
// CHECK-LABEL: func.func @products(
func.func @products(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %o: tensor<4x4xf32>, %i: tensor<4x4xi8>, %j: tensor<4x4xi32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xi32>) {
  // CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<4x4xf32>, tensor<4x4xf32>)
  %0 = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%o : tensor<4x4xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %m = arith.mulf %q, %p : f32
    %s = arith.addf %m, %r : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  // CHECK: linalg.matmul indexing_maps = [#[[$KM]], #{{.*}}, #{{.*}}] ins(
  %1 = linalg.generic {indexing_maps = [#km, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%o : tensor<4x4xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %m = arith.mulf %p, %q : f32
    %s = arith.addf %r, %m : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  // CHECK: linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%{{.*}}, %{{.*}} : tensor<4x4xi8>, tensor<4x4xi8>)
  %2 = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%i, %i : tensor<4x4xi8>, tensor<4x4xi8>) outs(%j : tensor<4x4xi32>) {
  ^bb0(%p: i8, %q: i8, %r: i32):
    %x = arith.extui %p : i8 to i32
    %y = arith.extui %q : i8 to i32
    %m = arith.muli %x, %y : i32
    %s = arith.addi %r, %m : i32
    linalg.yield %s : i32
  } -> tensor<4x4xi32>
  return %0, %1, %2 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xi32>
}

// CHECK-LABEL: func.func @window(
// CHECK: linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 3]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
func.func @window(%x: tensor<1x6x9x2xf32>, %w: tensor<3x3x2x4xf32>, %o: tensor<1x2x3x4xf32>) -> tensor<1x2x3x4xf32> {
  %0 = linalg.generic {indexing_maps = [#window, #kernel, #pixel], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%x, %w : tensor<1x6x9x2xf32>, tensor<3x3x2x4xf32>) outs(%o : tensor<1x2x3x4xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %m = arith.mulf %p, %q : f32
    %s = arith.addf %r, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x2x3x4xf32>
  return %0 : tensor<1x2x3x4xf32>
}

// CHECK-LABEL: func.func @unfolded(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<3xf32>, %[[O:.*]]: tensor<3x2xf32>)
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[A]] : tensor<2x3xf32>) outs(%{{.*}} : tensor<3x2xf32>) permutation = [1, 0]
// CHECK: %[[R:.*]] = linalg.broadcast ins(%[[B]] : tensor<3xf32>) outs(%{{.*}} : tensor<3x2xf32>) dimensions = [1]
// CHECK: linalg.div ins(%[[T]], %[[R]] : tensor<3x2xf32>, tensor<3x2xf32>) outs(%[[O]] : tensor<3x2xf32>)
func.func @unfolded(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %o: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = linalg.generic {indexing_maps = [#swap, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<2x3xf32>, tensor<3xf32>) outs(%o : tensor<3x2xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.divf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
