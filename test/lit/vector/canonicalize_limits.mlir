// RUN: optc %s --canonicalize | FileCheck %s

// Operands that are poison or unknown, positions at the ends of what a fold takes.

// CHECK-LABEL: func.func @extract_of_poison(
// CHECK-NEXT: %[[V0:.+]] = ub.poison : f32
// CHECK-NEXT: %[[V1:.+]] = ub.poison : vector<3xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V0]] : f32, vector<3xf32>, f32
// CHECK-NEXT: }
func.func @extract_of_poison(%i: index) -> (f32, vector<3xf32>, f32) {
  %p = ub.poison : vector<2x3xf32>
  %0 = vector.extract %p[1, 2] : f32 from vector<2x3xf32>
  %1 = vector.extract %p[1] : vector<3xf32> from vector<2x3xf32>
  %2 = vector.extract %p[%i, 0] : f32 from vector<2x3xf32>
  return %0, %1, %2 : f32, vector<3xf32>, f32
}

// CHECK-LABEL: func.func @index_is_poison(
// CHECK-SAME: %[[A:[a-z0-9]+]]: vector<2x3xf32>{{.*}}%[[X:[a-z0-9]+]]: f32
// CHECK-NEXT: %[[V0:.+]] = ub.poison : index
// CHECK-NEXT: %[[V1:.+]] = vector.extract %[[A]][%[[V0]], 0] : f32 from vector<2x3xf32>
// CHECK-NEXT: %[[V2:.+]] = vector.insert %[[X]], %[[A]] [%[[V0]], 0] : f32 into vector<2x3xf32>
// CHECK-NEXT: return %[[V1]], %[[V2]] : f32, vector<2x3xf32>
// CHECK-NEXT: }
func.func @index_is_poison(%a: vector<2x3xf32>, %x: f32) -> (f32, vector<2x3xf32>) {
  %i = ub.poison : index
  %0 = vector.extract %a[%i, 0] : f32 from vector<2x3xf32>
  %1 = vector.insert %x, %a [%i, 0] : f32 into vector<2x3xf32>
  return %0, %1 : f32, vector<2x3xf32>
}

// CHECK-LABEL: func.func @constant_index_out_of_bounds(
// CHECK-SAME: %[[A:[a-z0-9]+]]: vector<4xf32>
// CHECK-NEXT: %[[V0:.+]] = ub.poison : f32
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : index
// CHECK-NEXT: %[[V1:.+]] = vector.extract %[[A]][3] : f32 from vector<4xf32>
// CHECK-NEXT: %[[V2:.+]] = vector.extract %[[A]][%[[C4]]] : f32 from vector<4xf32>
// CHECK-NEXT: return %[[V1]], %[[V2]], %[[V0]] : f32, f32, f32
// CHECK-NEXT: }
func.func @constant_index_out_of_bounds(%a: vector<4xf32>) -> (f32, f32, f32) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %n1 = arith.constant -1 : index
  %0 = vector.extract %a[%c3] : f32 from vector<4xf32>
  %1 = vector.extract %a[%c4] : f32 from vector<4xf32>
  %2 = vector.extract %a[%n1] : f32 from vector<4xf32>
  return %0, %1, %2 : f32, f32, f32
}

// CHECK-LABEL: func.func @insert_the_whole(
// CHECK-SAME: %[[A:[a-z0-9]+]]: vector<4xf32>
// CHECK-NEXT: return %[[A]] : vector<4xf32>
// CHECK-NEXT: }
func.func @insert_the_whole(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.insert %a, %b [] : vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}

// CHECK-LABEL: func.func @insert_poison(
// CHECK-SAME: %[[B:[a-z0-9]+]]: vector<4xf32>
// CHECK-NEXT: %[[V0:.+]] = ub.poison : f32
// CHECK-NEXT: %[[V1:.+]] = vector.insert %[[V0]], %[[B]] [1] : f32 into vector<4xf32>
// CHECK-NEXT: return %[[V1]] : vector<4xf32>
// CHECK-NEXT: }
func.func @insert_poison(%b: vector<4xf32>) -> vector<4xf32> {
  %p = ub.poison : f32
  %0 = vector.insert %p, %b [1] : f32 into vector<4xf32>
  return %0 : vector<4xf32>
}

