// RUN: optc %s | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | optc | FileCheck %s

// CHECK-LABEL: func @matrices
func.func @matrices(%a: vector<4xf16>, %c: vector<16xf32>, %w: vector<16xf16>, %wc: vector<8xf32>, %s: f32, %c4: vector<4xf32>, %c32: vector<32xf32>) {
  // CHECK: amdgpu.mfma 32x32x8 %{{.*}} * %{{.*}} + %{{.*}} blgp =  none : vector<4xf16>, vector<4xf16>, vector<16xf32>
  %0 = amdgpu.mfma 32x32x8 %a * %a + %c blgp = none : vector<4xf16>, vector<4xf16>, vector<16xf32>
  // CHECK: amdgpu.mfma 16x16x4 %{{.*}} {abid = 1 : i32, cbsz = 2 : i32, reducePrecision} blgp =  bcast_first_32 : f32, f32, vector<4xf32>
  %1 = amdgpu.mfma 16x16x4 %s * %s + %c4 {abid = 1 : i32, cbsz = 2 : i32, reducePrecision} blgp = bcast_first_32 : f32, f32, vector<4xf32>
  // CHECK: amdgpu.mfma 32x32x1 %{{.*}} {blocks = 2 : i32} blgp =  none : f32, f32, vector<32xf32>
  %2 = amdgpu.mfma 32x32x1 %s * %s + %c32 {blocks = 2 : i32} blgp = none : f32, f32, vector<32xf32>
  // CHECK: amdgpu.wmma 16x16x16 %{{.*}} * %{{.*}} + %{{.*}} : vector<16xf16>, vector<16xf16>, vector<8xf32>
  %3 = amdgpu.wmma 16x16x16 %w * %w + %wc : vector<16xf16>, vector<16xf16>, vector<8xf32>
  return
}

// CHECK-LABEL: func @buffers
func.func @buffers(%m: memref<16x?xf32>, %st: i14, %bytes: i64) {
  // CHECK: amdgpu.fat_raw_buffer_cast %{{.*}} : memref<16x?xf32> to memref<16x?xf32, #amdgpu.address_space<fat_raw_buffer>>
  %0 = amdgpu.fat_raw_buffer_cast %m : memref<16x?xf32> to memref<16x?xf32, #amdgpu.address_space<fat_raw_buffer>>
  // CHECK: amdgpu.fat_raw_buffer_cast %{{.*}} validBytes(%{{.*}}) cacheSwizzleStride(%{{.*}}) boundsCheck(false) resetOffset : memref<16x?xf32>
  %1 = amdgpu.fat_raw_buffer_cast %m resetOffset cacheSwizzleStride(%st) validBytes(%bytes) boundsCheck(false) : memref<16x?xf32> to memref<16x?xf32, #amdgpu.address_space<fat_raw_buffer>>
  return
}
