// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// Constants that are NaN, infinite or between what two formats have.

// CHECK-LABEL: func.func @nan_converted(
// CHECK-NEXT: %[[CST:.+]] = arith.constant 0x7E : f8E5M2
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant 0x7FF8000020000000 : f64
// CHECK-NEXT: %[[CST_1:.+]] = arith.constant 0x7FC00000 : f32
// CHECK-NEXT: %[[CST_2:.+]] = arith.constant 0x7FC00001 : f32
// CHECK-NEXT: %[[CST_3:.+]] = arith.constant 0x7E00 : f16
// CHECK-NEXT: %[[V0:.+]] = arith.truncf %[[CST_2]] : f32 to f16
// CHECK-NEXT: %[[V1:.+]] = arith.truncf %[[CST_1]] : f32 to f8E4M3FN
// CHECK-NEXT: return %[[CST_3]], %[[V0]], %[[CST_0]], %[[CST]], %[[V1]] : f16, f16, f64, f8E5M2, f8E4M3FN
// CHECK-NEXT: }
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

// CHECK-LABEL: func.func @only_nan_converted(
// CHECK-NEXT: %[[CST:.+]] = arith.constant 0x7D : f8E5M2
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant 0x7FF00000 : f32
// CHECK-NEXT: return %[[CST_0]], %[[CST]] : f32, f8E5M2
// CHECK-NEXT: }
func.func @only_nan_converted() -> (f32, f8E5M2) {
  %n = arith.constant 0x7F : f8E4M3FN
  %s = arith.constant 0x7D : f8E5M2
  %0 = arith.extf %n : f8E4M3FN to f32
  %1 = arith.extf %s : f8E5M2 to f16
  %2 = arith.truncf %1 : f16 to f8E5M2
  return %0, %2 : f32, f8E5M2
}

// CHECK-LABEL: func.func @compared_with_nan(
// CHECK-NEXT: %[[FALSE:.+]] = arith.constant false
// CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
// CHECK-NEXT: return %[[FALSE]], %[[TRUE]], %[[TRUE]], %[[FALSE]] : i1, i1, i1, i1
// CHECK-NEXT: }
func.func @compared_with_nan(%x: f32) -> (i1, i1, i1, i1) {
  %n = arith.constant 0x7FC00000 : f32
  %0 = arith.cmpf olt, %x, %n : f32
  %1 = arith.cmpf ult, %x, %n : f32
  %2 = arith.cmpf uno, %n, %x : f32
  %3 = arith.cmpf ord, %n, %x : f32
  return %0, %1, %2, %3 : i1, i1, i1, i1
}

// CHECK-LABEL: func.func @floor_of_poison(
// CHECK-SAME: %[[X:[a-z0-9]+]]: i32
// CHECK-NEXT: %[[V0:.+]] = ub.poison : i32
// CHECK-NEXT: return %[[V0]], %[[V0]], %[[X]] : i32, i32, i32
// CHECK-NEXT: }
func.func @floor_of_poison(%x: i32) -> (i32, i32, i32) {
  %p = ub.poison : i32
  %c1 = arith.constant 1 : i32
  %0 = arith.floordivsi %p, %x : i32
  %1 = arith.floordivsi %x, %p : i32
  %2 = arith.floordivsi %x, %c1 : i32
  return %0, %1, %2 : i32, i32, i32
}

// CHECK-LABEL: func.func @converted_with_enough_precision(
// CHECK-SAME: %[[X:[a-z0-9]+]]: i11{{.*}}%[[Y:[a-z0-9]+]]: i12{{.*}}%[[Z:[a-z0-9]+]]: i12
// CHECK-NEXT: %[[C2046_I12:.+]] = arith.constant 2046 : i12
// CHECK-NEXT: %[[C:.+]]-2_i11 = arith.constant -2 : i11
// CHECK-NEXT: %[[CST:.+]] = arith.constant 2.048000e+03 : f16
// CHECK-NEXT: %[[V0:.+]] = arith.uitofp %[[Y]] : i12 to f16
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi ult, %[[X]], %[[C]]-2_i11 : i11
// CHECK-NEXT: %[[V2:.+]] = arith.cmpf olt, %[[V0]], %[[CST]] : f16
// CHECK-NEXT: %[[V3:.+]] = arith.cmpi ult, %[[Y]], %[[C2046_I12]] : i12
// CHECK-NEXT: %[[V4:.+]] = arith.cmpi sge, %[[Z]], %[[C2046_I12]] : i12
// CHECK-NEXT: return %[[V1]], %[[V2]], %[[V3]], %[[V4]] : i1, i1, i1, i1
// CHECK-NEXT: }
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

