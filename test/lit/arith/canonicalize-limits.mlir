// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// Constants that are NaN, infinite or between what two formats have.

// CHECK-LABEL: func.func @nan_converted() -> (f16, f16, f64, f8E5M2, f8E4M3FN) {
// CHECK-NEXT: %cst = arith.constant 0x7E : f8E5M2
// CHECK-NEXT: %cst_0 = arith.constant 0x7FF8000020000000 : f64
// CHECK-NEXT: %cst_1 = arith.constant 0x7FC00000 : f32
// CHECK-NEXT: %cst_2 = arith.constant 0x7FC00001 : f32
// CHECK-NEXT: %cst_3 = arith.constant 0x7E00 : f16
// CHECK-NEXT: %0 = arith.truncf %cst_2 : f32 to f16
// CHECK-NEXT: %1 = arith.truncf %cst_1 : f32 to f8E4M3FN
// CHECK-NEXT: return %cst_3, %0, %cst_0, %cst, %1 : f16, f16, f64, f8E5M2, f8E4M3FN
func.func @nan_converted() -> (f16, f16, f64, f8E5M2, f8E4M3FN) {
  %quiet = arith.constant 0x7FC00000 : f32
  %payload = arith.constant 0x7FC00001 : f32
  %0 = arith.truncf %quiet : f32 to f16
  %1 = arith.truncf %payload : f32 to f16
  %2 = arith.extf %payload : f32 to f64
  %3 = arith.truncf %quiet : f32 to f8E5M2
  %4 = arith.truncf %quiet : f32 to f8E4M3FN
  return %0, %1, %2, %3, %4 : f16, f16, f64, f8E5M2, f8E4M3FN
}

// CHECK-LABEL: func.func @only_nan_converted() -> (f32, f8E5M2) {
// CHECK-NEXT: %cst = arith.constant 0x7D : f8E5M2
// CHECK-NEXT: %cst_0 = arith.constant 0x7FF00000 : f32
// CHECK-NEXT: return %cst_0, %cst : f32, f8E5M2
func.func @only_nan_converted() -> (f32, f8E5M2) {
  %n = arith.constant 0x7F : f8E4M3FN
  %s = arith.constant 0x7D : f8E5M2
  %0 = arith.extf %n : f8E4M3FN to f32
  %1 = arith.extf %s : f8E5M2 to f16
  %2 = arith.truncf %1 : f16 to f8E5M2
  return %0, %2 : f32, f8E5M2
}

// CHECK-LABEL: func.func @compared_with_nan(%arg0: f32) -> (i1, i1, i1, i1) {
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: return %false, %true, %true, %false : i1, i1, i1, i1
func.func @compared_with_nan(%x: f32) -> (i1, i1, i1, i1) {
  %n = arith.constant 0x7FC00000 : f32
  %0 = arith.cmpf olt, %x, %n : f32
  %1 = arith.cmpf ult, %x, %n : f32
  %2 = arith.cmpf uno, %n, %x : f32
  %3 = arith.cmpf ord, %n, %x : f32
  return %0, %1, %2, %3 : i1, i1, i1, i1
}

// CHECK-LABEL: func.func @floor_of_poison(%arg0: i32) -> (i32, i32, i32) {
// CHECK-NEXT: %0 = ub.poison : i32
// CHECK-NEXT: return %0, %0, %arg0 : i32, i32, i32
func.func @floor_of_poison(%x: i32) -> (i32, i32, i32) {
  %p = ub.poison : i32
  %c1 = arith.constant 1 : i32
  %0 = arith.floordivsi %p, %x : i32
  %1 = arith.floordivsi %x, %p : i32
  %2 = arith.floordivsi %x, %c1 : i32
  return %0, %1, %2 : i32, i32, i32
}

