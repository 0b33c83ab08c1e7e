// RUN: optc %s --canonicalize | FileCheck %s
// mlir-opt-22 hangs (canonicalize cse, inline licm): every step doubles the terms

// Every operation uses the one before twice: composed, the map would have two to the
// power of 20 terms. Composing stops where a map becomes too large.

// CHECK-LABEL: func.func @doubling(%arg0: index) -> index {
// CHECK-NEXT: %0 = affine.apply #map()[%arg0]
// CHECK-NEXT: %1 = affine.apply #map()[%0]
// CHECK-NEXT: %2 = affine.apply #map1()[%1]
// CHECK-NEXT: return %2 : index
func.func @doubling(%v0: index) -> index {
  %v1 = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 floordiv 5)>(%v0)
  %v2 = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 floordiv 5)>(%v1)
  %v3 = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 floordiv 5)>(%v2)
  %v4 = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 floordiv 5)>(%v3)
  %v5 = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 floordiv 5)>(%v4)
  %v6 = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 floordiv 5)>(%v5)
  %v7 = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 floordiv 5)>(%v6)
  %v8 = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 floordiv 5)>(%v7)
  %v9 = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 floordiv 5)>(%v8)
  %v10 = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 floordiv 5)>(%v9)
  %v11 = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 floordiv 5)>(%v10)
  %v12 = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 floordiv 5)>(%v11)
  %v13 = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 floordiv 5)>(%v12)
  %v14 = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 floordiv 5)>(%v13)
  %v15 = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 floordiv 5)>(%v14)
  %v16 = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 floordiv 5)>(%v15)
  %v17 = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 floordiv 5)>(%v16)
  %v18 = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 floordiv 5)>(%v17)
  %v19 = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 floordiv 5)>(%v18)
  %v20 = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 floordiv 5)>(%v19)
  return %v20 : index
}
