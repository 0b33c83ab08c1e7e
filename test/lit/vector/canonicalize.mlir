// RUN: optc %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// mlir-opt-22 differs (canonicalize cse, inline licm): masks of reductions are lost, see docs/conformance.md

// Positions.

// CHECK-LABEL: func.func @extract_of_extract(%arg0: vector<2x3x4xf32>) -> f32 {
// CHECK-NEXT: %0 = vector.extract %arg0[1, 2, 3] : f32 from vector<2x3x4xf32>
// CHECK-NEXT: return %0 : f32
func.func @extract_of_extract(%a: vector<2x3x4xf32>) -> f32 {
  %0 = vector.extract %a[1] : vector<3x4xf32> from vector<2x3x4xf32>
  %1 = vector.extract %0[2, 3] : f32 from vector<3x4xf32>
  return %1 : f32
}

// CHECK-LABEL: func.func @extract_constant_position(%arg0: vector<2x3xf32>, %arg1: index) -> (f32, f32) {
// CHECK-NEXT: %c9 = arith.constant 9 : index
// CHECK-NEXT: %0 = vector.extract %arg0[1, %arg1] : f32 from vector<2x3xf32>
// CHECK-NEXT: %1 = vector.extract %arg0[%c9, 0] : f32 from vector<2x3xf32>
// CHECK-NEXT: return %0, %1 : f32, f32
func.func @extract_constant_position(%a: vector<2x3xf32>, %i: index) -> (f32, f32) {
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %0 = vector.extract %a[%c1, %i] : f32 from vector<2x3xf32>
  %1 = vector.extract %a[%c9, 0] : f32 from vector<2x3xf32>
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func.func @extract_of_insert(%arg0: vector<2x3xf32>, %arg1: vector<3xf32>, %arg2: f32) -> (f32, f32, f32) {
// CHECK-NEXT: %0 = vector.extract %arg1[1] : f32 from vector<3xf32>
// CHECK-NEXT: return %arg2, %0, %arg2 : f32, f32, f32
func.func @extract_of_insert(%a: vector<2x3xf32>, %v: vector<3xf32>, %s: f32) -> (f32, f32, f32) {
  %0 = vector.insert %v, %a [0] : vector<3xf32> into vector<2x3xf32>
  %1 = vector.insert %s, %0 [1, 2] : f32 into vector<2x3xf32>
  %2 = vector.extract %1[1, 2] : f32 from vector<2x3xf32>
  %3 = vector.extract %1[0, 1] : f32 from vector<2x3xf32>
  %4 = vector.transpose %1, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %5 = vector.extract %4[2, 1] : f32 from vector<3x2xf32>
  return %2, %3, %5 : f32, f32, f32
}

// CHECK-LABEL: func.func @extract_of_inserted_slice(%arg0: vector<4x4xf32>, %arg1: vector<2x2xf32>) -> (f32, f32) {
// CHECK-NEXT: %0 = vector.insert_strided_slice %arg1, %arg0 {offsets = [1, 1], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT: %1 = vector.extract %arg1[1, 0] : f32 from vector<2x2xf32>
// CHECK-NEXT: %2 = vector.extract %0[0, 1] : f32 from vector<4x4xf32>
// CHECK-NEXT: return %1, %2 : f32, f32
func.func @extract_of_inserted_slice(%a: vector<4x4xf32>, %s: vector<2x2xf32>) -> (f32, f32) {
  %0 = vector.insert_strided_slice %s, %a {offsets = [1, 1], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
  %1 = vector.extract %0[2, 1] : f32 from vector<4x4xf32>
  %2 = vector.extract %0[0, 1] : f32 from vector<4x4xf32>
  return %1, %2 : f32, f32
}

// CHECK-LABEL: func.func @extract_of_shape_cast(%arg0: vector<2x6xf32>) -> (f32, vector<2xf32>) {
// CHECK-NEXT: %0 = vector.extract %arg0[1, 1] : f32 from vector<2x6xf32>
// CHECK-NEXT: %1 = vector.shape_cast %arg0 : vector<2x6xf32> to vector<6x2xf32>
// CHECK-NEXT: %2 = vector.extract %1[2] : vector<2xf32> from vector<6x2xf32>
// CHECK-NEXT: return %0, %2 : f32, vector<2xf32>
func.func @extract_of_shape_cast(%a: vector<2x6xf32>) -> (f32, vector<2xf32>) {
  %0 = vector.shape_cast %a : vector<2x6xf32> to vector<4x3xf32>
  %1 = vector.extract %0[2, 1] : f32 from vector<4x3xf32>
  %2 = vector.shape_cast %a : vector<2x6xf32> to vector<6x2xf32>
  %3 = vector.extract %2[2] : vector<2xf32> from vector<6x2xf32>
  return %1, %3 : f32, vector<2xf32>
}

// CHECK-LABEL: func.func @extract_of_broadcast(%arg0: vector<3x1xf32>, %arg1: f32) -> (f32, vector<1xf32>, vector<4xf32>) {
// CHECK-NEXT: %0 = vector.extract %arg0[2] : vector<1xf32> from vector<3x1xf32>
// CHECK-NEXT: %1 = vector.broadcast %arg1 : f32 to vector<4xf32>
// CHECK-NEXT: return %arg1, %0, %1 : f32, vector<1xf32>, vector<4xf32>
func.func @extract_of_broadcast(%a: vector<3x1xf32>, %s: f32) -> (f32, vector<1xf32>, vector<4xf32>) {
  %0 = vector.broadcast %s : f32 to vector<4xf32>
  %1 = vector.extract %0[3] : f32 from vector<4xf32>
  %2 = vector.broadcast %a : vector<3x1xf32> to vector<2x3x1xf32>
  %3 = vector.extract %2[1, 2] : vector<1xf32> from vector<2x3x1xf32>
  %4 = vector.broadcast %s : f32 to vector<2x4xf32>
  %5 = vector.extract %4[1] : vector<4xf32> from vector<2x4xf32>
  return %1, %3, %5 : f32, vector<1xf32>, vector<4xf32>
}

// CHECK-LABEL: func.func @poison_position(%arg0: vector<4xf32>) -> (f32, vector<4xf32>) {
// CHECK-NEXT: %0 = ub.poison : f32
// CHECK-NEXT: %1 = ub.poison : vector<4xf32>
// CHECK-NEXT: return %0, %1 : f32, vector<4xf32>
func.func @poison_position(%a: vector<4xf32>) -> (f32, vector<4xf32>) {
  %0 = vector.extract %a[-1] : f32 from vector<4xf32>
  %1 = vector.insert %0, %a [-1] : f32 into vector<4xf32>
  return %0, %1 : f32, vector<4xf32>
}

// CHECK-LABEL: func.func @unit_dimensions(%arg0: vector<4xf32>, %arg1: vector<1x4xf32>) -> (vector<1x4xf32>, vector<4xf32>) {
// CHECK-NEXT: %0 = vector.broadcast %arg0 : vector<4xf32> to vector<1x4xf32>
// CHECK-NEXT: %1 = vector.extract %arg1[0] : vector<4xf32> from vector<1x4xf32>
// CHECK-NEXT: return %0, %1 : vector<1x4xf32>, vector<4xf32>
func.func @unit_dimensions(%a: vector<4xf32>, %b: vector<1x4xf32>) -> (vector<1x4xf32>, vector<4xf32>) {
  %0 = vector.insert %a, %b [0] : vector<4xf32> into vector<1x4xf32>
  %1 = vector.extract %b[0] : vector<4xf32> from vector<1x4xf32>
  return %0, %1 : vector<1x4xf32>, vector<4xf32>
}

// Elements.

// CHECK-LABEL: func.func @insert_chain(%arg0: vector<2x2xf32>, %arg1: f32, %arg2: f32) -> vector<2x2xf32> {
// CHECK-NEXT: %0 = vector.from_elements %arg2, %arg1, %arg1, %arg2 : vector<2x2xf32>
// CHECK-NEXT: return %0 : vector<2x2xf32>
func.func @insert_chain(%a: vector<2x2xf32>, %x: f32, %y: f32) -> vector<2x2xf32> {
  %0 = vector.insert %x, %a [0, 0] : f32 into vector<2x2xf32>
  %1 = vector.insert %y, %0 [1, 1] : f32 into vector<2x2xf32>
  %2 = vector.insert %y, %1 [0, 0] : f32 into vector<2x2xf32>
  %3 = vector.insert %x, %2 [0, 1] : f32 into vector<2x2xf32>
  %4 = vector.insert %x, %3 [1, 0] : f32 into vector<2x2xf32>
  return %4 : vector<2x2xf32>
}

// CHECK-LABEL: func.func @from_elements(%arg0: f32, %arg1: vector<2x4xf32>) -> (vector<3xf32>, vector<2x4xf32>, vector<4xf32>) {
// CHECK-NEXT: %0 = vector.broadcast %arg0 : f32 to vector<3xf32>
// CHECK-NEXT: %1 = vector.extract %arg1[1] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT: return %0, %arg1, %1 : vector<3xf32>, vector<2x4xf32>, vector<4xf32>
func.func @from_elements(%x: f32, %a: vector<2x4xf32>) -> (vector<3xf32>, vector<2x4xf32>, vector<4xf32>) {
  %0 = vector.from_elements %x, %x, %x : vector<3xf32>
  %1:8 = vector.to_elements %a : vector<2x4xf32>
  %2 = vector.from_elements %1#0, %1#1, %1#2, %1#3, %1#4, %1#5, %1#6, %1#7 : vector<2x4xf32>
  %3 = vector.extract %a[1, 0] : f32 from vector<2x4xf32>
  %4 = vector.extract %a[1, 1] : f32 from vector<2x4xf32>
  %5 = vector.extract %a[1, 2] : f32 from vector<2x4xf32>
  %6 = vector.extract %a[1, 3] : f32 from vector<2x4xf32>
  %7 = vector.from_elements %3, %4, %5, %6 : vector<4xf32>
  return %0, %2, %7 : vector<3xf32>, vector<2x4xf32>, vector<4xf32>
}

// CHECK-LABEL: func.func @shuffle(%arg0: vector<2xf32>, %arg1: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<4xf32>) {
// CHECK-NEXT: %0 = vector.interleave %arg0, %arg1 : vector<2xf32> -> vector<4xf32>
// CHECK-NEXT: return %arg0, %arg1, %0 : vector<2xf32>, vector<2xf32>, vector<4xf32>
func.func @shuffle(%a: vector<2xf32>, %b: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<4xf32>) {
  %0 = vector.shuffle %a, %b [0, 1] : vector<2xf32>, vector<2xf32>
  %1 = vector.shuffle %a, %b [2, 3] : vector<2xf32>, vector<2xf32>
  %2 = vector.shuffle %a, %b [0, 2, 1, 3] : vector<2xf32>, vector<2xf32>
  return %0, %1, %2 : vector<2xf32>, vector<2xf32>, vector<4xf32>
}

// Shapes.

// CHECK-LABEL: func.func @transposes(%arg0: vector<2x3x1xf32>, %arg1: f32) -> (vector<2x3x1xf32>, vector<1x2x3xf32>, vector<3x2xf32>) {
// CHECK-NEXT: %0 = vector.shape_cast %arg0 : vector<2x3x1xf32> to vector<1x2x3xf32>
// CHECK-NEXT: %1 = vector.broadcast %arg1 : f32 to vector<3x2xf32>
// CHECK-NEXT: return %arg0, %0, %1 : vector<2x3x1xf32>, vector<1x2x3xf32>, vector<3x2xf32>
func.func @transposes(%a: vector<2x3x1xf32>, %s: f32) -> (vector<2x3x1xf32>, vector<1x2x3xf32>, vector<3x2xf32>) {
  %0 = vector.transpose %a, [1, 0, 2] : vector<2x3x1xf32> to vector<3x2x1xf32>
  %1 = vector.transpose %0, [1, 0, 2] : vector<3x2x1xf32> to vector<2x3x1xf32>
  %2 = vector.shape_cast %a : vector<2x3x1xf32> to vector<2x1x3xf32>
  %3 = vector.transpose %2, [1, 0, 2] : vector<2x1x3xf32> to vector<1x2x3xf32>
  %4 = vector.broadcast %s : f32 to vector<2x3xf32>
  %5 = vector.transpose %4, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  return %1, %3, %5 : vector<2x3x1xf32>, vector<1x2x3xf32>, vector<3x2xf32>
}

// CHECK-LABEL: func.func @transpose_of_broadcast(%arg0: vector<1x1xf32>, %arg1: vector<4x1xf32>) -> (vector<8x1xf32>, vector<2x4x3xf32>) {
// CHECK-NEXT: %0 = vector.broadcast %arg0 : vector<1x1xf32> to vector<8x1xf32>
// CHECK-NEXT: %1 = vector.broadcast %arg1 : vector<4x1xf32> to vector<3x4x2xf32>
// CHECK-NEXT: %2 = vector.transpose %1, [2, 1, 0] : vector<3x4x2xf32> to vector<2x4x3xf32>
// CHECK-NEXT: return %0, %2 : vector<8x1xf32>, vector<2x4x3xf32>
func.func @transpose_of_broadcast(%a: vector<1x1xf32>, %b: vector<4x1xf32>) -> (vector<8x1xf32>, vector<2x4x3xf32>) {
  %0 = vector.broadcast %a : vector<1x1xf32> to vector<1x8xf32>
  %1 = vector.transpose %0, [1, 0] : vector<1x8xf32> to vector<8x1xf32>
  %2 = vector.broadcast %b : vector<4x1xf32> to vector<3x4x2xf32>
  %3 = vector.transpose %2, [2, 1, 0] : vector<3x4x2xf32> to vector<2x4x3xf32>
  return %1, %3 : vector<8x1xf32>, vector<2x4x3xf32>
}

// CHECK-LABEL: func.func @shape_cast_of_broadcast(%arg0: vector<3xf32>, %arg1: vector<2x1xf32>) -> (vector<8x3xf32>, vector<2x4xf32>) {
// CHECK-NEXT: %0 = vector.broadcast %arg0 : vector<3xf32> to vector<8x3xf32>
// CHECK-NEXT: %1 = vector.broadcast %arg1 : vector<2x1xf32> to vector<2x2x2xf32>
// CHECK-NEXT: %2 = vector.shape_cast %1 : vector<2x2x2xf32> to vector<2x4xf32>
// CHECK-NEXT: return %0, %2 : vector<8x3xf32>, vector<2x4xf32>
func.func @shape_cast_of_broadcast(%a: vector<3xf32>, %b: vector<2x1xf32>) -> (vector<8x3xf32>, vector<2x4xf32>) {
  %0 = vector.broadcast %a : vector<3xf32> to vector<2x4x3xf32>
  %1 = vector.shape_cast %0 : vector<2x4x3xf32> to vector<8x3xf32>
  // The elements of b change every second column, so this stays.
  %2 = vector.broadcast %b : vector<2x1xf32> to vector<2x2x2xf32>
  %3 = vector.shape_cast %2 : vector<2x2x2xf32> to vector<2x4xf32>
  return %1, %3 : vector<8x3xf32>, vector<2x4xf32>
}

// CHECK-LABEL: func.func @bitcasts(%arg0: vector<4xf32>) -> (vector<4xf32>, vector<4xi32>) {
// CHECK-NEXT: %cst = arith.constant dense<50529027> : vector<4xi32>
// CHECK-NEXT: return %arg0, %cst : vector<4xf32>, vector<4xi32>
func.func @bitcasts(%a: vector<4xf32>) -> (vector<4xf32>, vector<4xi32>) {
  %0 = vector.bitcast %a : vector<4xf32> to vector<16xi8>
  %1 = vector.bitcast %0 : vector<16xi8> to vector<4xf32>
  %c = arith.constant dense<3> : vector<16xi8>
  %2 = vector.bitcast %c : vector<16xi8> to vector<4xi32>
  return %1, %2 : vector<4xf32>, vector<4xi32>
}

// Slices.

// CHECK-LABEL: func.func @slices(%arg0: vector<4x8xf32>, %arg1: vector<2x2xf32>) -> (vector<1x8xf32>, vector<1x2xf32>, vector<2x4xf32>) {
// CHECK-NEXT: %0 = vector.extract %arg0[2] : vector<8xf32> from vector<4x8xf32>
// CHECK-NEXT: %1 = vector.shape_cast %0 : vector<8xf32> to vector<1x8xf32>
// CHECK-NEXT: %2 = vector.insert_strided_slice %arg1, %arg0 {offsets = [1, 4], strides = [1, 1]} : vector<2x2xf32> into vector<4x8xf32>
// CHECK-NEXT: %3 = vector.extract %arg1[1] : vector<2xf32> from vector<2x2xf32>
// CHECK-NEXT: %4 = vector.shape_cast %3 : vector<2xf32> to vector<1x2xf32>
// CHECK-NEXT: %5 = vector.extract_strided_slice %2 {offsets = [0, 0], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
// CHECK-NEXT: return %1, %4, %5 : vector<1x8xf32>, vector<1x2xf32>, vector<2x4xf32>
func.func @slices(%a: vector<4x8xf32>, %b: vector<2x2xf32>) -> (vector<1x8xf32>, vector<1x2xf32>, vector<2x4xf32>) {
  %0 = vector.extract_strided_slice %a {offsets = [2], sizes = [1], strides = [1]} : vector<4x8xf32> to vector<1x8xf32>
  %1 = vector.insert_strided_slice %b, %a {offsets = [1, 4], strides = [1, 1]} : vector<2x2xf32> into vector<4x8xf32>
  %2 = vector.extract_strided_slice %1 {offsets = [2, 4], sizes = [1, 2], strides = [1, 1]} : vector<4x8xf32> to vector<1x2xf32>
  %3 = vector.extract_strided_slice %1 {offsets = [0, 0], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
  return %0, %2, %3 : vector<1x8xf32>, vector<1x2xf32>, vector<2x4xf32>
}

// CHECK-LABEL: func.func @slices_of_masks(%arg0: index, %arg1: index) -> (vector<2x4xi1>, vector<2x2xi1>) {
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0 = arith.subi %arg1, %c4 : index
// CHECK-NEXT: %1 = vector.create_mask %arg0, %0 : vector<2x4xi1>
// CHECK-NEXT: %2 = vector.constant_mask [1, 1] : vector<2x2xi1>
// CHECK-NEXT: return %1, %2 : vector<2x4xi1>, vector<2x2xi1>
func.func @slices_of_masks(%n: index, %m: index) -> (vector<2x4xi1>, vector<2x2xi1>) {
  %0 = vector.create_mask %n, %m : vector<4x8xi1>
  %1 = vector.extract_strided_slice %0 {offsets = [0, 4], sizes = [2, 4], strides = [1, 1]} : vector<4x8xi1> to vector<2x4xi1>
  %2 = vector.constant_mask [3, 4] : vector<4x8xi1>
  %3 = vector.extract_strided_slice %2 {offsets = [2, 3], sizes = [2, 2], strides = [1, 1]} : vector<4x8xi1> to vector<2x2xi1>
  return %1, %3 : vector<2x4xi1>, vector<2x2xi1>
}

// CHECK-LABEL: func.func @constant_slices() -> (vector<2x2xi32>, vector<3x2xi32>) {
// CHECK-NEXT: %cst = arith.constant dense<{{\[\[}}2, 3], [4, 5]]> : vector<2x2xi32>
// CHECK-NEXT: %cst_0 = arith.constant dense<{{\[\[}}0, 1], [7, 8], [4, 5]]> : vector<3x2xi32>
// CHECK-NEXT: return %cst, %cst_0 : vector<2x2xi32>, vector<3x2xi32>
func.func @constant_slices() -> (vector<2x2xi32>, vector<3x2xi32>) {
  %a = arith.constant dense<[[0, 1], [2, 3], [4, 5]]> : vector<3x2xi32>
  %b = arith.constant dense<[7, 8]> : vector<2xi32>
  %0 = vector.extract_strided_slice %a {offsets = [1], sizes = [2], strides = [1]} : vector<3x2xi32> to vector<2x2xi32>
  %1 = vector.insert_strided_slice %b, %a {offsets = [1, 0], strides = [1]} : vector<2xi32> into vector<3x2xi32>
  return %0, %1 : vector<2x2xi32>, vector<3x2xi32>
}

// Masks.

// CHECK-LABEL: func.func @masks() -> (vector<4x3xi1>, vector<4x3xi1>, vector<4x3xi1>, vector<2x[4]xi1>) {
// CHECK-NEXT: %cst = arith.constant dense<true> : vector<2x[4]xi1>
// CHECK-NEXT: %cst_0 = arith.constant dense<false> : vector<4x3xi1>
// CHECK-NEXT: %cst_1 = arith.constant dense<true> : vector<4x3xi1>
// CHECK-NEXT: %0 = vector.constant_mask [2, 3] : vector<4x3xi1>
// CHECK-NEXT: return %0, %cst_1, %cst_0, %cst : vector<4x3xi1>, vector<4x3xi1>, vector<4x3xi1>, vector<2x[4]xi1>
func.func @masks() -> (vector<4x3xi1>, vector<4x3xi1>, vector<4x3xi1>, vector<2x[4]xi1>) {
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %c4 = arith.constant 4 : index
  %cm = arith.constant -1 : index
  %scale = vector.vscale
  %n = arith.muli %scale, %c4 : index
  %0 = vector.create_mask %c2, %c9 : vector<4x3xi1>
  %1 = vector.create_mask %c9, %c9 : vector<4x3xi1>
  %2 = vector.create_mask %c2, %cm : vector<4x3xi1>
  %3 = vector.create_mask %c2, %n : vector<2x[4]xi1>
  return %0, %1, %2, %3 : vector<4x3xi1>, vector<4x3xi1>, vector<4x3xi1>, vector<2x[4]xi1>
}

// CHECK-LABEL: func.func @masked(%arg0: vector<4xf32>, %arg1: vector<4xi1>, %arg2: vector<4xf32>) -> (f32, vector<4xf32>) {
// CHECK-NEXT: %0 = vector.reduction <add>, %arg0 : vector<4xf32> into f32
// CHECK-NEXT: %1 = arith.select %arg1, %arg0, %arg2 : vector<4xi1>, vector<4xf32>
// CHECK-NEXT: return %0, %1 : f32, vector<4xf32>
func.func @masked(%v: vector<4xf32>, %k: vector<4xi1>, %p: vector<4xf32>) -> (f32, vector<4xf32>) {
  %all = vector.constant_mask [4] : vector<4xi1>
  %0 = vector.mask %all { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %1 = vector.mask %k, %p { vector.yield %v : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0, %1 : f32, vector<4xf32>
}

// CHECK-LABEL: func.func @steps() -> (vector<4xi1>, vector<4xi1>) {
// CHECK-NEXT: %cst = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT: %cst_0 = arith.constant dense<3> : vector<4xindex>
// CHECK-NEXT: %0 = vector.step : vector<4xindex>
// CHECK-NEXT: %1 = arith.cmpi ult, %0, %cst_0 : vector<4xindex>
// CHECK-NEXT: return %cst, %1 : vector<4xi1>, vector<4xi1>
func.func @steps() -> (vector<4xi1>, vector<4xi1>) {
  %s = vector.step : vector<4xindex>
  %c4 = arith.constant dense<4> : vector<4xindex>
  %c3 = arith.constant dense<3> : vector<4xindex>
  %0 = arith.cmpi ult, %s, %c4 : vector<4xindex>
  %1 = arith.cmpi ult, %s, %c3 : vector<4xindex>
  return %0, %1 : vector<4xi1>, vector<4xi1>
}

// Memory.

// CHECK-LABEL: func.func @accesses(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<4xf32>, %arg3: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT: %0 = vector.load %arg0[%arg1] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT: %1 = vector.maskedload %arg0[%arg1], %arg3, %arg2 : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT: vector.store %arg2, %arg0[%arg1] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT: vector.maskedstore %arg0[%arg1], %arg3, %arg2 : memref<?xf32>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT: return %0, %1, %arg2 : vector<4xf32>, vector<4xf32>, vector<4xf32>
func.func @accesses(%m: memref<?xf32>, %i: index, %v: vector<4xf32>, %k: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %all = arith.constant dense<true> : vector<4xi1>
  %none = arith.constant dense<false> : vector<4xi1>
  %s = vector.step : vector<4xindex>
  %0 = vector.maskedload %m[%i], %all, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.gather %m[%i] [%s], %k, %v : memref<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %2 = vector.expandload %m[%i], %none, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i], %none, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  vector.compressstore %m[%i], %all, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  vector.scatter %m[%i] [%s], %k, %v : memref<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  return %0, %1, %2 : vector<4xf32>, vector<4xf32>, vector<4xf32>
}

// CHECK-LABEL: func.func @in_bounds(%arg0: memref<4x8xf32>, %arg1: index, %arg2: f32) -> (vector<4xf32>, vector<3x4xf32>) {
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg1, %c4], %arg2 {in_bounds = [true]} : memref<4x8xf32>, vector<4xf32>
// CHECK-NEXT: %1 = vector.transfer_read %arg0[%arg1, %c4], %arg2 {in_bounds = [true, true], permutation_map = #map} : memref<4x8xf32>, vector<3x4xf32>
// CHECK-NEXT: return %0, %1 : vector<4xf32>, vector<3x4xf32>
func.func @in_bounds(%m: memref<4x8xf32>, %i: index, %f: f32) -> (vector<4xf32>, vector<3x4xf32>) {
  %c4 = arith.constant 4 : index
  %all = vector.constant_mask [4] : vector<4xi1>
  %0 = vector.transfer_read %m[%i, %c4], %f, %all : memref<4x8xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%i, %c4], %f {permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<4x8xf32>, vector<3x4xf32>
  return %0, %1 : vector<4xf32>, vector<3x4xf32>
}

// CHECK-LABEL: func.func @read_after_write(%arg0: tensor<4x8xf32>, %arg1: vector<2x3xf32>, %arg2: f32) -> (vector<2x3xf32>, vector<3x2xf32>) {
// CHECK-NEXT: %0 = vector.transpose %arg1, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
// CHECK-NEXT: return %arg1, %0 : vector<2x3xf32>, vector<3x2xf32>
func.func @read_after_write(%t: tensor<4x8xf32>, %v: vector<2x3xf32>, %f: f32) -> (vector<2x3xf32>, vector<3x2xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0] : vector<2x3xf32>, tensor<4x8xf32>
  %1 = vector.transfer_write %v, %0[%c2, %c0] : vector<2x3xf32>, tensor<4x8xf32>
  %2 = vector.transfer_read %1[%c0, %c0], %f : tensor<4x8xf32>, vector<2x3xf32>
  %3 = vector.transfer_read %1[%c2, %c0], %f {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : tensor<4x8xf32>, vector<3x2xf32>
  return %2, %3 : vector<2x3xf32>, vector<3x2xf32>
}

// Dimensions that only the read names have the extent 1.
// CHECK-LABEL: func.func @read_units_after_write(%arg0: tensor<1x1x8x4xf32>, %arg1: vector<8x4xf32>, %arg2: f32) -> (vector<1x8x4xf32>, vector<4x1x8xf32>) {
// CHECK-NEXT: %0 = vector.broadcast %arg1 : vector<8x4xf32> to vector<1x8x4xf32>
// CHECK-NEXT: %1 = vector.broadcast %arg1 : vector<8x4xf32> to vector<1x8x4xf32>
// CHECK-NEXT: %2 = vector.transpose %1, [2, 0, 1] : vector<1x8x4xf32> to vector<4x1x8xf32>
// CHECK-NEXT: return %0, %2 : vector<1x8x4xf32>, vector<4x1x8xf32>
func.func @read_units_after_write(%t: tensor<1x1x8x4xf32>, %v: vector<8x4xf32>, %f: f32) -> (vector<1x8x4xf32>, vector<4x1x8xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0, %c0, %c0] : vector<8x4xf32>, tensor<1x1x8x4xf32>
  %1 = vector.transfer_read %0[%c0, %c0, %c0, %c0], %f : tensor<1x1x8x4xf32>, vector<1x8x4xf32>
  %2 = vector.transfer_read %0[%c0, %c0, %c0, %c0], %f {permutation_map = affine_map<(d0, d1, d2, d3) -> (d3, d1, d2)>} : tensor<1x1x8x4xf32>, vector<4x1x8xf32>
  return %1, %2 : vector<1x8x4xf32>, vector<4x1x8xf32>
}

// A dimension that only the write names stays in memory.
// CHECK-LABEL: func.func @read_row_after_write(%arg0: tensor<4x1x8xf32>, %arg1: vector<1x1x8xf32>, %arg2: f32) -> vector<8xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.transfer_write %arg1, %arg0[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<1x1x8xf32>, tensor<4x1x8xf32>
// CHECK-NEXT: %1 = vector.transfer_read %0[%c0, %c0, %c0], %arg2 {in_bounds = [true]} : tensor<4x1x8xf32>, vector<8xf32>
// CHECK-NEXT: return %1 : vector<8xf32>
func.func @read_row_after_write(%t: tensor<4x1x8xf32>, %v: vector<1x1x8xf32>, %f: f32) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0, %c0] : vector<1x1x8xf32>, tensor<4x1x8xf32>
  %1 = vector.transfer_read %0[%c0, %c0, %c0], %f : tensor<4x1x8xf32>, vector<8xf32>
  return %1 : vector<8xf32>
}

// CHECK-LABEL: func.func @overwritten(%arg0: tensor<4x8xf32>, %arg1: vector<2x3xf32>, %arg2: vector<2x3xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.transfer_write %arg2, %arg0[%c0, %c0] {in_bounds = [true, true]} : vector<2x3xf32>, tensor<4x8xf32>
// CHECK-NEXT: return %0 : tensor<4x8xf32>
func.func @overwritten(%t: tensor<4x8xf32>, %v: vector<2x3xf32>, %w: vector<2x3xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0] : vector<2x3xf32>, tensor<4x8xf32>
  %1 = vector.transfer_write %w, %0[%c0, %c0] : vector<2x3xf32>, tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// Reductions.

// CHECK-LABEL: func.func @unit_reductions(%arg0: vector<1xf32>, %arg1: vector<1x4xf32>, %arg2: f32, %arg3: vector<4xf32>, %arg4: vector<1x4xi1>) -> (f32, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT: %0 = vector.extract %arg0[0] : f32 from vector<1xf32>
// CHECK-NEXT: %1 = arith.addf %0, %arg2 : f32
// CHECK-NEXT: %2 = vector.shape_cast %arg1 : vector<1x4xf32> to vector<4xf32>
// CHECK-NEXT: %3 = arith.maximumf %arg3, %2 : vector<4xf32>
// CHECK-NEXT: %4 = vector.shape_cast %arg4 : vector<1x4xi1> to vector<4xi1>
// CHECK-NEXT: %5 = vector.shape_cast %arg1 : vector<1x4xf32> to vector<4xf32>
// CHECK-NEXT: %6 = arith.mulf %arg3, %5 : vector<4xf32>
// CHECK-NEXT: %7 = arith.select %4, %6, %arg3 : vector<4xi1>, vector<4xf32>
// CHECK-NEXT: return %1, %3, %7 : f32, vector<4xf32>, vector<4xf32>
func.func @unit_reductions(%v: vector<1xf32>, %m: vector<1x4xf32>, %a: f32, %b: vector<4xf32>, %k: vector<1x4xi1>) -> (f32, vector<4xf32>, vector<4xf32>) {
  %0 = vector.reduction <add>, %v, %a : vector<1xf32> into f32
  %1 = vector.multi_reduction <maximumf>, %m, %b [0] : vector<1x4xf32> to vector<4xf32>
  %2 = vector.mask %k { vector.multi_reduction <mul>, %m, %b [0] : vector<1x4xf32> to vector<4xf32> } : vector<1x4xi1> -> vector<4xf32>
  return %0, %1, %2 : f32, vector<4xf32>, vector<4xf32>
}

// The accumulator must not get lost.
// CHECK-LABEL: func.func @no_reduction(%arg0: vector<4xf32>, %arg1: vector<4xf32>) -> vector<4xf32> {
// CHECK-NEXT: %0 = arith.addf %arg1, %arg0 : vector<4xf32>
// CHECK-NEXT: return %0 : vector<4xf32>
func.func @no_reduction(%v: vector<4xf32>, %b: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.multi_reduction <add>, %v, %b [] : vector<4xf32> to vector<4xf32>
  return %0 : vector<4xf32>
}

// CHECK-LABEL: func.func @contract_add(%arg0: vector<4xi32>, %arg1: vector<4xi32>, %arg2: i32) -> i32 {
// CHECK-NEXT: %0 = vector.contract {indexing_maps = [#map1, #map1, #map2], iterator_types = ["reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<4xi32>, vector<4xi32> into i32
// CHECK-NEXT: return %0 : i32
func.func @contract_add(%a: vector<4xi32>, %b: vector<4xi32>, %c: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %a, %b, %zero : vector<4xi32>, vector<4xi32> into i32
  %1 = arith.addi %0, %c : i32
  return %1 : i32
}

// The sum of floats is rounded otherwise, which the addition must allow.
// CHECK-LABEL: func.func @contract_addf(%arg0: vector<4xf32>, %arg1: vector<4xf32>, %arg2: f32) {
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = vector.contract {indexing_maps = [#map1, #map1, #map2], iterator_types = ["reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<4xf32>, vector<4xf32> into f32
// CHECK-NEXT: %1 = vector.contract {indexing_maps = [#map1, #map1, #map2], iterator_types = ["reduction"], kind = #vector.kind<add>} %arg0, %arg1, %cst : vector<4xf32>, vector<4xf32> into f32
// CHECK-NEXT: %2 = arith.addf %1, %arg2 : f32
// CHECK-NEXT: "test.use"(%0, %2) : (f32, f32) -> ()
func.func @contract_addf(%a: vector<4xf32>, %b: vector<4xf32>, %c: f32) {
  %zero = arith.constant 0.0 : f32
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %a, %b, %zero : vector<4xf32>, vector<4xf32> into f32
  %1 = arith.addf %0, %c fastmath<reassoc> : f32
  %2 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %a, %b, %zero : vector<4xf32>, vector<4xf32> into f32
  %3 = arith.addf %2, %c : f32
  "test.use"(%1, %3) : (f32, f32) -> ()
  return
}

// Masked reductions along extents of 1, to vectors and to scalars.
// CHECK-LABEL: func.func @masked_units(%arg0: vector<1x4xf32>, %arg1: vector<4xf32>, %arg2: vector<1x4xi1>, %arg3: vector<1x1xf32>, %arg4: f32, %arg5: vector<1x1xi1>) -> (vector<4xf32>, f32) {
// CHECK-NEXT: %0 = vector.shape_cast %arg2 : vector<1x4xi1> to vector<4xi1>
// CHECK-NEXT: %1 = vector.shape_cast %arg0 : vector<1x4xf32> to vector<4xf32>
// CHECK-NEXT: %2 = arith.addf %arg1, %1 : vector<4xf32>
// CHECK-NEXT: %3 = arith.select %0, %2, %arg1 : vector<4xi1>, vector<4xf32>
// CHECK-NEXT: %4 = vector.extract %arg5[0, 0] : i1 from vector<1x1xi1>
// CHECK-NEXT: %5 = vector.extract %arg3[0, 0] : f32 from vector<1x1xf32>
// CHECK-NEXT: %6 = arith.mulf %arg4, %5 : f32
// CHECK-NEXT: %7 = arith.select %4, %6, %arg4 : f32
// CHECK-NEXT: return %3, %7 : vector<4xf32>, f32
func.func @masked_units(%v: vector<1x4xf32>, %a: vector<4xf32>, %m: vector<1x4xi1>, %w: vector<1x1xf32>, %x: f32, %k: vector<1x1xi1>) -> (vector<4xf32>, f32) {
  %0 = vector.mask %m { vector.multi_reduction <add>, %v, %a [0] : vector<1x4xf32> to vector<4xf32> } : vector<1x4xi1> -> vector<4xf32>
  %1 = vector.mask %k { vector.multi_reduction <mul>, %w, %x [0, 1] : vector<1x1xf32> to f32 } : vector<1x1xi1> -> f32
  return %0, %1 : vector<4xf32>, f32
}