// CHECK-LABEL: func.func @converted_with_enough_precision(%arg0: i11, %arg1: i12, %arg2: i12) -> (i1, i1, i1, i1) {
// CHECK-NEXT: %c2046_i12 = arith.constant 2046 : i12
// CHECK-NEXT: %c-2_i11 = arith.constant -2 : i11
// CHECK-NEXT: %cst = arith.constant 2.048000e+03 : f16
// CHECK-NEXT: %0 = arith.uitofp %arg1 : i12 to f16
// CHECK-NEXT: %1 = arith.cmpi ult, %arg0, %c-2_i11 : i11
// CHECK-NEXT: %2 = arith.cmpf olt, %0, %cst : f16
// CHECK-NEXT: %3 = arith.cmpi ult, %arg1, %c2046_i12 : i12
// CHECK-NEXT: %4 = arith.cmpi sge, %arg2, %c2046_i12 : i12
// CHECK-NEXT: return %1, %2, %3, %4 : i1, i1, i1, i1
func.func @converted_with_enough_precision(%x: i11, %y: i12, %z: i12) -> (i1, i1, i1, i1) {
  %c = arith.constant 2048.0 : f16
  %d = arith.constant 2046.0 : f16
  %0 = arith.uitofp %x : i11 to f16
  %1 = arith.uitofp %y : i12 to f16
  %2 = arith.sitofp %z : i12 to f16
  %3 = arith.cmpf olt, %0, %d : f16
  %4 = arith.cmpf olt, %1, %c : f16
  %5 = arith.cmpf olt, %1, %d : f16
  %6 = arith.cmpf oge, %2, %d : f16
  return %3, %4, %5, %6 : i1, i1, i1, i1
}

// CHECK-LABEL: func.func @converted_and_infinite(%arg0: i16, %arg1: i17, %arg2: i8) -> (i1, i1, i1, i1) {
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %cst = arith.constant 0x7C00 : f16
// CHECK-NEXT: %0 = arith.sitofp %arg1 : i17 to f16
// CHECK-NEXT: %1 = arith.cmpf olt, %0, %cst : f16
// CHECK-NEXT: return %true, %1, %true, %false : i1, i1, i1, i1
func.func @converted_and_infinite(%x: i16, %y: i17, %z: i8) -> (i1, i1, i1, i1) {
  %inf = arith.constant 0x7C00 : f16
  %minus = arith.constant 0xFC00 : f16
  %0 = arith.sitofp %x : i16 to f16
  %1 = arith.sitofp %y : i17 to f16
  %2 = arith.uitofp %z : i8 to f16
  %3 = arith.cmpf olt, %0, %inf : f16
  %4 = arith.cmpf olt, %1, %inf : f16
  %5 = arith.cmpf ogt, %0, %minus : f16
  %6 = arith.cmpf ueq, %2, %inf : f16
  return %3, %4, %5, %6 : i1, i1, i1, i1
}

