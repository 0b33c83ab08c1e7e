// RUN: optc %s --canonicalize --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// What a pattern builds has the locations of the operations that it replaces.

// CHECK-LABEL: func.func @once(%arg0: tensor<8xi32> loc("t"), %arg1: tensor<1xi32> loc("p"), %arg2: tensor<2xi32> loc("q"), %arg3: memref<8xindex> loc("m"), %arg4: i32 loc("k")) -> (tensor<8xi32>, i32) {
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32 loc("use")
// CHECK-NEXT: %c2 = arith.constant 2 : index loc("c2")
// CHECK-NEXT: %c0 = arith.constant 0 : index loc(unknown)
// CHECK-NEXT: memref.store %c0, %arg3[%c0] : memref<8xindex> loc("store")
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %arg1 into %arg0[0] [1] [1] : tensor<1xi32> into tensor<8xi32> loc("loop")
// CHECK-NEXT: memref.store %c2, %arg3[%c2] : memref<8xindex> loc("store2")
// CHECK-NEXT: %0 = arith.addi %arg4, %c2_i32 : i32 loc("sum")
// CHECK-NEXT: return %inserted_slice, %0 : tensor<8xi32>, i32 loc("return2")
// CHECK-NEXT: } loc("once")
func.func @once(%t: tensor<8xi32> loc("t"), %p: tensor<1xi32> loc("p"), %q: tensor<2xi32> loc("q"), %m: memref<8xindex> loc("m"), %k: i32 loc("k")) -> (tensor<8xi32>, i32) {
  %c2 = arith.constant 2 : index loc("c2")
  %c3 = arith.constant 3 : index loc("c3")
  %c1 = arith.constant 1 : index loc("c1")
  %loop = scf.forall (%i, %j) in (1, 1) shared_outs(%x = %t) -> (tensor<8xi32>) {
    memref.store %i, %m[%j] : memref<8xindex> loc("store")
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %x[%i] [1] [1] : tensor<1xi32> into tensor<8xi32> loc("parallel_insert_slice")
    } loc("in_parallel")
  } loc("loop")
  scf.for %i = %c2 to %c3 step %c1 {
    memref.store %i, %m[%i] : memref<8xindex> loc("store2")
  } loc("for")
  %par = scf.parallel (%i) = (%c2) to (%c3) step (%c1) init (%k) -> i32 {
    %use = arith.index_cast %i : index to i32 loc("use")
    scf.reduce(%use : i32) {
    ^bb0(%a: i32 loc("a"), %b: i32 loc("b")):
      %sum = arith.addi %a, %b : i32 loc("sum")
      scf.reduce.return %sum : i32 loc("return")
    } loc("reduce")
  } loc("par")
  return %loop, %par : tensor<8xi32>, i32 loc("return2")
} loc("once")

// CHECK-LABEL: func.func @branches(%arg0: i1 loc("c"), %arg1: i1 loc("d"), %arg2: i32 loc("x"), %arg3: i32 loc("y"), %arg4: memref<8xi32> loc("m")) -> (i32, i1) {
// CHECK-NEXT: %true = arith.constant true loc("both")
// CHECK-NEXT: %c0 = arith.constant 0 : index loc("c0")
// CHECK-NEXT: %0 = arith.select %arg0, %arg2, %arg3 : i32 loc(fused["both", "chosen"])
// CHECK-NEXT: %1 = arith.xori %arg0, %true : i1 loc("both")
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: memref.store %arg2, %arg4[%c0] : memref<8xi32> loc("store")
// CHECK-NEXT: } else {
// CHECK-NEXT: memref.store %arg3, %arg4[%c0] : memref<8xi32> loc("store2")
// CHECK-NEXT: } loc("both")
// CHECK-NEXT: %2 = arith.andi %arg1, %arg0 : i1 loc("if")
// CHECK-NEXT: scf.if %2 {
// CHECK-NEXT: memref.store %arg3, %arg4[%c0] : memref<8xi32> loc("store3")
// CHECK-NEXT: } loc("if")
// CHECK-NEXT: return %0, %1 : i32, i1 loc("return")
// CHECK-NEXT: } loc("branches")
func.func @branches(%c: i1 loc("c"), %d: i1 loc("d"), %x: i32 loc("x"), %y: i32 loc("y"), %m: memref<8xi32> loc("m")) -> (i32, i1) {
  %c0 = arith.constant 0 : index loc("c0")
  %true = arith.constant true loc("true")
  %false = arith.constant false loc("false")
  %chosen = scf.if %c -> (i32) {
    scf.yield %x : i32 loc("yield")
  } else {
    scf.yield %y : i32 loc("yield2")
  } loc("chosen")
  %both:2 = scf.if %c -> (i32, i1) {
    memref.store %x, %m[%c0] : memref<8xi32> loc("store")
    scf.yield %x, %false : i32, i1 loc("yield3")
  } else {
    memref.store %y, %m[%c0] : memref<8xi32> loc("store2")
    scf.yield %chosen, %true : i32, i1 loc("yield4")
  } loc("both")
  scf.if %d {
    scf.if %c {
      memref.store %y, %m[%c0] : memref<8xi32> loc("store3")
    } loc("if2")
  } loc("if")
  return %both#0, %both#1 : i32, i1 loc("return")
} loc("branches")

