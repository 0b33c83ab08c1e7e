// RUN: optc %s --allow-unregistered-dialect --canonicalize | FileCheck %s
// RUN: optc %s --allow-unregistered-dialect --canonicalize=region-simplify=aggressive | FileCheck %s --check-prefix=MERGE
// RUN: optc %s --allow-unregistered-dialect --canonicalize=region-simplify=disabled | FileCheck %s --check-prefix=KEEP

// Equal blocks are merged only when asked for.
// CHECK-LABEL: func.func @merge(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT:   %0 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT:   "test.use"(%0) : (i32) -> ()
// CHECK-NEXT:   cf.br ^bb3(%0 : i32)
// CHECK-NEXT: ^bb2:
// CHECK-NEXT:   %1 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT:   "test.use"(%1) : (i32) -> ()
// CHECK-NEXT:   cf.br ^bb3(%1 : i32)
// CHECK-NEXT: ^bb3(%2: i32):
// CHECK-NEXT:   return %2 : i32
// CHECK-NEXT: }
// MERGE-LABEL: func.func @merge(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// MERGE-NEXT:   %0 = arith.addi %arg1, %arg2 : i32
// MERGE-NEXT:   "test.use"(%0) : (i32) -> ()
// MERGE-NEXT:   return %0 : i32
// MERGE-NEXT: }
// KEEP-LABEL: func.func @merge(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// KEEP-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// KEEP-NEXT: ^bb1:
// KEEP-NEXT:   %0 = arith.addi %arg1, %arg2 : i32
// KEEP-NEXT:   "test.use"(%0) : (i32) -> ()
// KEEP-NEXT:   cf.br ^bb3(%0 : i32)
// KEEP-NEXT: ^bb2:
// KEEP-NEXT:   %1 = arith.addi %arg1, %arg2 : i32
// KEEP-NEXT:   "test.use"(%1) : (i32) -> ()
// KEEP-NEXT:   cf.br ^bb3(%1 : i32)
// KEEP-NEXT: ^bb3(%2: i32):
// KEEP-NEXT:   return %2 : i32
// KEEP-NEXT: }
func.func @merge(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^t, ^e
^t:
  %0 = arith.addi %a, %b : i32
  "test.use"(%0) : (i32) -> ()
  cf.br ^j(%0 : i32)
^e:
  %1 = arith.addi %a, %b : i32
  "test.use"(%1) : (i32) -> ()
  cf.br ^j(%1 : i32)
^j(%x: i32):
  return %x : i32
}

// Blocks that differ in operands are merged with arguments.
// CHECK-LABEL: func.func @mergeArgs(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT:   "test.use"(%arg1) : (i32) -> ()
// CHECK-NEXT:   return %arg1 : i32
// CHECK-NEXT: ^bb2:
// CHECK-NEXT:   "test.use"(%arg2) : (i32) -> ()
// CHECK-NEXT:   return %arg2 : i32
// CHECK-NEXT: }
// MERGE-LABEL: func.func @mergeArgs(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// MERGE-NEXT:   %0 = arith.select %arg0, %arg1, %arg2 : i32
// MERGE-NEXT:   "test.use"(%0) : (i32) -> ()
// MERGE-NEXT:   return %0 : i32
// MERGE-NEXT: }
// KEEP-LABEL: func.func @mergeArgs(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// KEEP-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// KEEP-NEXT: ^bb1:
// KEEP-NEXT:   "test.use"(%arg1) : (i32) -> ()
// KEEP-NEXT:   return %arg1 : i32
// KEEP-NEXT: ^bb2:
// KEEP-NEXT:   "test.use"(%arg2) : (i32) -> ()
// KEEP-NEXT:   return %arg2 : i32
// KEEP-NEXT: }
func.func @mergeArgs(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^t, ^e
^t:
  "test.use"(%a) : (i32) -> ()
  return %a : i32
^e:
  "test.use"(%b) : (i32) -> ()
  return %b : i32
}

// Unused and unreachable arguments and blocks go away.
// CHECK-LABEL: func.func @deadArgs(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:   cf.br ^bb1(%arg1 : i32)
// CHECK-NEXT: ^bb1(%0: i32):
// CHECK-NEXT:   %1 = "test.op"(%0) : (i32) -> i1
// CHECK-NEXT:   cf.cond_br %1, ^bb1(%arg1 : i32), ^bb2
// CHECK-NEXT: ^bb2:
// CHECK-NEXT:   return %arg1 : i32
// CHECK-NEXT: }
// MERGE-LABEL: func.func @deadArgs(%arg0: i1, %arg1: i32) -> i32 {
// MERGE-NEXT:   cf.br ^bb1
// MERGE-NEXT: ^bb1:
// MERGE-NEXT:   %0 = "test.op"(%arg1) : (i32) -> i1
// MERGE-NEXT:   cf.cond_br %0, ^bb1, ^bb2
// MERGE-NEXT: ^bb2:
// MERGE-NEXT:   return %arg1 : i32
// MERGE-NEXT: }
// KEEP-LABEL: func.func @deadArgs(%arg0: i1, %arg1: i32) -> i32 {
// KEEP-NEXT:   cf.br ^bb1(%arg1, %arg1 : i32, i32)
// KEEP-NEXT: ^bb1(%0: i32, %1: i32):
// KEEP-NEXT:   %2 = arith.addi %0, %0 : i32
// KEEP-NEXT:   %3 = "test.op"(%1) : (i32) -> i1
// KEEP-NEXT:   cf.cond_br %3, ^bb1(%2, %arg1 : i32, i32), ^bb2
// KEEP-NEXT: ^bb2:
// KEEP-NEXT:   return %arg1 : i32
// KEEP-NEXT: }
func.func @deadArgs(%c: i1, %a: i32) -> i32 {
  cf.br ^loop(%a, %a : i32, i32)
^loop(%x: i32, %y: i32):
  %z = arith.addi %x, %x : i32
  %n = "test.op"(%y) : (i32) -> i1
  cf.cond_br %n, ^loop(%z, %a : i32, i32), ^exit
^exit:
  return %a : i32
^unreachable(%q: i32):
  cf.br ^unreachable(%q : i32)
}

// Arguments that all edges pass the same value.
// CHECK-LABEL: func.func @redundantArgs(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:   %0 = "test.op"(%arg1, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
// MERGE-LABEL: func.func @redundantArgs(%arg0: i1, %arg1: i32) -> i32 {
// MERGE-NEXT:   %0 = "test.op"(%arg1, %arg1) : (i32, i32) -> i32
// MERGE-NEXT:   return %0 : i32
// MERGE-NEXT: }
// KEEP-LABEL: func.func @redundantArgs(%arg0: i1, %arg1: i32) -> i32 {
// KEEP-NEXT:   %0 = "test.op"(%arg1, %arg1) : (i32, i32) -> i32
// KEEP-NEXT:   return %0 : i32
// KEEP-NEXT: }
func.func @redundantArgs(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^t(%a, %a : i32, i32), ^t(%a, %a : i32, i32)
^t(%x: i32, %y: i32):
  %s = "test.op"(%x, %y) : (i32, i32) -> i32
  return %s : i32
}
