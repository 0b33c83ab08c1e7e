// RUN: optc %s --lower-vector-gather | FileCheck %s

// What the pass leaves alone: a gather under a mask, one without a dimension to add to, and what is no column of a whole.
// CHECK-LABEL: func.func @under_mask(%arg0: memref<8xf32>, %arg1: index, %arg2: vector<2xindex>, %arg3: vector<2xi1>, %arg4: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT: %0 = vector.mask %arg3 { vector.gather %arg0[%arg1] [%arg2], %arg3, %arg4 : memref<8xf32>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32> } : vector<2xi1> -> vector<2xf32>
// CHECK-NEXT: return %0 : vector<2xf32>
// CHECK-NEXT: }
func.func @under_mask(%m: memref<8xf32>, %i: index, %v: vector<2xindex>, %k: vector<2xi1>, %p: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.mask %k { vector.gather %m[%i] [%v], %k, %p : memref<8xf32>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32> } : vector<2xi1> -> vector<2xf32>
  return %0 : vector<2xf32>
}

// CHECK-LABEL: func.func @no_dimension(%arg0: memref<f32>, %arg1: vector<2xindex>, %arg2: vector<2xi1>, %arg3: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT: %0 = vector.gather %arg0[] [%arg1], %arg2, %arg3 : memref<f32>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
// CHECK-NEXT: return %0 : vector<2xf32>
// CHECK-NEXT: }
func.func @no_dimension(%m: memref<f32>, %v: vector<2xindex>, %k: vector<2xi1>, %p: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.gather %m[] [%v], %k, %p : memref<f32>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}

// CHECK-LABEL: func.func @part_of_row(%arg0: memref<100x3xf32>, %arg1: index, %arg2: vector<1xindex>, %arg3: vector<1xi1>, %arg4: vector<1xf32>) -> vector<1xf32> {
// CHECK-NEXT: %subview = memref.subview %arg0[1, 0] [1, 3] [1, 1] : memref<100x3xf32> to memref<3xf32, strided<[1], offset: 3>>
// CHECK-NEXT: %0 = vector.extract %arg3[0] : i1 from vector<1xi1>
// CHECK-NEXT: %1 = vector.extract %arg2[0] : index from vector<1xindex>
// CHECK-NEXT: %2 = arith.addi %arg1, %1 : index
// CHECK-NEXT: %3 = scf.if %0 -> (vector<1xf32>) {
// CHECK-NEXT: %4 = vector.load %subview[%2] : memref<3xf32, strided<[1], offset: 3>>, vector<1xf32>
// CHECK-NEXT: %5 = vector.extract %4[0] : f32 from vector<1xf32>
// CHECK-NEXT: %6 = vector.insert %5, %arg4 [0] : f32 into vector<1xf32>
// CHECK-NEXT: scf.yield %6 : vector<1xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg4 : vector<1xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %3 : vector<1xf32>
// CHECK-NEXT: }
func.func @part_of_row(%m: memref<100x3xf32>, %i: index, %v: vector<1xindex>, %k: vector<1xi1>, %p: vector<1xf32>) -> vector<1xf32> {
  %s = memref.subview %m[1, 0] [1, 3] [1, 1] : memref<100x3xf32> to memref<3xf32, strided<[1], offset: 3>>
  %0 = vector.gather %s[%i] [%v], %k, %p : memref<3xf32, strided<[1], offset: 3>>, vector<1xindex>, vector<1xi1>, vector<1xf32> into vector<1xf32>
  return %0 : vector<1xf32>
}

// CHECK-LABEL: func.func @some_rows(%arg0: memref<100x3xf32>, %arg1: index, %arg2: vector<1xindex>, %arg3: vector<1xi1>, %arg4: vector<1xf32>) -> vector<1xf32> {
// CHECK-NEXT: %subview = memref.subview %arg0[0, 1] [50, 1] [2, 1] : memref<100x3xf32> to memref<50xf32, strided<[6], offset: 1>>
// CHECK-NEXT: %0 = vector.extract %arg3[0] : i1 from vector<1xi1>
// CHECK-NEXT: %1 = vector.extract %arg2[0] : index from vector<1xindex>
// CHECK-NEXT: %2 = arith.addi %arg1, %1 : index
// CHECK-NEXT: %3 = scf.if %0 -> (vector<1xf32>) {
// CHECK-NEXT: %4 = vector.load %subview[%2] : memref<50xf32, strided<[6], offset: 1>>, vector<1xf32>
// CHECK-NEXT: %5 = vector.extract %4[0] : f32 from vector<1xf32>
// CHECK-NEXT: %6 = vector.insert %5, %arg4 [0] : f32 into vector<1xf32>
// CHECK-NEXT: scf.yield %6 : vector<1xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg4 : vector<1xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %3 : vector<1xf32>
// CHECK-NEXT: }
func.func @some_rows(%m: memref<100x3xf32>, %i: index, %v: vector<1xindex>, %k: vector<1xi1>, %p: vector<1xf32>) -> vector<1xf32> {
  %s = memref.subview %m[0, 1] [50, 1] [2, 1] : memref<100x3xf32> to memref<50xf32, strided<[6], offset: 1>>
  %0 = vector.gather %s[%i] [%v], %k, %p : memref<50xf32, strided<[6], offset: 1>>, vector<1xindex>, vector<1xi1>, vector<1xf32> into vector<1xf32>
  return %0 : vector<1xf32>
}