// CHECK-LABEL: func.func @insert_into_large_constants(
// CHECK-NEXT: %[[C7_I8:.+]] = arith.constant 7 : i8
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<1> : vector<257xi8>
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<"0x07010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101"> : vector<256xi8>
// CHECK-NEXT: %[[V0:.+]] = vector.insert %[[C7_I8]], %[[CST]] [0] : i8 into vector<257xi8>
// CHECK-NEXT: return %[[CST_0]], %[[CST_0]], %[[V0]], %[[V0]] : vector<256xi8>, vector<256xi8>, vector<257xi8>, vector<257xi8>
// CHECK-NEXT: }
func.func @insert_into_large_constants() -> (vector<256xi8>, vector<256xi8>, vector<257xi8>, vector<257xi8>) {
  %x = arith.constant 7 : i8
  %a = arith.constant dense<1> : vector<256xi8>
  %b = arith.constant dense<1> : vector<257xi8>
  %0 = vector.insert %x, %a [0] : i8 into vector<256xi8>
  %1 = vector.insert %x, %b [0] : i8 into vector<257xi8>
  return %0, %0, %1, %1 : vector<256xi8>, vector<256xi8>, vector<257xi8>, vector<257xi8>
}

// CHECK-LABEL: func.func @shuffle_of_poison(
// CHECK-SAME: %[[A:[a-z0-9]+]]: vector<2xi32>
// CHECK-NEXT: %[[V0:.+]] = ub.poison : vector<2xi32>
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<[6, 5, 5]> : vector<3xi32>
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<[5, 6, 5]> : vector<3xi32>
// CHECK-NEXT: %[[CST_1:.+]] = arith.constant dense<[6, 5]> : vector<2xi32>
// CHECK-NEXT: %[[V1:.+]] = vector.shuffle %[[A]], %[[V0]] [1, 2] : vector<2xi32>, vector<2xi32>
// CHECK-NEXT: return %[[V0]], %[[CST]], %[[CST_0]], %[[CST_1]], %[[V1]] : vector<2xi32>, vector<3xi32>, vector<3xi32>, vector<2xi32>, vector<2xi32>
// CHECK-NEXT: }
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

// CHECK-LABEL: func.func @shuffle_in_order(
// CHECK-SAME: %[[A:[a-z0-9]+]]: vector<2xi32>{{.*}}%[[B:[a-z0-9]+]]: vector<3xi32>
// CHECK-NEXT: %[[V0:.+]] = vector.shuffle %[[A]], %[[B]] [2, 3] : vector<2xi32>, vector<3xi32>
// CHECK-NEXT: %[[V1:.+]] = vector.shuffle %[[A]], %[[B]] [0, 2] : vector<2xi32>, vector<3xi32>
// CHECK-NEXT: %[[V2:.+]] = vector.shuffle %[[A]], %[[B]] [0, 1, 2] : vector<2xi32>, vector<3xi32>
// CHECK-NEXT: return %[[A]], %[[B]], %[[V0]], %[[V1]], %[[V2]] : vector<2xi32>, vector<3xi32>, vector<2xi32>, vector<2xi32>, vector<3xi32>
// CHECK-NEXT: }
func.func @shuffle_in_order(%a: vector<2xi32>, %b: vector<3xi32>) -> (vector<2xi32>, vector<3xi32>, vector<2xi32>, vector<2xi32>, vector<3xi32>) {
  %0 = vector.shuffle %a, %b [0, 1] : vector<2xi32>, vector<3xi32>
  %1 = vector.shuffle %a, %b [2, 3, 4] : vector<2xi32>, vector<3xi32>
  %2 = vector.shuffle %a, %b [2, 3] : vector<2xi32>, vector<3xi32>
  %3 = vector.shuffle %a, %b [0, 2] : vector<2xi32>, vector<3xi32>
  %4 = vector.shuffle %a, %b [0, 1, 2] : vector<2xi32>, vector<3xi32>
  return %0, %1, %2, %3, %4 : vector<2xi32>, vector<3xi32>, vector<2xi32>, vector<2xi32>, vector<3xi32>
}