// CHECK-LABEL: func.func @whiles(%arg0: i32 loc("n"), %arg1: i32 loc("x")) -> (i32, i32) {
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32 loc("one")
// CHECK-NEXT: %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT: %1 = arith.cmpi slt, %arg2, %arg1 : i32 loc("less")
// CHECK-NEXT: scf.condition(%1) %arg2 : i32 loc("condition")
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg2: i32 loc("swapped")):
// CHECK-NEXT: %1 = arith.addi %arg2, %c1_i32 : i32 loc("next")
// CHECK-NEXT: scf.yield %1 : i32 loc("yield")
// CHECK-NEXT: } loc("swapped")
// CHECK-NEXT: return %arg1, %0 : i32, i32 loc("return")
// CHECK-NEXT: } loc("whiles")
func.func @whiles(%n: i32 loc("n"), %x: i32 loc("x")) -> (i32, i32) {
  %one = arith.constant 1 : i32 loc("one")
  %swapped:2 = scf.while (%a = %n, %b = %x) : (i32, i32) -> (i32, i32) {
    %less = arith.cmpi slt, %a, %b : i32 loc("less")
    scf.condition(%less) %b, %a : i32, i32 loc("condition")
  } do {
  ^bb0(%p: i32 loc("p"), %q: i32 loc("q")):
    %next = arith.addi %q, %one : i32 loc("next")
    scf.yield %next, %p : i32, i32 loc("yield")
  } loc("swapped")
  return %swapped#0, %swapped#1 : i32, i32 loc("return")
} loc("whiles")

// CHECK-LABEL: func.func @chosen(%arg0: i32 loc("x"), %arg1: memref<8xi32> loc("m"), %arg2: index loc("i")) -> (i32, i32) {
// CHECK-NEXT: %c1 = arith.constant 1 : index loc("c1")
// CHECK-NEXT: memref.store %arg0, %arg1[%c1] : memref<8xi32> loc("store")
// CHECK-NEXT: %0 = memref.load %arg1[%arg2] : memref<8xi32> loc("load")
// CHECK-NEXT: return %arg0, %0 : i32, i32 loc("return")
// CHECK-NEXT: } loc("chosen")
func.func @chosen(%x: i32 loc("x"), %m: memref<8xi32> loc("m"), %i: index loc("i")) -> (i32, i32) {
  %c1 = arith.constant 1 : index loc("c1")
  %switch = scf.index_switch %c1 -> i32
  case 1 {
    memref.store %x, %m[%c1] : memref<8xi32> loc("store")
    scf.yield %x : i32 loc("yield")
  }
  default {
    scf.yield %x : i32 loc("yield2")
  } loc("switch")
  %inlined = scf.execute_region -> i32 {
    %load = memref.load %m[%i] : memref<8xi32> loc("load")
    scf.yield %load : i32 loc("yield3")
  } loc("inlined")
  return %switch, %inlined : i32, i32 loc("return")
} loc("chosen")

