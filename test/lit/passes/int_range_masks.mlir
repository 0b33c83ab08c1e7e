// RUN: optc %s --int-range-optimizations --split-input-file --verify-exec | FileCheck %s

// A mask whose bound turns on everything or nothing has a constant bound; this is all that changes.
// CHECK-LABEL: @clamped
// CHECK: arith.maxsi
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK: vector.create_mask %[[C4]] : vector<4xi1>
func.func @clamped(%n: index) -> vector<4xi1> {
  %c4 = arith.constant 4 : index
  %u = arith.maxsi %n, %c4 : index
  %m = vector.create_mask %u : vector<4xi1>
  return %m : vector<4xi1>
}

// -----

// CHECK-LABEL: @kept
// CHECK: %[[A:.*]] = arith.maxsi
// CHECK: vector.create_mask %[[A]] : vector<4xi1>
// CHECK: %[[B:.*]] = arith.minsi
// CHECK: vector.create_mask %[[B]] : vector<4xi1>
func.func @kept(%n: index) -> (vector<4xi1>, vector<4xi1>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %u = arith.maxsi %n, %c3 : index
  %m = vector.create_mask %u : vector<4xi1>
  %v = arith.minsi %n, %c1 : index
  %w = vector.create_mask %v : vector<4xi1>
  return %m, %w : vector<4xi1>, vector<4xi1>
}

// -----

// Nothing is read where a mask is off everywhere; one that is on somewhere stays.
// CHECK-LABEL: @read
// CHECK-SAME: (%{{.*}}: memref<4xf32>, %[[P:.*]]: f32
// CHECK: %[[OFF:.*]] = vector.broadcast %[[P]] : f32 to vector<4xf32>
// CHECK: %[[LAST:.*]] = vector.transfer_read
// CHECK: %[[ON:.*]] = vector.transfer_read
// CHECK: return %[[OFF]], %[[LAST]], %[[ON]]
func.func @read(%m: memref<4xf32>, %p: f32) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %off = arith.constant dense<false> : vector<4xi1>
  %last = arith.constant dense<[false, false, false, true]> : vector<4xi1>
  %on = arith.constant dense<true> : vector<4xi1>
  %0 = vector.transfer_read %m[%c0], %p, %off : memref<4xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%c0], %p, %last : memref<4xf32>, vector<4xf32>
  %2 = vector.transfer_read %m[%c0], %p, %on : memref<4xf32>, vector<4xf32>
  return %0, %1, %2 : vector<4xf32>, vector<4xf32>, vector<4xf32>
}
