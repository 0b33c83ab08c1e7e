// RUN: optc %s --sccp | FileCheck %s

// A fold may answer with a value that is no operand of the operation. What is known
// of the result then follows what becomes known of that value.
// mlir-opt-22 differs (sccp symbol-dce): results become constants that are none

// CHECK-LABEL: func.func @block_argument(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   cf.br ^bb1(%c0_i32 : i32)
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   %1 = arith.addi %0, %arg1 : i32
// CHECK-NEXT:   %2 = arith.subi %1, %arg1 : i32
// CHECK-NEXT:   %3 = arith.addi %0, %c1_i32 : i32
// CHECK-NEXT:   %4 = arith.cmpi slt, %3, %arg0 : i32
// CHECK-NEXT:   cf.cond_br %4, ^bb1(%3 : i32), ^bb2
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   return %2 : i32
// CHECK-NEXT: }
func.func @block_argument(%n: i32, %u: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c0 : i32)
^head(%i: i32):
  %x = arith.addi %i, %u : i32
  %y = arith.subi %x, %u : i32
  %next = arith.addi %i, %c1 : i32
  %more = arith.cmpi slt, %next, %n : i32
  cf.cond_br %more, ^head(%next : i32), ^exit
^exit:
  return %y : i32
}

// CHECK-LABEL: func.func @exclusive_or(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   cf.br ^bb1(%c0_i32 : i32)
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   %1 = arith.xori %0, %arg1 : i32
// CHECK-NEXT:   %2 = arith.xori %1, %arg1 : i32
// CHECK-NEXT:   %3 = arith.addi %0, %c1_i32 : i32
// CHECK-NEXT:   %4 = arith.cmpi slt, %3, %arg0 : i32
// CHECK-NEXT:   cf.cond_br %4, ^bb1(%3 : i32), ^bb2
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   return %2 : i32
// CHECK-NEXT: }
func.func @exclusive_or(%n: i32, %u: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c0 : i32)
^head(%i: i32):
  %x = arith.xori %i, %u : i32
  %y = arith.xori %x, %u : i32
  %next = arith.addi %i, %c1 : i32
  %more = arith.cmpi slt, %next, %n : i32
  cf.cond_br %more, ^head(%next : i32), ^exit
^exit:
  return %y : i32
}

// CHECK-LABEL: func.func @iteration_argument(%arg0: index, %arg1: i32) -> i32 {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %0:2 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %c0_i32, %arg4 = %c0_i32) -> (i32, i32) {
// CHECK-NEXT:     %1 = arith.addi %arg3, %arg1 : i32
// CHECK-NEXT:     %2 = arith.subi %1, %arg1 : i32
// CHECK-NEXT:     %3 = arith.addi %arg4, %2 : i32
// CHECK-NEXT:     %4 = arith.addi %arg3, %c1_i32 : i32
// CHECK-NEXT:     scf.yield %4, %3 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0#1 : i32
// CHECK-NEXT: }
func.func @iteration_argument(%n: index, %u: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %k0 = arith.constant 0 : index
  %k1 = arith.constant 1 : index
  %r:2 = scf.for %i = %k0 to %n step %k1 iter_args(%a = %c0, %s = %c0) -> (i32, i32) {
    %x = arith.addi %a, %u : i32
    %y = arith.subi %x, %u : i32
    %t = arith.addi %s, %y : i32
    %b = arith.addi %a, %c1 : i32
    scf.yield %b, %t : i32, i32
  }
  return %r#1 : i32
}

// CHECK-LABEL: func.func @through_bitcasts() -> i32 {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:   %c2147483647_i32 = arith.constant 2147483647 : i32
// CHECK-NEXT:   %0 = scf.for %arg0 = %c0 to %c2 step %c1 iter_args(%arg1 = %c-1_i32) -> (i32) {
// CHECK-NEXT:     scf.yield %c2147483647_i32 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = vector.broadcast %0 : i32 to vector<4xi32>
// CHECK-NEXT:   %2 = vector.bitcast %1 : vector<4xi32> to vector<16xi8>
// CHECK-NEXT:   %3 = vector.bitcast %2 : vector<16xi8> to vector<4xi32>
// CHECK-NEXT:   %4 = vector.extract %3[0] : i32 from vector<4xi32>
// CHECK-NEXT:   return %4 : i32
// CHECK-NEXT: }
func.func @through_bitcasts() -> i32 {
  %c = arith.constant 2147483647 : i32
  %m1 = arith.constant -1 : i32
  %k0 = arith.constant 0 : index
  %k2 = arith.constant 2 : index
  %k1 = arith.constant 1 : index
  %r = scf.for %i = %k0 to %k2 step %k1 iter_args(%a = %m1) -> (i32) {
    scf.yield %c : i32
  }
  %b = vector.broadcast %r : i32 to vector<4xi32>
  %x = vector.bitcast %b : vector<4xi32> to vector<16xi8>
  %y = vector.bitcast %x : vector<16xi8> to vector<4xi32>
  %e = vector.extract %y[0] : i32 from vector<4xi32>
  return %e : i32
}

// A value that stays constant is still found.
// CHECK-LABEL: func.func @constant(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:   %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:   cf.cond_br %arg0, ^bb2(%c7_i32 : i32), ^bb1
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   cf.br ^bb2(%c7_i32 : i32)
// CHECK-NEXT: ^bb2(%0: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   %1 = arith.addi %c7_i32, %arg1 : i32
// CHECK-NEXT:   return %c7_i32 : i32
// CHECK-NEXT: }
func.func @constant(%p: i1, %u: i32) -> i32 {
  %c7 = arith.constant 7 : i32
  cf.cond_br %p, ^end(%c7 : i32), ^other
^other:
  cf.br ^end(%c7 : i32)
^end(%i: i32):
  %x = arith.addi %i, %u : i32
  %y = arith.subi %x, %u : i32
  return %y : i32
}

// What a fold in place builds is not known, and makes nothing known that it joins.
// CHECK-LABEL: func.func @metadata(%arg0: memref<8x2xf32>, %arg1: i1) -> (index, index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<8x2xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %0 = scf.if %arg1 -> (index) {
// CHECK-NEXT: scf.yield %c1 : index
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %c0 : index
// CHECK-NEXT: }
// CHECK-NEXT: %1 = arith.addi %c8, %c2 : index
// CHECK-NEXT: return %0, %1 : index, index
// CHECK-NEXT: }
func.func @metadata(%m: memref<8x2xf32>, %c: i1) -> (index, index) {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<8x2xf32> -> memref<f32>, index, index, index, index, index
  %zero = arith.constant 0 : index
  %0 = scf.if %c -> (index) {
    scf.yield %strides#1 : index
  } else {
    scf.yield %zero : index
  }
  %1 = arith.addi %sizes#0, %strides#0 : index
  return %0, %1 : index, index
}
