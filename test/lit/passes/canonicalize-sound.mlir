// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// Where mlir-opt makes a program of another meaning, or one that is not valid. What can be
// executed is compared before and after.

// mlir-opt-22 differs (canonicalize cse, inline licm, vector to loops, vector to loops of rank 2, vector unrolled, vector unrolled to rank 0): a slice that begins inside of another is taken for one beside it

// CHECK: #map = affine_map<(d0, d1) -> (d1, d0)>
// CHECK: #map1 = affine_map<(d0, d1) -> (d0, d1)>
// CHECK: #map2 = affine_map<(d0, d1) -> (d1)>
// CHECK: #map3 = affine_map<(d0, d1) -> (d0)>
// CHECK: func.func @slice_around_a_slice(%arg0: vector<8xf32>, %arg1: vector<4xf32>, %arg2: vector<2xf32>) -> vector<4xf32> {
// CHECK-NEXT:   %0 = vector.insert_strided_slice %arg1, %arg0 {offsets = [0], strides = [1]} : vector<4xf32> into vector<8xf32>
// CHECK-NEXT:   %1 = vector.insert_strided_slice %arg2, %0 {offsets = [2], strides = [1]} : vector<2xf32> into vector<8xf32>
// CHECK-NEXT:   %2 = vector.extract_strided_slice %1 {offsets = [0], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
// CHECK-NEXT:   return %2 : vector<4xf32>
// CHECK-NEXT: }
func.func @slice_around_a_slice(%z: vector<8xf32>, %a: vector<4xf32>, %b: vector<2xf32>) -> vector<4xf32> {
  %0 = vector.insert_strided_slice %a, %z {offsets = [0], strides = [1]} : vector<4xf32> into vector<8xf32>
  %1 = vector.insert_strided_slice %b, %0 {offsets = [2], strides = [1]} : vector<2xf32> into vector<8xf32>
  %2 = vector.extract_strided_slice %1 {offsets = [0], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
  return %2 : vector<4xf32>
}

// -----

// mlir-opt-22 differs (canonicalize cse, inline licm): dimensions without offset are not looked at

// CHECK-LABEL: func.func @slice_with_fewer_offsets(%arg0: vector<4x4xf32>, %arg1: vector<2x2xf32>) -> vector<2x4xf32> {
// CHECK-NEXT:   %0 = vector.insert_strided_slice %arg1, %arg0 {offsets = [0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT:   %1 = vector.extract_strided_slice %0 {offsets = [0], sizes = [2], strides = [1]} : vector<4x4xf32> to vector<2x4xf32>
// CHECK-NEXT:   return %1 : vector<2x4xf32>
// CHECK-NEXT: }
func.func @slice_with_fewer_offsets(%z: vector<4x4xf32>, %a: vector<2x2xf32>) -> vector<2x4xf32> {
  %0 = vector.insert_strided_slice %a, %z {offsets = [0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
  %1 = vector.extract_strided_slice %0 {offsets = [0], sizes = [2], strides = [1]} : vector<4x4xf32> to vector<2x4xf32>
  return %1 : vector<2x4xf32>
}

// -----

// Along the second dimension of the tensor both vectors have four elements.
// mlir-opt-22 differs (canonicalize cse, inline licm, fma, vector to loops, vector to loops of rank 2, vector unrolled, vector unrolled to rank 0): the maps of transfers are taken for identities

// CHECK-LABEL: func.func @transposed_writes(%arg0: tensor<8x8xf32>, %arg1: vector<4x2xf32>, %arg2: vector<4x2xf32>) -> vector<4x2xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %0 = vector.transfer_write %arg1, %arg0[%c0, %c0] {in_bounds = [true, true], permutation_map = #map} : vector<4x2xf32>, tensor<8x8xf32>
// CHECK-NEXT:   %1 = vector.transfer_write %arg2, %0[%c0, %c2] {in_bounds = [true, true], permutation_map = #map} : vector<4x2xf32>, tensor<8x8xf32>
// CHECK-NEXT:   %2 = vector.transfer_read %1[%c0, %c0], %cst {in_bounds = [true, true], permutation_map = #map} : tensor<8x8xf32>, vector<4x2xf32>
// CHECK-NEXT:   return %2 : vector<4x2xf32>
// CHECK-NEXT: }
func.func @transposed_writes(%t: tensor<8x8xf32>, %a: vector<4x2xf32>, %b: vector<4x2xf32>) -> vector<4x2xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_write %a, %t[%c0, %c0] {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<4x2xf32>, tensor<8x8xf32>
  %1 = vector.transfer_write %b, %0[%c0, %c2] {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<4x2xf32>, tensor<8x8xf32>
  %2 = vector.transfer_read %1[%c0, %c0], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : tensor<8x8xf32>, vector<4x2xf32>
  return %2 : vector<4x2xf32>
}

// -----

// mlir-opt-22 differs (canonicalize cse, inline licm, fma, vector to loops, vector to loops of rank 2, vector unrolled, vector unrolled to rank 0): the masks of a copy are lost

// CHECK-LABEL: func.func @masked_copies(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: vector<4xi1>) -> (tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0], %cst, %arg2 {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
// CHECK-NEXT:   %1 = vector.transfer_write %0, %arg1[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%c0], %cst {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
// CHECK-NEXT:   %3 = vector.transfer_write %2, %arg1[%c0], %arg2 {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
// CHECK-NEXT:   return %1, %3 : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT: }
func.func @masked_copies(%t: tensor<4xf32>, %u: tensor<4xf32>, %m: vector<4xi1>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %t[%c0], %p, %m {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %1 = vector.transfer_write %0, %u[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %2 = vector.transfer_read %t[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %3 = vector.transfer_write %2, %u[%c0], %m {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// -----

// mlir-opt-22 differs (canonicalize cse, inline licm, fma, vector to loops, vector to loops of rank 2, vector unrolled, vector unrolled to rank 0): an index near the largest wraps

// CHECK-LABEL: func.func @far_behind(%arg0: memref<4xf32>, %arg1: f32) -> vector<4xf32> {
// CHECK-NEXT:   %c9223372036854775807 = arith.constant 9223372036854775807 : index
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c9223372036854775807], %arg1 : memref<4xf32>, vector<4xf32>
// CHECK-NEXT:   return %0 : vector<4xf32>
// CHECK-NEXT: }
func.func @far_behind(%m: memref<4xf32>, %p: f32) -> vector<4xf32> {
  %far = arith.constant 9223372036854775807 : index
  %0 = vector.transfer_read %m[%far], %p : memref<4xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

// mlir-opt-22 differs (canonicalize cse, inline licm): operands of positions are not compared

// CHECK-LABEL: func.func @elements_at(%arg0: vector<4x2xf32>, %arg1: index, %arg2: index) -> vector<2xf32> {
// CHECK-NEXT:   %0 = vector.extract %arg0[%arg1, 0] : f32 from vector<4x2xf32>
// CHECK-NEXT:   %1 = vector.extract %arg0[%arg2, 1] : f32 from vector<4x2xf32>
// CHECK-NEXT:   %2 = vector.from_elements %0, %1 : vector<2xf32>
// CHECK-NEXT:   return %2 : vector<2xf32>
// CHECK-NEXT: }
func.func @elements_at(%v: vector<4x2xf32>, %i: index, %j: index) -> vector<2xf32> {
  %0 = vector.extract %v[%i, 0] : f32 from vector<4x2xf32>
  %1 = vector.extract %v[%j, 1] : f32 from vector<4x2xf32>
  %2 = vector.from_elements %0, %1 : vector<2xf32>
  return %2 : vector<2xf32>
}

// -----

// mlir-opt-22 differs (canonicalize cse, inline licm): every contraction is taken for a sum

// CHECK-LABEL: func.func @largest_plus(%arg0: vector<2x3xi32>, %arg1: vector<3xi32>, %arg2: vector<2xi32>) -> vector<2xi32> {
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<2xi32>
// CHECK-NEXT:   %0 = vector.contract {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "reduction"], kind = #vector.kind<maxsi>} %arg0, %arg1, %cst : vector<2x3xi32>, vector<3xi32> into vector<2xi32>
// CHECK-NEXT:   %1 = arith.addi %0, %arg2 : vector<2xi32>
// CHECK-NEXT:   return %1 : vector<2xi32>
// CHECK-NEXT: }
func.func @largest_plus(%a: vector<2x3xi32>, %b: vector<3xi32>, %c: vector<2xi32>) -> vector<2xi32> {
  %z = arith.constant dense<0> : vector<2xi32>
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<maxsi>} %a, %b, %z : vector<2x3xi32>, vector<3xi32> into vector<2xi32>
  %1 = arith.addi %0, %c : vector<2xi32>
  return %1 : vector<2xi32>
}

// -----

// Of scalable vectors the extents are the smallest that they can be.
// mlir-opt-22 differs (canonicalize cse, inline licm, fma, vector to loops, vector to loops of rank 2, vector unrolled, vector unrolled to rank 0): scalable vectors are taken for as long as they are at least

// CHECK-LABEL: func.func @scalable(%arg0: vector<[1]xf32>, %arg1: vector<2x[4]xf32>, %arg2: index, %arg3: f32, %arg4: memref<4xf32>) -> (f32, f32, f32, vector<[4]xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = vector.extract %arg0[%arg2] : f32 from vector<[1]xf32>
// CHECK-NEXT:   %1 = vector.shape_cast %arg1 : vector<2x[4]xf32> to vector<[8]xf32>
// CHECK-NEXT:   %2 = vector.extract %1[5] : f32 from vector<[8]xf32>
// CHECK-NEXT:   %3 = vector.reduction <add>, %arg0, %arg3 : vector<[1]xf32> into f32
// CHECK-NEXT:   %4 = vector.transfer_read %arg4[%c0], %arg3 : memref<4xf32>, vector<[4]xf32>
// CHECK-NEXT:   return %0, %2, %3, %4 : f32, f32, f32, vector<[4]xf32>
// CHECK-NEXT: }
func.func @scalable(%v: vector<[1]xf32>, %w: vector<2x[4]xf32>, %i: index, %acc: f32, %m: memref<4xf32>) -> (f32, f32, f32, vector<[4]xf32>) {
  %c0 = arith.constant 0 : index
  %b = vector.broadcast %v : vector<[1]xf32> to vector<2x[1]xf32>
  %e = vector.extract %b[0, %i] : f32 from vector<2x[1]xf32>
  %c = vector.shape_cast %w : vector<2x[4]xf32> to vector<[8]xf32>
  %f = vector.extract %c[5] : f32 from vector<[8]xf32>
  %r = vector.reduction <add>, %v, %acc : vector<[1]xf32> into f32
  %t = vector.transfer_read %m[%c0], %acc : memref<4xf32>, vector<[4]xf32>
  return %e, %f, %r, %t : f32, f32, f32, vector<[4]xf32>
}

// -----

// What is stored after the tensor was made is not in it.
// mlir-opt-22 differs (canonicalize cse, inline licm): the load moves behind the store

// CHECK-LABEL: func.func @generate_before_store(%arg0: memref<4xf32>, %arg1: f32) -> f32 {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %generated = tensor.generate  {
// CHECK-NEXT:   ^bb0(%arg2: index):
// CHECK-NEXT:     %0 = memref.load %arg0[%arg2] : memref<4xf32>
// CHECK-NEXT:     tensor.yield %0 : f32
// CHECK-NEXT:   } : tensor<4xf32>
// CHECK-NEXT:   memref.store %arg1, %arg0[%c0] : memref<4xf32>
// CHECK-NEXT:   %extracted = tensor.extract %generated[%c0] : tensor<4xf32>
// CHECK-NEXT:   return %extracted : f32
// CHECK-NEXT: }
func.func @generate_before_store(%m: memref<4xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %t = tensor.generate {
  ^bb0(%j: index):
    %v = memref.load %m[%j] : memref<4xf32>
    tensor.yield %v : f32
  } : tensor<4xf32>
  memref.store %x, %m[%c0] : memref<4xf32>
  %e = tensor.extract %t[%c0] : tensor<4xf32>
  return %e : f32
}

// -----

// mlir-opt-22 differs (canonicalize cse, inline licm, memref aliases folded): a cast that says another stride is lost

// CHECK-LABEL: func.func @other_stride(%arg0: memref<4xf32, strided<[?]>>, %arg1: index, %arg2: index) -> f32 {
// CHECK-NEXT:   %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [4], strides: [%arg1] : memref<4xf32, strided<[?]>> to memref<4xf32, strided<[?]>>
// CHECK-NEXT:   %0 = memref.load %reinterpret_cast[%arg2] : memref<4xf32, strided<[?]>>
// CHECK-NEXT:   return %0 : f32
// CHECK-NEXT: }
func.func @other_stride(%m: memref<4xf32, strided<[?]>>, %by: index, %i: index) -> f32 {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [%by] : memref<4xf32, strided<[?]>> to memref<4xf32, strided<[?]>>
  %1 = memref.load %0[%i] : memref<4xf32, strided<[?]>>
  return %1 : f32
}

// -----

// 2^25 + 2^17 + 1 is 2^25 + 2^17 as f32 and 2^25 as bf16, but 2^25 + 2^18 as bf16 at once.
// mlir-opt-22 differs (canonicalize cse, inline licm): integers are rounded once instead of twice

// CHECK-LABEL: func.func @rounded_twice(%arg0: i32, %arg1: i16) -> (bf16, f16, bf16) {
// CHECK-NEXT:   %0 = arith.sitofp %arg0 : i32 to f32
// CHECK-NEXT:   %1 = arith.truncf %0 : f32 to bf16
// CHECK-NEXT:   %2 = arith.sitofp %arg0 : i32 to f16
// CHECK-NEXT:   %3 = arith.uitofp %arg1 : i16 to bf16
// CHECK-NEXT:   return %1, %2, %3 : bf16, f16, bf16
// CHECK-NEXT: }
func.func @rounded_twice(%x: i32, %y: i16) -> (bf16, f16, bf16) {
  %0 = arith.sitofp %x : i32 to f32
  %1 = arith.truncf %0 : f32 to bf16
  %2 = arith.truncf %0 : f32 to f16
  %3 = arith.uitofp %y : i16 to f32
  %4 = arith.truncf %3 : f32 to bf16
  return %1, %2, %4 : bf16, f16, bf16
}

// -----

// mlir-opt-22 differs (canonicalize cse, inline licm): bounds that are far apart are taken for exchanged, and large steps for negative

// CHECK-LABEL: func.func @far_apart() -> i32 {
// CHECK-NEXT:   %c-128_i8 = arith.constant -128 : i8
// CHECK-NEXT:   %c100_i8 = arith.constant 100 : i8
// CHECK-NEXT:   %c57_i8 = arith.constant 57 : i8
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = scf.for %arg0 = %c-128_i8 to %c100_i8 step %c57_i8 iter_args(%arg1 = %c0_i32) -> (i32)  : i8 {
// CHECK-NEXT:     %1 = arith.addi %arg1, %c1_i32 : i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @far_apart() -> i32 {
  %lo = arith.constant -128 : i8
  %hi = arith.constant 100 : i8
  %st = arith.constant 57 : i8
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %lo to %hi step %st iter_args(%a = %zero) -> (i32) : i8 {
    %n = arith.addi %a, %one : i32
    scf.yield %n : i32
  }
  return %r : i32
}
// CHECK-LABEL: func.func @large_step() -> i32 {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   return %c1_i32 : i32
// CHECK-NEXT: }
func.func @large_step() -> i32 {
  %lo = arith.constant 0 : i8
  %hi = arith.constant 200 : i8
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for unsigned %i = %lo to %hi step %hi iter_args(%a = %zero) -> (i32) : i8 {
    %n = arith.addi %a, %one : i32
    scf.yield %n : i32
  }
  return %r : i32
}

// -----

// mlir-opt-22 differs (canonicalize cse, inline licm): a value of the before region is used in the other

// CHECK-LABEL: func.func @forwarded_by_if() -> index {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c9 = arith.constant 9 : index
// CHECK-NEXT:   %0:2 = scf.while (%arg0 = %c0) : (index) -> (index, index) {
// CHECK-NEXT:     %1 = arith.muli %arg0, %c9 : index
// CHECK-NEXT:     %2 = arith.cmpi slt, %arg0, %c9 : index
// CHECK-NEXT:     scf.condition(%2) %arg0, %1 : index, index
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg0: index, %arg1: index):
// CHECK-NEXT:     %1 = arith.addi %arg1, %c1 : index
// CHECK-NEXT:     scf.yield %1 : index
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0#0 : index
// CHECK-NEXT: }
func.func @forwarded_by_if() -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %r = scf.while (%a = %c0) : (index) -> index {
    %x = arith.muli %a, %c9 : index
    %c = arith.cmpi slt, %a, %c9 : index
    %v = scf.if %c -> index {
      scf.yield %x : index
    } else {
      scf.yield %a : index
    }
    scf.condition(%c) %v : index
  } do {
  ^bb0(%b: index):
    %y = arith.addi %b, %c1 : index
    scf.yield %y : index
  }
  return %r : index
}

// -----

// mlir-opt-22 differs (canonicalize cse, inline licm): slices are taken for the results in their order

// CHECK-LABEL: func.func @slices_in_another_order(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>, %arg3: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:   return %arg3, %arg2 : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT: }
func.func @slices_in_another_order(%a: tensor<4xf32>, %b: tensor<4xf32>, %s: tensor<4xf32>, %t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = scf.forall (%i) in (1) shared_outs(%o = %a, %p = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %p[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
      tensor.parallel_insert_slice %t into %o[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
    }
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
// CHECK-LABEL: func.func @two_slices(%arg0: tensor<4xf32>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>) -> tensor<4xf32> {
// CHECK-NEXT:   %inserted_slice = tensor.insert_slice %arg1 into %arg0[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
// CHECK-NEXT:   %inserted_slice_0 = tensor.insert_slice %arg2 into %inserted_slice[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
// CHECK-NEXT:   return %inserted_slice_0 : tensor<4xf32>
// CHECK-NEXT: }
func.func @two_slices(%a: tensor<4xf32>, %s: tensor<2xf32>, %t: tensor<2xf32>) -> tensor<4xf32> {
  %r = scf.forall (%i) in (1) shared_outs(%o = %a) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
      tensor.parallel_insert_slice %t into %o[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

// The dimension is not used, and the symbol is the second operand.
// CHECK-LABEL: func.func @only_symbol(%arg0: index, %arg1: index) -> index {
// CHECK-NEXT:   return %arg1 : index
// CHECK-NEXT: }
func.func @only_symbol(%a: index, %b: index) -> index {
  %0 = affine.min affine_map<(d0)[s0] -> (s0)>(%a)[%b]
  return %0 : index
}
