// RUN: optc %s --lower-affine | FileCheck %s

// CHECK-LABEL: func.func @apply(%arg0: index, %arg1: index) -> (index, index, index, index) {
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = arith.muli %arg0, %c2 overflow<nsw> : index
// CHECK-NEXT: %1 = arith.addi %0, %arg1 : index
// CHECK-NEXT: %c-5 = arith.constant -5 : index
// CHECK-NEXT: %2 = arith.addi %1, %c-5 : index
// CHECK-NEXT: %c7 = arith.constant 7 : index
// CHECK-NEXT: %3 = arith.remsi %arg0, %c7 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %4 = arith.cmpi slt, %3, %c0 : index
// CHECK-NEXT: %5 = arith.addi %3, %c7 : index
// CHECK-NEXT: %6 = arith.select %4, %5, %3 : index
// CHECK-NEXT: %c7_0 = arith.constant 7 : index
// CHECK-NEXT: %c0_1 = arith.constant 0 : index
// CHECK-NEXT: %c-1 = arith.constant -1 : index
// CHECK-NEXT: %7 = arith.cmpi slt, %arg0, %c0_1 : index
// CHECK-NEXT: %8 = arith.subi %c-1, %arg0 : index
// CHECK-NEXT: %9 = arith.select %7, %8, %arg0 : index
// CHECK-NEXT: %10 = arith.divsi %9, %c7_0 : index
// CHECK-NEXT: %11 = arith.subi %c-1, %10 : index
// CHECK-NEXT: %12 = arith.select %7, %11, %10 : index
// CHECK-NEXT: %c7_2 = arith.constant 7 : index
// CHECK-NEXT: %c0_3 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %13 = arith.cmpi sle, %arg0, %c0_3 : index
// CHECK-NEXT: %14 = arith.subi %c0_3, %arg0 : index
// CHECK-NEXT: %15 = arith.subi %arg0, %c1 : index
// CHECK-NEXT: %16 = arith.select %13, %14, %15 : index
// CHECK-NEXT: %17 = arith.divsi %16, %c7_2 : index
// CHECK-NEXT: %18 = arith.subi %c0_3, %17 : index
// CHECK-NEXT: %19 = arith.addi %17, %c1 : index
// CHECK-NEXT: %20 = arith.select %13, %18, %19 : index
// CHECK-NEXT: return %2, %6, %12, %20 : index, index, index, index
func.func @apply(%a: index, %b: index) -> (index, index, index, index) {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0 - 5)>(%a)[%b]
  %1 = affine.apply affine_map<(d0) -> (d0 mod 7)>(%a)
  %2 = affine.apply affine_map<(d0) -> (d0 floordiv 7)>(%a)
  %3 = affine.apply affine_map<(d0) -> (d0 ceildiv 7)>(%a)
  return %0, %1, %2, %3 : index, index, index, index
}

// A map that is an operand or a constant folds; one of another affine.apply does not.
// CHECK-LABEL: func.func @apply_folds(%arg0: index) -> (index, index, index) {
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c12 = arith.constant 12 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.addi %c12, %c1 : index
// CHECK-NEXT: return %arg0, %c12, %0 : index, index, index
func.func @apply_folds(%a: index) -> (index, index, index) {
  %c3 = arith.constant 3 : index
  %0 = affine.apply affine_map<(d0, d1) -> (d1)>(%c3, %a)
  %1 = affine.apply affine_map<(d0) -> (d0 * 4)>(%c3)
  %2 = affine.apply affine_map<(d0) -> (d0 + 1)>(%1)
  return %0, %1, %2 : index, index, index
}

