// RUN: optc %s --canonicalize | FileCheck %s

// Operands that are poison or unknown, positions at the ends of what a fold takes.

// CHECK-LABEL: func.func @extract_of_poison(%arg0: index) -> (f32, vector<3xf32>, f32) {
// CHECK-NEXT: %0 = ub.poison : f32
// CHECK-NEXT: %1 = ub.poison : vector<3xf32>
// CHECK-NEXT: return %0, %1, %0 : f32, vector<3xf32>, f32
func.func @extract_of_poison(%i: index) -> (f32, vector<3xf32>, f32) {
  %p = ub.poison : vector<2x3xf32>
  %0 = vector.extract %p[1, 2] : f32 from vector<2x3xf32>
  %1 = vector.extract %p[1] : vector<3xf32> from vector<2x3xf32>
  %2 = vector.extract %p[%i, 0] : f32 from vector<2x3xf32>
  return %0, %1, %2 : f32, vector<3xf32>, f32
}

// CHECK-LABEL: func.func @index_is_poison(%arg0: vector<2x3xf32>, %arg1: f32) -> (f32, vector<2x3xf32>) {
// CHECK-NEXT: %0 = ub.poison : index
// CHECK-NEXT: %1 = vector.extract %arg0[%0, 0] : f32 from vector<2x3xf32>
// CHECK-NEXT: %2 = vector.insert %arg1, %arg0 [%0, 0] : f32 into vector<2x3xf32>
// CHECK-NEXT: return %1, %2 : f32, vector<2x3xf32>
func.func @index_is_poison(%a: vector<2x3xf32>, %x: f32) -> (f32, vector<2x3xf32>) {
  %i = ub.poison : index
  %0 = vector.extract %a[%i, 0] : f32 from vector<2x3xf32>
  %1 = vector.insert %x, %a [%i, 0] : f32 into vector<2x3xf32>
  return %0, %1 : f32, vector<2x3xf32>
}

// CHECK-LABEL: func.func @constant_index_out_of_bounds(%arg0: vector<4xf32>) -> (f32, f32, f32) {
// CHECK-NEXT: %0 = ub.poison : f32
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %1 = vector.extract %arg0[3] : f32 from vector<4xf32>
// CHECK-NEXT: %2 = vector.extract %arg0[%c4] : f32 from vector<4xf32>
// CHECK-NEXT: return %1, %2, %0 : f32, f32, f32
func.func @constant_index_out_of_bounds(%a: vector<4xf32>) -> (f32, f32, f32) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %n1 = arith.constant -1 : index
  %0 = vector.extract %a[%c3] : f32 from vector<4xf32>
  %1 = vector.extract %a[%c4] : f32 from vector<4xf32>
  %2 = vector.extract %a[%n1] : f32 from vector<4xf32>
  return %0, %1, %2 : f32, f32, f32
}

// CHECK-LABEL: func.func @insert_the_whole(%arg0: vector<4xf32>, %arg1: vector<4xf32>) -> vector<4xf32> {
// CHECK-NEXT: return %arg0 : vector<4xf32>
func.func @insert_the_whole(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.insert %a, %b [] : vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}

// CHECK-LABEL: func.func @insert_poison(%arg0: vector<4xf32>) -> vector<4xf32> {
// CHECK-NEXT: %0 = ub.poison : f32
// CHECK-NEXT: %1 = vector.insert %0, %arg0 [1] : f32 into vector<4xf32>
// CHECK-NEXT: return %1 : vector<4xf32>
func.func @insert_poison(%b: vector<4xf32>) -> vector<4xf32> {
  %p = ub.poison : f32
  %0 = vector.insert %p, %b [1] : f32 into vector<4xf32>
  return %0 : vector<4xf32>
}

// CHECK-LABEL: func.func @insert_into_large_constants() -> (vector<256xi8>, vector<256xi8>, vector<257xi8>, vector<257xi8>) {
// CHECK-NEXT: %c7_i8 = arith.constant 7 : i8
// CHECK-NEXT: %cst = arith.constant dense<1> : vector<257xi8>
// CHECK-NEXT: %cst_0 = arith.constant dense<"0x07010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101"> : vector<256xi8>
// CHECK-NEXT: %0 = vector.insert %c7_i8, %cst [0] : i8 into vector<257xi8>
// CHECK-NEXT: return %cst_0, %cst_0, %0, %0 : vector<256xi8>, vector<256xi8>, vector<257xi8>, vector<257xi8>
func.func @insert_into_large_constants() -> (vector<256xi8>, vector<256xi8>, vector<257xi8>, vector<257xi8>) {
  %x = arith.constant 7 : i8
  %a = arith.constant dense<1> : vector<256xi8>
  %b = arith.constant dense<1> : vector<257xi8>
  %0 = vector.insert %x, %a [0] : i8 into vector<256xi8>
  %1 = vector.insert %x, %b [0] : i8 into vector<257xi8>
  return %0, %0, %1, %1 : vector<256xi8>, vector<256xi8>, vector<257xi8>, vector<257xi8>
}

