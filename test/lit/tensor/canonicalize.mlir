// RUN: optc %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// Extents come from types, from what made the tensor, from before casts and from destinations.
// CHECK-LABEL: func.func @dims(
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %dim = tensor.dim %arg0, %c1 : tensor<4x?xf32>
// CHECK-NEXT: %dim_0 = tensor.dim %arg2, %c1 : tensor<*xf32>
// CHECK-NEXT: %dim_1 = tensor.dim %arg0, %c1 : tensor<4x?xf32>
// CHECK-NEXT: %extracted = tensor.extract %arg3[%arg4] : tensor<2xi32>
// CHECK-NEXT: %0 = arith.index_cast %extracted : i32 to index
// CHECK-NEXT: return %c4, %arg4, %arg1, %dim, %dim_0, %dim_1, %0, %arg1 : index, index, index, index, index, index, index, index
// CHECK-NEXT: }
func.func @dims(%a: tensor<4x?xf32>, %n: index, %u: tensor<*xf32>, %s: tensor<2xi32>, %i: index, %x: f32) -> (index, index, index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %a, %c0 : tensor<4x?xf32>
  %g = tensor.generate %n, %i { ^bb0(%p: index, %q: index): tensor.yield %x : f32 } : tensor<?x?xf32>
  %1 = tensor.dim %g, %c1 : tensor<?x?xf32>
  %e = tensor.extract_slice %a[0, 0] [2, %n] [1, 1] : tensor<4x?xf32> to tensor<2x?xf32>
  %2 = tensor.dim %e, %c1 : tensor<2x?xf32>
  %k = tensor.cast %a : tensor<4x?xf32> to tensor<?x?xf32>
  %3 = tensor.dim %k, %c1 : tensor<?x?xf32>
  %k2 = tensor.cast %u : tensor<*xf32> to tensor<?x?xf32>
  %4 = tensor.dim %k2, %c1 : tensor<?x?xf32>
  %ins = tensor.insert %x into %a[%c0, %c1] : tensor<4x?xf32>
  %5 = tensor.dim %ins, %c1 : tensor<4x?xf32>
  %r = tensor.reshape %u(%s) : (tensor<*xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %6 = tensor.dim %r, %i : tensor<?x?xf32>
  %em = tensor.empty(%n) : tensor<3x?xf32>
  %7 = tensor.dim %em, %c1 : tensor<3x?xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : index, index, index, index, index, index, index, index
}

// -----

// Constant extents become static, negative ones stay; a cast makes extents of an empty tensor static.
// CHECK-LABEL: func.func @empties(
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c-5 = arith.constant -5 : index
// CHECK-NEXT: %0 = tensor.empty(%arg0) : tensor<5x?xf32>
// CHECK-NEXT: %cast = tensor.cast %0 : tensor<5x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: %1 = tensor.empty(%arg0) : tensor<4x?xf32>
// CHECK-NEXT: %2 = tensor.empty(%c-5) : tensor<?x5xi8>
// CHECK-NEXT: %cast_0 = tensor.cast %2 : tensor<?x5xi8> to tensor<?x?xi8>
// CHECK-NEXT: %cast_1 = tensor.cast %0 : tensor<5x?xf32> to tensor<*xf32>
// CHECK-NEXT: "test.use"(%cast_1) : (tensor<*xf32>) -> ()
// CHECK-NEXT: return %cast, %1, %cast_0, %c2 : tensor<?x?xf32>, tensor<4x?xf32>, tensor<?x?xi8>, index
// CHECK-NEXT: }
func.func @empties(%n: index) -> (tensor<?x?xf32>, tensor<4x?xf32>, tensor<?x?xi8>, index) {
  %c5 = arith.constant 5 : index
  %m = arith.constant -5 : index
  %0 = tensor.empty(%c5, %n) : tensor<?x?xf32>
  %1 = tensor.empty(%n, %n) : tensor<?x?xf32>
  %2 = tensor.cast %1 : tensor<?x?xf32> to tensor<4x?xf32>
  %3 = tensor.empty(%m, %c5) : tensor<?x?xi8>
  %u = tensor.cast %0 : tensor<?x?xf32> to tensor<*xf32>
  %r = tensor.rank %0 : tensor<?x?xf32>
  "test.use"(%u) : (tensor<*xf32>) -> ()
  return %0, %2, %3, %r : tensor<?x?xf32>, tensor<4x?xf32>, tensor<?x?xi8>, index
}

// -----

// Elements of constants and of tensor.from_elements are known; casts of all elements become casts of one.
// CHECK-LABEL: func.func @extracts(
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: %cst = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c7 = arith.constant 7 : index
// CHECK-NEXT: %from_elements = tensor.from_elements %arg0, %arg1 : tensor<1x2xf32>
// CHECK-NEXT: %collapsed = tensor.collapse_shape %arg3 {{\[\[}}0, 1], [2]] : tensor<3x4x5xf32> into tensor<12x5xf32>
// CHECK-NEXT: %extracted = tensor.extract %collapsed[%arg2, %c1] : tensor<12x5xf32>
// CHECK-NEXT: %extracted_0 = tensor.extract %arg4[%arg2] : tensor<?xf32>
// CHECK-NEXT: %extracted_1 = tensor.extract %arg5[%arg2] : tensor<4xi32>
// CHECK-NEXT: %0 = arith.index_cast %extracted_1 : i32 to index
// CHECK-NEXT: %collapsed_2 = tensor.collapse_shape %arg6 [] : tensor<1x1xf32> into tensor<f32>
// CHECK-NEXT: %extracted_3 = tensor.extract %collapsed_2[] : tensor<f32>
// CHECK-NEXT: %1 = arith.index_cast %arg2 : index to i32
// CHECK-NEXT: %2 = arith.sitofp %1 : i32 to f32
// CHECK-NEXT: %extracted_4 = tensor.extract %from_elements[%c0, %c7] : tensor<1x2xf32>
// CHECK-NEXT: %inserted = tensor.insert %arg0 into %arg4[%arg2] : tensor<?xf32>
// CHECK-NEXT: %extracted_5 = tensor.extract %inserted[%arg2] : tensor<?xf32>
// CHECK-NEXT: return %arg1, %cst, %c2_i32, %extracted, %extracted_0, %0, %extracted_3, %2, %extracted_4, %extracted_5 : f32, f32, i32, f32, f32, index, f32, f32, f32, f32
// CHECK-NEXT: }
func.func @extracts(%a: f32, %b: f32, %i: index, %t: tensor<3x4x5xf32>, %d: tensor<?xf32>, %ti: tensor<4xi32>, %o: tensor<1x1xf32>) -> (f32, f32, i32, f32, f32, index, f32, f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %fe = tensor.from_elements %a, %b : tensor<1x2xf32>
  %0 = tensor.extract %fe[%c0, %c1] : tensor<1x2xf32>
  %cst = arith.constant dense<2.0> : tensor<8xf32>
  %1 = tensor.extract %cst[%i] : tensor<8xf32>
  %cst2 = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %2 = tensor.extract %cst2[%c1] : tensor<3xi32>
  %cc = tensor.collapse_shape %t [[0, 1], [2]] : tensor<3x4x5xf32> into tensor<12x5xf32>
  %3 = tensor.extract %cc[%i, %c1] : tensor<12x5xf32>
  %dd = tensor.cast %d : tensor<?xf32> to tensor<4xf32>
  %4 = tensor.extract %dd[%i] : tensor<4xf32>
  %ix = arith.index_cast %ti : tensor<4xi32> to tensor<4xindex>
  %5 = tensor.extract %ix[%i] : tensor<4xindex>
  %oo = tensor.collapse_shape %o [] : tensor<1x1xf32> into tensor<f32>
  %6 = tensor.extract %oo[] : tensor<f32>
  %g = tensor.generate { ^bb0(%p: index): %q = arith.index_cast %p : index to i32
    %qq = arith.sitofp %q : i32 to f32
    tensor.yield %qq : f32 } : tensor<6xf32>
  %7 = tensor.extract %g[%i] : tensor<6xf32>
  %8 = tensor.extract %fe[%c0, %c7] : tensor<1x2xf32>
  %in = tensor.insert %a into %d[%i] : tensor<?xf32>
  %9 = tensor.extract %in[%i] : tensor<?xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : f32, f32, i32, f32, f32, index, f32, f32, f32, f32
}

// -----

// Constants are computed; a reshape to the own shape goes.
// CHECK-LABEL: func.func @folds(
// CHECK-NEXT: %cst = arith.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<3.000000e+00> : tensor<2x3xf32>
// CHECK-NEXT: %cst_1 = arith.constant dense<3.000000e+00> : tensor<2x1x3xf32>
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %cst_2 = arith.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %cst_3 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %cst_4 = arith.constant dense<[1, 2]> : tensor<2xi32>
// CHECK-NEXT: %splat = tensor.splat %cst_3[%arg0] : tensor<?xf32>
// CHECK-NEXT: %dim = tensor.dim %arg5, %c0 : tensor<?x4xf32>
// CHECK-NEXT: %from_elements = tensor.from_elements %dim, %c4 : tensor<2xindex>
// CHECK-NEXT: return %cst_4, %cst_2, %splat, %cst_2, %cst_1, %arg4, %cst_0, %arg5, %cst_2, %cst, %from_elements : tensor<2xi32>, tensor<4xf32>, tensor<?xf32>, tensor<4xf32>, tensor<2x1x3xf32>, tensor<?xf32>, tensor<2x3xf32>, tensor<?x4xf32>, tensor<4xf32>, tensor<2x2xf32>, tensor<2xindex>
// CHECK-NEXT: }
func.func @folds(%n: index, %i: tensor<2x1xindex>, %x: f32, %sh: tensor<1xindex>, %v: tensor<?xf32>, %w: tensor<?x4xf32>) -> (tensor<2xi32>, tensor<4xf32>, tensor<?xf32>, tensor<4xf32>, tensor<2x1x3xf32>, tensor<?xf32>, tensor<2x3xf32>, tensor<?x4xf32>, tensor<4xf32>, tensor<2x2xf32>, tensor<2xindex>) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %f = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %0 = tensor.from_elements %c1, %c2 : tensor<2xi32>
  %1 = tensor.splat %f : tensor<4xf32>
  %2 = tensor.splat %f[%n] : tensor<?xf32>
  %k = arith.constant dense<1.0> : tensor<4xf32>
  %3 = tensor.insert %f into %k[%c0] : tensor<4xf32>
  %k2 = arith.constant dense<3.0> : tensor<5x3xf32>
  %4 = tensor.gather %k2[%i] gather_dims([0]) : (tensor<5x3xf32>, tensor<2x1xindex>) -> tensor<2x1x3xf32>
  %5 = tensor.reshape %v(%sh) : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %ks = arith.constant dense<[2,3]> : tensor<2xindex>
  %k6 = arith.constant dense<3.0> : tensor<6xf32>
  %6 = tensor.reshape %k6(%ks) : (tensor<6xf32>, tensor<2xindex>) -> tensor<2x3xf32>
  %d0 = tensor.dim %w, %c0 : tensor<?x4xf32>
  %c4 = arith.constant 4 : index
  %fs = tensor.from_elements %d0, %c4 : tensor<2xindex>
  %7 = tensor.reshape %w(%fs) : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
  %8 = tensor.concat dim(0) %k : (tensor<4xf32>) -> tensor<4xf32>
  %kk = arith.constant dense<[1.,2.,3.,4.]> : tensor<4xf32>
  %9 = tensor.expand_shape %kk [[0,1]] output_shape [2,2] : tensor<4xf32> into tensor<2x2xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %fs : tensor<2xi32>, tensor<4xf32>, tensor<?xf32>, tensor<4xf32>, tensor<2x1x3xf32>, tensor<?xf32>, tensor<2x3xf32>, tensor<?x4xf32>, tensor<4xf32>, tensor<2x2xf32>, tensor<2xindex>
}

