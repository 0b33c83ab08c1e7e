// RUN: optc %s --vectorext-distribute-nested-layout=workgroup-size=64 --canonicalize --cse --verify-exec | FileCheck %s

// A vector of rank 0 is written by the first thread, also where no anchor divides a vector.

// CHECK-LABEL: func @point
// CHECK:      %[[FIRST:.*]] = arith.cmpi eq
// CHECK-NEXT: scf.if %[[FIRST]] {
// CHECK:        vector.transfer_write
// CHECK-NEXT: }
func.func @point(%x: memref<4xf32>, %m: memref<f32>) {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<4xf32>
  %p = vector.broadcast %v : f32 to vector<f32>
  vector.transfer_write %p, %m[] : vector<f32>, memref<f32>
  return
}

// Where all threads read it without a barrier, each of them writes it for itself.
// CHECK-LABEL: func @read
// CHECK-NOT: scf.if
// CHECK: vector.transfer_write
func.func @read(%x: memref<4xf32>, %m: memref<f32>, %o: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<4xf32>
  %p = vector.broadcast %v : f32 to vector<f32>
  vector.transfer_write %p, %m[] : vector<f32>, memref<f32>
  %w = memref.load %m[] : memref<f32>
  %t = gpu.thread_id x
  memref.store %w, %o[%t] : memref<64xf32>
  return
}

// A write by a thread that the author chose stays as it is.
// CHECK-LABEL: func @chosen
// CHECK: %[[C:.*]] = arith.cmpi eq, %{{.*}}, %c3
// CHECK: scf.if %[[C]] {
// CHECK-NOT: scf.if
// CHECK: vector.transfer_write
func.func @chosen(%x: memref<4xf32>, %m: memref<f32>) {
  %c3 = arith.constant 3 : index
  %t = gpu.thread_id x
  %c = arith.cmpi eq, %t, %c3 : index
  %v = memref.load %x[%c3] : memref<4xf32>
  %p = vector.broadcast %v : f32 to vector<f32>
  scf.if %c {
    vector.transfer_write %p, %m[] : vector<f32>, memref<f32>
  }
  return
}
