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
