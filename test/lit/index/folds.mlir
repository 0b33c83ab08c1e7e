// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// Functions that are executed before and after their folds; package internal/testing/folds tells which have none.

// CHECK-LABEL: func.func @constants_add(
// CHECK-NEXT: %idx4 = index.constant 4
// CHECK-NEXT: return %idx4 : index
func.func @constants_add() -> (index) {
  %x = index.constant 7
  %y = index.constant -3
  %0 = index.add %x, %y
  return %0 : index
}

// CHECK-LABEL: func.func @constants_sub(
// CHECK-NEXT: %idx10 = index.constant 10
// CHECK-NEXT: return %idx10 : index
func.func @constants_sub() -> (index) {
  %x = index.constant 7
  %y = index.constant -3
  %0 = index.sub %x, %y
  return %0 : index
}

// CHECK-LABEL: func.func @constants_mul(
// CHECK-NEXT: %idx-21 = index.constant -21
// CHECK-NEXT: return %idx-21 : index
func.func @constants_mul() -> (index) {
  %x = index.constant 7
  %y = index.constant -3
  %0 = index.mul %x, %y
  return %0 : index
}

// CHECK-LABEL: func.func @constants_divs(
// CHECK-NEXT: %idx-3 = index.constant -3
// CHECK-NEXT: return %idx-3 : index
func.func @constants_divs() -> (index) {
  %x = index.constant -7
  %y = index.constant 2
  %0 = index.divs %x, %y
  return %0 : index
}

// CHECK-LABEL: func.func @constants_divu(
// CHECK-NEXT: %idx3 = index.constant 3
// CHECK-NEXT: return %idx3 : index
func.func @constants_divu() -> (index) {
  %x = index.constant 7
  %y = index.constant 2
  %0 = index.divu %x, %y
  return %0 : index
}

// CHECK-LABEL: func.func @constants_ceildivs(
// CHECK-NEXT: %idx4 = index.constant 4
// CHECK-NEXT: return %idx4 : index
func.func @constants_ceildivs() -> (index) {
  %x = index.constant 7
  %y = index.constant 2
  %0 = index.ceildivs %x, %y
  return %0 : index
}

// CHECK-LABEL: func.func @constants_ceildivu(
// CHECK-NEXT: %idx4 = index.constant 4
// CHECK-NEXT: return %idx4 : index
func.func @constants_ceildivu() -> (index) {
  %x = index.constant 7
  %y = index.constant 2
  %0 = index.ceildivu %x, %y
  return %0 : index
}

// CHECK-LABEL: func.func @constants_floordivs(
// CHECK-NEXT: %idx-4 = index.constant -4
// CHECK-NEXT: return %idx-4 : index
func.func @constants_floordivs() -> (index) {
  %x = index.constant -7
  %y = index.constant 2
  %0 = index.floordivs %x, %y
  return %0 : index
}

// CHECK-LABEL: func.func @constants_rems(
// CHECK-NEXT: %idx-1 = index.constant -1
// CHECK-NEXT: return %idx-1 : index
func.func @constants_rems() -> (index) {
  %x = index.constant -7
  %y = index.constant 2
  %0 = index.rems %x, %y
  return %0 : index
}

// CHECK-LABEL: func.func @constants_remu(
// CHECK-NEXT: %idx1 = index.constant 1
// CHECK-NEXT: return %idx1 : index
func.func @constants_remu() -> (index) {
  %x = index.constant 7
  %y = index.constant 2
  %0 = index.remu %x, %y
  return %0 : index
}

// CHECK-LABEL: func.func @constants_maxs(
// CHECK-NEXT: %idx7 = index.constant 7
// CHECK-NEXT: return %idx7 : index
func.func @constants_maxs() -> (index) {
  %x = index.constant 7
  %y = index.constant -3
  %0 = index.maxs %x, %y
  return %0 : index
}

// CHECK-LABEL: func.func @constants_maxu(
// CHECK-NEXT: %idx7 = index.constant 7
// CHECK-NEXT: return %idx7 : index
func.func @constants_maxu() -> (index) {
  %x = index.constant 7
  %y = index.constant 3
  %0 = index.maxu %x, %y
  return %0 : index
}

// CHECK-LABEL: func.func @constants_mins(
// CHECK-NEXT: %idx-3 = index.constant -3
// CHECK-NEXT: return %idx-3 : index
func.func @constants_mins() -> (index) {
  %x = index.constant 7
  %y = index.constant -3
  %0 = index.mins %x, %y
  return %0 : index
}

