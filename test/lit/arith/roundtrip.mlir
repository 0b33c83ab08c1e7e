// RUN: optc %s --allow-unregistered-dialect | FileCheck %s
// RUN: optc %s --allow-unregistered-dialect --mlir-print-op-generic | optc --allow-unregistered-dialect | FileCheck %s

// mlir-opt-22 differs (sccp symbol-dce): comparisons of tensors of unknown shape become constants

// Integers of two operands.
// CHECK-LABEL: func.func @integers(%arg0: i32, %arg1: index, %arg2: vector<4xi8>, %arg3: tensor<?x2xi64>) {
func.func @integers(%a: i32, %b: index, %v: vector<4xi8>, %t: tensor<?x2xi64>) {
  // CHECK-NEXT: %0 = arith.addi %arg0, %arg0 : i32
  %0 = arith.addi %a, %a : i32
  // CHECK-NEXT: %1 = arith.addi %arg1, %arg1 overflow<nsw> : index
  %1 = arith.addi %b, %b overflow<nsw> : index
  // CHECK-NEXT: %2 = arith.subi %arg2, %arg2 overflow<nsw, nuw> {test.tag} : vector<4xi8>
  %2 = arith.subi %v, %v overflow<nsw, nuw> {test.tag} : vector<4xi8>
  // CHECK-NEXT: %3 = arith.muli %arg3, %arg3 : tensor<?x2xi64>
  %3 = arith.muli %t, %t overflow<none> : tensor<?x2xi64>
  // CHECK-NEXT: %4 = arith.divui %arg0, %arg0 exact : i32
  %4 = arith.divui %a, %a exact : i32
  // CHECK-NEXT: %5 = arith.divsi %arg0, %arg0 exact : i32
  %5 = arith.divsi %a, %a {isExact} : i32
  // CHECK-NEXT: %6 = arith.ceildivui %arg0, %arg0 : i32
  %6 = arith.ceildivui %a, %a : i32
  // CHECK-NEXT: %7 = arith.ceildivsi %arg0, %arg0 : i32
  %7 = arith.ceildivsi %a, %a : i32
  // CHECK-NEXT: %8 = arith.floordivsi %arg0, %arg0 : i32
  %8 = arith.floordivsi %a, %a : i32
  // CHECK-NEXT: %9 = arith.remui %arg0, %arg0 : i32
  %9 = arith.remui %a, %a : i32
  // CHECK-NEXT: %10 = arith.remsi %arg0, %arg0 : i32
  %10 = arith.remsi %a, %a : i32
  // CHECK-NEXT: %11 = arith.andi %arg0, %arg0 : i32
  %11 = arith.andi %a, %a : i32
  // CHECK-NEXT: %12 = arith.ori %arg0, %arg0 : i32
  %12 = arith.ori %a, %a : i32
  // CHECK-NEXT: %13 = arith.xori %arg0, %arg0 : i32
  %13 = arith.xori %a, %a : i32
  // CHECK-NEXT: %14 = arith.shli %arg0, %arg0 overflow<nuw> : i32
  %14 = arith.shli %a, %a overflow<nuw> : i32
  // CHECK-NEXT: %15 = arith.shrui %arg0, %arg0 exact : i32
  %15 = arith.shrui %a, %a exact : i32
  // CHECK-NEXT: %16 = arith.shrsi %arg0, %arg0 : i32
  %16 = arith.shrsi %a, %a : i32
  // CHECK-NEXT: %17 = arith.maxsi %arg0, %arg0 : i32
  %17 = arith.maxsi %a, %a : i32
  // CHECK-NEXT: %18 = arith.maxui %arg0, %arg0 : i32
  %18 = arith.maxui %a, %a : i32
  // CHECK-NEXT: %19 = arith.minsi %arg0, %arg0 : i32
  %19 = arith.minsi %a, %a : i32
  // CHECK-NEXT: %20 = arith.minui %arg0, %arg0 : i32
  %20 = arith.minui %a, %a : i32
  // CHECK-NEXT: %sum, %overflow = arith.addui_extended %arg0, %arg0 : i32, i1
  %21, %22 = arith.addui_extended %a, %a : i32, i1
  // CHECK-NEXT: %low, %high = arith.mulsi_extended %arg2, %arg2 {test.tag} : vector<4xi8>
  %23, %24 = arith.mulsi_extended %v, %v {test.tag} : vector<4xi8>
  // CHECK-NEXT: %low_0, %high_1 = arith.mului_extended %arg0, %arg0 : i32
  %25, %26 = arith.mului_extended %a, %a : i32
  // CHECK-NEXT: return
  return
}

