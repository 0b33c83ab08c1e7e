// RUN: optc %s --cse | FileCheck %s

// Operations with regions are one if their regions are: the same values of the same
// operations in the same blocks.
// CHECK-LABEL: func.func @equal(%arg0: i1, %arg1: index) -> (index, index) {
// CHECK-NEXT:    %0 = scf.if %arg0 -> (index) {
// CHECK-NEXT:      %1 = arith.addi %arg1, %arg1 : index
// CHECK-NEXT:      scf.yield %1 : index
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.yield %arg1 : index
// CHECK-NEXT:    }
// CHECK-NEXT:    return %0, %0 : index, index
// CHECK-NEXT:  }
func.func @equal(%c: i1, %n: index) -> (index, index) {
  %0 = scf.if %c -> index {
    %x = arith.addi %n, %n : index
    scf.yield %x : index
  } else {
    scf.yield %n : index
  }
  %1 = scf.if %c -> index {
    %y = arith.addi %n, %n : index
    scf.yield %y : index
  } else {
    scf.yield %n : index
  }
  return %0, %1 : index, index
}

// CHECK-LABEL: func.func @operation(%arg0: i1, %arg1: index) -> (index, index) {
// CHECK-NEXT:    %0 = scf.if %arg0 -> (index) {
// CHECK-NEXT:      %2 = arith.addi %arg1, %arg1 : index
// CHECK-NEXT:      scf.yield %2 : index
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.yield %arg1 : index
// CHECK-NEXT:    }
// CHECK-NEXT:    %1 = scf.if %arg0 -> (index) {
// CHECK-NEXT:      %2 = arith.muli %arg1, %arg1 : index
// CHECK-NEXT:      scf.yield %2 : index
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.yield %arg1 : index
// CHECK-NEXT:    }
// CHECK-NEXT:    return %0, %1 : index, index
// CHECK-NEXT:  }
func.func @operation(%c: i1, %n: index) -> (index, index) {
  %0 = scf.if %c -> index {
    %x = arith.addi %n, %n : index
    scf.yield %x : index
  } else {
    scf.yield %n : index
  }
  %1 = scf.if %c -> index {
    %y = arith.muli %n, %n : index
    scf.yield %y : index
  } else {
    scf.yield %n : index
  }
  return %0, %1 : index, index
}

// One operation more.
// CHECK-LABEL: func.func @longer(%arg0: i1, %arg1: index) -> (index, index) {
// CHECK-NEXT:    %0 = scf.if %arg0 -> (index) {
// CHECK-NEXT:      scf.yield %arg1 : index
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.yield %arg1 : index
// CHECK-NEXT:    }
// CHECK-NEXT:    %1 = scf.if %arg0 -> (index) {
// CHECK-NEXT:      scf.yield %arg1 : index
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.yield %arg1 : index
// CHECK-NEXT:    }
// CHECK-NEXT:    return %0, %1 : index, index
// CHECK-NEXT:  }
func.func @longer(%c: i1, %n: index) -> (index, index) {
  %0 = scf.if %c -> index {
    %x = arith.addi %n, %n : index
    scf.yield %n : index
  } else {
    scf.yield %n : index
  }
  %1 = scf.if %c -> index {
    scf.yield %n : index
  } else {
    scf.yield %n : index
  }
  return %0, %1 : index, index
}

