// RUN: optc %s --split-input-file --verify-diagnostics

func.func @tiles(%m: memref<16x16xf16, 3>, %i: index) -> vector<2x2xf16> {
  // expected-error @below {{expected vector register shape[0] and numTiles to match}}
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<16x16xf16, 3> -> vector<2x2xf16>
  return %0 : vector<2x2xf16>
}

// -----

func.func @global(%m: memref<16x16xf16>, %i: index) -> vector<4x2xf16> {
  // expected-error @below {{expected nvgpu.ldmatrix srcMemref must have a memory space attribute of IntegerAttr(3) or gpu::AddressSpaceAttr(Workgroup)}}
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<16x16xf16> -> vector<4x2xf16>
  return %0 : vector<4x2xf16>
}

// -----

func.func @transposed(%m: memref<16x16xf32, 3>, %i: index) -> vector<4x1xf32> {
  // expected-error @below {{nvgpu.ldmatrix transpose works only at 16b granularity}}
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = true} : memref<16x16xf32, 3> -> vector<4x1xf32>
  return %0 : vector<4x1xf32>
}

// -----

func.func @element(%m: memref<16x16xf16, 3>, %i: index) -> vector<4x1xf32> {
  // expected-error @below {{'nvgpu.ldmatrix' op failed to verify that srcMemref and res have same element type}}
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = true} : memref<16x16xf16, 3> -> vector<4x1xf32>
  return %0 : vector<4x1xf32>
}

// -----

func.func @register(%m: memref<16x16xf16, 3>, %i: index) -> vector<4x4xf16> {
  // expected-error @below {{expected vector register shape[1] = 2}}
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = true} : memref<16x16xf16, 3> -> vector<4x4xf16>
  return %0 : vector<4x4xf16>
}

// -----

func.func @wide(%m: memref<16x16xf64, 3>, %i: index) -> vector<4xf64> {
  // expected-error @below {{nvgpu.ldmatrix works for 32b or lower}}
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<16x16xf64, 3> -> vector<4xf64>
  return %0 : vector<4xf64>
}

// -----

func.func @rank(%m: memref<16x16xf16, #gpu.address_space<workgroup>>, %i: index) -> vector<8xf16> {
  // expected-error @below {{results must be 2 dimensional vector}}
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<16x16xf16, #gpu.address_space<workgroup>> -> vector<8xf16>
  return %0 : vector<8xf16>
}
