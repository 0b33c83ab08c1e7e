// RUN: optc %s --verify-exec --int-range-optimizations --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @digits() -> (index, index, index) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 64
// CHECK-NEXT:   return %c0, %c0, %thread_id_x : index, index, index
// CHECK-NEXT: }
func.func @digits() -> (index, index, index) {
  %x = gpu.thread_id x upper_bound 64
  %d:3 = affine.delinearize_index %x into (2, 64) : index, index, index
  return %d#0, %d#1, %d#2 : index, index, index
}

// What is above is still needed: an index may be as large as 95.
// CHECK-LABEL: func.func @some_digits() -> (index, index, index, index) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 96
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (3, 4, 8) : index, index, index
// CHECK-NEXT:   return %c0, %0#0, %0#1, %0#2 : index, index, index, index
// CHECK-NEXT: }
func.func @some_digits() -> (index, index, index, index) {
  %x = gpu.thread_id x upper_bound 96
  %d:4 = affine.delinearize_index %x into (3, 4, 8) : index, index, index, index
  return %d#0, %d#1, %d#2, %d#3 : index, index, index, index
}

// CHECK-LABEL: func.func @guard(%arg0: memref<64xf32>, %arg1: f32) {
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 64
// CHECK-NEXT:   memref.store %arg1, %arg0[%thread_id_x] : memref<64xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @guard(%m: memref<64xf32>, %v: f32) {
  %x = gpu.thread_id x upper_bound 64
  %c64 = arith.constant 64 : index
  %c = arith.cmpi ult, %x, %c64 : index
  scf.if %c {
    memref.store %v, %m[%x] : memref<64xf32>
  }
  return
}

// CHECK-LABEL: func.func @not_always(%arg0: memref<63xf32>, %arg1: f32) {
// CHECK-NEXT:   %c63 = arith.constant 63 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 64
// CHECK-NEXT:   %0 = arith.cmpi ult, %thread_id_x, %c63 : index
// CHECK-NEXT:   scf.if %0 {
// CHECK-NEXT:     memref.store %arg1, %arg0[%thread_id_x] : memref<63xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @not_always(%m: memref<63xf32>, %v: f32) {
  %x = gpu.thread_id x upper_bound 64
  %c63 = arith.constant 63 : index
  %c = arith.cmpi ult, %x, %c63 : index
  scf.if %c {
    memref.store %v, %m[%x] : memref<63xf32>
  }
  return
}

// The loop ends before the last whole vector begins: the mask is full and the transfer
// stays inside.
// CHECK-LABEL: func.func @loop(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: f32) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %c57 = arith.constant 57 : index
// CHECK-NEXT:   scf.for %arg3 = %c0 to %c57 step %c8 {
// CHECK-NEXT:     %0 = vector.transfer_read %arg0[%arg3], %arg2 {in_bounds = [true]} : memref<64xf32>, vector<8xf32>
// CHECK-NEXT:     vector.transfer_write %0, %arg1[%arg3] {in_bounds = [true]} : vector<8xf32>, memref<64xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @loop(%m: memref<64xf32>, %o: memref<64xf32>, %p: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c57 = arith.constant 57 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c57 step %c8 {
    %n = arith.subi %c64, %i : index
    %k = vector.create_mask %n : vector<8xi1>
    %v = vector.transfer_read %m[%i], %p, %k : memref<64xf32>, vector<8xf32>
    vector.transfer_write %v, %o[%i] : vector<8xf32>, memref<64xf32>
  }
  return
}

// Sums may wrap around.
// CHECK-LABEL: func.func @wraps(%arg0: i8) -> i1 {
// CHECK-NEXT:   %c100_i8 = arith.constant 100 : i8
// CHECK-NEXT:   %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:   %0 = arith.maxsi %arg0, %c0_i8 : i8
// CHECK-NEXT:   %1 = arith.addi %0, %c100_i8 : i8
// CHECK-NEXT:   %2 = arith.cmpi sge, %1, %c0_i8 : i8
// CHECK-NEXT:   return %2 : i1
// CHECK-NEXT: }
func.func @wraps(%a: i8) -> i1 {
  %c100 = arith.constant 100 : i8
  %c0 = arith.constant 0 : i8
  %m = arith.maxsi %a, %c0 : i8
  %s = arith.addi %m, %c100 : i8
  %c = arith.cmpi sge, %s, %c0 : i8
  return %c : i1
}

