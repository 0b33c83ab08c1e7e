// RUN: optc %s | optc | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | optc | FileCheck %s
// RUN: optc %s --verify-diagnostics --vectorext-distribute-nested-layout
// RUN: optc %s --vectorext-print-layouts 2>&1 | FileCheck %s --check-prefix=KNOWN

// An open anchor is read, printed and verified, but has no layout and is not distributed.

#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// CHECK-LABEL: @open
// KNOWN: remark: layout of result #0 is #iree_vector_ext.nested_layout
// KNOWN-NOT: remark
func.func @open(%x: memref<16xf32>, %y: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  // CHECK: iree_vector_ext.to_layout %{{.*}} to layout(?) {mark} : vector<16xf32>
  // expected-error@below {{'iree_vector_ext.to_layout' op is not distributed: its layout is open}}
  // expected-note@below {{optc tune chooses a layout and writes it into the file}}
  %a = iree_vector_ext.to_layout %v to layout(?) {mark} : vector<16xf32>
  // CHECK: iree_vector_ext.to_layout %{{.*}} to layout(#nested) : vector<16xf32>
  %l = iree_vector_ext.to_layout %a to layout(#line) : vector<16xf32>
  vector.transfer_write %l, %y[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}