// CHECK-LABEL: func.func @shuffle_of_poison(%arg0: vector<2xi32>) -> (vector<2xi32>, vector<3xi32>, vector<3xi32>, vector<2xi32>, vector<2xi32>) {
// CHECK-NEXT: %0 = ub.poison : vector<2xi32>
// CHECK-NEXT: %cst = arith.constant dense<[6, 5, 5]> : vector<3xi32>
// CHECK-NEXT: %cst_0 = arith.constant dense<[5, 6, 5]> : vector<3xi32>
// CHECK-NEXT: %cst_1 = arith.constant dense<[6, 5]> : vector<2xi32>
// CHECK-NEXT: %1 = vector.shuffle %arg0, %0 [1, 2] : vector<2xi32>, vector<2xi32>
// CHECK-NEXT: return %0, %cst, %cst_0, %cst_1, %1 : vector<2xi32>, vector<3xi32>, vector<3xi32>, vector<2xi32>, vector<2xi32>
func.func @shuffle_of_poison(%a: vector<2xi32>) -> (vector<2xi32>, vector<3xi32>, vector<3xi32>, vector<2xi32>, vector<2xi32>) {
  %p = ub.poison : vector<2xi32>
  %c = arith.constant dense<[5, 6]> : vector<2xi32>
  %0 = vector.shuffle %p, %p [0, 2] : vector<2xi32>, vector<2xi32>
  %1 = vector.shuffle %c, %p [1, 2, 0] : vector<2xi32>, vector<2xi32>
  %2 = vector.shuffle %p, %c [1, 3, 2] : vector<2xi32>, vector<2xi32>
  %3 = vector.shuffle %c, %c [1, -1] : vector<2xi32>, vector<2xi32>
  %4 = vector.shuffle %a, %p [1, 2] : vector<2xi32>, vector<2xi32>
  return %0, %1, %2, %3, %4 : vector<2xi32>, vector<3xi32>, vector<3xi32>, vector<2xi32>, vector<2xi32>
}

// CHECK-LABEL: func.func @shuffle_in_order(%arg0: vector<2xi32>, %arg1: vector<3xi32>) -> (vector<2xi32>, vector<3xi32>, vector<2xi32>, vector<2xi32>, vector<3xi32>) {
// CHECK-NEXT: %0 = vector.shuffle %arg0, %arg1 [2, 3] : vector<2xi32>, vector<3xi32>
// CHECK-NEXT: %1 = vector.shuffle %arg0, %arg1 [0, 2] : vector<2xi32>, vector<3xi32>
// CHECK-NEXT: %2 = vector.shuffle %arg0, %arg1 [0, 1, 2] : vector<2xi32>, vector<3xi32>
// CHECK-NEXT: return %arg0, %arg1, %0, %1, %2 : vector<2xi32>, vector<3xi32>, vector<2xi32>, vector<2xi32>, vector<3xi32>
func.func @shuffle_in_order(%a: vector<2xi32>, %b: vector<3xi32>) -> (vector<2xi32>, vector<3xi32>, vector<2xi32>, vector<2xi32>, vector<3xi32>) {
  %0 = vector.shuffle %a, %b [0, 1] : vector<2xi32>, vector<3xi32>
  %1 = vector.shuffle %a, %b [2, 3, 4] : vector<2xi32>, vector<3xi32>
  %2 = vector.shuffle %a, %b [2, 3] : vector<2xi32>, vector<3xi32>
  %3 = vector.shuffle %a, %b [0, 2] : vector<2xi32>, vector<3xi32>
  %4 = vector.shuffle %a, %b [0, 1, 2] : vector<2xi32>, vector<3xi32>
  return %0, %1, %2, %3, %4 : vector<2xi32>, vector<3xi32>, vector<2xi32>, vector<2xi32>, vector<3xi32>
}

