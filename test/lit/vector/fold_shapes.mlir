// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// Casts, broadcasts and transposes that are one, none, or stay two.

// CHECK-LABEL: func.func @broadcasts(%arg0: i32, %arg1: vector<4xi32>, %arg2: vector<3x1xi32>) -> (vector<4xi32>, vector<2x3x4xi32>, vector<2x3x5xi32>, vector<2x1x3xi32>, vector<3x4xi32>, vector<2x2xi32>, vector<2x3xf32>, vector<2x4xi32>) {
// CHECK-NEXT: %cst = arith.constant dense<1.500000e+00> : vector<2x3xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<7> : vector<2x2xi32>
// CHECK-NEXT: %cst_1 = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
// CHECK-NEXT: %0 = vector.broadcast %arg1 : vector<4xi32> to vector<2x3x4xi32>
// CHECK-NEXT: %1 = vector.broadcast %arg2 : vector<3x1xi32> to vector<2x3x5xi32>
// CHECK-NEXT: %2 = vector.shape_cast %arg2 : vector<3x1xi32> to vector<1x3xi32>
// CHECK-NEXT: %3 = vector.broadcast %2 : vector<1x3xi32> to vector<2x1x3xi32>
// CHECK-NEXT: %4 = vector.broadcast %arg0 : i32 to vector<3x4xi32>
// CHECK-NEXT: %5 = vector.broadcast %cst_1 : vector<4xi32> to vector<2x4xi32>
// CHECK-NEXT: return %arg1, %0, %1, %3, %4, %cst_0, %cst, %5 : vector<4xi32>, vector<2x3x4xi32>, vector<2x3x5xi32>, vector<2x1x3xi32>, vector<3x4xi32>, vector<2x2xi32>, vector<2x3xf32>, vector<2x4xi32>
func.func @broadcasts(%x: i32, %v: vector<4xi32>, %w: vector<3x1xi32>) -> (vector<4xi32>, vector<2x3x4xi32>, vector<2x3x5xi32>, vector<2x1x3xi32>, vector<3x4xi32>, vector<2x2xi32>, vector<2x3xf32>, vector<2x4xi32>) {
  %0 = vector.broadcast %v : vector<4xi32> to vector<4xi32>
  %a = vector.shape_cast %v : vector<4xi32> to vector<1x1x4xi32>
  %1 = vector.broadcast %a : vector<1x1x4xi32> to vector<2x3x4xi32>
  %b = vector.broadcast %w : vector<3x1xi32> to vector<1x3x1xi32>
  %2 = vector.broadcast %b : vector<1x3x1xi32> to vector<2x3x5xi32>
  %c = vector.shape_cast %w : vector<3x1xi32> to vector<1x3xi32>
  %3 = vector.broadcast %c : vector<1x3xi32> to vector<2x1x3xi32>
  %d = vector.broadcast %x : i32 to vector<4xi32>
  %4 = vector.broadcast %d : vector<4xi32> to vector<3x4xi32>
  %n = arith.constant 7 : i32
  %5 = vector.broadcast %n : i32 to vector<2x2xi32>
  %s = arith.constant dense<1.5> : vector<3xf32>
  %6 = vector.broadcast %s : vector<3xf32> to vector<2x3xf32>
  %l = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %7 = vector.broadcast %l : vector<4xi32> to vector<2x4xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : vector<4xi32>, vector<2x3x4xi32>, vector<2x3x5xi32>, vector<2x1x3xi32>, vector<3x4xi32>, vector<2x2xi32>, vector<2x3xf32>, vector<2x4xi32>
}

