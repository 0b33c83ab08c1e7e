// RUN: optc %s --int-range-optimizations --verify-exec | FileCheck %s

// The smaller and the larger of two numbers of which one is never above the other.
// CHECK-LABEL: @chosen
// CHECK: arith.maxsi
// CHECK: %[[LOW:.*]] = arith.minsi
// CHECK: arith.maxsi
// CHECK: %[[HIGH:.*]] = arith.minsi
// CHECK-NEXT: %[[E:.*]] = arith.maxsi
// CHECK-NEXT: return %[[LOW]], %[[LOW]], %[[HIGH]], %[[HIGH]], %[[E]]
func.func @chosen(%n: index) -> (index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %n0 = arith.maxsi %n, %c0 : index
  %low = arith.minsi %n0, %c4 : index
  %n4 = arith.maxsi %n, %c4 : index
  %high = arith.minsi %n4, %c8 : index
  %a = arith.minsi %low, %high : index
  %b = arith.minsi %high, %low : index
  %c = arith.maxsi %low, %high : index
  %d = arith.maxsi %high, %low : index
  %e = arith.maxsi %n0, %high : index
  return %a, %b, %c, %d, %e : index, index, index, index, index
}

// Of constant masks only one without any element makes a transfer superfluous.
// CHECK-LABEL: @masks
// CHECK-SAME: (%{{.*}}: memref<16xf32>, %[[P:.*]]: f32)
// CHECK: %[[A:.*]] = vector.broadcast %[[P]] : f32 to vector<16xf32>
// CHECK-NEXT: %[[B:.*]] = vector.transfer_read
// CHECK-NEXT: %[[C:.*]] = vector.transfer_read
// CHECK-NEXT: return %[[A]], %[[B]], %[[C]]
func.func @masks(%m: memref<16xf32>, %p: f32) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>) {
  %c0 = arith.constant 0 : index
  %off = arith.constant dense<false> : vector<16xi1>
  %on = arith.constant dense<true> : vector<16xi1>
  %late = arith.constant dense<[false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true]> : vector<16xi1>
  %a = vector.transfer_read %m[%c0], %p, %off {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %b = vector.transfer_read %m[%c0], %p, %on {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %c = vector.transfer_read %m[%c0], %p, %late {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  return %a, %b, %c : vector<16xf32>, vector<16xf32>, vector<16xf32>
}

// Digits stay where a basis is not known, or counts further than an index.
// CHECK-LABEL: @digits
// CHECK: %[[A:.*]]:2 = affine.delinearize_index %{{.*}} into (8, %arg1)
// CHECK-NEXT: %[[B:.*]]:4 = affine.delinearize_index
// CHECK-NEXT: return %[[A]]#0, %[[A]]#1, %[[B]]#0, %[[B]]#1, %[[B]]#2, %[[B]]#3
func.func @digits(%n: index, %k: index) -> (index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %x = arith.maxsi %n, %c0 : index
  %y = arith.minsi %x, %c3 : index
  %a:2 = affine.delinearize_index %y into (8, %k) : index, index
  %b:4 = affine.delinearize_index %x into (2, 4611686018427387904, 4, 2) : index, index, index, index
  return %a#0, %a#1, %b#0, %b#1, %b#2, %b#3 : index, index, index, index, index, index
}
