// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// Constants of several elements: all alike, or not.
// CHECK-LABEL: func.func @pairs() -> (vector<3xi8>, vector<3xi8>, vector<3xi8>, vector<3xi1>, vector<3xi1>, vector<3xi8>, vector<3xf32>, vector<3xf32>, tensor<3xi8>) {
// CHECK-NEXT: %cst = arith.constant dense<[4, 1, -126]> : vector<3xi8>
// CHECK-NEXT: %cst_0 = arith.constant dense<9> : vector<3xi8>
// CHECK-NEXT: %cst_1 = arith.constant dense<[2, 5, -124]> : vector<3xi8>
// CHECK-NEXT: %cst_2 = arith.constant dense<[true, true, false]> : vector<3xi1>
// CHECK-NEXT: %cst_3 = arith.constant dense<[true, false, false]> : vector<3xi1>
// CHECK-NEXT: %cst_4 = arith.constant dense<[0, 0, 42]> : vector<3xi8>
// CHECK-NEXT: %cst_5 = arith.constant dense<[2.000000e+00, -1.500000e+00, 5.000000e-01]> : vector<3xf32>
// CHECK-NEXT: %cst_6 = arith.constant dense<[1.500000e+00, 5.000000e-01, 5.000000e-01]> : vector<3xf32>
// CHECK-NEXT: %cst_7 = arith.constant dense<0> : tensor<3xi8>
// CHECK-NEXT: return %cst, %cst_0, %cst_1, %cst_2, %cst_3, %cst_4, %cst_5, %cst_6, %cst_7 : vector<3xi8>, vector<3xi8>, vector<3xi8>, vector<3xi1>, vector<3xi1>, vector<3xi8>, vector<3xf32>, vector<3xf32>, tensor<3xi8>
func.func @pairs() -> (vector<3xi8>, vector<3xi8>, vector<3xi8>, vector<3xi1>, vector<3xi1>, vector<3xi8>, vector<3xf32>, vector<3xf32>, tensor<3xi8>) {
  %l = arith.constant dense<[1, -2, 127]> : vector<3xi8>
  %s = arith.constant dense<3> : vector<3xi8>
  %0 = arith.addi %l, %s : vector<3xi8>
  %1 = arith.muli %s, %s : vector<3xi8>
  %2 = arith.subi %s, %l : vector<3xi8>
  %3 = arith.cmpi slt, %l, %s : vector<3xi8>
  %4 = arith.cmpi ult, %l, %s : vector<3xi8>
  %5 = arith.divsi %l, %s : vector<3xi8>
  %f = arith.constant dense<[1.5, -2.0, 0.0]> : vector<3xf32>
  %g = arith.constant dense<0.5> : vector<3xf32>
  %6 = arith.addf %f, %g : vector<3xf32>
  %7 = arith.maximumf %g, %f : vector<3xf32>
  %t = arith.constant dense<[1, 2, 3]> : tensor<3xi8>
  %8 = arith.xori %t, %t : tensor<3xi8>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : vector<3xi8>, vector<3xi8>, vector<3xi8>, vector<3xi1>, vector<3xi1>, vector<3xi8>, vector<3xf32>, vector<3xf32>, tensor<3xi8>
}