// -----

// Casts in between go, unless they promise more; sizes of slices take what a cast promises.
// CHECK-LABEL: func.func @casts(
// CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<4x?xf32> to tensor<?x8xf32>
// CHECK-NEXT: %cast_0 = tensor.cast %arg1 : tensor<?x?xf32> to tensor<4x?xf32>
// CHECK-NEXT: %cast_1 = tensor.cast %cast_0 : tensor<4x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[1, 0] [1, 16] [1, 1] : tensor<4x?xf32> to tensor<16xf32>
// CHECK-NEXT: %0 = tensor.empty() : tensor<4xf32>
// CHECK-NEXT: %1 = tensor.bitcast %0 : tensor<4xf32> to tensor<4xi32>
// CHECK-NEXT: %cast_2 = tensor.cast %arg0 : tensor<4x?xf32> to tensor<4x5xf32>
// CHECK-NEXT: return %cast, %cast_1, %arg1, %extracted_slice, %1, %cast_2 : tensor<?x8xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<16xf32>, tensor<4xi32>, tensor<4x5xf32>
// CHECK-NEXT: }
func.func @casts(%a: tensor<4x?xf32>, %b: tensor<?x?xf32>, %u: tensor<*xf32>, %s: index) -> (tensor<?x8xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<16xf32>, tensor<4xi32>, tensor<4x5xf32>) {
  %0 = tensor.cast %a : tensor<4x?xf32> to tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<?x8xf32>
  %2 = tensor.cast %b : tensor<?x?xf32> to tensor<4x?xf32>
  %3 = tensor.cast %2 : tensor<4x?xf32> to tensor<?x?xf32>
  %4 = tensor.cast %b : tensor<?x?xf32> to tensor<*xf32>
  %5 = tensor.cast %4 : tensor<*xf32> to tensor<?x?xf32>
  %6 = tensor.extract_slice %a[1, 0] [1, %s] [1, 1] : tensor<4x?xf32> to tensor<?xf32>
  %7 = tensor.cast %6 : tensor<?xf32> to tensor<16xf32>
  %8 = tensor.bitcast %7 : tensor<16xf32> to tensor<16xui32>
  %e = tensor.empty() : tensor<4xf32>
  %9 = tensor.bitcast %e : tensor<4xf32> to tensor<4xui32>
  %10 = tensor.bitcast %9 : tensor<4xui32> to tensor<4xi32>
  %m = tensor.cast %a : tensor<4x?xf32> to tensor<4x5xf32>
  return %1, %3, %5, %7, %10, %m : tensor<?x8xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<16xf32>, tensor<4xi32>, tensor<4x5xf32>
}

