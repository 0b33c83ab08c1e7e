// RUN: optc %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// mlir-opt-22 hangs (canonicalize cse, inline licm): operations that use their own results are folded for ever

// The loop is entered no more once the condition is known. Its operations then use
// their own results until the blocks are erased.
// CHECK-LABEL: func.func @entry_folds_away()
// CHECK-NEXT:    return
func.func @entry_folds_away() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %enter = arith.cmpi sgt, %c2, %c0 : i32
  cf.cond_br %enter, ^exit, ^header(%c2 : i32)
^header(%iv: i32):
  %done = arith.cmpi eq, %iv, %c2 : i32
  cf.cond_br %done, ^exit, ^latch
^latch:
  %next = arith.addi %iv, %c1 : i32
  cf.br ^header(%next : i32)
^exit:
  return
}

// CHECK-LABEL: func.func @circle_of_two(
// CHECK-NEXT:    return
func.func @circle_of_two(%p: i32) {
  %true = arith.constant true
  %c1 = arith.constant 1 : i32
  cf.cond_br %true, ^exit, ^header(%c1 : i32)
^header(%iv: i32):
  %a = arith.subi %c1, %iv : i32
  %b = arith.subi %c1, %a : i32
  %v = vector.broadcast %b : i32 to vector<2xi32>
  %w = vector.bitcast %v : vector<2xi32> to vector<4xi16>
  %x = vector.bitcast %w : vector<4xi16> to vector<2xi32>
  %y = vector.extract %x[1] : i32 from vector<2xi32>
  cf.br ^header(%y : i32)
^exit:
  return
}

// A module is a graph region, where operations may stay in a circle.
// CHECK:       %[[S:.*]] = arith.addi %[[S]], %c1_i32 : i32
// CHECK-NEXT:  "use"(%[[S]])
%one = arith.constant 1 : i32
%self = arith.addi %self, %one : i32
"use"(%self) : (i32) -> ()