// CHECK-LABEL: func.func @casts(%arg0: i32, %arg1: vector<6xi32>, %arg2: vector<2x3xi32>, %arg3: vector<3xi32>, %arg4: vector<2x1xi32>) -> (vector<6xi32>, vector<3x2xi32>, vector<6xi32>, vector<3xi32>, vector<4x3xi32>, vector<2x6xi32>, vector<3x2xi32>, vector<4x2xi32>, vector<2x3xi32>, vector<2x3xi32>) {
// CHECK-NEXT: %cst = arith.constant dense<3> : vector<2x3xi32>
// CHECK-NEXT: %cst_0 = arith.constant dense<{{\[\[}}1, 2, 3], [4, 5, 6]]> : vector<2x3xi32>
// CHECK-NEXT: %0 = vector.shape_cast %arg1 : vector<6xi32> to vector<3x2xi32>
// CHECK-NEXT: %1 = vector.broadcast %arg3 : vector<3xi32> to vector<2x2x3xi32>
// CHECK-NEXT: %2 = vector.broadcast %arg3 : vector<3xi32> to vector<4x3xi32>
// CHECK-NEXT: %3 = vector.shape_cast %1 : vector<2x2x3xi32> to vector<2x6xi32>
// CHECK-NEXT: %4 = vector.broadcast %arg0 : i32 to vector<3x2xi32>
// CHECK-NEXT: %5 = vector.broadcast %arg4 : vector<2x1xi32> to vector<2x2x2xi32>
// CHECK-NEXT: %6 = vector.shape_cast %5 : vector<2x2x2xi32> to vector<4x2xi32>
// CHECK-NEXT: return %arg1, %0, %arg1, %arg3, %2, %3, %4, %6, %cst_0, %cst : vector<6xi32>, vector<3x2xi32>, vector<6xi32>, vector<3xi32>, vector<4x3xi32>, vector<2x6xi32>, vector<3x2xi32>, vector<4x2xi32>, vector<2x3xi32>, vector<2x3xi32>
func.func @casts(%x: i32, %v: vector<6xi32>, %w: vector<2x3xi32>, %u: vector<3xi32>, %o: vector<2x1xi32>) -> (vector<6xi32>, vector<3x2xi32>, vector<6xi32>, vector<3xi32>, vector<4x3xi32>, vector<2x6xi32>, vector<3x2xi32>, vector<4x2xi32>, vector<2x3xi32>, vector<2x3xi32>) {
  %0 = vector.shape_cast %v : vector<6xi32> to vector<6xi32>
  %a = vector.shape_cast %v : vector<6xi32> to vector<2x3xi32>
  %1 = vector.shape_cast %a : vector<2x3xi32> to vector<3x2xi32>
  %2 = vector.shape_cast %a : vector<2x3xi32> to vector<6xi32>
  %b = vector.broadcast %u : vector<3xi32> to vector<1x1x3xi32>
  %3 = vector.shape_cast %b : vector<1x1x3xi32> to vector<3xi32>
  %c = vector.broadcast %u : vector<3xi32> to vector<2x2x3xi32>
  %4 = vector.shape_cast %c : vector<2x2x3xi32> to vector<4x3xi32>
  %5 = vector.shape_cast %c : vector<2x2x3xi32> to vector<2x6xi32>
  %d = vector.broadcast %x : i32 to vector<2x3xi32>
  %6 = vector.shape_cast %d : vector<2x3xi32> to vector<3x2xi32>
  %e = vector.broadcast %o : vector<2x1xi32> to vector<2x2x2xi32>
  %7 = vector.shape_cast %e : vector<2x2x2xi32> to vector<4x2xi32>
  %f = arith.constant dense<[1, 2, 3, 4, 5, 6]> : vector<6xi32>
  %8 = vector.shape_cast %f : vector<6xi32> to vector<2x3xi32>
  %g = arith.constant dense<3> : vector<6xi32>
  %9 = vector.shape_cast %g : vector<6xi32> to vector<2x3xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : vector<6xi32>, vector<3x2xi32>, vector<6xi32>, vector<3xi32>, vector<4x3xi32>, vector<2x6xi32>, vector<3x2xi32>, vector<4x2xi32>, vector<2x3xi32>, vector<2x3xi32>
}