// CHECK-LABEL: func.func @converted_and_infinite(
// CHECK-SAME: %[[Y:[a-z0-9]+]]: i17
// CHECK-NEXT: %[[FALSE:.+]] = arith.constant false
// CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
// CHECK-NEXT: %[[CST:.+]] = arith.constant 0x7C00 : f16
// CHECK-NEXT: %[[V0:.+]] = arith.sitofp %[[Y]] : i17 to f16
// CHECK-NEXT: %[[V1:.+]] = arith.cmpf olt, %[[V0]], %[[CST]] : f16
// CHECK-NEXT: return %[[TRUE]], %[[V1]], %[[TRUE]], %[[FALSE]] : i1, i1, i1, i1
// CHECK-NEXT: }
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

// CHECK-LABEL: func.func @converted_and_large(
// CHECK-SAME: %[[X:[a-z0-9]+]]: i16{{.*}}%[[Y:[a-z0-9]+]]: i32
// CHECK-NEXT: %[[CST:.+]] = arith.constant 6.550400e+04 : f16
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant 4.2949673E+9 : f32
// CHECK-NEXT: %[[V0:.+]] = arith.sitofp %[[X]] : i16 to f16
// CHECK-NEXT: %[[V1:.+]] = arith.uitofp %[[Y]] : i32 to f32
// CHECK-NEXT: %[[V2:.+]] = arith.cmpf olt, %[[V0]], %[[CST]] : f16
// CHECK-NEXT: %[[V3:.+]] = arith.cmpf olt, %[[V1]], %[[CST_0]] : f32
// CHECK-NEXT: return %[[V2]], %[[V3]] : i1, i1
// CHECK-NEXT: }
func.func @converted_and_large(%x: i16, %y: i32) -> (i1, i1) {
  %c = arith.constant 65504.0 : f16
  %d = arith.constant 4294967296.0 : f32
  %0 = arith.sitofp %x : i16 to f16
  %1 = arith.uitofp %y : i32 to f32
  %2 = arith.cmpf olt, %0, %c : f16
  %3 = arith.cmpf olt, %1, %d : f32
  return %2, %3 : i1, i1
}

// CHECK-LABEL: func.func @converted_and_a_fraction(
// CHECK-SAME: %[[X:[a-z0-9]+]]: i8
// CHECK-NEXT: %[[C:.+]]-4_i8 = arith.constant -4 : i8
// CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
// CHECK-NEXT: %[[FALSE:.+]] = arith.constant false
// CHECK-NEXT: %[[C4_I8:.+]] = arith.constant 4 : i8
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi sle, %[[X]], %[[C4_I8]] : i8
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi sle, %[[X]], %[[C4_I8]] : i8
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi sgt, %[[X]], %[[C4_I8]] : i8
// CHECK-NEXT: %[[V3:.+]] = arith.cmpi sgt, %[[X]], %[[C4_I8]] : i8
// CHECK-NEXT: %[[V4:.+]] = arith.cmpi slt, %[[X]], %[[C]]-4_i8 : i8
// CHECK-NEXT: %[[V5:.+]] = arith.cmpi slt, %[[X]], %[[C]]-4_i8 : i8
// CHECK-NEXT: %[[V6:.+]] = arith.cmpi sge, %[[X]], %[[C]]-4_i8 : i8
// CHECK-NEXT: %[[V7:.+]] = arith.cmpi sge, %[[X]], %[[C]]-4_i8 : i8
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]], %[[V3]], %[[FALSE]], %[[TRUE]], %[[V4]], %[[V5]], %[[V6]], %[[V7]] : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
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

// CHECK-LABEL: func.func @converted_and_an_integer(
// CHECK-SAME: %[[X:[a-z0-9]+]]: i8
// CHECK-NEXT: %[[C4_I8:.+]] = arith.constant 4 : i8
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi ult, %[[X]], %[[C4_I8]] : i8
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi ule, %[[X]], %[[C4_I8]] : i8
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi ugt, %[[X]], %[[C4_I8]] : i8
// CHECK-NEXT: %[[V3:.+]] = arith.cmpi uge, %[[X]], %[[C4_I8]] : i8
// CHECK-NEXT: %[[V4:.+]] = arith.cmpi eq, %[[X]], %[[C4_I8]] : i8
// CHECK-NEXT: %[[V5:.+]] = arith.cmpi ne, %[[X]], %[[C4_I8]] : i8
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]], %[[V3]], %[[V4]], %[[V5]] : i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
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

