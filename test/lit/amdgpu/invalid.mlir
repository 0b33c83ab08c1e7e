// RUN: optc %s --split-input-file --verify-diagnostics

func.func @shape(%s: f32, %c: vector<4xf32>) {
  // expected-error @below {{attribute 'n' failed to satisfy constraint: 32-bit signless integer attribute whose value is one of {4, 16, 32}}}
  %0 = amdgpu.mfma 16x33x4 %s * %s + %c blgp = none : f32, f32, vector<4xf32>
  return
}

// -----

func.func @source(%a: vector<8xf16>, %c: vector<16xf32>) {
  // expected-error @below {{expected 4 source values for this operation but got 8}}
  %0 = amdgpu.mfma 32x32x8 %a * %a + %c blgp = none : vector<8xf16>, vector<8xf16>, vector<16xf32>
  return
}

// -----

func.func @wave(%a: vector<4xf16>, %c: vector<8xf32>) {
  // expected-error @below {{expected 16 or 8 source values for this operation but got 4}}
  %0 = amdgpu.wmma 16x16x16 %a * %a + %c : vector<4xf16>, vector<4xf16>, vector<8xf32>
  return
}

// -----

func.func @dims(%s: f32, %c: vector<4xf32>) {
  // expected-error @below {{expected 3 dimensions in MNK dimension list}}
  %0 = amdgpu.mfma 16x16 %s * %s + %c blgp = none : f32, f32, vector<4xf32>
  return
}
