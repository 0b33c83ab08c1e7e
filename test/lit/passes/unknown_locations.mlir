// RUN: optc %s --split-input-file --inline --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=INLINE
// RUN: optc %s --split-input-file --cse --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=CSE

// What is inlined says where it was called, if that is known.
func.func private @callee(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32 loc("callee.c":3:4)
  return %0 : i32 loc("callee.c":5:6)
}
// INLINE-LABEL: func.func @called(
// INLINE-NEXT:    %0 = arith.muli %arg0, %arg0 : i32 loc(callsite("callee.c":3:4 at "caller.c":7:8))
func.func @called(%x: i32) -> i32 {
  %0 = call @callee(%x) : (i32) -> i32 loc("caller.c":7:8)
  return %0 : i32
}
// INLINE-LABEL: func.func @called_from_unknown(
// INLINE-NEXT:    %0 = arith.muli %arg0, %arg0 : i32 loc("callee.c":3:4)
func.func @called_from_unknown(%x: i32) -> i32 {
  %0 = call @callee(%x) : (i32) -> i32 loc(unknown)
  return %0 : i32
}

// -----

// Of two that are the same the first keeps its location, unless it has none.
// CSE-LABEL: func.func @same(
// CSE-NEXT:    %0 = arith.muli %arg0, %arg0 : i32 loc("a.c":1:1)
// CSE-NEXT:    return
func.func @same(%x: i32) -> (i32, i32) {
  %0 = arith.muli %x, %x : i32 loc("a.c":1:1)
  %1 = arith.muli %x, %x : i32 loc("b.c":2:2)
  return %0, %1 : i32, i32
}
// CSE-LABEL: func.func @same_as_unknown(
// CSE-NEXT:    %0 = arith.muli %arg0, %arg0 : i32 loc("b.c":2:2)
// CSE-NEXT:    return
func.func @same_as_unknown(%x: i32) -> (i32, i32) {
  %0 = arith.muli %x, %x : i32 loc(unknown)
  %1 = arith.muli %x, %x : i32 loc("b.c":2:2)
  return %0, %1 : i32, i32
}