// CHECK-LABEL: func.func @transposes(%arg0: i32, %arg1: vector<2x3xi32>, %arg2: vector<2x1x3xi32>, %arg3: vector<2x2xi32>, %arg4: vector<2x3x4xi32>, %arg5: vector<1x4xi32>) -> (vector<2x3xi32>, vector<3x2xi32>, vector<2x2xi32>, vector<2x3x1xi32>, vector<6xi32>, vector<3x4x2xi32>, vector<2x3x4xi32>, vector<3x2xi32>, vector<4x1xi32>, vector<3x2xi32>, vector<1x2x3xi32>) {
// CHECK-NEXT: %cst = arith.constant dense<5> : vector<3x2xi32>
// CHECK-NEXT: %0 = vector.transpose %arg1, [1, 0] : vector<2x3xi32> to vector<3x2xi32>
// CHECK-NEXT: %1 = vector.transpose %arg3, [1, 0] : vector<2x2xi32> to vector<2x2xi32>
// CHECK-NEXT: %2 = vector.transpose %arg2, [0, 2, 1] : vector<2x1x3xi32> to vector<2x3x1xi32>
// CHECK-NEXT: %3 = vector.shape_cast %arg2 : vector<2x1x3xi32> to vector<6xi32>
// CHECK-NEXT: %4 = vector.transpose %arg4, [1, 2, 0] : vector<2x3x4xi32> to vector<3x4x2xi32>
// CHECK-NEXT: %5 = vector.broadcast %arg0 : i32 to vector<3x2xi32>
// CHECK-NEXT: %6 = vector.transpose %arg5, [1, 0] : vector<1x4xi32> to vector<4x1xi32>
// CHECK-NEXT: %7 = vector.shape_cast %arg1 : vector<2x3xi32> to vector<1x2x3xi32>
// CHECK-NEXT: return %arg1, %0, %1, %2, %3, %4, %arg4, %5, %6, %cst, %7 : vector<2x3xi32>, vector<3x2xi32>, vector<2x2xi32>, vector<2x3x1xi32>, vector<6xi32>, vector<3x4x2xi32>, vector<2x3x4xi32>, vector<3x2xi32>, vector<4x1xi32>, vector<3x2xi32>, vector<1x2x3xi32>
func.func @transposes(%x: i32, %v: vector<2x3xi32>, %w: vector<2x1x3xi32>, %s: vector<2x2xi32>, %p: vector<2x3x4xi32>, %q: vector<1x4xi32>) -> (vector<2x3xi32>, vector<3x2xi32>, vector<2x2xi32>, vector<2x3x1xi32>, vector<6xi32>, vector<3x4x2xi32>, vector<2x3x4xi32>, vector<3x2xi32>, vector<4x1xi32>, vector<3x2xi32>, vector<1x2x3xi32>) {
  %0 = vector.transpose %v, [0, 1] : vector<2x3xi32> to vector<2x3xi32>
  %1 = vector.transpose %v, [1, 0] : vector<2x3xi32> to vector<3x2xi32>
  %2 = vector.transpose %s, [1, 0] : vector<2x2xi32> to vector<2x2xi32>
  %3 = vector.transpose %w, [0, 2, 1] : vector<2x1x3xi32> to vector<2x3x1xi32>
  %a = vector.transpose %w, [1, 0, 2] : vector<2x1x3xi32> to vector<1x2x3xi32>
  %4 = vector.shape_cast %a : vector<1x2x3xi32> to vector<6xi32>
  %b = vector.transpose %p, [2, 0, 1] : vector<2x3x4xi32> to vector<4x2x3xi32>
  %5 = vector.transpose %b, [2, 0, 1] : vector<4x2x3xi32> to vector<3x4x2xi32>
  %6 = vector.transpose %b, [1, 2, 0] : vector<4x2x3xi32> to vector<2x3x4xi32>
  %c = vector.broadcast %x : i32 to vector<2x3xi32>
  %7 = vector.transpose %c, [1, 0] : vector<2x3xi32> to vector<3x2xi32>
  %8 = vector.transpose %q, [1, 0] : vector<1x4xi32> to vector<4x1xi32>
  %d = arith.constant dense<5> : vector<2x3xi32>
  %9 = vector.transpose %d, [1, 0] : vector<2x3xi32> to vector<3x2xi32>
  %e = vector.shape_cast %v : vector<2x3xi32> to vector<2x1x3xi32>
  %10 = vector.transpose %e, [1, 0, 2] : vector<2x1x3xi32> to vector<1x2x3xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : vector<2x3xi32>, vector<3x2xi32>, vector<2x2xi32>, vector<2x3x1xi32>, vector<6xi32>, vector<3x4x2xi32>, vector<2x3x4xi32>, vector<3x2xi32>, vector<4x1xi32>, vector<3x2xi32>, vector<1x2x3xi32>
}

