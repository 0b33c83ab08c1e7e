// A plan in the text is kept, and edited plans give the same result.
//
// RUN: optc %s --poplar-set-target=arch=ipu2 --tile -o %t.mlir
// RUN: optc %s --poplar-set-target=arch=ipu2 --poplar-plan-tensors | FileCheck %s
// RUN: optc run %s --target ipu2 --print result0 | FileCheck %s --check-prefix=RUN-VALUES

// RUN: optc %s --poplar-set-target=arch=ipu2 --poplar-plan-tensors=explain -o %t.planned 2>&1 | FileCheck %s --check-prefix=EXPLAIN

// The flag of a command is the option of the pipeline for tiles, although pipelines of other families have one of this name.
// RUN: optc build %s --target ipu2 --explain -o %t.built 2>&1 | FileCheck %s --check-prefix=EXPLAIN

// Other plans for a search, the cheapest first.
// RUN: optc %s --poplar-set-target=arch=ipu2 --poplar-plan-tensors=others=3 | FileCheck %s --check-prefix=OTHERS
// OTHERS: linalg.add {poplar.others = [array<i64: {{.*}}>, array<i64: {{.*}}>, array<i64: {{.*}}>], poplar.parts = array

// EXPLAIN: remark: 'linalg.matmul' op is divided in [2, 3, 1] parts, on 6 tiles: {{[0-9]+}} cycles
// EXPLAIN: note: one tile would take {{[0-9]+}} cycles
// EXPLAIN: remark: 'linalg.add' op is divided in
// EXPLAIN: note: operand #0 is where it is used
// CHECK: linalg.matmul {poplar.parts = array<i64: 2, 3, 1>}
// CHECK: linalg.add {poplar.parts = array<i64: {{[0-9]+}}, {{[0-9]+}}>}
// RUN-VALUES: result0 = {{\[\[}}8.000000e+00, 8.000000e+00, 8.000000e+00, 8.000000e+00, 8.000000e+00]
func.func @layer() -> tensor<3x5xf32> {
  %x = arith.constant dense<2.0> : tensor<3x3xf32>
  %w = arith.constant dense<1.0> : tensor<3x5xf32>
  %b = arith.constant dense<[1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<5xf32>
  %z = arith.constant dense<1.0> : tensor<3x5xf32>
  %e = tensor.empty() : tensor<3x5xf32>
  %p = linalg.matmul {poplar.parts = array<i64: 2, 3, 1>} ins(%x, %w : tensor<3x3xf32>, tensor<3x5xf32>) outs(%z : tensor<3x5xf32>) -> tensor<3x5xf32>
  %c = linalg.broadcast ins(%b : tensor<5xf32>) outs(%e : tensor<3x5xf32>) dimensions = [0]
  %s = linalg.add ins(%p, %c : tensor<3x5xf32>, tensor<3x5xf32>) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %s : tensor<3x5xf32>
}