// CHECK-LABEL: func.func @remainder() -> index {
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 6
// CHECK-NEXT:   return %thread_id_x : index
// CHECK-NEXT: }
func.func @remainder() -> index {
  %x = gpu.thread_id x upper_bound 6
  %c6 = arith.constant 6 : index
  %r = arith.remui %x, %c6 : index
  return %r : index
}

// As a signed number, true is -1.
// CHECK-LABEL: func.func @true_is_negative() -> (i1, i1, i1, index) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %c-1 = arith.constant -1 : index
// CHECK-NEXT:   return %true, %false, %true, %c-1 : i1, i1, i1, index
// CHECK-NEXT: }
func.func @true_is_negative() -> (i1, i1, i1, index) {
  %true = arith.constant true
  %false = arith.constant false
  %0 = arith.cmpi slt, %true, %false : i1
  %1 = arith.cmpi sge, %true, %false : i1
  %2 = arith.cmpi ugt, %true, %false : i1
  %3 = arith.index_cast %true : i1 to index
  return %0, %1, %2, %3 : i1, i1, i1, index
}

// As an unsigned number, -1 is the largest bound.
// CHECK-LABEL: func.func @unsigned_loop(%arg0: i1) -> i1 {
// CHECK-NEXT:   %c-1 = arith.constant -1 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c10 = arith.constant 10 : index
// CHECK-NEXT:   %c4611686018427387904 = arith.constant 4611686018427387904 : index
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %0 = arith.select %arg0, %c-1, %c10 : index
// CHECK-NEXT:   %1 = scf.for unsigned %arg1 = %c0 to %0 step %c4611686018427387904 iter_args(%arg2 = %false) -> (i1) {
// CHECK-NEXT:     %2 = arith.cmpi eq, %arg1, %c4611686018427387904 : index
// CHECK-NEXT:     %3 = arith.ori %arg2, %2 : i1
// CHECK-NEXT:     scf.yield %3 : i1
// CHECK-NEXT:   }
// CHECK-NEXT:   return %1 : i1
// CHECK-NEXT: }
func.func @unsigned_loop(%c: i1) -> i1 {
  %m1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  %large = arith.constant 4611686018427387904 : index
  %false = arith.constant false
  %n = arith.select %c, %m1, %c10 : index
  %r = scf.for unsigned %i = %c0 to %n step %large iter_args(%a = %false) -> (i1) {
    %e = arith.cmpi eq, %i, %large : index
    %b = arith.ori %a, %e : i1
    scf.yield %b : i1
  }
  return %r : i1
}

// A size may be as large as its bound, and a scalable vector is longer than its type says.
// CHECK-LABEL: func.func @not_so_small(%arg0: index, %arg1: memref<8xf32>, %arg2: f32) -> (i1, i1, vector<[4]xf32>, vector<i1>) {
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c64 = arith.constant 64 : index
// CHECK-NEXT:   %block_dim_x = gpu.block_dim  x upper_bound 64
// CHECK-NEXT:   %grid_dim_x = gpu.grid_dim  x upper_bound 64
// CHECK-NEXT:   %0 = arith.cmpi slt, %block_dim_x, %c64 : index
// CHECK-NEXT:   %1 = arith.cmpi slt, %grid_dim_x, %c64 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 4
// CHECK-NEXT:   %2 = vector.transfer_read %arg1[%thread_id_x], %arg2 : memref<8xf32>, vector<[4]xf32>
// CHECK-NEXT:   %3 = arith.maxsi %arg0, %c4 : index
// CHECK-NEXT:   %4 = vector.create_mask %3 : vector<i1>
// CHECK-NEXT:   return %0, %1, %2, %4 : i1, i1, vector<[4]xf32>, vector<i1>
// CHECK-NEXT: }
func.func @not_so_small(%n: index, %m: memref<8xf32>, %p: f32) -> (i1, i1, vector<[4]xf32>, vector<i1>) {
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %x = gpu.block_dim x upper_bound 64
  %y = gpu.grid_dim x upper_bound 64
  %0 = arith.cmpi slt, %x, %c64 : index
  %1 = arith.cmpi slt, %y, %c64 : index
  %at = gpu.thread_id x upper_bound 4
  %2 = vector.transfer_read %m[%at], %p : memref<8xf32>, vector<[4]xf32>
  %large = arith.maxsi %n, %c4 : index
  %3 = vector.create_mask %large : vector<i1>
  return %0, %1, %2, %3 : i1, i1, vector<[4]xf32>, vector<i1>
}