// CHECK-LABEL: func.func @transposed_broadcasts(%arg0: vector<1x1x4xi32>, %arg1: vector<2x1xi32>, %arg2: vector<3xi32>) -> (vector<3x2x4xi32>, vector<4x2x3xi32>, vector<3x2x5xi32>, vector<5x3x2xi32>, vector<2x4x3xi32>, vector<3x2x4xi32>) {
// CHECK-NEXT: %0 = vector.broadcast %arg0 : vector<1x1x4xi32> to vector<2x3x4xi32>
// CHECK-NEXT: %1 = vector.broadcast %arg0 : vector<1x1x4xi32> to vector<3x2x4xi32>
// CHECK-NEXT: %2 = vector.transpose %0, [2, 0, 1] : vector<2x3x4xi32> to vector<4x2x3xi32>
// CHECK-NEXT: %3 = vector.broadcast %arg1 : vector<2x1xi32> to vector<3x2x5xi32>
// CHECK-NEXT: %4 = vector.transpose %3, [2, 0, 1] : vector<3x2x5xi32> to vector<5x3x2xi32>
// CHECK-NEXT: %5 = vector.broadcast %arg2 : vector<3xi32> to vector<4x2x3xi32>
// CHECK-NEXT: %6 = vector.broadcast %arg2 : vector<3xi32> to vector<2x4x3xi32>
// CHECK-NEXT: %7 = vector.transpose %5, [2, 1, 0] : vector<4x2x3xi32> to vector<3x2x4xi32>
// CHECK-NEXT: return %1, %2, %3, %4, %6, %7 : vector<3x2x4xi32>, vector<4x2x3xi32>, vector<3x2x5xi32>, vector<5x3x2xi32>, vector<2x4x3xi32>, vector<3x2x4xi32>
func.func @transposed_broadcasts(%v: vector<1x1x4xi32>, %w: vector<2x1xi32>, %u: vector<3xi32>) -> (vector<3x2x4xi32>, vector<4x2x3xi32>, vector<3x2x5xi32>, vector<5x3x2xi32>, vector<2x4x3xi32>, vector<3x2x4xi32>) {
  %a = vector.broadcast %v : vector<1x1x4xi32> to vector<2x3x4xi32>
  %0 = vector.transpose %a, [1, 0, 2] : vector<2x3x4xi32> to vector<3x2x4xi32>
  %1 = vector.transpose %a, [2, 0, 1] : vector<2x3x4xi32> to vector<4x2x3xi32>
  %b = vector.broadcast %w : vector<2x1xi32> to vector<3x2x5xi32>
  %2 = vector.transpose %b, [0, 1, 2] : vector<3x2x5xi32> to vector<3x2x5xi32>
  %3 = vector.transpose %b, [2, 0, 1] : vector<3x2x5xi32> to vector<5x3x2xi32>
  %c = vector.broadcast %u : vector<3xi32> to vector<4x2x3xi32>
  %4 = vector.transpose %c, [1, 0, 2] : vector<4x2x3xi32> to vector<2x4x3xi32>
  %5 = vector.transpose %c, [2, 1, 0] : vector<4x2x3xi32> to vector<3x2x4xi32>
  return %0, %1, %2, %3, %4, %5 : vector<3x2x4xi32>, vector<4x2x3xi32>, vector<3x2x5xi32>, vector<5x3x2xi32>, vector<2x4x3xi32>, vector<3x2x4xi32>
}

// CHECK-LABEL: func.func @transposed_elements(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32) -> (vector<3x2xi32>, vector<3x1x2xi32>) {
// CHECK-NEXT: %0 = vector.from_elements %arg0, %arg3, %arg1, %arg4, %arg2, %arg5 : vector<3x2xi32>
// CHECK-NEXT: %1 = vector.from_elements %arg0, %arg3, %arg1, %arg4, %arg2, %arg5 : vector<3x1x2xi32>
// CHECK-NEXT: return %0, %1 : vector<3x2xi32>, vector<3x1x2xi32>
func.func @transposed_elements(%a: i32, %b: i32, %c: i32, %d: i32, %e: i32, %f: i32) -> (vector<3x2xi32>, vector<3x1x2xi32>) {
  %v = vector.from_elements %a, %b, %c, %d, %e, %f : vector<2x3xi32>
  %0 = vector.transpose %v, [1, 0] : vector<2x3xi32> to vector<3x2xi32>
  %w = vector.from_elements %a, %b, %c, %d, %e, %f : vector<1x2x3xi32>
  %1 = vector.transpose %w, [2, 0, 1] : vector<1x2x3xi32> to vector<3x1x2xi32>
  return %0, %1 : vector<3x2xi32>, vector<3x1x2xi32>
}