// CHECK-LABEL: func.func @blocks(%arg0: i1 loc("c"), %arg1: i32 loc("x"), %arg2: i32 loc("y")) -> i32 {
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : i32 loc("cond_br")
// CHECK-NEXT: return %0 : i32 loc("return")
// CHECK-NEXT: } loc("blocks")
func.func @blocks(%c: i1 loc("c"), %x: i32 loc("x"), %y: i32 loc("y")) -> i32 {
  %merged = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2 loc("cond_br")
  ^bb1:
    scf.yield %x : i32 loc("yield")
  ^bb2:
    scf.yield %y : i32 loc("yield2")
  } loc("merged")
  return %merged : i32 loc("return")
} loc("blocks")

// CHECK-LABEL: func.func @casts(%arg0: tensor<4xf32> loc("x"), %arg1: index loc("n"), %arg2: index loc("k")) -> tensor<?xf32> {
// CHECK-NEXT: %0 = scf.for %arg3 = %arg1 to %arg2 step %arg1 iter_args(%arg4 = %arg0) -> (tensor<4xf32>) {
// CHECK-NEXT: %extracted = tensor.extract %arg4[%arg3] : tensor<4xf32> loc("f")
// CHECK-NEXT: %inserted = tensor.insert %extracted into %arg4[%arg1] : tensor<4xf32> loc("b")
// CHECK-NEXT: scf.yield %inserted : tensor<4xf32> loc("loop")
// CHECK-NEXT: } loc("loop")
// CHECK-NEXT: %cast = tensor.cast %0 : tensor<4xf32> to tensor<?xf32> loc("loop")
// CHECK-NEXT: return %cast : tensor<?xf32> loc("return")
// CHECK-NEXT: } loc("casts")
func.func @casts(%x: tensor<4xf32> loc("x"), %n: index loc("n"), %k: index loc("k")) -> tensor<?xf32> {
  %loose = tensor.cast %x : tensor<4xf32> to tensor<?xf32> loc("loose")
  %loop = scf.for %i = %n to %k step %n iter_args(%a = %loose) -> (tensor<?xf32>) {
    %f = tensor.extract %a[%i] : tensor<?xf32> loc("f")
    %b = tensor.insert %f into %a[%n] : tensor<?xf32> loc("b")
    scf.yield %b : tensor<?xf32> loc("yield")
  } loc("loop")
  return %loop : tensor<?xf32> loc("return")
} loc("casts")