// One element without a value is enough for none.
// CHECK-LABEL: func.func @undefined() -> (vector<2xi8>, vector<2xi8>, vector<2xi8>, vector<2xi8>, vector<2xi8>, vector<2xi8>) {
// CHECK-NEXT: %cst = arith.constant dense<[7, -128]> : vector<2xi8>
// CHECK-NEXT: %cst_0 = arith.constant dense<[2, 0]> : vector<2xi8>
// CHECK-NEXT: %cst_1 = arith.constant dense<[2, -1]> : vector<2xi8>
// CHECK-NEXT: %cst_2 = arith.constant dense<[1, 8]> : vector<2xi8>
// CHECK-NEXT: %0 = arith.divui %cst, %cst_0 : vector<2xi8>
// CHECK-NEXT: %1 = arith.divsi %cst, %cst_1 : vector<2xi8>
// CHECK-NEXT: %2 = arith.remsi %cst, %cst_0 : vector<2xi8>
// CHECK-NEXT: %3 = arith.ceildivsi %cst, %cst_1 : vector<2xi8>
// CHECK-NEXT: %4 = arith.shli %cst, %cst_2 : vector<2xi8>
// CHECK-NEXT: %5 = arith.shrui %cst, %cst_2 : vector<2xi8>
// CHECK-NEXT: return %0, %1, %2, %3, %4, %5 : vector<2xi8>, vector<2xi8>, vector<2xi8>, vector<2xi8>, vector<2xi8>, vector<2xi8>
func.func @undefined() -> (vector<2xi8>, vector<2xi8>, vector<2xi8>, vector<2xi8>, vector<2xi8>, vector<2xi8>) {
  %a = arith.constant dense<[7, -128]> : vector<2xi8>
  %b = arith.constant dense<[2, 0]> : vector<2xi8>
  %c = arith.constant dense<[2, -1]> : vector<2xi8>
  %d = arith.constant dense<[8, 1]> : vector<2xi8>
  %e = arith.constant dense<[1, 8]> : vector<2xi8>
  %0 = arith.divui %a, %b : vector<2xi8>
  %1 = arith.divsi %a, %c : vector<2xi8>
  %2 = arith.remsi %a, %b : vector<2xi8>
  %3 = arith.ceildivsi %a, %c : vector<2xi8>
  %4 = arith.shli %a, %e : vector<2xi8>
  %5 = arith.shrui %a, %e : vector<2xi8>
  return %0, %1, %2, %3, %4, %5 : vector<2xi8>, vector<2xi8>, vector<2xi8>, vector<2xi8>, vector<2xi8>, vector<2xi8>
}

// CHECK-LABEL: func.func @casts() -> (vector<2xi16>, vector<2xi16>, vector<2xi8>, vector<2xi4>, vector<2xf32>, vector<2xf32>, vector<2xi8>, vector<2xi8>, vector<2xindex>, vector<2xi8>, vector<2xf16>, vector<2xf64>, vector<2xi32>, vector<2xf32>) {
// CHECK-NEXT: %cst = arith.constant dense<[-1.500000e+00, 2.500000e+00]> : vector<2xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<[1069547520, -1071644672]> : vector<2xi32>
// CHECK-NEXT: %cst_1 = arith.constant dense<[1.500000e+00, -2.500000e+00]> : vector<2xf64>
// CHECK-NEXT: %cst_2 = arith.constant dense<[1.500000e+00, -2.500000e+00]> : vector<2xf16>
// CHECK-NEXT: %cst_3 = arith.constant dense<[7, -128]> : vector<2xi8>
// CHECK-NEXT: %cst_4 = arith.constant dense<[7, -128]> : vector<2xindex>
// CHECK-NEXT: %cst_5 = arith.constant dense<[1.500000e+00, 3.000000e+02]> : vector<2xf32>
// CHECK-NEXT: %cst_6 = arith.constant dense<[7, -128]> : vector<2xi16>
// CHECK-NEXT: %cst_7 = arith.constant dense<[7, 128]> : vector<2xi16>
// CHECK-NEXT: %cst_8 = arith.constant dense<-3> : vector<2xi8>
// CHECK-NEXT: %cst_9 = arith.constant dense<[7, 0]> : vector<2xi4>
// CHECK-NEXT: %cst_10 = arith.constant dense<[7.000000e+00, -1.280000e+02]> : vector<2xf32>
// CHECK-NEXT: %cst_11 = arith.constant dense<[7.000000e+00, 1.280000e+02]> : vector<2xf32>
// CHECK-NEXT: %cst_12 = arith.constant dense<[1, -2]> : vector<2xi8>
// CHECK-NEXT: %0 = arith.fptosi %cst_5 : vector<2xf32> to vector<2xi8>
// CHECK-NEXT: return %cst_6, %cst_7, %cst_8, %cst_9, %cst_10, %cst_11, %cst_12, %0, %cst_4, %cst_3, %cst_2, %cst_1, %cst_0, %cst : vector<2xi16>, vector<2xi16>, vector<2xi8>, vector<2xi4>, vector<2xf32>, vector<2xf32>, vector<2xi8>, vector<2xi8>, vector<2xindex>, vector<2xi8>, vector<2xf16>, vector<2xf64>, vector<2xi32>, vector<2xf32>
func.func @casts() -> (vector<2xi16>, vector<2xi16>, vector<2xi8>, vector<2xi4>, vector<2xf32>, vector<2xf32>, vector<2xi8>, vector<2xi8>, vector<2xindex>, vector<2xi8>, vector<2xf16>, vector<2xf64>, vector<2xi32>, vector<2xf32>) {
  %a = arith.constant dense<[7, -128]> : vector<2xi8>
  %s = arith.constant dense<-3> : vector<2xi16>
  %0 = arith.extsi %a : vector<2xi8> to vector<2xi16>
  %1 = arith.extui %a : vector<2xi8> to vector<2xi16>
  %2 = arith.trunci %s : vector<2xi16> to vector<2xi8>
  %3 = arith.trunci %a : vector<2xi8> to vector<2xi4>
  %4 = arith.sitofp %a : vector<2xi8> to vector<2xf32>
  %5 = arith.uitofp %a : vector<2xi8> to vector<2xf32>
  %f = arith.constant dense<[1.5, -2.5]> : vector<2xf32>
  %g = arith.constant dense<[1.5, 300.0]> : vector<2xf32>
  %6 = arith.fptosi %f : vector<2xf32> to vector<2xi8>
  %7 = arith.fptosi %g : vector<2xf32> to vector<2xi8>
  %8 = arith.index_cast %a : vector<2xi8> to vector<2xindex>
  %9 = arith.index_castui %8 : vector<2xindex> to vector<2xi8>
  %10 = arith.truncf %f : vector<2xf32> to vector<2xf16>
  %11 = arith.extf %f : vector<2xf32> to vector<2xf64>
  %12 = arith.bitcast %f : vector<2xf32> to vector<2xi32>
  %13 = arith.negf %f : vector<2xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13 : vector<2xi16>, vector<2xi16>, vector<2xi8>, vector<2xi4>, vector<2xf32>, vector<2xf32>, vector<2xi8>, vector<2xi8>, vector<2xindex>, vector<2xi8>, vector<2xf16>, vector<2xf64>, vector<2xi32>, vector<2xf32>
}