// CHECK-LABEL: func.func @bitcasts(%arg0: vector<4xi32>, %arg1: vector<8xi8>) -> (vector<4xi32>, vector<4xi32>, vector<8xf16>, vector<2xi32>, vector<4xi16>, vector<2xi24>, vector<8xi8>, vector<2xf32>, vector<2xi16>) {
// CHECK-NEXT: %cst = arith.constant dense<0.00782680511> : vector<2xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<197379> : vector<2xi24>
// CHECK-NEXT: %cst_1 = arith.constant dense<-32383> : vector<4xi16>
// CHECK-NEXT: %cst_2 = arith.constant dense<-2122219135> : vector<2xi32>
// CHECK-NEXT: %cst_3 = arith.constant dense<1.000000e+00> : vector<2xf16>
// CHECK-NEXT: %cst_4 = arith.constant dense<258> : vector<4xi16>
// CHECK-NEXT: %0 = vector.bitcast %arg0 : vector<4xi32> to vector<8xf16>
// CHECK-NEXT: %1 = vector.bitcast %cst_4 : vector<4xi16> to vector<8xi8>
// CHECK-NEXT: %2 = vector.bitcast %cst_3 : vector<2xf16> to vector<2xi16>
// CHECK-NEXT: return %arg0, %arg0, %0, %cst_2, %cst_1, %cst_0, %1, %cst, %2 : vector<4xi32>, vector<4xi32>, vector<8xf16>, vector<2xi32>, vector<4xi16>, vector<2xi24>, vector<8xi8>, vector<2xf32>, vector<2xi16>
func.func @bitcasts(%v: vector<4xi32>, %w: vector<8xi8>) -> (vector<4xi32>, vector<4xi32>, vector<8xf16>, vector<2xi32>, vector<4xi16>, vector<2xi24>, vector<8xi8>, vector<2xf32>, vector<2xi16>) {
  %0 = vector.bitcast %v : vector<4xi32> to vector<4xi32>
  %a = vector.bitcast %v : vector<4xi32> to vector<4xf32>
  %1 = vector.bitcast %a : vector<4xf32> to vector<4xi32>
  %2 = vector.bitcast %a : vector<4xf32> to vector<8xf16>
  %b = arith.constant dense<-127> : vector<8xi8>
  %3 = vector.bitcast %b : vector<8xi8> to vector<2xi32>
  %4 = vector.bitcast %b : vector<8xi8> to vector<4xi16>
  %c = arith.constant dense<3> : vector<6xi8>
  %5 = vector.bitcast %c : vector<6xi8> to vector<2xi24>
  %d = arith.constant dense<258> : vector<4xi16>
  %6 = vector.bitcast %d : vector<4xi16> to vector<8xi8>
  %e = arith.constant dense<1.0> : vector<4xf16>
  %7 = vector.bitcast %e : vector<4xf16> to vector<2xf32>
  %f = arith.constant dense<1.0> : vector<2xf16>
  %8 = vector.bitcast %f : vector<2xf16> to vector<2xi16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : vector<4xi32>, vector<4xi32>, vector<8xf16>, vector<2xi32>, vector<4xi16>, vector<2xi24>, vector<8xi8>, vector<2xf32>, vector<2xi16>
}