// CHECK-LABEL: func.func @shapes_of_poison(
// CHECK-NEXT: %[[V0:.+]] = ub.poison : vector<2x4xf32>
// CHECK-NEXT: %[[V1:.+]] = ub.poison : vector<4xf32>
// CHECK-NEXT: %[[V2:.+]] = ub.poison : vector<4x2xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]] : vector<2x4xf32>, vector<4xf32>, vector<4x2xf32>
// CHECK-NEXT: }
func.func @shapes_of_poison() -> (vector<2x4xf32>, vector<4xf32>, vector<4x2xf32>) {
  %s = ub.poison : f32
  %v = ub.poison : vector<2x2xf32>
  %w = ub.poison : vector<2x4xf32>
  %0 = vector.broadcast %s : f32 to vector<2x4xf32>
  %1 = vector.shape_cast %v : vector<2x2xf32> to vector<4xf32>
  %2 = vector.transpose %w, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  return %0, %1, %2 : vector<2x4xf32>, vector<4xf32>, vector<4x2xf32>
}

// CHECK-LABEL: func.func @bitcast_of_bitcast(
// CHECK-SAME: %[[A:[a-z0-9]+]]: vector<4xf32>
// CHECK-NEXT: %[[V0:.+]] = vector.bitcast %[[A]] : vector<4xf32> to vector<8xf16>
// CHECK-NEXT: return %[[V0]], %[[A]] : vector<8xf16>, vector<4xf32>
// CHECK-NEXT: }
func.func @bitcast_of_bitcast(%a: vector<4xf32>) -> (vector<8xf16>, vector<4xf32>) {
  %0 = vector.bitcast %a : vector<4xf32> to vector<4xi32>
  %1 = vector.bitcast %0 : vector<4xi32> to vector<8xf16>
  %2 = vector.bitcast %0 : vector<4xi32> to vector<4xf32>
  return %1, %2 : vector<8xf16>, vector<4xf32>
}

// CHECK-LABEL: func.func @constant_transposed(
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<{{\[\[}}1, 2], [3, 4]]> : vector<2x2xi32>
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<3> : vector<4x2xi32>
// CHECK-NEXT: %[[V0:.+]] = vector.transpose %[[CST]], [1, 0] : vector<2x2xi32> to vector<2x2xi32>
// CHECK-NEXT: return %[[CST_0]], %[[V0]] : vector<4x2xi32>, vector<2x2xi32>
// CHECK-NEXT: }
func.func @constant_transposed() -> (vector<4x2xi32>, vector<2x2xi32>) {
  %a = arith.constant dense<3> : vector<2x4xi32>
  %b = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %0 = vector.transpose %a, [1, 0] : vector<2x4xi32> to vector<4x2xi32>
  %1 = vector.transpose %b, [1, 0] : vector<2x2xi32> to vector<2x2xi32>
  return %0, %1 : vector<4x2xi32>, vector<2x2xi32>
}

// CHECK-LABEL: func.func @slice_of_scalable(
// CHECK-SAME: %[[A:[a-z0-9]+]]: vector<4x[4]xf32>
// CHECK-NEXT: %[[V0:.+]] = vector.extract_strided_slice %[[A]] {offsets = [2], sizes = [1], strides = [1]} : vector<4x[4]xf32> to vector<1x[4]xf32>
// CHECK-NEXT: return %[[V0]] : vector<1x[4]xf32>
// CHECK-NEXT: }
func.func @slice_of_scalable(%a: vector<4x[4]xf32>) -> vector<1x[4]xf32> {
  %0 = vector.extract_strided_slice %a {offsets = [2], sizes = [1], strides = [1]} : vector<4x[4]xf32> to vector<1x[4]xf32>
  return %0 : vector<1x[4]xf32>
}

