// RUN: optc %s --canonicalize --verify-exec -o /dev/null

// Functions that are executed before and after their folds and patterns; package dialect/all/folds tells which have none.

func.func @divisions() -> (i8, i8, i8, i8, i8, i8, i8) {
  %a = arith.constant -7 : i8
  %b = arith.constant 2 : i8
  %0 = arith.divsi %a, %b : i8
  %1 = arith.divui %a, %b : i8
  %2 = arith.ceildivsi %a, %b : i8
  %3 = arith.ceildivui %a, %b : i8
  %4 = arith.floordivsi %a, %b : i8
  %5 = arith.remsi %a, %b : i8
  %6 = arith.remui %a, %b : i8
  return %0, %1, %2, %3, %4, %5, %6 : i8, i8, i8, i8, i8, i8, i8
}

func.func @bits_and_extremes() -> (i8, i8, i8, i8, i8, i8, i8, i8, i8) {
  %a = arith.constant -100 : i8
  %b = arith.constant 3 : i8
  %0 = arith.ori %a, %b : i8
  %1 = arith.shrsi %a, %b : i8
  %2 = arith.shrui %a, %b : i8
  %3 = arith.maxsi %a, %b : i8
  %4 = arith.maxui %a, %b : i8
  %5 = arith.minsi %a, %b : i8
  %6 = arith.minui %a, %b : i8
  %7, %8 = arith.mulsi_extended %a, %b : i8
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i8, i8, i8, i8, i8, i8, i8, i8, i8
}

func.func @casts_of_constants() -> (i32, i8, f64, i8, i8, f32, f16, index, index, i16) {
  %a = arith.constant -100 : i8
  %x = arith.constant -2.75 : f32
  %y = arith.constant 200.5 : f32
  %0 = arith.extui %a : i8 to i32
  %1 = arith.trunci %0 : i32 to i8
  %2 = arith.extf %x : f32 to f64
  %3 = arith.fptosi %x : f32 to i8
  %4 = arith.fptoui %y : f32 to i8
  %5 = arith.sitofp %a : i8 to f32
  %6 = arith.uitofp %a : i8 to f16
  %7 = arith.index_cast %a : i8 to index
  %8 = arith.index_castui %a : i8 to index
  %9 = arith.extsi %a : i8 to i16
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : i32, i8, f64, i8, i8, f32, f16, index, index, i16
}

func.func @floats() -> (f32, f32, f32, f32, f32, f32, f32, i1, f16) {
  %a = arith.constant 1.5 : f32
  %b = arith.constant -0.25 : f32
  %0 = arith.subf %a, %b : f32
  %1 = arith.remf %a, %b : f32
  %2 = arith.negf %a : f32
  %3 = arith.maxnumf %a, %b : f32
  %4 = arith.minnumf %a, %b : f32
  %5 = arith.minimumf %a, %b : f32
  %6 = arith.maximumf %a, %b : f32
  %7 = arith.cmpf olt, %a, %b : f32
  %8 = arith.truncf %a : f32 to f16
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : f32, f32, f32, f32, f32, f32, f32, i1, f16
}

// -----

// Constants on either side of two sums.
func.func @sums(%x: i8) -> (i8, i8, i8, i8, i8, i8, i8, i8, i8) {
  %c3 = arith.constant 3 : i8
  %c100 = arith.constant 100 : i8
  %xp = arith.addi %x, %c3 : i8
  %xm = arith.subi %x, %c3 : i8
  %mx = arith.subi %c3, %x : i8
  %0 = arith.addi %xp, %c100 : i8
  %1 = arith.addi %xm, %c100 : i8
  %2 = arith.addi %mx, %c100 : i8
  %3 = arith.subi %xp, %c100 : i8
  %4 = arith.subi %xm, %c100 : i8
  %5 = arith.subi %mx, %c100 : i8
  %6 = arith.subi %c100, %xp : i8
  %7 = arith.subi %c100, %xm : i8
  %8 = arith.subi %c100, %mx : i8
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i8, i8, i8, i8, i8, i8, i8, i8, i8
}

func.func @products(%x: i8, %y: i8) -> (i8, i8, i8, i8) {
  %c3 = arith.constant 3 : i8
  %c5 = arith.constant 5 : i8
  %c-1 = arith.constant -1 : i8
  %n = arith.muli %y, %c-1 : i8
  %p = arith.muli %x, %c3 : i8
  %0 = arith.muli %p, %c5 : i8
  %1 = arith.addi %x, %n : i8
  %2 = arith.addi %n, %x : i8
  %d = arith.subi %x, %y : i8
  %3 = arith.subi %d, %x : i8
  return %0, %1, %2, %3 : i8, i8, i8, i8
}