// CHECK-LABEL: func.func @converted_at_the_ends(
// CHECK-SAME: %[[X:[a-z0-9]+]]: i8
// CHECK-NEXT: %[[C0_I8:.+]] = arith.constant 0 : i8
// CHECK-NEXT: %[[FALSE:.+]] = arith.constant false
// CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
// CHECK-NEXT: %[[C:.+]]-1_i8 = arith.constant -1 : i8
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi ule, %[[X]], %[[C]]-1_i8 : i8
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi uge, %[[X]], %[[C0_I8]] : i8
// CHECK-NEXT: return %[[V0]], %[[TRUE]], %[[FALSE]], %[[V1]], %[[TRUE]], %[[FALSE]], %[[TRUE]], %[[FALSE]] : i1, i1, i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
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

// CHECK-LABEL: func.func @converted_and_ordered(
// CHECK-SAME: %[[X:[a-z0-9]+]]: i8
// CHECK-NEXT: %[[FALSE:.+]] = arith.constant false
// CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
// CHECK-NEXT: %[[CST:.+]] = arith.constant 4.000000e+00 : f32
// CHECK-NEXT: %[[V0:.+]] = arith.sitofp %[[X]] : i8 to f32
// CHECK-NEXT: %[[V1:.+]] = arith.cmpf true, %[[V0]], %[[CST]] : f32
// CHECK-NEXT: %[[V2:.+]] = arith.cmpf false, %[[V0]], %[[CST]] : f32
// CHECK-NEXT: return %[[TRUE]], %[[FALSE]], %[[V1]], %[[V2]] : i1, i1, i1, i1
// CHECK-NEXT: }
func.func @converted_and_ordered(%x: i8) -> (i1, i1, i1, i1) {
  %c = arith.constant 4.0 : f32
  %0 = arith.sitofp %x : i8 to f32
  %1 = arith.cmpf ord, %0, %c : f32
  %2 = arith.cmpf uno, %0, %c : f32
  %3 = arith.cmpf true, %0, %c : f32
  %4 = arith.cmpf false, %0, %c : f32
  return %1, %2, %3, %4 : i1, i1, i1, i1
}

// CHECK-LABEL: func.func @selected_constants(
// CHECK-NEXT: %[[CST:.+]] = arith.constant dense<[1, 5, 5, 4]> : vector<4xi8>
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant dense<[3.000000e+00, 2.000000e+00]> : vector<2xf32>
// CHECK-NEXT: return %[[CST]], %[[CST_0]] : vector<4xi8>, vector<2xf32>
// CHECK-NEXT: }
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

// CHECK-LABEL: func.func @bits_of_extended(
// CHECK-SAME: %[[A:[a-z0-9]+]]: i8{{.*}}%[[B:[a-z0-9]+]]: i8{{.*}}%[[C:[a-z0-9]+]]: i16
// CHECK-NEXT: %[[V0:.+]] = arith.extui %[[A]] : i8 to i32
// CHECK-NEXT: %[[V1:.+]] = arith.extui %[[B]] : i8 to i32
// CHECK-NEXT: %[[V2:.+]] = arith.extui %[[C]] : i16 to i32
// CHECK-NEXT: %[[V3:.+]] = arith.extsi %[[A]] : i8 to i32
// CHECK-NEXT: %[[V4:.+]] = arith.andi %[[A]], %[[B]] : i8
// CHECK-NEXT: %[[V5:.+]] = arith.extui %[[V4]] : i8 to i32
// CHECK-NEXT: %[[V6:.+]] = arith.ori %[[V0]], %[[V2]] : i32
// CHECK-NEXT: %[[V7:.+]] = arith.xori %[[V3]], %[[V1]] : i32
// CHECK-NEXT: return %[[V5]], %[[V6]], %[[V7]], %[[V3]] : i32, i32, i32, i32
// CHECK-NEXT: }
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

// CHECK-LABEL: func.func @shifted_by_zero(
// CHECK-SAME: %[[X:[a-z0-9]+]]: i8
// CHECK-NEXT: %[[C8_I8:.+]] = arith.constant 8 : i8
// CHECK-NEXT: %[[C:.+]]-2_i8 = arith.constant -2 : i8
// CHECK-NEXT: %[[C]]-1_i8 = arith.constant -1 : i8
// CHECK-NEXT: %[[C1_I8:.+]] = arith.constant 1 : i8
// CHECK-NEXT: %[[C0_I8:.+]] = arith.constant 0 : i8
// CHECK-NEXT: %[[V0:.+]] = arith.shrsi %[[C]]-2_i8, %[[C8_I8]] : i8
// CHECK-NEXT: %[[V1:.+]] = arith.shli %[[C]]-2_i8, %[[C8_I8]] : i8
// CHECK-NEXT: return %[[X]], %[[C]]-1_i8, %[[C1_I8]], %[[C0_I8]], %[[V0]], %[[V1]] : i8, i8, i8, i8, i8, i8
// CHECK-NEXT: }
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
