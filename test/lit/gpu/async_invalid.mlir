// RUN: optc %s --split-input-file --verify-diagnostics

func.func @space(%x: memref<64xf16>, %m: memref<64xf16>, %i: index) {
  // expected-error @below {{destination memref must have a memory space attribute of IntegerAttr(3) or gpu::AddressSpaceAttr(Workgroup)}}
  %t = nvgpu.device_async_copy %x[%i], %m[%i], 8 : memref<64xf16> to memref<64xf16>
  return
}

// -----

func.func @type(%x: memref<64xf16>, %m: memref<64xf32, 3>, %i: index) {
  // expected-error @below {{source and destination must have the same element type}}
  %t = nvgpu.device_async_copy %x[%i], %m[%i], 4 : memref<64xf16> to memref<64xf32, 3>
  return
}

// -----

func.func @stride(%x: memref<64xf16, strided<[2]>>, %m: memref<64xf16, 3>, %i: index) {
  // expected-error @below {{source memref most minor dim must have unit stride}}
  %t = nvgpu.device_async_copy %x[%i], %m[%i], 8 : memref<64xf16, strided<[2]>> to memref<64xf16, 3>
  return
}

// -----

func.func @target_stride(%x: memref<64xf16>, %m: memref<64xf16, strided<[2]>, 3>, %i: index) {
  // expected-error @below {{destination memref most minor dim must have unit stride}}
  %t = nvgpu.device_async_copy %x[%i], %m[%i], 8 : memref<64xf16> to memref<64xf16, strided<[2]>, 3>
  return
}

// -----

func.func @size(%x: memref<64xf16>, %m: memref<64xf16, 3>, %i: index) {
  // expected-error @below {{Requested copy elements is 3 with width 16. But copy elements could be one of 2, 4, 8.}}
  %t = nvgpu.device_async_copy %x[%i], %m[%i], 3 : memref<64xf16> to memref<64xf16, 3>
  return
}

// -----

func.func @bypass(%x: memref<64xf16>, %m: memref<64xf16, 3>, %i: index) {
  // expected-error @below {{'nvgpu.device_async_copy' op bypassL1 does not satify alignment for 'memref<64xf16, 3>' with destination element 4. Unset bypassL1, or set destination element to 8}}
  %t = nvgpu.device_async_copy %x[%i], %m[%i], 4 {bypassL1} : memref<64xf16> to memref<64xf16, 3>
  return
}

// -----

func.func @indices(%x: memref<64xf16>, %m: memref<64x8xf16, 3>, %i: index) {
  // expected-error @below {{'nvgpu.device_async_copy' op expected 2 destination indices, got 1}}
  %t = nvgpu.device_async_copy %x[%i], %m[%i], 8 : memref<64xf16> to memref<64x8xf16, 3>
  return
}

// -----

func.func @source_indices(%x: memref<64x8xf16>, %m: memref<64xf16, 3>, %i: index) {
  // expected-error @below {{'nvgpu.device_async_copy' op expected 2 source indices, got 1}}
  %t = nvgpu.device_async_copy %x[%i], %m[%i], 8 : memref<64x8xf16> to memref<64xf16, 3>
  return
}