// What is carried and what is counted are two values.
// CHECK-LABEL: func.func @loops(%arg0: index, %arg1: index) -> (index, index) {
// CHECK-NEXT:    %0 = scf.for %arg2 = %arg0 to %arg1 step %arg0 iter_args(%arg3 = %arg0) -> (index) {
// CHECK-NEXT:      %2 = arith.addi %arg3, %arg2 : index
// CHECK-NEXT:      scf.yield %2 : index
// CHECK-NEXT:    }
// CHECK-NEXT:    %1 = scf.for %arg2 = %arg0 to %arg1 step %arg0 iter_args(%arg3 = %arg0) -> (index) {
// CHECK-NEXT:      %2 = arith.addi %arg2, %arg2 : index
// CHECK-NEXT:      scf.yield %2 : index
// CHECK-NEXT:    }
// CHECK-NEXT:    return %0, %1 : index, index
// CHECK-NEXT:  }
func.func @loops(%n: index, %m: index) -> (index, index) {
  %0 = scf.for %i = %n to %m step %n iter_args(%a = %n) -> index {
    %x = arith.addi %a, %i : index
    scf.yield %x : index
  }
  %1 = scf.for %i = %n to %m step %n iter_args(%a = %n) -> index {
    %x = arith.addi %i, %a : index
    scf.yield %x : index
  }
  %2 = scf.for %i = %n to %m step %n iter_args(%a = %n) -> index {
    %x = arith.addi %i, %i : index
    scf.yield %x : index
  }
  return %0, %2 : index, index
}

// Blocks: as many, with arguments of the same types, and the same successors.
// CHECK-LABEL: func.func @blocks(%arg0: i1, %arg1: index, %arg2: index) -> (index, index, index, index) {
// CHECK-NEXT:    %0 = scf.execute_region -> index {
// CHECK-NEXT:      cf.cond_br %arg0, ^bb1(%arg1 : index), ^bb2(%arg2 : index)
// CHECK-NEXT:    ^bb1(%4: index):
// CHECK-NEXT:      scf.yield %4 : index
// CHECK-NEXT:    ^bb2(%5: index):
// CHECK-NEXT:      %6 = arith.addi %5, %5 : index
// CHECK-NEXT:      scf.yield %6 : index
// CHECK-NEXT:    }
// CHECK-NEXT:    %1 = scf.execute_region -> index {
// CHECK-NEXT:      cf.cond_br %arg0, ^bb2(%arg1 : index), ^bb1(%arg2 : index)
// CHECK-NEXT:    ^bb1(%4: index):
// CHECK-NEXT:      scf.yield %4 : index
// CHECK-NEXT:    ^bb2(%5: index):
// CHECK-NEXT:      %6 = arith.addi %5, %5 : index
// CHECK-NEXT:      scf.yield %6 : index
// CHECK-NEXT:    }
// CHECK-NEXT:    %2 = scf.execute_region -> index {
// CHECK-NEXT:      cf.cond_br %arg0, ^bb1(%arg1 : index), ^bb2(%arg2 : index)
// CHECK-NEXT:    ^bb1(%4: index):
// CHECK-NEXT:      scf.yield %4 : index
// CHECK-NEXT:    ^bb2(%5: index):
// CHECK-NEXT:      %6 = arith.addi %5, %5 : index
// CHECK-NEXT:      scf.yield %6 : index
// CHECK-NEXT:    }
// CHECK-NEXT:    %3 = scf.execute_region -> index {
// CHECK-NEXT:      scf.yield %arg1 : index
// CHECK-NEXT:    }
// CHECK-NEXT:    return %0, %1, %2, %3 : index, index, index, index
// CHECK-NEXT:  }
func.func @blocks(%c: i1, %n: index, %m: index) -> (index, index, index, index) {
  %0 = scf.execute_region -> index {
    cf.cond_br %c, ^a(%n : index), ^b(%m : index)
  ^a(%x: index):
    scf.yield %x : index
  ^b(%y: index):
    %z = arith.addi %y, %y : index
    scf.yield %z : index
  }
  %1 = scf.execute_region -> index {
    cf.cond_br %c, ^b(%n : index), ^a(%m : index)
  ^a(%x: index):
    scf.yield %x : index
  ^b(%y: index):
    %z = arith.addi %y, %y : index
    scf.yield %z : index
  }
  %2 = scf.execute_region -> index {
    cf.cond_br %c, ^a(%n : index), ^b(%m : index)
  ^a(%x: index):
    scf.yield %x : index
  ^b(%y: index):
    %z = arith.addi %y, %y : index
    scf.yield %z : index
  }
  %3 = scf.execute_region -> index {
    scf.yield %n : index
  }
  return %0, %1, %2, %3 : index, index, index, index
}

