// RUN: optc %s | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | optc | FileCheck %s

// CHECK-LABEL: func.func @binary(
func.func @binary(%a: index, %b: index) {
  // CHECK-NEXT: %0 = index.add %arg0, %arg1
  %0 = index.add %a, %b
  // CHECK-NEXT: %1 = index.sub %arg0, %arg1
  %1 = index.sub %a, %b
  // CHECK-NEXT: %2 = index.mul %arg0, %arg1
  %2 = index.mul %a, %b
  // CHECK-NEXT: %3 = index.divs %arg0, %arg1
  %3 = index.divs %a, %b
  // CHECK-NEXT: %4 = index.divu %arg0, %arg1
  %4 = index.divu %a, %b
  // CHECK-NEXT: %5 = index.ceildivs %arg0, %arg1
  %5 = index.ceildivs %a, %b
  // CHECK-NEXT: %6 = index.ceildivu %arg0, %arg1
  %6 = index.ceildivu %a, %b
  // CHECK-NEXT: %7 = index.floordivs %arg0, %arg1
  %7 = index.floordivs %a, %b
  // CHECK-NEXT: %8 = index.rems %arg0, %arg1
  %8 = index.rems %a, %b
  // CHECK-NEXT: %9 = index.remu %arg0, %arg1
  %9 = index.remu %a, %b
  // CHECK-NEXT: %10 = index.maxs %arg0, %arg1
  %10 = index.maxs %a, %b
  // CHECK-NEXT: %11 = index.maxu %arg0, %arg1
  %11 = index.maxu %a, %b
  // CHECK-NEXT: %12 = index.mins %arg0, %arg1
  %12 = index.mins %a, %b
  // CHECK-NEXT: %13 = index.minu %arg0, %arg1
  %13 = index.minu %a, %b
  // CHECK-NEXT: %14 = index.shl %arg0, %arg1
  %14 = index.shl %a, %b
  // CHECK-NEXT: %15 = index.shrs %arg0, %arg1
  %15 = index.shrs %a, %b
  // CHECK-NEXT: %16 = index.shru %arg0, %arg1
  %16 = index.shru %a, %b
  // CHECK-NEXT: %17 = index.and %arg0, %arg1
  %17 = index.and %a, %b
  // CHECK-NEXT: %18 = index.or %arg0, %arg1
  %18 = index.or %a, %b
  // CHECK-NEXT: %19 = index.xor %arg0, %arg1
  %19 = index.xor %a, %b
  return
}

// CHECK-LABEL: func.func @compare(
func.func @compare(%a: index, %b: index) {
  // CHECK-NEXT: %0 = index.cmp eq(%arg0, %arg1)
  %0 = index.cmp eq(%a, %b)
  // CHECK-NEXT: %1 = index.cmp ne(%arg0, %arg1)
  %1 = index.cmp ne(%a, %b)
  // CHECK-NEXT: %2 = index.cmp slt(%arg0, %arg1)
  %2 = index.cmp slt(%a, %b)
  // CHECK-NEXT: %3 = index.cmp sle(%arg0, %arg1)
  %3 = index.cmp sle(%a, %b)
  // CHECK-NEXT: %4 = index.cmp sgt(%arg0, %arg1)
  %4 = index.cmp sgt(%a, %b)
  // CHECK-NEXT: %5 = index.cmp sge(%arg0, %arg1)
  %5 = index.cmp sge(%a, %b)
  // CHECK-NEXT: %6 = index.cmp ult(%arg0, %arg1)
  %6 = index.cmp ult(%a, %b)
  // CHECK-NEXT: %7 = index.cmp ule(%arg0, %arg1)
  %7 = index.cmp ule(%a, %b)
  // CHECK-NEXT: %8 = index.cmp ugt(%arg0, %arg1)
  %8 = index.cmp ugt(%a, %b)
  // CHECK-NEXT: %9 = index.cmp uge(%arg0, %arg1)
  %9 = index.cmp uge(%a, %b)
  return
}

// CHECK-LABEL: func.func @others(
func.func @others(%a: index, %n: i32, %s: si8) {
  // CHECK-NEXT: %idx-3 = index.constant -3
  %0 = index.constant -3
  // CHECK-NEXT: %true = index.bool.constant true
  %1 = index.bool.constant true
  // CHECK-NEXT: %0 = index.sizeof
  %2 = index.sizeof
  // CHECK-NEXT: %1 = index.casts %arg1 : i32 to index
  %3 = index.casts %n : i32 to index
  // CHECK-NEXT: %2 = index.castu %arg0 : index to i128
  %4 = index.castu %a : index to i128
  // CHECK-NEXT: %3 = index.castu %arg2 : si8 to index
  %5 = index.castu %s : si8 to index
  // CHECK-NEXT: %idx4 = index.constant {test.tag = #index<cmp_predicate ult>} 4
  %6 = index.constant {test.tag = #index<cmp_predicate ult>} 4
  return
}