// CHECK-LABEL: func.func @min_max(%arg0: index, %arg1: index) -> (index, index) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.addi %arg1, %c1 : index
// CHECK-NEXT: %c42 = arith.constant 42 : index
// CHECK-NEXT: %1 = arith.minsi %arg0, %0 : index
// CHECK-NEXT: %2 = arith.minsi %1, %c42 : index
// CHECK-NEXT: %c1_0 = arith.constant 1 : index
// CHECK-NEXT: %3 = arith.addi %arg1, %c1_0 : index
// CHECK-NEXT: %c42_1 = arith.constant 42 : index
// CHECK-NEXT: %4 = arith.maxsi %arg0, %3 : index
// CHECK-NEXT: %5 = arith.maxsi %4, %c42_1 : index
// CHECK-NEXT: return %2, %5 : index, index
func.func @min_max(%a: index, %b: index) -> (index, index) {
  %0 = affine.min affine_map<(d0)[s0] -> (d0, s0 + 1, 42)>(%a)[%b]
  %1 = affine.max affine_map<(d0)[s0] -> (d0, s0 + 1, 42)>(%a)[%b]
  return %0, %1 : index, index
}

// Bounds are the largest and the smallest of their results.
// CHECK-LABEL: func.func @for(%arg0: index, %arg1: index, %arg2: f32, %arg3: memref<?xf32>) -> f32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: scf.for %arg4 = %c0 to %c8 step %c1 {
// CHECK-NEXT: memref.store %arg2, %arg3[%arg4] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = arith.muli %arg0, %c2 overflow<nsw> : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %1 = arith.maxsi %arg1, %c4 : index
// CHECK-NEXT: %c2_0 = arith.constant 2 : index
// CHECK-NEXT: %2 = arith.muli %arg0, %c2_0 overflow<nsw> : index
// CHECK-NEXT: %c10 = arith.constant 10 : index
// CHECK-NEXT: %3 = arith.addi %2, %c10 : index
// CHECK-NEXT: %4 = arith.minsi %3, %arg1 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %5 = scf.for %arg4 = %1 to %4 step %c3 iter_args(%arg5 = %arg2) -> (f32) {
// CHECK-NEXT: %6 = arith.addi %arg4, %arg0 : index
// CHECK-NEXT: %7 = memref.load %arg3[%6] : memref<?xf32>
// CHECK-NEXT: %8 = arith.addf %arg5, %7 : f32
// CHECK-NEXT: scf.yield %8 : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %5 : f32
func.func @for(%a: index, %b: index, %x: f32, %m: memref<?xf32>) -> f32 {
  affine.for %i = 0 to 8 {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  %n = affine.apply affine_map<(d0) -> (d0 * 2)>(%a)
  %r = affine.for %i = max affine_map<(d0) -> (d0, 4)>(%b) to min affine_map<(d0)[s0] -> (d0 + 10, s0)>(%n)[%b] step 3 iter_args(%s = %x) -> (f32) {
    %v = affine.load %m[%i + symbol(%a)] : memref<?xf32>
    %t = arith.addf %s, %v : f32
    affine.yield %t : f32
  }
  return %r : f32
}

// CHECK-LABEL: func.func @if(%arg0: index, %arg1: index, %arg2: f32, %arg3: f32, %arg4: memref<?xf32>) -> f32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c-1 = arith.constant -1 : index
// CHECK-NEXT: %0 = arith.muli %arg1, %c-1 overflow<nsw> : index
// CHECK-NEXT: %1 = arith.addi %arg0, %0 : index
// CHECK-NEXT: %2 = arith.cmpi sge, %1, %c0 : index
// CHECK-NEXT: %c-3 = arith.constant -3 : index
// CHECK-NEXT: %3 = arith.addi %arg0, %c-3 : index
// CHECK-NEXT: %4 = arith.cmpi eq, %3, %c0 : index
// CHECK-NEXT: %5 = arith.andi %2, %4 : i1
// CHECK-NEXT: %6 = scf.if %5 -> (f32) {
// CHECK-NEXT: scf.yield %arg2 : f32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg3 : f32
// CHECK-NEXT: }
// CHECK-NEXT: %c0_0 = arith.constant 0 : index
// CHECK-NEXT: %c-20 = arith.constant -20 : index
// CHECK-NEXT: %7 = arith.addi %arg0, %c-20 : index
// CHECK-NEXT: %8 = arith.cmpi sge, %7, %c0_0 : index
// CHECK-NEXT: scf.if %8 {
// CHECK-NEXT: %c0_1 = arith.constant 0 : index
// CHECK-NEXT: memref.store %arg2, %arg4[%c0_1] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %6 : f32
func.func @if(%a: index, %b: index, %x: f32, %y: f32, %m: memref<?xf32>) -> f32 {
  %r = affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 - 3 == 0)>(%a)[%b] -> f32 {
    affine.yield %x : f32
  } else {
    affine.yield %y : f32
  }
  affine.if affine_set<(d0) : (d0 - 20 >= 0)>(%a) {
    affine.store %x, %m[0] : memref<?xf32>
  }
  return %r : f32
}