// CHECK-LABEL: func.func @unknown_offset(%arg0: memref<100x3xf32>, %arg1: index, %arg2: index, %arg3: vector<1xindex>, %arg4: vector<1xi1>, %arg5: vector<1xf32>) -> vector<1xf32> {
// CHECK-NEXT: %subview = memref.subview %arg0[%arg1, 1] [50, 1] [1, 1] : memref<100x3xf32> to memref<50xf32, strided<[3], offset: ?>>
// CHECK-NEXT: %0 = vector.extract %arg4[0] : i1 from vector<1xi1>
// CHECK-NEXT: %1 = vector.extract %arg3[0] : index from vector<1xindex>
// CHECK-NEXT: %2 = arith.addi %arg2, %1 : index
// CHECK-NEXT: %3 = scf.if %0 -> (vector<1xf32>) {
// CHECK-NEXT: %4 = vector.load %subview[%2] : memref<50xf32, strided<[3], offset: ?>>, vector<1xf32>
// CHECK-NEXT: %5 = vector.extract %4[0] : f32 from vector<1xf32>
// CHECK-NEXT: %6 = vector.insert %5, %arg5 [0] : f32 into vector<1xf32>
// CHECK-NEXT: scf.yield %6 : vector<1xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg5 : vector<1xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %3 : vector<1xf32>
// CHECK-NEXT: }
func.func @unknown_offset(%m: memref<100x3xf32>, %j: index, %i: index, %v: vector<1xindex>, %k: vector<1xi1>, %p: vector<1xf32>) -> vector<1xf32> {
  %s = memref.subview %m[%j, 1] [50, 1] [1, 1] : memref<100x3xf32> to memref<50xf32, strided<[3], offset: ?>>
  %0 = vector.gather %s[%i] [%v], %k, %p : memref<50xf32, strided<[3], offset: ?>>, vector<1xindex>, vector<1xi1>, vector<1xf32> into vector<1xf32>
  return %0 : vector<1xf32>
}

// CHECK-LABEL: func.func @two_dimensions(%arg0: memref<100x3xf32>, %arg1: index, %arg2: vector<1xindex>, %arg3: vector<1xi1>, %arg4: vector<1xf32>) -> vector<1xf32> {
// CHECK-NEXT: %subview = memref.subview %arg0[0, 1] [100, 2] [1, 1] : memref<100x3xf32> to memref<100x2xf32, strided<[3, 1], offset: 1>>
// CHECK-NEXT: %0 = vector.extract %arg3[0] : i1 from vector<1xi1>
// CHECK-NEXT: %1 = vector.extract %arg2[0] : index from vector<1xindex>
// CHECK-NEXT: %2 = arith.addi %arg1, %1 : index
// CHECK-NEXT: %3 = scf.if %0 -> (vector<1xf32>) {
// CHECK-NEXT: %4 = vector.load %subview[%arg1, %2] : memref<100x2xf32, strided<[3, 1], offset: 1>>, vector<1xf32>
// CHECK-NEXT: %5 = vector.extract %4[0] : f32 from vector<1xf32>
// CHECK-NEXT: %6 = vector.insert %5, %arg4 [0] : f32 into vector<1xf32>
// CHECK-NEXT: scf.yield %6 : vector<1xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg4 : vector<1xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %3 : vector<1xf32>
// CHECK-NEXT: }
func.func @two_dimensions(%m: memref<100x3xf32>, %i: index, %v: vector<1xindex>, %k: vector<1xi1>, %p: vector<1xf32>) -> vector<1xf32> {
  %s = memref.subview %m[0, 1] [100, 2] [1, 1] : memref<100x3xf32> to memref<100x2xf32, strided<[3, 1], offset: 1>>
  %0 = vector.gather %s[%i, %i] [%v], %k, %p : memref<100x2xf32, strided<[3, 1], offset: 1>>, vector<1xindex>, vector<1xi1>, vector<1xf32> into vector<1xf32>
  return %0 : vector<1xf32>
}