// The first digit of an index may exceed the bound that the basis has for it.
// CHECK-LABEL: func.func @behind_the_basis(%arg0: memref<32xi1>) {
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 32
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (2, 2, 6) : index, index, index
// CHECK-NEXT:   %1 = arith.cmpi slt, %0#0, %c2 : index
// CHECK-NEXT:   memref.store %1, %arg0[%thread_id_x] : memref<32xi1>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @behind_the_basis(%m: memref<32xi1>) {
  %x = gpu.thread_id x upper_bound 32
  %c2 = arith.constant 2 : index
  %d:3 = affine.delinearize_index %x into (2, 2, 6) : index, index, index
  %c = arith.cmpi slt, %d#0, %c2 : index
  memref.store %c, %m[%x] : memref<32xi1>
  return
}

// A loop ends at the last of its steps. One operand of a minimum is always the result.
// CHECK-LABEL: func.func @last_step(%arg0: memref<64xindex>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c16 = arith.constant 16 : index
// CHECK-NEXT:   %c60 = arith.constant 60 : index
// CHECK-NEXT:   scf.for %arg1 = %c0 to %c60 step %c16 {
// CHECK-NEXT:     %0 = arith.subi %c60, %arg1 : index
// CHECK-NEXT:     memref.store %0, %arg0[%arg1] : memref<64xindex>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @last_step(%m: memref<64xindex>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c60 = arith.constant 60 : index
  scf.for %i = %c0 to %c60 step %c16 {
    %left = arith.subi %c60, %i : index
    %c12 = arith.constant 12 : index
    %k = arith.maxsi %left, %c12 : index
    %j = arith.minsi %i, %c60 : index
    memref.store %k, %m[%j] : memref<64xindex>
  }
  return
}