// -----

// Reshapes in a row become one.
// CHECK-LABEL: func.func @reshapes(
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2]] : tensor<4x?x2xf32> into tensor<?x2xf32>
// CHECK-NEXT: %collapsed_0 = tensor.collapse_shape %arg0 {{\[\[}}0, 1, 2]] : tensor<4x?x2xf32> into tensor<?xf32>
// CHECK-NEXT: %expanded = tensor.expand_shape %arg1 {{\[\[}}0, 1], [2]] output_shape [4, 2, %arg2] : tensor<8x?xf32> into tensor<4x2x?xf32>
// CHECK-NEXT: %splat = tensor.splat %arg3 : tensor<2x2xf32>
// CHECK-NEXT: %from_elements = tensor.from_elements %arg3, %arg4 : tensor<1x2xf32>
// CHECK-NEXT: %collapsed_1 = tensor.collapse_shape %arg1 {{\[\[}}0, 1]] : tensor<8x?xf32> into tensor<?xf32>
// CHECK-NEXT: %expanded_2 = tensor.expand_shape %arg5 {{\[\[}}0, 1], [2, 3]] output_shape [%arg2, 2, 2, %arg2] : tensor<?x?xf32> into tensor<?x2x2x?xf32>
// CHECK-NEXT: %0 = arith.muli %arg2, %c2 : index
// CHECK-NEXT: %expanded_3 = tensor.expand_shape %arg6 {{\[\[}}0, 1]] output_shape [%0, 2] : tensor<?xf32> into tensor<?x2xf32>
// CHECK-NEXT: return %collapsed_0, %expanded, %splat, %from_elements, %collapsed_1, %expanded_2, %arg0, %expanded_3, %collapsed : tensor<?xf32>, tensor<4x2x?xf32>, tensor<2x2xf32>, tensor<1x2xf32>, tensor<?xf32>, tensor<?x2x2x?xf32>, tensor<4x?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>
// CHECK-NEXT: }
func.func @reshapes(%a: tensor<4x?x2xf32>, %b: tensor<8x?xf32>, %n: index, %x: f32, %y: f32, %c: tensor<?x?xf32>, %d: tensor<?xf32>, %h: tensor<8xf32>) -> (tensor<?xf32>, tensor<4x2x?xf32>, tensor<2x2xf32>, tensor<1x2xf32>, tensor<?xf32>, tensor<?x2x2x?xf32>, tensor<4x?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>) {
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %0 = tensor.collapse_shape %a [[0, 1], [2]] : tensor<4x?x2xf32> into tensor<?x2xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<?x2xf32> into tensor<?xf32>
  %2 = tensor.cast %b : tensor<8x?xf32> to tensor<?x?xf32>
  %3 = tensor.expand_shape %2 [[0, 1], [2]] output_shape [%c4, 2, %n] : tensor<?x?xf32> into tensor<?x2x?xf32>
  %k3 = tensor.cast %3 : tensor<?x2x?xf32> to tensor<4x2x?xf32>
  %s = tensor.splat %x : tensor<4xf32>
  %4 = tensor.expand_shape %s [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %f = tensor.from_elements %x, %y : tensor<2xf32>
  %5 = tensor.expand_shape %f [[0, 1]] output_shape [1, 2] : tensor<2xf32> into tensor<1x2xf32>
  %6 = tensor.collapse_shape %2 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %7 = tensor.expand_shape %c [[0, 1], [2, 3]] output_shape [%n, 2, 2, %n] : tensor<?x?xf32> into tensor<?x2x2x?xf32>
  %8 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [4, %n, 2] : tensor<?x2xf32> into tensor<4x?x2xf32>
  %9 = tensor.expand_shape %d [[0, 1, 2]] output_shape [%n, 2, 2] : tensor<?xf32> into tensor<?x2x2xf32>
  %10 = tensor.collapse_shape %9 [[0, 1], [2]] : tensor<?x2x2xf32> into tensor<?x2xf32>
  return %1, %k3, %4, %5, %6, %7, %8, %10, %0 : tensor<?xf32>, tensor<4x2x?xf32>, tensor<2x2xf32>, tensor<1x2xf32>, tensor<?xf32>, tensor<?x2x2x?xf32>, tensor<4x?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>
}

// -----

// Constant extents of an expansion become static where the source before a cast is.
// CHECK-LABEL: func.func @exp(
// CHECK-NEXT: %expanded = tensor.expand_shape %arg0 {{\[\[}}0, 1], [2]] output_shape [4, 2, %arg1] : tensor<8x?xf32> into tensor<4x2x?xf32>
// CHECK-NEXT: %cast = tensor.cast %expanded : tensor<4x2x?xf32> to tensor<?x2x?xf32>
// CHECK-NEXT: return %cast : tensor<?x2x?xf32>
// CHECK-NEXT: }
func.func @exp(%b: tensor<8x?xf32>, %n: index) -> tensor<?x2x?xf32> {
  %c4 = arith.constant 4 : index
  %2 = tensor.cast %b : tensor<8x?xf32> to tensor<?x?xf32>
  %3 = tensor.expand_shape %2 [[0, 1], [2]] output_shape [%c4, 2, %n] : tensor<?x?xf32> into tensor<?x2x?xf32>
  return %3 : tensor<?x2x?xf32>
}

// -----

// Constants become numbers, casts move behind slices, insertions that are overwritten or undone go.
// CHECK-LABEL: func.func @slices(
// CHECK-NEXT: %cst = arith.constant dense<4.000000e+00> : tensor<2x2xf32>
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[1, 0] [2, %arg1] [1, 1] : tensor<8x?xf32> to tensor<2x?xf32>
// CHECK-NEXT: %cast = tensor.cast %extracted_slice : tensor<2x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: %extracted_slice_0 = tensor.extract_slice %arg0[%arg1, 1] [1, 2] [1, %arg1] : tensor<8x?xf32> to tensor<2xf32>
// CHECK-NEXT: %cast_1 = tensor.cast %extracted_slice_0 : tensor<2xf32> to tensor<?xf32>
// CHECK-NEXT: %extracted_slice_2 = tensor.extract_slice %arg3[0, 0] [%arg1, 3] [1, 1] : tensor<2x3xf32> to tensor<?x3xf32>
// CHECK-NEXT: %cast_3 = tensor.cast %arg4 : tensor<?x?xf32> to tensor<2x3xf32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %cast_3 into %arg0[0, 1] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<8x?xf32>
// CHECK-NEXT: %inserted_slice_4 = tensor.insert_slice %arg3 into %arg0[0, 0] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<8x?xf32>
// CHECK-NEXT: %cast_5 = tensor.cast %inserted_slice_4 : tensor<8x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: %inserted_slice_6 = tensor.insert_slice %arg3 into %arg2[1, 2] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<?x?xf32>
// CHECK-NEXT: %cast_7 = tensor.cast %arg5 : tensor<?xf32> to tensor<2xf32>
// CHECK-NEXT: %inserted_slice_8 = tensor.insert_slice %cast_7 into %arg0[0, %arg1] [2, 1] [1, 1] : tensor<2xf32> into tensor<8x?xf32>
// CHECK-NEXT: return %cast, %cast_1, %extracted_slice_2, %arg3, %inserted_slice, %cast_5, %inserted_slice_6, %arg0, %cst, %inserted_slice_8 : tensor<?x?xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<2x3xf32>, tensor<8x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<8x?xf32>, tensor<2x2xf32>, tensor<8x?xf32>
// CHECK-NEXT: }
func.func @slices(%a: tensor<8x?xf32>, %n: index, %b: tensor<?x?xf32>, %p: tensor<2x3xf32>, %s: tensor<?x?xf32>, %r: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<2x3xf32>, tensor<8x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<8x?xf32>, tensor<2x2xf32>, tensor<8x?xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = tensor.extract_slice %a[%c1, 0] [%c2, %n] [1, 1] : tensor<8x?xf32> to tensor<?x?xf32>
  %1 = tensor.extract_slice %a[%n, %c1] [1, %c2] [1, %n] : tensor<8x?xf32> to tensor<?xf32>
  %2 = tensor.cast %p : tensor<2x3xf32> to tensor<?x?xf32>
  %3 = tensor.extract_slice %2[0, 0] [%n, 3] [1, 1] : tensor<?x?xf32> to tensor<?x3xf32>
  %4 = tensor.insert_slice %p into %b[1, 2] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<?x?xf32>
  %5 = tensor.extract_slice %4[1, 2] [2, 3] [1, 1] : tensor<?x?xf32> to tensor<2x3xf32>
  %6 = tensor.insert_slice %s into %a[0, %c1] [%c2, %c3] [1, 1] : tensor<?x?xf32> into tensor<8x?xf32>
  %7 = tensor.cast %a : tensor<8x?xf32> to tensor<?x?xf32>
  %8 = tensor.insert_slice %2 into %7[0, 0] [%n, %n] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
  %9 = tensor.insert_slice %p into %4[1, 2] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<?x?xf32>
  %q = tensor.extract_slice %a[0, 0] [%n, 1] [1, 1] : tensor<8x?xf32> to tensor<?x1xf32>
  %10 = tensor.insert_slice %q into %a[0, 0] [%n, 1] [1, 1] : tensor<?x1xf32> into tensor<8x?xf32>
  %k = arith.constant dense<4.0> : tensor<4x4xf32>
  %11 = tensor.extract_slice %k[0, 0] [2, 2] [1, 1] : tensor<4x4xf32> to tensor<2x2xf32>
  %12 = tensor.insert_slice %r into %a[0, %n] [%c2, 1] [1, 1] : tensor<?xf32> into tensor<8x?xf32>
  return %0, %1, %3, %5, %6, %8, %9, %10, %11, %12 : tensor<?x?xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<2x3xf32>, tensor<8x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<8x?xf32>, tensor<2x2xf32>, tensor<8x?xf32>
}

// -----

// Paddings by nothing go, casts and constants make extents static, nofold keeps its operation.
// CHECK-LABEL: func.func @pads(
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %padded = tensor.pad %arg0 low[1, %arg1] high[1, 0] {
// CHECK-NEXT: ^bb0(%arg4: index, %arg5: index):
// CHECK-NEXT: tensor.yield %arg2 : f32
// CHECK-NEXT: } : tensor<4x?xf32> to tensor<6x?xf32>
// CHECK-NEXT: %cast = tensor.cast %padded : tensor<6x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: %padded_0 = tensor.pad %arg0 low[1, %arg1] high[1, 0] {
// CHECK-NEXT: ^bb0(%arg4: index, %arg5: index):
// CHECK-NEXT: tensor.yield %arg2 : f32
// CHECK-NEXT: } : tensor<4x?xf32> to tensor<6x8xf32>
// CHECK-NEXT: %padded_1 = tensor.pad %arg3 low[1, %arg1] high[1, 0] {
// CHECK-NEXT: ^bb0(%arg4: index, %arg5: index):
// CHECK-NEXT: tensor.yield %arg2 : f32
// CHECK-NEXT: } : tensor<4x4xf32> to tensor<6x?xf32>
// CHECK-NEXT: %cast_2 = tensor.cast %padded_1 : tensor<6x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: %padded_3 = tensor.pad %arg3 nofold low[0, 0] high[0, 0] {
// CHECK-NEXT: ^bb0(%arg4: index, %arg5: index):
// CHECK-NEXT: tensor.yield %arg2 : f32
// CHECK-NEXT: } : tensor<4x4xf32> to tensor<4x4xf32>
// CHECK-NEXT: %padded_4 = tensor.pad %arg3 low[%arg1, %arg1] high[%c1, 0] {
// CHECK-NEXT: ^bb0(%arg4: index, %arg5: index):
// CHECK-NEXT: tensor.yield %arg2 : f32
// CHECK-NEXT: } : tensor<4x4xf32> to tensor<?x?xf32>
// CHECK-NEXT: return %arg0, %cast, %padded_0, %cast_2, %padded_3, %padded_4 : tensor<4x?xf32>, tensor<?x?xf32>, tensor<6x8xf32>, tensor<?x?xf32>, tensor<4x4xf32>, tensor<?x?xf32>
// CHECK-NEXT: }
func.func @pads(%a: tensor<4x?xf32>, %n: index, %x: f32, %s: tensor<4x4xf32>) -> (tensor<4x?xf32>, tensor<?x?xf32>, tensor<6x8xf32>, tensor<?x?xf32>, tensor<4x4xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.pad %a low[0, %c0] high[0, 0] { ^bb0(%i: index, %j: index): tensor.yield %x : f32 } : tensor<4x?xf32> to tensor<4x?xf32>
  %1 = tensor.cast %a : tensor<4x?xf32> to tensor<?x?xf32>
  %2 = tensor.pad %1 low[1, %n] high[1, 0] { ^bb0(%i: index, %j: index): tensor.yield %x : f32 } : tensor<?x?xf32> to tensor<?x?xf32>
  %3 = tensor.pad %1 low[1, %n] high[1, 0] { ^bb0(%i: index, %j: index): tensor.yield %x : f32 } : tensor<?x?xf32> to tensor<?x?xf32>
  %4 = tensor.cast %3 : tensor<?x?xf32> to tensor<6x8xf32>
  %5 = tensor.pad %s low[%c1, %n] high[1, 0] { ^bb0(%i: index, %j: index): tensor.yield %x : f32 } : tensor<4x4xf32> to tensor<?x?xf32>
  %6 = tensor.pad %s nofold low[0, 0] high[0, 0] { ^bb0(%i: index, %j: index): tensor.yield %x : f32 } : tensor<4x4xf32> to tensor<4x4xf32>
  %7 = tensor.pad %s low[%n, %n] high[%c1, 0] { ^bb0(%i: index, %j: index): tensor.yield %x : f32 } : tensor<4x4xf32> to tensor<?x?xf32>
  return %0, %2, %4, %5, %6, %7 : tensor<4x?xf32>, tensor<?x?xf32>, tensor<6x8xf32>, tensor<?x?xf32>, tensor<4x4xf32>, tensor<?x?xf32>
}

// -----

// Two paddings of different dimensions become one.
// CHECK-LABEL: func.func @ortho(
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[16, 4] [%arg1, %arg2] [1, 1] : tensor<64x64xf32> to tensor<?x?xf32>
// CHECK-NEXT: %padded = tensor.pad %extracted_slice nofold low[0, 0] high[%arg3, %arg4] {
// CHECK-NEXT: ^bb0(%arg5: index, %arg6: index):
// CHECK-NEXT: tensor.yield %cst : f32
// CHECK-NEXT: } : tensor<?x?xf32> to tensor<8x4xf32>
// CHECK-NEXT: return %padded : tensor<8x4xf32>
// CHECK-NEXT: }
func.func @ortho(%t: tensor<64x64xf32>, %n: index, %m: index, %h: index, %k: index) -> tensor<8x4xf32> {
  %cst = arith.constant 0.0 : f32
  %0 = tensor.extract_slice %t[16, 0] [%n, 64] [1, 1] : tensor<64x64xf32> to tensor<?x64xf32>
  %1 = tensor.pad %0 low[0, 0] high[%h, 0] { ^bb0(%i: index, %j: index): tensor.yield %cst : f32 } : tensor<?x64xf32> to tensor<8x64xf32>
  %2 = tensor.extract_slice %1[0, 4] [8, %m] [1, 1] : tensor<8x64xf32> to tensor<8x?xf32>
  %3 = tensor.pad %2 nofold low[0, 0] high[0, %k] { ^bb0(%i: index, %j: index): tensor.yield %cst : f32 } : tensor<8x?xf32> to tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}

// -----

// Operands and result of a concatenation tell each other their extents.
// CHECK-LABEL: func.func @concats(
// CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<?x4xf32> to tensor<3x4xf32>
// CHECK-NEXT: %cast_0 = tensor.cast %arg2 : tensor<?x?xf32> to tensor<3x?xf32>
// CHECK-NEXT: %concat = tensor.concat dim(1) %cast, %arg1, %cast_0 : (tensor<3x4xf32>, tensor<3x?xf32>, tensor<3x?xf32>) -> tensor<3x?xf32>
// CHECK-NEXT: %cast_1 = tensor.cast %concat : tensor<3x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: %cast_2 = tensor.cast %arg0 : tensor<?x4xf32> to tensor<?x?xf32>
// CHECK-NEXT: return %cast_1, %cast_2 : tensor<?x?xf32>, tensor<?x?xf32>
// CHECK-NEXT: }
func.func @concats(%a: tensor<?x4xf32>, %b: tensor<3x?xf32>, %c: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = tensor.concat dim(1) %a, %b, %c : (tensor<?x4xf32>, tensor<3x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = tensor.concat dim(0) %a : (tensor<?x4xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// Writes happen before a cast, but not inside of a mask, where only one operation may stand.
// CHECK-LABEL: func.func @dest_style(
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<8xf32> to tensor<?xf32>
// CHECK-NEXT: %inserted = tensor.insert %arg2 into %arg0[%arg3] {tag} : tensor<8xf32>
// CHECK-NEXT: %cast_0 = tensor.cast %inserted : tensor<8xf32> to tensor<?xf32>
// CHECK-NEXT: %0 = vector.transfer_write %arg1, %arg0[%arg3] {tag} : vector<4xf32>, tensor<8xf32>
// CHECK-NEXT: %cast_1 = tensor.cast %0 : tensor<8xf32> to tensor<?xf32>
// CHECK-NEXT: %1 = vector.mask %arg4 { vector.transfer_write %arg1, %cast[%arg3] : vector<4xf32>, tensor<?xf32> } : vector<4xi1> -> tensor<?xf32>
// CHECK-NEXT: return %cast_0, %cast_1, %c8, %1 : tensor<?xf32>, tensor<?xf32>, index, tensor<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @dest_style(%a: tensor<8xf32>, %v: vector<4xf32>, %x: f32, %i: index, %m: vector<4xi1>) -> (tensor<?xf32>, tensor<?xf32>, index, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %0 = tensor.cast %a : tensor<8xf32> to tensor<?xf32>
  %1 = tensor.insert %x into %0[%i] {tag} : tensor<?xf32>
  %2 = vector.transfer_write %v, %0[%i] {tag} : vector<4xf32>, tensor<?xf32>
  %3 = tensor.dim %2, %c0 : tensor<?xf32>
  %4 = vector.mask %m { vector.transfer_write %v, %0[%i] : vector<4xf32>, tensor<?xf32> } : vector<4xi1> -> tensor<?xf32>
  return %1, %2, %3, %4 : tensor<?xf32>, tensor<?xf32>, index, tensor<?xf32>
}

// -----

// The source of a parallel insertion is cast in front of the terminator.
// CHECK-LABEL: func.func @par(
// CHECK-NEXT: %0 = scf.forall (%arg3) in (4) shared_outs(%arg4 = %arg1) -> (tensor<8xf32>) {
// CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<?xf32> to tensor<2xf32>
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %cast into %arg4[%arg3] [2] [1] : tensor<2xf32> into tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : tensor<8xf32>
// CHECK-NEXT: }
func.func @par(%s: tensor<?xf32>, %d: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c2 = arith.constant 2 : index
  %0 = scf.forall (%i) in (4) shared_outs(%o = %d) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [%c2] [1] : tensor<?xf32> into tensor<8xf32>
    }
  }
  return %0 : tensor<8xf32>
}

// -----

// Constant extents of tensor.generate become static.
// CHECK-LABEL: func.func @gen(
// CHECK-NEXT: %generated = tensor.generate %arg0 {
// CHECK-NEXT: ^bb0(%arg2: index, %arg3: index):
// CHECK-NEXT: tensor.yield %arg1 : f32
// CHECK-NEXT: } : tensor<?x2xf32>
// CHECK-NEXT: %cast = tensor.cast %generated : tensor<?x2xf32> to tensor<?x?xf32>
// CHECK-NEXT: return %cast : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @gen(%n: index, %x: f32) -> tensor<?x?xf32> {
  %c2 = arith.constant 2 : index
  %g = tensor.generate %n, %c2 { ^bb0(%p: index, %q: index): tensor.yield %x : f32 } {tag} : tensor<?x?xf32>
  return %g : tensor<?x?xf32>
}

// -----

// An insertion takes the source before a cast.
// CHECK-LABEL: func.func @casted(
// CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<?x3xf32> to tensor<?x?xf32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %cast into %arg2[0, 0, 0] [%arg1, 1, %arg1] [1, 1, 1] : tensor<?x?xf32> into tensor<?x?x?xf32>
// CHECK-NEXT: return %inserted_slice : tensor<?x?x?xf32>
// CHECK-NEXT: }
func.func @casted(%p: tensor<?x3xf32>, %n: index, %b: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %2 = tensor.cast %p : tensor<?x3xf32> to tensor<?x?xf32>
  %8 = tensor.insert_slice %2 into %b[0, 0, 0] [%n, 1, %n] [1, 1, 1] : tensor<?x?xf32> into tensor<?x?x?xf32>
  return %8 : tensor<?x?x?xf32>
}

// The first value that is listed for an index counts; what is not listed is zero.
// CHECK-LABEL: func.func @extract_sparse(
// CHECK-DAG:     %[[TWO:.+]] = arith.constant -2.000000e+00 : f16
// CHECK-DAG:     %[[ZERO:.+]] = arith.constant 0.000000e+00 : f16
// CHECK-DAG:     %[[ONE:.+]] = arith.constant 1 : i32
// CHECK-DAG:     %[[SEVEN:.+]] = arith.constant 7 : i32
// CHECK:         return %[[TWO]], %[[ZERO]], %[[ONE]], %[[SEVEN]]
func.func @extract_sparse() -> (f16, f16, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = arith.constant sparse<1, -2.0> : tensor<2x2xf16>
  %t = arith.constant sparse<[[0, 1], [1, 1], [0, 1]], [1, 2, 3]> : tensor<2x2xi32>
  %u = arith.constant sparse<[[0, 1], [1, 1], [0, 0]], 7> : tensor<2x2xi32>
  %0 = tensor.extract %s[%c1, %c1] : tensor<2x2xf16>
  %1 = tensor.extract %s[%c0, %c1] : tensor<2x2xf16>
  %2 = tensor.extract %t[%c0, %c1] : tensor<2x2xi32>
  %3 = tensor.extract %u[%c0, %c0] : tensor<2x2xi32>
  return %0, %1, %2, %3 : f16, f16, i32, i32
}
