// RUN: optc %s --convert-elementwise-to-linalg --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func.func @elem(%arg0: tensor<4x?xf32>, %arg1: tensor<4x?xf32>, %arg2: tensor<4x?xi1>, %arg3: i1) -> (tensor<4x?xf32>, tensor<4x?xi1>, tensor<4x?xf32>, tensor<4x?xf64>) {
// CHECK-NEXT: %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<4x?xf32>, tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) {
// CHECK-NEXT: ^bb0(%in: f32, %in_2: f32, %out: f32):
// CHECK-NEXT: %7 = arith.addf %in, %in_2 : f32
// CHECK-NEXT: linalg.yield %7 : f32
// CHECK-NEXT: } -> tensor<4x?xf32>
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %dim = tensor.dim %0, %c1 : tensor<4x?xf32>
// CHECK-NEXT: %1 = tensor.empty(%dim) : tensor<4x?xi1>
// CHECK-NEXT: %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0, %arg1 : tensor<4x?xf32>, tensor<4x?xf32>) outs(%1 : tensor<4x?xi1>) {
// CHECK-NEXT: ^bb0(%in: f32, %in_2: f32, %out: i1):
// CHECK-NEXT: %7 = arith.cmpf olt, %in, %in_2 : f32
// CHECK-NEXT: linalg.yield %7 : i1
// CHECK-NEXT: } -> tensor<4x?xi1>
// CHECK-NEXT: %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg2, %arg0, %arg1 : tensor<4x?xi1>, tensor<4x?xf32>, tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) {
// CHECK-NEXT: ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
// CHECK-NEXT: %7 = arith.select %in, %in_2, %in_3 : f32
// CHECK-NEXT: linalg.yield %7 : f32
// CHECK-NEXT: } -> tensor<4x?xf32>
// CHECK-NEXT: %c1_0 = arith.constant 1 : index
// CHECK-NEXT: %dim_1 = tensor.dim %arg0, %c1_0 : tensor<4x?xf32>
// CHECK-NEXT: %4 = tensor.empty(%dim_1) : tensor<4x?xf64>
// CHECK-NEXT: %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<4x?xf32>) outs(%4 : tensor<4x?xf64>) {
// CHECK-NEXT: ^bb0(%in: f32, %out: f64):
// CHECK-NEXT: %7 = arith.extf %in {a} : f32 to f64
// CHECK-NEXT: linalg.yield %7 : f64
// CHECK-NEXT: } -> tensor<4x?xf64>
// CHECK-NEXT: %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg3, %arg0, %arg1 : i1, tensor<4x?xf32>, tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) {
// CHECK-NEXT: ^bb0(%in: i1, %in_2: f32, %in_3: f32, %out: f32):
// CHECK-NEXT: %7 = arith.select %in, %in_2, %in_3 : f32
// CHECK-NEXT: linalg.yield %7 : f32
// CHECK-NEXT: } -> tensor<4x?xf32>
// CHECK-NEXT: return %6, %2, %3, %5 : tensor<4x?xf32>, tensor<4x?xi1>, tensor<4x?xf32>, tensor<4x?xf64>
func.func @elem(%x: tensor<4x?xf32>, %y: tensor<4x?xf32>, %c: tensor<4x?xi1>, %s: i1) -> (tensor<4x?xf32>, tensor<4x?xi1>, tensor<4x?xf32>, tensor<4x?xf64>) {
  %0 = arith.addf %x, %y : tensor<4x?xf32>
  %1 = arith.cmpf olt, %0, %y : tensor<4x?xf32>
  %2 = arith.select %c, %x, %y : tensor<4x?xi1>, tensor<4x?xf32>
  %3 = arith.extf %x {a} : tensor<4x?xf32> to tensor<4x?xf64>
  %4 = arith.select %s, %x, %y : tensor<4x?xf32>
  return %4, %1, %2, %3 : tensor<4x?xf32>, tensor<4x?xi1>, tensor<4x?xf32>, tensor<4x?xf64>
}
// CHECK-LABEL: func.func @const() -> tensor<4xf32> {
// CHECK-NEXT: %cst = arith.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<2.71828175> : tensor<4xf32>
// CHECK-NEXT: return %cst_0 : tensor<4xf32>
func.func @const() -> tensor<4xf32> {
  %c = arith.constant dense<1.0> : tensor<4xf32>
  %0 = math.exp %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK-LABEL: func.func @scalar(%arg0: tensor<f32>) -> tensor<f32> {
// CHECK-NEXT: %0 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%arg0 : tensor<f32>) outs(%arg0 : tensor<f32>) {
// CHECK-NEXT: ^bb0(%in: f32, %out: f32):
// CHECK-NEXT: %1 = math.exp %in fastmath<fast> : f32
// CHECK-NEXT: linalg.yield %1 : f32
// CHECK-NEXT: } -> tensor<f32>
// CHECK-NEXT: return %0 : tensor<f32>
func.func @scalar(%x: tensor<f32>) -> tensor<f32> {
  %0 = math.exp %x fastmath<fast> : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @vec(%arg0: vector<4xf32>, %arg1: tensor<*xf32>) -> (vector<4xf32>, tensor<*xf32>) {
// CHECK-NEXT: %0 = math.exp %arg0 : vector<4xf32>
// CHECK-NEXT: %1 = math.exp %arg1 : tensor<*xf32>
// CHECK-NEXT: return %0, %1 : vector<4xf32>, tensor<*xf32>
func.func @vec(%x: vector<4xf32>, %t: tensor<*xf32>) -> (vector<4xf32>, tensor<*xf32>) {
  %0 = math.exp %x : vector<4xf32>
  %1 = math.exp %t : tensor<*xf32>
  return %0, %1 : vector<4xf32>, tensor<*xf32>
}