// CHECK-LABEL: func.func @masks_without_dimensions(
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<false> : vector<i1>
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<true> : vector<i1>
// CHECK-NEXT: return %[[CST]], %[[CST_0]], %[[CST]], %[[CST_0]] : vector<i1>, vector<i1>, vector<i1>, vector<i1>
// CHECK-NEXT: }
func.func @masks_without_dimensions() -> (vector<i1>, vector<i1>, vector<i1>, vector<i1>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %0 = vector.constant_mask [0] : vector<i1>
  %1 = vector.constant_mask [1] : vector<i1>
  %2 = vector.create_mask %c0 : vector<i1>
  %3 = vector.create_mask %c2 : vector<i1>
  return %0, %1, %2, %3 : vector<i1>, vector<i1>, vector<i1>, vector<i1>
}

// CHECK-LABEL: func.func @scalable_masks(
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<false> : vector<2x[4]xi1>
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<true> : vector<[4]xi1>
// CHECK-NEXT: %[[C3:.+]] = arith.constant 3 : index
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : index
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[VSCALE:.+]] = vector.vscale
// CHECK-NEXT: %[[C3_VSCALE:.+]] = arith.muli %[[VSCALE]], %[[C3]] : index
// CHECK-NEXT: %[[V0:.+]] = arith.addi %[[VSCALE]], %[[C4]] : index
// CHECK-NEXT: %[[V1:.+]] = vector.create_mask %[[C4]] : vector<[4]xi1>
// CHECK-NEXT: %[[V2:.+]] = vector.create_mask %[[C0]] : vector<[4]xi1>
// CHECK-NEXT: %[[V3:.+]] = vector.create_mask %[[C3_VSCALE]] : vector<[4]xi1>
// CHECK-NEXT: %[[V4:.+]] = vector.create_mask %[[V0]] : vector<[4]xi1>
// CHECK-NEXT: return %[[V1]], %[[V2]], %[[V3]], %[[CST_0]], %[[V4]], %[[CST]] : vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<2x[4]xi1>
// CHECK-NEXT: }
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

// CHECK-LABEL: func.func @one_scalable_mask(
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<true> : vector<[1]xi1>
// CHECK-NEXT: %[[VSCALE:.+]] = vector.vscale
// CHECK-NEXT: %[[V0:.+]] = vector.create_mask %[[VSCALE]] : vector<[2]xi1>
// CHECK-NEXT: return %[[CST]], %[[V0]] : vector<[1]xi1>, vector<[2]xi1>
// CHECK-NEXT: }
func.func @one_scalable_mask() -> (vector<[1]xi1>, vector<[2]xi1>) {
  %v = vector.vscale
  %0 = vector.create_mask %v : vector<[1]xi1>
  %1 = vector.create_mask %v : vector<[2]xi1>
  return %0, %1 : vector<[1]xi1>, vector<[2]xi1>
}