// CHECK-LABEL: func.func @poison(%arg0: i32, %arg1: i1) -> (i32, i32, i64, i1, i1, i32, i32, f32, i32, i32, i1) {
// CHECK-NEXT: %0 = ub.poison : f32
// CHECK-NEXT: %1 = ub.poison : i32
// CHECK-NEXT: %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT: %2 = ub.poison : i64
// CHECK-NEXT: %3 = arith.cmpi eq, %1, %c4_i32 : i32
// CHECK-NEXT: %4 = arith.cmpi slt, %c4_i32, %1 : i32
// CHECK-NEXT: %5 = arith.shli %c4_i32, %1 : i32
// CHECK-NEXT: %6 = arith.cmpi eq, %arg0, %1 : i32
// CHECK-NEXT: return %1, %1, %2, %3, %4, %arg0, %arg0, %0, %5, %1, %6 : i32, i32, i64, i1, i1, i32, i32, f32, i32, i32, i1
func.func @poison(%x: i32, %c: i1) -> (i32, i32, i64, i1, i1, i32, i32, f32, i32, i32, i1) {
  %p = ub.poison : i32
  %q = ub.poison : i1
  %k = arith.constant 4 : i32
  %0 = arith.addi %p, %k : i32
  %1 = arith.subi %k, %p : i32
  %2 = arith.extsi %p : i32 to i64
  %3 = arith.cmpi eq, %p, %k : i32
  %4 = arith.cmpi slt, %k, %p : i32
  %5 = arith.select %c, %p, %x : i32
  %6 = arith.select %c, %x, %p : i32
  %7 = arith.sitofp %p : i32 to f32
  %8 = arith.shli %k, %p : i32
  %9 = arith.maxsi %p, %x : i32
  %10 = arith.cmpi eq, %p, %x : i32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : i32, i32, i64, i1, i1, i32, i32, f32, i32, i32, i1
}

