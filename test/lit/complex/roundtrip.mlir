// RUN: optc %s | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | optc | FileCheck %s

// CHECK-LABEL: func.func @parts(%arg0: f32, %arg1: f64) {
func.func @parts(%x: f32, %y: f64) {
  // CHECK-NEXT: %0 = complex.create %arg0, %arg0 : complex<f32>
  %0 = complex.create %x, %x : complex<f32>
  // CHECK-NEXT: %1 = complex.create %arg1, %arg1 : complex<f64>
  %1 = complex.create %y, %y : complex<f64>
  // CHECK-NEXT: %2 = complex.re %0 : complex<f32>
  %2 = complex.re %0 : complex<f32>
  // CHECK-NEXT: %3 = complex.im %1 fastmath<nnan> : complex<f64>
  %3 = complex.im %1 fastmath<nnan> : complex<f64>
  // CHECK-NEXT: %4 = complex.abs %0 : complex<f32>
  %4 = complex.abs %0 : complex<f32>
  // CHECK-NEXT: %5 = complex.angle %0 : complex<f32>
  %5 = complex.angle %0 : complex<f32>
  // CHECK-NEXT: %6 = complex.bitcast %0 : complex<f32> to i64
  %6 = complex.bitcast %0 : complex<f32> to i64
  // CHECK-NEXT: %7 = complex.bitcast %arg1 : f64 to complex<f32>
  %7 = complex.bitcast %y : f64 to complex<f32>
  return
}

// CHECK-LABEL: func.func @constants() {
func.func @constants() {
  // CHECK-NEXT: %cst = complex.constant [1.000000e+00 : f32, -5.000000e-01 : f32] : complex<f32>
  %0 = complex.constant [1.0 : f32, -0.5 : f32] : complex<f32>
  // CHECK-NEXT: %cst_0 = complex.constant [1.000000e-01, 0x7FF0000000000000 : f64] : complex<f64>
  %1 = complex.constant [0.1, 0x7FF0000000000000 : f64] : complex<f64>
  // CHECK-NEXT: %cst_1 = complex.constant [1 : i8, -2 : i8] : complex<i8>
  %2 = complex.constant [1 : i8, -2 : i8] : complex<i8>
  return
}

// CHECK-LABEL: func.func @arithmetic(
func.func @arithmetic(%a: complex<f32>, %b: complex<f32>, %n: i32) {
  // CHECK-NEXT: %0 = complex.add %arg0, %arg1 : complex<f32>
  %0 = complex.add %a, %b : complex<f32>
  // CHECK-NEXT: %1 = complex.sub %arg0, %arg1 fastmath<nnan,ninf> : complex<f32>
  %1 = complex.sub %a, %b fastmath<nnan,ninf> : complex<f32>
  // CHECK-NEXT: %2 = complex.mul %arg0, %arg1 : complex<f32>
  %2 = complex.mul %a, %b : complex<f32>
  // CHECK-NEXT: %3 = complex.div %arg0, %arg1 : complex<f32>
  %3 = complex.div %a, %b : complex<f32>
  // CHECK-NEXT: %4 = complex.atan2 %arg0, %arg1 : complex<f32>
  %4 = complex.atan2 %a, %b : complex<f32>
  // CHECK-NEXT: %5 = complex.pow %arg0, %arg1 : complex<f32>
  %5 = complex.pow %a, %b : complex<f32>
  // CHECK-NEXT: %6 = complex.powi %arg0, %arg2 fastmath<fast> : complex<f32>, i32
  %6 = complex.powi %a, %n fastmath<fast> : complex<f32>, i32
  // CHECK-NEXT: %7 = complex.powi %arg0, %arg2 : complex<f32>, i32
  %7 = complex.powi %a, %n : complex<f32>, i32
  // CHECK-NEXT: %8 = complex.eq %arg0, %arg1 : complex<f32>
  %8 = complex.eq %a, %b : complex<f32>
  // CHECK-NEXT: %9 = complex.neq %arg0, %arg1 : complex<f32>
  %9 = complex.neq %a, %b : complex<f32>
  return
}

// CHECK-LABEL: func.func @functions(
func.func @functions(%a: complex<f64>) {
  // CHECK-NEXT: %0 = complex.neg %arg0 : complex<f64>
  %0 = complex.neg %a : complex<f64>
  // CHECK-NEXT: %1 = complex.conj %arg0 : complex<f64>
  %1 = complex.conj %a : complex<f64>
  // CHECK-NEXT: %2 = complex.sign %arg0 : complex<f64>
  %2 = complex.sign %a : complex<f64>
  // CHECK-NEXT: %3 = complex.cos %arg0 : complex<f64>
  %3 = complex.cos %a : complex<f64>
  // CHECK-NEXT: %4 = complex.exp %arg0 fastmath<afn> : complex<f64>
  %4 = complex.exp %a fastmath<afn> : complex<f64>
  // CHECK-NEXT: %5 = complex.expm1 %arg0 : complex<f64>
  %5 = complex.expm1 %a : complex<f64>
  // CHECK-NEXT: %6 = complex.log %arg0 : complex<f64>
  %6 = complex.log %a : complex<f64>
  // CHECK-NEXT: %7 = complex.log1p %arg0 : complex<f64>
  %7 = complex.log1p %a : complex<f64>
  // CHECK-NEXT: %8 = complex.rsqrt %arg0 : complex<f64>
  %8 = complex.rsqrt %a : complex<f64>
  // CHECK-NEXT: %9 = complex.sin %arg0 : complex<f64>
  %9 = complex.sin %a : complex<f64>
  // CHECK-NEXT: %10 = complex.sqrt %arg0 : complex<f64>
  %10 = complex.sqrt %a : complex<f64>
  // CHECK-NEXT: %11 = complex.tan %arg0 : complex<f64>
  %11 = complex.tan %a : complex<f64>
  // CHECK-NEXT: %12 = complex.tanh %arg0 : complex<f64>
  %12 = complex.tanh %a : complex<f64>
  return
}