// CHECK-LABEL: func.func @shapes_of_poison() -> (vector<2x4xf32>, vector<4xf32>, vector<4x2xf32>) {
// CHECK-NEXT: %0 = ub.poison : vector<2x4xf32>
// CHECK-NEXT: %1 = ub.poison : vector<4xf32>
// CHECK-NEXT: %2 = ub.poison : vector<4x2xf32>
// CHECK-NEXT: return %0, %1, %2 : vector<2x4xf32>, vector<4xf32>, vector<4x2xf32>
func.func @shapes_of_poison() -> (vector<2x4xf32>, vector<4xf32>, vector<4x2xf32>) {
  %s = ub.poison : f32
  %v = ub.poison : vector<2x2xf32>
  %w = ub.poison : vector<2x4xf32>
  %0 = vector.broadcast %s : f32 to vector<2x4xf32>
  %1 = vector.shape_cast %v : vector<2x2xf32> to vector<4xf32>
  %2 = vector.transpose %w, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  return %0, %1, %2 : vector<2x4xf32>, vector<4xf32>, vector<4x2xf32>
}

// CHECK-LABEL: func.func @bitcast_of_bitcast(%arg0: vector<4xf32>) -> (vector<8xf16>, vector<4xf32>) {
// CHECK-NEXT: %0 = vector.bitcast %arg0 : vector<4xf32> to vector<8xf16>
// CHECK-NEXT: return %0, %arg0 : vector<8xf16>, vector<4xf32>
func.func @bitcast_of_bitcast(%a: vector<4xf32>) -> (vector<8xf16>, vector<4xf32>) {
  %0 = vector.bitcast %a : vector<4xf32> to vector<4xi32>
  %1 = vector.bitcast %0 : vector<4xi32> to vector<8xf16>
  %2 = vector.bitcast %0 : vector<4xi32> to vector<4xf32>
  return %1, %2 : vector<8xf16>, vector<4xf32>
}

// CHECK-LABEL: func.func @constant_transposed() -> (vector<4x2xi32>, vector<2x2xi32>) {
// CHECK-NEXT: %cst = arith.constant dense<{{\[\[}}1, 2], [3, 4]]> : vector<2x2xi32>
// CHECK-NEXT: %cst_0 = arith.constant dense<3> : vector<4x2xi32>
// CHECK-NEXT: %0 = vector.transpose %cst, [1, 0] : vector<2x2xi32> to vector<2x2xi32>
// CHECK-NEXT: return %cst_0, %0 : vector<4x2xi32>, vector<2x2xi32>
func.func @constant_transposed() -> (vector<4x2xi32>, vector<2x2xi32>) {
  %a = arith.constant dense<3> : vector<2x4xi32>
  %b = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %0 = vector.transpose %a, [1, 0] : vector<2x4xi32> to vector<4x2xi32>
  %1 = vector.transpose %b, [1, 0] : vector<2x2xi32> to vector<2x2xi32>
  return %0, %1 : vector<4x2xi32>, vector<2x2xi32>
}

// CHECK-LABEL: func.func @slice_of_scalable(%arg0: vector<4x[4]xf32>) -> vector<1x[4]xf32> {
// CHECK-NEXT: %0 = vector.extract_strided_slice %arg0 {offsets = [2], sizes = [1], strides = [1]} : vector<4x[4]xf32> to vector<1x[4]xf32>
// CHECK-NEXT: return %0 : vector<1x[4]xf32>
func.func @slice_of_scalable(%a: vector<4x[4]xf32>) -> vector<1x[4]xf32> {
  %0 = vector.extract_strided_slice %a {offsets = [2], sizes = [1], strides = [1]} : vector<4x[4]xf32> to vector<1x[4]xf32>
  return %0 : vector<1x[4]xf32>
}

// CHECK-LABEL: func.func @masks_without_dimensions() -> (vector<i1>, vector<i1>, vector<i1>, vector<i1>) {
// CHECK-NEXT: %cst = arith.constant dense<false> : vector<i1>
// CHECK-NEXT: %cst_0 = arith.constant dense<true> : vector<i1>
// CHECK-NEXT: return %cst, %cst_0, %cst, %cst_0 : vector<i1>, vector<i1>, vector<i1>, vector<i1>
func.func @masks_without_dimensions() -> (vector<i1>, vector<i1>, vector<i1>, vector<i1>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %0 = vector.constant_mask [0] : vector<i1>
  %1 = vector.constant_mask [1] : vector<i1>
  %2 = vector.create_mask %c0 : vector<i1>
  %3 = vector.create_mask %c2 : vector<i1>
  return %0, %1, %2, %3 : vector<i1>, vector<i1>, vector<i1>, vector<i1>
}