// Floats of one and two operands.
// CHECK-LABEL: func.func @floats(%arg0: f32, %arg1: vector<2x[4]xbf16>, %arg2: tensor<*xf8E5M2>) {
func.func @floats(%a: f32, %v: vector<2x[4]xbf16>, %t: tensor<*xf8E5M2>) {
  // CHECK-NEXT: %0 = arith.negf %arg0 fastmath<nnan> : f32
  %0 = arith.negf %a fastmath<nnan> : f32
  // CHECK-NEXT: %1 = arith.addf %arg0, %arg0 fastmath<fast> : f32
  %1 = arith.addf %a, %a fastmath<fast> : f32
  // CHECK-NEXT: %2 = arith.subf %arg1, %arg1 fastmath<fast> : vector<2x[4]xbf16>
  %2 = arith.subf %v, %v fastmath<reassoc, nnan, ninf, nsz, arcp, contract, afn> : vector<2x[4]xbf16>
  // CHECK-NEXT: %3 = arith.mulf %arg2, %arg2 fastmath<nnan,contract> : tensor<*xf8E5M2>
  %3 = arith.mulf %t, %t fastmath<contract,nnan> : tensor<*xf8E5M2>
  // CHECK-NEXT: %4 = arith.divf %arg0, %arg0 : f32
  %4 = arith.divf %a, %a fastmath<none> : f32
  // CHECK-NEXT: %5 = arith.remf %arg0, %arg0 {test.tag} : f32
  %5 = arith.remf %a, %a {test.tag} : f32
  // CHECK-NEXT: %6 = arith.maximumf %arg0, %arg0 : f32
  %6 = arith.maximumf %a, %a : f32
  // CHECK-NEXT: %7 = arith.maxnumf %arg0, %arg0 : f32
  %7 = arith.maxnumf %a, %a : f32
  // CHECK-NEXT: %8 = arith.minimumf %arg0, %arg0 : f32
  %8 = arith.minimumf %a, %a : f32
  // CHECK-NEXT: %9 = arith.minnumf %arg0, %arg0 : f32
  %9 = arith.minnumf %a, %a : f32
  // CHECK-NEXT: return
  return
}

// CHECK-LABEL: func.func @casts(%arg0: i16, %arg1: f32, %arg2: index, %arg3: vector<4xi1>, %arg4: memref<4xi32>, %arg5: f8E8M0FNU) {
func.func @casts(%i: i16, %f: f32, %x: index, %v: vector<4xi1>, %m: memref<4xi32>, %s: f8E8M0FNU) {
  // CHECK-NEXT: %0 = arith.extui %arg0 : i16 to i32
  %0 = arith.extui %i : i16 to i32
  // CHECK-NEXT: %1 = arith.extsi %arg3 : vector<4xi1> to vector<4xi7>
  %1 = arith.extsi %v : vector<4xi1> to vector<4xi7>
  // CHECK-NEXT: %2 = arith.trunci %arg0 overflow<nsw> : i16 to i1
  %2 = arith.trunci %i overflow<nsw> : i16 to i1
  // CHECK-NEXT: %3 = arith.extf %arg1 fastmath<contract> : f32 to f64
  %3 = arith.extf %f fastmath<contract> : f32 to f64
  // CHECK-NEXT: %4 = arith.truncf %arg1 : f32 to f16
  %4 = arith.truncf %f : f32 to f16
  // CHECK-NEXT: %5 = arith.truncf %arg1 to_nearest_even fastmath<none> {test.tag} : f32 to f16
  %5 = arith.truncf %f to_nearest_even fastmath<none> {test.tag} : f32 to f16
  // CHECK-NEXT: %6 = arith.scaling_extf %4, %arg5 : f16, f8E8M0FNU to f32
  %6 = arith.scaling_extf %4, %s : f16, f8E8M0FNU to f32
  // CHECK-NEXT: %7 = arith.scaling_truncf %arg1, %arg5 downward fastmath<ninf> : f32, f8E8M0FNU to f4E2M1FN
  %7 = arith.scaling_truncf %f, %s downward fastmath<ninf> : f32, f8E8M0FNU to f4E2M1FN
  // CHECK-NEXT: %8 = arith.uitofp %arg0 : i16 to f32
  %8 = arith.uitofp %i : i16 to f32
  // CHECK-NEXT: %9 = arith.sitofp %arg0 : i16 to f80
  %9 = arith.sitofp %i : i16 to f80
  // CHECK-NEXT: %10 = arith.fptoui %arg1 : f32 to i1
  %10 = arith.fptoui %f : f32 to i1
  // CHECK-NEXT: %11 = arith.fptosi %arg1 : f32 to i128
  %11 = arith.fptosi %f : f32 to i128
  // CHECK-NEXT: %12 = arith.index_cast %arg2 : index to i16
  %12 = arith.index_cast %x : index to i16
  // CHECK-NEXT: %13 = arith.index_castui %arg4 : memref<4xi32> to memref<4xindex>
  %13 = arith.index_castui %m : memref<4xi32> to memref<4xindex>
  // CHECK-NEXT: %14 = arith.bitcast %arg1 : f32 to i32
  %14 = arith.bitcast %f : f32 to i32
  // CHECK-NEXT: return
  return
}