// Sums with a carry and products of two halves.
// CHECK-LABEL: func.func @halves(%arg0: i8) -> (i8, i1, i8, i1, i8, i8, i8, i8, i8, i8, vector<2xi8>, vector<2xi1>) {
// CHECK-NEXT: %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %c-64_i8 = arith.constant -64 : i8
// CHECK-NEXT: %c-13_i8 = arith.constant -13 : i8
// CHECK-NEXT: %c43_i8 = arith.constant 43 : i8
// CHECK-NEXT: %cst = arith.constant dense<[0, 5]> : vector<2xi8>
// CHECK-NEXT: %cst_0 = arith.constant dense<[true, false]> : vector<2xi1>
// CHECK-NEXT: return %c0_i8, %true, %c-1_i8, %false, %c-64_i8, %c-13_i8, %c-64_i8, %c43_i8, %arg0, %c0_i8, %cst, %cst_0 : i8, i1, i8, i1, i8, i8, i8, i8, i8, i8, vector<2xi8>, vector<2xi1>
func.func @halves(%x: i8) -> (i8, i1, i8, i1, i8, i8, i8, i8, i8, i8, vector<2xi8>, vector<2xi1>) {
  %a = arith.constant -56 : i8
  %b = arith.constant 56 : i8
  %c = arith.constant 55 : i8
  %0, %1 = arith.addui_extended %a, %b : i8, i1
  %2, %3 = arith.addui_extended %a, %c : i8, i1
  %4, %5 = arith.mulsi_extended %a, %b : i8
  %6, %7 = arith.mului_extended %a, %b : i8
  %one = arith.constant 1 : i8
  %8, %9 = arith.mului_extended %x, %one : i8
  %v = arith.constant dense<[-1, 2]> : vector<2xi8>
  %w = arith.constant dense<[1, 3]> : vector<2xi8>
  %10, %11 = arith.addui_extended %v, %w : vector<2xi8>, vector<2xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : i8, i1, i8, i1, i8, i8, i8, i8, i8, i8, vector<2xi8>, vector<2xi1>
}

// -----

// mlir-opt-22 differs (canonicalize cse, inline licm, sccp symbol-dce, fma): constants of a dynamic shape are none
// What is equal to itself, or always the same, without a constant to say so.
// CHECK-LABEL: func.func @dynamic(%arg0: tensor<?xi32>, %arg1: tensor<2xi32>, %arg2: vector<[4]xi32>) -> (tensor<?xi1>, tensor<?xi32>, tensor<?xi32>, tensor<2xi1>, tensor<2xi32>, vector<[4]xi32>, vector<[4]xi1>) {
// CHECK-NEXT: %cst = arith.constant dense<false> : vector<[4]xi1>
// CHECK-NEXT: %cst_0 = arith.constant dense<0> : vector<[4]xi32>
// CHECK-NEXT: %cst_1 = arith.constant dense<0> : tensor<2xi32>
// CHECK-NEXT: %cst_2 = arith.constant dense<true> : tensor<2xi1>
// CHECK-NEXT: %0 = arith.cmpi eq, %arg0, %arg0 : tensor<?xi32>
// CHECK-NEXT: %1 = arith.subi %arg0, %arg0 : tensor<?xi32>
// CHECK-NEXT: %2 = arith.xori %arg0, %arg0 : tensor<?xi32>
// CHECK-NEXT: return %0, %1, %2, %cst_2, %cst_1, %cst_0, %cst : tensor<?xi1>, tensor<?xi32>, tensor<?xi32>, tensor<2xi1>, tensor<2xi32>, vector<[4]xi32>, vector<[4]xi1>
func.func @dynamic(%x: tensor<?xi32>, %y: tensor<2xi32>, %v: vector<[4]xi32>) -> (tensor<?xi1>, tensor<?xi32>, tensor<?xi32>, tensor<2xi1>, tensor<2xi32>, vector<[4]xi32>, vector<[4]xi1>) {
  %0 = arith.cmpi eq, %x, %x : tensor<?xi32>
  %1 = arith.subi %x, %x : tensor<?xi32>
  %2 = arith.xori %x, %x : tensor<?xi32>
  %3 = arith.cmpi sge, %y, %y : tensor<2xi32>
  %4 = arith.subi %y, %y : tensor<2xi32>
  %5 = arith.subi %v, %v : vector<[4]xi32>
  %6 = arith.cmpi ne, %v, %v : vector<[4]xi32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?xi1>, tensor<?xi32>, tensor<?xi32>, tensor<2xi1>, tensor<2xi32>, vector<[4]xi32>, vector<[4]xi1>
}