// CHECK-LABEL: func.func @arguments(%arg0: i1, %arg1: index, %arg2: i32) -> (index, index, index) {
// CHECK-NEXT:    %0 = scf.execute_region -> index {
// CHECK-NEXT:      cf.br ^bb1(%arg1 : index)
// CHECK-NEXT:    ^bb1(%3: index):
// CHECK-NEXT:      scf.yield %arg1 : index
// CHECK-NEXT:    }
// CHECK-NEXT:    %1 = scf.execute_region -> index {
// CHECK-NEXT:      cf.br ^bb1(%arg1, %arg1 : index, index)
// CHECK-NEXT:    ^bb1(%3: index, %4: index):
// CHECK-NEXT:      scf.yield %arg1 : index
// CHECK-NEXT:    }
// CHECK-NEXT:    %2 = scf.execute_region -> index {
// CHECK-NEXT:      cf.br ^bb1(%arg2 : i32)
// CHECK-NEXT:    ^bb1(%3: i32):
// CHECK-NEXT:      scf.yield %arg1 : index
// CHECK-NEXT:    }
// CHECK-NEXT:    return %0, %1, %2 : index, index, index
// CHECK-NEXT:  }
func.func @arguments(%c: i1, %n: index, %m: i32) -> (index, index, index) {
  %0 = scf.execute_region -> index {
    cf.br ^a(%n : index)
  ^a(%x: index):
    scf.yield %n : index
  }
  %1 = scf.execute_region -> index {
    cf.br ^a(%n, %n : index, index)
  ^a(%x: index, %y: index):
    scf.yield %n : index
  }
  %2 = scf.execute_region -> index {
    cf.br ^a(%m : i32)
  ^a(%x: i32):
    scf.yield %n : index
  }
  return %0, %1, %2 : index, index, index
}

// Operands of a commutative operation in any order, each as often as it stands there.
// CHECK-LABEL: func.func @commutes(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32) {
// CHECK-NEXT:    %0 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:    %1 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT:    %2 = arith.addi %arg1, %arg1 : i32
// CHECK-NEXT:    return %0, %0, %1, %2 : i32, i32, i32, i32
// CHECK-NEXT:  }
func.func @commutes(%a: i32, %b: i32) -> (i32, i32, i32, i32) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %b, %a : i32
  %2 = arith.addi %a, %a : i32
  %3 = arith.addi %b, %b : i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}

// CHECK-LABEL: func.func @commutes_inside(%arg0: i1, %arg1: i32, %arg2: i32) -> (i32, i32, i32) {
// CHECK-NEXT:    %0 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:      %2 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT:      scf.yield %2 : i32
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.yield %arg1 : i32
// CHECK-NEXT:    }
// CHECK-NEXT:    %1 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:      %2 = arith.addi %arg1, %arg1 : i32
// CHECK-NEXT:      scf.yield %2 : i32
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.yield %arg1 : i32
// CHECK-NEXT:    }
// CHECK-NEXT:    return %0, %0, %1 : i32, i32, i32
// CHECK-NEXT:  }
func.func @commutes_inside(%c: i1, %a: i32, %b: i32) -> (i32, i32, i32) {
  %0 = scf.if %c -> i32 {
    %x = arith.addi %a, %b : i32
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  %1 = scf.if %c -> i32 {
    %x = arith.addi %b, %a : i32
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  %2 = scf.if %c -> i32 {
    %x = arith.addi %a, %a : i32
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  return %0, %1, %2 : i32, i32, i32
}

// Results of other types.
// CHECK-LABEL: func.func @result_types(%arg0: i32) -> (i64, i48) {
// CHECK-NEXT:    %0 = arith.extui %arg0 : i32 to i64
// CHECK-NEXT:    %1 = arith.extui %arg0 : i32 to i48
// CHECK-NEXT:    return %0, %1 : i64, i48
// CHECK-NEXT:  }
func.func @result_types(%c: i32) -> (i64, i48) {
  %0 = arith.extui %c : i32 to i64
  %1 = arith.extui %c : i32 to i48
  return %0, %1 : i64, i48
}