// CHECK-LABEL: func.func @comparisons(%arg0: i16, %arg1: vector<4xf32>, %arg2: tensor<?xindex>) {
func.func @comparisons(%i: i16, %f: vector<4xf32>, %t: tensor<?xindex>) {
  // CHECK-NEXT: %0 = arith.cmpi slt, %arg0, %arg0 : i16
  %0 = arith.cmpi slt, %i, %i : i16
  // CHECK-NEXT: %1 = arith.cmpi uge, %arg2, %arg2 {test.tag} : tensor<?xindex>
  %1 = arith.cmpi "uge", %t, %t {test.tag} : tensor<?xindex>
  // CHECK-NEXT: %2 = arith.cmpf oeq, %arg1, %arg1 : vector<4xf32>
  %2 = arith.cmpf oeq, %f, %f : vector<4xf32>
  // CHECK-NEXT: %3 = arith.cmpf true, %arg1, %arg1 fastmath<fast> : vector<4xf32>
  %3 = arith.cmpf true, %f, %f fastmath<fast> : vector<4xf32>
  // CHECK-NEXT: %4 = arith.cmpf false, %arg1, %arg1 : vector<4xf32>
  %4 = arith.cmpf "false", %f, %f : vector<4xf32>
  // CHECK-NEXT: return
  return
}

// CHECK-LABEL: func.func @selects(%arg0: i1, %arg1: vector<4xi1>, %arg2: vector<4xf32>, %arg3: memref<?xf32>) {
func.func @selects(%c: i1, %m: vector<4xi1>, %v: vector<4xf32>, %r: memref<?xf32>) {
  // CHECK-NEXT: %0 = arith.select %arg0, %arg2, %arg2 : vector<4xf32>
  %0 = arith.select %c, %v, %v : vector<4xf32>
  // CHECK-NEXT: %1 = arith.select %arg1, %arg2, %arg2 {test.tag} : vector<4xi1>, vector<4xf32>
  %1 = arith.select %m, %v, %v {test.tag} : vector<4xi1>, vector<4xf32>
  // CHECK-NEXT: %2 = arith.select %arg0, %arg3, %arg3 : memref<?xf32>
  %2 = arith.select %c, %r, %r : memref<?xf32>
  // CHECK-NEXT: return
  return
}

// The names of constants say what they are.
// CHECK-LABEL: func.func @constants() {
func.func @constants() {
  // CHECK-NEXT: %true = arith.constant true
  %0 = arith.constant true
  // CHECK-NEXT: %false = arith.constant false
  %1 = arith.constant 0 : i1
  // CHECK-NEXT: %c-5 = arith.constant -5 : index
  %2 = arith.constant -5 : index
  // CHECK-NEXT: %c300000000000000000000_i128 = arith.constant 300000000000000000000 : i128
  %3 = arith.constant 300000000000000000000 : i128
  // CHECK-NEXT: %cst = arith.constant 0x7FC00000 : f32
  %4 = arith.constant 0x7FC00000 : f32
  // CHECK-NEXT: %cst_0 = arith.constant dense<1> : vector<[4]xi32>
  %5 = arith.constant dense<1> : vector<[4]xi32>
  // CHECK-NEXT: %cst_1 = arith.constant {test.tag} dense<{{\[\[}}1.000000e+00, 2.000000e+00]]> : tensor<1x2xbf16>
  %6 = arith.constant {test.tag} dense<[[1.0, 2.0]]> : tensor<1x2xbf16>
  // CHECK-NEXT: %cst_2 = arith.constant 1.000000e-03 : f64
  %7 = arith.constant 1.0e-3 : f64
  // CHECK-NEXT: return
  return
}
