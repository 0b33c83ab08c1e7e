// RUN: optc %s --split-input-file --verify-diagnostics

// The maps that an attribute gives are those of the operation, as upstream reads them.

#input = affine_map<(n, w, f, W, C) -> (n, w * 2, C)>
#filter = affine_map<(n, w, f, W, C) -> (W, C, f)>
#output = affine_map<(n, w, f, W, C) -> (n, w, f)>
func.func @input(%x: tensor<?x?x?xf32>, %f: tensor<?x?x?xf32>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  // expected-error @below {{unexpected input index map for convolutions}}
  %0 = "linalg.conv_1d_nwc_wcf"(%x, %f, %o) ({
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.mulf %a, %b : f32
    %2 = arith.addf %c, %1 : f32
    linalg.yield %2 : f32
  }) {linalg.memoized_indexing_maps = [#input, #filter, #output], operandSegmentSizes = array<i32: 2, 1>} : (tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// -----

#input = affine_map<(n, w, f, W, C) -> (n, w + W, C)>
#filter = affine_map<(n, w, f, W, C) -> (W, C, f, W + 1)>
#output = affine_map<(n, w, f, W, C) -> (n, w, f)>
func.func @filter(%x: tensor<?x?x?xf32>, %f: tensor<?x?x?x?xf32>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  // expected-error @below {{expected output/filter indexing maps to be projected permutations}}
  %0 = "linalg.conv_1d_nwc_wcf"(%x, %f, %o) ({
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.mulf %a, %b : f32
    %2 = arith.addf %c, %1 : f32
    linalg.yield %2 : f32
  }) {linalg.memoized_indexing_maps = [#input, #filter, #output], operandSegmentSizes = array<i32: 2, 1>} : (tensor<?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// -----

#input = affine_map<(n, w, f, W, C) -> (n, w + f, C)>
#filter = affine_map<(n, w, f, W, C) -> (W, C, f)>
#output = affine_map<(n, w, f, W, C) -> (n, w, f)>
func.func @loop(%x: tensor<?x?x?xf32>, %f: tensor<?x?x?xf32>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  // expected-error @below {{unexpected loop dimension for convolution op}}
  %0 = "linalg.conv_1d_nwc_wcf"(%x, %f, %o) ({
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.mulf %a, %b : f32
    %2 = arith.addf %c, %1 : f32
    linalg.yield %2 : f32
  }) {linalg.memoized_indexing_maps = [#input, #filter, #output], operandSegmentSizes = array<i32: 2, 1>} : (tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
