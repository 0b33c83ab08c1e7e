// RUN: optc import %S/Inputs/bodies.cpp 2>/dev/null | FileCheck %s
// RUN: optc import %S/Inputs/bodies.cpp 2>&1 | FileCheck --check-prefix=SAID %s
// RUN: optc import --declarations %S/Inputs/bodies.cpp | FileCheck --check-prefix=DECLARED %s

// A loop over a vector counts with an index.
// CHECK: poplar.compute (%in: memref<?xf32>, %out: memref<?xf32>, %factor: f32) {
// CHECK: %[[N:.*]] = memref.dim %out, %c0 : memref<?xf32>
// CHECK-NEXT: scf.for %i = %c0 to %[[N]] step %c1 {
// CHECK-NEXT:   %[[X:.*]] = memref.load %in[%i] : memref<?xf32>
// CHECK-NEXT:   %[[Y:.*]] = arith.mulf %[[X]], %factor : f32
// CHECK-NEXT:   memref.store %[[Y]], %out[%i] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: poplar.compute_return

// A variable becomes a value that the loop carries, and a helper is inlined.
// CHECK: poplar.vertex @"demo::SumOfSquares<float>" multi
// CHECK: poplar.compute (%in: memref<?xf32>, %out: memref<?xf32>, %n: i16) worker(%worker: index) {
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[STEP:.*]] = poplar.num_workers : index
// CHECK-NEXT: %[[N:.*]] = arith.index_castui %n : i16 to index
// CHECK-NEXT: %[[SUM:.*]] = scf.for %i = %worker to %[[N]] step %[[STEP]] iter_args(%[[OLD:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NEXT:   %[[X:.*]] = memref.load %in[%i] : memref<?xf32>
// CHECK-NEXT:   %[[Y:.*]] = arith.mulf %[[X]], %[[X]] : f32
// CHECK-NEXT:   %[[NEW:.*]] = arith.addf %[[OLD]], %[[Y]] : f32
// CHECK-NEXT:   scf.yield %[[NEW]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %[[SUM]], %out[%worker] : memref<?xf32>
// CHECK: poplar.vertex @"demo::SumOfSquares<int>" multi
// CHECK: arith.muli %{{.*}}, %{{.*}} overflow<nsw> : i32

// A return inside of a loop becomes a condition.
// CHECK: poplar.vertex @"demo::Find" worker
// CHECK: %p, %stays, %i = scf.while (%{{.*}} = %c0, %{{.*}} = %true, %{{.*}} = %c0_i32) : (index, i1, i32) -> (index, i1, i32) {
// CHECK: scf.if %stays {
// CHECK-NEXT: memref.dim %in

// CHECK: poplar.vertex @"demo::Jump" worker
// CHECK-NEXT: poplar.field @x
// CHECK-NEXT: }

// SAID: bodies.cpp:65:7: warning: cannot translate a 'goto' to a label that is not after it, in a block around it [poplar.cpp-body]
// SAID: bodies.cpp:57:1: note: 'demo::Jump' has no code

// DECLARED: poplar.vertex @"demo::Scale" worker
// DECLARED-NOT: poplar.compute
