// RUN: optc %s --allow-unregistered-dialect | FileCheck %s
// RUN: optc %s --allow-unregistered-dialect --mlir-print-op-generic | optc --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @floats(%arg0: f32, %arg1: vector<4xf16>, %arg2: tensor<?xf64>) {
func.func @floats(%f: f32, %v: vector<4xf16>, %t: tensor<?xf64>) {
  // CHECK-NEXT: %0 = math.absf %arg0 : f32
  %0 = math.absf %f : f32
  // CHECK-NEXT: %1 = math.acos %arg1 fastmath<nnan> : vector<4xf16>
  %1 = math.acos %v fastmath<nnan> : vector<4xf16>
  // CHECK-NEXT: %2 = math.acosh %arg2 {test.tag} : tensor<?xf64>
  %2 = math.acosh %t {test.tag} : tensor<?xf64>
  // CHECK-NEXT: %3 = math.asin %arg0 : f32
  %3 = math.asin %f : f32
  // CHECK-NEXT: %4 = math.asinh %arg0 : f32
  %4 = math.asinh %f : f32
  // CHECK-NEXT: %5 = math.atan %arg0 : f32
  %5 = math.atan %f : f32
  // CHECK-NEXT: %6 = math.atanh %arg0 : f32
  %6 = math.atanh %f : f32
  // CHECK-NEXT: %7 = math.cbrt %arg0 : f32
  %7 = math.cbrt %f : f32
  // CHECK-NEXT: %8 = math.ceil %arg0 : f32
  %8 = math.ceil %f : f32
  // CHECK-NEXT: %9 = math.cos %arg0 : f32
  %9 = math.cos %f : f32
  // CHECK-NEXT: %10 = math.cosh %arg0 : f32
  %10 = math.cosh %f : f32
  // CHECK-NEXT: %11 = math.erf %arg0 : f32
  %11 = math.erf %f : f32
  // CHECK-NEXT: %12 = math.erfc %arg0 : f32
  %12 = math.erfc %f : f32
  // CHECK-NEXT: %13 = math.exp %arg0 : f32
  %13 = math.exp %f : f32
  // CHECK-NEXT: %14 = math.exp2 %arg0 : f32
  %14 = math.exp2 %f : f32
  // CHECK-NEXT: %15 = math.expm1 %arg0 : f32
  %15 = math.expm1 %f : f32
  // CHECK-NEXT: %16 = math.floor %arg0 : f32
  %16 = math.floor %f : f32
  // CHECK-NEXT: %17 = math.log %arg0 : f32
  %17 = math.log %f : f32
  // CHECK-NEXT: %18 = math.log10 %arg0 : f32
  %18 = math.log10 %f : f32
  // CHECK-NEXT: %19 = math.log1p %arg0 : f32
  %19 = math.log1p %f : f32
  // CHECK-NEXT: %20 = math.log2 %arg0 : f32
  %20 = math.log2 %f : f32
  // CHECK-NEXT: %21 = math.round %arg0 : f32
  %21 = math.round %f : f32
  // CHECK-NEXT: %22 = math.roundeven %arg0 : f32
  %22 = math.roundeven %f : f32
  // CHECK-NEXT: %23 = math.rsqrt %arg0 : f32
  %23 = math.rsqrt %f : f32
  // CHECK-NEXT: %24 = math.sin %arg0 : f32
  %24 = math.sin %f : f32
  // CHECK-NEXT: %25 = math.sinh %arg0 : f32
  %25 = math.sinh %f : f32
  // CHECK-NEXT: %26 = math.sqrt %arg0 : f32
  %26 = math.sqrt %f : f32
  // CHECK-NEXT: %27 = math.tan %arg0 : f32
  %27 = math.tan %f : f32
  // CHECK-NEXT: %28 = math.tanh %arg0 : f32
  %28 = math.tanh %f : f32
  // CHECK-NEXT: %29 = math.trunc %arg0 : f32
  %29 = math.trunc %f : f32
  // CHECK-NEXT: %30 = math.atan2 %arg0, %arg0 : f32
  %30 = math.atan2 %f, %f : f32
  // CHECK-NEXT: %31 = math.copysign %arg1, %arg1 : vector<4xf16>
  %31 = math.copysign %v, %v : vector<4xf16>
  // CHECK-NEXT: %32 = math.powf %arg0, %arg0 fastmath<fast> : f32
  %32 = math.powf %f, %f fastmath<fast> : f32
  // CHECK-NEXT: %33 = math.fma %arg0, %arg0, %arg0 : f32
  %33 = math.fma %f, %f, %f : f32
  // CHECK-NEXT: %34 = math.clampf %arg0 to [%arg0, %arg0] fastmath<nnan> : f32
  %34 = math.clampf %f to [%f, %f] fastmath<nnan> : f32
  // CHECK-NEXT: %sin, %cos = math.sincos %arg1 : vector<4xf16>
  %35:2 = math.sincos %v : vector<4xf16>
  // CHECK-NEXT: %35 = math.isfinite %arg2 : tensor<?xf64>
  %36 = math.isfinite %t : tensor<?xf64>
  // CHECK-NEXT: %36 = math.isinf %arg0 {fastmath = #arith.fastmath<fast>} : f32
  %37 = math.isinf %f {fastmath = #arith.fastmath<fast>} : f32
  // CHECK-NEXT: %37 = math.isnan %arg1 : vector<4xf16>
  %38 = math.isnan %v : vector<4xf16>
  // CHECK-NEXT: %38 = math.isnormal %arg0 : f32
  %39 = math.isnormal %f : f32
  // CHECK-NEXT: return
  return
}

// CHECK-LABEL: func.func @integers(%arg0: i32, %arg1: index, %arg2: f32, %arg3: vector<2xi8>) {
func.func @integers(%i: i32, %x: index, %f: f32, %v: vector<2xi8>) {
  // CHECK-NEXT: %0 = math.absi %arg0 : i32
  %0 = math.absi %i : i32
  // CHECK-NEXT: %1 = math.ctlz %arg1 : index
  %1 = math.ctlz %x : index
  // CHECK-NEXT: %2 = math.cttz %arg3 : vector<2xi8>
  %2 = math.cttz %v : vector<2xi8>
  // CHECK-NEXT: %3 = math.ctpop %arg0 {test.tag} : i32
  %3 = math.ctpop %i {test.tag} : i32
  // CHECK-NEXT: %4 = math.ipowi %arg0, %arg0 : i32
  %4 = math.ipowi %i, %i : i32
  // CHECK-NEXT: %5 = math.fpowi %arg2, %arg0 fastmath<nnan> : f32, i32
  %5 = math.fpowi %f, %i fastmath<nnan> : f32, i32
  // CHECK-NEXT: return
  return
}