// CHECK-LABEL: func.func @mask_without_operation(
// CHECK-SAME: %[[A:[a-z0-9]+]]: vector<4xf32>{{.*}}%[[K:[a-z0-9]+]]: vector<4xi1>{{.*}}%[[P:[a-z0-9]+]]: vector<4xf32>
// CHECK-NEXT: %[[V0:.+]] = arith.select %[[K]], %[[A]], %[[P]] : vector<4xi1>, vector<4xf32>
// CHECK-NEXT: return %[[A]], %[[V0]] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT: }
func.func @mask_without_operation(%a: vector<4xf32>, %k: vector<4xi1>, %p: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %0 = vector.mask %k { vector.yield %a : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  %1 = vector.mask %k, %p { vector.yield %a : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}

// CHECK-LABEL: func.func @mask_that_is_all_true(
// CHECK-SAME: %[[M:[a-z0-9]+]]: memref<8xf32>{{.*}}%[[I:[a-z0-9]+]]: index{{.*}}%[[A:[a-z0-9]+]]: vector<4xf32>
// CHECK-NEXT: vector.transfer_write %[[A]], %[[M]][%[[I]]] : vector<4xf32>, memref<8xf32>
// CHECK-NEXT: %[[V0:.+]] = vector.reduction <add>, %[[A]] : vector<4xf32> into f32
// CHECK-NEXT: return %[[V0]] : f32
// CHECK-NEXT: }
func.func @mask_that_is_all_true(%m: memref<8xf32>, %i: index, %a: vector<4xf32>) -> f32 {
  %k = vector.constant_mask [4] : vector<4xi1>
  vector.mask %k { vector.transfer_write %a, %m[%i] : vector<4xf32>, memref<8xf32> } : vector<4xi1>
  %0 = vector.mask %k { vector.reduction <add>, %a : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0 : f32
}

// CHECK-LABEL: func.func @mask_of_units(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[V0:.+]] = vector.create_mask %[[N]], %[[C0]] : vector<4x1xi1>
// CHECK-NEXT: %[[V1:.+]] = vector.create_mask %[[N]], %[[N]] : vector<4x1xi1>
// CHECK-NEXT: %[[V2:.+]] = vector.constant_mask [2] : vector<4xi1>
// CHECK-NEXT: %[[V3:.+]] = vector.constant_mask [2] : vector<4xi1>
// CHECK-NEXT: %[[V4:.+]] = vector.constant_mask [1, 2] : vector<1x4xi1>
// CHECK-NEXT: %[[V5:.+]] = vector.shape_cast %[[V0]] : vector<4x1xi1> to vector<4xi1>
// CHECK-NEXT: %[[V6:.+]] = vector.shape_cast %[[V1]] : vector<4x1xi1> to vector<4xi1>
// CHECK-NEXT: return %[[V2]], %[[V3]], %[[V4]], %[[V5]], %[[V6]] : vector<4xi1>, vector<4xi1>, vector<1x4xi1>, vector<4xi1>, vector<4xi1>
// CHECK-NEXT: }
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

// CHECK-LABEL: func.func @rows_of_masks(
// CHECK-SAME: %[[I:[a-z0-9]+]]: index{{.*}}%[[N:[a-z0-9]+]]: index
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : index
// CHECK-NEXT: %[[V0:.+]] = vector.create_mask %[[C2]], %[[N]] : vector<3x4xi1>
// CHECK-NEXT: %[[V1:.+]] = vector.create_mask %[[N]] : vector<4xi1>
// CHECK-NEXT: %[[V2:.+]] = vector.extract %[[V0]][%[[I]]] : vector<4xi1> from vector<3x4xi1>
// CHECK-NEXT: %[[V3:.+]] = vector.create_mask %[[N]] : vector<4xi1>
// CHECK-NEXT: %[[V4:.+]] = vector.create_mask %[[N]], %[[C2]] : vector<3x4xi1>
// CHECK-NEXT: %[[V5:.+]] = vector.extract %[[V4]][0] : vector<4xi1> from vector<3x4xi1>
// CHECK-NEXT: return %[[V1]], %[[CST]], %[[V2]], %[[V3]], %[[V5]] : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>
// CHECK-NEXT: }
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

// CHECK-LABEL: func.func @planes_of_masks(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[V0:.+]] = vector.create_mask %[[C1]], %[[N]], %[[N]] : vector<3x4x4xi1>
// CHECK-NEXT: %[[V1:.+]] = vector.extract %[[V0]][0, 1] : vector<4xi1> from vector<3x4x4xi1>
// CHECK-NEXT: return %[[CST]], %[[V1]] : vector<4xi1>, vector<4xi1>
// CHECK-NEXT: }
func.func @planes_of_masks(%n: index) -> (vector<4xi1>, vector<4xi1>) {
  %c1 = arith.constant 1 : index
  %a = vector.create_mask %c1, %n, %n : vector<3x4x4xi1>
  %0 = vector.extract %a[1, 0] : vector<4xi1> from vector<3x4x4xi1>
  %1 = vector.extract %a[0, 1] : vector<4xi1> from vector<3x4x4xi1>
  return %0, %1 : vector<4xi1>, vector<4xi1>
}

// CHECK-LABEL: func.func @one_element(
// CHECK-SAME: %[[A:[a-z0-9]+]]: vector<2x4xf32>
// CHECK-NEXT: %[[V0:.+]] = vector.extract %[[A]][1, 3] : f32 from vector<2x4xf32>
// CHECK-NEXT: %[[V1:.+]] = vector.broadcast %[[V0]] : f32 to vector<1xf32>
// CHECK-NEXT: return %[[V1]] : vector<1xf32>
// CHECK-NEXT: }
func.func @one_element(%a: vector<2x4xf32>) -> vector<1xf32> {
  %0 = vector.extract %a[1, 3] : f32 from vector<2x4xf32>
  %1 = vector.from_elements %0 : vector<1xf32>
  return %1 : vector<1xf32>
}

// CHECK-LABEL: func.func @elements_in_order(
// CHECK-SAME: %[[A:[a-z0-9]+]]: vector<2x2x2xf32>
// CHECK-NEXT: %[[V0:.+]] = vector.extract %[[A]][1, 0, 0] : f32 from vector<2x2x2xf32>
// CHECK-NEXT: %[[V1:.+]] = vector.extract %[[A]][1, 0, 1] : f32 from vector<2x2x2xf32>
// CHECK-NEXT: %[[V2:.+]] = vector.extract %[[A]][1, 1, 0] : f32 from vector<2x2x2xf32>
// CHECK-NEXT: %[[V3:.+]] = vector.extract %[[A]][1, 0] : vector<2xf32> from vector<2x2x2xf32>
// CHECK-NEXT: %[[V4:.+]] = vector.extract %[[A]][1] : vector<2x2xf32> from vector<2x2x2xf32>
// CHECK-NEXT: %[[V5:.+]] = vector.shape_cast %[[V4]] : vector<2x2xf32> to vector<4xf32>
// CHECK-NEXT: %[[V6:.+]] = vector.from_elements %[[V1]], %[[V2]] : vector<2xf32>
// CHECK-NEXT: %[[V7:.+]] = vector.from_elements %[[V0]], %[[V2]] : vector<2xf32>
// CHECK-NEXT: %[[V8:.+]] = vector.from_elements %[[V1]], %[[V0]] : vector<2xf32>
// CHECK-NEXT: return %[[V3]], %[[V5]], %[[V6]], %[[V7]], %[[V8]] : vector<2xf32>, vector<4xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
// CHECK-NEXT: }
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

// CHECK-LABEL: func.func @elements_of_a_scalar(
// CHECK-SAME: %[[X:[a-z0-9]+]]: f32
// CHECK-NEXT: return %[[X]], %[[X]] : f32, f32
// CHECK-NEXT: }
func.func @elements_of_a_scalar(%x: f32) -> (f32, f32) {
  %0 = vector.broadcast %x : f32 to vector<2xf32>
  %1:2 = vector.to_elements %0 : vector<2xf32>
  return %1#0, %1#1 : f32, f32
}

// CHECK-LABEL: func.func @shuffled_without_dimensions(
// CHECK-SAME: %[[A:[a-z0-9]+]]: vector<f32>{{.*}}%[[B:[a-z0-9]+]]: vector<f32>
// CHECK-NEXT: %[[V0:.+]] = vector.broadcast %[[A]] : vector<f32> to vector<1xf32>
// CHECK-NEXT: %[[V1:.+]] = vector.broadcast %[[B]] : vector<f32> to vector<1xf32>
// CHECK-NEXT: %[[V2:.+]] = vector.shuffle %[[A]], %[[B]] [1, 0] : vector<f32>, vector<f32>
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]] : vector<1xf32>, vector<1xf32>, vector<2xf32>
// CHECK-NEXT: }
func.func @shuffled_without_dimensions(%a: vector<f32>, %b: vector<f32>) -> (vector<1xf32>, vector<1xf32>, vector<2xf32>) {
  %0 = vector.shuffle %a, %b [0] : vector<f32>, vector<f32>
  %1 = vector.shuffle %a, %b [1] : vector<f32>, vector<f32>
  %2 = vector.shuffle %a, %b [1, 0] : vector<f32>, vector<f32>
  return %0, %1, %2 : vector<1xf32>, vector<1xf32>, vector<2xf32>
}

// CHECK-LABEL: func.func @overwritten_poison(
// CHECK-NEXT: %[[V0:.+]] = ub.poison : vector<2xf32>
// CHECK-NEXT: return %[[V0]] : vector<2xf32>
// CHECK-NEXT: }
func.func @overwritten_poison(%a: vector<2xf32>, %x: f32, %y: f32) -> vector<2xf32> {
  %0 = vector.insert %x, %a [0] : f32 into vector<2xf32>
  %1 = vector.insert %y, %0 [-1] : f32 into vector<2xf32>
  return %1 : vector<2xf32>
}

// CHECK-LABEL: func.func @scatter_of_nothing(
// CHECK-SAME: %[[T:[a-z0-9]+]]: tensor<8xf32>
// CHECK-NEXT: return %[[T]] : tensor<8xf32>
// CHECK-NEXT: }
func.func @scatter_of_nothing(%m: memref<8xf32>, %t: tensor<8xf32>, %i: index, %v: vector<4xindex>, %a: vector<4xf32>) -> tensor<8xf32> {
  %k = vector.constant_mask [0] : vector<4xi1>
  vector.scatter %m[%i][%v], %k, %a : memref<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  %0 = vector.scatter %t[%i][%v], %k, %a : tensor<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @steps_and_limits(
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT: %[[CST_1:.+]] = arith.constant dense<3> : vector<4xindex>
// CHECK-NEXT: %[[V0:.+]] = vector.step : vector<4xindex>
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi ult, %[[V0]], %[[CST_1]] : vector<4xindex>
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi eq, %[[V0]], %[[CST_1]] : vector<4xindex>
// CHECK-NEXT: return %[[V1]], %[[CST_0]], %[[CST_0]], %[[CST]], %[[V2]], %[[CST_0]] : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>
// CHECK-NEXT: }
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

// CHECK-LABEL: func.func @steps_compared_otherwise(
// CHECK-SAME: %[[N:[a-z0-9]+]]: vector<4xindex>
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<-1> : vector<4xindex>
// CHECK-NEXT: %[[CST_1:.+]] = arith.constant dense<4> : vector<4xindex>
// CHECK-NEXT: %[[CST_2:.+]] = arith.constant dense<2> : vector<4xindex>
// CHECK-NEXT: %[[V0:.+]] = vector.step : vector<4xindex>
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi slt, %[[V0]], %[[CST_1]] : vector<4xindex>
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi ult, %[[V0]], %[[N]] : vector<4xindex>
// CHECK-NEXT: %[[V3:.+]] = arith.cmpi ule, %[[V0]], %[[CST_2]] : vector<4xindex>
// CHECK-NEXT: %[[V4:.+]] = arith.cmpi ult, %[[V0]], %[[CST_0]] : vector<4xindex>
// CHECK-NEXT: return %[[V1]], %[[V2]], %[[V3]], %[[CST]], %[[V4]] : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>
// CHECK-NEXT: }
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

// CHECK-LABEL: func.func @contraction_of_another_start(
// CHECK-SAME: %[[A:[a-z0-9]+]]: vector<4xf32>{{.*}}%[[B:[a-z0-9]+]]: vector<4xf32>{{.*}}%[[C:[a-z0-9]+]]: f32
// CHECK-NEXT: %[[CST:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V0:.+]] = vector.contract {indexing_maps = [#map, #map, #map1], iterator_types = ["reduction"], kind = #vector.kind<add>} %[[A]], %[[B]], %[[CST]] : vector<4xf32>, vector<4xf32> into f32
// CHECK-NEXT: %[[V1:.+]] = arith.addf %[[V0]], %[[C]] : f32
// CHECK-NEXT: return %[[V1]] : f32
// CHECK-NEXT: }
func.func @contraction_of_another_start(%a: vector<4xf32>, %b: vector<4xf32>, %c: f32) -> f32 {
  %z = arith.constant 1.0 : f32
  %0 = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %a, %b, %z : vector<4xf32>, vector<4xf32> into f32
  %1 = arith.addf %0, %c : f32
  return %1 : f32
}