func.func @halves(%x: i8, %y: i8) -> (i8, i8, i8, i8, i8) {
  %c1 = arith.constant 1 : i8
  %0, %h0 = arith.mulsi_extended %x, %y : i8
  %1, %h1 = arith.mului_extended %x, %y : i8
  %2, %h2 = arith.addui_extended %x, %y : i8, i1
  %3, %4 = arith.mulsi_extended %x, %c1 : i8
  return %0, %1, %2, %3, %4 : i8, i8, i8, i8, i8
}

func.func @extended(%x: i8, %y: i8) -> (i32, i32, i32, i32, i1, i32, i1) {
  %a = arith.extsi %x : i8 to i32
  %b = arith.extsi %y : i8 to i32
  %c = arith.extui %x : i8 to i32
  %d = arith.extui %y : i8 to i32
  %0 = arith.andi %a, %b : i32
  %1 = arith.ori %c, %d : i32
  %2 = arith.xori %a, %b : i32
  %m = arith.extui %x : i8 to i16
  %3 = arith.extsi %m : i16 to i32
  %4 = arith.cmpi ne, %c, %d : i32
  %n = arith.extsi %x : i8 to i16
  %5 = arith.extsi %n : i16 to i32
  %6 = arith.cmpi eq, %a, %b : i32
  return %0, %1, %2, %3, %4, %5, %6 : i32, i32, i32, i32, i1, i32, i1
}

func.func @indices(%x: i8, %y: i32) -> (index, index, i32, i32) {
  %a = arith.extsi %x : i8 to i32
  %b = arith.extui %x : i8 to i32
  %0 = arith.index_cast %a : i32 to index
  %1 = arith.index_castui %b : i32 to index
  %i = arith.index_cast %y : i32 to index
  %j = arith.index_castui %y : i32 to index
  %2 = arith.index_cast %i : index to i32
  %3 = arith.index_castui %j : index to i32
  return %0, %1, %2, %3 : index, index, i32, i32
}

func.func @truncated(%x: i16, %y: i16) -> (i8, i8, i8, i8) {
  %a = arith.extsi %x : i16 to i32
  %0 = arith.trunci %a : i32 to i8
  %c8 = arith.constant 8 : i16
  %s = arith.shrsi %x, %c8 : i16
  %1 = arith.trunci %s : i16 to i8
  %b = arith.extui %y : i16 to i32
  %2 = arith.trunci %b : i32 to i8
  %w = arith.extsi %x : i16 to i32
  %c = arith.trunci %w : i32 to i8
  return %0, %1, %2, %c : i8, i8, i8, i8
}

// -----

func.func @choices(%c: i1, %x: i8, %y: i8, %z: i8) -> (i8, i8, i32, i1, i1, i8) {
  %true = arith.constant true
  %false = arith.constant false
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %s = arith.select %c, %x, %y : i8
  %0 = arith.select %c, %s, %z : i8
  %1 = arith.select %c, %z, %s : i8
  %2 = arith.select %c, %one, %zero : i32
  %3 = arith.select %c, %false, %true : i1
  %p = arith.cmpi slt, %x, %y : i8
  %4 = arith.xori %p, %true : i1
  %n = arith.xori %c, %true : i1
  %5 = arith.select %n, %x, %y : i8
  return %0, %1, %2, %3, %4, %5 : i8, i8, i32, i1, i1, i8
}

func.func @float_signs(%x: f32, %y: f32) -> (f32, f32, f32) {
  %a = arith.negf %x : f32
  %b = arith.negf %y : f32
  %0 = arith.divf %a, %b : f32
  %1 = arith.mulf %a, %b : f32
  %2 = arith.negf %a : f32
  return %0, %1, %2 : f32, f32, f32
}

func.func @converted(%x: i8, %z: i32) -> (i1, i1, f16, f16, f32) {
  %c = arith.constant 3.5 : f32
  %a = arith.sitofp %x : i8 to f32
  %b = arith.uitofp %x : i8 to f32
  %0 = arith.cmpf olt, %a, %c : f32
  %1 = arith.cmpf oge, %b, %c : f32
  %2 = arith.truncf %a : f32 to f16
  %3 = arith.truncf %b : f32 to f16
  %i = arith.bitcast %z : i32 to f32
  %j = arith.bitcast %i : f32 to i32
  %4 = arith.bitcast %j : i32 to f32
  return %0, %1, %2, %3, %4 : i1, i1, f16, f16, f32
}