// A mask that is always off turns a read into its padding, and a write into nothing.
// CHECK-LABEL: func.func @off(%arg0: index, %arg1: memref<8xf32>, %arg2: tensor<8xf32>, %arg3: f32) -> (vector<4xf32>, tensor<8xf32>) {
// CHECK-NEXT:   %0 = vector.broadcast %arg3 : f32 to vector<4xf32>
// CHECK-NEXT:   return %0, %arg2 : vector<4xf32>, tensor<8xf32>
// CHECK-NEXT: }
func.func @off(%n: index, %m: memref<8xf32>, %t: tensor<8xf32>, %p: f32) -> (vector<4xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %none = arith.minsi %n, %c0 : index
  %k = vector.create_mask %none : vector<4xi1>
  %f = arith.constant dense<false> : vector<4xi1>
  %v = vector.transfer_read %m[%c0], %p, %k {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
  vector.transfer_write %v, %m[%c0], %k {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  vector.transfer_write %v, %m[%c0], %f {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  %r = vector.transfer_write %v, %t[%c0], %k {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
  return %v, %r : vector<4xf32>, tensor<8xf32>
}

// A transfer stays inside up to the last position where the vector fits, and a mask takes
// in the whole vector from its extent on.
// CHECK-LABEL: func.func @at_the_end(%arg0: memref<11xf32>, %arg1: memref<10xf32>, %arg2: f32, %arg3: index) -> (vector<8xf32>, vector<8xf32>, vector<8xi1>, vector<8xi1>, vector<8xi1>, vector<8xi1>) {
// CHECK-NEXT:   %cst = arith.constant dense<false> : vector<8xi1>
// CHECK-NEXT:   %cst_0 = arith.constant dense<true> : vector<8xi1>
// CHECK-NEXT:   %c7 = arith.constant 7 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 4
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%thread_id_x], %arg2 {in_bounds = [true]} : memref<11xf32>, vector<8xf32>
// CHECK-NEXT:   %1 = vector.transfer_read %arg1[%thread_id_x], %arg2 : memref<10xf32>, vector<8xf32>
// CHECK-NEXT:   %2 = arith.maxsi %arg3, %c7 : index
// CHECK-NEXT:   %3 = vector.create_mask %2 : vector<8xi1>
// CHECK-NEXT:   return %0, %1, %3, %cst_0, %cst, %cst_0 : vector<8xf32>, vector<8xf32>, vector<8xi1>, vector<8xi1>, vector<8xi1>, vector<8xi1>
// CHECK-NEXT: }
func.func @at_the_end(%m: memref<11xf32>, %s: memref<10xf32>, %p: f32, %n: index) -> (vector<8xf32>, vector<8xf32>, vector<8xi1>, vector<8xi1>, vector<8xi1>, vector<8xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %x = gpu.thread_id x upper_bound 4
  %a = vector.transfer_read %m[%x], %p : memref<11xf32>, vector<8xf32>
  %b = vector.transfer_read %s[%x], %p : memref<10xf32>, vector<8xf32>
  %some = arith.maxsi %n, %c7 : index
  %all = arith.maxsi %n, %c8 : index
  %none = arith.minsi %n, %c0 : index
  %0 = vector.create_mask %some : vector<8xi1>
  %1 = vector.create_mask %all : vector<8xi1>
  %2 = vector.create_mask %none : vector<8xi1>
  %3 = vector.create_mask %all : vector<8xi1>
  return %a, %b, %0, %1, %2, %3 : vector<8xf32>, vector<8xf32>, vector<8xi1>, vector<8xi1>, vector<8xi1>, vector<8xi1>
}

// Ids with the bound 1 are 0, and sizes 1. A remainder stays where the divisor may be reached.
// CHECK-LABEL: func.func @bounds() -> (index, index, index) {
// CHECK-NEXT:   %c6 = arith.constant 6 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 7
// CHECK-NEXT:   %0 = arith.remui %thread_id_x, %c6 : index
// CHECK-NEXT:   return %c0, %c1, %0 : index, index, index
// CHECK-NEXT: }
func.func @bounds() -> (index, index, index) {
  %c6 = arith.constant 6 : index
  %y = gpu.thread_id y upper_bound 1
  %z = gpu.block_dim z upper_bound 1
  %x = gpu.thread_id x upper_bound 7
  %r = arith.remui %x, %c6 : index
  return %y, %z, %r : index, index, index
}

// An index is 0 where all of its digits are; sums of digits reach the size of the basis less 1.
// CHECK-LABEL: func.func @linearized() -> (i1, i1) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %c255 = arith.constant 255 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 64
// CHECK-NEXT:   %thread_id_y = gpu.thread_id  y upper_bound 4
// CHECK-NEXT:   %0 = affine.linearize_index [%thread_id_x, %thread_id_y] by (64, 4) : index
// CHECK-NEXT:   %1 = arith.cmpi slt, %0, %c255 : index
// CHECK-NEXT:   return %true, %1 : i1, i1
// CHECK-NEXT: }
func.func @linearized() -> (i1, i1) {
  %c255 = arith.constant 255 : index
  %c256 = arith.constant 256 : index
  %x = gpu.thread_id x upper_bound 64
  %y = gpu.thread_id y upper_bound 4
  %i = affine.linearize_index [%x, %y] by (64, 4) : index
  %0 = arith.cmpi slt, %i, %c256 : index
  %1 = arith.cmpi slt, %i, %c255 : index
  return %0, %1 : i1, i1
}

// A loop that begins below 0 with a step that is not known begins there at the lowest; one
// of unsigned numbers below 0 may have any index.
// CHECK-LABEL: func.func @counted(%arg0: memref<8xi1>, %arg1: index, %arg2: index) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c5 = arith.constant 5 : index
// CHECK-NEXT:   %c-3 = arith.constant -3 : index
// CHECK-NEXT:   %0 = arith.maxsi %arg2, %c1 : index
// CHECK-NEXT:   scf.for %arg3 = %c-3 to %c5 step %0 {
// CHECK-NEXT:     memref.store %true, %arg0[%c0] : memref<8xi1>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.for unsigned %arg3 = %c0 to %arg1 step %0 {
// CHECK-NEXT:     %1 = arith.cmpi sge, %arg3, %c0 : index
// CHECK-NEXT:     memref.store %1, %arg0[%c1] : memref<8xi1>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @counted(%m: memref<8xi1>, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %low = arith.constant -3 : index
  %step = arith.maxsi %s, %c1 : index
  scf.for %i = %low to %c5 step %step {
    %a = arith.cmpi sge, %i, %low : index
    %b = arith.cmpi slt, %i, %c5 : index
    %c = arith.andi %a, %b : i1
    memref.store %c, %m[%c0] : memref<8xi1>
  }
  scf.for unsigned %i = %c0 to %n step %step {
    %a = arith.cmpi sge, %i, %c0 : index
    memref.store %a, %m[%c1] : memref<8xi1>
  }
  return
}
