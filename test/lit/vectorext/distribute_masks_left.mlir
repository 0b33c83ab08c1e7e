// RUN: optc %s --vectorext-distribute-nested-layout="partial workgroup-size=2" --mlir-print-local-scope 2>/dev/null | FileCheck %s

// A contraction takes the mask of a prefix, and keeps its other attributes. What has another mask, a term that only one operand has,
// or no element that changes nothing stays masked.
#two = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [2], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
// CHECK-LABEL: func.func @one_sided(%arg0: vector<2x3x4xf32>, %arg1: vector<3xf32>, %arg2: vector<2xf32>, %arg3: index) -> vector<2xf32> {
// CHECK-NEXT: %0 = vector.create_mask %arg3, %arg3, %arg3 : vector<2x3x4xi1>
// CHECK-NEXT: %1 = vector.mask %0 { vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<2x3x4xf32>, vector<3xf32> into vector<2xf32> } : vector<2x3x4xi1> -> vector<2xf32>
// CHECK-NEXT: return %1 : vector<2xf32>
// CHECK-NEXT: }
func.func @one_sided(%a: vector<2x3x4xf32>, %b: vector<3xf32>, %c: vector<2xf32>, %n: index) -> vector<2xf32> {
  %k = vector.create_mask %n, %n, %n : vector<2x3x4xi1>
  %0 = vector.mask %k { vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3x4xf32>, vector<3xf32> into vector<2xf32> } : vector<2x3x4xi1> -> vector<2xf32>
  %r = iree_vector_ext.to_layout %0 to layout(#two) : vector<2xf32>
  return %r : vector<2xf32>
}
#p0 = affine_map<(d0, d1) -> (d0, d1)>
#p1 = affine_map<(d0, d1) -> (d1)>
#p2 = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @any_mask(%arg0: vector<2x3xf32>, %arg1: vector<3xf32>, %arg2: vector<2xf32>, %arg3: vector<2x3xi1>) -> vector<2xf32> {
// CHECK-NEXT: %0 = vector.mask %arg3 { vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<2x3xf32>, vector<3xf32> into vector<2xf32> } : vector<2x3xi1> -> vector<2xf32>
// CHECK-NEXT: return %0 : vector<2xf32>
// CHECK-NEXT: }
func.func @any_mask(%a: vector<2x3xf32>, %b: vector<3xf32>, %c: vector<2xf32>, %k: vector<2x3xi1>) -> vector<2xf32> {
  %0 = vector.mask %k { vector.contract {indexing_maps = [#p0, #p1, #p2], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xf32>, vector<3xf32> into vector<2xf32> } : vector<2x3xi1> -> vector<2xf32>
  %r = iree_vector_ext.to_layout %0 to layout(#two) : vector<2xf32>
  return %r : vector<2xf32>
}
// CHECK-LABEL: func.func @kept(%arg0: vector<2x3xf32>, %arg1: vector<3xf32>, %arg2: vector<2xf32>, %arg3: index) -> vector<2xf32> {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %cst = arith.constant dense<1.000000e+00> : vector<3xf32>
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %cst_0 = arith.constant dense<1.000000e+00> : vector<2x3xf32>
// CHECK-NEXT: %thread_id_x = gpu.thread_id  x upper_bound 2
// CHECK-NEXT: %0 = vector.create_mask %c2, %arg3 : vector<2x3xi1>
// CHECK-NEXT: %1 = arith.select %0, %arg0, %cst_0 : vector<2x3xi1>, vector<2x3xf32>
// CHECK-NEXT: %2 = vector.create_mask %arg3 : vector<3xi1>
// CHECK-NEXT: %3 = arith.select %2, %arg1, %cst : vector<3xi1>, vector<3xf32>
// CHECK-NEXT: %4 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<mul>} %1, %3, %arg2 {keep = "this"} : vector<2x3xf32>, vector<3xf32> into vector<2xf32>
// CHECK-NEXT: %5:3 = affine.delinearize_index %thread_id_x into (1, 64) : index, index, index
// CHECK-NEXT: %6:2 = affine.delinearize_index %thread_id_x into (2) : index, index
// CHECK-NEXT: %7 = arith.maxsi %arg3, %c0 : index
// CHECK-NEXT: %8 = arith.muli %5#1, %c2 : index
// CHECK-NEXT: %9 = arith.subi %7, %8 : index
// CHECK-NEXT: %10 = arith.maxsi %9, %c0 : index
// CHECK-NEXT: %11 = arith.minsi %10, %c2 : index
// CHECK-NEXT: %12 = arith.subi %11, %6#1 : index
// CHECK-NEXT: %13 = arith.maxsi %12, %c0 : index
// CHECK-NEXT: %14 = arith.minsi %13, %c1 : index
// CHECK-NEXT: %15 = vector.create_mask %14 : vector<1xi1>
// CHECK-NEXT: %16 = vector.shape_cast %15 : vector<1xi1> to vector<1x1x1xi1>
// CHECK-NEXT: %17 = iree_vector_ext.to_simt %4 {layout = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [2], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>} : vector<2xf32> -> vector<1x1x1xf32>
// CHECK-NEXT: %18 = iree_vector_ext.to_simt %arg2 {layout = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [2], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>} : vector<2xf32> -> vector<1x1x1xf32>
// CHECK-NEXT: %19 = arith.select %16, %17, %18 : vector<1x1x1xi1>, vector<1x1x1xf32>
// CHECK-NEXT: %20 = iree_vector_ext.to_simd %19 {layout = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [2], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>} : vector<1x1x1xf32> -> vector<2xf32>
// CHECK-NEXT: return %20 : vector<2xf32>
// CHECK-NEXT: }
func.func @kept(%a: vector<2x3xf32>, %b: vector<3xf32>, %c: vector<2xf32>, %n: index) -> vector<2xf32> {
  %k = vector.create_mask %n, %n : vector<2x3xi1>
  %0 = vector.mask %k { vector.contract {indexing_maps = [#p0, #p1, #p2], iterator_types = ["parallel", "reduction"], kind = #vector.kind<mul>, keep = "this"} %a, %b, %c : vector<2x3xf32>, vector<3xf32> into vector<2xf32> } : vector<2x3xi1> -> vector<2xf32>
  %r = iree_vector_ext.to_layout %0 to layout(#two) : vector<2xf32>
  return %r : vector<2xf32>
}
// CHECK-LABEL: func.func @no_identity(%arg0: vector<2x3xf8E4M3FN>, %arg1: vector<2xf8E4M3FN>, %arg2: vector<2x3xi1>) -> vector<2xf8E4M3FN> {
// CHECK-NEXT: %0 = vector.mask %arg2 { vector.multi_reduction <maximumf>, %arg0, %arg1 [1] : vector<2x3xf8E4M3FN> to vector<2xf8E4M3FN> } : vector<2x3xi1> -> vector<2xf8E4M3FN>
// CHECK-NEXT: return %0 : vector<2xf8E4M3FN>
// CHECK-NEXT: }
func.func @no_identity(%a: vector<2x3xf8E4M3FN>, %b: vector<2xf8E4M3FN>, %k: vector<2x3xi1>) -> vector<2xf8E4M3FN> {
  %0 = vector.mask %k { vector.multi_reduction <maximumf>, %a, %b [1] : vector<2x3xf8E4M3FN> to vector<2xf8E4M3FN> } : vector<2x3xi1> -> vector<2xf8E4M3FN>
  %r = iree_vector_ext.to_layout %0 to layout(#two) : vector<2xf8E4M3FN>
  return %r : vector<2xf8E4M3FN>
}
// CHECK-LABEL: func.func @no_identity_contract(%arg0: vector<2x3xf8E4M3FN>, %arg1: vector<3xf8E4M3FN>, %arg2: vector<2xf8E4M3FN>, %arg3: index) -> vector<2xf8E4M3FN> {
// CHECK-NEXT: %0 = vector.create_mask %arg3, %arg3 : vector<2x3xi1>
// CHECK-NEXT: %1 = vector.mask %0 { vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<maximumf>} %arg0, %arg1, %arg2 : vector<2x3xf8E4M3FN>, vector<3xf8E4M3FN> into vector<2xf8E4M3FN> } : vector<2x3xi1> -> vector<2xf8E4M3FN>
// CHECK-NEXT: return %1 : vector<2xf8E4M3FN>
// CHECK-NEXT: }
func.func @no_identity_contract(%a: vector<2x3xf8E4M3FN>, %b: vector<3xf8E4M3FN>, %c: vector<2xf8E4M3FN>, %n: index) -> vector<2xf8E4M3FN> {
  %k = vector.create_mask %n, %n : vector<2x3xi1>
  %0 = vector.mask %k { vector.contract {indexing_maps = [#p0, #p1, #p2], iterator_types = ["parallel", "reduction"], kind = #vector.kind<maximumf>} %a, %b, %c : vector<2x3xf8E4M3FN>, vector<3xf8E4M3FN> into vector<2xf8E4M3FN> } : vector<2x3xi1> -> vector<2xf8E4M3FN>
  %r = iree_vector_ext.to_layout %0 to layout(#two) : vector<2xf8E4M3FN>
  return %r : vector<2xf8E4M3FN>
}