// CHECK-LABEL: func.func @scalable_masks() -> (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<2x[4]xi1>) {
// CHECK-NEXT: %cst = arith.constant dense<false> : vector<2x[4]xi1>
// CHECK-NEXT: %cst_0 = arith.constant dense<true> : vector<[4]xi1>
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %vscale = vector.vscale
// CHECK-NEXT: %c3_vscale = arith.muli %vscale, %c3 : index
// CHECK-NEXT: %0 = arith.addi %vscale, %c4 : index
// CHECK-NEXT: %1 = vector.create_mask %c4 : vector<[4]xi1>
// CHECK-NEXT: %2 = vector.create_mask %c0 : vector<[4]xi1>
// CHECK-NEXT: %3 = vector.create_mask %c3_vscale : vector<[4]xi1>
// CHECK-NEXT: %4 = vector.create_mask %0 : vector<[4]xi1>
// CHECK-NEXT: return %1, %2, %3, %cst_0, %4, %cst : vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<2x[4]xi1>
func.func @scalable_masks() -> (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<2x[4]xi1>) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %v = vector.vscale
  %v3 = arith.muli %v, %c3 : index
  %v4 = arith.muli %c4, %v : index
  %v7 = arith.addi %v, %c4 : index
  %0 = vector.create_mask %c4 : vector<[4]xi1>
  %1 = vector.create_mask %c0 : vector<[4]xi1>
  %2 = vector.create_mask %v3 : vector<[4]xi1>
  %3 = vector.create_mask %v4 : vector<[4]xi1>
  %4 = vector.create_mask %v7 : vector<[4]xi1>
  %5 = vector.create_mask %c0, %v4 : vector<2x[4]xi1>
  return %0, %1, %2, %3, %4, %5 : vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<2x[4]xi1>
}

// CHECK-LABEL: func.func @one_scalable_mask() -> (vector<[1]xi1>, vector<[2]xi1>) {
// CHECK-NEXT: %cst = arith.constant dense<true> : vector<[1]xi1>
// CHECK-NEXT: %vscale = vector.vscale
// CHECK-NEXT: %0 = vector.create_mask %vscale : vector<[2]xi1>
// CHECK-NEXT: return %cst, %0 : vector<[1]xi1>, vector<[2]xi1>
func.func @one_scalable_mask() -> (vector<[1]xi1>, vector<[2]xi1>) {
  %v = vector.vscale
  %0 = vector.create_mask %v : vector<[1]xi1>
  %1 = vector.create_mask %v : vector<[2]xi1>
  return %0, %1 : vector<[1]xi1>, vector<[2]xi1>
}

