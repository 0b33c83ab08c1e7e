// RUN: optc %s --convert-scf-to-cf | FileCheck %s
// RUN: optc %s --convert-scf-to-cf="allow-pattern-rollback=0" | FileCheck %s

// A conditional without results: control meets behind it.
// CHECK-LABEL: func.func @if_only(
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: memref.store %arg2, %arg1[] : memref<f32>
// CHECK-NEXT: cf.br ^bb2
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: return
func.func @if_only(%c: i1, %m: memref<f32>, %x: f32) {
  scf.if %c {
    memref.store %x, %m[] : memref<f32>
  }
  return
}

// With results it meets in a block that gets them; a negated condition folds.
// CHECK-LABEL: func.func @if_results(
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb6
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: cf.cond_br %arg0, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: cf.br ^bb4(%arg2 : f32)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: cf.br ^bb4(%arg1 : f32)
// CHECK-NEXT: ^bb4(%1: f32):
// CHECK-NEXT: cf.br ^bb5
// CHECK-NEXT: ^bb5:
// CHECK-NEXT: cf.br ^bb7(%arg2, %1 : f32, f32)
// CHECK-NEXT: ^bb6:
// CHECK-NEXT: cf.br ^bb7(%arg1, %arg2 : f32, f32)
// CHECK-NEXT: ^bb7(%2: f32, %3: f32):
// CHECK-NEXT: cf.br ^bb8
// CHECK-NEXT: ^bb8:
// CHECK-NEXT: return %2, %3 : f32, f32
func.func @if_results(%c: i1, %x: f32, %y: f32) -> (f32, f32) {
  %true = arith.constant true
  %n = arith.xori %c, %true : i1
  %r:2 = scf.if %n -> (f32, f32) {
    scf.yield %x, %y : f32, f32
  } else {
    %s = scf.if %c -> (f32) {
      scf.yield %y : f32
    } else {
      scf.yield %x : f32
    }
    scf.yield %y, %s : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

// Nested loops that carry a value.
// CHECK-LABEL: func.func @for_nest(
// CHECK-NEXT: cf.br ^bb1(%arg0, %arg3 : index, f32)
// CHECK-NEXT: ^bb1(%0: index, %1: f32):
// CHECK-NEXT: %2 = arith.cmpi slt, %0, %arg1 : index
// CHECK-NEXT: cf.cond_br %2, ^bb2, ^bb6
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: cf.br ^bb3(%0, %1 : index, f32)
// CHECK-NEXT: ^bb3(%3: index, %4: f32):
// CHECK-NEXT: %5 = arith.cmpi slt, %3, %arg1 : index
// CHECK-NEXT: cf.cond_br %5, ^bb4, ^bb5
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: %6 = arith.addf %4, %arg3 : f32
// CHECK-NEXT: %7 = arith.addi %3, %arg2 : index
// CHECK-NEXT: cf.br ^bb3(%7, %6 : index, f32)
// CHECK-NEXT: ^bb5:
// CHECK-NEXT: %8 = arith.addi %0, %arg2 : index
// CHECK-NEXT: cf.br ^bb1(%8, %4 : index, f32)
// CHECK-NEXT: ^bb6:
// CHECK-NEXT: return %1 : f32
func.func @for_nest(%lo: index, %hi: index, %st: index, %x: f32) -> f32 {
  %r = scf.for %i = %lo to %hi step %st iter_args(%a = %x) -> (f32) {
    %s = scf.for %j = %i to %hi step %st iter_args(%b = %a) -> (f32) {
      %t = arith.addf %b, %x : f32
      scf.yield %t : f32
    }
    scf.yield %s : f32
  }
  return %r : f32
}

// Unsigned bounds of an integer type.
// CHECK-LABEL: func.func @for_unsigned(
// CHECK-NEXT: cf.br ^bb1(%arg0 : i32)
// CHECK-NEXT: ^bb1(%0: i32):
// CHECK-NEXT: %1 = arith.cmpi ult, %0, %arg1 : i32
// CHECK-NEXT: cf.cond_br %1, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: memref.store %0, %arg3[] : memref<i32>
// CHECK-NEXT: %2 = arith.addi %0, %arg2 : i32
// CHECK-NEXT: cf.br ^bb1(%2 : i32)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: return
func.func @for_unsigned(%lo: i32, %hi: i32, %st: i32, %m: memref<i32>) {
  scf.for unsigned %i = %lo to %hi step %st : i32 {
    memref.store %i, %m[] : memref<i32>
  } {test.lost}
  return
}

// CHECK-LABEL: func.func @while(
// CHECK-NEXT: cf.br ^bb1(%arg0 : i32)
// CHECK-NEXT: ^bb1(%0: i32):
// CHECK-NEXT: %1 = arith.cmpi slt, %0, %arg0 : i32
// CHECK-NEXT: cf.cond_br %1, ^bb2(%0 : i32), ^bb3
// CHECK-NEXT: ^bb2(%2: i32):
// CHECK-NEXT: %3 = arith.addi %2, %arg0 : i32
// CHECK-NEXT: cf.br ^bb1(%3 : i32)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: return %0 : i32
func.func @while(%n: i32) -> i32 {
  %r = scf.while (%a = %n) : (i32) -> i32 {
    %d = arith.cmpi slt, %a, %n : i32
    scf.condition(%d) %a : i32
  } do {
  ^bb0(%b: i32):
    %e = arith.addi %b, %n : i32
    scf.yield %e : i32
  }
  return %r : i32
}

// A loop whose second region only passes on what it gets branches to its first block.
// CHECK-LABEL: func.func @do_while(
// CHECK-NEXT: cf.br ^bb1(%arg0, %arg1 : i32, i32)
// CHECK-NEXT: ^bb1(%0: i32, %1: i32):
// CHECK-NEXT: %2 = arith.cmpi slt, %0, %arg0 : i32
// CHECK-NEXT: cf.cond_br %2, ^bb1(%1, %0 : i32, i32), ^bb2
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: return %1, %0 : i32, i32
func.func @do_while(%n: i32, %k: i32) -> (i32, i32) {
  %r:2 = scf.while (%a = %n, %b = %k) : (i32, i32) -> (i32, i32) {
    %d = arith.cmpi slt, %a, %n : i32
    scf.condition(%d) %b, %a : i32, i32
  } do {
  ^bb0(%x: i32, %y: i32):
    scf.yield %x, %y : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// CHECK-LABEL: func.func @execute_region(
// CHECK-NEXT: cf.br ^bb1
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: cf.cond_br %arg0, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: cf.br ^bb8(%arg1 : f32)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: cf.cond_br %arg0, ^bb4, ^bb5
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: cf.br ^bb6(%arg2 : f32)
// CHECK-NEXT: ^bb5:
// CHECK-NEXT: cf.br ^bb6(%arg1 : f32)
// CHECK-NEXT: ^bb6(%0: f32):
// CHECK-NEXT: cf.br ^bb7
// CHECK-NEXT: ^bb7:
// CHECK-NEXT: cf.br ^bb8(%0 : f32)
// CHECK-NEXT: ^bb8(%1: f32):
// CHECK-NEXT: return %1 : f32
func.func @execute_region(%c: i1, %x: f32, %y: f32) -> f32 {
  %r = scf.execute_region -> f32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %x : f32
  ^bb2:
    %s = scf.if %c -> (f32) {
      scf.yield %y : f32
    } else {
      scf.yield %x : f32
    }
    scf.yield %s : f32
  }
  return %r : f32
}

// The index becomes a flag of 32 bits.
// CHECK-LABEL: func.func @index_switch(
// CHECK-NEXT: %0 = arith.index_cast %arg0 : index to i32
// CHECK-NEXT: cf.switch %0 : i32, [
// CHECK-NEXT: default: ^bb3,
// CHECK-NEXT: 2: ^bb1,
// CHECK-NEXT: 7: ^bb2
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: cf.br ^bb4(%arg1 : f32)
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: %1 = arith.addf %arg1, %arg2 : f32
// CHECK-NEXT: cf.br ^bb4(%1 : f32)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: cf.br ^bb4(%arg2 : f32)
// CHECK-NEXT: ^bb4(%2: f32):
// CHECK-NEXT: return %2 : f32
func.func @index_switch(%i: index, %x: f32, %y: f32) -> f32 {
  %r = scf.index_switch %i -> f32
  case 2 {
    scf.yield %x : f32
  }
  case 7 {
    %s = arith.addf %x, %y : f32
    scf.yield %s : f32
  }
  default {
    scf.yield %y : f32
  }
  return %r : f32
}

// Dimensions become loops, outer first; reductions are carried.
// CHECK-LABEL: func.func @parallel(
// CHECK-NEXT: cf.br ^bb1(%arg0, %arg3, %arg4 : index, f32, f32)
// CHECK-NEXT: ^bb1(%0: index, %1: f32, %2: f32):
// CHECK-NEXT: %3 = arith.cmpi slt, %0, %arg1 : index
// CHECK-NEXT: cf.cond_br %3, ^bb2, ^bb6
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: cf.br ^bb3(%arg1, %1, %2 : index, f32, f32)
// CHECK-NEXT: ^bb3(%4: index, %5: f32, %6: f32):
// CHECK-NEXT: %7 = arith.cmpi slt, %4, %arg1 : index
// CHECK-NEXT: cf.cond_br %7, ^bb4, ^bb5
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: %8 = arith.mulf %arg3, %arg4 : f32
// CHECK-NEXT: %9 = arith.addf %5, %8 : f32
// CHECK-NEXT: %10 = arith.maximumf %6, %arg4 : f32
// CHECK-NEXT: %11 = arith.addi %4, %arg2 : index
// CHECK-NEXT: cf.br ^bb3(%11, %9, %10 : index, f32, f32)
// CHECK-NEXT: ^bb5:
// CHECK-NEXT: %12 = arith.addi %0, %arg2 : index
// CHECK-NEXT: cf.br ^bb1(%12, %5, %6 : index, f32, f32)
// CHECK-NEXT: ^bb6:
// CHECK-NEXT: return %1, %2 : f32, f32
func.func @parallel(%lo: index, %hi: index, %st: index, %x: f32, %y: f32) -> (f32, f32) {
  %r:2 = scf.parallel (%i, %j) = (%lo, %hi) to (%hi, %hi) step (%st, %st) init (%x, %y) -> (f32, f32) {
    %z = arith.mulf %x, %y : f32
    scf.reduce(%z, %y : f32, f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }, {
    ^bb0(%a: f32, %b: f32):
      %s = arith.maximumf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r#0, %r#1 : f32, f32
}

// CHECK-LABEL: func.func @parallel_effects(
// CHECK-NEXT: cf.br ^bb1(%arg0 : index)
// CHECK-NEXT: ^bb1(%0: index):
// CHECK-NEXT: %1 = arith.cmpi slt, %0, %arg1 : index
// CHECK-NEXT: cf.cond_br %1, ^bb2, ^bb6
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: cf.br ^bb3(%arg0 : index)
// CHECK-NEXT: ^bb3(%2: index):
// CHECK-NEXT: %3 = arith.cmpi slt, %2, %arg1 : index
// CHECK-NEXT: cf.cond_br %3, ^bb4, ^bb5
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: memref.store %arg3, %arg4[%0, %2] : memref<?x?xf32>
// CHECK-NEXT: %4 = arith.addi %2, %arg2 : index
// CHECK-NEXT: cf.br ^bb3(%4 : index)
// CHECK-NEXT: ^bb5:
// CHECK-NEXT: %5 = arith.addi %0, %arg2 : index
// CHECK-NEXT: cf.br ^bb1(%5 : index)
// CHECK-NEXT: ^bb6:
// CHECK-NEXT: return
func.func @parallel_effects(%lo: index, %hi: index, %st: index, %x: f32, %m: memref<?x?xf32>) {
  scf.parallel (%i, %j) = (%lo, %lo) to (%hi, %hi) step (%st, %st) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  return
}

// Numbers of the iteration space become constants.
// CHECK-LABEL: func.func @forall(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: cf.br ^bb1(%c0 : index)
// CHECK-NEXT: ^bb1(%0: index):
// CHECK-NEXT: %1 = arith.cmpi slt, %0, %arg0 : index
// CHECK-NEXT: cf.cond_br %1, ^bb2, ^bb6
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: cf.br ^bb3(%arg0 : index)
// CHECK-NEXT: ^bb3(%2: index):
// CHECK-NEXT: %3 = arith.cmpi slt, %2, %c8 : index
// CHECK-NEXT: cf.cond_br %3, ^bb4, ^bb5
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: memref.store %arg1, %arg2[%0, %2] : memref<?x?xf32>
// CHECK-NEXT: %4 = arith.addi %2, %c2 : index
// CHECK-NEXT: cf.br ^bb3(%4 : index)
// CHECK-NEXT: ^bb5:
// CHECK-NEXT: %5 = arith.addi %0, %c1 : index
// CHECK-NEXT: cf.br ^bb1(%5 : index)
// CHECK-NEXT: ^bb6:
// CHECK-NEXT: return
func.func @forall(%n: index, %x: f32, %m: memref<?x?xf32>) {
  scf.forall (%i, %j) = (0, %n) to (%n, 8) step (1, 2) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  } {mapping = [#gpu.block<x>, #gpu.block<y>]}
  return
}

// A value that is carried through two dimensions.
// CHECK-LABEL: func.func @two_dims(
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c1 = arith.constant 1 : index
// CHECK-NEXT:    cf.br ^bb1(%c0, %arg2 : index, i32)
// CHECK-NEXT:    ^bb1(%0: index, %1: i32):  // 2 preds: ^bb0, ^bb5
// CHECK-NEXT:    %2 = arith.cmpi slt, %0, %arg0 : index
// CHECK-NEXT:    cf.cond_br %2, ^bb2, ^bb6
// CHECK-NEXT:    ^bb2:  // pred: ^bb1
// CHECK-NEXT:    cf.br ^bb3(%c0, %1 : index, i32)
// CHECK-NEXT:    ^bb3(%3: index, %4: i32):  // 2 preds: ^bb2, ^bb4
// CHECK-NEXT:    %5 = arith.cmpi slt, %3, %arg1 : index
// CHECK-NEXT:    cf.cond_br %5, ^bb4, ^bb5
// CHECK-NEXT:    ^bb4:  // pred: ^bb3
// CHECK-NEXT:    %6 = arith.addi %4, %arg3 : i32
// CHECK-NEXT:    %7 = arith.addi %3, %c1 : index
// CHECK-NEXT:    cf.br ^bb3(%7, %6 : index, i32)
// CHECK-NEXT:    ^bb5:  // pred: ^bb3
// CHECK-NEXT:    %8 = arith.addi %0, %c1 : index
// CHECK-NEXT:    cf.br ^bb1(%8, %4 : index, i32)
// CHECK-NEXT:    ^bb6:  // pred: ^bb1
// CHECK-NEXT:    return %1 : i32
func.func @two_dims(%n: index, %m: index, %x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) init (%x) -> i32 {
    scf.reduce(%y : i32) {
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      scf.reduce.return %s : i32
    }
  }
  return %0 : i32
}