// A step is compared with a number at the end, one before, and on both sides.
// CHECK-LABEL: func.func @steps() -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>) {
// CHECK-NEXT: %cst = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT: %cst_0 = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT: %cst_1 = arith.constant dense<4> : vector<4xindex>
// CHECK-NEXT: %cst_2 = arith.constant dense<3> : vector<4xindex>
// CHECK-NEXT: %cst_3 = arith.constant dense<2> : vector<4xindex>
// CHECK-NEXT: %0 = vector.step : vector<4xindex>
// CHECK-NEXT: %1 = arith.cmpi ult, %0, %cst_2 : vector<4xindex>
// CHECK-NEXT: %2 = arith.cmpi ule, %0, %cst_3 : vector<4xindex>
// CHECK-NEXT: %3 = arith.cmpi ugt, %0, %cst_3 : vector<4xindex>
// CHECK-NEXT: %4 = arith.cmpi eq, %0, %cst_2 : vector<4xindex>
// CHECK-NEXT: %5 = arith.cmpi slt, %0, %cst_1 : vector<4xindex>
// CHECK-NEXT: return %cst_0, %1, %cst_0, %2, %cst, %cst, %3, %cst, %cst_0, %4, %5 : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>
func.func @steps() -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>) {
  %s = vector.step : vector<4xindex>
  %two = arith.constant dense<2> : vector<4xindex>
  %three = arith.constant dense<3> : vector<4xindex>
  %four = arith.constant dense<4> : vector<4xindex>
  %0 = arith.cmpi ult, %s, %four : vector<4xindex>
  %1 = arith.cmpi ult, %s, %three : vector<4xindex>
  %2 = arith.cmpi ule, %s, %three : vector<4xindex>
  %3 = arith.cmpi ule, %s, %two : vector<4xindex>
  %4 = arith.cmpi uge, %s, %four : vector<4xindex>
  %5 = arith.cmpi ugt, %s, %three : vector<4xindex>
  %6 = arith.cmpi ugt, %s, %two : vector<4xindex>
  %7 = arith.cmpi eq, %s, %four : vector<4xindex>
  %8 = arith.cmpi ne, %s, %four : vector<4xindex>
  %9 = arith.cmpi eq, %s, %three : vector<4xindex>
  %10 = arith.cmpi slt, %s, %four : vector<4xindex>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>
}

// CHECK-LABEL: func.func @between(%arg0: vector<3x1xi32>, %arg1: vector<1x1x4xi32>) -> (vector<3x3xi32>, vector<3x4xi32>, vector<2xf32>, vector<2xi64>, vector<2x3xi32>) {
// CHECK-NEXT: %cst = arith.constant dense<1.000000e+00> : vector<4xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<1> : vector<4xi16>
// CHECK-NEXT: %0 = vector.shape_cast %arg0 : vector<3x1xi32> to vector<1x3xi32>
// CHECK-NEXT: %1 = vector.broadcast %0 : vector<1x3xi32> to vector<3x3xi32>
// CHECK-NEXT: %2 = vector.shape_cast %arg1 : vector<1x1x4xi32> to vector<1x4xi32>
// CHECK-NEXT: %3 = vector.broadcast %2 : vector<1x4xi32> to vector<3x4xi32>
// CHECK-NEXT: %4 = vector.bitcast %cst_0 : vector<4xi16> to vector<2xf32>
// CHECK-NEXT: %5 = vector.bitcast %cst : vector<4xf32> to vector<2xi64>
// CHECK-NEXT: %6 = vector.shape_cast %arg0 : vector<3x1xi32> to vector<3xi32>
// CHECK-NEXT: %7 = vector.broadcast %6 : vector<3xi32> to vector<2x3xi32>
// CHECK-NEXT: return %1, %3, %4, %5, %7 : vector<3x3xi32>, vector<3x4xi32>, vector<2xf32>, vector<2xi64>, vector<2x3xi32>
func.func @between(%v: vector<3x1xi32>, %w: vector<1x1x4xi32>) -> (vector<3x3xi32>, vector<3x4xi32>, vector<2xf32>, vector<2xi64>, vector<2x3xi32>) {
  %a = vector.shape_cast %v : vector<3x1xi32> to vector<1x3xi32>
  %0 = vector.broadcast %a : vector<1x3xi32> to vector<3x3xi32>
  %b = vector.shape_cast %w : vector<1x1x4xi32> to vector<1x4xi32>
  %1 = vector.broadcast %b : vector<1x4xi32> to vector<3x4xi32>
  %c = arith.constant dense<1> : vector<4xi16>
  %2 = vector.bitcast %c : vector<4xi16> to vector<2xf32>
  %d = arith.constant dense<1.0> : vector<4xf32>
  %3 = vector.bitcast %d : vector<4xf32> to vector<2xi64>
  %e = vector.shape_cast %v : vector<3x1xi32> to vector<3xi32>
  %4 = vector.broadcast %e : vector<3xi32> to vector<2x3xi32>
  return %0, %1, %2, %3, %4 : vector<3x3xi32>, vector<3x4xi32>, vector<2xf32>, vector<2xi64>, vector<2x3xi32>
}