// CHECK-LABEL: func.func @constants_minu(
// CHECK-NEXT: %idx3 = index.constant 3
// CHECK-NEXT: return %idx3 : index
func.func @constants_minu() -> (index) {
  %x = index.constant 7
  %y = index.constant 3
  %0 = index.minu %x, %y
  return %0 : index
}

// CHECK-LABEL: func.func @constants_shl(
// CHECK-NEXT: %idx56 = index.constant 56
// CHECK-NEXT: return %idx56 : index
func.func @constants_shl() -> (index) {
  %x = index.constant 7
  %y = index.constant 3
  %0 = index.shl %x, %y
  return %0 : index
}

// CHECK-LABEL: func.func @constants_shrs(
// CHECK-NEXT: %idx-4 = index.constant -4
// CHECK-NEXT: return %idx-4 : index
func.func @constants_shrs() -> (index) {
  %x = index.constant -7
  %y = index.constant 1
  %0 = index.shrs %x, %y
  return %0 : index
}

// CHECK-LABEL: func.func @constants_shru(
// CHECK-NEXT: %idx3 = index.constant 3
// CHECK-NEXT: return %idx3 : index
func.func @constants_shru() -> (index) {
  %x = index.constant 7
  %y = index.constant 1
  %0 = index.shru %x, %y
  return %0 : index
}

// CHECK-LABEL: func.func @constants_and(
// CHECK-NEXT: %idx5 = index.constant 5
// CHECK-NEXT: return %idx5 : index
func.func @constants_and() -> (index) {
  %x = index.constant 7
  %y = index.constant -3
  %0 = index.and %x, %y
  return %0 : index
}

// CHECK-LABEL: func.func @constants_or(
// CHECK-NEXT: %idx-1 = index.constant -1
// CHECK-NEXT: return %idx-1 : index
func.func @constants_or() -> (index) {
  %x = index.constant 7
  %y = index.constant -3
  %0 = index.or %x, %y
  return %0 : index
}

// CHECK-LABEL: func.func @constants_xor(
// CHECK-NEXT: %idx-6 = index.constant -6
// CHECK-NEXT: return %idx-6 : index
func.func @constants_xor() -> (index) {
  %x = index.constant 7
  %y = index.constant -3
  %0 = index.xor %x, %y
  return %0 : index
}

// CHECK-LABEL: func.func @neutral(
// CHECK-NEXT: %idx0 = index.constant 0
// CHECK-NEXT: return %arg0, %arg0, %arg0, %idx0 : index, index, index, index
func.func @neutral(%a: index) -> (index, index, index, index) {
  %zero = index.constant 0
  %one = index.constant 1
  %0 = index.add %a, %zero
  %1 = index.sub %a, %zero
  %2 = index.mul %a, %one
  %3 = index.mul %a, %zero
  return %0, %1, %2, %3 : index, index, index, index
}

// CHECK-LABEL: func.func @joined_add(
// CHECK-NEXT: %idx9 = index.constant 9
// CHECK-NEXT: %0 = index.add %arg0, %idx9
// CHECK-NEXT: return %0 : index
func.func @joined_add(%a: index) -> (index) {
  %x = index.constant 4
  %y = index.constant 5
  %0 = index.add %a, %x
  %1 = index.add %0, %y
  return %1 : index
}

// CHECK-LABEL: func.func @joined_mul(
// CHECK-NEXT: %idx20 = index.constant 20
// CHECK-NEXT: %0 = index.mul %arg0, %idx20
// CHECK-NEXT: return %0 : index
func.func @joined_mul(%a: index) -> (index) {
  %x = index.constant 4
  %y = index.constant 5
  %0 = index.mul %a, %x
  %1 = index.mul %0, %y
  return %1 : index
}

// CHECK-LABEL: func.func @joined_maxs(
// CHECK-NEXT: %idx5 = index.constant 5
// CHECK-NEXT: %0 = index.maxs %arg0, %idx5
// CHECK-NEXT: return %0 : index
func.func @joined_maxs(%a: index) -> (index) {
  %x = index.constant 4
  %y = index.constant 5
  %0 = index.maxs %a, %x
  %1 = index.maxs %0, %y
  return %1 : index
}

