// RUN: optc %s --split-input-file --verify-diagnostics

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x64xf16>
  // expected-error @below {{'poplar.slice' op slice [1, 5) is out of bounds of dimension 0 of size 4 [poplar.slice-range]}}
  %s = poplar.slice %x from 1 to 5 dim 0
  // expected-error @below {{'poplar.slice' op expected a dimension from 0 to 1 of a tensor of rank 2, but got 2 [poplar.dim-range]}}
  %t = poplar.slice %x from 1 to 5 dim 2
  %u = poplar.slice %s from 0 to 1 dim 0
  // expected-error @below {{'poplar.index' op index 4 is out of bounds of dimension 0 of size 4 [poplar.slice-range]}}
  %v = poplar.index %x 4 dim 0
  // expected-error @below {{'poplar.dim_shuffle' op expected a permutation of 2 dimensions, but got [0 0] [poplar.perm-bad]}}
  %w = poplar.dim_shuffle %x [0, 0]
  // expected-error @below {{'poplar.squeeze' op expected dimension 0 to have size 1, but got 4 [poplar.dim-range]}}
  %y = poplar.squeeze %x [0]
  // expected-error @below {{'poplar.reshape' op expected the types of source and result}}
  %a = poplar.reshape %x
  // expected-error @below {{'poplar.expand' op dimension 3 is above rank 2 [poplar.dim-range]}}
  %b = poplar.expand %x [3]
  // expected-error @below {{'poplar.broadcast' op expected a count of at least 0, but got -1 [poplar.dim-range]}}
  %c = poplar.broadcast %x -1 dim 0
  // expected-error @below {{'poplar.subsample' op expected a step of at least 1, but got 0 [poplar.slice-range]}}
  %d = poplar.subsample %x step 0 dim 0
  // expected-error @below {{use of undeclared SSA value name}}
  %e = poplar.flatten %nothing
  // expected-error @below {{custom op 'poplar.slice' expected the type of the operand, '!poplar.tensor<4x64xf16>', but got '!poplar.tensor<4x63xf16>'}}
  %f = poplar.slice %x from 1 to 2 dim 0 : !poplar.tensor<4x63xf16> to !poplar.tensor<1x63xf16>
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x64xf16>
  %y = poplar.variable "y" : !poplar.tensor<4x64xf32>
  // expected-error @below {{'poplar.concat' op expected elements of type half, but tensor 1 has float [poplar.type-mismatch]}}
  %c = poplar.concat %x, %y dim 0
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x64xf16>
  %y = poplar.variable "y" : !poplar.tensor<4x63xf16>
  // expected-error @below {{'poplar.concat' op expected shape [4 64] except for dimension 0, but tensor 1 has shape [4 63] [poplar.shape-mismatch]}}
  %c = poplar.concat %x, %y dim 0
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x64xf16>
  // expected-error @below {{'poplar.slice' op expected result type '!poplar.tensor<1x64xf16>', but got '!poplar.tensor<2x64xf16>' [poplar.shape-mismatch]}}
  %f = poplar.slice %x from 1 to 2 dim 0 : !poplar.tensor<4x64xf16> to !poplar.tensor<2x64xf16>
}

// -----

poplar.graph @g {
  // expected-error @below {{'poplar.variable' op expected a static shape, but got '!poplar.tensor<?xf16>' [poplar.dim-range]}}
  %x = poplar.variable "x" : !poplar.tensor<?xf16>
}

// -----

poplar.graph @g {
  // expected-error @below {{expected integer elements, but parsed floating-point}}
  %x = poplar.variable "x" = dense<1.0> : !poplar.tensor<3xui16>
}

// -----

poplar.graph @g {
  // expected-error @below {{inferred shape of elements literal ([2]) does not match type ([3])}}
  %x = poplar.constant dense<[1, 2]> : !poplar.tensor<3xui16>
}

// -----

poplar.graph @g {
  // expected-error @below {{'poplar.variable' op expected values of type 'tensor<3xui16>', but got 'tensor<3xi16>' [poplar.value-type]}}
  %x = "poplar.variable"() <{name = "x", value = dense<1> : tensor<3xi16>}> : () -> !poplar.tensor<3xui16>
}

// -----

func.func @f() {
  // expected-error @below {{'poplar.variable' op expects parent op 'poplar.graph'}}
  %x = poplar.variable "x" : !poplar.tensor<4x64xf16>
  return
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x64xf16>
  // expected-error @below {{'poplar.reshape' op expected a shape of 256 elements, but got [4 63] of 252 [poplar.reshape-count]}}
  // expected-note @below {{the tensor has shape [4 64]}}
  %z = poplar.reshape %x : !poplar.tensor<4x64xf16> to !poplar.tensor<4x63xf16>
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x64xf16>
  // expected-error @below {{'poplar.concat' op expected at least one tensor to concatenate [poplar.shape-mismatch]}}
  %z = "poplar.concat"() <{dim = 0 : i64}> : () -> !poplar.tensor<4x63xf16>
}
