// RUN: optc %s --verify-exec --int-range-optimizations --canonicalize | FileCheck %s

// CHECK-LABEL: @digits
// CHECK: %[[X:.*]] = gpu.thread_id x upper_bound 64
// CHECK-NOT: affine.delinearize_index
// CHECK: return %{{.*}}, %{{.*}}, %[[X]]
func.func @digits() -> (index, index, index) {
  %x = gpu.thread_id x upper_bound 64
  %d:3 = affine.delinearize_index %x into (2, 64) : index, index, index
  return %d#0, %d#1, %d#2 : index, index, index
}

// What is above is still needed: an index may be as large as 95.
// CHECK-LABEL: @some_digits
// CHECK: affine.delinearize_index %{{.*}} into (3, 4, 8)
func.func @some_digits() -> (index, index, index, index) {
  %x = gpu.thread_id x upper_bound 96
  %d:4 = affine.delinearize_index %x into (3, 4, 8) : index, index, index, index
  return %d#0, %d#1, %d#2, %d#3 : index, index, index, index
}

// CHECK-LABEL: @guard
// CHECK-NOT: scf.if
// CHECK: memref.store
func.func @guard(%m: memref<64xf32>, %v: f32) {
  %x = gpu.thread_id x upper_bound 64
  %c64 = arith.constant 64 : index
  %c = arith.cmpi ult, %x, %c64 : index
  scf.if %c {
    memref.store %v, %m[%x] : memref<64xf32>
  }
  return
}

// CHECK-LABEL: @not_always
// CHECK: scf.if
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
// CHECK-LABEL: @loop
// CHECK-NOT: create_mask
// CHECK: vector.transfer_read %{{.*}} {in_bounds = [true]}
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
// CHECK-LABEL: @wraps
// CHECK: arith.cmpi
func.func @wraps(%a: i8) -> i1 {
  %c100 = arith.constant 100 : i8
  %c0 = arith.constant 0 : i8
  %m = arith.maxsi %a, %c0 : i8
  %s = arith.addi %m, %c100 : i8
  %c = arith.cmpi sge, %s, %c0 : i8
  return %c : i1
}

// CHECK-LABEL: @remainder
// CHECK-NOT: arith.remui
// CHECK: return
func.func @remainder() -> index {
  %x = gpu.thread_id x upper_bound 6
  %c6 = arith.constant 6 : index
  %r = arith.remui %x, %c6 : index
  return %r : index
}

// As a signed number, true is -1.
// CHECK-LABEL: @true_is_negative
// CHECK-DAG: %[[M:.*]] = arith.constant -1 : index
// CHECK-DAG: %[[T:.*]] = arith.constant true
// CHECK-DAG: %[[F:.*]] = arith.constant false
// CHECK: return %[[T]], %[[F]], %[[T]], %[[M]]
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
// CHECK-LABEL: @unsigned_loop
// CHECK: arith.cmpi eq
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
// CHECK-LABEL: @not_so_small
// CHECK: arith.cmpi slt, %block_dim_x
// CHECK: arith.cmpi slt, %grid_dim_x
// CHECK-NOT: in_bounds
// CHECK: vector.create_mask
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
// CHECK-LABEL: @behind_the_basis
// CHECK: arith.cmpi
func.func @behind_the_basis(%m: memref<32xi1>) {
  %x = gpu.thread_id x upper_bound 32
  %c2 = arith.constant 2 : index
  %d:3 = affine.delinearize_index %x into (2, 2, 6) : index, index, index
  %c = arith.cmpi slt, %d#0, %c2 : index
  memref.store %c, %m[%x] : memref<32xi1>
  return
}

// A loop ends at the last of its steps. One operand of a minimum is always the result.
// CHECK-LABEL: @last_step
// CHECK-NOT: arith.minsi
// CHECK: %[[LEFT:.*]] = arith.subi
// CHECK-NOT: arith.maxsi
// CHECK: memref.store %[[LEFT]], %{{.*}}[%arg1]
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
// CHECK-LABEL: @off
// CHECK: %[[PADDING:.*]] = vector.broadcast %{{.*}} : f32 to vector<4xf32>
// CHECK-NOT: vector.transfer
// CHECK: return %[[PADDING]], %arg2 : vector<4xf32>, tensor<8xf32>
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
// CHECK-LABEL: @at_the_end
// CHECK: vector.transfer_read {{.*}} {in_bounds = [true]} : memref<11xf32>, vector<8xf32>
// CHECK: vector.transfer_read %{{[^{]*}} : memref<10xf32>, vector<8xf32>
// CHECK: vector.create_mask
// CHECK-NOT: vector.create_mask
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
// CHECK-LABEL: @bounds
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[X:.*]] = gpu.thread_id x upper_bound 7
// CHECK: %[[R:.*]] = arith.remui %[[X]]
// CHECK: return %[[C0]], %[[C1]], %[[R]]
func.func @bounds() -> (index, index, index) {
  %c6 = arith.constant 6 : index
  %y = gpu.thread_id y upper_bound 1
  %z = gpu.block_dim z upper_bound 1
  %x = gpu.thread_id x upper_bound 7
  %r = arith.remui %x, %c6 : index
  return %y, %z, %r : index, index, index
}

// An index is 0 where all of its digits are; sums of digits reach the size of the basis less 1.
// CHECK-LABEL: @linearized
// CHECK: %[[TRUE:.*]] = arith.constant true
// CHECK: %[[C:.*]] = arith.cmpi slt
// CHECK: return %[[TRUE]], %[[C]]
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
// CHECK-LABEL: @counted
// CHECK: scf.for
// CHECK-NOT: arith.cmpi
// CHECK: memref.store
// CHECK: scf.for unsigned
// CHECK: arith.cmpi sge
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
