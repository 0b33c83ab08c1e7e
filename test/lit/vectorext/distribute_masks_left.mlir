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
// CHECK-NEXT:   %cst = arith.constant dense<1.000000e+00> : vector<1x1x3xf32>
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %cst_0 = arith.constant dense<1.000000e+00> : vector<1x1x1x1x1x3xf32>
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 2
// CHECK-NEXT:   %0:4 = affine.delinearize_index %thread_id_x into (1, 1, 64) : index, index, index, index
// CHECK-NEXT:   %1:3 = affine.delinearize_index %thread_id_x into (2, 1) : index, index, index
// CHECK-NEXT:   %2 = arith.maxsi %arg3, %c0 : index
// CHECK-NEXT:   %3 = arith.muli %0#1, %c3 : index
// CHECK-NEXT:   %4 = arith.subi %2, %3 : index
// CHECK-NEXT:   %5 = arith.maxsi %4, %c0 : index
// CHECK-NEXT:   %6 = arith.minsi %5, %c3 : index
// CHECK-NEXT:   %7 = arith.muli %1#2, %c3 : index
// CHECK-NEXT:   %8 = arith.subi %6, %7 : index
// CHECK-NEXT:   %9 = arith.maxsi %8, %c0 : index
// CHECK-NEXT:   %10 = arith.minsi %9, %c3 : index
// CHECK-NEXT:   %11 = vector.create_mask %c1, %10 : vector<1x3xi1>
// CHECK-NEXT:   %12 = vector.shape_cast %11 : vector<1x3xi1> to vector<1x1x1x1x1x3xi1>
// CHECK-NEXT:   %13 = iree_vector_ext.to_simt %arg0 {layout = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [2, 1], element_tile = [1, 3], subgroup_strides = [0, 0], thread_strides = [1, 0]>} : vector<2x3xf32> -> vector<1x1x1x1x1x3xf32>
// CHECK-NEXT:   %14 = arith.select %12, %13, %cst_0 : vector<1x1x1x1x1x3xi1>, vector<1x1x1x1x1x3xf32>
// CHECK-NEXT:   %15:3 = affine.delinearize_index %thread_id_x into (1, 64) : index, index, index
// CHECK-NEXT:   %16:2 = affine.delinearize_index %thread_id_x into (1) : index, index
// CHECK-NEXT:   %17 = arith.maxsi %arg3, %c0 : index
// CHECK-NEXT:   %18 = arith.muli %15#1, %c3 : index
// CHECK-NEXT:   %19 = arith.subi %17, %18 : index
// CHECK-NEXT:   %20 = arith.maxsi %19, %c0 : index
// CHECK-NEXT:   %21 = arith.minsi %20, %c3 : index
// CHECK-NEXT:   %22 = arith.muli %16#1, %c3 : index
// CHECK-NEXT:   %23 = arith.subi %21, %22 : index
// CHECK-NEXT:   %24 = arith.maxsi %23, %c0 : index
// CHECK-NEXT:   %25 = arith.minsi %24, %c3 : index
// CHECK-NEXT:   %26 = vector.create_mask %25 : vector<3xi1>
// CHECK-NEXT:   %27 = vector.shape_cast %26 : vector<3xi1> to vector<1x1x3xi1>
// CHECK-NEXT:   %28 = iree_vector_ext.to_simt %arg1 {layout = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [1], element_tile = [3], subgroup_strides = [0], thread_strides = [0]>} : vector<3xf32> -> vector<1x1x3xf32>
// CHECK-NEXT:   %29 = arith.select %27, %28, %cst : vector<1x1x3xi1>, vector<1x1x3xf32>
// CHECK-NEXT:   %30 = iree_vector_ext.to_simt %arg2 {layout = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [2], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>} : vector<2xf32> -> vector<1x1x1xf32>
// CHECK-NEXT:   %31 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d3, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d4)>], iterator_types = ["parallel", "reduction", "parallel", "reduction", "parallel", "reduction"], kind = #vector.kind<mul>} %14, %29, %30 : vector<1x1x1x1x1x3xf32>, vector<1x1x3xf32> into vector<1x1x1xf32>
// CHECK-NEXT:   %32:3 = affine.delinearize_index %thread_id_x into (1, 64) : index, index, index
// CHECK-NEXT:   %33:2 = affine.delinearize_index %thread_id_x into (2) : index, index
// CHECK-NEXT:   %34 = arith.maxsi %arg3, %c0 : index
// CHECK-NEXT:   %35 = arith.muli %32#1, %c2 : index
// CHECK-NEXT:   %36 = arith.subi %34, %35 : index
// CHECK-NEXT:   %37 = arith.maxsi %36, %c0 : index
// CHECK-NEXT:   %38 = arith.minsi %37, %c2 : index
// CHECK-NEXT:   %39 = arith.subi %38, %33#1 : index
// CHECK-NEXT:   %40 = arith.maxsi %39, %c0 : index
// CHECK-NEXT:   %41 = arith.minsi %40, %c1 : index
// CHECK-NEXT:   %42 = vector.create_mask %41 : vector<1xi1>
// CHECK-NEXT:   %43 = vector.shape_cast %42 : vector<1xi1> to vector<1x1x1xi1>
// CHECK-NEXT: }
func.func @kept(%a: vector<2x3xf32>, %b: vector<3xf32>, %c: vector<2xf32>, %n: index) -> vector<2xf32> {
  %k = vector.create_mask %n, %n : vector<2x3xi1>
  %0 = vector.mask %k { vector.contract {indexing_maps = [#p0, #p1, #p2], iterator_types = ["parallel", "reduction"], kind = #vector.kind<mul>, keep = "this"} %a, %b, %c : vector<2x3xf32>, vector<3xf32> into vector<2xf32> } : vector<2x3xi1> -> vector<2xf32>
  %r = iree_vector_ext.to_layout %0 to layout(#two) : vector<2xf32>
  return %r : vector<2xf32>
}
// CHECK-LABEL: func.func @no_identity(%arg0: vector<2x3xf8E8M0FNU>, %arg1: vector<2xf8E8M0FNU>, %arg2: vector<2x3xi1>) -> vector<2xf8E8M0FNU> {
// CHECK-NEXT: %0 = vector.mask %arg2 { vector.multi_reduction <add>, %arg0, %arg1 [1] : vector<2x3xf8E8M0FNU> to vector<2xf8E8M0FNU> } : vector<2x3xi1> -> vector<2xf8E8M0FNU>
// CHECK-NEXT: return %0 : vector<2xf8E8M0FNU>
// CHECK-NEXT: }
func.func @no_identity(%a: vector<2x3xf8E8M0FNU>, %b: vector<2xf8E8M0FNU>, %k: vector<2x3xi1>) -> vector<2xf8E8M0FNU> {
  %0 = vector.mask %k { vector.multi_reduction <add>, %a, %b [1] : vector<2x3xf8E8M0FNU> to vector<2xf8E8M0FNU> } : vector<2x3xi1> -> vector<2xf8E8M0FNU>
  %r = iree_vector_ext.to_layout %0 to layout(#two) : vector<2xf8E8M0FNU>
  return %r : vector<2xf8E8M0FNU>
}
// CHECK-LABEL: func.func @no_identity_contract(%arg0: vector<2x3xf8E8M0FNU>, %arg1: vector<3xf8E8M0FNU>, %arg2: vector<2xf8E8M0FNU>, %arg3: index) -> vector<2xf8E8M0FNU> {
// CHECK-NEXT: %0 = vector.create_mask %arg3, %arg3 : vector<2x3xi1>
// CHECK-NEXT: %1 = vector.mask %0 { vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<2x3xf8E8M0FNU>, vector<3xf8E8M0FNU> into vector<2xf8E8M0FNU> } : vector<2x3xi1> -> vector<2xf8E8M0FNU>
// CHECK-NEXT: return %1 : vector<2xf8E8M0FNU>
// CHECK-NEXT: }
func.func @no_identity_contract(%a: vector<2x3xf8E8M0FNU>, %b: vector<3xf8E8M0FNU>, %c: vector<2xf8E8M0FNU>, %n: index) -> vector<2xf8E8M0FNU> {
  %k = vector.create_mask %n, %n : vector<2x3xi1>
  %0 = vector.mask %k { vector.contract {indexing_maps = [#p0, #p1, #p2], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xf8E8M0FNU>, vector<3xf8E8M0FNU> into vector<2xf8E8M0FNU> } : vector<2x3xi1> -> vector<2xf8E8M0FNU>
  %r = iree_vector_ext.to_layout %0 to layout(#two) : vector<2xf8E8M0FNU>
  return %r : vector<2xf8E8M0FNU>
}
