// RUN: optc %s --vectorext-print-layouts --verify-diagnostics --split-input-file | FileCheck %s
// RUN: optc %s --vectorext-print-layouts='algorithm=first' --split-input-file 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: optc %s --vectorext-print-layouts='explain=true' --split-input-file 2>&1 | FileCheck %s --check-prefix=EXPLAIN

#four = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// The anchor behind a loop says what it carries.
// CHECK-LABEL: @loop
// FIRST-LABEL: @loop
func.func @loop(%n: index, %a: vector<8xf32>) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @below {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>}}
  %z = arith.constant dense<0.0> : vector<8xf32>
  // expected-remark @below {{layout of result #0 is}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (vector<8xf32>) {
    // expected-remark @below {{layout of result #0 is}}
    %t = arith.addf %s, %a : vector<8xf32>
    scf.yield %t : vector<8xf32>
  }
  %l = iree_vector_ext.to_layout %r to layout(#four) : vector<8xf32>
  return %l : vector<8xf32>
}

// -----

#four = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#eight = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// Two anchors disagree: the step is computed again, the argument is converted.
// CHECK-LABEL: @conflict
// CHECK-DAG: vector.step
// CHECK-DAG: vector.step
// CHECK: iree_vector_ext.to_layout %arg0 to layout(#nested{{.*}})
// EXPLAIN-LABEL: print_layouts.mlir:{{[0-9]+}}:{{[0-9]+}}: remark: layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8]
// EXPLAIN: note: it follows from this anchor
// EXPLAIN: remark: 'arith.muli' op needs an operand in another layout than it has; it is converted
// EXPLAIN: note: the operand has #iree_vector_ext.nested_layout<{{.*}}thread_tile = [8]
// EXPLAIN: note: it follows from this anchor
// EXPLAIN: note: the operation needs #iree_vector_ext.nested_layout<{{.*}}thread_tile = [4]
// EXPLAIN: note: it follows from this anchor
func.func @conflict(%a: vector<8xindex>) -> (vector<8xindex>, vector<8xindex>) {
  // expected-remark @below {{thread_tile = [4]}}
  // expected-remark @below {{thread_tile = [8]}}
  %s = vector.step : vector<8xindex>
  // expected-remark @below {{thread_tile = [4]}}
  %x = arith.muli %s, %a : vector<8xindex>
  // expected-remark @below {{thread_tile = [8]}}
  %y = arith.addi %s, %a : vector<8xindex>
  %k = iree_vector_ext.to_layout %x to layout(#four) : vector<8xindex>
  %l = iree_vector_ext.to_layout %y to layout(#eight) : vector<8xindex>
  return %k, %l : vector<8xindex>, vector<8xindex>
}

// -----

#four = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// Branches and loops with a condition carry layouts like counted loops.
// CHECK-LABEL: @branches
func.func @branches(%c: i1, %a: vector<8xf32>, %b: vector<8xf32>) -> vector<8xf32> {
  // expected-remark @below {{thread_tile = [4]}}
  %x = arith.mulf %a, %a : vector<8xf32>
  // expected-remark @below {{thread_tile = [4]}}
  %r = scf.if %c -> vector<8xf32> {
    scf.yield %x : vector<8xf32>
  } else {
    // expected-remark @below {{thread_tile = [4]}}
    %y = arith.addf %a, %b : vector<8xf32>
    scf.yield %y : vector<8xf32>
  }
  // expected-remark @below {{thread_tile = [4]}}
  %w = scf.while (%s = %r) : (vector<8xf32>) -> vector<8xf32> {
    scf.condition(%c) %s : vector<8xf32>
  } do {
  ^bb0(%t: vector<8xf32>):
    // expected-remark @below {{thread_tile = [4]}}
    %u = arith.addf %t, %b : vector<8xf32>
    scf.yield %u : vector<8xf32>
  }
  %l = iree_vector_ext.to_layout %w to layout(#four) : vector<8xf32>
  return %l : vector<8xf32>
}
