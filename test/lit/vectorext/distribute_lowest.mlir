// RUN: optc %s --vectorext-distribute-nested-layout="workgroup-size=8" --canonicalize --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --vectorext-distribute-nested-layout="workgroup-size=8" --canonicalize --verify-exec -o /dev/null

// Types without infinities: the lowest number is neutral for a maximum, and the highest for a minimum.
#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// CHECK-LABEL: func.func @largest(
// CHECK: arith.constant -4.480000e+02 : f8E4M3FN
func.func @largest(%m: memref<16xf8E4M3FN>, %p: f8E4M3FN) -> f8E4M3FN {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<16xf8E4M3FN>, vector<16xf8E4M3FN>
  %v = iree_vector_ext.to_layout %0 to layout(#line) : vector<16xf8E4M3FN>
  %r = vector.multi_reduction <maximumf>, %v, %p [0] : vector<16xf8E4M3FN> to f8E4M3FN
  return %r : f8E4M3FN
}

// CHECK-LABEL: func.func @smallest(
// CHECK: arith.constant 6.000000e+00 : f4E2M1FN
func.func @smallest(%m: memref<16xf4E2M1FN>, %p: f4E2M1FN) -> f4E2M1FN {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<16xf4E2M1FN>, vector<16xf4E2M1FN>
  %v = iree_vector_ext.to_layout %0 to layout(#line) : vector<16xf4E2M1FN>
  %r = vector.multi_reduction <minimumf>, %v, %p [0] : vector<16xf4E2M1FN> to f4E2M1FN
  return %r : f4E2M1FN
}

// The lowest number of a type without a sign is 2^-127.
// CHECK-LABEL: func.func @largest_scale(
// CHECK: arith.constant 5.877470e-39 : f8E8M0FNU
func.func @largest_scale(%m: memref<16xf8E8M0FNU>, %p: f8E8M0FNU) -> f8E8M0FNU {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<16xf8E8M0FNU>, vector<16xf8E8M0FNU>
  %v = iree_vector_ext.to_layout %0 to layout(#line) : vector<16xf8E8M0FNU>
  %r = vector.multi_reduction <maximumf>, %v, %p [0] : vector<16xf8E8M0FNU> to f8E8M0FNU
  return %r : f8E8M0FNU
}