// CHECK-LABEL: func.func @joined_maxu(
// CHECK-NEXT: %idx5 = index.constant 5
// CHECK-NEXT: %0 = index.maxu %arg0, %idx5
// CHECK-NEXT: return %0 : index
func.func @joined_maxu(%a: index) -> (index) {
  %x = index.constant 4
  %y = index.constant 5
  %0 = index.maxu %a, %x
  %1 = index.maxu %0, %y
  return %1 : index
}

// CHECK-LABEL: func.func @joined_mins(
// CHECK-NEXT: %idx4 = index.constant 4
// CHECK-NEXT: %0 = index.mins %arg0, %idx4
// CHECK-NEXT: return %0 : index
func.func @joined_mins(%a: index) -> (index) {
  %x = index.constant 4
  %y = index.constant 5
  %0 = index.mins %a, %x
  %1 = index.mins %0, %y
  return %1 : index
}

// CHECK-LABEL: func.func @joined_minu(
// CHECK-NEXT: %idx4 = index.constant 4
// CHECK-NEXT: %0 = index.minu %arg0, %idx4
// CHECK-NEXT: return %0 : index
func.func @joined_minu(%a: index) -> (index) {
  %x = index.constant 4
  %y = index.constant 5
  %0 = index.minu %a, %x
  %1 = index.minu %0, %y
  return %1 : index
}

// CHECK-LABEL: func.func @joined_and(
// CHECK-NEXT: %idx4 = index.constant 4
// CHECK-NEXT: %0 = index.and %arg0, %idx4
// CHECK-NEXT: return %0 : index
func.func @joined_and(%a: index) -> (index) {
  %x = index.constant 4
  %y = index.constant 5
  %0 = index.and %a, %x
  %1 = index.and %0, %y
  return %1 : index
}

// CHECK-LABEL: func.func @joined_or(
// CHECK-NEXT: %idx5 = index.constant 5
// CHECK-NEXT: %0 = index.or %arg0, %idx5
// CHECK-NEXT: return %0 : index
func.func @joined_or(%a: index) -> (index) {
  %x = index.constant 4
  %y = index.constant 5
  %0 = index.or %a, %x
  %1 = index.or %0, %y
  return %1 : index
}

// CHECK-LABEL: func.func @joined_xor(
// CHECK-NEXT: %idx1 = index.constant 1
// CHECK-NEXT: %0 = index.xor %arg0, %idx1
// CHECK-NEXT: return %0 : index
func.func @joined_xor(%a: index) -> (index) {
  %x = index.constant 4
  %y = index.constant 5
  %0 = index.xor %a, %x
  %1 = index.xor %0, %y
  return %1 : index
}

// CHECK-LABEL: func.func @casts(
// CHECK: %0 = index.casts %idx-3 : index to i32
// CHECK-NEXT: %1 = index.castu %idx3 : index to i64
// CHECK-NEXT: return %0, %idx-4, %1, %idx4294967292 : i32, index, i64, index
func.func @casts() -> (i32, index, i64, index) {
  %x = index.constant -3
  %n = arith.constant -4 : i32
  %0 = index.casts %x : index to i32
  %1 = index.casts %n : i32 to index
  %y = index.constant 3
  %2 = index.castu %y : index to i64
  %3 = index.castu %n : i32 to index
  return %0, %1, %2, %3 : i32, index, i64, index
}

// CHECK-LABEL: func.func @compared(
// CHECK-NEXT: %true = index.bool.constant true
// CHECK-NEXT: return %true, %true, %true : i1, i1, i1
func.func @compared(%a: index) -> (i1, i1, i1) {
  %x = index.constant 4
  %y = index.constant 5
  %0 = index.cmp slt(%x, %y)
  %m = index.mins %a, %x
  %1 = index.cmp slt(%m, %y)
  %2 = index.cmp ule(%a, %a)
  return %0, %1, %2 : i1, i1, i1
}

// CHECK-LABEL: func.func @difference(
// CHECK-NEXT: %0 = index.cmp eq(%arg0, %arg1)
// CHECK-NEXT: %1 = index.cmp ne(%arg1, %arg0)
// CHECK-NEXT: return %0, %1 : i1, i1
func.func @difference(%a: index, %b: index) -> (i1, i1) {
  %zero = index.constant 0
  %d = index.sub %a, %b
  %0 = index.cmp eq(%d, %zero)
  %1 = index.cmp ne(%zero, %d)
  return %0, %1 : i1, i1
}