// CHECK-LABEL: func.func @too_large(%arg0: memref<4611686018427387904x3xf32>, %arg1: index, %arg2: vector<1xindex>, %arg3: vector<1xi1>, %arg4: vector<1xf32>) -> vector<1xf32> {
// CHECK-NEXT: %subview = memref.subview %arg0[0, 1] [100, 1] [1, 1] : memref<4611686018427387904x3xf32> to memref<100xf32, strided<[3], offset: 1>>
// CHECK-NEXT: %0 = vector.extract %arg3[0] : i1 from vector<1xi1>
// CHECK-NEXT: %1 = vector.extract %arg2[0] : index from vector<1xindex>
// CHECK-NEXT: %2 = arith.addi %arg1, %1 : index
// CHECK-NEXT: %3 = scf.if %0 -> (vector<1xf32>) {
// CHECK-NEXT: %4 = vector.load %subview[%2] : memref<100xf32, strided<[3], offset: 1>>, vector<1xf32>
// CHECK-NEXT: %5 = vector.extract %4[0] : f32 from vector<1xf32>
// CHECK-NEXT: %6 = vector.insert %5, %arg4 [0] : f32 into vector<1xf32>
// CHECK-NEXT: scf.yield %6 : vector<1xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg4 : vector<1xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %3 : vector<1xf32>
// CHECK-NEXT: }
func.func @too_large(%m: memref<4611686018427387904x3xf32>, %i: index, %v: vector<1xindex>, %k: vector<1xi1>, %p: vector<1xf32>) -> vector<1xf32> {
  %s = memref.subview %m[0, 1] [100, 1] [1, 1] : memref<4611686018427387904x3xf32> to memref<100xf32, strided<[3], offset: 1>>
  %0 = vector.gather %s[%i] [%v], %k, %p : memref<100xf32, strided<[3], offset: 1>>, vector<1xindex>, vector<1xi1>, vector<1xf32> into vector<1xf32>
  return %0 : vector<1xf32>
}

// A column of a part, and one of a memref of three dimensions.
// CHECK-LABEL: func.func @column_of_part(%arg0: memref<4x3xf32, strided<[3, 1], offset: 1>>, %arg1: index, %arg2: vector<1xindex>, %arg3: vector<1xi1>, %arg4: vector<1xf32>) -> vector<1xf32> {
// CHECK-NEXT: %subview = memref.subview %arg0[0, 0] [4, 1] [1, 1] : memref<4x3xf32, strided<[3, 1], offset: 1>> to memref<4xf32, strided<[3], offset: 1>>
// CHECK-NEXT: %0 = vector.extract %arg3[0] : i1 from vector<1xi1>
// CHECK-NEXT: %1 = vector.extract %arg2[0] : index from vector<1xindex>
// CHECK-NEXT: %2 = arith.addi %arg1, %1 : index
// CHECK-NEXT: %3 = scf.if %0 -> (vector<1xf32>) {
// CHECK-NEXT: %4 = vector.load %subview[%2] : memref<4xf32, strided<[3], offset: 1>>, vector<1xf32>
// CHECK-NEXT: %5 = vector.extract %4[0] : f32 from vector<1xf32>
// CHECK-NEXT: %6 = vector.insert %5, %arg4 [0] : f32 into vector<1xf32>
// CHECK-NEXT: scf.yield %6 : vector<1xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg4 : vector<1xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %3 : vector<1xf32>
func.func @column_of_part(%m: memref<4x3xf32, strided<[3, 1], offset: 1>>, %i: index, %v: vector<1xindex>, %k: vector<1xi1>, %p: vector<1xf32>) -> vector<1xf32> {
  %s = memref.subview %m[0, 0] [4, 1] [1, 1] : memref<4x3xf32, strided<[3, 1], offset: 1>> to memref<4xf32, strided<[3], offset: 1>>
  %0 = vector.gather %s[%i] [%v], %k, %p : memref<4xf32, strided<[3], offset: 1>>, vector<1xindex>, vector<1xi1>, vector<1xf32> into vector<1xf32>
  return %0 : vector<1xf32>
}

// CHECK-LABEL: func.func @three_dimensions(%arg0: memref<4x3x1xf32>, %arg1: index, %arg2: vector<1xindex>, %arg3: vector<1xi1>, %arg4: vector<1xf32>) -> vector<1xf32> {
// CHECK-NEXT: %subview = memref.subview %arg0[0, 0, 0] [4, 1, 1] [1, 1, 1] : memref<4x3x1xf32> to memref<4xf32, strided<[3]>>
// CHECK-NEXT: %0 = vector.extract %arg3[0] : i1 from vector<1xi1>
// CHECK-NEXT: %1 = vector.extract %arg2[0] : index from vector<1xindex>
// CHECK-NEXT: %2 = arith.addi %arg1, %1 : index
// CHECK-NEXT: %3 = scf.if %0 -> (vector<1xf32>) {
// CHECK-NEXT: %4 = vector.load %subview[%2] : memref<4xf32, strided<[3]>>, vector<1xf32>
// CHECK-NEXT: %5 = vector.extract %4[0] : f32 from vector<1xf32>
// CHECK-NEXT: %6 = vector.insert %5, %arg4 [0] : f32 into vector<1xf32>
// CHECK-NEXT: scf.yield %6 : vector<1xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg4 : vector<1xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %3 : vector<1xf32>
func.func @three_dimensions(%m: memref<4x3x1xf32>, %i: index, %v: vector<1xindex>, %k: vector<1xi1>, %p: vector<1xf32>) -> vector<1xf32> {
  %s = memref.subview %m[0, 0, 0] [4, 1, 1] [1, 1, 1] : memref<4x3x1xf32> to memref<4xf32, strided<[3]>>
  %0 = vector.gather %s[%i] [%v], %k, %p : memref<4xf32, strided<[3]>>, vector<1xindex>, vector<1xi1>, vector<1xf32> into vector<1xf32>
  return %0 : vector<1xf32>
}
