// RUN: optc export --target sm_80 --language c++ %s | FileCheck %s

// A vector that a loop changes in every iteration is copied there.

// CHECK: __global__ void __launch_bounds__(1) insert(float *o, const float *m) {
// CHECK: float b[4];
// CHECK-NEXT: for (int i = 0; i < 4; ++i)
// CHECK-NEXT: b[i] = 0.0f;
// CHECK-NEXT: load<2>(b, m);
// CHECK-NEXT: for (int i_ = 0; i_ < 4; ++i_) {
// CHECK: float v[2];
// CHECK-NEXT: load<2, 4>(v, &m[i_]);
// CHECK: float r[4];
// CHECK-NEXT: for (int i = 0; i < 4; ++i)
// CHECK-NEXT: r[i] = b[i];
// CHECK-NEXT: for (int i = 0; i < 2; ++i)
// CHECK-NEXT: r[i + 2] = v[i];
// CHECK: r[i_] = x;
// CHECK: store<4>(&o[i_ * 4], r);
func.func @insert(%o: memref<4x4xf32>, %m: memref<64xf32>) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [1, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant dense<0.0> : vector<4xf32>
  %a = vector.load %m[%c0] : memref<64xf32>, vector<2xf32>
  %b = vector.insert_strided_slice %a, %z {offsets = [0], strides = [1]} : vector<2xf32> into vector<4xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %v = vector.load %m[%i] : memref<64xf32>, vector<2xf32>
    %x = memref.load %m[%i] : memref<64xf32>
    %r = vector.insert_strided_slice %v, %b {offsets = [2], strides = [1]} : vector<2xf32> into vector<4xf32>
    %s = vector.insert %x, %r[%i] : f32 into vector<4xf32>
    vector.store %s, %o[%i, %c0] : memref<4x4xf32>, vector<4xf32>
  }
  return
}
