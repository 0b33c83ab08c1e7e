// RUN: optc %s --canonicalize --verify-exec -o /dev/null

// Functions that are executed before and after their folds; package dialect/all/folds tells which have none.

func.func @inverse() -> (f32, f32, f32, f32, f32, f32, f32) {
  %x = arith.constant 0.5 : f32
  %y = arith.constant 3.0 : f32
  %z = arith.constant 0.125 : f32
  %0 = math.acos %x : f32
  %1 = math.acosh %y : f32
  %2 = math.asin %x : f32
  %3 = math.asinh %z : f32
  %4 = math.atan %x : f32
  %5 = math.atanh %x : f32
  %6 = math.copysign %y, %x : f32
  return %0, %1, %2, %3, %4, %5, %6 : f32, f32, f32, f32, f32, f32, f32
}

func.func @waves() -> (f32, f32, f32, f32, f32, f32, f32, f32) {
  %x = arith.constant 0.5 : f32
  %0 = math.cosh %x : f32
  %1 = math.erf %x : f32
  %2 = math.erfc %x : f32
  %3 = math.sin %x : f32
  %4 = math.sinh %x : f32
  %5 = math.tan %x : f32
  %6 = math.tanh %x : f32
  %7 = math.cos %x : f32
  return %0, %1, %2, %3, %4, %5, %6, %7 : f32, f32, f32, f32, f32, f32, f32, f32
}

func.func @powers() -> (f32, f32, f32, f32, f32, f32, f32) {
  %x = arith.constant 0.5 : f32
  %0 = math.exp %x : f32
  %1 = math.exp2 %x : f32
  %2 = math.expm1 %x : f32
  %3 = math.log %x : f32
  %4 = math.log10 %x : f32
  %5 = math.log1p %x : f32
  %6 = math.log2 %x : f32
  return %0, %1, %2, %3, %4, %5, %6 : f32, f32, f32, f32, f32, f32, f32
}
