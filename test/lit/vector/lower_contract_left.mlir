// RUN: optc %s --lower-vector-contract=lowering-strategy=outerproduct --mlir-print-local-scope | FileCheck %s

// Operands are extended to the elements of the result only: floats as wide, wider ones, and
// those of the other kind stay.
// CHECK-LABEL: func.func @elements(%arg0: vector<2x3xbf16>, %arg1: vector<3xbf16>, %arg2: vector<2xf16>, %arg3: vector<2x3xi8>, %arg4: vector<3xi8>, %arg5: vector<2xf32>, %arg6: vector<2x3xf16>, %arg7: vector<3xf16>, %arg8: vector<2xi32>, %arg9: vector<2x3xf64>, %arg10: vector<3xf64>) -> (vector<2xf16>, vector<2xf32>, vector<2xi32>, vector<2xf32>) {
// CHECK-NEXT:   %0 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<2x3xbf16>, vector<3xbf16> into vector<2xf16>
// CHECK-NEXT:   %1 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %arg3, %arg4, %arg5 : vector<2x3xi8>, vector<3xi8> into vector<2xf32>
// CHECK-NEXT:   %2 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %arg6, %arg7, %arg8 : vector<2x3xf16>, vector<3xf16> into vector<2xi32>
// CHECK-NEXT:   %3 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %arg9, %arg10, %arg5 : vector<2x3xf64>, vector<3xf64> into vector<2xf32>
// CHECK-NEXT:   return %0, %1, %2, %3 : vector<2xf16>, vector<2xf32>, vector<2xi32>, vector<2xf32>
// CHECK-NEXT: }
func.func @elements(%a: vector<2x3xbf16>, %b: vector<3xbf16>, %c: vector<2xf16>, %d: vector<2x3xi8>, %e: vector<3xi8>, %f: vector<2xf32>, %g: vector<2x3xf16>, %h: vector<3xf16>, %i: vector<2xi32>, %j: vector<2x3xf64>, %k: vector<3xf64>) -> (vector<2xf16>, vector<2xf32>, vector<2xi32>, vector<2xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xbf16>, vector<3xbf16> into vector<2xf16>
  %1 = vector.contract {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %d, %e, %f : vector<2x3xi8>, vector<3xi8> into vector<2xf32>
  %2 = vector.contract {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %g, %h, %i : vector<2x3xf16>, vector<3xf16> into vector<2xi32>
  %3 = vector.contract {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %j, %k, %f : vector<2x3xf64>, vector<3xf64> into vector<2xf32>
  return %0, %1, %2, %3 : vector<2xf16>, vector<2xf32>, vector<2xi32>, vector<2xf32>
}

// Rows of a scalable number of rows are no outer products with columns of a fixed number.
// CHECK-LABEL: func.func @scalable_rows(%arg0: vector<2x[4]xf32>, %arg1: vector<2x3xf32>, %arg2: vector<[4]x3xf32>, %arg3: vector<[4]x2xf32>, %arg4: vector<2x[4]xf32>) -> (vector<[4]x3xf32>, vector<[4]x3xf32>) {
// CHECK-NEXT:   %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<2x[4]xf32>, vector<2x3xf32> into vector<[4]x3xf32>
// CHECK-NEXT:   %1 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg3, %arg1, %arg2 : vector<[4]x2xf32>, vector<2x3xf32> into vector<[4]x3xf32>
// CHECK-NEXT:   return %0, %1 : vector<[4]x3xf32>, vector<[4]x3xf32>
// CHECK-NEXT: }
func.func @scalable_rows(%a: vector<2x[4]xf32>, %b: vector<2x3xf32>, %c: vector<[4]x3xf32>, %d: vector<[4]x2xf32>, %e: vector<2x[4]xf32>) -> (vector<[4]x3xf32>, vector<[4]x3xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x[4]xf32>, vector<2x3xf32> into vector<[4]x3xf32>
  %1 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %d, %b, %c : vector<[4]x2xf32>, vector<2x3xf32> into vector<[4]x3xf32>
  return %0, %1 : vector<[4]x3xf32>, vector<[4]x3xf32>
}
