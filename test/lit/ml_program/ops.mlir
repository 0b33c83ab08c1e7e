// RUN: optc %s | optc | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | optc | FileCheck %s
// RUN: optc %s --cse --canonicalize | FileCheck %s --check-prefix=CSE

// CHECK: #extern = #ml_program.extern : tensor<4xi32>
// CHECK: ml_program.global private mutable @state(dense<4> : tensor<4xi32>) : tensor<?xi32>
ml_program.global private mutable @state(dense<4> : tensor<4xi32>) : tensor<?xi32>
// CHECK: ml_program.global public mutable @empty : i32
ml_program.global public mutable @empty : i32
// CHECK: ml_program.global nested @table(#extern) : tensor<4xi32>
ml_program.global nested @table(#ml_program.extern : tensor<4xi32>) : tensor<4xi32>

// CHECK: ml_program.func private @elsewhere(i32) -> i32
ml_program.func private @elsewhere(i32) -> i32

// CHECK-LABEL: ml_program.func @statements
// CHECK-NEXT: %empty = ml_program.global_load @empty : i32
// CHECK-NEXT: %table = ml_program.global_load_const @table : tensor<4xi32>
// CHECK-NEXT: ml_program.global_store @empty = %arg0 : i32
// CHECK-NEXT: %empty_0 = ml_program.global_load @empty : i32
// CHECK-NEXT: ml_program.return %empty, %empty_0, %table : i32, i32, tensor<4xi32>
// CSE-LABEL: ml_program.func @statements
// CSE-NEXT: ml_program.global_load @empty
// CSE-NEXT: ml_program.global_load_const
// CSE-NEXT: ml_program.global_store
// CSE-NEXT: ml_program.global_load @empty
// CSE-NEXT: ml_program.return
ml_program.func @statements(%x: i32) -> (i32, i32, tensor<4xi32>) {
  %0 = ml_program.global_load @empty : i32
  %1 = ml_program.global_load_const @table : tensor<4xi32>
  ml_program.global_store @empty = %x : i32
  %2 = ml_program.global_load @empty : i32
  ml_program.return %0, %2, %1 : i32, i32, tensor<4xi32>
}

// CHECK-LABEL: ml_program.subgraph @graph
// CHECK: %{{.*}} = ml_program.global_store_graph @empty = %arg0 ordering(() -> !ml_program.token) : i32
// CHECK: %result, %produceToken = ml_program.global_load_graph @empty ordering(%{{.*}} -> !ml_program.token) : i32
// CHECK: ml_program.output %{{.*}} : i32
ml_program.subgraph @graph(%x: i32) -> i32 {
  %stored = ml_program.global_store_graph @empty = %x ordering (() -> !ml_program.token) : i32
  %first = ml_program.token
  %old, %after = ml_program.global_load_graph @empty ordering (%stored, %first -> !ml_program.token) : i32
  ml_program.output %old : i32
}