// CHECK-LABEL: func.func @parallel(%arg0: index, %arg1: f32, %arg2: memref<?x?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c-4 = arith.constant -4 : index
// CHECK-NEXT: %0 = arith.addi %arg0, %c-4 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %1 = arith.maxsi %0, %c1 : index
// CHECK-NEXT: %c100 = arith.constant 100 : index
// CHECK-NEXT: %2 = arith.minsi %arg0, %c100 : index
// CHECK-NEXT: %c1_0 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: scf.parallel (%arg3, %arg4) = (%c0, %1) to (%arg0, %2) step (%c1_0, %c2) {
// CHECK-NEXT: memref.store %arg1, %arg2[%arg3, %arg4] : memref<?x?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @parallel(%n: index, %x: f32, %m: memref<?x?xf32>) {
  affine.parallel (%i, %j) = (0, max(%n - 4, 1)) to (%n, min(%n, 100)) step (1, 2) {
    affine.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  return
}

// Reductions start at their neutral element.
// CHECK-LABEL: func.func @reductions(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xi8>) -> (f32, f32, f32, f32, i8, i8, i8, i8) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %cst_1 = arith.constant 0xFF800000 : f32
// CHECK-NEXT: %cst_2 = arith.constant 0x7F800000 : f32
// CHECK-NEXT: %0:4 = scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) init (%cst, %cst_0, %cst_1, %cst_2) -> (f32, f32, f32, f32) {
// CHECK-NEXT: %2 = memref.load %arg1[%arg3] : memref<?xf32>
// CHECK-NEXT: scf.reduce(%2, %2, %2, %2 : f32, f32, f32, f32) {
// CHECK-NEXT: ^bb0(%arg4: f32, %arg5: f32):
// CHECK-NEXT: %3 = arith.addf %arg4, %arg5 : f32
// CHECK-NEXT: scf.reduce.return %3 : f32
// CHECK-NEXT: }, {
// CHECK-NEXT: ^bb0(%arg4: f32, %arg5: f32):
// CHECK-NEXT: %3 = arith.mulf %arg4, %arg5 : f32
// CHECK-NEXT: scf.reduce.return %3 : f32
// CHECK-NEXT: }, {
// CHECK-NEXT: ^bb0(%arg4: f32, %arg5: f32):
// CHECK-NEXT: %3 = arith.maximumf %arg4, %arg5 : f32
// CHECK-NEXT: scf.reduce.return %3 : f32
// CHECK-NEXT: }, {
// CHECK-NEXT: ^bb0(%arg4: f32, %arg5: f32):
// CHECK-NEXT: %3 = arith.minimumf %arg4, %arg5 : f32
// CHECK-NEXT: scf.reduce.return %3 : f32
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %c0_3 = arith.constant 0 : index
// CHECK-NEXT: %c1_4 = arith.constant 1 : index
// CHECK-NEXT: %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT: %c1_i8 = arith.constant 1 : i8
// CHECK-NEXT: %c0_i8_5 = arith.constant 0 : i8
// CHECK-NEXT: %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT: %1:4 = scf.parallel (%arg3) = (%c0_3) to (%arg0) step (%c1_4) init (%c0_i8, %c1_i8, %c0_i8_5, %c-1_i8) -> (i8, i8, i8, i8) {
// CHECK-NEXT: %2 = memref.load %arg2[%arg3] : memref<?xi8>
// CHECK-NEXT: scf.reduce(%2, %2, %2, %2 : i8, i8, i8, i8) {
// CHECK-NEXT: ^bb0(%arg4: i8, %arg5: i8):
// CHECK-NEXT: %3 = arith.addi %arg4, %arg5 : i8
// CHECK-NEXT: scf.reduce.return %3 : i8
// CHECK-NEXT: }, {
// CHECK-NEXT: ^bb0(%arg4: i8, %arg5: i8):
// CHECK-NEXT: %3 = arith.muli %arg4, %arg5 : i8
// CHECK-NEXT: scf.reduce.return %3 : i8
// CHECK-NEXT: }, {
// CHECK-NEXT: ^bb0(%arg4: i8, %arg5: i8):
// CHECK-NEXT: %3 = arith.ori %arg4, %arg5 : i8
// CHECK-NEXT: scf.reduce.return %3 : i8
// CHECK-NEXT: }, {
// CHECK-NEXT: ^bb0(%arg4: i8, %arg5: i8):
// CHECK-NEXT: %3 = arith.andi %arg4, %arg5 : i8
// CHECK-NEXT: scf.reduce.return %3 : i8
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return %0#0, %0#1, %0#2, %0#3, %1#0, %1#1, %1#2, %1#3 : f32, f32, f32, f32, i8, i8, i8, i8
func.func @reductions(%n: index, %m: memref<?xf32>, %k: memref<?xi8>) -> (f32, f32, f32, f32, i8, i8, i8, i8) {
  %r:4 = affine.parallel (%i) = (0) to (%n) reduce ("addf", "mulf", "maximumf", "minimumf") -> (f32, f32, f32, f32) {
    %v = affine.load %m[%i] : memref<?xf32>
    affine.yield %v, %v, %v, %v : f32, f32, f32, f32
  }
  %s:4 = affine.parallel (%i) = (0) to (%n) reduce ("addi", "muli", "ori", "andi") -> (i8, i8, i8, i8) {
    %v = affine.load %k[%i] : memref<?xi8>
    affine.yield %v, %v, %v, %v : i8, i8, i8, i8
  }
  return %r#0, %r#1, %r#2, %r#3, %s#0, %s#1, %s#2, %s#3 : f32, f32, f32, f32, i8, i8, i8, i8
}