// CHECK-LABEL: func.func @kept(%arg0: i1 loc("c"), %arg1: i1 loc("d"), %arg2: i32 loc("x"), %arg3: i32 loc("y"), %arg4: memref<8xi32> loc("m")) -> (i32, i32, i32, i32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index loc("c0")
// CHECK-NEXT: %0 = arith.select %arg0, %arg2, %arg3 : i32 loc("kept")
// CHECK-NEXT: %1 = scf.if %arg0 -> (i32) {
// CHECK-NEXT: %3 = memref.load %arg4[%c0] : memref<8xi32> loc("a")
// CHECK-NEXT: scf.yield %3 : i32 loc("yield")
// CHECK-NEXT: } else {
// CHECK-NEXT: %3 = memref.load %arg4[%c0] : memref<8xi32> loc("b")
// CHECK-NEXT: scf.yield %3 : i32 loc("yield2")
// CHECK-NEXT: } loc("kept")
// CHECK-NEXT: memref.store %arg2, %arg4[%c0] : memref<8xi32> loc("store")
// CHECK-NEXT: %2:2 = scf.if %arg1 -> (i32, i32) {
// CHECK-NEXT: %3 = memref.load %arg4[%c0] : memref<8xi32> loc("e")
// CHECK-NEXT: %4 = memref.load %arg4[%c0] : memref<8xi32> loc("f")
// CHECK-NEXT: scf.yield %3, %4 : i32, i32 loc("yield5")
// CHECK-NEXT: } else {
// CHECK-NEXT: memref.store %arg3, %arg4[%c0] : memref<8xi32> loc("store2")
// CHECK-NEXT: memref.store %arg2, %arg4[%c0] : memref<8xi32> loc("store3")
// CHECK-NEXT: scf.yield %arg3, %arg2 : i32, i32 loc("yield6")
// CHECK-NEXT: } loc("second")
// CHECK-NEXT: return %1, %0, %2#0, %2#1 : i32, i32, i32, i32 loc("return")
// CHECK-NEXT: } loc("kept")
func.func @kept(%c: i1 loc("c"), %d: i1 loc("d"), %x: i32 loc("x"), %y: i32 loc("y"), %m: memref<8xi32> loc("m")) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index loc("c0")
  %kept:2 = scf.if %c -> (i32, i32) {
    %a = memref.load %m[%c0] : memref<8xi32> loc("a")
    scf.yield %a, %x : i32, i32 loc("yield")
  } else {
    %b = memref.load %m[%c0] : memref<8xi32> loc("b")
    scf.yield %b, %y : i32, i32 loc("yield2")
  } loc("kept")
  memref.store %x, %m[%c0] : memref<8xi32> loc("store")
  %first = scf.if %d -> (i32) {
    %e = memref.load %m[%c0] : memref<8xi32> loc("e")
    scf.yield %e : i32 loc("yield3")
  } else {
    memref.store %y, %m[%c0] : memref<8xi32> loc("store2")
    scf.yield %y : i32 loc("yield4")
  } loc("first")
  %second = scf.if %d -> (i32) {
    %f = memref.load %m[%c0] : memref<8xi32> loc("f")
    scf.yield %f : i32 loc("yield5")
  } else {
    memref.store %x, %m[%c0] : memref<8xi32> loc("store3")
    scf.yield %x : i32 loc("yield6")
  } loc("second")
  return %kept#0, %kept#1, %first, %second : i32, i32, i32, i32 loc("return")
} loc("kept")

// CHECK-LABEL: func.func @nested(%arg0: i1 loc("c"), %arg1: i1 loc("d"), %arg2: i32 loc("x"), %arg3: i32 loc("y"), %arg4: memref<8xi32> loc("m")) -> (i32, i32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index loc("c0")
// CHECK-NEXT: %0 = arith.andi %arg0, %arg1 : i1 loc("outer")
// CHECK-NEXT: %1 = arith.select %arg0, %arg3, %arg2 : i32 loc("outer")
// CHECK-NEXT: %2 = scf.if %0 -> (i32) {
// CHECK-NEXT: %3 = memref.load %arg4[%c0] : memref<8xi32> loc("a")
// CHECK-NEXT: scf.yield %3 : i32 loc("yield")
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg2 : i32 loc("outer")
// CHECK-NEXT: } loc("outer")
// CHECK-NEXT: return %2, %1 : i32, i32 loc("return")
// CHECK-NEXT: } loc("nested")
func.func @nested(%c: i1 loc("c"), %d: i1 loc("d"), %x: i32 loc("x"), %y: i32 loc("y"), %m: memref<8xi32> loc("m")) -> (i32, i32) {
  %c0 = arith.constant 0 : index loc("c0")
  %outer:2 = scf.if %c -> (i32, i32) {
    %inner = scf.if %d -> (i32) {
      %a = memref.load %m[%c0] : memref<8xi32> loc("a")
      scf.yield %a : i32 loc("yield")
    } else {
      scf.yield %x : i32 loc("yield2")
    } loc("inner")
    scf.yield %inner, %y : i32, i32 loc("yield3")
  } else {
    scf.yield %x, %x : i32, i32 loc("yield4")
  } loc("outer")
  return %outer#0, %outer#1 : i32, i32 loc("return")
} loc("nested")

