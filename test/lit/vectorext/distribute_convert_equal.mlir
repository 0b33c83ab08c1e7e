// RUN: optc %s --verify-diagnostics --vectorext-distribute-nested-layout="workgroup-size=32 chip=sm_80 explain" --canonicalize --verify-exec | FileCheck %s

// A constant whose elements are equal changes its layout without an exchange.

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 8], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [1, 1]>

// CHECK-LABEL: func.func @equal
// CHECK-NOT: gpu.shuffle
// CHECK: vector.gather %arg0[%c0] [%cst
// CHECK-NOT: gpu.shuffle
func.func @equal(%m: memref<64xf32>, %o: memref<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %i = arith.constant dense<54> : vector<32xindex>
  // expected-remark@+1 {{exchanges nothing; all elements are equal}}
  %c = vector.shape_cast %i : vector<32xindex> to vector<4x8xindex>
  %mask = arith.constant dense<true> : vector<4x8xi1>
  %none = arith.constant dense<0.0> : vector<4x8xf32>
  // expected-remark@+1 {{gathers 1 × 4 bytes; 32 threads touch 1 sector of 32 bytes, the least}}
  %y = vector.gather %m[%c0] [%c], %mask, %none : memref<64xf32>, vector<4x8xindex>, vector<4x8xi1>, vector<4x8xf32> into vector<4x8xf32>
  %x = iree_vector_ext.to_layout %y to layout(#rows) : vector<4x8xf32>
  // expected-remark@+1 {{writes 4 × 4 bytes; 8 threads touch 4 sectors of 32 bytes, the least}}
  vector.transfer_write %x, %o[%c0, %c0] {in_bounds = [true, true]} : vector<4x8xf32>, memref<4x8xf32>
  return
}