// CHECK-LABEL: func.func @accesses(%arg0: index, %arg1: memref<64x64xf32>) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.addi %arg0, %c1 : index
// CHECK-NEXT: %1 = vector.load %arg1[%0, %arg0] : memref<64x64xf32>, vector<8xf32>
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: vector.store %1, %arg1[%arg0, %c3] : memref<64x64xf32>, vector<8xf32>
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %2 = arith.addi %arg0, %c2 : index
// CHECK-NEXT: memref.prefetch %arg1[%arg0, %2], write, locality<1>, instr : memref<64x64xf32>
// CHECK-NEXT: return
func.func @accesses(%i: index, %m: memref<64x64xf32>) {
  %0 = affine.vector_load %m[%i + 1, %i] : memref<64x64xf32>, vector<8xf32>
  affine.vector_store %0, %m[%i, 3] : memref<64x64xf32>, vector<8xf32>
  affine.prefetch %m[%i, %i + 2], write, locality<1>, instr : memref<64x64xf32>
  return
}

// CHECK-LABEL: func.func @transfers(%arg0: memref<32x8xf32>, %arg1: memref<32xf32, 1>, %arg2: memref<1xi32>, %arg3: index, %arg4: index) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.addi %arg3, %c1 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: memref.dma_start %arg0[%0, %arg3], %arg1[%arg4], %arg4, %arg2[%c0] : memref<32x8xf32>, memref<32xf32, 1>, memref<1xi32>
// CHECK-NEXT: memref.dma_start %arg0[%arg3, %arg3], %arg1[%arg3], %arg4, %arg2[%arg3], %arg3, %arg4 : memref<32x8xf32>, memref<32xf32, 1>, memref<1xi32>
// CHECK-NEXT: memref.dma_wait %arg2[%arg3], %arg4 : memref<1xi32>
// CHECK-NEXT: return
func.func @transfers(%a: memref<32x8xf32>, %b: memref<32xf32, 1>, %tag: memref<1xi32>, %i: index, %n: index) {
  affine.dma_start %a[%i + 1, %i], %b[symbol(%n)], %tag[0], %n : memref<32x8xf32>, memref<32xf32, 1>, memref<1xi32>
  affine.dma_start %a[%i, %i], %b[%i], %tag[%i], %n, %i, %n : memref<32x8xf32>, memref<32xf32, 1>, memref<1xi32>
  affine.dma_wait %tag[%i], %n : memref<1xi32>
  return
}