// CHECK-LABEL: func.func @results(%arg0: index loc("n"), %arg1: index loc("k"), %arg2: i32 loc("x"), %arg3: memref<8xi32> loc("m")) -> (i32, i32) {
// CHECK-NEXT: %0 = scf.for %arg4 = %arg0 to %arg1 step %arg0 iter_args(%arg5 = %arg2) -> (i32) {
// CHECK-NEXT: %1 = memref.load %arg3[%arg4] : memref<8xi32> loc("l")
// CHECK-NEXT: %2 = arith.addi %arg5, %1 : i32 loc("s")
// CHECK-NEXT: memref.store %2, %arg3[%arg4] : memref<8xi32> loc("store")
// CHECK-NEXT: scf.yield %2 : i32 loc("yield")
// CHECK-NEXT: } loc("loop")
// CHECK-NEXT: return %0, %arg2 : i32, i32 loc("return")
// CHECK-NEXT: } loc("results")
func.func @results(%n: index loc("n"), %k: index loc("k"), %x: i32 loc("x"), %m: memref<8xi32> loc("m")) -> (i32, i32) {
  %loop:3 = scf.for %i = %n to %k step %n iter_args(%a = %x, %b = %x, %c = %x) -> (i32, i32, i32) {
    %l = memref.load %m[%i] : memref<8xi32> loc("l")
    %s = arith.addi %a, %l : i32 loc("s")
    memref.store %s, %m[%i] : memref<8xi32> loc("store")
    scf.yield %s, %b, %l : i32, i32, i32 loc("yield")
  } loc("loop")
  return %loop#0, %loop#1 : i32, i32 loc("return")
} loc("results")

// CHECK-LABEL: func.func @dims(%arg0: index loc("n"), %arg1: memref<8x8xindex> loc("m"), %arg2: i32 loc("x")) -> i32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index loc(unknown)
// CHECK-NEXT: %c1 = arith.constant 1 : index loc("c1")
// CHECK-NEXT: %0 = scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) init (%arg2) -> i32 {
// CHECK-NEXT: memref.store %c0, %arg1[%c0, %arg3] : memref<8x8xindex> loc("store")
// CHECK-NEXT: %1 = arith.index_cast %arg3 : index to i32 loc("use")
// CHECK-NEXT: scf.reduce(%1 : i32) {
// CHECK-NEXT: ^bb0(%arg4: i32 loc("a"), %arg5: i32 loc("b")):
// CHECK-NEXT: %2 = arith.addi %arg4, %arg5 : i32 loc("sum")
// CHECK-NEXT: scf.reduce.return %2 : i32 loc("return")
// CHECK-NEXT: } loc("reduce")
// CHECK-NEXT: } loc("par")
// CHECK-NEXT: scf.parallel (%arg3, %arg4) = (%c0, %c0) to (%arg0, %arg0) step (%c1, %c1) {
// CHECK-NEXT: memref.store %arg3, %arg1[%arg3, %arg4] : memref<8x8xindex> loc("store2")
// CHECK-NEXT: scf.reduce  loc("parallel")
// CHECK-NEXT: } loc("parallel")
// CHECK-NEXT: scf.forall (%arg3) in (%arg0) {
// CHECK-NEXT: memref.store %c0, %arg1[%c0, %arg3] : memref<8x8xindex> loc("store3")
// CHECK-NEXT: } loc("forall")
// CHECK-NEXT: return %0 : i32 loc("return2")
// CHECK-NEXT: } loc("dims")
func.func @dims(%n: index loc("n"), %m: memref<8x8xindex> loc("m"), %x: i32 loc("x")) -> i32 {
  %c0 = arith.constant 0 : index loc("c0")
  %c1 = arith.constant 1 : index loc("c1")
  %par = scf.parallel (%i, %j) = (%c0, %c0) to (%c1, %n) step (%c1, %c1) init (%x) -> i32 {
    memref.store %i, %m[%i, %j] : memref<8x8xindex> loc("store")
    %use = arith.index_cast %j : index to i32 loc("use")
    scf.reduce(%use : i32) {
    ^bb0(%a: i32 loc("a"), %b: i32 loc("b")):
      %sum = arith.addi %a, %b : i32 loc("sum")
      scf.reduce.return %sum : i32 loc("return")
    } loc("reduce")
  } loc("par")
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %i, %m[%i, %j] : memref<8x8xindex> loc("store2")
    } loc("parallel2")
  } loc("parallel")
  scf.forall (%i, %j) in (1, %n) {
    memref.store %i, %m[%i, %j] : memref<8x8xindex> loc("store3")
  } loc("forall")
  return %par : i32 loc("return2")
} loc("dims")