// CHECK-LABEL: func.func @mask_without_operation(%arg0: vector<4xf32>, %arg1: vector<4xi1>, %arg2: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT: %0 = arith.select %arg1, %arg0, %arg2 : vector<4xi1>, vector<4xf32>
// CHECK-NEXT: return %arg0, %0 : vector<4xf32>, vector<4xf32>
func.func @mask_without_operation(%a: vector<4xf32>, %k: vector<4xi1>, %p: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %0 = vector.mask %k { vector.yield %a : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  %1 = vector.mask %k, %p { vector.yield %a : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}

// CHECK-LABEL: func.func @mask_that_is_all_true(%arg0: memref<8xf32>, %arg1: index, %arg2: vector<4xf32>) -> f32 {
// CHECK-NEXT: vector.transfer_write %arg2, %arg0[%arg1] : vector<4xf32>, memref<8xf32>
// CHECK-NEXT: %0 = vector.reduction <add>, %arg2 : vector<4xf32> into f32
// CHECK-NEXT: return %0 : f32
func.func @mask_that_is_all_true(%m: memref<8xf32>, %i: index, %a: vector<4xf32>) -> f32 {
  %k = vector.constant_mask [4] : vector<4xi1>
  vector.mask %k { vector.transfer_write %a, %m[%i] : vector<4xf32>, memref<8xf32> } : vector<4xi1>
  %0 = vector.mask %k { vector.reduction <add>, %a : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0 : f32
}

// CHECK-LABEL: func.func @mask_of_units(%arg0: index) -> (vector<4xi1>, vector<4xi1>, vector<1x4xi1>, vector<4xi1>, vector<4xi1>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.create_mask %arg0, %c0 : vector<4x1xi1>
// CHECK-NEXT: %1 = vector.create_mask %arg0, %arg0 : vector<4x1xi1>
// CHECK-NEXT: %2 = vector.constant_mask [2] : vector<4xi1>
// CHECK-NEXT: %3 = vector.constant_mask [2] : vector<4xi1>
// CHECK-NEXT: %4 = vector.constant_mask [1, 2] : vector<1x4xi1>
// CHECK-NEXT: %5 = vector.shape_cast %0 : vector<4x1xi1> to vector<4xi1>
// CHECK-NEXT: %6 = vector.shape_cast %1 : vector<4x1xi1> to vector<4xi1>
// CHECK-NEXT: return %2, %3, %4, %5, %6 : vector<4xi1>, vector<4xi1>, vector<1x4xi1>, vector<4xi1>, vector<4xi1>
func.func @mask_of_units(%n: index) -> (vector<4xi1>, vector<4xi1>, vector<1x4xi1>, vector<4xi1>, vector<4xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = vector.constant_mask [2, 1] : vector<4x1xi1>
  %b = vector.constant_mask [2, 1, 1] : vector<4x1x1xi1>
  %c = vector.constant_mask [1, 2, 1] : vector<1x4x1xi1>
  %d = vector.create_mask %n, %c0 : vector<4x1xi1>
  %e = vector.create_mask %n, %n : vector<4x1xi1>
  %0 = vector.shape_cast %a : vector<4x1xi1> to vector<4xi1>
  %1 = vector.shape_cast %b : vector<4x1x1xi1> to vector<4xi1>
  %2 = vector.shape_cast %c : vector<1x4x1xi1> to vector<1x4xi1>
  %3 = vector.shape_cast %d : vector<4x1xi1> to vector<4xi1>
  %4 = vector.shape_cast %e : vector<4x1xi1> to vector<4xi1>
  return %0, %1, %2, %3, %4 : vector<4xi1>, vector<4xi1>, vector<1x4xi1>, vector<4xi1>, vector<4xi1>
}

// CHECK-LABEL: func.func @rows_of_masks(%arg0: index, %arg1: index) -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>) {
// CHECK-NEXT: %cst = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = vector.create_mask %c2, %arg1 : vector<3x4xi1>
// CHECK-NEXT: %1 = vector.create_mask %arg1 : vector<4xi1>
// CHECK-NEXT: %2 = vector.extract %0[%arg0] : vector<4xi1> from vector<3x4xi1>
// CHECK-NEXT: %3 = vector.create_mask %arg1 : vector<4xi1>
// CHECK-NEXT: %4 = vector.create_mask %arg1, %c2 : vector<3x4xi1>
// CHECK-NEXT: %5 = vector.extract %4[0] : vector<4xi1> from vector<3x4xi1>
// CHECK-NEXT: return %1, %cst, %2, %3, %5 : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>
func.func @rows_of_masks(%i: index, %n: index) -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = vector.create_mask %c2, %n : vector<3x4xi1>
  %b = vector.create_mask %c3, %n : vector<3x4xi1>
  %0 = vector.extract %a[1] : vector<4xi1> from vector<3x4xi1>
  %1 = vector.extract %a[2] : vector<4xi1> from vector<3x4xi1>
  %2 = vector.extract %a[%i] : vector<4xi1> from vector<3x4xi1>
  %3 = vector.extract %b[%i] : vector<4xi1> from vector<3x4xi1>
  %c = vector.create_mask %n, %c2 : vector<3x4xi1>
  %4 = vector.extract %c[0] : vector<4xi1> from vector<3x4xi1>
  return %0, %1, %2, %3, %4 : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>
}

// CHECK-LABEL: func.func @planes_of_masks(%arg0: index) -> (vector<4xi1>, vector<4xi1>) {
// CHECK-NEXT: %cst = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = vector.create_mask %c1, %arg0, %arg0 : vector<3x4x4xi1>
// CHECK-NEXT: %1 = vector.extract %0[0, 1] : vector<4xi1> from vector<3x4x4xi1>
// CHECK-NEXT: return %cst, %1 : vector<4xi1>, vector<4xi1>
func.func @planes_of_masks(%n: index) -> (vector<4xi1>, vector<4xi1>) {
  %c1 = arith.constant 1 : index
  %a = vector.create_mask %c1, %n, %n : vector<3x4x4xi1>
  %0 = vector.extract %a[1, 0] : vector<4xi1> from vector<3x4x4xi1>
  %1 = vector.extract %a[0, 1] : vector<4xi1> from vector<3x4x4xi1>
  return %0, %1 : vector<4xi1>, vector<4xi1>
}

// CHECK-LABEL: func.func @one_element(%arg0: vector<2x4xf32>) -> vector<1xf32> {
// CHECK-NEXT: %0 = vector.extract %arg0[1, 3] : f32 from vector<2x4xf32>
// CHECK-NEXT: %1 = vector.broadcast %0 : f32 to vector<1xf32>
// CHECK-NEXT: return %1 : vector<1xf32>
func.func @one_element(%a: vector<2x4xf32>) -> vector<1xf32> {
  %0 = vector.extract %a[1, 3] : f32 from vector<2x4xf32>
  %1 = vector.from_elements %0 : vector<1xf32>
  return %1 : vector<1xf32>
}

// CHECK-LABEL: func.func @elements_in_order(%arg0: vector<2x2x2xf32>) -> (vector<2xf32>, vector<4xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
// CHECK-NEXT: %0 = vector.extract %arg0[1, 0, 0] : f32 from vector<2x2x2xf32>
// CHECK-NEXT: %1 = vector.extract %arg0[1, 0, 1] : f32 from vector<2x2x2xf32>
// CHECK-NEXT: %2 = vector.extract %arg0[1, 1, 0] : f32 from vector<2x2x2xf32>
// CHECK-NEXT: %3 = vector.extract %arg0[1, 0] : vector<2xf32> from vector<2x2x2xf32>
// CHECK-NEXT: %4 = vector.extract %arg0[1] : vector<2x2xf32> from vector<2x2x2xf32>
// CHECK-NEXT: %5 = vector.shape_cast %4 : vector<2x2xf32> to vector<4xf32>
// CHECK-NEXT: %6 = vector.from_elements %1, %2 : vector<2xf32>
// CHECK-NEXT: %7 = vector.from_elements %0, %2 : vector<2xf32>
// CHECK-NEXT: %8 = vector.from_elements %1, %0 : vector<2xf32>
// CHECK-NEXT: return %3, %5, %6, %7, %8 : vector<2xf32>, vector<4xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
func.func @elements_in_order(%a: vector<2x2x2xf32>) -> (vector<2xf32>, vector<4xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
  %0 = vector.extract %a[1, 0, 0] : f32 from vector<2x2x2xf32>
  %1 = vector.extract %a[1, 0, 1] : f32 from vector<2x2x2xf32>
  %2 = vector.extract %a[1, 1, 0] : f32 from vector<2x2x2xf32>
  %3 = vector.extract %a[1, 1, 1] : f32 from vector<2x2x2xf32>
  %4 = vector.from_elements %0, %1 : vector<2xf32>
  %5 = vector.from_elements %0, %1, %2, %3 : vector<4xf32>
  %6 = vector.from_elements %1, %2 : vector<2xf32>
  %7 = vector.from_elements %0, %2 : vector<2xf32>
  %8 = vector.from_elements %1, %0 : vector<2xf32>
  return %4, %5, %6, %7, %8 : vector<2xf32>, vector<4xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
}

// CHECK-LABEL: func.func @elements_of_a_scalar(%arg0: f32) -> (f32, f32) {
// CHECK-NEXT: return %arg0, %arg0 : f32, f32
func.func @elements_of_a_scalar(%x: f32) -> (f32, f32) {
  %0 = vector.broadcast %x : f32 to vector<2xf32>
  %1:2 = vector.to_elements %0 : vector<2xf32>
  return %1#0, %1#1 : f32, f32
}

// CHECK-LABEL: func.func @shuffled_without_dimensions(%arg0: vector<f32>, %arg1: vector<f32>) -> (vector<1xf32>, vector<1xf32>, vector<2xf32>) {
// CHECK-NEXT: %0 = vector.broadcast %arg0 : vector<f32> to vector<1xf32>
// CHECK-NEXT: %1 = vector.broadcast %arg1 : vector<f32> to vector<1xf32>
// CHECK-NEXT: %2 = vector.shuffle %arg0, %arg1 [1, 0] : vector<f32>, vector<f32>
// CHECK-NEXT: return %0, %1, %2 : vector<1xf32>, vector<1xf32>, vector<2xf32>
func.func @shuffled_without_dimensions(%a: vector<f32>, %b: vector<f32>) -> (vector<1xf32>, vector<1xf32>, vector<2xf32>) {
  %0 = vector.shuffle %a, %b [0] : vector<f32>, vector<f32>
  %1 = vector.shuffle %a, %b [1] : vector<f32>, vector<f32>
  %2 = vector.shuffle %a, %b [1, 0] : vector<f32>, vector<f32>
  return %0, %1, %2 : vector<1xf32>, vector<1xf32>, vector<2xf32>
}

// CHECK-LABEL: func.func @overwritten_poison(%arg0: vector<2xf32>, %arg1: f32, %arg2: f32) -> vector<2xf32> {
// CHECK-NEXT: %0 = ub.poison : vector<2xf32>
// CHECK-NEXT: return %0 : vector<2xf32>
func.func @overwritten_poison(%a: vector<2xf32>, %x: f32, %y: f32) -> vector<2xf32> {
  %0 = vector.insert %x, %a [0] : f32 into vector<2xf32>
  %1 = vector.insert %y, %0 [-1] : f32 into vector<2xf32>
  return %1 : vector<2xf32>
}

// CHECK-LABEL: func.func @scatter_of_nothing(%arg0: memref<8xf32>, %arg1: tensor<8xf32>, %arg2: index, %arg3: vector<4xindex>, %arg4: vector<4xf32>) -> tensor<8xf32> {
// CHECK-NEXT: return %arg1 : tensor<8xf32>
func.func @scatter_of_nothing(%m: memref<8xf32>, %t: tensor<8xf32>, %i: index, %v: vector<4xindex>, %a: vector<4xf32>) -> tensor<8xf32> {
  %k = vector.constant_mask [0] : vector<4xi1>
  vector.scatter %m[%i][%v], %k, %a : memref<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  %0 = vector.scatter %t[%i][%v], %k, %a : tensor<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @steps_and_limits() -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>) {
// CHECK-NEXT: %cst = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT: %cst_0 = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT: %cst_1 = arith.constant dense<3> : vector<4xindex>
// CHECK-NEXT: %0 = vector.step : vector<4xindex>
// CHECK-NEXT: %1 = arith.cmpi ult, %0, %cst_1 : vector<4xindex>
// CHECK-NEXT: %2 = arith.cmpi eq, %0, %cst_1 : vector<4xindex>
// CHECK-NEXT: return %1, %cst_0, %cst_0, %cst, %2, %cst_0 : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>
func.func @steps_and_limits() -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>) {
  %s = vector.step : vector<4xindex>
  %c3 = arith.constant dense<3> : vector<4xindex>
  %c4 = arith.constant dense<4> : vector<4xindex>
  %0 = arith.cmpi ult, %s, %c3 : vector<4xindex>
  %1 = arith.cmpi ult, %s, %c4 : vector<4xindex>
  %2 = arith.cmpi ule, %s, %c3 : vector<4xindex>
  %3 = arith.cmpi uge, %s, %c4 : vector<4xindex>
  %4 = arith.cmpi eq, %s, %c3 : vector<4xindex>
  %5 = arith.cmpi ne, %s, %c4 : vector<4xindex>
  return %0, %1, %2, %3, %4, %5 : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>
}

// CHECK-LABEL: func.func @steps_compared_otherwise(%arg0: vector<4xindex>) -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>) {
// CHECK-NEXT: %cst = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT: %cst_0 = arith.constant dense<-1> : vector<4xindex>
// CHECK-NEXT: %cst_1 = arith.constant dense<4> : vector<4xindex>
// CHECK-NEXT: %cst_2 = arith.constant dense<2> : vector<4xindex>
// CHECK-NEXT: %0 = vector.step : vector<4xindex>
// CHECK-NEXT: %1 = arith.cmpi slt, %0, %cst_1 : vector<4xindex>
// CHECK-NEXT: %2 = arith.cmpi ult, %0, %arg0 : vector<4xindex>
// CHECK-NEXT: %3 = arith.cmpi ule, %0, %cst_2 : vector<4xindex>
// CHECK-NEXT: %4 = arith.cmpi ult, %0, %cst_0 : vector<4xindex>
// CHECK-NEXT: return %1, %2, %3, %cst, %4 : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>
func.func @steps_compared_otherwise(%n: vector<4xindex>) -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>) {
  %s = vector.step : vector<4xindex>
  %c2 = arith.constant dense<2> : vector<4xindex>
  %c4 = arith.constant dense<4> : vector<4xindex>
  %m = arith.constant dense<-1> : vector<4xindex>
  %0 = arith.cmpi slt, %s, %c4 : vector<4xindex>
  %1 = arith.cmpi ult, %s, %n : vector<4xindex>
  %2 = arith.cmpi ule, %s, %c2 : vector<4xindex>
  %3 = arith.cmpi ult, %c4, %s : vector<4xindex>
  %4 = arith.cmpi ult, %s, %m : vector<4xindex>
  return %0, %1, %2, %3, %4 : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>
}

// CHECK-LABEL: func.func @contraction_of_another_start(%arg0: vector<4xf32>, %arg1: vector<4xf32>, %arg2: f32) -> f32 {
// CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %0 = vector.contract {indexing_maps = [#map, #map, #map1], iterator_types = ["reduction"], kind = #vector.kind<add>} %arg0, %arg1, %cst : vector<4xf32>, vector<4xf32> into f32
// CHECK-NEXT: %1 = arith.addf %0, %arg2 : f32
// CHECK-NEXT: return %1 : f32
func.func @contraction_of_another_start(%a: vector<4xf32>, %b: vector<4xf32>, %c: f32) -> f32 {
  %z = arith.constant 1.0 : f32
  %0 = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %a, %b, %z : vector<4xf32>, vector<4xf32> into f32
  %1 = arith.addf %0, %c : f32
  return %1 : f32
}

// Unit dimensions before and between those that a transposition exchanges do not make it one that keeps the order.
// CHECK-LABEL: func.func @exchanged(%arg0: vector<1x2x3xf32>, %arg1: vector<2x1x3xf32>, %arg2: vector<2x1x3xf32>) -> (vector<6xf32>, vector<6xf32>, vector<6xf32>) {
// CHECK-NEXT: %0 = vector.transpose %arg0, [0, 2, 1] : vector<1x2x3xf32> to vector<1x3x2xf32>
// CHECK-NEXT: %1 = vector.shape_cast %0 : vector<1x3x2xf32> to vector<6xf32>
// CHECK-NEXT: %2 = vector.transpose %arg1, [1, 2, 0] : vector<2x1x3xf32> to vector<1x3x2xf32>
// CHECK-NEXT: %3 = vector.shape_cast %2 : vector<1x3x2xf32> to vector<6xf32>
// CHECK-NEXT: %4 = vector.shape_cast %arg2 : vector<2x1x3xf32> to vector<6xf32>
// CHECK-NEXT: return %1, %3, %4 : vector<6xf32>, vector<6xf32>, vector<6xf32>
// CHECK-NEXT: }
func.func @exchanged(%a: vector<1x2x3xf32>, %b: vector<2x1x3xf32>, %c: vector<2x1x3xf32>) -> (vector<6xf32>, vector<6xf32>, vector<6xf32>) {
  %0 = vector.transpose %a, [0, 2, 1] : vector<1x2x3xf32> to vector<1x3x2xf32>
  %1 = vector.shape_cast %0 : vector<1x3x2xf32> to vector<6xf32>
  %2 = vector.transpose %b, [1, 2, 0] : vector<2x1x3xf32> to vector<1x3x2xf32>
  %3 = vector.shape_cast %2 : vector<1x3x2xf32> to vector<6xf32>
  %4 = vector.transpose %c, [1, 0, 2] : vector<2x1x3xf32> to vector<1x2x3xf32>
  %5 = vector.shape_cast %4 : vector<1x2x3xf32> to vector<6xf32>
  return %1, %3, %5 : vector<6xf32>, vector<6xf32>, vector<6xf32>
}

// Dimensions behind one that is known to be in bounds become so as well.
// CHECK-LABEL: func.func @rest_in_bounds(%arg0: memref<8x8xf32>, %arg1: f32, %arg2: index) -> (vector<4x4xf32>, vector<4x4xf32>) {
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg2, %c2], %arg1 {in_bounds = [true, true]} : memref<8x8xf32>, vector<4x4xf32>
// CHECK-NEXT: %1 = vector.transfer_read %arg0[%c2, %arg2], %arg1 {in_bounds = [true, false]} : memref<8x8xf32>, vector<4x4xf32>
// CHECK-NEXT: return %0, %1 : vector<4x4xf32>, vector<4x4xf32>
// CHECK-NEXT: }
func.func @rest_in_bounds(%m: memref<8x8xf32>, %p: f32, %i: index) -> (vector<4x4xf32>, vector<4x4xf32>) {
  %c2 = arith.constant 2 : index
  %0 = vector.transfer_read %m[%i, %c2], %p {in_bounds = [true, false]} : memref<8x8xf32>, vector<4x4xf32>
  %1 = vector.transfer_read %m[%c2, %i], %p {in_bounds = [false, false]} : memref<8x8xf32>, vector<4x4xf32>
  return %0, %1 : vector<4x4xf32>, vector<4x4xf32>
}