// CHECK-LABEL: func.func @converted_and_large(%arg0: i16, %arg1: i32) -> (i1, i1) {
// CHECK-NEXT: %cst = arith.constant 6.550400e+04 : f16
// CHECK-NEXT: %cst_0 = arith.constant 4.2949673E+9 : f32
// CHECK-NEXT: %0 = arith.sitofp %arg0 : i16 to f16
// CHECK-NEXT: %1 = arith.uitofp %arg1 : i32 to f32
// CHECK-NEXT: %2 = arith.cmpf olt, %0, %cst : f16
// CHECK-NEXT: %3 = arith.cmpf olt, %1, %cst_0 : f32
// CHECK-NEXT: return %2, %3 : i1, i1
func.func @converted_and_large(%x: i16, %y: i32) -> (i1, i1) {
  %c = arith.constant 65504.0 : f16
  %d = arith.constant 4294967296.0 : f32
  %0 = arith.sitofp %x : i16 to f16
  %1 = arith.uitofp %y : i32 to f32
  %2 = arith.cmpf olt, %0, %c : f16
  %3 = arith.cmpf olt, %1, %d : f32
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func.func @converted_and_a_fraction(%arg0: i8) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT: %c-4_i8 = arith.constant -4 : i8
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %c4_i8 = arith.constant 4 : i8
// CHECK-NEXT: %0 = arith.cmpi sle, %arg0, %c4_i8 : i8
// CHECK-NEXT: %1 = arith.cmpi sle, %arg0, %c4_i8 : i8
// CHECK-NEXT: %2 = arith.cmpi sgt, %arg0, %c4_i8 : i8
// CHECK-NEXT: %3 = arith.cmpi sgt, %arg0, %c4_i8 : i8
// CHECK-NEXT: %4 = arith.cmpi slt, %arg0, %c-4_i8 : i8
// CHECK-NEXT: %5 = arith.cmpi slt, %arg0, %c-4_i8 : i8
// CHECK-NEXT: %6 = arith.cmpi sge, %arg0, %c-4_i8 : i8
// CHECK-NEXT: %7 = arith.cmpi sge, %arg0, %c-4_i8 : i8
// CHECK-NEXT: return %0, %1, %2, %3, %false, %true, %4, %5, %6, %7 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
func.func @converted_and_a_fraction(%x: i8) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %c = arith.constant 4.5 : f32
  %d = arith.constant -4.5 : f32
  %0 = arith.sitofp %x : i8 to f32
  %1 = arith.cmpf olt, %0, %c : f32
  %2 = arith.cmpf ole, %0, %c : f32
  %3 = arith.cmpf ogt, %0, %c : f32
  %4 = arith.cmpf oge, %0, %c : f32
  %5 = arith.cmpf oeq, %0, %c : f32
  %6 = arith.cmpf une, %0, %c : f32
  %7 = arith.cmpf olt, %0, %d : f32
  %8 = arith.cmpf ole, %0, %d : f32
  %9 = arith.cmpf ogt, %0, %d : f32
  %10 = arith.cmpf oge, %0, %d : f32
  return %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// CHECK-LABEL: func.func @converted_and_an_integer(%arg0: i8) -> (i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT: %c4_i8 = arith.constant 4 : i8
// CHECK-NEXT: %0 = arith.cmpi ult, %arg0, %c4_i8 : i8
// CHECK-NEXT: %1 = arith.cmpi ule, %arg0, %c4_i8 : i8
// CHECK-NEXT: %2 = arith.cmpi ugt, %arg0, %c4_i8 : i8
// CHECK-NEXT: %3 = arith.cmpi uge, %arg0, %c4_i8 : i8
// CHECK-NEXT: %4 = arith.cmpi eq, %arg0, %c4_i8 : i8
// CHECK-NEXT: %5 = arith.cmpi ne, %arg0, %c4_i8 : i8
// CHECK-NEXT: return %0, %1, %2, %3, %4, %5 : i1, i1, i1, i1, i1, i1
func.func @converted_and_an_integer(%x: i8) -> (i1, i1, i1, i1, i1, i1) {
  %c = arith.constant 4.0 : f32
  %0 = arith.uitofp %x : i8 to f32
  %1 = arith.cmpf olt, %0, %c : f32
  %2 = arith.cmpf ole, %0, %c : f32
  %3 = arith.cmpf ugt, %0, %c : f32
  %4 = arith.cmpf uge, %0, %c : f32
  %5 = arith.cmpf oeq, %0, %c : f32
  %6 = arith.cmpf one, %0, %c : f32
  return %1, %2, %3, %4, %5, %6 : i1, i1, i1, i1, i1, i1
}

// CHECK-LABEL: func.func @converted_at_the_ends(%arg0: i8) -> (i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT: %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT: %0 = arith.cmpi ule, %arg0, %c-1_i8 : i8
// CHECK-NEXT: %1 = arith.cmpi uge, %arg0, %c0_i8 : i8
// CHECK-NEXT: return %0, %true, %false, %1, %true, %false, %true, %false : i1, i1, i1, i1, i1, i1, i1, i1
func.func @converted_at_the_ends(%x: i8) -> (i1, i1, i1, i1, i1, i1, i1, i1) {
  %max = arith.constant 255.0 : f32
  %above = arith.constant 255.5 : f32
  %min = arith.constant 0.0 : f32
  %below = arith.constant -0.5 : f32
  %0 = arith.uitofp %x : i8 to f32
  %1 = arith.cmpf ole, %0, %max : f32
  %2 = arith.cmpf ole, %0, %above : f32
  %3 = arith.cmpf oge, %0, %above : f32
  %4 = arith.cmpf oge, %0, %min : f32
  %5 = arith.cmpf oge, %0, %below : f32
  %6 = arith.cmpf olt, %0, %below : f32
  %7 = arith.cmpf one, %0, %above : f32
  %8 = arith.cmpf ueq, %0, %below : f32
  return %1, %2, %3, %4, %5, %6, %7, %8 : i1, i1, i1, i1, i1, i1, i1, i1
}

// CHECK-LABEL: func.func @converted_and_ordered(%arg0: i8) -> (i1, i1, i1, i1) {
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %cst = arith.constant 4.000000e+00 : f32
// CHECK-NEXT: %0 = arith.sitofp %arg0 : i8 to f32
// CHECK-NEXT: %1 = arith.cmpf true, %0, %cst : f32
// CHECK-NEXT: %2 = arith.cmpf false, %0, %cst : f32
// CHECK-NEXT: return %true, %false, %1, %2 : i1, i1, i1, i1
func.func @converted_and_ordered(%x: i8) -> (i1, i1, i1, i1) {
  %c = arith.constant 4.0 : f32
  %0 = arith.sitofp %x : i8 to f32
  %1 = arith.cmpf ord, %0, %c : f32
  %2 = arith.cmpf uno, %0, %c : f32
  %3 = arith.cmpf true, %0, %c : f32
  %4 = arith.cmpf false, %0, %c : f32
  return %1, %2, %3, %4 : i1, i1, i1, i1
}

// CHECK-LABEL: func.func @selected_constants() -> (vector<4xi8>, vector<2xf32>) {
// CHECK-NEXT: %cst = arith.constant dense<[1, 5, 5, 4]> : vector<4xi8>
// CHECK-NEXT: %cst_0 = arith.constant dense<[3.000000e+00, 2.000000e+00]> : vector<2xf32>
// CHECK-NEXT: return %cst, %cst_0 : vector<4xi8>, vector<2xf32>
func.func @selected_constants() -> (vector<4xi8>, vector<2xf32>) {
  %k = arith.constant dense<[true, false, false, true]> : vector<4xi1>
  %a = arith.constant dense<[1, 2, 3, 4]> : vector<4xi8>
  %b = arith.constant dense<5> : vector<4xi8>
  %l = arith.constant dense<[false, true]> : vector<2xi1>
  %c = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  %d = arith.constant dense<[3.0, 4.0]> : vector<2xf32>
  %0 = arith.select %k, %a, %b : vector<4xi1>, vector<4xi8>
  %1 = arith.select %l, %c, %d : vector<2xi1>, vector<2xf32>
  return %0, %1 : vector<4xi8>, vector<2xf32>
}

// CHECK-LABEL: func.func @bits_of_extended(%arg0: i8, %arg1: i8, %arg2: i16) -> (i32, i32, i32, i32) {
// CHECK-NEXT: %0 = arith.extui %arg0 : i8 to i32
// CHECK-NEXT: %1 = arith.extui %arg1 : i8 to i32
// CHECK-NEXT: %2 = arith.extui %arg2 : i16 to i32
// CHECK-NEXT: %3 = arith.extsi %arg0 : i8 to i32
// CHECK-NEXT: %4 = arith.andi %arg0, %arg1 : i8
// CHECK-NEXT: %5 = arith.extui %4 : i8 to i32
// CHECK-NEXT: %6 = arith.ori %0, %2 : i32
// CHECK-NEXT: %7 = arith.xori %3, %1 : i32
// CHECK-NEXT: return %5, %6, %7, %3 : i32, i32, i32, i32
func.func @bits_of_extended(%a: i8, %b: i8, %c: i16) -> (i32, i32, i32, i32) {
  %x = arith.extui %a : i8 to i32
  %y = arith.extui %b : i8 to i32
  %z = arith.extui %c : i16 to i32
  %s = arith.extsi %a : i8 to i32
  %0 = arith.andi %x, %y : i32
  %1 = arith.ori %x, %z : i32
  %2 = arith.xori %s, %y : i32
  %3 = arith.ori %s, %s : i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}

// CHECK-LABEL: func.func @shifted_by_zero(%arg0: i8) -> (i8, i8, i8, i8, i8, i8) {
// CHECK-NEXT: %c8_i8 = arith.constant 8 : i8
// CHECK-NEXT: %c-2_i8 = arith.constant -2 : i8
// CHECK-NEXT: %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT: %c1_i8 = arith.constant 1 : i8
// CHECK-NEXT: %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT: %0 = arith.shrsi %c-2_i8, %c8_i8 : i8
// CHECK-NEXT: %1 = arith.shli %c-2_i8, %c8_i8 : i8
// CHECK-NEXT: return %arg0, %c-1_i8, %c1_i8, %c0_i8, %0, %1 : i8, i8, i8, i8, i8, i8
func.func @shifted_by_zero(%x: i8) -> (i8, i8, i8, i8, i8, i8) {
  %c0 = arith.constant 0 : i8
  %c7 = arith.constant 7 : i8
  %c8 = arith.constant 8 : i8
  %n = arith.constant -2 : i8
  %0 = arith.shli %x, %c0 : i8
  %1 = arith.shrsi %n, %c7 : i8
  %2 = arith.shrui %n, %c7 : i8
  %3 = arith.shli %n, %c7 : i8
  %4 = arith.shrsi %n, %c8 : i8
  %5 = arith.shli %n, %c8 : i8
  return %0, %1, %2, %3, %4, %5 : i8, i8, i8, i8, i8, i8
}