// CHECK-LABEL: func.func @moved(%arg0: i32 loc("n"), %arg1: i32 loc("x"), %arg2: memref<8xi32> loc("m")) -> i32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index loc("c0")
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32 loc("one")
// CHECK-NEXT: %0:2 = scf.while (%arg3 = %arg0) : (i32) -> (i32, i32) {
// CHECK-NEXT: %1 = arith.cmpi slt, %arg3, %arg1 : i32 loc("less")
// CHECK-NEXT: %2 = arith.addi %arg3, %c1_i32 : i32 loc("next")
// CHECK-NEXT: scf.condition(%1) %arg3, %2 : i32, i32 loc("condition")
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg3: i32 loc("p"), %arg4: i32 loc("loop")):
// CHECK-NEXT: memref.store %arg4, %arg2[%c0] : memref<8xi32> loc("store")
// CHECK-NEXT: %1 = arith.muli %arg3, %arg1 : i32 loc("sum")
// CHECK-NEXT: scf.yield %1 : i32 loc("yield")
// CHECK-NEXT: } loc("loop")
// CHECK-NEXT: return %0#0 : i32 loc("return")
// CHECK-NEXT: } loc("moved")
func.func @moved(%n: i32 loc("n"), %x: i32 loc("x"), %m: memref<8xi32> loc("m")) -> i32 {
  %c0 = arith.constant 0 : index loc("c0")
  %one = arith.constant 1 : i32 loc("one")
  %loop = scf.while (%a = %n) : (i32) -> i32 {
    %less = arith.cmpi slt, %a, %x : i32 loc("less")
    %next = arith.addi %a, %one : i32 loc("next")
    scf.if %less {
      memref.store %next, %m[%c0] : memref<8xi32> loc("store")
    } loc("if")
    scf.condition(%less) %a : i32 loc("condition")
  } do {
  ^bb0(%p: i32 loc("p")):
    %sum = arith.muli %p, %x : i32 loc("sum")
    scf.yield %sum : i32 loc("yield")
  } loc("loop")
  return %loop : i32 loc("return")
} loc("moved")

// CHECK-LABEL: func.func @negated(%arg0: i1 loc("c"), %arg1: i32 loc("x"), %arg2: i32 loc("y"), %arg3: memref<8xi32> loc("m")) {
// CHECK-NEXT: %c0 = arith.constant 0 : index loc("c0")
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: memref.store %arg2, %arg3[%c0] : memref<8xi32> loc("store2")
// CHECK-NEXT: } else {
// CHECK-NEXT: memref.store %arg1, %arg3[%c0] : memref<8xi32> loc("store")
// CHECK-NEXT: } loc("if")
// CHECK-NEXT: memref.store %arg1, %arg3[%c0] : memref<8xi32> loc("store3")
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: memref.store %arg1, %arg3[%c0] : memref<8xi32> loc("store4")
// CHECK-NEXT: } loc("if2")
// CHECK-NEXT: return loc("return")
// CHECK-NEXT: } loc("negated")
func.func @negated(%c: i1 loc("c"), %x: i32 loc("x"), %y: i32 loc("y"), %m: memref<8xi32> loc("m")) {
  %c0 = arith.constant 0 : index loc("c0")
  %true = arith.constant true loc("true")
  %not = arith.xori %c, %true : i1 loc("not")
  scf.if %not {
    memref.store %x, %m[%c0] : memref<8xi32> loc("store")
  } else {
    memref.store %y, %m[%c0] : memref<8xi32> loc("store2")
  } loc("if")
  memref.store %x, %m[%c0] : memref<8xi32> loc("store3")
  scf.if %c {
    memref.store %x, %m[%c0] : memref<8xi32> loc("store4")
  } else {
  } loc("if2")
  return loc("return")
} loc("negated")