// CHECK-LABEL: func.func @delinearize(%arg0: index, %arg1: index) -> (index, index, index, index) {
// CHECK-NEXT: %c5 = arith.constant 5 : index
// CHECK-NEXT: %c20 = arith.constant 20 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = arith.floordivsi %arg0, %c20 : index
// CHECK-NEXT: %1 = arith.remsi %arg0, %c20 : index
// CHECK-NEXT: %2 = arith.cmpi slt, %1, %c0 : index
// CHECK-NEXT: %3 = arith.addi %1, %c20 overflow<nsw> : index
// CHECK-NEXT: %4 = arith.select %2, %3, %1 : index
// CHECK-NEXT: %5 = arith.divsi %4, %c5 : index
// CHECK-NEXT: %6 = arith.remsi %arg0, %c5 : index
// CHECK-NEXT: %7 = arith.cmpi slt, %6, %c0 : index
// CHECK-NEXT: %8 = arith.addi %6, %c5 overflow<nsw> : index
// CHECK-NEXT: %9 = arith.select %7, %8, %6 : index
// CHECK-NEXT: return %0, %5, %9, %arg0 : index, index, index, index
func.func @delinearize(%x: index, %n: index) -> (index, index, index, index) {
  %0:3 = affine.delinearize_index %x into (%n, 4, 5) : index, index, index
  %1 = affine.delinearize_index %x into (6) : index
  return %0#0, %0#1, %0#2, %1 : index, index, index, index
}

// The index that is invariant in the loop is added first.
// CHECK-LABEL: func.func @linearize(%arg0: index, %arg1: index, %arg2: memref<?xindex>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: scf.for %arg3 = %c0 to %c4 step %c1 {
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %0 = arith.muli %arg1, %c3 overflow<nsw> : index
// CHECK-NEXT: %1 = arith.muli %arg3, %0 overflow<nsw> : index
// CHECK-NEXT: %2 = arith.muli %arg0, %arg1 overflow<nsw> : index
// CHECK-NEXT: %3 = arith.addi %2, %1 overflow<nsw> : index
// CHECK-NEXT: %4 = arith.addi %3, %arg3 overflow<nsw> : index
// CHECK-NEXT: %c7 = arith.constant 7 : index
// CHECK-NEXT: %5 = arith.muli %arg3, %c7 overflow<nsw> : index
// CHECK-NEXT: %6 = arith.addi %arg0, %5 overflow<nsw> : index
// CHECK-NEXT: memref.store %4, %arg2[%6] : memref<?xindex>
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @linearize(%a: index, %n: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 4 {
    %0 = affine.linearize_index [%i, %a, %i] by (%n, 3, %n) : index
    %1 = affine.linearize_index disjoint [%i, %a] by (7) : index
    affine.store %0, %m[%1] : memref<?xindex>
  }
  return
}

// Operations of dialects that stay fold on the way.
// CHECK-LABEL: func.func @others() -> f32 {
// CHECK-NEXT: %cst = arith.constant -2.000000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: return %cst_0 : f32
func.func @others() -> f32 {
  %c = arith.constant -2.0 : f32
  %0 = math.absf %c : f32
  return %0 : f32
}
