// RUN: optc %s --lower-vector-contract --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --lower-vector-contract --verify-exec -o /dev/null

// A reduced iterator of extent 1 of one operand only is left out, with its dimension of a mask.
// CHECK-LABEL: @left
// CHECK: vector.extract %arg0[0, 0] : vector<3xf32> from vector<2x1x3xf32>
// CHECK: vector.extract %arg0[1, 0] : vector<3xf32> from vector<2x1x3xf32>
// CHECK-LABEL: @right
// CHECK: vector.extract %arg1[0, 0] : vector<3xf32> from vector<1x2x3xf32>
// CHECK: vector.extract %arg1[0, 1] : vector<3xf32> from vector<1x2x3xf32>
// CHECK-LABEL: @masked
// CHECK-DAG: vector.extract %arg0[0, 1] : vector<3xf32> from vector<1x2x3xf32>
// CHECK-DAG: vector.extract %arg3[1, 0] : vector<3xi1> from vector<2x1x3xi1>
// CHECK: vector.mask
func.func @left(%a: vector<2x1x3xf32>, %b: vector<3xf32>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x1x3xf32>, vector<3xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}

func.func @right(%a: vector<3xf32>, %b: vector<1x2x3xf32>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d1, d0, d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<3xf32>, vector<1x2x3xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}

func.func @masked(%a: vector<1x2x3xf32>, %b: vector<3xf32>, %c: vector<2xf32>, %m: vector<2x1x3xi1>) -> vector<2xf32> {
  %0 = vector.mask %m { vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d0, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<1x2x3xf32>, vector<3xf32> into vector<2xf32> } : vector<2x1x3xi1> -> vector<2xf32>
  return %0 : vector<2xf32>
}

// An extent of 2 in one operand only stays: no contraction to a number has such an iterator.
// CHECK-LABEL: @wide
// CHECK-NEXT: %[[R:.*]] = vector.contract
// CHECK-NEXT: return %[[R]]
func.func @wide(%a: vector<2x2x3xf32>, %b: vector<3xf32>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x2x3xf32>, vector<3xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}
